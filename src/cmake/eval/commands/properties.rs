//! `set_property`, `get_property` and their relatives, on all scopes.
mod queries;

use std::sync::Arc;

use crate::cmake::eval::expand::Arg;
use crate::cmake::eval::facts::DirectoryId;
use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::text::has_symbol;
use crate::cmake::eval::value::Value;

use super::Handler::{Bulk, Plain};
use super::Table;
use super::expressions::whole_expressions;
use queries::{
    get_cmake_property, get_directory_property, get_property, get_source_file_property, get_target_property,
    get_unknown,
};

pub(super) const COMMANDS: Table = &[
    ("set_property", Bulk(set_property)),
    ("get_property", Plain(get_property)),
    ("set_target_properties", Bulk(set_target_properties)),
    ("get_target_property", Plain(get_target_property)),
    ("set_source_files_properties", Bulk(set_source_files_properties)),
    ("get_source_file_property", Plain(get_source_file_property)),
    ("set_directory_properties", Bulk(set_directory_properties)),
    ("get_directory_property", Plain(get_directory_property)),
    ("set_tests_properties", Bulk(ignore)),
    ("get_test_property", Plain(get_unknown)),
    ("get_cmake_property", Plain(get_cmake_property)),
    ("define_property", Bulk(ignore)),
];

fn ignore(_: &mut Machine<'_>, _: &Invocation<'_>) {}

/// Whose property it is.
enum Owner {
    Target(Arc<str>),
    Directory(DirectoryId),
    Source(Arc<str>),
    Global,
    Cache(Arc<str>),
    /// Installed files and tests: nothing here reads their properties.
    Other,
}

/// How a property is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Set,
    Append,
    AppendString,
}

impl Machine<'_> {
    fn property(&mut self, owner: &Owner, name: &str) -> Value {
        let found = match owner {
            Owner::Target(target) => return self.target_property(target, name),
            Owner::Directory(id) => self.facts.directories[id.0 as usize].properties.get(name),
            Owner::Source(path) => self.facts.source_properties.get(&(Arc::clone(path), name.into())),
            Owner::Global => self.facts.global_properties.get(name),
            Owner::Cache(entry) => return self.cache_property(entry, name),
            Owner::Other => None,
        };
        found.cloned().unwrap_or_else(Value::unset)
    }

    fn cache_property(&mut self, entry: &str, name: &str) -> Value {
        let Some(entry) = self.facts.cache.get(entry) else { return Value::unset() };
        let (kind, help, origin) = (Arc::clone(&entry.kind), Arc::clone(&entry.help), entry.origin);
        match name {
            "VALUE" => entry.value.clone(),
            "TYPE" if self.script.is_some() => Value::text(self.intern(&kind), origin),
            "HELPSTRING" if self.script.is_some() => Value::text(self.intern(&help), origin),
            _ => Value::unset(),
        }
    }

    fn store_property(&mut self, owner: &Owner, name: &str, value: Value) {
        let value = if name.ends_with("COMPILE_DEFINITIONS") { self.in_alternatives(&value) } else { value };
        match owner {
            Owner::Target(target) => self.store_target_property(target, name, value),
            Owner::Directory(id) => {
                self.facts.directories[id.0 as usize].properties.insert(name.into(), value);
            }
            Owner::Source(path) => {
                self.facts.source_properties.insert((Arc::clone(path), name.into()), value);
            }
            Owner::Global => {
                self.facts.global_properties.insert(name.into(), value);
            }
            Owner::Cache(entry) => {
                if let Some(entry) = self.facts.cache.get_mut(entry)
                    && name == "VALUE"
                {
                    entry.value = value;
                }
            }
            Owner::Other => {}
        }
    }

    fn write_property(&mut self, owner: &Owner, name: &str, value: &Value, mode: Mode) {
        let old = self.property(owner, name);
        let value = &match owner {
            Owner::Target(_) | Owner::Directory(_) | Owner::Source(_) => whole_expressions(self, value),
            _ => value.clone(),
        };
        if let (Owner::Target(target), Mode::Set) = (owner, mode) {
            self.note_replaced(target, name, &old, value);
        }
        let new = match mode {
            Mode::Set if BY_PLACE.contains(&name) => old.assign_apart(self.conds(), self.pc, value),
            Mode::Set => old.assign(self.conds(), self.pc, value),
            Mode::Append => self.appended(&old, value),
            Mode::AppendString => {
                let (before, more) = (self.wrap(&old), self.wrap(value));
                let text = self.concat(&[before, more], crate::cmake::eval::value::Origin::NONE);
                let origin = value.elems.first().map_or(crate::cmake::eval::value::Origin::NONE, |e| e.origin);
                let mut joined = self.unwrap(text);
                if let [elem] = joined.elems.as_slice() {
                    joined = Value::list(vec![crate::cmake::eval::value::Elem { origin, ..*elem }]);
                }
                old.assign(self.conds(), self.pc, &joined)
            }
        };
        let new = self.without_vague(&new).unwrap_or(new);
        self.store_property(owner, name, new);
    }

    /// The key of a source file: its absolute path where that is known.
    pub(in crate::cmake::eval) fn source_key(&self, text: &str) -> Arc<str> {
        if has_symbol(text) || text.starts_with("$<") {
            return text.into();
        }
        self.absolute(text).to_string_lossy().into()
    }

    fn directory_named(&mut self, name: Option<&str>) -> DirectoryId {
        let Some(path) = name.and_then(|n| self.known_path(n)) else { return self.directory };
        let found = self.facts.directories.iter().position(|d| d.source == path || d.binary == path);
        found.map_or(self.directory, |at| DirectoryId(at as u32))
    }
}

