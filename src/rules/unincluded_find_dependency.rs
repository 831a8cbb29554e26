//! A package configuration that calls `find_dependency()` without the module that defines it.
use std::collections::BTreeSet;

use crate::cmake::syntax::{self, ArgumentKind, Block, Command, CommandId, File, Part, Statement};
use crate::model::InstalledFile;
use crate::rules::cmake_modules::{DEFINING, LOOKING_FOR_NOTHING};
use crate::rules::{Context, Draft, Place, Sink};
use crate::source::{SourceFile, Span};

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
        let mut whole = installed.files.iter().filter(|other| is_part_of(config, other));
        if whole.any(|other| model.template_of(cx.facts.sources, other).is_some_and(|text| includes_module(&text))) {
            continue;
        }
        let place = Place::new(Span::new(file.id(), call.range.clone()), "no such command here");
        sink.report(Draft::new(config.cond, place).named("config", &*config.name));
    }
}

/// Whether a configuration stands in the folder of another one, by whose name its own begins: a component, which that one finds.
fn is_part_of(config: &InstalledFile, whole: &InstalledFile) -> bool {
    let package = |file: &InstalledFile| file.package().map(str::to_lowercase);
    let (Some(part), Some(package)) = (package(config), package(whole)) else { return false };
    config.directory.is_some() && config.directory == whole.directory && part != package && part.starts_with(&package)
}

/// Whether a text includes the module, and looks for packages.
fn includes_module(file: &SourceFile) -> bool {
    let commands = syntax::parse(file.id(), file.bytes()).commands;
    let first =
        |one: &Command| one.arguments.first().and_then(|argument| argument.template.literal().map(str::to_owned));
    let includes =
        |one: &Command| &*one.lower == "include" && first(one).as_deref() == Some("CMakeFindDependencyMacro");
    commands.iter().any(includes) && commands.iter().any(|one| &*one.lower == "find_package")
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
    flatten(file, &file.body, &mut (Vec::new(), Vec::new()), &mut steps);
    let asked = |step: &Step| step.branches.iter().any(|branch| branch.is_defined);
    let is_named = |step: &Step| &*step.command.lower == "find_dependency";
    let is_call = |step: &Step| is_named(step) && !asked(step);
    let may_define = |step: &&Step| {
        let command = step.command;
        let is_harmless = HARMLESS.contains(&&*command.lower) || includes_other_module(command);
        !is_harmless && !is_named(step) && !includes_export(command, exports)
    };
    let mut calls = steps.iter().enumerate().filter(|(_, step)| is_call(step));
    let unknown = calls.find(|(at, call)| {
        let earlier = |from: usize, step: &Step| from < *at || runs_before_in_a_loop(step, call);
        let mut before = steps.iter().enumerate().filter(|(from, step)| may_define(step) && earlier(*from, step));
        before.all(|(from, step)| is_disjoint(step, call, steps.get(from..*at).unwrap_or_default()))
    });
    unknown.map(|(_, step)| step.command)
}

/// A command with the branches that it stands in.
struct Step<'a> {
    command: &'a Command,
    branches: Vec<Branch>,
    /// Loops and functions around it, whose text may run more than once.
    repeated: Vec<CommandId>,
}

impl Step<'_> {
    /// Whether a loop or a function encloses both.
    fn is_repeated_with(&self, other: &Step<'_>) -> bool {
        self.repeated.iter().any(|head| other.repeated.contains(head))
    }
}

/// Whether a command further down in a loop may run in a pass before the one in which a call under a condition runs.
fn runs_before_in_a_loop(step: &Step<'_>, call: &Step<'_>) -> bool {
    step.is_repeated_with(call) && !call.branches.is_empty()
}

/// A branch of an `if()`.
#[derive(Clone)]
struct Branch {
    of: CommandId,
    number: usize,
    /// Variables and the text that each must equal there.
    equal: Vec<(String, String)>,
    /// `if(COMMAND find_dependency)`: there it is defined.
    is_defined: bool,
}

