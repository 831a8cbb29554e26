//! Conditions with a part that is false everywhere, around what concerns the link.
#[path = "never_true_test/effects.rs"]
mod effects;

use std::collections::BTreeMap;

use crate::cmake::eval::Names;
use crate::cmake::eval::policy::Version;
use crate::cmake::lang::condition::{LINUX_SINCE_3_25, Misnomer, constant, is_known_value, misnomer, number};
use crate::cmake::syntax::{Argument, ArgumentKind, Block, Command, CommandId, File, Part, Statement};
use crate::cond::Cond;
use crate::model::cmake_versions::may_run;
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::Span;

/// Operators that compare numbers (cmake-commands(7), if).
const NUMERIC: &[&str] = &["EQUAL", "LESS", "GREATER", "LESS_EQUAL", "GREATER_EQUAL"];

/// Whether the project searches a package that sets variables of platforms: `LINUX`, `MACOS` and their like come with Qt
/// (QtPlatformSupport.cmake).
struct Platforms(bool);

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let facts = project.model.facts;
    if facts.doubtful.is_empty() {
        return;
    }
    let files = project.files.all();
    let names = files.once(|| Names::scan(files.iter().map(|file| &**file)));
    let rule = Rule { cx, project, names: &names };
    let found: BTreeMap<Span, Cond> =
        facts.doubtful.iter().map(|(span, conds)| (*span, facts.conds.any(conds.iter().copied()))).collect();
    for (span, cond) in found {
        let Some((file, at)) = project.files.command_at(span) else { continue };
        let Some(head) = file.commands.get(at).filter(|one| matches!(&*one.lower, "if" | "elseif")) else { continue };
        for vain in vain_parts(head) {
            if rule.is_meant(&file, head, &vain) {
                rule.report(&file, (at, cond), &vain, sink);
            }
        }
    }
}

/// A part of a condition that is false.
struct Vain<'c> {
    argument: &'c Argument,
    text: &'c str,
    why: Why,
}

enum Why {
    /// An operand of this operator.
    NoNumber(String),
    /// A condition of its own, behind this word.
    Text(String),
    /// The name of a variable that CMake does not set.
    Unset(&'static Misnomer),
}

struct Rule<'a, 'c> {
    cx: &'a Context<'c>,
    project: Project<'c>,
    names: &'a Names,
}

impl Rule<'_, '_> {
    /// Whether a part is false indeed, and nothing beside it makes that good.
    fn is_meant(&self, file: &File, head: &Command, vain: &Vain<'_>) -> bool {
        let written = |name: &str| self.names.assigned.contains(name) || self.names.declared.contains_key(name);
        match &vain.why {
            // In quotes it is a text (CMP0054).
            Why::NoNumber(_) | Why::Text(_) => vain.argument.kind != ArgumentKind::Unquoted || !written(vain.text),
            Why::Unset(known) => {
                !written(known.name)
                    && !self.may_come_from_elsewhere(known.name)
                    && !asks_otherwise(file, head, known)
                    && (known.name != LINUX_SINCE_3_25 || self.is_for_older(file, head))
            }
        }
    }

    /// Whether code that is not seen, users, or a name that is put together may set a variable.
    fn may_come_from_elsewhere(&self, name: &str) -> bool {
        let (model, files) = (self.project.model, self.project.files.all());
        let texts = &model.facts.texts;
        let platforms = files.once(|| {
            let qt = |package: &str| package.starts_with("Qt") || package.starts_with("KF") || package == "ECM";
            Platforms(model.facts.packages.iter().any(|one| texts.as_str(one.name).is_some_and(qt)))
        });
        platforms.0
            || model.misses_included_code()
            || self.cx.facts.is_given(name)
            || files.iter().any(|file| file.commands.iter().any(|command| may_make(command, name)))
    }

    /// Whether the project allows versions of CMake that know no `LINUX`.
    fn is_for_older(&self, file: &File, head: &Command) -> bool {
        const SINCE: Version = Version(3, 25, 0);
        let stated = |command: &Command| {
            let text = command.arguments.get(1)?.template.literal()?;
            Version::parse(text.split("...").next()?)
        };
        let evaluated: Vec<_> = self.project.evaluated().collect();
        let calls = evaluated.iter().flat_map(|file| &file.commands);
        let all: Vec<Version> =
            calls.filter(|one| &*one.lower == "cmake_minimum_required").filter_map(stated).collect();
        !all.is_empty() && all.iter().all(|one| *one < SINCE) && may_run(file, head.range.start, Version(3, 24, 0))
    }

