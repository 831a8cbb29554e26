//! Where the comments of a file are, whatever its language, and what code lies between them.
use std::ops::Range;

use crate::cmake::syntax::{TokenKind, tokens};
use crate::discover::Kind;

/// The comment forms of a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    /// CMake: `#` and `#[[ ]]`.
    CMake,
    /// C, C++, Rust and their kin: `//` and `/* */`; strings and characters are quoted.
    C,
    /// Version scripts and dynamic lists: `#` and `/* */`.
    LinkerList,
    /// Scripts, TOML, YAML, Dockerfiles, makefiles, Python: `#`.
    Hash,
    /// Module definition files: `;`.
    Semicolon,
}

impl Language {
    /// The language of a kind of file; none where there are no comments.
    pub(crate) fn of(kind: Kind, name: &str) -> Option<Self> {
        Some(match kind {
            Kind::CMakeLists | Kind::CMakeModule | Kind::CMakeTemplate => Self::CMake,
            Kind::Source | Kind::Header | Kind::RustSource | Kind::BuildScript | Kind::Assembly => Self::C,
            Kind::ExportList if name.to_ascii_lowercase().ends_with(".def") => Self::Semicolon,
            Kind::ExportList => Self::LinkerList,
            Kind::Script | Kind::Python | Kind::CargoManifest | Kind::CargoConfig | Kind::PkgConfig => Self::Hash,
            Kind::Presets | Kind::CargoLock | Kind::Fortran | Kind::Packaging | Kind::Recipe => return None,
        })
    }

    /// Whether statements go on over line ends, up to `;` or a brace.
    pub(crate) fn has_statements(self) -> bool {
        matches!(self, Self::C | Self::LinkerList)
    }
}

/// A comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Comment {
    /// Its bytes, marks included; a line comment ends before its line end.
    pub(crate) range: Range<usize>,
    /// Whether it ends with its line.
    pub(crate) line: bool,
}

/// The comments of a file in order, none within another.
pub(crate) fn comments(bytes: &[u8], language: Language) -> Vec<Comment> {
    if language == Language::CMake {
        let found = tokens(bytes).into_iter().filter_map(|token| {
            let line = match token.kind {
                TokenKind::LineComment => true,
                TokenKind::BracketComment => false,
                _ => return None,
            };
            Some(Comment { range: token.start as usize..token.end as usize, line })
        });
        return found.collect();
    }
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        at = step(bytes, at, language, &mut found);
    }
    found
}

/// A text with blanks for its comments: what they say, directives too, is no code.
pub(crate) fn without_comments(bytes: &[u8], language: Language) -> Vec<u8> {
    let mut code = bytes.to_vec();
    for comment in comments(bytes, language) {
        for byte in code.get_mut(comment.range).into_iter().flatten().filter(|byte| **byte != b'\n') {
            *byte = b' ';
        }
    }
    code
}

/// Takes what stands at `at` (a comment, a string, a byte) and gives where it ends.
fn step(bytes: &[u8], at: usize, language: Language, found: &mut Vec<Comment>) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    let line_mark: &[u8] = match language {
        Language::C => b"//",
        Language::Semicolon => b";",
        Language::CMake | Language::LinkerList | Language::Hash => b"#",
    };
    let blocks = matches!(language, Language::C | Language::LinkerList);
    if rest.starts_with(line_mark) && (language != Language::Hash || opens_word(bytes, at)) {
        let end = at + memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        found.push(Comment { range: at..end, line: true });
        return end;
    }
    if blocks && rest.starts_with(b"/*") {
        let inner = rest.get(2..).unwrap_or_default();
        let end = memchr::memmem::find(inner, b"*/").map_or(bytes.len(), |close| at + 2 + close + 2);
        found.push(Comment { range: at..end, line: false });
        return end;
    }
    match rest.first() {
        Some(b'"') if language != Language::Semicolon => string(bytes, at, b'"'),
        // A lone apostrophe is a lifetime in Rust or a digit separator in C++.
        Some(b'\'') if language == Language::C => character(bytes, at),
        _ => at + 1,
    }
}

/// In shells `#` opens a comment at the start of a word only; so it does in the others as people write them.
fn opens_word(bytes: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| bytes.get(before));
    before.is_none_or(|b| b.is_ascii_whitespace() || b";,".contains(b))
}

/// The end of a string that begins at `at`; one that is not closed ends with its line.
fn string(bytes: &[u8], at: usize, quote: u8) -> usize {
    let mut end = at + 1;
    while let Some(&byte) = bytes.get(end) {
        match byte {
            b'\\' => end += 1,
            b'\n' => return end,
            byte if byte == quote => return end + 1,
            _ => {}
        }
        end += 1;
    }
    bytes.len()
}

/// The end of a character literal, or of the apostrophe alone when there is none.
fn character(bytes: &[u8], at: usize) -> usize {
    let end = match bytes.get(at + 1) {
        Some(b'\\') => at + 3,
        Some(_) => at + 2,
        None => return at + 1,
    };
    if bytes.get(end) == Some(&b'\'') { end + 1 } else { at + 1 }
}

