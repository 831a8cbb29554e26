//! The define that empties an export macro for a static library, kept from those who link it.
use std::collections::{BTreeMap, BTreeSet};

use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::model::preprocess::Compilation;
use crate::model::visibility::identifier;
use crate::model::{Item, TargetId};
use crate::native::{Effect, ExportAlternative, FileFacts, Triggers, Visibility};
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let statics: Vec<TargetId> = model
        .built_targets()
        .filter(|id| !model.is_kind(*id, &[TargetKind::Static]).is_false())
        .filter(|id| model.target(*id).properties.contains_key("COMPILE_DEFINITIONS"))
        .collect();
    if statics.is_empty() {
        return;
    }
    let names = static_defines(project);
    for id in statics.into_iter().filter(|_| !names.is_empty()) {
        for item in model.property(id, "COMPILE_DEFINITIONS") {
            let name = item.text.split('=').next().unwrap_or_default();
            let name = name.strip_prefix("-D").unwrap_or(name);
            if let Some(known) = names.get(name) {
                define(project, id, &item, (name, known), sink);
            }
        }
    }
}

/// A macro under which export macros are empty, and without which they import.
#[derive(Default)]
struct StaticDefine {
    /// The others that do the same.
    others: BTreeSet<String>,
    /// The export macros.
    empties: BTreeSet<String>,
    /// What makes a header of CMake's export: who has it defined, imports nothing.
    building: BTreeSet<String>,
}

/// The macros of static libraries by their names.
fn static_defines(project: Project<'_>) -> BTreeMap<String, StaticDefine> {
    let mut found: BTreeMap<String, StaticDefine> = BTreeMap::new();
    for path in project.natives.with(Triggers::EXPORT) {
        let Some(file) = project.natives.file(path) else { continue };
        let names = of_header(&file.facts);
        for (name, emptied) in &names {
            let entry = found.entry(name.clone()).or_default();
            entry.others.extend(names.iter().map(|(other, _)| other).filter(|other| *other != name).cloned());
            entry.empties.insert(emptied.clone());
        }
    }
    let model = project.model;
    for header in model.generated_export_macros() {
        let entry = found.entry(header.static_define).or_default();
        entry.empties.insert(header.export);
        let symbols = model.find(&header.target).map(|id| model.property(id, "DEFINE_SYMBOL")).unwrap_or_default();
        entry.building.extend(symbols.into_iter().map(|item| item.text.to_string()));
        entry.building.insert(format!("{}_EXPORTS", identifier(&header.target)));
    }
    found
}

/// The macros of a header, each with an export macro that it empties.
fn of_header(facts: &FileFacts) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for one in &facts.export_macros {
        let asks = |alternative: &ExportAlternative, name: &str| facts.guards.polarity(alternative.guard, name);
        let imports = || one.alternatives.iter().filter(|a| a.effect == Effect::Visibility(Visibility::DllImport));
        for alternative in one.alternatives.iter().filter(|a| a.effect == Effect::Empty) {
            for name in facts.guards.names(alternative.guard) {
                let empties = asks(alternative, name) == (true, false);
                if empties && !name.starts_with('_') && imports().any(|other| asks(other, name) == (false, true)) {
                    found.push((name.to_owned(), one.name.clone()));
                }
            }
        }
    }
    found
}

fn define(project: Project<'_>, id: TargetId, item: &Item, (name, define): (&str, &StaticDefine), sink: &mut Sink) {
    let model = project.model;
    let conds = &model.facts.conds;
    let Some(windows) = conds.platform("WIN32") else { return };
    let base = conds.all([item.cond, model.is_kind(id, &[TargetKind::Static]), windows]);
    if !base.is_possible() {
        return;
    }
    if project.binaries.is_posix_only(id) {
        return;
    }
    let own = project.symbols.names(id);
    for user in model.built_targets().filter(|user| *user != id) {
        let linked = model.usage_closure(user).into_iter().find(|(to, _)| *to == id);
        let Some((_, linked)) = linked else { continue };
        let has = conds.or(model.defines(user, name), model.definitions_unknown(user));
        let other = define.others.union(&define.building).map(|other| model.defines(user, other)).collect::<Vec<_>>();
        let has = conds.or(has, conds.any(other));
        let cond = conds.diff(conds.all([base, linked, model.defined(user)]), has);
        if !cond.is_possible() {
            continue;
        }
        let Some((symbol, call, defined, sites)) =
            call_of(project, id, (&own.defined, name, &define.empties), (user, cond))
        else {
            continue;
        };
        let cond = conds.and(cond, sites);
        let Some(span) = model.span(item.origin).filter(|_| !cond.is_false()) else { continue };
        sink.report(
            Draft::new(cond, Place::new(span, "for its own sources only"))
                .related(call, format!("`{symbol}` is called without it"))
                .related(defined, "and defined here")
                .named("define", name)
                .named("target", model.name(id))
                .named("user", model.name(user))
                .named("symbol", symbol),
        );
        return;
    }
}

type Sites = rustc_hash::FxHashMap<String, Vec<crate::model::symbols::Site>>;

/// A call in a target of a function that the library defines and that carries one of the export macros where it is declared.
fn call_of(
    project: Project<'_>,
    id: TargetId,
    (defined, define, emptied): (&Sites, &str, &BTreeSet<String>),
    (user, under): (TargetId, Cond),
) -> Option<(String, Span, Span, Cond)> {
    let names = project.symbols.names(user);
    let mut shared: Vec<&String> = names.called.keys().filter(|name| defined.contains_key(*name)).collect();
    shared.sort();
    for name in shared {
        let (Some(site), Some(definition)) = (names.called.get(name)?.first(), defined.get(name)?.first()) else {
            continue;
        };
        let Some(key) = project.symbols.meaning(user, site) else { continue };
        let view = project.symbols.headers.view(user, &site.path);
        let functions = view.files.iter().flat_map(|(_, file)| &file.facts.functions);
        let mut marked = functions.filter(|one| one.name == *name && !one.attributes.macros.is_empty());
        let compilation = Compilation::new(project.model, user, &site.path);
        let files: Vec<&FileFacts> = view.files.iter().map(|(_, file)| &*file.facts).collect();
        // Some define it themselves, before they include the header.
        if files.iter().any(|facts| facts.macros.iter().any(|one| &*one.name == define)) {
            continue;
        }
        let conds = &project.model.facts.conds;
        let may_import = |name: &String| may_import(&compilation, &files, name, &|cond| !conds.disjoint(cond, under));
        let imports = |name: &String| emptied.contains(name) && may_import(name);
        if marked.any(|one| one.attributes.macros.iter().any(imports))
            && project.symbols.is_definition_of(id, definition, &key)
            && let (Some(call), Some(function)) = (site.call(), definition.function())
        {
            let cond = project.model.facts.conds.and(site.cond, definition.cond);
            return Some((name.clone(), site.span(&call.range), definition.span(&function.range), cond));
        }
    }
    None
}

/// Whether a macro imports where a source is compiled; one of which no definition is found is made by CMake.
fn may_import(
    compilation: &Compilation<'_>,
    files: &[&FileFacts],
    name: &str,
    is_possible: &dyn Fn(Cond) -> bool,
) -> bool {
    let mut defined = false;
    for facts in files {
        for alternative in facts.export_macros.iter().filter(|one| one.name == name).flat_map(|one| &one.alternatives) {
            defined = true;
            let imports = alternative.effect == Effect::Visibility(Visibility::DllImport);
            if imports && is_possible(compilation.holds(&facts.guards, alternative.guard).may) {
                return true;
            }
        }
    }
    !defined
}
