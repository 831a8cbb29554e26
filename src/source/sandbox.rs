//! What may be read: the root and the folders that the user named, symbolic links resolved.
use std::fs::FileType;
use std::io::{ErrorKind, Read as _};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use rustc_hash::FxHashMap;

/// Files above this size are not read: a build description never is that large.
const MAX_FILE: u64 = 64 << 20;

/// Why a file could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadError {
    /// It lies (after following links) outside the root and outside every folder the user allowed.
    Outside(PathBuf),
    /// It is larger than the limit (bytes).
    TooLarge(PathBuf, u64),
    /// It is no regular file (a directory, a pipe, a device).
    NotAFile(PathBuf),
    /// The system's answer.
    Io(PathBuf, std::io::ErrorKind),
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Outside(p) => write!(f, "{} lies outside the root (allow it with --allow-read)", p.display()),
            Self::TooLarge(p, n) => write!(f, "{} has {n} bytes, the limit is {MAX_FILE}", p.display()),
            Self::NotAFile(p) => write!(f, "{} is not a regular file", p.display()),
            Self::Io(p, kind) => write!(f, "{}: {kind}", p.display()),
        }
    }
}

impl std::error::Error for ReadError {}

/// Real paths of folders by their paths.
type Folders = FxHashMap<PathBuf, Result<Arc<Path>, ErrorKind>>;

/// Names in a directory with whether each is a directory, sorted by name.
pub(crate) type Listing = Arc<[(String, bool)]>;

/// The bounds of reading.
#[derive(Debug, Clone)]
pub struct Sandbox {
    roots: Vec<PathBuf>,
    /// A folder's links are resolved once: a tree has many more files than folders.
    folders: Arc<RwLock<Folders>>,
    /// A folder is listed once: patterns of files ask for the same one again and again.
    listings: Arc<RwLock<FxHashMap<PathBuf, Listing>>>,
}

/// What stands at a path.
struct Entry {
    real: PathBuf,
    kind: FileType,
    /// Bytes.
    size: u64,
}

impl Sandbox {
    /// Reads are allowed below `root` and below each of `allowed` (all must exist).
    pub fn new(root: &Path, allowed: &[PathBuf]) -> std::io::Result<Self> {
        let mut roots = vec![root.canonicalize()?];
        for extra in allowed {
            roots.push(extra.canonicalize()?);
        }
        Ok(Self { roots, folders: Arc::default(), listings: Arc::default() })
    }

    /// A sandbox in which nothing can be read.
    pub fn nowhere() -> Self {
        Self { roots: Vec::new(), folders: Arc::default(), listings: Arc::default() }
    }

    /// The root, links resolved.
    pub fn root(&self) -> Option<&Path> {
        self.roots.first().map(PathBuf::as_path)
    }

    /// The real path of `path` when it exists and lies inside.
    pub fn resolve(&self, path: &Path) -> Result<PathBuf, ReadError> {
        self.entry(path).map(|entry| entry.real)
    }

    fn entry(&self, path: &Path) -> Result<Entry, ReadError> {
        // A path that is lexically outside is refused unasked, so that nothing outside is even stat'ed.
        let lexical = normalize(path);
        if !self.contains(&lexical) {
            return Err(ReadError::Outside(lexical));
        }
        let failed = |kind| ReadError::Io(lexical.clone(), kind);
        let io = |e: std::io::Error| failed(e.kind());
        let parted = lexical.parent().zip(lexical.file_name());
        let mut real = match parted.filter(|(folder, _)| self.contains(folder)) {
            Some((folder, name)) => {
                let folder = self.folder(folder).map_err(failed)?;
                if !self.contains(&folder) {
                    return Err(ReadError::Outside(lexical));
                }
                folder.join(name)
            }
            None => lexical.clone(),
        };
        let mut meta = std::fs::symlink_metadata(&real).map_err(io)?;
        if meta.is_symlink() {
            real = real.canonicalize().map_err(io)?;
            meta = std::fs::metadata(&real).map_err(io)?;
        }
        let entry = Entry { kind: meta.file_type(), size: meta.len(), real };
        if self.contains(&entry.real) { Ok(entry) } else { Err(ReadError::Outside(lexical)) }
    }

