//! What a target's sources are compiled with: definitions, flags, visibility.
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::cmake::eval::facts::{DirectoryId, TargetKind};
use crate::cond::Cond;
use crate::flags::{self, CompileFlag, Located};

use super::cache::{ParsedFlags, remember};
use super::{Item, Model, TargetId};

/// A compiler flag with its condition and the item it was read from.
#[derive(Clone, Debug)]
pub struct CompileSource {
    /// The flag.
    pub flag: Rc<Located<CompileFlag>>,
    /// When it is given.
    pub cond: Cond,
    /// The item that it was read from.
    pub item: Rc<Item>,
}

/// Whether a word behind the name of a variable of flags is a build type: one of CMake's own, or one for which the project says both how
/// to compile and how to link.
fn is_build_type(word: &str, is_set: impl Fn(&str) -> bool) -> bool {
    const OF_CMAKE: &[&str] = &["DEBUG", "RELEASE", "RELWITHDEBINFO", "MINSIZEREL"];
    let any = |starts: &[&str]| starts.iter().any(|start| is_set(&format!("CMAKE_{start}_FLAGS_{word}")));
    OF_CMAKE.contains(&word) || any(&["C", "CXX"]) && any(&["EXE_LINKER", "SHARED_LINKER", "MODULE_LINKER"])
}

/// Leaves out what stands there before under the same condition, as CMake leaves it out of the command line.
fn each_once(items: &mut Vec<Item>) {
    let mut seen: FxHashSet<(Arc<str>, Cond)> = FxHashSet::default();
    items.retain(|item| seen.insert((Arc::clone(&item.text), item.cond)));
}

