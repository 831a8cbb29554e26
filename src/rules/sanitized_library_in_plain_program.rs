//! Shared libraries and modules with `AddressSanitizer` in programs without it.
use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::model::launches::{Preload, SharedFiles};
use crate::model::{FlagSource, Model, TargetId};
use crate::native::{ArgumentValue, LoadKind, NativeFile, Natives, Triggers};
use crate::scripts::{Act, Assigned};
use crate::source::Span;

use crate::rules::{Context, Draft, Place, Project, Sink};

/// Sanitizers whose runtime has to be the first library of a process.
const FIRST: &[&str] = &["address", "hwaddress"];

/// A program that gets a library.
struct Host {
    program: TargetId,
    cond: Cond,
    /// How: the call that loads it; nothing when it is linked.
    call: Option<Span>,
}

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let (model, conds) = (project.model, &project.model.facts.conds);
    let shared =
        model.built_targets().filter(|&id| !model.is_kind(id, &[TargetKind::Shared, TargetKind::Module]).is_false());
    let sanitized: Vec<_> =
        shared.filter_map(|id| model.sanitized_link(id, FIRST).map(|(when, flag)| (id, when, flag))).collect();
    if sanitized.is_empty() || preloads_runtime(cx, &project) {
        return;
    }
    let elf = model.elf();
    for (library, when, flag) in sanitized {
        let dynamic = model.is_kind(library, &[TargetKind::Shared, TargetKind::Module]);
        for host in hosts(model, project.natives, library) {
            // A program that is compiled for it and not linked with it is another fault.
            let compiled = model.may_be_compiled_sanitized(host.program, FIRST);
            let plain = conds.not(conds.or(model.may_be_sanitized(host.program), compiled));
            let cond = conds.all([elf, dynamic, when, host.cond, plain]);
            if cond.is_possible() {
                report(project, library, &flag, &host, cond, sink);
                break;
            }
        }
    }
}

fn report(project: Project<'_>, library: TargetId, flag: &FlagSource, host: &Host, cond: Cond, sink: &mut Sink) {
    let model = project.model;
    let written = model.span(flag.item.origin).map(|span| written_under(project, span, cond));
    let place = written.or_else(|| model.definition_span(library));
    let Some(place) = place else { return };
    let how = if host.call.is_some() { "loads" } else { "links" };
    let mut draft = Draft::new(cond, Place::new(place, "its runtime has to be the first library of the process"))
        .named("library", model.name(library))
        .named("program", model.name(host.program))
        .value("how", how);
    if let Some(span) = host.call.or_else(|| model.definition_span(host.program)) {
        draft = draft.related(span, format!("`{}` {how} it and is built without", model.name(host.program)));
    }
    sink.report(draft);
}

/// Where a value is written that several commands write, of which one is known: another one of the same words, where that one does so in
/// other configurations only.
fn written_under(project: Project<'_>, known: Span, cond: Cond) -> Span {
    let (facts, conds) = (project.model.facts, &project.model.facts.conds);
    let text = |span: Span| {
        let file = project.files.sources().get(span.file);
        file.bytes().get(span.start as usize..span.end as usize).map(<[u8]>::to_vec)
    };
    let runs = |when: &[Cond]| conds.and(conds.any(when.iter().copied()), cond).is_possible();
    let Some((file, at)) = project.files.command_at(known) else { return known };
    let own = Span::new(file.id, file.commands[at].range.clone());
    if facts.assigned.get(&own).is_none_or(|when| runs(when)) {
        return known;
    }
    let words = text(own);
    let others = facts.assigned.iter().filter(|(other, when)| text(**other) == words && runs(when));
    others.map(|(other, _)| *other).min().unwrap_or(known)
}

/// Whether a script, or the environment of a test, puts the runtime in front of everything itself, or tells it not to mind (`AddressSanitizerFlags`,
/// `verify_asan_link_order`).
fn preloads_runtime(cx: &Context<'_>, project: &Project<'_>) -> bool {
    const UNMINDED: &str = "verify_asan_link_order=0";
    let mut preloads = Preload::all(project.scripts);
    let has = |text: &[u8], word: &str| memchr::memmem::find(text, word.as_bytes()).is_some();
    let unminded = |assigned: &Assigned| assigned.name == "ASAN_OPTIONS" && assigned.value.shown().contains(UNMINDED);
    let mut steps = project.scripts.files().iter().flat_map(|script| &script.facts.steps);
    preloads.any(|preload| preload.assigned.value.shown().contains("asan"))
        || steps.any(|step| matches!(&step.act, Act::Assigned(assigned) if unminded(assigned)))
        || cx.facts.any_build_text(|text| {
            has(text, UNMINDED) || has(text, "LD_PRELOAD") && (has(text, "libasan") || has(text, "libclang_rt.asan"))
        })
}

/// Programs that link a library, or load it by its file name.
fn hosts(model: &Model<'_>, natives: &Natives<'_>, library: TargetId) -> Vec<Host> {
    let conds = &model.facts.conds;
    let file = SharedFiles::name_of(model, library);
    let mut out = Vec::new();
    for program in model.built_targets() {
        let executable = model.is_kind(program, &[TargetKind::Executable]);
        if executable.is_false() {
            continue;
        }
        let linked = model.shared_closure(program).into_iter().find(|(id, _)| *id == library);
        if let Some((_, cond)) = linked {
            out.push(Host { program, cond: conds.and(executable, cond), call: None });
        }
        for source in model.sources(program) {
            let path = source.path.as_deref().filter(|path| natives.may_hold(path, Triggers::LOAD));
            let Some(native) = path.and_then(|path| natives.file(path)) else { continue };
            if let Some(call) = file.as_deref().and_then(|file| loads(&native, file)) {
                out.push(Host { program, cond: conds.and(executable, source.cond), call: Some(call) });
            }
        }
    }
    out
}

/// The call that opens a file by its name.
fn loads(native: &NativeFile, file: &str) -> Option<Span> {
    let mut opens = native.facts.loads.iter().filter(|load| load.kind == LoadKind::Open && !load.in_macro);
    let load = opens.find(|load| match load.file.as_ref().map(|file| &file.value) {
        Some(ArgumentValue::Literal(texts)) => {
            texts.iter().any(|text| text.rsplit('/').next().is_some_and(|name| name == file))
        }
        _ => false,
    })?;
    Some(Span::new(native.source.id(), load.range.clone()))
}
