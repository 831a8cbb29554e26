//! Policy versions that CMake 4 refuses.
use std::collections::BTreeSet;

use crate::cmake::eval::facts::OldEffect;
use crate::cond::Cond;
use crate::directives::is_allowed;
use crate::native::Triggers;
use crate::rules::{Context, Draft, Place, Sink};
use crate::source::Span;

/// As many places more are shown.
const MOST: usize = 20;

/// The places of one condition: who mends one of them mends all. What a directive allows is by itself: it speaks of no other place.
struct Group {
    cond: Cond,
    allowed: bool,
    places: Vec<(Span, String, Cond)>,
}

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let mut groups: Vec<Group> = Vec::new();
    for old in &model.facts.old_policies {
        let OldEffect::Refused(version) = &old.effect else { continue };
        let Some(span) = model.span(old.origin) else { continue };
        let place = (span, version.to_string(), old.cond);
        let is_known = |group: &Group| group.cond == old.cond && group.places.iter().any(|(known, ..)| *known == span);
        if groups.iter().any(is_known) {
            continue;
        }
        let allowed = is_allowed(cx.facts.sources, "removed-policy-version", span);
        let same = |group: &&mut Group| group.cond == old.cond && !group.allowed && !allowed;
        match groups.iter_mut().find(same) {
            Some(group) => group.places.push(place),
            None => groups.push(Group { cond: old.cond, allowed, places: vec![place] }),
        }
    }
    let groups = gathered(groups);
    let loads = !groups.is_empty() && project.natives.with(Triggers::LOAD).next().is_some();
    for group in groups {
        let Some(((first, version, _), others)) = group.places.split_first() else { continue };
        let more = match others.len() {
            0 => String::new(),
            1 => " and another place".to_owned(),
            count => format!(" and {count} other places"),
        };
        let exports = if loads { ". Programs that load plugins then need ENABLE_EXPORTS (CMP0065)" } else { "" };
        let mut draft = Draft::new(group.cond, Place::new(*first, "refused"))
            .value("version", version.as_str())
            .value("more", more)
            .value("exports", exports);
        for (span, version, cond) in others.iter().take(MOST) {
            let when = if *cond == group.cond { "" } else { ", where it comes to that" };
            draft = draft.related(*span, format!("and {version} here{when}"));
        }
        sink.report(draft);
    }
}

/// What is refused in some configurations goes with what is refused in all: CMake stops at that first, and who mends one mends all.
fn gathered(groups: Vec<Group>) -> Vec<Group> {
    let (mut always, others): (Vec<Group>, Vec<Group>) =
        groups.into_iter().partition(|group| group.cond.is_true() && !group.allowed);
    let (apart, rest): (Vec<Group>, Vec<Group>) =
        others.into_iter().partition(|group| group.allowed || always.is_empty());
    if let Some(first) = always.first_mut() {
        let mut known: BTreeSet<Span> = first.places.iter().map(|(span, ..)| *span).collect();
        first.places.extend(rest.into_iter().flat_map(|group| group.places).filter(|(span, ..)| known.insert(*span)));
    }
    always.into_iter().chain(apart).collect()
}