/// Paths that are set for systems told apart, and for some of them alike.
const BY_PLACE: &[&str] = &["INSTALL_RPATH", "BUILD_RPATH"];

fn set_property(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let words: Vec<Option<Arc<str>>> = call.args.iter().map(|a| machine.facts.texts.plain(a.text)).collect();
    let is = |at: usize, word: &str| words.get(at).and_then(|w| w.as_deref()) == Some(word);
    let Some(property_at) = (1..words.len()).find(|&at| is(at, "PROPERTY")) else {
        machine.error("set_property not given a PROPERTY", call.origin);
        return;
    };
    let mode = if (1..property_at).any(|at| is(at, "APPEND")) {
        Mode::Append
    } else if (1..property_at).any(|at| is(at, "APPEND_STRING")) {
        Mode::AppendString
    } else {
        Mode::Set
    };
    let names: Vec<Arg> = call.args[1..property_at]
        .iter()
        .zip(&words[1..property_at])
        .filter(|(_, w)| !matches!(w.as_deref(), Some("APPEND" | "APPEND_STRING")))
        .map(|(a, _)| *a)
        .collect();
    // Each further PROPERTY names another property for all the values, those before it included.
    let mut property = None;
    let mut values: Vec<Arg> = Vec::new();
    for (at, arg) in call.args.iter().enumerate().skip(property_at + 1) {
        if is(at, "PROPERTY") {
            continue;
        }
        if is(at - 1, "PROPERTY") {
            property = Some(*arg);
        } else {
            values.push(*arg);
        }
    }
    let Some(property) = property else { return };
    let value = if values.is_empty() { Value::unset() } else { machine.value_of(call, &values) };
    let scope = words[0].clone().unwrap_or_default();
    for (cond, property) in machine.alternatives_or_widen(property.text, call.origin) {
        machine.under(cond, |m| set_on_scope(m, call, &scope, &names, &property, &value, mode));
    }
}

fn set_on_scope(
    machine: &mut Machine<'_>,
    call: &Invocation<'_>,
    scope: &str,
    names: &[Arg],
    property: &str,
    value: &Value,
    mode: Mode,
) {
    match scope {
        "GLOBAL" => machine.write_property(&Owner::Global, property, value, mode),
        "DIRECTORY" => {
            let name = names.first().and_then(|a| machine.facts.texts.plain(a.text));
            let id = machine.directory_named(name.as_deref());
            machine.write_property(&Owner::Directory(id), property, value, mode);
        }
        "TARGET" => {
            for name in names {
                machine.under(name.cond, |m| {
                    m.for_target(call, name.text, &mut |m, target| {
                        m.write_property(&Owner::Target(Arc::clone(target)), property, value, mode);
                    });
                });
            }
        }
        "SOURCE" => {
            let end = names
                .iter()
                .position(|a| matches!(machine.facts.texts.as_str(a.text), Some("DIRECTORY" | "TARGET_DIRECTORY")))
                .unwrap_or(names.len());
            for name in &names[..end] {
                for (cond, text) in machine.alternatives_or_widen(name.text, call.origin) {
                    let owner = Owner::Source(machine.source_key(&text));
                    let when = machine.conds().and(cond, name.cond);
                    machine.under(when, |m| m.write_property(&owner, property, value, mode));
                }
            }
        }
        "CACHE" => {
            for name in names {
                if let Some(entry) = machine.facts.texts.plain(name.text) {
                    if property == "TYPE" {
                        retype(machine, &entry, value);
                    }
                    machine.write_property(&Owner::Cache(entry), property, value, mode);
                }
            }
        }
        "INSTALL" | "TEST" | "FILE_SET" => machine.write_property(&Owner::Other, property, value, mode),
        _ => machine.error("set_property given invalid scope", call.origin),
    }
}

