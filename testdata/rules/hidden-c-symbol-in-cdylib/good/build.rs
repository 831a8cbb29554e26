use std::process::Command;

fn main() {
    let out = std::env::var("OUT_DIR").unwrap();
    let object = format!("{out}/gain.o");
    assert!(Command::new("gcc").args(["-c", "-fPIC", "native/gain.c", "-o", &object]).status().unwrap().success());
    assert!(Command::new("ar").arg("rcs").arg(format!("{out}/libgain.a")).arg(&object).status().unwrap().success());
    println!("cargo::rustc-link-search=native={out}");
    println!("cargo::rustc-link-lib=static:+whole-archive=gain");
}
