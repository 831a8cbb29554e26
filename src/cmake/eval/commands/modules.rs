//! CMake's own modules as native summaries: what an include or a package brings, never a copy of its code.
use std::sync::Arc;

use crate::cmake::eval::expand::Arg;
use crate::cmake::eval::facts::{GeneratedBy, GeneratedFile, Reason, TargetKind};
use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::text::{Text, has_symbol};
use crate::cmake::eval::value::{Origin, Value};
use crate::cond::Cond;

use super::Handler::{Bulk, Plain};
use super::Table;
use super::cache::Declaration;

pub(super) const COMMANDS: Table = &[
    ("check_required_components", Bulk(nothing)),
    ("cmake_dependent_option", Bulk(dependent_option)),
    ("configure_package_config_file", Plain(package_config)),
    ("write_basic_package_version_file", Plain(package_version)),
    ("write_basic_config_version_file", Plain(package_version)),
    ("generate_export_header", Plain(export_header)),
    // Of extra-cmake-modules (KDE): the same arguments and names, and more macros (ECMGenerateExportHeader).
    ("ecm_generate_export_header", Plain(export_header)),
    ("fetchcontent_declare", Bulk(fetch_declare)),
    ("fetchcontent_makeavailable", Plain(fetch_available)),
    ("fetchcontent_populate", Bulk(fetch_populate)),
    ("fetchcontent_getproperties", Bulk(fetch_properties)),
    ("externalproject_add", Bulk(external_project)),
    ("feature_summary", Bulk(nothing)),
    ("add_feature_info", Bulk(nothing)),
    ("set_package_properties", Bulk(nothing)),
    ("print_variables", Bulk(nothing)),
    ("cmake_print_variables", Bulk(nothing)),
    ("gtest_discover_tests", Bulk(nothing)),
    ("gtest_add_tests", Bulk(nothing)),
    ("catch_discover_tests", Bulk(nothing)),
    ("set_and_check", Bulk(set_and_check)),
    // Of ament (ROS 2): links what packages that are found export, never a target of the project itself (ament_cmake_target_dependencies).
    ("ament_target_dependencies", Bulk(|m, c| m.keep_call("ament_target_dependencies", c))),
];

fn nothing(_: &mut Machine<'_>, _: &Invocation<'_>) {}

/// Modules whose inclusion needs no evaluation: their commands are modelled, or nothing that is modelled depends on
/// them (cmake-modules(7)).
const KNOWN: &[&str] = &[
    "AddFileDependencies",
    "AndroidTestUtilities",
    "BundleUtilities",
    "CMakeAddFortranSubdirectory",
    "CMakeDependentOption",
    "CMakeExpandImportedTargets",
    "CMakeFindDependencyMacro",
    "CMakeFindFrameworks",
    "CMakeForceCompiler",
    "CMakePackageConfigHelpers",
    "CMakeParseArguments",
    "CMakePrintHelpers",
    "CMakePrintSystemInformation",
    "CMakePushCheckState",
    "CPack",
    "CPackComponent",
    "CPackIFW",
    "CSharpUtilities",
    "CTest",
    "CTestCoverageCollectGCOV",
    "CTestUseLaunchers",
    "CheckCCompilerFlag",
    "CheckCSourceCompiles",
    "CheckCSourceRuns",
    "CheckCXXCompilerFlag",
    "CheckCXXSourceCompiles",
    "CheckCXXSourceRuns",
    "CheckCXXSymbolExists",
    "CheckCompilerFlag",
    "CheckFortranCompilerFlag",
    "CheckFortranFunctionExists",
    "CheckFortranSourceCompiles",
    "CheckFunctionExists",
    "CheckIPOSupported",
    "CheckIncludeFile",
    "CheckIncludeFileCXX",
    "CheckIncludeFiles",
    "CheckLanguage",
    "CheckLibraryExists",
    "CheckLinkerFlag",
    "CheckOBJCCompilerFlag",
    "CheckPIESupported",
    "CheckPrototypeDefinition",
    "CheckSourceCompiles",
    "CheckSourceRuns",
    "CheckStructHasMember",
    "CheckSymbolExists",
    "CheckTypeSize",
    "CheckVariableExists",
    "Dart",
    "DeployQt4",
    "Documentation",
    "ExternalData",
    "ExternalProject",
    "FeatureSummary",
    "FetchContent",
    "FindPackageHandleStandardArgs",
    "FindPackageMessage",
    "FindPkgConfig",
    "FortranCInterface",
    "GNUInstallDirs",
    "GenerateExportHeader",
    "GetPrerequisites",
    "GoogleTest",
    "InstallRequiredSystemLibraries",
    "ProcessorCount",
    "SelectLibraryConfigurations",
    "TestBigEndian",
    "TestForANSIForScope",
    "TestForSTDNamespace",
    "UseJava",
    "UseSWIG",
    "UsewxWidgets",
    "WriteBasicConfigVersionFile",
    "WriteCompilerDetectionHeader",
    "SelectLibraryConfigurations",
];

