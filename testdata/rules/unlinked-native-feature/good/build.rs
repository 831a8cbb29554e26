use std::env;
use std::process::Command;

fn main() {
    let out = env::var("OUT_DIR").unwrap();
    let mut flags = vec![out.as_str()];
    if env::var("CARGO_FEATURE_ZLIB").is_ok() {
        flags.push("--enable-zlib");
    }
    assert!(Command::new("sh").arg("native/configure").args(&flags).status().unwrap().success());
    println!("cargo::rustc-link-search=native={out}");
    println!("cargo::rustc-link-lib=static=mixer");
    if cfg!(feature = "zlib") {
        println!("cargo::rustc-link-lib=z");
    }
    println!("cargo::rerun-if-changed=native");
}
