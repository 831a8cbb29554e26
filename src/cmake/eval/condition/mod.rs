//! The conditions of `if()`, `elseif()` and `while()` as presence conditions (cmake-commands(7), if).
mod fragments;
mod operators;
mod texts;

use std::sync::Arc;

use crate::cmake::syntax::Command;
use crate::cond::Cond;

use super::expand::Arg;
use super::facts::Reason;
use super::machine::Machine;
use super::policy::PolicyState;
use super::text::Text;
use super::value::Origin;

pub(super) use texts::{looks_for_patterns, reads_groups};

/// An argument of a condition.
#[derive(Clone, Copy)]
struct Operand {
    text: Text,
    quoted: bool,
}

/// A cursor over the arguments; `None` once the grammar is broken.
struct Parser<'m, 'e> {
    machine: &'m mut Machine<'e>,
    args: Vec<Operand>,
    at: usize,
    origin: Origin,
    depth: u32,
}

const UNARY: &[&str] = &[
    "EXISTS",
    "COMMAND",
    "DEFINED",
    "POLICY",
    "TARGET",
    "TEST",
    "IS_DIRECTORY",
    "IS_SYMLINK",
    "IS_ABSOLUTE",
    "IS_READABLE",
    "IS_WRITABLE",
    "IS_EXECUTABLE",
    "DIAGNOSTIC",
];
const BINARY: &[&str] = &[
    "MATCHES",
    "STREQUAL",
    "EQUAL",
    "LESS",
    "GREATER",
    "LESS_EQUAL",
    "GREATER_EQUAL",
    "STRLESS",
    "STRGREATER",
    "STRLESS_EQUAL",
    "STRGREATER_EQUAL",
    "VERSION_LESS",
    "VERSION_GREATER",
    "VERSION_EQUAL",
    "VERSION_LESS_EQUAL",
    "VERSION_GREATER_EQUAL",
    "IN_LIST",
    "PATH_EQUAL",
    "IS_NEWER_THAN",
];
/// Parentheses and NOTs nested deeper than this are not followed.
const DEEPEST: u32 = 200;

impl Machine<'_> {
    /// The condition that a command's arguments state, under the running condition.
    pub(super) fn evaluate_condition(&mut self, command: &Command, origin: Origin) -> Cond {
        let args = self.expand_all(command, origin);
        let simple =
            args.iter().all(|arg| arg.cond.is_true() && (arg.quoted || self.facts.texts.plain(arg.text).is_some()));
        if simple {
            return self.condition_from(&args, origin, &command.lower);
        }
        // Words of which nobody knows when they are there are not taken together: most of what came out could not be.
        if args.iter().any(|arg| arg.cond.is_unknown()) {
            self.unknown(Reason::Limit, "words of a condition", origin);
            return Cond::UNKNOWN;
        }
        let mut holds = Cond::FALSE;
        for (cond, strings) in self.combinations_of_unquoted(&args, origin) {
            let one = self.under(cond, |m| m.condition_from(&strings, origin, &command.lower)).unwrap_or(Cond::FALSE);
            holds = self.conds().or(holds, self.conds().and(cond, one));
        }
        holds
    }

    /// Alternatives of the argument vector in which only quoted arguments stay compound.
    fn combinations_of_unquoted(&mut self, args: &[Arg], origin: Origin) -> Vec<(Cond, Vec<Arg>)> {
        let most = self.env.options.limits.alternatives;
        let mut states: Vec<(Cond, Vec<Arg>)> = vec![(self.pc, Vec::new())];
        for arg in args {
            if arg.quoted {
                for (_, list) in &mut states {
                    list.push(*arg);
                }
                continue;
            }
            let mut next = Vec::new();
            for (state, list) in &states {
                let without = self.conds().diff(*state, arg.cond);
                if !without.is_false() {
                    next.push((without, list.clone()));
                }
                let with = self.conds().and(*state, arg.cond);
                if with.is_false() {
                    continue;
                }
                let options = self.under(with, |m| m.alternatives_or_widen(arg.text, origin)).unwrap_or_default();
                for (cond, text) in options {
                    let text = self.intern(&text);
                    let mut longer = list.clone();
                    longer.push(Arg { cond: Cond::TRUE, text, ..*arg });
                    next.push((cond, longer));
                }
            }
            if next.len() > most {
                self.unknown(Reason::Limit, "alternatives of a condition", origin);
                let cond = self.conds().opaque(&format!("condition beyond the limit #{}", origin.0));
                let truth = self.intern("1");
                let falsity = self.intern("0");
                let one = |text| vec![Arg { cond: Cond::TRUE, text, quoted: false, index: 0 }];
                let not = self.conds().not(cond);
                return vec![(cond, one(truth)), (not, one(falsity))];
            }
            states = next;
        }
        states
    }

    pub(in crate::cmake::eval) fn condition_from(&mut self, args: &[Arg], origin: Origin, command: &str) -> Cond {
        let operands = args.iter().map(|a| Operand { text: a.text, quoted: a.quoted }).collect();
        let mut parser = Parser { machine: self, args: operands, at: 0, origin, depth: 0 };
        if parser.args.is_empty() {
            return Cond::FALSE;
        }
        let holds = parser.compound();
        let complete = parser.at == parser.args.len();
        let too_deep = parser.depth > DEEPEST;
        match holds {
            Some(holds) if complete => holds,
            _ if too_deep && self.script.is_none() => {
                self.unknown(Reason::Limit, "depth of a condition", origin);
                Cond::FALSE
            }
            _ => {
                self.condition_refused(args, command, origin);
                Cond::FALSE
            }
        }
    }

    /// A condition that CMake does not understand.
    fn condition_refused(&mut self, args: &[Arg], command: &str, origin: Origin) {
        let words: Vec<String> = args.iter().map(|a| format!("\"{}\"", self.facts.texts.display(a.text))).collect();
        let given = if command == "while" { "while() given incorrect arguments" } else { "if given arguments" };
        let text = format!("{given}:\n  {}\nUnknown arguments specified", words.join(" "));
        if command == "while" {
            match self.policy_state(130) {
                PolicyState::New => {}
                PolicyState::Old => return,
                PolicyState::Unset => {
                    let parens = |word: &str| words.iter().filter(|w| **w == format!("\"{word}\"")).count();
                    let mismatched = parens("(") != parens(")");
                    let why =
                        if mismatched { "mismatched parenthesis in condition" } else { "Unknown arguments specified" };
                    let text = format!("{given}:\n  {}\n{why}", words.join(" "));
                    return self.warn_policy(130, &text, origin);
                }
            }
        }
        if self.script.is_none() {
            self.refuse(&format!("{given} that it does not understand: {}", words.join(" ")), origin);
        }
        let message = self.intern(&text);
        self.fatal_words(message, origin);
    }
}

