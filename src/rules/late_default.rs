//! Variables and commands that set a default for later targets, after the last target that they could concern.
#[path = "late_default/elsewhere.rs"]
mod elsewhere;
#[path = "late_default/idle.rs"]
mod idle;
#[path = "late_default/own.rs"]
mod own;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use crate::cmake::lang::condition::constant;
use crate::cmake::syntax::{Command, File, Part};
use crate::cond::Cond;
use crate::flags::system_library;
use crate::model::TargetId;
use crate::model::branches::{self, references};
use crate::model::statements::{Placed, is_library_kind, placed};
use crate::source::Span;

use crate::rules::{Context, Draft, Place, Project, Severity, Sink};
use idle::Follows;

/// Which targets a default concerns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Concerns {
    Executables,
    SharedLibraries,
    /// What a link step makes.
    Linked,
    /// Libraries that say no kind.
    KindLess,
    All,
}

/// Variables that initialise a property of targets when they are created (cmake-properties(7)), without those that are read
/// when the directory ends.
const VARIABLES: &[(&str, Concerns)] = &[
    ("CMAKE_ENABLE_EXPORTS", Concerns::Executables),
    ("CMAKE_EXECUTABLE_ENABLE_EXPORTS", Concerns::Executables),
    ("CMAKE_WINDOWS_EXPORT_ALL_SYMBOLS", Concerns::SharedLibraries),
    ("CMAKE_INSTALL_RPATH", Concerns::Linked),
    ("CMAKE_INSTALL_RPATH_USE_LINK_PATH", Concerns::Linked),
    ("CMAKE_BUILD_RPATH", Concerns::Linked),
    ("CMAKE_BUILD_RPATH_USE_ORIGIN", Concerns::Linked),
    ("CMAKE_BUILD_WITH_INSTALL_RPATH", Concerns::Linked),
    ("CMAKE_SKIP_BUILD_RPATH", Concerns::Linked),
    ("CMAKE_MACOSX_RPATH", Concerns::Linked),
    ("CMAKE_INSTALL_NAME_DIR", Concerns::Linked),
    ("CMAKE_LINK_WHAT_YOU_USE", Concerns::Linked),
    ("CMAKE_LINKER_TYPE", Concerns::Linked),
    ("BUILD_SHARED_LIBS", Concerns::KindLess),
    ("CMAKE_POSITION_INDEPENDENT_CODE", Concerns::All),
    ("CMAKE_INTERPROCEDURAL_OPTIMIZATION", Concerns::All),
    ("CMAKE_VISIBILITY_INLINES_HIDDEN", Concerns::All),
    ("CMAKE_C_VISIBILITY_PRESET", Concerns::All),
    ("CMAKE_CXX_VISIBILITY_PRESET", Concerns::All),
    ("CMAKE_CUDA_VISIBILITY_PRESET", Concerns::All),
    ("CMAKE_CUDA_SEPARABLE_COMPILATION", Concerns::All),
    ("CMAKE_CUDA_ARCHITECTURES", Concerns::All),
    ("CMAKE_CUDA_RUNTIME_LIBRARY", Concerns::All),
    ("CMAKE_MSVC_RUNTIME_LIBRARY", Concerns::All),
    ("CMAKE_C_STANDARD", Concerns::All),
    ("CMAKE_CXX_STANDARD", Concerns::All),
    ("CMAKE_C_EXTENSIONS", Concerns::All),
    ("CMAKE_CXX_EXTENSIONS", Concerns::All),
    ("CMAKE_RUNTIME_OUTPUT_DIRECTORY", Concerns::All),
    ("CMAKE_LIBRARY_OUTPUT_DIRECTORY", Concerns::All),
    ("CMAKE_ARCHIVE_OUTPUT_DIRECTORY", Concerns::All),
];

/// Commands that reach later targets of the directory only.
const COMMANDS: &[(&str, Concerns)] = &[
    ("add_link_options", Concerns::Linked),
    // An archive hands such items on to whoever links it: where only those are made, to move the command up is another matter.
    ("link_libraries", Concerns::Linked),
    ("link_directories", Concerns::Linked),
    ("add_compile_options", Concerns::All),
];

