//! The rows of each relation.
use std::hash::Hash;
use std::ops::Range;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::schema::Relation;
use super::{Cell, Entry, ModelRelations, Owner};
use crate::cmake::eval::facts::{DirectoryId, GeneratedBy, InstallKind, OverrideKind, Reason, TargetKind, Unknown};
use crate::cmake::eval::text::{Text, has_symbol};
use crate::cmake::eval::value::{Origin, Value};
use crate::cond::{Cond, SubjectKind};
use crate::flags::{self, CompileFlag, Dialect};
use crate::model::{FlagSource, Item, Model, Source, TargetId};

/// What tells the cells of flags apart. The model keeps a flag and its words at one address for all targets, and outlives the relations.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct FlagKey {
    flag: usize,
    words: usize,
    via: &'static str,
    origin: Origin,
    checked: Cell,
    /// Whether the other tool gets it as well: that is a matter of each target.
    both: bool,
}

impl ModelRelations<'_> {
    /// The rows of a relation that is made at once; none for one that is made target by target.
    pub(super) fn build(&self, relation: Relation) -> Option<Vec<Entry>> {
        Some(match relation {
            Relation::Property
            | Relation::CompileDefinition
            | Relation::CompileOption
            | Relation::LinkOption
            | Relation::LinkItem
            | Relation::Source => return None,
            Relation::Target => self.target_rows(),
            Relation::Variable => self.variable_rows(),
            Relation::Option => self.option_rows(),
            Relation::Override => self.override_rows(),
            Relation::Install => self.install_rows(),
            Relation::Export => self.export_rows(),
            Relation::Package => self.package_rows(),
            Relation::Generated => self.generated_rows(),
            Relation::Call => self.call_rows(),
            Relation::Argument => self.argument_rows(),
            Relation::Platform => self.platform_rows(),
            Relation::Language => self.language_rows(),
            Relation::Missing => self.missing_rows(),
        })
    }

    /// The rows of one target.
    pub(super) fn build_for(&self, relation: Relation, id: TargetId) -> Vec<Entry> {
        match relation {
            Relation::Property => self.property_rows(id),
            Relation::CompileDefinition => self.definition_rows(id),
            Relation::CompileOption => self.compile_rows(id),
            Relation::LinkOption => self.link_rows(id),
            Relation::LinkItem => self.library_rows(id),
            Relation::Source => self.source_rows(id),
            _ => Vec::new(),
        }
    }

    fn row(&self, cond: Cond, origin: Origin, owner: Owner, cells: impl Into<Rc<[Cell]>>) -> Entry {
        Entry { cond, within: None, cells: cells.into(), span: self.span(origin), owner }
    }

    /// A row of what a target has.
    fn owned_row(&self, id: TargetId, cond: Cond, origin: Origin, cells: impl Into<Rc<[Cell]>>) -> Entry {
        Entry { within: Some(id), ..self.row(cond, origin, Owner::Target(id), cells) }
    }

    pub(super) fn item_row(&self, id: TargetId, item: &Item, cells: Vec<Cell>) -> Entry {
        self.owned_row(id, item.cond, item.origin, cells)
    }

    fn text(&self, text: Text) -> Cell {
        self.model.facts.texts.plain(text).map_or(Cell::Unknown, |plain| Cell::of(&plain))
    }

    fn optional(&self, text: Option<Text>) -> Cell {
        text.map_or(Cell::Word(""), |text| self.text(text))
    }

    /// The file of a place, below the project's folder; nothing where there is no place.
    fn file(&self, origin: Origin) -> Cell {
        let Some(span) = self.span(origin) else { return Cell::Unknown };
        self.files
            .borrow_mut()
            .entry(span.file)
            .or_insert_with(|| self.below(self.sources.get(span.file).path()))
            .clone()
    }

    /// The source folder of a directory, below the project's folder; empty for that one.
    fn folder(&self, directory: DirectoryId) -> Cell {
        let directory = self.model.facts.directories.get(directory.0 as usize);
        directory.map_or(Cell::Unknown, |directory| self.below(&directory.source))
    }

    fn below(&self, path: &Path) -> Cell {
        let below = path.strip_prefix(&self.model.facts.source_dir);
        below.map_or(Cell::Unknown, |below| Cell::of(&below.to_string_lossy().replace('\\', "/")))
    }

    fn target_rows(&self) -> Vec<Entry> {
        let mut out = Vec::new();
        for id in self.model.targets() {
            for definition in self.model.definitions_of(id).iter().filter(|d| d.alias_of.is_none()) {
                let kind = match definition.kind {
                    TargetKind::Executable => "executable",
                    TargetKind::Static => "static",
                    TargetKind::Shared => "shared",
                    TargetKind::Module => "module",
                    TargetKind::Object => "object",
                    TargetKind::Interface => "interface",
                    TargetKind::Unknown => "unknown",
                    TargetKind::Utility => "custom",
                };
                let linked = definition.kind.is_linked() && !definition.imported;
                let cells = vec![
                    Cell::Word(kind),
                    Cell::of(self.model.name(id)),
                    Cell::Boolean(definition.imported),
                    Cell::Boolean(linked),
                    self.folder(definition.directory),
                ];
                out.push(self.row(definition.cond, definition.origin, Owner::Target(id), cells));
            }
        }
        out
    }

    fn definition_rows(&self, id: TargetId) -> Vec<Entry> {
        let definitions = self.model.definitions(id);
        let row = |item: &Item| {
            let (name, value) = item.text.split_once('=').unwrap_or((&item.text, ""));
            let cells = vec![Cell::of(name.strip_prefix("-D").unwrap_or(name)), Cell::of(value)];
            self.item_row(id, item, cells)
        };
        definitions.iter().map(row).collect()
    }

    fn library_rows(&self, id: TargetId) -> Vec<Entry> {
        let items = self.model.library_items(id);
        items.iter().map(|item| self.item_row(id, item, vec![Cell::shared(&item.text)])).collect()
    }

    /// The flags of a target's sources, with where they come from.
    fn compile_rows(&self, id: TargetId) -> Vec<Entry> {
        // The variables act at the link too; their flags are told apart by `via`.
        let variables =
            self.flag_variables(id, &["CMAKE_C_FLAGS", "CMAKE_CXX_FLAGS", "CMAKE_CUDA_FLAGS", "CMAKE_HIP_FLAGS"]);
        let (options, languages) = (self.model.compile_options(id), self.model.compiled_languages(id));
        // A flag is kept once for each text, so flags with one address have one text.
        let mut alike = Alike::default();
        for item in options.iter() {
            let via = variables.brings(item);
            let cond = self.model.for_any(&languages, item.cond);
            for flag in self.model.flags_of(item).iter() {
                alike.add((Rc::as_ptr(flag), via, item.origin), (item, Rc::clone(flag)), cond);
            }
        }
        let mut out = Vec::new();
        for ((_, via, origin), ((item, flag), conds)) in alike.0 {
            let both = matches!(&flag.flag, CompileFlag::LinkOnly(link) if self.is_linked_too(id, link));
            let key = FlagKey { flag: Rc::as_ptr(&flag) as usize, words: 0, via, origin, checked: Cell::Unknown, both };
            let cells = self.kept(key, || {
                vec![
                    written(&item.text, &flag.args),
                    Cell::of(&flag.spelling),
                    Cell::Word(via),
                    Cell::Boolean(matches!(flag.flag, CompileFlag::LinkOnly(_))),
                    self.file(origin),
                    Cell::Boolean(both),
                ]
            });
            let rows = self.joined(conds).into_iter();
            out.extend(rows.map(|cond| self.owned_row(id, cond, origin, Rc::clone(&cells))));
        }
        out
    }

    /// The cells of a flag, made once for all targets that have it.
    fn kept(&self, key: FlagKey, make: impl FnOnce() -> Vec<Cell>) -> Rc<[Cell]> {
        Rc::clone(self.cells.borrow_mut().entry(key).or_insert_with(|| make().into()))
    }

    /// The conditions of rows that are equal otherwise, as one: a text with many alternatives has its words in most of them.
    /// Those that are unknown stay apart.
    fn joined(&self, mut conds: Vec<Cond>) -> Vec<Cond> {
        conds.sort_unstable();
        conds.dedup();
        if conds.len() < 2 {
            return conds;
        }
        let mut known = self.joined.borrow_mut();
        let joined = known.entry(conds).or_insert_with_key(|conds| {
            let join = |joined: Vec<Cond>, cond: Cond| match joined.split_last() {
                Some((last, before)) if last.is_possible() && cond.is_possible() => {
                    let both = self.model.facts.conds.or(*last, cond);
                    let rest = if both.is_unknown() { vec![*last, cond] } else { vec![both] };
                    before.iter().copied().chain(rest).collect()
                }
                _ => joined.into_iter().chain([cond]).collect(),
            };
            conds.iter().copied().fold(Vec::new(), join)
        });
        joined.clone()
    }

    /// What stands in flags variables of a target's directory.
    fn flag_variables(&self, id: TargetId, names: &[&'static str]) -> Variables {
        let mut found = Variables::default();
        for definition in self.model.definitions_of(id) {
            for name in names {
                let items = self.model.variable_items(definition.directory, name);
                found.0.extend(items.iter().map(|item| (Arc::clone(&item.text), item.origin)));
            }
        }
        found
    }

    fn link_rows(&self, id: TargetId) -> Vec<Entry> {
        let variables = self.flag_variables(id, Model::variables_of_link_flags());
        let flags = self.model.link_flags(id);
        let mut alike = Alike::default();
        for source in flags.iter() {
            let via = variables.brings(&source.item);
            let key = (Rc::as_ptr(&source.flag), source.text.as_ptr(), via, source.item.origin);
            alike.add(key, source, source.cond);
        }
        let mut out = Vec::new();
        for ((_, _, via, _), (source, conds)) in alike.0 {
            let row = |cond, checked| self.link_row(id, source, via, cond, checked);
            if let [cond] = *conds {
                out.push(row(cond, Cell::Checked(cond)));
                continue;
            }
            let (checked, plain): (Vec<Cond>, Vec<Cond>) = conds.into_iter().partition(|cond| self.is_checked(*cond));
            for (conds, is_checked) in [(plain, false), (checked, true)] {
                out.extend(self.joined(conds).into_iter().map(|cond| row(cond, Cell::Boolean(is_checked))));
            }
        }
        out
    }

    fn link_row(&self, id: TargetId, source: &FlagSource, via: &'static str, cond: Cond, checked: Cell) -> Entry {
        let dialect = match source.flag.dialect {
            Dialect::Any => "any",
            Dialect::Elf => "elf",
            Dialect::Apple => "apple",
            Dialect::Coff => "coff",
        };
        let origin = source.item.origin;
        let (flag, words) = (Rc::as_ptr(&source.flag) as usize, source.text.as_ptr() as usize);
        // Few flags of a link begin like those of a compiler.
        let of_compiler = ["-D", "-I", "-isystem", "-std", "-fvisibility"];
        let both =
            of_compiler.iter().any(|start| source.text.starts_with(start)) && self.is_compiled_too(id, &source.text);
        let cells = self.kept(FlagKey { flag, words, via, origin, checked: checked.clone(), both }, || {
            let (text, spelling) = (Cell::of(&source.text), Cell::of(&source.flag.spelling));
            let driver = match source.text.strip_prefix("LINKER:") {
                Some(words) => Cell::of(&format!("-Wl,{words}")),
                None => text.clone(),
            };
            let (via, dialect, both) = (Cell::Word(via), Cell::Word(dialect), Cell::Boolean(both));
            let libraries = Cell::Boolean(self.is_of_libraries(&source.text));
            vec![text, spelling, via, dialect, checked, self.file(origin), both, driver, libraries]
        });
        self.owned_row(id, cond, origin, cells)
    }

    /// Whether a condition hangs on what the toolchain answers: a check, the compiler's name, a tool that only Apple has.
    pub(super) fn is_checked(&self, cond: Cond) -> bool {
        let by_kind = || self.model.facts.conds.depends_on_kind(cond, SubjectKind::Toolchain);
        let hangs = || by_kind() || self.model.asks_for_apple(cond);
        *self.checked.borrow_mut().entry(cond).or_insert_with(hangs)
    }

    fn source_rows(&self, id: TargetId) -> Vec<Entry> {
        let row = |source: &Source| {
            let suffix = match source.text.rsplit_once('.') {
                _ if has_symbol(&source.text) => Cell::Unknown,
                Some((_, suffix)) => Cell::of(suffix),
                None => Cell::Word(""),
            };
            self.owned_row(id, source.cond, source.origin, vec![Cell::shared(&source.text), suffix])
        };
        self.model.sources(id).iter().map(row).collect()
    }

    fn variable_rows(&self) -> Vec<Entry> {
        let mut out = Vec::new();
        for (index, directory) in self.model.facts.directories.iter().enumerate() {
            for (name, value) in &directory.end_variables {
                for item in self.model.items(value, None) {
                    let cond = self.model.facts.conds.and(item.cond, directory.cond);
                    let words: Vec<&str> = item.text.split_ascii_whitespace().collect();
                    for word in words {
                        let cells = vec![Cell::of(name), Cell::of(word)];
                        out.push(self.row(cond, item.origin, Owner::Directory(index as u32), cells));
                    }
                }
            }
        }
        out
    }

    fn option_rows(&self) -> Vec<Entry> {
        let facts = self.model.facts;
        let entries = facts.cache.iter().enumerate().filter(|(_, (_, entry))| &*entry.kind != "INTERNAL");
        entries
            .map(|(index, (name, entry))| {
                let cells = vec![
                    Cell::of(name),
                    Cell::of(&entry.kind),
                    self.optional(entry.default),
                    Cell::Boolean(entry.option),
                ];
                self.row(entry.declared, entry.origin, Owner::Name(index as u32), cells)
            })
            .collect()
    }

    fn override_rows(&self) -> Vec<Entry> {
        let facts = self.model.facts;
        let mut out = Vec::new();
        for write in &facts.overrides {
            let how = match write.kind {
                OverrideKind::Plain => "plain",
                OverrideKind::Force => "force",
                OverrideKind::UnsetCache => "unset",
            };
            let owner = facts.cache.get_index_of(&write.name).map_or(Owner::Nobody, |at| Owner::Name(at as u32));
            let cells = vec![
                Cell::of(&write.name),
                Cell::Word(how),
                write.value.single().map_or(Cell::Unknown, |text| self.text(text)),
                Cell::Boolean(write.declared),
            ];
            out.push(self.row(write.cond, write.origin, owner, cells));
        }
        out
    }

    fn elements(&self, value: &Value, cond: Cond) -> Vec<Item> {
        let conds = &self.model.facts.conds;
        let items = self.model.items(value, None).into_iter();
        items.map(|item| Item { cond: conds.and(item.cond, cond), ..item }).collect()
    }

    fn install_rows(&self) -> Vec<Entry> {
        let mut out = Vec::new();
        for install in &self.model.facts.installs {
            let kind = match install.kind {
                InstallKind::Target => "target",
                InstallKind::Export => "export",
                InstallKind::Files => "files",
                InstallKind::Programs => "programs",
                InstallKind::Directory => "directory",
                InstallKind::Script => "script",
                // Which files those are is known when they are installed.
                InstallKind::RuntimeDependencies => continue,
            };
            for item in self.elements(&install.items, install.cond) {
                let named = if install.kind == InstallKind::Target { Some(&*item.text) } else { file_of(&item.text) };
                let target = named.and_then(|name| self.model.find(name));
                let cells = vec![
                    Cell::Word(kind),
                    Cell::of(&item.text),
                    self.text(install.destination),
                    Cell::Word(install.artifact),
                    self.optional(install.export),
                    self.optional(install.component),
                    Cell::Boolean(install.optional),
                    self.optional(install.namespace),
                    self.optional(install.file_name),
                ];
                let owner = target.map_or(Owner::Nobody, Owner::Target);
                out.push(self.row(item.cond, install.origin, owner, cells));
            }
        }
        out
    }

    fn export_rows(&self) -> Vec<Entry> {
        let exports = self.model.facts.exports.iter();
        let row = |export: &crate::cmake::eval::facts::Export| {
            let cells = vec![self.optional(export.export), self.text(export.file), self.optional(export.namespace)];
            self.row(export.cond, export.origin, Owner::Nobody, cells)
        };
        exports.map(row).collect()
    }

    fn package_rows(&self) -> Vec<Entry> {
        let packages = self.model.facts.packages.iter();
        let row = |package: &crate::cmake::eval::facts::PackageSearch| {
            let cells = vec![self.text(package.name), Cell::Boolean(package.required)];
            self.row(package.cond, package.origin, Owner::Nobody, cells)
        };
        packages.map(row).collect()
    }

    fn generated_rows(&self) -> Vec<Entry> {
        let mut out = Vec::new();
        for file in &self.model.facts.generated {
            let by = match file.by {
                GeneratedBy::ConfigureFile => "configure_file",
                GeneratedBy::PackageConfig => "configure_package_config_file",
                GeneratedBy::PackageVersion => "write_basic_package_version_file",
                GeneratedBy::File => "file",
                GeneratedBy::CustomCommand => "add_custom_command",
                GeneratedBy::ExportHeader => "generate_export_header",
            };
            let content = file.content.map_or(Cell::Unknown, |text| self.text(text));
            let cells = vec![Cell::Word(by), self.text(file.output), self.optional(file.input), content];
            out.push(self.row(file.cond, file.origin, Owner::Nobody, cells));
        }
        out
    }

    fn call_rows(&self) -> Vec<Entry> {
        let calls = self.model.facts.calls.iter().enumerate();
        calls
            .map(|(at, call)| self.row(call.cond, call.origin, Owner::Call(at), vec![Cell::of(&call.command)]))
            .collect()
    }

    fn argument_rows(&self) -> Vec<Entry> {
        let mut out = Vec::new();
        for (at, call) in self.model.facts.calls.iter().enumerate() {
            for item in self.elements(&call.arguments, call.cond) {
                out.push(self.row(item.cond, item.origin, Owner::Call(at), vec![Cell::of(&item.text)]));
            }
        }
        out
    }

    /// Families as CMake tells them apart; all that is neither Windows nor Apple has ELF but for a few.
    fn platform_rows(&self) -> Vec<Entry> {
        let conds = &self.model.facts.conds;
        let is = |name: &str| conds.platform(name).unwrap_or(Cond::UNKNOWN);
        let named = |text: &str| conds.well_known("CMAKE_SYSTEM_NAME").map_or(Cond::UNKNOWN, |s| conds.equals(s, text));
        let families = [
            ("apple", is("APPLE")),
            ("macos", named("Darwin")),
            ("windows", is("WIN32")),
            ("android", is("ANDROID")),
            ("unix", is("UNIX")),
            ("linux", named("Linux")),
        ];
        families
            .into_iter()
            .map(|(name, cond)| self.row(cond, Origin::NONE, Owner::Nobody, vec![Cell::Word(name)]))
            .collect()
    }

    fn language_rows(&self) -> Vec<Entry> {
        let mut out = Vec::new();
        for project in &self.model.facts.projects {
            for language in &project.languages {
                out.push(self.row(project.cond, project.origin, Owner::Nobody, vec![Cell::of(language)]));
            }
        }
        out
    }

    fn missing_rows(&self) -> Vec<Entry> {
        let row = |unknown: &Unknown| {
            let what = match unknown.what.as_str() {
                what if what.ends_with("CMakeLists.txt") => "folder",
                what if what.ends_with("(FetchContent)") => "content",
                _ => "file",
            };
            self.row(unknown.cond, unknown.origin, Owner::Nobody, vec![Cell::Word(what)])
        };
        self.model.facts.unknowns.iter().filter(|one| one.reason == Reason::MissingFile).map(row).collect()
    }
}

