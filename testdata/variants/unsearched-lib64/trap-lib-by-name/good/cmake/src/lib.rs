//! Stands for the crate of this name, on a system whose GNUInstallDirs gives `lib64`.
use std::path::PathBuf;
use std::process::Command;

pub struct Config {
    source: String,
    settings: Vec<String>,
}

impl Config {
    pub fn new(source: &str) -> Self {
        Self { source: source.into(), settings: vec!["-DCMAKE_INSTALL_LIBDIR=lib64".into()] }
    }

    pub fn define(&mut self, name: &str, value: &str) -> &mut Self {
        self.settings.push(format!("-D{name}={value}"));
        self
    }

    pub fn build(&mut self) -> PathBuf {
        let out = PathBuf::from(std::env::var("OUT_DIR").unwrap());
        let tree = out.join("build");
        let mut configure = Command::new("cmake");
        configure.arg("-S").arg(&self.source).arg("-B").arg(&tree);
        configure.arg(format!("-DCMAKE_INSTALL_PREFIX={}", out.display())).args(&self.settings);
        assert!(configure.status().unwrap().success());
        assert!(Command::new("cmake").arg("--build").arg(&tree).args(["--target", "install"]).status().unwrap().success());
        out
    }
}