/// The commands in the order of the text; `within`: branches and heads of what encloses them.
fn flatten<'a>(file: &'a File, block: &'a Block, within: &mut (Vec<Branch>, Vec<CommandId>), out: &mut Vec<Step<'a>>) {
    let command = |id: &CommandId| file.commands.get(id.0 as usize);
    let step = |id: &CommandId, within: &(Vec<Branch>, Vec<CommandId>)| {
        command(id).map(|command| Step { command, branches: within.0.clone(), repeated: within.1.clone() })
    };
    for statement in block {
        match statement {
            Statement::Command(id) => out.extend(step(id, within)),
            Statement::Enclosed { head, body, .. } => {
                out.extend(step(head, within));
                within.1.push(*head);
                flatten(file, body, within, out);
                within.1.pop();
            }
            Statement::If { branches, otherwise, .. } => {
                let Some((of, _)) = branches.first() else { continue };
                for (number, (head, body)) in branches.iter().enumerate() {
                    let equal = command(head).map(equalities).unwrap_or_default();
                    let is_defined = command(head).is_some_and(asks_for_macro);
                    within.0.push(Branch { of: *of, number, equal, is_defined });
                    flatten(file, body, within, out);
                    within.0.pop();
                }
                if let Some((_, body)) = otherwise {
                    within.0.push(Branch { of: *of, number: branches.len(), equal: Vec::new(), is_defined: false });
                    flatten(file, body, within, out);
                    within.0.pop();
                }
            }
        }
    }
}

/// Whether a condition is `COMMAND find_dependency`, alone or among what must all hold.
fn asks_for_macro(head: &Command) -> bool {
    let words: Vec<_> = head.arguments.iter().map(|argument| argument.template.literal()).collect();
    !words.contains(&Some("OR"))
        && words.split(|word| *word == Some("AND")).any(|test| test == [Some("COMMAND"), Some("find_dependency")])
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
            let name = left
                .template
                .reference()
                .or_else(|| left.template.literal().filter(|_| left.kind == ArgumentKind::Unquoted));
            Some((name?.to_owned(), right.template.literal()?.to_owned()))
        }
        _ => None,
    });
    tests.collect()
}

/// Whether two commands never run both: they stand in different branches of an `if()`, or in branches that ask for different texts of
/// a variable which nothing between them sets. In one loop they may, in different passes.
fn is_disjoint(one: &Step<'_>, other: &Step<'_>, between: &[Step<'_>]) -> bool {
    if one.is_repeated_with(other) {
        return false;
    }
    // A command that gets the name of a variable may set it, whether it is one of CMake's or a function.
    let sets = |name: &str| {
        let mut arguments = between.iter().flat_map(|step| {
            let writes_first = matches!(&*step.command.lower, "set" | "unset");
            step.command.arguments.iter().enumerate().map(move |(at, argument)| (writes_first && at == 0, argument))
        });
        arguments.any(|(written, argument)| match argument.template.literal() {
            Some(word) => word == name,
            None => written,
        })
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

/// Whether a command includes a module of CMake's own that does not define the macro.
fn includes_other_module(command: &Command) -> bool {
    let first = command.arguments.first().and_then(|argument| argument.template.literal());
    &*command.lower == "include" && first.is_some_and(|first| first != DEFINING && LOOKING_FOR_NOTHING.contains(&first))
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
        assert!(is_unknown("include(FindPackageHandleStandardArgs)\nfind_dependency(Threads)"));
        assert!(!is_unknown(
            "if(COMMAND find_dependency)\nfind_dependency(Threads)\nelse()\nfind_package(Threads)\nendif()"
        ));
        assert!(is_unknown("include(${CMAKE_CURRENT_LIST_DIR}/pumpTargets.cmake)\nfind_dependency(Threads)"));
        assert!(!is_unknown("include(${CMAKE_CURRENT_LIST_DIR}/macros.cmake)\nfind_dependency(Threads)"));
    }

    #[test]
    fn what_another_pass_of_a_loop_defines() {
        let sources = SourceMap::new(Sandbox::nowhere());
        let is_unknown = |text: &str| {
            let text = format!("foreach(part a b)\n{text}\nendforeach()");
            let source = sources.insert("/f".into(), text.as_bytes().into());
            unknown_call(&parse(source.id(), text.as_bytes()), &BTreeSet::new()).is_some()
        };
        assert!(!is_unknown("if(part STREQUAL \"a\")\ninclude(b)\nelse()\nfind_dependency(Threads)\nendif()"));
        assert!(!is_unknown("if(part STREQUAL \"b\")\nfind_dependency(Threads)\nelse()\ninclude(b)\nendif()"));
        assert!(is_unknown("find_dependency(Threads)\ninclude(b)"));
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
        assert!(!twice("KIND STREQUAL \"screw\"", "string(TOLOWER ${X} KIND)\n"));
        assert!(!twice("KIND STREQUAL \"screw\"", "set(${to} screw)\n"));
    }
}
