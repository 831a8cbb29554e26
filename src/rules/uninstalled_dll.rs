//! Shared libraries whose import library is installed on Windows, and the DLL is not.
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::cmake::eval::facts::{Install, InstallKind, TargetKind};
use crate::cmake::eval::text::{SymbolKind, Text};
use crate::cond::{Cond, Conds};
use crate::model::{Installed, Item, Model, TargetId};
use crate::native::Triggers;
use crate::rules::wording::listing;
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::{Span, purposes};

use super::uninstalled_shared_library::{may_be, names_file};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let conds = &model.facts.conds;
    let Some(windows) = conds.platform("WIN32") else { return };
    let targets: Vec<&Install> = model.facts.installs.iter().filter(|one| one.kind == InstallKind::Target).collect();
    let mut lost: BTreeMap<TargetId, Vec<(Span, Cond)>> = BTreeMap::new();
    // The clauses of one command stand together.
    for clauses in targets.chunk_by(|a, b| a.origin == b.origin && a.cond == b.cond) {
        let Some((first, span)) = clauses.first().and_then(|one| Some((one, model.span(one.origin)?))) else {
            continue;
        };
        if !leaves_dll(model, clauses) {
            continue;
        }
        for item in model.items(&first.items, None) {
            let Some(id) = model.find(&item.text).filter(|id| model.is_judged(*id)) else { continue };
            let shared = model.is_kind(id, &[TargetKind::Shared]);
            let cond = conds.all([model.install_runs(first), item.cond, shared, windows]);
            if !cond.is_false() {
                lost.entry(id).or_default().push((span, cond));
            }
        }
    }
    if lost.is_empty() || !is_for_windows(cx, project) {
        return;
    }
    let installed = model.installed();
    let usual = usual_windows(&model.facts.conds);
    let mut found: BTreeMap<Span, (Cond, Vec<&str>)> = BTreeMap::new();
    for (id, places) in lost {
        let there = [
            otherwise(model, &targets, id),
            as_a_file(cx, model, &installed, id),
            model.installed_as_dependency(id),
            model.built_in_place(id),
        ];
        let there = conds.any(there);
        for (span, cond) in places {
            let cond = conds.diff(cond, there);
            let has_users = || !model.is_given_away(id) && exports_something(project, id);
            if cond.is_possible() && !conds.disjoint(cond, usual) && has_users() && !names_file(cx, project, id) {
                let entry = found.entry(span).or_insert((Cond::FALSE, Vec::new()));
                entry.0 = conds.or(entry.0, cond);
                entry.1.push(model.name(id));
            }
        }
    }
    for (span, (cond, mut names)) in found {
        names.sort_unstable();
        names.dedup();
        let mut draft = Draft::new(cond, Place::new(span, "no place for RUNTIME")).value("target", listing(&names));
        for name in names {
            draft = draft.subject(name);
        }
        sink.report(draft);
    }
}

/// Windows as it is built for: with a compiler that CMake has a variable for, and not for the systems of phones and stores alone.
fn usual_windows(conds: &Conds) -> Cond {
    let compilers: Vec<Cond> = ["MSVC", "MINGW"].iter().filter_map(|name| conds.platform(name)).collect();
    let system = conds.well_known("CMAKE_SYSTEM_NAME").map_or(Cond::TRUE, |name| conds.equals(name, "Windows"));
    conds.and(if compilers.is_empty() { Cond::TRUE } else { conds.any(compilers) }, system)
}

/// Whether a DLL of a target exports anything: without that it has no import library, and no users.
fn exports_something(project: Project<'_>, id: TargetId) -> bool {
    let model = project.model;
    let sources = || model.sources(id).iter().filter_map(|source| source.path.as_deref());
    let headers = model.facts.calls.iter().filter(|call| &*call.command == "generate_export_header");
    let generates = |arguments: &[Item]| arguments.first().is_some_and(|first| *first.text == *model.name(id));
    let says = |text: &[u8]| memchr::memmem::find(text, b"dllexport").is_some();
    !model.property(id, "WINDOWS_EXPORT_ALL_SYMBOLS").is_empty()
        || sources().any(|path| path.extension().is_some_and(|end| end.eq_ignore_ascii_case("def")))
        || headers.map(|call| model.items(&call.arguments, None)).any(|items| generates(&items))
        || project
            .symbols
            .headers
            .seen_by(id, sources())
            .into_iter()
            .any(|index| project.natives.text(index).is_some_and(|text| says(&text)))
}