    fn report(&self, file: &File, (at, cond): (usize, Cond), vain: &Vain<'_>, sink: &mut Sink) {
        let Some(effect) = effect(file, &file.body, at) else { return };
        let conds = &self.project.model.facts.conds;
        let span = |range: &std::ops::Range<u32>| Span::new(file.id, range.clone());
        let text = vain.text;
        let (cond, message, label, help) = match &vain.why {
            Why::NoNumber(operator) => (
                cond,
                format!("`{operator}` compares numbers, and \"{text}\" is none: this is never true"),
                "no number",
                format!("compare texts with STR{operator}"),
            ),
            Why::Text(word) => (
                cond,
                format!("\"{text}\" behind `{word}` is a condition of its own, and false: it is compared with nothing"),
                "always false",
                "write the comparison in full on both sides, or MATCHES \"^(a|b)$\"".to_owned(),
            ),
            Why::Unset(known) => {
                let on = known.platform.and_then(|name| conds.platform(name)).unwrap_or(Cond::TRUE);
                let message = if known.name == LINUX_SINCE_3_25 {
                    "`LINUX` is not set before CMake 3.25, and the project allows older versions: there this is never true"
                        .to_owned()
                } else {
                    format!("nothing sets `{}`, and CMake has no such variable: this is never true", known.name)
                };
                let help = if known.name == LINUX_SINCE_3_25 {
                    "test UNIX AND NOT APPLE, or ask for CMake 3.25".to_owned()
                } else {
                    format!("test {}", known.meant)
                };
                (conds.and(cond, on), message, "never set", help)
            }
        };
        let draft = Draft::new(cond, Place::new(span(&vain.argument.range), label))
            .named("test", text)
            .value("why", "never true")
            .message(message)
            .help(help)
            .related(span(&effect.range), "hangs on it");
        sink.report(draft);
    }
}

/// The parts of a condition that are false by themselves, as far as the text of the command says.
fn vain_parts(head: &Command) -> Vec<Vain<'_>> {
    let keyword = |at: usize| {
        let argument = head.arguments.get(at)?;
        let plain = matches!(argument.kind, ArgumentKind::Unquoted | ArgumentKind::Paren);
        argument.template.literal().filter(|_| plain)
    };
    let joins = |at: usize| keyword(at).filter(|word| matches!(*word, "AND" | "OR"));
    let mut out = Vec::new();
    for (at, argument) in head.arguments.iter().enumerate() {
        let Some(text) = argument.template.literal().filter(|_| argument.kind != ArgumentKind::Paren) else { continue };
        let quoted = argument.kind != ArgumentKind::Unquoted;
        let before = at.checked_sub(1).and_then(keyword);
        let operator = before.filter(|word| NUMERIC.contains(word)).filter(|_| at >= 2);
        if let Some(operator) = operator {
            let is_word = quoted || is_known_value(text) || constant(text).is_some();
            // Behind `NOT`, the operator's name would be an operand.
            let is_operator = !matches!(keyword(at - 2), Some("AND" | "OR" | "NOT" | "("));
            // `NOT x EQUAL ""` always holds, and with nothing in the variable nothing comes of it.
            let asks_for_nothing = text.is_empty() && at >= 3 && keyword(at - 3) == Some("NOT");
            if is_word && number(text).is_none() && is_operator && !asks_for_nothing {
                out.push(Vain { argument, text, why: Why::NoNumber(operator.to_owned()) });
            }
            continue;
        }
        let ends = at + 1 == head.arguments.len() || joins(at + 1).is_some() || keyword(at + 1) == Some(")");
        let (word, starts) = match before {
            Some("NOT") => (at.checked_sub(2).and_then(joins), true),
            Some("(") | None if at == 0 || before.is_some() => (None, true),
            _ => (at.checked_sub(1).and_then(joins), at.checked_sub(1).and_then(joins).is_some()),
        };
        if !ends || !starts {
            continue;
        }
        match (misnomer(text).filter(|_| !quoted), word) {
            (Some(known), _) if !is_known_value(text) || word.is_none() => {
                out.push(Vain { argument, text, why: Why::Unset(known) });
            }
            (_, Some(word)) if (quoted || is_known_value(text)) && constant(text).is_none() => {
                out.push(Vain { argument, text, why: Why::Text(word.to_owned()) });
            }
            _ => {}
        }
    }
    out
}

