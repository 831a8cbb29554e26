//! Which files are compiled into which target.
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cmake::eval::facts::{Directory, DirectoryId, GeneratedBy, TargetKind};
use crate::cmake::eval::text::has_symbol;
use crate::cmake::lang::condition;
use crate::cond::Cond;
use crate::source::normalize;

use super::cache::remember;
use super::joined::joined;
use super::{Item, Model, Source, TargetId};

impl Model<'_> {
    /// Reads SOURCES of all targets; object libraries first, since others take their objects in.
    pub(super) fn read_sources(&mut self) {
        for id in self.targets() {
            let own = self.own_sources(id);
            self.sources[id.0 as usize] = own;
        }
        for id in self.targets() {
            let taken = self.taken_objects(id);
            self.sources[id.0 as usize].extend(taken);
        }
        for id in self.targets() {
            for source in self.sources[id.0 as usize].clone() {
                if let Some(path) = source.path {
                    self.containers.entry(path).or_default().push((id, source.cond));
                }
            }
        }
    }

    fn own_sources(&self, id: TargetId) -> Vec<Source> {
        let mut items = self.property(id, "SOURCES");
        for (library, cond) in self.usage_closure(id) {
            for item in self.property(library, "INTERFACE_SOURCES") {
                let cond = self.facts.conds.and(item.cond, cond);
                items.push(Item { cond, ..item });
            }
        }
        let homes = self.homes(id);
        let items = self.joined(items);
        let mut out = Vec::with_capacity(items.len());
        for item in items {
            if item.cond.is_false() || item.text.starts_with("$<TARGET_OBJECTS:") {
                continue;
            }
            let known = !has_symbol(&item.text) && !item.text.contains("$<");
            let mut add = |path: Option<PathBuf>, cond| {
                let cond = path.as_deref().map_or(cond, |path| self.facts.conds.diff(cond, self.is_only_listed(path)));
                out.push(Source { path, text: Arc::clone(&item.text), cond, origin: item.origin, through: None });
            };
            match homes.as_slice() {
                homes if homes.is_empty() || !known => add(None, item.cond),
                [(home, _)] => add(Some(self.locate(&home.source, &home.binary, &item.text)), item.cond),
                homes => {
                    for (home, here) in homes {
                        let cond = self.facts.conds.and(item.cond, *here);
                        if !cond.is_false() {
                            add(Some(self.locate(&home.source, &home.binary, &item.text)), cond);
                        }
                    }
                }
            }
        }
        out
    }

    /// Each file once for each command that lists it.
    fn joined(&self, items: Vec<Item>) -> Vec<Item> {
        let keyed = items.into_iter().map(|item| ((Arc::clone(&item.text), self.span(item.origin)), item.cond, item));
        joined(&self.facts.conds, keyed).into_iter().map(|(cond, item)| Item { cond, ..item }).collect()
    }

    /// The directories in which a target is made, each with when: one name may be made in one directory for each system.
    fn homes(&self, id: TargetId) -> Vec<(&Directory, Cond)> {
        let mut homes: Vec<(DirectoryId, Cond)> = Vec::new();
        for definition in self.definitions_of(id) {
            match homes.iter_mut().find(|(home, _)| *home == definition.directory) {
                Some((_, cond)) => *cond = self.facts.conds.or(*cond, definition.cond),
                None => homes.push((definition.directory, definition.cond)),
            }
        }
        homes.into_iter().map(|(home, cond)| (&self.facts.directories[home.0 as usize], cond)).collect()
    }

    /// A relative source is looked for in the source directory, then in the binary directory.
    /// When a source is there to be seen and not compiled: another one includes it (cmake-properties(7), `HEADER_FILE_ONLY`).
    fn is_only_listed(&self, path: &Path) -> Cond {
        if !self.with_listed {
            return Cond::FALSE;
        }
        let key = (Arc::from(&*path.to_string_lossy()), Arc::from("HEADER_FILE_ONLY"));
        let value = self.facts.source_properties.get(&key);
        let items = value.map_or_else(Vec::new, |value| self.items(value, None));
        let on = items.iter().filter(|item| has_symbol(&item.text) || condition::is_on(&item.text));
        self.facts.conds.any(on.map(|item| item.cond).collect::<Vec<_>>())
    }

    fn locate(&self, source: &Path, binary: &Path, text: &str) -> PathBuf {
        let first = normalize(&source.join(text));
        let generated = normalize(&binary.join(text));
        let made = |path: &PathBuf| path.to_str().is_some_and(|path| self.generated.contains(path));
        if made(&generated) && !made(&first) { generated } else { first }
    }

    /// Whether the build description or one of its commands writes a file of that name itself, without a template.
    pub fn writes(&self, name: &OsStr) -> bool {
        let own = |by: GeneratedBy| matches!(by, GeneratedBy::File | GeneratedBy::CustomCommand);
        self.facts.generated.iter().filter(|file| own(file.by)).any(|file| {
            let output = self.facts.texts.as_str(file.output);
            output.is_some_and(|output| Path::new(output).file_name() == Some(name))
        })
    }

    /// Sources of object libraries: named by `$<TARGET_OBJECTS:…>` or linked directly.
    fn taken_objects(&self, id: TargetId) -> Vec<Source> {
        let mut out = Vec::new();
        let mut take = |library: TargetId, cond: Cond, origin| {
            for source in &self.sources[library.0 as usize] {
                let when = self.facts.conds.and(cond, source.cond);
                if source.through.is_none() && !when.is_false() {
                    out.push(Source { cond: when, origin, through: Some(library), ..source.clone() });
                }
            }
        };
        let mut open = Vec::new();
        for item in self.property(id, "SOURCES") {
            let named = item.text.strip_prefix("$<TARGET_OBJECTS:").and_then(|t| t.strip_suffix('>'));
            // Which library that is hangs on a setting: by default it is the one that is found, if any.
            if named.is_some_and(has_symbol) {
                open.push(Source {
                    path: None,
                    text: item.text.clone(),
                    cond: item.cond,
                    origin: item.origin,
                    through: None,
                });
            }
            if let Some(library) = named.and_then(|name| self.find(name)).filter(|&l| l != id) {
                take(library, item.cond, item.origin);
            }
        }
        for edge in self.links(id) {
            let object = self.is_kind(edge.to, &[TargetKind::Object]);
            let cond = self.facts.conds.and(edge.cond, object);
            if !cond.is_false() && !edge.link_only {
                take(edge.to, cond, edge.origin);
            }
        }
        out.append(&mut open);
        out
    }

    /// When a binary is compiled from sources that are not known, its own or those of an archive that it takes in.
    pub fn has_unknown_sources(&self, id: TargetId) -> Cond {
        *remember(&self.cache.unknown_sources, id, || self.find_unknown_sources(id))
    }

    fn find_unknown_sources(&self, id: TargetId) -> Cond {
        let conds = &self.facts.conds;
        let parts = std::iter::once((id, Cond::TRUE)).chain(self.static_closure(id));
        let unknown = parts.flat_map(|(part, linked)| {
            let unknown = self.sources(part).iter().filter(|source| source.path.is_none());
            unknown.map(|source| conds.and(linked, source.cond)).collect::<Vec<_>>()
        });
        conds.any(unknown.collect::<Vec<_>>())
    }

    /// Text of a source for people.
    pub fn source_text(&self, source: &Source) -> Arc<str> {
        Arc::from(self.display(&source.text).as_str())
    }
}