/// Whether a command installs import libraries and no DLLs: it has places for the former and for shared libraries of other systems, none for
/// the latter or for all (cmInstallCommand: with one of the two, only what has a place is installed).
fn leaves_dll(model: &Model<'_>, clauses: &[&Install]) -> bool {
    let texts = &model.facts.texts;
    // What nobody but the user sets is no place where the user says nothing.
    let is_given = |place: Text| {
        let symbol = texts.lone_symbol(place).map(|symbol| texts.info(symbol));
        place != Text::EMPTY && !symbol.is_some_and(|one| one.kind == SymbolKind::Input && one.default.is_none())
    };
    let has = |artifact: &str| clauses.iter().any(|one| one.artifact == artifact && is_given(one.destination));
    has("ARCHIVE") && has("LIBRARY") && !has("") && !clauses.iter().any(|one| one.artifact == "RUNTIME")
}

/// When another command installs the DLL of a target, or may do so.
fn otherwise(model: &Model<'_>, targets: &[&Install], id: TargetId) -> Cond {
    let conds = &model.facts.conds;
    let mut there = Cond::FALSE;
    for clauses in targets.chunk_by(|a, b| a.origin == b.origin && a.cond == b.cond) {
        let Some(first) = clauses.first().filter(|_| !leaves_dll(model, clauses)) else { continue };
        // For ARCHIVE alone there is a place: that is no more than the import library.
        if clauses.iter().all(|one| one.artifact == "ARCHIVE" && one.destination != Text::EMPTY) {
            continue;
        }
        for item in model.items(&first.items, None).iter().filter(|item| may_be(model, item, id)) {
            there = conds.or(there, conds.and(model.install_runs(first), item.cond));
        }
    }
    there
}

/// When its file may be installed as one.
fn as_a_file(cx: &Context<'_>, model: &Model<'_>, installed: &Installed, id: TargetId) -> Cond {
    let outputs = model.property(id, "RUNTIME_OUTPUT_DIRECTORY").into_iter();
    let outputs: Vec<PathBuf> = outputs.map(|item| PathBuf::from(&*item.text)).collect();
    installed.takes_built(model, cx.facts.sources, [model.name(id), &model.stem(id)], &outputs)
}

/// Whether the project is built for Windows with DLLs: its build description speaks of that system, and something is exported. What is taken
/// over from others, and the frameworks of its tests, say nothing of it.
fn is_for_windows(cx: &Context<'_>, project: Project<'_>) -> bool {
    const EXPORTS: &[&str] = &["WINDOWS_EXPORT_ALL_SYMBOLS", "generate_export_header", "GENERATE_EXPORT_HEADER"];
    let model = project.model;
    let is_own = |path: &Path| {
        let mut parts = path.iter().filter_map(|part| part.to_str());
        !model.is_vendored(path)
            && purposes(path, &model.facts.source_dir).next().is_none()
            && !parts.any(|part| part.contains("gtest") || part.contains("googletest"))
    };
    let holds = |path: &Path, words: &[&str]| {
        let says = |text: &[u8]| words.iter().any(|word| memchr::memmem::find(text, word.as_bytes()).is_some());
        is_own(path) && cx.facts.sources.load(path).is_ok_and(|file| says(file.bytes()))
    };
    let build = |words: &[&str]| model.facts.files.iter().any(|file| holds(&file.path, words));
    build(&["WIN32", "MSVC", "MINGW", "Windows"])
        && (build(EXPORTS) || project.natives.with(Triggers::EXPORT).any(|path| holds(path, &["dllexport"])))
}
