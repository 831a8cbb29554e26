//! `project`, `enable_language`, `enable_testing`.
use std::sync::Arc;

use crate::cmake::eval::facts::{Enabled, Project, Reason};
use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::platform::system_subject;
use crate::cmake::eval::text::Text;
use crate::cmake::eval::value::{Origin, Value};
use crate::cond::Cond;

use super::Handler::{Bulk, Plain};
use super::Table;

pub(super) const COMMANDS: Table = &[
    ("project", Plain(project)),
    ("enable_language", Plain(enable_language)),
    ("enable_testing", Bulk(ignore)),
    ("site_name", Bulk(ignore)),
    ("build_name", Bulk(ignore)),
];

fn ignore(_: &mut Machine<'_>, _: &Invocation<'_>) {}

fn project(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let Some((name, rest)) = args.split_first() else {
        machine.error("project PROJECT called with incorrect number of arguments", call.origin);
        return;
    };
    let mut version = "";
    let mut languages: Vec<Arc<str>> = Vec::new();
    let mut keyword = "";
    let mut explicit = false;
    let (mut description, mut homepage) = ("", "");
    for word in rest {
        match &**word {
            "VERSION" | "DESCRIPTION" | "HOMEPAGE_URL" | "LANGUAGES" | "COMPAT_VERSION" | "SPDX_LICENSE" => {
                keyword = match &**word {
                    "VERSION" => "VERSION",
                    "DESCRIPTION" => "DESCRIPTION",
                    "HOMEPAGE_URL" => "HOMEPAGE_URL",
                    "LANGUAGES" => "LANGUAGES",
                    _ => "OTHER",
                };
                explicit |= keyword == "LANGUAGES";
            }
            other => match keyword {
                "VERSION" => version = other,
                "DESCRIPTION" => description = other,
                "HOMEPAGE_URL" => homepage = other,
                "OTHER" => {}
                _ => {
                    explicit = true;
                    languages.push(Arc::clone(word));
                }
            },
        }
    }
    if !explicit {
        languages = vec!["C".into(), "CXX".into()];
    }
    let first = machine.facts.projects.is_empty();
    if first {
        read_files_of(machine, call, "CMAKE_PROJECT_TOP_LEVEL_INCLUDES");
    }
    read_files_of(machine, call, "CMAKE_PROJECT_INCLUDE_BEFORE");
    read_files_of(machine, call, &format!("CMAKE_PROJECT_{name}_INCLUDE_BEFORE"));
    set_project_variables(machine, call, name, version, description, homepage);
    if first {
        read_files_of(machine, call, "CMAKE_TOOLCHAIN_FILE");
        hold_to_system(machine, call);
    }
    for language in &languages {
        enable(machine, language, call.origin);
    }
    read_files_of(machine, call, "CMAKE_PROJECT_INCLUDE");
    read_files_of(machine, call, &format!("CMAKE_PROJECT_{name}_INCLUDE"));
    let text = machine.intern(name);
    let (cond, directory) = (machine.pc, machine.directory);
    machine.facts.projects.push(Project { name: text, languages, cond, origin: call.origin, directory });
}

/// Files that `project()` reads in the scope of its caller, the toolchain file at the first one (cmake-commands(7), project, "Code Injection";
/// cmake-toolchains(7)). One that cannot be read leaves a record, as any included file does.
fn read_files_of(machine: &mut Machine<'_>, call: &Invocation<'_>, variable: &str) {
    if machine.facts.texts.find(variable).is_none() && machine.given(variable).is_none() {
        return;
    }
    let value = machine.read_named(variable);
    for elem in machine.list_elements(&value) {
        let Some(text) = machine.facts.texts.plain(elem.text).filter(|text| !text.is_empty()) else { continue };
        let entry = machine.pc;
        let (text, when) = match machine.facts.texts.lone_symbol(elem.text) {
            // Where users give no other one.
            Some(symbol) => {
                let (default, known) = machine.facts.texts.with_defaults(&text);
                let default = default.clone();
                let subject = machine.facts.texts.info(symbol).subject;
                (Arc::from(&*default), if known { machine.conds().equals(subject, &default) } else { Cond::FALSE })
            }
            None if machine.facts.texts.is_known(elem.text) => (text, Cond::TRUE),
            None => continue,
        };
        let cond = machine.conds().all([entry, elem.cond, when]);
        if cond.is_false() || text.is_empty() {
            continue;
        }
        // A path that is not absolute is one beside the sources; there is no build tree yet.
        let path = machine.facts.source_dir.join(&*text);
        let Some(file) = machine.parse_file(&path, call) else { continue };
        if machine.depth >= machine.env.options.limits.depth || machine.list_files.contains(&path) {
            machine.unknown(Reason::Limit, &format!("{} within itself", path.display()), call.origin);
            continue;
        }
        machine.pc = cond;
        machine.run_beneath(&path, &file, call);
        machine.pc = entry;
    }
}

