//! Defaults of targets, and flags, that the top-level directory sets for a parent that it has not.
use std::collections::{BTreeMap, BTreeSet};

use crate::cmake::eval::facts::Parentless;
use crate::cmake::lang::property_table::initialised_by_variables;
use crate::cmake::syntax::{Command, Part};
use crate::cond::Cond;
use crate::model::branches::references;
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    if !model.judged_targets().any(|id| !model.is_imported(id)) {
        return;
    }
    // A list file without project() is no top level: others add its folder.
    let top = &model.facts.source_dir;
    if !project.inputs.cmake_lists.iter().any(|list| list.calls_project && list.path.parent() == Some(top)) {
        return;
    }
    let mut found: BTreeMap<(Span, &str), Cond> = BTreeMap::new();
    for write in model.facts.parentless.iter().filter(|write| acts(&write.name)) {
        let Some(span) = model.span(write.origin).filter(|span| !is_set_beside(project, write, *span)) else {
            continue;
        };
        let cond = found.entry((span, &write.name)).or_insert(Cond::FALSE);
        *cond = model.facts.conds.or(*cond, write.cond);
    }
    for ((span, name), cond) in found {
        sink.report(Draft::new(cond, Place::new(span, "there is no parent")).named("name", name));
    }
}

/// Whether targets are made after a variable: it initialises a property of theirs, or holds flags that all of a directory get.
fn acts(name: &str) -> bool {
    let flags = name.starts_with("CMAKE_") && name.contains("_FLAGS");
    flags || name == "BUILD_SHARED_LIBS" || initialised_by_variables().iter().any(|row| row.variable == name)
}

/// Whether the same file gives the variable for itself, too, what it gives the parent: then that is meant for one. Flags that are nowhere
/// but in the value for the parent are lost.
fn is_set_beside(project: Project<'_>, write: &Parentless, span: Span) -> bool {
    let commands = ["set", "list", "string", "option"];
    let all = project.files.all();
    let is_about = |command: &Command| {
        let mut words = command.arguments.iter().map(|argument| argument.template.literal());
        words.clone().take(2).chain(words.next_back()).any(|word| word == Some(&*write.name))
    };
    let mut own = commands.iter().flat_map(|name| all.calls(name)).filter(|(file, command)| {
        let for_parent = command.arguments.iter().any(|one| one.template.literal() == Some("PARENT_SCOPE"));
        file.id == span.file && !for_parent && is_about(command)
    });
    let lost = project.files.command_at(span).map(|(file, at)| flags(&file.commands[at])).unwrap_or_default();
    if lost.is_empty() {
        return own.next().is_some();
    }
    let own: Vec<&Command> = own.map(|(_, command)| command).collect();
    let mut read = BTreeSet::new();
    own.iter().flat_map(|command| &command.arguments).for_each(|one| references(&one.template, &mut read));
    // What another variable brings may be the same.
    read.iter().any(|name| *name != *write.name) || lost.is_subset(&own.into_iter().flat_map(flags).collect())
}

/// The flags that a command writes out.
fn flags(command: &Command) -> BTreeSet<String> {
    let parts = command.arguments.iter().skip(1).flat_map(|argument| &argument.template.0);
    let literals = parts.filter_map(|part| match part {
        Part::Literal(text) => Some(text),
        Part::Reference(..) => None,
    });
    let words = literals.flat_map(|text| text.split(|c: char| c.is_ascii_whitespace() || c == ';'));
    words.filter(|word| word.len() > 1 && word.starts_with(['-', '/'])).map(str::to_owned).collect()
}
