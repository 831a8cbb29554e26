//! `find_package`, `find_library` and relatives: results are free unless they are given.
use std::sync::Arc;

use crate::cmake::eval::facts::{self, PackageSearch, Reason};
use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::value::{Elem, Origin, Value};
use crate::cond::{Cond, Domain, Subject, SubjectKind};

use super::Handler::{Bulk, Plain};
use super::Table;

pub(super) const COMMANDS: Table = &[
    ("find_package", Plain(find_package)),
    ("find_dependency", Plain(find_package)),
    ("find_library", Bulk(find_any)),
    ("find_path", Bulk(find_any)),
    ("find_file", Bulk(find_any)),
    ("find_program", Bulk(find_any)),
    ("pkg_check_modules", Plain(pkg_check_modules)),
    ("pkg_search_module", Plain(pkg_check_modules)),
    ("find_package_handle_standard_args", Plain(handle_standard_args)),
    ("select_library_configurations", Plain(select_configurations)),
];

fn find_package(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let Some((name, rest)) = args.split_first() else {
        machine.error("find_package called with incorrect number of arguments", call.origin);
        return;
    };
    let (name, _) = machine.facts.texts.with_defaults(name);
    let required = &*call.command.lower == "find_dependency" || rest.iter().any(|w| &**w == "REQUIRED");
    let components = super::installed::components(call, rest);
    note_search(machine, call, &name, &components, required);
    let components: Vec<Arc<str>> =
        components.into_iter().filter(|(_, needed)| *needed).map(|(component, _)| component).collect();
    if super::provider::find(machine, call, &name, rest) {
        return;
    }
    let config_mode = rest.iter().any(|w| matches!(&**w, "CONFIG" | "NO_MODULE"));
    if !config_mode && let Some(path) = machine.on_module_path(&format!("Find{name}.cmake")) {
        run_find_module(machine, call, &name, rest, &path);
        return;
    }
    if super::installed::find(machine, call, &name, rest) {
        return;
    }
    let found = found_condition(machine, &name, required);
    let own = !config_mode && machine.given(&format!("{name}_DIR")).is_none();
    let written = if own && !machine.env.options.all_configurations { names_in_module(&name) } else { None };
    if own && (written.is_some() || super::package_results::is_known(&name)) {
        declare_by_module(machine, &name, found, call.origin);
    } else {
        declare_found(machine, &name, found, call.origin);
    }
    if name == "PkgConfig" {
        declare_by_module(machine, "PKG_CONFIG", found, call.origin);
    }
    let cond = machine.conds().and(machine.pc, found);
    let targets = !super::package_results::targets_known(&name);
    // A package's own file sets what it likes: what is known of the module is said of the module alone.
    let reason = if config_mode { format!("find_package({name} CONFIG)") } else { format!("find_package({name})") };
    machine.note_writer(&format!("{}_", name.to_lowercase()), &reason, cond, targets);
    if let Some(writer) = machine.opaque_writers.iter_mut().find(|w| *w.reason == *reason).filter(|_| !config_mode) {
        if super::package_results::is_known(&name) {
            writer.module = Some(Arc::from(name.as_str()));
        }
        writer.names = written.or(writer.names);
    }
    for prefix in further_prefixes(&name, &components) {
        machine.note_writer(&prefix, &reason, cond, false);
    }
    machine.under(cond, |machine| declare_components(machine, &name, &components, call.origin));
    let writer = machine.opaque_writers.iter_mut().find(|writer| *writer.reason == *reason);
    if let Some(writer) = writer {
        writer.is_config = config_mode;
        writer.required.extend(components.into_iter().map(|component| (component, cond)));
    }
    super::package_results::load(machine, &name, found);
}

/// Packages whose variables begin otherwise than with their names (CMake's find modules for these;
/// CGALConfig.cmake).
const PREFIXES: &[(&str, &str)] = &[
    ("CGAL", "gmp_"),
    ("CGAL", "mpfr_"),
    ("PythonInterp", "python_"),
    ("PythonLibs", "python_"),
    ("Qt4", "qt_"),
    ("Qt4", "qt4_"),
];

