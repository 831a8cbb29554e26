//! Tokens of the C family: C, C++, CUDA, HIP, Objective-C (ISO C++ [lex], without trigraphs).
//!
//! Tolerant and lossless: any bytes give tokens that join to the input. Time is linear. A string or character literal that
//! is not closed ends at the end of its line; a comment or raw string that is not closed ends at the end of the file.
//! A preprocessor line is one token, continuation lines and comments included.

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// White space, and backslashes that continue a line.
    Space,
    /// `//` or `/* */`.
    Comment,
    /// A whole preprocessor line, without its newline.
    Directive,
    /// An identifier or keyword.
    Word,
    /// A preprocessing number.
    Number,
    /// A string literal with its prefix.
    Text,
    /// A raw string literal with its prefix.
    RawText,
    /// A character literal.
    Char,
    /// `::`.
    Scope,
    /// `->`.
    Arrow,
    /// Any other single byte.
    Punct(u8),
}

/// A token and its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Token {
    /// Its bytes in the file.
    pub fn of<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        bytes.get(self.start as usize..self.end as usize).unwrap_or_default()
    }

    /// Whether it is this punctuation.
    pub fn is(&self, byte: u8) -> bool {
        self.kind == Kind::Punct(byte)
    }
}

/// Classes of bytes that may begin a token.
const SPACE: u8 = 1;
const WORD: u8 = 2;
const DIGIT: u8 = 4;

static CLASSES: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        table[byte] = if matches!(b, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c) {
            SPACE
        } else if b.is_ascii_alphabetic() || b == b'_' || b == b'$' || b >= 0x80 {
            WORD
        } else if b.is_ascii_digit() {
            DIGIT
        } else {
            0
        };
        byte += 1;
    }
    table
}

fn class(byte: u8) -> u8 {
    CLASSES[byte as usize]
}

/// An iterator over the tokens of a file (or of a part of it).
pub struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Nothing but white space and comments stood on this line so far.
    line_start: bool,
    /// Inside a preprocessor line `#` begins no other.
    directives: bool,
}

impl<'a> Lexer<'a> {
    /// Reads a file. More than `u32::MAX` bytes are left off.
    pub fn new(bytes: &'a [u8]) -> Self {
        let bytes = bytes.get(..u32::MAX as usize).unwrap_or(bytes);
        Self { bytes, at: 0, line_start: true, directives: true }
    }

    /// Reads a part of a file, inside a preprocessor line; places count from the beginning of the file.
    pub fn inside(bytes: &'a [u8], range: std::ops::Range<u32>) -> Self {
        let bytes = bytes.get(..range.end as usize).unwrap_or(bytes);
        Self { bytes, at: (range.start as usize).min(bytes.len()), line_start: false, directives: false }
    }

    fn byte(&self, offset: usize) -> Option<u8> {
        self.bytes.get(self.at + offset).copied()
    }

    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    fn space(&mut self) {
        while let Some(byte) = self.byte(0) {
            if class(byte) == SPACE {
                self.line_start |= byte == b'\n';
                self.at += 1;
            } else if let Some(length) = continuation(self.rest()) {
                self.at += length;
            } else {
                break;
            }
        }
    }

    fn comment(&mut self) -> bool {
        match self.byte(1) {
            Some(b'/') => self.at = line_end(self.bytes, self.at),
            Some(b'*') => self.at = block_end(self.bytes, self.at),
            _ => return false,
        }
        true
    }

    fn word(&mut self) -> Kind {
        let start = self.at;
        while self.byte(0).is_some_and(|byte| class(byte) & (WORD | DIGIT) != 0) {
            self.at += 1;
        }
        let quote = self.byte(0);
        if !matches!(quote, Some(b'"' | b'\'')) || self.at - start > 3 {
            return Kind::Word;
        }
        match (&self.bytes[start..self.at], quote) {
            (b"R" | b"u8R" | b"uR" | b"UR" | b"LR", Some(b'"')) => self.raw(),
            (b"u8" | b"u" | b"U" | b"L", Some(quote)) => self.quoted(quote),
            _ => Kind::Word,
        }
    }

    /// From the opening quote.
    fn quoted(&mut self, quote: u8) -> Kind {
        self.at += 1;
        while let Some(found) = memchr::memchr3(quote, b'\\', b'\n', self.rest()) {
            self.at += found;
            match self.byte(0) {
                Some(b'\\') => self.at += continuation(self.rest()).unwrap_or(2).min(self.bytes.len() - self.at),
                Some(b'\n') => return literal(quote),
                _ => {
                    self.at += 1;
                    return literal(quote);
                }
            }
        }
        self.at = self.bytes.len();
        literal(quote)
    }

