fn main() {
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("macos") {
        println!("cargo:rustc-link-lib=framework=Security");
    }
    println!("cargo:rustc-link-lib=dl");
    println!("cargo:rustc-link-lib=dylib=rt");
}
