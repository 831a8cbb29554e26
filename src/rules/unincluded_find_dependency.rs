//! A package configuration that calls `find_dependency()` without the module that defines it.
use std::collections::BTreeSet;

use crate::cmake::syntax::{self, ArgumentKind, Block, Command, CommandId, File, Namespace, Part, Statement, Template};
use crate::rules::{Context, Draft, Place, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let mut seen = BTreeSet::new();
    let installed = model.installed();
    // What CMake writes for an export set defines targets only.
    let exports = installed.files.iter().filter(|file| file.source.is_none() && !file.wrapped);
    let exports: BTreeSet<&str> = exports.map(|file| &*file.name).collect();
    for config in installed.files.iter().filter(|file| !file.wrapped && file.is_config()) {
        // Made in several ways, it is not known which text is installed.
        if model.has_several_templates(config) {
            continue;
        }
        let Some(file) = model.template_of(cx.facts.sources, config) else { continue };
        if !seen.insert(file.id()) || syntax::has_lone_placeholder(file.bytes()) {
            continue;
        }
        let commands = syntax::parse(file.id(), file.bytes());
        let Some(call) = unknown_call(&commands, &exports) else { continue };
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

/// The first call of the macro that nothing before it can have defined.
fn unknown_call<'a>(file: &'a File, exports: &BTreeSet<&str>) -> Option<&'a Command> {
    let mut steps = Vec::new();
    flatten(file, &file.body, &mut Vec::new(), &mut steps);
    let is_call = |step: &Step| &*step.command.lower == "find_dependency";
    let may_define = |step: &&Step| {
        !HARMLESS.contains(&&*step.command.lower) && !is_call(step) && !includes_export(step.command, exports)
    };
    let mut calls = steps.iter().enumerate().filter(|(_, step)| is_call(step));
    let unknown = calls.find(|(at, call)| {
        let before = steps.iter().enumerate().take(*at).filter(|(_, step)| may_define(step));
        before.into_iter().all(|(from, step)| is_disjoint(step, call, steps.get(from..*at).unwrap_or_default()))
    });
    unknown.map(|(_, step)| step.command)
}

/// A command with the branches that it stands in.
struct Step<'a> {
    command: &'a Command,
    branches: Vec<Branch>,
}

/// A branch of an `if()`.
#[derive(Clone)]
struct Branch {
    of: CommandId,
    number: usize,
    /// Variables and the text that each must equal there.
    equal: Vec<(String, String)>,
}

/// The commands in the order of the text.
fn flatten<'a>(file: &'a File, block: &'a Block, within: &mut Vec<Branch>, out: &mut Vec<Step<'a>>) {
    let command = |id: &CommandId| file.commands.get(id.0 as usize);
    for statement in block {
        match statement {
            Statement::Command(id) => {
                out.extend(command(id).map(|command| Step { command, branches: within.clone() }));
            }
            Statement::Enclosed { head, body, .. } => {
                out.extend(command(head).map(|command| Step { command, branches: within.clone() }));
                flatten(file, body, within, out);
            }
            Statement::If { branches, otherwise, .. } => {
                let Some((of, _)) = branches.first() else { continue };
                for (number, (head, body)) in branches.iter().enumerate() {
                    let equal = command(head).map(equalities).unwrap_or_default();
                    within.push(Branch { of: *of, number, equal });
                    flatten(file, body, within, out);
                    within.pop();
                }
                if let Some((_, body)) = otherwise {
                    within.push(Branch { of: *of, number: branches.len(), equal: Vec::new() });
                    flatten(file, body, within, out);
                    within.pop();
                }
            }
        }
    }
}

/// `VARIABLE STREQUAL "text"` among what must all hold.
fn equalities(head: &Command) -> Vec<(String, String)> {
    let arguments = &head.arguments;
    let is = |argument: &syntax::Argument, words: &[&str]| {
        argument.template.literal().is_some_and(|word| words.contains(&word))
    };
    if arguments.iter().any(|one| one.kind == ArgumentKind::Paren || is(one, &["OR"])) {
        return Vec::new();
    }
    let tests = arguments.split(|one| is(one, &["AND"]));
    let tests = tests.filter_map(|test| match test {
        [left, operator, right] if is(operator, &["STREQUAL"]) && right.kind == ArgumentKind::Quoted => {
            let name = referred(&left.template)
                .or_else(|| left.template.literal().filter(|_| left.kind == ArgumentKind::Unquoted));
            Some((name?.to_owned(), right.template.literal()?.to_owned()))
        }
        _ => None,
    });
    tests.collect()
}

