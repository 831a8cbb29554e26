fn main() {
    // Only `drums` says that there are targets of MSVC.
    println!("cargo:rustc-link-lib=gomp");
}