/// Whether a module is summarised.
pub(super) fn known(name: &str) -> bool {
    KNOWN.contains(&name)
}

/// What including a summarised module sets.
pub(super) fn load(machine: &mut Machine<'_>, name: &str) {
    match name {
        "GNUInstallDirs" => install_dirs(machine),
        "CTest" => {
            let value = machine.intern("ON");
            let value = Value::text(value, Origin::NONE);
            let help = machine.intern("Build the testing tree.");
            let declaration =
                Declaration { name: "BUILD_TESTING", kind: "BOOL", help, value, force: false, option: true };
            machine.declare_cache(&declaration, Origin::NONE);
        }
        "InstallRequiredSystemLibraries" | "CPack" => {}
        _ => {}
    }
}

/// `GNUInstallDirs`: variable, default. (lib is lib64 or a multiarch folder on some systems: the entry stays free.)
const INSTALL_DIRS: &[(&str, &str)] = &[
    ("BINDIR", "bin"),
    ("SBINDIR", "sbin"),
    ("LIBEXECDIR", "libexec"),
    ("SYSCONFDIR", "etc"),
    ("SHAREDSTATEDIR", "com"),
    ("LOCALSTATEDIR", "var"),
    ("RUNSTATEDIR", "var/run"),
    ("LIBDIR", "lib"),
    ("INCLUDEDIR", "include"),
    ("OLDINCLUDEDIR", "/usr/include"),
    ("DATAROOTDIR", "share"),
    ("DATADIR", "share"),
    ("INFODIR", "share/info"),
    ("LOCALEDIR", "share/locale"),
    ("MANDIR", "share/man"),
];

fn install_dirs(machine: &mut Machine<'_>) {
    for (suffix, default) in INSTALL_DIRS {
        let name = format!("CMAKE_INSTALL_{suffix}");
        let value = machine.intern(default);
        let value = Value::text(value, Origin::NONE);
        let help = machine.intern("");
        machine.declare_cache(
            &Declaration { name: &name, kind: "PATH", help, value, force: false, option: false },
            Origin::NONE,
        );
        default_where_empty(machine, &name, default);
        let dir = machine.read_named(&name);
        let prefix = machine.read_named("CMAKE_INSTALL_PREFIX");
        let (prefix, dir) = (machine.wrap(&prefix), machine.wrap(&dir));
        // An absolute folder stays what it is, and so does one whose beginning is not known.
        let texts = &machine.facts.texts;
        let free = |c: char| texts.symbol_of(c).is_some_and(|symbol| texts.info(symbol).default.is_none());
        let start = texts.plain(dir).and_then(|text| text.chars().next());
        let value = if start.is_some_and(|c| c == '/' || free(c)) {
            machine.unwrap(dir)
        } else {
            let slash = machine.intern("/");
            let full = machine.concat(&[prefix, slash, dir], Origin::NONE);
            machine.unwrap(full)
        };
        let name = machine.intern(&format!("CMAKE_INSTALL_FULL_{suffix}"));
        machine.set_variable(name, &value);
    }
    let project = machine.peek_str("PROJECT_NAME").unwrap_or_default();
    let default = format!("share/doc/{project}");
    let value = machine.intern(&default);
    let value = Value::text(value, Origin::NONE);
    let help = machine.intern("");
    machine.declare_cache(
        &Declaration { name: "CMAKE_INSTALL_DOCDIR", kind: "PATH", help, value, force: false, option: false },
        Origin::NONE,
    );
    default_where_empty(machine, "CMAKE_INSTALL_DOCDIR", &default);
}

/// Folders that follow from another one stand in the cache of a configured tree as empty entries; a normal variable
/// holds what is meant.
fn default_where_empty(machine: &mut Machine<'_>, name: &str, default: &str) {
    let empty = machine.given(name).is_some_and(str::is_empty);
    if empty {
        machine.set_text(name, default, Origin::NONE);
    }
}

