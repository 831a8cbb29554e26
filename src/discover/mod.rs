//! Finds what there is to read under a folder: one parallel walk, sorted by path.
//!
//! `.git` and what `.gitignore` files name is left out, dot-folders are not (`.cargo`, `.github` matter). Symbolic
//! links to folders are not followed; links to files are, as long as the file lies inside the bounds of reading. Build
//! trees of CMake (a `CMakeCache.txt` without a `CMakeLists.txt` beside it) and folders tagged as caches
//! (<https://bford.info/cachedir/>) hold copies and are left out too; [`Inputs::skipped`] names them.
mod kind;
mod placeholders;
mod walk;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub use kind::Kind;
pub use placeholders::{has_template_statement, is_in_placeholder};
use rayon::slice::ParallelSliceMut as _;

use crate::diagnostic::{Diagnostic, Severity, code};
use crate::source::{Sandbox, SourceMap};

/// A `CMakeLists.txt`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListFile {
    /// Where it is.
    pub path: PathBuf,
    /// Whether its text seems to call `project()`: it may be the top of a project of its own.
    pub calls_project: bool,
    /// Whether a program that makes projects fills it in first: CMake does not read it as it is.
    pub is_template: bool,
}

/// What was found, every list sorted by path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Inputs {
    /// The limit of reading, links resolved.
    pub root: PathBuf,
    /// The folder that is analysed, links resolved.
    pub path: PathBuf,
    /// Every `CMakeLists.txt`; which are reached from which, the evaluation tells.
    pub cmake_lists: Vec<ListFile>,
    /// Folders that were left out as build trees and caches.
    pub skipped: Vec<PathBuf>,
    /// Folders that could not be listed, and the like.
    pub diagnostics: Vec<Diagnostic>,
    files: BTreeMap<Kind, Vec<PathBuf>>,
}

impl Inputs {
    /// The files of a kind, sorted by path.
    pub fn of(&self, kind: Kind) -> &[PathBuf] {
        self.files.get(&kind).map_or(&[], Vec::as_slice)
    }

    /// Leaves out the files that somebody does not want to be looked at.
    pub fn retain(&mut self, keep: impl Fn(&Path) -> bool) {
        self.cmake_lists.retain(|list| keep(&list.path));
        for paths in self.files.values_mut() {
            paths.retain(|path| keep(path));
        }
    }

    /// Whether there is any CMake to evaluate.
    pub fn has_cmake(&self) -> bool {
        !self.cmake_lists.is_empty()
    }

    /// Tops of projects: the lists that call `project()`; when none does, the one nearest to the analysed folder.
    pub fn project_candidates(&self) -> Vec<&ListFile> {
        let lists = || self.cmake_lists.iter().filter(|list| !list.is_template);
        let calling: Vec<&ListFile> = lists().filter(|list| list.calls_project).collect();
        if calling.is_empty() {
            lists().min_by_key(|list| (list.path.components().count(), &list.path)).into_iter().collect()
        } else {
            calling
        }
    }
}

/// The folder of `.git` nearest above `path`, else `path` itself.
pub fn find_root(path: &Path) -> PathBuf {
    path.ancestors().find(|folder| folder.join(".git").exists()).unwrap_or(path).to_path_buf()
}

