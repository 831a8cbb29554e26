//! Reading rule files: TOML values with positions, and errors that name the place and what was meant.
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::nearest::suggestion;

/// A rule file that cannot be used, with the place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoadError {
    /// Name of the file, as it is shown.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in code points, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

impl std::fmt::Display for LoadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.message)
    }
}

impl std::error::Error for LoadError {}

/// A value of a TOML document with its bytes.
pub(super) type Value<'i> = Spanned<DeValue<'i>>;

/// The text of a rule file, for the positions of errors.
#[derive(Debug, Clone, Copy)]
pub(super) struct Document<'i> {
    file: &'i str,
    text: &'i str,
}

impl<'i> Document<'i> {
    pub(super) fn new(file: &'i str, text: &'i str) -> Self {
        Self { file, text }
    }

    /// The document as a table.
    pub(super) fn parse(self) -> Result<Spanned<DeTable<'i>>, LoadError> {
        DeTable::parse(self.text).map_err(|e| self.error(e.span().unwrap_or(0..0), e.message()))
    }

    /// An error at `span` (bytes).
    pub(super) fn error(self, span: Range<usize>, message: impl Into<String>) -> LoadError {
        let start = span.start.min(self.text.len());
        let before = self.text.get(..start).unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        LoadError {
            file: self.file.to_owned(),
            line: before.matches('\n').count() + 1,
            column: before.get(line_start..).map_or(0, |text| text.chars().count()) + 1,
            message: message.into(),
        }
    }

    pub(super) fn string<'v>(self, value: &'v Value<'i>, what: &str) -> Result<&'v str, LoadError> {
        value.get_ref().as_str().ok_or_else(|| self.kind(value, what, "a string"))
    }

    pub(super) fn boolean(self, value: &Value<'i>, what: &str) -> Result<bool, LoadError> {
        value.get_ref().as_bool().ok_or_else(|| self.kind(value, what, "true or false"))
    }

    pub(super) fn table<'v>(self, value: &'v Value<'i>, what: &str) -> Result<&'v DeTable<'i>, LoadError> {
        value.get_ref().as_table().ok_or_else(|| self.kind(value, what, "a table"))
    }

    pub(super) fn strings(self, value: &Value<'i>, what: &str) -> Result<Vec<String>, LoadError> {
        let list = value.get_ref().as_array().ok_or_else(|| self.kind(value, what, "a list of strings"))?;
        list.iter().map(|item| Ok(self.string(item, what)?.to_owned())).collect()
    }

    /// The value that a word names, or an error with the words that are known.
    pub(super) fn word<T>(self, value: &Value<'i>, what: &str, known: &[(&'static str, T)]) -> Result<T, LoadError>
    where
        T: Copy,
    {
        let word = self.string(value, what)?;
        known
            .iter()
            .find(|(name, _)| *name == word)
            .map(|&(_, item)| item)
            .ok_or_else(|| self.error(value.span(), unknown(what, word, known.iter().map(|&(name, _)| name))))
    }

    /// An error for the first key of `table` that is not in `known`.
    pub(super) fn only(self, table: &DeTable<'i>, known: &[&str], what: &str) -> Result<(), LoadError> {
        // The table is sorted by name; the first in the text is the one that the author sees first.
        let stray =
            table.keys().filter(|key| !known.contains(&key.get_ref().as_ref())).min_by_key(|key| key.span().start);
        match stray {
            None => Ok(()),
            Some(key) => Err(self.error(key.span(), unknown(what, key.get_ref(), known.iter().copied()))),
        }
    }

    fn kind(self, value: &Value<'i>, what: &str, wanted: &str) -> LoadError {
        self.error(value.span(), format!("`{what}` takes {wanted}, this is {}", article(value.get_ref().type_str())))
    }
}

fn article(kind: &str) -> String {
    let vowel = kind.starts_with(['a', 'e', 'i', 'o', 'u']);
    format!("{} {kind}", if vowel { "an" } else { "a" })
}

/// "no key `x`; did you mean `y`? known: …".
pub(super) fn unknown<'a>(what: &str, word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    let meant = suggestion(word, known.iter().copied());
    let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    format!("no {what} `{word}`{meant}; known: {known}")
}
