//! `cmake_diagnostic` (CMake 4.4): what is done about each category of warnings.
use std::sync::Arc;

use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::script::diagnostics::{Action, Category};

use super::Handler::Plain;
use super::Table;

pub(super) const COMMANDS: Table = &[("cmake_diagnostic", Plain(diagnostic))];

fn diagnostic(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let words: Vec<&str> = args.iter().map(|a| &**a).collect();
    let outcome = match words.as_slice() {
        [] => Err("requires at least one argument.".to_owned()),
        [mode @ ("SET" | "PROMOTE" | "DEMOTE"), rest @ ..] => alter(machine, mode, rest),
        ["GET", category, output] => get(machine, call, category, output),
        ["GET", ..] => Err("GET must be given exactly 2 additional arguments.".to_owned()),
        ["PUSH"] => {
            if let Some(session) = machine.script.as_deref_mut() {
                session.actions_stack.push(session.actions.clone());
            }
            Ok(())
        }
        ["POP"] => pop(machine),
        [mode @ ("PUSH" | "POP"), ..] => Err(format!("{mode} may not be given additional arguments.")),
        [other, ..] => Err(format!("given unknown first argument \"{other}\"")),
    };
    if let Err(message) = outcome {
        machine.error(&format!("cmake_diagnostic {message}"), call.origin);
    }
}

fn pop(machine: &mut Machine<'_>) -> Result<(), String> {
    let Some(session) = machine.script.as_deref_mut() else { return Ok(()) };
    session.actions = session.actions_stack.pop().ok_or("POP without matching PUSH")?;
    Ok(())
}

fn alter(machine: &mut Machine<'_>, mode: &str, rest: &[&str]) -> Result<(), String> {
    let (category, action, recurse) = match rest {
        [category, action] => (category, action, mode != "SET"),
        [category, action, "RECURSE"] => (category, action, true),
        [category, action, "NO_RECURSE"] => (category, action, false),
        [_, _, option] => return Err(format!("{mode} given unknown option \"{option}\".")),
        _ => return Err(format!("{mode} must be given exactly 2 or 3 additional arguments.")),
    };
    let action =
        Action::parse(action).ok_or_else(|| format!("{mode} given unrecognized diagnostic action \"{action}\"."))?;
    let category = category_of(mode, category)?;
    if let Some(session) = machine.script.as_deref_mut() {
        session.actions.change(category, recurse, |old| match mode {
            "PROMOTE" => old.max(action),
            "DEMOTE" => old.min(action),
            _ => action,
        });
    }
    Ok(())
}

fn get(machine: &mut Machine<'_>, call: &Invocation<'_>, category: &str, output: &str) -> Result<(), String> {
    let category = category_of("GET", category)?;
    if let Some(action) = machine.script.as_deref().map(|s| s.actions.of(category)) {
        machine.set_text(output, action.word(), call.origin);
    } else {
        let name = machine.intern(output);
        machine.havoc(name, "cmake_diagnostic(GET)");
    }
    Ok(())
}

fn category_of(mode: &str, word: &str) -> Result<Category, String> {
    Category::from_name(word).ok_or_else(|| format!("{mode} given unrecognized diagnostic category \"{word}\"."))
}
