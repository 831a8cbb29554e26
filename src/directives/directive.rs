//! `linklint: allow(rule, …) -- reason`, as it stands in a comment.
use std::ops::Range;

use crate::comments::Comment;

/// What opens a directive.
pub(crate) const MARK: &str = "linklint:";

/// Bytes of a list of rules; looking farther for what closes it would take the square of the comment's length.
const MOST_LIST: usize = 4096;

/// A directive in a comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Directive {
    /// The bytes from its mark to the end of the list, in the file.
    pub(crate) range: Range<usize>,
    /// What it says, or what is wrong with it.
    pub(crate) content: Result<Allow, String>,
}

/// `allow(…)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Allow {
    /// Names of rules, with where they stand.
    pub(crate) rules: Vec<(String, Range<usize>)>,
    /// What follows `--`; empty when nothing does.
    pub(crate) reason: String,
}

/// The text of comments that belong together, without their marks, with where each byte stands in the file.
struct Text {
    bytes: Vec<u8>,
    places: Vec<usize>,
}

impl Text {
    fn of(file: &[u8], comments: &[Comment]) -> Self {
        let (mut bytes, mut places) = (Vec::new(), Vec::new());
        for comment in comments {
            let mut start = comment.range.start;
            for line in file.get(comment.range.clone()).unwrap_or_default().split_inclusive(|&b| b == b'\n') {
                // What a formatter or an author puts in front of a comment's lines.
                let marks = line.iter().take_while(|b| b" \t#/*!;[=".contains(b)).count();
                for (at, &byte) in line.iter().enumerate().skip(marks) {
                    bytes.push(byte);
                    places.push(start + at);
                }
                start += line.len();
            }
            bytes.push(b'\n');
            places.push(comment.range.end.saturating_sub(1));
        }
        Self { bytes, places }
    }

    fn place(&self, range: Range<usize>) -> Range<usize> {
        let start = self.places.get(range.start).copied().unwrap_or_default();
        let end = range.end.checked_sub(1).and_then(|last| self.places.get(last)).map_or(start, |&last| last + 1);
        start..end.max(start)
    }
}

/// The directives in comments that follow each other: a formatter may break lines anywhere in them.
pub(crate) fn directives(file: &[u8], comments: &[Comment]) -> Vec<Directive> {
    let text = Text::of(file, comments);
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = text.bytes.get(from..).and_then(|rest| memchr::memmem::find(rest, MARK.as_bytes())) {
        let start = from + at;
        let (end, content) = read(&text, start + MARK.len());
        let opens_line = start == 0 || text.bytes.get(start - 1) == Some(&b'\n');
        // In the middle of a sentence only the whole form counts.
        if content.is_ok() || opens_line {
            found.push(Directive { range: text.place(start..end), content });
        }
        from = end.max(start + MARK.len());
    }
    found
}

/// Reads what follows the mark; gives where it ends.
fn read(text: &Text, from: usize) -> (usize, Result<Allow, String>) {
    let mut at = skip_blanks(&text.bytes, from);
    let word = text.bytes.get(at..).unwrap_or_default().iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'-');
    let end = at + word.count();
    let word = String::from_utf8_lossy(text.bytes.get(at..end).unwrap_or_default()).into_owned();
    if word != "allow" {
        return (end, Err(format!("no directive `{word}`; known: allow(RULE, …) -- REASON")));
    }
    at = skip_blanks(&text.bytes, end);
    let wrong = |at| (at, Err("after `allow` comes a list of rules: allow(RULE, …) -- REASON".to_owned()));
    if text.bytes.get(at) != Some(&b'(') {
        return wrong(end);
    }
    let list = text.bytes.get(at..text.bytes.len().min(at + MOST_LIST)).unwrap_or_default();
    let Some(close) = memchr::memchr(b')', list) else { return wrong(at) };
    let close = at + close;
    let mut rules = Vec::new();
    let mut start = at + 1;
    for part in text.bytes.get(start..close).unwrap_or_default().split(|&b| b == b',') {
        let blanks = part.iter().take_while(|b| b.is_ascii_whitespace()).count();
        let name = part.trim_ascii();
        if !name.is_empty() {
            let place = text.place(start + blanks..start + blanks + name.len());
            rules.push((String::from_utf8_lossy(name).into_owned(), place));
        }
        start += part.len() + 1;
    }
    if rules.is_empty() {
        return (close + 1, Err("`allow()` names no rule".to_owned()));
    }
    (close + 1, Ok(Allow { rules, reason: reason(&text.bytes, close + 1) }))
}

