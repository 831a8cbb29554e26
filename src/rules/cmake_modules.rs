//! How packages are found: by a module of CMake's own, or by a configuration that they bring.

/// The names of CMake's own find modules: their targets have a namespace.
pub(super) fn find_modules() -> impl Iterator<Item = &'static str> {
    rows(include_str!("cmake_modules/find_modules.txt"))
}

/// Whether a package needs no find module of a project: CMake has one, or the package brings a configuration.
pub(super) fn needs_no_module(package: &str) -> bool {
    let configured = rows(include_str!("cmake_modules/configured.txt"));
    find_modules().chain(configured).any(|name| name.eq_ignore_ascii_case(package))
}

/// Modules of CMake that look for nothing themselves (cmake-modules(7)).
pub(super) const LOOKING_FOR_NOTHING: &[&str] = &[
    DEFINING,
    "CMakePackageConfigHelpers",
    "FindPackageHandleStandardArgs",
    "FindPackageMessage",
    "FeatureSummary",
    "GNUInstallDirs",
    "SelectLibraryConfigurations",
];

/// The one of them that defines `find_dependency()`.
pub(super) const DEFINING: &str = "CMakeFindDependencyMacro";

fn rows(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|line| !line.starts_with('#'))
}
