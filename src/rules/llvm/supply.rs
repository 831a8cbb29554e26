//! What a binary has of LLVM: everything that is linked or merged into it, each with condition and place.
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::names::{self, Meaning, Of};
use crate::cmake::eval::facts::{Call, TargetKind};
use crate::cmake::eval::text::{SymbolKind, has_symbol};
use crate::cmake::eval::value::Origin;
use crate::cond::Cond;
use crate::model::merged_archives::{self, Archive, Member, base_name};
use crate::model::{Model, TargetId};
use crate::native::{LlvmUse, Triggers};
use crate::rules::Project;
use crate::source::SourceMap;

/// One thing that a list brings.
#[derive(Debug, Clone)]
pub(in crate::rules) struct Entry {
    pub(in crate::rules) meaning: Meaning,
    pub(in crate::rules) cond: Cond,
    /// The library's name, for lists of libraries.
    pub(in crate::rules) name: Option<String>,
    /// The component that it is or names, in lower case.
    pub(in crate::rules) component: Option<String>,
    /// Who states it: a call that maps components, or an argument.
    pub(in crate::rules) origin: Origin,
    /// The list that it belongs to; nothing where it is no list's (LLVM's own dependencies, definitions).
    pub(in crate::rules) list: Option<List>,
}

impl Entry {
    /// An entry that is no library or component by name.
    fn of(meaning: Meaning, cond: Cond, origin: Origin, list: Option<List>) -> Self {
        Self { meaning, cond, name: None, component: None, origin, list }
    }
}

/// Which list of components or libraries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::rules) enum List {
    /// The components of a call.
    Call(Origin),
    /// The libraries of a target, linked or merged.
    Target(TargetId),
}

/// What a binary has, and the targets whose code is in it.
pub(in crate::rules) struct Supply {
    pub(in crate::rules) entries: Vec<Entry>,
    pub(in crate::rules) contents: Vec<(TargetId, Cond)>,
}

/// What is asked of every binary.
pub(in crate::rules) struct Survey<'a> {
    pub(in crate::rules) project: Project<'a>,
    pub(in crate::rules) archives: Rc<Vec<Archive>>,
    /// Calls that map components, by the name of their result.
    mapped: Vec<(String, &'a Call)>,
    /// Targets of LLVM that the project itself builds.
    in_tree: Vec<&'static str>,
}

impl<'a> Survey<'a> {
    pub(in crate::rules) fn new(project: Project<'a>, sources: &SourceMap) -> Self {
        let model = project.model;
        let maps = |call: &&Call| call.command.starts_with("llvm_map_components_to_lib");
        let mapped = model.facts.calls.iter().filter(maps);
        let mapped = mapped.map(|call| (format!("LLVM libraries #{}", call.origin.0), call)).collect();
        let mut in_tree: Vec<_> = model
            .built_targets()
            .filter_map(|id| match names::library(model.name(id)) {
                Meaning::Holds(Of::One(target), _) => Some(target),
                _ => None,
            })
            .collect();
        in_tree.sort_unstable();
        in_tree.dedup();
        Self { project, archives: merged_archives::merged(model, sources), mapped, in_tree }
    }

    fn model(&self) -> &'a Model<'a> {
        self.project.model
    }

    /// Whether a static library is made of others: it is meant to stand for itself.
    pub(in crate::rules) fn is_fat(&self, id: TargetId) -> bool {
        self.archives.iter().any(|archive| archive.target == id)
            || self.model().property(id, "SOURCES").iter().any(|item| item.text.starts_with("$<TARGET_OBJECTS:"))
    }

    /// Everything that a binary has.
    pub(in crate::rules) fn of(&self, id: TargetId) -> Supply {
        let model = self.model();
        let conds = &model.facts.conds;
        let mut supply = Supply { entries: Vec::new(), contents: vec![(id, Cond::TRUE)] };
        let closure = model.link_closure(id);
        for item in model.library_items(id).iter() {
            self.item(&item.text, item.cond, item.origin, item.from.unwrap_or(id), &mut supply);
        }
        for edge in model.links(id) {
            self.item(model.name(edge.to), edge.cond, edge.origin, id, &mut supply);
        }
        supply.contents.extend(closure.iter().map(|&(library, cond)| {
            (library, conds.and(cond, model.is_kind(library, &[TargetKind::Static, TargetKind::Object])))
        }));
        for (library, cond) in closure {
            for edge in model.interface_links(library) {
                let both = conds.and(cond, edge.cond);
                self.item(model.name(edge.to), both, edge.origin, library, &mut supply);
            }
        }
        for (part, cond) in supply.contents.clone() {
            self.merged_into(part, cond, &mut supply);
            self.configured(part, cond, &mut supply);
        }
        supply.contents.retain(|(_, cond)| !cond.is_false());
        self.definitions(&mut supply);
        supply.entries.retain(|entry| !entry.cond.is_false());
        supply
    }

