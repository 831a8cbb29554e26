//! The C-family files of an input: each is searched for trigger words once, and tokenised when somebody asks for it.
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::source::{SourceFile, SourceMap};

use super::{FileFacts, Triggers, scan, triggers};

/// A file with what it says.
#[derive(Clone)]
pub struct NativeFile {
    /// The text.
    pub source: Arc<SourceFile>,
    /// The facts; ranges are bytes of the text.
    pub facts: Arc<FileFacts>,
}

/// Lazily read sources.
pub struct Natives<'s> {
    sources: &'s SourceMap,
    triggers: BTreeMap<PathBuf, Triggers>,
    read: Mutex<FxHashMap<PathBuf, Option<NativeFile>>>,
}

impl<'s> Natives<'s> {
    /// Searches files (in parallel) for the words that facts begin with.
    pub fn search(sources: &'s SourceMap, paths: &[PathBuf]) -> Self {
        let found: Vec<(PathBuf, Triggers)> = paths
            .par_iter()
            .filter_map(|path| {
                let bytes = sources.sandbox().read(path).ok()?;
                Some((path.clone(), triggers(&bytes, Triggers::ALL)))
            })
            .collect();
        Self { sources, triggers: found.into_iter().collect(), read: Mutex::default() }
    }

    /// Files that may hold facts of any of the kinds, by path.
    pub fn with(&self, wanted: Triggers) -> impl Iterator<Item = &Path> {
        self.triggers.iter().filter(move |(_, found)| found.meets(wanted)).map(|(path, _)| path.as_path())
    }

    /// Whether a file may hold facts of any of the kinds. Files that were not searched (generated ones) hold none.
    pub fn may_hold(&self, path: &Path, wanted: Triggers) -> bool {
        self.triggers.get(path).is_some_and(|found| found.meets(wanted))
    }

    /// All files, by path.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.triggers.keys().map(PathBuf::as_path)
    }

    /// What a file says; nothing when it cannot be read.
    pub fn file(&self, path: &Path) -> Option<NativeFile> {
        let mut read = self.read.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(known) = read.get(path) {
            return known.clone();
        }
        let file = self.sources.load(path).ok().map(|source| {
            let facts = Arc::new(scan(path, source.bytes()));
            NativeFile { source, facts }
        });
        read.insert(path.to_path_buf(), file.clone());
        file
    }
}
