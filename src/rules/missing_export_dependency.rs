//! An exported target that needs another one of the project, which is in no export set.
use std::collections::{BTreeMap, BTreeSet};

use crate::cmake::eval::facts::{Export, InstallKind, TargetKind};
use crate::cmake::eval::text::has_symbol;
use crate::cmake::eval::value::{Elem, Origin, Value};
use crate::cond::Cond;
use crate::model::{Model, TargetId};
use crate::rules::{Confidence, Context, Draft, Place, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let (model, conds) = (project.model, &project.model.facts.conds);
    let exported = model.exported_targets();
    let mut told: BTreeSet<(TargetId, TargetId)> = BTreeSet::new();
    let mut switched: BTreeMap<(Origin, Cond), Vec<Pair>> = BTreeMap::new();
    for (&id, export) in exported
        .iter()
        .filter(|(id, export)| !export.installed.is_false() && !model.is_imported(**id) && model.is_judged(**id))
    {
        let Some(value) = model.link_interface(id) else { continue };
        for elem in value.elems.iter() {
            let Some((name, is_private)) = item(model, elem) else { continue };
            let Some(needed) = needed(model, &name).filter(|needed| *needed != id) else { continue };
            let there = exported.get(&needed).map_or(Cond::FALSE, |other| other.in_set);
            let mut cond = conds.all([export.installed, elem.cond, model.defined(needed), model.is_linkable(id)]);
            if is_private {
                // What is linked privately travels with an archive only.
                cond = conds.and(cond, model.is_kind(id, &[TargetKind::Static]));
            }
            cond = model.with_install_rules(conds.diff(cond, there));
            let Some(span) = model.span(elem.origin).filter(|_| cond.is_possible()) else {
                continue;
            };
            told.insert((id, needed));
            let mut draft = Draft::new(cond, Place::new(span, "whoever links the exported target needs this one"))
                .named("target", model.name(id))
                .named("needed", model.name(needed));
            // The set may have more members than could be followed.
            let is_guess = model.is_cut_short(export.origin) || model.is_given_away(needed);
            if is_guess {
                draft = draft.confidence(Confidence::Heuristic);
            } else if !model.takes_one_option(cond) {
                draft = draft.confidence(Confidence::Likely);
            }
            for (span, label) in [
                (model.span(export.origin), format!("`{}` is exported here", model.name(id))),
                (
                    model.definition_span_under(needed, cond),
                    format!("`{}` is made here and exported nowhere", model.name(needed)),
                ),
            ] {
                if let Some(span) = span {
                    draft = draft.related(span, label);
                }
            }
            if there.is_possible() && !is_guess {
                let (target, needed) = (model.name(id).to_owned(), model.name(needed).to_owned());
                let pairs = switched.entry((export.origin, cond)).or_default();
                pairs.push(Pair { draft, span, target, needed });
            } else {
                sink.report(draft);
            }
        }
    }
    switched.into_values().filter_map(told_once).for_each(|draft| sink.report(draft));
    of_build_tree(model, &told, sink);
}

/// What `export()` writes for the build tree: CMake stops where a member needs a target that no such call writes
/// (`cmExportBuildFileGenerator::ComplainAboutMissingTarget`). With APPEND it takes for granted that another one will.
fn of_build_tree(model: &Model<'_>, told: &BTreeSet<(TargetId, TargetId)>, sink: &mut Sink) {
    let conds = &model.facts.conds;
    let Some(written) = model.facts.exports.iter().map(|export| members(model, export)).collect::<Option<Vec<_>>>()
    else {
        return;
    };
    let mut there: BTreeMap<TargetId, Cond> = BTreeMap::new();
    for &(id, cond) in written.iter().flatten() {
        let known = there.entry(id).or_insert(Cond::FALSE);
        *known = conds.or(*known, cond);
    }
    let mut seen = BTreeSet::new();
    for (export, members) in model.facts.exports.iter().zip(&written).filter(|(export, _)| !export.append) {
        for &(id, member) in members.iter().filter(|(id, _)| model.is_judged(*id) && !model.is_imported(*id)) {
            let Some(value) = model.link_interface(id) else { continue };
            for elem in value.elems.iter() {
                let Some((name, is_private)) = item(model, elem) else { continue };
                let Some(needed) = needed(model, &name).filter(|needed| *needed != id) else { continue };
                if told.contains(&(id, needed)) || model.is_given_away(needed) || !seen.insert((id, needed)) {
                    continue;
                }
                let mut cond = conds.all([member, elem.cond, model.defined(needed), model.is_linkable(id)]);
                if is_private {
                    cond = conds.and(cond, model.is_kind(id, &[TargetKind::Static]));
                }
                let cond = conds.diff(cond, there.get(&needed).copied().unwrap_or(Cond::FALSE));
                let Some(span) = model.span(elem.origin).filter(|_| cond.is_possible()) else { continue };
                let (target, needed_name) = (model.name(id), model.name(needed));
                let mut draft = Draft::new(cond, Place::new(span, "CMake stops: export() asks for this one, too"))
                    .named("target", target)
                    .named("needed", needed_name)
                    .message(format!(
                        "export() writes `{target}`, which needs `{needed_name}`, and no export() writes that: CMake stops"
                    ));
                if !model.takes_one_option(cond) {
                    draft = draft.confidence(Confidence::Likely);
                }
                if let Some(span) = model.span(export.origin) {
                    draft = draft.related(span, format!("`{target}` is written here"));
                }
                sink.report(draft);
            }
        }
    }
}

