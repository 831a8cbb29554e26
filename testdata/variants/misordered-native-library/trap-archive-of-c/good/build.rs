use std::env;
use std::process::Command;

fn main() {
    let out = env::var("OUT_DIR").unwrap();
    let object = format!("{out}/mixer.o");
    assert!(Command::new("gcc").args(["-c", "-fPIC", "native/mixer.c", "-o", &object]).status().unwrap().success());
    assert!(Command::new("ar").args(["rcs", &format!("{out}/libmixer.a"), &object]).status().unwrap().success());
    println!("cargo::rustc-link-search=native={out}");
    println!("cargo::rustc-link-lib=static=mixer");
}