fn constant(holds: bool) -> Cond {
    if holds { Cond::TRUE } else { Cond::FALSE }
}

impl Parser<'_, '_> {
    fn keyword(&self, at: usize) -> Option<Arc<str>> {
        let operand = self.args.get(at)?;
        if operand.quoted { None } else { self.machine.facts.texts.plain(operand.text) }
    }

    fn is(&self, at: usize, word: &str) -> bool {
        self.keyword(at).is_some_and(|k| &*k == word)
    }

    /// `AND` and `OR` have the same rank: they are taken from left to right.
    fn compound(&mut self) -> Option<Cond> {
        let mut holds = self.not()?;
        loop {
            let and = self.is(self.at, "AND");
            if !and && !self.is(self.at, "OR") {
                return Some(holds);
            }
            self.at += 1;
            let right = self.not()?;
            let conds = self.machine.conds();
            holds = if and { conds.and(holds, right) } else { conds.or(holds, right) };
        }
    }

    fn not(&mut self) -> Option<Cond> {
        // `NOT` before a binary operator is an operand like any other.
        if self.is(self.at, "NOT") && !self.is_binary(self.at + 1) && self.at + 1 < self.args.len() {
            self.depth += 1;
            if self.depth > DEEPEST {
                return None;
            }
            self.at += 1;
            let inner = self.not()?;
            self.depth -= 1;
            return Some(self.machine.conds().not(inner));
        }
        self.test()
    }

    fn is_binary(&self, at: usize) -> bool {
        let by_policy = |k: &str| k != "PATH_EQUAL" || self.machine.script.is_none() || self.machine.policy_new(139);
        self.keyword(at).is_some_and(|k| BINARY.contains(&&*k) && by_policy(&k))
    }

    /// Warns of an operator that a policy takes away.
    fn warn_of_operator(&mut self) {
        if self.machine.script.is_some()
            && self.is(self.at + 1, "PATH_EQUAL")
            && self.at + 2 < self.args.len()
            && self.machine.policy_state(139) == PolicyState::Unset
        {
            let text = "PATH_EQUAL will be interpreted as an operator when the policy is set to NEW.  Since the policy \
                        is not set the OLD behavior will be used.";
            self.machine.warn_policy(139, text, self.origin);
        }
    }

    fn test(&mut self) -> Option<Cond> {
        let operand = *self.args.get(self.at)?;
        self.warn_of_operator();
        if self.is(self.at, "(") {
            self.depth += 1;
            if self.depth > DEEPEST {
                return None;
            }
            self.at += 1;
            if self.is(self.at, ")") {
                self.at += 1;
                return Some(Cond::FALSE);
            }
            let inner = self.compound()?;
            if !self.is(self.at, ")") {
                return None;
            }
            self.at += 1;
            self.depth -= 1;
            return Some(inner);
        }
        // `MATCHES` with nothing before it: what stood there was empty. It is false, and swallows what follows.
        if self.is(self.at, "MATCHES") && self.at + 1 < self.args.len() {
            self.at += 2;
            return Some(Cond::FALSE);
        }
        if self.is_binary(self.at + 1) && self.at + 2 < self.args.len() {
            let operator = self.keyword(self.at + 1)?;
            let right = self.args[self.at + 2];
            self.at += 3;
            return Some(self.binary(operand, &operator, right));
        }
        if let Some(word) = self.keyword(self.at)
            && UNARY.contains(&&*word)
            && self.at + 1 < self.args.len()
        {
            let right = self.args[self.at + 1];
            self.at += 2;
            return Some(self.unary(&word, right));
        }
        self.at += 1;
        Some(self.truth(operand))
    }
}
