//! Variable scopes and control flow. A scope sees what encloses it; writing goes to the innermost one.
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::cond::{Cond, Conds};

use super::text::Text;
use super::value::Value;

/// Why a scope exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ScopeKind {
    /// A directory (the top one, `add_subdirectory`).
    Directory,
    /// A function call.
    Function,
    /// `block(SCOPE_FOR VARIABLES)`.
    Block,
}

/// What a scope holds of a name: writes one over the other, each with the condition under which it was made. They are
/// merged only where a reader needs more than the newest: merged at every write, the conditions of a loop's helper
/// variables, which nobody reads after their round, would grow with the loop.
#[derive(Clone, Debug)]
pub(super) struct Layers {
    /// The oldest holds wherever no later one does.
    oldest: Value,
    /// Oldest first. A later one wins.
    later: Vec<(Cond, Value)>,
}

impl Layers {
    /// One value everywhere.
    fn of(value: Value) -> Self {
        Self { oldest: value, later: Vec::new() }
    }

    fn write(&mut self, conds: &Conds, when: Cond, value: Value) {
        while self.later.last().is_some_and(|(over, _)| conds.implies(*over, when)) {
            self.later.pop();
        }
        self.later.push((when, value));
    }

    /// How many of the newest writes cover `at`: `None` if the oldest value shows through.
    fn covering(&self, conds: &Conds, at: Cond) -> Option<usize> {
        if self.later.last().is_some_and(|(over, _)| conds.implies(at, *over)) {
            return Some(1);
        }
        let mut left = at;
        for (count, (over, _)) in self.later.iter().rev().enumerate() {
            left = conds.diff(left, *over);
            if left.is_false() {
                return Some(count + 1);
            }
        }
        None
    }

    /// What is seen where `at` holds (elsewhere the result means nothing), with the condition under which it is exact.
    fn merged(&self, conds: &Conds, at: Cond) -> (Cond, Value) {
        let (mut over, mut value, from) = match self.covering(conds, at) {
            Some(count) => {
                let from = self.later.len() - count;
                let (over, value) = &self.later[from];
                (*over, value.clone(), from + 1)
            }
            None => (Cond::TRUE, self.oldest.clone(), 0),
        };
        let newer = &self.later[from..];
        if newer.len() > 1 && newer.iter().all(|(_, value)| value.elems.len() < 2) {
            return Self::merged_texts(conds, (over, &value), newer);
        }
        for (when, newer) in newer {
            value = value.assign(conds, *when, newer);
            over = conds.or(over, *when);
        }
        (over, value)
    }

    /// The same where the newer writes are texts, which share nothing with lists that they cover: each is narrowed once,
    /// to where no later one covers it, and not again for every later one.
    fn merged_texts(conds: &Conds, (base, oldest): (Cond, &Value), newer: &[(Cond, Value)]) -> (Cond, Value) {
        let mut later = Cond::FALSE;
        let mut seen: Vec<Value> = Vec::with_capacity(newer.len() + 1);
        for (when, value) in newer.iter().rev() {
            seen.push(value.restrict(conds, conds.diff(*when, later)));
            later = conds.or(later, *when);
        }
        seen.push(oldest.restrict(conds, conds.not(later)));
        (conds.or(base, later), Value::exclusive(conds, seen.iter().rev()))
    }

    /// When what [`Layers::merged`] gives is defined, without merging it.
    fn defined(&self, conds: &Conds, at: Cond) -> Cond {
        let (defined, from) = match self.covering(conds, at) {
            Some(count) => (self.later[self.later.len() - count].1.defined, self.later.len() - count + 1),
            None => (self.oldest.defined, 0),
        };
        self.later[from..].iter().fold(defined, |defined, (when, value)| {
            conds.or(conds.diff(defined, *when), conds.and(value.defined, *when))
        })
    }

    /// Merges what a reader under `at` sees into one layer.
    fn settle(&mut self, conds: &Conds, at: Cond) {
        match self.covering(conds, at) {
            Some(1) => {}
            Some(count) => {
                let merged = self.merged(conds, at);
                self.later.truncate(self.later.len() - count);
                self.later.push(merged);
            }
            None if self.later.is_empty() => {}
            None => *self = Self::of(self.merged(conds, at).1),
        }
    }

    /// The newest value.
    fn newest(&self) -> &Value {
        self.later.last().map_or(&self.oldest, |(_, value)| value)
    }

