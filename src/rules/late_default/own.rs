//! The default of a variable of the project's own behind the folder that reads it: `if(NOT X) set(X …)`.
use std::collections::BTreeSet;
use std::path::Path;

use crate::cmake::eval::facts::Reason;
use crate::cmake::lang::property_table::known_variable;
use crate::cmake::syntax::{Command, File};
use crate::cond::Cond;
use crate::model::branches::is_read_by;
use crate::model::statements::{Placed, placed};
use crate::rules::{Draft, Place, Project, Sink};
use crate::source::Span;

/// Commands whose arguments say what is built and where it goes; what others are given may be meant to be empty.
const TELLING: &[&str] = &[
    "add_executable",
    "add_library",
    "install",
    "set_property",
    "set_target_properties",
    "target_compile_definitions",
    "target_link_libraries",
    "target_link_options",
];

/// Reports defaults that a folder above them has read as nothing, where nothing else in the project gives the variable a value.
pub(super) fn check(project: Project<'_>, sink: &mut Sink) {
    let facts = project.model.facts;
    let mut seen = BTreeSet::new();
    for directory in facts.directories.iter().filter(|one| one.found && seen.insert(one.source.as_path())) {
        let Ok(file) = project.files.parse(&directory.source.join("CMakeLists.txt")) else { continue };
        if !file.commands.iter().any(|command| &*command.lower == "add_subdirectory") {
            continue;
        }
        let commands = placed(&file);
        for (at, late) in commands.iter().enumerate() {
            let Some(name) = default_of(late) else { continue };
            let read = commands[..at].iter().find_map(|one| read_below(project, &directory.source, one, name));
            let Some((entered, read, there)) = read.filter(|_| is_the_only_one(project, name)) else { continue };
            let Some(ran) = facts.assigned.get(&late.span) else { continue };
            let cond = facts.conds.and(there, facts.conds.any(ran.iter().copied()));
            if !cond.is_possible() {
                continue;
            }
            sink.report(
                Draft::new(cond, Place::new(late.span, "set too late"))
                    .related(entered, "this directory is entered before")
                    .related(read, "reads it")
                    .named("name", name)
                    .value("why", "a directory that is entered before it reads it as nothing")
                    .help("move the default up, in front of the directory that reads it"),
            );
        }
    }
}

/// The variable of the project's own that gets a value where it has none.
fn default_of<'f>(one: &Placed<'f>) -> Option<&'f str> {
    let mut words = one.command.arguments.iter().map(|argument| argument.template.literal());
    let name = words.next()?.filter(|_| &*one.command.lower == "set" && one.within.is_none())?;
    // What is nothing comes neither too late nor early enough.
    let is_nothing = one.command.arguments.get(1).is_none_or(|value| value.template.literal() == Some(""));
    let plain = !is_nothing && !words.any(|word| matches!(word, Some("CACHE" | "PARENT_SCOPE")));
    // `if(NOT X)` or `if(NOT DEFINED X)` alone.
    let asks = one.tested.contains(name) && one.tested.contains("NOT") && one.conditional;
    let asks_only = one.tested.iter().all(|word| word == name || matches!(&**word, "NOT" | "DEFINED"));
    (plain && asks && asks_only && !is_read_by(one.command, name) && !known_variable(name)).then_some(name)
}

/// Where a folder that a command adds, or one below it, reads a variable whenever it is entered, and does not ask whether it is there; and when
/// that is.
fn read_below(project: Project<'_>, folder: &Path, add: &Placed<'_>, name: &str) -> Option<(Span, Span, Cond)> {
    if &*add.command.lower != "add_subdirectory" || add.conditional || add.within.is_some() {
        return None;
    }
    let below = folder.join(add.command.arguments.first()?.template.literal()?);
    let folders = project.model.facts.directories.iter().filter(|one| one.found && one.source.starts_with(&below));
    folders.into_iter().find_map(|one| {
        let file = project.files.parse(&one.source.join("CMakeLists.txt")).ok()?;
        if !file.commands.iter().any(|command| is_read_by(command, name)) {
            return None;
        }
        let commands = placed(&file);
        let tells = |one: &&Placed<'_>| {
            !one.conditional
                && one.within.is_none()
                && TELLING.contains(&&*one.command.lower)
                && is_read_by(one.command, name)
        };
        let read = commands.iter().find(tells).filter(|_| !commands.iter().any(|one| one.tested.contains(name)))?;
        Some((add.span, read.span, one.cond))
    })
}

/// Whether no other command of the project names the variable as one does that writes it, and nothing that is not known may give it a value.
fn is_the_only_one(project: Project<'_>, name: &str) -> bool {
    let (model, facts) = (project.model, project.model.facts);
    // `set(${prefix}_DIR …)`, and what pkg-config gives.
    let may_be = |command: &Command| {
        let first = command.arguments.first().map(|argument| &argument.template);
        let begins = |start: &str| command.lower.starts_with("pkg_") && name.starts_with(start);
        first.is_some_and(|first| match first.literal() {
            Some(literal) => begins(literal),
            None => &*command.lower == "set",
        })
    };
    let names = |command: &Command| {
        // Conditions ask, and do not write, nor do the words that end them.
        !matches!(&*command.lower, "if" | "else" | "elseif" | "endif" | "message" | "while" | "endwhile")
            && (may_be(command) || command.arguments.iter().any(|one| one.template.literal() == Some(name)))
    };
    let writers = |file: &File| file.commands.iter().filter(|command| names(command)).count();
    // What a search for a package gives begins with its name.
    let is_found = facts
        .packages
        .iter()
        .filter_map(|search| facts.texts.as_str(search.name))
        .any(|package| name.get(..package.len()).is_some_and(|start| start.eq_ignore_ascii_case(package)));
    // GNUInstallDirs gives these.
    !is_found
        && !name.starts_with("CMAKE_INSTALL_")
        && model.reads_unknown_files().is_false()
        && !facts.unknowns.iter().any(|unknown| unknown.reason == Reason::UnmodelledCommand)
        && project.evaluated().map(|file| writers(&file)).sum::<usize>() == 1
}