/// How variables begin besides that a package sets: those of its parts (`Qt5Core_LIBRARIES`; `roscpp_LIBRARIES` of catkin), and its name with
/// lines below (`YAML_CPP_LIBRARIES` of yaml-cpp).
fn further_prefixes(package: &str, components: &[Arc<str>]) -> Vec<String> {
    let known = PREFIXES.iter().filter(|(name, _)| *name == package).map(|(_, prefix)| (*prefix).to_owned());
    let lower = package.to_lowercase();
    let parts = components.iter().map(|part| {
        let part = part.to_lowercase();
        if lower == "catkin" { format!("{part}_") } else { format!("{lower}{part}_") }
    });
    let plain = lower.replace('-', "_");
    known.chain(parts).chain((plain != lower).then(|| format!("{plain}_"))).collect()
}

/// What a package says of components that have to be there (cmake-commands(7), `find_package`: `<PackageName>_<component>_FOUND`; `FindBoost`;
/// Qt5Config.cmake).
fn declare_components(machine: &mut Machine<'_>, package: &str, components: &[Arc<str>], origin: Origin) {
    for component in components {
        let capitals = component.to_uppercase();
        for name in [format!("{package}_{component}"), format!("{package}_{capitals}"), format!("{package}{component}")]
        {
            machine.set_text(&format!("{name}_FOUND"), "TRUE", origin);
        }
    }
}

/// The names that a find module of CMake's own may set, one line a module.
const FIND_MODULES: &str = include_str!("../data/find_modules.txt");

fn names_in_module(package: &str) -> Option<&'static str> {
    let lines = FIND_MODULES.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(": ")).find(|(name, _)| *name == package).map(|(_, names)| names)
}

/// `include(FindX)` of a module of CMake's own: what it leaves, as far as it is known. False for other names.
pub(super) fn include_find_module(
    machine: &mut Machine<'_>,
    call: &Invocation<'_>,
    module: &str,
    by_path: bool,
) -> bool {
    // What is not beside the project is CMake's own, known or not; in all configurations only those that are known.
    let certain =
        |name: &&str| by_path || !machine.env.options.all_configurations || super::package_results::is_known(name);
    let Some(name) = module.strip_prefix("Find").filter(certain) else { return false };
    let found = found_condition(machine, name, false);
    declare_by_module(machine, name, found, call.origin);
    if !super::package_results::is_known(name) {
        let cond = machine.conds().and(machine.pc, found);
        machine.note_writer(&format!("{}_", name.to_lowercase()), &format!("include(Find{name})"), cond, true);
    }
    super::package_results::load(machine, name, found);
    true
}

fn note_search(
    machine: &mut Machine<'_>,
    call: &Invocation<'_>,
    name: &str,
    components: &[(Arc<str>, bool)],
    required: bool,
) {
    let components = components.iter().map(|(component, _)| machine.intern(component)).collect();
    let name = machine.intern(name);
    let (cond, directory) = (machine.pc, machine.directory);
    machine.facts.packages.push(PackageSearch { name, components, required, cond, origin: call.origin, directory });
}

/// When a package is found: always where it is required (else CMake stops), free otherwise.
fn found_condition(machine: &mut Machine<'_>, name: &str, required: bool) -> Cond {
    // `<prefix>_FOUND` in a cache may be the answer of pkg-config: that says nothing of a package of the same name.
    let by_module = given_truth(machine, &format!("__pkg_config_checked_{name}")).is_some();
    if let Some(given) = given_truth(machine, &format!("{name}_FOUND")).filter(|_| !by_module) {
        return given;
    }
    let disabled = machine.peek_str(&format!("CMAKE_DISABLE_FIND_PACKAGE_{name}"));
    if disabled.is_some_and(|v| !crate::cmake::lang::condition::is_off(&v)) {
        return Cond::FALSE;
    }
    if let Some(answer) = found_by_configured_tree(machine, name) {
        return answer;
    }
    if required || !machine.env.options.all_configurations {
        return Cond::TRUE;
    }
    let subject = machine.conds().subject(facts::package_subject(name));
    machine.conds().truthy(subject)
}