/// Gives a cache entry another type. Where it becomes INTERNAL in some configurations, users are not shown it in them.
fn retype(machine: &mut Machine<'_>, entry: &str, value: &Value) {
    let Some(kind) = value.single().and_then(|text| machine.facts.texts.plain(text)) else { return };
    let pc = machine.pc;
    let Some(entry) = machine.facts.cache.get_mut(entry) else { return };
    if pc.is_true() {
        entry.kind = kind;
    } else if &*kind == "INTERNAL" {
        entry.offered = machine.facts.conds.diff(entry.offered, pc);
    }
}

/// Arguments after PROPERTIES as pairs of names and value, with how many stand before. What one written argument is in different
/// configurations counts as one.
fn pairs<'a>(machine: &Machine<'_>, args: &'a [Arg]) -> (usize, Vec<(&'a Arg, &'a [Arg])>) {
    let at = args.iter().position(|a| machine.facts.texts.as_str(a.text) == Some("PROPERTIES")).unwrap_or(args.len());
    let mut groups: Vec<&[Arg]> = Vec::new();
    let mut rest = args.get(at + 1..).unwrap_or_default();
    while let Some(first) = rest.first() {
        let conds = machine.conds();
        let mut seen = first.cond;
        let mut end = 1;
        while let Some(next) = rest.get(end)
            && next.index == first.index
            && conds.disjoint(seen, next.cond)
        {
            seen = conds.or(seen, next.cond);
            end += 1;
        }
        let (group, after) = rest.split_at(end);
        groups.push(group);
        rest = after;
    }
    let pairs = groups.chunks_exact(2).flat_map(|pair| pair[0].iter().map(|name| (name, pair[1])));
    (at, pairs.collect())
}

fn set_target_properties(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let (at, pairs) = pairs(machine, &call.args);
    for name in &call.args[..at] {
        machine.under(name.cond, |m| {
            m.for_target(call, name.text, &mut |m, target| {
                for (property, value) in &pairs {
                    let named = property.cond;
                    let value = m.value_of(call, value);
                    for (cond, property) in m.alternatives_or_widen(property.text, call.origin) {
                        let owner = Owner::Target(Arc::clone(target));
                        let cond = m.conds().and(cond, named);
                        m.under(cond, |m| m.write_property(&owner, &property, &value, Mode::Set));
                    }
                }
            });
        });
    }
}

fn set_source_files_properties(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let (at, pairs) = pairs(machine, &call.args);
    let end = call.args[..at]
        .iter()
        .position(|a| matches!(machine.facts.texts.as_str(a.text), Some("DIRECTORY" | "TARGET_DIRECTORY")))
        .unwrap_or(at);
    let pairs: Vec<(Arc<str>, Value)> = pairs
        .into_iter()
        .filter_map(|(property, value)| {
            let property = machine.facts.texts.plain(property.text)?;
            Some((property, machine.value_of(call, value)))
        })
        .collect();
    for name in &call.args[..end] {
        for (cond, text) in machine.alternatives_or_widen(name.text, call.origin) {
            let owner = Owner::Source(machine.source_key(&text));
            let when = machine.conds().and(cond, name.cond);
            for (property, value) in &pairs {
                machine.under(when, |m| m.write_property(&owner, property, value, Mode::Set));
            }
        }
    }
}

fn set_directory_properties(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let (_, pairs) = pairs(machine, &call.args);
    let owner = Owner::Directory(machine.directory);
    for (property, value) in pairs {
        let Some(property) = machine.facts.texts.plain(property.text) else { continue };
        let value = machine.value_of(call, value);
        machine.write_property(&owner, &property, &value, Mode::Set);
    }
}
