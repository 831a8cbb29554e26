//! Commands that make targets, and how a new target's properties begin.
use std::sync::Arc;

use crate::cmake::eval::expand::Arg;
use crate::cmake::eval::facts::{self, Definition, DirectoryId, Facts, InOrder, Reason, Target, TargetKind};
use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::text::{SymbolKind, Text};
use crate::cmake::eval::value::{Origin, Value};
use crate::cmake::lang::property_table;
use crate::cond::Cond;
use crate::source::Span;

use super::Handler::Bulk;
use super::Table;
use super::expressions::whole_expressions;

/// Directory properties that a target starts with.
const INHERITED: [&str; 6] = [
    "INCLUDE_DIRECTORIES",
    "SYSTEM_INCLUDE_DIRECTORIES",
    "COMPILE_OPTIONS",
    "LINK_OPTIONS",
    "LINK_DIRECTORIES",
    "LINK_LIBRARIES",
];

pub(super) const COMMANDS: Table = &[("add_library", Bulk(add_library)), ("add_executable", Bulk(add_executable))];

/// Words that may stand between a target's name and its sources.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    Kind(TargetKind),
    Alias,
    Imported,
    Global,
    ExcludeFromAll,
    Other,
}

fn word(text: &str, library: bool) -> Option<Word> {
    Some(match text {
        "STATIC" if library => Word::Kind(TargetKind::Static),
        "SHARED" if library => Word::Kind(TargetKind::Shared),
        "MODULE" if library => Word::Kind(TargetKind::Module),
        "OBJECT" if library => Word::Kind(TargetKind::Object),
        "INTERFACE" if library => Word::Kind(TargetKind::Interface),
        "UNKNOWN" if library => Word::Kind(TargetKind::Unknown),
        "ALIAS" => Word::Alias,
        "IMPORTED" => Word::Imported,
        "GLOBAL" => Word::Global,
        "EXCLUDE_FROM_ALL" => Word::ExcludeFromAll,
        "WIN32" | "MACOSX_BUNDLE" if !library => Word::Other,
        _ => return None,
    })
}

/// Definitions of targets under one name that is not known, beyond which no more are taken.
const MOST_OF_ONE_NAME: usize = 32;

/// The head of a defining command, with the conditions of its words.
struct Head {
    kinds: Vec<(Cond, TargetKind)>,
    alias: Cond,
    imported: Cond,
    global: Cond,
    excluded: Cond,
    sources: usize,
}

fn add_library(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    define(machine, call, true);
}

fn add_executable(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    define(machine, call, false);
}

fn define(machine: &mut Machine<'_>, call: &Invocation<'_>, library: bool) {
    if let Some(place) = machine.facts.places.get(call.origin) {
        machine.facts.reached.insert(place.span);
    }
    let Some((name, rest)) = call.args.split_first() else {
        machine.error("a target without a name", call.origin);
        return;
    };
    let head = read_head(machine, rest, library, call.origin);
    let sources = &rest[head.sources..];
    for (cond, name) in machine.alternatives_or_widen(name.text, call.origin) {
        let is_known = machine.facts.texts.with_defaults(&name).1;
        let name = target_name(machine, &name);
        if !is_known && machine.is_crowded(&name) {
            machine.unknown(Reason::Limit, "targets of one unknown name", call.origin);
            continue;
        }
        // Where the variable with the name is not set, a source comes first: CMake stops (cmake-policies(7), CMP0037).
        if is_known && name.contains('/') && !name.contains("$<") && machine.policy_new(37) {
            let message = format!("`{name}` is no name of a target");
            machine.under(cond, |m| m.error(&message, call.origin));
            continue;
        }
        machine.under(cond, |m| define_named(m, call, &name, &head, sources));
    }
}

/// The name of a target, inputs at their defaults; counted when it stays unknown.
pub(super) fn target_name(machine: &mut Machine<'_>, text: &str) -> Arc<str> {
    let (name, known) = machine.facts.texts.with_defaults(text);
    if known {
        machine.facts.counts.known_names += 1;
        return name.into();
    }
    machine.facts.counts.unknown_names += 1;
    machine.facts.texts.display_str(&name).into()
}

