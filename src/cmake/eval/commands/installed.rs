//! Packages that are installed with a configuration file of their own, in a folder that may be read: `<name>_DIR`, from the
//! command line or a configured tree's cache, names it, and `--allow-read` (or the root) covers it.
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cmake::eval::facts::{Reason, TargetKind};
use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::value::Value;
use crate::cmake::lang::condition;

/// Words of `find_package` that end a list of components (cmake-commands(7)).
const WORDS: &[&str] = &[
    "REQUIRED",
    "QUIET",
    "EXACT",
    "CONFIG",
    "MODULE",
    "NO_MODULE",
    "NO_POLICY_SCOPE",
    "GLOBAL",
    "NAMES",
    "CONFIGS",
    "HINTS",
    "PATHS",
    "PATH_SUFFIXES",
    "REGISTRY_VIEW",
    "NO_DEFAULT_PATH",
    "NO_PACKAGE_ROOT_PATH",
    "NO_CMAKE_PATH",
    "NO_CMAKE_ENVIRONMENT_PATH",
    "NO_SYSTEM_ENVIRONMENT_PATH",
    "NO_CMAKE_PACKAGE_REGISTRY",
    "NO_CMAKE_SYSTEM_PATH",
    "NO_CMAKE_INSTALL_PREFIX",
    "NO_CMAKE_SYSTEM_PACKAGE_REGISTRY",
    "CMAKE_FIND_ROOT_PATH_BOTH",
    "ONLY_CMAKE_FIND_ROOT_PATH",
    "NO_CMAKE_FIND_ROOT_PATH",
    "BYPASS_PROVIDER",
    "UNWIND_INCLUDE",
];

/// What a call of `find_package` asks for.
#[derive(Default)]
#[allow(clippy::struct_excessive_bools, reason = "each says one thing that the call says or not")]
struct Request<'a> {
    required: bool,
    quiet: bool,
    version: Option<&'a str>,
    components: Vec<(&'a str, bool)>,
    names: Vec<&'a str>,
    /// Where else to look: PATHS and HINTS.
    folders: Vec<&'a str>,
    /// No module of CMake's own is asked first.
    config: bool,
    /// Only where the call says.
    nowhere_else: bool,
}

fn request<'a>(call: &Invocation<'_>, rest: &'a [Arc<str>]) -> Request<'a> {
    let mut out = Request { required: &*call.command.lower == "find_dependency", ..Request::default() };
    let mut group = "";
    for (at, word) in rest.iter().enumerate() {
        match &**word {
            "REQUIRED" => {
                out.required = true;
                group = "COMPONENTS";
            }
            "QUIET" => out.quiet = true,
            "COMPONENTS" | "OPTIONAL_COMPONENTS" => {
                group = if word.starts_with('O') { "OPTIONAL" } else { "COMPONENTS" }
            }
            "NAMES" => group = "NAMES",
            "PATHS" | "HINTS" => group = "PATHS",
            other if WORDS.contains(&other) => {
                group = "";
                out.config |= matches!(other, "CONFIG" | "NO_MODULE");
                out.nowhere_else |= other == "NO_DEFAULT_PATH";
            }
            other if at == 0 && other.starts_with(|c: char| c.is_ascii_digit()) => out.version = Some(other),
            other => match group {
                "COMPONENTS" => out.components.push((other, true)),
                "OPTIONAL" => out.components.push((other, false)),
                "NAMES" => out.names.push(other),
                "PATHS" => out.folders.push(other),
                _ => {}
            },
        }
    }
    out
}

/// `find_package(name …)` of such a package: its configuration file runs. False where there is none.
pub(super) fn find(machine: &mut Machine<'_>, call: &Invocation<'_>, name: &str, rest: &[Arc<str>]) -> bool {
    let request = request(call, rest);
    let Some((folder, config)) = config_file(machine, name, &request) else { return false };
    if machine.depth >= machine.env.options.limits.depth || machine.list_files.contains(&config) {
        machine.unknown(Reason::Limit, &format!("{} within itself", config.display()), call.origin);
        return true;
    }
    let Some(file) = machine.parse_file(&config, call) else { return false };
    describe(machine, call, name, &request);
    let path = |p: &Path| p.to_string_lossy().into_owned();
    machine.set_text(&format!("{name}_DIR"), &path(&folder), call.origin);
    machine.set_text(&format!("{name}_CONFIG"), &path(&config), call.origin);
    machine.set_text(&format!("{name}_FOUND"), "1", call.origin);
    version(machine, call, name, &config, &request);
    let saved = machine.peek_str("CMAKE_FIND_PACKAGE_NAME");
    machine.set_text("CMAKE_FIND_PACKAGE_NAME", name, call.origin);
    machine.run_beneath(&config, &file, call);
    machine.set_text("CMAKE_FIND_PACKAGE_NAME", &saved.unwrap_or_default(), call.origin);
    forget(machine, name);
    if !request.config {
        add_names(machine, call, name);
    }
    true
}