/// Notes a library, or a module of pkg-config, without which CMake stops.
fn needs_library(machine: &mut Machine<'_>, call: &Invocation<'_>, name: &str) {
    let name = machine.intern(name);
    let (cond, directory, origin) = (machine.pc, machine.directory, call.origin);
    let search = PackageSearch { name, components: Vec::new(), required: true, cond, origin, directory };
    machine.facts.needed_libraries.push(search);
}

/// Notes what a search for a library may find.
fn seeks_library(machine: &mut Machine<'_>, args: &[Arc<str>], found: Cond) {
    let Some(variable) = args.first() else { return };
    let found = machine.conds().and(machine.pc, found);
    let key = (Arc::clone(variable), only_name(args).map(Arc::from));
    let before = machine.facts.sought_libraries.get(&key).copied().unwrap_or(Cond::FALSE);
    let found = machine.conds().or(before, found);
    machine.facts.sought_libraries.insert(key, found);
}

/// The name that `find_library(VAR …)` looks for, where there is only one.
fn only_name(args: &[Arc<str>]) -> Option<&str> {
    let mut names = names(args);
    names.next().filter(|_| names.next().is_none()).map(|name| &**name)
}

/// The names that `find_library(VAR …)` looks for.
fn names(args: &[Arc<str>]) -> impl Iterator<Item = &Arc<str>> {
    let is_keyword = |word: &str| word.len() > 2 && word.bytes().all(|b| b.is_ascii_uppercase() || b == b'_');
    let named = args.get(1).is_some_and(|word| &**word == "NAMES");
    let (skipped, most) = if named { (2, usize::MAX) } else { (1, 1) };
    let words = args.iter().skip(skipped).take(most).enumerate();
    words.take_while(move |(at, word)| *at == 0 || !is_keyword(word)).map(|(_, word)| word)
}

/// The modules that a call of `pkg_check_modules` names, without versions.
fn modules(words: &[Arc<str>]) -> impl Iterator<Item = &str> {
    const OPTIONS: &[&str] =
        &["REQUIRED", "QUIET", "IMPORTED_TARGET", "GLOBAL", "NO_CMAKE_PATH", "NO_CMAKE_ENVIRONMENT_PATH"];
    let names = words.iter().filter(|word| !OPTIONS.contains(&&***word));
    names.filter_map(|word| word.split(['<', '>', '=']).next()).filter(|name| !name.is_empty())
}

/// Modules of pkg-config whose flags of the link export the symbols of programs (gmodule-2.0.pc and gmodule-export-2.0.pc of `GLib`).
const EXPORTING: &[&str] = &["gmodule-2.0", "gmodule-export-2.0"];

/// What the cache of a configured tree, where one is given, remembers of a search: the find modules leave
/// `FIND_PACKAGE_MESSAGE_DETAILS_<name>`, a package's own configuration file leaves `<name>_DIR`.
fn found_by_configured_tree(machine: &Machine<'_>, name: &str) -> Option<Cond> {
    let given = |wanted: &str| machine.given(wanted);
    given("CMAKE_CACHEFILE_DIR")?;
    let details = given(&format!("FIND_PACKAGE_MESSAGE_DETAILS_{name}")).is_some();
    let folder = given(&format!("{name}_DIR")).is_some_and(|v| !crate::cmake::lang::condition::is_off(v));
    let shown = || {
        let works = || given(&format!("{name}_WORKS")).is_some_and(|v| !crate::cmake::lang::condition::is_off(v));
        super::package_results::shown_by_cache(machine, name).unwrap_or_else(|| name == "LAPACK" && works())
    };
    Some(if details || folder || shown() { Cond::TRUE } else { Cond::FALSE })
}

fn given_truth(machine: &Machine<'_>, name: &str) -> Option<Cond> {
    let given = machine.env.options.given.iter().rev().find(|g| g.name == name)?;
    Some(if crate::cmake::lang::condition::is_off(&given.value) { Cond::FALSE } else { Cond::TRUE })
}

