//! Target properties at the end of the configure step, generator expressions left as they are.
use serde_json::{Map, Value as Json, json};

use super::{Concrete, TargetId};

/// Properties whose value is one string.
const SCALARS: &[&str] = &[
    "ENABLE_EXPORTS",
    "C_VISIBILITY_PRESET",
    "CXX_VISIBILITY_PRESET",
    "CUDA_VISIBILITY_PRESET",
    "VISIBILITY_INLINES_HIDDEN",
    "POSITION_INDEPENDENT_CODE",
    "VERSION",
    "SOVERSION",
    "OUTPUT_NAME",
    "PREFIX",
    "SUFFIX",
    "LINK_FLAGS",
    "COMPILE_FLAGS",
    "DEFINE_SYMBOL",
    "INTERPROCEDURAL_OPTIMIZATION",
    "LINKER_LANGUAGE",
    "EXCLUDE_FROM_ALL",
    "C_STANDARD",
    "CXX_STANDARD",
    "NO_SONAME",
    "EXPORT_NAME",
    "INSTALL_RPATH_USE_LINK_PATH",
    "SKIP_BUILD_RPATH",
    "BUILD_WITH_INSTALL_RPATH",
    "UNITY_BUILD",
    "LINK_SEARCH_START_STATIC",
    "LINK_SEARCH_END_STATIC",
    "LINK_WHAT_YOU_USE",
    "WINDOWS_EXPORT_ALL_SYMBOLS",
    "ARCHIVE_OUTPUT_DIRECTORY",
    "LIBRARY_OUTPUT_DIRECTORY",
    "RUNTIME_OUTPUT_DIRECTORY",
];

/// Properties whose value is a list.
const LISTS: &[&str] = &[
    "LINK_LIBRARIES",
    "INTERFACE_LINK_LIBRARIES",
    "LINK_OPTIONS",
    "INTERFACE_LINK_OPTIONS",
    "STATIC_LIBRARY_OPTIONS",
    "COMPILE_DEFINITIONS",
    "INTERFACE_COMPILE_DEFINITIONS",
    "COMPILE_OPTIONS",
    "INTERFACE_COMPILE_OPTIONS",
    "COMPILE_FEATURES",
    "INTERFACE_COMPILE_FEATURES",
    "INCLUDE_DIRECTORIES",
    "INTERFACE_INCLUDE_DIRECTORIES",
    "INTERFACE_SYSTEM_INCLUDE_DIRECTORIES",
    "INTERFACE_SOURCES",
    "LINK_INTERFACE_LIBRARIES",
    "LINK_DIRECTORIES",
    "INTERFACE_LINK_DIRECTORIES",
    "LINK_DEPENDS",
    "INTERFACE_LINK_DEPENDS",
    "MANUALLY_ADDED_DEPENDENCIES",
    "INSTALL_RPATH",
    "BUILD_RPATH",
];

/// All of them: a property that no target has set is known to be unset.
pub(super) const NAMES: [&str; SCALARS.len() + LISTS.len()] = names();

const fn names() -> [&'static str; SCALARS.len() + LISTS.len()] {
    let mut out = [""; SCALARS.len() + LISTS.len()];
    let mut at = 0;
    while at < out.len() {
        out[at] = if at < SCALARS.len() { SCALARS[at] } else { LISTS[at - SCALARS.len()] };
        at += 1;
    }
    out
}

impl Concrete<'_, '_> {
    /// The properties that are set, and the names of those of which that is not known.
    pub(super) fn properties(&self, id: TargetId) -> (Map<String, Json>, Vec<&'static str>) {
        let mut out = Map::new();
        let mut declined = Vec::new();
        for name in SCALARS {
            match self.setting(id, name) {
                Some(None) => {}
                Some(Some(value)) => {
                    out.insert((*name).to_owned(), self.normal.text(&value).into());
                }
                None => {
                    out.insert((*name).to_owned(), Json::Null);
                    declined.push(*name);
                }
            }
        }
        for name in LISTS {
            let value = self.model.target(id).properties.get(*name);
            let set = value.map_or(Some(false), |v| self.reader(id).is_set(v));
            let list = value.and_then(|v| self.reader(id).list(v));
            match (set, list) {
                (Some(false), _) => {}
                (Some(true), Some(list)) => {
                    let items = list.iter().filter(|i| !i.starts_with("::@")).map(|i| self.normal.text(i));
                    out.insert((*name).to_owned(), json!(items.collect::<Vec<_>>()));
                }
                _ => {
                    out.insert((*name).to_owned(), Json::Null);
                    declined.push(*name);
                }
            }
        }
        (out, declined)
    }
}
