//! One configuration of a project, written out: the JSON of `linklint model` (docs/reference/model.md).
//!
//! The facts come from an evaluation without free inputs; what is decided when the build system is generated (generator
//! expressions, usage requirements, the order of link lines) is decided here. `None` is "not known" all the way up:
//! a field of which a part is not known is declined, never guessed.
mod compile;
mod custom;
mod features;
mod genex;
mod imported;
mod installs;
mod link;
mod memo;
mod names;
mod order;
mod paths;
mod prepared;
mod properties;
mod read;
mod toolchain;
mod usage;

use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::{Map, Value as Json, json};
use std::cell::{Cell, RefCell};

use crate::cmake::eval::facts::{GeneratedBy, TargetKind};
use crate::cmake::eval::policy::Version;
use crate::cmake::eval::value::Origin;
use crate::cond::Cond;
use crate::source::SourceMap;

use super::{Model, TargetId};
use genex::Place;
use read::Reader;

pub(super) use compile::languages_of;
pub(super) use paths::Normal;
pub use toolchain::{Toolchain, standard_options, usual};

/// What the writer is given beside the model.
pub struct Settings<'a> {
    /// The files.
    pub sources: &'a SourceMap,
    /// The toolchain and the system.
    pub toolchain: Toolchain,
    /// The CMake that is imitated.
    pub cmake: Version,
    /// Cache entries of the command line: name, type, value.
    pub set_by_user: Vec<(String, Option<String>, String)>,
}

/// One configuration.
pub(super) struct Concrete<'m, 'f> {
    model: &'m Model<'f>,
    sources: &'m SourceMap,
    toolchain: Toolchain,
    cmake: Version,
    set_by_user: Vec<(String, Option<String>, String)>,
    normal: Normal,
    configuration: String,
    languages: Vec<String>,
    /// For each target the definition that counts.
    chosen: Vec<Option<usize>>,
    /// Files that the build description writes, by absolute path.
    made: FxHashMap<String, GeneratedBy>,
    /// What is needed to make the files of custom commands.
    needed: custom::Needs,
    /// Properties that are being evaluated, outermost first: one that leads back to itself is not known (CMake refuses it).
    active: RefCell<Vec<(TargetId, String)>>,
    /// Evaluations of properties that are left.
    steps: Cell<u64>,
    /// The features with which targets have their items linked, as far as their links have been looked at.
    features: RefCell<FxHashMap<(TargetId, usage::LinkItem), String>>,
    /// Whether objects of object libraries were met among link items.
    links_objects: Cell<bool>,
    memo: memo::Memo,
}

/// Properties whose evaluation leads to further properties, nested deeper than this, are not followed.
const DEEPEST_PROPERTIES: usize = 48;
/// Evaluations of properties in all: nested expressions could double with each level.
const MOST_STEPS: u64 = 4_000_000;

/// Writes the model of one configuration.
pub fn write(model: &Model<'_>, settings: Settings<'_>) -> Json {
    Concrete::new(model, settings).document()
}

impl<'m, 'f> Concrete<'m, 'f> {
    fn new(model: &'m Model<'f>, settings: Settings<'m>) -> Self {
        let facts = model.facts;
        let normal = Normal::new(&facts.source_dir, &facts.binary_dir);
        let chosen = model.targets().map(|id| choose(model, id)).collect();
        let mut concrete = Self {
            model,
            sources: settings.sources,
            toolchain: settings.toolchain,
            cmake: settings.cmake,
            set_by_user: settings.set_by_user,
            normal,
            configuration: String::new(),
            languages: Vec::new(),
            chosen,
            made: FxHashMap::default(),
            needed: custom::Needs::default(),
            active: RefCell::default(),
            steps: Cell::new(MOST_STEPS),
            features: RefCell::default(),
            links_objects: Cell::new(false),
            memo: memo::Memo::default(),
        };
        concrete.configuration = concrete.build_type();
        concrete.languages = concrete.enabled_languages();
        concrete.made = concrete.made_files();
        concrete.needed = concrete.needs_of_commands();
        concrete
    }

