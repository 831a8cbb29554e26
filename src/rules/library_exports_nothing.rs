//! Installed shared libraries that are compiled hidden and show no symbol.
use std::collections::BTreeSet;

use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::model::archives::is_ever;
use crate::model::binaries::{Unit, is_assembly, is_compiled, is_cxx};
use crate::model::{Item, TargetId};
use crate::native::NativeFile;
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::Span;

/// Kinds that programs link or load.
const KINDS: &[TargetKind] = &[TargetKind::Shared, TargetKind::Module];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let installed = model.installed_targets();
    let mut linked = BTreeSet::new();
    for id in model.targets() {
        linked.extend(model.links(id).iter().chain(model.interface_links(id)).map(|edge| edge.to));
    }
    for id in model.judged_targets().filter(|id| is_ever(model, *id, KINDS) && !linked.contains(id)) {
        let Some(places) = installed.get(&id).filter(|_| !model.is_given_away(id)) else { continue };
        let conds = &model.facts.conds;
        let there = conds.any(places.iter().map(|place| place.cond).collect::<Vec<_>>());
        let Some(hidden) = wholly_hidden(project, id) else { continue };
        let cond = conds.all([there, model.is_kind(id, KINDS), hidden.cond]);
        let Some(span) = model.definition_span(id).filter(|_| cond.is_possible()) else { continue };
        let mut draft =
            Draft::new(cond, Place::new(span, "its table of symbols is empty")).named("target", model.name(id));
        if let Some(said) = model.span(hidden.said.origin).filter(|said| *said != span) {
            draft = draft.related(said, "its sources are compiled hidden");
        }
        sink.report(draft.related(hidden.first, "the first of its functions"));
    }
}

/// A library of which no symbol is shown.
struct Hidden {
    cond: Cond,
    said: Item,
    first: Span,
}

/// When all that a library defines is hidden, where every definition is known.
fn wholly_hidden(project: Project<'_>, id: TargetId) -> Option<Hidden> {
    let (model, binaries) = (project.model, project.binaries);
    let conds = &model.facts.conds;
    // Most are not hidden at all.
    let any = [false, true].iter().any(|cxx| model.compiled_hidden(id, *cxx).is_some());
    // Qt's moc makes sources that nobody has seen (`Q_PLUGIN_METADATA` exports a function).
    let generates = ["AUTOMOC", "AUTOGEN_BUILD_DIR"].iter().any(|name| model.target(id).properties.contains_key(*name));
    if !any || generates || !is_known(project, id) {
        return None;
    }
    let (mut cond, mut said, mut first) = (Cond::TRUE, None, None);
    for defined in binaries.definitions(id).iter() {
        let cxx = is_cxx(&defined.unit.path)?;
        let hidden = model.compiled_hidden(defined.unit.compiled_by, cxx);
        let (when, item) = hidden.as_ref().as_ref()?;
        if defined.attributes.constructor || binaries.exported_by_source(defined) != Some(Cond::FALSE) {
            return None;
        }
        cond = conds.and(cond, *when);
        said.get_or_insert_with(|| item.clone());
        first.get_or_insert(defined.span);
    }
    (!is_placeholder(project, id)).then_some(Hidden { cond, said: said?, first: first? })
}

/// Words for code that is there so that there is a library: for its name, or for what it links.
const PLACEHOLDERS: &[&str] = &["dummy", "empty", "placeholder", "stub"];

/// Whether a library has one function, and that or its file is called a placeholder.
fn is_placeholder(project: Project<'_>, id: TargetId) -> bool {
    let definitions = project.binaries.definitions(id);
    let says = |text: &str| PLACEHOLDERS.iter().any(|word| text.to_ascii_lowercase().contains(word));
    let [one] = definitions.as_slice() else { return false };
    says(&one.name) || one.unit.path.file_stem().is_some_and(|stem| says(&stem.to_string_lossy()))
}

/// Whether all sources of a library can be read, and none does anything when it is loaded.
fn is_known(project: Project<'_>, id: TargetId) -> bool {
    let (model, natives) = (project.model, project.natives);
    let readable = model.sources(id).iter().all(|source| {
        source.path.as_deref().is_some_and(|path| {
            !is_compiled(path) && !is_assembly(path) || is_cxx(path).is_some() && natives.file(path).is_some()
        })
    });
    readable && acts_when_called(project, id)
}

/// Whether a source tells the assembler of symbols, or says itself what is visible, in a declaration or an instantiation perhaps.
fn names_symbols(file: &NativeFile) -> bool {
    let bytes = file.source.bytes();
    [".globl", ".global", ".symver", "(\"default\")", "visibility(default)"]
        .iter()
        .any(|word| memchr::memmem::find(bytes, word.as_bytes()).is_some())
}

/// Whether functions are defined in what a source includes, with attributes of their own perhaps.
fn includes_definitions(project: Project<'_>, unit: &Unit) -> bool {
    let reached = project.binaries.headers.reached(unit.compiled_by, &unit.path);
    let own = project.natives.index(&unit.path);
    let others = reached.files.iter().filter(|index| Some(**index) != own);
    others.filter_map(|index| project.natives.at(*index)).any(|file| {
        file.facts.functions.iter().any(|one| one.is_definition && !one.internal && !one.inline && !one.template)
    })
}

/// Whether the code runs when it is called only: no constructor, no object of C++ at namespace scope that might register something.
fn acts_when_called(project: Project<'_>, id: TargetId) -> bool {
    let (model, binaries) = (project.model, project.binaries);
    let units = binaries.units(id);
    !units.is_empty()
        && !model.static_closure(id).into_iter().any(|(archive, _)| binaries.units(archive).is_empty())
        && units.iter().all(|unit| {
            project.natives.file(&unit.path).is_some_and(|file| {
                let facts = &file.facts;
                let objects = is_cxx(&unit.path) == Some(true) && facts.variables.iter().any(|one| one.is_definition);
                // Macros between declarations may define more than is seen.
                let unseen = facts.truncated || !facts.invocations.is_empty() || !facts.registrations.is_empty();
                let unseen = unseen || names_symbols(&file) || includes_definitions(project, unit);
                !unseen && !objects && !facts.functions.iter().any(|one| one.attributes.constructor)
            })
        })
}
