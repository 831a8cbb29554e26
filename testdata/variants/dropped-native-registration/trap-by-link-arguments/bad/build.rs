use std::env;
use std::process::Command;

fn run(program: &str, arguments: &[&str]) {
    let status = Command::new(program).args(arguments).status().expect("it starts");
    assert!(status.success());
}

fn main() {
    let out = env::var("OUT_DIR").unwrap();
    for name in ["registry", "reverb"] {
        let object = format!("{out}/{name}.o");
        run("gcc", &["-c", "-fPIC", &format!("native/{name}.c"), "-o", &object]);
    }
    let archive = format!("{out}/libeffects.a");
    run("ar", &["rcs", &archive, &format!("{out}/registry.o"), &format!("{out}/reverb.o")]);
    println!("cargo::rustc-link-search=native={out}");
    println!("cargo::rustc-link-lib=static=effects");
    println!("cargo::rustc-link-arg=-Wl,-u,reverb_anchor");
}
