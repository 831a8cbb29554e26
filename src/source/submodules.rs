//! Parts of a repository that stand elsewhere.
use std::path::{Path, PathBuf};

use super::{Sandbox, normalize};

/// The folders of submodules that are not checked out: they are empty, or not there (gitmodules(5)).
pub fn absent_submodules(sandbox: &Sandbox, root: &Path) -> Vec<PathBuf> {
    let Ok(text) = sandbox.read(&root.join(".gitmodules")) else { return Vec::new() };
    let text = String::from_utf8_lossy(&text);
    let paths = text.lines().filter_map(|line| line.trim().strip_prefix("path")?.trim_start().strip_prefix('='));
    let folders = paths.map(|path| normalize(&root.join(path.trim())));
    let below = folders.filter(|folder| folder.starts_with(root) && folder != root);
    below.filter(|folder| !sandbox.is_dir(folder) || sandbox.list(folder).is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn submodules_stand_below_the_root() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let paths = ["ext/there", "ext/empty", "ext/absent", "/", "..", ".", "ext/../../beside"];
        let text = paths.map(|path| format!("[submodule \"s\"]\n\tpath = {path}\n")).concat();
        std::fs::write(root.join(".gitmodules"), text).unwrap();
        std::fs::create_dir_all(root.join("ext/there")).unwrap();
        std::fs::create_dir_all(root.join("ext/empty")).unwrap();
        std::fs::write(root.join("ext/there/a.c"), "").unwrap();
        let sandbox = Sandbox::new(&root, &[]).unwrap();
        assert_eq!(absent_submodules(&sandbox, &root), [root.join("ext/empty"), root.join("ext/absent")]);
    }
}