/// A project that names the system before its first `project()` is built for no other (cmake-variables(7), `CMAKE_SYSTEM_NAME`).
fn hold_to_system(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    if !machine.env.options.all_configurations || machine.env.options.system.is_some() {
        return;
    }
    let value = machine.read_named("CMAKE_SYSTEM_NAME");
    for elem in machine.list_elements(&value) {
        let texts = &machine.facts.texts;
        let known = texts.as_str(elem.text).filter(|system| !system.is_empty() && texts.is_known(elem.text));
        let Some(system) = known.map(str::to_owned) else { continue };
        let platform = machine.conds().subject(system_subject());
        let other = machine.conds().diff(elem.cond, machine.conds().equals(platform, &system));
        machine.under(other, |m| {
            let message = m.intern(&format!("CMAKE_SYSTEM_NAME is {system}"));
            m.fatal(message, call.origin);
        });
    }
}

fn set_project_variables(
    machine: &mut Machine<'_>,
    call: &Invocation<'_>,
    name: &str,
    version: &str,
    description: &str,
    homepage: &str,
) {
    let directory = &machine.facts.directories[machine.directory.0 as usize];
    let source = directory.source.to_string_lossy().into_owned();
    let binary = directory.binary.to_string_lossy().into_owned();
    let top = directory.parent.is_none();
    // CMP0048: without a version, NEW clears the variables, OLD leaves them as they are (cmake-policies(7)).
    let leaves_version = version.is_empty() && !machine.policy_new(48);
    for (suffix, value) in [("SOURCE_DIR", &source), ("BINARY_DIR", &binary)] {
        machine.write_static_cache(&format!("{name}_{suffix}"), value, call.origin);
    }
    let mut write = |key: &str, value: &str| machine.set_text(key, value, call.origin);
    for (suffix, value) in [("SOURCE_DIR", &source), ("BINARY_DIR", &binary)] {
        write(&format!("PROJECT_{suffix}"), value);
        write(&format!("{name}_{suffix}"), value);
    }
    write("PROJECT_NAME", name);
    let is_top = if top { "ON" } else { "OFF" };
    write("PROJECT_IS_TOP_LEVEL", is_top);
    write(&format!("{name}_IS_TOP_LEVEL"), is_top);
    let parts: Vec<&str> = if version.is_empty() { Vec::new() } else { version.split('.').collect() };
    let mut all = vec![("VERSION", version), ("DESCRIPTION", description), ("HOMEPAGE_URL", homepage)];
    for (at, suffix) in ["VERSION_MAJOR", "VERSION_MINOR", "VERSION_PATCH", "VERSION_TWEAK"].into_iter().enumerate() {
        all.push((suffix, parts.get(at).copied().unwrap_or("")));
    }
    for (suffix, value) in all.into_iter().filter(|(suffix, _)| !(leaves_version && suffix.starts_with("VERSION"))) {
        write(&format!("PROJECT_{suffix}"), value);
        write(&format!("{name}_{suffix}"), value);
        if top {
            write(&format!("CMAKE_PROJECT_{suffix}"), value);
        }
    }
    if top {
        write("CMAKE_PROJECT_NAME", name);
    }
}

/// Systems for which no compiler of CUDA or HIP makes code (CUDA Toolkit and `ROCm`, "System requirements"): CMake finds none that works.
const WITHOUT_DEVICES: &[&str] = &["EMSCRIPTEN", "WASI", "IOS"];

