//! The `string()` command.
//!
//! Texts are counted in bytes, as CMake does. A text with opaque characters (see [`super::is_opaque`]) has no known
//! length: what would count, cut or hash it is unknown.
mod hash;
mod json_command;

use super::regex::{Matches, Regex, Replacement, Search};
use super::{MAX_TEXT, Outcome, TOO_LONG, is_opaque, list, number};

/// Runs `string(<arguments>)`.
///
/// `value` is the value of the variable named by the second argument, which `APPEND` and `PREPEND` read; the others
/// ignore it. An error is CMake's message without its header.
pub fn run(arguments: &[&str], value: Option<&str>, search: Search) -> Result<Outcome, String> {
    let Some((command, rest)) = arguments.split_first() else {
        return Err("string must be called with at least one argument.".to_owned());
    };
    match *command {
        "FIND" => find(rest),
        "REPLACE" => replace(rest),
        "REGEX" => regex(rest, search),
        "APPEND" | "PREPEND" => append(command, rest, value),
        "CONCAT" => match rest.split_first() {
            Some((output, parts)) => Ok(Outcome::set(output, parts.concat())),
            None => Err("string sub-command CONCAT requires at least one argument.".to_owned()),
        },
        "JOIN" => match rest {
            [glue, output, parts @ ..] => Ok(Outcome::set_or_too_long(output, list::join_with(parts, glue))),
            _ => Err("string sub-command JOIN requires at least two arguments.".to_owned()),
        },
        "TOLOWER" => changed_case(rest, str::to_ascii_lowercase),
        "TOUPPER" => changed_case(rest, str::to_ascii_uppercase),
        "LENGTH" => two(command, rest).map(|(text, output)| counted(output, text, || text.len().to_string())),
        "SUBSTRING" => substring(rest),
        "STRIP" => two(command, rest).map(|(text, output)| Outcome::set(output, strip(text))),
        "GENEX_STRIP" => two(command, rest).map(|(text, output)| Outcome::set(output, genex_strip(text))),
        "MAKE_C_IDENTIFIER" => {
            two(command, rest).map(|(text, output)| counted(output, text, || make_c_identifier(text)))
        }
        "REPEAT" => repeat(rest),
        "COMPARE" => compare(rest),
        "ASCII" => ascii(rest),
        "HEX" => match rest {
            [text, output] => Ok(counted(output, text, || hash::hexadecimal(text.as_bytes()))),
            _ => Err("string Incorrect number of arguments".to_owned()),
        },
        "CONFIGURE" => configure(rest),
        "RANDOM" => random(rest),
        "TIMESTAMP" => timestamp(rest),
        "UUID" => uuid(rest),
        "JSON" => json_command::run(rest),
        _ if is_hash(command) => match rest {
            [output, text] => Ok(counted(output, text, || hash::hash(command, text).unwrap_or_default())),
            _ => Err(format!("string {command} requires an output variable and an input string")),
        },
        _ => Err(format!("string does not recognize sub-command {command}")),
    }
}

/// Whether a word names a hash: `MD5`, `SHA256`, ...
pub fn is_hash(name: &str) -> bool {
    hash::hash(name, "").is_some()
}

/// The text without white space at both ends (`string(STRIP)`).
pub fn strip(text: &str) -> &str {
    text.trim_matches(number::is_space)
}

/// The text as a C identifier: other bytes become `_`, and one is put before a leading digit.
pub fn make_c_identifier(text: &str) -> String {
    let prefix = if text.starts_with(|c: char| c.is_ascii_digit()) { "_" } else { "" };
    let body = text.bytes().map(|b| if b.is_ascii_alphanumeric() { char::from(b) } else { '_' });
    prefix.chars().chain(body).collect()
}

/// The text as a regular expression that matches it (`string(REGEX QUOTE)`).
pub fn regex_quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len());
    for c in text.chars() {
        if "][()+*^.$?|\\".contains(c) {
            quoted.push('\\');
        }
        quoted.push(c);
    }
    quoted
}

