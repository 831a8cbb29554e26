//! Static components of LLVM beside libraries that bring libLLVM along, where LLVM was built as one library.
use std::collections::{BTreeMap, BTreeSet};

use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::value::Origin;
use crate::cmake::lang::condition::{is_off, is_on};
use crate::cmake::syntax::Command;
use crate::cond::{Cond, Conds, SubjectId};
use crate::discover::Kind;
use crate::flags::LinkFlag;
use crate::model::archives::is_ever;
use crate::model::{Model, TargetId};
use crate::rules::given_names::READ;
use crate::rules::llvm::names::Meaning;
use crate::rules::llvm::supply::{Entry, List, Supply, Survey};
use crate::rules::llvm::where_found;
use crate::rules::{Confidence, Context, Draft, Place, Project, Sink};

/// Projects of LLVM that export imported targets which link `LLVM` where that is one library (`LINK_COMPONENTS` of
/// `llvm_add_library()` in AddLLVM.cmake): the package and how the names of its targets begin.
const FAMILIES: &[(&str, &str)] = &[("Clang", "clang"), ("LLD", "lld"), ("MLIR", "MLIR")];

/// Packages that are built with the LLVM of their own submodule, and bring it along: whoever links these has no LLVM of a distribution
/// (CIRCT's documentation, "Getting Started": its `llvm` submodule).
const WITH_THEIR_OWN: &[&str] = &["CIRCT"];

/// Words of those who ask how LLVM is linked, in small letters: what they do with the answer is theirs.
const ASKING: &[&str] = &[
    "llvm_dylib",
    "clang_dylib",
    "mlir_dylib",
    "llvm_shared",
    "shared_llvm",
    "llvm_static",
    "static_llvm",
    "llvm_link_",
    "link_llvm",
    "target llvm)",
    "target llvm ",
    "clang-cpp",
    "link-shared",
    "link-static",
    "shared-mode",
    "use_shared",
];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let (model, facts) = (project.model, project.model.facts);
    let searched = |package: &str| {
        let searches = facts.packages.iter().filter(|search| facts.texts.as_str(search.name) == Some(package));
        facts.conds.any(searches.map(|search| search.cond).collect::<Vec<_>>())
    };
    let families: Vec<(&str, Cond)> = FAMILIES
        .iter()
        .map(|(package, start)| (*start, searched(package)))
        .filter(|(_, cond)| !cond.is_false())
        .collect();
    // Libraries of the project's own tree are linked as that tree says.
    let in_tree = ["LLVM", "LLVMSupport", "LLVMCore"].iter().any(|name| model.find(name).is_some());
    let has_its_own = WITH_THEIR_OWN.iter().any(|package| !searched(package).is_false());
    if families.is_empty()
        || in_tree
        || has_its_own
        || asks(project)
        || builds_it_in_parts(project)
        || downloads_it(project)
    {
        return;
    }
    let survey = Survey::new(project, cx.facts.sources);
    let shared = facts.conds.not(linked_statically(model));
    let mut found: BTreeMap<Origin, Found> = BTreeMap::new();
    for id in model.judged_targets() {
        let linked = model.is_kind(id, &[TargetKind::Executable, TargetKind::Shared, TargetKind::Module]);
        if !linked.is_false() {
            let linked = facts.conds.all([linked, model.defined(id), shared]);
            binary(model, id, linked, &survey.of(id), &families, &mut found);
        }
    }
    let fetched = !found.is_empty() && fetches_it(project);
    let mut told = BTreeSet::new();
    for (origin, one) in &found {
        // Components that one command lists are told of together.
        let command = model.span(*origin).and_then(|span| project.files.command_at(span));
        if command.is_none_or(|(file, at)| told.insert((file.id, at))) {
            report(model, *origin, one, fetched, sink);
        }
    }
}

/// When the project makes programs without shared libraries: an LLVM that is one library has nothing for those.
fn linked_statically(model: &Model<'_>) -> Cond {
    let programs = model.built_targets().filter(|id| is_ever(model, *id, &[TargetKind::Executable]));
    let flags = programs.flat_map(|id| {
        let flags = model.link_flags(id);
        let of_static =
            flags.iter().filter(|source| matches!(source.flag.flag, LinkFlag::Static | LinkFlag::StaticPie));
        of_static.map(|source| source.cond).collect::<Vec<_>>()
    });
    model.facts.conds.any(flags.collect::<Vec<_>>())
}

