//! Defaults of targets, and flags, that the top-level directory sets for a parent that it has not.
use std::collections::{BTreeMap, BTreeSet};

use crate::cmake::eval::Listed;
use crate::cmake::eval::facts::Parentless;
use crate::cmake::lang::property_table::initialised_by_variables;
use crate::cmake::syntax::{Argument, Command, Namespace, Part, Template};
use crate::cond::Cond;
use crate::model::Model;
use crate::model::binaries::is_cxx;
use crate::model::branches::references;
use crate::rules::wording::listing;
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::{FileId, Span};

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
    let mut found: BTreeMap<(Span, &str), (Lost, Cond)> = BTreeMap::new();
    let acts = |write: &&Parentless| {
        acts(&write.name) && has_language(model, &write.name) && !asks_for_parent(model, write.cond)
    };
    for write in model.facts.parentless.iter().filter(acts) {
        let Some(span) = model.span(write.origin) else { continue };
        let Some(lost) = lost(project, write, span) else { continue };
        let (_, cond) = found.entry((span, &write.name)).or_insert((lost, Cond::FALSE));
        *cond = model.facts.conds.or(*cond, write.cond);
    }
    for ((span, name), (lost, cond)) in found {
        let lost = match lost {
            Lost::Value => "it".to_owned(),
            Lost::Flags(flags) => listing(&flags),
        };
        sink.report(Draft::new(cond, Place::new(span, "there is no parent")).named("name", name).value("lost", lost));
    }
}

/// Whether targets are made after a variable: it initialises a property of theirs, or holds flags that all of a directory get.
fn acts(name: &str) -> bool {
    let flags = name.starts_with("CMAKE_") && name.contains("_FLAGS");
    flags || name == "BUILD_SHARED_LIBS" || initialised_by_variables().iter().any(|row| row.variable == name)
}

/// Whether the project has sources of the language of a variable of flags.
fn has_language(model: &Model<'_>, name: &str) -> bool {
    let is_cxx_source = |id| {
        model.sources(id).iter().any(|source| source.path.as_deref().is_none_or(|path| is_cxx(path) == Some(true)))
    };
    let has_cxx = || model.judged_targets().any(is_cxx_source);
    model.is_enabled_for(name) && (!name.starts_with("CMAKE_CXX_FLAGS") || has_cxx())
}

/// Whether a command runs only where somebody says, by a setting with such a name, that there is a project above.
fn asks_for_parent(model: &Model<'_>, cond: Cond) -> bool {
    const WORDS: &[&str] = &["SUBPROJECT", "SUBMODULE", "SUBDIRECTORY", "SUBDIR", "SUPERPROJECT", "SUPERBUILD"];
    let conds = &model.facts.conds;
    conds.needed(cond).into_iter().any(|(subject, literal)| {
        let info = conds.subject_info(subject);
        let named = info.name.to_uppercase().split('_').any(|word| WORDS.contains(&word));
        named && conds.implies(literal, conds.truthy(subject))
    })
}

/// What the folder itself lacks.
enum Lost {
    Value,
    Flags(BTreeSet<String>),
}

/// What only a parent would get. Where the same file gives the variable for itself, too, what it gives the parent is meant for one, but for
/// flags that are nowhere else.
fn lost(project: Project<'_>, write: &Parentless, span: Span) -> Option<Lost> {
    let for_parent = project.files.command_at(span).filter(|_| write.name.contains("_FLAGS"));
    let mut lost = for_parent.map(|(file, at)| flags(&file.commands[at])).unwrap_or_default();
    let all = project.files.all();
    let own = own_commands(&all, &write.name, span.file);
    if lost.is_empty() {
        return own.is_empty().then_some(Lost::Value);
    }
    let mut read = BTreeSet::new();
    own.iter().flat_map(|command| &command.arguments).for_each(|one| references(&one.template, &mut read));
    let options = option_commands(&all, &write.name, span.file);
    // A reference behind something else is an argument of a flag, or a definition's value.
    let arguments = options.iter().filter(|one| !one.lower.ends_with("libraries")).flat_map(|command| words(command));
    let brings = |one: &&Argument| written(one).starts_with('$');
    arguments.filter(brings).for_each(|one| references(&one.template, &mut read));
    read.remove(&*write.name);
    // What another variable brings may be the same.
    if !read.is_empty() {
        return None;
    }
    let own: BTreeSet<String> = own.into_iter().flat_map(flags).collect();
    lost.retain(|flag| !own.contains(flag) && !options.iter().any(|command| gives(command, flag)));
    (!lost.is_empty()).then_some(Lost::Flags(lost))
}

