fn main() {
    // As for cc: who builds for another system says which library it has.
    let library = std::env::var("CXXSTDLIB").unwrap_or_else(|_| {
        let os = std::env::var("CARGO_CFG_TARGET_OS").unwrap();
        if os == "macos" { "c++".to_owned() } else { "stdc++".to_owned() }
    });
    println!("cargo:rustc-link-lib={library}");
}
