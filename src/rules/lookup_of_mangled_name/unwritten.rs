//! Look-ups whose call does not write the name: it comes through a constant, a wrapper (`library.get("create")`) or a macro (`#name`).
use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cmake::eval::facts::TargetKind;
use crate::model::TargetId;
use crate::model::binaries::is_header;
use crate::model::loading::Load;
use crate::model::mentions::Names;
use crate::model::symbols::{Key, Site};
use crate::native::{ArgumentValue, FileIndex, Handle, Linkage, LoadKind};

use super::{Lookup, Lookups, Search, is_plain};

/// Shorter names are words of other things, too.
const SHORTEST: usize = 4;

/// The names that a module has for others.
#[derive(Default)]
struct Defined {
    /// In the object file they are as they are written.
    plain: FxHashSet<String>,
    /// They are mangled.
    mangled: FxHashSet<String>,
}

impl Search<'_> {
    /// Adds the names that a loading program's code has in quotes, where a module has none of them but as a mangled one: the name by which
    /// it is to be entered is among those.
    pub(super) fn unwritten(&self, out: &mut Lookups) {
        let loads: Vec<(TargetId, Load)> =
            self.model.built_targets().flat_map(|id| self.open_lookups(id).map(move |load| (id, load))).collect();
        if loads.is_empty() {
            return;
        }
        let modules: Vec<(TargetId, Defined)> = self.modules().collect();
        let all: BTreeSet<&String> = modules.iter().flat_map(|(_, names)| names.plain.union(&names.mangled)).collect();
        if all.is_empty() {
            return;
        }
        let macros: BTreeSet<&str> = loads.iter().filter_map(|(_, load)| stringizing(load)).collect();
        let said = self.said(&all, &macros);
        for (by, load) in &loads {
            let known = self.known_to(*by, &said);
            for (module, names) in modules.iter().filter(|(module, _)| module != by) {
                if names.plain.iter().any(|name| known.contains(name.as_str())) {
                    continue;
                }
                for name in names.mangled.iter().filter(|name| known.contains(name.as_str())) {
                    let lookup = Lookup { by: *by, load: load.clone(), only: Some(*module) };
                    out.entry(name.clone()).or_default().push(lookup);
                }
            }
        }
    }

    /// Look-ups of a target that do not say which name they ask for.
    fn open_lookups(&self, id: TargetId) -> impl Iterator<Item = Load> + use<> {
        let calls = self.model.loader_calls(self.natives, id, |call| {
            call.kind == LoadKind::Symbol
                && call.handle.is_none_or(|handle| handle == Handle::Other)
                && !matches!(call.symbol.as_ref().map(|symbol| &symbol.value), Some(ArgumentValue::Literal(_)))
        });
        calls.into_iter().filter(|load| load.sure)
    }

    /// Modules, and the functions and variables that each defines for others at global scope. Those with a macro between their declarations
    /// are left out: it may define what is entered.
    fn modules(&self) -> impl Iterator<Item = (TargetId, Defined)> {
        let modules =
            self.model.built_targets().filter(|id| !self.model.is_kind(*id, &[TargetKind::Module]).is_false());
        modules.filter_map(|id| {
            let mut found = Defined::default();
            for source in self.model.sources(id) {
                let Some(path) = source.path.as_deref() else { continue };
                let Some(file) = self.natives.file(path) else { continue };
                if !file.facts.invocations.is_empty() {
                    return None;
                }
                let functions = file.facts.functions.iter().enumerate();
                for (index, one) in functions.filter(|(_, one)| one.is_definition && !one.internal && !one.member) {
                    let site =
                        Site { path: path.into(), file: file.clone(), index, cond: source.cond, is_included: false };
                    let key = Key { c: true, name: one.name.clone() };
                    let plain = one.linkage != Linkage::Cxx || self.symbols.is_definition_of(id, &site, &key);
                    if plain {
                        found.plain.insert(one.name.clone());
                    } else if one.qualified == one.name && is_plain(&one.name) && one.name.len() >= SHORTEST {
                        found.mangled.insert(one.name.clone());
                    }
                }
                let variables = file.facts.variables.iter().filter(|one| !one.internal);
                found.plain.extend(variables.map(|one| one.name.clone()));
            }
            Some((id, found))
        })
    }

    /// Which of some names each file has in quotes, or as the argument of a macro that makes a text of it.
    fn said(&self, names: &BTreeSet<&String>, macros: &BTreeSet<&str>) -> FxHashMap<FileIndex, FxHashSet<String>> {
        let words: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
        let sought: Names<'_> = words.iter().copied().collect();
        let files = self.natives.mentioning(&words).into_iter();
        let said = files.filter_map(|index| {
            let text = self.natives.text(index)?;
            let found = sought.among(&text).into_iter();
            let found = found.filter(|(name, at)| is_quoted(&text, name, *at) || is_given(&text, *at, macros));
            let found: FxHashSet<String> = found.map(|(name, _)| name.to_owned()).collect();
            (!found.is_empty()).then_some((index, found))
        });
        said.collect()
    }

    /// The names that the code of a target's process has so, headers of the project included.
    fn known_to<'s>(&self, id: TargetId, said: &'s FxHashMap<FileIndex, FxHashSet<String>>) -> FxHashSet<&'s str> {
        let process = self.model.process_of(id);
        let sources = process.iter().flat_map(|part| self.model.sources(*part));
        let own: FxHashSet<FileIndex> =
            sources.filter_map(|source| self.natives.index(source.path.as_deref()?)).collect();
        let of_process =
            |index: &FileIndex| own.contains(index) || self.natives.path(*index).is_some_and(|path| is_header(path));
        let said = said.iter().filter(|(index, _)| of_process(index));
        said.flat_map(|(_, names)| names.iter().map(String::as_str)).collect()
    }
}

