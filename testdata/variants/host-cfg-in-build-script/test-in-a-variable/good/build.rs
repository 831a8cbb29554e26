fn main() {
    let windows = std::env::var_os("CARGO_CFG_WINDOWS").is_some();
    let library = if windows { "ws2_32" } else { "m" };
    println!("cargo:rustc-link-lib={library}");
}