/// Whether the same `if`, up to this branch, asks for what a name stands for in another way.
fn asks_otherwise(file: &File, head: &Command, known: &Misnomer) -> bool {
    let mut heads = vec![head];
    if let Some((branches, _)) = statement(file, &file.body, &|id| file.commands[id.0 as usize].range == head.range) {
        let all = branches.iter().map(|(id, _)| &file.commands[id.0 as usize]);
        heads.extend(all.take_while(|one| one.range.start < head.range.start));
    }
    // Where the name itself is the value of another variable, it says nothing as a condition.
    let is_same = |word: &str| word != known.name && known.same.contains(&word);
    let says = |text: &str| text.split(|c: char| !is_word(c)).any(is_same);
    let arguments = heads.iter().flat_map(|one| &one.arguments);
    let mut parts = arguments.flat_map(|argument| &argument.template.0);
    parts.any(|part| match part {
        Part::Literal(text) => says(text),
        Part::Reference(_, name) => name.literal().is_some_and(is_same),
    })
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Whether a command may write a variable of a name, by a name that is put together.
fn may_make(command: &Command, name: &str) -> bool {
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

type Branches = [(CommandId, Block)];

/// The branches of the `if` that one of whose heads is meant.
fn statement<'f>(
    file: &'f File,
    block: &'f Block,
    is: &dyn Fn(CommandId) -> bool,
) -> Option<(&'f Branches, Option<&'f Block>)> {
    block.iter().find_map(|one| match one {
        Statement::Command(_) => None,
        Statement::Enclosed { body, .. } => statement(file, body, is),
        Statement::If { branches, otherwise, .. } => {
            let otherwise = otherwise.as_ref().map(|(_, body)| body);
            if branches.iter().any(|(head, _)| is(*head)) {
                return Some((branches.as_slice(), otherwise));
            }
            let bodies = branches.iter().map(|(_, body)| body).chain(otherwise);
            bodies.into_iter().find_map(|body| statement(file, body, is))
        }
    })
}

/// The first command that concerns the link in the branch of a head, or in one behind it.
fn effect<'f>(file: &'f File, block: &'f Block, at: usize) -> Option<&'f Command> {
    let (branches, otherwise) = statement(file, block, &|id| id.0 as usize == at)?;
    let own = branches.iter().skip_while(|(head, _)| head.0 as usize != at).map(|(_, body)| body);
    own.chain(otherwise).find_map(|body| effects::first(file, body))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cmake::syntax::parse;
    use crate::source::{Sandbox, SourceMap};

    fn found(text: &str) -> Vec<String> {
        let sources = SourceMap::new(Sandbox::nowhere());
        let source = sources.insert("/CMakeLists.txt".into(), text.as_bytes().into());
        let file = parse(source.id(), text.as_bytes());
        let parts = vain_parts(&file.commands[0]);
        parts.iter().map(|one| one.text.to_owned()).collect()
    }

    #[test]
    fn parts_that_are_false() {
        assert_eq!(found("if(${OS} EQUAL \"linux\")\nendif()"), ["linux"]);
        assert_eq!(found("if(WITH_X EQUAL ON)\nendif()"), ["ON"]);
        assert_eq!(found("if(A STREQUAL \"a\" OR \"b\")\nendif()"), ["b"]);
        assert_eq!(found("if(ID MATCHES GNU OR Clang AND X)\nendif()"), ["Clang"]);
        assert_eq!(found("if(NOT WINDOWS AND (MACOSX OR B))\nendif()"), ["WINDOWS", "MACOSX"]);
        assert_eq!(found("if(LINUX)\nendif()"), ["LINUX"]);
    }

    #[test]
    fn parts_that_are_not() {
        for text in [
            "if(A EQUAL 3 OR B LESS \"4\")",
            "if(i LESS count)",
            "if(A STREQUAL \"LINUX\" OR B STREQUAL WINDOWS)",
            "if(A STREQUAL \"a\" OR \"${B}\" STREQUAL \"b\")",
            "if(DEFINED WINDOWS OR TARGET Clang)",
            "if(A AND \"ON\")",
            "if(CMAKE_SYSTEM_NAME MATCHES Linux)",
            "if(WIN32 OR \"${X}\" MATCHES \"y\")",
        ] {
            assert_eq!(found(&format!("{text}\nendif()")), [""; 0], "{text}");
        }
    }
}
