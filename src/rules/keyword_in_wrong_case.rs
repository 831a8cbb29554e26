//! A keyword of a command in the wrong case, which CMake takes for a name.
use std::collections::BTreeSet;

use crate::cmake::eval::is_modelled;
use crate::cmake::syntax::{self, Argument, ArgumentKind, Command};
use crate::model::{Item, Model};
use crate::rules::{Confidence, Context, Draft, Place, Project, Severity, Sink};
use crate::source::{SourceMap, Span, absent_submodules};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    configurations(project.model, cx.facts.sources, sink);
    components(project.model, sink);
    linked(project, sink);
}

/// The searches of installed package configurations, which only consumers run.
fn configurations(model: &Model<'_>, sources: &SourceMap, sink: &mut Sink) {
    let mut seen = BTreeSet::new();
    for config in model.installed().files.iter().filter(|file| !file.wrapped && file.is_config()) {
        let Some(file) = model.template_of(sources, config).filter(|file| seen.insert(file.id())) else { continue };
        for command in syntax::parse(file.id(), file.bytes()).commands {
            let found = match &*command.lower {
                "find_package" | "find_dependency" => in_search(&command),
                _ => None,
            };
            let Some((argument, word, keyword, listed)) = found else { continue };
            let place = Place::new(Span::new(file.id(), argument.range.clone()), "in the wrong case");
            let consequence = if listed { COMPONENT } else { "CMake refuses the call with an invalid argument" };
            sink.report(
                Draft::new(config.cond, place)
                    .named("word", word)
                    .named("command", &*command.lower)
                    .value("consequence", consequence)
                    .named("keyword", keyword)
                    .severity(if listed { Severity::Warning } else { Severity::Error }),
            );
        }
    }
}

const COMPONENT: &str = "it asks for a component of that name";

/// The first such word of a search, and whether a list of names takes it.
fn in_search(command: &Command) -> Option<(&Argument, &str, &'static str, bool)> {
    let mut listed = false;
    for argument in command.arguments.iter().skip(1).filter(|one| one.kind == ArgumentKind::Unquoted) {
        // What a variable brings may begin a list.
        let Some(word) = argument.template.literal().filter(|word| !word.contains('@')) else {
            listed = true;
            continue;
        };
        if let Some((_, keyword)) = misspelt("find_package", word).filter(|(of, _)| !listed || *of == "list") {
            return Some((argument, word, keyword, listed));
        }
        // Behind REQUIRED the word COMPONENTS may be left out.
        if matches!(
            word,
            "REQUIRED"
                | "COMPONENTS"
                | "OPTIONAL_COMPONENTS"
                | "NAMES"
                | "CONFIGS"
                | "HINTS"
                | "PATHS"
                | "PATH_SUFFIXES"
        ) {
            listed = true;
        }
        // It ends the list.
        if word == "QUIET" {
            listed = false;
        }
    }
    None
}

/// Components that the project itself asks for.
fn components(model: &Model<'_>, sink: &mut Sink) {
    let texts = &model.facts.texts;
    for search in &model.facts.packages {
        let words = search.components.iter().filter_map(|component| texts.as_str(*component));
        for word in words {
            let Some(("list", keyword)) = misspelt("find_package", word) else { continue };
            let Some(span) = model.span(search.origin) else { continue };
            sink.report(
                Draft::new(search.cond, Place::new(span, format!("`{word}` is in the wrong case")))
                    .named("word", word)
                    .named("command", "find_package")
                    .value("consequence", COMPONENT)
                    .named("keyword", keyword)
                    .severity(Severity::Warning),
            );
        }
    }
}

