fn main() {
    let os = std::env::var("CARGO_CFG_TARGET_OS").unwrap();
    match os.as_str() {
        "macos" | "ios" | "freebsd" | "openbsd" | "android" => println!("cargo:rustc-link-lib=c++"),
        "linux" if std::env::var("CARGO_CFG_TARGET_ENV").unwrap() != "ohos" => println!("cargo:rustc-link-lib=stdc++"),
        _ => {}
    }
}
