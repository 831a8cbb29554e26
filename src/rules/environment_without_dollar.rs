//! `if(ENV{X})`, `list(APPEND CMAKE_PREFIX_PATH ENV{X}/lib)`: the name of an environment variable without `$`, which is plain text.
#[path = "environment_without_dollar/braces.rs"]
mod braces;

use std::collections::BTreeSet;

use crate::cmake::lang::condition::Operator;
use crate::cmake::lang::property_table::known_variable;
use crate::cmake::syntax::{Argument, ArgumentKind, Command, Namespace, Part};
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let mut seen = BTreeSet::new();
    let mut own_syntax: Option<bool> = None;
    let mut names = braces::Known::default();
    for evaluated in project.model.facts.files.iter().filter(|file| seen.insert(&file.path)) {
        let Ok(file) = project.files.parse(&evaluated.path) else { continue };
        let source = cx.facts.sources.get(file.id);
        for (at, command) in file.commands.iter().enumerate() {
            let rest = file.commands.get(at + 1..).unwrap_or_default();
            for (argument, mend) in braces::bare(command, |name| names.has(project, name)) {
                let place = Place::new(Span::new(file.id, argument.range.clone()), "not the value of the variable");
                let what = "the value of the variable is not here";
                let draft = Draft::new(evaluated.cond, place).named("asked", braces::text(argument));
                sink.report(draft.value("what", what).value("mend", format!("write `{mend}`")));
            }
            for (argument, use_) in bare_names(command).into_iter().chain(bare_values(command)) {
                // A program of the project may fill it in at run time.
                let is_own = use_ == Use::Value && *own_syntax.get_or_insert_with(|| sources_read_it(project));
                if is_own || use_ == Use::Compared && only_fills(command, rest) {
                    continue;
                }
                let range = argument.range.start as usize..argument.range.end as usize;
                let Some(text) = source.bytes().get(range) else { continue };
                let text = String::from_utf8_lossy(text);
                let asked = text.trim_matches('"');
                let (what, mend) = match use_ {
                    Use::Truth => (
                        "no variable has that name, so that it is never true (and `NOT` of it always)",
                        format!("`DEFINED {asked}`, or `\"${asked}\"` where it says ON or OFF"),
                    ),
                    Use::Compared => {
                        ("the name is compared, not the value of the variable", format!("write `\"${asked}\"`"))
                    }
                    Use::Value => ("the value of the variable is not here", format!("write `${asked}`")),
                };
                let place = Place::new(Span::new(file.id, argument.range.clone()), "not the environment variable");
                let draft = Draft::new(evaluated.cond, place);
                sink.report(draft.named("asked", asked).value("what", what).value("mend", mend));
            }
        }
    }
}

/// Whether a source of the project has such a text.
fn sources_read_it(project: Project<'_>) -> bool {
    let files = project.natives.mentioning(&["ENV"]).into_iter().filter_map(|index| project.natives.text(index));
    let mut texts = files.map(|text| memchr::memmem::find(&text, b"ENV{").is_some());
    texts.any(|has| has)
}

/// What a condition, or another command, does with the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    /// It asks whether it is true.
    Truth,
    /// It compares it.
    Compared,
    /// A command takes it for a value.
    Value,
}

/// The arguments of a condition that are `ENV{…}` where CMake takes that for text.
fn bare_names(command: &Command) -> Vec<(&Argument, Use)> {
    if !matches!(&*command.lower, "if" | "elseif" | "while") {
        return Vec::new();
    }
    let arguments = &command.arguments;
    let bare = arguments.iter().enumerate().filter(|(_, argument)| is_environment(argument));
    let used = bare.filter_map(|(at, argument)| {
        let before = at.checked_sub(1).and_then(|at| arguments.get(at));
        // `DEFINED`, `EXISTS`, the operator of a comparison that has it on the right.
        let begins = before.is_none_or(|word| {
            word.kind == ArgumentKind::Paren || matches!(word.template.literal(), Some("NOT" | "AND" | "OR"))
        });
        let compares = |word: &str| {
            word == "MATCHES" || Operator::from_keyword(word).is_some_and(|operator| operator != Operator::InList)
        };
        let operator = arguments.get(at + 1).and_then(|word| word.template.literal());
        let compared = operator.filter(|word| compares(word)).and_then(|_| arguments.get(at + 2));
        let next = arguments.get(at + 1).is_none_or(|word| {
            word.kind == ArgumentKind::Paren || matches!(word.template.literal(), Some("AND" | "OR"))
        });
        match compared {
            _ if !begins => None,
            Some(other) => (!compares_names(argument, other)).then_some((argument, Use::Compared)),
            None => next.then_some((argument, Use::Truth)),
        }
    });
    used.collect()
}