    /// The real path of a folder that lies inside by its text; nothing is said of where it leads.
    fn folder(&self, lexical: &Path) -> Result<Arc<Path>, ErrorKind> {
        if let Some(known) = self.known(lexical) {
            return known;
        }
        // From the nearest folder above that is known: each is looked at once, however many stand below it.
        let mut below = vec![lexical];
        let mut real = Ok(Arc::from(lexical));
        for above in lexical.ancestors().skip(1) {
            if let Some(known) = self.known(above) {
                real = known;
                break;
            }
            if !self.contains(above) {
                break;
            }
            below.push(above);
        }
        // Of the folders that may be read the topmost is real, or a link that is resolved as a whole.
        if below.last().is_some_and(|top| top.parent().is_none_or(|above| !self.contains(above))) {
            let top = below.pop().unwrap_or(lexical);
            real = top.canonicalize().map(Arc::from).map_err(|e| e.kind());
            self.know(top, real.clone());
        }
        for folder in below.into_iter().rev() {
            real = real.and_then(|above| real_below(&above, folder));
            self.know(folder, real.clone());
        }
        real
    }

    fn known(&self, folder: &Path) -> Option<Result<Arc<Path>, ErrorKind>> {
        self.folders.read().unwrap_or_else(PoisonError::into_inner).get(folder).cloned()
    }

    fn know(&self, folder: &Path, real: Result<Arc<Path>, ErrorKind>) {
        let mut folders = self.folders.write().unwrap_or_else(PoisonError::into_inner);
        folders.entry(folder.to_path_buf()).or_insert(real);
    }

    /// Whether a path lies inside by its text alone.
    pub fn contains(&self, path: &Path) -> bool {
        self.roots.iter().any(|root| begins_with(path, root) || path.starts_with(root))
    }

    /// Whether a root lies beneath a path: then a folder stands there.
    pub fn roots_below(&self, path: &Path) -> bool {
        self.roots.iter().any(|root| root.starts_with(path))
    }

    /// Reads a regular file inside the bounds.
    pub fn read(&self, path: &Path) -> Result<Vec<u8>, ReadError> {
        let Entry { real, kind, size } = self.entry(path)?;
        if !kind.is_file() {
            return Err(ReadError::NotAFile(path.to_path_buf()));
        }
        if size > MAX_FILE {
            return Err(ReadError::TooLarge(path.to_path_buf(), size));
        }
        let io = |e: std::io::Error| ReadError::Io(path.to_path_buf(), e.kind());
        let mut bytes = Vec::with_capacity(size as usize);
        // `take`: a file that grows while it is read stays bounded.
        std::fs::File::open(&real).map_err(io)?.take(MAX_FILE).read_to_end(&mut bytes).map_err(io)?;
        Ok(bytes)
    }

    /// The first bytes of a regular file inside the bounds.
    pub fn head(&self, path: &Path, most: u64) -> Result<Vec<u8>, ReadError> {
        let Entry { real, kind, .. } = self.entry(path)?;
        if !kind.is_file() {
            return Err(ReadError::NotAFile(path.to_path_buf()));
        }
        let io = |e: std::io::Error| ReadError::Io(path.to_path_buf(), e.kind());
        let mut bytes = Vec::new();
        std::fs::File::open(&real).map_err(io)?.take(most).read_to_end(&mut bytes).map_err(io)?;
        Ok(bytes)
    }

    /// Whether a regular file stands there, inside the bounds.
    pub fn is_file(&self, path: &Path) -> bool {
        self.entry(path).is_ok_and(|entry| entry.kind.is_file())
    }

    /// Whether a directory stands there, inside the bounds.
    pub fn is_dir(&self, path: &Path) -> bool {
        self.entry(path).is_ok_and(|entry| entry.kind.is_dir())
    }

    /// Names in a directory with whether each is a directory, sorted by name; empty when it can't be read.
    pub fn list(&self, path: &Path) -> Listing {
        if let Some(known) = self.listings.read().unwrap_or_else(PoisonError::into_inner).get(path) {
            return Arc::clone(known);
        }
        let names: Listing = self.names(path).into();
        let mut listings = self.listings.write().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(listings.entry(path.to_path_buf()).or_insert(names))
    }