    /// From the opening quote of `R"delimiter( ... )delimiter"`.
    fn raw(&mut self) -> Kind {
        let rest = self.rest();
        let open = rest.iter().take(18).position(|&byte| byte == b'(');
        let Some(open) = open.filter(|&open| open > 0) else { return self.quoted(b'"') };
        let mut close = vec![b')'];
        close.extend_from_slice(&rest[1..open]);
        close.push(b'"');
        self.at = match memchr::memmem::find(&rest[open..], &close) {
            Some(found) => self.at + open + found + close.len(),
            None => self.bytes.len(),
        };
        Kind::RawText
    }

    fn number(&mut self) -> Kind {
        while let Some(byte) = self.byte(0) {
            let sign = matches!(byte, b'+' | b'-')
                && matches!(self.bytes.get(self.at.wrapping_sub(1)), Some(b'e' | b'E' | b'p' | b'P'));
            let separator = byte == b'\'' && self.byte(1).is_some_and(|next| next.is_ascii_alphanumeric());
            if class(byte) & (WORD | DIGIT) == 0 && byte != b'.' && !sign && !separator {
                break;
            }
            self.at += 1;
        }
        Kind::Number
    }

    /// To the end of the line, over continuations, comments and strings.
    fn directive(&mut self) -> Kind {
        while let Some(found) = self.rest().iter().position(|byte| matches!(byte, b'\n' | b'\\' | b'/' | b'"' | b'\''))
        {
            self.at += found;
            match (self.byte(0), self.byte(1)) {
                (Some(b'\n'), _) => {
                    // The carriage return belongs to the end of the line.
                    self.at -= usize::from(self.bytes.get(self.at.wrapping_sub(1)) == Some(&b'\r'));
                    return Kind::Directive;
                }
                (Some(b'\\'), _) => self.at += continuation(self.rest()).unwrap_or(1),
                (Some(b'/'), Some(b'*')) => self.at = block_end(self.bytes, self.at),
                (Some(b'/'), Some(b'/')) => self.at = line_end(self.bytes, self.at),
                (Some(quote @ (b'"' | b'\'')), _) => {
                    self.quoted(quote);
                }
                _ => self.at += 1,
            }
        }
        self.at = self.bytes.len();
        Kind::Directive
    }
}

impl Iterator for Lexer<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        let start = self.at;
        let byte = self.byte(0)?;
        let kind = match class(byte) {
            SPACE => {
                self.space();
                Kind::Space
            }
            WORD => self.word(),
            DIGIT => self.number(),
            _ => match (byte, self.byte(1)) {
                (b'/', _) if self.comment() => Kind::Comment,
                (b'\\', _) if continuation(self.rest()).is_some() => {
                    self.space();
                    Kind::Space
                }
                (b'#', _) if self.line_start && self.directives => self.directive(),
                (b'"' | b'\'', _) => self.quoted(byte),
                (b'.', Some(b'0'..=b'9')) => self.number(),
                (b':', Some(b':')) => self.punct(2, Kind::Scope),
                (b'-', Some(b'>')) => self.punct(2, Kind::Arrow),
                _ => self.punct(1, Kind::Punct(byte)),
            },
        };
        if !matches!(kind, Kind::Space | Kind::Comment) {
            self.line_start = false;
        }
        Some(Token { kind, start: start as u32, end: self.at as u32 })
    }
}

impl Lexer<'_> {
    fn punct(&mut self, length: usize, kind: Kind) -> Kind {
        self.at += length;
        kind
    }
}

fn literal(quote: u8) -> Kind {
    if quote == b'"' { Kind::Text } else { Kind::Char }
}

/// The length of a backslash with a newline after it.
fn continuation(rest: &[u8]) -> Option<usize> {
    match rest {
        [b'\\', b'\n', ..] => Some(2),
        [b'\\', b'\r', b'\n', ..] => Some(3),
        _ => None,
    }
}

/// The end of a line comment: the newline that no backslash continues.
fn line_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(found) = memchr::memchr(b'\n', bytes.get(at..).unwrap_or_default()) {
        let end = at + found;
        let text = bytes.get(..end).unwrap_or_default();
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        if !text.ends_with(b"\\") {
            return end;
        }
        at = end + 1;
    }
    bytes.len()
}

