//! `option()` with a default that is no truth value: CMake stores OFF.
use std::collections::BTreeSet;

use crate::cmake::lang::condition::{is_off, is_on};
use crate::cmake::lang::property_table::known_variable;
use crate::cmake::syntax::{Argument, Command};
use crate::model::statements::{Placed, placed};
use crate::rules::{Context, Draft, Place, Project, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let (facts, files) = (project.model.facts, project.files.all());
    if files.calls("option").all(|(_, command)| default(command).is_none()) || has_own(project) {
        return;
    }
    let mut seen = BTreeSet::new();
    for evaluated in facts.files.iter().filter(|file| seen.insert(&file.path)) {
        let Ok(file) = project.files.parse(&evaluated.path) else { continue };
        for one in placed(&file) {
            let Some((name, value)) = default(one.command) else { continue };
            // The description and the default have changed places: harmless where OFF is meant.
            let meant = one.command.arguments.get(1).and_then(|second| second.template.literal());
            let meant = meant.map(|word| word.trim_end_matches(','));
            if meant.is_some_and(is_off) {
                continue;
            }
            // Entries that CMake itself makes are there already, with other values.
            let Some(entry) = facts.cache.get(name).filter(|entry| entry.option && !known_variable(name)) else {
                continue;
            };
            // A word for no: OFF is what was meant, unless the project asks for the word.
            if says_no(value) && !is_compared(&files, name, value) {
                continue;
            }
            if files.calls("set").any(|(_, set)| declares(set, name)) || is_mended(&files, name) {
                continue;
            }
            // Of several declarations the first is remembered.
            let first = facts.places.get(entry.origin).is_some_and(|place| place.span == one.span);
            let cond = if first { entry.declared } else { evaluated.cond };
            let ran = facts.assigned.get(&one.span);
            let cond = ran.map_or(cond, |ran| facts.conds.and(cond, facts.conds.any(ran.iter().copied())));
            let is_result = value.strip_suffix("_FOUND").is_some_and(|package| {
                let mut searched = facts.packages.iter().filter_map(|search| facts.texts.as_str(search.name));
                searched.any(|name| name.eq_ignore_ascii_case(package))
            });
            let is_variable = known_variable(value)
                || is_result
                || ["set", "option"].iter().any(|by| files.calls(by).any(|(_, one)| is_first(one, value)))
                || is_constant(value) && files.iter().any(|file| file.commands.iter().any(|one| may_set(one, value)));
            let (why, mend) = if meant.is_some_and(is_on) {
                (
                    "its description and its default have changed places".to_owned(),
                    format!("`option({name} \"{value}\" ON)`"),
                )
            } else if is_variable {
                (format!("`{value}` is the name of a variable and not its value"), format!("write `${{{value}}}`"))
            } else if let Some(word) = inside_signs(value) {
                (format!("`{value}` is no truth value"), format!("write `{word}`"))
            } else {
                (
                    format!("`{value}` is no truth value"),
                    // A comma that was meant to stand between arguments is no part of the name.
                    format!(
                        "an entry with another value: `set({} {value} CACHE STRING \"…\")`",
                        name.trim_end_matches(',')
                    ),
                )
            };
            let place = Place::new(one.span, "the default counts as OFF");
            sink.report(Draft::new(cond, place).named("name", name).value("why", why).value("mend", mend));
        }
    }
}

/// The name of an option and its default, where that is written out and is no truth value.
fn default(command: &Command) -> Option<(&str, &str)> {
    if &*command.lower != "option" {
        return None;
    }
    let [name, _, value] = command.arguments.as_slice() else { return None };
    let value = value.template.literal()?;
    (!is_on(value) && !is_off(value)).then_some((name.template.literal()?, value))
}

/// The truth value that a default is but for signs around it: `OFF}`.
fn inside_signs(value: &str) -> Option<&str> {
    let word = value.trim_matches(|c: char| !c.is_alphanumeric());
    (word.len() < value.len() && !word.is_empty() && (is_on(word) || is_off(word))).then_some(word)
}

/// Whether the project gives the variable another value where a condition asks for it: it reckons with OFF.
fn is_mended(files: &crate::cmake::eval::Listed, name: &str) -> bool {
    let sets =
        |one: &Placed<'_>| &*one.command.lower == "set" && is_first(one.command, name) && one.tested.contains(name);
    files.iter().any(|file| file.commands.iter().any(|one| is_first(one, name)) && placed(file).iter().any(sets))
}

