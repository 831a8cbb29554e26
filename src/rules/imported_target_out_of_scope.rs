//! Imported targets that are linked from directories which do not see them.
#[path = "imported_target_out_of_scope/unread.rs"]
mod unread;

use crate::cmake::eval::facts::{DirectoryId, PackageSearch, target_question};
use crate::cmake::eval::value::Origin;
use crate::cond::Cond;
use crate::model::{Item, Model, TargetId};
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    // Of what no command of the project makes, properties are not kept.
    let made_global = cx.facts.build_says(&["IMPORTED_GLOBAL"]);
    if model.facts.directories.len() < 2 || cx.facts.build_says(&["FIND_PACKAGE_TARGETS_GLOBAL"]) {
        return;
    }
    for id in model.judged_targets().filter(|id| !model.is_imported(*id)) {
        let targets = model.links(id).iter().filter_map(|edge| {
            let found = unseen(project, id, edge.to, edge.cond)?;
            Some((found, edge.origin, model.name(edge.to).to_owned()))
        });
        let names = model.link_items(id).iter().filter(|_| !made_global).filter_map(|item| {
            let found = unfound(project, id, item)?;
            Some((found, item.origin, item.text.to_string()))
        });
        for ((cond, directory, span), origin, library) in targets.chain(names) {
            let Some(place) = model.span(origin).filter(|_| is_said_at_home(project, id, origin)) else {
                continue;
            };
            if asks_first(project, place) {
                continue;
            }
            let folder = model.facts.directories.get(directory.0 as usize).map(|one| one.source.as_path());
            let top = model.facts.directories.first().map(|one| one.source.as_path());
            let folder = folder.map(|folder| top.and_then(|top| folder.strip_prefix(top).ok()).unwrap_or(folder));
            sink.report(
                Draft::new(cond, Place::new(place, "not known here"))
                    .related(span, "made here")
                    .named("target", model.name(id))
                    .named("library", library)
                    .value("made", "an imported target that is made")
                    .value("folder", folder.map(|folder| folder.display().to_string()).unwrap_or_default()),
            );
        }
    }
}

/// Whether an item is there only where the target is seen: `$<TARGET_NAME_IF_EXISTS:A::a>` (cmake-generator-expressions(7)).
fn asks_first(project: Project<'_>, place: Span) -> bool {
    let source = project.files.sources().get(place.file);
    let text = source.bytes().get(place.start as usize..place.end as usize).unwrap_or_default();
    [&b"$<TARGET_NAME_IF_EXISTS:"[..], b"$<TARGET_EXISTS:"]
        .iter()
        .any(|word| memchr::memmem::find(text, word).is_some())
}

/// Whether the list file of the target's own folder links it, be it through a helper function. What another folder says of the target is
/// looked up there (CMP0079).
fn is_said_at_home(project: Project<'_>, id: TargetId, origin: Origin) -> bool {
    /// Longer chains of calls are not followed.
    const CALLS: usize = 200;
    const WORD: &[u8] = b"add_subdirectory";
    let facts = project.model.facts;
    let home = project.model.definitions_of(id).first().map(|one| &facts.directories[one.directory.0 as usize].source);
    let enters = |at: Origin| {
        let place = facts.places.get(at)?;
        let file = project.files.sources().get(place.span.file);
        let text = file.bytes().get(place.span.start as usize..)?;
        Some(text.get(..WORD.len())?.eq_ignore_ascii_case(WORD))
    };
    let mut at = origin;
    for _ in 0..CALLS {
        let Some(place) = facts.places.get(at) else { return true };
        // The outermost file of a folder is its list.
        if place.caller == Origin::NONE || enters(place.caller) != Some(false) {
            let file = project.files.sources().get(place.span.file);
            return file.path().parent() == home.map(std::path::PathBuf::as_path);
        }
        at = place.caller;
    }
    true
}