/// `<name>_FOUND` and its upper-case form.
fn declare_found(machine: &mut Machine<'_>, name: &str, found: Cond, origin: Origin) {
    declare(machine, name, found, ("1", "0"), origin);
}

/// The same in the words of `find_package_handle_standard_args`.
fn declare_by_module(machine: &mut Machine<'_>, name: &str, found: Cond, origin: Origin) {
    declare(machine, name, found, ("TRUE", "FALSE"), origin);
}

fn declare(machine: &mut Machine<'_>, name: &str, found: Cond, words: (&str, &str), origin: Origin) {
    let (one, zero) = (machine.intern(words.0), machine.intern(words.1));
    let not = machine.conds().not(found);
    let mut elems = vec![Elem { cond: found, text: one, origin }, Elem { cond: not, text: zero, origin }];
    elems.retain(|e| !e.cond.is_false());
    let value = Value::list(elems);
    for variable in [format!("{name}_FOUND"), format!("{}_FOUND", name.to_uppercase())] {
        let variable = machine.intern(&variable);
        machine.set_variable(variable, &value);
    }
}

/// The project's own find module: run as CMake runs it.
fn run_find_module(
    machine: &mut Machine<'_>,
    call: &Invocation<'_>,
    name: &str,
    rest: &[Arc<str>],
    path: &std::path::Path,
) {
    if machine.depth >= machine.env.options.limits.depth || machine.list_files.iter().any(|p| p == path) {
        machine.unknown(Reason::Limit, &format!("find module {} within itself", path.display()), call.origin);
        return;
    }
    let Some(file) = machine.parse_file(path, call) else { return };
    nothing_said_before(machine, name);
    super::installed::describe_to_module(machine, call, name, rest);
    machine.depth += 1;
    let caller = std::mem::replace(&mut machine.caller, call.origin);
    let policies = machine.policies.clone();
    machine.run_file(path, &file);
    machine.policies = policies;
    machine.caller = caller;
    machine.depth -= 1;
}

/// What a find module reads of its own search is said by that search, and by no user: nothing before it begins.
fn nothing_said_before(machine: &mut Machine<'_>, name: &str) {
    const ENDS: &[&str] = &["_FOUND", "_FIND_REQUIRED", "_FIND_QUIETLY", "_FIND_VERSION", "_FIND_VERSION_EXACT"];
    for end in ENDS {
        let plain = format!("{name}{end}");
        let variable = machine.intern(&plain);
        // An earlier search left what it said.
        if machine.given(&plain).is_none() && !machine.scopes.holds(variable) {
            machine.unset_variable(variable);
        }
    }
}

/// How a search says that it found nothing.
fn not_found(text: &str) -> bool {
    text == "NOTFOUND" || text.ends_with("-NOTFOUND")
}

/// Words before folders and texts that do not say whether it is found, but where it is looked for
/// (cmake-commands(7), `find_library`).
const PLACES: &[&str] = &["HINTS", "PATHS", "PATH_SUFFIXES", "DOC", "VALIDATOR"];

/// `find_library(VAR …)` and relatives, once for each combination of what matters: a search in many folders that options decide is one search.
fn find_any(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let mut args = call.args.clone();
    if machine.script.is_none() {
        let mut in_places = false;
        args.retain(|arg| {
            if let Some(word) = machine.facts.texts.as_str(arg.text).filter(|_| !arg.quoted) {
                // `PATHS ENV NAME` is still a place.
                let begins = super::is_keyword_of_search(word) && word != "ENV";
                in_places = if begins { PLACES.contains(&word) } else { in_places };
            }
            !in_places
        });
    }
    machine.fork(&args, call.origin, &mut |machine, strings| find_one(machine, call, strings));
}

