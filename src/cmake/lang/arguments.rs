//! `separate_arguments` and `cmake_parse_arguments`, and the splitting of command lines which they share with others.
use std::collections::{BTreeMap, BTreeSet};

use super::{Outcome, Value, Write, list, number};

/// Splits a command line as a Unix shell does: quotes of both kinds, and a backslash before any character, which works
/// inside single quotes as well.
pub fn split_unix(command: &str) -> Vec<String> {
    let mut arguments = Vec::new();
    // The argument being read, if any.
    let mut argument: Option<String> = None;
    let mut quote = None;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\\', _) => {
                // A backslash at the very end is dropped, and starts no argument.
                if let Some(escaped) = chars.next() {
                    argument.get_or_insert_default().push(escaped);
                }
            }
            ('\'' | '"', Some(open)) if open == c => quote = None,
            ('\'' | '"', None) => {
                quote = Some(c);
                argument.get_or_insert_default();
            }
            (c, None) if number::is_space(c) => arguments.extend(argument.take()),
            (c, _) => argument.get_or_insert_default().push(c),
        }
    }
    arguments.extend(argument);
    arguments
}

/// Splits a command line as Windows programs do: double quotes, and backslashes that escape only before one.
pub fn split_windows(command: &str) -> Vec<String> {
    let mut arguments = Vec::new();
    let mut argument: Option<String> = None;
    let mut quoted = false;
    let mut backslashes = 0;
    for c in command.chars() {
        if c == '\\' {
            backslashes += 1;
            argument.get_or_insert_default();
            continue;
        }
        let kept = if c == '"' { backslashes / 2 } else { backslashes };
        let escaped = c == '"' && backslashes % 2 == 1;
        backslashes = 0;
        if let Some(argument) = &mut argument {
            argument.extend(std::iter::repeat_n('\\', kept));
        }
        match c {
            '"' if !escaped => {
                quoted = !quoted;
                argument.get_or_insert_default();
            }
            c if number::is_space(c) && !quoted => arguments.extend(argument.take()),
            c => argument.get_or_insert_default().push(c),
        }
    }
    if let Some(argument) = &mut argument {
        argument.extend(std::iter::repeat_n('\\', backslashes));
    }
    arguments.extend(argument);
    arguments
}

/// Runs `separate_arguments(<arguments>)` in its form with a mode. The form with just a variable replaces the spaces of
/// its value by semicolons and is left to the caller.
///
/// `NATIVE_COMMAND` is taken as on Unix. Which program `PROGRAM` finds is unknown.
pub fn separate_arguments(arguments: &[&str]) -> Result<Outcome, String> {
    let fail = |message: &str| Err(format!("separate_arguments {message}"));
    let Some((variable, rest)) = arguments.split_first() else {
        return fail("must be given at least one argument.");
    };
    let is_option = |word: &str| {
        matches!(word, "UNIX_COMMAND" | "WINDOWS_COMMAND" | "NATIVE_COMMAND" | "PROGRAM" | "SEPARATE_ARGS")
    };
    let has = |word: &str| rest.contains(&word);
    let modes = ["UNIX_COMMAND", "WINDOWS_COMMAND", "NATIVE_COMMAND"].iter().filter(|mode| has(mode)).count();
    if modes == 0 {
        return fail("missing required option: 'UNIX_COMMAND' or 'WINDOWS_COMMAND' or 'NATIVE_COMMAND'");
    }
    if modes > 1 {
        return fail("'UNIX_COMMAND', 'WINDOWS_COMMAND' and 'NATIVE_COMMAND' are mutually exclusive");
    }
    if has("SEPARATE_ARGS") && !has("PROGRAM") {
        return fail("`SEPARATE_ARGS` option requires `PROGRAM' option");
    }
    let operands: Vec<&str> = rest.iter().copied().filter(|word| !is_option(word)).collect();
    let command = match operands[..] {
        [] | [""] => return Ok(Outcome::set(variable, "")),
        [command] => command,
        _ => return fail("given unexpected argument(s)"),
    };
    if has("PROGRAM") {
        return Ok(Outcome::unknown(variable, "which program is found depends on the machine"));
    }
    let words = if has("WINDOWS_COMMAND") { split_windows(command) } else { split_unix(command) };
    let escaped: Vec<String> = words.iter().map(|word| escape(word)).collect();
    Ok(Outcome::set(variable, list::join(&escaped)))
}

fn escape(word: &str) -> String {
    word.replace(';', "\\;")
}

