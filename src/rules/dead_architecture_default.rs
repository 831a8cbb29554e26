//! A default for GPU architectures that is asked for after the language was enabled, which gives them a value.
use std::path::Path;

use crate::cmake::eval::facts::Facts;
use crate::cmake::eval::policy::{PolicyState, Version};
use crate::cmake::syntax::{Block, Command, File, Statement};
use crate::cond::Cond;
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::Span;

/// A variable, the language that sets it, and the policy that brought it.
type Set = (&'static str, &'static str, Option<(u32, Version)>);

/// Variables that enabling a language sets (cmake-variables(7)).
const SET: &[Set] =
    &[("CMAKE_CUDA_ARCHITECTURES", "CUDA", Some((104, Version(3, 18, 0)))), ("CMAKE_HIP_ARCHITECTURES", "HIP", None)];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    if !cx.facts.build_says(&["CMAKE_CUDA_ARCHITECTURES", "CMAKE_HIP_ARCHITECTURES"]) {
        return;
    }
    for file in project.evaluated() {
        for &(variable, language, policy) in SET {
            let mut found = Vec::new();
            defaults(&file, &file.body, variable, &mut found);
            for (test, set) in found {
                look(project, &file, (variable, language, policy), test, set, sink);
            }
        }
    }
}

/// `if(NOT DEFINED variable)` with a `set()` of it inside.
fn defaults<'f>(file: &'f File, block: &Block, variable: &str, out: &mut Vec<(&'f Command, &'f Command)>) {
    for statement in block {
        match statement {
            Statement::Command(_) => {}
            Statement::If { branches, otherwise, .. } => {
                for (head, inner) in branches {
                    let test = &file.commands[head.0 as usize];
                    if asks(test, variable) {
                        out.extend(sets(file, inner, variable).map(|set| (test, set)));
                    }
                    defaults(file, inner, variable, out);
                }
                if let Some((_, inner)) = otherwise {
                    defaults(file, inner, variable, out);
                }
            }
            Statement::Enclosed { body, .. } => defaults(file, body, variable, out),
        }
    }
}

fn asks(test: &Command, variable: &str) -> bool {
    let words: Vec<Option<&str>> = test.arguments.iter().map(|argument| argument.template.literal()).collect();
    match words.as_slice() {
        [Some("NOT"), Some("DEFINED"), Some(name)] | [Some("NOT"), Some(name)] => *name == variable,
        _ => false,
    }
}

fn sets<'f>(file: &'f File, block: &Block, variable: &str) -> Option<&'f Command> {
    block.iter().find_map(|statement| {
        let Statement::Command(id) = statement else { return None };
        let command = &file.commands[id.0 as usize];
        let first = command.arguments.first().and_then(|argument| argument.template.literal());
        (&*command.lower == "set" && first == Some(variable) && command.arguments.len() > 1).then_some(command)
    })
}

fn look(
    project: Project<'_>,
    file: &File,
    (variable, language, policy): Set,
    test: &Command,
    set: &Command,
    sink: &mut Sink,
) {
    let model = project.model;
    let (facts, conds) = (model.facts, &model.facts.conds);
    let Some(ran) = facts.assigned.get(&Span::new(file.id, set.range.clone())) else { return };
    let ran = conds.any(ran.iter().copied());
    let Some((enabled, at)) = enabled_before(project, facts, language, file, test) else { return };
    // Where it is enabled on all ways that lead here, the value is there.
    if !ran.is_possible()
        || !conds.implies(ran, enabled)
        || has_default_before(project, variable, file, at)
        || is_replaced_before(file, variable, test, &at)
    {
        return;
    }
    let new = policy.is_none_or(|(number, since)| {
        let mut of_targets = model.built_targets().flat_map(|id| model.definitions_of(id)).peekable();
        of_targets.peek().is_some() && of_targets.all(|one| one.policies.state(number, since) == PolicyState::New)
    });
    if !new {
        return;
    }
    // Whatever users gave for it: the test of the variable is what goes wrong.
    let own = conds.subjects(ran).into_iter().filter(|subject| &*conds.subject_info(*subject).name == variable);
    let ran = own.fold(ran, |ran, subject| conds.exists_subject(ran, subject));
    // The value of a user is kept, and `OFF` is one.
    let (label, used) = match test.arguments.len() {
        2 => ("true only for OFF: it has a value by now", "used only in place of a user's OFF"),
        _ => ("never true: it has a value by now", "never used"),
    };
    let place = Place::new(Span::new(file.id, test.range.clone()), label);
    sink.report(
        Draft::new(ran, place)
            .related(at, format!("enables {language}, which sets it"))
            .related(Span::new(file.id, set.range.clone()), "the default of the project")
            .named("variable", variable)
            .value("language", language)
            .value("used", used),
    );
}