/// When a target links an imported one that its directory does not see, and where that one is made.
fn unseen(project: Project<'_>, id: TargetId, library: TargetId, cond: Cond) -> Option<(Cond, DirectoryId, Span)> {
    let model = project.model;
    let conds = &model.facts.conds;
    let definitions = model.definitions_of(library);
    if definitions.is_empty() || definitions.iter().any(|one| !one.imported || one.alias_of.is_some()) {
        return None;
    }
    let own = model.definitions_of(id);
    let [user] = own else { return None };
    let seen = definitions.iter().filter(|one| sees(model, user.directory, one.directory));
    let seen = conds.any(seen.map(|one| one.cond).collect::<Vec<_>>());
    let all = conds.all([cond, user.cond, model.defined(library)]);
    let cond = conds.diff(conds.diff(all, seen), model.property_true(library, "IMPORTED_GLOBAL"));
    if !cond.is_possible() || may_be_found(model, user.directory, model.name(library)) {
        return None;
    }
    let made = definitions.iter().find(|one| !conds.and(one.cond, cond).is_false())?;
    // What a package of CMake's own makes has no command of the project.
    let package = model.name(library).split_once("::").map(|(package, _)| package);
    if package.is_some_and(|package| unread::may_make(model, user.directory, package)) {
        return None;
    }
    let span = || found_at(project, made.directory, model.name(library));
    Some((cond, made.directory, model.span(made.origin).or_else(span)?))
}

/// Where a directory looks for the package that a target's name begins with.
fn found_at(project: Project<'_>, directory: DirectoryId, name: &str) -> Option<Span> {
    let model = project.model;
    let (package, _) = name.split_once("::")?;
    let mut searches = model.facts.packages.iter();
    let of = |search: &&PackageSearch| {
        search.directory == directory && model.facts.texts.as_str(search.name) == Some(package)
    };
    searches.find(of).and_then(|search| model.span(search.origin)).filter(|span| !is_global(project, span))
}

/// When a name is of a package that only a directory looks for which the user's directory does not see.
fn unfound(project: Project<'_>, id: TargetId, item: &Item) -> Option<(Cond, DirectoryId, Span)> {
    let model = project.model;
    let (package, _) = item.text.split_once("::").filter(|_| !model.is_unknown(&item.text))?;
    let [user] = model.definitions_of(id) else { return None };
    let conds = &model.facts.conds;
    let named = |search: &&PackageSearch| model.facts.texts.as_str(search.name) == Some(package);
    let mut searches = model.facts.packages.iter().filter(named);
    // Where several look for it, or none does, something else may make the target.
    let (Some(search), None) = (searches.next(), searches.next()) else { return None };
    if sees(model, user.directory, search.directory)
        || may_be_found(model, user.directory, &item.text)
        || model.find(&item.text).is_some()
        || model.facts.texts.as_str(search.name).is_some_and(|name| is_made_here(model, name))
        || unread::may_make(model, user.directory, package)
    {
        return None;
    }
    // Where the project asks whether there is such a target, it is told that there is none.
    let seen = conds.opaque(&target_question(&item.text));
    let cond = conds.diff(conds.all([item.cond, user.cond, search.cond]), seen);
    let span = model.span(search.origin).filter(|span| !is_global(project, span))?;
    cond.is_possible().then_some((cond, search.directory, span))
}

/// Whether a search makes what it finds known everywhere (CMake 3.24).
fn is_global(project: Project<'_>, search: &Span) -> bool {
    let file = project.files.sources().get(search.file);
    let text = file.bytes().get(search.start as usize..search.end as usize).unwrap_or_default();
    memchr::memmem::find(text, b"GLOBAL").is_some()
}

/// Whether the project itself makes targets of a namespace.
fn is_made_here(model: &Model<'_>, package: &str) -> bool {
    model.targets().any(|id| model.name(id).split_once("::").is_some_and(|(space, _)| space == package))
}

/// Whether a directory is another one or lies below it.
fn sees(model: &Model<'_>, from: DirectoryId, made: DirectoryId) -> bool {
    /// Deeper trees are not followed.
    const DEEPEST: usize = 200;
    let mut at = Some(from);
    for _ in 0..DEEPEST {
        match at {
            Some(directory) if directory == made => return true,
            Some(directory) => at = model.facts.directories.get(directory.0 as usize).and_then(|one| one.parent),
            None => return false,
        }
    }
    true
}

/// Packages of CMake's own modules that make no targets but their own.
/// Source: cmake-modules(7).
const PLAIN: &[&str] = &["Threads", "PkgConfig", "Git", "Doxygen", "Python", "Python3", "PythonInterp", "Perl"];

/// Whether a package that is looked for where the target is may bring a target of that name.
fn may_be_found(model: &Model<'_>, from: DirectoryId, name: &str) -> bool {
    let prefix = name.split("::").next().unwrap_or(name);
    model.facts.packages.iter().filter(|search| sees(model, from, search.directory)).any(|search| {
        let known = model.facts.texts.as_str(search.name);
        known.is_none_or(|package| package == prefix || !PLAIN.contains(&package))
    })
}
