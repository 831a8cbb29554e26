//! Apple's lists of exported and unexported symbols (ld64(1)): one pattern a line, `#` starts a comment.
use std::ops::Range;

use super::dynamic_list::best;
use super::glob::{Glob, Match};
use super::symbol::{Name, Symbol};

/// A pattern, held against the name in the object file, which begins with an underscore for every C and C++ symbol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// As written.
    pub text: String,
    /// Bytes of the file.
    pub range: Range<u32>,
    glob: Glob,
}

impl Line {
    /// A pattern that stands on the command line (`-exported_symbol`).
    pub fn new(text: &str) -> Self {
        Self { text: text.to_owned(), range: 0..text.len() as u32, glob: Glob::new(text) }
    }

    /// Whether no C or C++ symbol can match, because the leading underscore is missing.
    pub fn lacks_underscore(&self) -> bool {
        !self.text.starts_with(['_', '*', '?', '[', '.', '\\']) && !self.text.starts_with(crate::flags::is_unknown)
    }

    /// Matches a symbol; its name gets the underscore here.
    pub fn matches(&self, symbol: &Symbol) -> Match {
        let Some(name) = &symbol.mangled else {
            return if self.glob.is_star() { Match::Yes } else { Match::Maybe };
        };
        let text = format!("_{}", name.text());
        self.glob.matches(&if name.is_open() { Name::beginning(text) } else { Name::known(text) })
    }
}

/// Reads a list; every byte sequence is one.
pub fn parse(bytes: &[u8]) -> Vec<Line> {
    let (mut lines, mut start) = (Vec::new(), 0);
    for line in bytes.split(|&byte| byte == b'\n') {
        let body = line.split(|&byte| byte == b'#').next().unwrap_or_default();
        let lead = body.len() - body.trim_ascii_start().len();
        let text = body.trim_ascii();
        if !text.is_empty() {
            let from = (start + lead) as u32;
            let written = String::from_utf8_lossy(text).into_owned();
            lines.push(Line { glob: Glob::new(&written), text: written, range: from..from + text.len() as u32 });
        }
        start += line.len() + 1;
    }
    lines
}

/// Whether a list names a symbol, and by which line.
pub fn names<'a>(lines: &'a [Line], symbol: &Symbol) -> (Match, Option<&'a Line>) {
    best(lines, symbol, Line::matches)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_comments_and_underscores() {
        let lines = parse(b"# all\n_api_*  # tail\r\n\n  plain\n__ZTI*");
        let texts: Vec<_> = lines.iter().map(|line| (line.text.as_str(), line.lacks_underscore())).collect();
        assert_eq!(texts, [("_api_*", false), ("plain", true), ("__ZTI*", false)]);
        assert_eq!(lines[1].range, 25..30);
        assert_eq!(names(&lines, &Symbol::c("api_f")).0, Match::Yes);
        assert_eq!(names(&lines, &Symbol::c("plain")).0, Match::No);
        assert_eq!(names(&lines, &Symbol::typeinfo("T")).0, Match::Yes);
    }
}
