//! Members of classes without the macro that the others have.
use std::collections::BTreeSet;
use std::ops::Range;

use crate::model::mentions::{in_comment, words};
use crate::model::symbols::is_internal;
use crate::native::{Class, NativeFile};
use crate::source::Span;

use super::{FOR_EACH, Forgotten, LEAST, tables};

/// Public members of a class without the macro that nearly all others have.
pub(super) fn of_class(file: &NativeFile, class: &Class, macros: &[String]) -> Vec<Forgotten> {
    if class.template || class.internal || class.attributes.visibility.is_some() || class.exported_members.len() < LEAST
    {
        return Vec::new();
    }
    let marked: BTreeSet<&String> = class.exported_members.iter().collect();
    let bare: BTreeSet<&String> = class.out_of_line.iter().filter(|name| !marked.contains(name)).collect();
    if bare.is_empty() || bare.len() * FOR_EACH > marked.len().max(FOR_EACH) {
        return Vec::new();
    }
    let bytes = file.source.bytes();
    let Some(range) = class_body(bytes, class.range.end as usize) else { return Vec::new() };
    let text = bytes.get(range.clone()).unwrap_or_default();
    let count = |name: &String| words(text, name).count();
    let Some(macro_name) = macros.iter().max_by_key(|name| count(name)).filter(|name| count(name) >= LEAST) else {
        return Vec::new();
    };
    let mut out = Vec::new();
    for name in bare.into_iter().filter(|name| !is_internal(name)) {
        let places: Vec<usize> = if name.starts_with("operator") {
            memchr::memmem::find_iter(text, name.as_bytes()).collect()
        } else {
            words(text, name).collect()
        };
        let places: Vec<usize> = places.into_iter().filter(|at| !in_comment(text, *at)).collect();
        let [at] = places.as_slice() else { continue };
        // Calls go by the table of the class.
        if tables::is_virtual(text, *at) {
            continue;
        }
        if access(bytes, class.range.start as usize, text, *at) {
            let start = range.start + at;
            out.push(Forgotten {
                name: name.clone(),
                qualified: format!("{}::{name}", class.qualified),
                macro_name: macro_name.clone(),
                others: marked.len(),
                beside: false,
                span: Span::new(file.source.id(), start as u32..(start + name.len()) as u32),
                header: file.clone(),
                guard: class.guard,
                nested: None,
                class: None,
                class_macros: class.attributes.macros.clone(),
                caller: None,
                included: None,
            });
        }
    }
    out
}

/// The text between the braces of a class.
pub(super) fn class_body(bytes: &[u8], from: usize) -> Option<Range<usize>> {
    /// Longer classes are cut off.
    const LONGEST: usize = 200_000;
    let open = from + memchr::memchr(b'{', bytes.get(from..)?)?;
    let mut depth = 0usize;
    for (at, byte) in bytes.get(open..)?.iter().enumerate().take(LONGEST) {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return Some(open + 1..open + at);
        }
    }
    None
}

/// Whether a member is public, by the last word of access before it.
pub(super) fn access(bytes: &[u8], name: usize, text: &[u8], at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let last = |word: &str| {
        let places = words(before, word).filter(|at| {
            let after = before.get(at + word.len()..).unwrap_or_default().trim_ascii_start();
            after.starts_with(b":") && !after.starts_with(b"::") && !in_comment(before, *at)
        });
        places.last()
    };
    let public = last("public");
    let other = last("private").max(last("protected")).max(last("slots")).max(last("signals"));
    let head = bytes.get(name.saturating_sub(80)..name).unwrap_or_default();
    let line = memchr::memrchr2(b'\n', b';', head).map_or(0, |at| at + 1);
    let is_struct = words(head.get(line..).unwrap_or_default(), "struct").next().is_some();
    match (public, other) {
        (None, None) => is_struct,
        (public, other) => public > other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn access_of_members() {
        let text = b"struct S { void a(); private: void b(); public: void c(); };";
        let body = class_body(text, 8).unwrap();
        let inner = &text[body];
        let at = |name: &str| words(inner, name).next().unwrap();
        assert!(access(text, 7, inner, at("a")) && !access(text, 7, inner, at("b")) && access(text, 7, inner, at("c")));
        assert!(!access(b"class S { void a(); };", 6, b" void a(); ", 6));
    }
}
