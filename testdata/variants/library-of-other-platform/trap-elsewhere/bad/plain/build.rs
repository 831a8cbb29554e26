// Nothing here is for Windows: a `cfg(windows)` or "msvc" in a comment says nothing.
fn main() {
    println!("cargo:rustc-link-lib=dylib=stdc++");
    println!("cargo:rustc-link-lib=rt");
    if cfg!(feature = "windows") {
        println!("cargo:rustc-link-lib=dl");
    }
}