/// The variable of `${…}`.
fn referred(template: &Template) -> Option<&str> {
    match template.0.as_slice() {
        [Part::Reference(Namespace::Variable, name)] => name.literal(),
        _ => None,
    }
}

/// Whether two commands never run both: they stand in different branches of an `if()`, or in branches that ask for different texts of
/// a variable which nothing between them sets.
fn is_disjoint(one: &Step<'_>, other: &Step<'_>, between: &[Step<'_>]) -> bool {
    let sets = |name: &str| {
        let mut writes = between.iter().filter(|step| matches!(&*step.command.lower, "set" | "unset"));
        writes.any(|step| step.command.arguments.first().is_some_and(|one| one.template.literal() == Some(name)))
    };
    one.branches.iter().any(|a| {
        other.branches.iter().any(|b| {
            a.of == b.of && a.number != b.number
                || a.equal.iter().any(|(name, text)| {
                    b.equal.iter().any(|(same, wanted)| same == name && wanted != text) && !sets(name)
                })
        })
    })
}

/// Whether a command includes what CMake writes for an export set of the project.
fn includes_export(command: &Command, exports: &BTreeSet<&str>) -> bool {
    if &*command.lower != "include" {
        return false;
    }
    let Some(Part::Literal(end)) = command.arguments.first().and_then(|argument| argument.template.0.last()) else {
        return false;
    };
    end.rsplit_once('/').is_some_and(|(_, name)| exports.contains(name))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::unknown_call;
    use crate::cmake::syntax::parse;
    use crate::source::{Sandbox, SourceMap};

    #[test]
    fn what_may_define_the_macro() {
        let sources = SourceMap::new(Sandbox::nowhere());
        let is_unknown = |text: &str| {
            let source = sources.insert("/f".into(), text.as_bytes().into());
            unknown_call(&parse(source.id(), text.as_bytes()), &BTreeSet::from(["pumpTargets.cmake"])).is_some()
        };
        assert!(is_unknown("@PACKAGE_INIT@\nset(x 1)\nfind_dependency(Threads)"));
        assert!(!is_unknown("include(CMakeFindDependencyMacro)\nfind_dependency(Threads)"));
        assert!(!is_unknown("find_package(Other)\nfind_dependency(Threads)"));
        assert!(!is_unknown("macro(find_dependency name)\nendmacro()\nfind_dependency(Threads)"));
        assert!(!is_unknown("find_package(Threads)"));
        assert!(is_unknown("include(${CMAKE_CURRENT_LIST_DIR}/pumpTargets.cmake)\nfind_dependency(Threads)"));
        assert!(!is_unknown("include(${CMAKE_CURRENT_LIST_DIR}/macros.cmake)\nfind_dependency(Threads)"));
    }

    #[test]
    fn what_another_branch_defines() {
        let sources = SourceMap::new(Sandbox::nowhere());
        let is_unknown = |text: &str| {
            let source = sources.insert("/f".into(), text.as_bytes().into());
            unknown_call(&parse(source.id(), text.as_bytes()), &BTreeSet::new()).is_some()
        };
        assert!(is_unknown("if(A)\ninclude(b)\nelse()\nfind_dependency(Threads)\nendif()"));
        assert!(!is_unknown("if(A)\ninclude(b)\nendif()\nif(C)\nfind_dependency(Threads)\nendif()"));
        let twice = |second: &str, between: &str| {
            let first = "if(KIND STREQUAL \"gear\")\ninclude(b)\nfind_dependency(ZLIB)\nendif()\n";
            is_unknown(&format!("{first}{between}if({second})\nfind_dependency(Threads)\nendif()"))
        };
        assert!(twice("KIND STREQUAL \"screw\" AND NOT PLAIN", ""));
        assert!(!twice("KIND STREQUAL \"gear\"", ""));
        assert!(!twice("KIND STREQUAL \"screw\" OR PLAIN", ""));
        assert!(!twice("KIND STREQUAL \"screw\"", "set(KIND screw)\n"));
    }
}
