//! The statements of a header, as text.
use std::ops::Range;

use crate::comments::{Language, without_comments};
use crate::native::NativeFile;

use super::{TAGS, layout, may_define};

/// A header without its comments, and its statements.
pub(super) struct Text {
    pub(super) code: Vec<u8>,
    pub(super) statements: Vec<Range<usize>>,
}

impl Text {
    pub(super) fn new(file: &NativeFile) -> Self {
        let code = without_comments(file.source.bytes(), Language::C);
        let statements = layout(&code).statements;
        Self { code, statements }
    }

    /// Whether a type with its body stands before a variable.
    pub(super) fn has_body(&self, name: Range<usize>) -> bool {
        self.around(name).is_some_and(|(head, _)| head.contains('{'))
    }

    /// Whether the header says by `typedef` that a name is that of a structure, a union or an enumeration.
    pub(super) fn is_type_of_object(&self, name: &str) -> bool {
        let mut typedefs = self.statements.iter().filter_map(|one| self.code.get(one.clone())).map(<[u8]>::trim_ascii);
        typedefs.any(|statement| {
            let Some(rest) = statement.strip_prefix(b"typedef") else { return false };
            let rest = rest.trim_ascii_start();
            let Some(before) = rest.strip_suffix(name.as_bytes()) else { return false };
            let tagged = TAGS.iter().any(|tag| {
                rest.strip_prefix(tag.as_bytes())
                    .is_some_and(|rest| rest.first().is_some_and(|b| b.is_ascii_whitespace() || *b == b'{'))
            });
            let head = before.trim_ascii_end();
            // No pointer, no function: the tag or the body stands right before the name.
            let ends = head.last().is_some_and(|last| last.is_ascii_alphanumeric() || matches!(last, b'_' | b'}'));
            tagged && ends && (before.len() > head.len() || head.ends_with(b"}"))
        })
    }

    /// What stands before and after the name of a variable in its statement.
    pub(super) fn around(&self, name: Range<usize>) -> Option<(String, String)> {
        let statement = self.statements.iter().find(|one| one.start <= name.start && name.end <= one.end)?;
        around(&self.code, statement.clone(), name)
    }
}

/// What stands before and after a name in a statement, the insides of braces left out.
pub(super) fn around(code: &[u8], statement: Range<usize>, name: Range<usize>) -> Option<(String, String)> {
    let text = |range: Range<usize>| {
        let mut out = String::new();
        let mut depth = 0_usize;
        for &byte in code.get(range)? {
            match byte {
                b'{' => {
                    depth += 1;
                    out.push_str(if depth == 1 { "{" } else { "" });
                }
                b'}' => {
                    depth = depth.checked_sub(1)?;
                    out.push_str(if depth == 0 { "}" } else { "" });
                }
                _ if depth == 0 => out.push(char::from(byte)),
                _ => {}
            }
        }
        (depth == 0).then_some(out)
    };
    let whole = code.get(statement.clone())?;
    let found = (text(statement.start..name.start)?, text(name.end..statement.end)?);
    may_define(whole).then_some(found)
}

/// Whether what follows the name ends a plain declarator: a value, brackets, another name; the parameters of a pointer to a function.
pub(super) fn is_plain_tail(tail: &str, pointer: bool) -> bool {
    let mut rest = tail.trim_start();
    if pointer {
        let Some(parameters) = rest.strip_prefix(')').map(str::trim_start).filter(|rest| rest.starts_with('(')) else {
            return false;
        };
        let mut depth = 0_usize;
        let end = parameters.bytes().position(|byte| {
            depth = match byte {
                b'(' => depth + 1,
                b')' => depth.saturating_sub(1),
                _ => depth,
            };
            depth == 0
        });
        let Some(end) = end else { return false };
        rest = parameters[end + 1..].trim_start();
    }
    while let Some(inside) = rest.strip_prefix('[') {
        let Some((_, after)) = inside.split_once(']') else { return false };
        rest = after.trim_start();
    }
    rest.is_empty() || (rest.starts_with('=') && !rest.starts_with("==")) || rest.starts_with(',')
}

/// Whether a text opens more braces than it closes.
pub(super) fn leaves_open(body: &str) -> bool {
    body.matches('{').count() > body.matches('}').count()
}
