//! Two packages of one workspace with the same `links`.
use std::collections::BTreeMap;

use crate::cargo::Package;
use crate::cond::Cond;

use crate::rules::{Context, Draft, Place, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(cargo) = cx.facts.cargo else { return };
    for workspace in cargo.workspaces.iter().filter(|workspace| !workspace.selected.is_empty()) {
        let mut known: BTreeMap<&str, &Package> = BTreeMap::new();
        // All members are resolved together, whether they need each other or not.
        for package in cargo.members(workspace) {
            let Some(links) = &package.links else { continue };
            let Some(first) = known.get(links.text.as_str()).copied() else {
                known.insert(&links.text, package);
                continue;
            };
            let Some(other) = &first.links else { continue };
            // Two packages of one name are told apart by their folders.
            let called = |one: &Package| {
                if first.name.text == package.name.text { one.shown(&workspace.folder) } else { one.name.text.clone() }
            };
            let draft = Draft::new(Cond::TRUE, Place::new(links.span, "the second"))
                .related(other.span, "the first")
                .named("links", links.text.clone())
                .named("package", called(package))
                .named("other", called(first));
            sink.report(draft);
        }
    }
}
