//! `target_link_options()` without an option, where another branch of the `if` around it gives some.
use std::collections::BTreeSet;

use crate::cmake::syntax::{Argument, Block, Command, File, Statement};
use crate::rules::{Context, Draft, Place, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project.filter(|_| cx.facts.build_says(&["target_link_options"])) else { return };
    let mut seen = BTreeSet::new();
    for evaluated in project.model.facts.files.iter().filter(|file| seen.insert(&file.path)) {
        let Ok(file) = project.files.parse(&evaluated.path) else { continue };
        let mut found = Vec::new();
        walk(&file, &file.body, &mut found);
        for (command, target, other) in found {
            let place = Place::new(Span::new(file.id, command.range.clone()), "no option");
            let draft = Draft::new(evaluated.cond, place)
                .related(Span::new(file.id, other.range.clone()), "has some in the other branch")
                .named("target", target);
            sink.report(draft);
        }
    }
}

/// A call without options, its target, and the command of another branch that gives that one link flags.
type Bare<'f> = (&'f Command, &'f str, &'f Command);

fn walk<'f>(file: &'f File, block: &'f Block, out: &mut Vec<Bare<'f>>) {
    for statement in block {
        match statement {
            Statement::Command(_) => {}
            Statement::Enclosed { body, .. } => walk(file, body, out),
            Statement::If { branches, otherwise, .. } => {
                let blocks: Vec<&Block> = branches.iter().chain(otherwise).map(|(_, body)| body).collect();
                for (own, body) in blocks.iter().enumerate() {
                    let others = || blocks.iter().enumerate().filter(|(other, _)| *other != own).map(|(_, body)| *body);
                    for (command, target) in direct(file, body).filter_map(|one| Some((one, without_options(one)?))) {
                        let mut giving = others().flat_map(|body| direct(file, body)).filter(|one| gives(one, target));
                        out.extend(giving.next().map(|other| (command, target, other)));
                    }
                    walk(file, body, out);
                }
            }
        }
    }
}

/// The commands of a block that stand in no further one.
fn direct<'f>(file: &'f File, block: &'f Block) -> impl Iterator<Item = &'f Command> {
    block.iter().filter_map(|statement| match statement {
        Statement::Command(id) => file.commands.get(id.0 as usize),
        _ => None,
    })
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
