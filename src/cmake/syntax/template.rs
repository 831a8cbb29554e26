//! Templates: the text of an argument with its escapes decoded and its references found (cmake-language(7),
//! policy CMP0053 NEW).
use std::borrow::Cow;

use super::ast::{Namespace, Part, SyntaxError, Template};

/// References nested deeper than this are an error and stay text.
pub(super) const MAX_REFERENCE_DEPTH: usize = 100;

/// Which signs mean something, and which text may stand in literals.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    language: Language,
    /// Whether characters of the private planes stay as they are.
    keep_private: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Language {
    /// Escapes, `${}`, `$ENV{}`, `$CACHE{}`.
    Argument,
    /// `@NAME@`, `${}`, `$ENV{}`, `$CACHE{}`.
    Configured,
    /// `@NAME@`.
    ConfiguredAtOnly,
}

impl Style {
    /// An argument of a file.
    pub(super) const ARGUMENT: Self = Self { language: Language::Argument, keep_private: false };
}

/// Reads a string as CMake reads the value of an argument: escapes and `${}`, `$ENV{}`, `$CACHE{}`.
///
/// Unlike in [`parse`](super::parse), characters of the private planes 15 and 16 stay: the text comes from the
/// evaluator, which gives them a meaning.
///
/// # Errors
/// The first error of the text, with its range of bytes in it; CMake stops there too.
pub fn template(text: &str) -> Result<Template, SyntaxError> {
    whole(text, Language::Argument)
}

/// Reads the text of `configure_file` and `string(CONFIGURE)`: `@NAME@`, and unless `at_only` also `${}`, `$ENV{}`
/// and `$CACHE{}`; no escapes. `configure_file` does this line by line, `string(CONFIGURE)` on the whole text.
///
/// # Errors
/// As [`template`].
pub fn configure_template(text: &str, at_only: bool) -> Result<Template, SyntaxError> {
    whole(text, if at_only { Language::ConfiguredAtOnly } else { Language::Configured })
}

fn whole(text: &str, language: Language) -> Result<Template, SyntaxError> {
    let style = Style { language, keep_private: true };
    let (template, error) = read(text.as_bytes(), style, &mut Scratch::default());
    error.map_or(Ok(template), Err)
}

/// What `configure_package_config_file()` replaces by functions of its own (CMakePackageConfigHelpers(7)).
const PACKAGE_INIT: &str = "@PACKAGE_INIT@";

/// The text of a package configuration's template. What `configure_package_config_file` puts for its placeholder ends with a line of `#`, which takes
/// what stands behind it along; the places stay.
pub fn without_init(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).replace(PACKAGE_INIT, &"#".repeat(PACKAGE_INIT.len()))
}

/// Whether a placeholder of a template stands alone on a line: it may bring commands.
pub fn has_lone_placeholder(bytes: &[u8]) -> bool {
    String::from_utf8_lossy(bytes).lines().map(str::trim).any(|line| {
        let alone = line.len() > 2 && line.starts_with('@') && line.ends_with('@');
        alone && line != PACKAGE_INIT
    })
}

/// Bytes as text for literals: what is not UTF-8, and the characters of the private planes 15 and 16 (which the
/// evaluator uses for its own marks), become U+FFFD.
pub fn literal_text(bytes: &[u8]) -> Cow<'_, str> {
    let text = String::from_utf8_lossy(bytes);
    if has_private(bytes) { Cow::Owned(text.replace(is_private, "\u{FFFD}")) } else { text }
}

fn is_private(c: char) -> bool {
    c >= '\u{F0000}'
}

/// Whether a byte occurs that can start a character of the private planes.
fn has_private(bytes: &[u8]) -> bool {
    memchr::memchr2(0xF3, 0xF4, bytes).is_some()
}

/// Buffers that one reading leaves to the next, empty between them.
#[derive(Default)]
pub(super) struct Scratch {
    /// The finished parts: those of the whole, then those of each open reference.
    parts: Vec<Part>,
    /// The literal that is being read, after `parts`.
    literal: Vec<u8>,
    open: Vec<Open>,
}

