fn main() {
    let out = cmake::Config::new("native").build();
    println!("cargo::rustc-link-search=native={}/lib", out.display());
    println!("cargo::rustc-link-lib=static=mixer");
}