/// `cmake_dependent_option(name "help" default "depends" force)`
fn dependent_option(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let [name, help, default, depends, force, ..] = call.args.as_slice() else {
        machine.error("cmake_dependent_option called with too few arguments", call.origin);
        return;
    };
    let Some(name) = machine.facts.texts.plain(name.text) else { return };
    let available = depends_hold(machine, depends.text, call);
    let variable = machine.intern(&name);
    let plain = machine.facts.texts.plain(default.text);
    let value = match plain.as_deref().map(super::variables::switch) {
        Some(text) => machine.intern(text),
        None => default.text,
    };
    let value = machine.unwrap(value);
    machine.under(available, |m| {
        let declaration = Declaration { name: &name, kind: "BOOL", help: help.text, value, force: false, option: true };
        m.declare_cache(&declaration, call.origin);
    });
    let forced = machine.unwrap(force.text);
    let unavailable = machine.conds().not(available);
    machine.under(unavailable, |m| m.set_variable(variable, &forced));
}

/// Each item of the dependency list is a condition; all must hold.
fn depends_hold(machine: &mut Machine<'_>, depends: crate::cmake::eval::text::Text, call: &Invocation<'_>) -> Cond {
    let value = machine.unwrap(depends);
    let items = machine.list_elements(&value);
    let mut holds = Cond::TRUE;
    // Before CMP0127 an item was no condition with a syntax of its own, but words between blanks.
    let words_only = machine.script.is_some() && !machine.policy_new(127);
    for item in items {
        for (cond, text) in machine.alternatives_or_widen(item.text, call.origin) {
            let one = if words_only {
                let word = |text: &str| Arg { cond: Cond::TRUE, text: machine.intern(text), quoted: false, index: 0 };
                let words: Vec<Arg> = text.split(' ').filter(|w| !w.is_empty()).map(word).collect();
                machine.condition_from(&words, call.origin, "if")
            } else {
                machine.condition_text(&text, call.origin)
            };
            let absent = machine.conds().not(machine.conds().and(cond, item.cond));
            let one = machine.conds().or(one, absent);
            holds = machine.conds().and(holds, one);
        }
    }
    holds
}

impl Machine<'_> {
    /// A condition given as text, as the modules do that pass it on to `if()`.
    fn condition_text(&mut self, text: &str, origin: Origin) -> Cond {
        let code = format!("if({text})\nendif()\n");
        let path = std::path::PathBuf::from(format!("<condition {text}>"));
        let source = self.env.files.sources().insert(path, code.as_bytes().into());
        let file = crate::cmake::syntax::parse(source.id(), code.as_bytes());
        match file.commands.first() {
            Some(command) => self.evaluate_condition(command, origin),
            None => Cond::FALSE,
        }
    }
}

/// `set_and_check(variable path)` of package configuration files: the path is taken to be there.
fn set_and_check(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let [variable, path] = call.args.as_slice() else { return };
    let value = machine.unwrap(path.text);
    machine.set_variable(variable.text, &value);
}

fn package_config(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let [input, output, rest @ ..] = args else { return };
    // `@PACKAGE_name@` is the folder `name` below the prefix that the file finds out when it runs.
    let paths = rest.iter().skip_while(|w| &***w != "PATH_VARS").skip(1);
    for name in paths.take_while(|w| !matches!(&***w, "INSTALL_DESTINATION" | "INSTALL_PREFIX")) {
        let folder = machine.read_named(name);
        let (folder, prefix) = (machine.wrap(&folder), machine.intern("${PACKAGE_PREFIX_DIR}/"));
        let path = machine.concat(&[prefix, folder], call.origin);
        let value = machine.unwrap(path);
        let variable = machine.intern(&format!("PACKAGE_{name}"));
        machine.set_variable(variable, &value);
    }
    // Of the module's text only the prefix matters: as many folders up as the package is said to lie below it.
    let climb = rest.iter().skip_while(|w| &***w != "INSTALL_DESTINATION").nth(1).and_then(|folder| climb(folder));
    let text = climb.map_or(Text::EMPTY, |up| {
        machine.intern(&format!("set(PACKAGE_PREFIX_DIR \"${{CMAKE_CURRENT_LIST_DIR}}{up}\")"))
    });
    let (init, value) = (machine.intern("PACKAGE_INIT"), Value::text(text, call.origin));
    machine.set_variable(init, &value);
    machine.configure_to_file(call, input, output, super::files::Form::AtOnly, GeneratedBy::PackageConfig);
}