/// Commands that make no target which is compiled or linked, run no file and call nothing of the project's.
const HARMLESS: &[&str] = &[
    "set",
    "unset",
    "list",
    "string",
    "math",
    "option",
    "message",
    "if",
    "else",
    "elseif",
    "endif",
    "foreach",
    "endforeach",
    "install",
    "export",
    "enable_testing",
    "add_test",
    "set_tests_properties",
    "add_custom_target",
    "add_custom_command",
    "add_dependencies",
    "add_definitions",
    "add_compile_definitions",
    "include_directories",
    "configure_file",
    "configure_package_config_file",
    "write_basic_package_version_file",
    "generate_export_header",
    "mark_as_advanced",
    "set_property",
    "set_target_properties",
    "set_source_files_properties",
    "set_directory_properties",
    "get_target_property",
    "get_property",
    "source_group",
    "target_compile_definitions",
    "target_compile_features",
    "target_compile_options",
    "target_include_directories",
    "target_link_directories",
    "target_link_libraries",
    "target_link_options",
    "target_precompile_headers",
    "target_sources",
];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    elsewhere::check(project, sink);
    own::check(project, sink);
    let mut seen = BTreeSet::new();
    for directory in project.model.facts.directories.iter().filter(|directory| directory.found) {
        let path = directory.source.join("CMakeLists.txt");
        if !seen.insert(path.clone()) {
            continue;
        }
        let Ok(file) = project.files.parse(&path) else { continue };
        defaults(cx, project, &file, (&directory.source, directory.cond), sink);
        prefix(project, &file, &directory.source, sink);
    }
}

/// A default, and whom it would concern.
fn default_of(command: &Command) -> Option<(&str, Concerns)> {
    if &*command.lower == "set" {
        let name = command.arguments.first()?.template.literal()?;
        let plain = command.arguments.len() > 1
            && !command.arguments.iter().any(|a| matches!(a.template.literal(), Some("CACHE" | "PARENT_SCOPE")));
        return VARIABLES.iter().find(|(known, _)| *known == name && plain).copied();
    }
    if is_late_option(command) {
        return Some(("BUILD_SHARED_LIBS", Concerns::KindLess));
    }
    COMMANDS.iter().find(|(known, _)| *known == &*command.lower && !command.arguments.is_empty()).copied()
}

/// `option(BUILD_SHARED_LIBS "…" ON)`: the first run has no such entry yet, and the second one builds something else.
fn is_late_option(command: &Command) -> bool {
    let word = |at: usize| command.arguments.get(at).and_then(|argument| argument.template.literal());
    let on = word(2).and_then(constant) == Some(true);
    &*command.lower == "option" && word(0) == Some("BUILD_SHARED_LIBS") && on
}

/// Whether nothing that was reached before makes the entry: otherwise the targets have had it.
fn is_first_declaration(project: Project<'_>, name: &str, place: Span) -> bool {
    let entry = project.model.facts.cache.get(name);
    entry.is_some_and(|entry| project.model.span(entry.origin) == Some(place))
}

