//! Which files of the project a source file includes, found as the compiler does: beside the including file, then in the
//! include directories of the target that compiles it.
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cmake::eval::text::has_symbol;
use crate::native::{Include, NativeFile, Natives};
use crate::source::normalize;

use super::{Model, TargetId};

/// Files that one source reaches by `#include`, itself first.
#[derive(Debug, Default)]
pub struct Reached {
    /// The files that were found, breadth first.
    pub files: Vec<Rc<Path>>,
    /// A header that may belong to the project was not found (it is generated, or stands in a directory that is not
    /// known): macros and declarations may hide there.
    pub incomplete: bool,
}

/// Resolves includes, remembering what was resolved.
pub struct Headers<'m> {
    model: &'m Model<'m>,
    natives: &'m Natives<'m>,
    directories: RefCell<FxHashMap<TargetId, Rc<Vec<PathBuf>>>>,
    reached: RefCell<FxHashMap<(TargetId, PathBuf), Rc<Reached>>>,
}

impl<'m> Headers<'m> {
    /// A resolver that knows nothing yet.
    pub fn new(model: &'m Model<'m>, natives: &'m Natives<'m>) -> Self {
        Self { model, natives, directories: RefCell::default(), reached: RefCell::default() }
    }

    /// What a file says.
    pub fn file(&self, path: &Path) -> Option<NativeFile> {
        self.natives.file(path)
    }

    /// Known include directories of a target, its own first.
    fn directories(&self, id: TargetId) -> Rc<Vec<PathBuf>> {
        if let Some(known) = self.directories.borrow().get(&id) {
            return Rc::clone(known);
        }
        let mut items = self.model.property(id, "INCLUDE_DIRECTORIES");
        for (library, _) in self.model.usage_closure(id) {
            items.extend(self.model.property(library, "INTERFACE_INCLUDE_DIRECTORIES"));
        }
        let mut seen = FxHashSet::default();
        let known = items.iter().filter(|item| !has_symbol(&item.text) && Path::new(&*item.text).is_absolute());
        let paths: Vec<PathBuf> =
            known.map(|item| normalize(Path::new(&*item.text))).filter(|path| seen.insert(path.clone())).collect();
        let paths = Rc::new(paths);
        self.directories.borrow_mut().insert(id, Rc::clone(&paths));
        paths
    }

    /// The file that an include names, when the project holds it.
    fn resolve(&self, include: &Include, from: &Path, directories: &[PathBuf]) -> Option<PathBuf> {
        let beside = from.parent().filter(|_| include.quoted);
        let bases = beside.into_iter().chain(directories.iter().map(PathBuf::as_path));
        bases.map(|base| normalize(&base.join(&include.path))).find(|path| self.natives.holds(path))
    }

    /// What a source reaches when a target compiles it.
    pub fn reached(&self, id: TargetId, source: &Path) -> Rc<Reached> {
        let key = (id, source.to_path_buf());
        if let Some(known) = self.reached.borrow().get(&key) {
            return Rc::clone(known);
        }
        let found = Rc::new(self.walk(id, source));
        self.reached.borrow_mut().insert(key, Rc::clone(&found));
        found
    }

    fn walk(&self, id: TargetId, source: &Path) -> Reached {
        /// A source that reaches more files is not followed further.
        const MOST: usize = 600;
        let directories = self.directories(id);
        let mut seen: FxHashSet<PathBuf> = FxHashSet::default();
        seen.insert(source.to_path_buf());
        let mut reached = Reached { files: vec![Rc::from(source)], incomplete: false };
        let mut at = 0;
        while let Some(path) = reached.files.get(at).cloned() {
            at += 1;
            let Some(file) = self.file(&path) else { continue };
            for include in &file.facts.includes {
                match self.resolve(include, &path, &directories) {
                    Some(found) if reached.files.len() < MOST => {
                        if seen.insert(found.clone()) {
                            reached.files.push(Rc::from(found));
                        }
                    }
                    Some(_) => reached.incomplete = true,
                    None => reached.incomplete |= include.quoted || !is_system(&include.path),
                }
            }
        }
        reached
    }
}

/// Headers of the language and of the system: no folder, or one of the system's.
fn is_system(path: &str) -> bool {
    match path.split_once('/') {
        None => true,
        Some((folder, _)) => matches!(folder, "sys" | "linux" | "asm" | "bits" | "net" | "netinet" | "arpa" | "mach"),
    }
}
