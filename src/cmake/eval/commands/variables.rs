//! `set`, `unset`, `option`.
use std::sync::Arc;

use crate::cmake::eval::expand::Arg;
use crate::cmake::eval::facts::{Facts, Override, OverrideKind, Parentless, Reason};
use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::text::{Text, has_symbol};
use crate::cmake::eval::value::Value;
use crate::cmake::lang::condition::{is_off, is_on};
use crate::cmake::lang::property_table::known_variable;
use crate::cmake::script::diagnostics::Category;
use crate::cond::Cond;

use super::Handler::{Bulk, Plain};
use super::Table;
use super::cache::Declaration;

pub(super) const COMMANDS: Table = &[("set", Bulk(set)), ("unset", Plain(unset)), ("option", Plain(option))];

fn set(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let Some((name, values)) = call.args.split_first() else {
        machine.error("set called with incorrect number of arguments", call.origin);
        return;
    };
    for (cond, name) in machine.alternatives_or_widen(name.text, call.origin) {
        machine.under(cond, |m| set_one(m, call, &name, values));
    }
}

fn set_one(machine: &mut Machine<'_>, call: &Invocation<'_>, name: &Arc<str>, values: &[Arg]) {
    if let Some(variable) = name.strip_prefix("ENV{").and_then(|r| r.strip_suffix('}')) {
        let name = machine.intern(variable);
        let value = if values.is_empty() { Value::unset() } else { machine.value_of(call, &values[..1]) };
        if let Some(second) = values.get(1) {
            let text = format!(
                "Only the first value argument is used when setting an environment variable.  Argument '{}' and later \
                 are unused.",
                machine.facts.texts.display(second.text)
            );
            machine.warn(Category::Author, &text, call.origin);
        }
        let old = machine.read_environment(name);
        let empty = values.is_empty() || value.single() == Some(Text::EMPTY);
        if machine.script.is_some() && empty {
            // An environment variable that is set becomes empty, another one stays unset.
            if !old.is_unset() {
                machine.environment.insert(name, Value::text(Text::EMPTY, call.origin));
            }
            return;
        }
        let new = old.assign(&machine.facts.conds, machine.pc, &value);
        machine.environment.insert(name, new);
        return;
    }
    if let Some(entry) = name.strip_prefix("CACHE{").and_then(|r| r.strip_suffix('}')) {
        set_cache_entry(machine, call, entry, values);
        return;
    }
    let (name, known) = machine.facts.texts.with_defaults(name);
    if !known {
        machine.unknown(Reason::UnknownValue, "name of the variable that set() writes", call.origin);
        return;
    }
    let word = |arg: Option<&Arg>| arg.filter(|a| !a.quoted).and_then(|a| machine.facts.texts.plain(a.text));
    // cmSetCommand: the word stands third from the end, before FORCE; elsewhere it is one of the values.
    let cache_at = values.iter().rposition(|a| word(Some(a)).as_deref() == Some("CACHE")).filter(|&at| {
        let after = values.len() - at;
        after == 3 || after == 4 && word(values.last()).as_deref() == Some("FORCE")
    });
    if let Some(at) = cache_at {
        // `${FORCE_IT}` may be the word in some configurations and nothing in the others.
        let last = values.last().filter(|&a| word(Some(a)).as_deref() == Some("FORCE"));
        let forced = last.map_or(Cond::FALSE, |a| a.cond);
        let kind = values.get(at + 1).and_then(|a| machine.facts.texts.plain(a.text)).unwrap_or_default();
        let help = values.get(at + 2).map_or(Text::EMPTY, |a| a.text);
        let value = machine.value_of(call, &values[..at]);
        if !CACHE_TYPES.contains(&&*kind) {
            let text = format!("implicitly converting '{kind}' to 'STRING' type.");
            machine.warn(Category::Author, &text, call.origin);
            note_assignment(machine, call);
        }
        for (cond, force) in [(forced, true), (machine.conds().not(forced), false)] {
            let declared = Declaration { name: &name, kind: &kind, help, value: value.clone(), force, option: false };
            machine.under(cond, |m| m.declare_cache(&declared, call.origin));
        }
        return;
    }
    let parent = word(values.last()).as_deref() == Some("PARENT_SCOPE");
    let list = &values[..values.len() - usize::from(parent)];
    let mut value = if list.is_empty() { Value::unset() } else { machine.value_of(call, list) };
    // Where all arguments are references to nothing, `set(NAME)` is left, and the entry of the cache is seen again (cmake-commands(7), set).
    if machine.facts.cache.contains_key(&*name) {
        let given = machine.conds().any(list.iter().map(|arg| arg.cond).collect::<Vec<_>>());
        value.defined = machine.conds().and(value.defined, given);
    }
    let variable = machine.intern(&name);
    if parent {
        if machine.scopes.has_parent() {
            machine.set_variable_at(variable, &value, 1);
            machine.notify(variable, "MODIFIED_ACCESS", Some(&value));
        } else if !list.is_empty() && known_variable(&name) {
            let (name, cond) = (Arc::from(&*name), machine.pc);
            machine.facts.parentless.push(Parentless { name, cond, origin: call.origin });
        }
        return;
    }
    note_override(machine, call, &name, &value, OverrideKind::Plain);
    note_assignment(machine, call);
    machine.set_variable(variable, &value);
    let access = if value.is_unset() { "REMOVED_ACCESS" } else { "MODIFIED_ACCESS" };
    machine.notify(variable, access, Some(&value));
}