/// Targets that a module of CMake's own adds when it has found a package by its configuration file: package, target,
/// what it stands for (cmake-modules(7), `FindGTest`).
const ADDED: &[(&str, &str, &str)] =
    &[("GTest", "GTest::GTest", "GTest::gtest"), ("GTest", "GTest::Main", "GTest::gtest_main")];

/// And its variables: package, variable, value.
const SAID: &[(&str, &str, &str)] = &[
    ("GTest", "GTEST_LIBRARIES", "GTest::gtest"),
    ("GTest", "GTEST_MAIN_LIBRARIES", "GTest::gtest_main"),
    ("GTest", "GTEST_BOTH_LIBRARIES", "GTest::gtest;GTest::gtest_main"),
    ("GTest", "GTEST_FOUND", "1"),
];

fn add_names(machine: &mut Machine<'_>, call: &Invocation<'_>, package: &str) {
    for (_, variable, value) in SAID.iter().filter(|(of, ..)| *of == package) {
        machine.set_text(variable, value, call.origin);
    }
    for (_, name, meant) in ADDED.iter().filter(|(of, ..)| *of == package) {
        let name: Arc<str> = (*name).into();
        if machine.facts.targets.contains_key(&name) || !machine.facts.targets.contains_key(*meant) {
            continue;
        }
        let pc = machine.pc;
        machine.add_definition(call.origin, &name, TargetKind::Interface, pc, true, None);
        let text = machine.intern(meant);
        machine.assign_target_property(&name, "INTERFACE_LINK_LIBRARIES", &Value::text(text, call.origin));
    }
}

/// The components that a call of `find_package` names, and whether the package is not found without each.
pub(super) fn components(call: &Invocation<'_>, rest: &[Arc<str>]) -> Vec<(Arc<str>, bool)> {
    let request = request(call, rest);
    request.components.iter().map(|(component, needed)| (Arc::from(*component), request.required && *needed)).collect()
}

/// What `find_package` says to a module of the project's own.
pub(super) fn describe_to_module(machine: &mut Machine<'_>, call: &Invocation<'_>, name: &str, rest: &[Arc<str>]) {
    let request = request(call, rest);
    describe(machine, call, name, &request);
}

/// Takes back what it said.
pub(super) fn forget(machine: &mut Machine<'_>, name: &str) {
    for suffix in ["REQUIRED", "QUIETLY", "COMPONENTS", "VERSION"] {
        let variable = machine.intern(&format!("{name}_FIND_{suffix}"));
        machine.unset_variable(variable);
    }
}

/// Packages whose commands are in a table here.
const MODELLED: &[&str] = &[super::llvm::PACKAGE];

/// The folder that `<name>_DIR` names and the configuration file in it.
fn config_file(machine: &Machine<'_>, name: &str, request: &Request<'_>) -> Option<(PathBuf, PathBuf)> {
    let variable = format!("{name}_DIR");
    // Where a package's own commands are known, what they mean says more than what they do.
    let is_modelled = MODELLED.contains(&name);
    let stated = || machine.peek_str(&variable).filter(|_| !is_modelled).map(|text| text.to_string());
    let given = machine.given(&variable).map(str::to_owned).or_else(stated);
    let folder = given.filter(|value| !condition::is_off(value) && Path::new(value).is_absolute());
    let folders = match folder {
        Some(folder) => vec![crate::source::normalize(Path::new(&folder))],
        None if is_modelled => Vec::new(),
        None => folders_in_the_tree(machine, name, request),
    };
    let own = [name];
    let names = if request.names.is_empty() { &own[..] } else { &request.names };
    let sandbox = machine.env.files.sources().sandbox();
    folders.into_iter().find_map(|folder| {
        let files =
            names.iter().flat_map(|n| [format!("{n}Config.cmake"), format!("{}-config.cmake", n.to_lowercase())]);
        let file = files.map(|file| folder.join(file)).find(|file| sandbox.is_file(file))?;
        Some((folder, file))
    })
}