/// The values of a command of CMake's own that begin with `ENV{…}`: folders and lists of them. A list of another name may be one of names.
fn bare_values(command: &Command) -> Vec<(&Argument, Use)> {
    let arguments = &command.arguments;
    let word = |at: usize| arguments.get(at).and_then(|argument| argument.template.literal());
    let values = match &*command.lower {
        "list" if matches!(word(0), Some("APPEND" | "PREPEND")) => arguments.get(2..),
        "set" => arguments.get(1..),
        "find_path" | "find_library" | "find_program" | "find_file" | "find_package" => arguments.get(1..),
        "target_include_directories" | "target_link_directories" | "target_link_libraries" => arguments.get(1..),
        "include_directories" | "link_directories" | "link_libraries" => Some(&**arguments),
        _ => None,
    };
    let name = match &*command.lower {
        "list" => word(1),
        "set" => word(0),
        _ => Some("CMAKE_PREFIX_PATH"),
    };
    let continued = |argument: &Argument| {
        let Some(Part::Literal(first)) = argument.template.0.first() else { return false };
        let rest = first.strip_prefix("ENV{").and_then(|rest| rest.split_once('}'));
        // What goes on with a blank is said to people.
        rest.is_some_and(|(name, rest)| !name.is_empty() && rest.starts_with('/') && !rest.contains(' '))
    };
    let of_paths = name.is_some_and(known_variable);
    let values = values.unwrap_or_default().iter();
    let bare = values.filter(|argument| continued(argument) || of_paths && is_environment(argument));
    bare.map(|argument| (argument, Use::Value)).collect()
}

/// Whether all that a condition guards is that a variable, which it says is false, gets the value of the environment: `if(NOT X AND NOT
/// ENV{X} STREQUAL "")` and `set(X "$ENV{X}")`. Where that one is empty nothing comes of it.
fn only_fills(condition: &Command, rest: &[Command]) -> bool {
    let [set, end, ..] = rest else { return false };
    let ([name, value], "set", "endif") = (set.arguments.as_slice(), &*set.lower, &*end.lower) else { return false };
    let words: Vec<_> = condition.arguments.iter().filter(|word| word.kind != ArgumentKind::Paren).collect();
    let is = |word: &Argument, text: &str| word.template.literal() == Some(text);
    let is_false = |pair: &[&Argument]| is(pair[0], "NOT") && pair[1].template.literal() == name.template.literal();
    let compares = |three: &[&Argument]| is_environment(three[0]) && is(three[1], "STREQUAL") && is(three[2], "");
    let from_there = matches!(value.template.0.as_slice(), [Part::Reference(Namespace::Environment, _)]);
    from_there
        && words.windows(2).any(is_false)
        && words.windows(3).any(compares)
        && !words.iter().any(|word| is(word, "OR"))
}

/// Whether an argument is `ENV{…}`, whatever names the variable.
fn is_environment(argument: &Argument) -> bool {
    let parts = &argument.template.0;
    let (Some(Part::Literal(first)), Some(Part::Literal(last))) = (parts.first(), parts.last()) else { return false };
    let inner = first.strip_prefix("ENV{");
    match parts.as_slice() {
        [_] => inner.and_then(|name| name.strip_suffix('}')).is_some_and(|name| !name.is_empty()),
        _ => inner.is_some() && last.ends_with('}'),
    }
}

