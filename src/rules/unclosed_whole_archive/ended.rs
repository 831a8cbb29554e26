//! `--end-group` without a `--start-group`: `group ended before it began`.
use std::collections::BTreeMap;

use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::flags::{Dialect, LinkFlag};
use crate::model::{FlagSource, Model, TargetId};
use crate::rules::{Draft, Place, Project, Severity, Sink};
use crate::source::Span;

const LINKED: &[TargetKind] = &[TargetKind::Executable, TargetKind::Shared, TargetKind::Module];

/// What a place that closes a group closes on the lines of binaries.
struct Ended {
    binaries: Vec<TargetId>,
    cond: Cond,
}

pub(super) fn check(project: &Project<'_>, sink: &mut Sink) {
    let model = project.model;
    let conds = &model.facts.conds;
    let mut found: BTreeMap<Span, Ended> = BTreeMap::new();
    for id in model.judged_targets() {
        let linked = model.is_kind(id, LINKED);
        if linked.is_false() {
            continue;
        }
        let flags = model.link_flags(id);
        let of_elf = |one: &&FlagSource| one.flag.flag == LinkFlag::EndGroup && one.flag.dialect == Dialect::Elf;
        let mut closes = flags.iter().filter(of_elf).peekable();
        if closes.peek().is_none() {
            continue;
        }
        // Where it opens is not asked: what comes from elsewhere has no certain place.
        let opened = conds.any(flags.iter().filter(|one| opens(model, one)).map(|one| one.cond).collect::<Vec<_>>());
        for close in closes {
            let cond = conds.diff(conds.and(close.cond, linked), opened);
            let others = ["WIN32", "APPLE"].into_iter().filter_map(|name| conds.platform(name));
            let cond = conds.diff(cond, conds.any(others.collect::<Vec<_>>()));
            let Some(span) = model.span(close.item.origin).filter(|_| cond.is_possible()) else { continue };
            let ended = found.entry(span).or_insert(Ended { binaries: Vec::new(), cond: Cond::FALSE });
            ended.binaries.push(id);
            ended.cond = conds.or(ended.cond, cond);
        }
    }
    for (span, ended) in found {
        report(model, span, &ended, sink);
    }
}

/// What opens a group, or may do so.
fn opens(model: &Model<'_>, source: &FlagSource) -> bool {
    match &source.flag.flag {
        LinkFlag::StartGroup | LinkFlag::ResponseFile(_) => true,
        LinkFlag::Other(_) | LinkFlag::Item(_) => model.is_unknown(&source.item.text),
        _ => false,
    }
}

fn report(model: &Model<'_>, span: Span, ended: &Ended, sink: &mut Sink) {
    let Some(first) = ended.binaries.first() else { return };
    let name = model.name(*first);
    let more = crate::rules::wording::and_more(ended.binaries.len() - 1);
    let mut draft = Draft::new(ended.cond, Place::new(span, "ends a group that nothing began"))
        .named("target", name)
        .message(format!("`--end-group` on the link line of `{name}`{more}, and nothing begins a group"))
        .help("give `-Wl,--start-group` where this is given, or neither")
        .severity(Severity::Error);
    if let Some(defined) = model.definition_span(*first) {
        draft = draft.related(defined, "linked here");
    }
    sink.report(draft);
}
