//! The Rust files of the packages: which are worth parsing, and what each is a part of.
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use aho_corasick::AhoCorasick;
use rayon::prelude::*;

use super::rust::{self, RustFacts};
use super::syntax::STACK;
use super::{Cargo, Package};
use crate::discover::Kind;
use crate::source::{SourceFile, Span};

/// What a file is a part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// The library.
    Library,
    /// A program.
    Bin,
    /// Examples, tests, benchmarks.
    Other,
    /// The build script.
    BuildScript,
}

/// A Rust file that may matter to a link.
#[derive(Debug)]
pub struct RustFile {
    /// The text.
    pub source: Arc<SourceFile>,
    /// Number of its package in [`Cargo::packages`].
    pub package: usize,
    /// What it is a part of.
    pub role: Role,
    /// What it says; None where it could not be parsed.
    pub facts: Option<RustFacts>,
}

impl RustFile {
    /// A range of the file as a place.
    pub fn span(&self, range: &std::ops::Range<u32>) -> Span {
        Span::new(self.source.id(), range.clone())
    }
}

/// Words without which a file says nothing that is read.
const WORDS: &[&str] = &[
    "no_mangle",
    "export_name",
    "extern \"C\"",
    "extern \"system\"",
    "extern \"C-unwind\"",
    "#[link(",
    "dlopen",
    "dlsym",
    "Library::",
    "LoadLibrary",
    "libloading",
    "extern {",
];

/// Threads that parse: each has a large stack.
const THREADS: usize = 4;

/// Parses the files that hold one of the words, in parallel.
pub(super) fn read(cargo: &Cargo<'_>) -> Vec<RustFile> {
    static SEARCH: OnceLock<Option<AhoCorasick>> = OnceLock::new();
    let search = SEARCH.get_or_init(|| AhoCorasick::new(WORDS).ok());
    let paths: Vec<(&PathBuf, usize)> = [Kind::RustSource, Kind::BuildScript]
        .iter()
        .flat_map(|kind| cargo.inputs.of(*kind))
        .filter_map(|path| Some((path, cargo.owner_index(path)?)))
        .collect();
    let (sources, packages) = (cargo.sources, &cargo.packages);
    let one = |(path, package): &(&PathBuf, usize)| {
        let bytes = sources.sandbox().read(path).ok()?;
        if search.as_ref().is_some_and(|search| !search.is_match(&bytes)) {
            return None;
        }
        let source = sources.insert((*path).clone(), bytes.into());
        let role = role(packages.get(*package)?, path);
        Some(RustFile { facts: rust::read(source.bytes()), source, package: *package, role })
    };
    let work = || paths.par_iter().filter_map(one).collect::<Vec<_>>();
    let mut found = match rayon::ThreadPoolBuilder::new().num_threads(THREADS).stack_size(STACK).build() {
        Ok(pool) => pool.install(work),
        Err(_) => Vec::new(),
    };
    found.sort_by(|a, b| a.source.path().cmp(b.source.path()));
    modules_of_programs(&mut found, packages);
    found
}

/// What a file is a part of, by its place.
fn role(package: &Package, path: &Path) -> Role {
    if package.build.as_deref() == Some(path) {
        return Role::BuildScript;
    }
    if package.library.as_ref().is_some_and(|library| library.path == path) {
        return Role::Library;
    }
    if package.bins.iter().any(|bin| bin.path == path) || path.starts_with(package.folder.join("src/bin")) {
        return Role::Bin;
    }
    let others = [&package.examples, &package.tests, &package.benches];
    let folder = ["examples", "tests", "benches"].iter().any(|folder| path.starts_with(package.folder.join(folder)));
    if folder || others.iter().any(|targets| targets.iter().any(|target| target.path == path)) {
        return Role::Other;
    }
    if package.library.is_some() { Role::Library } else { Role::Bin }
}

/// Where a package has a library and programs, files that only a program declares as modules are the program's.
fn modules_of_programs(files: &mut [RustFile], packages: &[Package]) {
    let mut own: BTreeSet<PathBuf> = BTreeSet::new();
    for file in files.iter().filter(|file| file.role == Role::Bin) {
        let library = packages.get(file.package).and_then(|package| package.library.as_ref());
        let (Some(folder), Some(facts), Some(_)) = (file.source.path().parent(), &file.facts, library) else {
            continue;
        };
        own.extend(facts.modules.iter().flat_map(|name| [folder.join(format!("{name}.rs")), folder.join(name)]));
    }
    for file in files.iter_mut().filter(|file| file.role == Role::Library) {
        if file.source.path().ancestors().any(|path| own.contains(path)) {
            file.role = Role::Bin;
        }
    }
}