/// Whether a comparison is one of names: a quoted text with what is not written out, or with another such name.
fn compares_names(argument: &Argument, other: &Argument) -> bool {
    let quoted = argument.kind != ArgumentKind::Unquoted;
    other.template.literal().map_or(quoted, |text| text.contains("ENV"))
}

#[cfg(test)]
mod tests {
    use super::{Use, bare_names, bare_values};
    use crate::cmake::syntax::parse;
    use crate::source::{Sandbox, SourceMap};

    #[test]
    fn what_is_asked() {
        let sources = SourceMap::new(Sandbox::nowhere());
        let uses = |text: &str| {
            let source = sources.insert("/f".into(), text.as_bytes().into());
            let file = parse(source.id(), text.as_bytes());
            file.commands.iter().flat_map(bare_names).map(|(_, use_)| use_).collect::<Vec<_>>()
        };
        assert_eq!(uses("if(ENV{A})"), [Use::Truth]);
        assert_eq!(uses("while(NOT (ENV{${name}}))"), [Use::Truth]);
        assert_eq!(uses("if(A AND ENV{B} MATCHES x OR ENV{C})"), [Use::Compared, Use::Truth]);
        assert_eq!(uses("if(\"ENV{A}\" STREQUAL \"x\")"), [Use::Compared]);
        assert_eq!(uses("if(DEFINED ENV{A} AND NOT DEFINED ENV{B})"), []);
        assert_eq!(uses("if($ENV{A} STREQUAL x AND \"$ENV{A}\")"), []);
        assert_eq!(uses("if(name STREQUAL \"ENV{A}\" OR EXISTS ENV{A} OR \"ENV{A}\" STREQUAL \"${name}\")"), []);
        assert_eq!(uses("if(ENV{A} IN_LIST names OR ENV{)"), []);
        assert_eq!(uses("set(ENV{A} x)"), []);
    }

    #[test]
    fn what_only_fills_a_variable() {
        let sources = SourceMap::new(Sandbox::nowhere());
        let fills = |text: &str| {
            let source = sources.insert("/f".into(), text.as_bytes().into());
            let file = parse(source.id(), text.as_bytes());
            super::only_fills(&file.commands[0], &file.commands[1..])
        };
        assert!(fills("if((NOT X) AND (NOT (ENV{X} STREQUAL \"\")))\nset(X \"$ENV{X}\")\nendif()"));
        assert!(fills("if(NOT X AND NOT \"ENV{A}\" STREQUAL \"\")\nset(X $ENV{A})\nendif()"));
        // What the variable had is gone.
        assert!(!fills("if(NOT ENV{X} STREQUAL \"\")\nset(X $ENV{X})\nendif()"));
        assert!(!fills("if(NOT X AND NOT ENV{X} STREQUAL \"\")\nset(X $ENV{X}/lib)\nendif()"));
        assert!(!fills("if(NOT X AND NOT ENV{X} STREQUAL \"\")\nset(X $ENV{X})\nset(FOUND 1)\nendif()"));
        assert!(!fills("if(NOT X AND ENV{X} STREQUAL \"on\")\nset(X $ENV{X})\nendif()"));
    }

    #[test]
    fn what_is_taken_for_a_value() {
        let sources = SourceMap::new(Sandbox::nowhere());
        let count = |text: &str| {
            let source = sources.insert("/f".into(), text.as_bytes().into());
            parse(source.id(), text.as_bytes()).commands.iter().flat_map(bare_values).count()
        };
        assert_eq!(count("list(APPEND CMAKE_PREFIX_PATH ENV{A}/hip ENV{A})"), 2);
        assert_eq!(count("find_path(X x.h HINTS ENV{A} PATHS \"ENV{B}/include\")"), 2);
        assert_eq!(count("set(ROOT ENV{A}/lib)\nset(hint \"ENV{HOME}/.config is read\")"), 1);
        assert_eq!(count("list(APPEND names ENV{A} ENV{${b}})\nset(ENV{A} x)\nset(name ENV{A})\nmessage(ENV{A}/b)"), 0);
        assert_eq!(count("find_path(X x.h HINTS $ENV{A} ENV B)\nlist(REMOVE_ITEM CMAKE_PREFIX_PATH ENV{A})"), 0);
    }
}
