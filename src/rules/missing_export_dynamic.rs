//! An executable that loads libraries which need symbols from it, and does not export them.
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::text::has_symbol;
use crate::cond::Cond;
use crate::flags::LinkFlag;
use crate::model::preprocess::{Bounds, Compilation};
use crate::model::symbols::{Key, Site, Symbols, is_test};
use crate::model::{FlagSource, Model, TargetId};
use crate::native::{Argument, ArgumentValue, LoadCall, LoadKind, NativeFile, Natives, Triggers};
use crate::source::{SourceMap, Span};
use crate::symbols::{Decision, Match, Symbol, dynamic_list, version_script};

use crate::rules::{Confidence, Context, Draft, Place, Severity, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let search =
        Search { model: project.model, natives: project.natives, sources: cx.facts.sources, symbols: project.symbols };
    let hosts = search.hosts();
    if hosts.is_empty() {
        return;
    }
    let index = search.index(&hosts);
    let mut needs = Vec::new();
    for plugin in search.plugins() {
        search.needs(&hosts, &index, &plugin, &mut needs);
    }
    let needs = search.homes(needs);
    for host in &hosts {
        let of_host: Vec<&Need> = needs.iter().filter(|need| need.host == host.id).collect();
        search.report(host, &of_host, sink);
        search.generated(host, sink);
    }
}

/// An executable that loads libraries.
struct Host {
    id: TargetId,
    /// Where, and when it is one, on systems with ELF.
    loads: Vec<Load>,
    /// Targets whose code it holds, itself first.
    parts: Vec<(TargetId, Cond)>,
    /// What is asked for when a plugin needs something.
    line: OnceCell<Line>,
}

/// What is linked into a host.
struct Line {
    /// Shared libraries in its process from the start.
    beside: Vec<(TargetId, Cond)>,
    flags: Rc<Vec<FlagSource>>,
    /// When everything that may be exported is.
    exports: Cond,
}

/// A library that may be loaded at run time.
struct Plugin {
    id: TargetId,
    /// When it is one.
    cond: Cond,
    module: bool,
    /// Targets whose code it holds, itself first.
    parts: Vec<(TargetId, Cond)>,
    /// Targets that it has symbols from, itself included.
    line: Vec<(TargetId, Cond)>,
}

/// Which targets define a name.
type Index = FxHashMap<String, Vec<TargetId>>;

/// A call that loads a library.
#[derive(Clone)]
struct Load {
    call: LoadCall,
    file: NativeFile,
    cond: Cond,
    /// Its condition is known for sure.
    sure: bool,
}

/// A symbol that a plugin needs from a host.
struct Need {
    host: TargetId,
    plugin: TargetId,
    key: Key,
    load: Span,
    definition: Span,
    use_: Span,
    /// The target that defines it, whose code is in the host.
    owner: TargetId,
    /// When the plugin needs it and the host defines it.
    cond: Cond,
    confidence: Confidence,
}

struct Search<'a> {
    model: &'a Model<'a>,
    natives: &'a Natives<'a>,
    sources: &'a SourceMap,
    symbols: &'a Symbols<'a>,
}