    fn names(&self, path: &Path) -> Vec<(String, bool)> {
        let Ok(real) = self.resolve(path) else { return Vec::new() };
        let Ok(entries) = std::fs::read_dir(real) else { return Vec::new() };
        let mut names: Vec<(String, bool)> = entries
            .flatten()
            .filter_map(|entry| {
                let name = entry.file_name().into_string().ok()?;
                let dir = match entry.file_type() {
                    Ok(kind) if kind.is_symlink() => self.is_dir(&path.join(&name)),
                    Ok(kind) => kind.is_dir(),
                    Err(_) => false,
                };
                Some((name, dir))
            })
            .collect();
        names.sort();
        names
    }
}

/// The real path of a folder below a real one.
fn real_below(above: &Path, folder: &Path) -> Result<Arc<Path>, ErrorKind> {
    let path = above.join(folder.file_name().unwrap_or_default());
    let meta = path.symlink_metadata().map_err(|e| e.kind())?;
    let real = if meta.is_symlink() { path.canonicalize().map_err(|e| e.kind())? } else { path };
    Ok(real.into())
}

/// `path` without `.`, `..` and doubled separators, decided by its text alone.
pub fn normalize(path: &Path) -> PathBuf {
    if is_normal(path) { path.to_path_buf() } else { rebuilt(path) }
}

fn rebuilt(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                if !out.pop() {
                    out.push("..");
                }
            }
            other => out.push(other),
        }
    }
    out
}

/// Whether a path of a Unix system begins with the names of another one, seen by its bytes: the usual case, cheaply.
fn begins_with(path: &Path, root: &Path) -> bool {
    let (path, root) = (path.as_os_str().as_encoded_bytes(), root.as_os_str().as_encoded_bytes());
    cfg!(unix) && path.strip_prefix(root).is_some_and(|rest| rest.first().is_none_or(|&byte| byte == b'/'))
}

/// Whether a path surely has none of these; on systems with other separators nobody says so.
fn is_normal(path: &Path) -> bool {
    cfg!(unix)
        && path
            .as_os_str()
            .as_encoded_bytes()
            .strip_prefix(b"/")
            .is_some_and(|rest| rest.split(|byte| *byte == b'/').all(|part| !matches!(part, b"" | b"." | b"..")))
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn normal_paths_stay(parts in proptest::collection::vec(r"\.{0,3}|[a-b/]{1,2}", 0..6)) {
            let path = PathBuf::from(format!("/{}", parts.join("/")));
            proptest::prop_assert_eq!(normalize(&path).into_os_string(), rebuilt(&path).into_os_string());
        }
    }

    #[test]
    fn links_out_of_the_root_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap().join("tree");
        std::fs::create_dir(&root).unwrap();
        std::fs::write(dir.path().join("secret"), "x").unwrap();
        std::fs::write(root.join("own"), "y").unwrap();
        let sandbox = Sandbox::new(&root, &[]).unwrap();
        assert_eq!(sandbox.read(&root.join("own")).unwrap(), b"y");
        assert!(matches!(sandbox.read(&root.join("../secret")), Err(ReadError::Outside(_))));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(dir.path().join("secret"), root.join("link")).unwrap();
            assert!(matches!(sandbox.read(&root.join("link")), Err(ReadError::Outside(_))));
            std::os::unix::fs::symlink(dir.path(), root.join("above")).unwrap();
            assert!(matches!(sandbox.read(&root.join("above/secret")), Err(ReadError::Outside(_))));
            assert_eq!(sandbox.read(&root.join("above/tree/own")).unwrap(), b"y", "it leads back");
            std::os::unix::fs::symlink("own", root.join("beside")).unwrap();
            assert_eq!(sandbox.read(&root.join("beside")).unwrap(), b"y");
            assert_eq!(sandbox.resolve(&root.join("beside")).unwrap(), root.join("own"));
            assert!(sandbox.is_file(&root.join("beside")) && !sandbox.is_dir(&root.join("beside")));
        }
    }
}
