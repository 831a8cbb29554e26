//! Functions, macros, `foreach` and `block`: everything that runs a body.
use std::borrow::Cow;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::cmake::syntax::{Block, CommandId, File, template};
use crate::cond::{Cond, Conds};

use super::expand::Arg;
use super::facts::Reason;
use super::machine::{Definition, Invocation, Machine};
use super::scope::{Escapes, MacroArguments, ScopeKind};
use super::text::Text;
use super::value::{Elem, Origin, Value};

impl Machine<'_> {
    /// `function()` and `macro()`: the newest definition hides older ones where it holds.
    pub(super) fn define(&mut self, file: &Arc<File>, head: CommandId, body: &Arc<Block>, is_macro: bool) {
        let command = &file.commands[head.0 as usize];
        let origin = self.place(file, command.range.clone());
        let args = self.expand_all(command, origin);
        for (cond, strings) in self.combinations(&args, origin) {
            let Some((name, parameters)) = strings.split_first() else { continue };
            let definition = Arc::new(Definition {
                is_macro,
                name: Arc::clone(name),
                parameters: parameters.to_vec(),
                body: Arc::clone(body),
                file: Arc::clone(file),
                path: self.env.files.sources().get(file.id).path().to_path_buf(),
                policies: self.policies.as_defined(),
                outer: self.macro_args.clone(),
            });
            let hidden = self.functions.get(&*name.to_lowercase()).cloned();
            if let Some(hidden) = hidden {
                self.functions.insert(format!("_{}", name.to_lowercase()).into(), hidden);
            }
            let conds = &self.facts.conds;
            let entry = self.functions.entry(name.to_lowercase().into()).or_default();
            hide(conds, entry, (cond, definition), |one, other| one.is_same(other));
        }
    }

    /// Calls what a name stands for in each configuration.
    pub(super) fn call_definitions(&mut self, invocation: &Invocation<'_>, definitions: &[(Cond, Arc<Definition>)]) {
        let entry = self.pc;
        let mut exit = Cond::FALSE;
        let mut rest = entry;
        let mut ran_whole = false;
        let mut escaped = false;
        for (when, definition) in definitions {
            // A definition that was read in all configurations that lead here needs no narrowing.
            let cond = self.conds().and(rest, *when);
            if cond.is_false() {
                continue;
            }
            ran_whole |= cond == entry;
            self.pc = cond;
            self.call(invocation, definition);
            escaped |= self.pc != cond;
            exit = self.conds().or(exit, self.pc);
            rest = self.conds().diff(rest, *when);
        }
        self.pc = match () {
            () if !escaped => entry,
            () if ran_whole => exit,
            () => self.conds().or(exit, rest),
        };
        if !rest.is_false() && !ran_whole {
            let after = self.pc;
            self.pc = rest;
            let name = invocation.command.lower.clone();
            self.dispatch(&name, invocation);
            self.pc = after;
        }
    }

    fn call(&mut self, invocation: &Invocation<'_>, definition: &Arc<Definition>) {
        let outermost = self.running.iter().position(|running| Arc::ptr_eq(running, definition));
        let symbolic_reentry = outermost.is_some_and(|at| {
            invocation.args.iter().any(|a| self.facts.texts.is_symbolic(a.text)) || self.calls_too_often(definition, at)
        });
        let too_deep = self.script.is_none() && self.depth >= self.env.options.limits.depth;
        if too_deep || symbolic_reentry {
            let what = format!("recursion of {}", definition.name);
            self.unknown(Reason::Limit, &what, invocation.origin);
            self.havoc_parent_writes(definition);
            return;
        }
        if invocation.args.len() < definition.parameters.len()
            && invocation.args.iter().all(|a| a.cond.is_true() && self.facts.texts.plain(a.text).is_some())
            && !invocation.args.iter().any(|a| self.facts.texts.is_symbolic(a.text))
        {
            let text = format!("{} Function invoked with incorrect arguments", definition.name);
            let message = self.intern(&text);
            self.fatal_words(message, invocation.origin);
            return;
        }
        self.depth += 1;
        let caller = std::mem::replace(&mut self.caller, invocation.origin);
        if definition.is_macro {
            self.call_macro(invocation, definition);
        } else {
            self.call_function(invocation, definition);
        }
        self.caller = caller;
        self.depth -= 1;
    }

    /// Whether a function calls itself again and again under conditions that it tests itself: each of them doubles the ways
    /// through it.
    fn calls_too_often(&mut self, definition: &Arc<Definition>, outermost: usize) -> bool {
        if self.script.is_some() || self.entered.get(outermost) == Some(&self.pc) {
            return false;
        }
        let most = self.env.options.limits.symbolic_calls;
        let calls = self.symbolic_calls.entry((definition.file.id, Arc::clone(&definition.name))).or_insert(0);
        *calls += 1;
        *calls > most
    }

    /// What a function that is not entered may set in its caller.
    fn havoc_parent_writes(&mut self, definition: &Arc<Definition>) {
        let mut names = Vec::new();
        for command in commands_of(&definition.file, &definition.body) {
            let literals: Vec<&str> = command.arguments.iter().filter_map(|a| a.template.literal()).collect();
            if &*command.lower == "set" && (definition.is_macro || literals.last() == Some(&"PARENT_SCOPE")) {
                let first = command.arguments.first().map(|a| a.template.clone());
                names.extend(first);
            }
        }
        for template in names {
            let name = self.expand_template(&template, Origin::NONE);
            if self.facts.texts.is_known(name) {
                self.havoc(name, &format!("{} (not followed)", definition.name));
            }
        }
    }

    fn call_function(&mut self, invocation: &Invocation<'_>, definition: &Arc<Definition>) {
        let entry = self.pc;
        let bound = self.bind(&invocation.args, definition.parameters.len(), invocation.origin);
        self.scopes.push(ScopeKind::Function, entry);
        self.assign_arguments(&bound, definition);
        let macros = std::mem::replace(&mut self.macro_args, definition.outer.clone());
        let policies = std::mem::replace(&mut self.policies, definition.policies.clone());
        let loops = std::mem::take(&mut self.flow.loops);
        self.flow.returns.push(Cond::FALSE);
        self.running.push(Arc::clone(definition));
        self.entered.push(entry);
        self.run_block(&definition.file, &definition.body);
        self.running.pop();
        self.entered.pop();
        self.flow.returns.pop();
        self.flow.loops = loops;
        let called = std::mem::replace(&mut self.policies, policies);
        self.policies.take_over(&called);
        self.macro_args = macros;
        self.scopes.pop();
        // A function gives control back wherever it was called.
        self.pc = entry;
    }

    fn call_macro(&mut self, invocation: &Invocation<'_>, definition: &Arc<Definition>) {
        let args = self.macro_words(&invocation.args, invocation.origin);
        let bound = self.bind(&args, definition.parameters.len(), invocation.origin);
        let mut values: FxHashMap<Arc<str>, Value> = FxHashMap::default();
        for (at, parameter) in definition.parameters.iter().enumerate() {
            values.insert(Arc::clone(parameter), bound.positional.get(at).cloned().unwrap_or_else(Value::empty));
        }
        for (at, value) in bound.positional.iter().enumerate() {
            values.insert(format!("ARGV{at}").into(), value.clone());
        }
        values.insert("ARGC".into(), bound.count.clone());
        values.insert("ARGV".into(), bound.all.clone());
        values.insert("ARGN".into(), bound.rest.clone());
        // What the macro around its definition has put into the text is no parameter any more.
        let outer = definition.outer.iter().flat_map(|outer| &outer.values);
        values.extend(outer.map(|(name, value)| (Arc::clone(name), value.clone())));
        let policies = std::mem::replace(&mut self.policies, definition.policies.clone());
        let macros = self.macro_args.replace(Arc::new(MacroArguments { values }));
        self.run_block(&definition.file, &definition.body);
        self.macro_args = macros;
        let called = std::mem::replace(&mut self.policies, policies);
        self.policies.take_over(&called);
    }

    /// The arguments of a macro as its body reads them: they are put into its text, where escape sequences count once more (CMP0219).
    fn macro_words<'a>(&mut self, args: &'a [Arg], origin: Origin) -> Cow<'a, [Arg]> {
        let text = |m: &Self, arg: &Arg| m.facts.texts.plain(arg.text).filter(|text| text.contains('\\'));
        if !args.iter().any(|arg| text(self, arg).is_some()) || self.policy_new(219) {
            return Cow::Borrowed(args);
        }
        let mut words = args.to_vec();
        for word in &mut words {
            let read = text(self, word).and_then(|text| template(&text).ok());
            if let Some(read) = read {
                word.text = self.expand_template(&read, origin);
            }
        }
        Cow::Owned(words)
    }

    fn assign_arguments(&mut self, bound: &Bound, definition: &Definition) {
        for (at, parameter) in definition.parameters.iter().enumerate() {
            let name = self.intern(parameter);
            let value = bound.positional.get(at).cloned().unwrap_or_else(Value::empty);
            self.set_variable(name, &value);
        }
        for (at, value) in bound.positional.iter().enumerate() {
            let name = self.intern(&format!("ARGV{at}"));
            self.set_variable(name, value);
        }
        for (name, value) in [("ARGC", &bound.count), ("ARGV", &bound.all), ("ARGN", &bound.rest)] {
            let name = self.intern(name);
            self.set_variable(name, value);
        }
    }

    /// Binds guarded arguments to positions: which argument stands at position n depends on which are present
    /// before it, so the walk keeps the distribution of positions reached so far.
    fn bind(&mut self, args: &[Arg], formal: usize, origin: Origin) -> Bound {
        /// Positions that get a value of their own (`ARGV0`…); further ones only in `ARGV` and `ARGN`.
        const NUMBERED: usize = 32;
        let all = self.plain_value(args, origin);
        if args.iter().all(|a| a.cond.is_true()) {
            let one = |m: &mut Self, a: &Arg| m.plain_value(std::slice::from_ref(a), origin);
            let positional = args.iter().take(NUMBERED.max(formal)).map(|a| one(self, a)).collect();
            let rest = self.plain_value(args.get(formal..).unwrap_or_default(), origin);
            let count = self.intern(&args.len().to_string());
            return Bound { positional, all, rest, count: Value::text(count, Origin::NONE) };
        }
        let numbered = formal.max(4);
        let mut positional: Vec<Vec<Elem>> = vec![Vec::new(); numbered];
        let mut rest: Vec<Elem> = Vec::new();
        // reached[n]: when exactly n arguments were present so far; the last one means "n or more".
        let mut reached: Vec<Cond> = vec![Cond::FALSE; numbered + 1];
        reached[0] = Cond::TRUE;
        for arg in args {
            let mut next = vec![Cond::FALSE; numbered + 1];
            for (position, &state) in reached.iter().enumerate() {
                if state.is_false() {
                    continue;
                }
                let with = self.conds().and(state, arg.cond);
                let without = self.conds().diff(state, arg.cond);
                let elem = Elem { cond: with, text: arg.text, origin };
                if !with.is_false() {
                    if position < numbered {
                        positional[position].push(elem);
                    }
                    if position >= formal {
                        rest.push(elem);
                    }
                    let after = (position + 1).min(numbered);
                    next[after] = self.conds().or(next[after], with);
                }
                next[position] = self.conds().or(next[position], without);
            }
            reached = next;
        }
        let rest = self.join_equal(rest);
        let positional = positional
            .into_iter()
            .map(|elems| {
                let defined = self.conds().any(elems.iter().map(|e| e.cond));
                let elems = self.join_equal(elems);
                Value { defined, elems: Arc::new(self.spread(elems)) }
            })
            .collect();
        let symbol = self.derived("number of arguments");
        Bound { positional, all, rest: Value::list(rest), count: Value::text(symbol, Origin::NONE) }
    }

    /// Compounds inside guarded elements, as elements of their own.
    fn spread(&self, elems: Vec<Elem>) -> Vec<Elem> {
        let mut out = Vec::with_capacity(elems.len());
        for elem in elems {
            match self.facts.texts.compound(elem.text) {
                Some(super::text::Compound::List(inner)) => {
                    out.extend(inner.iter().map(|e| Elem { cond: self.conds().and(e.cond, elem.cond), ..*e }));
                }
                _ => out.push(elem),
            }
        }
        out.retain(|e| !e.cond.is_false());
        out
    }

    /// Neighbours of the same text become one.
    fn join_equal(&self, elems: Vec<Elem>) -> Vec<Elem> {
        let mut out: Vec<Elem> = Vec::with_capacity(elems.len());
        for elem in elems {
            match out.last_mut() {
                Some(last) if last.text == elem.text && self.conds().disjoint(last.cond, elem.cond) => {
                    last.cond = self.conds().or(last.cond, elem.cond);
                }
                _ => out.push(elem),
            }
        }
        out
    }

    /// Arguments as a list; a `;` inside one (a quoted list) separates elements, as CMake's ARGV does.
    fn plain_value(&mut self, args: &[Arg], origin: Origin) -> Value {
        if let [one] = args
            && one.cond.is_true()
        {
            return self.unwrap(one.text);
        }
        let elems = args.iter().map(|a| Elem { cond: a.cond, text: a.text, origin }).collect();
        Value::list(self.spread(elems))
    }

    pub(super) fn run_foreach(&mut self, file: &Arc<File>, head: CommandId, body: &Arc<Block>) {
        let command = &file.commands[head.0 as usize];
        let origin = self.place(file, command.range.clone());
        let args = self.expand_all(command, origin);
        if !self.accepts("foreach", &args, origin) {
            return;
        }
        let invocation = Invocation { command, file, args, origin };
        let Some(plan) = super::commands::foreach::plan(self, &invocation) else { return };
        let saved: Vec<_> = plan.variables.iter().map(|&v| (v, self.scopes.top().own(v).cloned())).collect();
        let entry = self.pc;
        // Where CMP0124 is not NEW the variable holds after the loop what its name gave before, nothing included.
        let mut before = Vec::new();
        if self.script.is_some() && !self.policy_new(124) {
            for &variable in &plan.variables {
                let value = self.read_variable(variable);
                before.push((variable, if value.is_unset() { Value::empty() } else { value }));
            }
        }
        self.flow.loops.push(Escapes { broken: Cond::FALSE, continued: Cond::FALSE });
        for round in &plan.rounds {
            if self.stopped || self.pc.is_false() {
                break;
            }
            self.run_round(file, body, &plan.variables, round);
            if self.is_overdrawn() {
                break;
            }
        }
        let broken = self.flow.loops.pop().map_or(Cond::FALSE, |e| e.broken);
        self.pc = self.conds().or(self.pc, broken);
        if self.conds().implies(entry, self.pc) {
            self.pc = entry;
        }
        for (variable, old) in saved {
            self.scopes.restore(variable, old);
        }
        for (variable, value) in before {
            self.set_variable(variable, &value);
        }
    }

    fn run_round(&mut self, file: &Arc<File>, body: &Arc<Block>, variables: &[Text], round: &[(Cond, Value)]) {
        let entry = self.pc;
        let cond = round.iter().fold(entry, |c, (when, _)| self.conds().and(c, *when));
        if cond.is_false() {
            return;
        }
        let skipped = self.conds().diff(entry, cond);
        self.pc = cond;
        for (&variable, (_, value)) in variables.iter().zip(round) {
            // The loop variable holds nothing else while its body runs: overwrite, never merge.
            let value = value.clone();
            self.scopes.overwrite(variable, value);
        }
        self.run_block(file, body);
        self.end_round();
        self.pc = if self.pc == cond { entry } else { self.conds().or(self.pc, skipped) };
    }

    pub(super) fn run_variable_block(&mut self, file: &Arc<File>, head: CommandId, body: &Arc<Block>) {
        let command = &file.commands[head.0 as usize];
        let origin = self.place(file, command.range.clone());
        let args = self.expand_all(command, origin);
        if !self.accepts("block", &args, origin) {
            return;
        }
        let words: Vec<Arc<str>> = args.iter().filter_map(|a| self.facts.texts.plain(a.text)).collect();
        let (variables, policies, propagate) = super::commands::language::block_arguments(&words);
        let saved_policies = self.policies.clone();
        let entry = self.pc;
        let actions = self.script.as_deref().map(|s| s.actions.clone());
        let keeps = words.iter().any(|w| &**w == "SCOPE_FOR") && !words.iter().any(|w| &**w == "DIAGNOSTICS");
        if variables {
            self.scopes.push(ScopeKind::Block, self.pc);
        }
        let depth = self.flow.returns.len();
        self.run_block(file, body);
        debug_assert_eq!(depth, self.flow.returns.len());
        if variables {
            let values: Vec<(Text, Value)> = propagate
                .iter()
                .map(|name| {
                    let name = self.intern(name);
                    let value = self.seen(name).unwrap_or_else(Value::unset);
                    (name, value)
                })
                .collect();
            self.scopes.pop();
            // What is propagated also is where a loop's `break()` or `continue()` led out of the block.
            let left = std::mem::replace(&mut self.pc, entry);
            for (name, value) in values {
                self.set_variable(name, &value);
            }
            self.pc = left;
        }
        if policies {
            self.policies = saved_policies;
        }
        if let (Some(session), Some(actions), false) = (self.script.as_deref_mut(), actions, keeps) {
            session.actions = actions;
        }
    }
}

