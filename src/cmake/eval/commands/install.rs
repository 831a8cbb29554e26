//! `install()` and `export()` as facts.
use std::sync::Arc;

use crate::cmake::eval::expand::Arg;
use crate::cmake::eval::facts::{Call, Export, Filter, Install, InstallKind, Reason, Rule};
use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::policy::{PolicyState, Version};
use crate::cmake::eval::text::Text;
use crate::cmake::eval::value::Value;

use super::Handler::Bulk;
use super::Table;
use super::usage::by_keyword;

pub(super) const COMMANDS: Table = &[
    ("install", Bulk(install)),
    ("export", Bulk(export)),
    ("install_targets", Bulk(|m, c| m.keep_call("install_targets", c))),
    ("install_files", Bulk(ignore)),
    ("install_programs", Bulk(ignore)),
];

fn ignore(_: &mut Machine<'_>, _: &Invocation<'_>) {}

/// Artifact kinds of `install(TARGETS)`.
const ARTIFACTS: &[&str] = &[
    "ARCHIVE",
    "LIBRARY",
    "RUNTIME",
    "OBJECTS",
    "FRAMEWORK",
    "BUNDLE",
    "PRIVATE_HEADER",
    "PUBLIC_HEADER",
    "RESOURCE",
    "INCLUDES",
    "FILE_SET",
    "CXX_MODULES_BMI",
];

const KEYWORDS: &[&str] = &[
    "TARGETS",
    "FILES",
    "PROGRAMS",
    "DIRECTORY",
    "EXPORT",
    "SCRIPT",
    "CODE",
    "IMPORTED_RUNTIME_ARTIFACTS",
    "RUNTIME_DEPENDENCY_SET",
    "RUNTIME_DEPENDENCIES",
    "DESTINATION",
    "TYPE",
    "PERMISSIONS",
    "FILE_PERMISSIONS",
    "DIRECTORY_PERMISSIONS",
    "CONFIGURATIONS",
    "COMPONENT",
    "RENAME",
    "NAMESPACE",
    "FILE",
    "PATTERN",
    "REGEX",
    "NAMELINK_COMPONENT",
];

/// Words without a value.
const FLAGS: &[&str] = &[
    "OPTIONAL",
    "EXCLUDE_FROM_ALL",
    "NAMELINK_ONLY",
    "NAMELINK_SKIP",
    "USE_SOURCE_PERMISSIONS",
    "MESSAGE_NEVER",
    "FILES_MATCHING",
    "EXCLUDE",
    "EXPORT_LINK_INTERFACE_LIBRARIES",
    "ALL_COMPONENTS",
];

/// The clause that is being read.
#[derive(Clone)]
struct Clause {
    artifact: &'static str,
    destination: Text,
    component: Option<Text>,
    optional: bool,
    stated: bool,
}

fn install(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let first = call.args.first().and_then(|a| machine.facts.texts.plain(a.text));
    let kind = match first.as_deref() {
        Some("TARGETS" | "IMPORTED_RUNTIME_ARTIFACTS") => InstallKind::Target,
        Some("EXPORT") => InstallKind::Export,
        Some("FILES") => InstallKind::Files,
        Some("PROGRAMS") => InstallKind::Programs,
        Some("DIRECTORY") => InstallKind::Directory,
        Some("SCRIPT" | "CODE") => InstallKind::Script,
        Some("RUNTIME_DEPENDENCY_SET") => InstallKind::RuntimeDependencies,
        _ => {
            machine.unknown(Reason::UnmodelledForm, "install()", call.origin);
            return;
        }
    };
    let mut words: Vec<&'static str> = KEYWORDS.to_vec();
    words.extend(ARTIFACTS);
    words.extend(FLAGS);
    let parts = by_keyword_sequence(machine, call, &words);
    read_clauses(machine, call, kind, &parts);
}

/// A keyword with the values up to the next one.
struct Part {
    keyword: &'static str,
    values: Vec<Arg>,
}

