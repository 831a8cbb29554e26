//! `--whole-archive` that nothing closes, `--end-group` that nothing opens, and archives that take themselves whole.
#[path = "unclosed_whole_archive/ended.rs"]
mod ended;
#[path = "unclosed_whole_archive/own.rs"]
mod own;

use crate::cmake::eval::facts::TargetKind;
use crate::flags::{Dialect, LinkFlag};
use crate::model::{FlagSource, Model, TargetId};

use crate::rules::context::OWN_LINKER;
use crate::rules::edit::Site;
use crate::rules::finding::{Applicability, Fix};
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    // The project's own link rule may end it.
    if cx.facts.build_says(OWN_LINKER) {
        return;
    }
    for id in project.model.judged_targets() {
        look(&project, id, sink);
    }
    if cx.facts.build_says(&["end-group", "-)"]) {
        ended::check(&project, sink);
    }
    if cx.facts.build_says(&["TARGET_FILE"]) {
        own::check(&project, sink);
    }
}

fn look(project: &Project<'_>, id: TargetId, sink: &mut Sink) {
    let model = project.model;
    if !model.definitions_of(id).iter().any(|definition| definition.kind == TargetKind::Executable) {
        return;
    }
    let conds = &model.facts.conds;
    let flags = model.link_flags(id);
    for (at, open) in flags.iter().enumerate().filter(|(_, source)| opens(source)) {
        let mut cond = conds.and(open.cond, model.is_kind(id, &[TargetKind::Executable]));
        for close in flags.iter().skip(at + 1).filter(|source| closes(model, source)) {
            cond = conds.diff(cond, close.cond);
        }
        // emcc brings archives of its own that link whole (Emscripten's tools/building.py, LINKABLE).
        cond = conds.platform("EMSCRIPTEN").map_or(cond, |web| conds.diff(cond, web));
        let Some(span) = model.span(open.item.origin).filter(|_| cond.is_possible()) else { continue };
        let mut draft =
            Draft::new(cond, Place::new(span, "holds to the end of the line")).named("target", model.name(id));
        if let Some(defined) = model.definition_span(id) {
            draft = draft.related(defined, "linked here");
        }
        sink.report(closed(project, span).into_iter().fold(draft, Draft::fix));
    }
}

/// An end behind the last library of the same call; libraries of later calls are no longer taken whole then.
fn closed(project: &Project<'_>, open: Span) -> Option<Fix> {
    let site = Site::at(project.files, open)?;
    let command = site.command();
    let written = site.argument_at(open).and_then(|at| command.arguments.get(at)?.template.literal());
    if &*command.lower != "target_link_libraries" || written != Some("-Wl,--whole-archive") {
        return None;
    }
    Some(Fix {
        title: "close it behind the last library of the call".to_owned(),
        applicability: Applicability::Unsafe,
        edits: vec![site.add_argument(command.arguments.len().checked_sub(1)?, "-Wl,--no-whole-archive")?],
    })
}

fn opens(source: &FlagSource) -> bool {
    source.flag.flag == LinkFlag::WholeArchive(true) && source.flag.dialect == Dialect::Elf
}

/// What ends it, or may do so.
fn closes(model: &Model<'_>, source: &FlagSource) -> bool {
    match &source.flag.flag {
        LinkFlag::WholeArchive(false) | LinkFlag::PopState | LinkFlag::ResponseFile(_) => true,
        LinkFlag::Other(_) | LinkFlag::Item(_) => model.is_unknown(&source.item.text),
        _ => false,
    }
}
