//! What runs before `main`, and whether anybody else is told of it.
use crate::native::{Function, NativeFile, Registration, RegistrationKind};

use super::mentions::{body, words};
use super::symbols::last;

/// Functions of the C library that prepare numbers for those who ask for them later (ISO C, 7.22.2; POSIX).
const SEEDING: &[&str] = &["srand", "srandom", "srand48"];

/// Whether a constructor function calls nothing of other files: it fills what its own file reads, and does so in each copy.
pub fn keeps_to_itself(file: &NativeFile, one: &Registration) -> bool {
    let is_it =
        |function: &&Function| function.is_definition && function.attributes.constructor && function.name == one.name;
    let function = file.facts.functions.iter().filter(|_| one.kind == RegistrationKind::Constructor).find(is_it);
    function.is_some_and(|function| {
        let text = body(file.source.bytes(), function);
        let hands_over =
            |name: &str| !SEEDING.contains(&name) && words(text, name).any(|at| !is_asked_only(text, at, name.len()));
        !file.facts.needed().any(|used| hands_over(last(&used.name)))
    })
}

/// Whether a name at a place is that of a function which gets nothing and whose result is taken (`srand(clock())`): nothing is handed over.
pub fn is_asked_only(text: &[u8], at: usize, length: usize) -> bool {
    let after = text.get(at + length..).unwrap_or_default().trim_ascii_start();
    let gets_nothing = after.strip_prefix(b"(").is_some_and(|rest| rest.trim_ascii_start().starts_with(b")"));
    let before = text.get(..at).unwrap_or_default().trim_ascii_end();
    gets_nothing && before.last().is_some_and(|byte| b"(,=+-*/%<>&|!?".contains(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_that_are_asked_only() {
        let asked = |text: &str| is_asked_only(text.as_bytes(), text.find("ticks").unwrap_or_default(), "ticks".len());
        assert!(asked("{ srand(ticks()); }") && asked("{ seed = ticks( ); }"));
        assert!(!asked("{ ticks(); }") && !asked("{ add(ticks); }") && !asked("{ add(ticks(&own)); }"));
    }
}
