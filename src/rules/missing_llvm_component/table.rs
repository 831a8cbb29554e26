//! Which component of LLVM defines what, and what it links (`symbols.toml`).
use std::collections::BTreeSet;
use std::sync::OnceLock;

use serde::Deserialize;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    version: String,
    component: Vec<Component>,
    library: Vec<Library>,
}

/// A component with the symbols by which its use is told.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Component {
    name: String,
    library: String,
    headers: Vec<String>,
    functions: Vec<String>,
    classes: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Library {
    name: String,
    links: Vec<String>,
}

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    // A test reads it: it is part of the program.
    TABLE.get_or_init(|| toml::from_str(include_str!("symbols.toml")).unwrap_or_default())
}

/// The library of a component, as it is spelt.
pub(super) fn library_of(component: &str) -> Option<&'static str> {
    components().iter().find(|one| one.name == component).map(|one| one.library.as_str())
}

/// Whether LLVM has a library of this name, in lower case and without `LLVM`.
pub(super) fn is_library(name: &str) -> bool {
    table().library.iter().any(|library| library.name == name)
}

/// All components.
pub(super) fn components() -> &'static [Component] {
    &table().component
}

/// The version of LLVM that the table was read from.
pub(super) fn version() -> &'static str {
    &table().version
}

impl Component {
    /// Its name, in lower case.
    pub(super) fn name(&'static self) -> &'static str {
        &self.name
    }

    /// Whether a header below `llvm/` is one of the component's.
    pub(super) fn has_header(&self, path: &str) -> bool {
        let own = |header: &String| {
            path.strip_prefix(header.as_str()).is_some_and(|rest| !header.ends_with('/') || !rest.contains('/'))
        };
        self.headers.iter().any(own)
    }

    /// Whether it defines a function of namespace `llvm`.
    pub(super) fn has_function(&self, name: &str) -> bool {
        self.functions.binary_search_by(|known| known.as_str().cmp(name)).is_ok()
    }

    /// Whether it defines a constructor of a class.
    pub(super) fn has_class(&self, name: &str) -> bool {
        self.classes.binary_search_by(|known| known.as_str().cmp(name)).is_ok()
    }
}

/// Components with all that they link; `targets` says that code generators are among them.
pub(super) fn with_dependencies(names: &[&str], targets: bool) -> BTreeSet<&'static str> {
    let find = |name: &str| table().library.iter().find(|library| library.name == name);
    let mut open: Vec<&'static Library> = names.iter().filter_map(|name| find(name)).collect();
    open.extend(targets.then(|| find("codegen of a target")).flatten());
    let mut seen = BTreeSet::new();
    while let Some(library) = open.pop() {
        if seen.insert(library.name.as_str()) {
            open.extend(library.links.iter().filter_map(|link| find(link)));
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_can_be_read() {
        let table: Table = toml::from_str(include_str!("symbols.toml")).expect("symbols.toml");
        let sorted = |names: &Vec<String>| names.is_sorted();
        assert!(table.component.iter().all(|one| sorted(&one.functions) && sorted(&one.classes)));
        assert!(table.component.iter().any(|one| one.name == "transformutils" && one.has_function("CloneModule")));
    }

    #[test]
    fn what_a_component_links() {
        let reached = with_dependencies(&["passes"], false);
        assert!(reached.contains("transformutils") && reached.contains("core") && !reached.contains("executionengine"));
        assert!(with_dependencies(&["x86"], true).contains("codegen"));
    }
}
