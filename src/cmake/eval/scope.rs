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
}

impl Scope {
    /// An empty scope entered under `base`.
    pub fn new(kind: ScopeKind, base: Cond) -> Self {
        Self { kind, base, variables: FxHashMap::default() }
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
        let base = self.stack[index].base;
        let when = if conds.implies(base, when) { Cond::TRUE } else { when };
        let new = if when.is_true() {
            value.clone()
        } else {
            let old = self.get(name, level).cloned().unwrap_or_else(Value::unset);
            old.assign(conds, when, value)
        };
        self.stack[index].variables.insert(name, new);
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
