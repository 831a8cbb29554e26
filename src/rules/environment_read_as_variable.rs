//! `LD_LIBRARY_PATH=${LD_LIBRARY_PATH}:…`: a variable of CMake's, which nothing sets, where the environment's is meant.
use std::collections::BTreeSet;

use crate::cmake::eval::Names;
use crate::cmake::syntax::{Argument, Command, Namespace, Part};
use crate::rules::{Context, Draft, Place, Sink};
use crate::source::Span;

/// Variables of the environment that programs, loaders and compilers search by: environ(7), ld.so(8), dyld(1), gcc(1), python(1),
/// pkg-config(1).
const SEARCHED: &[&str] = &[
    "CPATH",
    "DYLD_FALLBACK_LIBRARY_PATH",
    "DYLD_FRAMEWORK_PATH",
    "DYLD_INSERT_LIBRARIES",
    "DYLD_LIBRARY_PATH",
    "LD_LIBRARY_PATH",
    "LD_PRELOAD",
    "LIBRARY_PATH",
    "PATH",
    "PKG_CONFIG_PATH",
    "PYTHONPATH",
];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let is_set = |name: &str| {
        let files = project.files.all();
        let names = files.once(|| Names::scan(files.iter().map(|file| &**file)));
        names.assigned.contains(name) || names.declared.contains_key(name) || names.tested.contains(name)
    };
    let mut seen = BTreeSet::new();
    for evaluated in project.model.facts.files.iter().filter(|file| seen.insert(&file.path)) {
        let Ok(file) = project.files.parse(&evaluated.path) else { continue };
        let mut told = BTreeSet::new();
        for command in file.commands.iter().filter(|command| !only_speaks(command)) {
            for argument in &command.arguments {
                let Some(name) = read_back(argument).filter(|name| !is_set(name)) else { continue };
                // The same mistake in one file is mended in one go.
                if told.insert(name) {
                    let place =
                        Place::new(Span::new(file.id, argument.range.clone()), "no variable of the environment");
                    sink.report(Draft::new(evaluated.cond, place).named("name", name));
                }
            }
        }
    }
}

/// Whether a command writes for people only.
fn only_speaks(command: &Command) -> bool {
    matches!(&*command.lower, "message" | "option")
}

/// The name that an argument gives a value to, and of which it reads the variable of CMake: `PATH=…${PATH}…`.
fn read_back(argument: &Argument) -> Option<&'static str> {
    let parts = &argument.template.0;
    parts.iter().enumerate().find_map(|(at, part)| {
        let Part::Reference(Namespace::Variable, name) = part else { return None };
        let name = SEARCHED.iter().copied().find(|known| name.literal() == Some(known))?;
        parts[..at].iter().any(|part| matches!(part, Part::Literal(text) if gives(text, name))).then_some(name)
    })
}

/// Whether a text gives a value to a name: `PATH=`, and no `MY_PATH=`.
fn gives(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        text[at + name.len()..].starts_with('=')
            && !before.is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
    })
}
