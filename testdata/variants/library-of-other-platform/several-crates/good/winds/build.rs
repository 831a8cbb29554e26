fn main() {
    let os = std::env::var("CARGO_CFG_TARGET_OS").unwrap();
    let cpp = match os.as_str() {
        "macos" | "ios" | "freebsd" | "openbsd" => "c++",
        "windows" => return,
        _ => "stdc++",
    };
    if cfg!(feature = "script") {
        println!("cargo:rustc-link-lib=dylib={cpp}");
    }
    println!("cargo::rustc-link-lib=resolv");
}
