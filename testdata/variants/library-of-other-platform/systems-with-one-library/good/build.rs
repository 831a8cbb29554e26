fn main() {
    println!("cargo:rustc-link-search=native=lib");
    println!("cargo:rustc-link-lib=static=mixer");
    let target = std::env::var("TARGET").unwrap();
    if ["apple", "freebsd", "openbsd", "ohos"].iter().any(|system| target.contains(system)) {
        println!("cargo:rustc-link-lib=c++");
    } else if !target.contains("msvc") {
        println!("cargo:rustc-link-lib=stdc++");
    }
}