/// Arguments bound to positions.
struct Bound {
    positional: Vec<Value>,
    all: Value,
    rest: Value,
    count: Value,
}

/// All commands of a block, nested ones included.
fn commands_of<'f>(file: &'f File, block: &'f Block) -> Vec<&'f crate::cmake::syntax::Command> {
    use crate::cmake::syntax::Statement;
    let mut out = Vec::new();
    for statement in block {
        match statement {
            Statement::Command(id) => out.push(&file.commands[id.0 as usize]),
            Statement::If { branches, otherwise, .. } => {
                for (_, body) in branches.iter().chain(otherwise) {
                    out.extend(commands_of(file, body));
                }
            }
            Statement::Enclosed { body, .. } => out.extend(commands_of(file, body)),
        }
    }
    out
}

/// Puts a newer definition over older ones. Beyond the budget what is left of older ones is unknown: of a file that is read again and again
/// one definition is left so, not one for each time, which every call would go through.
fn hide<T>(conds: &Conds, known: &mut Vec<(Cond, T)>, (cond, newer): (Cond, T), same: impl Fn(&T, &T) -> bool) {
    let mut kept: Vec<(Cond, T)> = Vec::with_capacity(known.len() + 1);
    for (when, older) in std::mem::take(known) {
        let when = conds.diff(when, cond);
        let again = when.is_unknown() && kept.iter().any(|(other, kept)| other.is_unknown() && same(kept, &older));
        if !when.is_false() && !again {
            kept.push((when, older));
        }
    }
    kept.push((cond, newer));
    *known = kept;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_do_not_heap_up() {
        let conds = Conds::new();
        let mut known = vec![(Cond::TRUE, "g")];
        for _ in 0..5 {
            hide(&conds, &mut known, (Cond::UNKNOWN, "f"), |one, other| one == other);
        }
        // One that is left, and the newest.
        assert_eq!(known, [(Cond::UNKNOWN, "g"), (Cond::UNKNOWN, "f"), (Cond::UNKNOWN, "f")]);
        hide(&conds, &mut known, (Cond::TRUE, "h"), |one, other| one == other);
        assert_eq!(known, [(Cond::TRUE, "h")]);
    }
}
