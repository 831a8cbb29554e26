fn main() {
    if cfg!(feature = "openmp-gomp") {
        println!("cargo:rustc-link-lib=gomp");
    }
    if cfg!(feature = "linux-only") {
        println!("cargo:rustc-link-lib=dl");
    }
    if std::env::var_os("CHOSEN_STDCXX").is_some() {
        println!("cargo:rustc-link-lib=stdc++");
    }
}
