//! Which files of the repository a source sees through its includes. Conditions of includes are not looked at: what a
//! file might see counts.
use std::cell::RefCell;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::native::{FileIndex, Include, NativeFile, Natives};

use super::constants::Answers;
use super::include_folders::{Folders, IncludeFolders};
use super::{Model, TargetId};

/// Files that one source sees, beyond this many are left out.
const MOST: usize = 1500;

/// What a source sees.
#[derive(Default)]
pub struct View {
    /// The source itself, then headers in the order in which they are met.
    pub files: Vec<(Arc<Path>, NativeFile)>,
    /// Includes between quotes that lead to no file of the repository (generated ones, for example), as written.
    pub missing: Vec<String>,
    /// Includes between angle brackets that lead to no file of the repository: those of systems, of packages, and generated ones.
    pub foreign: Vec<String>,
    /// What was asked of its macros and constants before.
    pub(super) answers: Answers,
}

/// What one file includes itself.
#[derive(Default)]
struct Direct {
    files: Vec<FileIndex>,
    missing: Vec<String>,
    foreign: Vec<String>,
}

/// By the number of the include folders, and the file.
type Known<T> = RefCell<FxHashMap<(u32, FileIndex), Rc<T>>>;

/// Finds included files.
pub struct Headers<'a> {
    natives: &'a Natives<'a>,
    folders: IncludeFolders<'a>,
    direct: Known<Direct>,
    views: Known<View>,
}

impl<'a> Headers<'a> {
    /// Nothing is read yet.
    pub fn new(model: &'a Model<'a>, natives: &'a Natives<'a>) -> Self {
        let folders = IncludeFolders::new(model);
        Self { natives, folders, direct: RefCell::default(), views: RefCell::default() }
    }

    /// What a source sees when it is compiled for a target.
    pub fn view(&self, target: TargetId, source: &Path) -> Rc<View> {
        let Some(source) = self.natives.index(source) else { return Rc::default() };
        let folders = self.folders.of(target);
        let key = (folders.id, source);
        if let Some(known) = self.views.borrow().get(&key) {
            return Rc::clone(known);
        }
        let view = Rc::new(self.look(&folders, source));
        self.views.borrow_mut().insert(key, Rc::clone(&view));
        view
    }

    fn look(&self, folders: &Folders, source: FileIndex) -> View {
        let mut view = View::default();
        let mut seen: FxHashSet<FileIndex> = FxHashSet::default();
        // The source stands first in the list, whatever is read before it.
        let mut next = folders.forced(self.natives);
        next.push(source);
        while let Some(index) = next.pop() {
            if view.files.len() >= MOST || !seen.insert(index) {
                continue;
            }
            let (Some(file), Some(path)) = (self.natives.at(index), self.natives.path(index)) else { continue };
            let direct = self.direct(folders, index, path, file);
            view.missing.extend(direct.missing.iter().cloned());
            view.foreign.extend(direct.foreign.iter().cloned());
            next.extend(direct.files.iter().rev());
            view.files.push((Arc::clone(path), file.clone()));
        }
        view
    }

    /// All files of the repository that some sources of a target see, themselves among them.
    pub fn seen_by<'p>(&self, target: TargetId, sources: impl Iterator<Item = &'p Path>) -> Vec<FileIndex> {
        /// More files are not followed.
        const MOST: usize = 20_000;
        let folders = self.folders.of(target);
        let mut next = folders.forced(self.natives);
        next.extend(sources.filter_map(|path| self.natives.index(path)));
        let mut seen: FxHashSet<FileIndex> = FxHashSet::default();
        let mut files = Vec::new();
        while let Some(index) = next.pop() {
            if files.len() >= MOST || !seen.insert(index) {
                continue;
            }
            let (Some(file), Some(path)) = (self.natives.at(index), self.natives.path(index)) else { continue };
            next.extend(self.direct(&folders, index, path, file).files.iter());
            files.push(index);
        }
        files
    }

    /// The files that a file which a target compiles includes itself.
    pub fn included(&self, target: TargetId, source: &Path) -> Vec<FileIndex> {
        let folders = self.folders.of(target);
        let Some(index) = self.natives.index(source) else { return Vec::new() };
        let (Some(file), Some(path)) = (self.natives.at(index), self.natives.path(index)) else { return Vec::new() };
        self.direct(&folders, index, path, file).files.clone()
    }

    fn direct(&self, folders: &Folders, index: FileIndex, path: &Path, file: &NativeFile) -> Rc<Direct> {
        let key = (folders.id, index);
        if let Some(known) = self.direct.borrow().get(&key) {
            return Rc::clone(known);
        }
        let mut direct = Direct::default();
        for include in &file.facts.includes {
            match self.find(folders, path, include) {
                Some(found) => {
                    direct.files.push(found);
                    direct.files.extend(folders.others(self.natives, include, path, found));
                }
                None if include.quoted => direct.missing.push(include.path.clone()),
                None => direct.foreign.push(include.path.clone()),
            }
        }
        self.natives.read_all(&direct.files);
        let direct = Rc::new(direct);
        self.direct.borrow_mut().insert(key, Rc::clone(&direct));
        direct
    }

    /// The file that an include means: beside the includer, in the folders, else the one of that name nearest by.
    fn find(&self, folders: &Folders, from: &Path, include: &Include) -> Option<FileIndex> {
        if let Some(found) = folders.resolve(self.natives, include, from) {
            return Some(found);
        }
        // A copy elsewhere is not the one that the build writes.
        if folders.may_be_made(include) {
            return None;
        }
        let wanted = Path::new(&include.path);
        let named = self.natives.named(wanted.file_name()?);
        let plain: PathBuf = wanted.components().filter(|c| matches!(c, Component::Normal(_))).collect();
        // `<string.h>` means the system's, whatever the repository calls so.
        if named.is_empty() || (!include.quoted && plain.components().count() < 2) {
            return None;
        }
        let paths = named.iter().filter_map(|&index| Some((index, self.natives.path(index)?)));
        let near = |path: &Path| path.components().zip(from.components()).take_while(|(a, b)| a == b).count();
        paths.filter(|(_, path)| path.ends_with(&plain)).max_by_key(|(_, path)| near(path)).map(|(index, _)| index)
    }
}
