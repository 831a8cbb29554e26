//! An executable that loads libraries which need symbols from it, and does not export them.
#[path = "missing_export_dynamic/belonging.rs"]
mod belonging;
#[path = "missing_export_dynamic/dropped.rs"]
mod dropped;
#[path = "missing_export_dynamic/entries.rs"]
mod entries;
#[path = "missing_export_dynamic/generated.rs"]
mod generated;
#[path = "missing_export_dynamic/interface.rs"]
mod interface;
#[path = "missing_export_dynamic/members.rs"]
mod members;
#[path = "missing_export_dynamic/own.rs"]
mod own;
#[path = "missing_export_dynamic/report.rs"]
mod report;

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::cmake::eval::Files;
use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::discover::Kind;
use crate::flags::LinkFlag;
use crate::model::archives::Archives;
use crate::model::binaries::Binaries;
use crate::model::loading::{Load, names_file};
use crate::model::symbols::{self, Key, Site, Symbols};
use crate::model::{FlagSource, Model, TargetId};
use crate::native::Natives;
use crate::rules::told_outside::holds;
use crate::rules::wording::variable_in;
use crate::rules::{Confidence, Context, Sink};
use crate::source::{SourceMap, Span};
use crate::symbols::Symbol;

use entries::Entries;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let search = Search {
        model: project.model,
        natives: project.natives,
        files: project.files,
        sources: cx.facts.sources,
        symbols: project.symbols,
        binaries: project.binaries,
        archives: OnceCell::new(),
        shared: OnceCell::new(),
        belonging: RefCell::default(),
    };
    let before = sink.len();
    let told = search.loading(sink);
    search.own(&told, sink);
    if sink.len() > before && is_given_outside(cx) {
        sink.weaken(before, Confidence::Heuristic);
    }
}

/// Whether a preset, a script or a toolchain file that the build does not read gives the flag, or asks for exports of all programs.
fn is_given_outside(cx: &Context<'_>) -> bool {
    const FLAGS: &[&str] = &["-rdynamic", "--export-dynamic", "-Wl,-E"];
    const SETTINGS: &[&str] = &["CMAKE_ENABLE_EXPORTS", "CMAKE_EXECUTABLE_ENABLE_EXPORTS"];
    // A compiler that a script calls itself says nothing of CMake's programs.
    let for_cmake = |kind: Kind, line: &[u8]| kind == Kind::Presets || holds(line, &["FLAGS"]);
    SETTINGS.iter().any(|name| cx.facts.is_given(name))
        || cx.facts.outside_says(|kind, line| {
            holds(line, FLAGS) && for_cmake(kind, line) || kind == Kind::CMakeModule && holds(line, SETTINGS)
        })
}

/// All hosts.
struct Hosts<'h> {
    all: &'h [Host],
    /// Those that hold the code of a target.
    holding: FxHashMap<TargetId, Vec<usize>>,
}

impl<'h> Hosts<'h> {
    fn new(all: &'h [Host]) -> Self {
        let mut holding: FxHashMap<TargetId, Vec<usize>> = FxHashMap::default();
        for (at, host) in all.iter().enumerate() {
            for target in host.places.keys() {
                holding.entry(*target).or_default().push(at);
            }
        }
        Self { all, holding }
    }
}

/// An executable that loads libraries.
struct Host {
    id: TargetId,
    /// Where, and when it is one, on systems with ELF.
    loads: Vec<Load>,
    /// Targets whose code it holds, itself first.
    parts: Vec<(TargetId, Cond)>,
    /// Where each of them stands.
    places: FxHashMap<TargetId, usize>,
    /// What is asked for when a plugin needs something.
    line: OnceCell<Line>,
}

/// What is linked into a host.
struct Line {
    /// Shared libraries in its process from the start.
    beside: symbols::Line,
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
    given_away: bool,
    /// Targets whose code it holds, itself first.
    parts: Vec<(TargetId, Cond)>,
    /// Targets that it has symbols from, itself included.
    line: symbols::Line,
}

/// Names that the code of hosts defines.
type Index = FxHashMap<String, Defining>;

/// Who defines a name.
#[derive(Default)]
struct Defining {
    targets: Vec<TargetId>,
    hosts: OnceCell<OfHosts>,
}