/// The keywords of a `cmake_parse_arguments` call.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Keywords {
    /// Keywords without a value.
    pub options: Vec<String>,
    /// Keywords with one value.
    pub one_value: Vec<String>,
    /// Keywords with any number of values.
    pub multi_value: Vec<String>,
}

/// How the values of a `cmake_parse_arguments` call were given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// After the keywords, as lists which are flattened.
    Given,
    /// From `ARGV<n>` (`PARSE_ARGV`): semicolons in values stay, escaped where a list is written. The flag is whether
    /// policy CMP0174 is NEW: a keyword with an empty or missing single value then defines its variable.
    Variables { define_empty: bool },
}

enum Kind {
    Option,
    One,
    Multi,
}

/// `cmake_parse_arguments`: the assignments for a prefix (without its underscore) and already flattened values.
pub fn parse_arguments(prefix: &str, keywords: &Keywords, values: &[&str], source: Source) -> Vec<Write> {
    let mut kinds: BTreeMap<&str, Kind> = BTreeMap::new();
    // The first kind of a keyword given twice counts.
    for (names, kind) in [
        (&keywords.options, (|| Kind::Option) as fn() -> Kind),
        (&keywords.one_value, || Kind::One),
        (&keywords.multi_value, || Kind::Multi),
    ] {
        for name in names {
            kinds.entry(name).or_insert_with(kind);
        }
    }
    let mut seen: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut missing: BTreeSet<&str> = BTreeSet::new();
    let mut unparsed: Vec<&str> = Vec::new();
    // The keyword which takes the next value.
    let mut current: Option<&str> = None;
    // The same, as long as it has none.
    let mut waiting: Option<&str> = None;
    for value in values {
        if let Some((name, kind)) = kinds.get_key_value(value) {
            missing.extend(waiting.take());
            seen.entry(name).or_default();
            current = if matches!(kind, Kind::Option) { None } else { Some(name) };
            waiting = current;
        } else if let Some(name) = current {
            waiting = None;
            let taken = seen.entry(name).or_default();
            if matches!(kinds.get(name), Some(Kind::One)) {
                taken.clear();
                current = None;
            }
            taken.push(value);
        } else {
            unparsed.push(value);
        }
    }
    missing.extend(waiting);
    let output = Output { prefix, source };
    let mut writes = output.keywords(keywords, &seen);
    writes.push(output.list("UNPARSED_ARGUMENTS", &unparsed));
    let missing: Vec<&str> = missing.into_iter().collect();
    writes.push((format!("{prefix}_KEYWORDS_MISSING_VALUES"), text_or_unset(list::join(&missing))));
    writes
}

struct Output<'a> {
    prefix: &'a str,
    source: Source,
}

impl Output<'_> {
    fn keywords(&self, keywords: &Keywords, seen: &BTreeMap<&str, Vec<&str>>) -> Vec<Write> {
        let sorted = |names: &[String]| names.iter().cloned().collect::<BTreeSet<String>>();
        let mut writes = Vec::new();
        for name in sorted(&keywords.options) {
            let text = if seen.contains_key(&*name) { "TRUE" } else { "FALSE" };
            writes.push((format!("{}_{name}", self.prefix), Value::Text(text.to_owned())));
        }
        for name in sorted(&keywords.one_value) {
            let value = seen.get(&*name).map(|values| values.first().copied().unwrap_or_default());
            let define_empty = self.source == Source::Variables { define_empty: true };
            let value = match value {
                Some(text) if define_empty || !text.is_empty() => Value::Text(text.to_owned()),
                _ => Value::Unset,
            };
            writes.push((format!("{}_{name}", self.prefix), value));
        }
        for name in sorted(&keywords.multi_value) {
            writes.push(self.list(&name, seen.get(&*name).map(Vec::as_slice).unwrap_or_default()));
        }
        writes
    }

    fn list(&self, name: &str, values: &[&str]) -> Write {
        let value = match (values.is_empty(), self.source) {
            (true, _) => Value::Unset,
            (false, Source::Given) => Value::Text(list::join(values)),
            (false, Source::Variables { .. }) => {
                Value::Text(list::join(&values.iter().map(|value| escape(value)).collect::<Vec<_>>()))
            }
        };
        (format!("{}_{name}", self.prefix), value)
    }
}

fn text_or_unset(text: String) -> Value {
    if text.is_empty() { Value::Unset } else { Value::Text(text) }
}

#[cfg(test)]
mod tests;
