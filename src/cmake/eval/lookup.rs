//! Reading and writing variables: scopes, then the cache, then what the user or the platform may say.
mod symbols;

use std::sync::Arc;

use crate::cond::{Cond, Domain, Subject, SubjectKind};

use crate::cmake::lang::condition::{OFF, is_off};

use super::machine::{Machine, OpaqueWriter};
use super::platform;
use super::text::{SymbolKind, Text, has_symbol, is_symbol};
use super::value::{Elem, Origin, Value};

/// Whether the prefix is the one that CMake chose, and the prefix.
const INITIALIZED: &str = "CMAKE_INSTALL_PREFIX_INITIALIZED_TO_DEFAULT";
const PREFIX: &str = "CMAKE_INSTALL_PREFIX";

impl Machine<'_> {
    /// `${name}`: macro arguments first, since they replace text before anything is looked up.
    pub(super) fn read_reference(&mut self, name: Text) -> Value {
        if let Some(macros) = &self.macro_args
            && let Some(value) = self.facts.texts.as_str(name).and_then(|n| macros.values.get(n))
        {
            return value.clone();
        }
        let value = self.read_variable(name);
        if self.script.is_some() {
            let access = if value.is_unset() { "UNKNOWN_READ_ACCESS" } else { "READ_ACCESS" };
            self.notify(name, access, Some(&value));
        }
        value
    }

    /// A variable as `${}` and conditions see it.
    pub(super) fn read_variable(&mut self, name: Text) -> Value {
        self.settle(name, 0);
        match self.seen(name) {
            Some(value) if value.defined.is_true() || self.conds().implies(self.pc, value.defined) => value,
            Some(value) if value.defined.is_false() => {
                // Unset by the project: the cache shows through, an input does not come back by itself.
                // Where it is declared in some configurations, users give it in the others, too.
                if self.read_cache(name).defined.is_false() { Value::unset() } else { self.beneath(name) }
            }
            Some(value) => {
                let beneath = self.beneath(name);
                // What is merged of several writes is there only where it is defined.
                if beneath.is_unset() { value } else { beneath.assign(&self.facts.conds, value.defined, &value) }
            }
            None => self.beneath(name),
        }
    }

    /// When a variable is defined: [`Machine::read_variable`] without its elements, which may be many.
    pub(super) fn defined_when(&mut self, name: Text) -> Cond {
        match self.scopes.defined(&self.facts.conds, name, self.pc) {
            Some(defined) if defined.is_true() || self.conds().implies(self.pc, defined) => defined,
            Some(defined) if defined.is_false() => match self.read_cache(name).defined {
                Cond::FALSE => Cond::FALSE,
                _ => self.beneath(name).defined,
            },
            Some(defined) => {
                let beneath = self.beneath(name).defined;
                self.conds().or(beneath, defined)
            }
            None => self.beneath(name).defined,
        }
    }

    /// What stands beneath the scopes: built-in variables, the cache, inputs.
    fn beneath(&mut self, name: Text) -> Value {
        if let Some(value) = self.built_in(name) {
            return value;
        }
        let cached = self.read_cache(name);
        if cached.defined.is_true() {
            return cached;
        }
        let free = self.input(name);
        if cached.defined.is_false() { free } else { free.assign(&self.facts.conds, cached.defined, &cached) }
    }

    /// `$CACHE{name}`
    pub(super) fn read_cache(&mut self, name: Text) -> Value {
        let Some(plain) = self.facts.texts.plain(name) else { return Value::unset() };
        match self.facts.cache.get(&plain) {
            Some(entry) => entry.value.clone(),
            None => match self.given_value(&plain) {
                Some(given) => Value::text(given, Origin::NONE),
                None => Value::unset(),
            },
        }
    }

    /// When the user gave a value for a cache entry that the project has not declared yet; None where that is decided.
    pub(super) fn may_be_given(&mut self, name: &str) -> Option<Cond> {
        let options = &self.env.options;
        let decided = !options.all_configurations
            || self.facts.cache.contains_key(name)
            || self.given(name).is_some()
            || !self.env.names.may_be_input(name);
        if decided {
            return None;
        }
        let (_, subject) = self.input_symbol(name);
        Some(self.conds().defined(subject))
    }

    fn given_value(&mut self, name: &str) -> Option<Text> {
        let value = self.given(name)?;
        Some(self.intern(value))
    }

    /// `$ENV{name}`
    pub(super) fn read_environment(&mut self, name: Text) -> Value {
        let own = self.environment.get(&name).cloned();
        let free = if self.script.is_some() {
            let name = self.facts.texts.plain(name).unwrap_or_default();
            self.script_environment(&name)
        } else if self.env.options.all_configurations {
            let Some(plain) = self.facts.texts.plain(name) else { return Value::unset() };
            let (text, subject) = self.symbol(SymbolKind::Environment, &plain, || Subject {
                kind: SubjectKind::Environment,
                name: plain.to_string(),
                domain: Domain::Open,
                default: None,
                always_defined: false,
            });
            let defined = self.conds().defined(subject);
            Value { defined, elems: Arc::new(vec![Elem { cond: defined, text, origin: Origin::NONE }]) }
        } else {
            Value::unset()
        };
        match own {
            Some(value) if value.defined.is_true() => value,
            Some(value) => free.assign(&self.facts.conds, value.defined, &value),
            None => free,
        }
    }

    /// A name that nothing has set: an input, something that a package may have set, or just unset.
    fn input(&mut self, name: Text) -> Value {
        let Some(plain) = self.facts.texts.plain(name) else { return Value::unset() };
        // Whether a package was found, and which one, its search says, and no user; but for what was read before it (`find_package(A
        // ${A_VERSION})`).
        let is_answer = plain.ends_with("_FOUND") || plain.contains("_VERSION");
        let is_input = self.given(&plain).is_some()
            || self.env.names.declared.contains_key(&*plain)
            || self.facts.texts.find_symbol(SymbolKind::Input, &plain).is_some();
        let searched = is_answer && !is_input;
        let asks = |writer: &OpaqueWriter| !writer.prefix.is_empty() && writer.may_set(&plain);
        let mut value = if searched && self.opaque_writers.iter().any(asks) {
            Value::unset()
        } else {
            self.free_input(name, &plain)
        };
        let within = self.running.len();
        let writers =
            self.opaque_writers.iter().filter(|writer| writer.may_set(&plain) && !writer.is_gone(within, &plain));
        let writers: Vec<(Cond, Arc<str>, bool)> =
            writers.map(|writer| (writer.cond, Arc::clone(&writer.reason), writer.surely_sets(&plain))).collect();
        for (cond, reason, surely) in writers {
            let symbol = self.found_symbol(&format!("{plain} of {reason}"));
            let known = self.conds().and(cond, self.pc);
            if let Some(symbol) = self.facts.texts.lone_symbol(symbol).filter(|_| surely) {
                self.sure_texts.insert(self.facts.texts.info(symbol).subject);
            }
            value = value.assign(&self.facts.conds, known, &Value::text(symbol, Origin::NONE));
        }
        value
    }

    fn free_input(&mut self, name: Text, plain: &str) -> Value {
        if self.script.is_some() {
            return self.script_variable(plain);
        }
        let free = self.input_of_users(name, plain);
        match super::builtin::of_compiler(plain).filter(|_| self.env.options.all_configurations) {
            Some((language, about)) => platform::with_compiler(self, &free, language, about),
            None => free,
        }
    }

    fn input_of_users(&mut self, name: Text, plain: &str) -> Value {
        let system = if let Some(known) = self.system_variables.get(&name) {
            known.clone()
        } else {
            let system = platform::system_variable(self, plain);
            self.system_variables.entry(name).or_insert(system).clone()
        };
        if let Some(system) = system {
            return match platform::set_with(self, plain) {
                Some(enabled) => Value::unset().assign(&self.facts.conds, enabled, &system),
                None => system,
            };
        }
        if plain == INITIALIZED {
            return self.initialized_prefix();
        }
        let possible = self.env.options.all_configurations
            && !super::builtin::never_an_input(plain)
            && self.env.names.may_be_input(plain);
        if !possible {
            return Value::unset();
        }
        let (text, subject) = self.input_symbol(plain);
        let mut defined = self.conds().defined(subject);
        if let Some(language) = super::builtin::defined_by_project(plain) {
            let enabled = platform::enabled(self, |name| language.is_none_or(|wanted| name == wanted));
            defined = self.conds().or(defined, enabled);
        }
        Value { defined, elems: Arc::new(vec![Elem { cond: defined, text, origin: Origin::NONE }]) }
    }

    /// Set where a project enables languages and users name no prefix (cmake-variables(7)); later runs in the same build tree lack it.
    fn initialized_prefix(&mut self) -> Value {
        if self.is_told() || self.given(PREFIX).is_some() {
            return Value::unset();
        }
        let chosen = if self.env.options.all_configurations {
            let (_, subject) = self.input_symbol(PREFIX);
            self.conds().defined(subject)
        } else {
            Cond::FALSE
        };
        let enabled = platform::enabled(self, |_| true);
        let usual = self.conds().diff(enabled, chosen);
        let one = self.intern("1");
        Value::unset().assign(&self.facts.conds, usual, &Value::text(one, Origin::NONE))
    }

    /// Writes a variable of the innermost scope under the running condition.
    pub(super) fn set_variable(&mut self, name: Text, value: &Value) {
        self.set_variable_at(name, value, 0);
    }

    /// Writes a variable of the scope `level` above the innermost.
    pub(super) fn set_variable_at(&mut self, name: Text, value: &Value, level: usize) {
        let bounded = self.without_vague(value);
        let bounded = bounded.or_else(|| self.given_up(name, value));
        let value = bounded.as_ref().unwrap_or(value);
        if !self.pc.is_true() {
            // What a text extends was read just before, and is one layer since then.
            if let Some(old) = self.scopes.newest(&self.facts.conds, name, level, self.pc) {
                let seen = self.with_beneath(name, &old, value);
                if let Some(rope) = self.extended_rope(&seen, value, self.pc) {
                    self.scopes.refine(&self.facts.conds, name, rope, level, self.pc);
                    return;
                }
                if let Some(coarse) = self.without_generations(&old, value) {
                    self.scopes.refine(&self.facts.conds, name, coarse, level, self.pc);
                }
            }
        }
        let kept = self.scopes.set(&self.facts.conds, name, value, self.pc, level);
        if kept > self.env.options.limits.writes {
            self.forget(name, level);
        }
    }

    /// Appends to a list of the innermost scope where it stands. False where that cannot be: the list is elsewhere, or more
    /// than one value is seen here.
    pub(super) fn append_in_place(&mut self, name: Text, new: &[Elem]) -> bool {
        self.settle(name, 0);
        let Some((value, _)) = self.scopes.only_write(&self.facts.conds, name, self.pc) else { return false };
        let unset = !self.facts.conds.implies(self.pc, value.defined);
        if unset && !self.beneath(name).is_unset() {
            return false;
        }
        let (conds, pc, most) = (&self.facts.conds, self.pc, self.env.options.limits.elements);
        let Some((value, when)) = self.scopes.only_write(conds, name, pc) else { return false };
        // An empty element is kept only where it has others beside it.
        let empty = matches!(value.elems.as_slice(), [one] if one.text == Text::EMPTY);
        if empty || value.elems.len() + new.len() > most {
            return false;
        }
        value.append(conds, when, new);
        if unset {
            value.defined = conds.or(value.defined, pc);
        }
        true
    }

    /// A known text that the newest write of a name left, where that write is all that is seen.
    pub(super) fn newest_text(&self, name: &str) -> Option<Arc<str>> {
        let name = self.facts.texts.find(name)?;
        let value = self.scopes.newest(&self.facts.conds, name, 0, self.pc)?;
        if value.defined.is_false() { None } else { value.single().and_then(|text| self.facts.texts.plain(text)) }
    }

    /// The old value as a text that extends it has read it: where the scopes leave it unset, an input shows through. Kept
    /// apart, that input and each extension would be alternatives of their own, twice as many each time.
    fn with_beneath(&mut self, name: Text, old: &Value, new: &Value) -> Value {
        if new.elems.len() != 1 || old.elems.is_empty() || self.conds().implies(self.pc, old.defined) {
            return old.clone();
        }
        let beneath = self.beneath(name);
        beneath.assign(&self.facts.conds, old.defined, old)
    }

    /// What the scopes say of a name where the running condition holds.
    pub(super) fn seen(&self, name: Text) -> Option<Value> {
        self.scopes.get(&self.facts.conds, name, 0, self.pc)
    }

    /// What the project itself has written into a variable or its cache entry; nothing of what packages may have set.
    pub(super) fn own_value(&mut self, name: &str) -> Value {
        let name = self.intern(name);
        self.seen(name).unwrap_or_else(|| self.read_cache(name))
    }

    /// Merges the writes of a name that are seen here; where that outgrows the limit, the earlier ones become unknown.
    fn settle(&mut self, name: Text, level: usize) {
        let merged = self.scopes.settle(&self.facts.conds, name, level, self.pc);
        if merged == 0 {
            return;
        }
        let Some(value) = self.scopes.get(&self.facts.conds, name, level, self.pc) else { return };
        self.facts.counts.elements += (merged as u64 + 1) * value.elems.len() as u64;
        let size = || value.elems.iter().map(|e| self.conds().size(e.cond)).sum::<usize>();
        let is_vast = merged >= 8 && size() > self.env.options.limits.value_nodes;
        if is_vast || self.is_given_up(&value) {
            let older = self.forgotten(name);
            let (conds, pc) = (&self.facts.conds, self.pc);
            self.scopes.refine(conds, name, older, level, pc);
        }
    }

    /// What takes the place of a list that is written under a condition, where such lists have taken too much; counts its elements.
    fn given_up(&mut self, name: Text, value: &Value) -> Option<Value> {
        if self.pc.is_true() {
            return None;
        }
        self.facts.counts.elements += value.elems.len() as u64;
        self.is_given_up(value).then(|| self.forgotten(name))
    }

    /// Whether a value is a long list and the budget for those is used up: each round of a loop would copy it once more.
    fn is_given_up(&self, value: &Value) -> bool {
        /// Shorter lists cost no more than other values.
        const LONG: usize = 512;
        value.elems.len() > LONG && self.facts.counts.elements > self.env.options.limits.all_elements
    }

    /// A value with too many elements under conditions beyond the limits, with one unknown text for all of those. None of
    /// them is known to exclude another, so alternatives would heap up: nothing that is written later displaces them.
    pub(super) fn without_vague(&mut self, value: &Value) -> Option<Value> {
        let first = value.first_vague_of_more_than(self.env.options.limits.alternatives)?;
        self.unknown(super::facts::Reason::Limit, "elements under conditions beyond the limits", first.origin);
        let text = self.unmodelled_symbol(&format!("one of many elements #{}", first.origin.0));
        Some(value.with_one_vague(Elem { text, ..first }))
    }

    /// Keeps the newest write of a name only.
    fn forget(&mut self, name: Text, level: usize) {
        let older = self.forgotten(name);
        self.scopes.forget(name, older, level);
    }

    fn forgotten(&mut self, name: Text) -> Value {
        let shown = self.facts.texts.display(name);
        self.unknown(super::facts::Reason::Limit, &format!("values of {shown} over many rounds"), Origin::NONE);
        Value::text(self.unmodelled_symbol(&format!("{shown} of an earlier round")), Origin::NONE)
    }

    /// A value that is overwritten under one condition after another keeps every earlier one under what is left. Past
    /// the number of alternatives that anything could enumerate, the earlier ones become one unknown text.
    pub(super) fn without_generations(&mut self, old: &Value, new: &Value) -> Option<Value> {
        let most = self.env.options.limits.alternatives;
        let (Some(first), Some(last)) = (old.elems.first(), old.elems.last()) else { return None };
        let extends = new.elems.first().is_some_and(|e| e.text == first.text)
            || new.elems.last().is_some_and(|e| e.text == last.text);
        if old.elems.len() <= most || extends {
            return None;
        }
        let generations: rustc_hash::FxHashSet<Cond> = old.elems.iter().map(|e| e.cond).collect();
        if generations.len() <= most {
            return None;
        }
        self.unknown(super::facts::Reason::Limit, "values left by many conditions", first.origin);
        let text = self.unmodelled_symbol(&format!("one of many earlier values #{}", first.origin.0));
        let elem = Elem { cond: old.defined, text, origin: first.origin };
        Some(Value { defined: old.defined, elems: Arc::new(vec![elem]) })
    }

    /// Writes one plain text.
    pub(super) fn set_text(&mut self, name: &str, text: &str, origin: Origin) {
        let name = self.intern(name);
        let text = self.intern(text);
        self.set_variable(name, &Value::text(text, origin));
    }

    /// Unsets a variable of the innermost scope.
    pub(super) fn unset_variable(&mut self, name: Text) {
        // What CMake says of the system stays what it is wherever the command does not run.
        let base = self.scopes.top().base;
        let of_system = || self.facts.texts.plain(name).is_some_and(|plain| self.conds().platform(&plain).is_some());
        if !self.scopes.holds(name) && of_system() && !self.conds().implies(base, self.pc) {
            let value = self.beneath(name);
            let pc = std::mem::replace(&mut self.pc, base);
            self.set_variable(name, &value);
            self.pc = pc;
        }
        self.set_variable(name, &Value::unset());
    }

    /// A variable's text where it is one known text in all configurations; no inputs, no side effects.
    pub(super) fn peek(&self, name: Text) -> Option<Arc<str>> {
        let value = self.seen(name).or_else(|| {
            let plain = self.facts.texts.plain(name)?;
            self.facts.cache.get(&plain).map(|entry| entry.value.clone())
        })?;
        if value.defined.is_false() {
            return None;
        }
        match value.elems.as_slice() {
            [] => Some("".into()),
            [one] if self.conds().implies(self.pc, one.cond) => {
                self.facts.texts.plain(one.text).filter(|_| self.facts.texts.is_known(one.text))
            }
            _ => None,
        }
    }

    /// As [`Self::peek`], by name.
    pub(super) fn peek_str(&self, name: &str) -> Option<Arc<str>> {
        self.peek(self.facts.texts.find(name)?)
    }

    /// The value of a variable named by a string.
    pub(super) fn read_named(&mut self, name: &str) -> Value {
        let name = self.intern(name);
        self.read_variable(name)
    }

    /// When a value is true for `if()`. An element that is no false constant makes the whole list true, whatever stands
    /// beside it; only without one do the alternatives decide.
    pub(super) fn truth_of(&mut self, value: &Value, origin: Origin) -> Cond {
        let texts = &self.facts.texts;
        let not_found = |text: &str| {
            text.len()
                .checked_sub("-NOTFOUND".len())
                .and_then(|at| text.get(at..))
                .is_some_and(|end| end.eq_ignore_ascii_case("-NOTFOUND"))
        };
        let found = |text: Text| texts.lone_symbol(text).is_some_and(|s| self.is_sure(texts.info(s).subject));
        let is_path = |e: &Elem, text: &str| text.starts_with('/') && !not_found(text) || found(e.text);
        let is_sure =
            |e: &&Elem| texts.as_str(e.text).is_some_and(|t| if has_symbol(t) { is_path(e, t) } else { !is_off(t) });
        let missing = || value.elems.iter().any(|e| texts.as_str(e.text).is_some_and(not_found));
        let (sure, open): (Vec<Elem>, Vec<Elem>) = if value.elems.len() > 1 && !missing() {
            value.elems.iter().partition(is_sure)
        } else {
            (Vec::new(), Vec::new())
        };
        if sure.is_empty() {
            let holds = self.truth_by_alternatives(value, origin);
            return self.conds().and(holds, value.defined);
        }
        let holds = self.conds().any(sure.iter().map(|e| e.cond));
        let without = self.conds().not(holds);
        let open = Value { defined: value.defined, elems: Arc::new(open) };
        let other = self.under(without, |m| m.truth_by_alternatives(&open, origin)).unwrap_or(Cond::FALSE);
        let other = self.conds().and(other, without);
        self.conds().and(self.conds().or(holds, other), value.defined)
    }

    fn truth_by_alternatives(&mut self, value: &Value, origin: Origin) -> Cond {
        let text = self.wrap(value);
        let alternatives = self.alternatives_or_widen(text, origin);
        let truths: Vec<Cond> = alternatives
            .into_iter()
            .map(|(cond, text)| {
                let one = if is_surely_on(&text) { Cond::TRUE } else { self.text_truth(&text) };
                self.conds().and(cond, one)
            })
            .collect();
        self.conds().any(truths)
    }
}

