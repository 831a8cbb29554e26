//! `cmake_parse_arguments` and `separate_arguments`.
use std::sync::Arc;

use crate::cmake::eval::expand::Arg;
use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::policy::PolicyState;
use crate::cmake::eval::text::{Compound, has_symbol};
use crate::cmake::eval::value::{Elem, Origin, Value};
use crate::cmake::lang;
use crate::cmake::script::diagnostics::Category;
use crate::cond::Cond;

use super::Handler::Bulk;
use super::Table;

pub(super) const COMMANDS: Table =
    &[("cmake_parse_arguments", Bulk(parse_arguments)), ("separate_arguments", Bulk(separate))];

/// What a keyword takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    Nothing,
    One,
    Many,
}

/// The keyword whose values are being read: index into the keywords, or none.
type State = Option<usize>;

fn words(machine: &mut Machine<'_>, arg: &Arg) -> Vec<String> {
    let value = machine.unwrap(arg.text);
    machine
        .list_elements(&value)
        .iter()
        .filter_map(|e| machine.facts.texts.plain(e.text))
        .map(|t| t.to_string())
        .collect()
}

/// A guarded automaton: which keyword an element belongs to may depend on the configuration.
fn parse_arguments(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    if machine.script.is_some() {
        machine.fork(&call.args, call.origin, &mut |m, words| parse_plain(m, call, words));
        return;
    }
    let from_argv = call.args.first().and_then(|a| machine.facts.texts.as_str(a.text)) == Some("PARSE_ARGV");
    let head = if from_argv { call.args.get(2..) } else { Some(call.args.as_slice()) };
    let Some([prefix, options, ones, many, rest @ ..]) = head else {
        machine.error("cmake_parse_arguments must be called with at least 4 arguments", call.origin);
        return;
    };
    let Some(prefix) = machine.facts.texts.plain(prefix.text) else { return };
    let mut keywords: Vec<(String, Takes)> = Vec::new();
    for (arg, takes) in [(options, Takes::Nothing), (ones, Takes::One), (many, Takes::Many)] {
        keywords.extend(words(machine, arg).into_iter().map(|w| (w, takes)));
    }
    let elems = if from_argv {
        let skip = machine.facts.texts.plain(call.args[1].text).and_then(|t| t.parse().ok()).unwrap_or(0);
        whole_arguments(machine, skip).unwrap_or_else(|| argv_elements(machine, skip))
    } else {
        let mut elems = Vec::new();
        for arg in rest {
            let value = machine.value_of(call, std::slice::from_ref(arg));
            elems.extend(machine.list_elements(&value));
        }
        elems
    };
    let mut parsed = run(machine, &keywords, &elems);
    if from_argv {
        escaped(machine, &mut parsed.rest);
        for (k, (_, takes)) in keywords.iter().enumerate() {
            if *takes == Takes::Many {
                escaped(machine, &mut parsed.values[k]);
            }
        }
    }
    store(machine, call, &prefix, &keywords, parsed);
}

/// The call on plain words, as a script makes it.
fn parse_plain(machine: &mut Machine<'_>, call: &Invocation<'_>, words: &[Arc<str>]) {
    let (skip, head) = match words.first().map(|w| &**w) {
        Some("PARSE_ARGV") => (words.get(1).and_then(|n| n.parse::<usize>().ok()), words.get(2..)),
        Some("PARSE_ARGN") => (machine.running.last().map(|d| d.parameters.len()), words.get(1..)),
        _ => (None, Some(words)),
    };
    let Some([prefix, options, ones, many, rest @ ..]) = head else { return };
    let split = |text: &str| lang::list::expand_unquoted(text);
    let keywords =
        lang::arguments::Keywords { options: split(options), one_value: split(ones), multi_value: split(many) };
    let mut unset_174 = false;
    let (values, source) = match skip {
        Some(skip) => {
            if machine.running.last().is_none_or(|d| d.is_macro) {
                machine.error("cmake_parse_arguments PARSE_ARGV and PARSE_ARGN work in functions only", call.origin);
                return;
            }
            let count = machine.script_text("ARGC").and_then(|n| n.parse::<usize>().ok()).unwrap_or(0);
            let values: Vec<String> = (skip..count.min(skip.saturating_add(10_000)))
                .filter_map(|at| machine.script_text(&format!("ARGV{at}")))
                .map(|text| text.to_string())
                .collect();
            let define_empty = machine.policy_new(174);
            unset_174 = machine.policy_state(174) == PolicyState::Unset;
            (values, lang::arguments::Source::Variables { define_empty })
        }
        None => (rest.iter().flat_map(|word| split(word)).collect(), lang::arguments::Source::Given),
    };
    let values: Vec<&str> = values.iter().map(String::as_str).collect();
    let writes = lang::arguments::parse_arguments(prefix, &keywords, &values, source);
    let empty = |name: &&String| {
        let variable = format!("{prefix}_{name}");
        values.contains(&name.as_str()) && writes.iter().any(|w| w.0 == variable && w.1 == lang::Value::Unset)
    };
    for name in keywords.one_value.iter().filter(|_| unset_174).filter(empty) {
        let text = format!(
            "The {name} keyword was followed by an empty string or no value at all. Policy CMP0174 is not set, so \
             cmake_parse_arguments() will unset the {prefix}_{name} variable rather than setting it to an empty string."
        );
        machine.warn(Category::Author, &text, call.origin);
    }
    machine.apply(Ok(lang::Outcome { writes, ..Default::default() }), call.origin);
}

