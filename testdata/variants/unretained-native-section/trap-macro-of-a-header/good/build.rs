use std::env;
use std::process::Command;

fn main() {
    let out = env::var("OUT_DIR").unwrap();
    let mut archive = Command::new("ar");
    archive.arg("rcs").arg(format!("{out}/libeffects.a"));
    for name in ["table", "reverb"] {
        let object = format!("{out}/{name}.o");
        let source = format!("native/{name}.c");
        assert!(Command::new("gcc").args(["-c", "-fPIC", &source, "-o", &object]).status().unwrap().success());
        archive.arg(object);
    }
    assert!(archive.status().unwrap().success());
    println!("cargo::rustc-link-search=native={out}");
    println!("cargo::rustc-link-lib=static:+whole-archive=effects");
}
