//! Words of the shell's language: quoting, parameters, what is substituted.
use std::ops::Range;

/// A word, with what the shell makes of it still open.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Word {
    /// Its bytes in the text.
    pub range: Range<usize>,
    /// Its parts in order.
    pub pieces: Vec<Piece>,
    /// Where the whole word is one quoted string, what stands between the quotes.
    pub inner: Option<Range<usize>>,
}

/// A part of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// Itself.
    Text(String),
    /// `$name`, `${name…}`
    Parameter {
        /// The variable.
        name: String,
        /// What is done with it.
        form: Form,
    },
    /// Something that is not followed: `$(…)`, `$((…))`, `${{ … }}`, as it is written.
    Other(String),
}

/// What an expansion does with its parameter (POSIX, 2.6.2 Parameter Expansion).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Form {
    /// `$a`, `${a}`
    Plain,
    /// `${a:-word}`, `${a-word}`
    Default(Vec<Piece>),
    /// `${a:=word}`, `${a=word}`
    Assign(Vec<Piece>),
    /// `${a:+word}`, `${a+word}`
    Alternative(Vec<Piece>),
    /// `${a:?word}`
    Error,
    /// Everything else: `${a%x}`, `${#a}`, `${a[0]}`
    Changed,
}

/// Expansions within expansions that are followed.
const DEEPEST: usize = 8;
/// A byte that is not there for the shell: the mark of what an outer shell took away.
pub(super) const NOTHING: u8 = 1;

impl Word {
    /// The text of a word in which nothing is expanded.
    pub fn literal(&self) -> Option<&str> {
        match self.pieces.as_slice() {
            [] => Some(""),
            [Piece::Text(text)] => Some(text),
            _ => None,
        }
    }

    /// Whether the word names a parameter anywhere.
    pub fn mentions(&self, name: &str) -> bool {
        fn any(pieces: &[Piece], wanted: &str) -> bool {
            pieces.iter().any(|piece| match piece {
                Piece::Text(_) => false,
                Piece::Parameter { name, form } => {
                    name == wanted
                        || match form {
                            Form::Default(word) | Form::Assign(word) | Form::Alternative(word) => any(word, wanted),
                            _ => false,
                        }
                }
                Piece::Other(text) => text.contains(wanted),
            })
        }
        any(&self.pieces, name)
    }
}

/// Whether a byte ends an unquoted word.
pub(super) fn ends_word(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b';' | b'&' | b'|' | b'<' | b'>' | b'(' | b')')
}

