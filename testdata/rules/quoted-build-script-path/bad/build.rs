use std::path::PathBuf;
use std::process::Command;

fn main() {
    let out = PathBuf::from(std::env::var("OUT_DIR").unwrap());
    let object = out.join("bulb.o");
    assert!(Command::new("gcc").args(["-c", "bulb.c", "-o"]).arg(&object).status().unwrap().success());
    assert!(Command::new("ar").arg("crs").arg(out.join("libbulb.a")).arg(&object).status().unwrap().success());
    println!("cargo:rerun-if-changed=bulb.c");
    println!("cargo:rustc-link-search=native={:?}", out);
    println!("cargo:rustc-link-lib=static=bulb");
}
