//! An exported target whose include folders or sources lie in the project's own trees.
use std::path::Path;

use crate::cmake::eval::text::has_symbol;
use crate::cmake::lang::genex;
use crate::cond::Cond;
use crate::model::Model;
use crate::rules::{Context, Draft, Place, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let (model, conds) = (project.model, &project.model.facts.conds);
    for (&id, exported) in model.exported_targets().iter() {
        if exported.installed.is_false() || model.is_imported(id) || !model.is_judged(id) {
            continue;
        }
        for property in ["INTERFACE_INCLUDE_DIRECTORIES", "INTERFACE_SOURCES"] {
            let Some(value) = model.target(id).properties.get(property) else { continue };
            for elem in value.elems.iter() {
                let Some(text) = model.facts.texts.plain(elem.text) else { continue };
                // What stands in an expression is for the build tree, or decided there.
                let paths = genex::split_list(&text).into_iter().filter(|path| {
                    // What a search did not find is no folder.
                    !path.contains("$<") && !has_symbol(path) && !path.contains("NOTFOUND")
                });
                let Some((tree, path)) = paths.into_iter().find_map(|path| inside(model, path)) else { continue };
                let cond = conds.all([exported.installed, elem.cond, model.defined(id)]);
                let Some(span) = model.span(elem.origin).filter(|_| !cond.is_false() && !lacks_find(model, cond))
                else {
                    continue;
                };
                let mut draft = Draft::new(cond, Place::new(span, format!("a path of the {tree} tree")))
                    .named("target", model.name(id))
                    .value("property", property)
                    .value("tree", tree)
                    .value("path", path);
                if property == "INTERFACE_SOURCES" {
                    draft = draft.help(
                        "write `$<BUILD_INTERFACE:…>` around it, and beside it `$<INSTALL_INTERFACE:…>` with the place below the prefix where \
                         the file is installed",
                    );
                }
                if let Some(span) = model.span(exported.origin) {
                    draft = draft.related(span, "exported here");
                }
                sink.report(draft);
            }
        }
    }
}

/// Whether it happens more often where a search found nothing: what is made of its result is no path then.
fn lacks_find(model: &Model<'_>, cond: Cond) -> bool {
    let conds = &model.facts.conds;
    conds.subjects(cond).into_iter().any(|subject| {
        let found = conds.truthy(subject);
        conds.subject_info(subject).name.ends_with(" found")
            && !conds.implies(conds.given(cond, conds.not(found)), conds.given(cond, found))
    })
}

/// The tree that holds a path, and the path below it. CMake lets pass what lies below the prefix, where the project puts that into the tree
/// itself (`cmExportInstallFileGenerator::CheckInterfaceDirs`).
fn inside(model: &Model<'_>, path: &str) -> Option<(&'static str, String)> {
    let path = Path::new(path);
    let prefixes = model.facts.overrides.iter().filter(|write| &*write.name == "CMAKE_INSTALL_PREFIX");
    let mut prefixes = prefixes.filter_map(|write| model.facts.texts.as_str(write.value.single()?));
    if prefixes.any(|prefix| !prefix.is_empty() && path.starts_with(prefix)) {
        return None;
    }
    let trees = [("build", &model.facts.binary_dir), ("source", &model.facts.source_dir)];
    trees.into_iter().find_map(|(name, folder)| {
        let rest = path.strip_prefix(folder).ok()?;
        Some((name, rest.to_string_lossy().into_owned()))
    })
}