/// Commands of the file that give the variable a value for the folder itself.
fn own_commands<'f>(all: &'f Listed, name: &str, file: FileId) -> Vec<&'f Command> {
    let is_about = |command: &Command| {
        let mut words = command.arguments.iter().map(|argument| argument.template.literal());
        words.clone().take(2).chain(words.next_back()).any(|word| word == Some(name))
    };
    let own = ["set", "list", "string", "option"].into_iter().flat_map(|command| all.calls(command));
    let own = own.filter(|(at, command)| {
        let for_parent = command.arguments.iter().any(|one| one.template.literal() == Some("PARENT_SCOPE"));
        at.id == file && !for_parent && is_about(command)
    });
    own.map(|(_, command)| command).collect()
}

/// Commands of the file that give flags to a folder or a target. Those of compilers are no flags of linkers; what a compiler gets may be meant for
/// its links.
fn option_commands<'f>(all: &'f Listed, name: &str, file: FileId) -> Vec<&'f Command> {
    const COMPILE: &[&str] = &[
        "add_compile_options",
        "add_definitions",
        "add_compile_definitions",
        "target_compile_options",
        "target_compile_definitions",
    ];
    const LINK: &[&str] = &["add_link_options", "link_libraries", "target_link_options", "target_link_libraries"];
    let compile = if name.contains("_LINKER_FLAGS") { &[] } else { COMPILE };
    let found = compile.iter().chain(LINK).flat_map(|command| all.calls(command));
    found.filter(|(at, _)| at.id == file).map(|(_, command)| command).collect()
}

/// The arguments behind the target.
fn words(command: &Command) -> impl Iterator<Item = &Argument> {
    command.arguments.iter().skip(usize::from(command.lower.starts_with("target_")))
}

/// Whether a command for options has a flag among its words, for some sources or build types at least.
fn gives(command: &Command, flag: &str) -> bool {
    let flag = flag.strip_prefix("-D").filter(|_| command.lower.ends_with("compile_definitions")).unwrap_or(flag);
    let is_end = |c: Option<char>| c.is_none_or(|c| c.is_ascii_whitespace() || matches!(c, ';' | ':' | '>' | ','));
    words(command).any(|argument| {
        let text = written(argument).replace("LINKER:", "-Wl,");
        text.match_indices(flag).any(|(at, _)| {
            let (before, behind) = (text[..at].chars().next_back(), text[at + flag.len()..].chars().next());
            is_end(before) && is_end(behind)
        })
    })
}

/// The flags that a command writes out.
fn flags(command: &Command) -> BTreeSet<String> {
    let texts: Vec<String> = command.arguments.iter().skip(1).map(written).collect();
    let words = texts.iter().flat_map(|text| text.split(|c: char| c.is_ascii_whitespace() || c == ';'));
    words.filter(|word| word.len() > 1 && word.starts_with(['-', '/'])).map(str::to_owned).collect()
}

/// An argument with its references as they stand there.
fn written(argument: &Argument) -> String {
    fn text(template: &Template) -> String {
        let part = |part: &Part| match part {
            Part::Literal(text) => text.to_string(),
            Part::Reference(Namespace::Variable, name) => format!("${{{}}}", text(name)),
            Part::Reference(Namespace::Cache, name) => format!("$CACHE{{{}}}", text(name)),
            Part::Reference(Namespace::Environment, name) => format!("$ENV{{{}}}", text(name)),
        };
        template.0.iter().map(part).collect()
    }
    text(&argument.template)
}