/// `find_library(VAR …)` and relatives: a cache entry that is found or not.
fn find_one(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    if machine.script.is_some() {
        return super::searches::find_one(machine, call, args);
    }
    let Some(variable) = args.first() else { return };
    let name = machine.intern(variable);
    // A variable that only says `not found` is looked for all the same.
    if machine.peek_str(variable).is_some_and(|text| not_found(&text)) && machine.scopes.holds(name) {
        machine.unset_variable(name);
    }
    let before = machine.read_variable(name);
    let set = machine.scopes.holds(name) || !machine.read_cache(name).defined.is_false();
    let required = args.iter().any(|w| &**w == "REQUIRED");
    if let (true, Some(library)) = (required && &*call.command.lower == "find_library", only_name(args)) {
        needs_library(machine, call, library);
    }
    let found = if required || !machine.env.options.all_configurations {
        Cond::TRUE
    } else {
        let shown = machine.facts.texts.display_str(variable);
        let subject = machine.conds().subject(Subject {
            kind: SubjectKind::Unknown,
            name: format!("{shown} found"),
            domain: Domain::Boolean,
            default: None,
            always_defined: true,
        });
        let found = machine.conds().truthy(subject);
        if &*call.command.lower == "find_library" {
            seeks_library(machine, args, found);
        }
        found
    };
    if &*call.command.lower == "find_library" {
        let known = machine.facts.library_names.entry(Arc::clone(variable)).or_default();
        let new: Vec<Arc<str>> = names(args).filter(|name| !known.contains(name)).cloned().collect();
        known.extend(new);
    }
    let path = machine.found_symbol(variable);
    if let Some(symbol) = machine.facts.texts.lone_symbol(path) {
        let subject = machine.facts.texts.info(symbol).subject;
        machine.found_paths.insert(subject);
    }
    // What is found is an absolute path: true, and no target.
    let one = !machine.env.options.all_configurations && machine.env.options.system.as_deref() != Some("Windows");
    let path = match machine.facts.texts.plain(path) {
        Some(symbol) if one => machine.intern(&format!("/{symbol}")),
        _ => path,
    };
    let missing = machine.intern(&format!("{variable}-NOTFOUND"));
    let not = machine.conds().not(found);
    let mut elems = vec![
        Elem { cond: found, text: path, origin: call.origin },
        Elem { cond: not, text: missing, origin: call.origin },
    ];
    elems.retain(|e| !e.cond.is_false());
    let value = Value::list(elems);
    let value = if set {
        let unset = machine.conds().not(before.defined);
        before.assign(machine.conds(), unset, &value)
    } else {
        value
    };
    machine.set_everywhere(name, &value);
}

/// How the variables end that `pkg_check_modules` sets, those of single modules and of static linking too
/// (cmake-modules(7), `FindPkgConfig`).
const PKG_CONFIG: &[&str] = &[
    "FOUND",
    "LIBRARIES",
    "LINK_LIBRARIES",
    "LIBRARY_DIRS",
    "LDFLAGS",
    "LDFLAGS_OTHER",
    "INCLUDE_DIRS",
    "CFLAGS",
    "CFLAGS_OTHER",
    "MODULE_NAME",
    "VERSION",
    "PREFIX",
    "INCLUDEDIR",
    "LIBDIR",
];

/// Whether `pkg_check_modules` with that prefix sets a variable.
pub fn pkg_config_sets(prefix: &str, name: &str) -> bool {
    let rest = name.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('_'));
    rest.is_some_and(|rest| PKG_CONFIG.contains(&rest.strip_prefix("STATIC_").unwrap_or(rest)))
}

