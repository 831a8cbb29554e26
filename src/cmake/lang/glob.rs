//! The patterns of `file(GLOB)`.
//!
//! Source: the manual of `file(GLOB)`. `*` and `?` do not match a slash, but they match a leading dot; sets are
//! `[a-z]` and `[!a-z]`.
use super::regex::Regex;

/// A compiled pattern for one component of a path (or several, with slashes in the pattern).
#[derive(Debug, Clone)]
pub struct Pattern(Regex);

impl Pattern {
    /// Compiles a pattern; `None` for one that matches nothing, such as one with a range from high to low.
    pub fn new(pattern: &str) -> Option<Self> {
        let mut expression = String::from("^");
        let mut rest = pattern;
        while let Some(c) = rest.chars().next() {
            rest = rest.get(c.len_utf8()..).unwrap_or_default();
            match c {
                '*' => expression.push_str("[^/]*"),
                '?' => expression.push_str("[^/]"),
                '[' => rest = set(rest, &mut expression),
                _ => {
                    if !c.is_ascii_alphanumeric() {
                        expression.push('\\');
                    }
                    expression.push(c);
                }
            }
        }
        expression.push('$');
        Regex::new(&expression).ok().map(Self)
    }

    /// Whether the whole name matches.
    pub fn matches(&self, name: &str) -> bool {
        self.0.is_match(name)
    }
}

/// Whether a text has characters that make a pattern of it.
pub fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?', '['])
}

/// Writes the set after a `[`; the rest of the pattern. Without its `]` the bracket is an ordinary character.
fn set<'a>(rest: &'a str, expression: &mut String) -> &'a str {
    let (negated, body) = match rest.strip_prefix(['!', '^']) {
        Some(body) => ("^", body),
        None => ("", rest),
    };
    // A bracket right at the start is a member: a set is not empty.
    let from = usize::from(body.starts_with(']'));
    match body.get(from..).and_then(|tail| tail.find(']')).map(|at| at + from) {
        None => {
            expression.push_str("\\[");
            rest
        }
        Some(end) => {
            expression.push('[');
            expression.push_str(negated);
            expression.push_str(body.get(..end).unwrap_or_default());
            expression.push(']');
            body.get(end + 1..).unwrap_or_default()
        }
    }
}

#[cfg(test)]
mod tests {
    //! Expected values are what cmake 3.25.1 and 4.4.4 found among files of these names.
    use super::*;
    use proptest::prelude::*;

    const NAMES: [&str; 14] =
        [".a", "a", "a*b", "a-b", "a.c", "a[b", "a\\b", "a^b", "ab", "abc", "b!", "b]", "bb", "é"];

    #[test]
    #[rustfmt::skip]
    fn patterns_match_the_names_cmake_finds() {
        let rows: &[(&str, &[&str])] = &[
            ("*", &[".a", "a", "a*b", "a-b", "a.c", "a[b", "a\\b", "a^b", "ab", "abc", "b!", "b]", "bb", "é"]),
            ("a*", &["a", "a*b", "a-b", "a.c", "a[b", "a\\b", "a^b", "ab", "abc"]),
            ("a?b", &["a*b", "a-b", "a[b", "a\\b", "a^b"]),
            ("[ab]*", &["a", "a*b", "a-b", "a.c", "a[b", "a\\b", "a^b", "ab", "abc", "b!", "b]", "bb"]),
            ("[!a]*", &[".a", "b!", "b]", "bb", "é"]),
            ("[^a]*", &[".a", "b!", "b]", "bb", "é"]),
            ("[a-b][b]", &["ab", "bb"]),
            ("[]b]*", &["b!", "b]", "bb"]),
            ("b[]!]", &["b!", "b]"]),
            ("a[*]b", &["a*b"]),
            ("a\\b", &["a\\b"]),
            ("a\\*b", &["a\\b"]),
            ("a[[]b", &["a[b"]),
            ("a[b", &["a[b"]),
            ("a[", &[]),
            ("*.c", &["a.c"]),
            ("a.*", &["a.c"]),
            (".*", &[".a"]),
            ("a[\\]b", &["a\\b"]),
            ("[b-a]", &[]),
            ("é", &["é"]),
            ("a[!b]b", &["a*b", "a-b", "a[b", "a\\b", "a^b"]),
            ("a[a-z]", &["ab"]),
            ("a[+--]b", &["a-b"]),
            ("b[!]]", &["b!", "bb"]),
            ("*b*", &["a*b", "a-b", "a[b", "a\\b", "a^b", "ab", "abc", "b!", "b]", "bb"]),
            ("a**b", &["a*b", "a-b", "a[b", "a\\b", "a^b", "ab"]),
            ("[", &[]),
            ("[!]*", &[]),
            ("a^b", &["a^b"]),
            ("a[x^]b", &["a^b"]),
        ];
        for (pattern, expected) in rows {
            let compiled = Pattern::new(pattern);
            let found = NAMES.iter().filter(|name| compiled.as_ref().is_some_and(|p| p.matches(name)));
            assert_eq!(found.copied().collect::<Vec<_>>(), *expected, "{pattern}");
        }
    }

    proptest! {
        #[test]
        fn no_pattern_panics_and_plain_names_match_themselves(pattern in "[ab*?\\[\\]!^\\\\.é-]{0,10}") {
            let compiled = Pattern::new(&pattern);
            if !is_pattern(&pattern) {
                prop_assert!(compiled.unwrap().matches(&pattern));
            }
        }
    }
}
