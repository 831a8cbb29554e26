//! `configure_file` and `file(CONFIGURE)` of a script, on files in memory.
use std::sync::Arc;

use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::value::Origin;
use crate::cmake::script::diagnostics::Category;
use crate::cmake::script::overlay::Kind;
use crate::cmake::syntax::literal_text;

use super::files_script::{Done, read_bytes, write_bytes};

/// The line ends of `NEWLINE_STYLE`.
fn newline(words: &[&str]) -> Result<Option<&'static str>, String> {
    let Some(at) = words.iter().position(|w| *w == "NEWLINE_STYLE") else { return Ok(None) };
    match words.get(at + 1).copied() {
        Some("LF" | "UNIX") => Ok(Some("\n")),
        Some("CRLF" | "WIN32" | "DOS") => Ok(Some("\r\n")),
        _ => Err("NEWLINE_STYLE must set a style: LF, CRLF, UNIX, DOS, or WIN32".to_owned()),
    }
}

/// `file(CONFIGURE)`
pub(super) fn configure(machine: &mut Machine<'_>, call: &Invocation<'_>, rest: &[&str]) -> Done {
    let (mut output, mut content) = (None, None);
    let mut words = rest.iter();
    while let Some(word) = words.next() {
        let mut value = |what: &str| {
            words.next().copied().ok_or(format!("Error after keyword \"{what}\":\n  missing required value\n"))
        };
        match *word {
            "OUTPUT" => output = Some(value("OUTPUT")?),
            "CONTENT" => content = Some(value("CONTENT")?),
            "NEWLINE_STYLE" => {
                words.next();
            }
            "ESCAPE_QUOTES" | "@ONLY" => {}
            other => return Err(format!("CONFIGURE Unrecognized argument: \"{other}\"")),
        }
    }
    let output = output.ok_or("CONFIGURE OUTPUT option is mandatory.")?;
    let content = content.ok_or("CONFIGURE CONTENT option is mandatory.")?;
    let newline = newline(rest).map_err(|e| format!("CONFIGURE {e}"))?;
    if let Some(bad) = output.chars().find(|c| matches!(c, '<' | '>')) {
        return Err(format!("CONFIGURE called with OUTPUT containing a \"{bad}\".  This character is not allowed."));
    }
    let path = machine.absolute(output);
    if machine.overlay_kind(&path) == Some(Kind::Folder) {
        return Err(format!("CONFIGURE could not write {}", path.display()));
    }
    let text = configured(machine, call, content, rest.contains(&"@ONLY"), rest.contains(&"ESCAPE_QUOTES"));
    let text = match newline {
        Some(end) => {
            // With a style of its own each line has an end, the last one as well.
            let text = text.replace("\r\n", "\n");
            let last = if text.ends_with('\n') { "" } else { "\n" };
            format!("{text}{last}").replace('\n', end)
        }
        None => text,
    };
    write_bytes(machine, &path, text.as_bytes())
}

/// `configure_file(input output …)`
pub(super) fn configure_file(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let words: Vec<&str> = args.iter().map(|a| &**a).collect();
    if let Err(message) = configure_one(machine, call, &words) {
        machine.error(&format!("configure_file {message}"), call.origin);
    }
}

