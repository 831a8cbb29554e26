//! Which files of the repository a source sees through its includes. Conditions of includes are not looked at: what a
//! file might see counts.
use std::cell::RefCell;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cmake::eval::text::has_symbol;
use crate::native::{Include, NativeFile, Natives};
use crate::source::normalize;

use super::{Model, TargetId};

/// Files that one source sees, beyond this many are left out.
const MOST: usize = 1500;

/// What a source sees.
#[derive(Default)]
pub struct View {
    /// The source itself, then headers in the order in which they are met.
    pub files: Vec<(PathBuf, NativeFile)>,
    /// Includes between quotes that lead to no file of the repository (generated ones, for example), as written.
    pub missing: Vec<String>,
}

/// Finds included files.
pub struct Headers<'a> {
    model: &'a Model<'a>,
    natives: &'a Natives<'a>,
    by_name: FxHashMap<OsString, Vec<&'a Path>>,
    folders: RefCell<FxHashMap<TargetId, Rc<Vec<PathBuf>>>>,
    views: RefCell<FxHashMap<(TargetId, PathBuf), Rc<View>>>,
}

impl<'a> Headers<'a> {
    /// Indexes the repository's files by name.
    pub fn new(model: &'a Model<'a>, natives: &'a Natives<'a>) -> Self {
        let mut by_name: FxHashMap<OsString, Vec<&Path>> = FxHashMap::default();
        for path in natives.paths() {
            if let Some(name) = path.file_name() {
                by_name.entry(name.to_owned()).or_default().push(path);
            }
        }
        Self { model, natives, by_name, folders: RefCell::default(), views: RefCell::default() }
    }

    /// What a source sees when it is compiled for a target.
    pub fn view(&self, target: TargetId, source: &Path) -> Rc<View> {
        let key = (target, source.to_path_buf());
        if let Some(known) = self.views.borrow().get(&key) {
            return Rc::clone(known);
        }
        let view = Rc::new(self.look(&self.folders(target), source));
        self.views.borrow_mut().insert(key, Rc::clone(&view));
        view
    }

    fn look(&self, folders: &[PathBuf], source: &Path) -> View {
        let mut view = View::default();
        let mut seen: FxHashSet<PathBuf> = FxHashSet::default();
        let mut next = vec![source.to_path_buf()];
        while let Some(path) = next.pop() {
            if view.files.len() >= MOST || !seen.insert(path.clone()) {
                continue;
            }
            let Some(file) = self.natives.file(&path) else { continue };
            for include in file.facts.includes.iter().rev() {
                match self.find(folders, &path, include) {
                    Some(found) => next.push(found),
                    None if include.quoted => view.missing.push(include.path.clone()),
                    None => {}
                }
            }
            view.files.push((path, file));
        }
        view
    }

    /// The file that an include means: beside the includer, in the folders, else the one of that name nearest by.
    fn find(&self, folders: &[PathBuf], from: &Path, include: &Include) -> Option<PathBuf> {
        let wanted = Path::new(&include.path);
        let named = self.by_name.get(wanted.file_name()?)?;
        let is_there = |path: PathBuf| {
            let path = normalize(&path);
            named.iter().any(|known| **known == *path).then_some(path)
        };
        let beside = from.parent().filter(|_| include.quoted).and_then(|folder| is_there(folder.join(wanted)));
        if let Some(found) = beside.or_else(|| folders.iter().find_map(|folder| is_there(folder.join(wanted)))) {
            return Some(found);
        }
        let plain: PathBuf = wanted.components().filter(|c| matches!(c, std::path::Component::Normal(_))).collect();
        // `<string.h>` means the system's, whatever the repository calls so.
        if !include.quoted && plain.components().count() < 2 {
            return None;
        }
        let near = |path: &&&Path| path.components().zip(from.components()).take_while(|(a, b)| a == b).count();
        named.iter().filter(|path| path.ends_with(&plain)).max_by_key(near).map(|path| path.to_path_buf())
    }

    /// Include folders of a target, its own and those that its libraries bring.
    fn folders(&self, target: TargetId) -> Rc<Vec<PathBuf>> {
        if let Some(known) = self.folders.borrow().get(&target) {
            return Rc::clone(known);
        }
        let model = self.model;
        let mut items = model.property(target, "INCLUDE_DIRECTORIES");
        for (library, _) in model.usage_closure(target) {
            items.extend(model.property(library, "INTERFACE_INCLUDE_DIRECTORIES"));
        }
        let base =
            model.definitions_of(target).first().map(|d| &model.facts.directories[d.directory.0 as usize].source);
        let known = items.iter().filter(|item| !has_symbol(&item.text) && !item.text.contains("$<"));
        let mut folders: Vec<PathBuf> = Vec::new();
        for path in known.map(|item| base.map_or_else(|| PathBuf::from(&*item.text), |base| base.join(&*item.text))) {
            if !folders.contains(&path) {
                folders.push(path);
            }
        }
        let folders = Rc::new(folders);
        self.folders.borrow_mut().insert(target, Rc::clone(&folders));
        folders
    }
}
