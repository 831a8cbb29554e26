//! The linkage model: targets with what is derived from the facts, every relation with its condition.
//!
//! * [`Model::link_closure`]: what stands on a target's link line, transitively;
//! * [`Model::static_closure`]: the part of it that is merged into the binary;
//! * [`Model::usage_closure`]: the targets whose usage requirements reach a target when it compiles;
//! * [`Model::link_flags`]: every flag of the link line with its origin;
//! * [`Model::definitions`], [`Model::compile_flags`]: what its sources are compiled with;
//! * [`Model::sources`] and [`Model::containers`]: who contains which file;
//! * [`Model::installed`]: which file is installed where, [`Model::installed_targets`]: which target's file.
pub mod apple_linker;
pub mod archive_calls;
pub mod archives;
pub mod asked_systems;
pub mod binaries;
pub mod branches;
pub mod build_dir;
mod cache;
pub mod call_sites;
pub mod cmake_versions;
mod compile;
pub mod compiling;
pub mod concrete;
mod constants;
mod defaults;
pub mod dump;
pub mod export_lists;
mod export_sets;
pub mod exported;
pub mod extensions;
pub mod flow;
pub mod foreign;
mod genex;
mod graph;
pub mod headers;
pub mod held;
mod include_folders;
pub mod includes;
mod installed_dependencies;
mod installed_folders;
mod installed_headers;
mod installed_targets;
mod installs;
mod joined;
pub mod launches;
mod libc;
mod link;
mod link_words;
pub mod listed;
pub mod loader_headers;
pub mod loaders;
pub mod loading;
mod lto;
pub mod mentions;
pub mod merged_archives;
pub mod needs;
pub mod offers;
pub(crate) mod otherwise;
mod position;
pub mod preprocess;
pub mod presets;
pub mod pulled;
pub mod registrations;
mod sanitized;
mod sources;
pub mod statements;
pub mod symbols;
pub mod toolchain;
pub mod unmade;
pub mod visibility;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cmake::eval::Files;
use crate::cmake::eval::facts::{CacheEntry, Definition, Facts, PROPERTY, Target, TargetKind};
use crate::cmake::eval::text::{Symbol, SymbolKind, has_symbol};
use crate::cmake::eval::value::{Elem, Origin, Value};
use crate::cmake::lang::property_table::known_variable;
use crate::cmake::syntax::Command;
use crate::cond::Cond;
use crate::source::{Purpose, Span, purpose};

use cache::Part;

pub use cache::Closure;
pub use export_sets::Exported;
pub use graph::Reach;
pub use installed_headers::InstalledHeaders;
pub use installed_targets::InstalledTarget;
pub use installs::{Installed, InstalledFile, join, script_says};
pub use link::FlagSource;

/// Index of a target in [`Facts::targets`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TargetId(pub u32);

/// One item of a derived list: plain text (unknown parts as symbols), when it is there, who stated it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The text, generator expressions decided.
    pub text: Arc<str>,
    /// When.
    pub cond: Cond,
    /// The command argument that stated it.
    pub origin: Origin,
    /// The target whose property it stems from, where it came by a link edge.
    pub from: Option<TargetId>,
}

/// An edge of the link graph.
#[derive(Clone, Debug)]
pub struct Edge {
    /// The linked target.
    pub to: TargetId,
    /// When.
    pub cond: Cond,
    /// The argument that names it.
    pub origin: Origin,
    /// Whether only the link step follows it (`$<LINK_ONLY:…>`): usage requirements do not.
    pub link_only: bool,
    /// The feature of `$<LINK_LIBRARY:FEATURE,…>` that it is named in.
    pub feature: Option<Arc<str>>,
}

/// A source file of a target.
#[derive(Clone, Debug)]
pub struct Source {
    /// Absolute path, where it is known.
    pub path: Option<PathBuf>,
    /// As it was written.
    pub text: Arc<str>,
    /// When it is compiled into the target.
    pub cond: Cond,
    /// The argument that names it.
    pub origin: Origin,
    /// The object library that it came through (`$<TARGET_OBJECTS:…>` or a direct link).
    pub through: Option<TargetId>,
}

