//! Operators beside an exported class, which take it and lack the macro: they are of no other use than to its users.
use crate::model::mentions::has_word;
use crate::native::{Class, Function, NativeFile};
use crate::source::Span;

use super::{Forgotten, is_declared};

/// More of them in a header are a habit of the project.
const MOST: usize = 2;

pub(super) fn forgotten(file: &NativeFile, macros: &[String]) -> Vec<Forgotten> {
    let mark = |names: &[String]| names.iter().find(|name| macros.binary_search(name).is_ok()).cloned();
    let exported: Vec<(&Class, String)> = file
        .facts
        .classes
        .iter()
        .filter(|class| !class.template && !class.internal)
        .filter_map(|class| Some((class, mark(&class.attributes.macros)?)))
        .collect();
    if exported.is_empty() {
        return Vec::new();
    }
    let functions = || file.facts.functions.iter().filter(is_declared);
    let marked = functions().filter(|one| mark(&one.attributes.macros).is_some()).count();
    let bare: Vec<&Function> = functions().filter(|one| is_bare(one)).collect();
    // Where other functions are left out as well, the header marks classes only.
    if bare.len() > MOST || !bare.iter().all(|one| one.name.starts_with("operator")) {
        return Vec::new();
    }
    let bytes = file.source.bytes();
    let of_class = |one: &&Function| {
        let head = bytes.get(one.range.end as usize..one.head.end.max(one.range.end) as usize).unwrap_or_default();
        exported.iter().find(|(class, _)| one.guard == class.guard && has_word(head, &class.name))
    };
    let forgotten = bare.iter().filter_map(|one| {
        let (_, macro_name) = of_class(one)?;
        Some(Forgotten {
            name: one.name.clone(),
            qualified: one.qualified.clone(),
            macro_name: macro_name.clone(),
            others: exported.len() + marked,
            beside: false,
            span: Span::new(file.source.id(), one.range.clone()),
            header: file.clone(),
            guard: one.guard,
            nested: None,
            class: None,
            class_macros: Vec::new(),
            caller: None,
            included: None,
        })
    });
    forgotten.collect()
}

fn is_bare(one: &Function) -> bool {
    let attributes = &one.attributes;
    attributes.macros.is_empty()
        && attributes.visibility.is_none()
        && attributes.pragma_visibility.is_none()
        && !attributes.weak
        && attributes.alias.is_none()
}