impl Search<'_> {
    /// Systems where executables export nothing unless asked to.
    fn elf(&self) -> Cond {
        let conds = &self.model.facts.conds;
        let others = ["WIN32", "APPLE"].into_iter().filter_map(|name| conds.platform(name));
        conds.not(conds.any(others.collect::<Vec<_>>()))
    }

    fn hosts(&self) -> Vec<Host> {
        let conds = &self.model.facts.conds;
        let elf = self.elf();
        let mut out = Vec::new();
        let loading: FxHashMap<TargetId, Vec<Load>> =
            self.model.built_targets().map(|id| (id, self.loads(id))).collect();
        for id in self.model.judged_targets() {
            let executable = conds.and(self.model.is_kind(id, &[TargetKind::Executable]), elf);
            if executable.is_false() {
                continue;
            }
            let mut parts = vec![(id, Cond::TRUE)];
            parts.extend(self.model.static_closure(id));
            let mut loads = Vec::new();
            for (part, linked) in &parts {
                let when = conds.and(*linked, executable);
                let of_part = loading.get(part).into_iter().flatten();
                loads.extend(of_part.map(|load| Load { cond: conds.and(load.cond, when), ..load.clone() }));
            }
            loads.retain(|load| !load.cond.is_false());
            if !loads.is_empty() {
                out.push(Host { id, loads, parts, line: OnceCell::new() });
            }
        }
        out
    }

    fn line<'h>(&self, host: &'h Host) -> &'h Line {
        let conds = &self.model.facts.conds;
        host.line.get_or_init(|| Line {
            beside: self.symbols.loaded_with(host.id),
            flags: self.model.link_flags(host.id),
            exports: conds.or(self.model.exports_dynamic(host.id), self.model.exports_by_old_policy(host.id)),
        })
    }

    /// Names that the code of hosts defines.
    fn index(&self, hosts: &[Host]) -> Index {
        let mut index = Index::default();
        let parts: BTreeSet<TargetId> =
            hosts.iter().flat_map(|host| host.parts.iter().map(|(part, _)| *part)).collect();
        for part in parts {
            for name in self.symbols.names(part).defined.keys() {
                index.entry(name.clone()).or_default().push(part);
            }
        }
        index
    }

    /// Calls in a target's own code that load a library.
    fn loads(&self, id: TargetId) -> Vec<Load> {
        let conds = &self.model.facts.conds;
        let mut out = Vec::new();
        for source in self.model.sources(id) {
            let Some(path) = source.path.as_ref().filter(|path| self.natives.may_hold(path, Triggers::LOAD)) else {
                continue;
            };
            let Some(file) = self.natives.file(path) else { continue };
            let opening =
                |call: &&LoadCall| call.kind == LoadKind::Open && loads_elf(call.function) && !loads_itself(call);
            let calls: Vec<LoadCall> = file.facts.loads.iter().filter(opening).cloned().collect();
            if calls.is_empty() {
                continue;
            }
            let compilation = Compilation::new(self.model, id, path);
            for call in calls {
                let Bounds { must, may } = compilation.holds(&file.facts.guards, call.guard);
                let (certain, possible) = (conds.and(must, source.cond), conds.and(may, source.cond));
                let (sure, cond) = if certain.is_false() { (false, possible) } else { (true, certain) };
                out.push(Load { call, file: file.clone(), cond, sure });
            }
        }
        out
    }

    /// Modules, and shared libraries that nobody links.
    fn plugins(&self) -> Vec<Plugin> {
        let mut linked = BTreeSet::new();
        for id in self.model.targets() {
            linked.extend(self.model.links(id).iter().chain(self.model.interface_links(id)).map(|edge| edge.to));
        }
        let is_plugin = |id: &TargetId| {
            let mut kinds = self.model.definitions_of(*id).iter().map(|d| d.kind);
            kinds.clone().any(|kind| kind == TargetKind::Module)
                || (kinds.all(|kind| kind == TargetKind::Shared) && !linked.contains(id))
        };
        self.model.built_targets().filter(is_plugin).map(|id| self.plugin(id)).collect()
    }

    fn plugin(&self, id: TargetId) -> Plugin {
        let conds = &self.model.facts.conds;
        let module = self.model.is_kind(id, &[TargetKind::Module]);
        let mut parts = vec![(id, Cond::TRUE)];
        parts.extend(self.model.static_closure(id));
        let mut line = self.symbols.on_link_line(id);
        line.push((id, Cond::TRUE));
        line.extend(self.symbols.loaded_with(id));
        let cond = conds.or(module, self.model.is_kind(id, &[TargetKind::Shared]));
        Plugin { id, cond, module: !module.is_false(), parts, line }
    }

    /// What a plugin needs from the hosts that may load it.
    fn needs(&self, hosts: &[Host], index: &Index, plugin: &Plugin, out: &mut Vec<Need>) {
        let conds = &self.model.facts.conds;
        let own = self.symbols.names(plugin.id);
        for (part, in_plugin) in &plugin.parts {
            let names = self.symbols.names(*part);
            let wanted = names.called.iter().filter(|(name, _)| !own.shadowed.contains_key(*name));
            let wanted: BTreeMap<&String, (&Vec<Site>, &Vec<TargetId>)> =
                wanted.filter_map(|(name, calls)| Some((name, (calls, index.get(name)?)))).collect();
            for (name, (calls, definers)) in wanted {
                let when = conds.and(plugin.cond, *in_plugin);
                let when = conds.diff(when, self.symbols.defined_in(&plugin.line, name));
                if when.is_false() {
                    continue;
                }
                for host in hosts.iter().filter(|host| host.parts.iter().any(|(part, _)| definers.contains(part))) {
                    let Some((load, named)) = self.load_of(host, plugin.id) else { continue };
                    let Some((owner, definitions)) = self.definitions(host, name) else { continue };
                    let when = conds.and(when, load.cond);
                    let found = Candidate { name, plugin, part: *part, calls, owner, definitions, when };
                    out.extend(self.need(host, load, named, &found));
                }
            }
        }
    }

    /// Definitions of a name in a host's code: those of the first of its parts that has any.
    fn definitions(&self, host: &Host, name: &str) -> Option<(TargetId, Vec<Site>)> {
        let conds = &self.model.facts.conds;
        host.parts.iter().find_map(|(part, linked)| {
            let names = self.symbols.names(*part);
            let sites = names.defined.get(name)?.iter();
            let sites = sites.map(|site| Site { cond: conds.and(site.cond, *linked), ..site.clone() });
            Some((*part, sites.filter(|site| !site.cond.is_false()).collect::<Vec<_>>())).filter(|(_, s)| !s.is_empty())
        })
    }

    /// The call by which a host may load a plugin, and whether it names it.
    fn load_of<'h>(&self, host: &'h Host, plugin: TargetId) -> Option<(&'h Load, bool)> {
        let file_name = |load: &&Load| names_file(load.call.file.as_ref(), &self.stem(plugin));
        let named = host.loads.iter().find(|load| file_name(load) == Some(true));
        let opaque = || host.loads.iter().find(|load| file_name(load).is_none());
        named.map(|load| (load, true)).or_else(|| opaque().map(|load| (load, false)))
    }

    fn stem(&self, id: TargetId) -> String {
        let output = self.model.property(id, "OUTPUT_NAME");
        output.first().map_or_else(|| self.model.name(id).to_owned(), |item| item.text.to_string())
    }

    /// The need for one name, after everything that provides it elsewhere is taken out.
    fn need(&self, host: &Host, load: &Load, named: bool, found: &Candidate<'_>) -> Option<Need> {
        let conds = &self.model.facts.conds;
        if found.when.is_false() {
            return None;
        }
        let beside = &self.line(host).beside;
        let mut cond = conds.diff(found.when, self.symbols.defined_in(beside, found.name));
        // A shared library that refers to a symbol makes the linker export it.
        cond = conds.diff(cond, self.symbols.called_in(beside, found.name));
        // One that is linked is no plugin there.
        let linked = beside.iter().filter(|(library, _)| *library == found.plugin.id).map(|(_, cond)| *cond);
        cond = conds.diff(cond, conds.any(linked.collect::<Vec<_>>()));
        if cond.is_false() || cond.is_unknown() || self.provided_globally(host, found.name) {
            return None;
        }
        let (use_, key, cond, sure_use) = found.calls.iter().find_map(|site| {
            let key = self.symbols.meaning(found.part, site)?;
            let (when, sure) = self.compiled(found.part, site, site.call()?.guard);
            let when = conds.and(when, cond);
            (!when.is_false()).then_some((site, key, when, sure))
        })?;
        let (definition, cond, sure_definition) = found.definitions.iter().find_map(|site| {
            if !self.symbols.is_definition_of(found.owner, site, &key) {
                return None;
            }
            let (when, sure) = self.compiled(found.owner, site, site.function()?.guard);
            let when = conds.and(when, cond);
            (!when.is_false()).then_some((site, when, sure))
        })?;
        let sure = sure_use && sure_definition && load.sure && key.c && !self.unknown_libraries(found.plugin.id);
        let confidence = match (sure, found.plugin.module || named) {
            _ if self.unknown_sources(found.plugin) => Confidence::Heuristic,
            (true, true) => Confidence::Proved,
            (false, false) => Confidence::Heuristic,
            _ => Confidence::Likely,
        };
        Some(Need {
            host: host.id,
            plugin: found.plugin.id,
            load: Span::new(load.file.source.id(), load.call.range.clone()),
            definition: definition.span(&definition.function()?.range),
            use_: use_.span(&use_.call()?.range),
            owner: found.owner,
            key,
            cond,
            confidence,
        })
    }

    /// When a piece of a file is compiled, and whether that is sure.
    fn compiled(&self, target: TargetId, site: &Site, guard: crate::native::GuardId) -> (Cond, bool) {
        let conds = &self.model.facts.conds;
        let bounds = Compilation::new(self.model, target, &site.path).holds(&site.file.facts.guards, guard);
        let must = conds.and(bounds.must, site.cond);
        if must.is_false() { (conds.and(bounds.may, site.cond), false) } else { (must, true) }
    }

    /// Whether a host loads libraries for all others to see, and one of the project's defines the name.
    fn provided_globally(&self, host: &Host, name: &str) -> bool {
        let global = host.loads.iter().any(|load| match &load.call.flags {
            Some(flags) => flags.iter().any(|flag| flag == "RTLD_GLOBAL"),
            None => false,
        });
        global && {
            let shared =
                self.model.built_targets().filter(|id| !self.model.is_kind(*id, &[TargetKind::Shared]).is_false());
            let all: Vec<(TargetId, Cond)> = shared.map(|id| (id, Cond::TRUE)).collect();
            !self.symbols.defined_in(&all, name).is_false()
        }
    }

    /// Whether a plugin links something of which the name is not known.
    fn unknown_libraries(&self, plugin: TargetId) -> bool {
        self.model
            .link_items(plugin)
            .iter()
            .any(|item| has_symbol(&item.text) && !is_system_library(self.model, &item.text))
    }

    /// Whether a plugin or what it links has sources that are not known: they may define anything.
    fn unknown_sources(&self, plugin: &Plugin) -> bool {
        let own = |id: TargetId| self.model.sources(id).iter().any(|source| source.path.is_none());
        plugin.line.iter().any(|(id, _)| !self.model.is_imported(*id) && own(*id))
    }

    /// Where several executables could be the home of a plugin, those that export for it are, and tests are not.
    fn homes(&self, needs: Vec<Need>) -> Vec<Need> {
        let conds = &self.model.facts.conds;
        let mut out: Vec<Need> = Vec::new();
        let hosts: BTreeMap<TargetId, BTreeSet<TargetId>> = needs.iter().fold(BTreeMap::new(), |mut map, need| {
            map.entry(need.plugin).or_default().insert(need.host);
            map
        });
        for mut need in needs {
            let others = hosts.get(&need.plugin).into_iter().flatten().filter(|other| **other != need.host);
            let others: Vec<TargetId> = others.copied().collect();
            let exports = |id: &TargetId| {
                let both = conds.and(self.model.exports_dynamic(*id), need.cond);
                !conds.and(both, self.model.defined(*id)).is_false()
            };
            let real = |id: &TargetId| !self.is_test(*id);
            let elsewhere =
                others.iter().any(exports) && conds.disjoint(self.model.exports_dynamic(need.host), need.cond);
            if elsewhere || (self.is_test(need.host) && others.iter().any(real)) {
                need.confidence = Confidence::Heuristic;
            } else if !others.is_empty() {
                need.confidence = need.confidence.min(Confidence::Likely);
            }
            out.push(need);
        }
        out
    }

    fn is_test(&self, id: TargetId) -> bool {
        let folder =
            self.model.definitions_of(id).first().map(|d| &self.model.facts.directories[d.directory.0 as usize]);
        let below = folder.and_then(|d| d.source.strip_prefix(&self.model.facts.source_dir).ok()).is_some_and(is_test);
        let name = self.model.name(id).to_lowercase();
        below
            || name
                .split(['_', '-', '.'])
                .any(|word| matches!(word, "test" | "tests" | "unittest" | "bench" | "benchmark"))
    }
}

