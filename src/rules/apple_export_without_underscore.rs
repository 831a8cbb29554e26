//! Names for Apple's linker without the underscore of Mach-O.
use std::path::Path;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxHashSet;

use crate::cond::Cond;
use crate::flags::LinkFlag;
use crate::model::binaries::LINKED;
use crate::rules::wording::listing;
use crate::rules::{Context, Draft, Place, Project, Severity, Sink};
use crate::source::Span;
use crate::symbols::apple_list::{self, Line};

/// More places are not shown.
const SHOWN: usize = 12;

/// What is said of one list, or of the names on one command line.
#[derive(Default)]
struct Said {
    cond: Option<Cond>,
    names: IndexSet<String>,
    others: Vec<Span>,
    targets: IndexSet<String>,
}

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let mut found: IndexMap<(Span, String, bool), Said> = IndexMap::new();
    let model = project.model;
    let conds = &model.facts.conds;
    let apple = conds.platform("APPLE").unwrap_or(Cond::FALSE);
    for id in model.judged_targets() {
        let linked = conds.and(model.is_kind(id, LINKED), apple);
        for source in model.link_flags(id).iter() {
            let cond = conds.and(source.cond, linked);
            if !cond.is_possible() {
                continue;
            }
            let exported = matches!(source.flag.flag, LinkFlag::ExportedSymbolsList(_) | LinkFlag::ExportedSymbol(_));
            for (place, list, name) in names(cx, project, &source.flag.flag, model.span(source.item.origin)) {
                let said = found.entry((place.first, list, exported)).or_default();
                said.cond = Some(said.cond.map_or(cond, |before| conds.or(before, cond)));
                if said.names.insert(name) && place.at != place.first {
                    said.others.push(place.at);
                }
                said.targets.insert(model.name(id).to_owned());
            }
        }
    }
    for ((first, list, exported), said) in found {
        report(first, &list, exported, said, sink);
    }
}

/// Where a name stands, and where the first one of its list does.
struct Named {
    first: Span,
    at: Span,
}

/// The names that a flag gives and that no symbol of C or C++ can have.
fn names(cx: &Context<'_>, project: Project<'_>, flag: &LinkFlag, span: Option<Span>) -> Vec<(Named, String, String)> {
    match flag {
        LinkFlag::ExportedSymbolsList(path) | LinkFlag::UnexportedSymbolsList(path) => {
            let Some(contents) = project.model.list_contents(cx.facts.sources, Path::new(path)) else {
                return Vec::new();
            };
            let mut out = Vec::new();
            for file in &contents.files {
                let list = file.path().file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                let lines = without_underscore(&apple_list::parse(file.bytes()));
                let Some(first) = lines.first().map(|line| Span::new(file.id(), line.range.clone())) else { continue };
                out.extend(lines.into_iter().map(|line| {
                    let at = Span::new(file.id(), line.range);
                    (Named { first, at }, list.clone(), line.text)
                }));
            }
            out
        }
        LinkFlag::ExportedSymbol(name) | LinkFlag::UnexportedSymbol(name) => {
            let line = Line::new(name);
            let option =
                if matches!(flag, LinkFlag::ExportedSymbol(_)) { "-exported_symbol" } else { "-unexported_symbol" };
            let lacks = line.lacks_underscore() && is_name(name);
            let found = span.filter(|_| lacks).map(|at| (Named { first: at, at }, option.to_owned(), line.text));
            found.into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// The lines without an underscore whose name is not in the list with one.
fn without_underscore(lines: &[Line]) -> Vec<Line> {
    let all: FxHashSet<&str> = lines.iter().map(|line| line.text.as_str()).collect();
    let lacking = |line: &&Line| {
        line.lacks_underscore() && is_name(&line.text) && !all.contains(format!("_{}", line.text).as_str())
    };
    lines.iter().filter(lacking).cloned().collect()
}

/// Whether a line is a name or a pattern of names, and no text of another kind.
fn is_name(text: &str) -> bool {
    let first = text.bytes().next();
    first.is_some_and(|byte| byte.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_*?[]-$".contains(&byte))
}

fn report(first: Span, list: &str, exported: bool, said: Said, sink: &mut Sink) {
    let Some(cond) = said.cond else { return };
    let (consequence, severity) = if exported {
        ("nothing fits, and the symbol is not exported", Severity::Error)
    } else {
        ("nothing fits, and the symbol stays visible", Severity::Warning)
    };
    let mut draft = Draft::new(cond, Place::new(first, "no symbol has this name"))
        .named("list", list)
        .value("symbols", listing(&said.names))
        .value("consequence", consequence)
        .severity(severity);
    for span in said.others.into_iter().take(SHOWN) {
        draft = draft.related(span, "nor this one");
    }
    sink.report(said.targets.into_iter().fold(draft, Draft::subject));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_for_several_linkers_has_both() {
        let texts = |text: &[u8]| -> Vec<String> {
            without_underscore(&apple_list::parse(text)).into_iter().map(|line| line.text).collect()
        };
        assert_eq!(texts(b"pitch_open\n_pitch_close\n"), ["pitch_open"]);
        assert!(texts(b"pitch_open\n_pitch_open\n.objc_class_name_A\n*tune*\n{ global: x; };\n").is_empty());
    }
}
