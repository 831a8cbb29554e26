//! Commands that write a variable which they name.
use crate::cmake::syntax::{Argument, Command};

/// Commands that write the variable that they name first, and those that write one wherever they name it.
const FIRST: &[&str] = &["find_file", "find_library", "find_path", "find_program", "option", "set"];
const ANYWHERE: &[&str] = &["execute_process", "list", "string"];

/// Whether a command writes a variable of a name.
pub(super) fn writes(command: &Command, name: &str) -> bool {
    let is = |argument: Option<&Argument>| argument.and_then(|one| one.template.literal()) == Some(name);
    let lower = &*command.lower;
    FIRST.contains(&lower) && is(command.arguments.first())
        || (ANYWHERE.contains(&lower) || lower.starts_with("check_"))
            && command.arguments.iter().any(|one| is(Some(one)))
}
