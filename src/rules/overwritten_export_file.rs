//! Two calls of `export()` that write the same file: the second one replaces the first, or CMake refuses it.
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::cmake::eval::facts::Export;
use crate::model::Model;
use crate::rules::{Context, Draft, Place, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let conds = &model.facts.conds;
    let file =
        |one: &Export| model.facts.texts.as_str(one.file).filter(|file| !file.is_empty() && !model.is_unknown(file));
    let all: Vec<(&Export, &str)> = model.facts.exports.iter().filter_map(|one| Some((one, file(one)?))).collect();
    for (at, (second, name)) in all.iter().enumerate().filter(|(_, (second, _))| !second.append) {
        let Some((first, _)) = all[..at].iter().find(|(first, other)| {
            other == name
                && first.directory == second.directory
                && conds.and(first.cond, second.cond).is_possible()
                && (second.refused || loses(model, first, second))
        }) else {
            continue;
        };
        let (Some(before), Some(here)) = (model.span(first.origin), model.span(second.origin)) else { continue };
        if before == here {
            continue;
        }
        let shown = name.rsplit('/').next().unwrap_or(name);
        let (label, consequence) = if second.refused {
            ("refused", "CMake refuses the second export() (CMP0103)")
        } else {
            ("writes it anew", "the targets of the first export() are lost")
        };
        sink.report(
            Draft::new(conds.and(first.cond, second.cond), Place::new(here, label))
                .related(before, "written here before")
                .named("file", shown)
                .value("consequence", consequence),
        );
    }
}

/// Whether what the first call writes is not in what the second one writes; not where either is unknown.
fn loses(model: &Model<'_>, first: &Export, second: &Export) -> bool {
    let texts = &model.facts.texts;
    let text = |text| texts.as_str(text).filter(|text| !model.is_unknown(text));
    let namespace = |one: &Export| one.namespace.map_or(Some(""), text);
    let (Some(before), Some(after)) = (namespace(first), namespace(second)) else { return false };
    match (first.export, second.export) {
        (Some(one), Some(other)) => {
            text(one).zip(text(other)).is_some_and(|(one, other)| one != other || before != after)
        }
        (None, None) => {
            let (Some(held), Some(kept)) = (targets(model, first), targets(model, second)) else { return false };
            !held.is_empty() && (before != after || !held.is_subset(&kept))
        }
        _ => false,
    }
}

/// The targets that a call names in some configuration; None where one is unknown.
fn targets(model: &Model<'_>, export: &Export) -> Option<BTreeSet<Arc<str>>> {
    let mut out = BTreeSet::new();
    for elem in export.items.elems.iter() {
        out.extend(model.alternatives(elem.text)?.into_iter().map(|(_, name)| name));
    }
    (!out.iter().any(|name| model.is_unknown(name))).then_some(out)
}