/// The target whose file an item is: `$<TARGET_FILE:name>`, `$<TARGET_SONAME_FILE:name>`.
fn file_of(item: &str) -> Option<&str> {
    let inner = item.strip_prefix("$<TARGET_")?.strip_suffix('>')?;
    let (what, name) = inner.split_once(':')?;
    let files = ["FILE", "SONAME_FILE", "LINKER_FILE", "IMPORT_FILE", "LINKER_LIBRARY_FILE"];
    (files.contains(&what) && !name.contains([',', '<', '>'])).then_some(name)
}

/// Items of flags variables.
#[derive(Default)]
struct Variables(FxHashSet<(Arc<str>, Origin)>);

impl Variables {
    /// Who brings a flag: a flags variable, a library, or the target's own options.
    fn brings(&self, item: &Item) -> &'static str {
        if !self.0.is_empty() && self.0.contains(&(Arc::clone(&item.text), item.origin)) {
            "variable"
        } else if item.from.is_some() {
            "library"
        } else {
            "target"
        }
    }
}

/// Rows with all that is equal in them but their conditions, in the order of the first of each.
struct Alike<K, T>(IndexMap<K, (T, Vec<Cond>), FxBuildHasher>);

impl<K, T> Default for Alike<K, T> {
    fn default() -> Self {
        Self(IndexMap::default())
    }
}

impl<K: Hash + Eq, T> Alike<K, T> {
    fn add(&mut self, key: K, row: T, cond: Cond) {
        self.0.entry(key).or_insert_with(|| (row, Vec::new())).1.push(cond);
    }
}

/// The words of an item that a flag was read from, as they are written.
fn written(item: &Arc<str>, args: &Range<usize>) -> Cell {
    let text = item.strip_prefix("SHELL:").unwrap_or(item);
    if !text.contains([' ', '\t']) {
        return if text.len() == item.len() { Cell::shared(item) } else { Cell::of(text) };
    }
    let words: Vec<String> = flags::split_unix(text).into_iter().map(|word| word.text).collect();
    Cell::of(&words.get(args.clone()).map_or_else(|| text.to_owned(), |words| words.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_targets() {
        assert_eq!(file_of("$<TARGET_FILE:a::b>"), Some("a::b"));
        assert_eq!(file_of("$<TARGET_SONAME_FILE:a>"), Some("a"));
        for other in ["$<TARGET_PDB_FILE:a>", "$<TARGET_FILE:$<1:a>>", "$<TARGET_PROPERTY:a,b>", "a.so"] {
            assert_eq!(file_of(other), None, "{other}");
        }
    }
}