fn enable(machine: &mut Machine<'_>, language: &str, origin: Origin) {
    if language == "NONE" {
        return;
    }
    let cond = machine.pc;
    if matches!(language, "CUDA" | "HIP") {
        let systems = WITHOUT_DEVICES.iter().filter_map(|name| machine.conds().platform(name)).collect::<Vec<_>>();
        machine.refuse_where(machine.conds().any(systems), &format!("no {language} compiler for this system"), origin);
    }
    // Visual Studio alone has it (cmake-commands(7), project: "CSharp is available only for Visual Studio generators").
    if language == "CSharp" {
        let others = machine.conds().platform("WIN32").map_or(Cond::FALSE, |windows| machine.conds().not(windows));
        machine.refuse_where(others, "C# without Visual Studio", origin);
    }
    if !machine.is_told() {
        let kinds = ["EXE", "SHARED", "MODULE"].map(|kind| format!("CMAKE_{kind}_LINKER_FLAGS"));
        let own = [format!("CMAKE_{language}_FLAGS")];
        for variable in own.iter().chain(&kinds) {
            take_environment(machine, language, variable, origin);
            take_initial_flags(machine, variable, "", origin);
            for configuration in ["_DEBUG", "_RELEASE", "_RELWITHDEBINFO", "_MINSIZEREL"] {
                take_initial_flags(machine, variable, configuration, origin);
            }
        }
    }
    machine.facts.enabled.push(Enabled { language: language.into(), cond, origin });
    machine.set_text(&format!("CMAKE_{language}_COMPILER_LOADED"), "1", Origin::NONE);
    let text = machine.intern(language);
    let old = machine.facts.global_properties.get("ENABLED_LANGUAGES").cloned().unwrap_or_else(Value::empty);
    let known = old.elems.iter().filter(|e| e.text == text).map(|e| e.cond).collect::<Vec<_>>();
    let known = machine.conds().any(known);
    let missing = machine.conds().not(known);
    machine.under(missing, |machine| {
        let new = machine.appended(&old, &Value::text(text, Origin::NONE));
        machine.facts.global_properties.insert("ENABLED_LANGUAGES".into(), new);
    });
}

/// What a toolchain file says in `<variable>_INIT` begins the flags, before those of the environment (cmake-variables(7),
/// CMAKE_<LANG>_`FLAGS_INIT`, CMAKE_<LANG>_FLAGS_<CONFIG>_INIT).
fn take_initial_flags(machine: &mut Machine<'_>, variable: &str, configuration: &str, origin: Origin) {
    let Some(initial) = machine.facts.texts.find(&format!("{variable}{configuration}_INIT")) else { return };
    let initial = machine.read_variable(initial);
    let known = initial.elems.iter().all(|elem| machine.facts.texts.is_known(elem.text));
    if known {
        put_before(machine, &format!("{variable}{configuration}"), &initial, origin);
    }
}

/// What the project itself says in the environment before a language is enabled begins the flags, too (cmake-env-variables(7)).
fn take_environment(machine: &mut Machine<'_>, language: &str, variable: &str, origin: Origin) {
    let name = match language {
        _ if variable.ends_with("_LINKER_FLAGS") => "LDFLAGS",
        "C" => "CFLAGS",
        "CXX" => "CXXFLAGS",
        "CUDA" => "CUDAFLAGS",
        "Fortran" => "FFLAGS",
        _ => return,
    };
    let own = machine.facts.texts.find(name).and_then(|name| machine.environment.get(&name).cloned());
    if let Some(own) = own {
        put_before(machine, variable, &own, origin);
    }
}

/// Puts a text before the flags of a variable that the project has not set.
fn put_before(machine: &mut Machine<'_>, variable: &str, initial: &Value, origin: Origin) {
    let name = machine.intern(variable);
    let text = machine.wrap(initial);
    if machine.seen(name).is_some() || text == Text::EMPTY || initial.defined.is_false() {
        return;
    }
    let given = machine.read_variable(name);
    let whole = match given.elems.as_slice() {
        [] => text,
        [given] => {
            let blank = machine.intern(" ");
            machine.concat(&[text, blank, given.text], origin)
        }
        _ => return,
    };
    let origin = initial.elems.first().map_or(origin, |elem| elem.origin);
    machine.under(initial.defined, |machine| machine.set_everywhere(name, &Value::text(whole, origin)));
}

fn enable_language(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    for language in args.iter().filter(|a| &***a != "OPTIONAL") {
        enable(machine, language, call.origin);
    }
}
