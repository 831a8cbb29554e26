//! Packages that a project looks for.
use crate::cmake::syntax::{Argument, Command, File};
use crate::cond::Cond;
use crate::model::foreign::letters;
use crate::rules::{Facts, Project};

/// Whether it happens only where a package is not found, and the project asks nowhere whether it was: it takes for granted that it is there,
/// and nothing comes of a build without.
pub(super) fn lacks_what_is_taken_for_granted(cond: Cond, facts: Facts<'_>) -> bool {
    let Some(project) = facts.project.filter(|_| !cond.is_true()) else { return false };
    let conds = facts.conditions.conds;
    let subjects = conds.subjects(cond);
    // A target is in a condition only where the project asks for it, by whatever wrapper.
    let asked_by_target = |package: &str| {
        let mut names = subjects.iter().map(|subject| conds.subject_info(*subject).name.clone());
        names.any(|name| {
            name.strip_prefix("TARGET ").is_some_and(|target| letters(target).starts_with(&letters(package)))
        })
    };
    subjects.iter().any(|subject| {
        let subject = *subject;
        let name = conds.subject_info(subject).name.clone();
        let package = name.strip_prefix("package ").and_then(|rest| rest.strip_suffix(" found"));
        package.is_some_and(|package| {
            conds.disjoint(cond, conds.truthy(subject))
                && !asked_by_target(package)
                && !project.evaluated().any(|file| asks_for(project, &file, package))
        })
    })
}

/// Whether a condition of a file has the name of a package in it.
fn asks_for(project: Project<'_>, file: &File, package: &str) -> bool {
    const ASK: &[&str] = &["cmake_dependent_option", "elseif", "if", "option", "while"];
    let source = project.files.sources().get(file.id);
    let package = letters(package);
    let names = |command: &Command| {
        let range = |argument: &Argument| argument.range.start as usize..argument.range.end as usize;
        let mut texts = command.arguments.iter().filter_map(|one| source.bytes().get(range(one)));
        texts.any(|text| letters(&String::from_utf8_lossy(text)).contains(&package))
    };
    file.commands.iter().filter(|command| ASK.contains(&&*command.lower)).any(names)
}