/// The targets that an `export()` writes; nothing where they are not known.
fn members(model: &Model<'_>, export: &Export) -> Option<Vec<(TargetId, Cond)>> {
    let conds = &model.facts.conds;
    let named = |value: &Value, under: Cond| {
        let items = model.items(value, None).into_iter();
        let known = |text: &str| !has_symbol(text) && !text.contains("$<");
        items
            .map(|item| known(&item.text).then(|| Some((model.find(&item.text)?, conds.and(under, item.cond)))))
            .collect::<Option<Vec<_>>>()
            .map(|found| found.into_iter().flatten().collect::<Vec<_>>())
    };
    let Some(set) = export.export else { return named(&export.items, export.cond) };
    let set = model.facts.texts.as_str(set).filter(|set| !has_symbol(set))?;
    let mut out = Vec::new();
    for install in model.facts.installs.iter().filter(|install| install.kind == InstallKind::Target) {
        let Some(joins) = install.export else { continue };
        // A set whose name is not known may be this one.
        if model.facts.texts.as_str(joins)? == set {
            out.extend(named(&install.items, conds.and(export.cond, install.cond))?);
        }
    }
    Some(out)
}

/// The name that an item of a link interface is, and whether it is linked privately.
fn item(model: &Model<'_>, elem: &Elem) -> Option<(String, bool)> {
    let text = model.facts.texts.plain(elem.text).filter(|text| !has_symbol(text))?;
    let inner = text.strip_prefix("$<LINK_ONLY:").and_then(|text| text.strip_suffix('>'));
    Some((inner.unwrap_or(&text).to_owned(), inner.is_some()))
}

/// A target of an export set, and what it needs, which another switch leaves out.
struct Pair {
    draft: Draft,
    span: Span,
    target: String,
    needed: String,
}

/// What one switch leaves out of one set is one thought, and one finding.
fn told_once(pairs: Vec<Pair>) -> Option<Draft> {
    /// Pairs that are told beside the first one.
    const TOLD: usize = 3;
    let mut pairs = pairs.into_iter();
    let Pair { mut draft, span: first, .. } = pairs.next()?;
    let more = pairs.len().saturating_sub(TOLD);
    for (at, Pair { span, target, needed, .. }) in pairs.enumerate() {
        if at < TOLD {
            draft = draft.related(span, format!("also: `{target}` needs `{needed}`"));
        }
        draft = draft.subject(target).subject(needed);
    }
    if more > 0 {
        draft = draft.related(first, format!("and {more} more where the same is set"));
    }
    Some(draft)
}

/// The target of the project that a name means, where its export would be asked for.
fn needed(model: &Model<'_>, name: &str) -> Option<TargetId> {
    if name.contains(['$', '<', '>']) {
        return None;
    }
    let id = model.find(name)?;
    let built = |kind| !matches!(kind, TargetKind::Utility | TargetKind::Module);
    // An alias of what is not known here (a project that is fetched) may be exported there.
    model.definitions_of(id).iter().all(|d| !d.imported && d.alias_of.is_none() && built(d.kind)).then_some(id)
}