/// A name that a plugin calls and a host defines.
struct Candidate<'c> {
    name: &'c str,
    plugin: &'c Plugin,
    /// The target in the plugin's binary whose sources call it.
    part: TargetId,
    calls: &'c [Site],
    owner: TargetId,
    definitions: Vec<Site>,
    when: Cond,
}

/// What keeps a symbol out of a host's dynamic symbol table.
enum Obstacle {
    /// Nothing exports it.
    Nothing,
    /// The executable is static: it has no such table.
    Static(Span),
    /// A list of what is exported lacks it: the list's last entry.
    List(Span),
    /// A version script makes it local: the pattern.
    Script(Span),
    /// It comes out of an archive that an option hides.
    Archive(Span),
}

impl Search<'_> {
    fn report(&self, host: &Host, needs: &[&Need], sink: &mut Sink) {
        // One finding for each obstacle: what the surest needs say, with the names of all of them.
        let mut found: BTreeMap<(u8, Option<Span>), Vec<(&Need, Cond)>> = BTreeMap::new();
        for need in needs {
            for (obstacle, cond) in self.obstacles(host, need) {
                let key = match obstacle {
                    Obstacle::Nothing => (0, None),
                    Obstacle::Static(flag) => (1, Some(flag)),
                    Obstacle::List(entry) => (2, Some(entry)),
                    Obstacle::Script(pattern) => (3, Some(pattern)),
                    Obstacle::Archive(flag) => (4, Some(flag)),
                };
                found.entry(key).or_default().push((need, cond));
            }
        }
        for ((kind, at), mut needs) in found {
            let Some(best) = needs.iter().map(|(need, _)| need.confidence).max() else { continue };
            needs.retain(|(need, _)| need.confidence == best);
            self.report_one(host, kind, at, &needs, sink);
        }
    }

    fn report_one(&self, host: &Host, kind: u8, at: Option<Span>, needs: &[(&Need, Cond)], sink: &mut Sink) {
        let conds = &self.model.facts.conds;
        let (Some((first, _)), Some(defined)) = (needs.first(), self.model.definition_span(host.id)) else { return };
        let name = self.model.name(host.id);
        let cond = conds.any(needs.iter().map(|(_, cond)| *cond));
        // What is left on systems that hardly anybody builds for is an oversight of no weight.
        if cond.is_unknown() || conds.platform("LINUX").is_some_and(|linux| conds.disjoint(cond, linux)) {
            return;
        }
        let symbols: BTreeSet<&str> = needs.iter().map(|(need, _)| need.key.name.as_str()).collect();
        let plugins: BTreeSet<&str> = needs.iter().map(|(need, _)| self.model.name(need.plugin)).collect();
        let (symbol, plugin) = (first.key.name.as_str(), self.model.name(first.plugin));
        let what = Words { host: name, symbol, plugin, symbols: symbols.len(), plugins: plugins.len() };
        let (place, label) = match (kind, at) {
            (2..=4, Some(span)) => (span, "decides what is exported"),
            _ => (defined, "exports nothing that is not asked for"),
        };
        let mut draft = Draft::new(cond, Place::new(place, label)).subject(name).confidence(first.confidence);
        if place != defined {
            draft = draft.related(defined, "the executable");
        }
        if let (1, Some(span)) = (kind, at) {
            draft = draft.related(span, "linked statically");
        }
        draft = draft
            .related(first.load, "loads libraries")
            .related(first.definition, format!("`{symbol}` is defined here"))
            .related(first.use_, format!("`{plugin}` needs it"));
        for subject in symbols.iter().chain(&plugins).take(100) {
            draft = draft.subject(*subject);
        }
        let severity = if first.confidence == Confidence::Proved { Severity::Error } else { Severity::Warning };
        sink.report(what.fill(kind, draft).severity(severity));
    }

    /// Why a symbol is not exported, and when. Several may hold in different configurations.
    fn obstacles(&self, host: &Host, need: &Need) -> Vec<(Obstacle, Cond)> {
        let conds = &self.model.facts.conds;
        let mut out = Vec::new();
        let (mut exported, mut left) = (self.line(host).exports, need.cond);
        for flag in self.line(host).flags.iter() {
            let Some(span) = self.model.span(flag.item.origin) else { continue };
            let gone = match &flag.flag.flag {
                LinkFlag::Static | LinkFlag::StaticPie => Some(Obstacle::Static(span)),
                LinkFlag::VersionScript(file) => self.hiding_pattern(file, need).map(Obstacle::Script),
                LinkFlag::ExcludeLibs(names) if self.excluded(host, need, names) => Some(Obstacle::Archive(span)),
                LinkFlag::Other(text) if has_symbol(text) && !is_users(self.model, text) => {
                    left = conds.diff(left, flag.cond);
                    None
                }
                _ => None,
            };
            let Some(obstacle) = gone else { continue };
            let matters = if matches!(obstacle, Obstacle::Static(_)) { Cond::TRUE } else { exported };
            let cond = conds.all([left, flag.cond, matters]);
            left = conds.diff(left, cond);
            if !cond.is_false() {
                out.push((obstacle, cond));
            }
        }
        let mut lists = Vec::new();
        for flag in self.line(host).flags.iter() {
            match self.lists(&flag.flag.flag, need) {
                Listed::Yes => exported = conds.or(exported, flag.cond),
                Listed::No(Some(entry)) => lists.push((entry, flag.cond)),
                Listed::No(None) => {}
            }
        }
        left = conds.diff(left, exported);
        for (entry, cond) in lists {
            let both = conds.and(left, cond);
            left = conds.diff(left, cond);
            if !both.is_false() {
                out.push((Obstacle::List(entry), both));
            }
        }
        if !left.is_false() {
            out.push((Obstacle::Nothing, left));
        }
        out
    }

    fn symbol(need: &Need) -> Symbol {
        if need.key.c { Symbol::c(&need.key.name) } else { Symbol::function(&need.key.name, false) }
    }

    /// Whether a flag that exports a set of symbols has this one in it.
    fn lists(&self, flag: &LinkFlag, need: &Need) -> Listed {
        match flag {
            LinkFlag::ExportDynamicSymbol(pattern) => {
                let list = dynamic_list::parse(format!("{{ {pattern}; }};").as_bytes());
                if list.names(&Self::symbol(need)).0 == Match::No { Listed::No(None) } else { Listed::Yes }
            }
            LinkFlag::DynamicList(file) | LinkFlag::ExportDynamicSymbolList(file) => {
                // A list that cannot be read may have it.
                let Ok(source) = self.sources.load(&PathBuf::from(file)) else { return Listed::Yes };
                let list = dynamic_list::parse(source.bytes());
                if list.names(&Self::symbol(need)).0 != Match::No {
                    return Listed::Yes;
                }
                let entry = list.patterns.last().map_or(0..0, |pattern| pattern.range.clone());
                Listed::No(Some(Span::new(source.id(), entry)))
            }
            LinkFlag::DynamicListKind(_) | LinkFlag::LinkerScript(_) | LinkFlag::ResponseFile(_) => Listed::Yes,
            _ => Listed::No(None),
        }
    }

    /// The pattern of a version script that makes a symbol local.
    fn hiding_pattern(&self, file: &str, need: &Need) -> Option<Span> {
        let source = self.sources.load(&PathBuf::from(file)).ok()?;
        let script = version_script::parse(source.bytes());
        let Decision::Hidden { node, pattern } = script.decide(&Self::symbol(need)) else { return None };
        Some(Span::new(source.id(), script.pattern(node, pattern)?.range.clone()))
    }

    /// Whether `--exclude-libs` names the archive that a symbol comes from.
    fn excluded(&self, host: &Host, need: &Need, names: &[String]) -> bool {
        let archive = need.owner != host.id && !self.model.is_kind(need.owner, &[TargetKind::Static]).is_false();
        let file = format!("lib{}.a", self.stem(need.owner));
        archive && names.iter().any(|name| name == "ALL" || *name == file)
    }

    /// Code that a host writes, compiles and loads itself, which names functions of the host.
    fn generated(&self, host: &Host, sink: &mut Sink) {
        let conds = &self.model.facts.conds;
        let Some(load) = host.loads.first() else { return };
        for (path, cond, owner) in self.model.binary_sources(host.id) {
            let Some(file) = self.natives.may_hold(&path, Triggers::LOAD).then(|| self.natives.file(&path)).flatten()
            else {
                continue;
            };
            for process in &file.facts.processes {
                let compiles = |text: &String| text.contains("-shared");
                let command = process.command.iter().flat_map(literals);
                if !process.nearby.iter().chain(command).any(compiles) {
                    continue;
                }
                let Some((name, site)) = self.called_in_text(host, &process.nearby) else { continue };
                let (when, _) = self.compiled(
                    owner,
                    &Site { path: path.clone(), file: file.clone(), index: 0, cond },
                    process.guard,
                );
                let when = conds.diff(conds.all([when, site.cond, load.cond]), self.line(host).exports);
                let span = Span::new(file.source.id(), process.range.clone());
                self.report_generated(host, &name, (&site, span), when, sink);
            }
        }
    }

    fn report_generated(&self, host: &Host, name: &str, (site, process): (&Site, Span), cond: Cond, sink: &mut Sink) {
        let (Some(defined), Some(function), Some(load)) =
            (self.model.definition_span(host.id), site.function(), host.loads.first())
        else {
            return;
        };
        let partly = self.line(host).flags.iter().any(|flag| flag.flag.flag.exports_from_executable());
        if cond.is_false() || cond.is_unknown() || partly {
            return;
        }
        let host = self.model.name(host.id);
        let message =
            format!("`{host}` compiles and loads code that calls `{name}`, which it defines and does not export");
        let draft = Draft::new(cond, Place::new(defined, "exports nothing that is not asked for"))
            .related(process, "compiles code")
            .related(Span::new(load.file.source.id(), load.call.range.clone()), "loads it")
            .related(site.span(&function.range), format!("`{name}` is defined here"))
            .named("host", host)
            .named("symbol", name)
            .message(message);
        sink.report(draft.confidence(Confidence::Likely).severity(Severity::Warning));
    }

    /// A C function of a host that a text declares and calls.
    fn called_in_text(&self, host: &Host, texts: &[String]) -> Option<(String, Site)> {
        for text in texts.iter().filter(|text| text.contains(';')) {
            for name in called_names(text) {
                let Some((owner, sites)) = self.definitions(host, name).filter(|_| name != "main") else { continue };
                let key = Key { c: true, name: name.to_owned() };
                if let Some(site) = sites.into_iter().find(|site| self.symbols.is_definition_of(owner, site, &key)) {
                    return Some((name.to_owned(), site));
                }
            }
        }
        None
    }
}

