//! `cargo xtask wheel`: builds the Python wheel, installs it in an empty environment and runs both programs.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Outcome;
use crate::shared::call;

/// Builds in the profile `dev`, or with `--release` as it is published.
pub fn run(args: &[String]) -> Outcome {
    let root = crate::repository();
    let folder = root.join("target/wheel");
    let _ = std::fs::remove_dir_all(&folder);
    let environment = folder.join("venv");
    call(Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
    let program = |name: &str| environment.join("bin").join(name);
    // The version that pyproject.toml asks for.
    call(Command::new(program("pip")).args(["install", "--quiet", "maturin>=1.9,<2"]))?;
    let wheels = folder.join("dist");
    call(
        Command::new(program("maturin"))
            .args(["build", "--locked", "--out"])
            .arg(&wheels)
            .args(args)
            .current_dir(&root),
    )?;
    let wheel = only_file(&wheels)?;
    call(Command::new(program("pip")).args(["install", "--quiet", "--no-index"]).arg(&wheel))?;
    call(Command::new(program("linklint")).arg("--version"))?;
    call(Command::new(program("cargo-linklint")).args(["linklint", "--version"]))?;
    println!("{}", wheel.display());
    Ok(())
}

fn only_file(folder: &Path) -> Result<PathBuf, String> {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    match files.as_slice() {
        [one] => Ok(one.clone()),
        _ => Err(format!("{} holds {} files, one wheel was expected", folder.display(), files.len())),
    }
}
