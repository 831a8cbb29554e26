//! Conditions with a part that is false everywhere, around what concerns the link.
#[path = "never_true_test/dangling.rs"]
mod dangling;
#[path = "never_true_test/effects.rs"]
mod effects;
#[path = "never_true_test/elsewhere.rs"]
mod elsewhere;
#[path = "never_true_test/otherwise.rs"]
mod otherwise;
#[path = "never_true_test/scoped.rs"]
mod scoped;

use std::collections::BTreeMap;

use crate::cmake::eval::Names;
use crate::cmake::lang::condition::{LINUX_SINCE_3_25, Misnomer, constant, is_known_value, misnomer, number};
use crate::cmake::syntax::{Argument, ArgumentKind, Block, Command, CommandId, File, Statement};
use crate::cond::Cond;
use crate::rules::{Confidence, Context, Draft, Place, Project, Sink};
use crate::source::{Purpose, Span, purposes};

use elsewhere::{is_for_older, is_of_platforms, may_make, may_make_value};
use otherwise::{asks_otherwise, has_twin, is_like_else};

/// Operators that compare numbers (cmake-commands(7), if).
const NUMERIC: &[&str] = &["EQUAL", "LESS", "GREATER", "LESS_EQUAL", "GREATER_EQUAL"];

/// Whether the project searches a package that sets variables of platforms.
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
        rule.dangling(&file, (at, cond), sink);
        rule.scoped(&file, (at, cond), sink);
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
            Why::NoNumber(_) | Why::Text(_) => {
                vain.argument.kind != ArgumentKind::Unquoted || !written(vain.text) && !self.may_be_made(vain.text)
            }
            Why::Unset(known) => {
                !written(known.name)
                    && !self.may_come_from_elsewhere(known.name)
                    && !asks_otherwise(file, head, known)
                    && (known.name != LINUX_SINCE_3_25
                        || is_for_older(self.cx, file, head) && !is_like_else(self.cx.facts.sources, file, head))
            }
        }
    }

    /// Whether code that is not seen, users, or a name that is put together may set a variable.
    fn may_come_from_elsewhere(&self, name: &str) -> bool {
        let (model, files) = (self.project.model, self.project.files.all());
        let texts = &model.facts.texts;
        let platforms = files.once(|| {
            Platforms(model.facts.packages.iter().any(|one| texts.as_str(one.name).is_some_and(is_of_platforms)))
        });
        platforms.0
            || model.misses_included_code()
            || self.cx.facts.is_given(name)
            || files.iter().any(|file| file.commands.iter().any(|command| may_make(command, name)))
    }

    /// Whether users or a name that is put together may make a variable of what reads as a value.
    fn may_be_made(&self, text: &str) -> bool {
        let files = self.project.files.all();
        constant(text).is_none()
            && (self.cx.facts.is_given(text)
                || files.iter().any(|file| file.commands.iter().any(|command| may_make_value(command, text))))
    }

    /// Whether a part is for those who wrote it: in code of others, or, for a name that they may have from elsewhere, in tests, examples
    /// and folders that are not built with the rest.
    fn is_aside(&self, file: &File, vain: &Vain<'_>) -> bool {
        let facts = self.project.model.facts;
        let path = self.project.files.sources().get(file.id).path().to_path_buf();
        let is_name = matches!(vain.why, Why::Unset(_));
        let aside = |one| match one {
            Purpose::Vendored => true,
            Purpose::Test | Purpose::Example => is_name,
            Purpose::Documentation | Purpose::Kept => false,
        };
        let excluded = || {
            let mut above = facts.directories.iter().filter(|one| path.starts_with(&one.source));
            is_name && above.any(|one| one.excluded.is_true())
        };
        purposes(&path, &facts.source_dir).any(aside) || excluded()
    }

    fn report(&self, file: &File, (at, cond): (usize, Cond), vain: &Vain<'_>, sink: &mut Sink) {
        let Some(effect) = effect(file, &file.body, at) else { return };
        if matches!(vain.why, Why::Unset(known) if has_twin(self.cx.facts.sources, file, effect, known)) {
            return;
        }
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
                    "test CMAKE_SYSTEM_NAME STREQUAL \"Linux\", or ask for CMake 3.25".to_owned()
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
        sink.report(if self.is_aside(file, vain) { draft.confidence(Confidence::Heuristic) } else { draft });
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
            let asks_for_nothing = asks_for_nothing || text.is_empty() && is_unless_empty(head, at);
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

/// Whether a comparison with nothing stands beside `OR NOT` of the same variable, which holds whenever it was meant to.
fn is_unless_empty(head: &Command, at: usize) -> bool {
    let template = |at: usize| head.arguments.get(at).map(|one| &one.template);
    let word = |at: usize| template(at).and_then(|one| one.literal());
    let Some(name) = at.checked_sub(2).and_then(template).and_then(|one| one.reference()) else { return false };
    let asked = if word(at + 3) == Some("DEFINED") { at + 4 } else { at + 3 };
    word(at + 1) == Some("OR") && word(at + 2) == Some("NOT") && word(asked) == Some(name)
}

type Branches = [(CommandId, Block)];

/// The branches of the `if` that one of whose heads is meant.
fn statement<'f>(block: &'f Block, is: &dyn Fn(CommandId) -> bool) -> Option<(&'f Branches, Option<&'f Block>)> {
    block.iter().find_map(|one| match one {
        Statement::Command(_) => None,
        Statement::Enclosed { body, .. } => statement(body, is),
        Statement::If { branches, otherwise, .. } => {
            let otherwise = otherwise.as_ref().map(|(_, body)| body);
            if branches.iter().any(|(head, _)| is(*head)) {
                return Some((branches.as_slice(), otherwise));
            }
            let bodies = branches.iter().map(|(_, body)| body).chain(otherwise);
            bodies.into_iter().find_map(|body| statement(body, is))
        }
    })
}

/// The first command that concerns the link in the branch of a head, or in one behind it.
fn effect<'f>(file: &'f File, block: &'f Block, at: usize) -> Option<&'f Command> {
    let (branches, otherwise) = statement(block, &|id| id.0 as usize == at)?;
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
