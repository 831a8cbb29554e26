fn main() {
    let target = std::env::var("TARGET").unwrap_or_default();
    let mut is_msvc = false;
    if target.contains("msvc") {
        is_msvc = true;
    }
    if !is_msvc {
        println!("cargo:rustc-link-lib=gomp");
    }
}
