//! Patterns between braces, as version scripts and dynamic lists share them.
use std::ops::Range;

use super::glob::{Glob, Match};
use super::symbol::Symbol;
use super::tokens::{Kind, Token, error};
use super::{Name, SyntaxError};

/// Which name of a symbol a pattern is held against.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Language {
    /// The name in the object file.
    C,
    /// The demangled name.
    Cxx,
    /// `extern "Java"`, and anything else.
    Other,
}

/// A pattern of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    /// As written, quotes removed.
    pub text: String,
    /// Bytes of the file, without quotes.
    pub range: Range<u32>,
    /// From the `extern` block around it.
    pub language: Language,
    /// Written between double quotes: matched as it stands, wildcards are plain characters.
    pub quoted: bool,
    /// It stands under `local:`.
    pub local: bool,
    glob: Glob,
}

impl Pattern {
    fn new(text: String, range: Range<usize>, language: Language, quoted: bool, local: bool) -> Self {
        let glob = if quoted { Glob::literal(&text) } else { Glob::new(&text) };
        Self { text, range: range.start as u32..range.end as u32, language, quoted, local, glob }
    }

    /// Whether it names one symbol (no wildcard).
    pub fn is_literal(&self) -> bool {
        self.glob.is_literal()
    }

    /// The one name that it matches, if it has no wildcard.
    pub(super) fn as_literal(&self) -> Option<&[u8]> {
        self.glob.as_literal()
    }

    /// Whether it is `*`.
    pub fn is_star(&self) -> bool {
        self.glob.is_star()
    }

    /// Whether it is written like a C++ name although it is held against mangled names, where it matches nothing.
    pub fn is_unmangled_cxx(&self) -> bool {
        self.language == Language::C && (self.text.contains("::") || self.text.contains(['(', ' ', '<', '~']))
    }

    /// Matches a symbol by the name that the pattern's language asks for. Names that are not mangled stand for themselves in
    /// C++ too.
    pub fn matches(&self, symbol: &Symbol) -> Match {
        let name: Option<&Name> = match self.language {
            Language::C => symbol.mangled.as_ref(),
            Language::Cxx => symbol.demangled.as_ref().or(symbol.mangled.as_ref()),
            Language::Other => return Match::No,
        };
        match name {
            Some(name) => self.glob.matches(name),
            None if self.is_star() => Match::Yes,
            None => Match::Maybe,
        }
    }
}

/// Reads patterns after `{` up to its `}`; gives the index of that brace, or of the end.
pub(super) struct Reader<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) tokens: &'a [Token],
    pub(super) errors: &'a mut Vec<SyntaxError>,
}

impl Reader<'_> {
    /// The text of a token.
    pub(super) fn text(&self, token: &Token) -> String {
        String::from_utf8_lossy(self.bytes.get(token.range.clone()).unwrap_or_default()).into_owned()
    }

    fn kind(&self, at: usize) -> Option<Kind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    fn is_word(&self, at: usize, word: &[u8]) -> bool {
        self.tokens
            .get(at)
            .is_some_and(|token| token.kind == Kind::Word && self.bytes.get(token.range.clone()) == Some(word))
    }

    /// Reads from `at` (after the opening brace). Gives the patterns and the index after the closing brace.
    pub(super) fn block(&mut self, mut at: usize) -> (Vec<Pattern>, usize) {
        let mut patterns = Vec::new();
        let mut languages: Vec<Language> = Vec::new();
        let mut local = false;
        while let Some(token) = self.tokens.get(at).cloned() {
            match token.kind {
                Kind::Close if languages.pop().is_none() => return (patterns, at + 1),
                Kind::Close | Kind::Semicolon => at += 1,
                Kind::Word if self.is_word(at, b"extern") && self.kind(at + 2) == Some(Kind::Open) => {
                    languages.push(self.language(at + 1));
                    at += 3;
                }
                Kind::Word if self.kind(at + 1) == Some(Kind::Colon) => {
                    match self.text(&token).as_str() {
                        "global" => local = false,
                        "local" => local = true,
                        _ => self.errors.push(error(token.range, "only `global:` and `local:` are known here")),
                    }
                    at += 2;
                }
                Kind::Word | Kind::Quoted => {
                    let language = languages.last().copied().unwrap_or(Language::C);
                    at = self.pattern(at, language, local, &mut patterns);
                }
                Kind::Open | Kind::Colon => {
                    self.errors.push(error(token.range.clone(), "a pattern is expected here"));
                    at += 1;
                    if token.kind == Kind::Open {
                        languages.push(Language::Other);
                    }
                }
            }
        }
        self.errors.push(error(self.bytes.len()..self.bytes.len(), "the block is not closed"));
        (patterns, at)
    }

    fn language(&mut self, at: usize) -> Language {
        let Some(token) = self.tokens.get(at).cloned() else { return Language::Other };
        match self.text(&token).as_str() {
            "C" => Language::C,
            "C++" => Language::Cxx,
            "Java" => Language::Other,
            _ => {
                self.errors.push(error(token.range, "the languages are \"C\", \"C++\" and \"Java\""));
                Language::Other
            }
        }
    }

    /// Reads one pattern. Words without a semicolon between them are one name with spaces, which linkers refuse.
    fn pattern(&mut self, at: usize, language: Language, local: bool, patterns: &mut Vec<Pattern>) -> usize {
        let Some(first) = self.tokens.get(at).cloned() else { return at + 1 };
        let mut end = at + 1;
        if first.kind == Kind::Word {
            while self.kind(end) == Some(Kind::Word) && self.kind(end + 1) != Some(Kind::Colon) {
                end += 1;
            }
        }
        let range = first.range.start..self.tokens.get(end - 1).map_or(first.range.end, |last| last.range.end);
        let whole = Token { kind: first.kind, range: range.clone() };
        if end > at + 1 {
            let message = "a name with spaces needs double quotes, names need a semicolon between them";
            self.errors.push(error(range.clone(), message));
        }
        patterns.push(Pattern::new(self.text(&whole), range.clone(), language, first.kind == Kind::Quoted, local));
        match self.kind(end) {
            Some(Kind::Semicolon) => end + 1,
            // ld lets the last pattern of a block go without.
            Some(Kind::Close) => end,
            _ => {
                self.errors.push(error(range, "a semicolon is missing after this pattern"));
                end
            }
        }
    }
}