/// The text without generator expressions and without empty list elements (`string(GENEX_STRIP)`).
///
/// An expression that is not closed stays, and so does all that follows it.
pub fn genex_strip(text: &str) -> String {
    let mut kept = String::new();
    let mut last = 0;
    while let Some(start) = text.get(last..).and_then(|rest| rest.find("$<")).map(|at| last + at) {
        kept.push_str(text.get(last..start).unwrap_or_default());
        let end = expression_end(text, start);
        if end.is_none() {
            kept.push_str(text.get(start..).unwrap_or_default());
        }
        last = end.unwrap_or(text.len());
    }
    kept.push_str(text.get(last..).unwrap_or_default());
    // Brackets and backslashes mean nothing here.
    let elements: Vec<&str> = kept.split(';').filter(|e| !e.is_empty()).collect();
    if kept.contains(';') { elements.join(";") } else { kept }
}

/// The end of the generator expression which starts at `start`.
fn expression_end(text: &str, start: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let mut bytes = text.bytes().enumerate().skip(start).peekable();
    while let Some((at, byte)) = bytes.next() {
        if byte == b'$' && bytes.next_if(|(_, next)| *next == b'<').is_some() {
            depth += 1;
        } else if byte == b'>' {
            depth -= 1;
            if depth == 0 {
                return Some(at + 1);
            }
        }
    }
    None
}

/// The reason of an unknown value: the length of the text is not known.
const OPAQUE: &str = "part of the text is not known";

/// An assignment of something that depends on the bytes of a text.
fn counted(output: &str, text: &str, value: impl FnOnce() -> String) -> Outcome {
    if text.contains(is_opaque) { Outcome::unknown(output, OPAQUE) } else { Outcome::set(output, value()) }
}

/// The input and the output variable of a sub-command with just these.
fn two<'a>(command: &str, rest: &[&'a str]) -> Result<(&'a str, &'a str), String> {
    match rest {
        [text, output] => Ok((text, output)),
        _ => Err(format!("string sub-command {command} requires two arguments.")),
    }
}

fn changed_case(rest: &[&str], change: fn(&str) -> String) -> Result<Outcome, String> {
    match rest {
        [text, output, ..] => Ok(Outcome::set(output, change(text))),
        _ => Err("string no output variable specified".to_owned()),
    }
}

fn append(command: &str, rest: &[&str], value: Option<&str>) -> Result<Outcome, String> {
    let Some((variable, parts)) = rest.split_first() else {
        return Err(format!("string sub-command {command} requires at least one argument."));
    };
    let value = value.unwrap_or_default();
    Ok(match (parts.is_empty(), command) {
        (true, _) => Outcome::default(),
        (false, "APPEND") => Outcome::set(variable, format!("{value}{}", parts.concat())),
        (false, _) => Outcome::set(variable, format!("{}{value}", parts.concat())),
    })
}

fn find(rest: &[&str]) -> Result<Outcome, String> {
    let (text, wanted, output, reverse) = match rest {
        [text, wanted, output] => (text, wanted, output, false),
        [text, wanted, output, "REVERSE"] => (text, wanted, output, true),
        [_, _, _, _] => return Err("string sub-command FIND: unknown last parameter".to_owned()),
        _ => return Err("string sub-command FIND requires 3 or 4 parameters.".to_owned()),
    };
    if *output == "REVERSE" {
        return Err("string sub-command FIND does not allow one to select REVERSE as the output variable.  Maybe you \
                    missed the actual output variable?"
            .to_owned());
    }
    let found = if reverse { text.rfind(wanted) } else { text.find(wanted) };
    let known_part = match found {
        // An opaque part may hold an earlier (or later) place, or move this one.
        Some(at) if reverse => {
            text.get(..at).filter(|_| text.get(at..).is_some_and(|after| !after.contains(is_opaque)))
        }
        Some(at) => text.get(..at),
        None => Some(*text),
    };
    match known_part {
        Some(part) if !part.contains(is_opaque) => {
            Ok(Outcome::set(output, found.map_or_else(|| "-1".to_owned(), |at| at.to_string())))
        }
        _ => Ok(Outcome::unknown(output, OPAQUE)),
    }
}

fn replace(rest: &[&str]) -> Result<Outcome, String> {
    let [wanted, with, output, inputs @ ..] = rest else {
        return Err("string sub-command REPLACE requires at least four arguments.".to_owned());
    };
    if inputs.is_empty() {
        return Err("string sub-command REPLACE requires at least four arguments.".to_owned());
    }
    let text = inputs.concat();
    if wanted.is_empty() {
        return Ok(Outcome::set(output, text));
    }
    let growth = text.matches(wanted).count().saturating_mul(with.len());
    if growth > MAX_TEXT {
        return Ok(Outcome::unknown(output, TOO_LONG));
    }
    Ok(Outcome::set(output, text.replace(wanted, with)))
}

