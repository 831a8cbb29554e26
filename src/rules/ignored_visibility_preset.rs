//! Visibility presets that CMP0063 OLD ignores for static and object libraries.
use std::collections::BTreeMap;

use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::flags::LinkFlag;
use crate::model::archives::is_ever;
use crate::model::binaries::is_cxx;
use crate::model::{Item, Model, TargetId};
use crate::rules::wording::and_more;
use crate::rules::{Context, Draft, Place, Sink};
use crate::source::Span;

/// A binary with the libraries that become part of it.
type Taker = (TargetId, Vec<(TargetId, Cond)>);

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let mut found: BTreeMap<(Span, TargetId), Vec<(TargetId, Cond)>> = BTreeMap::new();
    let mut takers: Option<Vec<Taker>> = None;
    for library in model.judged_targets().filter(|id| is_ever(model, *id, &[TargetKind::Static, TargetKind::Object])) {
        let Some((item, ignored)) = ignored(model, library) else { continue };
        let takers = takers.get_or_insert_with(|| shared_takers(model));
        let taken = takers.iter().find_map(|(binary, parts)| {
            let (_, cond) = parts.iter().find(|(part, _)| *part == library)?;
            let shown = model.facts.conds.diff(*cond, hides_otherwise(model, *binary));
            Some((*binary, model.facts.conds.and(shown, ignored)))
        });
        let Some((binary, cond)) = taken.filter(|(_, cond)| cond.is_possible()) else { continue };
        if let Some(span) = model.span(item.origin) {
            found.entry((span, binary)).or_default().push((library, cond));
        }
    }
    for ((span, binary), libraries) in found {
        let Some((first, _)) = libraries.first() else { continue };
        let cond = model.facts.conds.any(libraries.iter().map(|(_, cond)| *cond).collect::<Vec<_>>());
        let more = and_more(libraries.len() - 1);
        let mut draft = Draft::new(cond, Place::new(span, "without effect on static libraries"))
            .named("library", model.name(*first))
            .named("binary", model.name(binary))
            .value("more", more);
        if let Some(defined) = model.definition_span(*first) {
            draft = draft.related(defined, "compiled with default visibility");
        }
        sink.report(draft);
    }
}

/// Shared libraries and modules with the static and object libraries that become part of them.
fn shared_takers(model: &Model<'_>) -> Vec<Taker> {
    const SHARED: &[TargetKind] = &[TargetKind::Shared, TargetKind::Module];
    let shared = model.built_targets().filter(|id| is_ever(model, *id, SHARED));
    shared
        .map(|id| {
            let kind = model.is_kind(id, SHARED);
            let mut parts = model.static_closure(id).to_vec();
            parts.extend(model.sources(id).iter().filter_map(|source| Some((source.through?, source.cond))));
            (id, parts.into_iter().map(|(part, cond)| (part, model.facts.conds.and(cond, kind))).collect())
        })
        .collect()
}

/// When a library's link says itself what it shows.
fn hides_otherwise(model: &Model<'_>, binary: TargetId) -> Cond {
    let lists = |flag: &LinkFlag| {
        matches!(flag, LinkFlag::VersionScript(_) | LinkFlag::ExportedSymbolsList(_) | LinkFlag::ExcludeLibs(_))
    };
    let flags = model.link_flags(binary);
    let listing = flags.iter().filter(|source| lists(&source.flag.flag));
    model.facts.conds.any(listing.map(|source| source.cond).collect::<Vec<_>>())
}

/// The preset that a library is compiled without, and when.
fn ignored(model: &Model<'_>, library: TargetId) -> Option<(Item, Cond)> {
    let conds = &model.facts.conds;
    let kind = model.is_kind(library, &[TargetKind::Static, TargetKind::Object]);
    for (property, cxx) in [("CXX_VISIBILITY_PRESET", true), ("C_VISIBILITY_PRESET", false)] {
        let compiles =
            model.sources(library).iter().filter_map(|source| source.path.as_deref()).any(|p| is_cxx(p) == Some(cxx));
        for item in model.property(library, property).into_iter().filter(|_| compiles) {
            let hidden = matches!(&*item.text, "hidden" | "internal");
            let flags = (*model.compiled_hidden(library, cxx)).as_ref().map_or(Cond::FALSE, |(cond, _)| *cond);
            let windows = conds.platform("WIN32").unwrap_or(Cond::FALSE);
            let cond = conds.diff(conds.and(item.cond, kind), conds.or(flags, windows));
            let cond = conds.diff(cond, model.visibility_presets_act(library));
            if hidden && !cond.is_false() {
                return Some((item, cond));
            }
        }
    }
    None
}
