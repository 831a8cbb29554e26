//! All configurations of a project, written out with conditions: the JSON of `linklint model --all-configurations`
//! (docs/reference/model.md). Order is that of the facts, which is that of the project's commands.
use std::cell::{Cell, RefCell};

use rustc_hash::FxHashMap;
use serde::ser::{Serialize, SerializeMap as _, Serializer};
use serde_json::{Map, Value as Json, json};

use crate::cmake::eval::facts::{Call, Install, InstallKind};
use crate::cmake::eval::text::Text;
use crate::cmake::eval::value::{Origin, Value};
use crate::cond::Cond;
use crate::source::SourceMap;

use super::concrete::Normal;
use super::{Closure, Item, Model, TargetId};

/// The version of the document; it changes when a key changes its meaning.
pub const VERSION: u32 = 1;

/// Every fact with its condition. What is written of it is made piece by piece: all together may be large.
pub struct Document<'m, 'f>(Dump<'m, 'f>);

impl<'m, 'f> Document<'m, 'f> {
    /// The document of a model.
    pub fn new(model: &'m Model<'f>, sources: &'m SourceMap) -> Self {
        let normal = Normal::new(&model.facts.source_dir, &model.facts.binary_dir);
        Self(Dump {
            model,
            sources,
            normal,
            formulas: RefCell::default(),
            places: RefCell::default(),
            texts: RefCell::default(),
            effort: Cell::new(EFFORT),
        })
    }
}

/// Values that are made when they are written.
struct Each<F>(F);

impl<I: Iterator<Item = Json>, F: Fn() -> I> Serialize for Each<F> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq((self.0)())
    }
}

impl Serialize for Document<'_, '_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let dump = &self.0;
        let facts = dump.model.facts;
        let mut out = to.serialize_map(None)?;
        out.serialize_entry("version", &VERSION)?;
        out.serialize_entry("tool", &json!({"name": "linklint", "version": env!("CARGO_PKG_VERSION")}))?;
        out.serialize_entry("source", &facts.source_dir.to_string_lossy())?;
        out.serialize_entry("projects", &dump.projects())?;
        out.serialize_entry("directories", &dump.directories())?;
        out.serialize_entry("targets", &Each(|| dump.model.targets().map(|id| dump.target(id))))?;
        out.serialize_entry("cache", &dump.cache())?;
        out.serialize_entry("packages", &dump.packages())?;
        out.serialize_entry("installs", &Each(|| facts.installs.iter().map(|i| dump.install(i))))?;
        out.serialize_entry("exports", &dump.exports())?;
        out.serialize_entry("generated", &dump.generated())?;
        out.serialize_entry("tests", &Each(|| facts.tests.iter().map(|c| dump.call(c))))?;
        out.serialize_entry("forbidden", &dump.forbidden())?;
        out.serialize_entry("unknown", &dump.unknown())?;
        out.end()
    }
}

struct Dump<'m, 'f> {
    model: &'m Model<'f>,
    sources: &'m SourceMap,
    normal: Normal,
    /// What conditions are written as: most stand in many places.
    formulas: RefCell<FxHashMap<Cond, String>>,
    /// The same for places and texts.
    places: RefCell<FxHashMap<Origin, String>>,
    texts: RefCell<FxHashMap<Text, String>>,
    /// Steps that formulas may still take, whatever their size.
    effort: Cell<usize>,
}

/// Steps that the formulas of one document may take in all, and one of them.
const EFFORT: usize = 300_000;
const MOST: usize = 20_000;
/// What each costs beside its steps: its atoms are collected and put in order.
const EACH: usize = 100;
/// Nodes of a condition that is tried even after that, and the steps that it may take then.
const SMALL: usize = 16;
const LEAST: usize = 300;
/// Bytes of a formula; it may stand at thousands of items.
const LONGEST: usize = 1_000;

impl Dump<'_, '_> {
    fn condition(&self, cond: Cond) -> Json {
        if cond.is_true() {
            return "true".into();
        }
        if let Some(known) = self.formulas.borrow().get(&cond) {
            return known.as_str().into();
        }
        let formula = self.formula(cond);
        self.formulas.borrow_mut().insert(cond, formula.clone());
        formula.into()
    }

    fn formula(&self, cond: Cond) -> String {
        let conds = &self.model.facts.conds;
        let left = self.effort.get();
        let least = if conds.size(cond) <= SMALL { LEAST } else { 0 };
        let most = left.clamp(least, MOST);
        if most == 0 {
            return conds.summary(cond);
        }
        let mut steps = most;
        let formula = conds.formula_within(cond, &mut steps);
        self.effort.set(left.saturating_sub(most - steps + EACH));
        formula.filter(|text| text.len() <= LONGEST).unwrap_or_else(|| conds.summary(cond))
    }

