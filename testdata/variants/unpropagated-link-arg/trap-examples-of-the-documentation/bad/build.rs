use std::env;
use std::process::Command;

fn main() {
    let out = env::var("OUT_DIR").unwrap();
    let library = format!("{out}/libgauge.so");
    assert!(Command::new("gcc").args(["-shared", "-fPIC", "native/gauge.c", "-o", &library]).status().unwrap().success());
    println!("cargo::rustc-link-search=native={out}");
    println!("cargo::rustc-link-arg=-Wl,-rpath,{out}");
    println!("cargo::metadata=lib_dir={out}");
}
