//! The `target_*` commands: usage requirements (cmake-buildsystem(7)).
use std::sync::Arc;

use crate::cmake::eval::expand::Arg;
use crate::cmake::eval::facts::{Definition, Forbidden, OldEffect, TargetKind};
use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::value::{Elem, Origin, Value};
use crate::cond::Cond;

use super::Handler::Bulk;
use super::Table;
use super::expressions::whole_expressions;

pub(super) const COMMANDS: Table = &[
    ("target_link_libraries", Bulk(target_link_libraries)),
    ("target_include_directories", Bulk(|m, c| scoped(m, c, "INCLUDE_DIRECTORIES"))),
    ("target_compile_definitions", Bulk(|m, c| scoped(m, c, "COMPILE_DEFINITIONS"))),
    ("target_compile_options", Bulk(|m, c| scoped(m, c, "COMPILE_OPTIONS"))),
    ("target_compile_features", Bulk(|m, c| scoped(m, c, "COMPILE_FEATURES"))),
    ("target_link_options", Bulk(|m, c| scoped(m, c, "LINK_OPTIONS"))),
    ("target_link_directories", Bulk(|m, c| scoped(m, c, "LINK_DIRECTORIES"))),
    ("target_sources", Bulk(target_sources)),
    ("target_precompile_headers", Bulk(precompile_headers)),
    ("add_dependencies", Bulk(add_dependencies)),
    ("source_group", Bulk(ignore)),
];

fn ignore(_: &mut Machine<'_>, _: &Invocation<'_>) {}

