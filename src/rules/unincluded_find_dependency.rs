//! A package configuration that calls `find_dependency()` without the module that defines it.
use std::collections::BTreeSet;

use crate::cmake::syntax::{self, Command};
use crate::rules::{Context, Draft, Place, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let mut seen = BTreeSet::new();
    for config in model.installed().files.iter().filter(|file| !file.wrapped && file.is_config()) {
        // Made in several ways, it is not known which text is installed.
        if model.has_several_templates(config) {
            continue;
        }
        let Some(file) = model.template_of(cx.facts.sources, config) else { continue };
        if !seen.insert(file.id()) || syntax::has_lone_placeholder(file.bytes()) {
            continue;
        }
        let commands = syntax::parse(file.id(), file.bytes());
        let Some(call) = unknown_call(&commands.commands) else { continue };
        let place = Place::new(Span::new(file.id(), call.range.clone()), "no such command here");
        sink.report(Draft::new(config.cond, place).named("config", &*config.name));
    }
}

/// Commands that define no other: those of CMake, and what `configure_package_config_file` puts in place of `@PACKAGE_INIT@`.
const HARMLESS: &[&str] = &[
    "check_required_components",
    "cmake_minimum_required",
    "else",
    "elseif",
    "endforeach",
    "endif",
    "foreach",
    "get_filename_component",
    "if",
    "list",
    "message",
    "option",
    "set",
    "set_and_check",
    "string",
    "unset",
];

/// The first call of the macro, where nothing before it can have defined it.
fn unknown_call(commands: &[Command]) -> Option<&Command> {
    let may_define = |command: &Command| !HARMLESS.contains(&&*command.lower);
    let at = commands.iter().position(|command| &*command.lower == "find_dependency")?;
    (!commands[..at].iter().any(may_define)).then(|| &commands[at])
}

#[cfg(test)]
mod tests {
    use super::unknown_call;
    use crate::cmake::syntax::parse;
    use crate::source::{Sandbox, SourceMap};

    #[test]
    fn what_may_define_the_macro() {
        let sources = SourceMap::new(Sandbox::nowhere());
        let is_unknown = |text: &str| {
            let source = sources.insert("/f".into(), text.as_bytes().into());
            unknown_call(&parse(source.id(), text.as_bytes()).commands).is_some()
        };
        assert!(is_unknown("@PACKAGE_INIT@\nset(x 1)\nfind_dependency(Threads)"));
        assert!(!is_unknown("include(CMakeFindDependencyMacro)\nfind_dependency(Threads)"));
        assert!(!is_unknown("find_package(Other)\nfind_dependency(Threads)"));
        assert!(!is_unknown("macro(find_dependency name)\nendmacro()\nfind_dependency(Threads)"));
        assert!(!is_unknown("find_package(Threads)"));
    }
}
