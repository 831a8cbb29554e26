fn main() {
    let out = cmake::Config::new("native").define("CMAKE_INSTALL_LIBDIR", "lib").build();
    println!("cargo::rustc-link-search=native={}/lib", out.display());
    println!("cargo::rustc-link-lib=static=mixer");
}