/// Finds the inputs under `path` (inside the sandbox's root; both without links).
pub fn discover(sources: &SourceMap, path: &Path) -> Inputs {
    let sandbox = sources.sandbox();
    let root = sandbox.root().unwrap_or(path);
    let mut found = walk::walk(sandbox, root, path, true);
    if !found.entered && path != root {
        // The folder itself is ignored, and still somebody named it.
        found = walk::walk(sandbox, path, path, false);
    }
    let builds = |kind: Kind| matches!(kind, Kind::CMakeLists | Kind::CargoManifest);
    let is_top = |name: &str| sandbox.is_file(&path.join(name));
    if !found.files.iter().any(|(kind, _)| builds(*kind)) && (is_top("CMakeLists.txt") || is_top("Cargo.toml")) {
        // `*CMake*` among what is ignored, for what a build in the source tree writes: version control keeps what it has.
        found = walk::walk(sandbox, path, path, false);
    }
    let mut files: BTreeMap<Kind, Vec<PathBuf>> = BTreeMap::new();
    found.files.par_sort_unstable();
    for (kind, file) in found.files {
        files.entry(kind).or_default().push(file);
    }
    found.skipped.sort_unstable();
    found.failures.sort_unstable();
    let cmake_lists = list_files(sandbox, files.get(&Kind::CMakeLists).map_or(&[], Vec::as_slice));
    let mut inputs = Inputs {
        root: root.to_path_buf(),
        path: path.to_path_buf(),
        cmake_lists,
        skipped: found.skipped,
        diagnostics: found
            .failures
            .into_iter()
            .map(|why| Diagnostic::new(Severity::Warning, code::UNLISTED, why))
            .collect(),
        files,
    };
    inputs.diagnostics.extend(nothing(&inputs));
    inputs
}

fn list_files(sandbox: &Sandbox, paths: &[PathBuf]) -> Vec<ListFile> {
    use rayon::prelude::*;
    paths
        .par_iter()
        .map(|path| {
            // A file that cannot be read is told about when it is parsed.
            let text = sandbox.read(path).unwrap_or_default();
            let is_template = is_in_placeholder(path) || placeholders::is_template(&text);
            ListFile { path: path.clone(), calls_project: seems_to_call_project(&text), is_template }
        })
        .collect()
}

/// Whether a line begins with `project (`, in any case.
fn seems_to_call_project(text: &[u8]) -> bool {
    text.split(|&b| b == b'\n').any(|line| {
        let line = line.trim_ascii_start();
        let (word, rest) = line.split_at(line.len().min("project".len()));
        word.eq_ignore_ascii_case(b"project") && rest.trim_ascii_start().first() == Some(&b'(')
    })
}

