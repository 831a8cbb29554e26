//! Making text of the input harmless on a terminal.
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io;

/// Which characters may be shown as they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Charset {
    /// All that are harmless.
    Unicode,
    /// Those of ASCII.
    Ascii,
}

impl Charset {
    /// Whether `c` can be shown without doing anything to the terminal or hiding in it.
    fn shows(self, c: char) -> bool {
        match c {
            ' '..='~' => true,
            _ if self == Self::Ascii => false,
            _ => !c.is_control() && !is_deceptive(c),
        }
    }
}

/// Characters that change the order of what is seen, or that are seen as nothing (Unicode's format characters that
/// are ignored by default, the bidirectional controls of UAX #9, line and paragraph separators, tags, and private use).
fn is_deceptive(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{e000}'..='\u{f8ff}'
        | '\u{e0000}'..='\u{10ffff}')
}

/// Appends `c`, escaped when it cannot be shown.
pub(super) fn push(out: &mut String, c: char, charset: Charset) {
    if charset.shows(c) {
        out.push(c);
    } else if c.is_ascii() {
        let _ = write!(out, "\\x{:02x}", u32::from(c));
    } else {
        let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
    }
}

/// Appends a byte that is no text.
pub(super) fn push_byte(out: &mut String, byte: u8) {
    // Writing to a string does not fail.
    let _ = write!(out, "\\x{byte:02x}");
}

/// Writes JSON in which characters that act on a terminal or hide in it are escaped as JSON does it: the same values.
pub(super) fn write_json(out: &mut dyn io::Write, value: &impl serde::Serialize, pretty: bool) -> io::Result<()> {
    let text = if pretty { serde_json::to_string_pretty(value) } else { serde_json::to_string(value) }?;
    let mut rest = text.as_str();
    // Beyond ASCII there are characters in strings only.
    while let Some((at, c)) =
        rest.char_indices().find(|&(_, c)| c == '\x7f' || !c.is_ascii() && !Charset::Unicode.shows(c))
    {
        out.write_all(&rest.as_bytes()[..at])?;
        for unit in c.encode_utf16(&mut [0; 2]) {
            write!(out, "\\u{unit:04x}")?;
        }
        rest = &rest[at + c.len_utf8()..];
    }
    out.write_all(rest.as_bytes())
}

/// Lines with everything escaped that a terminal must not get; line breaks and tabs stay.
pub(crate) fn harmless_lines(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\n' | '\t') {
            out.push(c);
        } else {
            push(&mut out, c, Charset::Unicode);
        }
    }
    out
}

/// `text` with everything escaped that cannot be shown; line breaks and tabs become blanks.
pub(super) fn clean(text: &str, charset: Charset) -> Cow<'_, str> {
    if text.chars().all(|c| charset.shows(c)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if matches!(c, '\n' | '\t') {
            out.push(' ');
        } else {
            push(&mut out, c, charset);
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_would_act_on_a_terminal_is_escaped() {
        let cases = [
            ("plain é 漢", "plain é 漢", "plain \\u{e9} \\u{6f22}"),
            ("\x1b[31mred", "\\x1b[31mred", "\\x1b[31mred"),
            ("\u{9b}31m", "\\u{9b}31m", "\\u{9b}31m"),
            ("a\u{202e}b", "a\\u{202e}b", "a\\u{202e}b"),
            ("x\r\ny\tz", "x\\x0d y z", "x\\x0d y z"),
            ("\u{e0041}", "\\u{e0041}", "\\u{e0041}"),
        ];
        for (text, unicode, ascii) in cases {
            assert_eq!(clean(text, Charset::Unicode), unicode);
            assert_eq!(clean(text, Charset::Ascii), ascii);
        }
    }

    proptest! {
        #[test]
        fn nothing_that_acts_is_left(text in any::<String>()) {
            prop_assert!(clean(&text, Charset::Unicode).chars().all(|c| Charset::Unicode.shows(c)));
            prop_assert!(clean(&text, Charset::Ascii).bytes().all(|b| (b' '..=b'~').contains(&b)));
        }
    }

    #[test]
    fn json_holds_the_same_and_nothing_that_acts() {
        let value = serde_json::json!({ "a\u{7f}": ["é\u{9b}31m", "\u{202e}\u{e0041}\u{1b}\n", "日本 \"\\"] });
        for pretty in [false, true] {
            let mut out = Vec::new();
            write_json(&mut out, &value, pretty).unwrap();
            let text = String::from_utf8(out).unwrap();
            assert!(text.contains("\\udb40\\udc41") && text.contains('é') && text.contains('日'), "{text}");
            assert!(!text.contains(|c: char| c.is_control() && c != '\n' || is_deceptive(c)), "{text}");
            assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
        }
    }
}
