//! What custom commands make targets wait for: the programs of the project that they run and the targets they name.
use rustc_hash::FxHashMap;

use crate::source::normalize;

use super::{Concrete, TargetId};

/// The part of a call of `add_custom_command` that is being read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Output,
    /// The next word is a program.
    Program,
    Depends,
    Other,
}

/// Words that begin a part (cmake-commands(7), add_custom_command).
fn part(word: &str) -> Option<Part> {
    Some(match word {
        "OUTPUT" | "BYPRODUCTS" => Part::Output,
        "COMMAND" => Part::Program,
        "DEPENDS" | "MAIN_DEPENDENCY" => Part::Depends,
        "ARGS"
        | "IMPLICIT_DEPENDS"
        | "WORKING_DIRECTORY"
        | "COMMENT"
        | "DEPFILE"
        | "JOB_POOL"
        | "VERBATIM"
        | "APPEND"
        | "USES_TERMINAL"
        | "COMMAND_EXPAND_LISTS"
        | "CODEGEN"
        | "DEPENDS_EXPLICIT_ONLY"
        | "JOB_SERVER_AWARE" => Part::Other,
        _ => return None,
    })
}

impl Concrete<'_, '_> {
    /// For each file that a custom command makes, the targets that the command needs.
    pub(super) fn needs_of_commands(&self) -> FxHashMap<String, Vec<TargetId>> {
        let mut out: FxHashMap<String, Vec<TargetId>> = FxHashMap::default();
        for call in self.model.facts.calls.iter().filter(|c| &*c.command == "add_custom_command") {
            if self.everywhere().holds(call.cond) != Some(true) {
                continue;
            }
            let Some(words) = self.everywhere().list(&call.arguments) else { continue };
            let Some(directory) = self.model.facts.directories.get(call.directory.0 as usize) else { continue };
            let (mut outputs, mut needs) = (Vec::new(), Vec::new());
            let mut at = Part::Other;
            for word in &words {
                if let Some(next) = part(word) {
                    at = next;
                    continue;
                }
                match at {
                    Part::Output => {
                        outputs.push(normalize(&directory.binary.join(word)).to_string_lossy().into_owned())
                    }
                    Part::Program | Part::Depends => needs.extend(self.model.find(word)),
                    Part::Other => {}
                }
                if at == Part::Program {
                    at = Part::Other;
                }
            }
            for output in outputs {
                out.entry(output).or_default().extend(&needs);
            }
        }
        out
    }
}