    /// Evaluates a property unless that leads back to itself, too deep or too far.
    fn once<R>(&self, id: TargetId, property: &str, act: impl FnOnce() -> Option<R>) -> Option<R> {
        let left = self.steps.get().checked_sub(1)?;
        self.steps.set(left);
        {
            let mut active = self.active.borrow_mut();
            if active.len() >= DEEPEST_PROPERTIES || active.iter().any(|(t, p)| *t == id && p == property) {
                return None;
            }
            active.push((id, property.to_owned()));
        }
        let result = act();
        self.active.borrow_mut().pop();
        result
    }

    /// Reads under the condition of a target's definition.
    fn reader(&self, id: TargetId) -> Reader<'m, 'f> {
        Reader { model: self.model, under: self.definition(id).map_or(Cond::TRUE, |d| d.cond) }
    }

    fn everywhere(&self) -> Reader<'m, 'f> {
        Reader { model: self.model, under: Cond::TRUE }
    }

    fn enabled_languages(&self) -> Vec<String> {
        let value = self.model.facts.global_properties.get("ENABLED_LANGUAGES");
        let elements = value.and_then(|v| self.everywhere().list(v));
        elements.unwrap_or_else(|| vec!["C".to_owned(), "CXX".to_owned()])
    }

    fn made_files(&self) -> FxHashMap<String, GeneratedBy> {
        let mut out = FxHashMap::default();
        for file in &self.model.facts.generated {
            if self.everywhere().holds(file.cond) != Some(false)
                && let Some(path) = self.everywhere().text(file.output)
            {
                let path = crate::source::normalize(std::path::Path::new(&path)).to_string_lossy().into_owned();
                out.insert(path, file.by);
            }
        }
        out
    }

    fn document(&self) -> Json {
        let mut targets: Vec<(&str, Json)> = Vec::new();
        let mut emitted = FxHashSet::default();
        for id in self.model.targets() {
            let Some(definition) = self.definition(id) else { continue };
            let built = !definition.imported && definition.alias_of.is_none() && definition.kind != TargetKind::Utility;
            let built = built && self.model.facts.is_own(definition.directory);
            if built && emitted.insert(self.model.name(id)) {
                targets.push((self.model.name(id), self.target(id)));
            }
        }
        targets.sort_by_key(|(name, _)| *name);
        let targets: Vec<Json> = targets.into_iter().map(|(_, json)| json).collect();
        json!({
            "schema": 1,
            "producer": format!("linklint {}", env!("CARGO_PKG_VERSION")),
            "source": self.model.facts.source_dir.to_string_lossy(),
            "configuration": self.configuration,
            "targets": targets,
            "installs": self.installs(),
            "cache": self.cache(),
            "emits_properties": properties::NAMES.as_slice(),
        })
    }

    fn target(&self, id: TargetId) -> Json {
        let mut row = Row::default();
        let Some(definition) = self.definition(id) else { return Json::Null };
        row.put("name", self.model.name(id).into());
        row.put("type", definition.kind.cmake_name().into());
        let directory = self.directory(id).map(|d| self.normal.path(&d.source.to_string_lossy()));
        row.field("directory", directory.map(Json::from));
        row.field("defined_at", self.place(definition.origin).map(Json::from));
        row.put("defined_stack", json!(self.stack(definition.origin)));
        if !matches!(definition.kind, TargetKind::Object | TargetKind::Interface) {
            row.field("name_on_disk", self.name_on_disk(id).map(Json::from));
        }
        self.sources_fields(id, &mut row);
        row.field("definitions", self.definitions(id).map(Json::from));
        row.field("includes", self.includes(id).map(Json::from));
        row.field("compile_flags", self.compile_flags(id).map(Json::from));
        self.link_fields(id, &mut row);
        row.field("install", self.destinations(id).map(Json::from));
        row.field("dependencies", self.dependencies(id).map(Json::from));
        let (properties, declined) = self.properties(id);
        row.put("properties", properties.into());
        row.unknown.extend(declined.into_iter().map(|name| format!("properties.{name}")));
        row.finish()
    }

    fn sources_fields(&self, id: TargetId, row: &mut Row) {
        let sources = self.sources(id).map(|list| {
            let each = list
                .iter()
                .map(|s| json!({"path": self.normal.path(&s.path), "generated": s.generated, "language": s.language}));
            Json::from(each.collect::<Vec<_>>())
        });
        if sources.is_none() {
            row.unknown.push("sources_generated".to_owned());
        }
        row.field("sources", sources);
    }