/// What follows `--` up to an empty line or the next directive, on one line.
fn reason(bytes: &[u8], from: usize) -> String {
    let rest = bytes.get(skip_blanks(bytes, from)..).unwrap_or_default();
    let Some(rest) = rest.strip_prefix(b"--") else { return String::new() };
    let end = memchr::memmem::find(rest, MARK.as_bytes()).unwrap_or(rest.len());
    let rest = String::from_utf8_lossy(rest.get(..end).unwrap_or_default());
    let paragraph = rest.split("\n\n").next().unwrap_or_default();
    let words: Vec<&str> = paragraph.split_whitespace().collect();
    words.join(" ").trim_end_matches(['*', '/', ']', '=']).trim_end().to_owned()
}

fn skip_blanks(bytes: &[u8], from: usize) -> usize {
    from + bytes.get(from..).unwrap_or_default().iter().take_while(|b| b.is_ascii_whitespace()).count()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::comments::{Language, comments};

    fn all(text: &str) -> Vec<Directive> {
        directives(text.as_bytes(), &comments(text.as_bytes(), Language::CMake))
    }

    fn one(text: &str) -> (Vec<String>, String) {
        let found = all(text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        let allow = found[0].content.clone().unwrap();
        for (name, range) in &allow.rules {
            assert_eq!(&text[range.clone()], name);
        }
        (allow.rules.into_iter().map(|(name, _)| name).collect(), allow.reason)
    }

    #[test]
    fn directives_survive_formatters() {
        let expected = (vec!["a-b".to_owned(), "c".to_owned()], "it is so".to_owned());
        for text in [
            "# linklint: allow(a-b, c) -- it is so",
            "#linklint:allow(a-b,c)--it is so\n",
            "# A sentence. linklint: allow(a-b,\n#   c) -- it\n#   is so\n",
            "#[[\n  linklint: allow(a-b, c) -- it is so\n]]",
            "#[=[ linklint: allow(a-b, c) -- it is so ]=]",
            "# linklint: allow( a-b , c )\n# -- it is so\n#\n# something else",
        ] {
            assert_eq!(one(text), expected, "{text}");
        }
        assert_eq!(one("# linklint: allow(x)\n# prose").1, "");
    }

    #[test]
    fn wrong_ones_are_told_where_they_look_like_directives() {
        for (text, expected) in [
            ("# linklint: deny(x)", "no directive `deny`"),
            ("# linklint: allow x", "comes a list of rules"),
            ("# linklint: allow(x", "comes a list of rules"),
            ("# linklint: allow( , )", "names no rule"),
        ] {
            let found = all(text);
            assert!(found[0].content.as_ref().unwrap_err().contains(expected), "{text}: {found:?}");
        }
        assert!(all("# we use linklint: it finds things").is_empty());
        assert!(all("message(\"linklint: allow(x)\")").is_empty());
    }

    proptest! {
        #[test]
        fn any_comment_is_read(text in "(linklint:|allow|\\(|\\)|,|--|[a-z]|#|\n| |/|\\*|é)*") {
            for language in [Language::CMake, Language::C, Language::LinkerList, Language::Hash, Language::Semicolon] {
                let found = comments(text.as_bytes(), language);
                for directive in directives(text.as_bytes(), &found) {
                    prop_assert!(directive.range.end <= text.len());
                    prop_assert!(text.as_bytes()[directive.range.start..].starts_with(MARK.as_bytes()));
                }
            }
        }
    }
}