/// Hosts whose code defines a name. Many plugins ask the same of them.
struct OfHosts {
    hosts: Vec<OfHost>,
    /// When it is neither defined nor called beside them, of which there are few kinds.
    lacking: Vec<Cond>,
}

/// A host whose code defines a name.
struct OfHost {
    /// Which of the hosts.
    at: usize,
    /// Places of the targets among its parts that define the name, ascending.
    places: Vec<usize>,
    /// When what is beside it defines the name, and when it calls it.
    defined: Cond,
    called: Cond,
    /// Which of the kinds.
    kind: usize,
}

/// A symbol that a plugin needs from a host.
struct Need {
    host: TargetId,
    plugin: TargetId,
    key: Key,
    symbol: Symbol,
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
    files: &'a Files<'a>,
    sources: &'a SourceMap,
    symbols: &'a Symbols<'a>,
    binaries: &'a Binaries<'a>,
    archives: OnceCell<Archives<'a>>,
    /// All shared libraries.
    shared: OnceCell<symbols::Line>,
    /// The functions of targets by the types that they belong to.
    belonging: RefCell<FxHashMap<TargetId, Rc<belonging::Belonging>>>,
}

impl Search<'_> {
    /// Reports programs that load what needs them, and gives those that plugins of the project need.
    fn loading(&self, sink: &mut Sink) -> BTreeSet<TargetId> {
        let hosts = self.hosts();
        if hosts.is_empty() {
            return BTreeSet::new();
        }
        let (index, all, plugins) = (self.index(&hosts), Hosts::new(&hosts), self.plugins());
        let mut needs = Vec::new();
        for plugin in &plugins {
            self.needs(&all, &index, plugin, &mut needs);
        }
        self.members(&hosts, &plugins, &mut needs);
        let needs = self.homes(self.loaded(&hosts, needs));
        let told: BTreeSet<TargetId> = needs.iter().map(|need| need.host).collect();
        self.interfaces(&hosts, &told, sink);
        self.report(&hosts, &needs, sink);
        for host in &hosts {
            self.generated(host, sink);
        }
        told
    }

    fn hosts(&self) -> Vec<Host> {
        self.calling(|id| self.model.loads(self.natives, id))
    }

    /// Programs that hold calls of the loader, which are asked for once for each target.
    fn calling(&self, calls: impl Fn(TargetId) -> Vec<Load>) -> Vec<Host> {
        let conds = &self.model.facts.conds;
        let elf = self.model.unasked_exports_nothing();
        let mut out = Vec::new();
        let loading: FxHashMap<TargetId, Vec<Load>> = self.model.built_targets().map(|id| (id, calls(id))).collect();
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
                let places = parts.iter().enumerate().map(|(at, (part, _))| (*part, at)).collect();
                out.push(Host { id, loads, parts, places, line: OnceCell::new() });
            }
        }
        out
    }

    fn line<'h>(&self, host: &'h Host) -> &'h Line {
        let conds = &self.model.facts.conds;
        host.line.get_or_init(|| Line {
            beside: symbols::Line::new(self.symbols.loaded_with(host.id)),
            flags: self.model.link_flags(host.id),
            exports: conds.any([
                self.model.exports_dynamic(host.id),
                self.model.exports_by_old_policy(host.id),
                self.exports_by_expression(host.id),
                self.exports_by_package(host.id),
            ]),
        })
    }

    /// When a flag exports everything that hangs on an expression which only the generator decides
    /// (`$<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-rdynamic>` of a library that the host links): it may be there.
    fn exports_by_expression(&self, host: TargetId) -> Cond {
        let flags = self.model.link_flags(host);
        let exporting = flags.iter().filter(|source| source.flag.flag == LinkFlag::ExportDynamic(true));
        let mut open = exporting.filter(|source| self.model.hangs_on_expression(source.cond));
        if open.next().is_some() { Cond::TRUE } else { Cond::FALSE }
    }

    /// When a package that the host links by a target exports everything (`PkgConfig::GMODULE`). CMake stops where that is not there.
    fn exports_by_package(&self, host: TargetId) -> Cond {
        let conds = &self.model.facts.conds;
        let exports = |id: TargetId| {
            let options = self.model.property(id, "INTERFACE_LINK_OPTIONS");
            self.model.is_imported(id) && options.iter().any(|item| item.text.contains("export-dynamic"))
        };
        let edges = self.model.links(host).iter().filter(|edge| exports(edge.to));
        conds.any(edges.map(|edge| conds.or(edge.cond, conds.not(self.model.defined(edge.to)))).collect::<Vec<_>>())
    }

    /// Names that the code of hosts defines.
    fn index(&self, hosts: &[Host]) -> Index {
        let mut index = Index::default();
        let parts: BTreeSet<TargetId> =
            hosts.iter().flat_map(|host| host.parts.iter().map(|(part, _)| *part)).collect();
        for part in parts {
            for name in self.symbols.names(part).defined.keys() {
                index.entry(name.clone()).or_default().targets.push(part);
            }
        }
        index
    }

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
        let is_ours = |id: &TargetId| is_plugin(id) && !self.is_of_python(*id);
        self.model.built_targets().filter(is_ours).map(|id| self.plugin(id)).collect()
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
        let given_away = self.model.is_given_away(id);
        Plugin { id, cond, module: !module.is_false(), given_away, parts, line: symbols::Line::new(line) }
    }

    /// Hosts whose code defines a name.
    fn defining_hosts<'d>(&self, hosts: &Hosts<'_>, name: &str, defining: &'d Defining) -> &'d OfHosts {
        let conds = &self.model.facts.conds;
        defining.hosts.get_or_init(|| {
            let mut places: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
            for target in &defining.targets {
                for &at in hosts.holding.get(target).into_iter().flatten() {
                    places.entry(at).or_default().extend(hosts.all[at].places.get(target));
                }
            }
            let mut lacking: Vec<Cond> = Vec::new();
            let of_host = |(at, mut places): (usize, Vec<usize>)| {
                places.sort_unstable();
                let beside = &self.line(&hosts.all[at]).beside;
                // A shared library that refers to a symbol makes the linker export it.
                let (defined, called) = (self.symbols.defined_on(beside, name), self.symbols.called_on(beside, name));
                let lacks = conds.not(conds.or(defined, called));
                let kind = lacking.iter().position(|known| *known == lacks).unwrap_or_else(|| {
                    lacking.push(lacks);
                    lacking.len() - 1
                });
                OfHost { at, places, defined, called, kind }
            };
            OfHosts { hosts: places.into_iter().map(of_host).collect(), lacking }
        })
    }

    /// What a plugin needs from the hosts that may load it.
    fn needs(&self, hosts: &Hosts<'_>, index: &Index, plugin: &Plugin, out: &mut Vec<Need>) {
        let conds = &self.model.facts.conds;
        let loading: Vec<Option<(&Load, bool)>> = hosts.all.iter().map(|host| self.load_of(host, plugin.id)).collect();
        if loading.iter().all(Option::is_none) {
            return;
        }
        let own = self.symbols.names(plugin.id);
        for (part, in_plugin) in &plugin.parts {
            let names = self.symbols.names(*part);
            let wanted = names.called.iter().filter(|(name, _)| !own.shadowed.contains_key(*name));
            let wanted: BTreeMap<&String, (&Vec<Site>, &Defining)> =
                wanted.filter_map(|(name, calls)| Some((name, (calls, index.get(name)?)))).collect();
            for (name, (calls, defining)) in wanted {
                let when = conds.and(plugin.cond, *in_plugin);
                let when = conds.diff(when, self.symbols.defined_on(&plugin.line, name));
                if when.is_false() {
                    continue;
                }
                let of_hosts = self.defining_hosts(hosts, name, defining);
                // Nearly all are alike, and none lacks it.
                let open: Vec<bool> = of_hosts.lacking.iter().map(|lacks| !conds.disjoint(when, *lacks)).collect();
                if !open.contains(&true) {
                    continue;
                }
                for of_host in of_hosts.hosts.iter().filter(|one| open[one.kind]) {
                    let (host, Some((load, named))) = (&hosts.all[of_host.at], loading[of_host.at]) else { continue };
                    // Few pass, and definitions take long to look for.
                    let lacked = conds.and(when, load.cond);
                    let Some(when) = self.lacking(host, of_host, plugin, lacked) else { continue };
                    let parts = of_host.places.iter().map(|at| &host.parts[*at]);
                    let Some((owner, definitions)) = self.definitions(parts, name) else { continue };
                    let found = Candidate { name, plugin, part: *part, calls, owner, definitions, when };
                    out.extend(self.need(host, load, named, &found));
                }
            }
        }
    }

    /// Definitions of a name in parts of a host's code: those of the first that has any.
    fn definitions<'p>(
        &self,
        mut parts: impl Iterator<Item = &'p (TargetId, Cond)>,
        name: &str,
    ) -> Option<(TargetId, Vec<Site>)> {
        let conds = &self.model.facts.conds;
        parts.find_map(|(part, linked)| {
            let names = self.symbols.names(*part);
            let sites = names.defined.get(name)?.iter();
            let sites = sites.map(|site| Site { cond: conds.and(site.cond, *linked), ..site.clone() });
            Some((*part, sites.filter(|site| !site.cond.is_false()).collect::<Vec<_>>())).filter(|(_, s)| !s.is_empty())
        })
    }

    /// The call by which a host may load a plugin, and whether it names it.
    fn load_of<'h>(&self, host: &'h Host, plugin: TargetId) -> Option<(&'h Load, bool)> {
        self.load_among(host, plugin, |_| true)
    }

    fn load_among<'h>(
        &self,
        host: &'h Host,
        plugin: TargetId,
        wanted: impl Fn(&Load) -> bool,
    ) -> Option<(&'h Load, bool)> {
        let file_name = |load: &Load| names_file(load.call.file.as_ref(), &self.model.stem(plugin));
        let named = host.loads.iter().find(|load| file_name(load) == Some(true) && wanted(load));
        let opaque = || host.loads.iter().find(|load| file_name(load).is_none() && wanted(load));
        named.map(|load| (load, true)).or_else(|| opaque().map(|load| (load, false)))
    }

    /// The needs whose loading code is in the host: a member of an archive is where other code asks for it only.
    fn loaded(&self, hosts: &[Host], needs: Vec<Need>) -> Vec<Need> {
        let mut known: BTreeMap<(TargetId, TargetId), Option<(Span, bool)>> = BTreeMap::new();
        let plugins: BTreeSet<TargetId> = needs.iter().map(|need| need.plugin).collect();
        let mut entries = Entries::new(self, &plugins);
        let mut out = Vec::new();
        for mut need in needs {
            let found = *known.entry((need.host, need.plugin)).or_insert_with(|| {
                let host = hosts.iter().find(|host| host.id == need.host)?;
                let (load, named) = self.load_among(host, need.plugin, |load| self.holds(host, load))?;
                Some((load.span(), named || is_of_qt(load) || entries.may_enter(host, need.plugin)))
            });
            if let Some((load, enters)) = found {
                need.load = load;
                if !enters {
                    need.confidence = Confidence::Heuristic;
                }
                out.push(need);
            }
        }
        out
    }

    /// Whether the code that loads may be linked into a host.
    fn holds(&self, host: &Host, load: &Load) -> bool {
        let path = &*load.source;
        let archives = self.archives.get_or_init(|| Archives::new(self.model));
        let holders = self.model.containers(path);
        let mut parts = holders.iter().map(|(id, _)| *id).filter(|id| host.places.contains_key(id));
        parts.any(|part| self.binaries.may_take(archives, host.id, part, path))
    }

    /// When a plugin lacks a name in a host, after everything that provides it elsewhere is taken out.
    fn lacking(&self, host: &Host, of_host: &OfHost, plugin: &Plugin, when: Cond) -> Option<Cond> {
        let conds = &self.model.facts.conds;
        let mut cond = conds.diff(conds.diff(when, of_host.defined), of_host.called);
        if !cond.is_possible() {
            return None;
        }
        // One that is linked is no plugin there.
        cond = conds.diff(cond, conds.any(self.line(host).beside.conds_of(plugin.id)));
        cond.is_possible().then_some(cond)
    }

    /// The need for one name that a plugin lacks.
    fn need(&self, host: &Host, load: &Load, named: bool, found: &Candidate<'_>) -> Option<Need> {
        let conds = &self.model.facts.conds;
        let cond = found.when;
        if self.provided_globally(host, found.name) {
            return None;
        }
        let (use_, key, cond, sure_use) = found.calls.iter().find_map(|site| {
            if !self.is_in(found.plugin, found.part, site) {
                return None;
            }
            let key = self.symbols.meaning(found.part, site)?;
            let (when, sure) = self.binaries.compiled(found.part, site, site.call()?.guard);
            let when = conds.and(when, cond);
            (!when.is_false()).then_some((site, key, when, sure))
        })?;
        let (definition, cond, sure_definition) = found.definitions.iter().find_map(|site| {
            if !self.symbols.is_definition_of(found.owner, site, &key) {
                return None;
            }
            let (when, sure) = self.binaries.compiled(found.owner, site, site.function()?.guard);
            let when = conds.and(when, cond);
            (!when.is_false()).then_some((site, when, sure))
        })?;
        let sure = sure_use && sure_definition && load.sure && key.c && !self.model.links_unknown(found.plugin.id);
        let member = definition.function().is_some_and(|function| function.member);
        let confidence = match (sure, found.plugin.module || named) {
            // A command that nobody knows may link it to what has the function, or write a source with it; but for a member of a class that
            // the host has.
            _ if self.unknown_sources(found.plugin) && !member || found.plugin.given_away => Confidence::Heuristic,
            // What it links may have the function, or belong to another program that loads it.
            _ if !named && self.model.links_unknown(found.plugin.id) => Confidence::Heuristic,
            (true, true) => Confidence::Proved,
            (false, false) => Confidence::Heuristic,
            _ => Confidence::Likely,
        };
        Some(Need {
            host: host.id,
            plugin: found.plugin.id,
            load: load.span(),
            definition: definition.span(&definition.function()?.range),
            use_: use_.span(&use_.call()?.range),
            owner: found.owner,
            symbol: if key.c { Symbol::c(&key.name) } else { Symbol::function(&key.name, false) },
            key,
            cond,
            confidence,
        })
    }

    /// Whether a plugin holds the code of a call: a member of an archive that nothing in it asks for needs nothing.
    fn is_in(&self, plugin: &Plugin, part: TargetId, call: &Site) -> bool {
        let archives = self.archives.get_or_init(|| Archives::new(self.model));
        part == plugin.id || call.is_included || self.binaries.may_take(archives, plugin.id, part, &call.path)
    }

    fn provided_globally(&self, host: &Host, name: &str) -> bool {
        let global = host.loads.iter().any(|load| match &load.call.flags {
            Some(flags) => flags.iter().any(|flag| flag == "RTLD_GLOBAL"),
            None => false,
        });
        global && {
            let all = self.shared.get_or_init(|| {
                let shared =
                    self.model.built_targets().filter(|id| !self.model.is_kind(*id, &[TargetKind::Shared]).is_false());
                symbols::Line::new(shared.map(|id| (id, Cond::TRUE)).collect())
            });
            !self.symbols.defined_on(all, name).is_false()
        }
    }

    /// Whether a plugin or what it links has sources that are not known: they may define anything.
    fn unknown_sources(&self, plugin: &Plugin) -> bool {
        let own = |id: TargetId| self.model.sources(id).iter().any(|source| source.path.is_none());
        plugin.line.targets().iter().any(|(id, _)| !self.model.is_imported(*id) && own(*id))
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
            let real = |id: &TargetId| !self.model.is_test_target(*id);
            let elsewhere =
                others.iter().any(exports) && conds.disjoint(self.model.exports_dynamic(need.host), need.cond);
            if elsewhere || (self.model.is_test_target(need.host) && others.iter().any(real)) {
                need.confidence = Confidence::Heuristic;
            } else if !others.is_empty() {
                need.confidence = need.confidence.min(Confidence::Likely);
            }
            out.push(need);
        }
        out
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

/// Whether Qt looks for the entry of what is loaded.
fn is_of_qt(load: &Load) -> bool {
    load.call.function.starts_with("QPluginLoader")
}

/// Whether an unknown text is a variable for libraries or their folders: flags of the linker stand in others (`X_LDFLAGS`).
fn is_libraries(model: &Model<'_>, text: &str) -> bool {
    const ENDS: &[&str] = &["_LIBRARIES", "_LIBRARY", "_LIBS", "_LIB", "_LIBRARY_DIRS", "_LIBRARY_DIR", "_LIBDIR"];
    let shown = model.display(text);
    let name = variable_in(&shown).map(str::to_ascii_uppercase);
    name.is_some_and(|name| ENDS.iter().any(|end| name.ends_with(end)))
}

/// Whether an unknown text is what users or CMake put into a variable of CMake: flags of a toolchain.
fn is_users(model: &Model<'_>, text: &str) -> bool {
    let shown = model.display(text);
    shown.contains("CMAKE_")
}
