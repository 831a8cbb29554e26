//! `string()` and `math()`.
use std::sync::Arc;

use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::text::{Text, has_symbol};
use crate::cmake::eval::value::Value;
use crate::cmake::lang;
use crate::cmake::script::Stream;
use crate::cmake::script::diagnostics::Category;

use super::Handler::{Bulk, Plain};
use super::Table;

pub(super) const COMMANDS: Table = &[("string", Bulk(string)), ("math", Plain(math))];

fn string(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let sub = call.args.first().and_then(|a| machine.facts.texts.plain(a.text));
    match (sub.as_deref(), call.args.as_slice()) {
        (Some("APPEND" | "PREPEND"), [_, _]) => {}
        (Some("APPEND"), [_, name, rest @ ..]) => extend(machine, call, name.text, rest, false),
        (Some("PREPEND"), [_, name, rest @ ..]) => extend(machine, call, name.text, rest, true),
        (Some("CONCAT"), [_, name, rest @ ..]) => {
            let parts: Vec<Text> = rest.iter().map(|a| a.text).collect();
            let text = machine.concat(&parts, call.origin);
            let value = machine.unwrap(text);
            machine.set_variable(name.text, &value);
        }
        (Some("TIMESTAMP"), _) if machine.script.is_some() => {
            machine.fork(&call.args, call.origin, &mut |m, args| timestamp(m, call, args));
        }
        (Some("FIND"), [_, text, word, output]) if find_in_many(machine, call, (text.text, word.text), output.text) => {
        }
        (Some("CONFIGURE"), _) => machine.fork(&call.args, call.origin, &mut |m, args| configure(m, call, args)),
        _ => machine.fork(&call.args, call.origin, &mut |m, args| string_plain(m, call, args)),
    }
}

/// APPEND and PREPEND keep a text that grows under many conditions as fragments instead of 2^k texts.
fn extend(
    machine: &mut Machine<'_>,
    call: &Invocation<'_>,
    name: Text,
    rest: &[crate::cmake::eval::expand::Arg],
    front: bool,
) {
    super::variables::note_assignment(machine, call);
    let old = machine.read_variable(name);
    let old = machine.wrap(&old);
    let mut parts: Vec<Text> = rest.iter().map(|a| a.text).collect();
    parts.insert(if front { parts.len() } else { 0 }, old);
    let text = machine.concat(&parts, call.origin);
    let mut value = machine.unwrap(text);
    if let [elem] = value.elems.as_slice() {
        value = Value::list(vec![crate::cmake::eval::value::Elem { origin: call.origin, ..*elem }]);
    }
    machine.set_variable(name, &value);
}

/// `string(FIND)` in a text that is one of very many: whether the word is there is decided fragment by fragment, where it stands is
/// not. Says whether that could be done.
fn find_in_many(machine: &mut Machine<'_>, call: &Invocation<'_>, (text, word): (Text, Text), output: Text) -> bool {
    let plain = |text: Text| machine.facts.texts.plain(text);
    let (Some(word), Some(_)) = (plain(word), plain(output)) else { return false };
    if word.is_empty() || call.args.iter().any(|arg| !arg.cond.is_true()) || !machine.has_surely_many(text) {
        return false;
    }
    let Some(there) = machine.many_hold(text, &word, call.origin) else { return false };
    let shown = machine.facts.texts.display_start(text, 60);
    let place = machine.derived_number(&format!("place of {word} in one of many (call {}): {shown}", call.origin.0), 0);
    let conds = machine.conds();
    let found = Value::text(place, call.origin).restrict(conds, there);
    let missing = conds.not(there);
    let absent = machine.intern("-1");
    let absent = Value::text(absent, call.origin).restrict(machine.conds(), missing);
    let value = Value::exclusive(machine.conds(), [&absent, &found].into_iter());
    let value = Value { defined: crate::cond::Cond::TRUE, ..value };
    machine.set_variable(output, &value);
    true
}

/// Which argument names the result, for the forms whose text may be unknown.
fn output_of(args: &[Arc<str>]) -> Option<&str> {
    let last = || args.last().map(|a| &**a);
    match args.first().map(|a| &**a)? {
        "REPLACE" => args.get(3).map(|a| &**a),
        "REGEX" => match args.get(1).map(|a| &**a)? {
            "REPLACE" => args.get(4).map(|a| &**a),
            _ => args.get(3).map(|a| &**a),
        },
        "FIND" if last() == Some("REVERSE") => args.get(3).map(|a| &**a),
        "TIMESTAMP" | "JOIN" | "MD5" | "SHA1" | "SHA224" | "SHA256" | "SHA384" | "SHA512" | "JSON" | "UUID" => {
            let at = if &*args[0] == "JOIN" { 2 } else { 1 };
            args.get(at).map(|a| &**a)
        }
        _ => last(),
    }
}

