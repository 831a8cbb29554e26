//! Tokens of version scripts and dynamic lists (GNU ld manual, "VERSION Command").
use std::ops::Range;

use super::SyntaxError;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Open,
    Close,
    Semicolon,
    Colon,
    /// A name or a pattern, possibly with `::`.
    Word,
    /// A name between double quotes; the range is without them.
    Quoted,
}

/// A token with its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) range: Range<usize>,
}

/// Splits a file into tokens. Comments are `/* */` and `#` to the end of the line.
pub(super) fn tokens(bytes: &[u8], errors: &mut Vec<SyntaxError>) -> Vec<Token> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        let kind = match byte {
            b'{' => Kind::Open,
            b'}' => Kind::Close,
            b';' => Kind::Semicolon,
            b':' if bytes.get(at + 1) != Some(&b':') => Kind::Colon,
            b'#' => {
                at = line_end(bytes, at);
                continue;
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at = comment_end(bytes, at, errors);
                continue;
            }
            b'"' => {
                at = quoted(bytes, at, &mut found, errors);
                continue;
            }
            _ if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            _ => Kind::Word,
        };
        at = if kind == Kind::Word { word_end(bytes, at) } else { at + 1 };
        found.push(Token { kind, range: start..at });
    }
    found
}

fn line_end(bytes: &[u8], at: usize) -> usize {
    memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |length| at + length)
}

fn comment_end(bytes: &[u8], at: usize, errors: &mut Vec<SyntaxError>) -> usize {
    if let Some(length) = memchr::memmem::find(&bytes[at + 2..], b"*/") {
        return at + 2 + length + 2;
    }
    errors.push(error(at..bytes.len(), "the comment is not closed"));
    bytes.len()
}

fn quoted(bytes: &[u8], at: usize, found: &mut Vec<Token>, errors: &mut Vec<SyntaxError>) -> usize {
    let start = at + 1;
    match memchr::memchr2(b'"', b'\n', &bytes[start..]) {
        Some(length) if bytes[start + length] == b'"' => {
            found.push(Token { kind: Kind::Quoted, range: start..start + length });
            start + length + 1
        }
        other => {
            let end = other.map_or(bytes.len(), |length| start + length);
            errors.push(error(at..end, "the quoted name is not closed"));
            end
        }
    }
}

/// A word goes on over `::`, and stops at a single colon, at punctuation and at white space.
fn word_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b':' if bytes.get(at + 1) == Some(&b':') => at += 2,
            b'{' | b'}' | b';' | b':' | b'"' | b'#' => break,
            b'/' if bytes.get(at + 1) == Some(&b'*') => break,
            _ if byte.is_ascii_whitespace() => break,
            _ => at += 1,
        }
    }
    at
}

/// An error over a range of bytes.
pub(super) fn error(range: Range<usize>, message: &'static str) -> SyntaxError {
    SyntaxError { range: range.start as u32..range.end as u32, message }
}
