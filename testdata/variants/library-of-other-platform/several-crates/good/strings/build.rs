fn main() {
    // Only `drums` says that there are targets of MSVC.
    if std::env::var("CARGO_CFG_TARGET_ENV").as_deref() != Ok("msvc") {
        println!("cargo:rustc-link-lib=gomp");
    }
}
