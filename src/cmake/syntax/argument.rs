//! From the token of an argument to its value.
use std::borrow::Cow;
use std::ops::Range;

use super::ast::{Argument, ArgumentKind, Part, Template};
use super::errors::Errors;
use super::lexer::{Token, TokenKind};
use super::template::{self, Scratch, Style, literal_text};

/// Makes the arguments of one file.
pub(super) struct Arguments<'a> {
    bytes: &'a [u8],
    /// The file as text, when it is UTF-8 and holds nothing that literals must not hold.
    text: Option<&'a str>,
    scratch: Scratch,
}

impl<'a> Arguments<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let text = std::str::from_utf8(bytes).ok().filter(|_| memchr::memchr2(0xF3, 0xF4, bytes).is_none());
        Self { bytes, text, scratch: Scratch::default() }
    }

    /// The bytes of a range as text without anything that literals must not hold.
    pub(super) fn text(&self, range: Range<usize>) -> Cow<'a, str> {
        match self.text.and_then(|text| text.get(range.clone())) {
            Some(text) => Cow::Borrowed(text),
            None => literal_text(&self.bytes[range]),
        }
    }

    /// The argument that a token stands for; an error of its value goes to `errors`.
    pub(super) fn argument(&mut self, kind: ArgumentKind, token: Token, errors: &mut Errors) -> Argument {
        let inner = inner_range(self.bytes, token);
        let template = if token.plain || kind == ArgumentKind::Paren {
            literal(self.text(inner))
        } else if kind == ArgumentKind::Bracket {
            match cook(&self.bytes[inner.clone()], false) {
                Cow::Borrowed(_) => literal(self.text(inner)),
                Cow::Owned(cooked) => literal(literal_text(&cooked)),
            }
        } else {
            self.template(kind, inner, errors)
        };
        Argument { kind, range: token.range(), template }
    }

    fn template(&mut self, kind: ArgumentKind, inner: Range<usize>, errors: &mut Errors) -> Template {
        let raw = &self.bytes[inner.clone()];
        let cooked = if kind == ArgumentKind::Quoted { cook(raw, true) } else { Cow::Borrowed(raw) };
        let (template, error) = template::read(&cooked, Style::ARGUMENT, &mut self.scratch);
        if let Some(error) = error {
            let place = |at: u32| (inner.start + raw_offset(raw, at as usize)) as u32;
            errors.push(error.message, place(error.range.start)..place(error.range.end));
        }
        template
    }
}

fn literal(text: Cow<'_, str>) -> Template {
    if text.is_empty() { Template(Vec::new()) } else { Template(vec![Part::Literal(text.into())]) }
}

/// The bytes inside the quotes or brackets of a token.
fn inner_range(bytes: &[u8], token: Token) -> Range<usize> {
    let (start, end) = (token.start as usize, token.end as usize);
    match token.kind {
        TokenKind::Quoted => start + 1..end - 1,
        TokenKind::Bracket => {
            let level = bytes[start + 1..end].iter().take_while(|&&b| b == b'=').count();
            let open = start + level + 2;
            let line_end = match &bytes[open..end] {
                [b'\n', ..] => 1,
                [b'\r', b'\n', ..] => 2,
                _ => 0,
            };
            open + line_end..end - level - 2
        }
        _ => start..end,
    }
}

/// The text of an argument as CMake keeps it before it looks for references and escapes: without quotes and
/// brackets, line ends as `\n`, continued lines joined, NUL dropped. `bytes` is the file that it was parsed from.
///
/// Macros replace their parameters in this text.
pub fn raw_text(bytes: &[u8], argument: &Argument) -> String {
    let (start, end) = (argument.range.start as usize, argument.range.end as usize);
    let Some(written) = bytes.get(start..end) else { return String::new() };
    let token_kind = match argument.kind {
        ArgumentKind::Bracket if written.starts_with(b"[") && written.ends_with(b"]") => TokenKind::Bracket,
        ArgumentKind::Quoted if written.len() > 1 && written.ends_with(b"\"") => TokenKind::Quoted,
        _ => TokenKind::Unquoted,
    };
    let token = Token { kind: token_kind, start: argument.range.start, end: argument.range.end, plain: false };
    let inner = bytes.get(inner_range(bytes, token)).unwrap_or_default();
    let cooked = match argument.kind {
        ArgumentKind::Quoted => cook(inner, true),
        ArgumentKind::Bracket => cook(inner, false),
        _ => Cow::Borrowed(inner),
    };
    literal_text(&cooked).into_owned()
}

/// What CMake's lexer makes of quoted and bracket text: `\r\n` is `\n`, NUL is dropped, and with `continued` a
/// backslash at the end of a line is dropped with the line end.
fn cook(raw: &[u8], continued: bool) -> Cow<'_, [u8]> {
    let changes = if continued { memchr::memchr3(b'\r', 0, b'\n', raw) } else { memchr::memchr2(b'\r', 0, raw) };
    if changes.is_none() {
        return Cow::Borrowed(raw);
    }
    let mut cooked = Vec::with_capacity(raw.len());
    let mut at = 0;
    while at < raw.len() {
        let (taken, kept) = cook_step(&raw[at..], continued);
        cooked.extend_from_slice(kept);
        at += taken;
    }
    Cow::Owned(cooked)
}

/// How many bytes the next step of [`cook`] takes (at least 1 of a text that is not empty), and what it keeps.
fn cook_step(rest: &[u8], continued: bool) -> (usize, &[u8]) {
    match rest {
        [b'\\', b'\n', ..] if continued => (2, b""),
        [b'\\', b'\r', b'\n', ..] if continued => (3, b""),
        [b'\\', 0, ..] if continued => (1, &rest[..1]),
        [b'\\', _, ..] if continued => (2, &rest[..2]),
        [b'\r', b'\n', ..] | [0, ..] => (1, b""),
        _ => (1, &rest[..1.min(rest.len())]),
    }
}

/// Where in `raw` the byte `at` of its cooked text stands.
fn raw_offset(raw: &[u8], cooked_at: usize) -> usize {
    let (mut raw_at, mut at) = (0, 0);
    while raw_at < raw.len() {
        let (taken, kept) = cook_step(&raw[raw_at..], true);
        if at + kept.len() > cooked_at {
            return raw_at + (cooked_at - at);
        }
        at += kept.len();
        raw_at += taken;
    }
    raw.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cooked_text_is_what_cmake_keeps() {
        assert_eq!(&*cook(b"a\r\nb\\\r\nc\\\nd\\\\\ne\0\r", true), b"a\nbcd\\\\\ne\r");
        assert_eq!(&*cook(b"a\\\r\nb\0", false), b"a\\\nb");
        assert!(matches!(cook(b"plain\\n", true), Cow::Borrowed(_)));
    }

    #[test]
    fn offsets_lead_back_to_the_written_text() {
        let raw = b"a\\\nb\r\nc";
        assert_eq!((0..5).map(|at| raw_offset(raw, at)).collect::<Vec<_>>(), [0, 3, 5, 6, 7]);
    }
}
