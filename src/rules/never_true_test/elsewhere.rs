//! Who else may set a variable, or refuse the versions of CMake that do not.
use crate::cmake::eval::policy::Version;
use crate::cmake::syntax::{Argument, Command, File, Part};
use crate::model::cmake_versions::may_run;
use crate::rules::Context;

/// The version that sets `LINUX`, and one before it.
const SINCE: Version = Version(3, 25, 0);
const BEFORE: Version = Version(3, 24, 0);

/// Names of packages that bring Qt along, beside those that are called after it.
const WITH_QT: &[&str] = &["PySide2", "PySide6", "Shiboken2", "Shiboken6"];

/// Words in the names of packages that are tools for builds: they set variables for all that comes behind.
const TOOLS: &[&str] = &["build", "cmake", "module", "platform", "toolchain"];

/// Whether a package may set variables of platforms: `LINUX`, `MACOS` and their like come with Qt (QtPlatformSupport.cmake), and with what
/// looks for it.
pub(super) fn is_of_platforms(package: &str) -> bool {
    let lower = package.to_ascii_lowercase();
    package.contains("Qt")
        || lower.starts_with("qt")
        || lower.contains("-qt")
        || package.starts_with("KF")
        || package == "ECM"
        || WITH_QT.contains(&package)
        || TOOLS.iter().any(|word| lower.contains(word))
}

/// Whether a command may write a variable of a name, by a name that is put together, or by code that is a text.
pub(super) fn may_make(command: &Command, name: &str) -> bool {
    if &*command.lower == "cmake_language" {
        return is_in_code(command, name);
    }
    let first = command.arguments.first().filter(|_| matches!(&*command.lower, "set" | "option"));
    let Some(template) = first.map(|one| &one.template).filter(|one| one.literal().is_none()) else { return false };
    let parts: Vec<&Part> = template.0.iter().collect();
    let literal = |part: Option<&&Part>| match part {
        Some(Part::Literal(text)) => text.to_string(),
        _ => String::new(),
    };
    let (first, last) = (literal(parts.first()), literal(parts.last()));
    name.len() >= first.len() + last.len() && name.starts_with(&first) && name.ends_with(&last)
}

/// Whether a command makes a variable of the very name that is a value of one of CMake's own (`set(${CMAKE_C_COMPILER_ID} TRUE)`).
pub(super) fn may_make_value(command: &Command, name: &str) -> bool {
    let of_cmake = |argument: &Argument| argument.template.reference().is_some_and(|from| from.starts_with("CMAKE_"));
    let sets = matches!(&*command.lower, "set" | "option") && command.arguments.first().is_some_and(of_cmake);
    sets || &*command.lower == "cmake_language" && is_in_code(command, name)
}

/// Whether the code that `cmake_language(EVAL)` runs has a word.
fn is_in_code(command: &Command, name: &str) -> bool {
    command.arguments.iter().flat_map(|argument| &argument.template.0).any(|part| match part {
        Part::Literal(text) => text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| word == name),
        Part::Reference(..) => false,
    })
}

/// Whether the project allows versions of CMake that know no `LINUX`, and a command runs there.
pub(super) fn is_for_older(cx: &Context<'_>, file: &File, head: &Command) -> bool {
    let Some(project) = cx.facts.project else { return false };
    let evaluated: Vec<_> = project.evaluated().collect();
    let calls = || evaluated.iter().flat_map(|file| &file.commands);
    let all: Vec<Version> =
        calls().filter(|one| &*one.lower == "cmake_minimum_required").filter_map(version_of).collect();
    let stops = || evaluated.iter().any(|file| file.commands.iter().any(|one| stops_older(file, one)));
    !all.is_empty() && all.iter().all(|one| *one < SINCE) && may_run(file, head.range.start, BEFORE) && !stops()
}

/// The version behind `VERSION`.
fn version_of(command: &Command) -> Option<Version> {
    let text = command.arguments.get(1)?.template.literal()?;
    Version::parse(text.split("...").next()?)
}

/// Whether an older CMake fails at a command, or is told to: a policy version or a command that it does not know, an error for it.
fn stops_older(file: &File, command: &Command) -> bool {
    let first = command.arguments.first().and_then(|one| one.template.literal());
    let fails = match (&*command.lower, first) {
        ("cmake_policy", Some("VERSION")) => version_of(command).is_some_and(|version| version >= SINCE),
        ("block", _) => true,
        ("message", Some("FATAL_ERROR")) => !may_run(file, command.range.start, SINCE),
        _ => false,
    };
    fails && may_run(file, command.range.start, BEFORE)
}

#[cfg(test)]
mod tests {
    use super::is_of_platforms;

    #[test]
    fn packages_that_set_systems() {
        for name in ["Qt6", "KF6CoreAddons", "ECM", "PySide6", "gz-cmake3", "MyPlatform"] {
            assert!(is_of_platforms(name), "{name}");
        }
        assert!(!is_of_platforms("ZLIB") && !is_of_platforms("Threads"));
    }
}
