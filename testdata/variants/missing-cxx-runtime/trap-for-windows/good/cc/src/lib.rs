//! As much of the crate cc as this project needs.
use std::path::PathBuf;
use std::process::Command;

#[derive(Default)]
pub struct Build {
    files: Vec<String>,
    cpp: bool,
}

impl Build {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn file(&mut self, path: &str) -> &mut Self {
        self.files.push(path.to_owned());
        self
    }

    pub fn cpp(&mut self, cpp: bool) -> &mut Self {
        self.cpp = cpp;
        self
    }

    pub fn compile(&self, name: &str) {
        let out = PathBuf::from(std::env::var("OUT_DIR").unwrap());
        let object = out.join("object.o");
        let compiled = Command::new("cc").arg("-c").args(&self.files).arg("-o").arg(&object).status();
        assert!(compiled.unwrap().success());
        let packed = Command::new("ar").arg("rcs").arg(out.join(format!("lib{name}.a"))).arg(&object).status();
        assert!(packed.unwrap().success());
        println!("cargo:rustc-link-search=native={}", out.display());
        println!("cargo:rustc-link-lib=static={name}");
        if self.cpp {
            println!("cargo:rustc-link-lib=stdc++");
        }
    }
}
