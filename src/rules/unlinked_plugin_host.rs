//! A plugin that calls functions of a program and does not link it: only ELF links that.
use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use crate::cmake::eval::Files;
use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::flags::LinkFlag;
use crate::model::archives::is_ever;
use crate::model::binaries::{Binaries, LINKED};
use crate::model::symbols::{Site, Symbols};
use crate::model::{Model, TargetId};
use crate::rules::wording::link_scope;
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let modules: Vec<TargetId> = model.judged_targets().filter(|id| is_plugin(model, *id)).collect();
    if modules.is_empty() || !model.built_targets().any(|id| is_ever(model, id, &[TargetKind::Executable])) {
        return;
    }
    // Who never speaks of a system does not build there.
    let systems =
        [("WIN32", WINDOWS), ("APPLE", APPLE)].into_iter().filter(|(_, words)| cx.facts.own_build_says(words));
    let systems: Vec<(&str, Cond)> =
        systems.filter_map(|(name, _)| Some((name, model.facts.conds.platform(name)?))).collect();
    // Nor does who lets nobody configure there.
    let refused = cx.facts.conditions.forbidden;
    let refuses = |system: Cond| refused.iter().any(|bad| model.facts.conds.implies(system, *bad));
    let systems: Vec<(&str, Cond)> = systems.into_iter().filter(|(_, system)| !refuses(*system)).collect();
    if systems.is_empty() || cx.facts.build_says(&["CMAKE_SHARED_MODULE_CREATE_", "CMAKE_SHARED_LIBRARY_CREATE_"]) {
        return;
    }
    let search = Search::new(project, systems);
    // One mistake, however many plugins it meets: the program is made without exports.
    let mut found: Vec<(Span, Gap)> = Vec::new();
    for module in modules {
        let place = model.definition_span(module);
        found.extend(search.gaps(module).into_iter().filter_map(|gap| Some((place?, gap))));
    }
    found.sort_by_key(|(place, gap)| (*place, gap.host));
    let mut told: Vec<Vec<(Span, Gap)>> = Vec::new();
    for (place, gap) in found {
        let alike = |group: &&mut Vec<(Span, Gap)>| {
            group.first().is_some_and(|(_, first)| (first.host, first.cond) == (gap.host, gap.cond))
        };
        match told.iter_mut().find(alike) {
            Some(group) => group.push((place, gap)),
            None => told.push(vec![(place, gap)]),
        }
    }
    for gaps in told {
        search.report(&gaps, sink);
    }
}

/// Words of build descriptions that mean Windows, and Apple's systems.
const WINDOWS: &[&str] = &["WIN32", "MSVC", "MINGW", "Windows"];
const APPLE: &[&str] = &["APPLE", "Darwin", "MACOSX"];

/// Plugins that one finding names.
const MOST_NAMED: usize = 100;

/// Whether a target is there to be loaded: a module, or a shared library that nobody links and whose file has no prefix.
fn is_plugin(model: &Model<'_>, id: TargetId) -> bool {
    let is = |kind: TargetKind| model.definitions_of(id).iter().all(|one| one.kind == kind && !one.imported);
    let loaded = || model.has_bare_name(id, model.defined(id)) && !model.is_linked(id);
    is(TargetKind::Module) || is(TargetKind::Shared) && loaded()
}

/// A function that a plugin calls and a program has.
struct Gap {
    plugin: TargetId,
    host: TargetId,
    name: String,
    call: Span,
    definition: Span,
    cond: Cond,
}

struct Search<'a> {
    model: &'a Model<'a>,
    files: &'a Files<'a>,
    symbols: &'a Symbols<'a>,
    binaries: &'a Binaries<'a>,
    /// The systems where the project is built and that want every symbol when they link.
    systems: Vec<(&'a str, Cond)>,
    /// Which targets define a name.
    definers: FxHashMap<String, Vec<TargetId>>,
}

