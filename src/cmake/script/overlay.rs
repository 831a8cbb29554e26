//! The files that a script writes: they are kept in memory, over what lies on the disk, and never get there.
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::source::{Sandbox, normalize};

/// Bytes that a script may write in all.
const MOST_BYTES: usize = 256 << 20;
/// Links that are followed one after another.
const MOST_LINKS: usize = 40;

/// What stands at a path.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Node {
    File(Arc<[u8]>),
    Folder,
    Link(PathBuf),
    Gone,
}

/// What a path leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
}

/// Files in memory over those of a sandbox.
#[derive(Debug, Clone, Default)]
pub struct Overlay {
    nodes: BTreeMap<PathBuf, Node>,
    bytes: usize,
}

impl Overlay {
    /// The path with the links of the overlay followed.
    pub fn real(&self, path: &Path) -> PathBuf {
        let mut path = normalize(path);
        for _ in 0..MOST_LINKS {
            let link = path.ancestors().find_map(|above| match self.nodes.get(above) {
                Some(Node::Link(target)) => Some((above.to_path_buf(), target.clone())),
                _ => None,
            });
            let Some((at, target)) = link else { break };
            let base = at.parent().unwrap_or(Path::new("/")).join(target);
            let rest = path.strip_prefix(&at).map(Path::to_path_buf).unwrap_or_default();
            path = normalize(&base.join(rest));
        }
        path
    }

    /// The path with all links followed, part by part, so that `..` leaves the folder that a link leads to.
    pub fn resolved(&self, sandbox: &Sandbox, path: &Path) -> PathBuf {
        let mut links = 0;
        let mut rest: Vec<std::ffi::OsString> = path.components().rev().map(|c| c.as_os_str().to_owned()).collect();
        let mut out = PathBuf::new();
        while let Some(part) = rest.pop() {
            match part.to_str() {
                Some(".") => continue,
                Some("..") => {
                    out.pop();
                    continue;
                }
                _ => out.push(&part),
            }
            if links < MOST_LINKS
                && let Some(target) = self.link(sandbox, &out)
            {
                links += 1;
                out.pop();
                rest.extend(target.components().rev().map(|c| c.as_os_str().to_owned()));
            }
        }
        out
    }

    /// When what stands at a path was changed, in seconds since 1970; what the script wrote counts as new.
    pub fn modified(&self, sandbox: &Sandbox, path: &Path) -> i64 {
        let path = self.real(path);
        let own = self.nodes.contains_key(&path);
        let meta = if own { None } else { sandbox.resolve(&path).ok().and_then(|real| real.metadata().ok()) };
        let time = meta.and_then(|m| m.modified().ok()).unwrap_or_else(std::time::SystemTime::now);
        time.duration_since(std::time::UNIX_EPOCH).map_or(0, |d| i64::try_from(d.as_secs()).unwrap_or(0))
    }

    /// What the path leads to.
    pub fn kind(&self, sandbox: &Sandbox, path: &Path) -> Option<Kind> {
        let path = self.real(path);
        match self.nodes.get(&path) {
            Some(Node::File(_)) => return Some(Kind::File),
            Some(Node::Folder) => return Some(Kind::Folder),
            Some(Node::Gone | Node::Link(_)) => return None,
            None => {}
        }
        if path.ancestors().any(|above| self.nodes.get(above) == Some(&Node::Gone)) {
            return None;
        }
        if sandbox.is_dir(&path) {
            Some(Kind::Folder)
        } else if sandbox.is_file(&path) {
            Some(Kind::File)
        } else if sandbox.roots_below(&path) {
            // Above a root nothing is read, but that the folder is there is known.
            Some(Kind::Folder)
        } else {
            None
        }
    }

    /// Where the link at the path leads, as it was written.
    pub fn link(&self, sandbox: &Sandbox, path: &Path) -> Option<PathBuf> {
        let path = normalize(path);
        match self.nodes.get(&path) {
            Some(Node::Link(target)) => Some(target.clone()),
            Some(_) => None,
            None if sandbox.contains(&path) => path.read_link().ok(),
            None => None,
        }
    }

    /// The bytes of a file; nothing when it is none or may not be read.
    pub fn read(&self, sandbox: &Sandbox, path: &Path) -> Option<Arc<[u8]>> {
        let path = self.real(path);
        match self.nodes.get(&path) {
            Some(Node::File(bytes)) => Some(Arc::clone(bytes)),
            Some(_) => None,
            None if self.kind(sandbox, &path) == Some(Kind::File) => sandbox.read(&path).ok().map(Into::into),
            None => None,
        }
    }

    /// Writes a file and makes the folders above it; false when the script has written too much.
    pub fn write(&mut self, path: &Path, bytes: &[u8]) -> bool {
        self.bytes = self.bytes.saturating_add(bytes.len());
        if self.bytes > MOST_BYTES {
            return false;
        }
        let path = self.real(path);
        if let Some(above) = path.parent() {
            self.make_folder(above);
        }
        self.nodes.insert(path, Node::File(bytes.into()));
        true
    }

    /// Makes a folder and those above it.
    pub fn make_folder(&mut self, path: &Path) {
        let path = self.real(path);
        for above in path.ancestors() {
            if !matches!(self.nodes.get(above), Some(Node::Folder | Node::Link(_))) {
                self.nodes.insert(above.to_path_buf(), Node::Folder);
            }
        }
    }

    /// Makes a link.
    pub fn make_link(&mut self, path: &Path, target: &Path) {
        self.nodes.insert(normalize(path), Node::Link(target.to_path_buf()));
    }

    /// Removes what stands at a path, with all beneath it.
    pub fn remove(&mut self, path: &Path) {
        let path = normalize(path);
        self.nodes.retain(|at, _| !at.starts_with(&path));
        self.nodes.insert(path, Node::Gone);
    }

    /// Names in a folder with whether each is one, sorted.
    pub fn list(&self, sandbox: &Sandbox, path: &Path) -> Vec<(String, bool)> {
        let path = self.real(path);
        let mut names: BTreeSet<String> = BTreeSet::new();
        if self.kind(sandbox, &path) == Some(Kind::Folder) {
            names.extend(sandbox.list(&path).iter().map(|(name, _)| name.clone()));
        }
        for at in self.nodes.keys().filter(|at| at.parent() == Some(&path)) {
            names.extend(at.file_name().map(|name| name.to_string_lossy().into_owned()));
        }
        let kinds = names.into_iter().filter_map(|name| {
            let kind = self.kind(sandbox, &path.join(&name))?;
            Some((name, kind == Kind::Folder))
        });
        kinds.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_seen_and_the_disk_is_not_touched() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        std::fs::write(root.join("own"), "old").unwrap();
        let sandbox = Sandbox::new(&root, &[]).unwrap();
        let mut overlay = Overlay::default();
        assert!(overlay.write(&root.join("sub/new"), b"text"));
        overlay.remove(&root.join("own"));
        overlay.make_link(&root.join("link"), Path::new("sub"));
        assert_eq!(overlay.read(&sandbox, &root.join("link/new")).as_deref(), Some(&b"text"[..]));
        assert_eq!(overlay.kind(&sandbox, &root.join("own")), None);
        assert_eq!(overlay.list(&sandbox, &root), [("link".to_owned(), true), ("sub".to_owned(), true)]);
        assert_eq!(std::fs::read(root.join("own")).unwrap(), b"old");
        assert!(!root.join("sub").exists());
    }
}