    fn newest_mut(&mut self) -> &mut Value {
        self.later.last_mut().map_or(&mut self.oldest, |(_, value)| value)
    }
}

/// One variable scope.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    /// Why it exists.
    pub kind: ScopeKind,
    /// The condition under which it was entered. A write whose condition covers it overwrites instead of merging:
    /// nothing reads the scope elsewhere, and lists stay short.
    pub base: Cond,
    variables: FxHashMap<Text, Layers>,
}

impl Scope {
    /// An empty scope entered under `base`.
    pub(super) fn new(kind: ScopeKind, base: Cond) -> Self {
        Self { kind, base, variables: FxHashMap::default() }
    }

    /// What this scope itself says of a name; an unset one hides the enclosing scopes'.
    pub(super) fn own(&self, name: Text) -> Option<&Layers> {
        self.variables.get(&name)
    }

    /// The value that this scope itself holds of a name, wherever the scope was entered.
    pub(super) fn value(&self, conds: &Conds, name: Text) -> Option<Value> {
        Some(self.variables.get(&name)?.merged(conds, self.base).1)
    }

    /// Names that the scope itself holds, in no order.
    pub(super) fn names(&self) -> impl Iterator<Item = Text> + '_ {
        self.variables.keys().copied()
    }
}

/// The scopes of the running evaluation, innermost last.
#[derive(Clone, Debug)]
pub(super) struct Scopes {
    stack: Vec<Scope>,
}

impl Scopes {
    /// The top scope alone.
    pub(super) fn new() -> Self {
        Self { stack: vec![Scope::new(ScopeKind::Directory, Cond::TRUE)] }
    }

    /// Enters a scope.
    pub(super) fn push(&mut self, kind: ScopeKind, base: Cond) {
        self.stack.push(Scope::new(kind, base));
    }

    /// Leaves the innermost scope (never the top one).
    pub(super) fn pop(&mut self) -> Option<Scope> {
        if self.stack.len() > 1 { self.stack.pop() } else { None }
    }

    /// How many of the innermost scopes are blocks.
    pub(super) fn blocks(&self) -> usize {
        self.stack.iter().rev().take_while(|scope| scope.kind == ScopeKind::Block).count()
    }

    /// Whether the innermost scope has one around it.
    pub(super) fn has_parent(&self) -> bool {
        self.stack.len() > 1
    }

    /// The innermost scope.
    pub(super) fn top(&self) -> &Scope {
        &self.stack[self.stack.len() - 1]
    }

