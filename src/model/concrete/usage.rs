//! Link items and usage requirements in CMake's order (cmake-buildsystem(7)).
use rustc_hash::FxHashSet;

use crate::cmake::eval::facts::{Definition, Directory, TargetKind};
use crate::cmake::eval::text::SymbolKind;

use super::genex::Place;
use super::{Concrete, TargetId, imported};

/// How the targets of `FindOpenMP` begin.
const OPENMP: &str = "OpenMP::OpenMP_";

/// An entry of a link property.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum LinkItem {
    /// A target of the project, or an imported one.
    Target(TargetId),
    /// A library by name or path, or a flag.
    Text(String),
    /// The objects of an object library (`$<TARGET_OBJECTS:…>`).
    Objects(TargetId),
    /// A library that is linked or not, or of unknown path: no target, so that it brings no usage requirements.
    Unknown,
}

/// The mark that begins or ends items of a feature (`$<LINK_LIBRARY:…>`, `$<LINK_GROUP:…>`), and the feature that it begins.
fn mark(text: &str) -> Option<Option<String>> {
    let inner = text.strip_prefix('<')?.strip_suffix('>')?;
    match inner.strip_prefix('/') {
        Some(inner) => inner.starts_with("LINK_").then_some(None),
        None => inner.starts_with("LINK_").then(|| Some(inner.to_owned())),
    }
}