fn substring(rest: &[&str]) -> Result<Outcome, String> {
    let [text, begin, length, output] = rest else {
        return Err("string sub-command SUBSTRING requires four arguments.".to_owned());
    };
    if text.contains(is_opaque) {
        return Ok(Outcome::unknown(output, OPAQUE));
    }
    let (begin, length) = (number::atoi(begin), number::atoi(length));
    let size = text.len();
    let start = usize::try_from(begin)
        .ok()
        .filter(|start| *start <= size)
        .ok_or_else(|| format!("string begin index: {begin} is out of range 0 - {size}"))?;
    if length < -1 {
        return Err(format!("string end index: {length} should be -1 or greater"));
    }
    let end = usize::try_from(length).map_or(size, |length| start.saturating_add(length).min(size));
    Ok(match text.get(start..end) {
        Some(part) => Outcome::set(output, part),
        None => Outcome::unknown(output, "a character is cut in two"),
    })
}

fn repeat(rest: &[&str]) -> Result<Outcome, String> {
    let [text, times, output] = rest else {
        return Err("sub-command REPEAT requires three arguments.".to_owned());
    };
    let times = number::whole_u64(times).ok_or_else(|| "repeat count is not a positive number.".to_owned())?;
    let times = usize::try_from(times).unwrap_or(usize::MAX);
    Ok(match text.len().checked_mul(times) {
        Some(0) => Outcome::set(output, ""),
        Some(length) if length <= MAX_TEXT => Outcome::set(output, text.repeat(times)),
        _ => Outcome::unknown(output, TOO_LONG),
    })
}

fn compare(rest: &[&str]) -> Result<Outcome, String> {
    let Some((mode, rest)) = rest.split_first() else {
        return Err("string sub-command COMPARE requires a mode to be specified.".to_owned());
    };
    let holds: fn(&str, &str) -> bool = match *mode {
        "EQUAL" => |a, b| a == b,
        "NOTEQUAL" => |a, b| a != b,
        "LESS" => |a, b| a < b,
        "LESS_EQUAL" => |a, b| a <= b,
        "GREATER" => |a, b| a > b,
        "GREATER_EQUAL" => |a, b| a >= b,
        _ => return Err(format!("string sub-command COMPARE does not recognize mode {mode}")),
    };
    match rest {
        [left, right, output, ..] => Ok(Outcome::set(output, if holds(left, right) { "1" } else { "0" })),
        _ => Err(format!("string sub-command COMPARE, mode {mode} needs at least 5 arguments total to command.")),
    }
}

fn ascii(rest: &[&str]) -> Result<Outcome, String> {
    let Some((output, codes)) = rest.split_last().filter(|(_, codes)| !codes.is_empty()) else {
        return Err("string No output variable specified".to_owned());
    };
    let mut bytes = Vec::new();
    for code in codes {
        let byte = number::prefix_i32(code).and_then(|(value, _)| u8::try_from(value).ok()).filter(|byte| *byte > 0);
        bytes.push(byte.ok_or_else(|| format!("string Character with code {code} does not exist."))?);
    }
    Ok(match String::from_utf8(bytes) {
        Ok(text) => Outcome::set(output, text),
        Err(_) => Outcome::unknown(output, "the bytes are not UTF-8"),
    })
}

fn configure(rest: &[&str]) -> Result<Outcome, String> {
    match rest {
        [] => Err("string No input string specified.".to_owned()),
        [_] => Err("string No output variable specified.".to_owned()),
        [_, output, options @ ..] => match options.iter().find(|o| !matches!(**o, "@ONLY" | "ESCAPE_QUOTES")) {
            Some(other) => Err(format!("string Unrecognized argument \"{other}\"")),
            None => Ok(Outcome::unknown(output, "configuring a text needs the variables")),
        },
    }
}

fn random(rest: &[&str]) -> Result<Outcome, String> {
    match (rest.len(), rest.last()) {
        (2 | 4, _) | (_, None) => Err("string sub-command RANDOM requires at least one argument.".to_owned()),
        (_, Some(output)) => Ok(Outcome::unknown(output, "the text is random")),
    }
}

