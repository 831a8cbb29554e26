//! What is analysed, what may be read, and why that may fail.
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::discover;
use crate::source::Sandbox;

/// Why there is no analysis at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The request makes no sense (exit code 2).
    Usage(String),
    /// It could not be carried out (exit code 101).
    Incomplete(String),
}

/// What is analysed and what may be read.
#[derive(Debug)]
pub struct Scope {
    /// The bounds of reading; its root is the limit.
    pub sandbox: Sandbox,
    /// Links resolved, inside the sandbox's root.
    pub path: PathBuf,
}

impl Scope {
    /// The scope of a path of the command line.
    pub fn of(path: &Path, root: Option<&Path>, allowed: &[PathBuf]) -> Result<Self, Failure> {
        let path = folder(path)?;
        let root = root.map_or_else(|| Ok(discover::find_root(&path)), folder)?;
        if !path.starts_with(&root) {
            let message = format!("{} does not lie under the root {}", path.display(), root.display());
            return Err(Failure::Usage(message));
        }
        let allowed = allowed.iter().map(|dir| folder(dir)).collect::<Result<Vec<_>, _>>()?;
        let sandbox =
            Sandbox::new(&root, &allowed).map_err(|e| Failure::Incomplete(format!("{}: {e}", root.display())))?;
        Ok(Self { sandbox, path })
    }
}

/// The folder that a path of the command line names, links resolved. A `CMakeLists.txt` stands for its folder.
pub(crate) fn folder(path: &Path) -> Result<PathBuf, Failure> {
    let shown = path.display();
    let real = path.canonicalize().map_err(|e| match e.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => Failure::Usage(format!("{shown} does not exist")),
        _ => Failure::Incomplete(format!("{shown}: {e}")),
    })?;
    let real = match (real.is_dir(), real.parent()) {
        (true, _) => real,
        (false, Some(parent)) if path.ends_with("CMakeLists.txt") => parent.to_path_buf(),
        (false, _) => return Err(Failure::Usage(format!("{shown} is no folder; give the folder of the project"))),
    };
    match std::fs::read_dir(&real) {
        Ok(_) => Ok(real),
        Err(e) => Err(Failure::Incomplete(format!("{shown} cannot be read: {e}"))),
    }
}
