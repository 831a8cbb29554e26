//! A library that stands on a link line with a feature and without one, which CMake 3.24 to 3.29 refuse.
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::cmake::eval::policy::Version;
use crate::cond::Cond;
use crate::model::archives::is_ever;
use crate::model::binaries::LINKED;
use crate::model::{Edge, Model, TargetId};

use crate::rules::{Context, Draft, Place, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let edges = |id: TargetId| model.links(id).iter().chain(model.interface_links(id));
    let featured: BTreeSet<TargetId> =
        model.targets().flat_map(edges).filter(|edge| feature(edge).is_some()).map(|edge| edge.to).collect();
    if featured.is_empty() {
        return;
    }
    for id in model.judged_targets().filter(|id| is_ever(model, *id, LINKED)) {
        look(model, id, &featured, sink);
    }
}

/// The feature that CMake itself brings and that is no wish for the default.
fn feature(edge: &Edge) -> Option<&Arc<str>> {
    edge.feature.as_ref().filter(|feature| &***feature == "WHOLE_ARCHIVE")
}

fn look(model: &Model<'_>, id: TargetId, featured: &BTreeSet<TargetId>, sink: &mut Sink) {
    let conds = &model.facts.conds;
    let old = model.definitions_of(id).iter().filter(|definition| {
        let minimum = definition.policies.range.map_or(Version(0, 0, 0), |(minimum, _)| minimum);
        LINKED.contains(&definition.kind) && minimum < Version(3, 30, 0)
    });
    let old: Vec<Cond> = old.map(|definition| definition.cond).collect();
    let old = conds.any(old);
    let overridden = |library| {
        let named = format!("LINK_LIBRARY_OVERRIDE_{}", model.name(library));
        !model.property(id, "LINK_LIBRARY_OVERRIDE").is_empty() || !model.property(id, &named).is_empty()
    };
    let own = model.links(id).iter().map(|edge| (Cond::TRUE, edge));
    let closure = model.link_closure(id);
    let inherited = closure.iter().flat_map(|(by, cond)| model.interface_links(*by).iter().map(|edge| (*cond, edge)));
    let edges: Vec<(Cond, &Edge)> = own.chain(inherited).filter(|(_, edge)| featured.contains(&edge.to)).collect();
    for (with, first) in edges.iter().filter(|(_, edge)| feature(edge).is_some()) {
        let plain = edges.iter().find(|(_, edge)| edge.to == first.to && edge.feature.is_none());
        let Some((without, second)) = plain.filter(|_| !overridden(first.to)) else { continue };
        let cond = conds.all([*with, first.cond, *without, second.cond, old]);
        let Some(span) = model.span(first.origin).filter(|_| cond.is_possible()) else { continue };
        let mut draft = Draft::new(cond, Place::new(span, "with WHOLE_ARCHIVE here"))
            .named("library", model.name(first.to))
            .named("target", model.name(id));
        if let Some(other) = model.span(second.origin) {
            draft = draft.related(other, "and without it here");
        }
        sink.report(draft);
    }
}
