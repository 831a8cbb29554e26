use std::env;

fn is_cross() -> bool {
    env::var("HOST").unwrap() != env::var("TARGET").unwrap()
}

fn main() {
    let target = env::var("TARGET").unwrap();
    let host = env::var("HOST").unwrap();
    if target == host && cfg!(target_os = "linux") {
        println!("cargo::rustc-link-lib=m");
    }
    if cfg!(target_os = "macos") {
        let system = env::var("CARGO_CFG_TARGET_OS").unwrap();
        if system == "macos" {
            println!("cargo::rustc-link-lib=framework=CoreAudio");
        }
    }
    if is_cross() {
        panic!("not for other machines");
    }
    if cfg!(target_os = "freebsd") {
        println!("cargo::rustc-link-lib=m");
    }
}
