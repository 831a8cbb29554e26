//! A flag that lets a link succeed although symbols are defined twice.
use rustc_hash::FxHashMap;

use crate::cond::Cond;
use crate::flags::LinkFlag;
use crate::model::binaries::{Defined, DefinedKind, LINKED};
use crate::model::{FlagSource, TargetId};
use crate::native::GuardId;
use crate::rules::{Confidence, Context, Draft, Place, Project, Sink};
use crate::source::{Purpose, Span, is_stand_in, purpose};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    if !cx.facts.build_says(&["multiple-definition", "muldefs"]) {
        return;
    }
    let model = project.model;
    for id in model.built_targets() {
        let linked = model.is_kind(id, LINKED);
        if linked.is_false() || is_for_trying(project, id) {
            continue;
        }
        for flag in model.link_flags(id).iter().filter(|one| allows(one)) {
            report(project, id, flag, linked, sink);
        }
    }
}

/// `/FORCE:MULTIPLE` of link.exe names each definition and is not meant.
fn allows(flag: &FlagSource) -> bool {
    flag.flag.flag == LinkFlag::AllowMultipleDefinition && !flag.text.to_ascii_uppercase().contains("FORCE")
}

/// Tests and benchmarks take their stand-ins so, on purpose, and examples are nobody's product.
fn is_for_trying(project: Project<'_>, id: TargetId) -> bool {
    let model = project.model;
    let is_example = |word: &str| purpose(word) == Some(Purpose::Example);
    let folder = model.definitions_of(id).first().map(|one| &model.facts.directories[one.directory.0 as usize].source);
    let below = folder.and_then(|folder| folder.strip_prefix(&model.facts.source_dir).ok());
    model.is_test_target(id)
        || is_stand_in(model.name(id))
        || model.name(id).split(['_', '-', '.']).any(is_example)
        || below.is_some_and(|path| path.iter().any(|part| is_example(&part.to_string_lossy())))
}

fn report(project: Project<'_>, id: TargetId, flag: &FlagSource, linked: Cond, sink: &mut Sink) {
    let model = project.model;
    let conds = &model.facts.conds;
    let cond = conds.all([flag.cond, linked, model.defined(id)]);
    let Some(place) = model.span(flag.item.origin).filter(|_| cond.is_possible()) else { return };
    let draft = |cond: Cond, confidence: Confidence| {
        Draft::new(cond, Place::new(place, "several definitions are no error"))
            .value("flag", &*flag.text)
            .named("target", model.name(id))
            .confidence(confidence)
    };
    match twice(project, id, cond) {
        Some((name, first, second, both)) => sink.report(
            draft(both, Confidence::Proved)
                .related(first, format!("`{name}` is defined here"))
                .related(second, "and here")
                .subject(name),
        ),
        // The flag may be there for libraries that are given, on purpose.
        None => sink.report(draft(cond, Confidence::Heuristic)),
    }
}

/// A symbol that two sources of a binary define, and when.
fn twice(project: Project<'_>, id: TargetId, cond: Cond) -> Option<(String, Span, Span, Cond)> {
    let conds = &project.model.facts.conds;
    let mut seen: FxHashMap<String, std::rc::Rc<Defined>> = FxHashMap::default();
    for one in project.binaries.definitions(id).iter() {
        // A member of an archive is left out where something before it defines what it is wanted for.
        if !is_plain(one) || one.unit.archive.is_some() || project.model.has_own_compilation(&one.unit.path) {
            continue;
        }
        let Some(key) = key(project, one) else { continue };
        let Some(first) = seen.get(&key) else {
            seen.insert(key, std::rc::Rc::clone(one));
            continue;
        };
        let both = conds.all([cond, first.unit.cond, one.unit.cond]);
        if first.unit.path != one.unit.path && both.is_possible() {
            return Some((one.name.clone(), first.span, one.span, both));
        }
    }
    None
}

/// What tells a symbol from others: its name, and in C++ what it takes as it is written.
fn key(project: Project<'_>, one: &Defined) -> Option<String> {
    let name = one.symbol.mangled.as_ref().filter(|name| !name.text().is_empty())?;
    if !name.is_open() {
        return Some(name.text().to_owned());
    }
    let source = project.files.sources().get(one.span.file);
    let after = source.bytes().get(one.span.end as usize..)?.trim_ascii_start();
    let end = memchr::memchr2(b'{', b';', after)?;
    let taken: Vec<u8> = after[..end].iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
    Some(format!("{}{}", one.qualified, String::from_utf8_lossy(&taken)))
}

fn is_plain(one: &Defined) -> bool {
    let attributes = &one.attributes;
    matches!(one.kind, DefinedKind::Function | DefinedKind::Variable)
        && one.guard == GuardId::TRUE
        && !attributes.weak
        && attributes.macros.is_empty()
        && attributes.alias.is_none()
        && attributes.asm_name.is_none()
        && attributes.section.is_none()
}
