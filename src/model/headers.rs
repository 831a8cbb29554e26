//! Which files of the project a source file includes, found as the compiler does: beside the including file, then in the
//! include directories of the target that compiles it.
use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::native::{FileIndex, GuardId, Natives};

use super::include_folders::{Folders, IncludeFolders};
use super::{Model, TargetId};

/// Files that one source reaches by `#include`, itself first.
#[derive(Debug, Default)]
pub struct Reached {
    /// The files that were found, breadth first.
    pub files: Vec<FileIndex>,
    /// A header that may belong to the project was not found (it is generated, or stands in a directory that is not
    /// known): macros and declarations may hide there.
    pub incomplete: bool,
}

/// What one file includes itself.
struct Direct {
    files: Vec<(GuardId, FileIndex)>,
    incomplete: bool,
}

/// By the number of the include folders, and the file.
type Known<T> = RefCell<FxHashMap<(u32, FileIndex), Rc<T>>>;

/// Resolves includes, remembering what was resolved.
pub struct Headers<'m> {
    natives: &'m Natives<'m>,
    folders: IncludeFolders<'m>,
    direct: Known<Direct>,
    reached: Known<Reached>,
    macros: RefCell<MacroFiles>,
}

/// Which files define a macro, of those that were asked about.
#[derive(Default)]
struct MacroFiles {
    read: FxHashSet<FileIndex>,
    by_name: FxHashMap<Box<str>, Vec<FileIndex>>,
}

impl<'m> Headers<'m> {
    /// A resolver that knows nothing yet.
    pub fn new(model: &'m Model<'m>, natives: &'m Natives<'m>) -> Self {
        let folders = IncludeFolders::new(model);
        Self { natives, folders, direct: RefCell::default(), reached: RefCell::default(), macros: RefCell::default() }
    }

    /// What a source reaches when a target compiles it.
    pub fn reached(&self, id: TargetId, source: &Path) -> Rc<Reached> {
        let Some(source) = self.natives.index(source) else {
            return Rc::new(Reached { files: Vec::new(), incomplete: true });
        };
        let folders = self.folders.of(id);
        let key = (folders.id, source);
        if let Some(known) = self.reached.borrow().get(&key) {
            return Rc::clone(known);
        }
        let found = Rc::new(self.walk(&folders, source));
        self.reached.borrow_mut().insert(key, Rc::clone(&found));
        found
    }

    /// The files of the project that a file includes itself where a target compiles it, and under which of its conditions.
    pub fn included(&self, id: TargetId, file: FileIndex) -> Vec<(GuardId, FileIndex)> {
        self.direct(&self.folders.of(id), file).files.clone()
    }

    /// Those files among some that define a macro, in their order.
    pub fn defining(&self, reached: &Reached, name: &str) -> Vec<FileIndex> {
        let mut macros = self.macros.borrow_mut();
        for file in &reached.files {
            if !macros.read.insert(*file) {
                continue;
            }
            let names: FxHashSet<&str> =
                self.natives.at(*file).iter().flat_map(|native| &native.facts.macros).map(|one| &*one.name).collect();
            for name in names {
                macros.by_name.entry(name.into()).or_default().push(*file);
            }
        }
        let Some(defining) = macros.by_name.get(name) else { return Vec::new() };
        reached.files.iter().copied().filter(|file| defining.contains(file)).collect()
    }

    /// The files.
    pub fn natives(&self) -> &'m Natives<'m> {
        self.natives
    }

    fn walk(&self, folders: &Folders, source: FileIndex) -> Reached {
        /// A source that reaches more files is not followed further.
        const MOST: usize = 600;
        let mut seen: FxHashSet<FileIndex> = FxHashSet::default();
        seen.insert(source);
        let mut reached = Reached { files: vec![source], incomplete: false };
        reached.files.extend(folders.forced(self.natives).into_iter().filter(|forced| seen.insert(*forced)));
        let (mut at, mut read) = (0, 0);
        while let Some(&file) = reached.files.get(at) {
            if at == read {
                self.natives.read_all(&reached.files[read..]);
                read = reached.files.len();
            }
            at += 1;
            let direct = self.direct(folders, file);
            reached.incomplete |= direct.incomplete;
            for &(_, found) in &direct.files {
                if reached.files.len() >= MOST {
                    reached.incomplete = true;
                } else if seen.insert(found) {
                    reached.files.push(found);
                }
            }
        }
        reached
    }

    /// Whether the project has a file of that name, in whatever folder.
    fn holds_name(&self, path: &str) -> bool {
        Path::new(path).file_name().is_some_and(|name| !self.natives.named(name).is_empty())
    }

    fn direct(&self, folders: &Folders, file: FileIndex) -> Rc<Direct> {
        let key = (folders.id, file);
        if let Some(known) = self.direct.borrow().get(&key) {
            return Rc::clone(known);
        }
        let mut direct = Direct { files: Vec::new(), incomplete: false };
        if let (Some(native), Some(path)) = (self.natives.at(file), self.natives.path(file)) {
            for include in &native.facts.includes {
                match folders.resolve(self.natives, include, path) {
                    Some(found) => direct.files.push((include.guard, found)),
                    None => {
                        direct.incomplete |=
                            include.quoted || !is_system(&include.path) || self.holds_name(&include.path);
                    }
                }
            }
        }
        let direct = Rc::new(direct);
        self.direct.borrow_mut().insert(key, Rc::clone(&direct));
        direct
    }
}

/// Headers of the language and of the system: no folder, or one of the system's.
fn is_system(path: &str) -> bool {
    match path.split_once('/') {
        None => true,
        Some((folder, _)) => matches!(folder, "sys" | "linux" | "asm" | "bits" | "net" | "netinet" | "arpa" | "mach"),
    }
}
