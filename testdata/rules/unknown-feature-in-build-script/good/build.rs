use std::env;
use std::process::Command;

fn main() {
    let out = env::var("OUT_DIR").unwrap();
    let object = format!("{out}/drums.o");
    let archive = format!("{out}/libdrums.a");
    assert!(Command::new("gcc").args(["-c", "native/drums.c", "-o", &object]).status().unwrap().success());
    assert!(Command::new("ar").args(["rcs", &archive, &object]).status().unwrap().success());
    println!("cargo::rustc-link-search=native={out}");
    if env::var("CARGO_FEATURE_WITH_DRUMS").is_ok() {
        println!("cargo::rustc-link-lib=static=drums");
    }
    println!("cargo::rerun-if-changed=native");
}
