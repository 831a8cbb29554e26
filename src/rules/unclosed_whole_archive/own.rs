//! An archive that tells all that link it to take it whole, behind itself.
use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::model::{Item, Model, TargetId};
use crate::rules::{Confidence, Draft, Place, Project, Severity, Sink};

pub(super) fn check(project: &Project<'_>, sink: &mut Sink) {
    let model = project.model;
    for id in model.judged_targets() {
        let archive = model.is_kind(id, &[TargetKind::Static]);
        if archive.is_false() {
            continue;
        }
        let items = model.property(id, "INTERFACE_LINK_LIBRARIES");
        if let Some(item) = whole(&items, model.name(id)) {
            report(project, id, archive, item, sink);
        }
    }
}

/// The item that has the file of a target between an opening and what closes it.
fn whole<'i>(items: &'i [Item], name: &str) -> Option<&'i Item> {
    let own = format!("$<TARGET_FILE:{name}>");
    let mut open = false;
    for item in items {
        let text = &*item.text;
        if let Some((before, _)) = text.split_once(&own) {
            let opened = before.rfind("-whole-archive");
            let is_open = opened.map_or(open, |at| !before.get(..at).unwrap_or_default().ends_with("-no"));
            if is_open {
                return Some(item);
            }
        }
        if let Some(at) = text.rfind("-whole-archive") {
            open = !text.get(..at).unwrap_or_default().ends_with("-no");
        }
    }
    None
}

/// Binaries that link an archive and call what it defines take it twice; where none is seen, plugins of the archive may be all that it has.
fn report(project: &Project<'_>, id: TargetId, archive: Cond, item: &Item, sink: &mut Sink) {
    let model: &Model<'_> = project.model;
    let conds = &model.facts.conds;
    let Some(span) = model.span(item.origin) else { return };
    let apple = conds.platform("APPLE").unwrap_or(Cond::FALSE);
    let windows = conds.platform("WIN32").unwrap_or(Cond::FALSE);
    let cond = conds.diff(conds.and(item.cond, archive), conds.or(apple, windows));
    if !cond.is_possible() {
        return;
    }
    let name = model.name(id);
    let kinds = [TargetKind::Executable, TargetKind::Shared, TargetKind::Module];
    let calls = |binary: TargetId| {
        let linked = model.links(binary).iter().filter(|edge| edge.to == id).map(|edge| edge.cond);
        let linked = conds.any(linked.collect::<Vec<_>>());
        let cond = conds.all([cond, linked, model.is_kind(binary, &kinds)]);
        let call = cond.is_possible().then(|| project.symbols.call_of(binary, id, &[])).flatten()?;
        let cond = conds.and(cond, call.cond);
        cond.is_possible().then_some((binary, call, cond))
    };
    let called = model.built_targets().find_map(calls);
    let when = called.as_ref().map_or(cond, |(_, _, cond)| *cond);
    let mut draft = Draft::new(when, Place::new(span, "links it whole, behind itself"))
        .named("target", name)
        .message(format!("what links `{name}` has it twice on the line: as it is, and whole"))
        .help(format!(
            "let another target say it: `add_library({name}_whole INTERFACE)` with \
             `$<LINK_LIBRARY:WHOLE_ARCHIVE,{name}>` (CMake 3.24), which is linked instead of `{name}`"
        ))
        .severity(Severity::Error);
    if let Some(defined) = model.definition_span(id) {
        draft = draft.related(defined, "the archive");
    }
    if let Some((binary, call, _)) = &called {
        draft = draft
            .subject(model.name(*binary))
            .related(
                call.call,
                format!("`{}` calls `{}`, so the linker takes its file first", model.name(*binary), call.name),
            )
            .related(call.definition, "and once more with the whole archive")
            .confidence(Confidence::Proved);
    } else {
        draft = draft.confidence(Confidence::Heuristic);
    }
    sink.report(draft);
}
