fn main() {
    if std::env::var("CARGO_CFG_TARGET_OS").unwrap() == "linux" {
        println!("cargo::rustc-link-lib=m");
    }
}