/// Whether a text is the name of a variable.
pub fn is_name(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Reads the word that begins at `at`; at least one byte unless it ends there.
pub(super) fn word(bytes: &[u8], at: usize) -> Word {
    let mut reader = Reader { bytes, at, out: Vec::new(), text: Vec::new(), depth: 0 };
    while let Some(&byte) = bytes.get(reader.at) {
        let process = matches!(byte, b'<' | b'>') && bytes.get(reader.at + 1) == Some(&b'(');
        if process && reader.at == at {
            reader.at += 1;
            reader.parenthesised(at);
        } else if ends_word(byte) {
            break;
        } else {
            reader.step(byte, false);
        }
    }
    let range = at..reader.at;
    let inner = quoted_whole(bytes, &range);
    Word { range, pieces: reader.finish(), inner }
}

/// The pieces of a text in which everything stands as if between double quotes, but for quotes themselves.
pub(super) fn pieces_of(bytes: &[u8]) -> Vec<Piece> {
    let mut reader = Reader { bytes, at: 0, out: Vec::new(), text: Vec::new(), depth: 0 };
    while let Some(&byte) = bytes.get(reader.at) {
        reader.step(byte, true);
    }
    reader.finish()
}

/// What stands between the quotes of a word that is one quoted string.
fn quoted_whole(bytes: &[u8], range: &Range<usize>) -> Option<Range<usize>> {
    let (&quote, rest) = bytes.get(range.clone())?.split_first()?;
    let (&last, inner) = rest.split_last()?;
    if quote != last || !matches!(quote, b'\'' | b'"') {
        return None;
    }
    let mut escaped = false;
    for &byte in inner {
        if byte == quote && !escaped {
            return None;
        }
        escaped = quote == b'"' && byte == b'\\' && !escaped;
    }
    (!escaped).then(|| range.start + 1..range.end - 1)
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    out: Vec<Piece>,
    text: Vec<u8>,
    depth: usize,
}

impl Reader<'_> {
    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    fn finish(mut self) -> Vec<Piece> {
        self.flush();
        self.out
    }

    fn flush(&mut self) {
        if !self.text.is_empty() {
            let text = String::from_utf8_lossy(&self.text).into_owned();
            self.text.clear();
            self.out.push(Piece::Text(text));
        }
    }

    fn push(&mut self, piece: Piece) {
        self.flush();
        self.out.push(piece);
    }

    /// Takes what stands at the position; `quoted` between double quotes.
    fn step(&mut self, byte: u8, quoted: bool) {
        match byte {
            NOTHING => self.at += 1,
            b'\\' => self.escape(quoted),
            b'\'' if !quoted => self.single(),
            b'"' if !quoted => self.double(),
            b'`' => self.backticks(),
            b'$' => self.dollar(quoted),
            _ => {
                self.text.push(byte);
                self.at += 1;
            }
        }
    }

    fn escape(&mut self, quoted: bool) {
        match self.peek(1) {
            Some(b'\n') => {}
            Some(b'\r') if self.peek(2) == Some(b'\n') => self.at += 1,
            Some(byte) if quoted && !matches!(byte, b'$' | b'`' | b'"' | b'\\') => {
                self.text.push(b'\\');
                self.text.push(byte);
            }
            Some(byte) => self.text.push(byte),
            None => self.text.push(b'\\'),
        }
        self.at = (self.at + 2).min(self.bytes.len());
    }

    fn single(&mut self) {
        let rest = self.bytes.get(self.at + 1..).unwrap_or_default();
        let end = memchr::memchr(b'\'', rest).unwrap_or(rest.len());
        self.text.extend(rest.iter().take(end).filter(|byte| **byte != NOTHING));
        self.at = (self.at + end + 2).min(self.bytes.len());
    }

    fn double(&mut self) {
        self.at += 1;
        while let Some(byte) = self.peek(0) {
            if byte == b'"' {
                self.at += 1;
                return;
            }
            self.step(byte, true);
        }
    }

    fn backticks(&mut self) {
        let start = self.at;
        self.at += 1;
        while let Some(byte) = self.peek(0) {
            self.at += if byte == b'\\' { 2 } else { 1 };
            if byte == b'`' {
                break;
            }
        }
        self.at = self.at.min(self.bytes.len());
        self.other(start);
    }

    fn other(&mut self, start: usize) {
        let text = String::from_utf8_lossy(self.bytes.get(start..self.at).unwrap_or_default()).into_owned();
        self.push(Piece::Other(text));
    }

    fn dollar(&mut self, quoted: bool) {
        let start = self.at;
        match self.peek(1) {
            Some(b'(') => {
                self.at += 1;
                self.parenthesised(start);
            }
            Some(b'{') => self.braced(quoted),
            Some(b'\'') if !quoted => {
                self.at += 1;
                self.single();
            }
            Some(b'"') if !quoted => {
                self.at += 1;
                self.double();
            }
            Some(byte) if byte.is_ascii_alphabetic() || byte == b'_' => {
                let rest = self.bytes.get(self.at + 1..).unwrap_or_default();
                let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
                let length = rest.iter().take_while(|byte| is_part(byte)).count();
                let name = String::from_utf8_lossy(rest.get(..length).unwrap_or_default()).into_owned();
                self.at += 1 + length;
                self.push(Piece::Parameter { name, form: Form::Plain });
            }
            Some(byte @ (b'0'..=b'9' | b'@' | b'*' | b'#' | b'?' | b'!' | b'-' | b'$')) => {
                self.at += 2;
                self.push(Piece::Parameter { name: char::from(byte).to_string(), form: Form::Plain });
            }
            _ => {
                self.text.push(b'$');
                self.at += 1;
            }
        }
    }

    /// `(…)`, with the position on the parenthesis; the piece begins at `start`.
    fn parenthesised(&mut self, start: usize) {
        self.at = balanced(self.bytes, self.at, (b'(', b')'), true);
        self.other(start);
    }

    fn braced(&mut self, quoted: bool) {
        let start = self.at;
        self.at = balanced(self.bytes, self.at + 1, (b'{', b'}'), !quoted);
        let inside = self.bytes.get(start + 2..self.at.saturating_sub(1)).unwrap_or_default();
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let length = inside.iter().take_while(|byte| is_part(byte)).count();
        let (name, rest) = inside.split_at(length);
        let name = String::from_utf8_lossy(name).into_owned();
        if name.is_empty() || self.depth >= DEEPEST {
            return self.other(start);
        }
        let (operator, word) = match rest {
            [] => (None, &rest[..0]),
            [b':', operator @ (b'-' | b'=' | b'+' | b'?'), word @ ..] => (Some(*operator), word),
            [operator @ (b'-' | b'=' | b'+' | b'?'), word @ ..] => (Some(*operator), word),
            _ => (Some(b'%'), rest),
        };
        let inner = |reader: &Self| {
            let mut inner = Reader { bytes: word, at: 0, out: Vec::new(), text: Vec::new(), depth: reader.depth + 1 };
            while let Some(&byte) = word.get(inner.at) {
                inner.step(byte, false);
            }
            inner.finish()
        };
        let form = match operator {
            None => Form::Plain,
            Some(b'-') => Form::Default(inner(self)),
            Some(b'=') => Form::Assign(inner(self)),
            Some(b'+') => Form::Alternative(inner(self)),
            Some(b'?') => Form::Error,
            Some(_) => Form::Changed,
        };
        self.push(Piece::Parameter { name, form });
    }
}