fn timestamp(rest: &[&str]) -> Result<Outcome, String> {
    match rest {
        [] => Err("string sub-command TIMESTAMP requires at least one argument.".to_owned()),
        [_, _, _, _, ..] => Err("string sub-command TIMESTAMP takes at most three arguments.".to_owned()),
        [_, format, option] if *format != "UTC" && *option != "UTC" => {
            Err(format!("string  TIMESTAMP sub-command does not recognize option {option}."))
        }
        [output, ..] => Ok(Outcome::unknown(output, "the time of the build is not known")),
    }
}

fn uuid(rest: &[&str]) -> Result<Outcome, String> {
    let Some((output, mut rest)) = rest.split_first() else {
        return Err("string UUID sub-command requires an output variable.".to_owned());
    };
    let (mut namespace, mut name, mut sha1, mut upper) = ("", "", false, false);
    while let Some((option, tail)) = rest.split_first() {
        rest = tail;
        match *option {
            "UPPER" => upper = true,
            "NAMESPACE" | "NAME" | "TYPE" => {
                let (operand, tail) =
                    tail.split_first().ok_or_else(|| format!("string UUID sub-command, {option} requires a value."))?;
                rest = tail;
                match (*option, *operand) {
                    ("NAMESPACE", _) => namespace = operand,
                    ("NAME", _) => name = operand,
                    (_, "MD5") => sha1 = false,
                    (_, "SHA1") => sha1 = true,
                    _ => return Err(format!("string UUID sub-command, unknown TYPE '{operand}'.")),
                }
            }
            _ => return Err(format!("string UUID sub-command does not recognize option {option}.")),
        }
    }
    if namespace.contains(is_opaque) || name.contains(is_opaque) {
        return Ok(Outcome::unknown(output, OPAQUE));
    }
    let uuid = hash::uuid(namespace, name, sha1)
        .ok_or_else(|| "string UUID sub-command, malformed NAMESPACE UUID.".to_owned())?;
    Ok(Outcome::set(output, if upper { uuid.to_ascii_uppercase() } else { uuid }))
}

fn regex(rest: &[&str], search: Search) -> Result<Outcome, String> {
    let Some((mode, rest)) = rest.split_first() else {
        return Err("string sub-command REGEX requires a mode to be specified.".to_owned());
    };
    let needs = match *mode {
        "MATCH" | "MATCHALL" => 3,
        "REPLACE" => 4,
        "QUOTE" => 2,
        _ => return Err(format!("string sub-command REGEX does not recognize mode {mode}")),
    };
    if rest.len() < needs {
        let total = needs + 2;
        return Err(format!(
            "string sub-command REGEX, mode {mode} needs at least {total} arguments total to command."
        ));
    }
    regex_mode(mode, rest, search).map_err(|error| format!("string sub-command REGEX, mode {mode}: {error}."))
}

fn regex_mode(mode: &str, rest: &[&str], search: Search) -> Result<Outcome, String> {
    let compile = |pattern: &str| Regex::new(pattern).map_err(|_| format!("Failed to compile regex \"{pattern}\""));
    let (output, value, matches) = match (mode, rest) {
        ("QUOTE", [output, inputs @ ..]) => return Ok(Outcome::set(output, regex_quote(&inputs.concat()))),
        ("REPLACE", [pattern, with, output, inputs @ ..]) => {
            let replacement = Replacement::parse(with)?;
            let replaced = compile(pattern)?.replace_all(&inputs.concat(), &replacement, search)?;
            let Some(replaced) = replaced else { return Ok(Outcome::unknown(output, TOO_LONG)) };
            (output, replaced.text, replaced.last)
        }
        ("MATCHALL", [pattern, output, inputs @ ..]) => {
            let found = compile(pattern)?.find_all(&inputs.concat(), search)?;
            (output, found.texts.join(";"), found.last)
        }
        (_, [pattern, output, inputs @ ..]) => {
            let matches = compile(pattern)?.captures(&inputs.concat());
            (output, matches.as_ref().map(|m| m.group(0).to_owned()).unwrap_or_default(), matches)
        }
        _ => return Err("too few arguments".to_owned()),
    };
    // The variables of an earlier match are emptied even when nothing matches now.
    Ok(Outcome { matches: Some(matches.unwrap_or_else(Matches::default)), ..Outcome::set(output, value) })
}

#[cfg(test)]
mod tests;