/// Whether a flag exports a symbol; if not, the list's entry that could.
enum Listed {
    Yes,
    No(Option<Span>),
}

/// What a finding says.
struct Words<'w> {
    host: &'w str,
    symbol: &'w str,
    plugin: &'w str,
    symbols: usize,
    plugins: usize,
}

impl Words<'_> {
    fn fill(&self, kind: u8, draft: Draft) -> Draft {
        let Self { host, symbol, plugin, .. } = self;
        let plugins = match self.plugins {
            1 => format!("`{plugin}` needs"),
            2 => format!("`{plugin}` and another one need"),
            more => format!("`{plugin}` and {} others need", more - 1),
        };
        let more = if self.symbols > 1 { format!(" and {} more", self.symbols - 1) } else { String::new() };
        let draft = draft
            .value("host", *host)
            .value("symbol", *symbol)
            .value("plugins", plugins.clone())
            .value("more", more.clone());
        let needs = format!("{plugins} `{host}` to provide `{symbol}`{more}");
        match kind {
            1 => draft
                .message(format!("`{host}` is linked statically, so it exports nothing, and {needs}"))
                .help(format!("link `{host}` dynamically: a static executable has no dynamic symbol table")),
            2 => draft
                .message(format!("this list of what `{host}` exports lacks `{symbol}`{more}: {plugins} it"))
                .help(format!("add `{symbol};` to the list")),
            3 => draft
                .message(format!("this hides `{symbol}`{more}, although `{host}` exports its symbols: {plugins} it"))
                .help(format!("name `{symbol}` under `global:`, or do not give the version script to `{host}`")),
            4 => draft
                .message(format!("this hides `{symbol}`{more}, which `{host}` takes from an archive: {plugins} it"))
                .help(format!(
                    "do not give `--exclude-libs` to `{host}`, or name only the archives that it should hide"
                )),
            _ => draft,
        }
    }
}

