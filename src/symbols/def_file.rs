//! Module-definition files (Microsoft C++ reference, "Module-Definition (.Def) Files", "EXPORTS") and `/EXPORT`.
use std::ops::Range;

use super::SyntaxError;
use super::tokens::error;

/// One exported symbol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Export {
    /// The name that the DLL exports.
    pub name: String,
    /// The name inside, when it differs; `module.name` forwards to another DLL.
    pub internal: Option<String>,
    /// `@n`.
    pub ordinal: Option<u32>,
    /// `NONAME`: exported by ordinal only.
    pub noname: bool,
    /// `PRIVATE`: not in the import library.
    pub private: bool,
    /// `DATA` or `CONSTANT`: a variable.
    pub data: bool,
    /// Bytes of the file.
    pub range: Range<u32>,
}

/// A module-definition file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DefFile {
    /// `LIBRARY name` or `NAME name`.
    pub module: Option<String>,
    /// In the order of the file.
    pub exports: Vec<Export>,
    /// What could not be read.
    pub errors: Vec<SyntaxError>,
}

const STATEMENTS: &[&str] = &[
    "LIBRARY",
    "NAME",
    "EXPORTS",
    "IMPORTS",
    "SECTIONS",
    "SEGMENTS",
    "STACKSIZE",
    "HEAPSIZE",
    "VERSION",
    "STUB",
    "DESCRIPTION",
    "CODE",
    "DATA",
    "EXETYPE",
    "SUBSYSTEM",
    "PROTMODE",
    "REALMODE",
];

/// A word of a line, with the byte where it starts.
type Word = (usize, String);

/// Reads a module-definition file.
pub fn parse(bytes: &[u8]) -> DefFile {
    let mut file = DefFile::default();
    let (mut start, mut exporting) = (0, false);
    for line in bytes.split(|&byte| byte == b'\n') {
        let mut words = words(line, start);
        start += line.len() + 1;
        let Some(first) = words.first().map(|word| word.1.clone()) else { continue };
        // DATA is a statement of old files only, and an attribute of an export.
        if STATEMENTS.contains(&first.as_str()) && !(exporting && first == "DATA") {
            exporting = first == "EXPORTS";
            match first.as_str() {
                "LIBRARY" | "NAME" => file.module = words.get(1).map(|word| word.1.clone()),
                "EXPORTS" => {
                    words.remove(0);
                }
                _ => {}
            }
        }
        if exporting && !words.is_empty() {
            file.exports.extend(export(&words, &mut file.errors));
        }
    }
    file
}

/// Reads the text of `/EXPORT:` or of a `#pragma comment(linker, "/EXPORT:...")`: parts between commas.
pub fn parse_export_option(text: &str) -> Option<Export> {
    let mut at = 0;
    let mut words = Vec::new();
    for part in text.split(',') {
        words.extend(pieces(part, at));
        at += part.len() + 1;
    }
    export(&words, &mut Vec::new())
}

/// Splits a line at white space and around `=`; a semicolon starts a comment; quotes group.
fn words(line: &[u8], start: usize) -> Vec<Word> {
    let text = String::from_utf8_lossy(line);
    let code = text.split(';').next().unwrap_or_default();
    pieces(code, start)
}

fn pieces(code: &str, start: usize) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let (mut quoted, mut open) = (false, false);
    for (at, c) in code.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '=' if !quoted => {
                words.push((start + at, "=".to_owned()));
                open = false;
            }
            c if c.is_whitespace() && !quoted => open = false,
            c => match words.last_mut() {
                Some((_, word)) if open => word.push(c),
                _ => {
                    words.push((start + at, c.to_string()));
                    open = true;
                }
            },
        }
    }
    words
}

fn export(words: &[Word], errors: &mut Vec<SyntaxError>) -> Option<Export> {
    let (start, name) = words.first()?;
    let end = words.last().map_or(*start, |(at, word)| at + word.len());
    let (mut internal, mut rest) = (None, words.get(1..).unwrap_or_default());
    while let Some(((_, sign), after)) = rest.split_first()
        && sign == "="
    {
        internal = after.first().map(|word| word.1.clone()).filter(|word| word != "=");
        rest = after.get(usize::from(internal.is_some())..).unwrap_or_default();
    }
    let range = *start as u32..end as u32;
    let mut found =
        Export { name: name.clone(), internal, ordinal: None, noname: false, private: false, data: false, range };
    let mut words = rest.iter();
    while let Some((at, word)) = words.next() {
        match word.to_ascii_uppercase().as_str() {
            "NONAME" => found.noname = true,
            "PRIVATE" => found.private = true,
            "DATA" | "CONSTANT" => found.data = true,
            "@" => found.ordinal = words.next().and_then(|(_, word)| word.parse().ok()),
            _ => match word.strip_prefix('@').and_then(|number| number.parse().ok()) {
                Some(number) => found.ordinal = Some(number),
                None => errors.push(error(*at..at + word.len(), "no attribute of an export")),
            },
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exports_with_aliases_ordinals_and_attributes() {
        let file = parse(b"LIBRARY \"my lib\"\r\nEXPORTS first\n  f = g @2 NONAME ; c\n level DATA\n DllMain PRIVATE\n a=other.b\nSTACKSIZE 4\n");
        assert_eq!(file.module.as_deref(), Some("my lib"));
        assert_eq!(file.errors, []);
        let names: Vec<_> = file.exports.iter().map(|e| (e.name.as_str(), e.internal.as_deref())).collect();
        assert_eq!(
            names,
            [("first", None), ("f", Some("g")), ("level", None), ("DllMain", None), ("a", Some("other.b"))]
        );
        assert_eq!((file.exports[1].ordinal, file.exports[1].noname), (Some(2), true));
        assert!(file.exports[2].data && file.exports[3].private);
    }

    #[test]
    fn options() {
        let export = parse_export_option("f=_f@8,@3,DATA").expect("an export");
        assert_eq!((export.name.as_str(), export.internal.as_deref(), export.ordinal), ("f", Some("_f@8"), Some(3)));
        assert!(export.data);
        assert_eq!(parse_export_option(""), None);
    }

    #[test]
    fn unknown_attributes_are_reported_and_skipped() {
        let file = parse(b"EXPORTS\n f WHAT @x\n g\n");
        assert_eq!(file.exports.len(), 2);
        assert_eq!(file.errors.len(), 2);
    }
}