/// The model over the facts of one root.
pub struct Model<'f> {
    /// The facts.
    pub facts: &'f Facts,
    private_edges: Vec<Vec<Edge>>,
    interface_edges: Vec<Vec<Edge>>,
    private_items: Vec<Vec<Item>>,
    interface_items: Vec<Vec<Item>>,
    reach: Vec<Reach>,
    sources: Vec<Vec<Source>>,
    containers: FxHashMap<PathBuf, Vec<(TargetId, Cond)>>,
    /// Absolute paths of the files that the build description writes.
    generated: FxHashSet<&'f str>,
    cache: cache::Cache,
    /// Sources that have compiler options of their own.
    with_options: FxHashSet<PathBuf>,
    /// Whether some source has the property `HEADER_FILE_ONLY`.
    with_listed: bool,
    /// Targets that findings are looked for in; all when absent.
    judged: Option<Vec<bool>>,
}

impl<'f> Model<'f> {
    /// Derives the relations.
    pub fn build(facts: &'f Facts) -> Self {
        let n = facts.targets.len();
        let mut model = Self {
            facts,
            private_edges: vec![Vec::new(); n],
            interface_edges: vec![Vec::new(); n],
            private_items: vec![Vec::new(); n],
            interface_items: vec![Vec::new(); n],
            reach: Vec::new(),
            sources: vec![Vec::new(); n],
            containers: FxHashMap::default(),
            generated: facts.generated.iter().filter_map(|g| facts.texts.as_str(g.output)).collect(),
            cache: cache::Cache::default(),
            with_options: facts
                .source_properties
                .keys()
                .filter(|(_, p)| is_options(p))
                .map(|(f, _)| PathBuf::from(&**f))
                .collect(),
            with_listed: facts.source_properties.keys().any(|(_, property)| &**property == "HEADER_FILE_ONLY"),
            judged: None,
        };
        model.read_links();
        model.reach = graph::reach(&model);
        model.read_sources();
        model
    }

    /// All targets, aliases and imported ones included, in the order of their definition.
    pub fn targets(&self) -> impl Iterator<Item = TargetId> + use<> {
        (0..self.facts.targets.len() as u32).map(TargetId)
    }

