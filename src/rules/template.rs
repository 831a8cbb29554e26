//! Texts with placeholders: `Target {target} has no {what}`; `{{` and `}}` stand for braces.
use std::collections::{BTreeMap, BTreeSet};

/// A text with placeholders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    Placeholder(String),
}

/// A placeholder that got no value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Missing(pub String);

impl Template {
    /// Reads a template; the error says what is wrong with the braces.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut parts = Vec::new();
        let mut plain = String::new();
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '{' | '}' if chars.peek() == Some(&c) => {
                    chars.next();
                    plain.push(c);
                }
                '{' => {
                    let mut name = String::new();
                    let closed = chars.by_ref().any(|c| {
                        if c != '}' {
                            name.push(c);
                        }
                        c == '}'
                    });
                    if !closed || !is_name(&name) {
                        return Err(format!("`{{{name}` is no placeholder; write `{{{{` for a brace"));
                    }
                    parts.push(Part::Text(std::mem::take(&mut plain)));
                    parts.push(Part::Placeholder(name));
                }
                '}' => return Err("a `}` without a `{`; write `}}` for a brace".to_owned()),
                c => plain.push(c),
            }
        }
        parts.push(Part::Text(plain));
        parts.retain(|p| !matches!(p, Part::Text(t) if t.is_empty()));
        Ok(Self { parts })
    }

    /// The names in it.
    pub fn placeholders(&self) -> BTreeSet<&str> {
        self.parts.iter().filter_map(|p| if let Part::Placeholder(n) = p { Some(n.as_str()) } else { None }).collect()
    }

    /// The text with `values` in place; a placeholder without a value stays as it is written and is added to `missing`.
    pub fn fill(&self, values: &BTreeMap<String, String>, missing: &mut Vec<Missing>) -> String {
        let mut out = String::new();
        for part in &self.parts {
            match part {
                Part::Text(text) => out.push_str(text),
                Part::Placeholder(name) => {
                    if let Some(value) = values.get(name) {
                        out.push_str(value);
                    } else {
                        out.push('{');
                        out.push_str(name);
                        out.push('}');
                        missing.push(Missing(name.clone()));
                    }
                }
            }
        }
        out
    }
}

/// Names of placeholders: `target`, `member.name`, `file_2`.
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_filled_and_braces_kept() {
        let template = Template::parse("{{{a}}} and {b.c}").unwrap();
        assert_eq!(template.placeholders().into_iter().collect::<Vec<_>>(), ["a", "b.c"]);
        let mut missing = Vec::new();
        let values = BTreeMap::from([("a".to_owned(), "1".to_owned())]);
        assert_eq!(template.fill(&values, &mut missing), "{1} and {b.c}");
        assert_eq!(missing, [Missing("b.c".into())]);
    }

    #[test]
    fn stray_braces_are_errors() {
        for text in ["{", "}", "{a b}", "{}", "{a"] {
            assert!(Template::parse(text).is_err(), "{text}");
        }
    }
}
