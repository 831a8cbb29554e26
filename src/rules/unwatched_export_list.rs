//! Version scripts and lists of exports that the link does not depend on.
use std::path::Path;

use indexmap::{IndexMap, IndexSet};

use crate::cond::Cond;
use crate::discover::Kind;
use crate::flags::LinkFlag;
use crate::model::binaries::LINKED;
use crate::model::mentions::has_word;
use crate::model::{Model, TargetId};
use crate::rules::wording::listing;
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::{Span, normalize};

/// A list with the links that read it.
struct Read {
    at: Span,
    cond: Cond,
    targets: IndexSet<String>,
    written: String,
}

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let conds = &model.facts.conds;
    let mut lists: IndexMap<String, Read> = IndexMap::new();
    for id in model.judged_targets() {
        let linked = model.is_kind(id, LINKED);
        for source in model.link_flags(id).iter() {
            let (LinkFlag::VersionScript(path) | LinkFlag::DynamicList(path) | LinkFlag::ExportedSymbolsList(path)) =
                &source.flag.flag
            else {
                continue;
            };
            let cond = conds.and(source.cond, linked);
            let file = Path::new(path);
            let Some(at) = model.span(source.item.origin).filter(|_| source.item.from.is_none()) else { continue };
            if cond.is_possible() && cx.facts.sources.load(file).is_ok() && !watched(project, id, file) {
                let read = lists.entry(path.clone()).or_insert_with(|| Read {
                    at,
                    cond: Cond::FALSE,
                    targets: IndexSet::new(),
                    written: full_path(cx, model, &at, file),
                });
                read.cond = conds.or(read.cond, cond);
                read.targets.insert(model.name(id).to_owned());
            }
        }
    }
    for (path, read) in lists {
        let list = Path::new(&path).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if !spoken_of(cx, project, &list) {
            report(&list, read, sink);
        }
    }
}

/// A path as the build description can write it: `LINK_DEPENDS` takes full paths.
fn full_path(cx: &Context<'_>, model: &Model<'_>, at: &Span, file: &Path) -> String {
    let source = cx.facts.sources.get(at.file);
    let list = source.path();
    let folder = list.parent().filter(|_| list.file_name().is_some_and(|name| name == "CMakeLists.txt"));
    let below = |folder: &Path, name: &str| {
        let rest = file.strip_prefix(folder).ok()?.display();
        Some(model.display(&format!("${{{name}}}/{rest}")))
    };
    folder
        .and_then(|folder| below(folder, "CMAKE_CURRENT_SOURCE_DIR"))
        .or_else(|| below(&model.facts.source_dir, "CMAKE_SOURCE_DIR"))
        .unwrap_or_else(|| model.display(&file.to_string_lossy()))
}

/// Whether the link of a target depends on a file, or may.
fn watched(project: Project<'_>, id: TargetId, file: &Path) -> bool {
    let model = project.model;
    let file = normalize(file);
    let is_it = |text: &str| {
        let name = Path::new(text).file_name();
        model.is_unknown(text) || name.is_some() && name == file.file_name()
    };
    let own = model.property(id, "LINK_DEPENDS");
    let brought =
        model.usage_closure(id).into_iter().flat_map(|(library, _)| model.property(library, "INTERFACE_LINK_DEPENDS"));
    own.into_iter().chain(brought).any(|item| is_it(&item.text))
}

/// Whether a file of the build description speaks of the list and of what links or objects depend on: `OBJECT_DEPENDS` of a
/// source, or properties that are given by functions.
fn spoken_of(cx: &Context<'_>, project: Project<'_>, list: &str) -> bool {
    let files = [Kind::CMakeLists, Kind::CMakeModule].into_iter().flat_map(|kind| project.inputs.of(kind));
    files.filter_map(|path| cx.facts.sources.load(path).ok()).any(|file| {
        let bytes = file.bytes();
        let depends = ["LINK_DEPENDS", "OBJECT_DEPENDS"].iter().any(|word| has_word(bytes, word));
        depends && memchr::memmem::find(bytes, list.as_bytes()).is_some()
    })
}

fn report(list: &str, read: Read, sink: &mut Sink) {
    let Some(first) = read.targets.first().cloned() else { return };
    let draft = Draft::new(read.cond, Place::new(read.at, "the linker reads it, the build does not watch it"))
        .named("list", list)
        .value("targets", listing(&read.targets))
        .value("verb", if read.targets.len() == 1 { "is" } else { "are" })
        .value("first", first)
        .value("path", read.written);
    sink.report(read.targets.into_iter().fold(draft, Draft::subject));
}