fn block_end(bytes: &[u8], at: usize) -> usize {
    let body = at + 2;
    memchr::memmem::find(bytes.get(body..).unwrap_or_default(), b"*/").map_or(bytes.len(), |found| body + found + 2)
}

/// The value of a string literal token: prefix and quotes removed, escapes decoded (bytes that are no UTF-8 are replaced).
pub fn decode(token: &Token, bytes: &[u8]) -> String {
    let text = token.of(bytes);
    let Some(quote) = memchr::memchr(b'"', text) else { return String::new() };
    let body = &text[quote + 1..];
    if token.kind == Kind::RawText {
        let open = memchr::memchr(b'(', body).map_or(0, |open| open + 1);
        let body = body.get(open..body.len().saturating_sub(open + 1)).unwrap_or_default();
        return String::from_utf8_lossy(body).into_owned();
    }
    let body = body.strip_suffix(b"\"").unwrap_or(body);
    let mut out = Vec::with_capacity(body.len());
    let mut rest = body;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        let Some((&escape, after)) = rest.split_first() else { break };
        rest = after;
        match escape {
            b'n' => out.push(b'\n'),
            b't' => out.push(b'\t'),
            b'r' => out.push(b'\r'),
            b'\n' => {}
            b'0'..=b'7' => {
                let extra = rest.iter().take(2).take_while(|digit| matches!(digit, b'0'..=b'7')).count();
                let digits =
                    rest[..extra].iter().fold(u32::from(escape - b'0'), |sum, d| sum * 8 + u32::from(d - b'0'));
                out.push(digits as u8);
                rest = &rest[extra..];
            }
            b'x' => {
                let count = rest.iter().take_while(|digit| digit.is_ascii_hexdigit()).count();
                let digits = std::str::from_utf8(&rest[count.saturating_sub(2)..count]).unwrap_or_default();
                out.push(u8::from_str_radix(digits, 16).unwrap_or_default());
                rest = &rest[count..];
            }
            other => out.push(other),
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(Kind, &str)> {
        Lexer::new(text.as_bytes())
            .filter(|token| token.kind != Kind::Space)
            .map(|token| (token.kind, &text[token.start as usize..token.end as usize]))
            .collect()
    }

    #[test]
    fn literals_and_prefixes() {
        assert_eq!(
            kinds("L\"a\\\"b\" u8'c' R\"x(a)\" b)x\" 1'000.5e-3 Rx \"open\n;"),
            [
                (Kind::Text, "L\"a\\\"b\""),
                (Kind::Char, "u8'c'"),
                (Kind::RawText, "R\"x(a)\" b)x\""),
                (Kind::Number, "1'000.5e-3"),
                (Kind::Word, "Rx"),
                (Kind::Text, "\"open"),
                (Kind::Punct(b';'), ";"),
            ]
        );
    }

    #[test]
    fn directives_take_their_continuations() {
        assert_eq!(
            kinds(" # define A \\\n  b /* x\n y */ c // z\nd #e"),
            [
                (Kind::Directive, "# define A \\\n  b /* x\n y */ c // z"),
                (Kind::Word, "d"),
                (Kind::Punct(b'#'), "#"),
                (Kind::Word, "e"),
            ]
        );
        assert_eq!(kinds("#if 1\r\nx")[0], (Kind::Directive, "#if 1"));
    }

    #[test]
    fn comments_and_operators() {
        assert_eq!(
            kinds("a/*b*/->c//d\\\ne\n::f"),
            [
                (Kind::Word, "a"),
                (Kind::Comment, "/*b*/"),
                (Kind::Arrow, "->"),
                (Kind::Word, "c"),
                (Kind::Comment, "//d\\\ne"),
                (Kind::Scope, "::"),
                (Kind::Word, "f"),
            ]
        );
    }

    #[test]
    fn values_of_strings() {
        let value = |text: &str| {
            let token = Lexer::new(text.as_bytes()).next().expect("a token");
            decode(&token, text.as_bytes())
        };
        assert_eq!(value(r#""a\n\x41\101\"""#), "a\nAA\"");
        assert_eq!(value("R\"d(x\\n)d\""), "x\\n");
        assert_eq!(value("\"open"), "open");
        assert_eq!(value("R\"(x"), "");
    }
}
