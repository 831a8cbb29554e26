//! The C-family files of an input: each is searched for trigger words once, and tokenised when somebody asks for it.
use std::any::{Any, TypeId};
use std::ffi::{OsStr, OsString};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use memchr::memmem;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::comments::{Language, without_comments};
use crate::source::{SourceFile, SourceMap};

use super::attribute_macros::{self, AttributeMacro, Named};
use super::enclosing::{Enclosing, Uses};
use super::linkage::{self, Linkages};
use super::preprocessor::preprocess;
use super::scan::scan_with;
use super::words::{Words, count_word, longest, number};
use super::{FileFacts, MacroDef, Triggers, triggers};

/// A file with what it says.
#[derive(Clone)]
pub struct NativeFile {
    /// The text.
    pub source: Arc<SourceFile>,
    /// The facts; ranges are bytes of the text.
    pub facts: Arc<FileFacts>,
    read: Arc<Read>,
}

/// What is made of a file when somebody asks for it.
#[derive(Default)]
struct Read {
    code: OnceLock<Box<[u8]>>,
    uses: OnceLock<Uses>,
}

impl NativeFile {
    /// The text with blanks for its comments, as long as the text.
    pub fn code(&self) -> &[u8] {
        self.read.code.get_or_init(|| without_comments(self.source.bytes(), Language::C).into_boxed_slice())
    }

    /// What encloses a use of a name, by where it begins.
    pub fn enclosing(&self, start: u32) -> Option<&Enclosing> {
        self.read.uses.get_or_init(|| Uses::read(&self.facts, self.code())).at(start)
    }

    /// Whether the file lets headers make code in it: a macro that only they ask about stands before an include
    /// (`#define X_IMPLEMENTATION`). Names with an underscore in front ask for features of the system (`feature_test_macros(7)`).
    pub fn has_code_of_headers(&self) -> bool {
        let includes = &self.facts.includes;
        let last = includes.iter().map(|include| include.range.start).max().unwrap_or_default();
        let plain = |one: &&MacroDef| one.parameters.is_none() && !one.name.starts_with('_');
        let mut asked = self.facts.macros.iter().filter(plain).filter(|one| one.range.start < last).peekable();
        asked.peek().is_some() && {
            let code = self.code();
            asked.any(|one| count_word(code, &one.name) == 1)
        }
    }
}

/// Number of a file, by which it is found faster than by its path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FileIndex(u32);

/// One file that was searched.
struct Entry {
    path: Arc<Path>,
    triggers: Triggers,
    words: Words,
    /// The text, as long as all texts together stay small.
    text: Option<Arc<[u8]>>,
    read: OnceLock<Option<NativeFile>>,
}

/// Texts up to this sum (bytes) are kept; those of larger trees are read again when they are needed.
const KEPT: usize = 64 << 20;

/// What is derived from all files once a run, by its type.
type Derived = Mutex<FxHashMap<TypeId, Arc<dyn Any + Send + Sync>>>;

/// Macros of a file that stand for attributes; None where its definitions do not agree.
type Macros = FxHashMap<String, Option<AttributeMacro>>;

fn macros_of(triggers: Triggers, bytes: &[u8]) -> Macros {
    let has_attributes = triggers.meets(Triggers::EXPORT | Triggers::REGISTER) && attribute_macros::may_define(bytes);
    if !has_attributes && !attribute_macros::may_define_static(bytes) {
        return Macros::default();
    }
    let found = preprocess(bytes);
    attribute_macros::find(&found.macros, &found.guards)
}

/// Whether a text defines a macro in another way, for compilers of the kind that knows the attributes.
fn is_defined_otherwise(triggers: Triggers, text: &[u8], name: &str) -> bool {
    let defines = memmem::find_iter(text, name.as_bytes()).any(|at| {
        let line = memchr::memrchr(b'\n', &text[..at]).map_or(0, |newline| newline + 1);
        let before = text[line..at].trim_ascii();
        before.strip_prefix(b"#").is_some_and(|rest| rest.trim_ascii() == b"define")
    });
    defines && !macros_of(triggers, text).contains_key(name) && {
        let found = preprocess(text);
        let mut same = found.macros.iter().filter(|one| one.name == name);
        same.any(|one| attribute_macros::is_compiled(one, &found.guards))
    }
}

/// Lazily read sources.
pub struct Natives<'s> {
    sources: &'s SourceMap,
    /// In the order of their paths.
    entries: Vec<Entry>,
    /// The size of all texts.
    bytes: usize,
    /// Paths as text: comparing them part by part is slow.
    by_path: FxHashMap<OsString, FileIndex>,
    by_name: FxHashMap<OsString, Vec<FileIndex>>,
    /// Files that were asked for without having been searched.
    others: Mutex<FxHashMap<PathBuf, Option<NativeFile>>>,
    /// Macros that stand for attributes, in all files alike.
    attribute_macros: Named,
    /// Macros that say `extern "C"`, likewise.
    linkage_macros: Linkages,
    derived: Derived,
}