fn pkg_check_modules(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let Some((prefix, rest)) = args.split_first() else { return };
    let required = rest.iter().any(|w| &**w == "REQUIRED");
    let all = &*call.command.lower == "pkg_check_modules";
    let named: Vec<&str> = modules(rest).collect();
    // Of several ones pkg_search_module takes any.
    for name in named.iter().filter(|_| required && (all || named.len() == 1)) {
        needs_library(machine, call, name);
    }
    for name in named.iter().filter(|_| !required && (all || named.len() == 1)) {
        let pair = (machine.intern(prefix), machine.intern(name));
        machine.facts.optional_modules.push(pair);
    }
    let told = given_truth(machine, &format!("{prefix}_FOUND"));
    let found = told.unwrap_or_else(|| found_condition(machine, prefix, required));
    declare_found(machine, prefix, found, call.origin);
    if given_truth(machine, "CMAKE_CACHEFILE_DIR").is_some() {
        told_modules(machine, call, prefix, found, rest.iter().any(|w| &**w == "IMPORTED_TARGET"));
        return;
    }
    let cond = machine.conds().and(machine.pc, found);
    let (lower, reason) = (format!("{}_", prefix.to_lowercase()), format!("pkg_check_modules({prefix})"));
    machine.note_writer(&lower, &reason, cond, false);
    if let Some(writer) = machine.opaque_writers.iter_mut().find(|w| *w.reason == *reason) {
        (writer.module, writer.ends) = (Some(Arc::clone(prefix)), PKG_CONFIG);
    }
    if rest.iter().any(|w| &**w == "IMPORTED_TARGET") {
        let name = format!("PkgConfig::{prefix}");
        super::package_results::imported(machine, call.origin, &name, found);
        if named.iter().any(|name| EXPORTING.contains(name)) {
            let flag = machine.intern("-Wl,--export-dynamic");
            machine.assign_target_property(&name, "INTERFACE_LINK_OPTIONS", &Value::text(flag, call.origin));
        }
        // `IMPORTED_TARGET GLOBAL`, CMake 3.13 (cmake-modules(7), FindPkgConfig).
        if rest.iter().any(|w| &**w == "GLOBAL") {
            let on = machine.intern("ON");
            machine.assign_target_property(&name, "IMPORTED_GLOBAL", &Value::text(on, call.origin));
        }
    }
}

/// A configured tree has the results in its cache (FindPkgConfig): those that are not there are unset. The full paths of
/// the libraries follow from one entry for each.
fn told_modules(machine: &mut Machine<'_>, call: &Invocation<'_>, prefix: &str, found: Cond, target: bool) {
    let given = |machine: &Machine<'_>, name: String| machine.given(&name).unwrap_or_default().to_owned();
    let names = given(machine, format!("{prefix}_LIBRARIES"));
    let paths: Vec<String> = names
        .split(';')
        .filter(|name| !name.is_empty())
        .map(|name| {
            let path = given(machine, format!("pkgcfg_lib_{prefix}_{name}"));
            if crate::cmake::lang::condition::is_off(&path) { name.to_owned() } else { path }
        })
        .collect();
    let paths = paths.join(";");
    machine.under(found, |m| m.set_text(&format!("{prefix}_LINK_LIBRARIES"), &paths, call.origin));
    let name: Arc<str> = format!("PkgConfig::{prefix}").into();
    if !target || machine.facts.targets.contains_key(&name) {
        return;
    }
    let when = machine.conds().and(machine.pc, found);
    machine.add_definition(call.origin, &name, crate::cmake::eval::facts::TargetKind::Interface, when, true, None);
    for (property, value) in [
        ("INTERFACE_LINK_LIBRARIES", paths),
        ("INTERFACE_INCLUDE_DIRECTORIES", given(machine, format!("{prefix}_INCLUDE_DIRS"))),
        ("INTERFACE_LINK_OPTIONS", given(machine, format!("{prefix}_LDFLAGS_OTHER"))),
        ("INTERFACE_COMPILE_OPTIONS", given(machine, format!("{prefix}_CFLAGS_OTHER"))),
    ] {
        let text = machine.intern(&value);
        machine.assign_target_property(&name, property, &Value::text(text, call.origin));
    }
}

