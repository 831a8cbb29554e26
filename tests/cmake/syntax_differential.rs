//! The parser against the crate `cmake-parser`, on every command that that one reads.
//!
//! It gives no places and stops silently at the first thing that it does not know. What it read is taken from the
//! `Debug` form of its result, the only one that has names and arguments of any command; the places are the sums of
//! the lengths of the file's elements. Left out, since `cmake-parser` differs from CMake there: the text of arguments
//! with a backslash (it decodes escapes while it reads, and wrongly when several follow each other) or a carriage
//! return (CMake drops it), nested parentheses (it has them as a tree; they are compared by what stands in them), and
//! commands with an argument such as `$(NAME)` (it takes that for `$` and a parenthesis).
use linklint::cmake::syntax::{self, Argument, ArgumentKind, Command};
use linklint::source::{Sandbox, SourceMap};

/// A command as `cmake-parser` read it.
#[derive(Debug, Default)]
struct Theirs {
    /// Bytes of the file's element in which it stands.
    range: std::ops::Range<usize>,
    name: Vec<u8>,
    arguments: Vec<(ArgumentKind, Vec<u8>)>,
}

/// Reads the `Debug` form of `cmake-parser`'s result.
struct Dump<'a> {
    text: &'a str,
}

impl<'a> Dump<'a> {
    /// Goes past the first `mark` if it comes before the first `before`.
    fn skip_past(&mut self, mark: &str, before: &str) -> bool {
        let Some(at) = self.text.find(mark) else { return false };
        if self.text.find(before).is_some_and(|stop| stop < at) {
            return false;
        }
        self.text = &self.text[at + mark.len()..];
        true
    }

    /// The content of a string literal that starts here; its length in bytes.
    fn string_length(&mut self) -> usize {
        let mut length = 0;
        let mut chars = self.text.char_indices();
        assert_eq!(chars.next().map(|(_, c)| c), Some('"'));
        while let Some((at, c)) = chars.next() {
            match c {
                '"' => {
                    self.text = &self.text[at + 1..];
                    break;
                }
                '\\' => match chars.next() {
                    Some((_, 'u')) => {
                        let code: String = chars.by_ref().map(|(_, c)| c).skip(1).take_while(|&c| c != '}').collect();
                        let code = u32::from_str_radix(&code, 16).expect("a code point");
                        length += char::from_u32(code).map_or(0, char::len_utf8);
                    }
                    _ => length += 1,
                },
                c => length += c.len_utf8(),
            }
        }
        length
    }

    /// A list of bytes that starts here.
    fn bytes(&mut self) -> Vec<u8> {
        let list: &'a str = self.text.strip_prefix('[').expect("a list");
        let (list, rest) = list.split_once(']').expect("its end");
        self.text = rest;
        list.split(", ").filter(|byte| !byte.is_empty()).map(|byte| byte.parse().expect("a byte")).collect()
    }

    /// The arguments up to the next element of the file.
    fn arguments(&mut self) -> Vec<(ArgumentKind, Vec<u8>)> {
        const NEXT: &str = "FileElement {";
        let marks = [
            ("Quoted(QuotedArgument(", ArgumentKind::Quoted),
            ("Unquoted(Normal(", ArgumentKind::Unquoted),
            ("Unquoted(Legacy(", ArgumentKind::Unquoted),
            ("(Bracket(BracketArgument {", ArgumentKind::Bracket),
        ];
        let mut arguments = Vec::new();
        loop {
            let end = self.text.find(NEXT).unwrap_or(self.text.len());
            let found = marks.iter().filter_map(|(mark, kind)| self.text[..end].find(mark).map(|at| (at, mark, *kind)));
            let Some((at, mark, kind)) = found.min_by_key(|(at, ..)| *at) else { return arguments };
            self.text = &self.text[at + mark.len()..];
            if kind == ArgumentKind::Bracket {
                assert!(self.skip_past("bracket_content: ", NEXT));
            }
            arguments.push((kind, self.bytes()));
        }
    }
}

fn theirs(bytes: &[u8]) -> Vec<Theirs> {
    let Ok(tokens) = cmake_parser::parse_cmakelists(bytes) else { return Vec::new() };
    let text = format!("{tokens:?}");
    let mut dump = Dump { text: &text };
    let mut at = 0;
    let mut commands = Vec::new();
    while dump.skip_past("FileElement { source: Source(", "\u{0}") {
        let start = at;
        at += dump.string_length();
        if dump.text.starts_with("), element: CommandInvocation(") {
            assert!(dump.skip_past("identifier: ", "FileElement {"));
            commands.push(Theirs { range: start..at, name: dump.bytes(), arguments: dump.arguments() });
        }
    }
    commands
}

/// Whether both read the same; else what differs.
fn compare(bytes: &[u8], ours: &Command, theirs: &Theirs) -> Result<usize, String> {
    if ours.name.as_bytes() != theirs.name || ours.range.end as usize > theirs.range.end {
        return Err(format!("{ours:?}\n{theirs:?}"));
    }
    let arguments: Vec<&Argument> = ours.arguments.iter().filter(|a| a.kind != ArgumentKind::Paren).collect();
    if arguments.len() != theirs.arguments.len() {
        return Err(format!("{ours:?}\n{theirs:?}"));
    }
    let mut compared = 0;
    for (argument, (kind, text)) in arguments.into_iter().zip(&theirs.arguments) {
        let raw = &bytes[argument.range.start as usize..argument.range.end as usize];
        if argument.kind != *kind {
            return Err(format!("{argument:?}\n{theirs:?}"));
        }
        if raw.contains(&b'\\') && *kind != ArgumentKind::Bracket || raw.contains(&b'\r') {
            continue;
        }
        if syntax::raw_text(bytes, argument).as_bytes() != text {
            return Err(format!("{argument:?}\n{}", String::from_utf8_lossy(text)));
        }
        compared += 1;
    }
    Ok(compared)
}

#[test]
#[allow(clippy::print_stdout, reason = "how much was compared, with --no-capture")]
fn both_parsers_agree_where_the_other_one_succeeds() {
    let map = SourceMap::new(Sandbox::nowhere());
    let (mut commands, mut arguments) = (0, 0);
    for (path, bytes) in super::files::all() {
        // Its places are not known in files that are not UTF-8.
        if std::str::from_utf8(&bytes).is_err() {
            continue;
        }
        let file = syntax::parse(map.insert(path.clone(), bytes.clone().into()).id(), &bytes);
        for theirs in theirs(&bytes) {
            let text = String::from_utf8_lossy(&bytes[theirs.range.clone()]).into_owned();
            // An escaped quote that it took for the end of a string (or not) makes nonsense of what follows.
            if text.contains('\\') && text.contains('"') {
                continue;
            }
            let ours = file.commands.iter().find(|command| theirs.range.contains(&(command.range.start as usize)));
            let ours = ours.unwrap_or_else(|| panic!("{}: no command in {text}", path.display()));
            if ours.arguments.iter().any(|argument| bytes[argument.range.start as usize..].starts_with(b"$(")) {
                continue;
            }
            match compare(&bytes, ours, &theirs) {
                Ok(count) => (commands, arguments) = (commands + 1, arguments + count),
                Err(difference) => panic!("{}: {text}\n{difference}", path.display()),
            }
        }
    }
    println!("agreed on {commands} commands with {arguments} arguments");
    // That the comparison compares: the files of the grammar alone hold this many.
    assert!(commands > 30 && arguments > 100, "{commands} commands, {arguments} arguments");
}