/// The way from a folder below the prefix up to it; nothing for what is not known or not below it.
fn climb(folder: &str) -> Option<String> {
    let known = !has_symbol(folder) && !folder.starts_with('/') && !folder.contains([':', '$', '"']);
    let parts = folder.split('/').filter(|part| !part.is_empty() && *part != ".");
    (known && parts.clone().all(|part| part != "..")).then(|| "/..".repeat(parts.count()))
}

fn package_version(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    if machine.script.is_some() {
        if let Err(message) = super::version_file::write(machine, call, args) {
            machine.error(&message, call.origin);
        }
        return;
    }
    generated(machine, call, args.first().map(|a| &**a), GeneratedBy::PackageVersion);
}

fn generated(machine: &mut Machine<'_>, call: &Invocation<'_>, output: Option<&str>, by: GeneratedBy) {
    let Some(output) = output else { return };
    let path = machine.facts.directories[machine.directory.0 as usize].binary.join(output);
    let output = machine.intern(&path.to_string_lossy());
    let (cond, directory) = (machine.pc, machine.directory);
    machine.facts.generated.push(GeneratedFile {
        by,
        input: None,
        output,
        content: None,
        cond,
        origin: call.origin,
        directory,
    });
}

/// `generate_export_header(target [BASE_NAME x] [EXPORT_FILE_NAME f] …)`
fn export_header(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let Some((target, rest)) = args.split_first() else { return };
    let after = |word: &str| rest.iter().position(|w| &**w == word).and_then(|at| rest.get(at + 1));
    let base = after("BASE_NAME").unwrap_or(target).to_lowercase();
    let file = after("EXPORT_FILE_NAME").map_or_else(|| format!("{base}_export.h"), ToString::to_string);
    generated(machine, call, Some(&file), GeneratedBy::ExportHeader);
    machine.keep_call("generate_export_header", call);
}

fn fetch_declare(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    machine.keep_call("fetchcontent_declare", call);
    note_fetched(machine, call);
}

/// The folder that the content comes into, where the call says it (cmake-modules(7), `FetchContent`: `SOURCE_DIR`).
fn note_fetched(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let Some(folder) = word_behind(machine, call, "SOURCE_DIR") else { return };
    // A folder that is there is of the project itself.
    if let Some(folder) =
        machine.known_path(&folder).filter(|folder| !machine.env.files.sources().sandbox().is_dir(folder))
    {
        machine.fetched.insert(folder);
    }
}

/// What stands behind a keyword of a call that begins with a name.
fn word_behind(machine: &Machine<'_>, call: &Invocation<'_>, keyword: &str) -> Option<Arc<str>> {
    let mut words = call.args.iter().skip(1).map(|arg| machine.facts.texts.plain(arg.text));
    words.find(|word| word.as_deref() == Some(keyword))?;
    words.next()?
}

/// Nothing is downloaded: the content is unknown unless a folder of it is given or vendored.
fn fetch_available(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    for name in args {
        let given = machine.peek_str(&format!("FETCHCONTENT_SOURCE_DIR_{}", name.to_uppercase()));
        if let Some(folder) = given.and_then(|f| machine.known_path(&f)) {
            let binary = machine.facts.binary_dir.join("_deps").join(format!("{}-build", name.to_lowercase()));
            machine.enter_directory(call, folder, binary, false);
            machine.brought(&name.to_lowercase(), call.origin);
            continue;
        }
        machine.fetched_unseen(name, call.origin);
    }
}

/// `FetchContent_Populate(<name> …)`: the folders are known afterwards, nothing of them is added (cmake-modules(7), `FetchContent`).
fn fetch_populate(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    note_fetched(machine, call);
    let Some(name) = call.args.first() else { return };
    for (cond, name) in machine.alternatives_or_widen(name.text, call.origin) {
        machine.under(cond, |machine| {
            let given = machine.peek_str(&format!("FETCHCONTENT_SOURCE_DIR_{}", name.to_uppercase()));
            let lower = name.to_lowercase();
            match given.and_then(|folder| machine.known_path(&folder)) {
                Some(folder) => {
                    let binary = machine.facts.binary_dir.join("_deps").join(format!("{lower}-build"));
                    machine.set_text(&format!("{lower}_SOURCE_DIR"), &folder.to_string_lossy(), call.origin);
                    machine.set_text(&format!("{lower}_BINARY_DIR"), &binary.to_string_lossy(), call.origin);
                    machine.brought(&lower, call.origin);
                }
                None => machine.fetched_unseen(&name, call.origin),
            }
        });
    }
}