fn read_head(machine: &mut Machine<'_>, rest: &[Arg], library: bool, origin: Origin) -> Head {
    let mut head = Head {
        kinds: Vec::new(),
        alias: Cond::FALSE,
        imported: Cond::FALSE,
        global: Cond::FALSE,
        excluded: Cond::FALSE,
        sources: 0,
    };
    let mut unset = Cond::TRUE;
    for (at, arg) in rest.iter().enumerate() {
        let plain = machine.facts.texts.plain(arg.text);
        let found = plain.as_deref().and_then(|t| word(t, library));
        let Some(found) = found else {
            let beside = library && beside_kind(machine, arg, &rest[at + 1..]);
            if beside || at == 0 && library && may_name_kind(machine, arg) {
                symbolic_kind(machine, arg, &mut head, &mut unset);
                if beside || holds_kind(machine, arg) {
                    refuse_other_kinds(machine, arg, unset, origin);
                }
                head.sources = at + 1;
                continue;
            }
            break;
        };
        head.sources = at + 1;
        match found {
            Word::Kind(kind) => {
                head.kinds.push((arg.cond, kind));
                unset = machine.conds().diff(unset, arg.cond);
            }
            Word::Alias => {
                head.alias = arg.cond;
                break;
            }
            Word::Imported => head.imported = machine.conds().or(head.imported, arg.cond),
            Word::ExcludeFromAll => head.excluded = machine.conds().or(head.excluded, arg.cond),
            Word::Global => head.global = machine.conds().or(head.global, arg.cond),
            Word::Other => {}
        }
    }
    if !unset.is_false() {
        default_kinds(machine, &mut head, unset, library);
    }
    head
}

/// Whether a word of unknown text may be the kind: an entry that is offered to users. What a search gives, or what nobody sets, is a source.
fn may_name_kind(machine: &Machine<'_>, arg: &Arg) -> bool {
    let Some(symbol) = machine.facts.texts.lone_symbol(arg.text) else { return false };
    let info = machine.facts.texts.info(symbol);
    info.kind == SymbolKind::Input && machine.env.names.declared.contains_key(&*info.name)
}

/// Whether a word of unknown text stands for a kind since it does so where it is known: `if(NOT DEFINED KIND) set(KIND SHARED)`.
fn beside_kind(machine: &Machine<'_>, arg: &Arg, rest: &[Arg]) -> bool {
    let texts = &machine.facts.texts;
    let input = texts.lone_symbol(arg.text).is_some_and(|symbol| texts.info(symbol).kind == SymbolKind::Input);
    let Some(other) = rest.first().filter(|_| input) else { return false };
    let kind = texts.plain(other.text).and_then(|text| word(&text, true));
    matches!(kind, Some(Word::Kind(_))) && machine.conds().disjoint(arg.cond, other.cond)
}

/// `add_library(x ${KIND} …)` with a KIND that the user gives.
fn symbolic_kind(machine: &mut Machine<'_>, arg: &Arg, head: &mut Head, unset: &mut Cond) {
    let text = machine.facts.texts.plain(arg.text).unwrap_or_default();
    for (name, kind) in [
        ("SHARED", TargetKind::Shared),
        ("STATIC", TargetKind::Static),
        ("MODULE", TargetKind::Module),
        ("OBJECT", TargetKind::Object),
        ("INTERFACE", TargetKind::Interface),
    ] {
        let equal = machine.texts_equal(&text, name);
        let cond = machine.conds().and(*unset, machine.conds().and(arg.cond, equal));
        if !cond.is_false() {
            head.kinds.push((cond, kind));
            *unset = machine.conds().diff(*unset, cond);
        }
    }
}

/// Refuses other values of a variable that stands for the kind: CMake takes them for a source, which is not there.
fn refuse_other_kinds(machine: &mut Machine<'_>, arg: &Arg, unset: Cond, origin: Origin) {
    let Some(text) = machine.facts.texts.plain(arg.text) else { return };
    let empty = machine.texts_equal(&text, "");
    let other = machine.conds().diff(machine.conds().and(unset, arg.cond), empty);
    machine.refuse_where(other, "no kind of library", origin);
}

/// Whether an entry of the cache stands for the kind, by its default.
fn holds_kind(machine: &Machine<'_>, arg: &Arg) -> bool {
    let texts = &machine.facts.texts;
    let default = texts.lone_symbol(arg.text).and_then(|symbol| texts.plain(texts.info(symbol).default?));
    default.is_some_and(|text| matches!(word(&text, true), Some(Word::Kind(_))))
}