/// Whether a loader exists where executables are ELF files.
fn loads_elf(function: &str) -> bool {
    !["LoadLibrary", "LoadPackagedLibrary", "NSAddImage", "CFBundle"].iter().any(|other| function.starts_with(other))
}

/// `dlopen(NULL)` gives the program itself; `RTLD_NOLOAD` loads nothing.
fn loads_itself(call: &LoadCall) -> bool {
    let null = call.file.as_ref().is_some_and(|file| file.value == ArgumentValue::Null);
    null || call.flags.as_ref().is_some_and(|flags| flags.iter().any(|flag| flag == "RTLD_NOLOAD"))
}

fn literals(argument: &Argument) -> &[String] {
    match &argument.value {
        ArgumentValue::Literal(texts) | ArgumentValue::Fragments(texts) => texts,
        _ => &[],
    }
}

/// Whether an argument names a library: yes, no, or not known.
fn names_file(argument: Option<&Argument>, stem: &str) -> Option<bool> {
    let argument = argument?;
    let texts = literals(argument);
    let stem_of = |text: &str| {
        let name = text.rsplit(['/', '\\']).next().unwrap_or(text);
        let name = name.split(".so").next().unwrap_or(name);
        name.strip_prefix("lib").unwrap_or(name).to_owned()
    };
    let own = stem.strip_prefix("lib").unwrap_or(stem);
    if texts.iter().any(|text| stem_of(text) == own) {
        return Some(true);
    }
    let whole = matches!(argument.value, ArgumentValue::Literal(_));
    let other = texts.iter().any(|text| text.contains(".so") && !stem_of(text).is_empty());
    if whole || other { Some(false) } else { None }
}