    /// Objects of other targets, and the members of a merged archive.
    fn merged_into(&self, part: TargetId, cond: Cond, supply: &mut Supply) {
        let model = self.model();
        let objects = model.property(part, "SOURCES").into_iter();
        let objects = objects.filter(|item| item.text.starts_with("$<TARGET_OBJECTS:"));
        let mut members: Vec<Member> = objects
            .map(|item| Member { text: Some(item.text.to_string()), cond: item.cond, origin: item.origin })
            .collect();
        let archives = self.archives.iter().filter(|archive| archive.target == part);
        members.extend(archives.flat_map(|archive| archive.members.iter().cloned()));
        for Member { text, cond: when, origin } in members {
            let both = model.facts.conds.and(cond, when);
            let Some(text) = text else {
                supply.entries.push(Entry::of(Meaning::Unknown, both, origin, None));
                continue;
            };
            self.item(&text, both, origin, part, supply);
            // The sources of a merged archive: objects are among the target's own already.
            if let Some(member) = model.find(base_name(&text)).filter(|&m| m != part) {
                supply.contents.push((member, both));
            }
        }
    }

    /// `llvm_config(target component…)`.
    fn configured(&self, part: TargetId, cond: Cond, supply: &mut Supply) {
        let facts = self.model().facts;
        let calls = facts.calls.iter().filter(|c| matches!(&*c.command, "llvm_config" | "explicit_llvm_config"));
        for call in calls {
            let target = call.arguments.elems.first().and_then(|elem| facts.texts.as_str(elem.text));
            if target == Some(self.model().name(part)) {
                self.components(call, facts.conds.and(cond, call.cond), supply);
            }
        }
    }

    /// The components of a call, after its first argument.
    fn components(&self, call: &Call, cond: Cond, supply: &mut Supply) {
        let facts = self.model().facts;
        for elem in call.arguments.elems.iter().skip(1) {
            let meaning = match facts.texts.as_str(elem.text) {
                Some("USE_SHARED") => Meaning::Everything,
                Some(text) if !has_symbol(text) => names::component(text),
                _ => Meaning::Unknown,
            };
            let component = facts.texts.as_str(elem.text).map(str::to_lowercase);
            let cond = facts.conds.and(cond, elem.cond);
            let list = Some(List::Call(call.origin));
            supply.entries.push(Entry { component, ..Entry::of(meaning, cond, call.origin, list) });
        }
        // A call without components maps nothing.
        if call.arguments.elems.len() <= 1 {
            let list = Some(List::Call(call.origin));
            supply.entries.push(Entry::of(Meaning::Plain, cond, call.origin, list));
        }
    }

    /// One text on a link line or among the objects, stated by `by`.
    fn item(&self, text: &str, cond: Cond, origin: Origin, by: TargetId, supply: &mut Supply) {
        if cond.is_false() {
            return;
        }
        if has_symbol(text) {
            self.unknown(text, cond, origin, supply);
            return;
        }
        let meaning = names::library(text);
        let base = base_name(text);
        let family = meaning == Meaning::Unknown;
        let known = self.model().find(base).is_some_and(|id| !self.model().is_imported(id));
        // What the project builds itself is seen with all that it links; it is none of LLVM's, whatever its name, unless LLVM is built here.
        let own_plain = meaning == Meaning::Plain && self.in_tree.is_empty();
        if meaning == Meaning::Foreign || (family || own_plain) && known {
            return;
        }
        let own = matches!(names::library(self.model().name(by)), Meaning::Plain | Meaning::Holds(..));
        let list = (!own).then_some(List::Target(by));
        let component = base.strip_prefix("LLVM").map(str::to_lowercase);
        supply.entries.push(Entry { meaning, cond, name: Some(base.to_owned()), component, origin, list });
    }

    /// A text with something unknown in it: the result of a call that maps components, or anything.
    fn unknown(&self, text: &str, cond: Cond, origin: Origin, supply: &mut Supply) {
        let texts = &self.model().facts.texts;
        let names: Vec<_> = text.chars().filter_map(|c| texts.symbol_of(c)).map(|s| &texts.info(s).name).collect();
        let calls = self.mapped.iter().filter(|(result, _)| names.iter().any(|name| stems_from(name, result)));
        let mut found = false;
        for (_, call) in calls {
            found = true;
            self.components(call, self.model().facts.conds.and(cond, call.cond), supply);
        }
        if !found && self.may_bring(text) {
            supply.entries.push(Entry::of(Meaning::Unknown, cond, origin, None));
        }
    }

    /// Whether an unknown text may bring parts of LLVM. What was found of another package, and what users may add, does
    /// not; what was computed or written by something that is not modelled may be anything.
    fn may_bring(&self, text: &str) -> bool {
        let texts = &self.model().facts.texts;
        let shown = self.model().display(text).to_lowercase();
        let kinds = [SymbolKind::Found, SymbolKind::Toolchain, SymbolKind::Input];
        let plain = |symbol| kinds.contains(&texts.giver(symbol).kind);
        RELATED.iter().any(|word| shown.contains(word)) || !text.chars().filter_map(|c| texts.symbol_of(c)).all(plain)
    }

