//! Tables in sections of their own, in programs whose linker collects sections and takes the names of their bounds for nothing.
use crate::cond::Cond;
use crate::flags::LinkFlag;
use crate::model::binaries::{LINKED, Unit};
use crate::model::mentions::{in_comment, words};
use crate::model::{FlagSource, Model, TargetId};
use crate::native::{FileIndex, NativeFile, SectionUse, Triggers};
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    if !cx.facts.build_says(&["gc-sections"]) || !cx.facts.build_says(&["=lld", "LLD", "start-stop-gc"]) {
        return;
    }
    for id in project.model.judged_targets() {
        if let Some(collects) = collects(project.model, id) {
            look(&project, id, &collects, sink);
        }
    }
}

/// That a link drops sections although their bounds are named.
struct Collects {
    cond: Cond,
    flag: FlagSource,
    why: &'static str,
}

fn collects(model: &Model<'_>, id: TargetId) -> Option<Collects> {
    let conds = &model.facts.conds;
    let linked = model.is_kind(id, LINKED);
    if linked.is_false() {
        return None;
    }
    let flags = model.link_flags(id);
    let (mut dropped, mut asked, mut kept) = (Cond::FALSE, Cond::FALSE, Cond::FALSE);
    let lld = model.linked_by_lld(id).map_or(Cond::FALSE, |lld| lld.cond);
    let mut first = None;
    for source in flags.iter() {
        match &source.flag.flag {
            LinkFlag::GcSections(true) => {
                dropped = conds.or(dropped, source.cond);
                first = first.or(Some(source.clone()));
            }
            LinkFlag::GcSections(false) => dropped = conds.diff(dropped, source.cond),
            LinkFlag::ZStartStopGc(true) => asked = conds.or(asked, source.cond),
            LinkFlag::ZStartStopGc(false) | LinkFlag::LinkerScript(_) => kept = conds.or(kept, source.cond),
            _ => {}
        }
    }
    let (flag, all) = (first?, [model.elf(), linked, dropped, conds.or(lld, asked)]);
    let cond = conds.diff(conds.all(all), kept);
    let why = if conds.and(cond, lld).is_false() {
        "`--gc-sections` is given with `-z start-stop-gc`"
    } else {
        "lld drops with `--gc-sections` what no code refers to"
    };
    cond.is_possible().then_some(Collects { cond, flag, why })
}

fn look(project: &Project<'_>, id: TargetId, collects: &Collects, sink: &mut Sink) {
    let (model, conds) = (project.model, &project.model.facts.conds);
    let units = project.binaries.units(id);
    let mut files: Vec<(NativeFile, Cond)> = units
        .iter()
        .filter(|unit| project.natives.may_hold(&unit.path, Triggers::REGISTER))
        .filter_map(|unit| Some((project.natives.file(&unit.path)?, unit.cond)))
        .collect();
    let own = files.len();
    if files.iter().any(|(file, _)| file.facts.sections.iter().any(|one| !one.boundary)) {
        files.extend(declaring_headers(project, &units));
    }
    let sections =
        || files.iter().flat_map(|(file, cond)| file.facts.sections.iter().map(move |one| (file, *cond, one)));
    let bounds = sections().filter(|(_, _, one)| one.boundary);
    for (file, under, bound) in bounds {
        let of_units = files
            .iter()
            .take(own)
            .flat_map(|(file, cond)| file.facts.sections.iter().map(move |one| (file, *cond, one)));
        let members: Vec<_> = of_units.filter(|(_, _, one)| !one.boundary && one.section == bound.section).collect();
        let Some((own, made, member)) = members.first() else { continue };
        // `retain` may come by a macro of the project, and what code names stays.
        let retained = files.iter().any(|(file, _)| memchr::memmem::find(file.source.bytes(), b"retain").is_some());
        if retained || members.iter().any(|(file, _, member)| is_named_again(file, member)) {
            return;
        }
        let cond = conds.all([collects.cond, under, *made]);
        if !cond.is_possible() {
            continue;
        }
        let mut draft =
            Draft::new(cond, Place::new(Span::new(own.source.id(), member.range.clone()), "nothing keeps it"))
                .related(Span::new(file.source.id(), bound.range.clone()), "the table is read here")
                .named("section", member.section.clone())
                .named("target", model.name(id))
                .value("why", collects.why);
        if let Some(span) = model.span(collects.flag.item.origin) {
            draft = draft.related(span, "sections are collected");
        }
        sink.report(draft);
        return;
    }
}

/// Headers that declare bounds which a source that reads them names, with the condition of that source.
fn declaring_headers(project: &Project<'_>, units: &[Unit]) -> Vec<(NativeFile, Cond)> {
    let natives = project.natives;
    let mut found: Vec<(FileIndex, NativeFile, Cond)> = Vec::new();
    for unit in units {
        let reached = project.binaries.headers.reached(unit.compiled_by, &unit.path);
        for &index in reached.files.iter().skip(1) {
            if !natives.path(index).is_some_and(|path| natives.may_hold(path, Triggers::REGISTER)) {
                continue;
            }
            let Some(file) = natives.at(index) else { continue };
            let mut bounds = file.facts.sections.iter().filter(|one| one.boundary);
            let names =
                |one: &SectionUse| natives.is_mentioned(&[one.symbol.as_str()], natives.index(&unit.path).into_iter());
            if found.iter().all(|(known, ..)| *known != index) && bounds.any(names) {
                found.push((index, file.clone(), unit.cond));
            }
        }
    }
    found.into_iter().map(|(_, file, cond)| (file, cond)).collect()
}

/// Whether the file of a member names it a second time: code that refers to it keeps it.
fn is_named_again(file: &NativeFile, member: &SectionUse) -> bool {
    let bytes = file.source.bytes();
    let text = |at: usize| at.checked_sub(1).and_then(|before| bytes.get(before)) == Some(&b'"');
    let mut named = words(bytes, &member.symbol).filter(|at| !text(*at) && !in_comment(bytes, *at));
    member.symbol.is_empty() || named.nth(1).is_some()
}
