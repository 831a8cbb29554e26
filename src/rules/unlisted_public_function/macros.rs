//! What the macros at declarations stand for.
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::model::mentions::all_words;
use crate::native::{Effect, MacroDef, Natives, Triggers, Visibility};

/// Macros that stand for macros are followed so far.
const DEEPEST: usize = 3;
/// Calling conventions of the headers for Windows (minwindef.h).
const CONVENTIONS: &[&str] = &["WINAPI", "APIENTRY", "CALLBACK", "PASCAL"];

/// Macros whose definitions were looked for.
#[derive(Default)]
pub(super) struct Macros {
    meanings: BTreeMap<String, Meaning>,
    /// Macros for exports; whether one of their definitions says `dllexport`.
    exports: OnceCell<BTreeMap<String, bool>>,
}

/// What the definitions of a macro say.
enum Meaning {
    /// They may say `dllexport`.
    Export,
    /// Nothing but what these do, which look like macros.
    Others(BTreeSet<String>),
}

impl Meaning {
    fn add(&mut self, one: &MacroDef) {
        let Self::Others(others) = self else { return };
        let Some(body) = one.body.as_deref().filter(|body| !body.contains("dllexport")) else {
            *self = Self::Export;
            return;
        };
        let is_macro = |word: &&str| {
            let is_name = word.starts_with(|c: char| c.is_ascii_uppercase() || c == '_');
            is_name && word.len() > 1 && !word.contains(|c: char| c.is_ascii_lowercase())
        };
        let parameters = one.parameters.as_deref().unwrap_or_default();
        let words = all_words(body.as_bytes()).map(|(word, _)| word).filter(is_macro);
        let words = words.filter(|word| *word != one.name && !parameters.iter().any(|known| known == word));
        others.extend(words.map(str::to_owned));
    }
}

impl Macros {
    /// Whether what a macro stands for may say `dllexport`, itself or by another macro (`#define API IMPORT`): one that nothing here defines may,
    /// and so may one that leads too far.
    pub(super) fn may_export(&mut self, natives: &Natives, name: &str) -> bool {
        let mut names = BTreeSet::from([name.to_owned()]);
        for _ in 0..DEEPEST {
            self.read(natives, &names);
            let mut next = BTreeSet::new();
            for name in &names {
                match self.meanings.get(name) {
                    Some(Meaning::Others(others)) => next.extend(others.iter().cloned()),
                    Some(Meaning::Export) | None => return true,
                }
            }
            names = next;
        }
        !names.is_empty()
    }

    /// Looks for the definitions of those that are not known yet, in one pass over the files.
    fn read(&mut self, natives: &Natives, names: &BTreeSet<String>) {
        let new: Vec<&String> = names.iter().filter(|name| !self.meanings.contains_key(*name)).collect();
        if new.is_empty() {
            return;
        }
        let mut found: BTreeMap<&str, Meaning> = BTreeMap::new();
        let exports = self.exports.get_or_init(|| exports(natives));
        for name in &new {
            let known = exports.get(*name);
            if let Some(export) = known {
                let meaning = if *export { Meaning::Export } else { Meaning::Others(BTreeSet::new()) };
                found.insert(name, meaning);
            }
        }
        let wanted: BTreeSet<&str> = new.iter().map(|name| name.as_str()).collect();
        for file in natives.mentioning(&new).iter().filter_map(|index| natives.at(*index)) {
            for one in &file.facts.macros {
                if let Some(name) = wanted.get(&*one.name) {
                    found.entry(name).or_insert_with(|| Meaning::Others(BTreeSet::new())).add(one);
                }
            }
        }
        let undefined = |name: &str| {
            if CONVENTIONS.contains(&name) { Meaning::Others(BTreeSet::new()) } else { Meaning::Export }
        };
        for name in wanted {
            let meaning = found.remove(name).unwrap_or_else(|| undefined(name));
            self.meanings.insert(name.to_owned(), meaning);
        }
    }
}

/// Macros for exports, and whether they say `dllexport`.
fn exports(natives: &Natives) -> BTreeMap<String, bool> {
    let mut found: BTreeMap<String, bool> = BTreeMap::new();
    for file in natives.with(Triggers::EXPORT).filter_map(|path| natives.file(path)) {
        for one in &file.facts.export_macros {
            let is_export = |effect: &Effect| matches!(effect, Effect::Visibility(Visibility::DllExport));
            *found.entry(one.name.clone()).or_default() |= one.alternatives.iter().any(|one| is_export(&one.effect));
        }
    }
    found
}