fn defaults(cx: &Context<'_>, project: Project<'_>, file: &File, (folder, there): (&Path, Cond), sink: &mut Sink) {
    if !file.commands.iter().any(|command| default_of(command).is_some()) {
        return;
    }
    let commands = placed(file);
    for (at, place) in commands.iter().enumerate() {
        let Some((name, concerns)) = default_of(place.command).filter(|_| place.within.is_none()) else { continue };
        let (before, after) = (&commands[..at], &commands[at + 1..]);
        let last = before.iter().rev().find(|one| one.within.is_none() && makes(one.command, concerns));
        let Some(last) = last.filter(|one| project.model.facts.reached.contains(&one.span)) else { continue };
        if &*place.command.lower == "option" && !is_first_declaration(project, name, place.span) {
            continue;
        }
        let is_variable = matches!(&*place.command.lower, "set" | "option");
        let follows = Follows { cx, project, file, folder, name, concerns, is_variable };
        // What is put off runs behind all of them.
        let idle = || {
            !before.iter().any(|one| &*one.command.lower == "cmake_language")
                && after.iter().all(|one| follows.is_idle(file, one.command, 0))
        };
        if !is_variable && (is_empty(project, place.command) || is_said_before(before, place.command)) {
            continue;
        }
        if is_variable && has_of_their_own(before, &commands, name, concerns) || is_of_no_language(project, name) {
            continue;
        }
        // The end of a setting that targets above have had.
        if is_variable && before.iter().any(|one| default_of(one.command) == Some((name, concerns))) {
            continue;
        }
        if is_variable && has_that_value(project, before, place.command, name, concerns) {
            continue;
        }
        if is_variable && said_by_flags(file, place.command, name) {
            continue;
        }
        // An `if`, which the list leaves out, may test the variable.
        if !idle() || (is_variable && branches::reads(file, name)) {
            continue;
        }
        let cond = if &*place.command.lower == "set" {
            project.model.facts.assigned.get(&place.span).map(|ran| project.model.facts.conds.any(ran.iter().copied()))
        } else {
            (!place.conditional).then_some(there)
        };
        let Some(cond) = cond.filter(|cond| cond.is_possible()) else { continue };
        let draft = Draft::new(cond, Place::new(place.span, "no target comes after it"))
            .related(last.span, "the last target that it could concern")
            .named("name", name)
            .value("why", "it is for targets that are created after it, and here none is");
        let draft = if &*place.command.lower == "link_directories" && needs_no_folders(project, before) {
            draft.severity(Severity::Note)
        } else {
            draft
        };
        sink.report(match libraries_for_folders(place.command) {
            Some(variable) => draft.help(format!(
                "leave it out: `{variable}` holds libraries, which `target_link_libraries` takes, and no folders"
            )),
            None => draft,
        });
    }
}

/// Whether all that the targets above link is found without folders: files by their paths, targets, libraries of the system, and what a package
/// gives that is searched for (cmake-developer(7), "Standard Variable Names": paths or targets). pkg-config gives names.
fn needs_no_folders(project: Project<'_>, before: &[Placed<'_>]) -> bool {
    let (model, facts) = (project.model, project.model.facts);
    let of_package = |text: &str| {
        model.lone_variable(text).is_some_and(|name| {
            let mut packages = facts.packages.iter().filter_map(|search| facts.texts.as_str(search.name));
            packages.any(|package| {
                name.get(..package.len()).is_some_and(|start| start.eq_ignore_ascii_case(package))
                    && name.get(package.len()..).is_some_and(|rest| rest.starts_with('_'))
            })
        })
    };
    let is_found = |text: &str| {
        let name = text.strip_prefix("-l").unwrap_or(text);
        Path::new(text).is_absolute()
            || text.contains("::")
            || text.starts_with('-') && name == text
            || system_library(name).is_some()
            || of_package(text)
    };
    let made = |id: &TargetId| {
        before.iter().any(|one| makes(one.command, Concerns::Linked) && model.definition_span(*id) == Some(one.span))
    };
    let mut ids = model.built_targets().filter(made).peekable();
    ids.peek().is_some() && ids.all(|id| model.library_items(id).iter().all(|item| is_found(&item.text)))
}

/// The variable for libraries that `link_directories` is given where folders are meant: the names that find modules use for them
/// (cmake-developer(7), "Standard Variable Names").
fn libraries_for_folders(command: &Command) -> Option<&str> {
    let is_of_libraries = |name: &&str| name.ends_with("_LIBRARIES") || name.ends_with("_LIBRARY");
    let mut names = command.arguments.iter().map(|one| one.template.reference().filter(is_of_libraries));
    let first = names.next().filter(|_| &*command.lower == "link_directories")??;
    names.all(|name| name.is_some()).then_some(first)
}

