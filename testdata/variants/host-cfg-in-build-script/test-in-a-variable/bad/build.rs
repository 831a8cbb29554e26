fn main() {
    let library = if cfg!(windows) { "ws2_32" } else { "m" };
    println!("cargo:rustc-link-lib={library}");
}
