//! Printable strings in the bytes of a file: `file(STRINGS)`.
use super::regex::{Matches, Regex};

/// How the bytes are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Encoding {
    /// One byte a character, ASCII only.
    #[default]
    Bytes,
    /// As bytes, and whole characters of UTF-8.
    Utf8,
    /// Units of so many bytes, the most significant first or last.
    Units {
        /// 2 or 4.
        width: usize,
        /// The most significant byte comes first.
        big: bool,
    },
}

impl Encoding {
    /// By the word after `ENCODING`.
    pub fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "UTF-8" => Self::Utf8,
            "UTF-16LE" => Self::Units { width: 2, big: false },
            "UTF-16BE" => Self::Units { width: 2, big: true },
            "UTF-32LE" => Self::Units { width: 4, big: false },
            "UTF-32BE" => Self::Units { width: 4, big: true },
            _ => return None,
        })
    }

    /// The mark that a file begins with, with its length.
    fn of_mark(bytes: &[u8]) -> Option<(Self, usize)> {
        Some(match bytes {
            [0xEF, 0xBB, 0xBF, ..] => (Self::Utf8, 3),
            [0xFF, 0xFE, 0, 0, ..] => (Self::Units { width: 4, big: false }, 4),
            [0, 0, 0xFE, 0xFF, ..] => (Self::Units { width: 4, big: true }, 4),
            [0xFE, 0xFF, ..] => (Self::Units { width: 2, big: true }, 2),
            [0xFF, 0xFE, ..] => (Self::Units { width: 2, big: false }, 2),
            _ => return None,
        })
    }
}

/// The options of `file(STRINGS)`.
#[derive(Default)]
pub struct Options {
    /// `LENGTH_MINIMUM`
    pub shortest: usize,
    /// `LENGTH_MAXIMUM`
    pub longest: Option<usize>,
    /// `LIMIT_COUNT`
    pub count: Option<usize>,
    /// `LIMIT_INPUT`
    pub input: Option<usize>,
    /// `LIMIT_OUTPUT`
    pub output: Option<usize>,
    /// `NEWLINE_CONSUME`: the end of a line is part of a string.
    pub newlines: bool,
    /// `REGEX`
    pub regex: Option<Regex>,
    /// `ENCODING`; without it the mark at the file's beginning decides.
    pub encoding: Option<Encoding>,
}

struct Collector<'a> {
    options: &'a Options,
    current: String,
    found: Vec<String>,
    bytes: usize,
    last: Option<Matches>,
    full: bool,
}

impl Collector<'_> {
    /// Ends the string that is being read.
    fn end(&mut self, may_be_empty: bool) {
        let text = std::mem::take(&mut self.current);
        if text.len() < self.options.shortest || text.is_empty() && !may_be_empty {
            return;
        }
        if let Some(regex) = &self.options.regex {
            let Some(matches) = regex.captures(&text) else { return };
            self.last = Some(matches);
        }
        self.bytes += text.len() + 1;
        if self.options.output.is_some_and(|most| self.bytes >= most) {
            self.full = true;
            return;
        }
        self.found.push(text);
        self.full = self.options.count.is_some_and(|most| self.found.len() >= most);
    }

    fn take(&mut self, text: char) {
        self.current.push(text);
        if self.options.longest.is_some_and(|most| self.current.len() >= most) {
            self.end(false);
        }
    }
}

/// The strings of a file, with the last match of the regular expression.
pub fn strings(bytes: &[u8], options: &Options) -> (Vec<String>, Option<Matches>) {
    let mark = Encoding::of_mark(bytes);
    let start = mark.map_or(0, |(_, length)| length);
    let encoding = options.encoding.or(mark.map(|(encoding, _)| encoding)).unwrap_or_default();
    let end = options.input.map_or(bytes.len(), |most| most.min(bytes.len())).max(start);
    let mut rest = &bytes[start..end];
    let mut collector =
        Collector { options, current: String::new(), found: Vec::new(), bytes: 0, last: None, full: false };
    while !rest.is_empty() && !collector.full {
        let (unit, length) = next(rest, encoding);
        rest = rest.get(length..).unwrap_or_default();
        match unit {
            Some('\r') => {}
            Some('\n') if !options.newlines => collector.end(true),
            Some(text) if text == '\t' || text == '\n' || !text.is_control() => collector.take(text),
            _ => collector.end(false),
        }
    }
    if !collector.full && !collector.current.is_empty() {
        collector.end(false);
    }
    (collector.found, collector.last)
}

/// The next character, if it is one that strings are made of, and the bytes that it takes.
fn next(bytes: &[u8], encoding: Encoding) -> (Option<char>, usize) {
    let ascii = |code: u32| u8::try_from(code).ok().filter(u8::is_ascii).map(char::from);
    match encoding {
        Encoding::Units { width, big } => {
            let unit = bytes.iter().take(width);
            let code = if big {
                unit.fold(0_u32, |code, byte| code << 8 | u32::from(*byte))
            } else {
                unit.rev().fold(0_u32, |code, byte| code << 8 | u32::from(*byte))
            };
            (ascii(code), width)
        }
        Encoding::Utf8 => {
            let most = bytes.len().min(4);
            let whole = (1..=most).find_map(|n| Some((std::str::from_utf8(bytes.get(..n)?).ok()?.chars().next()?, n)));
            whole.map_or((None, 1), |(text, length)| (Some(text), length))
        }
        Encoding::Bytes => (ascii(bytes.first().copied().map_or(0, u32::from)), 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_end_at_what_is_not_printable() {
        let (found, _) = strings(b"one\0two\n\nfour\x80", &Options::default());
        assert_eq!(found, ["one", "two", "", "four"]);
        let wide = strings(b"\xFF\xFEa\0b\0\x05\x06c\0", &Options::default());
        assert_eq!(wide.0, ["ab", "c"]);
        let limited = Options { longest: Some(2), count: Some(2), ..Options::default() };
        assert_eq!(strings(b"abcdef", &limited).0, ["ab", "cd"]);
    }
}