/// The macro around a look-up.
fn stringizing(load: &Load) -> Option<&str> {
    Some(load.call.enclosing.as_str()).filter(|name| load.call.in_macro && !name.is_empty())
}

fn is_quoted(text: &[u8], name: &str, at: usize) -> bool {
    let quote = |at: Option<usize>| at.and_then(|at| text.get(at)) == Some(&b'"');
    quote(at.checked_sub(1)) && quote(Some(at + name.len()))
}

/// Whether a word stands between the parentheses of a macro.
fn is_given(text: &[u8], at: usize, macros: &BTreeSet<&str>) -> bool {
    let line = text.get(..at).unwrap_or_default();
    let line = line.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
    let Some(open) = memchr::memrchr(b'(', line).filter(|_| !macros.is_empty()) else { return false };
    let before = line.get(..open).unwrap_or_default().trim_ascii_end();
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let start = before.iter().rposition(|byte| !is_word(byte)).map_or(0, |at| at + 1);
    // Its own definition has the names of its parameters there.
    let defined = line.trim_ascii_start().starts_with(b"#");
    let name = before.get(start..).and_then(|name| std::str::from_utf8(name).ok());
    !defined && name.is_some_and(|name| macros.contains(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_quotes_and_in_macros() {
        let at = |text: &str, name: &str| text.find(name).expect("it is there");
        let macros = BTreeSet::from(["LOAD"]);
        let text = "f(\"init_all\"); LOAD(h, get, open_all); g(stop_all);";
        assert!(is_quoted(text.as_bytes(), "init_all", at(text, "init_all")));
        assert!(!is_quoted(text.as_bytes(), "stop_all", at(text, "stop_all")));
        assert!(is_given(text.as_bytes(), at(text, "open_all"), &macros));
        assert!(!is_given(text.as_bytes(), at(text, "stop_all"), &macros));
        assert!(!is_given(b"#define LOAD(h, var, name) x", 21, &macros));
    }
}