/// Words that are looked for, each with the number of the longest identifier in it.
struct Sought<'w>(Vec<(u32, memmem::Finder<'w>)>);

impl<'w> Sought<'w> {
    fn new(words: &'w [impl AsRef<str>]) -> Self {
        let word = |word: &'w str| (number(longest(word)), memmem::Finder::new(word.as_bytes()));
        Self(words.iter().map(AsRef::as_ref).map(word).collect())
    }
}

impl<'s> Natives<'s> {
    /// Searches files (in parallel) for the words that facts begin with.
    pub fn search(sources: &'s SourceMap, paths: &[PathBuf]) -> Self {
        let sum = AtomicUsize::new(0);
        let entry = |path: &PathBuf| {
            let bytes = sources.sandbox().read(path).ok()?;
            let triggers = triggers(&bytes, Triggers::ALL);
            let words = Words::new(&bytes);
            let text = sum.fetch_add(bytes.len(), Ordering::Relaxed) + bytes.len() <= KEPT;
            let none = Linkages::default();
            let says_c = triggers.meets(Triggers::EXPORT);
            let linkage = if says_c { linkage::of_file(&bytes, &none) } else { none };
            let macros = (macros_of(triggers, &bytes), linkage);
            let text = text.then(|| Arc::from(bytes));
            Some((Entry { path: Arc::from(path.as_path()), triggers, words, text, read: OnceLock::new() }, macros))
        };
        let (mut entries, macros): (Vec<Entry>, Vec<_>) = paths.par_iter().filter_map(entry).unzip();
        let (macros, linkage): (Vec<Macros>, Vec<Linkages>) = macros.into_iter().unzip();
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
        let bytes = sum.into_inner();
        let (others, derived) = (Mutex::default(), Mutex::default());
        let attribute_macros = Named::default();
        let linkage_macros = Linkages::default();
        let mut this =
            Self { sources, entries, bytes, by_path, by_name, others, attribute_macros, linkage_macros, derived };
        this.agree(macros);
        this.linkage_macros = linkage::agreed(linkage, |name| {
            let files = this.mentioning(&[name]).into_iter();
            files.filter_map(|index| this.text(index)).collect::<Vec<_>>()
        });
        this
    }

