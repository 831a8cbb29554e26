//! `__attribute__((...))`, `__declspec(...)`, `[[...]]`, `asm("...")` before and after declarators (GCC manual, "Attribute Syntax").
use super::facts::{Attributes, Visibility};
use super::lexer::{Kind, decode};
use super::view::List;

/// Whether a word begins an attribute in parentheses.
pub(super) fn is_attribute(word: &[u8]) -> bool {
    matches!(
        word,
        b"__attribute__"
            | b"__attribute"
            | b"__declspec"
            | b"alignas"
            | b"_Alignas"
            | b"_Pragma"
            | b"__pragma"
            | b"asm"
            | b"__asm__"
            | b"__asm"
    )
}

/// Reads the attribute at `at`; gives the place after it.
pub(super) fn read(list: List<'_>, at: usize, attributes: &mut Attributes) -> Option<usize> {
    let bracketed = list.is(at, b'[');
    let open = if bracketed { at } else { at + 1 };
    if !bracketed && !list.is(open, b'(') {
        // `__attribute__` of a macro that takes it away.
        return Some(at + 1);
    }
    let close = list.close(open)?;
    let label = matches!(list.word(at), Some(b"asm" | b"__asm__" | b"__asm"));
    if label {
        attributes.asm_name = Some(text(list, open + 1, close)).filter(|name| !name.is_empty());
        return Some(close + 1);
    }
    for index in open + 1..close {
        if let Some(word) = list.word(index) {
            one(list, word, index, close, attributes);
        }
    }
    Some(close + 1)
}

fn one(list: List<'_>, word: &[u8], index: usize, end: usize, attributes: &mut Attributes) {
    let name = word.strip_prefix(b"__").and_then(|name| name.strip_suffix(b"__")).unwrap_or(word);
    match name {
        b"visibility" => attributes.visibility = Visibility::parse(argument(list, index)).or(attributes.visibility),
        b"dllexport" | b"dllimport" => attributes.visibility = Visibility::parse(name),
        b"weak" | b"selectany" => attributes.weak = true,
        b"used" => attributes.used = true,
        b"retain" => attributes.retain = true,
        b"constructor" | b"destructor" => attributes.constructor = true,
        b"symver" => attributes.symver = Some(text(list, index + 2, end)).filter(|text| !text.is_empty()),
        b"alias" | b"ifunc" => attributes.alias = Some(text(list, index + 2, end)),
        b"section" | b"allocate" => {
            let name = text(list, index + 2, list.close(index + 1).unwrap_or(end));
            attributes.section = Some(name).filter(|name| !name.is_empty());
        }
        _ => {}
    }
}

/// The token in the parentheses after a name.
fn argument(list: List<'_>, index: usize) -> &[u8] {
    if list.is(index + 1, b'(') { list.view.text(list.token(index + 2)) } else { &[] }
}

/// String literals that stand together, joined.
fn text(list: List<'_>, from: usize, to: usize) -> String {
    let mut text = String::new();
    for index in from..to {
        match list.view.tokens.get(list.token(index)) {
            Some(token) if matches!(token.kind, Kind::Text | Kind::RawText) => {
                text.push_str(&decode(token, list.view.bytes));
            }
            _ => break,
        }
    }
    text
}
