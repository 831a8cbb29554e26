//! A package configuration that calls `find_dependency()` without the module that defines it.
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use crate::cmake::syntax::{self, Command};
use crate::model::{InstalledFile, Model};
use crate::rules::{Context, Draft, Place, Sink};
use crate::source::{SourceFile, SourceMap, Span};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let mut seen = BTreeSet::new();
    for config in model.installed().files.iter().filter(|file| !file.wrapped && is_config(&file.name)) {
        let Some(file) = template(model, cx.facts.sources, config) else { continue };
        if !seen.insert(file.id()) || brings_commands(&file) {
            continue;
        }
        let commands = syntax::parse(file.id(), file.bytes());
        let Some(call) = unknown_call(&commands.commands) else { continue };
        let place = Place::new(Span::new(file.id(), call.range.clone()), "no such command here");
        sink.report(Draft::new(config.cond, place).named("config", &*config.name));
    }
}

fn is_config(name: &str) -> bool {
    name.ends_with("Config.cmake") || name.ends_with("-config.cmake")
}

/// The file in the source tree that an installed configuration is made of.
fn template(model: &Model<'_>, sources: &SourceMap, config: &InstalledFile) -> Option<Arc<SourceFile>> {
    let path = config.source.as_ref()?;
    let facts = model.facts;
    let shown = path.to_string_lossy();
    let mut made = facts.generated.iter().filter(|one| facts.texts.as_str(one.output) == Some(&*shown));
    let Some(first) = made.next() else { return sources.load(path).ok() };
    // Made in several ways, it is not known which text is installed.
    if made.any(|other| other.input != first.input) {
        return None;
    }
    let input = facts.texts.plain(first.input?)?;
    sources.load(Path::new(&*input)).ok()
}

/// Whether a placeholder that stands alone may bring commands.
fn brings_commands(file: &SourceFile) -> bool {
    String::from_utf8_lossy(file.bytes()).lines().map(str::trim).any(|line| {
        let alone = line.len() > 2 && line.starts_with('@') && line.ends_with('@');
        alone && line != "@PACKAGE_INIT@"
    })
}

/// The first call of the macro, where nothing before it can have defined it.
fn unknown_call(commands: &[Command]) -> Option<&Command> {
    let may_define = |command: &Command| {
        let known =
            ["set", "if", "else", "elseif", "endif", "get_filename_component", "cmake_minimum_required", "message"];
        let named = [
            "unset",
            "list",
            "string",
            "foreach",
            "endforeach",
            "set_and_check",
            "check_required_components",
            "option",
        ];
        !known.iter().chain(&named).any(|name| *name == &*command.lower)
    };
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
