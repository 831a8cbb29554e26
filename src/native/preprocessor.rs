//! What preprocessor lines say: which code stands under which condition, macros, includes, pragmas.
use std::ops::Range;

use rustc_hash::FxHashSet;

use super::condition::{self, Names};
use super::facts::{Include, MacroDef, Pragma, Visibility};
use super::guard::{GuardId, Guards};
use super::lexer::{Kind, Lexer, Token, decode};
use super::tables::tables;

/// The body of a macro is kept up to this many bytes.
const MAX_BODY: usize = 400;

/// Something that happens between two code tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    /// A conditional begins; the guard holds from here.
    If(GuardId),
    /// Its next branch.
    Else(GuardId),
    /// Its end.
    End(GuardId),
    /// `#pragma GCC visibility push(...)`.
    Push(Visibility),
    /// `#pragma GCC visibility pop`.
    Pop,
}

/// An event before the code token with index `at`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Event {
    pub(super) at: u32,
    pub(super) what: What,
}

/// A file after the preprocessor's lines were taken out.
#[derive(Debug, Default)]
pub(super) struct Preprocessed {
    /// Code without white space, comments and preprocessor lines.
    pub(super) tokens: Vec<Token>,
    pub(super) events: Vec<Event>,
    pub(super) macros: Vec<MacroDef>,
    pub(super) includes: Vec<Include>,
    pub(super) pragmas: Vec<Pragma>,
    pub(super) guards: Guards,
    /// Macros whose bodies call functions of the table: index in `macros`, tokens of the body.
    pub(super) calling: Vec<(usize, Vec<Token>)>,
}

/// A preprocessor line.
struct Line<'a> {
    name: &'a [u8],
    /// Bytes after the name.
    rest: Range<u32>,
    range: Range<u32>,
    /// Index of the code token that follows.
    at: u32,
}

/// A conditional that is open.
struct Frame {
    outer: GuardId,
    /// No earlier branch was taken.
    rest: GuardId,
}

/// Splits a file into code and preprocessor facts.
pub(super) fn preprocess(bytes: &[u8]) -> Preprocessed {
    let mut found = Preprocessed { tokens: Vec::with_capacity(bytes.len() / 6), ..Preprocessed::default() };
    let mut lines = Vec::new();
    for token in Lexer::new(bytes) {
        match token.kind {
            Kind::Space | Kind::Comment => {}
            Kind::Directive => lines.extend(line(bytes, token, found.tokens.len())),
            _ => found.tokens.push(token),
        }
    }
    let once = include_guards(bytes, &lines);
    let mut reader = Reader { bytes, found, names: Names::default(), frames: Vec::new(), current: GuardId::TRUE };
    for (index, line) in lines.iter().enumerate() {
        if once.contains(&index) {
            reader.frames.push(Frame { outer: reader.current, rest: GuardId::FALSE });
            reader.event(line, What::If(reader.current));
        } else if index == 0 || !once.contains(&(index - 1)) {
            reader.line(line);
        }
    }
    reader.found
}

fn line(bytes: &[u8], token: Token, at: usize) -> Option<Line<'_>> {
    let mut words = Lexer::inside(bytes, token.start + 1..token.end)
        .filter(|token| !matches!(token.kind, Kind::Space | Kind::Comment));
    let name = words.next().filter(|name| name.kind == Kind::Word)?;
    Some(Line { name: name.of(bytes), rest: name.end..token.end, range: token.start..token.end, at: at as u32 })
}

