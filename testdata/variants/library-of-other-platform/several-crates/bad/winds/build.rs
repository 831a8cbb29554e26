fn main() {
    let os = std::env::var("CARGO_CFG_TARGET_OS").unwrap();
    let cpp = if os == "macos" { "c++" } else { "stdc++" };
    if cfg!(feature = "script") {
        println!("cargo:rustc-link-lib=dylib={cpp}");
    }
    if os != "macos" {
        println!("cargo::rustc-link-lib=resolv");
    }
}