impl<'a> Search<'a> {
    fn new(project: Project<'a>, systems: Vec<(&'a str, Cond)>) -> Self {
        let Project { model, files, symbols, binaries, .. } = project;
        let mut definers: FxHashMap<String, Vec<TargetId>> = FxHashMap::default();
        for id in model.built_targets() {
            for name in symbols.names(id).defined.keys() {
                definers.entry(name.clone()).or_default().push(id);
            }
        }
        Self { model, files, symbols, binaries, systems, definers }
    }

    fn gaps(&self, plugin: TargetId) -> Vec<Gap> {
        let (model, conds) = (self.model, &self.model.facts.conds);
        let unknown = model.sources(plugin).iter().any(|source| source.path.is_none());
        if unknown || model.links_unknown(plugin) || model.is_given_away(plugin) {
            return Vec::new();
        }
        let kind = model.is_kind(plugin, &[TargetKind::Module, TargetKind::Shared]);
        let when = conds.and(self.built_on(plugin), kind);
        let when = conds.diff(when, conds.or(self.allowed(plugin), model.excluded_from_all(plugin)));
        if !when.is_possible() {
            return Vec::new();
        }
        let own = self.symbols.names(plugin);
        let mut line = self.symbols.on_link_line(plugin);
        line.extend(self.symbols.loaded_with(plugin));
        // What it links from elsewhere may have anything.
        if line.iter().any(|(id, _)| model.sources(*id).iter().any(|source| source.path.is_none())) {
            return Vec::new();
        }
        let names = own.called.iter().filter(|(name, _)| {
            !own.defined.contains_key(*name) && !own.shadowed.contains_key(*name) && self.definers.contains_key(*name)
        });
        let names: BTreeMap<&String, &Vec<Site>> = names.collect();
        let mut found: BTreeMap<TargetId, Gap> = BTreeMap::new();
        for (name, calls) in names {
            let missing = conds.diff(when, self.symbols.defined_in(&line, name));
            if let Some(gap) = self.gap(plugin, missing, name, calls) {
                found.entry(gap.host).or_insert(gap);
            }
        }
        found.into_values().collect()
    }

    /// The systems that a target may be built on: headers of POSIX in its sources speak against Windows. What only Linux has speaks against
    /// both; such configurations are nobody's for every rule.
    fn built_on(&self, id: TargetId) -> Cond {
        let possible = self.systems.iter().filter(|(name, _)| *name != "WIN32" || !self.binaries.is_posix_only(id));
        self.model.facts.conds.any(possible.map(|(_, cond)| *cond).collect::<Vec<_>>())
    }

    fn gap(&self, plugin: TargetId, missing: Cond, name: &str, calls: &[Site]) -> Option<Gap> {
        let conds = &self.model.facts.conds;
        if !missing.is_possible() {
            return None;
        }
        let (host, part) = self.host(self.definers.get(name)?)?;
        // Who links the program has all that is in it, its own archives, too.
        let closure = self.model.link_closure(plugin);
        let linked = closure.iter().filter(|(id, _)| *id == host).map(|(_, cond)| *cond);
        let missing = conds.diff(missing, conds.any(linked.collect::<Vec<_>>()));
        let missing = conds.and(missing, self.built_on(host));
        let (call, key, cond) = calls.iter().find_map(|site| {
            let key = self.symbols.meaning(plugin, site)?;
            let (when, sure) = self.binaries.compiled(plugin, site, site.call()?.guard);
            let cond = conds.and(when, missing);
            (sure && !cond.is_false()).then_some((site, key, cond))
        })?;
        let names = self.symbols.names(part);
        let (definition, cond) = names.defined.get(name)?.iter().find_map(|site| {
            if !self.symbols.is_definition_of(part, site, &key) {
                return None;
            }
            let (when, sure) = self.binaries.compiled(part, site, site.function()?.guard);
            let cond = conds.all([when, cond, self.model.defined(host)]);
            (sure && !cond.is_false()).then_some((site, cond))
        })?;
        let (call, definition) = (call.span(&call.call()?.range), definition.span(&definition.function()?.range));
        cond.is_possible().then_some(Gap { plugin, host, name: key.name, call, definition, cond })
    }

    /// The one program that has a function in its code, and the target that compiles it, where no library has it, too.
    fn host(&self, definers: &[TargetId]) -> Option<(TargetId, TargetId)> {
        let model = self.model;
        let [part] = definers else { return None };
        let library = !is_ever(model, *part, &[TargetKind::Executable]);
        let has = |id: &TargetId| {
            // Who links a program, for Windows alone perhaps, does not hold its code.
            let linked = || library && model.link_closure(*id).iter().any(|(library, _)| library == part);
            id == part || linked() || model.sources(*id).iter().any(|source| source.through == Some(*part))
        };
        let linked: BTreeSet<TargetId> =
            model.built_targets().filter(|id| is_ever(model, *id, LINKED)).filter(has).collect();
        let mut hosts = linked.iter().filter(|id| !model.is_test_target(**id));
        let (Some(host), None) = (hosts.next(), hosts.next()) else { return None };
        let program = model.definitions_of(*host).iter().all(|one| one.kind == TargetKind::Executable);
        program.then_some((*host, *part))
    }

    /// When the link line says that symbols may be undefined, or has a file that may say so.
    fn allowed(&self, plugin: TargetId) -> Cond {
        let (flags, conds) = (self.model.link_flags(plugin), &self.model.facts.conds);
        let files = flags.iter().filter(|source| matches!(source.flag.flag, LinkFlag::ResponseFile(_)));
        let files = conds.any(files.map(|source| source.cond).collect::<Vec<_>>());
        conds.or(files, self.model.undefined_allowed(plugin))
    }

    /// `gaps` with the definitions of their plugins, in the order of these.
    fn report(&self, gaps: &[(Span, Gap)], sink: &mut Sink) {
        let conds = &self.model.facts.conds;
        let Some((place, first)) = gaps.first() else { return };
        let host = first.host;
        let Some(made) = self.model.definition_span(host) else { return };
        let (name, plugin) = (self.model.name(host), self.model.name(first.plugin));
        let cond = conds.any(gaps.iter().map(|(_, gap)| gap.cond));
        let others = match gaps.len() {
            1 => String::new(),
            2 => " (and another plugin)".to_owned(),
            more => format!(" (and {} other plugins)", more - 1),
        };
        let exports = if self.model.exports_dynamic(host).is_false() {
            format!("set_target_properties({name} PROPERTIES ENABLE_EXPORTS ON) and ")
        } else {
            String::new()
        };
        let told = self.systems.iter().filter(|(_, system)| !conds.disjoint(cond, *system));
        let told: Vec<&str> = told.map(|(name, _)| if *name == "WIN32" { "Windows" } else { "macOS" }).collect();
        let mut draft = Draft::new(cond, Place::new(*place, format!("does not link `{name}`")))
            .related(first.call, format!("`{plugin}` calls `{}`", first.name))
            .related(first.definition, "defined here")
            .related(made, "in this program")
            .named("plugin", plugin)
            .named("host", name)
            .named("symbol", &*first.name)
            .value("others", others)
            .value("exports", exports)
            .value("scope", link_scope(self.model, self.files, first.plugin))
            .value("systems", told.join(" and "));
        let mut places = BTreeSet::from([*place]);
        for (place, gap) in gaps.iter().skip(1).take(MOST_NAMED) {
            draft = draft.subject(self.model.name(gap.plugin));
            if places.insert(*place) {
                let calls = format!("`{}`, which calls `{}`, does not, either", self.model.name(gap.plugin), gap.name);
                draft = draft.related(*place, calls);
            }
        }
        sink.report(draft);
    }
}
