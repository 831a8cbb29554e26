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
    /// The file that the command belongs to.
    Main,
    Other,
}

/// Words that begin a part (cmake-commands(7), `add_custom_command`).
fn part(word: &str) -> Option<Part> {
    Some(match word {
        "OUTPUT" | "BYPRODUCTS" => Part::Output,
        "COMMAND" => Part::Program,
        "DEPENDS" => Part::Depends,
        "MAIN_DEPENDENCY" => Part::Main,
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

/// What is needed to make the files of custom commands, by their absolute paths.
#[derive(Default)]
pub(super) struct Needs {
    /// Targets that have to be there before.
    pub targets: FxHashMap<String, Vec<TargetId>>,
    /// The file from which one is made (`MAIN_DEPENDENCY)`: it is a source of whatever has the made one.
    pub main: FxHashMap<String, String>,
}

impl Concrete<'_, '_> {
    /// What all custom commands need.
    pub(super) fn needs_of_commands(&self) -> Needs {
        let mut out = Needs::default();
        for call in self.model.facts.calls.iter().filter(|c| &*c.command == "add_custom_command") {
            if self.everywhere().holds(call.cond) != Some(true) {
                continue;
            }
            let Some(words) = self.everywhere().list(&call.arguments) else { continue };
            let Some(directory) = self.model.facts.directories.get(call.directory.0 as usize) else { continue };
            let (mut outputs, mut needs) = (Vec::new(), Vec::new());
            let (mut at, mut main) = (Part::Other, None);
            for word in &words {
                if let Some(next) = part(word) {
                    at = next;
                    continue;
                }
                match at {
                    Part::Output => {
                        outputs.push(normalize(&directory.binary.join(word)).to_string_lossy().into_owned());
                    }
                    Part::Program | Part::Depends => needs.extend(self.model.find(word)),
                    Part::Main => {
                        needs.extend(self.model.find(word));
                        main = Some(normalize(&directory.source.join(word)).to_string_lossy().into_owned());
                    }
                    Part::Other => {}
                }
                if at == Part::Program {
                    at = Part::Other;
                }
            }
            for output in outputs {
                if let Some(main) = &main {
                    out.main.insert(output.clone(), main.clone());
                }
                out.targets.entry(output).or_default().extend(&needs);
            }
        }
        out
    }
}