/// `FetchContent_GetProperties(<name> [POPULATED <variable>] …)` says each time whether the content was brought before; what users give
/// under the variable's name is written over.
fn fetch_properties(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let name = call.args.first().and_then(|arg| machine.facts.texts.plain(arg.text));
    let Some(lower) = name.filter(|name| !has_symbol(name)).map(|name| name.to_lowercase()) else { return };
    let asked = word_behind(machine, call, "POPULATED").filter(|variable| !has_symbol(variable));
    let brought = machine.brought.get(&*lower).copied().unwrap_or(Cond::FALSE);
    let absent = machine.conds().not(brought);
    for variable in [Some(format!("{lower}_POPULATED").into()), asked].into_iter().flatten() {
        for (when, text) in [(brought, "TRUE"), (absent, "FALSE")] {
            machine.under(when, |machine| machine.set_text(&variable, text, call.origin));
        }
    }
}

/// Commands of CPM.cmake, which is itself fetched most often, that bring a package (its README: `CPMAddPackage`).
const CPM: &[&str] = &["cpmaddpackage", "cpmfindpackage"];

/// Notes the package that a command brings which is not read.
pub(in crate::cmake::eval) fn note_brought(machine: &mut Machine<'_>, command: &str, call: &Invocation<'_>) {
    if !CPM.contains(&command) {
        return;
    }
    let words: Vec<_> = call.args.iter().filter_map(|arg| machine.facts.texts.plain(arg.text)).collect();
    let behind = words.iter().position(|word| &**word == "NAME").map_or(0, |at| at + 1);
    let named = words.get(behind).filter(|name| !has_symbol(name));
    if let Some(package) = named.and_then(|name| package_of(name)) {
        machine.unknown(Reason::MissingFile, &format!("content of {package} (FetchContent)"), call.origin);
    }
}

/// The name of a package, which may be told by its place alone: `gh:fmtlib/fmt#10.2.1`, `https://…/fmt.git@10.2.1`.
fn package_of(told: &str) -> Option<&str> {
    let place = told.split(['#', '@']).next()?;
    let name = place.rsplit(['/', ':']).next()?;
    let name = name.strip_suffix(".git").unwrap_or(name);
    (!name.is_empty()).then_some(name)
}

impl Machine<'_> {
    /// Content is there from here on.
    fn brought(&mut self, lower: &str, origin: Origin) {
        let before = self.brought.get(lower).copied().unwrap_or(Cond::FALSE);
        let brought = self.conds().or(before, self.pc);
        self.brought.insert(lower.into(), brought);
        self.set_text(&format!("{lower}_POPULATED"), "TRUE", origin);
    }

    /// Content that is fetched and not there: it may have set what begins with its name, and made targets.
    fn fetched_unseen(&mut self, name: &str, origin: Origin) {
        self.unknown(Reason::MissingFile, &format!("content of {name} (FetchContent)"), origin);
        let (pc, lower) = (self.pc, name.to_lowercase());
        self.note_writer(&format!("{lower}_"), &format!("FetchContent {name}"), pc, true);
        self.brought(&lower, origin);
    }
}

fn external_project(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let Some(name) = call.args.first().and_then(|a| machine.facts.texts.plain(a.text)) else { return };
    let name: Arc<str> = machine.facts.texts.display_str(&name).into();
    let pc = machine.pc;
    machine.add_definition(call.origin, &name, TargetKind::Utility, pc, false, None);
    machine.keep_call("externalproject_add", call);
}

#[cfg(test)]
mod tests {
    use super::package_of;

    #[test]
    fn packages_by_their_places() {
        assert_eq!(package_of("fmt"), Some("fmt"));
        assert_eq!(package_of("gh:fmtlib/fmt#10.2.1"), Some("fmt"));
        assert_eq!(package_of("https://example.org/a/fmt.git@1.0"), Some("fmt"));
        assert_eq!(package_of(""), None);
    }
}
