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

/// What `project()` sets for its folder and all below (cmake-commands(7), project): before the first one of the whole build, to ask for
/// it is to ask whether there is a project above. A version may be given, for `project(VERSION ${PROJECT_VERSION})`.
const OF_PROJECT: &[&str] = &["PROJECT_NAME", "PROJECT_SOURCE_DIR", "PROJECT_BINARY_DIR", "PROJECT_IS_TOP_LEVEL"];

/// Whether a name is never an input.
pub(super) fn never_an_input(name: &str) -> bool {
    NEVER_INPUTS.iter().any(|prefix| name.starts_with(prefix))
        || OF_PROJECT.contains(&name)
        || name.starts_with("CMAKE_") && name.ends_with("_COMPILER_LOADED")
        || name.is_empty()
}

/// Whether `project()` puts an entry into the cache, and for which language where it is for one (cmake-variables(7),
/// `CMAKE_INSTALL_PREFIX`, `CMAKE_<LANG>_FLAGS`, `CMAKE_EXE_LINKER_FLAGS_INIT`).
pub(super) fn defined_by_project(name: &str) -> Option<Option<&'static str>> {
    const HOLDERS: &[(&str, Option<&str>)] = &[
        ("C_FLAGS", Some("C")),
        ("CXX_FLAGS", Some("CXX")),
        ("EXE_LINKER_FLAGS", None),
        ("MODULE_LINKER_FLAGS", None),
        ("SHARED_LINKER_FLAGS", None),
        ("STATIC_LINKER_FLAGS", None),
    ];
    const CONFIGURATIONS: &[&str] = &["", "_DEBUG", "_RELEASE", "_RELWITHDEBINFO", "_MINSIZEREL"];
    let rest = name.strip_prefix("CMAKE_")?;
    if rest == "INSTALL_PREFIX" {
        return Some(None);
    }
    let is_held = |holder: &str| rest.strip_prefix(holder).is_some_and(|end| CONFIGURATIONS.contains(&end));
    HOLDERS.iter().find(|(holder, _)| is_held(holder)).map(|(_, language)| *language)
}

/// What a variable says of the compiler of a language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AboutCompiler {
    /// Where it is (`CMAKE_CXX_COMPILER`).
    Path,
    /// That it makes programs (`CMAKE_CXX_COMPILER_WORKS`).
    Works,
}

/// The language of which a variable says something that enabling it makes so (cmake-variables(7), `CMAKE_<LANG>_COMPILER`;
/// Modules/CMakeTestCXXCompiler.cmake).
pub(super) fn of_compiler(name: &str) -> Option<(&str, AboutCompiler)> {
    let rest = name.strip_prefix("CMAKE_")?;
    let works = rest.strip_suffix("_COMPILER_WORKS").map(|language| (language, AboutCompiler::Works));
    let (language, about) = works.or_else(|| Some((rest.strip_suffix("_COMPILER")?, AboutCompiler::Path)))?;
    let is_language = !language.is_empty() && language.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_language.then_some((language, about))
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
