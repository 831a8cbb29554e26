//! Libraries for other languages that the crates of a repository make, by the names of their files (The Cargo Book, "Linkage"): read from
//! the manifests alone, for those who look at a CMake project beside them.
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::discover::{Inputs, Kind};
use crate::source::{SourceMap, Span};

use super::manifest::{self, Tree};

/// A library that a crate makes.
#[derive(Debug, Clone)]
pub struct Output {
    /// The package.
    pub package: String,
    /// Where the manifest says so.
    pub place: Span,
    /// Its build script, which may give options to the link.
    pub build: Option<PathBuf>,
    /// Its root file.
    pub root: PathBuf,
}

/// The libraries of all crates. Names that several crates make are left out.
#[derive(Debug, Default)]
pub struct Outputs {
    /// By the crate's name: `libNAME.a`.
    pub archives: BTreeMap<String, Output>,
    /// By the crate's name: `libNAME.so`.
    pub shared: BTreeMap<String, Output>,
}

struct OnDisk<'s>(&'s SourceMap);

impl Tree for OnDisk<'_> {
    fn has(&self, path: &Path) -> bool {
        self.0.sandbox().is_file(path)
    }

    fn targets(&self, _: &Path) -> Vec<(String, PathBuf)> {
        Vec::new()
    }
}

impl Outputs {
    /// Reads the manifests. What cannot be read makes nothing.
    pub fn read(sources: &SourceMap, inputs: &Inputs) -> Self {
        let mut out = Self::default();
        let mut twice: Vec<String> = Vec::new();
        let files = inputs.of(Kind::CargoManifest).iter().filter_map(|path| sources.load(path).ok());
        for package in files.filter_map(|file| manifest::read(&file, &OnDisk(sources)).ok()?.package) {
            let Some(library) = &package.library else { continue };
            let output = Output {
                package: package.name.text.clone(),
                place: library.place,
                build: package.build.clone(),
                root: library.path.clone(),
            };
            for (kind, known) in [("staticlib", &mut out.archives), ("cdylib", &mut out.shared)] {
                if library.is(kind) && known.insert(library.name.clone(), output.clone()).is_some() {
                    twice.push(library.name.clone());
                }
            }
        }
        for name in twice {
            out.archives.remove(&name);
            out.shared.remove(&name);
        }
        out
    }
}

/// The name between `lib` and a suffix, of a file that a path names.
pub fn library_of<'t>(path: &'t str, suffix: &str) -> Option<&'t str> {
    path.rsplit('/').next()?.strip_prefix("lib")?.strip_suffix(suffix)
}
