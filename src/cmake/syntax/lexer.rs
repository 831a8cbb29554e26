//! The tokens of a CMake file: every byte belongs to exactly one.
//!
//! The grammar is cmake-language(7); where that leaves a question open (legacy unquoted arguments, line ends,
//! NUL and other bad bytes), what CMake 3.25 does was measured.
use std::ops::Range;

use memchr::{memchr, memchr_iter};

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// The UTF-8 byte-order mark at the start of a file.
    ByteOrderMark,
    /// The whole of a file that starts with a UTF-16 or UTF-32 mark, which CMake refuses.
    ForeignEncoding,
    /// Blanks, tabs and carriage returns that end no line.
    Space,
    /// `\n` or `\r\n`.
    Newline,
    /// `# …` up to the end of its line.
    LineComment,
    /// `#[=[ … ]=]`.
    BracketComment,
    /// `[A-Za-z_][A-Za-z0-9_]*`: a command name or an unquoted argument.
    Identifier,
    /// `(`
    ParenLeft,
    /// `)`
    ParenRight,
    /// `"…"`
    Quoted,
    /// `[=[ … ]=]`
    Bracket,
    /// An unquoted argument that is no identifier, legacy forms such as `-Da="b c"` and `$(VAR)` included.
    Unquoted,
    /// A quote that nothing closes, up to the end of its line.
    OpenQuoted,
    /// An opening bracket that nothing closes, up to the end of its line.
    OpenBracket,
    /// The opening of a bracket comment that nothing closes, up to the end of its line.
    OpenBracketComment,
    /// A byte that can start no token: NUL, or a backslash at the end of a line.
    Bad,
}

/// A piece of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// Whether the text is its own value: no backslash, no `$`, nothing to drop. Only of [`TokenKind::Quoted`],
    /// [`TokenKind::Unquoted`] and [`TokenKind::Identifier`]; false may also mean not known.
    pub(super) plain: bool,
}

impl Token {
    /// Its bytes.
    pub fn range(&self) -> Range<u32> {
        self.start..self.end
    }
}

/// The tokens of `bytes` in order; their ranges join without gap or overlap. Of more than [`LIMIT`] bytes only
/// that many are read.
pub fn tokens(bytes: &[u8]) -> Vec<Token> {
    Lexer::new(bytes).collect()
}

/// The largest file that is read, in bytes: positions are `u32`.
pub const LIMIT: usize = u32::MAX as usize;

/// Continues an unquoted argument and stands for itself: all but blanks, line ends, NUL and `( ) # " \ $`.
const PLAIN: u8 = 1;
/// May stand in an identifier.
const WORD: u8 = 2;
/// Means something in a quoted or unquoted text: `$`, backslash, carriage return, NUL.
const ACTIVE: u8 = 4;
/// Ends a plain run of quoted text: quote, backslash.
const QUOTE: u8 = 8;

const CLASS: [u8; 256] = {
    let mut class = [PLAIN; 256];
    let mut byte = 0;
    while byte < 256 {
        let at = byte;
        let b = byte as u8;
        if b.is_ascii_alphanumeric() || b == b'_' {
            class[at] |= WORD;
        }
        if matches!(b, b' ' | b'\t' | b'\r' | b'\n' | 0 | b'(' | b')' | b'#' | b'"' | b'\\' | b'$') {
            class[at] &= !PLAIN;
        }
        if matches!(b, b'$' | b'\\' | b'\r' | 0) {
            class[at] |= ACTIVE;
        }
        if matches!(b, b'"' | b'\\') {
            class[at] |= QUOTE;
        }
        byte += 1;
    }
    class
};

fn class(byte: u8) -> u8 {
    CLASS[byte as usize]
}

/// Gives the tokens one by one.
#[derive(Debug, Clone)]
pub(super) struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
    closing: Closing,
}