    /// All scopes, outermost first.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Scope> {
        self.stack.iter()
    }

    fn holder(&self, name: Text, level: usize) -> Option<&Layers> {
        let end = self.stack.len().saturating_sub(level);
        self.stack[..end].iter().rev().find_map(|scope| scope.own(name))
    }

    /// Whether a scope says anything of a name.
    pub(super) fn holds(&self, name: Text) -> bool {
        self.holder(name, 0).is_some()
    }

    /// What the scopes say of a name where `at` holds, seen from `level` scopes above the innermost. Elsewhere the
    /// result means nothing.
    pub(super) fn get(&self, conds: &Conds, name: Text, level: usize, at: Cond) -> Option<Value> {
        let layers = self.holder(name, level)?;
        Some(match layers.covering(conds, at) {
            Some(1) => layers.newest().clone(),
            _ => layers.merged(conds, at).1,
        })
    }

    /// When [`Scopes::get`] gives something defined.
    pub(super) fn defined(&self, conds: &Conds, name: Text, at: Cond) -> Option<Cond> {
        Some(self.holder(name, 0)?.defined(conds, at))
    }

    /// The value that the newest write left, if it is all that is seen where `at` holds.
    pub(super) fn newest(&self, conds: &Conds, name: Text, level: usize, at: Cond) -> Option<Value> {
        let layers = self.holder(name, level)?;
        let alone = layers.later.last().is_none_or(|(over, _)| conds.implies(at, *over));
        alone.then(|| layers.newest().clone())
    }

    /// Merges what a reader under `at` sees, once for all readers. Says how many writes were merged.
    pub(super) fn settle(&mut self, conds: &Conds, name: Text, level: usize, at: Cond) -> usize {
        let end = self.stack.len().saturating_sub(level);
        let Some(layers) = self.stack[..end].iter_mut().rev().find_map(|scope| scope.variables.get_mut(&name)) else {
            return 0;
        };
        let before = layers.later.len();
        layers.settle(conds, at);
        before - layers.later.len()
    }

    /// Writes `value` where `when` holds into the scope `level` above the innermost; elsewhere the name keeps what
    /// was visible there before. Gives the number of writes that are kept of the name.
    pub(super) fn set(&mut self, conds: &Conds, name: Text, value: &Value, when: Cond, level: usize) -> usize {
        let Some(index) = self.stack.len().checked_sub(level + 1) else { return 0 };
        if level > 0 {
            // A write to an outer scope does not change what the inner ones see.
            let seen = self.holder(name, level - 1).cloned().unwrap_or_else(|| Layers::of(Value::unset()));
            self.stack[index + 1].variables.entry(name).or_insert(seen);
        }
        if when.is_true() || conds.implies(self.stack[index].base, when) {
            self.stack[index].variables.insert(name, Layers::of(value.clone()));
            return 1;
        }
        let layers = self.own_layers(name, level);
        layers.write(conds, when, value.clone());
        layers.later.len() + 1
    }

    /// The layers of a name in the scope `level` above the innermost; what encloses it is copied first.
    fn own_layers(&mut self, name: Text, level: usize) -> &mut Layers {
        let index = self.stack.len() - level - 1;
        let seen = match self.stack[index].own(name) {
            Some(_) => None,
            None => self.holder(name, level).cloned(),
        };
        let scope = &mut self.stack[index];
        scope.variables.entry(name).or_insert_with(|| seen.unwrap_or_else(|| Layers::of(Value::unset())))
    }

    /// What the innermost scope itself holds of a name, where one write is all that is seen of it under `at`, with the
    /// condition that limits what is added to it under `at`: none, where nothing else reads that write.
    pub(super) fn only_write(&mut self, conds: &Conds, name: Text, at: Cond) -> Option<(&mut Value, Cond)> {
        let scope = self.stack.last_mut()?;
        let base = scope.base;
        let layers = scope.variables.get_mut(&name)?;
        let over = layers.later.last().map_or(base, |(over, _)| *over);
        if !layers.later.is_empty() && !conds.implies(at, over) {
            return None;
        }
        let limit = if conds.implies(over, at) { Cond::TRUE } else { at };
        Some((layers.newest_mut(), limit))
    }

    /// Says the same of a name in another form: `value` takes the place of what a reader under `at` sees.
    pub(super) fn refine(&mut self, conds: &Conds, name: Text, value: Value, level: usize, at: Cond) {
        let layers = self.own_layers(name, level);
        layers.settle(conds, at);
        *layers.newest_mut() = value;
    }

    /// Forgets all but the newest write of a name: `older` stands for the rest.
    pub(super) fn forget(&mut self, name: Text, older: Value, level: usize) {
        let layers = self.own_layers(name, level);
        let newest = layers.later.pop();
        *layers = Layers { oldest: older, later: newest.into_iter().collect() };
    }

    /// Writes into the innermost scope, whatever the condition under which it runs.
    pub(super) fn overwrite(&mut self, name: Text, value: Value) {
        self.restore(name, Some(Layers::of(value)));
    }

    /// Puts back what the innermost scope said of a name before (a loop variable after its loop).
    pub(super) fn restore(&mut self, name: Text, old: Option<Layers>) {
        let top = self.stack.len() - 1;
        match old {
            Some(value) => self.stack[top].variables.insert(name, value),
            None => self.stack[top].variables.remove(&name),
        };
    }
}

impl Default for Scopes {
    fn default() -> Self {
        Self::new()
    }
}

/// Conditions under which the flow has left a loop's body or a function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Escapes {
    /// `break()`
    pub broken: Cond,
    /// `continue()`
    pub continued: Cond,
}

/// Where `return`, `break` and `continue` lead.
#[derive(Clone, Debug, Default)]
pub(super) struct Flow {
    /// One for each function, included file and directory: where it has returned.
    pub returns: Vec<Cond>,
    /// One for each loop of the running function or file.
    pub loops: Vec<Escapes>,
}

/// Arguments of the running macro: text that replaces `${name}` before anything else looks at it.
#[derive(Clone, Debug, Default)]
pub(super) struct MacroArguments {
    /// Parameter (or `ARGN`, `ARGV`, `ARGC`, `ARGV0`…) to value.
    pub values: FxHashMap<Arc<str>, Value>,
}
