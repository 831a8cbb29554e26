//! What a project says about the C library that it is built with.
use crate::cond::Cond;

use super::Model;
use crate::cmake::eval::Files;
use crate::cmake::syntax::Command;

/// The question which `set()` chooses a compiler for musl.
struct Musl;

impl Model<'_> {
    /// When the project chooses a compiler for musl: `set(CMAKE_C_COMPILER musl-gcc)`.
    pub fn musl(&self, files: &Files<'_>) -> Cond {
        const VARIABLES: &[&str] =
            &["CMAKE_C_COMPILER", "CMAKE_CXX_COMPILER", "CMAKE_C_COMPILER_TARGET", "CMAKE_CXX_COMPILER_TARGET"];
        let conds = &self.facts.conds;
        let mut found = Cond::FALSE;
        let chooses = |command: &Command| {
            let literal = |at: usize| command.arguments.get(at).and_then(|argument| argument.template.literal());
            literal(0).is_some_and(|name| VARIABLES.contains(&name))
                && literal(1).is_some_and(|value| value.split(['-', '/', '_']).any(|word| word == "musl"))
        };
        for (file, command) in files.all().chosen::<Musl>("set", chooses) {
            let span = crate::source::Span::new(file.id, command.range.clone());
            let ran = self.facts.assigned.get(&span);
            found = conds.any(ran.into_iter().flatten().copied().chain([found]));
        }
        found
    }
}