/// What is known about the closing marks in the rest of the file, so that many openings without a close do not
/// each read to the end of the file.
#[derive(Debug, Clone)]
struct Closing {
    /// The first quote that was found open: from there on none closes, escapes at line ends apart.
    open_quote: usize,
    /// Set once a bracket was found open: by number of equals signs, the last place where such a bracket closes.
    brackets: Option<Vec<usize>>,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes: &bytes[..bytes.len().min(LIMIT)],
            at: 0,
            closing: Closing { open_quote: usize::MAX, brackets: None },
        }
    }

    /// Where the next token starts.
    pub(super) fn position(&self) -> usize {
        self.at
    }

    /// Goes back or forth to a place where a token starts.
    pub(super) fn seek(&mut self, at: usize) {
        self.at = at;
    }

    /// Whether a `(` comes next, blanks apart.
    pub(super) fn at_call(&self) -> bool {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let blanks = rest.iter().take_while(|&&b| matches!(b, b' ' | b'\t' | b'\r')).count();
        rest.get(blanks) == Some(&b'(')
    }

    fn byte(&self, at: usize) -> u8 {
        // NUL belongs to no token but `Bad`, so it serves as the end of the text too.
        self.bytes.get(at).copied().unwrap_or(0)
    }

    /// The first place from `from` on where a line ends, its carriage return left out.
    fn line_end(&self, from: usize) -> usize {
        let end = memchr(b'\n', &self.bytes[from..]).map_or(self.bytes.len(), |distance| from + distance);
        let carriage_return = end > from && end < self.bytes.len() && self.bytes[end - 1] == b'\r';
        if carriage_return { end - 1 } else { end }
    }

    fn scan(&mut self, start: usize, first: u8) -> (TokenKind, usize, bool) {
        match first {
            b' ' | b'\t' | b'\r' => self.blank(start),
            b'\n' => (TokenKind::Newline, start + 1, false),
            b'(' => (TokenKind::ParenLeft, start + 1, false),
            b')' => (TokenKind::ParenRight, start + 1, false),
            b'#' => self.comment(start),
            b'"' => self.quoted(start),
            b'[' => self.bracket_or_unquoted(start),
            0xEF | 0xFE | 0xFF | 0 if start == 0 => self.mark(),
            _ => self.unquoted(start),
        }
    }

    fn mark(&self) -> (TokenKind, usize, bool) {
        if self.bytes.starts_with(b"\xEF\xBB\xBF") {
            return (TokenKind::ByteOrderMark, 3, false);
        }
        let foreign: [&[u8]; 3] = [b"\xFE\xFF", b"\xFF\xFE", b"\0\0\xFE\xFF"];
        if foreign.iter().any(|mark| self.bytes.starts_with(mark)) {
            return (TokenKind::ForeignEncoding, self.bytes.len(), false);
        }
        self.unquoted(0)
    }

    fn blank(&self, start: usize) -> (TokenKind, usize, bool) {
        let mut at = start;
        loop {
            match self.byte(at) {
                b' ' | b'\t' => at += 1,
                b'\r' if self.byte(at + 1) != b'\n' => at += 1,
                b'\r' if at == start => return (TokenKind::Newline, at + 2, false),
                _ => return (TokenKind::Space, at, false),
            }
        }
    }

    fn comment(&mut self, start: usize) -> (TokenKind, usize, bool) {
        let Some(level) = self.bracket_level(start + 1) else {
            return (TokenKind::LineComment, self.line_end(start), false);
        };
        match self.bracket_end(start + 1, level) {
            Some(end) => (TokenKind::BracketComment, end, false),
            None => (TokenKind::OpenBracketComment, self.line_end(start), false),
        }
    }

    /// The number of equals signs of the opening bracket at `at`, if there is one.
    fn bracket_level(&self, at: usize) -> Option<usize> {
        if self.byte(at) != b'[' {
            return None;
        }
        let level = self.bytes[at + 1..].iter().take_while(|&&b| b == b'=').count();
        (self.byte(at + 1 + level) == b'[').then_some(level)
    }

    /// One past the bracket that closes the one at `open`.
    fn bracket_end(&mut self, open: usize, level: usize) -> Option<usize> {
        let from = open + level + 2;
        if let Some(last) = &self.closing.brackets
            && last.get(level).is_none_or(|&at| at < from)
        {
            return None;
        }
        let mut at = from;
        while let Some(distance) = memchr(b']', self.bytes.get(at..)?) {
            at += distance + 1;
            let equals = self.bytes[at..].iter().take(level + 1).take_while(|&&b| b == b'=').count();
            at += equals;
            if equals == level && self.byte(at) == b']' {
                return Some(at + 1);
            }
        }
        self.closing.brackets.get_or_insert_with(|| last_closing(self.bytes));
        None
    }

    fn quoted(&mut self, start: usize) -> (TokenKind, usize, bool) {
        let end = if start >= self.closing.open_quote { self.line_end(start) } else { self.bytes.len() };
        let mut at = start + 1;
        let mut seen = 0;
        while at < end {
            let byte = self.bytes[at];
            seen |= class(byte);
            if class(byte) & QUOTE == 0 {
                at += 1;
            } else if byte == b'"' {
                return (TokenKind::Quoted, at + 1, seen & ACTIVE == 0);
            } else {
                at += 2;
            }
        }
        self.closing.open_quote = self.closing.open_quote.min(start);
        (TokenKind::OpenQuoted, self.line_end(start), false)
    }

    fn bracket_or_unquoted(&mut self, start: usize) -> (TokenKind, usize, bool) {
        if let Some(level) = self.bracket_level(start) {
            return match self.bracket_end(start, level) {
                Some(end) => (TokenKind::Bracket, end, false),
                None => (TokenKind::OpenBracket, self.line_end(start), false),
            };
        }
        // `[` alone, or with equals signs and what follows them when that can stand in an unquoted argument.
        let after = start + 1 + self.bytes[start + 1..].iter().take_while(|&&b| b == b'=').count();
        if self.unit(after).is_some() { self.unquoted(start) } else { (TokenKind::Unquoted, start + 1, false) }
    }

    fn unquoted(&self, start: usize) -> (TokenKind, usize, bool) {
        let mut at = start;
        let mut every = WORD;
        let mut plain = true;
        loop {
            let rest = self.bytes.get(at..).unwrap_or_default();
            at += rest.iter().take_while(|&&b| class(b) & PLAIN != 0).map(|&b| every &= class(b)).count();
            let Some(next) = self.unit(at) else { break };
            plain = false;
            at = next;
        }
        if at == start {
            return (TokenKind::Bad, start + 1, false);
        }
        let word = plain && every & WORD != 0 && !self.byte(start).is_ascii_digit();
        (if word { TokenKind::Identifier } else { TokenKind::Unquoted }, at, plain)
    }

    /// One past the unit of an unquoted argument at `at`: `$(NAME)`, a quoted part, an escape or a plain byte.
    fn unit(&self, at: usize) -> Option<usize> {
        match self.byte(at) {
            b'$' => Some(self.make_reference(at).unwrap_or(at + 1)),
            b'"' => self.quoted_part(at),
            b'\\' => self.escape(at),
            byte => (class(byte) & PLAIN != 0).then_some(at + 1),
        }
    }

    fn make_reference(&self, at: usize) -> Option<usize> {
        if self.byte(at + 1) != b'(' {
            return None;
        }
        let name = self.bytes[at + 2..].iter().take_while(|&&b| class(b) & WORD != 0).count();
        (self.byte(at + 2 + name) == b')').then_some(at + 3 + name)
    }

    fn escape(&self, at: usize) -> Option<usize> {
        match (self.byte(at + 1), self.byte(at + 2)) {
            (0 | b'\n', _) | (b'\r', b'\n') => None,
            _ => Some(at + 2),
        }
    }

    /// A quoted part inside a legacy unquoted argument: no line end, parenthesis or comment sign in it.
    fn quoted_part(&self, open: usize) -> Option<usize> {
        let mut at = open + 1;
        loop {
            at = match self.byte(at) {
                b'"' => return Some(at + 1),
                b' ' | b'\t' => at + 1,
                _ => self.unit(at)?,
            };
        }
    }
}

