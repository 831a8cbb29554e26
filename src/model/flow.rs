//! Which variables may be made from which, read off the syntax. It is an over-estimate: a command that names a variable and
//! refers to another one may write the first from the second.
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

use crate::cmake::syntax::{Command, File};
use crate::model::branches::references;

/// The variables of a project and what flows between them.
#[derive(Debug, Default)]
pub struct Flow {
    /// For each name that is referred to, the names that stand beside it.
    into: FxHashMap<String, BTreeSet<String>>,
}

impl Flow {
    /// Reads the commands of a file.
    pub fn add(&mut self, file: &File) {
        for command in &file.commands {
            if matches!(&*command.lower, "if" | "elseif" | "while" | "message") {
                continue;
            }
            let from = read_by(command);
            if from.is_empty() {
                continue;
            }
            let named: Vec<&str> = command.arguments.iter().filter_map(|a| a.template.literal()).collect();
            for name in from {
                self.into.entry(name).or_default().extend(named.iter().map(|&to| to.to_owned()));
            }
        }
    }

    /// The names that may hold something made from a variable, with its own.
    #[must_use]
    pub fn reached(&self, name: &str) -> FxHashSet<&str> {
        let mut seen: FxHashSet<&str> = FxHashSet::default();
        let mut open: Vec<&str> = self.into.get_key_value(name).map(|(name, _)| name.as_str()).into_iter().collect();
        while let Some(next) = open.pop() {
            if seen.insert(next) {
                open.extend(self.into.get(next).into_iter().flatten().map(String::as_str));
            }
        }
        seen
    }
}

/// The variables that a command reads: references, and the list that a loop or `list()` names.
pub fn read_by(command: &Command) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    command.arguments.iter().for_each(|argument| references(&argument.template, &mut out));
    let literal = |at: usize| command.arguments.get(at).and_then(|a| a.template.literal());
    match &*command.lower {
        "foreach" => {
            let after = command.arguments.iter().position(|a| a.template.literal() == Some("LISTS"));
            let lists = command.arguments.iter().skip(after.map_or(usize::MAX, |at| at + 1));
            out.extend(lists.filter_map(|a| a.template.literal()).map(str::to_owned));
        }
        "list" => out.extend(literal(1).map(str::to_owned)),
        // The value of a cache entry, or what another directory defines.
        "get_property" if literal(1) == Some("CACHE") && literal(4) == Some("VALUE") => {
            out.extend(literal(2).map(str::to_owned));
        }
        "get_property" if literal(1) == Some("VARIABLE") => out.extend(literal(3).map(str::to_owned)),
        "get_directory_property" => {
            let key = command.arguments.iter().position(|a| a.template.literal() == Some("DEFINITION"));
            out.extend(key.and_then(|at| literal(at + 1)).map(str::to_owned));
        }
        _ => {}
    }
    out
}

#[cfg(test)]
mod tests {
    use super::Flow;
    use crate::cmake::syntax::parse;
    use crate::source::{Sandbox, SourceMap};

    fn reached(text: &str, name: &str) -> Vec<String> {
        let sources = SourceMap::new(Sandbox::nowhere());
        let source = sources.insert("/f".into(), text.as_bytes().into());
        let mut flow = Flow::default();
        flow.add(&parse(source.id(), text.as_bytes()));
        let mut names: Vec<String> = flow.reached(name).into_iter().map(str::to_owned).collect();
        names.sort();
        names
    }

    #[test]
    fn values_of_entries_and_of_directories() {
        let names = reached("get_property(a CACHE user PROPERTY VALUE)\nset(b ${a})\n", "user");
        assert!(names.contains(&"b".to_owned()), "{names:?}");
        let names = reached("get_directory_property(a DIRECTORY .. DEFINITION user)\nset(b ${a})\n", "user");
        assert!(names.contains(&"b".to_owned()), "{names:?}");
        let names = reached("get_property(a CACHE user PROPERTY TYPE)\nset(b ${a})\n", "user");
        assert!(names.is_empty(), "{names:?}");
    }

    #[test]
    fn what_is_made_from_a_variable_is_followed() {
        let text = "filter(all TARGETS ${user})\nforeach(one IN LISTS all)\nlist(APPEND kept ${one})\nendforeach()\n\
                    set(other ${else})\nmessage(STATUS none ${kept})\n";
        let names = reached(text, "user");
        for name in ["all", "one", "kept", "user"] {
            assert!(names.iter().any(|n| n == name), "{name} in {names:?}");
        }
        for name in ["other", "none"] {
            assert!(!names.iter().any(|n| n == name), "{name} in {names:?}");
        }
    }
}