fn by_keyword_sequence(machine: &mut Machine<'_>, call: &Invocation<'_>, words: &[&'static str]) -> Vec<Part> {
    let mut out: Vec<Part> = Vec::new();
    for arg in &call.args {
        let plain = if arg.quoted { None } else { machine.facts.texts.as_str(arg.text) };
        match plain.and_then(|t| words.iter().find(|w| **w == t)) {
            Some(&keyword) => out.push(Part { keyword, values: Vec::new() }),
            None => match out.last_mut() {
                Some(part) => part.values.push(*arg),
                None => out.push(Part { keyword: "", values: vec![*arg] }),
            },
        }
    }
    out
}

/// What an `install(DIRECTORY)` takes of its folders, where it says something of that.
fn filter(machine: &Machine<'_>, parts: &[Part]) -> Option<Filter> {
    let mut filter = Filter::default();
    for part in parts {
        let known = || match part.values.as_slice() {
            [only] if only.cond == machine.pc || only.cond.is_true() => {
                machine.facts.texts.as_str(only.text).map(str::to_owned)
            }
            _ => None,
        };
        match part.keyword {
            "FILES_MATCHING" => filter.matching = true,
            "PATTERN" => filter.rules.push((known().map_or(Rule::Unknown, Rule::Pattern), false)),
            "REGEX" => filter.rules.push((known().map_or(Rule::Unknown, Rule::Regex), false)),
            "EXCLUDE" => filter.rules.iter_mut().rev().take(1).for_each(|(_, excludes)| *excludes = true),
            _ => {}
        }
    }
    (filter.matching || !filter.rules.is_empty()).then_some(filter)
}

fn read_clauses(machine: &mut Machine<'_>, call: &Invocation<'_>, kind: InstallKind, parts: &[Part]) {
    // What one argument is in different configurations is one text.
    let texts: Vec<Option<Text>> = parts
        .iter()
        .map(|part| match part.values.as_slice() {
            [first, rest @ ..] if rest.iter().any(|other| other.index == first.index) => {
                let same = part.values.iter().take_while(|other| other.index == first.index).count();
                let value = machine.value_of(call, &part.values[..same]);
                Some(machine.wrap(&value))
            }
            values => values.first().map(|a| a.text),
        })
        .collect();
    let items = parts.first().map_or_else(Value::empty, |p| machine.value_of(call, &p.values));
    let mut export = None;
    let (mut file_name, mut namespace) = (None, None);
    let fresh =
        |artifact| Clause { artifact, destination: Text::EMPTY, component: None, optional: false, stated: false };
    let mut clauses: Vec<Clause> = Vec::new();
    let mut current = fresh("");
    for (part, text) in parts.iter().zip(texts).skip(1) {
        match part.keyword {
            "EXPORT" if kind == InstallKind::Target => export = text,
            "DESTINATION" => {
                current.destination = text.unwrap_or(Text::EMPTY);
                current.stated = true;
            }
            "TYPE" => {
                let shown = part.values.first().and_then(|a| machine.facts.texts.plain(a.text)).unwrap_or_default();
                current.destination = default_destination(machine, &shown, call);
                current.stated = true;
            }
            "COMPONENT" => current.component = text,
            "OPTIONAL" => current.optional = true,
            "FILE" => file_name = text,
            "RENAME" => file_name = text,
            "NAMESPACE" => namespace = text,
            artifact if ARTIFACTS.contains(&artifact) => {
                clauses.push(std::mem::replace(&mut current, fresh(artifact)));
                current.stated = true;
            }
            _ => {}
        }
    }
    clauses.push(current);
    if kind == InstallKind::Export {
        export = items.single();
    }
    // Headers and the like are installed beside the file of the target.
    let file = |clause: &Clause| {
        matches!(clause.artifact, "ARCHIVE" | "LIBRARY" | "RUNTIME" | "OBJECTS" | "FRAMEWORK" | "BUNDLE")
    };
    let several = clauses.iter().any(file);
    let takes_defaults = matches!(kind, InstallKind::Target | InstallKind::RuntimeDependencies);
    let folder = |kind| if takes_defaults { default_destination(machine, kind, call) } else { Text::EMPTY };
    let folders = ["BIN", "LIB"].map(folder);
    let filter = filter(machine, parts).map(Arc::new);
    for clause in clauses {
        if several && clause.artifact.is_empty() && !clause.stated || clause.artifact == "INCLUDES" {
            continue;
        }
        machine.facts.installs.push(Install {
            kind,
            items: items.clone(),
            destination: clause.destination,
            folders,
            artifact: clause.artifact,
            export,
            file_name,
            namespace,
            component: clause.component,
            optional: clause.optional,
            filter: filter.clone(),
            cond: machine.pc,
            origin: call.origin,
            directory: machine.directory,
        });
    }
}

/// Where `TYPE` leads, and what has no destination (cmake-commands(7), install).
fn default_destination(machine: &mut Machine<'_>, kind: &str, call: &Invocation<'_>) -> Text {
    let (variable, fallback) = match kind {
        "BIN" => ("CMAKE_INSTALL_BINDIR", "bin"),
        "SBIN" => ("CMAKE_INSTALL_SBINDIR", "sbin"),
        "LIB" => ("CMAKE_INSTALL_LIBDIR", "lib"),
        "INCLUDE" => ("CMAKE_INSTALL_INCLUDEDIR", "include"),
        "DATA" => ("CMAKE_INSTALL_DATADIR", "share"),
        "MAN" => ("CMAKE_INSTALL_MANDIR", "share/man"),
        "DOC" => ("CMAKE_INSTALL_DOCDIR", "share/doc"),
        _ => return machine.intern("share"),
    };
    let value = machine.read_named(variable);
    // The default holds wherever the variable is empty.
    let given = machine.conds().any(value.elems.iter().map(|elem| elem.cond).collect::<Vec<_>>());
    let fallback = Value::text(machine.intern(fallback), call.origin);
    let value = fallback.assign(machine.conds(), given, &value);
    machine.wrap(&value)
}

fn export(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    const WORDS: &[&str] = &["TARGETS", "EXPORT", "NAMESPACE", "FILE", "PACKAGE", "APPEND", "ANDROID_MK", "SETUP"];
    let parts = by_keyword(machine, &call.args, WORDS, "");
    let of = |keyword: &str| -> Vec<Arg> { parts.iter().filter(|(k, _)| *k == keyword).map(|(_, a)| *a).collect() };
    let set = of("EXPORT").first().map(|a| a.text);
    let targets = of("TARGETS");
    let items = machine.value_of(call, &targets);
    let mut file = of("FILE").first().map_or(Text::EMPTY, |a| a.text);
    if file == Text::EMPTY
        && let Some(set) = set.and_then(|s| machine.facts.texts.plain(s))
    {
        file = machine.intern(&format!("{set}.cmake"));
    }
    if set.is_none() && targets.is_empty() {
        return;
    }
    let namespace = of("NAMESPACE").first().map(|a| a.text);
    let (cond, origin, directory) = (machine.pc, call.origin, machine.directory);
    // A word alone: by_keyword() gives only what stands behind keywords.
    let append = call.args.iter().any(|arg| machine.facts.texts.as_str(arg.text) == Some("APPEND"));
    let refused = !append && machine.policies.state(103, Version(3, 18, 0)) == PolicyState::New;
    machine.facts.exports.push(Export {
        items,
        export: set,
        file,
        namespace,
        append,
        refused,
        cond,
        origin,
        directory,
    });
}

impl Machine<'_> {
    /// Keeps a call as it is, for rules that know the command.
    pub(in crate::cmake::eval) fn keep_call(&mut self, command: &str, call: &Invocation<'_>) {
        let fact = self.call_as_fact(command, call);
        self.facts.calls.push(fact);
    }

    /// A call with all its arguments.
    pub(super) fn call_as_fact(&mut self, command: &str, call: &Invocation<'_>) -> Call {
        let arguments = self.value_of(call, &call.args);
        Call { command: Arc::from(command), arguments, cond: self.pc, origin: call.origin, directory: self.directory }
    }
}