/// The keyword state before an argument, with its conditions.
type States = Vec<(Cond, &'static str)>;

/// Splits guarded arguments by keywords: an element of several states belongs to each under its condition.
pub(super) fn by_keyword(
    machine: &mut Machine<'_>,
    args: &[Arg],
    keywords: &[&'static str],
    start: &'static str,
) -> Vec<(&'static str, Arg)> {
    let mut states: States = vec![(Cond::TRUE, start)];
    let mut out = Vec::with_capacity(args.len());
    for arg in args {
        let plain = if arg.quoted { None } else { machine.facts.texts.as_str(arg.text) };
        if let Some(&keyword) = plain.and_then(|text| keywords.iter().find(|k| **k == text)) {
            if arg.cond.is_true() {
                states = vec![(Cond::TRUE, keyword)];
                continue;
            }
            for (cond, _) in &mut states {
                *cond = machine.facts.conds.diff(*cond, arg.cond);
            }
            states.retain(|(cond, _)| !cond.is_false());
            match states.iter_mut().find(|(_, k)| *k == keyword) {
                Some((cond, _)) => *cond = machine.facts.conds.or(*cond, arg.cond),
                None => states.push((arg.cond, keyword)),
            }
            continue;
        }
        if let [(_, only)] = states.as_slice() {
            out.push((*only, *arg));
            continue;
        }
        for (cond, keyword) in &states {
            let both = machine.conds().and(*cond, arg.cond);
            if !both.is_false() {
                out.push((*keyword, Arg { cond: both, ..*arg }));
            }
        }
    }
    out
}

/// What CMake says of other keywords than `INTERFACE` for an interface library.
const REFUSED: &str = "may only set INTERFACE properties on INTERFACE targets";

fn target_link_libraries(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    const KEYWORDS: &[&str] =
        &["PUBLIC", "PRIVATE", "INTERFACE", "LINK_PUBLIC", "LINK_PRIVATE", "LINK_INTERFACE_LIBRARIES"];
    let Some((name, rest)) = call.args.split_first() else { return };
    // The name is a variable that has nothing where something else is not there: no configuration that anybody builds.
    if name.index != 0 && machine.env.options.all_configurations {
        return;
    }
    let parts = by_keyword(machine, rest, KEYWORDS, "");
    machine.for_target(call, name.text, &mut |m, target| {
        let cross = m
            .facts
            .targets
            .get(target)
            .is_some_and(|t| t.definitions.iter().all(|d| d.directory != m.directory) && !t.definitions.is_empty());
        for (keyword, values) in grouped(&parts) {
            m.refuse_interface(target, keyword, call);
            let value = m.value_of(call, &values);
            let value = whole_expressions(m, &value);
            let value = configured_items(m, &value);
            let (own, interface) = match keyword {
                "PRIVATE" | "LINK_PRIVATE" => (true, false),
                "INTERFACE" | "LINK_INTERFACE_LIBRARIES" => (false, true),
                _ => (true, true),
            };
            // Names given from another directory are looked up there; the marker that CMake stores for it is left out.
            if cross && own {
                m.note_foreign_link(target, &value, call.origin);
            }
            if own {
                m.append_target_property(target, "LINK_LIBRARIES", &value);
            }
            if interface {
                m.append_target_property(target, "INTERFACE_LINK_LIBRARIES", &value);
            } else if own {
                m.link_only(target, &value);
            }
        }
    });
}

impl Machine<'_> {
    /// "may only set INTERFACE properties on INTERFACE targets" (cmTargetPropCommandBase): where a name is an interface library in some
    /// configurations only, CMake refuses those; where it always is one, those that come here, if others do not.
    fn refuse_interface(&mut self, target: &Arc<str>, keyword: &str, call: &Invocation<'_>) {
        if !matches!(keyword, "PUBLIC" | "PRIVATE") {
            return;
        }
        let definitions = self.facts.targets.get(target).map(|one| one.definitions.as_slice()).unwrap_or_default();
        let interface = |one: &&Definition| one.kind == TargetKind::Interface && one.alias_of.is_none();
        let (interface, others): (Vec<&Definition>, Vec<&Definition>) = definitions.iter().partition(interface);
        if interface.is_empty() {
            return;
        }
        let conds = &self.facts.conds;
        let any = |of: &[&Definition]| conds.any(of.iter().map(|one| one.cond).collect::<Vec<_>>());
        let (made, here) = (conds.diff(any(&interface), any(&others)), self.pc);
        if !others.is_empty() {
            self.refuse_where(made, REFUSED, call.origin);
        } else if self.env.options.all_configurations && !here.is_unknown() && !conds.implies(made, here) {
            let cond = conds.and(made, here);
            let message = self.intern(REFUSED);
            self.facts.forbidden.push(Forbidden { cond, message, origin: call.origin, meant: true });
        }
    }

    /// CMP0079 OLD: CMake refuses to link a target of another directory, apart from its interface.
    fn note_foreign_link(&mut self, target: &str, value: &Value, origin: Origin) {
        if self.policy_new(79) || (value.elems.is_empty() && value.defined.is_true()) {
            return;
        }
        let Some(known) = self.facts.targets.get(target) else { return };
        let foreign = |d: &Definition| !d.imported && d.alias_of.is_none() && d.kind != TargetKind::Interface;
        if !known.definitions.iter().all(foreign) {
            return;
        }
        let name = Arc::clone(&known.name);
        let defined: Vec<Cond> = known.definitions.iter().map(|d| d.cond).collect();
        let defined = self.conds().any(defined);
        let some: Vec<Cond> = value.elems.iter().map(|e| e.cond).collect();
        let some = self.conds().any(some);
        let cond = self.conds().all([self.pc, defined, some]);
        self.note_old_policy(OldEffect::ForeignLink(name), cond, origin);
    }

    /// What a static library links privately is still needed by whoever links it: `$<LINK_ONLY:…>`.
    fn link_only(&mut self, target: &str, value: &Value) {
        let definitions = self.facts.targets.get(target).map(|t| t.definitions.clone()).unwrap_or_default();
        let is_static: Vec<Cond> = definitions
            .iter()
            .filter(|d| {
                matches!(
                    d.kind,
                    crate::cmake::eval::facts::TargetKind::Static | crate::cmake::eval::facts::TargetKind::Object
                )
            })
            .map(|d| d.cond)
            .collect();
        let is_static = self.conds().any(is_static);
        let wrapped = value
            .elems
            .iter()
            .map(|elem| match self.facts.texts.plain(elem.text) {
                // Only what may be a target, or holds an expression; a path stays as it is.
                Some(text) if may_be_target(&text) || text.contains("$<") => {
                    Elem { text: self.intern(&format!("$<LINK_ONLY:{text}>")), ..*elem }
                }
                _ => *elem,
            })
            .collect();
        let wrapped = Value::list(wrapped);
        self.under(is_static, |m| m.append_target_property(target, "INTERFACE_LINK_LIBRARIES", &wrapped));
    }
}

/// Whether a word can name a target (`cmake_policy` CMP0037); what is not known may.
fn may_be_target(text: &str) -> bool {
    let known = |c: char| c.is_ascii_alphanumeric() || "_.:+-".contains(c);
    !text.is_empty() && text.chars().all(|c| known(c) || crate::cmake::eval::text::is_symbol(c))
}

/// `debug X`, `optimized X` and `general X` become generator expressions, as CMake stores them.
fn configured_items(machine: &mut Machine<'_>, value: &Value) -> Value {
    let has_words = value
        .elems
        .iter()
        .any(|e| matches!(machine.facts.texts.as_str(e.text), Some("debug" | "optimized" | "general")));
    if !has_words {
        return value.clone();
    }
    let mut out = Vec::with_capacity(value.elems.len());
    let mut wrap: Option<(&str, &str)> = None;
    for elem in value.elems.iter() {
        match machine.facts.texts.as_str(elem.text) {
            Some("debug") => wrap = Some(("$<$<CONFIG:DEBUG>:", ">")),
            Some("optimized") => wrap = Some(("$<$<NOT:$<CONFIG:DEBUG>>:", ">")),
            Some("general") => wrap = None,
            Some(text) => {
                let text = match wrap.take() {
                    Some((before, after)) => format!("{before}{text}{after}"),
                    None => text.to_owned(),
                };
                out.push(Elem { text: machine.intern(&text), ..*elem });
            }
            None => out.push(*elem),
        }
    }
    Value::list(out)
}

/// Neighbours of the same keyword together, in order.
fn grouped(parts: &[(&'static str, Arg)]) -> Vec<(&'static str, Vec<Arg>)> {
    let mut out: Vec<(&'static str, Vec<Arg>)> = Vec::new();
    for (keyword, arg) in parts {
        match out.last_mut() {
            Some((last, args)) if last == keyword => args.push(*arg),
            _ => out.push((keyword, vec![*arg])),
        }
    }
    out
}

/// The runs of arguments, each beginning with one that starts a run.
fn split_before(args: &[Arg], starts: impl Fn(&Arg) -> bool) -> Vec<&[Arg]> {
    let mut out = Vec::new();
    let mut from = 0;
    for at in 1..args.len() {
        if starts(&args[at]) {
            out.push(&args[from..at]);
            from = at;
        }
    }
    out.push(&args[from..]);
    out
}

fn scoped(machine: &mut Machine<'_>, call: &Invocation<'_>, property: &str) {
    const KEYWORDS: &[&str] = &["PUBLIC", "PRIVATE", "INTERFACE"];
    let Some((name, rest)) = call.args.split_first() else { return };
    let (mut front, mut system) = (false, false);
    let mut skip = 0;
    for arg in rest {
        match machine.facts.texts.as_str(arg.text) {
            Some("BEFORE") => front = true,
            Some("SYSTEM") => system = true,
            Some("AFTER") => {}
            _ => break,
        }
        skip += 1;
    }
    // Each keyword begins a list of its own, put before the earlier ones.
    let starts = |arg: &Arg| {
        let word = machine.facts.texts.as_str(arg.text);
        front && arg.cond.is_true() && word.is_some_and(|word| KEYWORDS.contains(&word))
    };
    let lists: Vec<&[Arg]> = split_before(&rest[skip..], starts);
    let parts: Vec<_> = lists.into_iter().flat_map(|list| grouped(&by_keyword(machine, list, KEYWORDS, ""))).collect();
    machine.for_target(call, name.text, &mut |m, target| {
        for (keyword, values) in &parts {
            m.refuse_interface(target, keyword, call);
            let value = m.value_of(call, values);
            let mut value = whole_expressions(m, &value);
            if property == "COMPILE_DEFINITIONS" {
                value = without_prefix(m, &value);
            }
            if matches!(property, "INCLUDE_DIRECTORIES" | "LINK_DIRECTORIES") {
                let base = m.facts.directories[m.directory.0 as usize].source.clone();
                value = super::directories::absolute_paths(m, &value, &base);
            }
            let interface = format!("INTERFACE_{property}");
            let mut names: Vec<&str> = match *keyword {
                "PUBLIC" => vec![property, &interface],
                "INTERFACE" => vec![&interface],
                _ => vec![property],
            };
            let marks =
                [(property, "SYSTEM_INCLUDE_DIRECTORIES"), (&*interface, "INTERFACE_SYSTEM_INCLUDE_DIRECTORIES")];
            if system && property == "INCLUDE_DIRECTORIES" {
                let named: Vec<&str> =
                    marks.iter().filter(|(of, _)| names.contains(of)).map(|(_, mark)| *mark).collect();
                names.extend(named);
            }
            for name in names {
                let old = m.target_property(target, name);
                let new = if front { m.prepended(&old, &value) } else { m.appended(&old, &value) };
                m.store_target_property(target, name, new);
            }
            if property == "COMPILE_FEATURES" && *keyword != "INTERFACE" && !m.env.options.all_configurations {
                raise_standards(m, target, &value);
            }
        }
    });
}

/// A feature such as `cxx_std_20` sets the target's standard where it is newer than the stated one, else than the compiler's
/// default (measured with 3.25).
fn raise_standards(machine: &mut Machine<'_>, target: &str, value: &Value) {
    // Those of the last century come first.
    let age = |standard: u32| if standard >= 90 { standard } else { standard + 100 };
    for elem in value.elems.iter().filter(|elem| elem.cond.is_true()) {
        let Some(text) = machine.facts.texts.plain(elem.text) else { continue };
        let Some((prefix, Ok(wanted))) = text.split_once("_std_").map(|(p, n)| (p, n.parse::<u32>())) else { continue };
        let language = match prefix {
            "c" => "C",
            "cxx" => "CXX",
            _ => continue,
        };
        let property = format!("{language}_STANDARD");
        let stated = machine.target_property(target, &property);
        let current = if stated.is_unset() {
            let default = format!("CMAKE_{language}_STANDARD_COMPUTED_DEFAULT");
            machine.given(&default).map(str::to_owned)
        } else {
            let text = machine.wrap(&stated);
            machine.facts.texts.plain(text).map(|text| text.to_string())
        };
        let current = current.and_then(|text| text.parse::<u32>().ok());
        if current.is_some_and(|current| age(wanted) > age(current)) {
            let text = machine.intern(&wanted.to_string());
            machine.assign_target_property(target, &property, &Value::text(text, elem.origin));
        }
    }
}

/// `-DX` as a definition is `X`.
fn without_prefix(machine: &mut Machine<'_>, value: &Value) -> Value {
    let value = machine.in_alternatives(value);
    let elems = value
        .elems
        .iter()
        .filter_map(|elem| {
            let Some(text) = machine.facts.texts.plain(elem.text) else { return Some(*elem) };
            let stripped = text.strip_prefix("-D").unwrap_or(&text).to_owned();
            (!stripped.is_empty()).then(|| Elem { text: machine.intern(&stripped), ..*elem })
        })
        .collect();
    Value { defined: value.defined, elems: Arc::new(elems) }
}

/// `target_precompile_headers(t <PUBLIC|INTERFACE|PRIVATE> header…)` or `(t REUSE_FROM other)`
fn precompile_headers(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    const KEYWORDS: &[&str] = &["PUBLIC", "PRIVATE", "INTERFACE", "REUSE_FROM"];
    let Some((name, rest)) = call.args.split_first() else { return };
    let parts = by_keyword(machine, rest, KEYWORDS, "");
    machine.for_target(call, name.text, &mut |m, target| {
        for (keyword, values) in grouped(&parts) {
            let value = m.value_of(call, &values);
            let properties: &[&str] = match keyword {
                "PUBLIC" => &["PRECOMPILE_HEADERS", "INTERFACE_PRECOMPILE_HEADERS"],
                "INTERFACE" => &["INTERFACE_PRECOMPILE_HEADERS"],
                "PRIVATE" => &["PRECOMPILE_HEADERS"],
                "REUSE_FROM" => &["PRECOMPILE_HEADERS_REUSE_FROM"],
                _ => &[],
            };
            for property in properties {
                m.append_target_property(target, property, &value);
            }
        }
    });
}

fn target_sources(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    const KEYWORDS: &[&str] = &["PUBLIC", "PRIVATE", "INTERFACE", "FILE_SET", "TYPE", "BASE_DIRS", "FILES"];
    let Some((name, rest)) = call.args.split_first() else { return };
    let parts = by_keyword(machine, rest, KEYWORDS, "");
    let file_set = parts.iter().any(|(k, _)| *k == "FILE_SET");
    let visibility = rest.iter().find_map(|a| match machine.facts.texts.as_str(a.text) {
        Some("PUBLIC") => Some("PUBLIC"),
        Some("PRIVATE") => Some("PRIVATE"),
        Some("INTERFACE") => Some("INTERFACE"),
        _ => None,
    });
    let sets = if file_set { header_sets(machine, rest) } else { Vec::new() };
    machine.for_target(call, name.text, &mut |m, target| {
        for set in &sets {
            m.under(set.cond, |m| add_header_set(m, call, target, set));
        }
        for (keyword, values) in grouped(&parts) {
            // Files of a set travel with the set, not as sources (cmake-commands(7), target_sources).
            let keyword = match keyword {
                "FILES" if visibility == Some("INTERFACE") => continue,
                "FILES" => "PRIVATE",
                other => other,
            };
            let value = m.value_of(call, &values);
            let mut value = whole_expressions(m, &value);
            // CMP0076: NEW takes relative paths from the directory of this call.
            let elsewhere = m.facts.targets[target].definitions.iter().all(|d| d.directory != m.directory);
            let base = m.facts.directories[m.directory.0 as usize].source.clone();
            if m.policy_new(76) && elsewhere || file_set {
                value = super::directories::absolute_paths(m, &value, &base);
            }
            // For others they are made absolute in any case (cmTargetSourcesCommand).
            let mut of_users = value.clone();
            if m.policy_new(76) {
                of_users = super::directories::absolute_paths(m, &of_users, &base);
            }
            match keyword {
                "PUBLIC" => {
                    m.append_target_property(target, "SOURCES", &value);
                    m.append_target_property(target, "INTERFACE_SOURCES", &of_users);
                }
                "INTERFACE" => m.append_target_property(target, "INTERFACE_SOURCES", &of_users),
                "PRIVATE" | "" => m.append_target_property(target, "SOURCES", &value),
                _ => {}
            }
        }
    });
}

/// A set of header files in a call of `target_sources`.
struct HeaderSet {
    /// When the words that make it up are there.
    cond: Cond,
    scope: Arc<str>,
    name: Arc<str>,
    kind: Arc<str>,
    folders: Vec<Arg>,
}

/// The sets of headers, as far as the words that make them up are certain.
fn header_sets(machine: &Machine<'_>, args: &[Arg]) -> Vec<HeaderSet> {
    let mut out: Vec<HeaderSet> = Vec::new();
    let conds = machine.conds();
    let nothing = || (Arc::<str>::default(), Cond::TRUE);
    let (mut scope, mut part) = (nothing(), nothing());
    for arg in args {
        let word = machine.facts.texts.plain(arg.text).unwrap_or_default();
        match &*word {
            "PUBLIC" | "PRIVATE" | "INTERFACE" => (scope, part) = ((word, arg.cond), nothing()),
            "FILE_SET" | "TYPE" | "BASE_DIRS" | "FILES" => part = (word, arg.cond),
            _ => match (&*part.0, out.last_mut()) {
                ("FILE_SET", _) => {
                    let cond = conds.all([scope.1, part.1, arg.cond]);
                    let (scope, kind) = (Arc::clone(&scope.0), Arc::default());
                    out.push(HeaderSet { cond, scope, name: word, kind, folders: Vec::new() });
                }
                ("TYPE", Some(set)) => (set.kind, set.cond) = (word, conds.all([set.cond, part.1, arg.cond])),
                ("BASE_DIRS", Some(set)) => set.folders.push(*arg),
                _ => {}
            },
        }
    }
    out.retain(|set| &*set.kind == "HEADERS" || set.kind.is_empty() && &*set.name == "HEADERS");
    out
}

/// The folders of a set of headers are searched while the tree is built.
fn add_header_set(machine: &mut Machine<'_>, call: &Invocation<'_>, target: &str, set: &HeaderSet) {
    let known = format!("HEADER_DIRS_{}", set.name);
    let is_new = machine.target_property(target, &known).is_unset();
    let base = machine.facts.directories[machine.directory.0 as usize].source.clone();
    let folders = if set.folders.is_empty() && is_new {
        let here = machine.intern(&base.to_string_lossy());
        Value::text(here, call.origin)
    } else {
        let stated = machine.value_of(call, &set.folders);
        super::directories::absolute_paths(machine, &stated, &base)
    };
    machine.append_target_property(target, &known, &folders);
    let wrapped = folders
        .elems
        .iter()
        .filter_map(|elem| {
            let text = machine.facts.texts.plain(elem.text)?;
            Some(Elem { text: machine.intern(&format!("$<BUILD_INTERFACE:{text}>")), ..*elem })
        })
        .collect();
    let wrapped = Value::list(wrapped);
    if &*set.scope != "INTERFACE" {
        machine.append_target_property(target, "INCLUDE_DIRECTORIES", &wrapped);
    }
    if &*set.scope != "PRIVATE" {
        machine.append_target_property(target, "INTERFACE_INCLUDE_DIRECTORIES", &wrapped);
    }
}

fn add_dependencies(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let Some((name, rest)) = call.args.split_first() else { return };
    let value = machine.value_of(call, rest);
    machine.for_target(call, name.text, &mut |m, target| {
        m.append_target_property(target, "MANUALLY_ADDED_DEPENDENCIES", &value);
    });
}