/// Whether all targets that a default concerns are given the property by name.
fn has_of_their_own(before: &[Placed<'_>], all: &[Placed<'_>], name: &str, concerns: Concerns) -> bool {
    let Some(property) = name.strip_prefix("CMAKE_") else { return false };
    let words = |command: &'_ Command| -> Vec<String> {
        let literals = command.arguments.iter().map(|one| one.template.literal().unwrap_or_default());
        literals.map(str::to_owned).collect()
    };
    let given: Vec<Vec<String>> = all
        .iter()
        .filter(|one| matches!(&*one.command.lower, "set_target_properties" | "set_property"))
        .map(|one| words(one.command))
        .filter(|words| words.iter().any(|word| word == property))
        .collect();
    let is_given = |command: &Command| {
        let target = command.arguments.first().and_then(|one| one.template.literal());
        target.is_some_and(|target| given.iter().any(|words| words.iter().any(|word| word == target)))
    };
    before.iter().filter(|one| makes(one.command, concerns)).all(|one| is_given(one.command))
}

/// Whether all targets that a default concerns have its value already, of the folder above, by CMake's default or otherwise: said again it is
/// superfluous, not late.
fn has_that_value(project: Project<'_>, before: &[Placed<'_>], set: &Command, name: &str, concerns: Concerns) -> bool {
    let model = project.model;
    let (Some(property), Some(value)) =
        (name.strip_prefix("CMAKE_"), set.arguments.get(1).and_then(|value| value.template.literal()))
    else {
        return false;
    };
    let has = |made: &Placed<'_>| {
        let mut ids = model.built_targets().filter(|id| model.definition_span(*id) == Some(made.span)).peekable();
        ids.peek().is_some() && ids.all(|id| model.has_anyway(id, property, value))
    };
    let made: Vec<&Placed<'_>> =
        before.iter().filter(|one| one.within.is_none() && makes(one.command, concerns)).collect();
    !made.is_empty() && made.into_iter().all(has)
}

/// Whether a default is for a language that the project does not have.
fn is_of_no_language(project: Project<'_>, name: &str) -> bool {
    let is_of_c =
        |languages: &[Arc<str>]| !languages.is_empty() && languages.iter().all(|one| matches!(&**one, "C" | "ASM"));
    let projects = &project.model.facts.projects;
    let enables = |file: Arc<File>| file.commands.iter().any(|one| &*one.lower == "enable_language");
    name.starts_with("CMAKE_CXX_")
        && !projects.is_empty()
        && projects.iter().all(|one| is_of_c(&one.languages))
        && !project.evaluated().any(enables)
}