/// What targets link.
fn linked(project: Project<'_>, sink: &mut Sink) {
    let model = project.model;
    // What is not there may make a target of any name; a submodule is a part of the project, with names of the same sort.
    let confidence = || match model.missing_code().next() {
        _ if !absent_submodules(project.files.sources().sandbox(), &project.inputs.root).is_empty() => {
            Confidence::Heuristic
        }
        None => Confidence::Proved,
        Some(_) => Confidence::Likely,
    };
    for id in model.judged_targets() {
        for item in model.link_items(id) {
            let Some((_, keyword)) = misspelt("target_link_libraries", &item.text) else { continue };
            let Some(span) = model.span(item.origin).filter(|_| model.find(&item.text).is_none()) else { continue };
            if is_named_elsewhere(model, &item.text) || is_last(project, span, &item.text) {
                continue;
            }
            sink.report(
                Draft::new(model.facts.conds.and(item.cond, model.defined(id)), Place::new(span, "in the wrong case"))
                    .named("word", &*item.text)
                    .named("command", "target_link_libraries")
                    .value("consequence", format!("`-l{}` is linked", item.text))
                    .named("keyword", keyword)
                    .subject(model.name(id))
                    .confidence(confidence()),
            );
        }
    }
}

/// Whether a command that is not known may make a target of that name: it has the word first or behind `NAME` (`CPMAddPackage(NAME Interface)`).
fn is_named_elsewhere(model: &Model<'_>, word: &str) -> bool {
    let mut calls = model.facts.calls.iter().filter(|call| !is_modelled(&call.command));
    calls.any(|call| {
        let items = model.items(&call.arguments, None);
        let named = |pair: &[Item]| &*pair[0].text == "NAME" && &*pair[1].text == word;
        items.first().is_some_and(|item| &*item.text == word) || items.windows(2).any(named)
    })
}

/// Whether the word ends its command: a keyword has something behind it, a library may stand last.
fn is_last(project: Project<'_>, place: Span, word: &str) -> bool {
    let Some((file, at)) = project.files.command_at(place) else { return false };
    let last = file.commands.get(at).and_then(|command| command.arguments.last());
    last.is_some_and(|last| last.template.literal() == Some(word))
}

/// The keyword of a command that a word is in another case: where it counts, and how it is written.
fn misspelt(command: &str, word: &str) -> Option<(&'static str, &'static str)> {
    let rows = include_str!("keyword_in_wrong_case/keywords.txt").lines().filter(|line| !line.starts_with('#'));
    let mut rows = rows.filter_map(|line| line.strip_prefix(command)?.strip_prefix(' ')?.split_once(' '));
    rows.find(|(_, keyword)| keyword.eq_ignore_ascii_case(word)).filter(|(_, keyword)| *keyword != word)
}

#[cfg(test)]
mod tests {
    use super::{in_search, misspelt};
    use crate::cmake::syntax::parse;
    use crate::source::{Sandbox, SourceMap};

    #[test]
    fn words_of_a_search() {
        let sources = SourceMap::new(Sandbox::nowhere());
        let found = |text: &str| {
            let source = sources.insert("/f".into(), text.as_bytes().into());
            let file = parse(source.id(), text.as_bytes());
            in_search(&file.commands[0]).map(|(_, word, _, listed)| (word.to_owned(), listed))
        };
        assert_eq!(found("find_package(CURL Components x)"), Some(("Components".to_owned(), false)));
        assert_eq!(found("find_package(X COMPONENTS a Required)"), Some(("Required".to_owned(), true)));
        assert_eq!(found("find_package(KF6 REQUIRED COMPONENTS Config)"), None);
        assert_eq!(found("find_dependency(KF5 REQUIRED Config CoreAddons)"), None);
        assert_eq!(found("find_dependency(X REQUIRED Components a)"), Some(("Components".to_owned(), true)));
        assert_eq!(found("find_package(X REQUIRED QUIET Config)"), Some(("Config".to_owned(), false)));
        assert_eq!(found("find_package(KF6 Config)"), Some(("Config".to_owned(), false)));
        assert_eq!(found("find_package(X ${how} Config)"), None);
        assert_eq!(found("find_package(Required REQUIRED)"), None);
    }

    #[test]
    fn keywords_of_a_link() {
        assert_eq!(misspelt("target_link_libraries", "Public"), Some(("list", "PUBLIC")));
        assert_eq!(misspelt("target_link_libraries", "DEBUG"), Some(("list", "debug")));
        assert_eq!(misspelt("target_link_libraries", "PUBLIC"), None);
        assert_eq!(misspelt("target_link_libraries", "codec"), None);
    }
}