    /// `file:line` of a command or argument; `null` for what CMake itself brings.
    fn place(&self, origin: Origin) -> Json {
        if let Some(known) = self.places.borrow().get(&origin) {
            return known.as_str().into();
        }
        let Some(place) = self.model.facts.places.get(origin) else { return Json::Null };
        let (start, _) = self.sources.positions(place.span);
        let file = self.sources.get(place.span.file);
        let text = format!("{}:{}", self.normal.path(&file.path().to_string_lossy()), start.line);
        self.places.borrow_mut().insert(origin, text.clone());
        text.into()
    }

    fn text(&self, text: &str) -> Json {
        self.normal.text(&self.model.display(text)).into()
    }

    fn interned(&self, text: Text) -> Json {
        if let Some(known) = self.texts.borrow().get(&text) {
            return known.as_str().into();
        }
        let shown = self.normal.text(&self.model.facts.texts.display(text));
        self.texts.borrow_mut().insert(text, shown.clone());
        shown.into()
    }

    fn optional(&self, text: Option<Text>) -> Json {
        text.map_or(Json::Null, |t| self.interned(t))
    }

    fn row(&self, text: &Json, cond: Cond, origin: Origin) -> Json {
        json!({"text": text, "condition": self.condition(cond), "defined_at": self.place(origin)})
    }

    fn item(&self, item: &Item) -> Json {
        let mut row = Map::new();
        row.insert("text".to_owned(), self.text(&item.text));
        row.insert("condition".to_owned(), self.condition(item.cond));
        row.insert("defined_at".to_owned(), self.place(item.origin));
        if let Some(from) = item.from {
            row.insert("from".to_owned(), self.model.name(from).into());
        }
        row.into()
    }

    fn items(&self, items: &[Item]) -> Json {
        items.iter().map(|item| self.item(item)).collect()
    }

    /// Elements as they were written.
    fn value(&self, value: &Value) -> Json {
        value.elems.iter().map(|e| self.row(&self.interned(e.text), e.cond, e.origin)).collect()
    }

    fn target(&self, id: TargetId) -> Json {
        let definitions: Vec<Json> = self.model.definitions_of(id).iter().map(|d| self.definition(d)).collect();
        let mut row = Map::new();
        row.insert("name".to_owned(), self.model.name(id).into());
        row.insert("definitions".to_owned(), definitions.into());
        let mut properties = Map::new();
        for (name, value) in &self.model.target(id).properties {
            properties.insert(name.to_string(), self.value(value));
        }
        properties.sort_keys();
        row.insert("properties".to_owned(), properties.into());
        let built = self.model.definitions_of(id).iter().any(|d| !d.imported && d.alias_of.is_none());
        if built {
            self.derived(id, &mut row);
        }
        row.into()
    }

    fn definition(&self, definition: &crate::cmake::eval::facts::Definition) -> Json {
        let directory = self.model.facts.directories.get(definition.directory.0 as usize);
        json!({
            "type": definition.kind.cmake_name(),
            "condition": self.condition(definition.cond),
            "defined_at": self.place(definition.origin),
            "directory": directory.map(|d| self.normal.path(&d.source.to_string_lossy())),
            "imported": definition.imported,
            "alias_of": definition.alias_of.as_deref().map(|name| self.text(name)),
        })
    }

    /// What follows from the properties: sources, definitions, the link line.
    fn derived(&self, id: TargetId, row: &mut Map<String, Json>) {
        let closure = |list: Closure| -> Json {
            list.into_iter()
                .map(|(to, cond)| json!({"target": self.model.name(to), "condition": self.condition(cond)}))
                .collect()
        };
        let sources: Vec<Json> = self.model.sources(id).iter().map(|s| self.source(s)).collect();
        row.insert("sources".to_owned(), sources.into());
        row.insert("compile_definitions".to_owned(), self.items(&self.model.definitions(id)));
        row.insert("compile_options".to_owned(), self.items(&self.model.compile_options(id)));
        row.insert("link_closure".to_owned(), closure(self.model.link_closure(id)));
        row.insert("usage_closure".to_owned(), closure(self.model.usage_closure(id)));
        row.insert("link_items".to_owned(), self.items(self.model.link_items(id)));
        row.insert("link_options".to_owned(), self.items(&self.model.link_options(id)));
    }

    fn source(&self, source: &super::Source) -> Json {
        json!({
            "path": source.path.as_ref().map(|p| self.normal.path(&p.to_string_lossy())),
            "text": self.text(&source.text),
            "condition": self.condition(source.cond),
            "defined_at": self.place(source.origin),
            "through": source.through.map(|t| self.model.name(t)),
        })
    }

