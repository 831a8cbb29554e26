//! Defaults of targets, and flags, that the top-level directory sets for a parent that it has not.
use std::collections::BTreeMap;

use crate::cmake::eval::facts::Parentless;
use crate::cmake::lang::property_table::initialised_by_variables;
use crate::cond::Cond;
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

/// Whether the same file writes the variable for itself, too: it is set here, and what the parent gets is meant for one.
fn is_set_beside(project: Project<'_>, write: &Parentless, span: Span) -> bool {
    let commands = ["set", "list", "string", "option"];
    let all = project.files.all();
    commands.iter().flat_map(|name| all.calls(name)).any(|(file, command)| {
        let mut words = command.arguments.iter().map(|argument| argument.template.literal());
        file.id == span.file
            && words.clone().take(2).chain(words.clone().last()).any(|word| word == Some(&*write.name))
            && !words.any(|word| word == Some("PARENT_SCOPE"))
    })
}
