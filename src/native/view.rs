//! Tokens with the bytes they stand in, and lists of them that make one declaration.
use std::ops::Range;

use super::lexer::{Kind, Token};

/// A matching bracket further away than this many tokens is not looked for.
pub(super) const MAX_MATCH: usize = 20_000;

/// The code tokens of a file.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) tokens: &'a [Token],
}

impl<'a> View<'a> {
    pub(super) fn kind(&self, at: usize) -> Option<Kind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    pub(super) fn is(&self, at: usize, byte: u8) -> bool {
        self.kind(at) == Some(Kind::Punct(byte))
    }

    /// The text of a token; empty past the end.
    pub(super) fn text(&self, at: usize) -> &'a [u8] {
        self.tokens.get(at).map_or(&[], |token| token.of(self.bytes))
    }

    /// The text of a token when it is a word.
    pub(super) fn word(&self, at: usize) -> Option<&'a [u8]> {
        let token = self.tokens.get(at)?;
        (token.kind == Kind::Word).then(|| token.of(self.bytes))
    }

    pub(super) fn string(&self, at: usize) -> String {
        String::from_utf8_lossy(self.text(at)).into_owned()
    }

    /// Bytes from the first to the last of two tokens.
    pub(super) fn range(&self, first: usize, last: usize) -> Range<u32> {
        let start = self.tokens.get(first).map_or(0, |token| token.start);
        start..self.tokens.get(last).map_or(start, |token| token.end)
    }

    /// The source between two tokens, white space and comments as they are, cut off at `limit` bytes.
    pub(super) fn source(&self, first: usize, last: usize, limit: usize) -> String {
        let range = self.range(first, last);
        let end = (range.end as usize).min(range.start as usize + limit).max(range.start as usize);
        let bytes = self.bytes.get(range.start as usize..end).unwrap_or_default();
        String::from_utf8_lossy(bytes).into_owned()
    }

    /// The `>` that closes the `<` at `open`, of a list of types that is not long.
    pub(super) fn close_angle(&self, open: usize) -> Option<usize> {
        const LONGEST: usize = 40;
        let mut depth = 0_usize;
        for at in open..open + LONGEST {
            match self.kind(at)? {
                Kind::Punct(b'<') => depth += 1,
                Kind::Punct(b'>') => depth -= 1,
                Kind::Punct(b';' | b'{' | b'}') => return None,
                _ => {}
            }
            if depth == 0 {
                return Some(at);
            }
        }
        None
    }

    /// The bracket that closes the one at `open`, counting all kinds of brackets as one, at most `steps` tokens further.
    pub(super) fn close(&self, open: usize, steps: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for at in open..self.tokens.len().min(open + steps.min(MAX_MATCH)) {
            match self.kind(at) {
                Some(Kind::Punct(b'(' | b'[' | b'{')) => depth += 1,
                Some(Kind::Punct(b')' | b']' | b'}')) => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(at);
                    }
                }
                _ => {}
            }
        }
        None
    }
}

/// A list of tokens of a file: a declaration without the insides of its braces.
#[derive(Clone, Copy)]
pub(super) struct List<'a> {
    pub(super) view: View<'a>,
    pub(super) at: &'a [u32],
}

impl<'a> List<'a> {
    pub(super) fn len(&self) -> usize {
        self.at.len()
    }

    /// The index in the file of the token at a place of the list.
    pub(super) fn token(&self, index: usize) -> usize {
        self.at.get(index).map_or(usize::MAX, |&at| at as usize)
    }

    pub(super) fn kind(&self, index: usize) -> Option<Kind> {
        self.view.kind(self.token(index))
    }

    pub(super) fn is(&self, index: usize, byte: u8) -> bool {
        self.kind(index) == Some(Kind::Punct(byte))
    }

    pub(super) fn word(&self, index: usize) -> Option<&'a [u8]> {
        self.view.word(self.token(index))
    }

    pub(super) fn string(&self, index: usize) -> String {
        self.view.string(self.token(index))
    }

    pub(super) fn range(&self, first: usize, last: usize) -> Range<u32> {
        self.view.range(self.token(first), self.token(last))
    }

    /// The place of the bracket that closes the one at `open`.
    pub(super) fn close(&self, open: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for index in open..self.len() {
            match self.kind(index) {
                Some(Kind::Punct(b'(' | b'[' | b'{')) => depth += 1,
                Some(Kind::Punct(b')' | b']' | b'}')) => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(index);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// The place of the `>` that closes the `<` at `open`; brackets inside are skipped.
    pub(super) fn close_angle(&self, open: usize) -> Option<usize> {
        let (mut depth, mut index) = (0_usize, open);
        while index < self.len() {
            match self.kind(index) {
                Some(Kind::Punct(b'<')) => depth += 1,
                Some(Kind::Punct(b'>')) => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(index);
                    }
                }
                Some(Kind::Punct(b'(' | b'[' | b'{')) => index = self.close(index)?,
                Some(Kind::Punct(b';' | b')' | b']' | b'}')) => return None,
                _ => {}
            }
            index += 1;
        }
        None
    }

    /// The texts of tokens without white space between them, except between words.
    pub(super) fn joined(&self, first: usize, last: usize) -> String {
        let mut text = String::new();
        let mut after_word = false;
        for index in first..=last.min(self.len().saturating_sub(1)) {
            let word = matches!(self.kind(index), Some(Kind::Word | Kind::Number));
            if word && after_word {
                text.push(' ');
            }
            text.push_str(&self.string(index));
            after_word = word;
        }
        text
    }
}

/// Ends of the names of macros for exports.
const ENDS: &[&[u8]] = &[b"_EXPORT", b"_EXPORTS", b"_API", b"_PUBLIC", b"_DECL", b"_DLL", b"_IMPEXP"];

/// Whether a word is the name of a macro before a declaration: in capitals, or a name with an end that macros for exports have
/// (`generate_export_header()` of CMake writes `<name>_EXPORT`).
pub(super) fn is_macro_like(word: &[u8]) -> bool {
    all_caps(word) || ENDS.iter().any(|end| word.len() > end.len() && word.ends_with(end))
}

/// Whether a word is written as macros are: capitals, digits and underscores, at least two letters.
pub(super) fn all_caps(word: &[u8]) -> bool {
    word.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_')
        && word.iter().filter(|byte| byte.is_ascii_uppercase()).count() >= 2
}
