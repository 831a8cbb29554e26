//! Names that must be targets of a package which another project of the repository makes, and that it does not have: it was renamed there.
use std::collections::BTreeSet;

use crate::cmake::eval::facts::{Reason, Unknown};
use crate::cond::Cond;
use crate::model::offers::{Beside, Offer, Offered};
use crate::model::{Item, TargetId};
use crate::rules::wording::listing;
use crate::rules::{Draft, Place, Project, Sink};

use super::{OF_SYSTEMS, is_name, is_searched, may_be_made, plain};

/// More names than these that begin alike say nothing.
const MOST: usize = 3;

pub(super) fn check(project: Project<'_>, beside: &Beside, sink: &mut Sink) {
    let model = project.model;
    let facts = model.facts;
    let searched: BTreeSet<&str> = facts.packages.iter().filter_map(|search| facts.texts.as_str(search.name)).collect();
    let makers = beside.0.iter().filter_map(|maker| {
        let package = searched.iter().find(|name| maker.has_package(name))?;
        Some((maker, *package))
    });
    let makers: Vec<(&Offered, &str)> = makers.collect();
    // Of two that make it, nobody knows which one is meant.
    let [(maker, package)] = makers.as_slice() else { return };
    for id in model.judged_targets() {
        for item in model.link_items(id) {
            look(project, (maker, package), id, item, sink);
        }
    }
}

fn look(project: Project<'_>, (maker, package): (&Offered, &str), id: TargetId, item: &Item, sink: &mut Sink) {
    let model = project.model;
    let conds = &model.facts.conds;
    let name = &*item.text;
    let is_free = is_name(name) && !OF_SYSTEMS.contains(&name) && model.find(name).is_none();
    if !is_free || maker.targets.contains_key(name) {
        return;
    }
    let near: Vec<(&str, &Offer)> = near(maker, name);
    if near.is_empty() || near.len() > MOST {
        return;
    }
    // Commands about targets stop where there is none.
    let told: Vec<&Unknown> = given_as_target(project, name).collect();
    let there = conds.any(told.iter().map(|unknown| unknown.cond).collect::<Vec<_>>());
    let cond = conds.all([item.cond, there, model.defined(id)]);
    let told = told.iter().find(|unknown| !conds.disjoint(unknown.cond, item.cond));
    let (Some(span), Some(told)) = (model.span(item.origin), told.and_then(|unknown| model.span(unknown.origin)))
    else {
        return;
    };
    if !cond.is_possible()
        || is_made_anywhere(project, name)
        || is_searched(project, name)
        || may_be_made(project, name)
    {
        return;
    }
    let names: Vec<&str> = near.iter().map(|(name, _)| *name).collect();
    let mut draft = Draft::new(cond, Place::new(span, "no target"))
        .related(told, "has to be a target here")
        .named("item", name)
        .named("library", names[0])
        .subject(model.name(id))
        .message(format!(
            "`{name}` has to be a target, and the package `{package}` of this repository has none of that name, but {}",
            listing(&names)
        ))
        .help(format!("write the name that `{package}` exports"));
    for (_, offer) in near {
        if let Some(defined) = offer.defined {
            draft = draft.related(defined, "the library");
        }
    }
    sink.report(draft);
}

/// The names that a package has and that a name is nearly: it differs by case and separators, or one is the other and more words.
fn near<'o>(maker: &'o Offered, name: &str) -> Vec<(&'o str, &'o Offer)> {
    let more = |long: &str, short: &str| long.strip_prefix(short).is_some_and(|rest| rest.starts_with(['_', '-']));
    let is_near = |known: &str| plain(known) == plain(name) || more(known, name) || more(name, known);
    let names = maker.targets.values().flat_map(|offer| offer.exported.iter().map(move |name| (name.as_str(), offer)));
    let mut out: Vec<(&str, &Offer)> = names.filter(|(known, _)| is_near(known)).collect();
    out.sort_by_key(|(name, _)| *name);
    out
}

/// Where a command that knows targets alone is given a name.
fn given_as_target<'p>(project: Project<'p>, name: &str) -> impl Iterator<Item = &'p Unknown> + use<'p> {
    let what = format!("target {name}");
    let facts = project.model.facts;
    facts.unknowns.iter().filter(move |unknown| {
        unknown.reason == Reason::UnknownValue && *unknown.what == *what && unknown.cond != Cond::FALSE
    })
}

/// Whether some command of the repository makes a target of a name, in a project or a file that is not evaluated here perhaps.
fn is_made_anywhere(project: Project<'_>, name: &str) -> bool {
    let all = project.files.all();
    ["add_library", "add_executable", "add_custom_target"]
        .iter()
        .flat_map(|word| all.calls(word))
        .any(|(_, command)| command.arguments.first().and_then(|argument| argument.template.literal()) == Some(name))
}
