//! The commands of LLVM's `AddLLVM.cmake` and `LLVM-Config.cmake` where these files are not there to be read: an
//! installed LLVM. They make targets of sources and link them with components (llvm/cmake/modules/ of 17.0.6).
use crate::cmake::eval::expand::Arg;
use crate::cmake::eval::facts::Call;
use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::value::{Elem, Origin, Value};

use super::Handler::Bulk;
use super::Table;

/// The package that brings these commands.
pub(super) const PACKAGE: &str = "LLVM";

pub(super) const COMMANDS: Table = &[
    ("add_llvm_executable", Bulk(|m, c| add(m, c, "add_executable"))),
    ("add_llvm_tool", Bulk(|m, c| add(m, c, "add_executable"))),
    ("add_llvm_utility", Bulk(|m, c| add(m, c, "add_executable"))),
    ("add_llvm_example", Bulk(|m, c| add(m, c, "add_executable"))),
    ("add_llvm_library", Bulk(|m, c| add(m, c, "add_library"))),
    ("llvm_map_components_to_libnames", Bulk(map_components)),
    ("llvm_map_components_to_libraries", Bulk(map_components)),
    ("llvm_config", Bulk(|m, c| m.keep_call("llvm_config", c))),
    ("explicit_llvm_config", Bulk(|m, c| m.keep_call("explicit_llvm_config", c))),
];

/// Words that stand alone.
const OPTIONS: &[&str] = &[
    "DISABLE_LLVM_LINK_LLVM_DYLIB",
    "IGNORE_EXTERNALIZE_DEBUGINFO",
    "NO_INSTALL_RPATH",
    "SUPPORT_PLUGINS",
    "EXPORT_SYMBOLS",
    "GENERATE_DRIVER",
    "INSTALL_WITH_TOOLCHAIN",
    "SONAME",
    "NO_EXPORT",
    "BUILDTREE_ONLY",
    "COMPONENT_LIB",
    "DISABLE_PCH_REUSE",
];
/// Kinds that `add_library` knows, too.
const KINDS: &[&str] = &["SHARED", "STATIC", "MODULE", "OBJECT"];
/// Words with one value, and with several.
const VALUES: &[&str] = &["ENTITLEMENTS", "BUNDLE_PATH", "OUTPUT_NAME", "PLUGIN_TOOL"];
const LISTS: &[&str] =
    &["DEPENDS", "ADDITIONAL_HEADERS", "ADDITIONAL_HEADER_DIRS", "OBJLIBS", "LINK_LIBS", "LINK_COMPONENTS"];

/// The arguments, sorted.
#[derive(Default)]
struct Parts {
    kinds: Vec<Arg>,
    sources: Vec<Arg>,
    libraries: Vec<Arg>,
    components: Vec<Arg>,
    never_shared: bool,
    /// It is not installed.
    stays: bool,
    /// It gets no search path.
    without_path: bool,
}

fn parts(machine: &Machine<'_>, args: &[Arg]) -> Parts {
    let mut parts = Parts::default();
    let mut list = "";
    let mut skip = false;
    for arg in args {
        let text = machine.facts.texts.as_str(arg.text).unwrap_or_default();
        if std::mem::take(&mut skip) {
            continue;
        }
        if let Some(name) = LISTS.iter().find(|name| **name == text) {
            list = name;
        } else if VALUES.contains(&text) {
            (list, skip) = ("", true);
        } else if OPTIONS.contains(&text) {
            parts.never_shared |= text == "DISABLE_LLVM_LINK_LLVM_DYLIB";
            parts.stays |= text == "BUILDTREE_ONLY";
            parts.without_path |= text == "NO_INSTALL_RPATH";
            list = "";
        } else if KINDS.contains(&text) {
            parts.kinds.push(*arg);
            list = "";
        } else {
            match list {
                "" => parts.sources.push(*arg),
                "LINK_LIBS" => parts.libraries.push(*arg),
                "LINK_COMPONENTS" => parts.components.push(*arg),
                _ => {}
            }
        }
    }
    parts
}

fn add(machine: &mut Machine<'_>, call: &Invocation<'_>, how: &str) {
    let Some((name, rest)) = call.args.split_first() else { return };
    let parts = parts(machine, rest);
    let with = |args: Vec<Arg>| Invocation { command: call.command, file: call.file, args, origin: call.origin };
    let mut made = vec![*name];
    if how == "add_library" {
        made.extend(&parts.kinds);
    }
    made.extend(&parts.sources);
    machine.dispatch(how, &with(made));
    // The share of places that were reached counts those of `add_library` and `add_executable`.
    if let Some(place) = machine.facts.places.get(call.origin) {
        machine.facts.reached.remove(&place.span);
    }
    link_components(machine, call, name, &parts);
    if !parts.libraries.is_empty() {
        let scope = Arg { text: machine.intern("PUBLIC"), quoted: false, ..*name };
        let mut linked = vec![*name, scope];
        linked.extend(&parts.libraries);
        machine.dispatch("target_link_libraries", &with(linked));
    }
    let is_loaded = |kind: &Arg| matches!(machine.facts.texts.as_str(kind.text), Some("SHARED" | "MODULE"));
    if !parts.without_path && (how == "add_executable" || parts.kinds.iter().any(is_loaded)) {
        machine.run_framework_part("llvm_setup_rpath", &with(vec![*name]));
    }
    if how == "add_library" && !parts.stays {
        machine.run_framework_part("add_mlir_library_install", &with(vec![*name]));
    }
}

/// Keeps which components are linked, as a call of `llvm_config` says it: those of the variable, too; or the one shared
/// library, where LLVM is configured for that.
fn link_components(machine: &mut Machine<'_>, call: &Invocation<'_>, name: &Arg, parts: &Parts) {
    let mut elems = machine.value_of(call, &[*name]).elems.to_vec();
    elems.extend(machine.value_of(call, &parts.components).elems.iter());
    // LLVM's own configuration does not set it: where the project has not set it, it is empty.
    elems.extend(machine.own_value("LLVM_LINK_COMPONENTS").elems.iter());
    if !parts.never_shared {
        let value = machine.read_named("LLVM_LINK_LLVM_DYLIB");
        let cond = machine.truth_of(&value, Origin::NONE);
        elems.push(Elem { cond, text: machine.intern("USE_SHARED"), origin: call.origin });
    }
    machine.facts.calls.push(Call {
        command: "llvm_config".into(),
        arguments: Value::list(elems),
        cond: machine.pc,
        origin: call.origin,
        directory: machine.directory,
    });
}

/// `llvm_map_components_to_libnames(out component…)`: the names of the libraries are LLVM's matter.
fn map_components(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    machine.keep_call(&call.command.lower, call);
    if let Some(output) = call.args.first() {
        let symbol = machine.found_symbol(&format!("LLVM libraries #{}", call.origin.0));
        machine.set_variable(output.text, &Value::text(symbol, call.origin));
    }
}
