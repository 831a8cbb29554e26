fn main() {
    if cfg!(windows) {
        println!("cargo:rustc-link-lib=ws2_32");
    } else {
        println!("cargo:rustc-link-lib=m");
    }
}