/// Words of comments that keep a function for the library itself.
const SET_APART: &[&str] = &[
    "@internal",
    "\\internal",
    "call directly",
    "call this directly",
    "do not use",
    "don't use",
    "implementation detail",
    "not exported",
    "not part of",
];
/// Words that do so where they are said of the function, and not of what it works on.
const OF_ITSELF: &[&str] = &["internal", "private"];
/// What follows them then, in singular; the end of the sentence does, too.
const BEHIND: &[&str] = &[
    "and",
    "api",
    "but",
    "by",
    "call",
    "declaration",
    "do",
    "for",
    "function",
    "header",
    "helper",
    "implementation",
    "in",
    "interface",
    "it",
    "member",
    "method",
    "not",
    "only",
    "or",
    "purpose",
    "routine",
    "symbol",
    "to",
    "use",
    "usage",
    "utilitie",
    "utility",
    "within",
];

/// Whether the comment right before a declaration, or behind it on its line, says that it is not for others.
pub(crate) fn keeps_apart(bytes: &[u8], at: usize) -> bool {
    let line = memchr::memrchr(b'\n', bytes.get(..at).unwrap_or_default()).map_or(0, |end| end + 1);
    let end = memchr::memchr(b'\n', bytes.get(at..).unwrap_or_default()).map_or(bytes.len(), |length| at + length);
    let behind = bytes.get(at..end).unwrap_or_default();
    let behind = memchr::memmem::find(behind, b"/").map_or(&[][..], |start| &behind[start..]);
    let above = comments_above(bytes.get(..line).unwrap_or_default());
    above.into_iter().chain([behind]).any(|line| {
        let text = String::from_utf8_lossy(line).to_ascii_lowercase();
        SET_APART.iter().any(|words| text.contains(words)) || OF_ITSELF.iter().any(|word| is_of_itself(&text, word))
    })
}

/// The comments that end a text, each on lines of its own, with no empty line between.
fn comments_above(text: &[u8]) -> Vec<&[u8]> {
    let line_of = |at: usize| memchr::memrchr(b'\n', text.get(..at).unwrap_or_default()).map_or(0, |end| end + 1);
    let mut out = Vec::new();
    let mut end = text.len();
    while let Some(rest) = text.get(..end).and_then(|rest| rest.strip_suffix(b"\n")) {
        let mut start = line_of(rest.len());
        let last = rest.get(start..).unwrap_or_default().trim_ascii();
        if last.ends_with(b"*/") {
            let Some(open) = memchr::memmem::rfind(rest, b"/*") else { break };
            start = line_of(open);
            if !text.get(start..open).unwrap_or_default().trim_ascii().is_empty() {
                break;
            }
        } else if !last.starts_with(b"//") {
            break;
        }
        out.push(rest.get(start..).unwrap_or_default());
        end = start;
    }
    out
}

/// Whether a comment says such a word of the declaration, not of something that it speaks about (`the private key`, `internal state`).
fn is_of_itself(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let rest = text.get(at + word.len()..).unwrap_or_default();
        let next = rest.strip_prefix([' ', '-']).unwrap_or_default();
        let length = next.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(next.len());
        let next = next.get(..length).unwrap_or_default();
        next.is_empty() || BEHIND.contains(&next.trim_end_matches('s'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str, language: Language) -> Vec<&str> {
        comments(text.as_bytes(), language).into_iter().map(|c| &text[c.range]).collect()
    }

    #[test]
    fn comments_that_keep_a_function_apart() {
        let apart = |text: &str| keeps_apart(text.as_bytes(), text.find("f(").unwrap());
        assert!(apart("/* Internal: do not call. */\nint f(void);") && apart("int f(void); // not part of the API"));
        assert!(apart("// Used internally.\nint f(void);") && apart("// For internal use only\nint f(void);"));
        assert!(
            !apart("// Loads the private key.\nint f(void);") && !apart("/* Sets internal parameters */\nint f(void);")
        );
        assert!(
            apart("/*!\n    \\internal\n    Grows.\n*/\nint f(void);")
                && apart("/** \\internal Grows. */\nint f(void);")
        );
        assert!(!apart("int g(void); /* internal */\nint f(void);") && !apart("/* Internal. */\n\nint f(void);"));
        assert!(!apart("/* Internal. */\nint g(void);\nint f(void);") && !apart("// Adds.\nint f(void);"));
    }

    #[test]
    fn comments_of_every_language_are_found() {
        assert_eq!(texts("a() # x\n#[[ y\n]] \"#z\"", Language::CMake), ["# x", "#[[ y\n]]"]);
        assert_eq!(texts("\"// no\" '\"' // a\n/* b\n*/ 'x", Language::C), ["// a", "/* b\n*/"]);
        assert_eq!(texts("{ global: f; # a\n/* b */ };", Language::LinkerList), ["# a", "/* b */"]);
        assert_eq!(texts("x=${#a} # b\n\"# no\"", Language::Hash), ["# b"]);
        assert_eq!(texts("EXPORTS ; a\n", Language::Semicolon), ["; a"]);
        assert_eq!(texts("/* open", Language::C), ["/* open"]);
        assert_eq!(texts("fn f<'a>() {} // b", Language::C), ["// b"]);
    }
}
