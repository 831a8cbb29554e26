//! As much of the crate cmake as this project needs.
use std::path::{Path, PathBuf};
use std::process::Command;

pub struct Config {
    path: PathBuf,
    defines: Vec<String>,
}

impl Config {
    pub fn new(path: impl AsRef<Path>) -> Self {
        Self { path: path.as_ref().to_owned(), defines: Vec::new() }
    }

    pub fn define(&mut self, name: &str, value: &str) -> &mut Self {
        self.defines.push(format!("-D{name}={value}"));
        self
    }

    pub fn build(&mut self) -> PathBuf {
        let out = PathBuf::from(std::env::var("OUT_DIR").unwrap());
        let configured = Command::new("cmake").arg("-S").arg(&self.path).arg("-B").arg(&out).args(&self.defines).status();
        assert!(configured.unwrap().success());
        assert!(Command::new("cmake").arg("--build").arg(&out).status().unwrap().success());
        out
    }
}
