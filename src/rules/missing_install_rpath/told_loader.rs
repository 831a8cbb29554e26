//! Programs that are installed without a search path and link a library by `-L<folder of a package> -l<name>`, where the project itself tells
//! the loader of that package's folder when it runs its programs: CMake adds no search path for `-L`.
use std::collections::BTreeMap;

use crate::cmake::eval::facts::{InstallKind, TargetKind};
use crate::cmake::eval::mentions::Mentions;
use crate::cmake::eval::text::has_symbol;
use crate::cond::Cond;
use crate::flags::{LinkFlag, system_library};
use crate::model::{FlagSource, Item, Model, TargetId};
use crate::rules::{Draft, Place, Project, Severity, Sink};

const KINDS: &[TargetKind] = &[TargetKind::Executable];

pub(super) fn check(project: Project<'_>, sink: &mut Sink) {
    let model = project.model;
    let places = installed(model);
    if places.is_empty() {
        return;
    }
    let told = told_folders(model);
    if told.is_empty() {
        return;
    }
    for (id, place) in places {
        if model.is_judged(id) && !model.is_given_away(id) {
            program(model, &told, id, &place, sink);
        }
    }
}

/// Programs that are installed as targets or as files, with the rule.
fn installed(model: &Model<'_>) -> BTreeMap<TargetId, Item> {
    let facts = model.facts;
    let mut out = BTreeMap::new();
    for install in &facts.installs {
        for item in model.items(&install.items, None) {
            let name = match install.kind {
                InstallKind::Target => Some(&*item.text),
                InstallKind::Files | InstallKind::Programs => {
                    item.text.strip_prefix("$<TARGET_FILE:").and_then(|rest| rest.strip_suffix('>'))
                }
                _ => None,
            };
            let id = name.and_then(|name| model.find(name));
            let Some(id) = id.filter(|id| !model.is_kind(*id, KINDS).is_false() && !model.is_imported(*id)) else {
                continue;
            };
            let cond = facts.conds.and(item.cond, model.install_runs(install));
            out.entry(id).or_insert(Item { cond, ..item });
        }
    }
    out
}

/// What commands of the build put into `LD_LIBRARY_PATH`, with when.
fn told_folders(model: &Model<'_>) -> Vec<(String, Cond)> {
    const NAME: &str = "LD_LIBRARY_PATH=";
    let facts = model.facts;
    let mut mentions = Mentions::new(&facts.texts, |text: &str| text.contains(NAME));
    let mut out = Vec::new();
    for call in facts.calls.iter().filter(|call| mentions.hold(&call.arguments)) {
        for item in model.items(&call.arguments, None) {
            if let Some((_, value)) = item.text.split_once(NAME) {
                let folders = value.split(':').filter(|one| has_symbol(one));
                out.extend(folders.map(|one| (one.to_owned(), item.cond)));
            }
        }
    }
    out
}

fn program(model: &Model<'_>, told: &[(String, Cond)], id: TargetId, place: &Item, sink: &mut Sink) {
    let conds = &model.facts.conds;
    let flags = model.link_flags(id);
    let has_path = ["INSTALL_RPATH", "BUILD_RPATH"].iter().any(|name| !model.property(id, name).is_empty());
    if has_path || flags.iter().any(gives_path) || !model.property_true(id, "INSTALL_RPATH_USE_LINK_PATH").is_false() {
        return;
    }
    let others = ["WIN32", "APPLE", "ANDROID"].into_iter().filter_map(|name| conds.platform(name));
    let here = conds.all([place.cond, model.is_kind(id, KINDS), model.defined(id)]);
    let here = conds.diff(here, conds.any(others.collect::<Vec<_>>()));
    for (at, folder) in flags.iter().enumerate() {
        let LinkFlag::LibraryPath(path) = &folder.flag.flag else { continue };
        let Some((_, when)) = told.iter().find(|(one, _)| is_of_one_package(path, one)) else { continue };
        let beside = |source: &&FlagSource| {
            let LinkFlag::Library(name) = &source.flag.flag else { return false };
            let is_shared = system_library(name).is_none() && !name.contains("static") && model.find(name).is_none();
            is_shared && !conds.disjoint(source.cond, folder.cond)
        };
        // What stands right behind the folder is meant to be there.
        let Some(library) = flags.get(at + 1).filter(beside) else { continue };
        let LinkFlag::Library(name) = &library.flag.flag else { continue };
        let cond = conds.all([here, folder.cond, library.cond]);
        let Some(span) = model.span(place.origin).filter(|_| cond.is_possible() && !conds.disjoint(cond, *when)) else {
            continue;
        };
        let mut draft = Draft::new(cond, Place::new(span, "installed without a search path"))
            .severity(Severity::Warning)
            .value("target", format!("`{}`", model.name(id)))
            .value("library", format!("`{name}`"))
            .subject(model.name(id))
            .subject(name.clone())
            .message(format!(
                "installed without a search path: `{}`, which links `{name}` by `-L`: the build puts the folder of that package into LD_LIBRARY_PATH where it runs programs",
                model.name(id)
            ))
            .help(
                "CMake adds no search path for `-L`: link the file of the library with INSTALL_RPATH_USE_LINK_PATH, or set INSTALL_RPATH (with `install(PROGRAMS)` \
                 BUILD_WITH_INSTALL_RPATH as well)",
            );
        if let Some(linked) = model.span(library.item.origin) {
            draft = draft.related(linked, "linked here");
        }
        if let Some(made) = model.definition_span(id) {
            draft = draft.related(made, "the program");
        }
        sink.report(draft);
        return;
    }
}

/// Whether two folders begin with the same variable: that of the package.
fn is_of_one_package(a: &str, b: &str) -> bool {
    let first = |text: &str| text.chars().next().filter(|c| has_symbol(&c.to_string()));
    first(a).is_some() && first(a) == first(b)
}

/// Whether a flag of a link says where libraries are looked for: `-rpath`, or `-R` as older linkers have it (ld(1)).
pub(super) fn gives_path(flag: &FlagSource) -> bool {
    matches!(&flag.flag.flag, LinkFlag::Rpath(_)) || flag.text.contains("rpath") || flag.text.starts_with("-R")
}