/// `PARSE_ARGV`: each argument whole. Nothing when their number depends on the configuration.
fn whole_arguments(machine: &mut Machine<'_>, skip: usize) -> Option<Vec<Elem>> {
    let count: usize = machine.peek_str("ARGC")?.parse().ok()?;
    let mut elems = Vec::new();
    for at in skip..count {
        let name = machine.facts.texts.find(&format!("ARGV{at}"))?;
        let value = machine.seen(name)?;
        let origin = value.elems.first().map_or(Origin::NONE, |e| e.origin);
        elems.push(Elem { cond: Cond::TRUE, text: machine.wrap(&value), origin });
    }
    Some(elems)
}

/// Elements of a list in which each is one again: semicolons escaped.
fn escaped(machine: &mut Machine<'_>, elems: &mut [Elem]) {
    for elem in elems {
        if machine.facts.texts.holds_semicolon(elem.text) {
            let text = machine.facts.texts.plain(elem.text).unwrap_or_default();
            elem.text = machine.intern(&text.replace(';', "\\;"));
        }
    }
}

/// `PARSE_ARGV` where the arguments are not known one by one: the elements of ARGV.
fn argv_elements(machine: &mut Machine<'_>, skip: usize) -> Vec<Elem> {
    let value = machine.read_named("ARGV");
    let elems = machine.list_elements(&value);
    elems.into_iter().skip(skip).collect()
}

struct Parsed {
    values: Vec<Vec<Elem>>,
    seen: Vec<Cond>,
    filled: Vec<Cond>,
    rest: Vec<Elem>,
}

fn run(machine: &mut Machine<'_>, keywords: &[(String, Takes)], elems: &[Elem]) -> Parsed {
    let n = keywords.len();
    let mut parsed = Parsed {
        values: vec![Vec::new(); n],
        seen: vec![Cond::FALSE; n],
        filled: vec![Cond::FALSE; n],
        rest: Vec::new(),
    };
    let mut states: Vec<(Cond, State)> = vec![(Cond::TRUE, None)];
    for elem in elems {
        let text = machine.facts.texts.plain(elem.text);
        let keyword = text.as_deref().and_then(|t| keywords.iter().position(|(k, _)| k == t));
        let mut next: Vec<(Cond, State)> = Vec::with_capacity(states.len() + 1);
        for &(state_cond, state) in &states {
            let with = machine.conds().and(state_cond, elem.cond);
            let without = machine.conds().diff(state_cond, elem.cond);
            if !without.is_false() {
                push(machine, &mut next, without, state);
            }
            if with.is_false() {
                continue;
            }
            let after = match keyword {
                Some(k) => {
                    parsed.seen[k] = machine.conds().or(parsed.seen[k], with);
                    if keywords[k].1 == Takes::Nothing { None } else { Some(k) }
                }
                None => take(machine, keywords, &mut parsed, state, Elem { cond: with, ..*elem }),
            };
            push(machine, &mut next, with, after);
        }
        states = next;
    }
    parsed
}

fn push(machine: &Machine<'_>, states: &mut Vec<(Cond, State)>, cond: Cond, state: State) {
    match states.iter_mut().find(|(_, s)| *s == state) {
        Some((c, _)) => *c = machine.conds().or(*c, cond),
        None => states.push((cond, state)),
    }
}

