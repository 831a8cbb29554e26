//! The forms of `foreach()`: which rounds run, under which conditions, with which values.
use std::sync::Arc;

use crate::cmake::eval::expand::Arg;
use crate::cmake::eval::facts::{ELEMENT_OF, Reason};
use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::text::{Text, has_symbol};
use crate::cmake::eval::value::{Elem, Value};
use crate::cond::Cond;

/// What a loop runs over: for each round the value of each variable, each with the condition of the round.
pub(in crate::cmake::eval) struct Plan {
    pub variables: Vec<Text>,
    pub rounds: Vec<Vec<(Cond, Value)>>,
}

/// Reads the arguments; nothing when CMake would report an error.
pub(in crate::cmake::eval) fn plan(machine: &mut Machine<'_>, call: &Invocation<'_>) -> Option<Plan> {
    let (first, rest) = call.args.split_first()?;
    let is = |m: &Machine<'_>, arg: &Arg, word: &str| m.facts.texts.as_str(arg.text) == Some(word);
    let named = rest.iter().position(|arg| is(machine, arg, "IN"));
    if let Some(at) = named.filter(|at| at + 1 < rest.len()) {
        if rest[at + 1..].iter().any(|arg| is(machine, arg, "ZIP_LISTS")) {
            let words = call.args.iter().map(|a| machine.facts.texts.plain(a.text).unwrap_or_default());
            let words: Vec<Arc<str>> = words.collect();
            return zip(machine, call, &words);
        }
        return Some(lists(machine, call, first.text, &rest[at + 1..]));
    }
    if rest.first().is_some_and(|arg| is(machine, arg, "RANGE")) {
        return Some(range(machine, call, first.text, &rest[1..]));
    }
    Some(over(machine, call, first.text, rest))
}

fn single(variable: Text, elems: Vec<Elem>) -> Plan {
    let rounds = elems.into_iter().map(|e| vec![(e.cond, Value::text(e.text, e.origin))]).collect();
    Plan { variables: vec![variable], rounds }
}

fn over(machine: &mut Machine<'_>, call: &Invocation<'_>, variable: Text, items: &[Arg]) -> Plan {
    let mut elems = Vec::with_capacity(items.len());
    for item in items {
        let origin = machine.argument_origin(call, item.index);
        elems.push(Elem { cond: item.cond, text: item.text, origin });
    }
    spread_symbols(machine, &mut elems);
    single(variable, elems)
}

/// An unknown list runs the body once, for an element that stands for all.
fn spread_symbols(machine: &mut Machine<'_>, elems: &mut [Elem]) {
    for elem in elems {
        if let Some(list) = machine.facts.texts.lone_symbol(elem.text) {
            let text = machine.facts.texts.plain(elem.text).unwrap_or_default();
            let name = format!("{ELEMENT_OF}{text}");
            elem.text = machine.derived(&name);
            if let Some(symbol) = machine.facts.texts.lone_symbol(elem.text) {
                machine.facts.texts.declare_element(symbol, list);
            }
        }
    }
}

fn lists(machine: &mut Machine<'_>, call: &Invocation<'_>, variable: Text, args: &[Arg]) -> Plan {
    let mut mode = "";
    let mut elems: Vec<Elem> = Vec::new();
    for arg in args {
        let plain = machine.facts.texts.plain(arg.text).unwrap_or_default();
        match (&*plain, arg.quoted) {
            ("LISTS", false) => mode = "LISTS",
            ("ITEMS", false) => mode = "ITEMS",
            _ if mode == "LISTS" => {
                let value = machine.read_variable(arg.text);
                for elem in machine.list_elements(&value) {
                    elems.push(Elem { cond: machine.conds().and(elem.cond, arg.cond), ..elem });
                }
            }
            _ => {
                let origin = machine.argument_origin(call, arg.index);
                elems.push(Elem { cond: arg.cond, text: arg.text, origin });
            }
        }
    }
    for elem in &mut elems {
        if let Some(text) = machine.facts.texts.plain(elem.text)
            && text.contains("\\;")
        {
            elem.text = machine.intern(&text.replace("\\;", ";"));
        }
    }
    spread_symbols(machine, &mut elems);
    single(variable, elems)
}

fn range(machine: &mut Machine<'_>, call: &Invocation<'_>, variable: Text, args: &[Arg]) -> Plan {
    const MOST: i64 = 100_000;
    let mut elems = Vec::new();
    for (cond, words) in machine.combinations(args, call.origin) {
        let numbers: Option<Vec<i64>> = words
            .iter()
            .map(|w| {
                let (w, known) = machine.facts.texts.with_defaults(w);
                known.then(|| w.trim().parse().ok()).flatten()
            })
            .collect();
        let (start, stop, step) = match numbers.as_deref() {
            Some([stop]) => (0, *stop, 1),
            Some([start, stop]) => (*start, *stop, if start <= stop { 1 } else { -1 }),
            Some([start, stop, step]) => (*start, *stop, *step),
            _ => {
                if words.iter().any(|w| has_symbol(w)) {
                    let text = machine.derived(&format!("number in range {}", words.join(" ")));
                    elems.push(Elem { cond, text, origin: call.origin });
                } else {
                    let text = machine.intern("foreach called with incorrect range specification");
                    machine.under(cond, |m| m.fatal_words(text, call.origin));
                }
                continue;
            }
        };
        if step == 0 || (stop - start).signum() * step.signum() < 0 || words.len() == 1 && stop < 0 {
            let text = machine.intern("foreach called with incorrect range specification");
            machine.under(cond, |m| m.fatal_words(text, call.origin));
            continue;
        }
        let count = (stop - start) / step;
        if count > MOST {
            machine.unknown(Reason::Limit, "foreach(RANGE)", call.origin);
        }
        for n in 0..=count.min(MOST) {
            let text = machine.intern(&(start + n * step).to_string());
            elems.push(Elem { cond, text, origin: call.origin });
        }
    }
    single(variable, elems)
}

fn zip(machine: &mut Machine<'_>, call: &Invocation<'_>, words: &[Arc<str>]) -> Option<Plan> {
    let at = words.iter().position(|w| &**w == "IN")?;
    let names: Vec<Text> = words[..at].iter().map(|w| machine.intern(w)).collect();
    let mut columns = Vec::new();
    for list in words.get(at + 2..)? {
        let value = machine.read_named(list);
        columns.push(machine.list_elements(&value));
    }
    let variables = if names.len() == 1 {
        let base = machine.facts.texts.plain(names[0])?;
        (0..columns.len()).map(|n| machine.intern(&format!("{base}_{n}"))).collect()
    } else {
        names
    };
    if columns.len() != variables.len() || columns.is_empty() {
        let text = machine.intern("foreach expected equal numbers of variables and lists");
        machine.fatal_words(text, call.origin);
        return None;
    }
    let longest = columns.iter().map(Vec::len).max().unwrap_or(0);
    if columns.iter().flatten().any(|e| !e.cond.is_true()) {
        machine.unknown(
            Reason::UnmodelledForm,
            "foreach(ZIP_LISTS) over lists that differ by configuration",
            call.origin,
        );
    }
    let rounds = (0..longest)
        .map(|n| {
            columns
                .iter()
                .map(|column| match column.get(n) {
                    Some(e) => (e.cond, Value::text(e.text, e.origin)),
                    None => (Cond::TRUE, Value::unset()),
                })
                .collect()
        })
        .collect();
    Some(Plan { variables, rounds })
}