impl Model<'_> {
    /// Definitions (`NAME` or `NAME=VALUE`) of a target: its own, the directory's, those of its libraries, and the
    /// `<target>_EXPORTS` that CMake adds for shared libraries, modules and exporting executables.
    pub fn definitions(&self, id: TargetId) -> Rc<Vec<Item>> {
        remember(&self.cache.definitions, id, || self.find_definitions(id))
    }

    fn find_definitions(&self, id: TargetId) -> Vec<Item> {
        let mut out = self.property(id, "COMPILE_DEFINITIONS");
        each_once(&mut out);
        for definition in self.definitions_of(id) {
            let directory = &self.facts.directories[definition.directory.0 as usize];
            if let Some(value) = directory.properties.get("COMPILE_DEFINITIONS") {
                for item in self.items(value, None) {
                    self.extend(&mut out, item, definition.cond);
                }
            }
        }
        for (library, cond) in self.usage_closure(id) {
            for item in self.interface_definitions(library).iter() {
                self.extend(&mut out, Item { from: Some(library), ..item.clone() }, cond);
            }
        }
        for source in self.compile_flags(id).iter() {
            if let CompileFlag::Define(name, value) = &source.flag.flag {
                let text = value.as_ref().map_or_else(|| name.clone(), |v| format!("{name}={v}"));
                out.push(Item { text: Arc::from(text.as_str()), cond: source.cond, ..Item::clone(&source.item) });
            }
        }
        self.export_symbol(id, &mut out);
        self.decide_language(id, &mut out);
        out
    }

    /// What a library has its users defined.
    fn interface_definitions(&self, library: TargetId) -> Rc<Vec<Item>> {
        remember(&self.cache.interface_definitions, library, || {
            let mut out = self.property(library, "INTERFACE_COMPILE_DEFINITIONS");
            each_once(&mut out);
            out
        })
    }

    /// `DEFINE_SYMBOL`, by default `<target>_EXPORTS` with other characters as `_`.
    fn export_symbol(&self, id: TargetId, out: &mut Vec<Item>) {
        let conds = &self.facts.conds;
        let shared = self.is_kind(id, &[TargetKind::Shared, TargetKind::Module]);
        let executable = self.is_kind(id, &[TargetKind::Executable]);
        let cond = conds.or(shared, conds.and(executable, self.property_true(id, "ENABLE_EXPORTS")));
        if cond.is_false() {
            return;
        }
        let own = self.property(id, "DEFINE_SYMBOL");
        let Some(origin) = self.definitions_of(id).first().map(|d| d.origin) else { return };
        if own.is_empty() {
            let name: String =
                self.name(id).chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' }).collect();
            out.push(Item { text: Arc::from(format!("{name}_EXPORTS").as_str()), cond, origin, from: None });
        }
        for item in own {
            self.extend(out, item, cond);
        }
    }

    fn extend(&self, out: &mut Vec<Item>, item: Item, cond: Cond) {
        let cond = self.facts.conds.and(item.cond, cond);
        if !cond.is_false() {
            out.push(Item { cond, ..item });
        }
    }

    /// When a target's sources are compiled with a definition of that name, and the values it may have.
    pub fn defines(&self, id: TargetId, name: &str) -> Cond {
        let items = self.definitions(id);
        let found = items.iter().filter(|item| item.text.split('=').next().unwrap_or_default() == name);
        self.facts.conds.any(found.map(|item| item.cond).collect::<Vec<_>>())
    }

    /// Whether definitions of a target hold a text that is not known (so that a name may be defined after all).
    pub fn definitions_unknown(&self, id: TargetId) -> Cond {
        let items = self.definitions(id);
        let unknown =
            items.iter().filter(|item| item.text.split('=').next().is_some_and(crate::cmake::eval::text::has_symbol));
        self.facts.conds.any(unknown.map(|item| item.cond).collect::<Vec<_>>())
    }

    /// Compiler options of a target, in order: variables, directory, its own, those of its libraries.
    pub fn compile_options(&self, id: TargetId) -> Rc<Vec<Item>> {
        remember(&self.cache.compile_options, id, || self.find_compile_options(id))
    }

    /// What a variable holds when a directory has been read to its end. CMake appends to flags what they are for a build type
    /// (`CMAKE_C_FLAGS_DEBUG`, `CMAKE_EXE_LINKER_FLAGS_DEBUG`; cmake-variables(7)): those are there where that one is built.
    pub fn variable_items(&self, directory: DirectoryId, name: &'static str) -> Rc<Vec<Item>> {
        remember(&self.cache.variables, (directory, name), || {
            let variables = &self.facts.directories[directory.0 as usize].end_variables;
            let mut out = variables.get(name).map_or_else(Vec::new, |value| self.items(value, None));
            for (variable, value) in variables.iter().filter(|_| name.ends_with("_FLAGS")) {
                let Some(build_type) = variable.strip_prefix(name).and_then(|rest| rest.strip_prefix('_')) else {
                    continue;
                };
                if is_build_type(build_type, |other| variables.contains_key(other)) {
                    let cond = self.configuration(build_type);
                    self.items(value, None).into_iter().for_each(|item| self.extend(&mut out, item, cond));
                }
            }
            out
        })
    }

    /// An item of compiler options as flags.
    pub fn flags_of(&self, item: &Item) -> Rc<Vec<Rc<Located<CompileFlag>>>> {
        if let Some(known) = self.cache.parsed.borrow().get(&item.text) {
            return Rc::clone(known);
        }
        let found = flags::compile_line(item.text.strip_prefix("SHELL:").unwrap_or(&item.text));
        let found = Rc::new(found.into_iter().map(Rc::new).collect::<Vec<_>>());
        self.cache.parsed.borrow_mut().insert(Arc::clone(&item.text), Rc::clone(&found));
        found
    }

    fn find_compile_options(&self, id: TargetId) -> Vec<Item> {
        let mut out = Vec::new();
        for definition in self.definitions_of(id) {
            let directory = &self.facts.directories[definition.directory.0 as usize];
            for name in ["CMAKE_C_FLAGS", "CMAKE_CXX_FLAGS", "CMAKE_CUDA_FLAGS", "CMAKE_HIP_FLAGS"] {
                for item in self.variable_items(definition.directory, name).iter() {
                    self.extend(&mut out, item.clone(), definition.cond);
                }
            }
            if let Some(value) = directory.properties.get("DEFINITION_FLAGS") {
                for item in self.items(value, None) {
                    self.extend(&mut out, item, definition.cond);
                }
            }
        }
        out.extend(self.property(id, "COMPILE_FLAGS"));
        out.extend(self.property(id, "COMPILE_OPTIONS"));
        for (library, cond) in self.usage_closure(id) {
            for item in self.property(library, "INTERFACE_COMPILE_OPTIONS") {
                self.extend(&mut out, Item { from: Some(library), ..item }, cond);
            }
        }
        join_passed_on(&mut out);
        self.decide_language(id, &mut out);
        out
    }

    /// Answers what items ask of a source's language (`$<COMPILE_LANGUAGE:CXX>`) where all sources of the target have one.
    fn decide_language(&self, id: TargetId, items: &mut Vec<Item>) {
        if items.iter().all(|item| item.cond.is_true()) {
            return;
        }
        let [language] = self.compiled_languages(id)[..] else { return };
        for item in items.iter_mut() {
            item.cond = self.for_language(item.cond, language);
        }
        items.retain(|item| !item.cond.is_false());
    }

    /// Whether a target's options choose a language whatever the names of its sources say: `-x c++`, `/TP` (gcc(1), "-x"; cl, "/Tc, /Tp,
    /// /TC, /TP").
    pub fn chooses_language(&self, id: TargetId) -> bool {
        self.compile_options(id).iter().any(|item| {
            let mut words = item.text.split_ascii_whitespace().map(|word| word.trim_start_matches("SHELL:"));
            words.any(|word| matches!(word, "/TP" | "-TP" | "/TC" | "-TC") || word == "-x" || word.starts_with("-xc"))
        })
    }

    /// The same as flags.
    pub fn compile_flags(&self, id: TargetId) -> Rc<Vec<CompileSource>> {
        remember(&self.cache.compile_flags, id, || self.find_compile_flags(id))
    }

    fn find_compile_flags(&self, id: TargetId) -> Vec<CompileSource> {
        let options = self.compile_options(id);
        let read: Vec<ParsedFlags> = options.iter().map(|item| self.flags_of(item)).collect();
        // There may be millions of them in all.
        let mut out = Vec::with_capacity(read.iter().map(|flags| flags.len()).sum());
        for (item, flags) in options.iter().zip(&read).filter(|(_, flags)| !flags.is_empty()) {
            let (cond, item) = (item.cond, Rc::new(item.clone()));
            let flags = flags.iter().map(Rc::clone);
            out.extend(flags.map(|flag| CompileSource { flag, cond, item: Rc::clone(&item) }));
        }
        out
    }

    /// When the sources of a language are compiled with hidden visibility: the preset (where CMP0063 lets it act) or
    /// the flag; with the item that says so.
    pub fn hidden_visibility(&self, id: TargetId, cxx: bool) -> Vec<Item> {
        let preset = if cxx { "CXX_VISIBILITY_PRESET" } else { "C_VISIBILITY_PRESET" };
        let conds = &self.facts.conds;
        let mut out = Vec::new();
        for item in self.property(id, preset) {
            if &*item.text == "hidden" || &*item.text == "internal" {
                let cond = conds.and(item.cond, self.visibility_presets_act(id));
                if !cond.is_false() {
                    out.push(Item { cond, ..item });
                }
            }
        }
        for source in self.compile_flags(id).iter() {
            if let CompileFlag::Visibility(kind) = &source.flag.flag
                && matches!(kind.as_str(), "hidden" | "internal")
                && !self.is_of_other_language(id, &source.item, cxx)
            {
                out.push(Item { cond: source.cond, ..Item::clone(&source.item) });
            }
        }
        out
    }

    /// Whether a flag stands in `CMAKE_CXX_FLAGS` and not in `CMAKE_C_FLAGS`, or the other way round.
    fn is_of_other_language(&self, id: TargetId, item: &Item, cxx: bool) -> bool {
        let names = if cxx { ["CMAKE_CXX_FLAGS", "CMAKE_C_FLAGS"] } else { ["CMAKE_C_FLAGS", "CMAKE_CXX_FLAGS"] };
        let [own, other] = names.map(|name| {
            self.definitions_of(id).iter().any(|definition| {
                let items = self.variable_items(definition.directory, name);
                items.iter().any(|one| one.origin == item.origin && one.text == item.text)
            })
        });
        other && !own
    }

    /// CMP0063 OLD ignores the presets for all but shared libraries, modules and exporting executables.
    pub fn visibility_presets_act(&self, id: TargetId) -> Cond {
        use crate::cmake::eval::policy::{PolicyState, Version};
        let acting = self
            .definitions_of(id)
            .iter()
            .filter(|d| {
                matches!(d.kind, TargetKind::Shared | TargetKind::Module)
                    || d.policies.state(63, Version(3, 3, 0)) == PolicyState::New
            })
            .map(|d| d.cond);
        self.facts.conds.any(acting)
    }
}

/// Options whose next word is a file, or for a part of the compiler, whatever it looks like (clang's manual, "Clang Compiler User's Manual"; gcc(1)).
const PASSES_ON: &[&str] =
    &["-include", "-imacros", "-Xclang", "-Xpreprocessor", "-Xassembler", "-Xcompiler", "-Xptxas", "-mllvm"];

/// Makes one item of an option that hands the next word on and of that word.
fn join_passed_on(items: &mut Vec<Item>) {
    if !items.iter().any(|item| PASSES_ON.contains(&&*item.text)) {
        return;
    }
    let mut rest = std::mem::take(items).into_iter().peekable();
    while let Some(mut item) = rest.next() {
        if PASSES_ON.contains(&&*item.text)
            && let Some(next) = rest.next_if(|next| next.cond == item.cond)
        {
            item.text = format!("{} {}", item.text, next.text).into();
        }
        items.push(item);
    }
}
