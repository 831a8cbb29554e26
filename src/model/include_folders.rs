//! Where a target's includes are looked for. Targets with the same folders share them, and what is found in them.
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cmake::eval::facts::GeneratedBy;
use crate::cmake::eval::text::has_symbol;
use crate::flags::CompileFlag;
use crate::native::{FileIndex, Include, Natives};
use crate::source::normalize;

use super::{Model, TargetId};

/// Known include folders of targets, in the order in which they are searched.
pub(super) struct Folders {
    /// Equal for equal folders.
    pub id: u32,
    paths: Vec<PathBuf>,
    /// Headers that the command line puts before every source.
    forced: Vec<PathBuf>,
    /// By the bytes of the path.
    order: FxHashMap<Box<[u8]>, usize>,
    /// Headers that `generate_export_header()` writes.
    made: Rc<[PathBuf]>,
}

/// Folders, and headers that are put before every source.
type Key = (Vec<PathBuf>, Vec<PathBuf>);

/// The folders of all targets.
pub(super) struct IncludeFolders<'m> {
    model: &'m Model<'m>,
    of_target: RefCell<FxHashMap<TargetId, Rc<Folders>>>,
    sets: RefCell<FxHashMap<Key, Rc<Folders>>>,
    made: Rc<[PathBuf]>,
}

impl<'m> IncludeFolders<'m> {
    /// Nothing is read yet.
    pub(super) fn new(model: &'m Model<'m>) -> Self {
        let texts = &model.facts.texts;
        let made = model.facts.generated.iter().filter(|file| file.by == GeneratedBy::ExportHeader);
        let made =
            made.filter_map(|file| texts.as_str(file.output)).filter(|path| !has_symbol(path)).map(PathBuf::from);
        Self { model, of_target: RefCell::default(), sets: RefCell::default(), made: made.collect() }
    }

    /// Folders of a target, its own and those that its libraries bring.
    pub(super) fn of(&self, target: TargetId) -> Rc<Folders> {
        if let Some(known) = self.of_target.borrow().get(&target) {
            return Rc::clone(known);
        }
        let key = (self.paths(target), self.forced(target));
        let mut sets = self.sets.borrow_mut();
        let id = sets.len() as u32;
        let entry = sets.entry(key).or_insert_with_key(|(paths, forced)| {
            let made = Rc::clone(&self.made);
            Rc::new(Folders { id, paths: paths.clone(), forced: forced.clone(), order: order(paths), made })
        });
        let folders = Rc::clone(entry);
        self.of_target.borrow_mut().insert(target, Rc::clone(&folders));
        folders
    }

    fn paths(&self, target: TargetId) -> Vec<PathBuf> {
        let model = self.model;
        let mut items = model.property(target, "INCLUDE_DIRECTORIES");
        for (library, _) in model.usage_closure(target) {
            items.extend(model.property(library, "INTERFACE_INCLUDE_DIRECTORIES"));
        }
        let base = self.base(target);
        let mut seen = FxHashSet::default();
        let known = items.iter().filter(|item| !has_symbol(&item.text) && !item.text.contains("$<"));
        let absolute = known.map(|item| base.map_or_else(|| PathBuf::from(&*item.text), |base| base.join(&*item.text)));
        absolute.map(|path| normalize(&path)).filter(|path| seen.insert(path.clone())).collect()
    }

    /// The folder of the sources of the directory that makes a target.
    fn base(&self, target: TargetId) -> Option<&Path> {
        let directories = &self.model.facts.directories;
        let first = self.model.definitions_of(target).first();
        first.map(|one| directories[one.directory.0 as usize].source.as_path())
    }

    /// What `-include`, `/FI` and `PRECOMPILE_HEADERS` put before the sources of a target, as far as it is known.
    fn forced(&self, target: TargetId) -> Vec<PathBuf> {
        let model = self.model;
        let mut texts: Vec<String> = Vec::new();
        for source in model.compile_flags(target).iter() {
            if let CompileFlag::ForcedInclude(path) = &source.flag.flag {
                texts.push(path.trim_matches('"').to_owned());
            }
        }
        let mut headers = model.property(target, "PRECOMPILE_HEADERS");
        for (library, _) in model.usage_closure(target) {
            headers.extend(model.property(library, "INTERFACE_PRECOMPILE_HEADERS"));
        }
        texts.extend(headers.iter().map(|item| item.text.trim_matches(['"', '[', ']']).to_owned()));
        let known = |text: &&String| !text.is_empty() && !text.starts_with('<') && !text.contains("$<");
        let base = self.base(target);
        let known = texts.iter().filter(known).filter(|text| !has_symbol(text));
        known.map(|text| base.map_or_else(|| PathBuf::from(text), |base| normalize(&base.join(text)))).collect()
    }
}

impl Folders {
    /// Headers that the command line puts before every source: by their path, else by their name in the folders, as for `#include`.
    pub(super) fn forced(&self, natives: &Natives<'_>) -> Vec<FileIndex> {
        let in_folders = |path: &Path| {
            let name = path.file_name()?;
            self.paths.iter().find_map(|folder| natives.index(&folder.join(name)))
        };
        self.forced.iter().filter_map(|path| natives.index(path).or_else(|| in_folders(path))).collect()
    }

