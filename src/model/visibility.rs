//! Which visibility the flags of a target give to what says nothing itself: presets and `-fvisibility`.
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use crate::cmake::eval::text::has_symbol;
use crate::cond::Cond;
use crate::flags::CompileFlag;

use super::cache::remember;
use super::concrete::languages_of;
use super::{Item, Model, Source, TargetId};

/// Macros of a header that `generate_export_header()` writes.
pub struct ExportHeader {
    /// The name of its library.
    pub target: String,
    /// What exports.
    pub export: String,
    /// What empties that for a static library.
    pub static_define: String,
    /// The name of the header.
    pub file: String,
}

/// A text as the name of a macro.
pub fn identifier(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

impl Model<'_> {
    /// When a target's C or C++ sources are compiled with hidden visibility, and what says so. The last flag counts;
    /// `COMPILE_OPTIONS` come after the preset. Never on Windows, whose compilers know no such thing.
    pub fn compiled_hidden(&self, id: TargetId, cxx: bool) -> Rc<Option<(Cond, Item)>> {
        remember(&self.cache.hidden, (id, cxx), || self.find_hidden(id, cxx))
    }

    fn find_hidden(&self, id: TargetId, cxx: bool) -> Option<(Cond, Item)> {
        let conds = &self.facts.conds;
        let preset = if cxx { "CXX_VISIBILITY_PRESET" } else { "C_VISIBILITY_PRESET" };
        let acts = self.visibility_presets_act(id);
        let mut hidden = Cond::FALSE;
        let mut said: Option<Item> = None;
        for item in self.property(id, preset) {
            let cond = conds.and(item.cond, acts);
            if matches!(&*item.text, "hidden" | "internal") && !cond.is_false() {
                hidden = conds.or(hidden, cond);
                said.get_or_insert(item);
            }
        }
        for item in self.options_of_language(id, cxx) {
            for flag in self.flags_of(&item).iter() {
                let CompileFlag::Visibility(kind) = &flag.flag else { continue };
                if matches!(kind.as_str(), "hidden" | "internal") {
                    hidden = conds.or(hidden, item.cond);
                    said.get_or_insert_with(|| item.clone());
                } else {
                    hidden = conds.diff(hidden, item.cond);
                }
            }
        }
        let windows = ["WIN32", "CYGWIN"].into_iter().filter_map(|name| conds.platform(name));
        let hidden = conds.diff(hidden, conds.any(windows.collect::<Vec<_>>()));
        said.filter(|_| !hidden.is_false()).map(|item| (hidden, item))
    }

    /// Compiler options that sources of a language get, in their order.
    fn options_of_language(&self, id: TargetId, cxx: bool) -> Vec<Item> {
        let conds = &self.facts.conds;
        let variable = if cxx { "CMAKE_CXX_FLAGS" } else { "CMAKE_C_FLAGS" };
        let mut items = Vec::new();
        for definition in self.definitions_of(id) {
            let Some(directory) = self.facts.directories.get(definition.directory.0 as usize) else { continue };
            let flags = directory.properties.get("DEFINITION_FLAGS").map(|value| self.items(value, None));
            let variable = self.variable_items(definition.directory, variable);
            for item in variable.iter().chain(flags.iter().flatten()) {
                items.push(Item { cond: conds.and(item.cond, definition.cond), ..item.clone() });
            }
        }
        items.extend(self.property(id, "COMPILE_FLAGS"));
        items.extend(self.property(id, "COMPILE_OPTIONS"));
        for (library, cond) in self.usage_closure(id) {
            for item in self.property(library, "INTERFACE_COMPILE_OPTIONS") {
                items.push(Item { cond: conds.and(item.cond, cond), from: Some(library), ..item });
            }
        }
        let of = |item: Item| Item { cond: self.for_language(item.cond, if cxx { "CXX" } else { "C" }), ..item };
        items.into_iter().map(of).filter(|item| !item.cond.is_false()).collect()
    }

    /// The languages of what becomes part of a target; nothing where one is neither C nor C++.
    pub(super) fn languages(&self, id: TargetId) -> Vec<&'static str> {
        Self::languages_among(self.sources(id).iter())
    }

    /// The same of what a target compiles itself; nothing where a source has a language that its name does not tell.
    pub fn compiled_languages(&self, id: TargetId) -> Vec<&'static str> {
        let own = || self.sources(id).iter().filter(|source| source.through.is_none());
        let has_another = |path: &Path| {
            self.facts.source_properties.contains_key(&(path.to_string_lossy().into(), Arc::from("LANGUAGE")))
        };
        if own().filter_map(|source| source.path.as_deref()).any(has_another) {
            return Vec::new();
        }
        Self::languages_among(own())
    }

    fn languages_among<'s>(sources: impl Iterator<Item = &'s Source>) -> Vec<&'static str> {
        let mut out = Vec::new();
        for path in sources.filter_map(|source| source.path.as_deref()) {
            match *languages_of(path) {
                [one @ ("C" | "CXX")] => out.push(one),
                [] => {}
                _ => return Vec::new(),
            }
        }
        out.sort_unstable();
        out.dedup();
        out
    }

    /// A condition that holds for every source of a target, the language of each decided.
    pub(super) fn for_sources(&self, id: TargetId, cond: Cond) -> Cond {
        let languages = self.languages(id);
        if languages.is_empty() {
            return cond;
        }
        self.facts
            .conds
            .all(languages.into_iter().map(|language| self.for_language(cond, language)).collect::<Vec<_>>())
    }

    /// Macros that `generate_export_header()` writes (cmake-modules(7), `GenerateExportHeader`).
    pub fn generated_export_macros(&self) -> Vec<ExportHeader> {
        let calls = self.facts.calls.iter().filter(|call| &*call.command == "generate_export_header");
        let of_call = |arguments| {
            let words = self.items(arguments, None);
            let after = |word: &str| {
                let at = words.iter().position(|item| &*item.text == word)?;
                words.get(at + 1).map(|item| item.text.to_string())
            };
            let target = words.first()?.text.to_string();
            let base = after("BASE_NAME").unwrap_or_else(|| target.clone()).to_uppercase();
            let file = after("EXPORT_FILE_NAME").unwrap_or_else(|| format!("{}_export.h", base.to_lowercase()));
            let file = file.rsplit('/').next().unwrap_or(&file).to_owned();
            let prefix = after("PREFIX_NAME").unwrap_or_default();
            let made = |suffix: &str| identifier(&format!("{prefix}{base}_{suffix}"));
            let export = after("EXPORT_MACRO_NAME").map_or_else(|| made("EXPORT"), |name| identifier(&name));
            let given = after("STATIC_DEFINE").filter(|name| !has_symbol(name));
            let static_define = given.map_or_else(|| made("STATIC_DEFINE"), |name| identifier(&name));
            Some(ExportHeader { target, export, static_define, file })
        };
        calls.filter_map(|call| of_call(&call.arguments)).collect()
    }

    /// A condition of a link of sources in some languages, its own decided: C++ where a source has it, else C or C++, which libraries
    /// may bring.
    pub(super) fn for_link(&self, languages: &[&str], cond: Cond) -> Cond {
        let as_c = match *languages {
            [.., "CXX"] => self.for_language(cond, "CXX"),
            ["C"] => self.for_language(cond, "C"),
            _ => return cond,
        };
        if self.for_language(cond, "CXX") == as_c { as_c } else { cond }
    }

    /// A condition of a target's options that holds for one of its sources at the least, in these languages.
    pub fn for_any(&self, languages: &[&'static str], cond: Cond) -> Cond {
        if cond.is_true() || languages.is_empty() {
            return cond;
        }
        let each = languages.iter().map(|language| self.for_language(cond, language));
        self.facts.conds.any(each.collect::<Vec<_>>())
    }

    /// Whether a condition hangs on a generator expression that was not decided.
    pub fn hangs_on_expression(&self, cond: Cond) -> bool {
        let conds = &self.facts.conds;
        let asks = |atom| conds.subject_info(conds.atom_subject(atom)).name.starts_with("$<");
        conds.support(cond).into_iter().any(asks)
    }

    /// A condition with `$<COMPILE_LANGUAGE:…>` and `$<LINK_LANGUAGE:…>` decided.
    pub fn for_language(&self, cond: Cond, language: &'static str) -> Cond {
        *remember(&self.cache.for_language, (cond, language), || self.find_for_language(cond, language))
    }

    fn find_for_language(&self, cond: Cond, language: &str) -> Cond {
        let conds = &self.facts.conds;
        let answer = |atom| {
            let subject = conds.subject_info(conds.atom_subject(atom));
            let asks = ["$<COMPILE_LANGUAGE:", "$<LINK_LANGUAGE:"];
            let list = asks.iter().find_map(|ask| subject.name.strip_prefix(ask)?.strip_suffix('>'))?;
            Some((atom, list.split(',').any(|one| one.trim() == language)))
        };
        let answers: Vec<_> = conds.support(cond).into_iter().filter_map(answer).collect();
        conds.restrict_all(cond, &answers)
    }
}
