//! Properties of targets that hold flags as one string, and get a list.
use rustc_hash::FxHashSet;

use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::text::has_symbol;
use crate::cond::Cond;
use crate::model::{Item, Model, TargetId};
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

/// Reports flags behind others in a property of a target.
pub(super) fn check(model: &Model<'_>, sink: &mut Sink) {
    let mut told: FxHashSet<Span> = FxHashSet::default();
    for id in model.judged_targets().filter(|id| !model.is_imported(*id)) {
        for (property, kinds) in STRINGS {
            let items = model.property(id, property);
            let Some((cond, first, second)) = joint(model, id, kinds, &items) else { continue };
            let Some(span) = model.span(second.origin).filter(|span| told.insert(*span)) else { continue };
            let (before, behind) = (model.display(&first.text), model.display(&second.text));
            let draft = Draft::new(cond, Place::new(span, "one more element"))
                .named("variable", (*property).to_owned())
                .subject(model.name(id))
                .message(format!(
                    "the property `{property}` of `{}` becomes a list here: `{behind}` follows `{before}` after a semicolon, which ends the command in the shell",
                    model.name(id)
                ))
                .help(format!(
                    "make one string of it, with spaces between the flags (`APPEND_STRING PROPERTY {property} \" …\"`, `string(REPLACE \";\" \" \" …)`)"
                ));
            sink.report(draft);
        }
    }
}

/// Two flags that are elements of one list somewhere.
fn joint<'i>(
    model: &Model<'_>,
    id: TargetId,
    kinds: &[TargetKind],
    items: &'i [Item],
) -> Option<(Cond, &'i Item, &'i Item)> {
    /// More elements are alternatives rather than a list of flags.
    const MOST: usize = 64;
    let conds = &model.facts.conds;
    let items = items.get(..items.len().min(MOST))?;
    let is_flag = |item: &&Item| item.text.trim_start().starts_with('-') && !has_symbol(&item.text);
    let built = conds.and(model.defined(id), model.is_kind(id, kinds));
    for (at, second) in items.iter().enumerate().skip(1).filter(|(_, item)| is_flag(item)) {
        for first in items[..at].iter().rev().filter(is_flag) {
            let cond = conds.all([first.cond, second.cond, built]);
            // The shells of Windows end no command there.
            let on_windows = || conds.platform("WIN32").is_some_and(|windows| conds.implies(cond, windows));
            if cond.is_possible() && !on_windows() {
                return Some((cond, first, second));
            }
        }
    }
    None
}