/// Whether the file takes the value away before it asks for it, or puts another one in its place, which may be empty.
fn is_replaced_before(file: &File, variable: &str, test: &Command, enabled: &Span) -> bool {
    let before = file.commands.iter().take_while(|command| command.range.end <= test.range.start);
    let behind = before.filter(|command| enabled.file != file.id || command.range.start >= enabled.end);
    let mut writes = behind.filter(|command| matches!(&*command.lower, "set" | "unset"));
    writes.any(|command| command.arguments.first().and_then(|first| first.template.literal()) == Some(variable))
}

/// Whether the project gives the variable a value before the language is enabled, in some configuration: what comes later is for the
/// others.
fn has_default_before(project: Project<'_>, variable: &str, file: &File, enabled: Span) -> bool {
    let facts = project.model.facts;
    let files = project.files.sources();
    project.evaluated().any(|other| {
        let source = files.get(other.id);
        let path = source.path();
        let is_before = |place: &Span| {
            let entered = || entered_from_top(project, facts, path).filter(|entered| entered.file == enabled.file);
            if place.file == enabled.file {
                place.end <= enabled.start
            } else {
                other.id != file.id && entered().is_none_or(|entered| entered.end <= enabled.start)
            }
        };
        other.commands.iter().any(|command| {
            let words: Vec<Option<&str>> = command.arguments.iter().map(|one| one.template.literal()).collect();
            let gives = &*command.lower == "set" && words.first() == Some(&Some(variable)) && words.len() > 1;
            let place = Span::new(other.id, command.range.clone());
            // What is kept in the cache is given whenever nobody says otherwise.
            let cached = words.contains(&Some("CACHE"));
            let ran = || facts.assigned.get(&place).is_some_and(|ran| ran.iter().any(|one| one.is_possible()));
            gives && is_before(&place) && (cached || ran())
        })
    })
}

/// When a language is enabled by a command that runs before a test: one above it in the same file, or for a file of another folder
/// one of the top file above the `add_subdirectory()` that leads to it.
fn enabled_before(
    project: Project<'_>,
    facts: &Facts,
    language: &str,
    file: &File,
    test: &Command,
) -> Option<(Cond, Span)> {
    let conds = &facts.conds;
    let top = facts.source_dir.join("CMakeLists.txt");
    let path = project.files.sources().get(file.id).path().to_path_buf();
    let entered = if path == top { None } else { entered_from_top(project, facts, &path) };
    let mut found: Option<(Cond, Span)> = None;
    for one in facts.enabled.iter().filter(|one| &*one.language == language) {
        let Some(span) = project.model.span(one.origin) else { continue };
        let above = span.file == file.id && span.end <= test.range.start;
        let in_top = entered.is_some_and(|entered| span.file == entered.file && span.end <= entered.start);
        if above || in_top {
            found = Some(match found {
                Some((cond, first)) => (conds.or(cond, one.cond), first),
                None => (one.cond, span),
            });
        }
    }
    found
}

/// The first command of the top file by which a folder with this list is entered; None where a way to it starts elsewhere.
fn entered_from_top(project: Project<'_>, facts: &Facts, list: &Path) -> Option<Span> {
    let top = facts.source_dir.join("CMakeLists.txt");
    let mut first: Option<Span> = None;
    for directory in facts.directories.iter().filter(|one| one.source.join("CMakeLists.txt") == list) {
        let mut below = directory;
        while let Some(parent) =
            facts.directories.get(below.parent?.0 as usize).filter(|parent| parent.parent.is_some())
        {
            below = parent;
        }
        let span = project.model.span(below.origin)?;
        if project.files.sources().get(span.file).path() != top {
            return None;
        }
        first = Some(first.filter(|one| one.start <= span.start).unwrap_or(span));
    }
    first
}
