//! An installed file whose search path leads into the build or the source tree.
use std::path::Path;

use crate::cmake::eval::facts::InstallKind;
use crate::model::{Model, TargetId};
use crate::rules::{Context, Draft, Place, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let has = |id: &TargetId| model.target(*id).properties.contains_key("INSTALL_RPATH");
    if !model.facts.installs.iter().any(|i| i.kind == InstallKind::Target) || !model.built_targets().any(|id| has(&id))
    {
        return;
    }
    if is_prefix_inside(model) {
        return;
    }
    let conds = &model.facts.conds;
    for (&id, places) in model.installed_targets().iter().filter(|(id, _)| has(id)) {
        let installed = conds.any(places.iter().map(|place| place.cond).collect::<Vec<_>>());
        for item in model.property(id, "INSTALL_RPATH") {
            let inside = item.text.split(':').find_map(|part| Some((part, tree(model, part)?)));
            let Some((part, tree)) = inside else { continue };
            let cond = conds.and(item.cond, installed);
            let Some(span) = model.span(item.origin).filter(|_| !cond.is_false()) else { continue };
            let mut draft = Draft::new(cond, Place::new(span, format!("a folder of the {tree} tree")))
                .named("target", model.name(id))
                .value("tree", tree)
                .value("folder", shown(model, part));
            if let Some(span) = places.first().and_then(|place| model.span(place.origin)) {
                draft = draft.related(span, "installed here");
            }
            sink.report(draft);
        }
    }
}

/// The tree that holds a path.
fn tree(model: &Model<'_>, path: &str) -> Option<&'static str> {
    let path = Path::new(path);
    if path.starts_with(&model.facts.binary_dir) {
        Some("build")
    } else if path.starts_with(&model.facts.source_dir) {
        Some("source")
    } else {
        None
    }
}

/// Whether the project installs into one of its trees by default: there such a path may be right.
fn is_prefix_inside(model: &Model<'_>) -> bool {
    let facts = model.facts;
    let entry = facts.cache.get("CMAKE_INSTALL_PREFIX").map(|entry| &entry.value);
    let writes =
        facts.overrides.iter().filter(|write| &*write.name == "CMAKE_INSTALL_PREFIX").map(|write| &write.value);
    entry.into_iter().chain(writes).any(|value| model.items(value, None).iter().any(|i| tree(model, &i.text).is_some()))
}

/// A path without the parts that differ from machine to machine.
fn shown(model: &Model<'_>, path: &str) -> String {
    for (folder, name) in
        [(&model.facts.binary_dir, "${CMAKE_BINARY_DIR}"), (&model.facts.source_dir, "${CMAKE_SOURCE_DIR}")]
    {
        if let Ok(rest) = Path::new(path).strip_prefix(folder) {
            let rest = rest.to_string_lossy();
            return if rest.is_empty() { name.to_owned() } else { format!("{name}/{rest}") };
        }
    }
    model.display(path)
}
