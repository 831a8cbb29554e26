//! What runs before `main`, and whether anybody else is told of it.
use crate::native::{Function, NativeFile, Registration, RegistrationKind, count_word};

use super::mentions::body;
use super::symbols::last;

/// Whether a constructor function calls nothing of other files: it fills what its own file reads, and does so in each copy.
pub fn keeps_to_itself(file: &NativeFile, one: &Registration) -> bool {
    let is_it =
        |function: &&Function| function.is_definition && function.attributes.constructor && function.name == one.name;
    let function = file.facts.functions.iter().filter(|_| one.kind == RegistrationKind::Constructor).find(is_it);
    function.is_some_and(|function| {
        let text = body(file.source.bytes(), function);
        !file.facts.needed().any(|used| count_word(text, last(&used.name)) > 0)
    })
}
