//! `S{NAME}` and `{NAME}` where a value is meant: the name of a variable of CMake or of the project in braces, without `$`.
use std::collections::BTreeMap;

use crate::cmake::lang::property_table::known_variable;
use crate::cmake::syntax::{Argument, Command, Part};
use crate::rules::Project;
use crate::rules::written_names::writes;

/// Commands whose arguments behind the first are values.
const COMMANDS: &[&str] = &[
    "set",
    "list",
    "find_path",
    "find_library",
    "find_program",
    "find_file",
    "find_package",
    "add_library",
    "add_executable",
    "add_subdirectory",
    "include_directories",
    "link_directories",
    "link_libraries",
    "set_property",
    "set_target_properties",
    "target_include_directories",
    "target_link_directories",
    "target_link_libraries",
    "target_link_options",
    "target_compile_options",
    "target_sources",
    "externalproject_add",
];

/// Names that were asked for, and whether the project has a variable of that name.
#[derive(Default)]
pub(super) struct Known(BTreeMap<String, bool>);

impl Known {
    /// Whether CMake or the project has a variable of a name.
    pub(super) fn has(&mut self, project: Project<'_>, name: &str) -> bool {
        if let Some(known) = self.0.get(name) {
            return *known;
        }
        let paths = project.model.facts.files.iter().map(|file| &file.path);
        let mut files = paths.filter_map(|path| project.files.parse(path).ok());
        let has = known_variable(name) || files.any(|file| file.commands.iter().any(|one| writes(one, name)));
        self.0.insert(name.to_owned(), has);
        has
    }
}

/// Arguments that begin with the name of a variable in braces, at most one letter before it (an `S` for a `$`), and how they are meant.
pub(super) fn bare(command: &Command, mut is_known: impl FnMut(&str) -> bool) -> Vec<(&Argument, String)> {
    if !COMMANDS.contains(&&*command.lower) {
        return Vec::new();
    }
    let mut out = Vec::new();
    for argument in &command.arguments {
        let Some(Part::Literal(text)) = argument.template.0.first() else { continue };
        let Some((before, (name, rest))) =
            text.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
        else {
            continue;
        };
        // A text with such places may be filled in later.
        let is_slip = matches!(before, "S" | "s") || before.is_empty() && &*command.lower != "set";
        let is_name = name.len() > 2
            && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
        let goes_on = (rest.is_empty() || rest.starts_with(['/', '.'])) && !rest.contains([' ', '\n', '{']);
        if is_slip && is_name && goes_on && is_known(name) {
            out.push((argument, format!("${{{name}}}{rest}")));
        }
    }
    out
}

/// The literal text that an argument begins with.
pub(super) fn text(argument: &Argument) -> &str {
    match argument.template.0.first() {
        Some(Part::Literal(text)) => text,
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::bare;
    use crate::cmake::syntax::parse;
    use crate::source::{Sandbox, SourceMap};

    #[test]
    fn names_in_braces() {
        let sources = SourceMap::new(Sandbox::nowhere());
        let meant = |text: &str| {
            let source = sources.insert("/f".into(), text.as_bytes().into());
            let file = parse(source.id(), text.as_bytes());
            let known = |name: &str| name != "OTHER";
            let found = file.commands.iter().flat_map(|one| bare(one, known)).map(|(_, meant)| meant);
            found.collect::<Vec<_>>()
        };
        assert_eq!(
            meant("set(A S{ARCHS})\ntarget_link_libraries(a {LIBS} \"{DIR}/libx.a\")"),
            ["${ARCHS}", "${LIBS}", "${DIR}/libx.a"]
        );
        assert_eq!(
            meant("set(A ENV{ARCHS} CACHE{X} ${LIBS} S{OTHER} {a} \"{APP} is here\" {A}{B})\nmessage({LIBS})"),
            [""; 0]
        );
    }
}
