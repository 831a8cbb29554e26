//! `target_link_options()` without an option, where another branch of the `if` around it gives some.
use std::collections::BTreeSet;

use crate::cmake::syntax::{Argument, Command};
use crate::rules::{Context, Draft, Place, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project.filter(|_| cx.facts.build_says(&["target_link_options"])) else { return };
    let mut seen = BTreeSet::new();
    for evaluated in project.model.facts.files.iter().filter(|file| seen.insert(&file.path)) {
        let Ok(file) = project.files.parse(&evaluated.path) else { continue };
        for (at, command) in file.commands.iter().enumerate() {
            let Some(target) = without_options(command) else { continue };
            let Some(other) = elsewhere(&file.commands, at, target) else { continue };
            let place = Place::new(Span::new(file.id, command.range.clone()), "no option");
            let draft = Draft::new(evaluated.cond, place)
                .related(Span::new(file.id, other.range.clone()), "has some in the other branch")
                .named("target", target);
            sink.report(draft);
        }
    }
}

fn word(argument: &Argument) -> Option<&str> {
    argument.template.literal()
}

/// The target of a call without options.
fn without_options(command: &Command) -> Option<&str> {
    let (target, rest) = command.arguments.split_first()?;
    let is_keyword = |one: &Argument| matches!(word(one), Some("BEFORE" | "PRIVATE" | "PUBLIC" | "INTERFACE"));
    (&*command.lower == "target_link_options" && rest.iter().all(is_keyword)).then(|| word(target)).flatten()
}

/// The command of another branch around a place that gives a target link flags.
fn elsewhere<'c>(commands: &'c [Command], at: usize, target: &str) -> Option<&'c Command> {
    let (mut depth, mut own, mut start) = (0_usize, true, None);
    for (back, command) in commands[..at].iter().enumerate().rev() {
        match &*command.lower {
            "endif" => depth += 1,
            "if" if depth == 0 => {
                start = Some(back);
                break;
            }
            "if" => depth -= 1,
            "elseif" | "else" if depth == 0 => own = false,
            _ => {}
        }
        if depth == 0 && !own && gives(command, target) {
            return Some(command);
        }
    }
    start?;
    depth = 0;
    own = true;
    for command in commands.get(at + 1..)? {
        match &*command.lower {
            "if" => depth += 1,
            "endif" if depth == 0 => break,
            "endif" => depth -= 1,
            "elseif" | "else" if depth == 0 => own = false,
            _ => {}
        }
        if depth == 0 && !own && gives(command, target) {
            return Some(command);
        }
    }
    None
}

/// Whether a command gives a target link flags.
fn gives(command: &Command, target: &str) -> bool {
    let has = |wanted: &str| command.arguments.iter().any(|one| word(one) == Some(wanted));
    let of_target = has(target);
    match &*command.lower {
        "target_link_options" => of_target && without_options(command).is_none(),
        "set_property" | "set_target_properties" => {
            of_target && (has("LINK_FLAGS") || has("LINK_OPTIONS")) && command.arguments.len() > 3
        }
        _ => false,
    }
}