/// `select_library_configurations(BASE)`: `BASE_LIBRARY` and `BASE_LIBRARIES` of the files that were found for releases and
/// for debugging (cmake-modules(7), `SelectLibraryConfigurations`).
fn select_configurations(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let Some(base) = args.first() else { return };
    let read = |machine: &mut Machine<'_>, kind: &str| {
        let value = machine.read_named(&format!("{base}_LIBRARY_{kind}"));
        let found = machine.truth_of(&value, call.origin);
        (value, found)
    };
    let (release, with_release) = read(machine, "RELEASE");
    let (debug, with_debug) = read(machine, "DEBUG");
    let missing = machine.intern(&format!("{base}_LIBRARY-NOTFOUND"));
    let mut chosen = Value::text(missing, call.origin);
    chosen = chosen.assign(machine.conds(), with_debug, &debug);
    chosen = chosen.assign(machine.conds(), with_release, &release);
    let differ = machine.wrap(&release) != machine.wrap(&debug);
    let both = machine.conds().and(with_release, with_debug);
    if differ && !both.is_false() {
        let word = |machine: &mut Machine<'_>, text: &str| {
            let text = machine.intern(text);
            Value::text(text, call.origin)
        };
        let parts = [word(machine, "optimized"), release, word(machine, "debug"), debug];
        let elems = parts.iter().flat_map(|part| part.elems.iter().copied()).collect();
        chosen = chosen.assign(machine.conds(), both, &Value::list(elems));
    }
    for suffix in ["LIBRARY", "LIBRARIES"] {
        let name = machine.intern(&format!("{base}_{suffix}"));
        machine.set_variable(name, &chosen);
    }
}

/// `find_package_handle_standard_args(Name DEFAULT_MSG VAR…)`: found when all variables are.
fn handle_standard_args(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let Some((name, rest)) = args.split_first() else { return };
    let explicit = rest.iter().position(|w| &**w == "REQUIRED_VARS");
    let variables: Vec<&Arc<str>> = match explicit {
        Some(at) => rest[at + 1..].iter().take_while(|w| !STANDARD_WORDS.contains(&&***w)).collect(),
        None => rest.iter().skip(1).collect(),
    };
    let mut found = Cond::TRUE;
    for variable in variables {
        let value = machine.read_named(variable);
        let one = machine.truth_of(&value, call.origin);
        found = machine.conds().and(found, one);
    }
    if rest.iter().any(|word| &**word == "HANDLE_COMPONENTS") {
        let components = required_components_found(machine, name, call.origin);
        found = machine.conds().and(found, components);
    }
    declare_by_module(machine, name, found, call.origin);
    let required = machine.peek_str(&format!("{name}_FIND_REQUIRED"));
    if required.as_deref() == Some("1") {
        let not = machine.conds().not(found);
        let text = machine.intern(&format!("Could NOT find {name}"));
        machine.under(not, |m| m.fatal(text, call.origin));
    }
}

/// When all components are there that a package has to have (`HANDLE_COMPONENTS`, `FindPackageHandleStandardArgs`).
fn required_components_found(machine: &mut Machine<'_>, name: &str, origin: Origin) -> Cond {
    let asked = machine.peek_str(&format!("{name}_FIND_COMPONENTS")).unwrap_or_default();
    let mut all = Cond::TRUE;
    for component in asked.split(';').filter(|component| !component.is_empty()) {
        if machine.peek_str(&format!("{name}_FIND_REQUIRED_{component}")).as_deref() == Some("1") {
            let value = machine.read_named(&format!("{name}_{component}_FOUND"));
            let one = machine.truth_of(&value, origin);
            all = machine.conds().and(all, one);
        }
    }
    all
}

const STANDARD_WORDS: &[&str] = &[
    "VERSION_VAR",
    "HANDLE_COMPONENTS",
    "CONFIG_MODE",
    "FOUND_VAR",
    "FAIL_MESSAGE",
    "REASON_FAILURE_MESSAGE",
    "NAME_MISMATCHED",
    "HANDLE_VERSION_RANGE",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_modules_are_whole() {
        let lines = FIND_MODULES.lines().filter(|line| !line.starts_with('#'));
        for (package, names) in lines.map(|line| line.split_once(": ").unwrap()) {
            let whole = |name: &str| !name.is_empty() && !name.ends_with('_') && !name.contains("__");
            assert!(names.split(' ').all(whole), "{package} puts names together");
            assert!(names.split(' ').any(|name| name == format!("{package}_VERSION")), "{package}");
        }
        assert!(names_in_module("ICU").is_none() && names_in_module("EXPAT").is_some());
    }
}
