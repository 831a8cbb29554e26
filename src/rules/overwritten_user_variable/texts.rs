//! What commands that write such a variable say by their words.
use std::path::Path;

use crate::cmake::syntax::{Command, File, Namespace, Part, Template};

use super::given::{GIVEN, Kind, kind};

/// Whether a variable holds the flags of one build type where another holds those of all.
pub(super) fn is_type_of(typed: &str, all: &str) -> bool {
    typed.strip_prefix(all).is_some_and(|rest| rest.starts_with('_')) && kind(all) == Kind::Flags
}

/// Whether the name of an option says that it is about writing over what users gave.
pub(super) fn asks_to_override(option: &str) -> bool {
    option.split('_').any(|word| ["OVERRIDE", "OVERWRITE", "REPLACE"].contains(&word.to_ascii_uppercase().as_str()))
}

/// Whether flags are for programs without an operating system, or without the libraries of one: gcc(1), "-ffreestanding", "-nostdlib",
/// "-specs" (a text that is put together may hold more words); or for machines that have none: "ARM Options" (Cortex-M and -R), "AVR Options",
/// "Xtensa Options".
pub(super) fn is_freestanding(command: &Command) -> bool {
    const STARTS: &[&str] = &["-mcpu=cortex-m", "-mcpu=cortex-r", "-mmcu=", "-mlongcalls"];
    const WORDS: &[&str] = &["-ffreestanding", "-nostdlib", "-nostartfiles", "-nodefaultlibs"];
    let values = command.arguments.iter().skip(1).flat_map(|argument| &argument.template.0);
    let literals = values.filter_map(|part| match part {
        Part::Literal(text) => Some(text),
        Part::Reference(..) => None,
    });
    let is_one = |word: &str| {
        WORDS.contains(&word)
            || word.starts_with("--specs=") && word.ends_with(".specs")
            || STARTS.iter().any(|start| word.starts_with(start))
    };
    literals.into_iter().any(|text| text.split_ascii_whitespace().any(is_one))
}

/// Whether a file makes a directory, rather than being included by one.
pub(super) fn is_list_file(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "CMakeLists.txt")
}

/// The environment variable that starts a variable.
pub(super) fn environment_of(name: &str) -> &'static str {
    GIVEN.iter().find(|(known, _)| *known == name).map_or("", |(_, environment)| environment)
}

/// Whether a run path begins with a folder of the system or of the install.
pub(super) fn is_absolute(value: &Template) -> bool {
    match value.0.first() {
        Some(Part::Literal(text)) => text.starts_with('/'),
        Some(Part::Reference(_, name)) => name.literal().is_some_and(|name| name.starts_with("CMAKE_INSTALL_")),
        None => false,
    }
}

/// Whether a text holds what users give by the environment.
pub(super) fn takes_environment(template: &Template) -> bool {
    template.0.iter().any(|part| matches!(part, Part::Reference(Namespace::Environment, _)))
}

/// Whether a file takes an environment variable into one of its own.
pub(super) fn reads_environment(file: &File, name: &str) -> bool {
    let named = |template: &Template| {
        let parts = template.0.iter();
        parts.into_iter().any(|part| match part {
            Part::Reference(Namespace::Environment, inner) => inner.literal() == Some(name),
            _ => false,
        })
    };
    let sets = file.commands.iter().filter(|command| matches!(&*command.lower, "set" | "string" | "list"));
    sets.into_iter().any(|command| command.arguments.iter().any(|argument| named(&argument.template)))
}

/// The row of the variable that a `set()` writes, or of flags that an `unset()` takes out of the cache.
pub(super) fn given(command: &Command) -> Option<(&'static str, &'static str)> {
    let name = command.arguments.first()?.template.literal()?;
    let row = GIVEN.iter().find(|(known, _)| *known == name).copied()?;
    (&*command.lower == "set" || removes(command) && kind(name) == Kind::Flags).then_some(row)
}

/// Whether the words of a `set()` replace an entry of the cache: by FORCE, or by the type that means as much (cmake-commands(7), set).
pub(super) fn is_forced(words: &[&str]) -> bool {
    let kind = words.iter().position(|word| *word == "CACHE").and_then(|at| words.get(at + 1));
    kind.is_some_and(|kind| *kind == "INTERNAL" || words.last() == Some(&"FORCE"))
}

/// Whether a command takes a variable out of the cache.
pub(super) fn removes(command: &Command) -> bool {
    &*command.lower == "unset" && command.arguments.get(1).is_some_and(|word| word.template.literal() == Some("CACHE"))
}
