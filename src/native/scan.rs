//! Reading of one file, and of all files of a project.
use std::path::{Path, PathBuf};

use rayon::iter::{IntoParallelRefIterator as _, IntoParallelRefMutIterator as _, ParallelIterator};
use rayon::slice::ParallelSliceMut as _;
use rustc_hash::{FxHashMap, FxHashSet};

use super::facts::{FileFacts, Language, Linkage, MacroDef};
use super::prefilter::{Triggers, triggers};
use super::tables::LinkageMacro;
use super::{export_macro, preprocessor, walker};

/// The language of a file, by its suffix.
pub fn language(path: &Path) -> Option<Language> {
    Some(match path.extension()?.to_str()? {
        "c" => Language::C,
        "cc" | "cpp" | "cxx" | "c++" | "C" | "cppm" | "ixx" | "ipp" | "tpp" | "inl" | "inc" | "txx" | "tcc" => {
            Language::Cxx
        }
        "cu" | "cuh" | "hip" => Language::Cuda,
        "m" | "mm" => Language::ObjectiveC,
        "h" | "hh" | "hpp" | "hxx" | "h++" | "H" => Language::Header,
        _ => return None,
    })
}

/// Reads one file. Pure: the path gives the language only.
pub fn scan(path: &Path, bytes: &[u8]) -> FileFacts {
    walker::walk(bytes, language(path), preprocessor::preprocess(bytes), &FxHashMap::default())
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
    /// Macros that one file defines and another uses are followed: those that say `extern "C"`, and names for export macros.
    /// Where several files define a macro, one that says so is enough.
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
        follow_linkage(&mut read);
        let mut scan = Self { files: read.into_iter().map(|(path, facts, _)| (path, facts)).collect() };
        scan.follow_exports();
        scan
    }

    /// Gives every file the export macros that are names for those of other files.
    fn follow_exports(&mut self) {
        let mut exporting = FxHashSet::default();
        // Chains of names over files are short.
        for _ in 0..8 {
            let before = exporting.len();
            let names =
                self.files.iter().flat_map(|(_, facts)| facts.export_macros.iter().map(|found| found.name.clone()));
            exporting.extend(names);
            if exporting.len() == before {
                return;
            }
            self.files.par_iter_mut().for_each(|(_, facts)| {
                let names_one =
                    |definition: &MacroDef| definition.body.as_ref().is_some_and(|body| exporting.contains(body));
                if facts.macros.iter().any(names_one) {
                    facts.export_macros = export_macro::find(&facts.macros, &exporting);
                }
            });
        }
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

/// Applies macros that say `extern "C"` to the files that do not define them.
fn follow_linkage<B: AsRef<[u8]> + Send + Sync>(files: &mut [(PathBuf, FileFacts, B)]) {
    let macros: Vec<_> = files.par_iter().map(|(_, facts, _)| export_macro::linkage_macros(&facts.macros)).collect();
    let others: FxHashMap<String, LinkageMacro> = macros.into_iter().flatten().collect();
    if others.is_empty() {
        return;
    }
    files.par_iter_mut().for_each(|(path, facts, bytes)| {
        let names = facts.functions.iter().flat_map(|function| &function.attributes.macros);
        let names = names.chain(facts.variables.iter().flat_map(|variable| &variable.attributes.macros));
        let kinds: Vec<LinkageMacro> = names.filter_map(|name| others.get(name).copied()).collect();
        if kinds.contains(&LinkageMacro::Open) {
            // Blocks change what comes after them: the file is read again.
            *facts = walker::walk(bytes.as_ref(), language(path), preprocessor::preprocess(bytes.as_ref()), &others);
        } else if kinds.contains(&LinkageMacro::Prefix) {
            let says_c = |macros: &[String]| macros.iter().any(|name| others.get(name) == Some(&LinkageMacro::Prefix));
            for function in facts.functions.iter_mut().filter(|function| says_c(&function.attributes.macros)) {
                function.linkage = Linkage::C;
            }
            for variable in facts.variables.iter_mut().filter(|variable| says_c(&variable.attributes.macros)) {
                variable.linkage = Linkage::C;
            }
        }
    });
}
