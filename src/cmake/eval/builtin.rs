//! Variables that CMake itself keeps: the current file and directory, the versions, the running function.
use std::path::Path;

use super::machine::Machine;
use super::text::Text;
use super::value::{Origin, Value};

/// Prefixes and names that a user does not give by `-D`: asking for them unset gives nothing, not an input.
const NEVER_INPUTS: &[&str] = &[
    "ARGN",
    "ARGV",
    "ARGC",
    "CMAKE_MATCH_",
    "CMAKE_CURRENT_",
    "CMAKE_PARENT_LIST_FILE",
    "CMAKE_PROJECT_",
    "CMAKE_LINK_LIBRARY_",
    "CMAKE_LINK_GROUP_",
    "CMAKE_REQUIRED_",
    "CMAKE_POLICY_DEFAULT_",
];

/// Whether a name is never an input.
pub(super) fn never_an_input(name: &str) -> bool {
    NEVER_INPUTS.iter().any(|prefix| name.starts_with(prefix)) || name.is_empty()
}

/// Entries that `project()` puts into the cache for every project that compiles something (cmake-variables(7), CMAKE_INSTALL_PREFIX;
/// cmake-commands(7), project: Modules/CMakeInitializeConfigs.cmake, CMakeCommonLanguageInclude.cmake, CMakeGenericSystem.cmake).
pub(super) fn defined_by_project(name: &str) -> bool {
    let holders = [
        "C_FLAGS",
        "CXX_FLAGS",
        "EXE_LINKER_FLAGS",
        "MODULE_LINKER_FLAGS",
        "SHARED_LINKER_FLAGS",
        "STATIC_LINKER_FLAGS",
    ];
    let configurations = ["", "_DEBUG", "_RELEASE", "_RELWITHDEBINFO", "_MINSIZEREL"];
    name.strip_prefix("CMAKE_").is_some_and(|rest| {
        rest == "INSTALL_PREFIX"
            || holders.iter().any(|holder| rest.strip_prefix(holder).is_some_and(|end| configurations.contains(&end)))
    })
}

impl Machine<'_> {
    /// The value of a variable that CMake keeps up to date, if the name is one.
    pub(super) fn built_in(&mut self, name: Text) -> Option<Value> {
        let plain = self.facts.texts.plain(name)?;
        if !plain.starts_with("CMAKE_") {
            return None;
        }
        let path = |p: &Path| p.to_string_lossy().into_owned();
        let text = match &*plain {
            "CMAKE_SOURCE_DIR" | "CMAKE_HOME_DIRECTORY" => path(&self.facts.source_dir),
            "CMAKE_BINARY_DIR" => path(&self.facts.binary_dir),
            "CMAKE_CURRENT_SOURCE_DIR" => path(&self.facts.directories[self.directory.0 as usize].source),
            "CMAKE_CURRENT_BINARY_DIR" => path(&self.facts.directories[self.directory.0 as usize].binary),
            "CMAKE_CURRENT_LIST_FILE" => path(self.list_files.last()?),
            "CMAKE_CURRENT_LIST_DIR" => path(self.list_files.last()?.parent()?),
            "CMAKE_PARENT_LIST_FILE" => path(self.list_files.len().checked_sub(2).map(|i| &self.list_files[i])?),
            "CMAKE_CURRENT_FUNCTION" => self.running.last()?.name.to_string(),
            "CMAKE_CURRENT_FUNCTION_LIST_FILE" => path(&self.running.last()?.path),
            "CMAKE_CURRENT_FUNCTION_LIST_DIR" => path(self.running.last()?.path.parent()?),
            "CMAKE_VERSION" => self.cmake_version().to_string(),
            "CMAKE_MAJOR_VERSION" => self.cmake_version().0.to_string(),
            "CMAKE_MINOR_VERSION" => self.cmake_version().1.to_string(),
            "CMAKE_PATCH_VERSION" => self.cmake_version().2.to_string(),
            "CMAKE_MINIMUM_REQUIRED_VERSION" => {
                let (minimum, _) = self.policies.range?;
                format!("{}.{}", minimum.0, minimum.1)
            }
            "CMAKE_FILES_DIRECTORY" => "/CMakeFiles".to_owned(),
            "CMAKE_CFG_INTDIR" => ".".to_owned(),
            _ => return None,
        };
        let text = self.intern(&text);
        Some(Value::text(text, Origin::NONE))
    }
}
