//! `list()`. What works element by element stays guarded; the rest runs on plain alternatives.
use std::sync::Arc;

use crate::cmake::eval::expand::Arg;
use crate::cmake::eval::facts::Reason;
use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::policy::PolicyState;
use crate::cmake::eval::text::{Text, has_symbol};
use crate::cmake::eval::value::{Elem, Value};
use crate::cmake::lang;
use crate::cond::Cond;

use super::Handler::Bulk;
use super::Table;
use super::list_places::maybe_removed;

pub(super) const COMMANDS: Table = &[("list", Bulk(list))];

fn list(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let [sub, name, rest @ ..] = call.args.as_slice() else {
        machine.error("list must be called with at least two arguments", call.origin);
        return;
    };
    let Some(sub) = machine.facts.texts.plain(sub.text) else {
        machine.unknown(Reason::UnmodelledForm, "list(<unknown>)", call.origin);
        return;
    };
    for (cond, name) in machine.alternatives_or_widen(name.text, call.origin) {
        let rest = rest.to_vec();
        machine.under(cond, |m| {
            let variable = m.intern(&name);
            List { call, sub: &sub, variable, rest: &rest }.run(m);
        });
    }
}

pub(super) struct List<'a> {
    pub(super) call: &'a Invocation<'a>,
    sub: &'a str,
    pub(super) variable: Text,
    pub(super) rest: &'a [Arg],
}

