//! Public classes inside exported ones, that lack the macro: compilers for Windows do not pass it on.
use std::collections::BTreeSet;

use crate::model::mentions::{in_comment, words};
use crate::model::symbols::is_internal;
use crate::native::{Class, NativeFile};
use crate::source::Span;

use super::Forgotten;
use super::classes::{access, class_body};

/// As many classes of a header may lack it: more are a habit of the project.
const MOST: usize = 3;

/// Classes without the macro, each by a member that a source has to define.
pub(super) fn forgotten(file: &NativeFile, macros: &[String]) -> Vec<Forgotten> {
    let classes = &file.facts.classes;
    let exported = classes.iter().filter(|class| !class.template && macro_of(class, macros).is_some()).count();
    let mut out = Vec::new();
    for inner in classes.iter().filter(|class| is_bare(class)) {
        let Some((around, _)) = inner.qualified.rsplit_once("::") else { continue };
        let outer = classes.iter().find(|class| class.qualified == around && !class.template && !class.internal);
        let Some((outer, name)) = outer.and_then(|outer| Some((outer, macro_of(outer, macros)?))) else { continue };
        if is_internal(&inner.name) || is_internal(&inner.qualified) || !is_public(file, outer, inner.range.start) {
            continue;
        }
        if !is_handed_out(file, outer, inner) {
            continue;
        }
        let Some((member, at)) = public_member(file, inner) else { continue };
        out.push(Forgotten {
            qualified: format!("{}::{member}", inner.qualified),
            name: member,
            macro_name: name.clone(),
            others: exported,
            beside: false,
            span: Span::new(file.source.id(), at..at + inner.name.len() as u32),
            header: file.clone(),
            guard: inner.guard,
            class_macros: Vec::new(),
            nested: Some((inner.qualified.clone(), outer.name.clone())),
            class: None,
            caller: None,
            included: None,
        });
    }
    if out.len() > MOST { Vec::new() } else { out }
}

/// The macro that exports a class.
fn macro_of<'c>(class: &'c Class, macros: &[String]) -> Option<&'c String> {
    class.attributes.macros.iter().find(|name| macros.binary_search(name).is_ok())
}

/// Nothing says of it or of its members who may have them.
fn is_bare(class: &Class) -> bool {
    let attributes = &class.attributes;
    attributes.macros.is_empty()
        && attributes.visibility.is_none()
        && attributes.pragma_visibility.is_none()
        && class.exported_members.is_empty()
        && !class.template
        && !class.internal
}

/// Whether what stands at a place in a class is public.
fn is_public(file: &NativeFile, class: &Class, at: u32) -> bool {
    let bytes = file.source.bytes();
    let Some(body) = class_body(bytes, class.range.end as usize) else { return false };
    let Some(inner) = (at as usize).checked_sub(body.start) else { return false };
    let text = bytes.get(body).unwrap_or_default();
    inner < text.len() && access(bytes, class.range.start as usize, &without_inner(text, inner), inner)
}

/// Whether public members of the class around it speak of it: others are parts of the implementation.
fn is_handed_out(file: &NativeFile, outer: &Class, inner: &Class) -> bool {
    let bytes = file.source.bytes();
    let bodies = (class_body(bytes, outer.range.end as usize), class_body(bytes, inner.range.end as usize));
    let (Some(body), Some(own)) = bodies else { return false };
    let text = bytes.get(body.clone()).unwrap_or_default();
    let declares = |at: usize| {
        let before = text.get(..at).unwrap_or_default().trim_ascii_end();
        ["class", "struct"].iter().any(|word| before.ends_with(word.as_bytes()))
    };
    let mut uses = words(text, &inner.name).filter(|at| {
        let place = body.start + at;
        let is_own = (inner.range.start as usize..own.end).contains(&place);
        !is_own && !declares(*at) && !in_comment(text, *at)
    });
    uses.any(|at| access(bytes, outer.range.start as usize, &without_inner(text, at), at))
}

/// The text before a place, with what stands in braces blanked out: words of access in there are others'.
fn without_inner(text: &[u8], upto: usize) -> Vec<u8> {
    let mut out = text.to_vec();
    let mut depth = 0usize;
    for byte in out.iter_mut().take(upto) {
        match *byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            b'\n' => {}
            _ if depth > 0 => *byte = b' ',
            _ => {}
        }
    }
    out
}

/// A public member that a source defines, and where the name of its class stands.
fn public_member(file: &NativeFile, class: &Class) -> Option<(String, u32)> {
    let bytes = file.source.bytes();
    let body = class_body(bytes, class.range.end as usize)?;
    let text = bytes.get(body)?;
    let names: BTreeSet<&String> = class.out_of_line.iter().filter(|name| is_plain(name)).collect();
    let public = |name: &&&String| {
        let mut places = words(text, name).filter(|at| !in_comment(text, *at));
        // Of several, overloads or calls, nothing is said.
        let only = places.next().filter(|_| places.next().is_none());
        only.is_some_and(|at| access(bytes, class.range.start as usize, &without_inner(text, at), at))
    };
    let name = names.iter().find(public)?;
    Some(((**name).clone(), class.range.start))
}

/// A name, and not an operator or a destructor.
fn is_plain(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
