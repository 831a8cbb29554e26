//! Functions of Python and its binding packages that make an extension module.
use std::sync::Arc;

use crate::cmake::eval::expand::Arg;
use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::value::{Elem, Value};
use crate::cond::Cond;

use super::Handler::Bulk;
use super::Table;

pub(in crate::cmake::eval) const COMMANDS: Table = &[
    ("nanobind_add_module", Bulk(python_module)),
    ("python_add_module", Bulk(python_module)),
    ("pybind11_add_module", Bulk(python_module)),
    ("python_add_library", Bulk(python_module)),
    ("python3_add_library", Bulk(python_module)),
];

/// Words of these functions that are no sources (`FindPython`, pybind11NewTools.cmake, nanobind-config.cmake).
const WORDS: &[&str] = &[
    "SHARED",
    "MODULE",
    "STATIC",
    "EXCLUDE_FROM_ALL",
    "NO_EXTRAS",
    "THIN_LTO",
    "OPT_SIZE",
    "WITH_SOABI",
    "WITHOUT_SOABI",
    "LTO",
    "NB_STATIC",
    "NB_SHARED",
    "STABLE_ABI",
    "NOMINSIZE",
    "NOSTRIP",
];

fn python_module(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let Some((name, rest)) = call.args.split_first() else { return };
    let has = |machine: &Machine<'_>, word: &str| rest.iter().any(|a| machine.facts.texts.as_str(a.text) == Some(word));
    let kind = match () {
        () if has(machine, "SHARED") => TargetKind::Shared,
        () if has(machine, "STATIC") => TargetKind::Static,
        () => TargetKind::Module,
    };
    let is_source = |machine: &Machine<'_>, arg: &Arg| {
        let word = machine.facts.texts.as_str(arg.text);
        arg.quoted || !word.is_some_and(|t| WORDS.contains(&t))
    };
    let sources: Vec<Arg> = rest.iter().filter(|a| is_source(machine, a)).copied().collect();
    let value = machine.value_of(call, &sources);
    let links = links(machine, &call.command.lower, kind, &|machine, word| has(machine, word));
    let pybind = &*call.command.lower == "pybind11_add_module";
    let soabi = has(machine, "WITH_SOABI") || pybind && !has(machine, "WITHOUT_SOABI");
    for (cond, name) in machine.alternatives_or_widen(name.text, call.origin) {
        let name = super::targets::target_name(machine, &name);
        machine.under(cond, |m| {
            let pc = m.pc;
            m.add_definition(call.origin, &name, kind, pc, false, None);
            m.initialise_properties(&name, kind, false);
            m.append_target_property(&name, "SOURCES", &value);
            if !links.is_empty() {
                let elem = |text: &String, m: &mut Machine<'_>| Elem {
                    cond: Cond::TRUE,
                    text: m.intern(text),
                    origin: call.origin,
                };
                let elems = links.iter().map(|text| elem(text, m)).collect();
                m.append_target_property(&name, "LINK_LIBRARIES", &Value::list(elems));
            }
            let empty = Value::list(vec![Elem { cond: Cond::TRUE, text: m.intern(""), origin: call.origin }]);
            m.assign_target_property(&name, "PREFIX", &empty);
            if soabi {
                let given = m.env.options.given.iter().rev().find(|g| g.name == "PYTHON_MODULE_EXTENSION");
                let given = given.map(|g| g.value.clone());
                let own = ["Python_SOABI", "Python3_SOABI"].into_iter().find_map(|name| m.peek_str(name));
                let suffix = match given.or_else(|| own.filter(|s| !s.is_empty()).map(|soabi| format!(".{soabi}.so"))) {
                    Some(text) => m.intern(&text),
                    None => m.found_symbol("PYTHON_MODULE_EXTENSION"),
                };
                m.assign_target_property(&name, "SUFFIX", &Value::text(suffix, call.origin));
            }
            if pybind {
                hide_symbols(m, call, &name);
            }
        });
    }
}

/// `-fvisibility=hidden`, unless the project has said something itself.
fn hide_symbols(machine: &mut Machine<'_>, call: &Invocation<'_>, name: &Arc<str>) {
    let stated = machine.read_named("CMAKE_CXX_VISIBILITY_PRESET").defined;
    let unset = machine.conds().not(stated);
    let hidden = machine.intern("hidden");
    machine.under(unset, |m| {
        m.assign_target_property(name, "CXX_VISIBILITY_PRESET", &Value::text(hidden, call.origin));
    });
}

/// What the module is linked with.
fn links(
    machine: &Machine<'_>,
    command: &str,
    kind: TargetKind,
    has: &dyn Fn(&Machine<'_>, &str) -> bool,
) -> Vec<String> {
    let module = kind == TargetKind::Module;
    let python = |package: &str| format!("{package}::{}", if module { "Module" } else { "Python" });
    match command {
        "python_add_library" => vec![python("Python")],
        "python3_add_library" => vec![python("Python3")],
        "pybind11_add_module" => {
            let mut out = Vec::new();
            let details = |package: &str| format!("FIND_PACKAGE_MESSAGE_DETAILS_{package}");
            let told = |package: &str| machine.env.options.given.iter().any(|g| g.name == details(package));
            let known = |package: &&str| machine.facts.targets.contains_key(&*python(package)) || told(package);
            out.extend(["Python", "Python3"].iter().find(|package| known(package)).map(|package| python(package)));
            out.push("pybind11::headers".to_owned());
            out.push(if module { "pybind11::module" } else { "pybind11::embed" }.to_owned());
            if !has(machine, "NO_EXTRAS") && machine.peek_str("CMAKE_INTERPROCEDURAL_OPTIMIZATION").is_none() {
                out.push(if has(machine, "THIN_LTO") { "pybind11::thin_lto" } else { "pybind11::lto" }.to_owned());
            }
            if has(machine, "OPT_SIZE") {
                out.push("pybind11::opt_size".to_owned());
            }
            out
        }
        _ => Vec::new(),
    }
}
