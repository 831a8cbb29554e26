//! An exported target whose link interface names a library by its path on the machine that built it.
use std::path::Path;

use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::text::{SymbolKind, is_symbol};
use crate::cmake::eval::value::Elem;
use crate::cmake::syntax::Command;
use crate::flags::system_library;
use crate::model::{Exported, Model, TargetId};
use crate::rules::{Confidence, Context, Draft, Place, Project, Severity, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    for (&id, exported) in project.model.exported_targets().iter() {
        if exported.installed.is_false() || project.model.is_imported(id) || !project.model.is_judged(id) {
            continue;
        }
        let Some(value) = project.model.target(id).properties.get("INTERFACE_LINK_LIBRARIES") else { continue };
        for elem in value.elems.iter() {
            look(project, id, exported, elem, sink);
        }
    }
}

fn look(project: Project<'_>, id: TargetId, exported: &Exported, elem: &Elem, sink: &mut Sink) {
    let (model, conds) = (project.model, &project.model.facts.conds);
    let Some(text) = model.facts.texts.plain(elem.text) else { return };
    let inner = text.strip_prefix("$<LINK_ONLY:").and_then(|text| text.strip_suffix('>'));
    let item = inner.unwrap_or(&text);
    let Some((shown, what)) = path(project, item) else { return };
    let mut cond = conds.all([exported.installed, elem.cond, model.is_linkable(id)]);
    if inner.is_some() {
        // What is linked privately travels with an archive only.
        cond = conds.and(cond, model.is_kind(id, &[TargetKind::Static]));
    }
    let Some(span) = model.span(elem.origin).filter(|_| !cond.is_false()) else { return };
    let mut draft =
        Draft::new(cond, Place::new(span, what)).named("target", model.name(id)).value("item", &*shown).subject(shown);
    if inner.is_some() {
        // Most archives are used where they were made.
        draft = draft.severity(Severity::Note).confidence(Confidence::Heuristic);
    }
    if let Some(span) = model.span(exported.origin) {
        draft = draft.related(span, "exported here");
    }
    sink.report(draft);
}

/// The path that an item is, in words, with what it is.
fn path(project: Project<'_>, item: &str) -> Option<(String, &'static str)> {
    let model = project.model;
    if let Some(symbol) = lone_symbol(model, item) {
        let found = found_by(project, &symbol);
        return found.then(|| (format!("${{{symbol}}}"), "a path that find_library() gave"));
    }
    if item.contains("$<") || item.chars().any(is_symbol) {
        return None;
    }
    let path = Path::new(item);
    for (folder, name) in
        [(&model.facts.binary_dir, "${CMAKE_BINARY_DIR}"), (&model.facts.source_dir, "${CMAKE_SOURCE_DIR}")]
    {
        if let Ok(rest) = path.strip_prefix(folder) {
            return Some((format!("{name}/{}", rest.to_string_lossy()), "a path of the project's own tree"));
        }
    }
    None
}

/// The variable of a search that a text is and nothing else.
fn lone_symbol(model: &Model<'_>, item: &str) -> Option<String> {
    let mut chars = item.chars();
    let symbol = chars.next().filter(|c| is_symbol(*c)).and_then(|c| model.facts.texts.symbol_of(c))?;
    let info = model.facts.texts.info(symbol);
    (chars.next().is_none() && info.kind == SymbolKind::Found).then(|| info.name.to_string())
}

/// Whether `find_library()` sets a variable, to a library that not every system has in its folders.
fn found_by(project: Project<'_>, variable: &str) -> bool {
    let files = project.files.all();
    let first = |command: &Command| command.arguments.first().and_then(|a| a.template.literal()) == Some(variable);
    let calls = files.calls("find_library").map(|(_, command)| command);
    let mut calls = calls.filter(|command| first(command)).peekable();
    calls.peek().is_some() && !calls.any(asks_system)
}

fn asks_system(command: &Command) -> bool {
    command.arguments.iter().skip(1).filter_map(|a| a.template.literal()).any(|word| {
        system_library(word.trim_start_matches("lib")).is_some()
            || word.chars().next().is_some_and(char::is_uppercase) && is_framework(word)
    })
}

/// Frameworks of macOS have names such as `CoreFoundation`.
fn is_framework(word: &str) -> bool {
    !word.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_' || byte.is_ascii_digit())
}
