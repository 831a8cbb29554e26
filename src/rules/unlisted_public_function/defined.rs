//! Definitions that look like those which a list names, by the macro before them and by their names; their header comes from elsewhere.
use std::collections::{BTreeMap, BTreeSet};

use crate::cond::Cond;
use crate::model::TargetId;
use crate::model::binaries::{emits, is_compiled};
use crate::model::symbols::is_internal;
use crate::native::{Function, GuardId, NativeFile};
use crate::rules::wording::listing;
use crate::rules::{Draft, Place, Severity, Sink};
use crate::source::Span;

use super::{List, Rule};

/// As many definitions of a file have to be listed in all, and for one that is not.
const LEAST: usize = 10;
const FOR_EACH: usize = 5;

impl Rule<'_> {
    /// Looks into the sources of the targets that a list is for.
    pub(super) fn defined(&self, list: &List, users: &[(TargetId, Cond)], sink: &mut Sink) {
        let conds = &self.project.model.facts.conds;
        let mut seen = BTreeSet::new();
        for (id, linked) in users {
            for unit in self.project.binaries.read_units(*id).iter().filter(|unit| unit.archive.is_none()) {
                let cond = conds.and(*linked, unit.cond);
                let own = is_compiled(&unit.path) && cond.is_possible() && seen.insert(unit.path.clone());
                if let Some(file) = own.then(|| self.project.natives.file(&unit.path)).flatten() {
                    self.source(&file, list, (*id, cond), sink);
                }
            }
        }
    }

    fn source(&self, file: &NativeFile, list: &List, user: (TargetId, Cond), sink: &mut Sink) {
        let mut by_macros: BTreeMap<&[String], Vec<&Function>> = BTreeMap::new();
        for one in &file.facts.functions {
            let visible = emits(one) && one.guard == GuardId::TRUE && !one.member && !one.attributes.weak;
            if one.is_definition && visible && !one.attributes.macros.is_empty() {
                by_macros.entry(&one.attributes.macros).or_default().push(one);
            }
        }
        for alike in by_macros.into_values() {
            let (listed, others): (Vec<&Function>, Vec<&Function>) =
                alike.into_iter().partition(|one| list.named.contains_key(&one.name));
            let begin = common(&listed);
            let is_lost = |one: &&Function| {
                list.lacks(&one.name)
                    && one.name.starts_with(begin)
                    && !is_internal(&one.name)
                    // Functions of a kind of their own, as extensions (`KHR`), which are asked for otherwise.
                    && listed.iter().any(|other| ending(&other.name) == ending(&one.name))
                    && !self.is_declared(file, &one.name)
                    && listed.iter().any(|other| other.linkage == one.linkage)
            };
            let enough = listed.len() >= LEAST && begin.len() > 1 && others.len() * FOR_EACH <= listed.len();
            let may_export = list.is_def() && listed.first().is_some_and(|one| self.may_export(&one.attributes.macros));
            let lost: Vec<&Function> = others.into_iter().filter(|_| enough && !may_export).filter(is_lost).collect();
            self.report_defined(file, list, (&listed, &lost), user, sink);
        }
    }

    /// Whether a file of the project declares a function: then its header says whether it is one for others.
    fn is_declared(&self, source: &NativeFile, name: &str) -> bool {
        let natives = self.project.natives;
        let mut files = natives.mentioning(&[name]).into_iter().filter_map(|index| natives.at(index));
        files.any(|file| {
            file.source.id() != source.source.id() && file.facts.functions.iter().any(|one| one.name == name)
                || file.facts.functions.iter().any(|one| one.name == name && !one.is_definition)
        })
    }

    fn report_defined(
        &self,
        file: &NativeFile,
        list: &List,
        (listed, lost): (&[&Function], &[&Function]),
        (id, cond): (TargetId, Cond),
        sink: &mut Sink,
    ) {
        let Some(first) = lost.first() else { return };
        let before = listed.iter().rfind(|other| other.range.start < first.range.start);
        let Some(place) = before.or_else(|| listed.first()).and_then(|other| self.place(list, &other.name)) else {
            return;
        };
        let source = self.sources.get(place.file);
        let path = list.written.as_ref().map_or(source.path(), |(path, _)| path);
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let names: Vec<&str> = lost.iter().map(|one| one.name.as_str()).collect();
        let header = file.source.path().file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let mut draft = Draft::new(cond, Place::new(place, "the one before it in the source"))
            .severity(Severity::Warning)
            .named("list", name)
            .named("target", self.project.model.name(id))
            .value("header", header)
            .value("others", listed.len().to_string())
            .value("symbols", listing(&names))
            .value("effect", "nobody who links it can call it");
        for one in lost.iter().take(8) {
            draft = draft.subject(one.name.clone()).related(
                Span::new(file.source.id(), one.range.clone()),
                "defined here with the same macro as the listed ones",
            );
        }
        sink.report(draft);
    }
}

/// The capitals that a name ends with.
fn ending(name: &str) -> &str {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_uppercase());
    let ending = name.get(stem.len()..).unwrap_or_default();
    if ending.len() > 1 { ending } else { "" }
}

/// What all names of functions begin with.
fn common<'f>(functions: &[&'f Function]) -> &'f str {
    let Some((first, rest)) = functions.split_first() else { return "" };
    let same = |begin: &str, name: &str| begin.bytes().zip(name.bytes()).take_while(|(a, b)| a == b).count();
    let length = rest.iter().map(|one| same(&first.name, &one.name)).min().unwrap_or(0);
    first.name.get(..length).unwrap_or_default()
}