/// Binaries that take static components from one list.
struct Found {
    cond: Cond,
    targets: Vec<TargetId>,
    /// The library that brings libLLVM, and where it is named.
    bringer: (String, Origin),
}

/// Notes a binary that has both.
fn binary(
    model: &Model<'_>,
    id: TargetId,
    linked: Cond,
    supply: &Supply,
    families: &[(&str, Cond)],
    found: &mut BTreeMap<Origin, Found>,
) {
    let conds = &model.facts.conds;
    let brings = |entry: &Entry| {
        let name = entry.name.as_deref()?;
        let (_, searched) = families.iter().find(|(start, _)| is_of(name, start))?;
        let built = model.find(name).is_some_and(|library| !model.is_imported(library));
        (!built).then(|| (name.to_owned(), entry.origin, conds.and(entry.cond, *searched)))
    };
    let bringers: Vec<_> = supply.entries.iter().filter_map(brings).collect();
    let Some((name, origin, _)) = bringers.first() else { return };
    let brought = conds.any(bringers.iter().map(|(.., cond)| *cond).collect::<Vec<_>>());
    // What one call of LLVM's commands links in place of its own components says nothing of libraries that are named beside it.
    let whole_for = |list: Option<List>| {
        let whole = supply.entries.iter().filter(|entry| {
            let of_call = matches!(entry.list, Some(List::Call(_)));
            entry.meaning == Meaning::Everything && (!of_call || entry.list == list)
        });
        conds.any(whole.map(|entry| entry.cond).collect::<Vec<_>>())
    };
    let is_static = |entry: &&Entry| {
        let plain = matches!(entry.meaning, Meaning::Plain | Meaning::Holds(..));
        plain && entry.component.is_some() && entry.list.is_some()
    };
    for entry in supply.entries.iter().filter(is_static) {
        let cond = where_found(conds, conds.diff(conds.all([linked, brought, entry.cond]), whole_for(entry.list)));
        let cond = as_one_library(conds, cond);
        if !cond.is_possible() {
            continue;
        }
        let place = match entry.list {
            Some(List::Call(call)) => call,
            _ => entry.origin,
        };
        let one = found.entry(place).or_insert_with(|| Found {
            cond: Cond::FALSE,
            targets: Vec::new(),
            bringer: (name.clone(), *origin),
        });
        one.cond = conds.or(one.cond, cond);
        if !one.targets.contains(&id) {
            one.targets.push(id);
        }
    }
}

/// The part of a condition where LLVM was built as one library: what commands of LLVM link elsewhere is no second copy
/// (`LLVM_LINK_LLVM_DYLIB`, LLVMConfig.cmake).
fn as_one_library(conds: &Conds, cond: Cond) -> Cond {
    let asks = |subject: &SubjectId| conds.subject_info(*subject).name.contains("LLVM_LINK_LLVM_DYLIB");
    conds.subjects(cond).into_iter().filter(asks).fold(cond, |cond, subject| conds.and(cond, conds.truthy(subject)))
}

/// Whether a name is one of a family's libraries: `clangBasic`, not `clang`, the program, nor `clang-cpp`.
fn is_of(name: &str, start: &str) -> bool {
    name.strip_prefix(start).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
}

/// Whether any file of the project asks how LLVM is linked, or looks only for an LLVM of the project's own.
fn asks(project: Project<'_>) -> bool {
    project.evaluated().any(|file| {
        let text = project.files.sources().get(file.id).bytes().to_ascii_lowercase();
        ASKING.iter().any(|word| memchr::memmem::find(&text, word.as_bytes()).is_some())
            || file.commands.iter().any(|command| brings_its_own(&command.lower, &words(command)))
    })
}

/// Whether scripts of the project build its LLVM, and none of them as one library.
fn builds_it_in_parts(project: Project<'_>) -> bool {
    let all = project.scripts.files().iter().flat_map(|script| &script.configures);
    let settings = all.flat_map(|configure| &configure.settings);
    let asked = settings.filter(|(name, ..)| matches!(&**name, "LLVM_LINK_LLVM_DYLIB" | "LLVM_BUILD_LLVM_DYLIB"));
    let values: Vec<_> = asked.filter_map(|(_, value, _)| value.literal()).collect();
    values.iter().any(|value| is_off(value)) && !values.iter().any(|value| is_on(value))
}