/// Whether a text that is known in part is true for `if()` whatever the rest is: what is known fits no false constant (cmake-commands(7),
/// `if`).
fn is_surely_on(text: &str) -> bool {
    const NONE: &str = "-NOTFOUND";
    let mut known = text.split(is_symbol);
    let (Some(first), Some(last)) = (known.next(), known.next_back()) else { return false };
    let long = first.len() + last.len();
    let may_be = |word: &str| {
        let (start, end) = (word.get(..first.len()), word.len().checked_sub(last.len()).and_then(|at| word.get(at..)));
        long <= word.len()
            && start.is_some_and(|start| start.eq_ignore_ascii_case(first))
            && end.is_some_and(|end| end.eq_ignore_ascii_case(last))
    };
    // `NOTFOUND` alone ends like what nothing was found for.
    !NONE.ends_with(last) && !last.ends_with(NONE) && !OFF.iter().any(|word| may_be(word))
}

#[cfg(test)]
mod tests {
    use super::is_surely_on;
    use crate::cmake::eval::text::is_symbol;

    #[test]
    fn texts_that_are_known_in_part() {
        let symbol = '\u{F0000}';
        assert!(is_symbol(symbol));
        let on = |text: &str| is_surely_on(&text.replace('@', &symbol.to_string()));
        for text in ["@ -Wall", "@/lib", "lib@.so", "-@-O2", "NO@X", "@-NOTFOUND/lib"] {
            assert!(on(text), "{text}");
        }
        for text in ["@", "lib@", "@-NOTFOUND", "@NOTFOUND", "@D", "N@O", "o@f", "@0", "plain"] {
            assert!(!on(text), "{text}");
        }
    }
}