/// Reads `text`; what is in error stays as text.
pub(super) fn read(text: &[u8], style: Style, scratch: &mut Scratch) -> (Template, Option<SyntaxError>) {
    let mut reader = Reader { text, at: 0, style, scratch, over: 0, error: None };
    reader.run();
    reader.finish()
}

/// May stand in the name of a variable reference.
const NAME: u8 = 1;
/// Means something outside of references, in one style at least.
const SIGN: u8 = 2;

const CLASS: [u8; 256] = {
    let mut class = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        if b.is_ascii_alphanumeric() || matches!(b, b'_' | b'/' | b'.' | b'+' | b'-') {
            class[byte] = NAME;
        } else if matches!(b, b'$' | b'\\' | b'@' | b'}') {
            class[byte] = SIGN;
        }
        byte += 1;
    }
    class
};

fn is_name(byte: u8) -> bool {
    CLASS[byte as usize] & NAME != 0
}

/// A reference whose `}` has not come yet.
struct Open {
    namespace: Namespace,
    /// Where its `$` stands.
    start: usize,
    /// Where its name starts.
    name: usize,
    /// How many parts came before those of its name.
    parts: usize,
    /// Whether its name cannot be one; then it stays text.
    bad: bool,
}

struct Reader<'a, 's> {
    text: &'a [u8],
    at: usize,
    style: Style,
    scratch: &'s mut Scratch,
    /// Opened references beyond the permitted depth.
    over: usize,
    error: Option<SyntaxError>,
}

impl Reader<'_, '_> {
    fn run(&mut self) {
        let language = self.style.language;
        while let Some(rest) = self.text.get(self.at..) {
            let plain = if self.scratch.open.is_empty() && self.over == 0 {
                rest.iter().position(|&b| CLASS[b as usize] & SIGN != 0)
            } else {
                rest.iter().position(|&b| !is_name(b))
            };
            let plain = plain.unwrap_or(rest.len());
            self.scratch.literal.extend_from_slice(&rest[..plain]);
            self.at += plain;
            let Some(&byte) = rest.get(plain) else { break };
            match byte {
                b'}' if self.over > 0 => {
                    self.over -= 1;
                    self.push(1);
                }
                b'}' if !self.scratch.open.is_empty() => self.close(),
                b'$' if language != Language::ConfiguredAtOnly => self.dollar(),
                b'\\' if language == Language::Argument => self.escape(),
                b'@' if language != Language::Argument => self.at_sign(),
                _ => self.other(),
            }
        }
    }

    /// Takes `length` bytes as they are.
    fn push(&mut self, length: usize) {
        let end = (self.at + length).min(self.text.len());
        self.scratch.literal.extend_from_slice(&self.text[self.at..end]);
        self.at = end;
    }

    fn fail(&mut self, message: impl FnOnce() -> String, start: usize, end: usize) {
        self.error.get_or_insert_with(|| SyntaxError { message: message(), range: start as u32..end as u32 });
    }

    fn dollar(&mut self) {
        let rest = &self.text[self.at + 1..];
        let (namespace, length) = if rest.starts_with(b"{") {
            (Namespace::Variable, 2)
        } else if rest.starts_with(b"ENV{") {
            (Namespace::Environment, 5)
        } else if rest.starts_with(b"CACHE{") {
            (Namespace::Cache, 7)
        } else {
            let name = rest.iter().take_while(|&&b| is_name(b)).count();
            if name > 0 && rest.get(name) == Some(&b'{') {
                let shown = String::from_utf8_lossy(&rest[..name]).into_owned();
                let message =
                    || format!("`${shown}{{}}` is no reference: only `${{}}`, `$ENV{{}}` and `$CACHE{{}}` are");
                self.fail(message, self.at, self.at + name + 2);
            }
            return self.push(1);
        };
        if self.scratch.open.len() >= MAX_REFERENCE_DEPTH {
            let message = || format!("references are nested deeper than {MAX_REFERENCE_DEPTH}");
            self.fail(message, self.at, self.at + length);
            self.over += 1;
            return self.push(length);
        }
        self.flush();
        let parts = self.scratch.parts.len();
        self.scratch.open.push(Open { namespace, start: self.at, name: self.at + length, parts, bad: false });
        self.at += length;
    }