/// Folders of the project itself in which `find_package` looks for a configuration file, by its own words and by what the project sets
/// (cmake-commands(7), `find_package`, "Config Mode Search Procedure").
fn folders_in_the_tree(machine: &Machine<'_>, name: &str, request: &Request<'_>) -> Vec<PathBuf> {
    const BELOW: &[&str] =
        &["", "cmake", "CMake", "lib/cmake/{}", "share/cmake/{}", "lib/{}/cmake", "share/{}/cmake", "{}"];
    // Which version it is, its version file would have to say; a module of CMake's own comes first.
    if request.version.is_some() || !request.config && super::package_results::is_known(name) {
        return Vec::new();
    }
    let mut prefixes: Vec<String> = request.folders.iter().map(|folder| (*folder).to_owned()).collect();
    if !request.nowhere_else {
        let set = ["CMAKE_PREFIX_PATH", "CMAKE_FIND_ROOT_PATH"].iter().filter_map(|list| machine.peek_str(list));
        prefixes.extend(set.flat_map(|list| list.split(';').map(str::to_owned).collect::<Vec<_>>()));
    }
    let source = &machine.facts.source_dir;
    let prefixes = prefixes.iter().map(|prefix| crate::source::normalize(&source.join(prefix)));
    let within = prefixes.filter(|prefix| prefix.starts_with(source) && prefix != source);
    within.flat_map(|prefix| BELOW.iter().map(move |below| prefix.join(below.replace("{}", name)))).collect()
}

/// The variables that `find_package` sets for the file.
fn describe(machine: &mut Machine<'_>, call: &Invocation<'_>, name: &str, request: &Request<'_>) {
    let flag = |on: bool| if on { "1" } else { "0" };
    let all: Vec<&str> = request.components.iter().map(|(component, _)| *component).collect();
    for (suffix, on) in [("_FIND_REQUIRED", request.required), ("_FIND_QUIETLY", request.quiet)] {
        // Without the word the variable is not set at all.
        if on {
            machine.set_text(&format!("{name}{suffix}"), "1", call.origin);
        }
    }
    machine.set_text(&format!("{name}_FIND_COMPONENTS"), &all.join(";"), call.origin);
    for (component, required) in &request.components {
        machine.set_text(&format!("{name}_FIND_REQUIRED_{component}"), flag(*required), call.origin);
    }
    if let Some(version) = request.version {
        machine.set_text(&format!("{name}_FIND_VERSION"), version, call.origin);
        let parts: Vec<&str> = version.split('.').collect();
        machine.set_text(&format!("{name}_FIND_VERSION_COUNT"), &parts.len().to_string(), call.origin);
        for (at, part) in ["MAJOR", "MINOR", "PATCH", "TWEAK"].into_iter().enumerate() {
            let text = parts.get(at).copied().unwrap_or("0");
            machine.set_text(&format!("{name}_FIND_VERSION_{part}"), text, call.origin);
        }
    }
}

/// Runs the version file beside the configuration file, which says the version.
fn version(machine: &mut Machine<'_>, call: &Invocation<'_>, name: &str, config: &Path, request: &Request<'_>) {
    let Some(stem) = config.file_stem().and_then(|s| s.to_str()) else { return };
    let files = [format!("{stem}Version.cmake"), format!("{stem}-version.cmake")];
    let sandbox = machine.env.files.sources().sandbox();
    let Some(path) = files.iter().map(|f| config.with_file_name(f)).find(|f| sandbox.is_file(f)) else { return };
    let Some(file) = machine.parse_file(&path, call) else { return };
    let asked = request.version.unwrap_or_default();
    let parts: Vec<&str> = asked.split('.').filter(|p| !p.is_empty()).collect();
    for (variable, text) in [
        ("PACKAGE_FIND_NAME", name.to_owned()),
        ("PACKAGE_FIND_VERSION", asked.to_owned()),
        ("PACKAGE_FIND_VERSION_COUNT", parts.len().to_string()),
        ("PACKAGE_FIND_VERSION_MAJOR", parts.first().unwrap_or(&"0").to_string()),
        ("PACKAGE_FIND_VERSION_MINOR", parts.get(1).unwrap_or(&"0").to_string()),
        ("PACKAGE_FIND_VERSION_PATCH", parts.get(2).unwrap_or(&"0").to_string()),
    ] {
        machine.set_text(variable, &text, call.origin);
    }
    machine.run_beneath(&path, &file, call);
    let Some(found) = machine.peek_str("PACKAGE_VERSION") else { return };
    machine.set_text(&format!("{name}_VERSION"), &found, call.origin);
    let parts: Vec<&str> = found.split('.').collect();
    for (at, part) in ["MAJOR", "MINOR", "PATCH", "TWEAK"].into_iter().enumerate() {
        let text = parts.get(at).copied().unwrap_or("0");
        machine.set_text(&format!("{name}_VERSION_{part}"), text, call.origin);
    }
}