    /// Keeps the macros that stand for attributes in every file that defines them, and notes which files name them.
    fn agree(&mut self, macros: Vec<Macros>) {
        let mut known: FxHashMap<String, Option<AttributeMacro>> = FxHashMap::default();
        for (name, one) in macros.into_iter().flatten() {
            match known.get_mut(&name) {
                Some(other) if *other != one => *other = None,
                Some(_) => {}
                None => drop(known.insert(name, one)),
            }
        }
        // What only keeps a symbol is of no use alone.
        let useful = |one: &AttributeMacro| one.kinds() != (false, false) || one.is_static();
        let known: Named = known.into_iter().filter_map(|(name, one)| Some((name, one.filter(useful)?))).collect();
        if known.is_empty() {
            return;
        }
        let names: Vec<(&String, u32, memmem::Finder<'_>)> =
            known.keys().map(|name| (name, number(name.as_bytes()), memmem::Finder::new(name.as_bytes()))).collect();
        let look = |index: usize| {
            let entry = &self.entries[index];
            let possible: Vec<_> = names.iter().filter(|(_, number, _)| entry.words.may_hold(*number)).collect();
            let text = if possible.is_empty() { None } else { self.text(FileIndex(index as u32)) };
            let named = |text: &[u8]| {
                let held = possible.iter().filter(|(_, _, finder)| finder.find(text).is_some());
                held.map(|(name, ..)| (*name, is_defined_otherwise(entry.triggers, text, name))).collect()
            };
            text.map_or_else(Vec::new, |text| named(&text))
        };
        let named: Vec<Vec<(&String, bool)>> = (0..self.entries.len()).into_par_iter().map(look).collect();
        let otherwise: FxHashSet<String> =
            named.iter().flatten().filter(|(_, plain)| *plain).map(|(name, _)| (*name).clone()).collect();
        let mut triggers = vec![Triggers::default(); self.entries.len()];
        for (found, names) in triggers.iter_mut().zip(&named) {
            for (weak, registers) in names.iter().filter_map(|(name, _)| known.get(*name)).map(AttributeMacro::kinds) {
                *found = *found | if weak { Triggers::EXPORT } else { Triggers::default() };
                *found = *found | if registers { Triggers::REGISTER } else { Triggers::default() };
            }
        }
        for (entry, found) in self.entries.iter_mut().zip(triggers) {
            entry.triggers = entry.triggers | found;
        }
        self.attribute_macros = known.into_iter().filter(|(name, _)| !otherwise.contains(name)).collect();
    }

    /// Names of macros of the project that stand for the attribute `weak`, as words that files may hold.
    pub fn weak_macros(&self) -> Vec<&str> {
        self.attribute_macros.iter().filter(|(_, one)| one.kinds().0).map(|(name, _)| name.as_str()).collect()
    }

    /// The text of a file that was searched.
    pub fn text(&self, index: FileIndex) -> Option<Arc<[u8]>> {
        let entry = self.entry(index)?;
        match &entry.text {
            Some(text) => Some(Arc::clone(text)),
            None => self.sources.sandbox().read(&entry.path).ok().map(Arc::from),
        }
    }

    /// The files that hold any of the words: identifiers, or texts that hold one. They are by number.
    pub fn mentioning(&self, words: &[impl AsRef<str>]) -> FxHashSet<FileIndex> {
        let words = Sought::new(words);
        (0..self.entries.len() as u32).map(FileIndex).filter(|index| self.holds_any(*index, &words)).collect()
    }

    /// Whether one of some files holds any of the words.
    pub fn is_mentioned(&self, words: &[impl AsRef<str>], mut files: impl Iterator<Item = FileIndex>) -> bool {
        let words = Sought::new(words);
        files.any(|index| self.holds_any(index, &words))
    }

    fn holds_any(&self, index: FileIndex, words: &Sought<'_>) -> bool {
        let Some(entry) = self.entry(index) else { return false };
        let mut possible = words.0.iter().filter(|(number, _)| entry.words.may_hold(*number)).peekable();
        // The text is read only if some word may be there.
        possible.peek().is_some()
            && self.text(index).is_some_and(|text| possible.any(|(_, word)| word.find(&text).is_some()))
    }

    /// What is derived from all files, whichever root asks: known by its type, and found once.
    pub fn once<T: Send + Sync + 'static>(&self, find: impl FnOnce() -> T) -> Arc<T> {
        // What is made on several threads is made without a lock: a thread that waits for the others may come here again for
        // another root. Two threads may do the same work then, and the first result stays.
        let derived = || self.derived.lock().unwrap_or_else(PoisonError::into_inner);
        let known = derived().get(&TypeId::of::<T>()).and_then(|known| Arc::clone(known).downcast().ok());
        known.unwrap_or_else(|| {
            let found = Arc::new(find());
            let first = Arc::clone(derived().entry(TypeId::of::<T>()).or_insert_with(|| Arc::clone(&found) as _));
            first.downcast().unwrap_or(found)
        })
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

    /// All files in parts that are read in a moment, for [`Natives::read_until`]; none of a large tree, of which rules ask for
    /// few.
    pub fn chunks(&self) -> impl Iterator<Item = Range<usize>> {
        /// Files of a part.
        const PART: usize = 16;
        /// A tree with more bytes is large.
        const LARGE: usize = 32 << 20;
        let most = if self.bytes <= LARGE { self.entries.len() } else { 0 };
        (0..most).step_by(PART).map(move |start| start..most.min(start + PART))
    }

    /// Reads a part of the files ahead, until that is of no use any more.
    pub fn read_until(&self, part: Range<usize>, done: &AtomicBool) {
        for entry in self.entries.get(part).into_iter().flatten() {
            if done.load(Ordering::Relaxed) {
                return;
            }
            self.read(entry);
        }
    }

    fn read<'e>(&self, entry: &'e Entry) -> Option<&'e NativeFile> {
        entry.read.get_or_init(|| self.scan(&entry.path, entry.text.as_ref())).as_ref()
    }

    fn scan(&self, path: &Path, text: Option<&Arc<[u8]>>) -> Option<NativeFile> {
        let known = crate::source::normalize(path);
        let source = match self.sources.find(&known) {
            Some(source) => source,
            None => self.sources.read_ahead(known, text.cloned()).ok()?,
        };
        let facts = Arc::new(scan_with(path, source.bytes(), &self.attribute_macros, &self.linkage_macros));
        Some(NativeFile { source, facts, read: Arc::default() })
    }

    /// What a file says; nothing when it cannot be read.
    pub fn at(&self, index: FileIndex) -> Option<&NativeFile> {
        let file = self.entry(index).and_then(|entry| self.read(entry))?;
        file.source.want();
        Some(file)
    }

    /// What a file says; nothing when it cannot be read.
    pub fn file(&self, path: &Path) -> Option<NativeFile> {
        if let Some(index) = self.index(path) {
            return self.at(index).cloned();
        }
        let mut others = self.others.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let file = others.entry(path.to_path_buf()).or_insert_with(|| self.scan(path, None)).clone()?;
        file.source.want();
        Some(file)
    }
}
