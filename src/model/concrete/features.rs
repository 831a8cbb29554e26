//! How items are linked that `$<LINK_LIBRARY:…>` and `$<LINK_GROUP:…>` give a feature (cmake-generator-expressions(7),
//! cmake-variables(7): `CMAKE_LINK_LIBRARY_USING_<FEATURE>`, `CMAKE_LINK_GROUP_USING_<FEATURE>`).
use crate::cmake::lang::{condition, list};

use super::compile::words;
use super::link::LineItem;
use super::usage::LinkItem;
use super::{Concrete, TargetId};

/// The features that CMake itself has for GCC and Clang on ELF systems, with what begins and ends their items (CMake's
/// Modules/Platform/Linux-GNU.cmake, linkers that know `--push-state`).
const OWN: &[(&str, &str, &str)] = &[
    ("LINK_LIBRARY:WHOLE_ARCHIVE", "-Wl,--push-state,--whole-archive", "-Wl,--pop-state"),
    ("LINK_GROUP:RESCAN", "-Wl,--start-group", "-Wl,--end-group"),
];

/// How the items of a feature are written.
#[derive(Debug, Default)]
pub(super) struct Using {
    pub prefix: Vec<String>,
    /// Each item; as without a feature where there is none.
    pub pattern: Option<Pattern>,
    pub suffix: Vec<String>,
}

/// How one item is written: by its path, and by its name.
#[derive(Debug)]
pub(super) struct Pattern {
    path: String,
    name: String,
}

impl Pattern {
    /// `PATH{…}NAME{…}`, or one for both.
    fn parse(text: &str) -> Option<Self> {
        let Some(rest) = text.strip_prefix("PATH{") else {
            return Some(Self { path: text.to_owned(), name: text.to_owned() });
        };
        let (path, name) = rest.split_once("}NAME{")?;
        Some(Self { path: path.to_owned(), name: name.strip_suffix('}')?.to_owned() })
    }

    /// The arguments for an item that would be written as `word`.
    pub(super) fn words(&self, word: &str) -> Vec<String> {
        let bare = word.strip_prefix("-l");
        let pattern = if bare.is_some() { &self.name } else { &self.path };
        let library = bare.unwrap_or(word);
        let each = words(pattern).into_iter();
        each.map(|part| {
            linker(&part.replace("<LINK_ITEM>", word)).replace("<LIBRARY>", library).replace("<LIB_ITEM>", library)
        })
        .collect()
    }
}

/// `LINKER:` becomes `-Wl,`.
fn linker(text: &str) -> String {
    text.strip_prefix("LINKER:").map_or_else(|| text.to_owned(), |rest| format!("-Wl,{rest}"))
}

impl Concrete<'_, '_> {
    /// The feature with which an item is linked by anything on the line; nothing where they differ, or where the target
    /// overrides them.
    pub(super) fn feature_of(&self, id: TargetId, line: &[LineItem], item: &LinkItem) -> Option<Option<String>> {
        let features = self.features.borrow();
        if features.is_empty() {
            return Some(None);
        }
        let targets = line.iter().filter_map(|other| match other.item {
            LinkItem::Target(to) => Some(to),
            _ => None,
        });
        let mut asked = targets.chain([id]).filter_map(|by| features.get(&(by, item.clone())));
        let Some(first) = asked.next() else { return Some(None) };
        if asked.any(|other| other != first) {
            return None;
        }
        let name = match item {
            LinkItem::Target(to) => self.model.name(*to),
            LinkItem::Text(text) => text,
            LinkItem::Objects(_) => return Some(None),
            LinkItem::Unknown => return None,
        };
        for property in ["LINK_LIBRARY_OVERRIDE".to_owned(), format!("LINK_LIBRARY_OVERRIDE_{name}")] {
            if self.setting(id, &property)?.is_some() {
                return None;
            }
        }
        Some((first != "LINK_LIBRARY:DEFAULT").then(|| first.clone()))
    }

    /// How the items of a feature are written: as the project's variables say, else as CMake's own.
    pub(super) fn using(&self, id: TargetId, language: &str, feature: &str, line: &[LineItem]) -> Option<Using> {
        let (feature, group) = feature.split_once('|').map_or((feature, false), |(feature, _)| (feature, true));
        if group && !self.is_together(id, line, feature) {
            return None;
        }
        let (kind, name) = feature.split_once(':')?;
        for of in [format!("{language}_"), String::new()] {
            let variable = format!("CMAKE_{of}{kind}_USING_{name}");
            if !self.variable(id, &format!("{variable}_SUPPORTED"))?.is_some_and(|v| condition::is_on(&v)) {
                continue;
            }
            let Some(value) = self.variable(id, &variable)? else { continue };
            let parts = list::split(&value);
            let each = |text: &str| words(text).iter().map(|word| linker(word)).collect::<Vec<_>>();
            return match parts.as_slice() {
                [before, after] if group => Some(Using { prefix: each(before), pattern: None, suffix: each(after) }),
                [pattern] if !group => Some(Using { pattern: Some(Pattern::parse(pattern)?), ..Using::default() }),
                [before, pattern, after] if !group => {
                    Some(Using { prefix: each(before), pattern: Some(Pattern::parse(pattern)?), suffix: each(after) })
                }
                _ => None,
            };
        }
        let (_, before, after) = OWN.iter().find(|(own, ..)| *own == feature)?;
        Some(Using { prefix: vec![(*before).to_owned()], pattern: None, suffix: vec![(*after).to_owned()] })
    }

    /// Whether the items of each group of a feature stand together on the line, each once: where they do not, CMake moves
    /// groups as a whole, which is not followed.
    fn is_together(&self, id: TargetId, line: &[LineItem], feature: &str) -> bool {
        let mut seen: Vec<String> = Vec::new();
        let mut items: Vec<&LinkItem> = Vec::new();
        for item in line.iter().filter(|item| !item.dependent) {
            let Some(of) = self.feature_of(id, line, &item.item) else { return false };
            let Some(of) = of.filter(|of| of.split_once('|').is_some_and(|(name, _)| name == feature)) else {
                continue;
            };
            if items.contains(&&item.item) || seen.contains(&of) && seen.last() != Some(&of) {
                return false;
            }
            if seen.last() != Some(&of) {
                seen.push(of);
            }
            items.push(&item.item);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_tell_paths_from_names() {
        let pattern = Pattern::parse("PATH{-weak_library <LIBRARY>}NAME{LINKER:-weak-l<LIBRARY>}").unwrap();
        assert_eq!(pattern.words("sub/libx.a"), ["-weak_library", "sub/libx.a"]);
        assert_eq!(pattern.words("-lz"), ["-Wl,-weak-lz"]);
        let pattern = Pattern::parse("<LINK_ITEM>").unwrap();
        assert_eq!(pattern.words("-lz"), ["-lz"]);
    }
}