    /// Initialisers that the binary's own code defines.
    fn definitions(&self, supply: &mut Supply) {
        let model = self.model();
        let mut seen: FxHashMap<(&'static str, &'static str), Cond> = FxHashMap::default();
        for &(part, cond) in &supply.contents {
            for source in model.sources(part) {
                let Some(path) = source.path.as_deref() else { continue };
                if !self.project.natives.may_hold(path, Triggers::LLVM) {
                    continue;
                }
                let Some(file) = self.project.natives.file(path) else { continue };
                for init in file.facts.llvm.iter().filter(|init| init.used == LlvmUse::Definition) {
                    let found = names::target(&init.target).zip(names::library_of(&init.component));
                    let Some(key) = found else { continue };
                    let both = model.facts.conds.and(cond, source.cond);
                    let so_far = seen.entry(key).or_insert(Cond::FALSE);
                    *so_far = model.facts.conds.or(*so_far, both);
                }
            }
        }
        let mut seen: Vec<_> = seen.into_iter().collect();
        seen.sort_unstable();
        supply.entries.extend(seen.into_iter().map(|((target, library), cond)| {
            let meaning = Meaning::Holds(Of::One(target), vec![library]);
            Entry::of(meaning, cond, Origin::NONE, None)
        }));
    }

    /// When the binary has a library of what is needed, or may have it.
    pub(in crate::rules) fn holds(&self, supply: &Supply, of: &Of, library: &str) -> Cond {
        let conds = &self.model().facts.conds;
        let brings = |entry: &&Entry| match &entry.meaning {
            Meaning::Everything | Meaning::Unknown => true,
            Meaning::Holds(brought, libraries) => libraries.contains(&library) && satisfies(of, brought),
            Meaning::Foreign | Meaning::Plain => false,
        };
        let direct = conds.any(supply.entries.iter().filter(brings).map(|entry| entry.cond).collect::<Vec<_>>());
        if *of != Of::All {
            return direct;
        }
        let listed = if self.in_tree.is_empty() {
            self.several(supply, library)
        } else {
            conds.all(self.in_tree.iter().map(|target| self.holds(supply, &Of::One(target), library)))
        };
        conds.or(direct, listed)
    }

    /// When targets are listed one by one: somebody has chosen them to fit the LLVM that is linked.
    fn several(&self, supply: &Supply, library: &str) -> Cond {
        let conds = &self.model().facts.conds;
        let mut by_target: Vec<(Of, Cond)> = Vec::new();
        for entry in &supply.entries {
            let Meaning::Holds(of, libraries) = &entry.meaning else { continue };
            if libraries.contains(&library) {
                match by_target.iter_mut().find(|(known, _)| known == of) {
                    Some((_, cond)) => *cond = conds.or(*cond, entry.cond),
                    None => by_target.push((of.clone(), entry.cond)),
                }
            }
        }
        // So many by hand are meant to be all: what LLVM is built with unless told otherwise has to be among them.
        let names = || by_target.iter().filter_map(|(of, _)| if let Of::One(name) = of { Some(*name) } else { None });
        let all = names().filter(|name| DEFAULT_TARGETS.contains(name)).count();
        if EACH_HAS.contains(&library) && all >= MANY && all < DEFAULT_TARGETS.len() {
            return Cond::FALSE;
        }
        let (mut one, mut two) = (Cond::FALSE, Cond::FALSE);
        for (_, cond) in by_target {
            two = conds.or(two, conds.and(one, cond));
            one = conds.or(one, cond);
        }
        two
    }
}

/// The targets that every LLVM since version 11 is built with unless told otherwise (`LLVM_ALL_TARGETS` in its `llvm/CMakeLists.txt`; those
/// that came later are not among them).
const DEFAULT_TARGETS: &[&str] = &[
    "AArch64",
    "AMDGPU",
    "ARM",
    "AVR",
    "BPF",
    "Hexagon",
    "Lanai",
    "Mips",
    "MSP430",
    "NVPTX",
    "PowerPC",
    "RISCV",
    "Sparc",
    "SystemZ",
    "WebAssembly",
    "X86",
    "XCore",
];
/// The libraries that each of them has: not all have a parser of assembly or a disassembler.
const EACH_HAS: &[&str] = &["Info", "Desc", "CodeGen"];
/// So many of them on a list are no choice of a few.
const MANY: usize = 12;

/// Whether having `brought` means having `needed`.
fn satisfies(needed: &Of, brought: &Of) -> bool {
    match (needed, brought) {
        (_, Of::All) => true,
        (Of::All, _) => false,
        (Of::Native, Of::Native) => true,
        // Which machine it is nobody knows here.
        (Of::Native, Of::One(target)) | (Of::One(target), Of::Native) => names::is_machine(target),
        (Of::One(a), Of::One(b)) => a == b,
    }
}

/// Whether the name of an unknown text is the result or says that it was computed from it.
fn stems_from(name: &str, result: &str) -> bool {
    let ends = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_digit());
    name.match_indices(result).any(|(at, _)| ends(&name[at + result.len()..]))
}

/// Words in the names of what is built on LLVM.
const RELATED: &[&str] = &["llvm", "clang", "lld", "mlir", "flang", "polly", "swift"];