impl Iterator for Lexer<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        let start = self.at;
        let first = *self.bytes.get(start)?;
        let (kind, end, plain) = self.scan(start, first);
        self.at = end;
        Some(Token { kind, start: start as u32, end: end as u32, plain })
    }
}

/// By number of equals signs, the last place where a closing bracket stands (0 for none).
fn last_closing(bytes: &[u8]) -> Vec<usize> {
    let mut last = Vec::new();
    for at in memchr_iter(b']', bytes) {
        let level = bytes[at + 1..].iter().take_while(|&&b| b == b'=').count();
        if bytes.get(at + 1 + level) == Some(&b']') {
            if last.len() <= level {
                last.resize(level + 1, 0);
            }
            last[level] = at;
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn kinds(text: &str) -> Vec<(TokenKind, &str)> {
        tokens(text.as_bytes()).iter().map(|t| (t.kind, &text[t.start as usize..t.end as usize])).collect()
    }

    /// The one token that `text` is.
    fn single(text: &str) -> TokenKind {
        let all = kinds(text);
        assert_eq!(all.len(), 1, "{all:?}");
        all[0].0
    }

    #[test]
    fn arguments_are_one_token() {
        for text in ["a", "_x9", "COMMAND"] {
            assert_eq!(single(text), TokenKind::Identifier, "{text}");
        }
        for text in [
            "1a",
            "a-b",
            "a;b",
            r#"a"b"c"#,
            r#"-Da="b c""#,
            "$(A)",
            r#"a$(B)"c $(D) d""#,
            "[=x",
            "x[[y]]",
            "a\\ b",
            "\\\"",
            "=",
            "==",
            "[",
            "$",
            "${a}",
            "é",
            "a\\;b",
            "[\"a b\"",
            "a\\\rb",
        ] {
            assert_eq!(single(text), TokenKind::Unquoted, "{text}");
        }
        for text in ["\"\"", "\"a\nb\"", "\"\\\"\"", "\"\\\\\"", "\"a\\\nb\"", "\"#\""] {
            assert_eq!(single(text), TokenKind::Quoted, "{text}");
        }
        for text in ["[[]]", "[=[]]]=]", "[==[]]====]=====]==]", "[[\n]]", "[=[]==]]=]"] {
            assert_eq!(single(text), TokenKind::Bracket, "{text}");
        }
    }

    #[test]
    fn what_ends_a_token() {
        use TokenKind::*;
        assert_eq!(kinds("a(b)"), [(Identifier, "a"), (ParenLeft, "("), (Identifier, "b"), (ParenRight, ")")]);
        assert_eq!(kinds("a\"b(\""), [(Identifier, "a"), (Quoted, "\"b(\"")]);
        assert_eq!(kinds("\"a\"b"), [(Quoted, "\"a\""), (Identifier, "b")]);
        assert_eq!(kinds("[[a]]b"), [(Bracket, "[[a]]"), (Identifier, "b")]);
        assert_eq!(kinds("[= "), [(Unquoted, "["), (Unquoted, "="), (Space, " ")]);
        assert_eq!(kinds("a#b\nc"), [(Identifier, "a"), (LineComment, "#b"), (Newline, "\n"), (Identifier, "c")]);
        assert_eq!(kinds("#[[a\n]]b"), [(BracketComment, "#[[a\n]]"), (Identifier, "b")]);
        assert_eq!(kinds("#[a]]\r\n"), [(LineComment, "#[a]]"), (Newline, "\r\n")]);
        assert_eq!(kinds(" \r\n"), [(Space, " "), (Newline, "\r\n")]);
        assert_eq!(kinds("\r\r\n"), [(Space, "\r"), (Newline, "\r\n")]);
        assert_eq!(kinds("a\\\n"), [(Identifier, "a"), (Bad, "\\"), (Newline, "\n")]);
        assert_eq!(kinds("a\\\r\n"), [(Identifier, "a"), (Bad, "\\"), (Newline, "\r\n")]);
        assert_eq!(kinds("a\0b"), [(Identifier, "a"), (Bad, "\0"), (Identifier, "b")]);
        assert_eq!(kinds("$(a b)")[0], (Unquoted, "$"));
    }

    #[test]
    fn what_nothing_closes_ends_with_its_line() {
        use TokenKind::*;
        assert_eq!(kinds("\"a b\nc"), [(OpenQuoted, "\"a b"), (Newline, "\n"), (Identifier, "c")]);
        assert_eq!(kinds("\"a\\")[0], (OpenQuoted, "\"a\\"));
        assert_eq!(kinds("[=[a]]\nc"), [(OpenBracket, "[=[a]]"), (Newline, "\n"), (Identifier, "c")]);
        assert_eq!(kinds("#[[a\n[[b]=]\nc")[0], (OpenBracketComment, "#[[a"));
        // The second opening has a close although the first has none.
        assert_eq!(kinds("[=[a\n[[b]]").last(), Some(&(Bracket, "[[b]]")));
    }

    #[test]
    fn marks_are_known_at_the_start_only() {
        assert_eq!(kinds("\u{feff}a")[0].0, TokenKind::ByteOrderMark);
        assert_eq!(kinds("a\u{feff}").len(), 1);
        assert_eq!(tokens(b"\xFF\xFEa\0")[0].kind, TokenKind::ForeignEncoding);
        assert_eq!(tokens(b"\xFEa")[0].kind, TokenKind::Unquoted);
    }

    /// A strategy for texts in which the grammar's signs are frequent.
    fn texts() -> impl Strategy<Value = Vec<u8>> {
        let sign = prop::sample::select(&b"()[]=\"\\#$\n\r\t \0;{}a1_\xff\xef\xbb\xbf"[..]);
        prop::collection::vec(prop_oneof![8 => sign, 1 => any::<u8>()], 0..120)
    }

    proptest! {
        #[test]
        fn tokens_join_to_the_text(bytes in texts()) {
            let mut at = 0;
            for token in tokens(&bytes) {
                prop_assert_eq!(token.start, at);
                prop_assert!(token.end > token.start);
                at = token.end;
            }
            prop_assert_eq!(at as usize, bytes.len());
        }
    }
}