/// Whether the same command has given all of it before: who restores what was given takes nothing away.
fn is_said_before(before: &[Placed<'_>], late: &Command) -> bool {
    let earlier = before.iter().filter(|one| one.within.is_none() && one.command.lower == late.lower);
    let said: Vec<_> = earlier.flat_map(|one| &one.command.arguments).collect();
    late.arguments.iter().all(|argument| said.iter().any(|one| one.template == argument.template))
}

/// Whether all that a command is given is variables which nothing sets: what is empty comes neither too late nor early enough.
fn is_empty(project: Project<'_>, command: &Command) -> bool {
    let files: Vec<_> = project.evaluated().collect();
    // `pkg_check_modules(X …)` sets what begins with its name; a search sets what it names.
    let begins = |name: &str| {
        let mut commands = files.iter().flat_map(|file| &file.commands);
        commands.any(|one| {
            let start = one.arguments.first().and_then(|first| first.template.literal());
            let rest = start.filter(|start| !start.is_empty()).and_then(|start| name.strip_prefix(start));
            (one.lower.starts_with("pkg_") || &*one.lower == "find_package")
                && rest.is_some_and(|rest| rest.starts_with('_'))
        })
    };
    let unset = |name: &str| branches::is_never_written(files.iter().map(|file| &**file), name) && !begins(name);
    command.arguments.iter().all(|one| one.template.reference().is_some_and(unset))
}

/// Whether the file says the same by flags of the compiler, which the targets above still get: CMAKE_<LANG>_FLAGS is read when the
/// directory ends.
fn said_by_flags(file: &File, set: &Command, name: &str) -> bool {
    let name = name.strip_prefix("CMAKE_").unwrap_or(name);
    let value = set.arguments.get(1).and_then(|value| value.template.literal());
    let flag = match (name.strip_suffix("_VISIBILITY_PRESET"), name) {
        (Some(_), _) => format!("-fvisibility={}", value.unwrap_or("hidden")),
        (None, "VISIBILITY_INLINES_HIDDEN") => "-fvisibility-inlines-hidden".to_owned(),
        _ => return false,
    };
    let language = name.strip_suffix("_VISIBILITY_PRESET").unwrap_or("CXX");
    let variable = format!("CMAKE_{language}_FLAGS");
    file.commands.iter().any(|command| {
        let names = |word: &str| command.arguments.iter().any(|a| a.template.literal() == Some(word));
        let gives = match &*command.lower {
            "set" | "string" | "list" => names(&variable),
            "target_compile_options" => true,
            _ => false,
        };
        let holds =
            |part: &Part| matches!(part, Part::Literal(text) if text.split_whitespace().any(|word| word == flag));
        gives && command.arguments.iter().any(|argument| argument.template.0.iter().any(holds))
    })
}

/// Whether nothing behind a place of a file makes a target, as its words say.
pub(crate) fn is_behind_all(file: &File, place: &Span) -> bool {
    let behind = file.commands.iter().filter(|one| one.range.start > place.start);
    behind.into_iter().all(|one| HARMLESS.contains(&&*one.lower) || default_of(one).is_some())
}

/// Whether a command makes no target which is compiled or linked, runs no file and calls nothing of the project's.
fn is_harmless(command: &Command) -> bool {
    HARMLESS.contains(&&*command.lower)
}

fn is_definition(command: &Command) -> bool {
    matches!(&*command.lower, "add_executable" | "add_library")
}

/// Whether a command creates a target that a default concerns, as its words say.
fn makes(command: &Command, concerns: Concerns) -> bool {
    let word = command.arguments.get(1).and_then(|a| a.template.literal());
    let imported = command.arguments.iter().any(|a| matches!(a.template.literal(), Some("IMPORTED" | "ALIAS")));
    if imported {
        return false;
    }
    match (&*command.lower, concerns) {
        ("add_executable", Concerns::Executables | Concerns::Linked | Concerns::All) => true,
        ("add_library", Concerns::All) => word != Some("INTERFACE"),
        ("add_library", Concerns::Linked) => matches!(word, Some("SHARED" | "MODULE")),
        ("add_library", Concerns::SharedLibraries) => word == Some("SHARED"),
        ("add_library", Concerns::KindLess) => !word.is_some_and(is_library_kind) && word.is_some(),
        _ => false,
    }
}

/// Whether a definition may be of the kind that a default concerns, though it does not say so.
fn may_make(command: &Command, concerns: Concerns) -> bool {
    let word = command.arguments.get(1).and_then(|a| a.template.literal());
    &*command.lower == "add_library" && concerns != Concerns::Executables && !word.is_some_and(is_library_kind)
}

/// Whether a command reads a variable, or names it for another command to read.
fn mentions(command: &Command, name: &str) -> bool {
    let mut read = BTreeSet::new();
    command.arguments.iter().for_each(|argument| references(&argument.template, &mut read));
    let bare = command.arguments.iter().any(|a| a.template.literal() == Some(name));
    read.contains(name) || (bare && &*command.lower != "set")
}

/// `CMAKE_INSTALL_PREFIX` that is set after subdirectories have read it.
fn prefix(project: Project<'_>, file: &File, folder: &Path, sink: &mut Sink) {
    const NAME: &str = "CMAKE_INSTALL_PREFIX";
    let sets = |command: &Command| {
        &*command.lower == "set" && command.arguments.first().and_then(|a| a.template.literal()) == Some(NAME)
    };
    if !file.commands.iter().any(sets) {
        return;
    }
    let commands = placed(file);
    let Some(at) = commands.iter().position(|one| sets(one.command) && one.within.is_none()) else { return };
    let set = &commands[at];
    // Behind `project()` it is always something.
    if set.tested.contains(NAME) {
        return;
    }
    let found = commands[..at].iter().filter(|one| one.within.is_none()).find_map(|one| {
        if &*one.command.lower != "add_subdirectory" {
            return None;
        }
        let below = folder.join(one.command.arguments.first()?.template.literal()?);
        let evaluated = project.model.facts.files.iter().filter(|file| file.path.starts_with(&below));
        let files: Vec<_> = evaluated.filter_map(|file| project.files.parse(&file.path).ok()).collect();
        // A directory that sets it itself takes its own.
        if files.iter().any(|file| file.commands.iter().any(sets)) {
            return None;
        }
        // A bundled library that is left out of `all` and installs nothing tells nobody where it is.
        let apart = one.command.arguments.iter().any(|one| one.template.literal() == Some("EXCLUDE_FROM_ALL"));
        let tells = |command: &Command| {
            matches!(&*command.lower, "install" | "add_definitions") || command.lower.ends_with("compile_definitions")
        };
        if apart && !files.iter().any(|file| file.commands.iter().any(tells)) {
            return None;
        }
        let read = files.iter().find_map(|file| reading(file, NAME))?;
        Some((one.span, read))
    });
    let Some((entered, read)) = found else { return };
    let facts = project.model.facts;
    let overrides = facts.overrides.iter().filter(|over| project.model.span(over.origin) == Some(set.span));
    let mut conds: Vec<Cond> = overrides.map(|over| over.cond).collect();
    conds.extend(facts.assigned.get(&set.span).into_iter().flatten().copied());
    let cond = facts.conds.any(conds);
    let cached = set.command.arguments.iter().any(|argument| argument.template.literal() == Some("CACHE"));
    let why = if cached {
        "a directory that is entered before it has taken another value, in the first run at least"
    } else {
        "a directory that is entered before it has taken another value"
    };
    let draft = Draft::new(cond, Place::new(set.span, "set too late"))
        .related(entered, "this directory is entered before")
        .related(read, "and takes the other value here")
        .named("name", NAME)
        .value("why", why)
        .help("move it up, in front of the directories that read it");
    sink.report(draft);
}

/// The first command that reads a variable.
fn reading(file: &File, name: &str) -> Option<Span> {
    let command = file.commands.iter().find(|command| {
        let mut read = BTreeSet::new();
        command.arguments.iter().for_each(|argument| references(&argument.template, &mut read));
        // A search takes the prefix as one hint among others, and a relative path is the same below every prefix.
        let first = command.arguments.first().and_then(|a| a.template.literal());
        let relative = &*command.lower == "file" && first == Some("RELATIVE_PATH");
        let searches = command.lower.starts_with("find_");
        read.contains(name) && !searches && !relative && !matches!(&*command.lower, "message" | "if" | "elseif")
    })?;
    Some(Span::new(file.id, command.range.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cmake::syntax::parse;
    use crate::source::{Sandbox, SourceMap};

    #[test]
    fn libraries_are_no_folders() {
        let id = SourceMap::new(Sandbox::nowhere()).insert("/CMakeLists.txt".into(), b"".as_slice().into()).id();
        let named = |text: &str| {
            let file = parse(id, text.as_bytes());
            file.commands.first().and_then(libraries_for_folders).map(str::to_owned)
        };
        assert_eq!(named("link_directories(${REED_LIBRARIES})").as_deref(), Some("REED_LIBRARIES"));
        assert_eq!(named("link_directories(${REED_LIBRARY} \"${TIN_LIBRARIES}\")").as_deref(), Some("REED_LIBRARY"));
        for text in [
            "link_directories(${REED_LIBRARY_DIRS})",
            "link_directories(${REED_LIBRARIES} lib)",
            "link_directories(${REED_LIBRARIES}/..)",
            "link_directories()",
            "link_libraries(${REED_LIBRARIES})",
        ] {
            assert_eq!(named(text), None, "{text}");
        }
    }
}