/// Types of cache entries that `set()` takes.
const CACHE_TYPES: &[&str] = &["BOOL", "PATH", "FILEPATH", "STRING", "INTERNAL", "STATIC", "UNINITIALIZED"];

/// `set(CACHE{name} [TYPE type] [HELP text…] [FORCE] VALUE [value…])` (CMake 4.2)
fn set_cache_entry(machine: &mut Machine<'_>, call: &Invocation<'_>, name: &str, args: &[Arg]) {
    const TYPES: &[&str] = &["BOOL", "FILEPATH", "PATH", "STRING", "INTERNAL"];
    let words: Vec<Arc<str>> = args.iter().map(|a| machine.facts.texts.plain(a.text).unwrap_or_default()).collect();
    // What is not given stays as it is.
    let old = machine.facts.cache.get(name).map(|entry| (entry.kind.to_string(), entry.help.to_string()));
    let (kind, old_help) = old.unwrap_or_else(|| ("STRING".to_owned(), String::new()));
    let (mut kind, mut help, mut force, mut mode) = (kind, String::new(), false, "");
    let mut value = None;
    for (at, word) in words.iter().enumerate() {
        match (&**word, mode) {
            ("VALUE", _) => {
                value = Some(&args[at + 1..]);
                break;
            }
            ("FORCE", _) => (force, mode) = (true, ""),
            ("TYPE", _) => mode = "TYPE",
            ("HELP", "TYPE") => {
                machine.error("set given no value for TYPE of a cache entry", call.origin);
                return;
            }
            ("HELP", _) => mode = "HELP",
            (text, "TYPE") if TYPES.contains(&text) => (kind, mode) = (text.to_owned(), ""),
            (text, "TYPE") => {
                machine.error(&format!("set given invalid TYPE \"{text}\""), call.origin);
                return;
            }
            (text, "HELP") => help.push_str(text),
            (other, _) => {
                machine.error(&format!("set given unknown argument \"{other}\""), call.origin);
                return;
            }
        }
    }
    let Some(values) = value else {
        machine.error("set given no VALUE for a cache entry", call.origin);
        return;
    };
    let value = machine.value_of(call, values);
    let help = machine.intern(if help.is_empty() { &old_help } else { &help });
    machine.declare_cache(&Declaration { name, kind: &kind, help, value, force, option: false }, call.origin);
}

/// When a command runs that gives a variable a value is kept by its place.
pub(super) fn note_assignment(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let Some(span) = machine.span_of(call.origin) else { return };
    let pc = machine.pc;
    let conds = machine.facts.assigned.entry(span).or_default();
    if conds.len() < Facts::MOST_ASSIGNED && !conds.contains(&pc) {
        conds.push(pc);
    }
}

