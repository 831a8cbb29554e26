//! All configurations of a project, written out with conditions: the JSON of `linklint model --all-configurations`
//! (docs/reference/model.md). Order is that of the facts, which is that of the project's commands.
mod rows;
mod words;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::Path;

use serde::ser::{Serialize, SerializeMap as _, Serializer};
use serde_json::json;

use crate::cmake::eval::facts;
use crate::cmake::eval::text::Text;
use crate::cmake::eval::value::{Origin, Value};
use crate::cond::Cond;
use crate::source::SourceMap;

use super::concrete::Normal;
use super::{Closure, Item, Model, TargetId};
use words::{Word, Words};

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
            formulas: Words::default(),
            places: Words::default(),
            texts: Words::default(),
            strings: Words::default(),
            paths: Words::default(),
            names: Words::default(),
            effort: Cell::new(EFFORT),
        })
    }
}

/// Values that are made when they are written.
struct Each<F>(F);

impl<I: Iterator<Item: Serialize>, F: Fn() -> I> Serialize for Each<F> {
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
        out.serialize_entry("projects", &Each(|| facts.projects.iter().map(|p| dump.project(p))))?;
        out.serialize_entry("directories", &Each(|| facts.directories.iter().map(|d| dump.directory(d))))?;
        out.serialize_entry("targets", &Each(|| dump.model.targets().map(|id| dump.target(id))))?;
        out.serialize_entry("cache", &dump.cache())?;
        out.serialize_entry("packages", &Each(|| facts.packages.iter().map(|p| dump.package(p))))?;
        out.serialize_entry("installs", &Each(|| facts.installs.iter().map(|i| dump.install(i))))?;
        out.serialize_entry("exports", &Each(|| facts.exports.iter().map(|e| dump.export(e))))?;
        out.serialize_entry("generated", &Each(|| facts.generated.iter().map(|g| dump.generated(g))))?;
        out.serialize_entry("tests", &Each(|| facts.tests.iter().map(|c| dump.call(c))))?;
        out.serialize_entry("forbidden", &Each(|| facts.forbidden.iter().map(|f| dump.forbidden(f))))?;
        out.serialize_entry("unknown", &Each(|| facts.unknowns.iter().map(|u| dump.unknown(u))))?;
        out.end()
    }
}

struct Dump<'m, 'f> {
    model: &'m Model<'f>,
    sources: &'m SourceMap,
    normal: Normal,
    /// What conditions are written as: most stand in many places.
    formulas: Words<Cond>,
    /// The same for places, for texts, and for names of targets.
    places: Words<Origin>,
    texts: Words<Text>,
    strings: Words<str>,
    paths: Words<Path>,
    names: Words<TargetId>,
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
    fn condition(&self, cond: Cond) -> Word {
        self.formulas.of(&cond, || if cond.is_true() { "true".to_owned() } else { self.formula(cond) })
    }

    fn formula(&self, cond: Cond) -> String {
        let conds = &self.model.facts.conds;
        let left = self.effort.get();
        let least = if conds.is_within(cond, SMALL) { LEAST } else { 0 };
        let most = left.clamp(least, MOST);
        if most == 0 {
            return conds.summary(cond);
        }
        let mut steps = most;
        let formula = conds.formula_within(cond, &mut steps);
        self.effort.set(left.saturating_sub(most - steps + EACH));
        formula.filter(|text| text.len() <= LONGEST).unwrap_or_else(|| conds.summary(cond))
    }

    /// `file:line` of a command or argument; nothing for what CMake itself brings.
    fn place(&self, origin: Origin) -> Option<Word> {
        let place = self.model.facts.places.get(origin)?;
        Some(self.places.of(&origin, || {
            let (start, _) = self.sources.positions(place.span);
            let file = self.sources.get(place.span.file);
            format!("{}:{}", self.normal.path(&file.path().to_string_lossy()), start.line)
        }))
    }

    fn text(&self, text: &str) -> Word {
        self.strings.of(text, || self.normal.text(&self.model.display(text)))
    }

    fn path(&self, path: &Path) -> Word {
        self.paths.of(path, || self.normal.path(&path.to_string_lossy()))
    }

    fn name(&self, id: TargetId) -> Word {
        self.names.of(&id, || self.model.name(id).to_owned())
    }

    fn interned(&self, text: Text) -> Word {
        self.texts.of(&text, || self.normal.text(&self.model.facts.texts.display(text)))
    }

    fn optional(&self, text: Option<Text>) -> Option<Word> {
        text.map(|t| self.interned(t))
    }
}