    fn link_fields(&self, id: TargetId, row: &mut Row) {
        let Some(link) = self.link(id) else { return };
        let mut out = Map::new();
        out.insert("language".to_owned(), link.language.map_or(Json::Null, Json::from));
        for (name, list) in [
            ("libraries", link.libraries),
            ("flags", link.flags),
            ("rpath", link.rpath),
            ("library_paths", link.library_paths),
        ] {
            if let Some(list) = list {
                out.insert(name.to_owned(), json!(list));
            } else {
                out.insert(name.to_owned(), Json::Null);
                row.unknown.push(format!("link.{name}"));
            }
        }
        row.put("link", out.into());
    }

    /// Targets that have to be built before: those that are linked and those that are named.
    fn dependencies(&self, id: TargetId) -> Option<Vec<String>> {
        let mut all: Vec<TargetId> = self.closure(id, Place::linking(id, None).lenient())?.to_vec();
        all.extend(self.objects_of(id)?);
        all.extend(self.linked_objects(id)?);
        for name in self.evaluated_list(id, "MANUALLY_ADDED_DEPENDENCIES", Place::usage(id))? {
            all.extend(self.model.find(&name));
        }
        for source in self.sources(id).iter().flat_map(|list| list.iter()) {
            all.extend(self.needed.targets.get(&source.path).into_iter().flatten());
        }
        let mut out = Vec::new();
        for to in all.into_iter().filter(|&to| to != id) {
            // An interface library without sources is nothing that is built.
            let built = !self.is(to, &[TargetKind::Interface]) || !self.sources(to)?.is_empty();
            if built && self.definition(to).is_some_and(|d| !d.imported && d.kind != TargetKind::Utility) {
                out.push(self.model.name(to).to_owned());
            }
        }
        out.sort();
        out.dedup();
        Some(out)
    }

    /// `file:line` of a command.
    fn place(&self, origin: Origin) -> Option<String> {
        let span = self.model.facts.places.get(origin)?.span;
        let (start, _) = self.sources.positions(span);
        let file = self.sources.get(span.file);
        Some(format!("{}:{}", self.normal.path(&file.path().to_string_lossy()), start.line))
    }

    /// The callers of a command within its directory and the command itself, outermost first.
    fn stack(&self, origin: Origin) -> Vec<String> {
        let mut out = Vec::new();
        let mut at = origin;
        while let (Some(place), Some(text)) = (self.model.facts.places.get(at), self.place(at)) {
            let name = self.command_name(place.span);
            if matches!(name.to_lowercase().as_str(), "add_subdirectory" | "subdirs") {
                break;
            }
            out.push(format!("{text} {name}"));
            at = place.caller;
        }
        out.reverse();
        out
    }

    fn command_name(&self, span: crate::source::Span) -> String {
        let file = self.sources.get(span.file);
        let bytes = file.bytes().get(span.start as usize..).unwrap_or_default();
        let word = bytes.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_');
        word.map(|b| char::from(*b)).collect()
    }
}

/// The definition that holds; where several may, the first that does for certain.
fn choose(model: &Model<'_>, id: TargetId) -> Option<usize> {
    let definitions = model.definitions_of(id);
    let certain = definitions.iter().position(|d| d.cond.is_true());
    certain.or_else(|| definitions.iter().position(|d| !d.cond.is_false()))
}

/// A target under construction.
#[derive(Default)]
struct Row {
    fields: Map<String, Json>,
    unknown: Vec<String>,
}

impl Row {
    fn put(&mut self, name: &str, value: Json) {
        self.fields.insert(name.to_owned(), value);
    }

    /// A field that may not be known: `null`, and named among the unknown ones.
    fn field(&mut self, name: &str, value: Option<Json>) {
        if value.is_none() {
            self.unknown.push(name.to_owned());
        }
        self.put(name, value.unwrap_or(Json::Null));
    }

    fn finish(mut self) -> Json {
        self.fields.insert("unknown".to_owned(), json!(self.unknown));
        self.fields.into()
    }
}
