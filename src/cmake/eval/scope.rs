//! Variable scopes and control flow. A scope sees what encloses it; writing goes to the innermost one.
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::cond::{Cond, Conds};

use super::text::Text;
use super::value::Value;

/// Why a scope exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScopeKind {
    /// A directory (the top one, `add_subdirectory`).
    Directory,
    /// A function call.
    Function,
    /// `block(SCOPE_FOR VARIABLES)`.
    Block,
}

/// One variable scope.
#[derive(Clone, Debug)]
pub struct Scope {
    /// Why it exists.
    pub kind: ScopeKind,
    /// The condition under which it was entered. A write whose condition covers it overwrites instead of merging:
    /// nothing reads the scope elsewhere, and lists stay short.
    pub base: Cond,
    variables: FxHashMap<Text, Value>,
    /// Rounds of loops that run in this scope, innermost last.
    rounds: Vec<Round>,
}

/// One round of a loop. What it writes wherever it runs is kept without the rest until it ends: merged with what
/// earlier rounds left at every write, the conditions of a loop's helper variables would grow with the loop.
#[derive(Clone, Debug)]
struct Round {
    base: Cond,
    /// What the scope itself said of a name before the round wrote it.
    before: FxHashMap<Text, Option<Value>>,
}

impl Scope {
    /// An empty scope entered under `base`.
    pub fn new(kind: ScopeKind, base: Cond) -> Self {
        Self { kind, base, variables: FxHashMap::default(), rounds: Vec::new() }
    }

    /// What this scope itself says of a name; an unset one hides the enclosing scopes'.
    pub fn own(&self, name: Text) -> Option<&Value> {
        self.variables.get(&name)
    }

    /// Names that the scope itself holds, in no order.
    pub fn names(&self) -> impl Iterator<Item = Text> + '_ {
        self.variables.keys().copied()
    }
}

/// The scopes of the running evaluation, innermost last.
#[derive(Clone, Debug)]
pub struct Scopes {
    stack: Vec<Scope>,
}

impl Scopes {
    /// The top scope alone.
    pub fn new() -> Self {
        Self { stack: vec![Scope::new(ScopeKind::Directory, Cond::TRUE)] }
    }

    /// Enters a scope.
    pub fn push(&mut self, kind: ScopeKind, base: Cond) {
        self.stack.push(Scope::new(kind, base));
    }

    /// Leaves the innermost scope (never the top one).
    pub fn pop(&mut self) -> Option<Scope> {
        if self.stack.len() > 1 { self.stack.pop() } else { None }
    }

    /// How many scopes are open.
    pub fn depth(&self) -> usize {
        self.stack.len()
    }

    /// How many of the innermost scopes are blocks.
    pub fn blocks(&self) -> usize {
        self.stack.iter().rev().take_while(|scope| scope.kind == ScopeKind::Block).count()
    }

    /// Whether the innermost scope has one around it.
    pub fn has_parent(&self) -> bool {
        self.stack.len() > 1
    }

    /// The innermost scope.
    pub fn top(&self) -> &Scope {
        &self.stack[self.stack.len() - 1]
    }

    /// All scopes, outermost first.
    pub fn iter(&self) -> impl Iterator<Item = &Scope> {
        self.stack.iter()
    }

    /// What the scopes say of a name, seen from `level` scopes above the innermost.
    pub fn get(&self, name: Text, level: usize) -> Option<&Value> {
        let end = self.stack.len().saturating_sub(level);
        self.stack[..end].iter().rev().find_map(|scope| scope.own(name))
    }

    /// Writes `value` where `when` holds into the scope `level` above the innermost; elsewhere the name keeps what
    /// was visible there before.
    pub fn set(&mut self, conds: &Conds, name: Text, value: &Value, when: Cond, level: usize) {
        let Some(index) = self.stack.len().checked_sub(level + 1) else { return };
        if level > 0 {
            // A write to an outer scope does not change what the inner ones see.
            let seen = self.get(name, level - 1).cloned().unwrap_or_else(Value::unset);
            self.stack[index + 1].variables.entry(name).or_insert(seen);
        }
        let base = self.stack[index].base;
        let when = if conds.implies(base, when) { Cond::TRUE } else { when };
        if level == 0 && self.write_whole_round(conds, index, name, value, when) {
            return;
        }
        let new = if when.is_true() {
            value.clone()
        } else {
            let old = self.get(name, level).cloned().unwrap_or_else(Value::unset);
            old.assign(conds, when, value)
        };
        self.stack[index].variables.insert(name, new);
    }

    /// Writes without merging where the innermost round is covered; says whether it did.
    fn write_whole_round(&mut self, conds: &Conds, index: usize, name: Text, value: &Value, when: Cond) -> bool {
        let scope = &mut self.stack[index];
        let Some(round) = scope.rounds.last_mut() else { return false };
        if when.is_true() || !conds.implies(round.base, when) {
            return false;
        }
        if !round.before.contains_key(&name) {
            let own = scope.variables.get(&name).cloned();
            round.before.insert(name, own);
        }
        scope.variables.insert(name, value.clone());
        true
    }

    /// A round of a loop begins in the innermost scope, entered under `base`.
    pub fn begin_round(&mut self, base: Cond) {
        let top = self.stack.len() - 1;
        self.stack[top].rounds.push(Round { base, before: FxHashMap::default() });
    }

    /// The round ends: what it wrote holds where it ran, elsewhere what was there before. Gives the names whose earlier
    /// values are held by conditions of more than `most` nodes; those are left out, as unset, for the caller to mark.
    pub fn end_round(&mut self, conds: &Conds, most: usize) -> Vec<(Text, Cond)> {
        let top = self.stack.len() - 1;
        let Some(round) = self.stack[top].rounds.pop() else { return Vec::new() };
        let mut names: Vec<(Text, Option<Value>)> = round.before.into_iter().collect();
        names.sort_by_key(|(name, _)| *name);
        let mut grown = Vec::new();
        for (name, own) in names {
            let Some(new) = self.stack[top].variables.get(&name).cloned() else { continue };
            let old = own.or_else(|| self.get(name, 1).cloned()).unwrap_or_else(Value::unset);
            let size: usize = old.elems.iter().map(|e| conds.size(e.cond)).sum();
            let merged = if size > most {
                grown.push((name, conds.diff(old.defined, round.base)));
                new.restrict(conds, round.base)
            } else {
                old.assign(conds, round.base, &new)
            };
            self.stack[top].variables.insert(name, merged);
        }
        grown
    }

    /// Puts back what the innermost scope said of a name before (a loop variable after its loop).
    pub fn restore(&mut self, name: Text, old: Option<Value>) {
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
pub struct Escapes {
    /// `break()`
    pub broken: Cond,
    /// `continue()`
    pub continued: Cond,
}

/// Where `return`, `break` and `continue` lead.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    /// One for each function, included file and directory: where it has returned.
    pub returns: Vec<Cond>,
    /// One for each loop of the running function or file.
    pub loops: Vec<Escapes>,
}

/// Arguments of the running macro: text that replaces `${name}` before anything else looks at it.
#[derive(Clone, Debug, Default)]
pub struct MacroArguments {
    /// Parameter (or `ARGN`, `ARGV`, `ARGC`, `ARGV0`…) to value.
    pub values: FxHashMap<Arc<str>, Value>,
}
