//! Archives that another project of the repository makes, named by their paths: one that is needed before the one that needs it.
use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::cargo::outputs;
use crate::cond::Cond;
use crate::flags::LinkFlag;
use crate::model::archives::is_ever;
use crate::model::binaries::{LINKED, emits, is_compiled};
use crate::model::offers::{Beside, Offer, Offered};
use crate::model::{FlagSource, Item, Model, TargetId};
use crate::native::{NativeFile, Natives};
use crate::rules::{Confidence, Draft, Place, Severity, Sink};

/// Longer lists are not looked at pair by pair.
const MOST: usize = 200;

pub(super) fn check(model: &Model<'_>, natives: &Natives<'_>, beside: &Beside, sink: &mut Sink) {
    if beside.0.is_empty() {
        return;
    }
    for id in model.judged_targets().filter(|id| is_ever(model, *id, LINKED)) {
        look(model, natives, beside, id, sink);
    }
}

/// An archive of another project on a link line.
struct Named<'a> {
    at: usize,
    item: &'a Item,
    maker: &'a Offered,
    name: &'a str,
    offer: &'a Offer,
    /// All its members are taken.
    whole: bool,
}

fn look(model: &Model<'_>, natives: &Natives<'_>, beside: &Beside, id: TargetId, sink: &mut Sink) {
    let conds = &model.facts.conds;
    let items = model.link_items(id);
    let named = named(items, beside);
    if named.len() < 2 || named.len() > MOST || model.remembers_archives(id) {
        return;
    }
    let flags: Rc<Vec<FlagSource>> = model.link_flags(id);
    let regardless = |flag: &LinkFlag| matches!(flag, LinkFlag::StartGroup | LinkFlag::ResponseFile(_));
    if flags.iter().any(|source| regardless(&source.flag.flag)) {
        return;
    }
    let needs: Vec<BTreeSet<&str>> = named.iter().map(|one| one.maker.linked(one.name)).collect();
    for (at, needed) in named.iter().enumerate().filter(|(_, one)| !one.whole) {
        let together = |other: &Named<'_>| {
            std::ptr::eq(other.maker, needed.maker) && !conds.disjoint(other.item.cond, needed.item.cond)
        };
        // What others need of it may be in what it links itself: then that is the one that has to stand behind.
        let is_above = named.iter().any(|other| {
            other.name != needed.name && together(other) && needs.get(at).is_some_and(|own| own.contains(other.name))
        });
        let needing = named.iter().zip(&needs).filter(|(other, links)| {
            other.at > needed.at
                && other.name != needed.name
                && together(other)
                && links.contains(needed.name)
                && may_call(natives, other.offer, needed.offer)
        });
        // One that is taken whole asks for certain.
        let all: Vec<&Named<'_>> = needing.map(|(other, _)| other).filter(|_| !is_above).collect();
        let first = all.iter().find(|other| other.whole).or_else(|| all.first());
        if let Some(needing) = first {
            pair(model, id, (needed, needing), &named, sink);
        }
    }
}

/// Whether the code of an archive calls something of another one by name, or either is not known.
fn may_call(natives: &Natives<'_>, caller: &Offer, called: &Offer) -> bool {
    let read = |offer: &Offer| -> Option<Vec<NativeFile>> {
        let sources = offer.sources.as_ref()?.iter().filter(|path| is_compiled(path));
        sources.map(|path| natives.file(path)).collect()
    };
    let (Some(callers), Some(those)) = (read(caller), read(called)) else { return true };
    let defined: FxHashSet<&str> = those
        .iter()
        .flat_map(|file| file.facts.functions.iter().filter(|one| emits(one)))
        .map(|one| one.name.as_str())
        .collect();
    let is_own = |name: &str| name.rsplit([':', '.', '>']).next().is_some_and(|last| defined.contains(last));
    callers.iter().any(|file| {
        let facts = &file.facts;
        let mut uses = facts.uses.iter().chain(&facts.object_uses).chain(&facts.field_uses);
        uses.any(|one| is_own(&one.name))
    })
}

fn pair(
    model: &Model<'_>,
    id: TargetId,
    (needed, needing): (&Named<'_>, &Named<'_>),
    named: &[Named<'_>],
    sink: &mut Sink,
) {
    let conds = &model.facts.conds;
    let platform = |name| conds.platform(name).unwrap_or(Cond::FALSE);
    let kind = model.is_kind(id, LINKED);
    let mut cond = conds.all([needed.item.cond, needing.item.cond, kind, model.defined(id)]);
    for other in ["WIN32", "APPLE", "ANDROID"] {
        cond = conds.diff(cond, platform(other));
    }
    // What stands behind may be the needed one again, or bring it.
    for one in named.iter().filter(|one| one.at > needing.at && one.name == needed.name) {
        cond = conds.diff(cond, one.item.cond);
    }
    for item in model.library_items(id).iter() {
        let is_it = || item.from.is_some() && library_of(&item.text) == needed.offer.file.as_deref();
        if model.is_unknown(&item.text) && library_of(&item.text).is_none() && model.may_say_anything(&item.text)
            || is_it()
        {
            cond = conds.diff(cond, item.cond);
        }
    }
    let Some(span) = model.span(needed.item.origin).filter(|_| cond.is_possible()) else { return };
    let mut draft = Draft::new(cond, Place::new(span, "read before anybody asks for it"))
        .severity(Severity::Warning)
        .confidence(if needing.whole { Confidence::Likely } else { Confidence::Heuristic })
        .named("needed", needed.name)
        .named("needing", needing.name)
        .named("target", model.name(id))
        .message(format!(
            "`{}` comes before `{}` on the link line of `{}`, and `{}` links it in the project that makes both: the linker has passed it by",
            needed.name,
            needing.name,
            model.name(id),
            needing.name
        ))
        .help(format!("name `{}` behind `{}`", needed.name, needing.name));
    if let Some(later) = model.span(needing.item.origin).filter(|later| *later != span) {
        draft = draft.related(later, "needs it, and comes later");
    }
    if let Some(made) = needing.offer.defined {
        draft = draft.related(made, format!("needs `{}` where it is made", needed.name));
    }
    sink.report(draft);
}

/// The archives of other projects among what is linked, in the order in which they stand there.
fn named<'a>(items: &'a [Item], beside: &'a Beside) -> Vec<Named<'a>> {
    let mut out = Vec::new();
    let mut whole = false;
    for (at, item) in items.iter().enumerate() {
        if item.text.contains("whole-archive") {
            whole = !item.text.contains("no-whole-archive");
        }
        let Some(file) = library_of(&item.text) else { continue };
        let makers = beside.0.iter().filter_map(|maker| maker.archive(file).map(|(name, offer)| (maker, name, offer)));
        if let [(maker, name, offer)] = *makers.collect::<Vec<_>>().as_slice() {
            out.push(Named { at, item, maker, name, offer, whole });
        }
    }
    out
}

/// The name of an archive that an item gives by its path.
fn library_of(text: &str) -> Option<&str> {
    outputs::library_of(text, ".a").filter(|_| text.contains('/') && !text.starts_with('-'))
}
