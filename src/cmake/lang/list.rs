//! CMake lists: text whose elements are separated by `;`.
//!
//! Source: cmake-language(7) "Lists". A semicolon separates unless a backslash precedes it or square brackets are
//! open; brackets count over the whole text, so an unbalanced one glues what follows.
mod command;
mod sort;
mod transform;

use std::borrow::Cow;

pub use command::run;

/// The raw elements, escapes left alone: joined by `;` they give the text back. Empty text has one empty element.
pub fn split_raw(value: &str) -> Vec<&str> {
    let mut elements = Vec::new();
    let mut nesting = 0_i64;
    let mut start = 0;
    let mut bytes = value.bytes().enumerate().peekable();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\\' => {
                bytes.next_if(|(_, next)| *next == b';');
            }
            b'[' => nesting += 1,
            b']' => nesting -= 1,
            b';' if nesting == 0 => {
                elements.push(value.get(start..at).unwrap_or_default());
                start = at + 1;
            }
            _ => {}
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
    join_with(elements, ";")
}

/// The elements with `glue` between them.
pub fn join_with<S: AsRef<str>>(elements: &[S], glue: &str) -> String {
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

/// Only `\;` is an escape in a list; every other backslash stays.
fn unescape(element: &str) -> Cow<'_, str> {
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
