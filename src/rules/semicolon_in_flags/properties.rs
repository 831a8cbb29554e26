//! Properties of targets that hold flags as one string, and get a list.
use rustc_hash::FxHashSet;

use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::text::Compound;
use crate::cmake::eval::value::{Elem, Value};
use crate::cmake::lang::list;
use crate::cond::Cond;
use crate::model::{Model, TargetId};
use crate::rules::{Draft, Place, Sink};
use crate::source::Span;

/// What links.
const LINKED: &[TargetKind] = &[TargetKind::Shared, TargetKind::Module, TargetKind::Executable];
/// What is compiled.
const COMPILED: &[TargetKind] =
    &[TargetKind::Shared, TargetKind::Module, TargetKind::Executable, TargetKind::Static, TargetKind::Object];

/// The properties that are strings, and the kinds of targets that have a use for them (cmake-properties(7)).
const STRINGS: &[(&str, &[TargetKind])] =
    &[("LINK_FLAGS", LINKED), ("COMPILE_FLAGS", COMPILED), ("STATIC_LIBRARY_FLAGS", &[TargetKind::Static])];

/// Flags that are elements of one list.
struct Joint {
    cond: Cond,
    first: String,
    second: String,
    place: Span,
}

/// Reports flags behind others in a property of a target.
pub(super) fn check(model: &Model<'_>, sink: &mut Sink) {
    let mut told: FxHashSet<Span> = FxHashSet::default();
    for id in model.judged_targets().filter(|id| !model.is_imported(*id)) {
        for (property, kinds) in STRINGS {
            let Some(value) = model.target(id).properties.get(*property) else { continue };
            let Some(joint) = joint(model, id, kinds, value).filter(|one| told.insert(one.place)) else { continue };
            let draft = Draft::new(joint.cond, Place::new(joint.place, "one more element"))
                .named("variable", (*property).to_owned())
                .subject(model.name(id))
                .message(format!(
                    "the property `{property}` of `{}` becomes a list here: `{}` follows `{}` after a semicolon, which ends the command in the shell",
                    model.name(id),
                    joint.second,
                    joint.first
                ))
                .help(format!(
                    "make one string of it, with spaces between the flags (`APPEND_STRING PROPERTY {property} \" …\"`, `string(REPLACE \";\" \" \" …)`)"
                ));
            sink.report(draft);
        }
    }
}

/// Two flags, known as they are, that are elements of one list somewhere.
fn joint(model: &Model<'_>, id: TargetId, kinds: &[TargetKind], value: &Value) -> Option<Joint> {
    /// More elements are alternatives rather than a list of flags.
    const MOST: usize = 64;
    let conds = &model.facts.conds;
    let elements = elements(model, value);
    let elements = elements.get(..elements.len().min(MOST))?;
    let built = conds.and(model.defined(id), model.is_kind(id, kinds));
    for (at, (second, elem)) in elements.iter().enumerate().skip(1) {
        for (first, before) in elements[..at].iter().rev() {
            let cond = conds.all([before.cond, elem.cond, built]);
            if cond.is_possible() && !super::is_of_windows(model, cond) {
                let (first, second) = (first.clone(), second.clone());
                return Some(Joint { cond, first, second, place: model.span(elem.origin)? });
            }
        }
    }
    None
}

/// The elements of a value that are flags, with lists in quotes taken apart; of what is put together from parts nothing is told.
fn elements(model: &Model<'_>, value: &Value) -> Vec<(String, Elem)> {
    let (texts, conds) = (&model.facts.texts, &model.facts.conds);
    let mut out = Vec::new();
    let mut flags = |elem: &Elem| {
        for part in texts.as_str(elem.text).into_iter().flat_map(list::split_raw) {
            let part = part.trim();
            if part.starts_with('-') {
                out.push((part.to_owned(), *elem));
            }
        }
    };
    for elem in value.elems.iter() {
        match texts.compound(elem.text) {
            Some(Compound::List(inner)) => inner.iter().for_each(|one| {
                flags(&Elem { cond: conds.and(one.cond, elem.cond), text: one.text, origin: elem.origin });
            }),
            Some(Compound::Rope(_)) => {}
            None => flags(elem),
        }
    }
    out
}
