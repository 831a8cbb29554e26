//! Which macros stand before a function.
use std::collections::BTreeSet;

use crate::model::includes::View;
use crate::native::{Class, Function};

/// Macros before a definition, before a declaration of the same function that its file sees, or before the class of a member; and those that
/// they stand for.
pub(super) fn macros_of<'v>(function: &'v Function, view: &'v View) -> BTreeSet<&'v str> {
    let declared = view.files.iter().flat_map(|(_, file)| &file.facts.functions);
    let same = declared.filter(|other| other.qualified == function.qualified && !other.is_definition);
    let of_class = class_of(function, view).into_iter().flat_map(|class| &class.attributes.macros);
    let own = same.chain([function]).flat_map(|one| &one.attributes.macros);
    with_meanings(own.chain(of_class).map(String::as_str).collect(), view)
}

/// Macros, and those that their texts name.
pub(super) fn with_meanings<'v>(mut found: BTreeSet<&'v str>, view: &'v View) -> BTreeSet<&'v str> {
    let mut open: Vec<&str> = found.iter().copied().collect();
    while let Some(name) = open.pop() {
        let macros = view.files.iter().flat_map(|(_, file)| &file.facts.macros);
        let plain = macros.filter(|one| one.name == name && one.parameters.is_none());
        for word in plain.filter_map(|one| one.body.as_deref()).flat_map(words_of) {
            if found.insert(word) {
                open.push(word);
            }
        }
    }
    found
}

/// Words of a macro's text that are written as macros are.
pub(super) fn words_of(body: &str) -> impl Iterator<Item = &str> {
    let words = body.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| word.len() > 2 && !word.bytes().any(|byte| byte.is_ascii_lowercase()))
}

/// The one class of a member that is defined outside of it.
pub(super) fn class_of<'v>(function: &Function, view: &'v View) -> Option<&'v Class> {
    let (class, _) = function.qualified.rsplit_once("::").filter(|_| function.member)?;
    let mut classes = view.files.iter().flat_map(|(_, file)| &file.facts.classes).filter(|one| one.qualified == class);
    classes.next().filter(|_| classes.next().is_none())
}