/// Whether the project has LLVM built from its sources, by commands that say nothing of one library (which is not the default; LLVM,
/// "Building LLVM with CMake").
fn downloads_it(project: Project<'_>) -> bool {
    let all = project.files.all();
    let names = ["externalproject_add", "fetchcontent_declare", "cpmaddpackage"];
    let mut calls = names.into_iter().flat_map(|name| all.calls(name));
    calls.any(|(_, command)| words(command).iter().any(|word| word.to_ascii_lowercase().contains("llvm-project")))
}

/// Whether a script or what people read first speaks of LLVM's own repository, and none of a build of it as one library, or of packages of
/// a distribution (Debian's and Fedora's names; Homebrew's).
fn fetches_it(project: Project<'_>) -> bool {
    const REPOSITORY: &[u8] = b"llvm-project";
    const AS_ONE: &[&[u8]] = &[
        b"LLVM_LINK_LLVM_DYLIB=ON",
        b"LLVM_BUILD_LLVM_DYLIB=ON",
        b"libmlir-",
        b"libclang-",
        b"liblld-",
        b"llvm-dev",
        b"brew install llvm",
    ];
    let inputs = project.inputs;
    let scripts = [Kind::Script, Kind::Packaging].into_iter().flat_map(|kind| inputs.of(kind)).cloned();
    let pages = READ.iter().chain(&[".gitmodules"]).map(|name| inputs.root.join(name));
    let sandbox = project.files.sources().sandbox();
    let texts: Vec<Vec<u8>> = scripts.chain(pages).filter_map(|path| sandbox.read(&path).ok()).collect();
    let says = |word: &[u8]| texts.iter().any(|text| memchr::memmem::find(text, word).is_some());
    says(REPOSITORY) && !AS_ONE.iter().any(|word| says(word))
}

/// The plain arguments of a command.
fn words(command: &Command) -> Vec<&str> {
    command.arguments.iter().filter_map(|argument| argument.template.literal()).collect()
}

/// Whether a command says that LLVM is one of the project's own: a search in its own folders alone, or the place of one.
fn brings_its_own(command: &str, words: &[&str]) -> bool {
    let Some((first, rest)) = words.split_first() else { return false };
    match command {
        "find_package" => {
            let of_llvm = *first == "LLVM" || FAMILIES.iter().any(|(package, _)| package == first);
            of_llvm && rest.contains(&"NO_DEFAULT_PATH")
        }
        "set" => matches!(*first, "LLVM_DIR" | "Clang_DIR" | "LLD_DIR" | "MLIR_DIR"),
        _ => false,
    }
}

fn report(model: &Model<'_>, origin: Origin, found: &Found, fetched: bool, sink: &mut Sink) {
    /// Targets beyond this many are left out.
    const MOST: usize = 8;
    let Some((first, others)) = found.targets.split_first() else { return };
    let Some(span) = model.span(origin) else { return };
    let (library, named) = &found.bringer;
    let mut draft = Draft::new(found.cond, Place::new(span, "static components of LLVM"))
        .named("target", model.name(*first))
        .value("library", library);
    if let Some(place) = model.span(*named).filter(|place| *place != span) {
        draft = draft.related(place, format!("`{library}` brings libLLVM where LLVM is one library"));
    }
    for other in others.iter().take(MOST) {
        draft = draft.subject(model.name(*other));
    }
    // An LLVM of the project's own making is in parts.
    if fetched {
        draft = draft.confidence(Confidence::Heuristic);
    }
    sink.report(draft);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_llvm_of_the_projects_own() {
        assert!(brings_its_own("find_package", &["LLVM", "REQUIRED", "PATHS", "build/libs", "NO_DEFAULT_PATH"]));
        assert!(brings_its_own("set", &["LLVM_DIR", "/opt/llvm"]));
        assert!(!brings_its_own("find_package", &["LLVM", "REQUIRED", "CONFIG"]));
        assert!(!brings_its_own("find_package", &["Boost", "NO_DEFAULT_PATH"]));
        assert!(!brings_its_own("set", &[]));
    }
}