/// Whether a default says in words that something is left out, which CMake does not know as such.
fn says_no(value: &str) -> bool {
    const WORDS: &[&str] = &[
        "none",
        "no",
        "off",
        "false",
        "disabled",
        "disable",
        "f",
        "nil",
        "null",
        "not",
        "never",
        "n/a",
        "empty",
        "unset",
        "undefined",
    ];
    WORDS.iter().any(|word| value.trim().eq_ignore_ascii_case(word))
}

/// Whether a condition compares a variable with a word.
fn is_compared(files: &crate::cmake::eval::Listed, name: &str, value: &str) -> bool {
    let text = |one: &Argument| one.template.literal().or_else(|| one.template.reference()).map(str::to_owned);
    ["if", "elseif", "while"].iter().flat_map(|command| files.calls(command)).any(|(_, command)| {
        let words: Vec<String> = command.arguments.iter().filter_map(text).collect();
        words.iter().any(|word| word == name) && words.iter().any(|word| word.eq_ignore_ascii_case(value.trim()))
    })
}

/// Whether a command begins with a name.
fn is_first(command: &Command, name: &str) -> bool {
    command.arguments.first().and_then(|argument| argument.template.literal()) == Some(name)
}

/// Whether a word is written as names of variables are: `HAVE_D3D11_H`.
fn is_constant(word: &str) -> bool {
    word.contains('_') && word.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
}

/// Whether a command has a word among its arguments and does more than read it: it may set the variable.
fn may_set(command: &Command, word: &str) -> bool {
    let reads = matches!(&*command.lower, "if" | "elseif" | "while" | "message" | "option");
    !reads && command.arguments.iter().any(|one| one.template.literal() == Some(word))
}

/// Whether a `set()` makes an entry of a name.
fn declares(command: &Command, name: &str) -> bool {
    let word = |at: usize| command.arguments.get(at).and_then(|argument| argument.template.literal());
    word(0) == Some(name) && (1..command.arguments.len()).any(|at| word(at) == Some("CACHE"))
}

/// Whether the project has a command of this name itself.
fn has_own(project: Project<'_>) -> bool {
    let named = |command: &Command| {
        command
            .arguments
            .first()
            .and_then(|name| name.template.literal())
            .is_some_and(|name| name.eq_ignore_ascii_case("option"))
    };
    ["function", "macro"].iter().any(|kind| project.files.all().calls(kind).any(|(_, command)| named(command)))
}

#[cfg(test)]
mod tests {
    use super::{default, inside_signs, is_constant, may_set, says_no};
    use crate::cmake::syntax::parse;
    use crate::source::{Sandbox, SourceMap};

    #[test]
    fn defaults_that_are_no_truth_values() {
        let sources = SourceMap::new(Sandbox::nowhere());
        let is_odd = |text: &str| {
            let source = sources.insert("/f".into(), text.as_bytes().into());
            parse(source.id(), text.as_bytes()).commands.iter().any(|command| default(command).is_some())
        };
        assert!(is_odd("option(ARCHS \"for which\" native)"));
        assert!(is_odd("option(ARCHS \"for which\" \"a;b\")"));
        assert!(is_odd("option(COUNT \"how many\" 2)"));
        assert!(!is_odd("option(A \"is it\" on)"));
        assert!(!is_odd("option(A \"is it\" NOTFOUND)"));
        assert!(!is_odd("option(A \"is it\" \"\")"));
        assert!(!is_odd("option(A \"is it\" ${default})"));
        assert!(!is_odd("option(A \"is it\")"));
        assert_eq!((inside_signs("OFF}"), inside_signs("\"ON"), inside_signs("a;ON")), (Some("OFF"), Some("ON"), None));
        assert!(says_no("NONE") && says_no("OFF ") && !says_no("native"));
    }

    #[test]
    fn names_of_results_are_variables() {
        let sources = SourceMap::new(Sandbox::nowhere());
        let sets = |text: &str| {
            let source = sources.insert("/f".into(), text.as_bytes().into());
            parse(source.id(), text.as_bytes()).commands.iter().any(|command| may_set(command, "HAVE_IT_H"))
        };
        assert!(is_constant("HAVE_IT_H") && !is_constant("native") && !is_constant("AVX2"));
        assert!(sets("check_include_file(it.h HAVE_IT_H)"));
        assert!(!sets("option(WITH_IT \"is it\" HAVE_IT_H)"));
        assert!(!sets("if(HAVE_IT_H)\nendif()"));
    }
}
