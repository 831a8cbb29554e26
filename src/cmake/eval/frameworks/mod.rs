//! Commands of build frameworks that projects find as packages and nobody here can read: what they make, in CMake's own
//! language and in our words. One file a framework; its first lines name the source.
//!
//! What such a text does counts as done where the project calls the command.
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cmake::syntax::{EnclosedKind, Statement};

use super::machine::{Definition, Invocation, Machine};

/// The frameworks.
const TEXTS: &[(&str, &str)] = &[
    ("ament", include_str!("ament.cmake")),
    ("gazebo", include_str!("gazebo.cmake")),
    ("gpu", include_str!("gpu.cmake")),
    ("kde", include_str!("kde.cmake")),
    ("mlir", include_str!("mlir.cmake")),
    ("qt", include_str!("qt.cmake")),
    ("rapids", include_str!("rapids.cmake")),
    ("rocm", include_str!("rocm.cmake")),
    ("swig", include_str!("swig.cmake")),
];

/// Those of which each module is told in full: a module that is known here hides nothing.
const WHOLE: &[&str] = &["rocm"];

/// The text that defines a command.
fn text_of(command: &str) -> Option<(&'static str, &'static str)> {
    TEXTS.iter().copied().find(|(_, text)| {
        text.lines().any(|line| {
            let head = line.strip_prefix("function(").or_else(|| line.strip_prefix("macro("));
            head.and_then(|head| head.split([' ', ')']).next()) == Some(command)
        })
    })
}

impl Machine<'_> {
    /// Runs a command of a framework in the place of its package; false for any other.
    pub(super) fn run_framework(&mut self, command: &str, call: &Invocation<'_>) -> bool {
        if self.script.is_some() {
            return false;
        }
        let Some(definition) = self.framework_definition(command) else { return false };
        self.keep_call(command, call);
        self.stand_in(definition, call);
        true
    }

    /// Runs a command of a framework that is a part of what another one does: nobody has called it.
    pub(super) fn run_framework_part(&mut self, command: &str, call: &Invocation<'_>) {
        if let Some(definition) = self.framework_definition(command) {
            self.stand_in(definition, call);
        }
    }

    /// Does what a module of a framework, which is not there, is known to do; whether that is all it does.
    pub(super) fn run_framework_module(&mut self, module: &str, call: &Invocation<'_>) -> bool {
        let name = format!("module_{}", module.to_lowercase());
        let Some(definition) = self.framework_definition(&name).filter(|_| self.script.is_none()) else { return false };
        let Invocation { command, file, origin, .. } = *call;
        self.stand_in(definition, &Invocation { command, file, args: Vec::new(), origin });
        text_of(&name).is_some_and(|(framework, _)| WHOLE.contains(&framework))
    }

    /// Calls a definition whose commands count for the place of the call.
    fn stand_in(&mut self, definition: Arc<Definition>, call: &Invocation<'_>) {
        let before = self.stands_for.replace((definition.file.id, call.origin));
        self.call_definitions(call, &[(crate::cond::Cond::TRUE, definition)]);
        self.stands_for = before;
    }

    fn framework_definition(&mut self, command: &str) -> Option<Arc<Definition>> {
        let policies = self.policies.as_defined();
        if let Some(read) = self.frameworks.get(command) {
            let read = Arc::clone(read);
            return Some(if read.policies == policies {
                read
            } else {
                Arc::new(Definition { policies, ..(*read).clone() })
            });
        }
        let (name, text) = text_of(command)?;
        let file = self.parse_text(Path::new(&format!("commands of {name}.")), text);
        for statement in &file.body {
            let Statement::Enclosed { kind, head, body, .. } = statement else { continue };
            let is_macro = match kind {
                EnclosedKind::Function => false,
                EnclosedKind::Macro => true,
                _ => continue,
            };
            let head = &file.commands[head.0 as usize];
            let mut words =
                head.arguments.iter().filter_map(|argument| argument.template.literal()).map(Arc::<str>::from);
            let Some(name) = words.next() else { continue };
            let definition = Definition {
                is_macro,
                name: Arc::clone(&name),
                parameters: words.collect(),
                body: Arc::clone(body),
                file: Arc::clone(&file),
                path: PathBuf::new(),
                policies: policies.clone(),
                outer: None,
            };
            self.frameworks.insert(name, Arc::new(definition));
        }
        self.frameworks.get(command).cloned()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::source::{Sandbox, SourceMap};

    #[test]
    fn every_text_is_whole_and_defines_each_command_once() {
        let sources = SourceMap::new(Sandbox::nowhere());
        let mut seen = BTreeSet::new();
        for (name, text) in TEXTS {
            let source = sources.insert(PathBuf::from(name), text.as_bytes().into());
            let file = crate::cmake::syntax::parse(source.id(), text.as_bytes());
            assert!(file.errors.is_empty(), "{name}: {:?}", file.errors);
            for statement in &file.body {
                let Statement::Enclosed { head, end: Some(_), .. } = statement else { panic!("{name}: no definition") };
                let word =
                    file.commands[head.0 as usize].arguments[0].template.literal().unwrap_or_default().to_owned();
                assert!(word == word.to_lowercase() && seen.insert(word.clone()), "{name}: {word}");
                assert!(text_of(&word).is_some_and(|(found, _)| found == *name));
            }
        }
        assert!(text_of("add_library").is_none());
    }
}