/// What to say when there is nothing to evaluate.
fn nothing(inputs: &Inputs) -> Option<Diagnostic> {
    if inputs.has_cmake() || !inputs.of(Kind::CargoManifest).is_empty() {
        return None;
    }
    let message = format!("no CMakeLists.txt and no Cargo.toml under {}: nothing was checked", inputs.path.display());
    Some(Diagnostic::new(Severity::Note, code::NOTHING, message))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn tree(files: &[(&str, &str)]) -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        for (name, text) in files {
            let path = root.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        (dir, root)
    }

    fn inputs(root: &Path, path: &Path) -> Inputs {
        discover(&SourceMap::new(Sandbox::new(root, &[]).unwrap()), path)
    }

    fn names(root: &Path, paths: impl IntoIterator<Item = PathBuf>) -> Vec<String> {
        paths.into_iter().map(|p| p.strip_prefix(root).unwrap().display().to_string()).collect()
    }

    #[test]
    fn ignored_files_are_left_out_and_dot_folders_are_not() {
        let (_dir, root) = tree(&[
            (".gitignore", "build/\n*.gen.c\n"),
            (".git/x.c", ""),
            (".pc/fix.patch/CMakeLists.txt", "project(x)"),
            (".github/workflows/ci.yml", ""),
            ("CMakeLists.txt", "project(x)"),
            ("build/CMakeLists.txt", "project(y)"),
            ("sub/CMakeLists.txt", "# project(z)\nadd_library(a a.c)"),
            ("sub/a.c", ""),
            ("sub/a.gen.c", ""),
        ]);
        let found = inputs(&root, &root);
        let lists: Vec<_> = found.cmake_lists.iter().map(|l| (l.path.clone(), l.calls_project)).collect();
        assert_eq!(lists, [(root.join("CMakeLists.txt"), true), (root.join("sub/CMakeLists.txt"), false)]);
        assert_eq!(names(&root, found.of(Kind::Source).to_vec()), ["sub/a.c"]);
        assert_eq!(names(&root, found.of(Kind::Script).to_vec()), [".github/workflows/ci.yml"]);
        assert_eq!(found.project_candidates().len(), 1);
        assert!(found.diagnostics.is_empty());
    }

    #[test]
    fn ignore_files_above_the_folder_count_up_to_the_root() {
        let (_dir, root) = tree(&[
            (".gitignore", "*.gen.c\nout/\n"),
            ("p/CMakeLists.txt", ""),
            ("p/a.gen.c", ""),
            ("p/b.c", ""),
            ("q/c.c", ""),
            ("out/CMakeLists.txt", ""),
        ]);
        let found = inputs(&root, &root.join("p"));
        assert_eq!(names(&root, found.of(Kind::Source).to_vec()), ["p/b.c"]);
        // A folder that is ignored is read when it is named.
        assert!(inputs(&root, &root.join("out")).has_cmake());
    }

    #[test]
    fn a_top_that_is_ignored_by_its_name_is_read() {
        let (_dir, root) =
            tree(&[(".gitignore", "*CMake*\n*.o\n"), ("CMakeLists.txt", "project(x)"), ("a/CMakeLists.txt", "")]);
        assert_eq!(inputs(&root, &root).cmake_lists.len(), 2);
    }

    #[test]
    fn build_trees_and_caches_are_left_out() {
        let (_dir, root) = tree(&[
            ("CMakeLists.txt", "project(x)"),
            ("CMakeCache.txt", ""),
            ("b/CMakeCache.txt", ""),
            ("b/_deps/y/CMakeLists.txt", "project(y)"),
            ("target/CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n"),
            ("target/CMakeLists.txt", "project(z)"),
            ("kept/CACHEDIR.TAG", "something else"),
            ("kept/a.c", ""),
        ]);
        let found = inputs(&root, &root);
        assert_eq!(found.cmake_lists.len(), 1);
        assert_eq!(names(&root, found.skipped.clone()), ["b", "target"]);
        assert_eq!(found.of(Kind::Source).len(), 1);
    }

    #[test]
    fn nothing_to_check_is_told() {
        let (_dir, root) = tree(&[("sub/Cargo.toml", "")]);
        assert!(inputs(&root, &root).diagnostics.is_empty());
        let (_dir, root) = tree(&[("sub/notes.txt", "")]);
        let found = inputs(&root, &root);
        assert_eq!(found.diagnostics.len(), 1);
        assert!(found.diagnostics[0].message.ends_with(": nothing was checked"));
        assert_eq!(found.diagnostics[0].code, code::NOTHING);
    }

    #[cfg(unix)]
    #[test]
    fn links_out_of_the_root_are_not_followed() {
        use std::os::unix::fs::symlink;
        let (_outside, outside) = tree(&[("d/a.c", ""), ("b.c", "")]);
        let (_dir, root) = tree(&[("CMakeLists.txt", ""), ("own/c.c", "")]);
        symlink(outside.join("d"), root.join("d")).unwrap();
        symlink(outside.join("b.c"), root.join("b.c")).unwrap();
        symlink(root.join("own/c.c"), root.join("link.c")).unwrap();
        symlink(&root, root.join("loop")).unwrap();
        let found = inputs(&root, &root);
        assert_eq!(names(&root, found.of(Kind::Source).to_vec()), ["link.c", "own/c.c"]);
    }

    #[test]
    fn project_is_found_in_any_case_and_not_in_comments() {
        assert!(seems_to_call_project(b"cmake_minimum_required(VERSION 3)\n  PROJECT (x)"));
        assert!(seems_to_call_project(b"project\t("));
        assert!(!seems_to_call_project(b"# project(x)\nproject_x(y)\nset(project)\nproject"));
    }
}
