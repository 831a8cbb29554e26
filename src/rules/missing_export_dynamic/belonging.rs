//! The functions of a target by the types that they belong to: their class, and what they take pointers or references to.
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::TargetId;
use crate::model::symbols::{Names, Site};
use crate::native::{ArgumentValue, Function, LoadKind, NativeFile};

use super::Search;

/// By the last name of the type: the names of functions, each with the first site that belongs to it.
pub(super) type Belonging = FxHashMap<String, Vec<(String, usize)>>;

impl Search<'_> {
    /// The functions that a target's own sources define for others, by type. Read once: each program that loads asks for several types.
    pub(super) fn belonging(&self, part: TargetId, names: &Names) -> Rc<Belonging> {
        if let Some(known) = self.belonging.borrow().get(&part) {
            return Rc::clone(known);
        }
        let mut found = Belonging::default();
        for (name, sites) in &names.defined {
            let mut seen: FxHashSet<String> = FxHashSet::default();
            for (at, site) in sites.iter().enumerate() {
                let Some(function) = site.function().filter(|function| is_for_others(site, function)) else { continue };
                for owner in owners(site, function) {
                    if seen.insert(owner.clone()) {
                        found.entry(owner).or_default().push((name.clone(), at));
                    }
                }
            }
        }
        let found = Rc::new(found);
        self.belonging.borrow_mut().insert(part, Rc::clone(&found));
        found
    }
}

fn is_for_others(site: &Site, function: &Function) -> bool {
    !function.internal
        && !function.inline
        && !function.template
        && function.name != "main"
        && !forwards(&site.file, &function.name)
}

/// The types that a function belongs to: that of a member, or those that it has a pointer or a reference to.
fn owners(site: &Site, function: &Function) -> Vec<String> {
    if function.member {
        let owner = function.qualified.rsplit_once("::").map_or("", |(owner, _)| owner);
        let last = owner.rsplit(':').next().unwrap_or_default();
        return if function.name.starts_with('~') { Vec::new() } else { vec![last.to_owned()] };
    }
    let head = function.range.end as usize..function.head.end.max(function.range.end) as usize;
    pointees(&String::from_utf8_lossy(site.file.source.bytes().get(head).unwrap_or_default()))
}

/// The words of a text that `*` or `&` follows.
fn pointees(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for (at, _) in text.match_indices(['*', '&']) {
        let before = text.get(..at).unwrap_or_default().trim_end();
        let start = before
            .rfind(|c: char| !(c.is_alphanumeric() || c == '_'))
            .map_or(0, |end| end + before.get(end..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8));
        let word = before.get(start..).unwrap_or_default();
        if !word.is_empty() && !out.iter().any(|known| known == word) {
            out.push(word.to_owned());
        }
    }
    out
}

/// Whether a file looks up the name of a function: its own one calls that of the library which it loads.
fn forwards(file: &NativeFile, name: &str) -> bool {
    file.facts.loads.iter().filter(|load| load.kind == LoadKind::Symbol).any(|load| {
        let symbol = load.symbol.as_ref().map(|argument| &argument.value);
        matches!(symbol, Some(ArgumentValue::Literal(names)) if names.iter().any(|one| one == name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_before_pointers() {
        assert_eq!(pointees("(const Ctx *ctx, ns::Window & w, int n, Ctx* other)"), ["Ctx", "Window"]);
        assert!(pointees("(int)").is_empty() && pointees("(*)").is_empty());
    }
}