impl<'f> Concrete<'_, 'f> {
    /// The definition that counts in this configuration.
    pub(super) fn definition(&self, id: TargetId) -> Option<&'f Definition> {
        let at = (*self.chosen.get(id.0 as usize)?)?;
        self.model.definitions_of(id).get(at)
    }

    /// The directory of a target.
    pub(super) fn directory(&self, id: TargetId) -> Option<&'f Directory> {
        self.model.facts.directories.get(self.definition(id)?.directory.0 as usize)
    }

    /// A property as it is set.
    pub(super) fn setting(&self, id: TargetId, property: &str) -> Option<Option<String>> {
        self.reader(id).setting(self.model.target(id).properties.get(property))
    }

    /// A property with its generator expressions evaluated, as a string.
    pub(super) fn evaluated(&self, id: TargetId, property: &str, place: Place<'_>) -> Option<Option<String>> {
        match self.setting(id, property)? {
            Some(text) if text.contains("$<") => self.once(id, property, || self.evaluate(&text, place)).map(Some),
            other => Some(other),
        }
    }

    /// Whether a property is true, by CMake's words for that; unset is false.
    pub(super) fn truth(&self, id: TargetId, property: &str) -> Option<bool> {
        let value = self.evaluated(id, property, Place::usage(id))?.unwrap_or_default();
        Some(crate::cmake::lang::condition::is_on(&value))
    }

    /// A list property with its generator expressions evaluated.
    pub(super) fn evaluated_list(&self, id: TargetId, property: &str, place: Place<'_>) -> Option<Vec<String>> {
        match self.setting(id, property)? {
            Some(text) if text.contains("$<") => self.once(id, property, || self.evaluate_list(&text, place)),
            Some(text) => self.evaluate_list(&text, place),
            None => Some(Vec::new()),
        }
    }

    /// A variable at the end of a target's directory.
    pub(super) fn variable(&self, id: TargetId, name: &str) -> Option<Option<String>> {
        self.reader(id).setting(self.directory(id)?.end_variables.get(name))
    }

    /// Whether such a variable is true.
    pub(super) fn variable_on(&self, id: TargetId, name: &str) -> Option<bool> {
        Some(self.variable(id, name)?.is_some_and(|v| crate::cmake::lang::condition::is_on(&v)))
    }

    /// Whether a target is made by a package that was not read: nothing is known of its properties.
    fn is_opaque(&self, id: TargetId) -> bool {
        let properties = &self.model.target(id).properties;
        let told = |name: &str| name.starts_with("IMPORTED_") || name.starts_with("INTERFACE_");
        self.definition(id).is_none_or(|d| d.imported && d.kind == TargetKind::Unknown)
            && !properties.keys().any(|name| told(name))
    }

    /// What a target links itself (`interface` false) or passes on.
    pub(super) fn links(&self, id: TargetId, interface: bool, place: Place<'_>) -> Option<Vec<LinkItem>> {
        if interface && self.is_opaque(id) {
            let known = self.links_of_imported(self.model.name(id));
            return known.or_else(|| place.lenient.then(Vec::new));
        }
        let property = if interface { "INTERFACE_LINK_LIBRARIES" } else { "LINK_LIBRARIES" };
        let mut out = Vec::new();
        let value =
            if interface { self.model.link_interface(id) } else { self.model.target(id).properties.get(property) };
        let Some(value) = value else { return Some(out) };
        let reader = self.reader(id);
        // An expression over several elements is put together again.
        let mut begun = String::new();
        for elem in value.elems.iter() {
            let holds = reader.holds(elem.cond);
            if holds == Some(false) {
                continue;
            }
            let Some(text) = reader.text(elem.text) else {
                out.push(
                    (self.names_a_file(elem.text) || place.lenient && self.is_found(elem.text))
                        .then_some(LinkItem::Unknown)?,
                );
                continue;
            };
            let text = if begun.is_empty() { text } else { format!("{begun};{text}") };
            if holds == Some(true) && text.matches("$<").count() > text.matches('>').count() {
                begun = text;
                continue;
            }
            begun.clear();
            let texts = if text.contains("$<") {
                self.once(id, property, || self.evaluate_list(&text, place))?
            } else {
                self.evaluate_list(&text, place)?
            };
            let (mut feature, mut group): (Option<String>, Option<(String, usize)>) = (None, None);
            for text in texts {
                if let Some(mark) = mark(&text) {
                    let ends = group.take_if(|_| text.starts_with("</LINK_GROUP:"));
                    if let Some((name, from)) = ends {
                        self.note_group(id, &name, &out[from..]);
                    }
                    match mark {
                        Some(name) if name.starts_with("LINK_GROUP:") => group = Some((name, out.len())),
                        other => feature = other,
                    }
                    continue;
                }
                let item = self.link_item(&text).or_else(|| place.lenient.then_some(Some(LinkItem::Unknown)))?;
                if let (Some(feature), Some(item)) = (&feature, &item) {
                    self.features.borrow_mut().insert((id, item.clone()), feature.clone());
                }
                match item {
                    Some(LinkItem::Target(to)) if to == id => {}
                    Some(item) if holds == Some(true) => out.push(item),
                    Some(LinkItem::Target(_)) => return None,
                    Some(_) => out.push(LinkItem::Unknown),
                    None => {}
                }
            }
        }
        Some(out)
    }

    /// Each item of a group knows it by all its items. A feature of its own within the group is not followed.
    fn note_group(&self, id: TargetId, name: &str, items: &[LinkItem]) {
        let group = format!("{name}|{items:?}");
        let mut features = self.features.borrow_mut();
        for item in items {
            let own = features.insert((id, item.clone()), group.clone());
            if own.is_some_and(|own| own != group) {
                features.insert((id, item.clone()), "LINK_GROUP:".to_owned());
            }
        }
    }

    /// Whether nothing in a text is unknown but what searches and packages give: no target of the project.
    fn is_found(&self, text: crate::cmake::eval::text::Text) -> bool {
        let texts = &self.model.facts.texts;
        let found = |c: char| texts.symbol_of(c).is_none_or(|id| texts.info(id).kind == SymbolKind::Found);
        texts.as_str(text).is_some_and(|t| t.chars().all(found))
    }

    /// Whether a text that is not known is the absolute path of something.
    fn names_a_file(&self, text: crate::cmake::eval::text::Text) -> bool {
        self.model.facts.texts.as_str(text).is_some_and(|t| t.starts_with('/') && !t.contains(';'))
    }

    fn link_item(&self, text: &str) -> Option<Option<LinkItem>> {
        if text.starts_with("::@") || text.is_empty() {
            return Some(None);
        }
        if let Some(name) = text.strip_prefix("$<TARGET_OBJECTS:").and_then(|t| t.strip_suffix('>')) {
            self.links_objects.set(true);
            return Some(Some(LinkItem::Objects(self.model.find(name)?)));
        }
        if text.starts_with("$<") {
            return None;
        }
        match self.model.find(text).filter(|&id| self.definition(id).is_some()) {
            Some(id) => Some(Some(LinkItem::Target(id))),
            // A name with colons can only be a target: of a package that is not read.
            None if text.contains("::") && !text.starts_with('-') => None,
            None => Some(Some(LinkItem::Text(text.to_owned()))),
        }
    }

    fn links_of_imported(&self, name: &str) -> Option<Vec<LinkItem>> {
        if name == "Threads::Threads" {
            return Some(self.threads()?.into_iter().map(LinkItem::Text).collect());
        }
        if let Some(language) = name.strip_prefix(OPENMP) {
            return self.openmp(language);
        }
        let row = imported::find(name)?;
        row.links.iter().map(|link| self.model.find(link).map(LinkItem::Target)).collect()
    }

    /// What `OpenMP::OpenMP_<language>` links (`FindOpenMP`).
    fn openmp(&self, language: &str) -> Option<Vec<LinkItem>> {
        let Some(names) = self.toolchain.get(&format!("OpenMP_{language}_LIB_NAMES")) else {
            return Some(vec![LinkItem::Unknown]);
        };
        let each = names.split(';').filter(|name| !name.is_empty());
        let file = |name: &str| self.toolchain.found(&[&format!("OpenMP_{name}_LIBRARY")]);
        each.map(|name| Some(LinkItem::Text(file(name)?.to_owned()))).collect()
    }

    /// What `Threads::Threads` links: nothing where the C library holds the threads (`FindThreads`).
    fn threads(&self) -> Option<Option<String>> {
        if self.toolchain.found(&["CMAKE_HAVE_LIBC_PTHREAD", "CMAKE_HAVE_LIBC_CREATE"]).is_some() {
            return Some(None);
        }
        let found = |name| self.toolchain.found(&[name]).is_some();
        if found("CMAKE_HAVE_PTHREADS_CREATE") {
            return Some(Some("-lpthreads".to_owned()));
        }
        found("CMAKE_HAVE_PTHREAD_CREATE").then(|| Some("-lpthread".to_owned()))
    }

    /// What [`Self::closure`] keeps.
    pub(super) fn find_closure(&self, id: TargetId, place: Place<'_>) -> Option<Vec<TargetId>> {
        let mut seen = FxHashSet::default();
        seen.insert(id);
        let mut out = Vec::new();
        let mut stack: Vec<LinkItem> = self.links(id, false, place)?;
        stack.reverse();
        while let Some(item) = stack.pop() {
            let LinkItem::Target(to) = item else { continue };
            if seen.insert(to) {
                out.push(to);
                stack.extend(self.links(to, true, place)?.into_iter().rev());
            }
        }
        Some(out)
    }

    /// INTERFACE_<property> of a target with what its own links pass on.
    pub(super) fn interface(&self, id: TargetId, property: &str, place: Place<'_>) -> Option<Vec<String>> {
        let mut seen = FxHashSet::default();
        let mut out = Vec::new();
        let mut stack = vec![LinkItem::Target(id)];
        while let Some(item) = stack.pop() {
            let LinkItem::Target(to) = item else { continue };
            if seen.insert(to) {
                out.extend(self.own_interface(to, property, place)?);
                stack.extend(self.links(to, true, place)?.into_iter().rev());
            }
        }
        Some(out)
    }

    pub(super) fn own_interface(&self, id: TargetId, property: &str, place: Place<'_>) -> Option<Vec<String>> {
        if self.is_opaque(id) {
            return self.interface_of_imported(self.model.name(id), property, place);
        }
        let mut out = self.evaluated_list(id, &format!("INTERFACE_{property}"), place)?;
        if property == "INCLUDE_DIRECTORIES"
            && !self.definition(id)?.imported
            && self.variable_on(id, "CMAKE_INCLUDE_CURRENT_DIR_IN_INTERFACE")?
        {
            let directory = self.directory(id)?;
            out.extend([&directory.binary, &directory.source].map(|path| path.to_string_lossy().into_owned()));
        }
        if property == "LINK_OPTIONS" || property == "INCLUDE_DIRECTORIES" || property == "COMPILE_OPTIONS" {
            out.retain(|item| !item.is_empty());
        }
        Some(out)
    }

    fn interface_of_imported(&self, name: &str, property: &str, place: Place<'_>) -> Option<Vec<String>> {
        if name == "Threads::Threads" {
            return Some(Vec::new());
        }
        if let Some(language) = name.strip_prefix(OPENMP) {
            let flags = self.toolchain.get(&format!("OpenMP_{language}_FLAGS"))?;
            let compiles = property == "COMPILE_OPTIONS" && place.language == Some(language);
            return Some(if compiles { super::compile::words(flags) } else { Vec::new() });
        }
        let row = imported::find(name)?;
        match property {
            "INCLUDE_DIRECTORIES" => Some(vec![self.toolchain.found(row.include)?.to_owned()]),
            _ => Some(Vec::new()),
        }
    }

    /// A property of a target with the usage requirements that reach it.
    pub(super) fn own_and_used(&self, id: TargetId, property: &str, place: Place<'_>) -> Option<Vec<String>> {
        let mut out = self.evaluated_list(id, property, place)?;
        let place = Place { head: id, ..place };
        for &library in self.closure(id, place)?.iter() {
            out.extend(self.own_interface(library, property, place)?);
        }
        Some(out)
    }

    /// The file that an imported target stands for on a link line, if it has one.
    pub(super) fn imported_file(&self, id: TargetId) -> Option<Option<String>> {
        if self.is_opaque(id) {
            let name = self.model.name(id);
            if name == "Threads::Threads" || name.starts_with(OPENMP) {
                return Some(None);
            }
            let row = imported::find(name)?;
            if row.library.is_empty() {
                return Some(None);
            }
            return Some(Some(self.toolchain.found(row.library)?.to_owned()));
        }
        let upper = self.configuration.to_uppercase();
        for property in [format!("IMPORTED_LOCATION_{upper}"), "IMPORTED_LOCATION".to_owned()] {
            if let Some(path) = self.setting(id, &property)? {
                return Some(Some(path));
            }
        }
        for property in [format!("IMPORTED_LIBNAME_{upper}"), "IMPORTED_LIBNAME".to_owned()] {
            if let Some(name) = self.setting(id, &property)? {
                return Some(Some(name));
            }
        }
        if self.is(id, &[TargetKind::Interface]) {
            return Some(None);
        }
        // Without a file of this configuration or of none, one of those that there are.
        for other in self.evaluated_list(id, "IMPORTED_CONFIGURATIONS", Place::usage(id))? {
            if let Some(path) = self.setting(id, &format!("IMPORTED_LOCATION_{}", other.to_uppercase()))? {
                return Some(Some(path));
            }
        }
        None
    }
}
