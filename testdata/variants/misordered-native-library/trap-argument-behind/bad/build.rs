use std::env;
use std::process::Command;

fn main() {
    let out = env::var("OUT_DIR").unwrap();
    let object = format!("{out}/mixer.o");
    assert!(Command::new("g++").args(["-c", "-fPIC", "native/mixer.cpp", "-o", &object]).status().unwrap().success());
    assert!(Command::new("ar").arg("rcs").arg(format!("{out}/libmixer.a")).arg(&object).status().unwrap().success());
    println!("cargo::rustc-link-lib=stdc++");
    println!("cargo::rustc-link-arg=-lstdc++");
    println!("cargo::rustc-link-search=native={out}");
    println!("cargo::rustc-link-lib=static=mixer");
}
