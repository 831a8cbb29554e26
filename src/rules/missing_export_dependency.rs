//! An exported target that needs another one of the project, which is in no export set.
use std::collections::BTreeMap;

use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::text::has_symbol;
use crate::cmake::eval::value::Origin;
use crate::cond::Cond;
use crate::model::{Model, TargetId};
use crate::rules::{Confidence, Context, Draft, Place, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let (model, conds) = (project.model, &project.model.facts.conds);
    let exported = model.exported_targets();
    let mut switched: BTreeMap<(Origin, Cond), Vec<Pair>> = BTreeMap::new();
    for (&id, export) in exported
        .iter()
        .filter(|(id, export)| !export.installed.is_false() && !model.is_imported(**id) && model.is_judged(**id))
    {
        let Some(value) = model.link_interface(id) else { continue };
        for elem in value.elems.iter() {
            let Some(text) = model.facts.texts.plain(elem.text).filter(|text| !has_symbol(text)) else { continue };
            let inner = text.strip_prefix("$<LINK_ONLY:").and_then(|text| text.strip_suffix('>'));
            let name = inner.unwrap_or(&text);
            let Some(needed) = needed(project.model, name).filter(|needed| *needed != id) else { continue };
            let there = exported.get(&needed).map_or(Cond::FALSE, |other| other.in_set);
            let mut cond = conds.all([export.installed, elem.cond, model.defined(needed), model.is_linkable(id)]);
            if inner.is_some() {
                // What is linked privately travels with an archive only.
                cond = conds.and(cond, model.is_kind(id, &[TargetKind::Static]));
            }
            cond = model.with_install_rules(conds.diff(cond, there));
            let Some(span) = model.span(elem.origin).filter(|_| cond.is_possible()) else {
                continue;
            };
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
