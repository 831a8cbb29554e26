// As ever.
fn main() {
    let os = std::env::var("CARGO_CFG_TARGET_OS").unwrap();
    // Each system by its name: nothing is said of others.
    match os.as_str() {
        "macos" => println!("cargo:rustc-link-lib=c++"),
        "linux" if std::env::var("CARGO_CFG_TARGET_ENV").unwrap() != "ohos" => println!("cargo:rustc-link-lib=stdc++"),
        _ => {}
    }
}