/// The lines that open include guards: `#ifndef X`, next `#define X` without a body, more before its `#endif`, no `#else`.
/// Headers that were put together from several have many. Who defines the name elsewhere as well gives a default there, to more than one
/// name: `#ifndef API_EXPORT`, `#define API_EXPORT`, `#define API_IMPORT`.
fn include_guards(bytes: &[u8], lines: &[Line<'_>]) -> FxHashSet<usize> {
    let mut open: Vec<(usize, bool)> = Vec::new();
    let mut found = FxHashSet::default();
    for (index, line) in lines.iter().enumerate() {
        match line.name {
            b"if" | b"ifdef" | b"ifndef" => open.push((index, opens_guard(bytes, lines, index))),
            b"else" | b"elif" | b"elifdef" | b"elifndef" => {
                if let Some((_, guard)) = open.last_mut() {
                    *guard = false;
                }
            }
            b"endif" => {
                let Some((first, true)) = open.pop() else { continue };
                // A block of the definition alone gives a default.
                let content = index > first + 2 || lines.get(first).is_some_and(|opening| opening.at != line.at);
                if content {
                    found.insert(first);
                }
            }
            _ => {}
        }
    }
    if !found.is_empty() {
        let elsewhere = lines.iter().enumerate().filter(|(at, line)| {
            line.name == b"define" && !at.checked_sub(1).is_some_and(|before| opens_guard(bytes, lines, before))
        });
        let elsewhere: FxHashSet<&[u8]> = elsewhere.filter_map(|(_, line)| word(bytes, line, 0)).collect();
        found.retain(|first| {
            let defined = lines.get(first + 1).and_then(|line| word(bytes, line, 0));
            !defined.is_some_and(|name| elsewhere.contains(name))
        });
    }
    found
}

/// A word of what follows the name of a directive.
fn word<'b>(bytes: &'b [u8], line: &Line<'_>, index: usize) -> Option<&'b [u8]> {
    let words = Lexer::inside(bytes, line.rest.clone());
    let mut words = words.filter(|token| !matches!(token.kind, Kind::Space | Kind::Comment));
    words.nth(index).map(|token| token.of(bytes))
}

fn opens_guard(bytes: &[u8], lines: &[Line<'_>], index: usize) -> bool {
    let (Some(open), Some(define)) = (lines.get(index), lines.get(index + 1)) else { return false };
    let name = |line: &Line<'_>, index: usize| word(bytes, line, index);
    let asked = match open.name {
        b"ifndef" => name(open, 0),
        b"if" if name(open, 0) == Some(b"!") && name(open, 1) == Some(b"defined") => {
            let place = if name(open, 2) == Some(b"(") { 3 } else { 2 };
            // Anything more asks for more than one name.
            if name(open, place + usize::from(place == 3) + 1).is_some() { None } else { name(open, place) }
        }
        _ => None,
    };
    asked.is_some()
        && define.name == b"define"
        && define.at == open.at
        && name(define, 0) == asked
        && name(define, 1).is_none()
}

struct Reader<'a> {
    bytes: &'a [u8],
    found: Preprocessed,
    names: Names,
    frames: Vec<Frame>,
    current: GuardId,
}

impl<'a> Reader<'a> {
    fn event(&mut self, line: &Line<'_>, what: What) {
        self.found.events.push(Event { at: line.at, what });
    }

    fn words(&self, line: &Line<'_>) -> Vec<Token> {
        Lexer::inside(self.bytes, line.rest.clone())
            .filter(|token| !matches!(token.kind, Kind::Space | Kind::Comment))
            .collect()
    }

    fn text(&self, token: &Token) -> &'a [u8] {
        token.of(self.bytes)
    }

    fn line(&mut self, line: &Line<'_>) {
        match line.name {
            b"if" | b"ifdef" | b"ifndef" => {
                let condition = self.condition(line, &line.name[2..]);
                let rest = self.found.guards.not(condition);
                self.frames.push(Frame { outer: self.current, rest });
                self.current = self.found.guards.and(self.current, condition);
                self.event(line, What::If(self.current));
            }
            b"elif" | b"elifdef" | b"elifndef" | b"else" => self.other_branch(line),
            b"endif" => {
                if let Some(frame) = self.frames.pop() {
                    self.current = frame.outer;
                    self.event(line, What::End(self.current));
                }
            }
            _ if self.current == GuardId::FALSE => {}
            b"define" => self.define(line),
            b"undef" => {
                if let Some(name) = self.words(line).first() {
                    let name = String::from_utf8_lossy(self.text(name));
                    self.names.undefine(&name, self.current, &mut self.found.guards);
                }
            }
            b"include" | b"include_next" | b"import" => self.include(line),
            b"pragma" => self.pragma(line),
            _ => {}
        }
    }

    /// `how` is what follows `if` or `elif` in the directive's name: nothing, `def` or `ndef`.
    fn condition(&mut self, line: &Line<'_>, how: &[u8]) -> GuardId {
        if how.is_empty() {
            return condition::parse(self.bytes, line.rest.clone(), &self.names, &mut self.found.guards);
        }
        let name = self.words(line).first().map(|token| String::from_utf8_lossy(self.text(token)).into_owned());
        let defined = self.names.defined(name.as_deref().unwrap_or_default(), &mut self.found.guards);
        if how == b"def" { defined } else { self.found.guards.not(defined) }
    }

    fn other_branch(&mut self, line: &Line<'_>) {
        let condition = if line.name == b"else" {
            GuardId::TRUE
        } else {
            self.condition(line, line.name.get(4..).unwrap_or_default())
        };
        let Some(frame) = self.frames.last_mut() else { return };
        let guards = &mut self.found.guards;
        let here = guards.and(frame.rest, condition);
        let negated = guards.not(condition);
        frame.rest = guards.and(frame.rest, negated);
        self.current = guards.and(frame.outer, here);
        self.event(line, What::Else(self.current));
    }

    fn define(&mut self, line: &Line<'_>) {
        let words = self.words(line);
        let Some(name) = words.first().filter(|name| name.kind == Kind::Word) else { return };
        let mut body = 1;
        let mut parameters = None;
        if words.get(1).is_some_and(|open| open.is(b'(') && open.start == name.end) {
            let close = words.iter().position(|token| token.is(b')')).unwrap_or(words.len());
            let list = words.get(2..close).unwrap_or_default();
            let names = list.split(|token| token.is(b',')).filter_map(|name| join(self.bytes, name));
            parameters = Some(names.filter(|name| !name.is_empty()).collect());
            body = close + 1;
        }
        let tokens = words.get(body..).unwrap_or_default();
        let calls = |pair: &[Token]| pair[1].is(b'(') && !tables().calls(self.text(&pair[0])).is_empty();
        if tokens.windows(2).any(calls) {
            self.found.calling.push((self.found.macros.len(), tokens.to_vec()));
        }
        let body = join(self.bytes, tokens);
        let name = String::from_utf8_lossy(self.text(name)).into_owned();
        if parameters.is_none() {
            self.names.define(&name, body.as_deref(), self.current, &mut self.found.guards);
        }
        self.found.macros.push(MacroDef { name, parameters, body, guard: self.current, range: line.range.clone() });
    }

    fn include(&mut self, line: &Line<'_>) {
        let bytes = self.bytes.get(line.rest.start as usize..line.rest.end as usize).unwrap_or_default();
        let text = bytes.trim_ascii_start();
        let start = line.rest.start + (bytes.len() - text.len()) as u32;
        let (close, quoted) = match text.first() {
            Some(b'"') => (b'"', true),
            Some(b'<') => (b'>', false),
            // A macro that expands to a header is not known here.
            _ => return,
        };
        let Some(length) = memchr::memchr(close, &text[1..]) else { return };
        self.found.includes.push(Include {
            path: String::from_utf8_lossy(&text[1..=length]).into_owned(),
            quoted,
            guard: self.current,
            range: start..start + length as u32 + 2,
        });
    }

    fn pragma(&mut self, line: &Line<'_>) {
        let words = self.words(line);
        let texts: Vec<&[u8]> = words.iter().map(|token| self.text(token)).collect();
        match texts.as_slice() {
            [b"GCC" | b"clang", b"visibility", b"push", b"(", kind, ..] => {
                if let Some(visibility) = Visibility::parse(kind) {
                    self.event(line, What::Push(visibility));
                }
            }
            [b"GCC" | b"clang", b"visibility", b"pop", ..] => self.event(line, What::Pop),
            [b"weak", name, ..] => self.keep(line, "weak", String::from_utf8_lossy(name).into_owned()),
            [b"comment", b"(", kind @ (b"lib" | b"linker"), ..] => {
                let literals = words.iter().filter(|token| token.kind == Kind::Text);
                let text: String = literals.map(|token| decode(token, self.bytes)).collect();
                self.keep(line, if *kind == b"lib" { "lib" } else { "linker" }, text);
            }
            _ => {}
        }
    }

    fn keep(&mut self, line: &Line<'_>, kind: &'static str, text: String) {
        self.found.pragmas.push(Pragma { kind, text, guard: self.current, range: line.range.clone() });
    }
}

