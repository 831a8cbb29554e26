//! Parts of a repository that stand elsewhere.
use std::path::{Path, PathBuf};

use super::Sandbox;

/// The folders of submodules that are not checked out: they are empty, or not there (gitmodules(5)).
pub fn absent_submodules(sandbox: &Sandbox, root: &Path) -> Vec<PathBuf> {
    let Ok(text) = sandbox.read(&root.join(".gitmodules")) else { return Vec::new() };
    let text = String::from_utf8_lossy(&text);
    let paths = text.lines().filter_map(|line| line.trim().strip_prefix("path")?.trim_start().strip_prefix('='));
    let folders = paths.map(|path| root.join(path.trim()));
    folders.filter(|folder| !sandbox.is_dir(folder) || sandbox.list(folder).is_empty()).collect()
}