fn default_kinds(machine: &mut Machine<'_>, head: &mut Head, unset: Cond, library: bool) {
    if !library {
        head.kinds.push((unset, TargetKind::Executable));
        return;
    }
    let value = machine.read_named("BUILD_SHARED_LIBS");
    let shared = machine.truth_of(&value, Origin::NONE);
    for (cond, kind) in [
        (machine.conds().and(unset, shared), TargetKind::Shared),
        (machine.conds().diff(unset, shared), TargetKind::Static),
    ] {
        if !cond.is_false() {
            head.kinds.push((cond, kind));
        }
    }
}

fn define_named(machine: &mut Machine<'_>, call: &Invocation<'_>, name: &Arc<str>, head: &Head, sources: &[Arg]) {
    if !head.alias.is_false() {
        let Some(original) = sources.first().and_then(|a| machine.facts.texts.plain(a.text)) else { return };
        let original = target_name(machine, &original);
        machine.facts.counts.known_names -= u64::from(machine.facts.counts.known_names > 0);
        let kind = TargetKind::Interface;
        machine.add_definition(call.origin, name, kind, machine.pc, false, Some(original));
        return;
    }
    for &(cond, kind) in &head.kinds {
        let when = machine.conds().and(machine.pc, cond);
        if when.is_false() {
            continue;
        }
        let imported = !machine.conds().disjoint(when, head.imported);
        machine.under(cond, |m| {
            m.add_definition(call.origin, name, kind, when, imported, None);
            m.initialise_properties(name, kind, imported);
        });
    }
    for (when, property) in [(head.excluded, "EXCLUDE_FROM_ALL"), (head.global, "IMPORTED_GLOBAL")] {
        if !when.is_false() {
            let on = machine.intern("TRUE");
            let value = Value::text(on, call.origin);
            machine.under(when, |m| m.assign_target_property(name, property, &value));
        }
    }
    let value = machine.value_of(call, sources);
    let value = whole_expressions(machine, &value);
    if !value.elems.is_empty() {
        machine.append_target_property(name, "SOURCES", &value);
    }
}

/// A variable that gives new targets a property.
pub(in crate::cmake::eval) struct Initialiser {
    variable: Text,
    property: &'static str,
    /// The user gives it, or some part of the project declares it as an input.
    given: bool,
}

