//! Link options that a static library would bring from what it links privately, where CMP0099 is not NEW.
use std::collections::BTreeSet;

use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::policy::{PolicyState, Version};
use crate::cond::Cond;
use crate::flags::{self, LinkFlag, Part, system_library};
use crate::model::archives::is_ever;
use crate::model::binaries::LINKED;
use crate::model::{Item, Model, TargetId};

use crate::rules::{Context, Draft, Place, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let brings = |id: &TargetId| !model.property(*id, "INTERFACE_LINK_OPTIONS").is_empty();
    let carriers: BTreeSet<TargetId> = model.targets().filter(brings).collect();
    if carriers.is_empty() {
        return;
    }
    for id in model.judged_targets().filter(|id| is_ever(model, *id, LINKED)) {
        look(model, id, &carriers, sink);
    }
}

fn look(model: &Model<'_>, id: TargetId, carriers: &BTreeSet<TargetId>, sink: &mut Sink) {
    let conds = &model.facts.conds;
    let old = model
        .definitions_of(id)
        .iter()
        .filter(|d| LINKED.contains(&d.kind) && d.policies.state(99, Version(3, 17, 0)) != PolicyState::New);
    let old: Vec<Cond> = old.map(|d| d.cond).collect();
    if old.is_empty() {
        return;
    }
    let old = conds.any(old);
    let usage = model.usage_closure(id);
    let closure = model.link_closure(id);
    for &(library, linked) in closure.iter().filter(|(library, _)| carriers.contains(library)) {
        let used = usage.iter().find(|(other, _)| *other == library).map_or(Cond::FALSE, |(_, cond)| *cond);
        let missing = conds.all([conds.diff(linked, used), old]);
        if !missing.is_possible() {
            continue;
        }
        let Some((through, edge)) = closure.iter().find_map(|(by, _)| {
            let mut edges = model.interface_links(*by).iter();
            let edge = edges.find(|edge| edge.to == library && edge.link_only)?;
            is_ever(model, *by, &[TargetKind::Static]).then_some((*by, edge))
        }) else {
            continue;
        };
        let own = model.link_flags(id);
        let is_given = |item: &Item| {
            let mut flags = decisive(item).into_iter();
            flags.all(|flag| own.iter().any(|one| one.flag.flag == flag))
        };
        for item in model.property(library, "INTERFACE_LINK_OPTIONS") {
            if decisive(&item).is_empty() || is_given(&item) {
                continue;
            }
            let cond = conds.diff(conds.and(missing, item.cond), as_library(model, id, &item));
            let exports = || model.property_true(id, "ENABLE_EXPORTS");
            let cond = if &*item.text == "-rdynamic" { conds.diff(cond, exports()) } else { cond };
            let Some(span) = model.span(item.origin).filter(|_| cond.is_possible()) else {
                continue;
            };
            let mut draft = Draft::new(cond, Place::new(span, "does not reach the link"))
                .named("library", model.name(library))
                .named("through", model.name(through))
                .named("target", model.name(id))
                .value("option", model.display(&item.text));
            if let Some(edge) = model.span(edge.origin) {
                draft = draft.related(edge, "linked privately by a static library");
            }
            sink.report(draft);
        }
    }
}

/// When what an option `-lX` names is on the link line all the same, as a library that the target or one of its libraries links.
fn as_library(model: &Model<'_>, id: TargetId, option: &Item) -> Cond {
    let Some(library) = option.text.strip_prefix("-l") else { return Cond::FALSE };
    let conds = &model.facts.conds;
    let named = |item: &&Item| {
        let text = item.text.strip_prefix("-l").unwrap_or(&item.text);
        text == library || library == "dl" && model.display(&item.text).contains("CMAKE_DL_LIBS")
    };
    let given = conds.any(model.library_items(id).iter().filter(named).map(|item| item.cond).collect::<Vec<_>>());
    // Parts of the C library of Linux are all in the one library of other systems.
    let split = conds.platform("LINUX").filter(|_| matches!(system_library(library), Some(Part::Libc | Part::Math)));
    split.map_or(given, |linux| conds.or(given, conds.not(linux)))
}

/// The flags of an option without which a link is another one, however they are written. Which linker makes it is no matter of the archive.
fn decisive(item: &Item) -> Vec<LinkFlag> {
    if item.text.starts_with("-fuse-ld") {
        return Vec::new();
    }
    let flags = flags::link(&[&*item.text]).into_iter().map(|located| located.flag);
    let decides = |flag: &LinkFlag| {
        !matches!(flag, LinkFlag::Other(_) | LinkFlag::Item(_) | LinkFlag::Pthread | LinkFlag::Strip(_))
    };
    flags.filter(decides).collect()
}
