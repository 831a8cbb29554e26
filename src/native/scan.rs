//! Reading of one file, and of all files of a project.
use std::path::{Path, PathBuf};

use rayon::iter::ParallelIterator;
use rayon::slice::ParallelSliceMut as _;
use rustc_hash::FxHashMap;

use super::attribute_macros::Named;
use super::facts::{FileFacts, Language};
use super::linkage::Linkages;
use super::prefilter::{Triggers, triggers};
use super::{follow, preprocessor, walker};

/// The language of a file, by its suffix.
pub fn language(path: &Path) -> Option<Language> {
    Some(match path.extension()?.to_str()? {
        "c" => Language::C,
        "cc" | "cpp" | "cxx" | "c++" | "C" | "cppm" | "ixx" | "ipp" | "icpp" | "icc" | "tpp" | "inl" | "inc"
        | "txx" | "tcc" => Language::Cxx,
        "cu" | "cuh" | "hip" => Language::Cuda,
        "m" | "mm" => Language::ObjectiveC,
        "h" | "hh" | "hpp" | "hxx" | "h++" | "H" => Language::Header,
        _ => return None,
    })
}

/// Reads one file. Pure: the path gives the language only.
pub fn scan(path: &Path, bytes: &[u8]) -> FileFacts {
    scan_with(path, bytes, &FxHashMap::default(), &FxHashMap::default())
}

/// The same with macros of other files that stand for attributes, and that say something of linkage.
pub(super) fn scan_with(path: &Path, bytes: &[u8], attributes: &Named, linkage: &Linkages) -> FileFacts {
    walker::walk(bytes, language(path), preprocessor::preprocess(bytes), linkage, attributes)
}

/// The facts of many files, sorted by path.
#[derive(Debug, Default)]
pub struct Scan {
    files: Vec<(PathBuf, FileFacts)>,
}

impl Scan {
    /// Reads files in parallel. A file without a word of `wanted` is left out ([`super::triggers`]); None reads all files, which
    /// is what finds every definition.
    ///
    /// What one file says about another is followed: macros that say `extern "C"` and names for export macros (where several
    /// files define a macro, one that says so is enough), declarations with C linkage in included headers, and the
    /// namespaces of members that are defined behind `using namespace`.
    pub fn run<I, B>(files: I, wanted: Option<Triggers>) -> Self
    where
        I: ParallelIterator<Item = (PathBuf, B)>,
        B: AsRef<[u8]> + Send + Sync,
    {
        let read = |(path, bytes): (PathBuf, B)| {
            if wanted.is_some_and(|wanted| !triggers(bytes.as_ref(), wanted).meets(wanted)) {
                return None;
            }
            let facts = scan(&path, bytes.as_ref());
            Some((path, facts, bytes))
        };
        let mut read: Vec<(PathBuf, FileFacts, B)> = files.filter_map(read).collect();
        read.par_sort_by(|a, b| a.0.cmp(&b.0));
        follow::linkage_macros(&mut read);
        let mut scan = Self { files: read.into_iter().map(|(path, facts, _)| (path, facts)).collect() };
        follow::exports(&mut scan.files);
        follow::namespaces(&mut scan.files);
        follow::declarations(&mut scan.files);
        scan
    }

    /// The files that were read, by path.
    pub fn files(&self) -> impl Iterator<Item = (&Path, &FileFacts)> {
        self.files.iter().map(|(path, facts)| (path.as_path(), facts))
    }

    /// The facts of a file that was read.
    pub fn file(&self, path: &Path) -> Option<&FileFacts> {
        let index = self.files.binary_search_by(|(other, _)| other.as_path().cmp(path)).ok()?;
        self.files.get(index).map(|(_, facts)| facts)
    }

    /// Every definition of a macro that some file calls an export macro, with the file's facts.
    pub fn export_macro(&self, name: &str) -> Vec<(&Path, &FileFacts, &super::ExportMacro)> {
        let find = |facts: &'_ FileFacts| facts.export_macros.iter().position(|found| found.name == name);
        let found = self.files().filter_map(|(path, facts)| {
            let index = find(facts)?;
            Some((path, facts, facts.export_macros.get(index)?))
        });
        found.collect()
    }
}