/// The text of tokens, with one space where there was white space or a comment; None when it is too long.
fn join(bytes: &[u8], tokens: &[Token]) -> Option<String> {
    let mut text = String::new();
    let mut end = tokens.first().map_or(0, |token| token.start);
    for token in tokens {
        if token.start > end {
            text.push(' ');
        }
        text.push_str(&String::from_utf8_lossy(token.of(bytes)));
        end = token.end;
        if text.len() > MAX_BODY {
            return None;
        }
    }
    Some(text)
}

/// Whether a place of a text stands on a line that defines a macro, or on one that continues it.
pub(super) fn is_in_definition(text: &[u8], at: usize) -> bool {
    /// Longer definitions are no specifiers.
    const LINES: usize = 40;
    let mut end = at;
    for _ in 0..LINES {
        let start = memchr::memrchr(b'\n', &text[..end]).map_or(0, |newline| newline + 1);
        if let Some(directive) = text[start..end.max(start)].trim_ascii_start().strip_prefix(b"#") {
            return directive.trim_ascii_start().starts_with(b"define");
        }
        let Some(before) = start.checked_sub(1) else { return false };
        if !text[..before].trim_ascii_end().ends_with(b"\\") {
            return false;
        }
        end = before;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guards_of_words(text: &str) -> Vec<(String, String)> {
        let found = preprocess(text.as_bytes());
        let mut events = found.events.iter().peekable();
        let mut current = GuardId::TRUE;
        let mut out = Vec::new();
        for (index, token) in found.tokens.iter().enumerate() {
            while let Some(event) = events.next_if(|event| event.at as usize <= index) {
                if let What::If(guard) | What::Else(guard) | What::End(guard) = event.what {
                    current = guard;
                }
            }
            let word = String::from_utf8_lossy(token.of(text.as_bytes())).into_owned();
            out.push((word, found.guards.text(current)));
        }
        out
    }

    #[test]
    fn branches_and_nesting() {
        let found = guards_of_words(
            "a\n#ifdef X\nb\n# if Y > 1\nc\n# endif\n#elif defined(Z)\nd\n#else\ne\n#endif\nf\n#endif\n#else\ng\n#if 0\nh\n#endif",
        );
        let expected = [
            ("a", "1"),
            ("b", "defined(X)"),
            ("c", "defined(X) && Y > 1"),
            ("d", "!defined(X) && defined(Z)"),
            ("e", "!defined(X) && !defined(Z)"),
            ("f", "1"),
            ("g", "1"),
            ("h", "0"),
        ];
        let found: Vec<_> = found.iter().map(|(word, guard)| (word.as_str(), guard.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn include_guards_are_dropped_and_default_definitions_are_not() {
        let guard = "// c\n#ifndef A_H\n#define A_H\nx\n#ifdef B\ny\n#endif\n#endif // A_H\n";
        assert_eq!(guards_of_words(guard)[0].1, "1");
        assert_eq!(guards_of_words(guard)[1].1, "defined(B)");
        assert!(preprocess(guard.as_bytes()).macros.is_empty());
        let other = "#pragma once\n#if !defined(A_H)\n#define A_H\nx\n#endif\n";
        assert_eq!(guards_of_words(other)[0].1, "1");
        let joined = "#ifndef A_H\n#define A_H\nx\n#endif\n#ifndef B_H\n#define B_H\ny\n#endif\nz\n";
        assert!(guards_of_words(joined).iter().all(|(_, guard)| guard == "1"));
        let pair = "#ifdef W\n#define A 1\n#endif\n#ifndef A\n#define A\n#define B\nx\n#endif\n";
        assert_ne!(guards_of_words(pair)[0].1, "1");
        let default = preprocess(b"#ifndef A\n#define A\n#endif\nx\n");
        assert_eq!(default.guards.text(default.macros[0].guard), "!defined(A)");
    }

    #[test]
    fn definitions_of_the_file_itself_count() {
        let found = guards_of_words(
            "#ifdef W\n#define A 1\n#define U 1\n#else\n#define U 0\n#endif\n#ifndef A\nx\n#endif\n#if U\ny\n#endif\n#undef A\n#ifdef A\nz\n#endif\n",
        );
        let found: Vec<_> = found.iter().map(|(word, guard)| (word.as_str(), guard.as_str())).collect();
        assert_eq!(found, [("x", "!((defined(A) || defined(W)))"), ("y", "defined(W)"), ("z", "0")]);
    }

    #[test]
    fn macros_includes_and_pragmas() {
        let found = preprocess(
            b"#define F( a , ...) a /*c*/  + \\\n 1\n#define E\n#include <a/b.h>\n# include \"c.h\" // d\n#pragma comment(lib, \"x.lib\")\n#pragma weak f\n",
        );
        assert_eq!(found.macros[0].parameters, Some(vec!["a".to_owned(), "...".into()]));
        assert_eq!(found.macros[0].body.as_deref(), Some("a + 1"));
        assert_eq!(found.macros[1].body.as_deref(), Some(""));
        let includes: Vec<_> = found.includes.iter().map(|include| (include.path.as_str(), include.quoted)).collect();
        assert_eq!(includes, [("a/b.h", false), ("c.h", true)]);
        let pragmas: Vec<_> = found.pragmas.iter().map(|pragma| (pragma.kind, pragma.text.as_str())).collect();
        assert_eq!(pragmas, [("lib", "x.lib"), ("weak", "f")]);
    }

    #[test]
    fn long_chains_stay_shallow() {
        let mut text = String::from("#if A\n");
        for index in 0..5000 {
            for part in ["#elif A", &index.to_string(), " && B\nx\n#if C\n"] {
                text.push_str(part);
            }
        }
        let found = preprocess(text.as_bytes());
        assert_eq!(found.tokens.len(), 5000);
        assert!(found.events.iter().all(|event| match event.what {
            What::If(guard) | What::Else(guard) => found.guards.text(guard).len() < 1 << 20,
            _ => true,
        }));
    }
}
