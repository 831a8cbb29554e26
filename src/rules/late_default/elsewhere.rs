//! `option(BUILD_SHARED_LIBS … ON)` in a folder that is entered when libraries of other folders are there already.
use crate::cmake::eval::facts::{Definition, TargetKind};
use crate::cmake::eval::text::SymbolKind;
use crate::cmake::eval::value::Origin;
use crate::cmake::syntax::Command;
use crate::cond::Cond;
use crate::rules::{Draft, Place, Project, Sink};
use crate::source::Span;

use super::is_late_option;

const NAME: &str = "BUILD_SHARED_LIBS";

/// Reports the option whose entry the libraries above it do not have in the first run, and have in the second.
pub(super) fn check(project: Project<'_>, sink: &mut Sink) {
    let (model, facts) = (project.model, project.model.facts);
    let Some(entry) = facts.cache.get(NAME) else { return };
    let Some(place) = model.span(entry.origin) else { return };
    let is = |span: Span, is: fn(&Command) -> bool| {
        let found = project.files.command_at(span);
        found.is_some_and(|(file, at)| file.commands.get(at).is_some_and(is))
    };
    if !is(place, is_late_option) || is_set(project) {
        return;
    }
    let ran = facts.assigned.get(&place).map(|ran| facts.conds.any(ran.iter().copied()));
    let Some(ran) = ran.filter(|ran| ran.is_possible()) else { return };
    let stack = facts.places.stack(entry.origin);
    let mut found: Vec<(Span, &str, Cond)> = Vec::new();
    for id in model.built_targets() {
        let definitions = model.definitions_of(id);
        let Some((first, cond)) = of_either_kind(project, definitions) else { continue };
        let is_above = comes_before(project, &facts.places.stack(first), &stack);
        let (cond, span) = (facts.conds.and(cond, ran), model.span(first));
        if let Some(span) = span.filter(|_| is_above && cond.is_possible()) {
            found.push((span, model.name(id), cond));
        }
    }
    let Some((span, name, _)) = found.first() else { return };
    let cond = facts.conds.any(found.iter().map(|(_, _, cond)| *cond).collect::<Vec<_>>());
    let draft = Draft::new(cond, Place::new(place, "this folder is entered when the library is there already"))
        .related(*span, format!("`{name}` says no kind, and is made before"))
        .named("name", NAME)
        .value(
            "why",
            "the first run makes archives of the libraries above, and the second one makes shared libraries of them",
        );
    sink.report(draft.help("declare it in front of the libraries, in the folder that makes them or above"));
}

/// Whether something else in the project gives the variable a value: then the entry may say nothing new.
fn is_set(project: Project<'_>) -> bool {
    project.evaluated().any(|file| {
        file.commands.iter().any(|command| {
            let name = command.arguments.first().and_then(|one| one.template.literal());
            matches!(&*command.lower, "set" | "unset") && name == Some(NAME)
        })
    })
}

/// Where a library says no kind and takes it from the variable: its definition, and when it is an archive.
fn of_either_kind(project: Project<'_>, definitions: &[Definition]) -> Option<(Origin, Cond)> {
    let facts = project.model.facts;
    let symbol = facts.texts.find_symbol(SymbolKind::Input, NAME)?;
    let on = facts.conds.truthy(facts.texts.info(symbol).subject);
    let shared = definitions.iter().find(|one| one.kind == TargetKind::Shared && facts.conds.implies(one.cond, on))?;
    let archive = definitions.iter().find(|one| {
        one.kind == TargetKind::Static && one.origin == shared.origin && facts.conds.disjoint(one.cond, on)
    })?;
    Some((archive.origin, archive.cond))
}

/// Whether a command of another folder runs before one, by the calls that lead to both, innermost first: in the file where they part.
fn comes_before(project: Project<'_>, first: &[Span], second: &[Span]) -> bool {
    let file = |stack: &[Span]| stack.first().map(|span| project.files.sources().get(span.file).path().to_path_buf());
    if file(first) == file(second) {
        return false;
    }
    let parted = first.iter().rev().zip(second.iter().rev()).find(|(one, other)| one != other);
    parted.is_some_and(|(one, other)| one.file == other.file && one.start < other.start)
}