impl List<'_> {
    fn run(&self, machine: &mut Machine<'_>) {
        if matches!(self.sub, "APPEND" | "PREPEND") {
            return self.extend(machine, self.sub == "PREPEND");
        }
        let value = machine.read_variable(self.variable);
        let known = value.single().is_some_and(|t| machine.facts.texts.is_known(t))
            || value.elems.iter().all(|e| e.cond.is_true() && machine.facts.texts.is_known(e.text))
                && value.defined.is_true();
        let plain_args = self.rest.iter().all(|a| a.cond.is_true() && machine.facts.texts.is_known(a.text));
        if value.defined.is_false() || known && plain_args {
            self.on_alternatives(machine, &value);
            return;
        }
        match self.sub {
            "REMOVE_ITEM" => self.remove_items(machine, &value),
            "REMOVE_DUPLICATES" => self.remove_duplicates(machine, &value),
            "FILTER" => self.filter(machine, &value),
            "REVERSE" => {
                let mut elems = machine.list_elements(&value);
                elems.reverse();
                self.write(machine, elems);
            }
            "SORT" if self.rest.is_empty() => {
                let mut elems = machine.list_elements(&value);
                elems.sort_by_key(|e| machine.facts.texts.display(e.text));
                self.write(machine, elems);
            }
            "LENGTH" => self.length(machine, &value),
            "TRANSFORM" => self.transform(machine, &value),
            "FIND" if self.find(machine, &value) => {}
            "REMOVE_AT" if self.remove_found(machine, &value) => {}
            _ => self.on_alternatives(machine, &value),
        }
    }

    pub(super) fn write(&self, machine: &mut Machine<'_>, elems: Vec<Elem>) {
        self.split_in_place(machine);
        machine.set_variable(self.variable, &Value::list(elems));
    }

    /// The old value as elements: a list is merged with what it was element by element, which a text with
    /// semicolons in it would prevent.
    fn split_in_place(&self, machine: &mut Machine<'_>) {
        let Some(old) = machine.seen(self.variable) else { return };
        if machine.pc.is_true() || !old.elems.iter().any(|e| machine.facts.texts.holds_semicolon(e.text)) {
            return;
        }
        let elems = machine.list_elements(&old);
        let pc = machine.pc;
        let value = Value { defined: old.defined, elems: Arc::new(elems) };
        machine.scopes.refine(&machine.facts.conds, self.variable, value, 0, pc);
    }

    fn extend(&self, machine: &mut Machine<'_>, front: bool) {
        super::variables::note_assignment(machine, self.call);
        let mut new = machine.value_of(self.call, self.rest).elems.to_vec();
        let empty = self.rest.iter().any(|a| a.text == Text::EMPTY);
        if !front && !empty && machine.append_in_place(self.variable, &new) {
            return;
        }
        let value = machine.read_variable(self.variable);
        if empty && !value.elems.is_empty() {
            // An empty element is kept when the list has others.
            new = self.rest.iter().map(|a| Elem { cond: a.cond, text: a.text, origin: self.call.origin }).collect();
        }
        let most = machine.env.options.limits.elements;
        if value.elems.len() + new.len() > most {
            machine.unknown(Reason::Limit, "elements of one list", self.call.origin);
            let text = machine.unmodelled_symbol("a list beyond the limit");
            self.write(machine, vec![Elem { cond: Cond::TRUE, text, origin: self.call.origin }]);
            return;
        }
        let old = value.elems.iter().filter(|e| e.text != Text::EMPTY || value.elems.len() > 1).copied();
        let elems = if front { new.into_iter().chain(old).collect() } else { old.chain(new).collect() };
        self.write(machine, elems);
    }

    /// Once for each combination of list and arguments.
    pub(super) fn on_alternatives(&self, machine: &mut Machine<'_>, value: &Value) {
        let text = machine.wrap(value);
        let mut args = vec![Arg { cond: Cond::TRUE, text, quoted: true, index: 1 }];
        args.extend_from_slice(self.rest);
        let defined = value.defined;
        machine.fork(&args, self.call.origin, &mut |m, strings| {
            let Some((list, rest)) = strings.split_first() else { return };
            let set = !m.conds().disjoint(m.pc, defined);
            self.on_strings(m, set.then_some(&**list), rest);
        });
    }

    fn on_strings(&self, machine: &mut Machine<'_>, list: Option<&str>, rest: &[Arc<str>]) {
        let Some(name) = machine.facts.texts.plain(self.variable) else { return };
        let mut words: Vec<&str> = vec![self.sub, &name];
        words.extend(rest.iter().map(|r| &**r));
        if list.is_some_and(has_symbol) || rest.iter().any(|r| has_symbol(r)) {
            self.derive(machine, list.unwrap_or_default(), &words);
            return;
        }
        let lenient = self.lenient_indices(machine, &words);
        let words: Vec<&str> = lenient.iter().map(String::as_str).collect();
        let search = machine.search();
        let outcome = if machine.script.is_some() {
            let mut functions = |name: &str, inputs: &[&str]| machine.call_list_function(self.call, name, inputs);
            lang::list::run_with(&words, list, search, Some(&mut functions))
        } else {
            lang::list::run(&words, list, search)
        };
        match outcome {
            Ok(lang::Outcome { writes, matches: None, error: None }) if writes.len() == 1 && writes[0].0 == *name => {
                let (_, lang::Value::Text(text)) = &writes[0] else {
                    machine.apply(Ok(lang::Outcome { writes, ..Default::default() }), self.call.origin);
                    return;
                };
                let text = machine.intern(text);
                let elems = machine.list_elements(&Value::text(text, self.call.origin));
                self.write(machine, elems);
            }
            outcome => machine.apply(outcome, self.call.origin),
        }
    }

    /// Where CMP0121 is not NEW, an index is the number that its text begins with, or 0.
    fn lenient_indices(&self, machine: &mut Machine<'_>, words: &[&str]) -> Vec<String> {
        let mut out: Vec<String> = words.iter().map(|w| (*w).to_owned()).collect();
        let last = words.len().saturating_sub(1);
        let range = match self.sub {
            "GET" if last > 2 => 2..last,
            "SUBLIST" if last > 2 => 2..last,
            "INSERT" if words.len() > 2 => 2..3,
            "REMOVE_AT" => 2..words.len(),
            _ => return out,
        };
        if machine.policy_new(121) {
            return out;
        }
        for word in &mut out[range] {
            if word.parse::<i64>().is_ok() {
                continue;
            }
            if machine.policy_state(121) == PolicyState::Unset {
                machine.warn_policy(121, &format!("Invalid list index \"{word}\"."), self.call.origin);
            }
            let digits = |(at, c): &(usize, char)| c.is_ascii_digit() || *at == 0 && *c == '-';
            let number: String = word.trim_start().char_indices().take_while(digits).map(|(_, c)| c).collect();
            *word = number.parse::<i64>().unwrap_or(0).to_string();
        }
        out
    }

    /// The result of an operation on unknown text: a symbol named for the expression.
    fn derive(&self, machine: &mut Machine<'_>, list: &str, words: &[&str]) {
        let written = match self.sub {
            "LENGTH" | "GET" | "FIND" | "SUBLIST" | "JOIN" => words.last().copied(),
            "POP_BACK" | "POP_FRONT" if words.len() > 2 => words.get(2).copied(),
            _ => words.get(1).copied(),
        };
        let Some(written) = written else { return };
        // What is added to each element is known, whatever the element.
        if let ("TRANSFORM", [_, name, how @ ("APPEND" | "PREPEND"), tail]) = (self.sub, words) {
            let one = |text: &str| if *how == "APPEND" { format!("{text}{tail}") } else { format!("{tail}{text}") };
            let all: Vec<String> = list.split(';').filter(|_| !list.is_empty()).map(one).collect();
            let (text, name) = (machine.intern(&all.join(";")), machine.intern(name));
            let elems = machine.list_elements(&Value::text(text, self.call.origin));
            machine.set_variable(name, &Value::list(elems));
            return;
        }
        if self.sub == "REMOVE_AT" && words[2..].iter().all(|word| has_symbol(word)) && self.keep_unknown(machine, list)
        {
            return;
        }
        let expression = format!("{} of {list} {}", self.sub.to_lowercase(), words[2.min(words.len())..].join(" "));
        let symbol = match self.sub {
            "FIND" => machine.found_place(&expression),
            "LENGTH" => machine.derived_number(&expression, 0),
            _ => {
                let (search, written) = (machine.search(), written.to_owned());
                let all: Vec<&str> = std::iter::once(list).chain(words.iter().copied()).collect();
                machine.computed(&expression, &all, move |all| {
                    let (list, words) = all.split_first()?;
                    lang::list::run(words, Some(list), search).ok()?.text_of(&written)
                })
            }
        };
        let name = machine.intern(written);
        machine.set_variable(name, &Value::text(symbol, self.call.origin));
    }

    fn remove_items(&self, machine: &mut Machine<'_>, value: &Value) {
        let removed = machine.value_of(self.call, self.rest);
        let removed = machine.list_elements(&removed);
        let elems = machine.list_elements(value);
        let mut out = Vec::with_capacity(elems.len());
        for elem in elems {
            let Some(text) = machine.facts.texts.plain(elem.text) else {
                out.push(elem);
                continue;
            };
            if has_symbol(&text) && machine.facts.texts.lone_symbol(elem.text).is_some() {
                out.push(maybe_removed(machine, elem));
                continue;
            }
            let mut gone = Cond::FALSE;
            for item in &removed {
                let Some(other) = machine.facts.texts.plain(item.text) else { continue };
                if other == text || has_symbol(&other) {
                    let equal = machine.texts_equal(&text, &other);
                    let when = machine.conds().and(item.cond, equal);
                    gone = machine.conds().or(gone, when);
                }
            }
            let cond = machine.conds().diff(elem.cond, gone);
            if !cond.is_false() {
                out.push(Elem { cond, ..elem });
            }
        }
        self.write(machine, out);
    }

    fn remove_duplicates(&self, machine: &mut Machine<'_>, value: &Value) {
        let elems = machine.list_elements(value);
        let mut seen: rustc_hash::FxHashMap<Text, Cond> = rustc_hash::FxHashMap::default();
        let mut out = Vec::with_capacity(elems.len());
        for elem in elems {
            let before = seen.entry(elem.text).or_insert(Cond::FALSE);
            let cond = machine.facts.conds.diff(elem.cond, *before);
            *before = machine.facts.conds.or(*before, elem.cond);
            if !cond.is_false() {
                out.push(Elem { cond, ..elem });
            }
        }
        self.write(machine, out);
    }

    fn filter(&self, machine: &mut Machine<'_>, value: &Value) {
        let words: Vec<Arc<str>> = self.rest.iter().filter_map(|a| machine.facts.texts.plain(a.text)).collect();
        let [mode, _, pattern] = words.as_slice() else {
            self.on_alternatives(machine, value);
            return;
        };
        let include = &**mode == "INCLUDE";
        let elems = machine.list_elements(value);
        let mut out = Vec::with_capacity(elems.len());
        for elem in elems {
            let Some(text) = machine.facts.texts.plain(elem.text) else {
                out.push(elem);
                continue;
            };
            let matches = if machine.facts.texts.lone_symbol(elem.text).is_some() {
                Cond::TRUE
            } else {
                machine.text_matches(&text, pattern, self.call.origin)
            };
            if machine.facts.texts.lone_symbol(elem.text).is_some() {
                let text = machine.derived(&format!("{text} filtered ({mode} {pattern})"));
                out.push(Elem { text, ..elem });
                continue;
            }
            let cond = if include {
                machine.conds().and(elem.cond, matches)
            } else {
                machine.conds().diff(elem.cond, matches)
            };
            if !cond.is_false() {
                out.push(Elem { cond, ..elem });
            }
        }
        self.write(machine, out);
    }

    /// The number of elements: counted over the states of presence, unknown when the list is.
    fn length(&self, machine: &mut Machine<'_>, value: &Value) {
        let Some(output) = self.rest.first().map(|a| a.text) else { return };
        let elems = machine.list_elements(value);
        let unknown = elems.iter().any(|e| machine.facts.texts.lone_symbol(e.text).is_some());
        let counts = if unknown { None } else { machine.counts(&elems) };
        let Some((least, counts)) = counts else {
            let text = machine.wrap(value);
            let shown = machine.facts.texts.display(text);
            let symbol =
                machine.derived_number(&format!("length of {}", shown.chars().take(80).collect::<String>()), 0);
            machine.set_variable(output, &Value::text(symbol, self.call.origin));
            return;
        };
        let alternatives = counts.iter().filter(|c| !c.is_false()).count();
        let mut result = Vec::new();
        for (n, &cond) in counts.iter().enumerate() {
            if !cond.is_false() {
                let text = machine.intern(&(least + n).to_string());
                result.push(Elem {
                    cond: if alternatives == 1 { Cond::TRUE } else { cond },
                    text,
                    origin: self.call.origin,
                });
            }
        }
        machine.set_variable(output, &Value::list(result));
    }

    /// Actions without a selector act on each element by itself.
    fn transform(&self, machine: &mut Machine<'_>, value: &Value) {
        const SELECTORS: &[&str] = &["AT", "FOR", "REGEX", "OUTPUT_VARIABLE"];
        let plain: Option<Vec<Arc<str>>> =
            self.rest.iter().map(|a| if a.cond.is_true() { machine.facts.texts.plain(a.text) } else { None }).collect();
        let Some(words) = plain.filter(|w| !w.iter().any(|w| SELECTORS.contains(&&**w))) else {
            self.on_alternatives(machine, value);
            return;
        };
        let elems = machine.list_elements(value);
        let mut out = Vec::with_capacity(elems.len());
        for elem in elems {
            let Some(text) = machine.facts.texts.plain(elem.text) else {
                out.push(elem);
                continue;
            };
            let text = self.transformed(machine, &text, &words);
            out.push(Elem { text, ..elem });
        }
        self.write(machine, out);
    }

    fn transformed(&self, machine: &mut Machine<'_>, text: &str, words: &[Arc<str>]) -> Text {
        let joined = words.join(" ");
        if has_symbol(text) || words.iter().any(|w| has_symbol(w)) {
            return match (words.first().map(|w| &**w), words.get(1)) {
                (Some("APPEND"), Some(tail)) => machine.intern(&format!("{text}{tail}")),
                (Some("PREPEND"), Some(head)) => machine.intern(&format!("{head}{text}")),
                _ => machine.derived(&format!("{text} transformed ({joined})")),
            };
        }
        let mut call: Vec<&str> = vec!["TRANSFORM", "x"];
        call.extend(words.iter().map(|w| &**w));
        match lang::list::run(&call, Some(text), machine.search()) {
            Ok(outcome) => match outcome.writes.first() {
                Some((_, lang::Value::Text(text))) => machine.intern(text),
                _ => machine.derived(&format!("{text} transformed ({joined})")),
            },
            Err(message) => {
                machine.error(&message, self.call.origin);
                machine.intern(text)
            }
        }
    }
}