fn string_plain(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let words: Vec<&str> = args.iter().map(|a| &**a).collect();
    if args.iter().any(|a| has_symbol(a)) && !exact_on_symbols(&words) {
        let Some(output) = output_of(args) else { return };
        let inputs: Vec<&str> = words.iter().copied().filter(|w| *w != output).collect();
        let expression = format!("string({})", inputs.join(" "));
        let symbol = match words.first() {
            Some(&"FIND") => machine.derived_number(&expression, -1),
            Some(&"LENGTH") => machine.derived_number(&expression, 0),
            _ => {
                let (search, output) = (machine.search(), output.to_owned());
                let run = move |words: &[&str]| lang::string::run(words, None, search).ok()?.text_of(&output);
                machine.computed(&expression, &words, run)
            }
        };
        let name = machine.intern(output);
        machine.set_variable(name, &Value::text(symbol, call.origin));
        if words.first() == Some(&"REGEX") && machine.keeps_groups(call.origin) {
            // The name of the result is as good, and short.
            let of = if expression.len() < 1024 { expression } else { machine.facts.texts.display(symbol).clone() };
            for n in 0..10 {
                let symbol = machine.derived(&format!("group {n} of {of}"));
                let name = machine.intern(&format!("CMAKE_MATCH_{n}"));
                machine.set_variable(name, &Value::text(symbol, call.origin));
            }
        }
        return;
    }
    let search = machine.search();
    let outcome = lang::string::run(&words, None, search);
    if let (Err(message), None) = (&outcome, &machine.script) {
        let message = message.clone();
        machine.refuse(&message, call.origin);
    }
    machine.apply(outcome, call.origin);
}

/// Operations that treat unknown text as just another character sequence.
fn exact_on_symbols(words: &[&str]) -> bool {
    matches!(words.first().copied(), Some("JOIN" | "REPEAT" | "GENEX_STRIP"))
}

/// `string(TIMESTAMP variable [format] [UTC])` of a script: the time that `SOURCE_DATE_EPOCH` gives, else that of the clock.
fn timestamp(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let words: Vec<&str> = args.iter().map(|a| &**a).collect();
    if let Err(message) = lang::string::run(&words, None, machine.search()) {
        machine.error(&message, call.origin);
        return;
    }
    let [_, output, more @ ..] = words.as_slice() else { return };
    let name = machine.intern("SOURCE_DATE_EPOCH");
    let given = machine.read_environment(name).single().and_then(|text| machine.facts.texts.plain(text));
    let seconds = if let Some(text) = given.filter(|text| !text.is_empty()) {
        if let Ok(seconds) = text.parse::<i64>() {
            seconds
        } else {
            machine.print(Stream::Err, "CMake Error: Cannot parse SOURCE_DATE_EPOCH as integer\n\n");
            machine.fail();
            machine.stopped = true;
            return;
        }
    } else {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        since.map_or(0, |d| i64::try_from(d.as_secs()).unwrap_or(0))
    };
    let format = more.iter().find(|word| **word != "UTC").copied();
    let text = lang::timestamp::format(seconds, format, more.contains(&"UTC"));
    machine.set_text(output, &text, call.origin);
}

fn configure(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let [_, input, output, rest @ ..] = args else { return };
    let at_only = rest.iter().any(|w| &**w == "@ONLY");
    let known: Vec<&str> = args.iter().map(|a| &**a).collect();
    if let Err(message) = lang::string::run(&known, None, machine.search()) {
        machine.error(&message, call.origin);
        return;
    }
    let text = if rest.iter().any(|w| &**w == "ESCAPE_QUOTES") && machine.script.is_some() {
        let text = machine.configured_escaped(input, at_only, true, call.origin);
        machine.intern(&text)
    } else {
        machine.configured(input, at_only, call.origin)
    };
    let name = machine.intern(output);
    let value = machine.unwrap(text);
    machine.set_variable(name, &value);
}

impl Machine<'_> {
    /// A text with `@NAME@` (and `${NAME}`) replaced, as `configure_file` does, `#cmakedefine` left alone.
    pub(super) fn configured(&mut self, text: &str, at_only: bool, origin: crate::cmake::eval::value::Origin) -> Text {
        match crate::cmake::syntax::configure_template(text, at_only) {
            Ok(template) => self.expand_template(&template, origin),
            Err(_) => self.intern(text),
        }
    }
}

fn math(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let words: Vec<&str> = args.iter().map(|a| &**a).collect();
    if let [_, output, expression, ..] = words.as_slice()
        && has_symbol(expression)
    {
        let symbol = machine.derived(&format!("math({expression})"));
        let name = machine.intern(output);
        machine.set_variable(name, &Value::text(symbol, call.origin));
        return;
    }
    if let (["EXPR", _, expression, ..], true) = (words.as_slice(), machine.script.is_some()) {
        let skipped = lang::math::skipped(expression);
        if !skipped.is_empty() {
            let line = |(at, c): &(usize, char)| format!("Unexpected character in expression at position {at}: {c}\n");
            let text: String = skipped.iter().map(line).collect();
            machine.warn(Category::Author, &text, call.origin);
        }
    }
    let outcome = lang::math::run(&words);
    let message = match &outcome {
        Ok(outcome) => outcome.error.clone(),
        Err(message) => Some(message.clone()),
    };
    if let Some(message) = message.filter(|_| machine.script.is_none()) {
        machine.refuse(&message, call.origin);
    }
    machine.apply(outcome, call.origin);
}