    /// Ends the literal that is being read.
    fn flush(&mut self) {
        if self.scratch.literal.is_empty() {
            return;
        }
        let text = if self.style.keep_private {
            String::from_utf8_lossy(&self.scratch.literal)
        } else {
            literal_text(&self.scratch.literal)
        };
        self.scratch.parts.push(Part::Literal(text.into()));
        self.scratch.literal.clear();
    }

    fn close(&mut self) {
        let Some(open) = self.scratch.open.pop() else { return };
        if open.bad {
            self.flatten(&open);
            if let Some(outer) = self.scratch.open.last_mut() {
                outer.bad = true;
            }
            return self.push(1);
        }
        self.flush();
        let name = self.scratch.parts.drain(open.parts..).collect();
        self.scratch.parts.push(Part::Reference(open.namespace, Template(name)));
        self.at += 1;
    }

    /// Makes a reference that is none text again; the references in its name stay.
    fn flatten(&mut self, open: &Open) {
        let rest = std::mem::take(&mut self.scratch.literal);
        let inner = self.scratch.parts.split_off(open.parts);
        self.literal_again();
        self.scratch.literal.extend_from_slice(&self.text[open.start..open.name]);
        for part in inner {
            match part {
                Part::Literal(text) => self.scratch.literal.extend_from_slice(text.as_bytes()),
                reference @ Part::Reference(..) => {
                    self.flush();
                    self.scratch.parts.push(reference);
                }
            }
        }
        self.scratch.literal.extend_from_slice(&rest);
    }

    /// Continues the last part of the innermost open reference when that is a literal, so that no two literals
    /// stand side by side.
    fn literal_again(&mut self) {
        let from = self.scratch.open.last().map_or(0, |open| open.parts);
        if let Some(Part::Literal(text)) = self.scratch.parts.get_mut(from..).and_then(<[_]>::last_mut) {
            self.scratch.literal = std::mem::take(text).into_string().into_bytes();
            self.scratch.parts.pop();
        }
    }

    fn escape(&mut self) {
        let decoded = match self.text.get(self.at + 1) {
            Some(b't') => b'\t',
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b';') if self.scratch.open.is_empty() && self.over == 0 => return self.push(2),
            Some(byte) if !byte.is_ascii() => {
                self.at += 1;
                return;
            }
            Some(&byte) if !byte.is_ascii_alphanumeric() => byte,
            byte => {
                let shown = byte.map_or(String::from("\\"), |&b| format!("\\{}", char::from(b)));
                let (start, end) = (self.at, (self.at + 2).min(self.text.len()));
                self.fail(|| format!("`{shown}` is no escape sequence"), start, end);
                return self.push(2);
            }
        };
        self.scratch.literal.push(decoded);
        self.at += 2;
    }

    fn at_sign(&mut self) {
        let rest = &self.text[self.at + 1..];
        let name = rest.iter().take_while(|&&b| is_name(b)).count();
        if name == 0 || rest.get(name) != Some(&b'@') {
            return self.other();
        }
        self.flush();
        let name_text: Box<str> = String::from_utf8_lossy(&rest[..name]).into();
        self.scratch.parts.push(Part::Reference(Namespace::Variable, Template(vec![Part::Literal(name_text)])));
        self.at += name + 2;
    }

    /// A byte that means nothing, and that no name may hold (a line end may).
    fn other(&mut self) {
        let byte = self.text[self.at];
        if let Some(open) = self.scratch.open.last_mut()
            && byte != b'\n'
            && self.over == 0
        {
            open.bad = true;
            let length = character_length(&self.text[self.at..]);
            let shown = String::from_utf8_lossy(&self.text[self.at..self.at + length]).into_owned();
            self.fail(
                || format!("`{}` may not stand in the name of a variable", shown.escape_debug()),
                self.at,
                self.at + length,
            );
        }
        self.push(1);
    }

    fn finish(mut self) -> (Template, Option<SyntaxError>) {
        if let Some(open) = self.scratch.open.last() {
            let (start, end) = (open.start, self.text.len());
            self.fail(|| "the reference has no closing `}`".into(), start, end);
        }
        while let Some(open) = self.scratch.open.pop() {
            self.flatten(&open);
        }
        self.flush();
        (Template(self.scratch.parts.drain(..).collect()), self.error)
    }
}

