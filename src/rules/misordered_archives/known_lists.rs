//! Which libraries of the table a list has, in its order, and what on it may bring others.
use crate::cargo::outputs;
use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::text::{SymbolKind, has_symbol};
use crate::cond::Cond;
use crate::model::archives::is_ever;
use crate::model::listed::Listed;
use crate::model::{Item, Model, TargetId};

use super::known::{by_name, table};

/// A library of the table that an entry is or brings.
pub(super) struct Brought {
    /// Its row.
    pub(super) library: usize,
    /// When.
    pub(super) cond: Cond,
    /// When it is known to be an archive, and to be none.
    pub(super) archive: Cond,
    pub(super) shared: Cond,
    /// A target brings it: CMake puts it behind all that is listed.
    pub(super) through: bool,
}

/// What is not known, by its name in small letters.
pub(super) struct Other {
    pub(super) text: String,
    pub(super) cond: Cond,
    pub(super) is_target: bool,
}

/// One entry of a list.
pub(super) struct Entry {
    pub(super) item: Item,
    pub(super) libraries: Vec<Brought>,
    pub(super) others: Vec<Other>,
    /// Libraries that are looked through again and again.
    pub(super) is_group: bool,
}

/// Reads lists.
pub(super) struct Lists<'m> {
    model: &'m Model<'m>,
}

impl<'m> Lists<'m> {
    pub(super) fn new(model: &'m Model<'m>) -> Self {
        Self { model }
    }

    /// The entries of what a target links, or of what it has others link.
    pub(super) fn read(&self, id: TargetId, interface: bool) -> Vec<Entry> {
        let mut out = Vec::new();
        for listed in self.model.listed(id, interface) {
            // One item may be several words: `-lssl -lcrypto`.
            let text = &*listed.item.text;
            let is_one = has_symbol(text) || text.starts_with("$<");
            let words: Vec<&str> = if is_one { vec![text] } else { text.split_whitespace().collect() };
            for word in words {
                let mut entry = Entry {
                    item: listed.item.clone(),
                    libraries: Vec::new(),
                    others: Vec::new(),
                    is_group: listed.in_feature || is_group(word),
                };
                self.word(word, listed.other, false, &mut entry);
                self.targets(&listed, &mut entry);
                out.push(entry);
            }
        }
        out
    }

    fn targets(&self, listed: &Listed, entry: &mut Entry) {
        for (to, cond) in &listed.targets {
            let mut seen = Vec::new();
            self.target(*to, *cond, false, &mut seen, entry);
        }
    }

    /// What a target is, and what it brings.
    fn target(&self, id: TargetId, cond: Cond, through: bool, seen: &mut Vec<TargetId>, entry: &mut Entry) {
        /// What brings more is not followed.
        const MOST: usize = 64;
        let (model, conds) = (self.model, &self.model.facts.conds);
        if seen.contains(&id) || cond.is_false() {
            return;
        }
        seen.push(id);
        let is_interface = !is_ever(model, id, FILES);
        let made_here = model.definitions_of(id).iter().any(|one| model.span(one.origin).is_some());
        let name = model.name(id);
        // What pkg-config says of a package is a list.
        let is_list = name.starts_with("PkgConfig::");
        if seen.len() > MOST || model.is_imported(id) && (is_list || !made_here) {
            self.other(name, cond, true, entry);
            return;
        }
        // The names of that property before CMake 2.8.12.
        let older = model.target(id).properties.keys().filter(|key| key.contains("LINK_INTERFACE_LIBRARIES"));
        for item in older.flat_map(|key| model.property(id, key)) {
            match model.find(&item.text) {
                Some(to) => self.target(to, conds.and(cond, item.cond), true, seen, entry),
                None => self.word(&item.text, conds.and(cond, item.cond), true, entry),
            }
        }
        if model.is_imported(id) && !is_interface {
            let locations = model.target(id).properties.keys().filter(|key| key.starts_with("IMPORTED_LOCATION"));
            let found: Vec<Item> = locations.flat_map(|key| model.property(id, key)).collect();
            let of_file = found.iter().find_map(|item| self.library_of(&item.text));
            let tail = name.rsplit("::").next().unwrap_or(name);
            let of_name = || by_name().get(tail).or_else(|| by_name().get(tail.strip_prefix("lib")?)).copied();
            // The kind says more than the names of files, which settings may choose.
            let is = |kind| model.is_kind(id, &[kind]);
            if let Some(library) = of_file.map(|(library, ..)| library).or_else(of_name) {
                let (archive, shared) = (is(TargetKind::Static), is(TargetKind::Shared));
                self.brings(entry, Brought { library, cond, archive, shared, through });
            }
        }
        for item in model.interface_items(id) {
            self.word(&item.text, conds.and(cond, item.cond), true, entry);
        }
        for edge in model.interface_links(id) {
            self.target(edge.to, conds.and(cond, edge.cond), true, seen, entry);
        }
    }

    fn word(&self, word: &str, cond: Cond, through: bool, entry: &mut Entry) {
        if cond.is_false() {
            return;
        }
        if let Some((library, archive, shared)) = self.library_of(word) {
            self.brings(entry, Brought { library, cond, archive, shared, through });
        } else if self.may_bring(word) {
            self.other(word, cond, word.contains("::") || through, entry);
        }
    }