/// Names before an opening parenthesis in a text that is code.
fn called_names(text: &str) -> impl Iterator<Item = &str> {
    text.split('(').filter_map(|before| {
        let before = before.trim_end();
        let start = before.rfind(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).map_or(0, |at| at + 1);
        before.get(start..).filter(|name| name.len() > 2)
    })
}

/// Whether an unknown text is what users or CMake put into a variable of CMake: flags of a toolchain.
fn is_users(model: &Model<'_>, text: &str) -> bool {
    let shown = model.display(text);
    shown.contains("CMAKE_")
}

/// `${CMAKE_DL_LIBS}` and the like.
fn is_system_library(model: &Model<'_>, text: &str) -> bool {
    model.display(text).contains("CMAKE_")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn argument(value: ArgumentValue) -> Argument {
        Argument { text: String::new(), value, range: 0..0 }
    }

    #[test]
    fn a_constant_names_one_library() {
        let literal = |text: &str| argument(ArgumentValue::Literal(vec![text.to_owned()]));
        assert_eq!(names_file(Some(&literal("./plugins/libupper.so.1")), "upper"), Some(true));
        assert_eq!(names_file(Some(&literal("upper.so")), "upper"), Some(true));
        assert_eq!(names_file(Some(&literal("libcuda.so.1")), "upper"), Some(false));
        let part = argument(ArgumentValue::Fragments(vec!["/lib".to_owned(), ".so".to_owned()]));
        assert_eq!(names_file(Some(&part), "upper"), None);
        assert_eq!(names_file(Some(&argument(ArgumentValue::Opaque)), "upper"), None);
    }

    #[test]
    fn names_that_a_text_calls() {
        let names: Vec<_> = called_names("int rt_alloc(void);int k(void){return rt_alloc()+5;}").collect();
        assert_eq!(names, ["rt_alloc", "rt_alloc"]);
    }
}