/// Gives an element to the keyword being read; the state after it.
fn take(machine: &Machine<'_>, keywords: &[(String, Takes)], parsed: &mut Parsed, state: State, elem: Elem) -> State {
    let Some(k) = state else {
        parsed.rest.push(elem);
        return None;
    };
    if keywords[k].1 == Takes::One {
        // A repeated keyword takes the last value.
        for old in &mut parsed.values[k] {
            old.cond = machine.conds().diff(old.cond, elem.cond);
        }
        parsed.values[k].retain(|e| !e.cond.is_false());
    }
    parsed.values[k].push(elem);
    parsed.filled[k] = machine.conds().or(parsed.filled[k], elem.cond);
    if keywords[k].1 == Takes::One { None } else { Some(k) }
}

fn store(machine: &mut Machine<'_>, call: &Invocation<'_>, prefix: &str, keywords: &[(String, Takes)], parsed: Parsed) {
    let (on, off) = (machine.intern("TRUE"), machine.intern("FALSE"));
    let mut missing = Vec::new();
    for (k, (keyword, takes)) in keywords.iter().enumerate() {
        let name = machine.intern(&format!("{prefix}_{keyword}"));
        let value = if *takes == Takes::Nothing {
            let not = machine.conds().not(parsed.seen[k]);
            let mut elems = vec![
                Elem { cond: parsed.seen[k], text: on, origin: call.origin },
                Elem { cond: not, text: off, origin: call.origin },
            ];
            elems.retain(|e| !e.cond.is_false());
            Value::list(elems)
        } else {
            let empty = machine.conds().diff(parsed.seen[k], parsed.filled[k]);
            if !empty.is_false() {
                let text = machine.intern(keyword);
                missing.push(Elem { cond: empty, text, origin: call.origin });
            }
            Value { defined: parsed.filled[k], elems: Arc::new(parsed.values[k].clone()) }
        };
        machine.set_variable(name, &value);
    }
    let list = |elems: Vec<Elem>, machine: &Machine<'_>| {
        let defined = machine.conds().any(elems.iter().map(|e| e.cond));
        Value { defined, elems: Arc::new(elems) }
    };
    let rest = list(parsed.rest, machine);
    let name = machine.intern(&format!("{prefix}_UNPARSED_ARGUMENTS"));
    machine.set_variable(name, &rest);
    let missing = list(missing, machine);
    let name = machine.intern(&format!("{prefix}_KEYWORDS_MISSING_VALUES"));
    machine.set_variable(name, &missing);
}

fn separate(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let Some(variable) = call.args.first() else {
        machine.error("separate_arguments must be given at least one argument.", call.origin);
        return;
    };
    if call.args.len() == 1 {
        let known = machine.read_variable(variable.text).single().filter(|&t| machine.facts.texts.is_known(t));
        if let Some(text) = known.and_then(|t| machine.facts.texts.plain(t)) {
            let text = machine.intern(&text.replace(' ', ";"));
            machine.set_variable(variable.text, &Value::text(text, call.origin));
            return;
        }
        // The plain form: spaces become semicolons. A rope is split without enumerating its alternatives.
        let value = machine.read_variable(variable.text);
        let mut out = Vec::new();
        for elem in value.elems.iter() {
            let parts = match machine.facts.texts.compound(elem.text).cloned() {
                Some(Compound::Rope(parts)) => parts.to_vec(),
                _ => vec![(Cond::TRUE, elem.text)],
            };
            for (cond, text) in machine.rope_words(&parts, elem.cond, |c| c == ' ') {
                out.push(Elem { cond, text, origin: elem.origin });
            }
        }
        machine.set_variable(variable.text, &Value { defined: value.defined, elems: Arc::new(out) });
        return;
    }
    machine.fork(&call.args, call.origin, &mut |m, args| {
        let words: Vec<&str> = args.iter().map(|a| &**a).collect();
        if args.iter().any(|a| has_symbol(a)) {
            let symbol = m.derived(&format!("separate_arguments({})", words[1..].join(" ")));
            let name = m.intern(words[0]);
            m.set_variable(name, &Value::text(symbol, call.origin));
            return;
        }
        let outcome = lang::arguments::separate_arguments(&words);
        if m.script.is_some() && outcome.is_ok() && words.contains(&"PROGRAM") && words.last() != Some(&"") {
            return super::searches::separate_program(m, call, &words);
        }
        m.apply(outcome, call.origin);
    });
}
