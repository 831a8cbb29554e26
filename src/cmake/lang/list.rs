//! CMake lists: text whose elements are separated by `;`.
//!
//! Source: cmake-language(7) "Lists". A semicolon separates unless a backslash precedes it or square brackets are
//! open; brackets count over the whole text, so an unbalanced one glues what follows.
mod command;
mod sort;
mod transform;

use std::borrow::Cow;

pub use command::{Functions, run, run_with};

/// Tells which semicolons separate, byte by byte.
#[derive(Debug, Default)]
pub(super) struct Splitter {
    /// Open square brackets; a surplus of closing ones counts as well.
    nesting: i64,
    after_backslash: bool,
}

impl Splitter {
    /// Whether this byte is a separator.
    pub(super) fn separates(&mut self, byte: u8) -> bool {
        let escaped = std::mem::replace(&mut self.after_backslash, byte == b'\\');
        match byte {
            b'[' => self.nesting += 1,
            b']' => self.nesting -= 1,
            b';' => return !escaped && self.nesting == 0,
            _ => {}
        }
        false
    }

    /// Something without meaning for the list stands here.
    pub(super) fn skip(&mut self) {
        self.after_backslash = false;
    }
}

/// The raw elements, escapes left alone: joined by `;` they give the text back. Empty text has one empty element.
pub fn split_raw(value: &str) -> Vec<&str> {
    let mut elements = Vec::new();
    let mut splitter = Splitter::default();
    let mut start = 0;
    for (at, byte) in value.bytes().enumerate() {
        if splitter.separates(byte) {
            elements.push(value.get(start..at).unwrap_or_default());
            start = at + 1;
        }
    }
    elements.push(value.get(start..).unwrap_or_default());
    elements
}

/// The elements as `list()`, `foreach(IN LISTS)` and `IN_LIST` see them: `\;` becomes `;`, empty ones are kept.
/// Empty text is the empty list.
pub fn split(value: &str) -> Vec<Cow<'_, str>> {
    if value.is_empty() { Vec::new() } else { split_raw(value).into_iter().map(unescape).collect() }
}

/// What an unquoted argument with this value becomes: the elements without empty ones, `\;` as `;`.
pub fn expand_unquoted(value: &str) -> Vec<String> {
    split(value).into_iter().filter(|e| !e.is_empty()).map(Cow::into_owned).collect()
}

/// The elements joined by `;`. Nothing is escaped: CMake does not either.
pub fn join<S: AsRef<str>>(elements: &[S]) -> String {
    join_any(elements, ";")
}

/// The elements with `glue` between them; `None` when that is unreasonably long.
pub fn join_with<S: AsRef<str>>(elements: &[S], glue: &str) -> Option<String> {
    let length = elements.len().saturating_mul(glue.len());
    (length <= super::MAX_TEXT).then(|| join_any(elements, glue))
}

fn join_any<S: AsRef<str>>(elements: &[S], glue: &str) -> String {
    let mut joined = String::new();
    for (index, element) in elements.iter().enumerate() {
        if index > 0 {
            joined.push_str(glue);
        }
        joined.push_str(element.as_ref());
    }
    joined
}

/// The list after `list(APPEND)`: an empty list has no separator before the new elements.
pub fn append<S: AsRef<str>>(list: &str, elements: &[S]) -> String {
    match (list.is_empty(), elements.is_empty()) {
        (_, true) => list.to_owned(),
        (true, false) => join(elements),
        (false, false) => format!("{list};{}", join(elements)),
    }
}

/// The list after `list(PREPEND)`.
pub fn prepend<S: AsRef<str>>(list: &str, elements: &[S]) -> String {
    match (list.is_empty(), elements.is_empty()) {
        (_, true) => list.to_owned(),
        (true, false) => join(elements),
        (false, false) => format!("{};{list}", join(elements)),
    }
}

/// The list without repeated elements, the first of each kept.
pub fn remove_duplicates<S: AsRef<str>>(elements: &[S]) -> Vec<&str> {
    let mut seen = rustc_hash::FxHashSet::default();
    elements.iter().map(AsRef::as_ref).filter(|e| seen.insert(*e)).collect()
}

/// An element with its semicolons unescaped. Only `\;` is an escape in a list; every other backslash stays.
pub fn unescape(element: &str) -> Cow<'_, str> {
    if element.contains("\\;") { Cow::Owned(element.replace("\\;", ";")) } else { Cow::Borrowed(element) }
}

#[cfg(test)]
#[path = "list/tests.rs"]
mod command_tests;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn elements_are_split_as_cmake_splits() {
        assert_eq!(split("a;;b\\;c;[d;e];x;y"), ["a", "", "b;c", "[d;e]", "x", "y"]);
        assert_eq!(split(""), Vec::<&str>::new());
        assert_eq!(split(";"), ["", ""]);
        assert_eq!(split("a;b]c;d"), ["a", "b]c;d"]);
        assert_eq!(split("a[;b;c"), ["a[;b;c"]);
        assert_eq!(split("a\\\\;b"), ["a\\;b"]);
        assert_eq!(split("a\\b;c"), ["a\\b", "c"]);
        assert_eq!(expand_unquoted(";a;;b;"), ["a", "b"]);
        assert_eq!(expand_unquoted(""), Vec::<String>::new());
    }

    #[test]
    fn appending_to_nothing_adds_no_separator() {
        assert_eq!(append("", &["", ""]), ";");
        assert_eq!(append("", &[""]), "");
        assert_eq!(append("a", &[""]), "a;");
        assert_eq!(prepend("a", &["x", "y"]), "x;y;a");
    }

    proptest! {
        #[test]
        fn raw_elements_joined_are_the_text(text in "[a-c;\\\\\\[\\]é]{0,24}") {
            prop_assert_eq!(join(&split_raw(&text)), text);
        }

        #[test]
        fn plain_elements_survive_join_and_split(elements in prop::collection::vec("[a-z/.é]{0,5}", 2..8)) {
            let joined = join(&elements);
            prop_assert_eq!(split(&joined), elements);
        }
    }
}