    /// The other files that an include may name, where folders differ by configuration: those in folders behind the first.
    pub(super) fn others(
        &self,
        natives: &Natives<'_>,
        include: &Include,
        from: &Path,
        first: FileIndex,
    ) -> Vec<FileIndex> {
        let named = Path::new(&include.path).file_name().map(|name| natives.named(name)).unwrap_or_default();
        if named.len() < 2 || natives.path(first).and_then(|path| path.parent()) == from.parent() {
            return Vec::new();
        }
        let is_below = |index: &FileIndex| {
            let path = natives.path(*index).map(|path| path.as_os_str().as_encoded_bytes()).unwrap_or_default();
            let folder = path.strip_suffix(include.path.as_bytes()).and_then(|path| path.strip_suffix(b"/"));
            *index != first && folder.is_some_and(|folder| self.order.contains_key(folder))
        };
        named.iter().copied().filter(is_below).collect()
    }

    /// The file that an include names: beside the including file, else in the folders.
    pub(super) fn resolve(&self, natives: &Natives<'_>, include: &Include, from: &Path) -> Option<FileIndex> {
        let wanted = Path::new(&include.path);
        let named = natives.named(wanted.file_name()?);
        if named.is_empty() {
            return None;
        }
        let beside = from.parent().filter(|_| include.quoted);
        if !include.path.split('/').all(|part| !matches!(part, "" | "." | "..")) {
            let mut bases = beside.into_iter().chain(self.paths.iter().map(PathBuf::as_path));
            return bases.find_map(|base| natives.index(&normalize(&base.join(wanted))));
        }
        // By bytes: comparing paths part by part takes most of the time.
        let beside = beside.map(|folder| folder.as_os_str().as_encoded_bytes());
        let places = named.iter().filter_map(|&index| {
            let path = natives.path(index)?.as_os_str().as_encoded_bytes();
            let folder = path.strip_suffix(include.path.as_bytes())?.strip_suffix(b"/")?;
            if beside == Some(folder) {
                return Some((0, index));
            }
            self.order.get(folder).map(|at| (at + 1, index))
        });
        let (at, index) = places.min()?;
        // A copy of a header that the build writes is not seen where that one comes first.
        let is_first = |path: &PathBuf| {
            let folder = path.as_os_str().as_encoded_bytes().strip_suffix(include.path.as_bytes());
            let folder = folder.and_then(|folder| folder.strip_suffix(b"/"));
            folder.and_then(|folder| self.order.get(folder)).is_some_and(|made| made + 1 < at)
        };
        (!self.made.iter().any(is_first)).then_some(index)
    }

    /// Whether an include may mean a header that `generate_export_header()` writes.
    pub(super) fn may_be_made(&self, include: &Include) -> bool {
        self.made.iter().any(|path| path.ends_with(&include.path))
    }
}

/// The place of each folder.
fn order(paths: &[PathBuf]) -> FxHashMap<Box<[u8]>, usize> {
    paths.iter().enumerate().map(|(at, path)| (path.as_os_str().as_encoded_bytes().into(), at)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::native::GuardId;
    use crate::source::{Sandbox, SourceMap};

    #[test]
    fn the_first_folder_that_has_the_file_counts() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path().canonicalize().unwrap();
        let paths: Vec<PathBuf> =
            ["a/x/h.h", "b/x/h.h", "b/h.h", "src/x/h.h", "src/f.c", "a/x/made.h"].map(|path| root.join(path)).into();
        for path in &paths {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        let sources = SourceMap::new(Sandbox::new(&root, &[]).unwrap());
        let natives = Natives::search(&sources, &paths);
        let folders = |names: &[&str]| {
            let paths: Vec<PathBuf> = names.iter().map(|name| root.join(name)).collect();
            let made = Rc::from([root.join("build/x/made.h")]);
            Folders { id: 0, order: order(&paths), forced: Vec::new(), paths, made }
        };
        let found = |names: &[&str], path: &str, quoted| {
            let include = Include { path: path.to_owned(), quoted, guard: GuardId::TRUE, range: 0..0 };
            let index = folders(names).resolve(&natives, &include, &root.join("src/f.c"))?;
            Some(natives.path(index)?.strip_prefix(&root).unwrap().to_str().unwrap().to_owned())
        };
        assert_eq!(found(&["b", "a"], "x/h.h", false).as_deref(), Some("b/x/h.h"));
        assert_eq!(found(&["b", "a"], "x/h.h", true).as_deref(), Some("src/x/h.h"));
        assert_eq!(found(&["a", "b"], "../a/x/h.h", false).as_deref(), Some("a/x/h.h"));
        assert_eq!(found(&["a", "b"], "x//./h.h", false).as_deref(), Some("a/x/h.h"));
        assert_eq!(found(&["a"], "h.h", false), None);
        assert_eq!(found(&["b"], "h.h", true).as_deref(), Some("b/h.h"));
        assert_eq!(found(&["a", "build"], "x/made.h", true).as_deref(), Some("a/x/made.h"));
        assert_eq!(found(&["build", "a"], "x/made.h", true), None);
    }
}