fn configure_one(machine: &mut Machine<'_>, call: &Invocation<'_>, words: &[&str]) -> Done {
    let [input, output, rest @ ..] = words else {
        return Err("called with incorrect number of arguments, expected 2".to_owned());
    };
    let from = machine.absolute(input);
    if machine.overlay_kind(&from) == Some(Kind::Folder) {
        return Err(format!("input location\n  {}\nis a directory but a file was expected.", from.display()));
    }
    let mut to = machine.absolute(output);
    if machine.overlay_kind(&to) == Some(Kind::Folder)
        && let Some(name) = from.file_name()
    {
        to = to.join(name);
    }
    let newline = newline(rest)?;
    super::strict::configure_options(rest, newline.is_some())?;
    let unknown = super::strict::unknown_configure_words(rest);
    if !unknown.is_empty() {
        let text = format!("configure_file called with unknown argument(s):\n{}\n", unknown.trim_end());
        machine.warn(Category::Author, &text, call.origin);
    }
    let Some(bytes) = read_bytes(machine, &from) else {
        return Err("Problem configuring file".to_owned());
    };
    if rest.contains(&"COPYONLY") {
        return write_bytes(machine, &to, &bytes);
    }
    if let [0xFE, 0xFF, ..] | [0xFF, 0xFE, ..] | [0, 0, 0xFE, 0xFF, ..] = &*bytes {
        return Err("File starts with a Byte-Order-Mark that is not UTF-8.".to_owned());
    }
    let text = literal_text(&bytes).replace("\r\n", "\n");
    let out = configured(machine, call, &text, rest.contains(&"@ONLY"), rest.contains(&"ESCAPE_QUOTES"));
    let out = newline.map_or(out.clone(), |end| out.replace('\n', end));
    write_bytes(machine, &to, out.as_bytes())
}

/// A text with its references and `#cmakedefine` replaced, line by line.
fn configured(machine: &mut Machine<'_>, call: &Invocation<'_>, text: &str, at_only: bool, escape: bool) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let (body, end) = line.strip_suffix('\n').map_or((line, ""), |body| (body, "\n"));
        let line = defined(machine, body);
        let line = machine.configured_escaped(&line, at_only, escape, call.origin);
        out.push_str(&line);
        out.push_str(end);
    }
    out
}

/// `#cmakedefine` and `#cmakedefine01`
fn defined(machine: &mut Machine<'_>, line: &str) -> String {
    let Some(Define { before, tail, name, digit }) = Define::read(line) else { return line.to_owned() };
    match (machine.is_on(name), digit) {
        (holds, true) => format!("{before}define{tail} {}", u8::from(holds)),
        (true, false) => format!("{before}define{tail}"),
        (false, false) => format!("/* #undef {name} */"),
    }
}

/// A line of a template that defines a macro where a variable is on.
struct Define<'a> {
    /// The blanks and the `#` before the keyword.
    before: &'a str,
    /// What follows the keyword.
    tail: &'a str,
    name: &'a str,
    /// `#cmakedefine01`
    digit: bool,
}

impl<'a> Define<'a> {
    fn read(line: &'a str) -> Option<Self> {
        const BLANKS: [char; 2] = [' ', '\t'];
        let hash = line.trim_start_matches(BLANKS).strip_prefix('#')?;
        let keyword = hash.trim_start_matches(BLANKS);
        let after = keyword.strip_prefix("cmakedefine")?;
        let (tail, digit) = after.strip_prefix("01").map_or((after, false), |tail| (tail, true));
        let rest = tail.trim_start_matches(BLANKS);
        let name = rest.split([' ', '\t', '\r', '\n']).next().unwrap_or_default();
        let before = &line[..line.len() - keyword.len()];
        (rest.len() < tail.len()).then_some(Self { before, tail, name, digit })
    }
}

impl Machine<'_> {
    /// A text with its references replaced; `escape` puts a backslash before quotes in the values.
    pub(super) fn configured_escaped(&mut self, text: &str, at_only: bool, escape: bool, origin: Origin) -> String {
        if !escape {
            let text = self.configured(text, at_only, origin);
            return self.facts.texts.plain(text).unwrap_or_default().to_string();
        }
        let Ok(template) = crate::cmake::syntax::configure_template(text, at_only) else { return text.to_owned() };
        let mut out = String::new();
        for part in &template.0 {
            let one = crate::cmake::syntax::Template(vec![part.clone()]);
            let value = self.expand_template(&one, origin);
            let value = self.facts.texts.plain(value).unwrap_or_default();
            match part {
                crate::cmake::syntax::Part::Literal(_) => out.push_str(&value),
                crate::cmake::syntax::Part::Reference(..) => out.push_str(&value.replace('"', "\\\"")),
            }
        }
        out
    }
}
