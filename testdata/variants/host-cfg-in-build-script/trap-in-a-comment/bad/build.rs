fn main() {
    #[cfg(windows)]
    on_windows();
}

#[cfg(windows)]
fn on_windows() {
    /*
    println!("cargo:rustc-link-lib=ws2_32");
    */
}
