//! An exported target whose include folders or sources lie in the project's own trees.
use std::path::Path;

use crate::cmake::eval::facts::Call;
use crate::cmake::eval::text::{SymbolKind, has_symbol};
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
                // What a search did not find is no folder.
                let paths = genex::split_list(&text)
                    .into_iter()
                    .filter(|path| !path.contains("$<") && !path.contains("NOTFOUND"));
                let Some((tree, path)) = paths.into_iter().find_map(|path| inside(model, path)) else { continue };
                let path = if path.is_empty() { ".".to_owned() } else { path };
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

/// The place in the build tree of content that is fetched, from a path that begins with `<name>_SOURCE_DIR` or `<name>_BINARY_DIR`
/// (cmake-modules(7), `FetchContent`: `FETCHCONTENT_BASE_DIR`). Content that may come from elsewhere has none.
fn fetched(model: &Model<'_>, path: &str) -> Option<String> {
    let texts = &model.facts.texts;
    let mut chars = path.chars();
    let info = texts.info(texts.symbol_of(chars.next()?)?);
    let rest = chars.as_str();
    let (variable, name) = info.name.split_once(" of FetchContent ")?;
    let lower = name.to_lowercase();
    let kind = variable.strip_prefix(lower.as_str())?;
    let folder = match kind {
        "_SOURCE_DIR" => format!("_deps/{lower}-src"),
        "_BINARY_DIR" => format!("_deps/{lower}-build"),
        _ => return None,
    };
    let declares = |call: &&Call| {
        let first = call.arguments.elems.first().and_then(|elem| texts.as_str(elem.text));
        &*call.command == "fetchcontent_declare" && first.is_some_and(|first| first.eq_ignore_ascii_case(name))
    };
    let mut declared = model.facts.calls.iter().filter(declares).peekable();
    let elsewhere = |call: &Call| {
        let mut words = call.arguments.elems.iter().filter_map(|elem| texts.as_str(elem.text));
        words.any(|word| matches!(word, "SOURCE_DIR" | "BINARY_DIR" | "FIND_PACKAGE_ARGS" | "OVERRIDE_FIND_PACKAGE"))
    };
    let known = info.kind == SymbolKind::Found && !has_symbol(rest) && (rest.is_empty() || rest.starts_with('/'));
    (known && declared.peek().is_some() && !declared.any(elsewhere)).then(|| format!("{folder}{rest}"))
}

/// The tree that holds a path, and the path below it. CMake lets pass what lies below the prefix, where the project puts that into the tree
/// itself (`cmExportInstallFileGenerator::CheckInterfaceDirs`).
fn inside(model: &Model<'_>, path: &str) -> Option<(&'static str, String)> {
    if has_symbol(path) {
        return fetched(model, path).map(|below| ("build", below));
    }
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