impl Machine<'_> {
    /// Applies what a pure command computed; its error stops CMake.
    pub(super) fn apply(&mut self, outcome: Result<lang::Outcome, String>, origin: crate::cmake::eval::value::Origin) {
        match outcome {
            Ok(outcome) => {
                let writes = if self.keeps_groups(origin) {
                    outcome.all_writes(self.peek_str("CMAKE_MATCH_COUNT").as_deref())
                } else {
                    outcome.writes
                };
                for (name, value) in writes {
                    let name = self.intern(&name);
                    match value {
                        lang::Value::Text(text) => {
                            let text = self.intern(&text);
                            let value = Value::text(text, origin);
                            self.set_variable(name, &value);
                            self.notify(name, "MODIFIED_ACCESS", Some(&value));
                        }
                        lang::Value::Unset => self.unset_variable(name),
                        lang::Value::Unknown(reason) => {
                            let symbol = self.unmodelled_symbol(reason);
                            self.set_variable(name, &Value::text(symbol, origin));
                        }
                    }
                }
                if let Some(message) = outcome.error {
                    let message = self.intern(&message);
                    self.fatal_words(message, origin);
                }
            }
            Err(message) => {
                let message = self.intern(&message);
                self.fatal_words(message, origin);
            }
        }
    }

    /// How repeated searches treat `^` (CMP0186).
    pub(super) fn search(&self) -> lang::regex::Search {
        if self.policy_new(186) { lang::regex::Search::AnchorOnce } else { lang::regex::Search::AnchorEach }
    }

    /// How many of the elements are there: the least number, and the conditions of that many, of one more, and so on.
    /// Nothing when there are more numbers than a value may have alternatives.
    fn counts(&self, elems: &[Elem]) -> Option<(usize, Vec<Cond>)> {
        let most = self.env.options.limits.alternatives;
        let mut least = 0;
        let mut counts: Vec<Cond> = vec![self.pc];
        for elem in elems {
            // The usual case: it is there in every configuration that comes here.
            if elem.cond.is_true() || self.conds().implies(self.pc, elem.cond) {
                least += 1;
                continue;
            }
            let mut next = vec![Cond::FALSE; counts.len() + 1];
            for (n, &state) in counts.iter().enumerate().filter(|(_, state)| !state.is_false()) {
                next[n] = self.conds().or(next[n], self.conds().diff(state, elem.cond));
                next[n + 1] = self.conds().or(next[n + 1], self.conds().and(state, elem.cond));
            }
            while next.len() > 1 && next.last().is_some_and(|c| c.is_false()) {
                next.pop();
            }
            let none = next.iter().take_while(|c| c.is_false()).count().min(next.len() - 1);
            next.drain(..none);
            least += none;
            counts = next;
            // Elements that exclude each other bring the number down again, but not from far above.
            if counts.len() > 4 * most {
                return None;
            }
        }
        (counts.iter().filter(|c| !c.is_false()).count() <= most).then_some((least, counts))
    }
}