/// A write to a name that users may set is kept, for rules that ask whether the user's value survives.
pub(super) fn note_override(
    machine: &mut Machine<'_>,
    call: &Invocation<'_>,
    name: &str,
    value: &Value,
    kind: OverrideKind,
) {
    let declared = machine.env.names.declared.contains_key(name);
    if !declared && !machine.env.names.tested.contains(name) {
        return;
    }
    // Where references to nothing leave `set(NAME)`, nothing is written over.
    let cond = if kind == OverrideKind::Plain { machine.conds().and(machine.pc, value.defined) } else { machine.pc };
    if cond.is_false() {
        return;
    }
    let fact = Override {
        name: name.into(),
        kind,
        value: value.clone(),
        cond,
        origin: call.origin,
        local: !machine.running.is_empty(),
        declared: machine.facts.cache.contains_key(name),
    };
    machine.facts.overrides.push(fact);
}

fn unset(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let Some(name) = args.first() else {
        machine.error("unset called with incorrect number of arguments", call.origin);
        return;
    };
    if let Some(variable) = name.strip_prefix("ENV{").and_then(|r| r.strip_suffix('}')) {
        let name = machine.intern(variable);
        let old = machine.read_environment(name);
        let new = old.assign(&machine.facts.conds, machine.pc, &Value::unset());
        machine.environment.insert(name, new);
        return;
    }
    if let Some(entry) = name.strip_prefix("CACHE{").and_then(|r| r.strip_suffix('}')) {
        note_override(machine, call, entry, &Value::unset(), OverrideKind::UnsetCache);
        machine.unset_cache(entry);
        return;
    }
    let variable = machine.intern(name);
    match args.get(1).map(|a| &**a) {
        Some("CACHE") => {
            note_assignment(machine, call);
            note_override(machine, call, name, &Value::unset(), OverrideKind::UnsetCache);
            machine.unset_cache(name);
        }
        Some("PARENT_SCOPE") => machine.set_variable_at(variable, &Value::unset(), 1),
        _ => {
            machine.unset_variable(variable);
            machine.notify(variable, "REMOVED_ACCESS", None);
        }
    }
}

fn option(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let Some(name) = args.first() else {
        machine.error("option called with incorrect number of arguments", call.origin);
        return;
    };
    note_assignment(machine, call);
    let help = machine.intern(args.get(1).map_or("", |h| h));
    let default = args.get(2).map_or("OFF", |d| d);
    let default = if default.is_empty() { "OFF" } else { default };
    // CMP0077: NEW leaves a normal variable of that name in force; OLD removes it.
    let variable = machine.intern(name);
    if machine.policy_new(77) {
        let normal = machine.seen(variable).map(|v| v.defined);
        if let Some(defined) = normal {
            let without = machine.conds().not(defined);
            machine.under(without, |m| declare_option(m, call, name, help, default));
            return;
        }
    } else if machine.scopes.holds(variable) && !machine.facts.cache.contains_key(name) {
        let declaration = option_of(machine, call, name, help, default);
        let given = machine.read_cache(variable).defined;
        machine.note_discarded(&declaration, variable, given, call.origin);
        machine.unset_variable(variable);
    }
    declare_option(machine, call, name, help, default);
}

fn declare_option(machine: &mut Machine<'_>, call: &Invocation<'_>, name: &str, help: Text, default: &str) {
    let declaration = option_of(machine, call, name, help, default);
    machine.note_off_below(call, name, default);
    machine.declare_cache(&declaration, call.origin);
}

fn option_of<'n>(
    machine: &mut Machine<'_>,
    call: &Invocation<'_>,
    name: &'n str,
    help: Text,
    default: &str,
) -> Declaration<'n> {
    let value = Value::text(machine.intern(switch(default)), call.origin);
    Declaration { name, kind: "BOOL", help, value, force: false, option: true }
}

/// The default of a switch: what is no truth value counts as OFF (cmake-commands(7), `option`).
pub(super) fn switch(default: &str) -> &str {
    if has_symbol(default) || is_on(default) || is_off(default) { default } else { "OFF" }
}

#[cfg(test)]
mod tests {
    use super::switch;

    #[test]
    fn what_is_no_truth_value_switches_nothing_on() {
        assert_eq!(["ON", "1", "off", "NOTFOUND", ""].map(switch), ["ON", "1", "off", "NOTFOUND", ""]);
        assert_eq!(["SKBUILD", "native", "a;b", "2x"].map(switch), ["OFF"; 4]);
    }
}