/// Where what is opened at `at` is closed again; the end of the text when it is not. What is quoted does not count;
/// `single` tells whether single quotes quote there.
pub(super) fn balanced(bytes: &[u8], at: usize, (open, close): (u8, u8), single: bool) -> usize {
    let (mut at, mut depth, mut double) = (at, 0usize, false);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            b'"' => double = !double,
            _ if double => {}
            b'\'' if single => {
                let rest = bytes.get(at + 1..).unwrap_or_default();
                at += 1 + memchr::memchr(b'\'', rest).unwrap_or(rest.len());
            }
            _ if byte == open => depth += 1,
            _ if byte == close => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Word {
        word(text.as_bytes(), 0)
    }

    fn plain(name: &str) -> Piece {
        Piece::Parameter { name: name.into(), form: Form::Plain }
    }

    #[test]
    fn quotes_and_parameters() {
        let text = |text: &str| Piece::Text(text.into());
        assert_eq!(read(r#"a'b c'"d $x"\ e rest"#).pieces, [text("ab cd "), plain("x"), text(" e")]);
        assert_eq!(read("${a}/b").pieces, [plain("a"), text("/b")]);
        assert_eq!(read("x$(f \"$(g)\")y z").pieces, [text("x"), Piece::Other("$(f \"$(g)\")".into()), text("y")]);
        assert_eq!(read("${{ env.X }}/y").pieces, [Piece::Other("${{ env.X }}".into()), text("/y")]);
        let form = Form::Alternative(vec![text(":"), plain("L")]);
        assert_eq!(read("/a${L:+:$L}").pieces, [text("/a"), Piece::Parameter { name: "L".into(), form }]);
        assert_eq!(read("'a b'").inner, Some(1..4));
        assert_eq!(read("'a'b'").inner, None);
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_and_something_is_taken(bytes in proptest::collection::vec(any::<u8>(), 1..200)) {
            let read = word(&bytes, 0);
            prop_assert!(read.range.end <= bytes.len());
            prop_assert!(read.range.end > 0 || ends_word(bytes[0]));
        }

        #[test]
        fn any_shell_like_text_is_read(text in r#"[a${}()'"` :\\\n-]{0,80}"#) {
            prop_assert!(word(text.as_bytes(), 0).range.end <= text.len());
        }
    }
}