impl Machine<'_> {
    /// Adds a definition; where the name is taken already the project refuses the configuration, or the new alias takes the place of the former.
    pub(in crate::cmake::eval) fn add_definition(
        &mut self,
        origin: Origin,
        name: &Arc<str>,
        kind: TargetKind,
        cond: Cond,
        imported: bool,
        alias_of: Option<Arc<str>>,
    ) {
        let policies = self.policies.clone();
        let directory = self.directory;
        if alias_of.is_some() && !self.policy_new(107) {
            self.replace_alias(name, cond);
        }
        let target = self.facts.targets.entry(Arc::clone(name)).or_insert_with(|| Target {
            name: Arc::clone(name),
            definitions: Vec::new(),
            properties: InOrder::default(),
        });
        let taken: Vec<Cond> =
            target.definitions.iter().filter(|d| !d.imported || d.directory == directory).map(|d| d.cond).collect();
        target.definitions.push(Definition { cond, kind, origin, directory, imported, alias_of, policies });
        let taken = self.conds().any(taken);
        let twice = self.conds().and(taken, cond);
        if !twice.is_false() {
            let text = self.intern(&format!("target \"{name}\" is defined twice"));
            self.facts.forbidden.push(crate::cmake::eval::facts::Forbidden {
                cond: twice,
                message: text,
                origin,
                meant: true,
            });
            if cond.is_true() && twice.is_true() {
                self.unknown(Reason::Error, &format!("target {name} defined twice"), origin);
            }
        }
    }

    /// Whether a name that nobody knows stands for so many targets that what more of them are says nothing about any.
    fn is_crowded(&self, name: &str) -> bool {
        self.facts.targets.get(name).is_some_and(|target| target.definitions.len() >= MOST_OF_ONE_NAME)
    }

    /// An alias ends where another one gets its name: the last one counts (CMP0107 OLD).
    fn replace_alias(&mut self, name: &str, cond: Cond) {
        let Facts { targets, conds, .. } = &mut self.facts;
        let Some(target) = targets.get_mut(name) else { return };
        for former in target.definitions.iter_mut().filter(|one| one.alias_of.is_some()) {
            former.cond = conds.diff(former.cond, cond);
        }
        target.definitions.retain(|one| !one.cond.is_false());
    }

    /// When a name stands for a target.
    pub(in crate::cmake::eval) fn target_exists(&mut self, text: &str) -> Cond {
        let (name, known) = self.facts.texts.with_defaults(text);
        if !known {
            let shown = self.facts.texts.display_str(text);
            return self.conds().opaque(&facts::target_question(&shown));
        }
        let (seen, unseen): (Vec<&Definition>, Vec<&Definition>) =
            self.facts.targets.get(&*name).map(|target| self.seen_definitions(target)).unwrap_or_default();
        let unseen = !unseen.is_empty();
        let defined = self.conds().any(seen.iter().map(|d| d.cond).collect::<Vec<_>>());
        let defined = self.conds().or(defined, self.relied_on(&name, defined));
        if self.conds().implies(self.pc, defined) {
            return defined;
        }
        // Imported targets come from packages that are not read; a plain name of the project's own is just not there.
        // One that another folder has imported is not seen from here (cmake-buildsystem(7), "Imported Targets").
        let of_package = name.contains("::") && !self.env.names.targets.contains(&*name) && !unseen;
        // Nor is one what commands say that find nothing (cmake-commands(7), `get_target_property`).
        let foreign = (of_package || self.opaque_targets(&name)) && !name.ends_with("-NOTFOUND");
        if foreign && self.env.options.all_configurations {
            let required = self.component_targets(&name);
            if self.conds().implies(self.pc, required) {
                return Cond::TRUE;
            }
            let free = self.conds().opaque(&facts::target_question(&name));
            return self.conds().or(self.conds().or(defined, required), free);
        }
        // In one configuration, a package that is taken as found has the targets of its own namespace.
        let package = name.split_once("::").map(|(package, _)| package).filter(|_| foreign);
        if let Some(found) = package.and_then(|package| self.taken_as_found(package)) {
            return self.conds().or(defined, found);
        }
        defined
    }

    /// Definitions of a target that the running folder sees, and the others: those of what is imported are of the folder that imports it.
    pub(super) fn seen_definitions<'t>(&self, target: &'t Target) -> (Vec<&'t Definition>, Vec<&'t Definition>) {
        let global = target.properties.contains_key("IMPORTED_GLOBAL")
            || self.env.names.referenced.contains("CMAKE_FIND_PACKAGE_TARGETS_GLOBAL")
            || self.env.names.assigned.contains("CMAKE_FIND_PACKAGE_TARGETS_GLOBAL");
        let is_seen =
            |one: &&Definition| !one.imported || global || self.folders_above().any(|folder| folder == one.directory);
        target.definitions.iter().partition(is_seen)
    }

    /// The running folder, and those above that lead to it.
    pub(super) fn folders_above(&self) -> impl Iterator<Item = DirectoryId> {
        let parent = |id: &DirectoryId| self.facts.directories[id.0 as usize].parent;
        std::iter::successors(Some(self.directory), parent)
    }

    /// When a package was found of which the target is a component that had to be there (`Qt5::Core`, `Boost::filesystem`).
    fn component_targets(&self, name: &str) -> Cond {
        /// Packages that name their targets so, in all versions (Qt5Config.cmake, Qt6Config.cmake, `FindBoost`, KDE's frameworks).
        const PACKAGES: &[&str] = &["Boost", "KF5", "KF6", "Qt5", "Qt6"];
        let Some((package, component)) = name.split_once("::").filter(|(package, _)| PACKAGES.contains(package)) else {
            return Cond::FALSE;
        };
        let of_package = |prefix: &str| prefix.trim_end_matches('_').eq_ignore_ascii_case(package);
        let writers = self.opaque_writers.iter().filter(|writer| of_package(&writer.prefix));
        let conds: Vec<Cond> = writers.flat_map(|writer| writer.requires(|required| required == component)).collect();
        self.facts.conds.any(conds)
    }

    /// When a package was found that has a target of its namespace, as the project links it without asking: else it could not be built.
    /// Where it makes one of that name itself, it does so in place of the package's, and before it asks.
    fn relied_on(&self, name: &str, defined: Cond) -> Cond {
        let names = &self.env.names;
        let is_linked = self.env.options.all_configurations && names.linked.contains(name);
        let Some((package, _)) = name.split_once("::").filter(|_| is_linked) else { return Cond::FALSE };
        if names.targets.contains(name) && defined.is_false() {
            return Cond::FALSE;
        }
        let Some(found) = self.taken_as_found(package) else { return Cond::FALSE };
        let searches = self.facts.packages.iter().filter(|search| {
            self.facts.texts.as_str(search.name).is_some_and(|name| name.eq_ignore_ascii_case(package))
                && self.folders_above().any(|folder| folder == search.directory)
        });
        let searched = self.conds().any(searches.map(|search| search.cond).collect::<Vec<_>>());
        self.conds().and(searched, found)
    }

    /// When a package of that name was found of which the content is not known.
    fn taken_as_found(&self, package: &str) -> Option<Cond> {
        let writers = self
            .opaque_writers
            .iter()
            .filter(|w| w.targets && w.prefix.trim_end_matches('_').eq_ignore_ascii_case(package));
        let conds: Vec<Cond> = writers.map(|w| w.cond).collect();
        (!conds.is_empty()).then(|| self.facts.conds.any(conds))
    }

    /// Whether a package that was looked for may have defined a target of that name. Any may: their targets have names of
    /// any form. The repository's own names are its own targets, unless the package is one that it makes itself.
    fn opaque_targets(&self, name: &str) -> bool {
        let own = self.env.names.targets.contains(name);
        self.opaque_writers
            .iter()
            .any(|w| w.targets && (!own || self.env.names.projects.contains(w.prefix.trim_end_matches('_'))))
    }

    /// Properties that directory properties and variables initialise.
    pub(super) fn initialise_properties(&mut self, name: &str, kind: TargetKind, imported: bool) {
        if imported {
            return;
        }
        // `link_libraries` reaches what is linked: nothing of it goes to an INTERFACE library.
        let given = |property: &&str| kind != TargetKind::Interface || *property != "LINK_LIBRARIES";
        for property in INHERITED.into_iter().filter(given) {
            let own = self.facts.directories[self.directory.0 as usize].properties.get(property).cloned();
            if let Some(value) = own.filter(|v| !v.is_unset()) {
                self.assign_target_property(name, property, &value);
                // `link_libraries` acts as `target_link_libraries` without a keyword does: it is passed on, too.
                if property == "LINK_LIBRARIES" {
                    self.assign_target_property(name, "INTERFACE_LINK_LIBRARIES", &value);
                }
            }
        }
        if matches!(kind, TargetKind::Shared | TargetKind::Module) {
            let on = self.intern("ON");
            self.assign_target_property(name, "POSITION_INDEPENDENT_CODE", &Value::text(on, Origin::NONE));
        }
        for Initialiser { variable, property, given } in self.initialisers(kind).iter() {
            if !given && !self.scopes.holds(*variable) && !self.cached.contains(variable) {
                continue;
            }
            let value = self.read_variable(*variable);
            if !value.defined.is_false() {
                self.under(value.defined, |m| m.assign_target_property(name, property, &value));
            }
        }
        if kind == TargetKind::Executable {
            self.initialise_exports(name);
        }
    }

    /// The variables that a target of a kind has properties from, in the order in which they take effect.
    fn initialisers(&mut self, kind: TargetKind) -> Arc<[Initialiser]> {
        if let Some(known) = self.initialisers.get(&kind) {
            return Arc::clone(known);
        }
        let rows = property_table::initialised_by_variables().iter().filter(|row| row.applies_to(kind.cmake_name()));
        let initialiser = |row: &'static property_table::Row| Initialiser {
            variable: self.intern(&row.variable),
            property: &row.property,
            given: self.given(&row.variable).is_some()
                || self.env.names.declared.contains_key(&*row.variable)
                || self.env.options.by_wheels.iter().any(|one| one.name == *row.variable),
        };
        let found: Arc<[Initialiser]> = rows.map(initialiser).collect();
        self.initialisers.insert(kind, Arc::clone(&found));
        found
    }

    /// `CMAKE_EXECUTABLE_ENABLE_EXPORTS` (3.27) comes before `CMAKE_ENABLE_EXPORTS`.
    fn initialise_exports(&mut self, name: &str) {
        for variable in ["CMAKE_ENABLE_EXPORTS", "CMAKE_EXECUTABLE_ENABLE_EXPORTS"] {
            let text = self.intern(variable);
            let known =
                self.scopes.holds(text) || self.facts.cache.contains_key(variable) || self.given(variable).is_some();
            if known {
                let value = self.read_variable(text);
                self.under(value.defined, |m| m.assign_target_property(name, "ENABLE_EXPORTS", &value));
            }
        }
    }

    /// The name that a target's other names stand for.
    pub(in crate::cmake::eval) fn resolve_alias(&self, name: &str) -> Arc<str> {
        let mut at: Arc<str> = name.into();
        for _ in 0..8 {
            let Some(target) = self.facts.targets.get(&at) else { break };
            if target.definitions.iter().all(|d| d.alias_of.is_none()) {
                break;
            }
            // A name may be an alias in other configurations than the present ones.
            let here = |d: &&Definition| !self.conds().disjoint(d.cond, self.pc);
            let definitions: Vec<&Definition> = target.definitions.iter().filter(here).collect();
            let own = definitions.iter().any(|d| d.alias_of.is_none());
            let alias = definitions.iter().find_map(|d| d.alias_of.clone()).filter(|_| !own);
            match alias {
                Some(original) if original != at => at = original,
                _ => break,
            }
        }
        at
    }

    /// A target property as it is now.
    pub(in crate::cmake::eval) fn target_property(&self, target: &str, property: &str) -> Value {
        self.facts.targets.get(target).and_then(|t| t.properties.get(property)).cloned().unwrap_or_else(Value::unset)
    }

    /// Puts a whole property value in place.
    pub(in crate::cmake::eval) fn store_target_property(&mut self, target: &str, property: &str, value: Value) {
        if let Some(entry) = self.facts.targets.get_mut(target) {
            entry.properties.insert(property.into(), value);
        }
    }

    /// Sets a property where the running condition holds.
    pub(in crate::cmake::eval) fn assign_target_property(&mut self, target: &str, property: &str, value: &Value) {
        let old = self.target_property(target, property);
        let new = old.assign(self.conds(), self.pc, value);
        self.store_target_property(target, property, new);
    }

    /// Appends to a property where the running condition holds.
    pub(in crate::cmake::eval) fn append_target_property(&mut self, target: &str, property: &str, value: &Value) {
        let old = self.target_property(target, property);
        let new = self.appended(&old, value);
        let new = self.without_vague(&new).unwrap_or(new);
        self.store_target_property(target, property, new);
    }

    /// Runs `act` for each target that a name argument may stand for, under its condition. A name that no target
    /// has is an error of the project or a target of a package that is not read: recorded.
    pub(in crate::cmake::eval) fn for_target(
        &mut self,
        call: &Invocation<'_>,
        name: crate::cmake::eval::text::Text,
        act: &mut dyn FnMut(&mut Self, &Arc<str>),
    ) {
        for (cond, text) in self.alternatives_or_widen(name, call.origin) {
            let (text, known) = self.facts.texts.with_defaults(&text);
            let shown: Arc<str> = if known { text.into() } else { self.facts.texts.display_str(&text).into() };
            let target = self.resolve_alias(&shown);
            if !known && self.is_crowded(&target) {
                continue;
            }
            self.under(cond, |m| {
                if m.facts.targets.contains_key(&target) {
                    act(m, &target);
                } else {
                    m.refuse_early(&target, call);
                    m.unknown(Reason::UnknownValue, &format!("target {target}"), call.origin);
                }
            });
        }
    }

    /// "Cannot specify link libraries for target which is not built by this project" (cmTargetPropCommandBase): CMake stops where a target
    /// that is made later, or elsewhere, is given something.
    fn refuse_early(&mut self, target: &str, call: &Invocation<'_>) {
        /// Those beyond are not kept.
        const EARLY: usize = 200;
        let is_made = self.env.names.targets.contains(target);
        if is_made
            && call.command.lower.starts_with("target_")
            && self.pc.is_possible()
            && self.facts.early.len() < EARLY
        {
            let target: Arc<str> = Arc::from(target);
            self.facts.early.push((target, self.pc));
        }
    }

    /// The place of an `add_library` or `add_executable` call.
    pub(in crate::cmake::eval) fn span_of(&self, origin: Origin) -> Option<Span> {
        self.facts.places.get(origin).map(|p| p.span)
    }
}
