//! What several commands do: calling programs, copying folders.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::Outcome;

/// Runs a program that must succeed.
///
/// # Errors
/// A sentence that names the program and how it ended.
pub fn call(command: &mut Command) -> Outcome {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{} ended with {status}", command.get_program().display())),
        Err(e) => Err(format!("{} cannot be run: {e}", command.get_program().display())),
    }
}

/// Copies a folder with everything beneath it.
///
/// # Errors
/// A sentence that names the path.
pub fn copy_tree(from: &Path, to: &Path) -> Outcome {
    let fail = |path: &Path, e: std::io::Error| format!("{}: {e}", path.display());
    fs::create_dir_all(to).map_err(|e| fail(to, e))?;
    for entry in fs::read_dir(from).map_err(|e| fail(from, e))? {
        let entry = entry.map_err(|e| fail(from, e))?;
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_tree(&entry.path(), &target)?;
        } else {
            copy_file(&entry.path(), &target)?;
        }
    }
    Ok(())
}

/// Copies a file, and makes the folder that it goes to.
///
/// # Errors
/// A sentence that names the path.
pub fn copy_file(from: &Path, to: &Path) -> Outcome {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    fs::copy(from, to).map(drop).map_err(|e| format!("{}: {e}", from.display()))
}
