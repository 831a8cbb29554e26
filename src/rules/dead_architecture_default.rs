//! A default for GPU architectures that is asked for after the language was enabled, which gives them a value.
use crate::cmake::eval::facts::Facts;
use crate::cmake::eval::policy::{PolicyState, Version};
use crate::cmake::syntax::{Block, Command, File, Statement};
use crate::cond::Cond;
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::Span;

/// Variables that enabling a language sets (cmake-variables(7)), and the policy that brought it.
const SET: &[(&str, &str, Option<(u32, Version)>)] =
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
    (variable, language, policy): (&str, &str, Option<(u32, Version)>),
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
    if !ran.is_possible() || !conds.implies(ran, enabled) {
        return;
    }
    let new = policy.is_none_or(|(number, since)| {
        let mut of_targets = model.built_targets().flat_map(|id| model.definitions_of(id)).peekable();
        of_targets.peek().is_some() && of_targets.all(|one| one.policies.state(number, since) == PolicyState::New)
    });
    if !new {
        return;
    }
    let place = Place::new(Span::new(file.id, test.range.clone()), "never true: it has a value by now");
    sink.report(
        Draft::new(ran, place)
            .related(at, format!("enables {language}, which sets it"))
            .related(Span::new(file.id, set.range.clone()), "the default that nobody gets")
            .named("variable", variable)
            .value("language", language),
    );
}

/// When a language is enabled by a command that runs before a test: one above it in the same file, or the top file's
/// `project()` for a file of another folder.
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
    let is_list = path.file_name().is_some_and(|name| name == "CMakeLists.txt") && path != top;
    let mut found: Option<(Cond, Span)> = None;
    for one in facts.enabled.iter().filter(|one| &*one.language == language) {
        let Some(span) = project.model.span(one.origin) else { continue };
        let above = span.file == file.id && span.end <= test.range.start;
        let in_top = is_list && project.files.sources().get(span.file).path() == top;
        if above || in_top {
            found = Some(match found {
                Some((cond, first)) => (conds.or(cond, one.cond), first),
                None => (one.cond, span),
            });
        }
    }
    found
}
