//! Two libraries of one kind that are made as one file, or installed as one.
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::cmake::eval::facts::{InstallKind, TargetKind};
use crate::cond::Cond;
use crate::model::{Item, Model, TargetId};
use crate::rules::{Confidence, Context, Draft, Place, Sink};
use crate::source::Span;

/// Kinds, how their files end on ELF, the word of `install()` for them, and the property of their folder.
const KINDS: &[(TargetKind, &str, &str, &str)] = &[
    (TargetKind::Static, ".a", "ARCHIVE", "ARCHIVE_OUTPUT_DIRECTORY"),
    (TargetKind::Shared, ".so", "LIBRARY", "LIBRARY_OUTPUT_DIRECTORY"),
    (TargetKind::Module, ".so", "LIBRARY", "LIBRARY_OUTPUT_DIRECTORY"),
];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project.filter(|_| cx.facts.build_says(&["OUTPUT_NAME"])) else { return };
    let model = project.model;
    let conds = &model.facts.conds;
    for kind in KINDS {
        for (name, alike) in named_alike(model, kind.0) {
            for (at, second) in alike.iter().enumerate() {
                let both = |first: &&Named| first.id != second.id && conds.and(first.cond, second.cond).is_possible();
                let mut before = alike[..at].iter().filter(both);
                let found = before.find_map(|first| Some((first, in_one_folder(model, kind, first, second)?)));
                if let Some((first, (cond, place))) = found {
                    report(model, (first, second), (&name, kind.1), (cond, place), sink);
                }
            }
        }
    }
}

/// A library with a name for its file.
struct Named {
    id: TargetId,
    /// When it is made by that name.
    cond: Cond,
    /// Where the name is said.
    said: Span,
}

/// Libraries of a kind by the names that they are given.
fn named_alike(model: &Model<'_>, kind: TargetKind) -> BTreeMap<Arc<str>, Vec<Named>> {
    let conds = &model.facts.conds;
    let mut out: BTreeMap<Arc<str>, Vec<Named>> = BTreeMap::new();
    for id in model.judged_targets() {
        let is_kind = model.is_kind(id, &[kind]);
        let built = conds.diff(conds.and(is_kind, model.defined(id)), model.excluded_from_all(id));
        let fixed = |name: &&Arc<str>| name.starts_with("OUTPUT_NAME_") || name.ends_with("_OUTPUT_NAME");
        if built.is_false() || model.target(id).properties.keys().any(|name| fixed(&name)) {
            continue;
        }
        for item in model.property(id, "OUTPUT_NAME") {
            let cond = conds.and(built, item.cond);
            let told = is_told(model, &item.text);
            let Some(said) = model.span(item.origin).filter(|_| told && cond.is_possible()) else { continue };
            out.entry(Arc::clone(&item.text)).or_default().push(Named { id, cond, said });
        }
    }
    out.retain(|_, named| named.len() > 1);
    out
}

/// When two libraries come to lie in one folder: that where they are built, or one where they are installed.
fn in_one_folder(
    model: &Model<'_>,
    &(_, _, artifact, property): &(TargetKind, &str, &'static str, &str),
    first: &Named,
    second: &Named,
) -> Option<(Cond, Option<Span>)> {
    let conds = &model.facts.conds;
    let both = conds.and(first.cond, second.cond);
    let texts =
        |id: TargetId, name: &str| model.property(id, name).into_iter().map(|item| item.text).collect::<Vec<_>>();
    let has = |id: TargetId, name: &str| model.target(id).properties.contains_key(name);
    let differ =
        |name: &str| has(first.id, name) != has(second.id, name) || texts(first.id, name) != texts(second.id, name);
    if ["PREFIX", "SUFFIX", "FRAMEWORK", "BUNDLE", "DEBUG_POSTFIX"].iter().any(|name| differ(name)) {
        return None;
    }
    let built = same_folder(model, &model.property(first.id, property), &model.property(second.id, property));
    let beside = || {
        let folder = |id: TargetId| model.definitions_of(id).iter().map(|one| one.directory).collect::<Vec<_>>();
        let unsaid = |id: TargetId| {
            let mut names = model.target(id).properties.keys();
            !names.any(|name| name.contains("OUTPUT_DIRECTORY") || name.contains("OUTPUT_PATH"))
        };
        folder(first.id) == folder(second.id) && unsaid(first.id) && unsaid(second.id)
    };
    let built = if beside() { Cond::TRUE } else { built };
    let cond = conds.and(both, built);
    if cond.is_possible() {
        return Some((cond, None));
    }
    let installed = |id: TargetId| {
        let name = model.name(id);
        let rules = model.facts.installs.iter().filter(|one| one.kind == InstallKind::Target);
        let rules = rules.filter(|one| one.artifact.is_empty() || one.artifact == artifact);
        let mut out = Vec::new();
        for rule in rules {
            let items = model.items(&rule.items, None);
            let named =
                conds.any(items.iter().filter(|item| &*item.text == name).map(|item| item.cond).collect::<Vec<_>>());
            let under = conds.and(named, model.install_runs(rule));
            if !under.is_false() {
                let by_default = model.facts.texts.as_str(rule.destination) == Some("");
                let folders = model.destinations(rule.destination, under).into_iter();
                let folders =
                    folders.filter(|(folder, _)| by_default || folder.as_ref().is_some_and(|one| is_told(model, one)));
                out.extend(folders.filter_map(|(folder, cond)| Some((folder?, cond, rule.origin))));
            }
        }
        out
    };
    let (of_first, of_second) = (installed(first.id), installed(second.id));
    let pairs = of_second.iter().flat_map(|second| of_first.iter().map(move |first| (first, second)));
    let mut met = pairs.filter(|(first, second)| first.0 == second.0);
    met.find_map(|(first, second)| {
        let cond = conds.all([both, first.1, second.1]);
        cond.is_possible().then(|| (cond, model.span(second.2)))
    })
}

/// Whether a name or a folder is the same wherever it is written like that.
fn is_told(model: &Model<'_>, text: &str) -> bool {
    !text.is_empty() && !text.contains("$<") && !model.is_unknown(text)
}

/// When two lists of folders hold the same one.
fn same_folder(model: &Model<'_>, first: &[Item], second: &[Item]) -> Cond {
    let conds = &model.facts.conds;
    let pairs = first.iter().flat_map(|one| second.iter().map(move |other| (one, other)));
    let same = pairs.filter(|(one, other)| one.text == other.text && is_told(model, &one.text));
    conds.any(same.map(|(one, other)| conds.and(one.cond, other.cond)).collect::<Vec<_>>())
}

fn report(
    model: &Model<'_>,
    (first, second): (&Named, &Named),
    (name, suffix): (&str, &str),
    (cond, installed): (Cond, Option<Span>),
    sink: &mut Sink,
) {
    let file = model.display(&format!("lib{name}{suffix}"));
    let (one, other) = (model.name(first.id), model.name(second.id));
    let mut draft = Draft::new(cond, Place::new(second.said, "the same name"))
        .related(first.said, format!("the name of `{one}`"))
        .named("first", one)
        .named("second", other)
        .named("file", file.clone());
    if let Some(span) = installed {
        draft = draft.related(span, "installed into the same folder");
    }
    // Where neither implies the other, and not both are made by default, they are alternatives of which users choose one.
    let conds = &model.facts.conds;
    let together = conds.implies(first.cond, second.cond) || conds.implies(second.cond, first.cond);
    let chosen = !together && !model.without_settings(cond).is_possible();
    sink.report(if chosen { draft.confidence(Confidence::Heuristic) } else { draft });
}