    /// What comes on many ways is one library: large projects have thousands.
    fn brings(&self, entry: &mut Entry, brought: Brought) {
        let is_same = |one: &&mut Brought| {
            (one.library, one.archive, one.shared, one.through)
                == (brought.library, brought.archive, brought.shared, brought.through)
        };
        match entry.libraries.iter_mut().find(is_same) {
            Some(known) => known.cond = self.model.facts.conds.or(known.cond, brought.cond),
            None => entry.libraries.push(brought),
        }
    }

    fn other(&self, name: &str, cond: Cond, is_target: bool, entry: &mut Entry) {
        let mut nothing = table().nothing.iter().flat_map(|row| &row.names);
        if !nothing.any(|start| name.starts_with(start.as_str())) {
            // What a limit cut off is called after the target, and says nothing of what it would have been.
            let value = self.model.lone_value(name);
            let is_cut = value.is_some_and(|value| value.kind == SymbolKind::Unmodelled);
            let text = if is_cut { String::new() } else { self.model.display(name).to_lowercase() };
            let known = entry.others.iter_mut().find(|one| one.text == text && one.is_target == is_target);
            match known {
                Some(known) => known.cond = self.model.facts.conds.or(known.cond, cond),
                None => entry.others.push(Other { text, cond, is_target }),
            }
        }
    }

    /// Whether an item that is no library of the table may be more than one file, or say what else to link.
    fn may_bring(&self, word: &str) -> bool {
        let model = self.model;
        if !has_symbol(word) {
            return word.contains("::") || word.starts_with("$<") || word.starts_with('@');
        }
        let Some(value) = model.lone_value(word) else { return !is_file(word) };
        let is_threads = ["CMAKE_THREAD_LIBS_INIT", "CMAKE_DL_LIBS"].iter().any(|name| value.name.starts_with(name));
        let is_searched = value.kind == SymbolKind::Found && model.facts.library_names.contains_key(&*value.name);
        !is_threads && !is_searched
    }

    /// The row of the library that an item is, when it is known to be an archive, and when to be a shared library.
    fn library_of(&self, word: &str) -> Option<(usize, Cond, Cond)> {
        let model = self.model;
        if let Some(value) = model.lone_value(word) {
            let (variable, package) = value.name.split_once(" of find_package(").unwrap_or((&value.name, ""));
            if value.kind != SymbolKind::Found {
                return None;
            }
            if !package.is_empty() {
                let holds = |variables: &[String]| variables.iter().any(|one| one == variable);
                let at = table().library.iter().position(|row| holds(&row.variables))?;
                return Some((at, always(at), Cond::FALSE));
            }
            return searched(model.facts.library_names.get(variable)?);
        }
        let bare = word.strip_prefix("-l").unwrap_or(word);
        let bare = bare.strip_prefix(':').filter(|_| word.starts_with("-l")).unwrap_or(bare);
        if let Some(name) = outputs::library_of(bare, ".a") {
            return by_name().get(name).map(|at| (*at, Cond::TRUE, Cond::FALSE));
        }
        if let Some(name) = outputs::library_of(bare, ".so") {
            return by_name().get(name).map(|at| (*at, Cond::FALSE, Cond::TRUE));
        }
        // A target of the project of this name, in another configuration perhaps, is that one.
        let at = *by_name().get(bare).filter(|_| model.find(bare).is_none())?;
        Some((at, always(at), Cond::FALSE))
    }
}

/// The one library that a search looks for under all its names.
fn searched(names: &[std::sync::Arc<str>]) -> Option<(usize, Cond, Cond)> {
    let (mut rows, mut archives, mut shared) = (Vec::new(), 0, 0);
    let mut others: Vec<&str> = Vec::new();
    for name in names {
        let archive = outputs::library_of(name, ".a");
        let so = outputs::library_of(name, ".so");
        archives += usize::from(archive.is_some());
        shared += usize::from(so.is_some());
        let bare = archive.or(so).unwrap_or(name);
        let bare = if by_name().contains_key(bare) { bare } else { bare.strip_prefix("lib").unwrap_or(bare) };
        match by_name().get(bare) {
            Some(row) => rows.push(*row),
            // Another form of it has its name before what it adds: `gflags_static`.
            None => others.push(bare),
        }
    }
    let first = *rows.first()?;
    let archive = if archives > 0 { Cond::TRUE } else { always(first) };
    let shared = if shared == names.len() { Cond::TRUE } else { Cond::FALSE };
    let library = &table().library.get(first)?.library;
    let alike = others.iter().all(|other| other.starts_with(library.as_str()));
    (alike && rows.iter().all(|row| *row == first)).then_some((first, archive, shared))
}

/// When a library of the table is an archive by its name.
fn always(row: usize) -> Cond {
    if table().library.get(row).is_some_and(|row| row.archive) { Cond::TRUE } else { Cond::FALSE }
}

/// Kinds of targets that are files.
const FILES: &[TargetKind] = &[TargetKind::Static, TargetKind::Shared, TargetKind::Module, TargetKind::Unknown];

/// Whether a word opens a group, or takes archives whole.
fn is_group(word: &str) -> bool {
    ["start-group", "whole-archive", "-Wl,-(", "force_load", "$<LINK_"].iter().any(|one| word.contains(one))
}

/// Whether a text, of which a part is not known, is the path of one library.
fn is_file(text: &str) -> bool {
    text.contains('/') && [".a", ".so", ".lib"].iter().any(|end| text.ends_with(end))
}
