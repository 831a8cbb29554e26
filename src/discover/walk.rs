//! The walk over the folders.
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ignore::{DirEntry, WalkBuilder, WalkState};

use super::kind::Kind;
use crate::source::Sandbox;

/// What a walk found, in no order.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) files: Vec<(Kind, PathBuf)>,
    pub(super) skipped: Vec<PathBuf>,
    pub(super) failures: Vec<String>,
    /// Whether the wanted folder was reached (no ignore file names it).
    pub(super) entered: bool,
}

/// Walks from `from` down to `wanted` and through everything below it; with `ignores`, `.gitignore` files on the way
/// and below count.
pub(super) fn walk(sandbox: &Sandbox, from: &Path, wanted: &Path, ignores: bool) -> Found {
    let found = Arc::new(Mutex::new(Found::default()));
    let mut builder = WalkBuilder::new(from);
    // The user's own ignore files (global, .git/info/exclude) would make results differ between machines.
    builder.standard_filters(false).git_ignore(ignores).require_git(false).follow_links(false);
    builder.threads(rayon::current_num_threads());
    {
        let (found, wanted) = (Arc::clone(&found), wanted.to_path_buf());
        builder.filter_entry(move |entry| is_wanted(entry, &wanted, &found));
    }
    builder.build_parallel().run(|| {
        Box::new(|result| {
            match result {
                Ok(entry) => take(entry, sandbox, wanted, &found),
                Err(error) => lock(&found).failures.push(error.to_string()),
            }
            WalkState::Continue
        })
    });
    std::mem::take(&mut *lock(&found))
}

fn lock(found: &Mutex<Found>) -> MutexGuard<'_, Found> {
    found.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Folders in which version control keeps its own files, and quilt those that its patches have changed (quilt(1)).
const VERSION_CONTROL: [&str; 5] = [".git", ".hg", ".svn", ".jj", ".pc"];

fn is_wanted(entry: &DirEntry, wanted: &Path, found: &Mutex<Found>) -> bool {
    let path = entry.path();
    if VERSION_CONTROL.iter().any(|name| entry.file_name() == *name) {
        return false;
    }
    if !path.starts_with(wanted) {
        return wanted.starts_with(path);
    }
    let folder = entry.file_type().is_some_and(|kind| kind.is_dir());
    if folder && path != wanted && (is_build_tree(path) || is_cache(path)) {
        lock(found).skipped.push(path.to_path_buf());
        return false;
    }
    true
}

/// A build tree of CMake apart from its sources.
fn is_build_tree(folder: &Path) -> bool {
    folder.join("CMakeCache.txt").is_file() && !folder.join("CMakeLists.txt").is_file()
}

/// A folder tagged as a cache, as cargo's `target` is (<https://bford.info/cachedir/>).
fn is_cache(folder: &Path) -> bool {
    const SIGNATURE: &[u8] = b"Signature: 8a477f597d28d172789f06886806bc55";
    let tag = folder.join("CACHEDIR.TAG");
    // A link is no tag (the specification says so), and a pipe would never end.
    if !tag.symlink_metadata().is_ok_and(|meta| meta.is_file()) {
        return false;
    }
    let mut start = [0; SIGNATURE.len()];
    std::fs::File::open(tag).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == SIGNATURE
}

fn take(entry: DirEntry, sandbox: &Sandbox, wanted: &Path, found: &Mutex<Found>) {
    if entry.path() == wanted {
        lock(found).entered = true;
    }
    if !entry.path().starts_with(wanted) {
        return;
    }
    let Some((kind, file_type)) = Kind::of(entry.path()).zip(entry.file_type()) else { return };
    if file_type.is_file() || file_type.is_symlink() && sandbox.is_file(entry.path()) {
        lock(found).files.push((kind, entry.into_path()));
    }
}
