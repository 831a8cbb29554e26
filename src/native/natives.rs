//! The C-family files of an input: each is searched for trigger words once, and tokenised when somebody asks for it.
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use aho_corasick::AhoCorasick;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

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

/// Number of a file, by which it is found faster than by its path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FileIndex(u32);

/// One file that was searched.
struct Entry {
    path: Arc<Path>,
    triggers: Triggers,
    read: OnceLock<Option<NativeFile>>,
}

/// Lazily read sources.
pub struct Natives<'s> {
    sources: &'s SourceMap,
    /// In the order of their paths.
    entries: Vec<Entry>,
    /// Paths as text: comparing them part by part is slow.
    by_path: FxHashMap<OsString, FileIndex>,
    by_name: FxHashMap<OsString, Vec<FileIndex>>,
    /// Files that were asked for without having been searched.
    others: Mutex<FxHashMap<PathBuf, Option<NativeFile>>>,
    /// Which files hold any of some words, by the words.
    mentions: Mutex<FxHashMap<Vec<String>, Arc<FxHashSet<FileIndex>>>>,
}

impl<'s> Natives<'s> {
    /// Searches files (in parallel) for the words that facts begin with.
    pub fn search(sources: &'s SourceMap, paths: &[PathBuf]) -> Self {
        let mut entries: Vec<Entry> = paths
            .par_iter()
            .filter_map(|path| {
                let bytes = sources.sandbox().read(path).ok()?;
                let triggers = triggers(&bytes, Triggers::ALL);
                Some(Entry { path: Arc::from(path.as_path()), triggers, read: OnceLock::new() })
            })
            .collect();
        entries.sort_by(|a, b| a.path.cmp(&b.path));
        entries.dedup_by(|a, b| a.path == b.path);
        let mut by_path = FxHashMap::default();
        let mut by_name: FxHashMap<OsString, Vec<FileIndex>> = FxHashMap::default();
        for (at, entry) in entries.iter().enumerate() {
            let index = FileIndex(at as u32);
            by_path.insert(entry.path.as_os_str().to_owned(), index);
            if let Some(name) = entry.path.file_name() {
                by_name.entry(name.to_owned()).or_default().push(index);
            }
        }
        Self { sources, entries, by_path, by_name, others: Mutex::default(), mentions: Mutex::default() }
    }

    /// The files that hold any of the words, searched (in parallel) once for each set of words.
    pub fn mentioning(&self, words: &[String]) -> Arc<FxHashSet<FileIndex>> {
        let known = || self.mentions.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(found) = known().get(words) {
            return Arc::clone(found);
        }
        // Searched without the lock: a thread that waits for the others may come here again for another project.
        let Ok(search) = AhoCorasick::new(words) else { return Arc::default() };
        let holds = |entry: &Entry| self.sources.sandbox().read(&entry.path).is_ok_and(|bytes| search.is_match(&bytes));
        let numbered = self.entries.par_iter().enumerate();
        let found = numbered.filter(|(_, entry)| holds(entry)).map(|(at, _)| FileIndex(at as u32)).collect::<Vec<_>>();
        let found: Arc<FxHashSet<FileIndex>> = Arc::new(found.into_iter().collect());
        known().insert(words.to_vec(), Arc::clone(&found));
        found
    }

    /// The files of some kinds that hold a word; the others are not read again.
    pub fn holding(&self, wanted: Triggers, word: &str) -> FxHashSet<FileIndex> {
        let search = memchr::memmem::Finder::new(word);
        let holds = |entry: &Entry| {
            entry.triggers.meets(wanted)
                && self.sources.sandbox().read(&entry.path).is_ok_and(|bytes| search.find(&bytes).is_some())
        };
        let numbered = self.entries.par_iter().enumerate();
        numbered.filter(|(_, entry)| holds(entry)).map(|(at, _)| FileIndex(at as u32)).collect()
    }

    fn entry(&self, index: FileIndex) -> Option<&Entry> {
        self.entries.get(index.0 as usize)
    }

    /// The number of a file that was searched; its path in normal form.
    pub fn index(&self, path: &Path) -> Option<FileIndex> {
        self.by_path.get(path.as_os_str()).copied()
    }

    /// The path of a file.
    pub fn path(&self, index: FileIndex) -> Option<&Arc<Path>> {
        self.entry(index).map(|entry| &entry.path)
    }

    /// Files of a name, by path.
    pub fn named(&self, name: &OsStr) -> &[FileIndex] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// Files that may hold facts of any of the kinds, by path.
    pub fn with(&self, wanted: Triggers) -> impl Iterator<Item = &Path> {
        self.entries.iter().filter(move |entry| entry.triggers.meets(wanted)).map(|entry| &*entry.path)
    }

    /// Whether a file may hold facts of any of the kinds. Files that were not searched (generated ones) hold none.
    pub fn may_hold(&self, path: &Path, wanted: Triggers) -> bool {
        self.index(path).and_then(|index| self.entry(index)).is_some_and(|entry| entry.triggers.meets(wanted))
    }

    /// All files, by path.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.entries.iter().map(|entry| &*entry.path)
    }

    /// Whether a file is one of those that were searched.
    pub fn holds(&self, path: &Path) -> bool {
        self.index(path).is_some()
    }

    /// Reads many files at once, in parallel, so that [`Natives::file`] has them.
    pub fn read_ahead(&self, paths: &[&Path]) {
        let indices: Vec<FileIndex> = paths.iter().filter_map(|path| self.index(path)).collect();
        self.read_all(&indices);
    }

    /// The same by number.
    pub fn read_all(&self, indices: &[FileIndex]) {
        let entries = indices.iter().filter_map(|index| self.entry(*index));
        let unread: Vec<&Entry> = entries.filter(|entry| entry.read.get().is_none()).collect();
        if unread.len() > 1 {
            unread.par_iter().for_each(|entry| {
                self.read(entry);
            });
        }
    }

    fn read<'e>(&self, entry: &'e Entry) -> Option<&'e NativeFile> {
        entry.read.get_or_init(|| self.scan(&entry.path)).as_ref()
    }

    fn scan(&self, path: &Path) -> Option<NativeFile> {
        let source = self.sources.load(path).ok()?;
        let facts = Arc::new(scan(path, source.bytes()));
        Some(NativeFile { source, facts })
    }

    /// What a file says; nothing when it cannot be read.
    pub fn at(&self, index: FileIndex) -> Option<&NativeFile> {
        self.entry(index).and_then(|entry| self.read(entry))
    }

    /// What a file says; nothing when it cannot be read.
    pub fn file(&self, path: &Path) -> Option<NativeFile> {
        if let Some(index) = self.index(path) {
            return self.at(index).cloned();
        }
        let mut others = self.others.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        others.entry(path.to_path_buf()).or_insert_with(|| self.scan(path)).clone()
    }
}
