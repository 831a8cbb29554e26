use std::env::var;

fn main() {
    let target = var("TARGET").unwrap();
    if var("CARGO_CFG_TARGET_ENV").as_deref() == Ok("gnu") && !target.contains("apple") {
        println!("cargo:rustc-link-lib=dylib=stdc++");
    }
    if var("CARGO_CFG_TARGET_FAMILY").as_deref() == Ok("unix") {
        println!("cargo:rustc-link-lib=dl");
    }
    if target.contains("gnu") {
        println!("cargo:rustc-link-lib=rt");
    }
    // GCC for Windows.
    if var("CARGO_CFG_TARGET_OS").as_deref() == Ok("windows") {
        println!("cargo:rustc-link-lib=dylib=m");
    }
    if target.contains("msvc") {
        return;
    }
    println!("cargo:rustc-link-lib=pthread");
}