/// Bytes of the first character; 1 if it is not UTF-8.
fn character_length(bytes: &[u8]) -> usize {
    let head = &bytes[..bytes.len().min(4)];
    head.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next()).map_or(1, char::len_utf8)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A template as text: `‹…›` is a variable, `ENV‹…›` and `CACHE‹…›` the others, `|` stands between parts.
    fn show(template: &Template) -> String {
        let parts = template.0.iter().map(|part| match part {
            Part::Literal(text) => text.to_string(),
            Part::Reference(Namespace::Variable, name) => format!("‹{}›", show(name)),
            Part::Reference(Namespace::Environment, name) => format!("ENV‹{}›", show(name)),
            Part::Reference(Namespace::Cache, name) => format!("CACHE‹{}›", show(name)),
        });
        parts.collect::<Vec<_>>().join("|")
    }

    fn shown(text: &str) -> String {
        show(&template(text).unwrap_or_else(|error| panic!("{text}: {error:?}")))
    }

    /// Message and range of the error in `text`, and what is kept of it.
    fn failed(text: &str) -> (String, std::ops::Range<u32>, String) {
        let (kept, error) = read(text.as_bytes(), Style::ARGUMENT, &mut Scratch::default());
        let error = error.unwrap_or_else(|| panic!("{text}: no error in {kept:?}"));
        (error.message, error.range, show(&kept))
    }

    #[test]
    fn references_are_found() {
        assert_eq!(shown("a${b}c"), "a|‹b›|c");
        assert_eq!(shown("${a${b}_$ENV{c}}"), "‹a|‹b›|_|ENV‹c››");
        assert_eq!(shown("$CACHE{x/y.z+1-2}${}"), "CACHE‹x/y.z+1-2›|‹›");
        assert_eq!(shown("${a\\ b}${a\\;b}${a\nb}"), "‹a b›|‹a;b›|‹a\nb›");
        assert_eq!(shown("${a$b}"), "‹a$b›");
        assert_eq!(template("").map(|t| t.0), Ok(Vec::new()));
    }

    #[test]
    fn signs_that_mean_nothing_stay() {
        for text in ["$", "a$", "$x", "$<a>", "a}b", "{a}", "@a@", "$(a)", "$$", "a$ENV", "$CACHE"] {
            assert_eq!(shown(text), text);
        }
    }

    #[test]
    fn escapes_are_decoded() {
        assert_eq!(shown(r#"\t\n\r\"\$\@\\\#\(\ \}\$\{a}"#), "\t\n\r\"$@\\#( }${a}");
        assert_eq!(shown(r"a\;b\\;c\é"), r"a\;b\;cé");
        assert_eq!(shown(r"\\${a}\${a}"), r"\|‹a›|${a}");
    }

    #[test]
    fn errors_have_a_place_and_keep_the_text() {
        let invalid = "is no escape sequence";
        assert_eq!(failed(r"a\zb"), (format!("`\\z` {invalid}"), 1..3, r"a\zb".into()));
        assert_eq!(failed(r"\0"), (format!("`\\0` {invalid}"), 0..2, r"\0".into()));
        assert_eq!(failed("a\\"), (format!("`\\` {invalid}"), 1..2, "a\\".into()));
        assert_eq!(failed("x${a b}y"), ("` ` may not stand in the name of a variable".into(), 4..5, "x${a b}y".into()));
        assert_eq!(
            failed("${a é${b}}"),
            ("` ` may not stand in the name of a variable".into(), 3..4, "${a é|‹b›|}".into())
        );
        assert_eq!(failed("${é}").1, 2..4);
        assert_eq!(failed("${\\é}").1, 3..5);
        assert_eq!(failed("${x${a b}}").2, "${x${a b}}");
        assert_eq!(failed("${@x@}").1, 2..3);
        assert_eq!(failed("x${a${b}"), ("the reference has no closing `}`".into(), 1..8, "x${a|‹b›".into()));
        assert_eq!(failed("${a}${b${c"), ("the reference has no closing `}`".into(), 7..10, "‹a›|${b${c".into()));
        let (message, range, kept) = failed("x$FOO{a}");
        assert!(message.starts_with("`$FOO{}` is no reference"), "{message}");
        assert_eq!((range, kept.as_str()), (1..6, "x$FOO{a}"));
    }

    #[test]
    fn depth_is_bounded() {
        let nested = |depth: usize| format!("{}a{}", "${".repeat(depth), "}".repeat(depth));
        assert!(template(&nested(MAX_REFERENCE_DEPTH)).is_ok());
        let error = template(&nested(MAX_REFERENCE_DEPTH + 1)).expect_err("too deep");
        assert_eq!(error.range, 200..202);
        assert!(template(&"${".repeat(100_000)).is_err());
        assert!(template(&nested(100_000)).is_err());
    }

    #[test]
    fn configured_text_knows_at_signs() {
        let both = |text: &str| show(&configure_template(text, false).expect(text));
        let only = |text: &str| show(&configure_template(text, true).expect(text));
        assert_eq!(both(r"${A}\n @A@ \@A@ ${@A@}$ENV{H}"), r"‹A›|\n |‹A›| \|‹A›| |‹‹A››|ENV‹H›");
        assert_eq!(only(r"${A}\n @A@ $ENV{H} ${@A@} @${A}@"), r"${A}\n |‹A›| $ENV{H} ${|‹A›|} @${A}@");
        assert_eq!(both("@A b@ @A@A@ x@y@A@ @@ @A-/.+_1@ a@b"), "@A b@ |‹A›|A@ x|‹y›|A@ @@ |‹A-/.+_1›| a@b");
        assert!(configure_template("$F{a}", false).is_err());
        assert_eq!(only("$F{a} ${a b"), "$F{a} ${a b");
    }

    #[test]
    fn private_planes_are_kept_for_the_evaluator_only() {
        assert_eq!(shown("\u{F0001}${a}"), "\u{F0001}|‹a›");
        assert_eq!(literal_text("a\u{F0000}\u{10FFFF}\u{EFFFF}é".as_bytes()), "a\u{FFFD}\u{FFFD}\u{EFFFF}é");
        assert_eq!(literal_text(b"a\xFF\xF3b"), "a\u{FFFD}\u{FFFD}b");
        assert!(matches!(literal_text("é".as_bytes()), Cow::Borrowed("é")));
    }

    /// Whether no two literals stand side by side, none is empty, and the same holds in names.
    fn normal(template: &Template) -> bool {
        let literal = |part: &Part| matches!(part, Part::Literal(_));
        template.0.windows(2).all(|pair| !(literal(&pair[0]) && literal(&pair[1])))
            && template.0.iter().all(|part| match part {
                Part::Literal(text) => !text.is_empty(),
                Part::Reference(_, name) => normal(name),
            })
    }

    proptest! {
        #[test]
        fn any_text_gives_a_normal_template(text in r"([${}a\\;@ én\n]|\$\{|ENV\{|\$\{a\}){0,30}") {
            for language in [Language::Argument, Language::Configured, Language::ConfiguredAtOnly] {
                let style = Style { language, keep_private: false };
                let (kept, error) = read(text.as_bytes(), style, &mut Scratch::default());
                prop_assert!(normal(&kept), "{kept:?}");
                if let Some(error) = error {
                    prop_assert!(text.get(error.range.start as usize..error.range.end as usize).is_some());
                }
            }
        }
    }
}