    /// The facts of a target.
    pub fn target(&self, id: TargetId) -> &'f Target {
        &self.facts.targets[id.0 as usize]
    }

    /// The logical name.
    pub fn name(&self, id: TargetId) -> &'f str {
        &self.target(id).name
    }

    /// The target of a name, aliases followed. A name that users may choose is that of the target which its default makes, as where targets
    /// are defined.
    pub fn find(&self, name: &str) -> Option<TargetId> {
        self.find_exactly(name).or_else(|| {
            let (default, known) = has_symbol(name).then(|| self.facts.texts.with_defaults(name))?;
            if known { self.find_exactly(&default) } else { None }
        })
    }

    fn find_exactly(&self, name: &str) -> Option<TargetId> {
        let mut at = self.facts.targets.get_index_of(name)?;
        for _ in 0..8 {
            // A name that is an alias in some configurations and a target in others is the target.
            let definitions = &self.facts.targets[at].definitions;
            let always = definitions.iter().all(|d| d.alias_of.is_some());
            let alias = definitions.iter().find_map(|d| d.alias_of.as_deref()).filter(|_| always);
            match alias.and_then(|original| self.facts.targets.get_index_of(original)) {
                Some(next) if next != at => at = next,
                _ => break,
            }
        }
        Some(TargetId(at as u32))
    }

    /// The target that a span (of an `add_library` call, say) defines.
    pub fn definitions_of(&self, id: TargetId) -> &'f [Definition] {
        &self.target(id).definitions
    }

    /// Targets that the project itself builds: neither imported nor an alias nor a utility.
    pub fn built_targets(&self) -> impl Iterator<Item = TargetId> + '_ {
        self.targets().filter(|&id| {
            self.definitions_of(id).iter().any(|d| !d.imported && d.alias_of.is_none() && d.kind != TargetKind::Utility)
        })
    }

    /// Looks for findings only in the targets that are `new` and in what these link: the others stand in directories that
    /// another project of the same run has, where they were looked at in all configurations.
    pub fn judge_only(&mut self, new: impl Fn(&Definition, &str) -> bool) {
        let is_new = |id: &TargetId| {
            let definitions = self.definitions_of(*id);
            definitions.is_empty() || definitions.iter().any(|definition| new(definition, self.name(*id)))
        };
        let all: Vec<TargetId> = self.targets().filter(is_new).collect();
        if all.len() == self.facts.targets.len() {
            self.judged = None;
            return;
        }
        let mut judged = vec![false; self.facts.targets.len()];
        for id in all {
            judged[id.0 as usize] = true;
            let parts = self.sources(id).iter().filter_map(|source| source.through);
            for part in parts.chain(self.link_closure(id).into_iter().map(|(to, _)| to)) {
                judged[part.0 as usize] = true;
            }
        }
        self.judged = Some(judged);
    }

    /// Whether findings are looked for in a target.
    pub fn is_judged(&self, id: TargetId) -> bool {
        self.judged.as_ref().is_none_or(|judged| judged.get(id.0 as usize).is_some_and(|judged| *judged))
    }

    /// The targets that a rule looks for findings in: those of [`Model::built_targets`] that no other project of the run
    /// has judged. Evidence is to be sought in all of them.
    pub fn judged_targets(&self) -> impl Iterator<Item = TargetId> + '_ {
        self.built_targets().filter(|id| self.is_judged(*id))
    }

    /// When a target is built only by request (`EXCLUDE_FROM_ALL`), its own or that of a directory around it.
    pub fn excluded_from_all(&self, id: TargetId) -> Cond {
        let conds = &self.facts.conds;
        let mut when = self.property_true(id, "EXCLUDE_FROM_ALL");
        for definition in self.definitions_of(id) {
            let mut at = Some(definition.directory);
            while let Some(directory) = at {
                let Some(directory) = self.facts.directories.get(directory.0 as usize) else { break };
                when = conds.or(when, conds.and(definition.cond, directory.excluded));
                at = directory.parent;
            }
        }
        when
    }

    /// When a target is defined.
    pub fn defined(&self, id: TargetId) -> Cond {
        self.facts.conds.any(self.definitions_of(id).iter().map(|d| d.cond))
    }

    /// When two commands define targets of one name, which CMake refuses.
    pub fn defined_twice(&self, id: TargetId) -> Cond {
        let conds = &self.facts.conds;
        let (mut before, mut twice) = (Cond::FALSE, Cond::FALSE);
        for definition in self.definitions_of(id).iter().filter(|d| !d.imported) {
            twice = conds.or(twice, conds.and(before, definition.cond));
            before = conds.or(before, definition.cond);
        }
        twice
    }

    /// When a target is of one of the kinds.
    pub fn is_kind(&self, id: TargetId, kinds: &[TargetKind]) -> Cond {
        let of = self.definitions_of(id).iter().filter(|d| kinds.contains(&d.kind)).map(|d| d.cond);
        self.facts.conds.any(of)
    }

    /// Whether a target is imported; in some configurations it may be another name of one, or of what nothing here makes.
    pub fn is_imported(&self, id: TargetId) -> bool {
        let definitions = self.definitions_of(id);
        let is_foreign = |name: &str| {
            self.find(name).is_none_or(|original| self.definitions_of(original).iter().all(|d| d.imported))
        };
        definitions.iter().all(|d| d.imported || d.alias_of.as_deref().is_some_and(is_foreign))
            && definitions.iter().any(|d| d.imported)
    }

    /// The place of an origin: the argument or command itself.
    pub fn span(&self, origin: Origin) -> Option<Span> {
        self.facts.places.get(origin).map(|place| place.span)
    }

    /// The command that defines a target, in its first definition.
    pub fn definition_span(&self, id: TargetId) -> Option<Span> {
        self.definitions_of(id).iter().find_map(|d| self.span(d.origin))
    }

    /// The first command that defines a target in some of the configurations of a condition.
    pub fn definition_span_under(&self, id: TargetId, cond: Cond) -> Option<Span> {
        let mut definitions = self.definitions_of(id).iter().filter(|d| !self.facts.conds.disjoint(d.cond, cond));
        definitions.find_map(|d| self.span(d.origin)).or_else(|| self.definition_span(id))
    }

    /// A property as guarded items, generator expressions decided as they are for building.
    pub fn property(&self, id: TargetId, property: &str) -> Vec<Item> {
        match self.target(id).properties.get(property) {
            Some(value) if !property.starts_with("INTERFACE_") => self.own_items(id, value),
            Some(value) => self.items(value, None),
            None => Vec::new(),
        }
    }

    /// The items of a value that a target is built with: `$<TARGET_PROPERTY:TYPE>` is its own kind there (cmake-generator-expressions(7)).
    fn own_items(&self, id: TargetId, value: &Value) -> Vec<Item> {
        const TYPE: &str = "$<TARGET_PROPERTY:TYPE>";
        let texts = &self.facts.texts;
        let mut kinds = self.definitions_of(id).iter().map(|definition| definition.kind);
        let kind = kinds.next().filter(|kind| kinds.all(|other| other == *kind));
        let asks = |elem: &&Elem| texts.as_str(elem.text).is_some_and(|text| text.contains(TYPE));
        let Some(kind) = kind.filter(|_| value.elems.iter().any(|elem| asks(&elem))) else {
            return self.items(value, None);
        };
        let mut out = Vec::new();
        for elem in value.elems.iter() {
            match texts.as_str(elem.text).filter(|text| text.contains(TYPE)) {
                Some(text) => {
                    let decided = self.decide(&text.replace(TYPE, kind.cmake_name()), elem.cond);
                    let words = decided.iter().flat_map(|(cond, text)| text.split(';').map(|one| (*cond, one)));
                    let item =
                        |(cond, text): (Cond, &str)| Item { text: text.into(), cond, origin: elem.origin, from: None };
                    out.extend(words.filter(|(_, text)| !text.is_empty()).map(item));
                }
                None => out.extend(self.items(&Value::list(vec![*elem]), None)),
            }
        }
        out
    }

    /// When a property is set to a true value.
    pub fn property_true(&self, id: TargetId, property: &str) -> Cond {
        let conds = &self.facts.conds;
        let mut holds = Cond::FALSE;
        for item in self.property(id, property) {
            let one = self.truth(&item.text);
            holds = conds.or(holds, conds.and(item.cond, one));
        }
        holds
    }

    /// Targets that contain a source file, each with its condition (object libraries included).
    pub fn containers(&self, path: &Path) -> &[(TargetId, Cond)] {
        self.containers.get(path).map_or(&[], Vec::as_slice)
    }

    /// The sources of a target, those of object libraries that it takes in included.
    pub fn sources(&self, id: TargetId) -> &[Source] {
        &self.sources[id.0 as usize]
    }

    /// Whether a target compiles a file itself, and does not take the object of another one.
    pub fn compiles(&self, id: TargetId, path: &Path) -> bool {
        self.sources(id).iter().any(|source| source.through.is_none() && source.path.as_deref() == Some(path))
    }

    /// Whether a target of the project links another one by its own `LINK_LIBRARIES`.
    pub fn is_linked(&self, id: TargetId) -> bool {
        self.built_targets().any(|user| self.links(user).iter().any(|edge| edge.to == id))
    }

    /// Targets linked directly by a target's own property `LINK_LIBRARIES`.
    pub fn links(&self, id: TargetId) -> &[Edge] {
        &self.private_edges[id.0 as usize]
    }

    /// Targets that whoever links this one links too (`INTERFACE_LINK_LIBRARIES`).
    pub fn interface_links(&self, id: TargetId) -> &[Edge] {
        &self.interface_edges[id.0 as usize]
    }

    /// What is linked by name, path or flag rather than as a target.
    pub fn link_items(&self, id: TargetId) -> &[Item] {
        &self.private_items[id.0 as usize]
    }

    /// What whoever links a target links by name, path or flag rather than as a target.
    pub fn interface_items(&self, id: TargetId) -> &[Item] {
        &self.interface_items[id.0 as usize]
    }

    /// Everything on a target's link line, transitively, with conditions; the target itself left out.
    pub fn link_closure(&self, id: TargetId) -> Closure {
        self.cache.closure(id, Part::Linked, || graph::closure(self, id, true))
    }

    /// When a target has another one on its link line.
    pub fn depends_on(&self, id: TargetId, other: TargetId) -> Cond {
        let closure = self.link_closure(id);
        let linked = closure.iter().filter(|(library, _)| *library == other).map(|(_, cond)| *cond);
        self.facts.conds.any(linked.collect::<Vec<_>>())
    }

    /// Where libraries are shared that say no kind of their own, in a project that offers no such choice (it neither
    /// declares nor reads `BUILD_SHARED_LIBS)`: nobody has built it so. False elsewhere.
    pub fn unforeseen_shared(&self, files: &Files<'_>) -> Cond {
        *self.cache.unforeseen_shared.get_or_init(|| self.find_unforeseen_shared(files))
    }

    fn find_unforeseen_shared(&self, files: &Files<'_>) -> Cond {
        const LICENCES: &[&str] = &["COPYING", "COPYING.txt", "LICENCE", "LICENSE", "LICENSE.md", "LICENSE.txt"];
        const NAME: &str = "BUILD_SHARED_LIBS";
        let facts = self.facts;
        let Some(symbol) = facts.texts.find_symbol(SymbolKind::Input, NAME) else { return Cond::FALSE };
        // What is taken along from others speaks for itself only: a folder of theirs, or a project of its own with its own licence.
        let sandbox = files.sources().sandbox();
        let is_licensed = |folder: &Path| {
            let holds = |name: &&str| sandbox.is_file(&folder.join(name));
            *folder != facts.source_dir && holds(&"CMakeLists.txt") && LICENCES.iter().any(holds)
        };
        let others = |path: &Path| {
            let mut below = path.ancestors().skip(1).take_while(|folder| folder.starts_with(&facts.source_dir));
            self.is_vendored(path) || below.any(is_licensed)
        };
        let own = |entry: &CacheEntry| {
            self.span(entry.origin).is_none_or(|span| !others(files.sources().get(span.file).path()))
        };
        let declared = facts.cache.get(NAME).is_some_and(|entry| !entry.offered.is_false() && own(entry));
        let read = || {
            let own = facts.files.iter().filter(|file| !others(&file.path));
            let mut all = own.filter_map(|file| files.parse(&file.path).ok());
            // To show a value is to make nothing of it.
            let takes = |command: &Command| &*command.lower != "message" && branches::is_read_by(command, NAME);
            all.any(|file| file.commands.iter().any(takes))
        };
        if declared || read() { Cond::FALSE } else { facts.conds.truthy(facts.texts.info(symbol).subject) }
    }

    /// Whether a path leads into a folder of the project for code of others, as its name says.
    pub fn is_vendored(&self, path: &Path) -> bool {
        let below = path.strip_prefix(&self.facts.source_dir).unwrap_or(path);
        below.iter().any(|part| purpose(&part.to_string_lossy()) == Some(Purpose::Vendored))
    }

    /// Targets whose usage requirements (INTERFACE_*) reach a target.
    pub fn usage_closure(&self, id: TargetId) -> Closure {
        self.cache.closure(id, Part::Usage, || graph::closure(self, id, false))
    }

    /// Static libraries (and object libraries linked directly) that are merged into a target's binary.
    pub fn static_closure(&self, id: TargetId) -> Closure {
        self.cache.closure(id, Part::Static, || self.linked_kinds(id, &[TargetKind::Static, TargetKind::Object]))
    }

    /// Shared libraries on a target's link line.
    pub fn shared_closure(&self, id: TargetId) -> Closure {
        self.cache.closure(id, Part::Shared, || self.linked_kinds(id, &[TargetKind::Shared]))
    }

    fn linked_kinds(&self, id: TargetId, kinds: &[TargetKind]) -> Vec<(TargetId, Cond)> {
        let conds = &self.facts.conds;
        let linked = self.link_closure(id).into_iter();
        let of_kind = linked.map(|(to, cond)| (to, conds.and(cond, self.is_kind(to, kinds))));
        of_kind.filter(|(_, cond)| !cond.is_false()).collect()
    }

    /// Every source file whose code is in a target's binary: its own and its static closure's.
    pub fn binary_sources(&self, id: TargetId) -> Vec<(PathBuf, Cond, TargetId)> {
        let conds = &self.facts.conds;
        let mut out = Vec::new();
        let own = [(id, Cond::TRUE)];
        for (target, cond) in own.into_iter().chain(self.static_closure(id)) {
            for source in self.sources(target) {
                let when = conds.and(cond, source.cond);
                if let (Some(path), false) = (&source.path, when.is_false()) {
                    out.push((path.clone(), when, target));
                }
            }
        }
        out
    }

    /// Whether a source has compiler options of its own, or a language that its name does not say.
    pub fn has_own_compilation(&self, source: &Path) -> bool {
        self.with_options.contains(source)
    }

    /// Whether a source has preprocessor definitions of its own.
    pub fn has_own_definitions(&self, source: &Path) -> bool {
        let path: Arc<str> = source.to_string_lossy().into();
        self.facts.source_properties.contains_key(&(path, Arc::from("COMPILE_DEFINITIONS")))
    }

    /// Whether a part of a text is not known, and is the project's: a variable of CMake's that only users and toolchains fill
    /// (`CMAKE_EXE_LINKER_FLAGS`) is not.
    pub fn is_unknown(&self, text: &str) -> bool {
        let texts = &self.facts.texts;
        let mut symbols = text.chars().filter_map(|c| texts.symbol_of(c)).peekable();
        symbols.peek().is_some() && !symbols.any(|symbol| is_of_cmake(&texts.info(symbol).name))
    }

    /// Whether an unknown item of a link line may speak of what the project makes itself: what a search found is a library of others,
    /// which knows nothing of it, and what users give is theirs to judge.
    pub fn may_say_anything(&self, text: &str) -> bool {
        let texts = &self.facts.texts;
        let open = |kind| matches!(kind, SymbolKind::Unmodelled | SymbolKind::Derived);
        // A property of a target may hold whatever the project links, however its value is come by.
        let mut givers = text.chars().filter_map(|c| texts.symbol_of(c)).map(|symbol| texts.giver(symbol));
        givers.any(|giver| open(giver.kind) || giver.name.starts_with(PROPERTY)) && self.is_unknown(text)
            || LISTS.iter().any(|start| text.contains(start))
    }

    /// The unknown value that a text is, and no more than it; for an element of a list, the list.
    pub fn lone_value(&self, text: &str) -> Option<&'f Symbol> {
        let mut chars = text.chars();
        let symbol = self.facts.texts.symbol_of(chars.next()?)?;
        chars.next().is_none().then(|| self.facts.texts.giver(symbol))
    }

    /// The variable that a text is, and no more than it, where what it holds is not known.
    pub fn lone_variable(&self, text: &str) -> Option<&'f str> {
        // What a package gives is called after it, too: `Boost_LIBRARIES of find_package(Boost)`.
        self.lone_value(text)?.name.split(' ').next()
    }

    /// A text for people: symbols in words.
    pub fn display(&self, text: &str) -> String {
        self.facts.texts.display_str(text)
    }
}

/// Whether what is not known is, or is computed from, variables that CMake documents, and no others of their form.
fn is_of_cmake(name: &str) -> bool {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let mut named = words.filter(|word| word.starts_with("CMAKE_")).peekable();
    named.peek().is_some() && named.all(known_variable)
}

/// Generator expressions that give lists, where they are not decided.
const LISTS: &[&str] =
    &["$<TARGET_PROPERTY:", "$<TARGET_GENEX_EVAL:", "$<GENEX_EVAL:", "$<LIST:", "$<FILTER:", "$<REMOVE_DUPLICATES:"];

/// Properties of sources that hold compiler options, or choose the compiler.
fn is_options(property: &str) -> bool {
    matches!(property, "COMPILE_OPTIONS" | "COMPILE_FLAGS" | "LANGUAGE")
}