    fn projects(&self) -> Json {
        let row = |p: &crate::cmake::eval::facts::Project| {
            json!({
                "name": self.interned(p.name),
                "languages": p.languages.iter().map(|l| self.text(l)).collect::<Vec<_>>(),
                "condition": self.condition(p.cond),
                "defined_at": self.place(p.origin),
            })
        };
        self.model.facts.projects.iter().map(row).collect()
    }

    fn directories(&self) -> Json {
        let row = |d: &crate::cmake::eval::facts::Directory| {
            json!({
                "source": self.normal.path(&d.source.to_string_lossy()),
                "binary": self.normal.path(&d.binary.to_string_lossy()),
                "condition": self.condition(d.cond),
                "defined_at": self.place(d.origin),
                "found": d.found,
            })
        };
        self.model.facts.directories.iter().map(row).collect()
    }

    fn cache(&self) -> Json {
        let mut out = Map::new();
        for (name, entry) in &self.model.facts.cache {
            let row = json!({
                "type": self.text(&entry.kind),
                "help": self.text(&entry.help),
                "default": self.optional(entry.default),
                "option": entry.option,
                "condition": self.condition(entry.declared),
                "defined_at": self.place(entry.origin),
                "value": self.value(&entry.value),
            });
            out.insert(name.to_string(), row);
        }
        out.sort_keys();
        out.into()
    }

    fn packages(&self) -> Json {
        let row = |p: &crate::cmake::eval::facts::PackageSearch| {
            json!({
                "name": self.interned(p.name),
                "components": p.components.iter().map(|c| self.interned(*c)).collect::<Vec<_>>(),
                "required": p.required,
                "condition": self.condition(p.cond),
                "defined_at": self.place(p.origin),
            })
        };
        self.model.facts.packages.iter().map(row).collect()
    }

    fn install(&self, install: &Install) -> Json {
        let kind = match install.kind {
            InstallKind::Target => "target",
            InstallKind::Export => "export",
            InstallKind::Files => "files",
            InstallKind::Programs => "programs",
            InstallKind::Directory => "directory",
            InstallKind::Script => "script",
            InstallKind::RuntimeDependencies => "runtime_dependencies",
        };
        json!({
            "type": kind,
            "items": self.value(&install.items),
            "artifact": install.artifact,
            "destination": self.interned(install.destination),
            "component": self.optional(install.component),
            "export": self.optional(install.export),
            "namespace": self.optional(install.namespace),
            "file_name": self.optional(install.file_name),
            "optional": install.optional,
            "condition": self.condition(install.cond),
            "defined_at": self.place(install.origin),
        })
    }

    fn exports(&self) -> Json {
        let row = |e: &crate::cmake::eval::facts::Export| {
            json!({
                "items": self.value(&e.items),
                "export": self.optional(e.export),
                "file": self.interned(e.file),
                "condition": self.condition(e.cond),
                "defined_at": self.place(e.origin),
            })
        };
        self.model.facts.exports.iter().map(row).collect()
    }

    fn generated(&self) -> Json {
        let row = |g: &crate::cmake::eval::facts::GeneratedFile| {
            json!({
                "by": generator(g.by),
                "input": self.optional(g.input),
                "output": self.interned(g.output),
                "condition": self.condition(g.cond),
                "defined_at": self.place(g.origin),
            })
        };
        self.model.facts.generated.iter().map(row).collect()
    }

    fn call(&self, call: &Call) -> Json {
        json!({
            "command": self.text(&call.command),
            "arguments": self.value(&call.arguments),
            "condition": self.condition(call.cond),
            "defined_at": self.place(call.origin),
        })
    }

    fn forbidden(&self) -> Json {
        let row = |f: &crate::cmake::eval::facts::Forbidden| {
            json!({
                "message": self.interned(f.message),
                "condition": self.condition(f.cond),
                "defined_at": self.place(f.origin),
            })
        };
        self.model.facts.forbidden.iter().map(row).collect()
    }

    fn unknown(&self) -> Json {
        let row = |u: &crate::cmake::eval::facts::Unknown| {
            json!({
                "reason": u.reason.word(),
                "what": self.text(&u.what),
                "condition": self.condition(u.cond),
                "defined_at": self.place(u.origin),
            })
        };
        self.model.facts.unknowns.iter().map(row).collect()
    }
}

fn generator(by: crate::cmake::eval::facts::GeneratedBy) -> &'static str {
    use crate::cmake::eval::facts::GeneratedBy;
    match by {
        GeneratedBy::ConfigureFile => "configure_file",
        GeneratedBy::PackageConfig => "configure_package_config_file",
        GeneratedBy::PackageVersion => "write_basic_package_version_file",
        GeneratedBy::File => "file",
        GeneratedBy::CustomCommand => "add_custom_command",
        GeneratedBy::ExportHeader => "generate_export_header",
    }
}
