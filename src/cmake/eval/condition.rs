//! The conditions of `if()`, `elseif()` and `while()` as presence conditions (cmake-commands(7), if).
use std::path::Path;
use std::sync::Arc;

use crate::cmake::lang::condition as pure;
use crate::cmake::lang::regex::Regex;
use crate::cmake::syntax::Command;
use crate::cond::{Comparison, Cond, Relation, SubjectId};

use super::expand::{Alternatives, Arg};
use super::facts::Reason;
use super::machine::Machine;
use super::platform;
use super::policy::PolicyState;
use super::text::{SymbolKind, Text, has_symbol};
use super::value::{Origin, Value};

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
                states.iter_mut().for_each(|(_, list)| list.push(*arg));
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
        self.fatal(message, origin);
    }

    /// Truth of a text by its own: `if(<constant>)`, and of what a variable holds.
    pub(super) fn text_truth(&mut self, text: &str) -> Cond {
        if !has_symbol(text) {
            let holds = !pure::is_off(text);
            return if holds { Cond::TRUE } else { Cond::FALSE };
        }
        if text.to_ascii_uppercase().ends_with("-NOTFOUND") {
            return Cond::FALSE;
        }
        // What begins as an absolute path names a file.
        if text.starts_with('/') {
            return Cond::TRUE;
        }
        // Text beside a symbol makes it true unless it could spell a false constant; that is left to the atom.
        let subject = self.subject_of(text);
        if self.found_paths.contains(&subject) {
            return Cond::TRUE;
        }
        self.conds().truthy(subject)
    }

    /// The subject that atoms about a symbolic text speak of.
    pub(super) fn subject_of(&mut self, text: &str) -> SubjectId {
        let mut chars = text.chars();
        if let (Some(first), None) = (chars.next(), chars.next())
            && let Some(symbol) = self.facts.texts.symbol_of(first)
        {
            return self.facts.texts.info(symbol).subject;
        }
        let derived = self.derived(text);
        match self.facts.texts.lone_symbol(derived) {
            Some(symbol) => self.facts.texts.info(symbol).subject,
            None => self.conds().subject(crate::cond::Subject {
                kind: crate::cond::SubjectKind::Unknown,
                name: text.to_owned(),
                domain: crate::cond::Domain::Open,
                default: None,
                always_defined: true,
            }),
        }
    }

    /// When two texts are equal.
    pub(super) fn texts_equal(&mut self, a: &str, b: &str) -> Cond {
        match (has_symbol(a), has_symbol(b)) {
            (false, false) => constant(a == b),
            _ if a == b => Cond::TRUE,
            (true, true) => {
                let (a, b) = if a < b { (a, b) } else { (b, a) };
                let text = format!("{} STREQUAL {}", self.facts.texts.display_str(a), self.facts.texts.display_str(b));
                self.conds().opaque(&text)
            }
            (true, false) => self.symbolic_equals(a, b),
            (false, true) => self.symbolic_equals(b, a),
        }
    }

    /// `prefix<symbol>suffix` against a constant: known ends are taken off both.
    fn symbolic_equals(&mut self, symbolic: &str, constant_text: &str) -> Cond {
        let first = symbolic.find(super::text::is_symbol).unwrap_or(0);
        let last = symbolic.char_indices().rev().find(|&(_, c)| super::text::is_symbol(c));
        let Some((last_at, last_char)) = last else { return Cond::FALSE };
        let (prefix, suffix) = (&symbolic[..first], &symbolic[last_at + last_char.len_utf8()..]);
        let Some(rest) = constant_text.strip_prefix(prefix).and_then(|r| r.strip_suffix(suffix)) else {
            return Cond::FALSE;
        };
        let middle = symbolic[first..last_at + last_char.len_utf8()].to_owned();
        if let Some(holds) = self.folded(&middle, |value| value == rest) {
            return holds;
        }
        let subject = self.subject_of(&middle);
        // A full path has a slash.
        if self.found_paths.contains(&subject) && !rest.contains('/') {
            return Cond::FALSE;
        }
        self.conds().equals(subject, rest)
    }

    /// When a text matches a regular expression.
    pub(super) fn text_matches(&mut self, text: &str, pattern: &str, origin: Origin) -> Cond {
        if has_symbol(pattern) {
            let shown =
                format!("{} MATCHES {}", self.facts.texts.display_str(text), self.facts.texts.display_str(pattern));
            return self.conds().opaque(&shown);
        }
        let regex = match Regex::new(pattern) {
            Ok(regex) => regex,
            Err(message) => {
                self.refuse(&format!("the regular expression \"{pattern}\" cannot be compiled: {message}"), origin);
                return Cond::FALSE;
            }
        };
        if !has_symbol(text) {
            return constant(regex.is_match(text));
        }
        // A known run of the text that matches an unanchored pattern decides.
        let unanchored = !pattern.starts_with('^') && !pattern.ends_with('$');
        if unanchored && text.split(super::text::is_symbol).any(|run| !run.is_empty() && regex.is_match(run)) {
            return Cond::TRUE;
        }
        if let Some(holds) = self.folded(text, |value| regex.is_match(value)) {
            return holds;
        }
        let subject = self.subject_of(text);
        self.conds().matches(subject, pattern, regex.translated())
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

    /// `if(<constant>)`, `if(<variable>)`, `if("text")`.
    fn truth(&mut self, operand: Operand) -> Cond {
        let plain = self.machine.facts.texts.plain(operand.text);
        if let Some(text) = &plain {
            if let Some(known) = pure::constant(text) {
                return constant(known);
            }
            if has_symbol(text) {
                return self.symbolic_truth(operand.text, text, operand.quoted);
            }
            if operand.quoted && self.machine.policy_new(54) {
                return Cond::FALSE;
            }
            if !self.machine.is_possible_variable(operand.text, text) {
                return Cond::FALSE;
            }
            let value = self.machine.read_variable(operand.text);
            return self.machine.truth_of(&value, self.origin);
        }
        // A quoted text of several alternatives: each is a constant or (under CMP0054 NEW) false.
        let mut holds = Cond::FALSE;
        for (cond, text) in self.machine.alternatives_or_widen(operand.text, self.origin) {
            let text = self.machine.intern(&text);
            let one = self.truth(Operand { text, quoted: operand.quoted });
            holds = self.machine.conds().or(holds, self.machine.conds().and(cond, one));
        }
        holds
    }

    /// `if(${X})` with an unknown X: its text is a constant, or names a variable.
    fn symbolic_truth(&mut self, text: Text, plain: &str, quoted: bool) -> Cond {
        let kind = self.machine.facts.texts.lone_symbol(text).map(|s| self.machine.facts.texts.info(s).kind);
        if kind.is_none() && !quoted {
            // A composed variable name: known once its inputs have their defaults.
            let (name, known) = self.machine.facts.texts.with_defaults(plain);
            if known {
                let value = self.machine.read_named(&name);
                return self.machine.truth_of(&value, self.origin);
            }
        }
        self.machine.text_truth(plain)
    }

    fn unary(&mut self, word: &str, operand: Operand) -> Cond {
        let mut holds = Cond::FALSE;
        for (cond, text) in self.machine.alternatives_or_widen(operand.text, self.origin) {
            let one = self.machine.under(cond, |_| ()).map_or(Cond::FALSE, |()| self.unary_one(word, &text));
            holds = self.machine.conds().or(holds, self.machine.conds().and(cond, one));
        }
        holds
    }

    fn unary_one(&mut self, word: &str, text: &str) -> Cond {
        match word {
            "DEFINED" => self.defined(text),
            "TARGET" => self.machine.target_exists(text),
            "COMMAND" => self.command_exists(text),
            "POLICY" => constant(text.strip_prefix("CMP").and_then(|n| n.parse().ok()).is_some_and(|n: u32| {
                crate::cmake::lang::property_table::policy_known(n, self.machine.cmake_version())
            })),
            "IS_ABSOLUTE" => constant(text.starts_with('/') || text.starts_with(super::text::is_symbol)),
            // A script has no tests.
            "TEST" if self.machine.script.is_some() => Cond::FALSE,
            "TEST" => self.opaque(word, text),
            "DIAGNOSTIC" => constant(crate::cmake::script::diagnostics::Category::from_name(text).is_some()),
            _ => self.file_test(word, text),
        }
    }

    fn opaque(&mut self, word: &str, text: &str) -> Cond {
        let shown = format!("{word} {}", self.machine.facts.texts.display_str(text));
        self.machine.conds().opaque(&shown)
    }

    fn defined(&mut self, text: &str) -> Cond {
        let inner = |prefix: &str| text.strip_prefix(prefix).and_then(|r| r.strip_suffix('}'));
        let value = if let Some(name) = inner("ENV{") {
            let name = self.machine.intern(name);
            self.machine.read_environment(name)
        } else if let Some(name) = inner("CACHE{") {
            if let Some(given) = self.machine.may_be_given(name) {
                return given;
            }
            let name = self.machine.intern(name);
            self.machine.read_cache(name)
        } else {
            let name = self.machine.intern(text);
            return self.machine.defined_when(name);
        };
        value.defined
    }

    fn command_exists(&mut self, text: &str) -> Cond {
        let lower = text.to_lowercase();
        if super::commands::find(&lower).is_some()
            || matches!(&*lower, "if" | "foreach" | "while" | "function" | "macro" | "block" | "else" | "endif")
        {
            return Cond::TRUE;
        }
        let own: Vec<Cond> = self.machine.functions.get(&*lower).into_iter().flatten().map(|(c, _)| *c).collect();
        self.machine.conds().any(own)
    }

    fn file_test(&mut self, word: &str, text: &str) -> Cond {
        if text.is_empty() {
            return Cond::FALSE;
        }
        let (path, known) = self.machine.facts.texts.with_defaults(text);
        if self.machine.script.is_none() && (!known || self.machine.env.options.binary_dir.starts_with(&path)) {
            return self.opaque(word, text);
        }
        let path = self.machine.absolute(&path);
        if self.machine.script.is_some() {
            return constant(self.machine.script_file_test(word, &path));
        }
        if self.machine.overlay.contains_key(&path) {
            return if word == "IS_DIRECTORY" { Cond::FALSE } else { Cond::TRUE };
        }
        let holds = self.path_test(word, text, &path);
        // What is not at an input's default may be at another of its values.
        if holds.is_false() && has_symbol(text) { self.opaque(word, text) } else { holds }
    }

    fn path_test(&mut self, word: &str, text: &str, path: &Path) -> Cond {
        let sandbox = self.machine.env.files.sources().sandbox();
        match word {
            _ if !self.machine.inside(path) => self.opaque(word, text),
            "IS_DIRECTORY" => constant(sandbox.is_dir(path)),
            "IS_SYMLINK" => constant(path.is_symlink()),
            _ => constant(sandbox.resolve(path).is_ok()),
        }
    }

    /// What a comparison's operand stands for: a variable's value if it names one, else its text.
    fn resolve(&mut self, operand: Operand, left: bool) -> Alternatives {
        let quoted_is_text = operand.quoted && self.machine.policy_new(54);
        let name = if quoted_is_text { None } else { self.machine.facts.texts.plain(operand.text) };
        let names_variable = name.as_deref().is_some_and(|n| {
            !has_symbol(n)
                && if left {
                    self.machine.is_possible_variable(operand.text, n)
                } else {
                    self.machine.is_known_variable(operand.text, n)
                }
        });
        if !names_variable {
            return self.machine.alternatives_or_widen(operand.text, self.origin);
        }
        let value = self.machine.read_variable(operand.text);
        let text = self.machine.wrap(&value);
        let mut out = Vec::new();
        for (cond, text) in self.machine.alternatives_or_widen(text, self.origin) {
            let set = self.machine.conds().and(cond, value.defined);
            let unset = self.machine.conds().diff(cond, value.defined);
            if !set.is_false() {
                out.push((set, text));
            }
            if !unset.is_false() {
                out.push((unset, name.clone().unwrap_or_default()));
            }
        }
        out
    }

    fn binary(&mut self, left: Operand, operator: &str, right: Operand) -> Cond {
        match operator {
            "IN_LIST" => return self.in_list(left, right),
            "MATCHES" => return self.matches(left, right),
            "IS_NEWER_THAN" => {
                let text = format!(
                    "{} IS_NEWER_THAN {}",
                    self.machine.facts.texts.display(left.text),
                    self.machine.facts.texts.display(right.text)
                );
                return self.machine.conds().opaque(&text);
            }
            _ => {}
        }
        let (lefts, rights) = (self.resolve(left, true), self.resolve(right, false));
        let mut holds = Cond::FALSE;
        for (lc, l) in &lefts {
            for (rc, r) in &rights {
                let both = self.machine.conds().and(*lc, *rc);
                if both.is_false() {
                    continue;
                }
                let one = self.compare(l, operator, r);
                holds = self.machine.conds().or(holds, self.machine.conds().and(both, one));
            }
        }
        holds
    }

    fn compare(&mut self, left: &str, operator: &str, right: &str) -> Cond {
        if operator == "STREQUAL" || operator == "PATH_EQUAL" && (has_symbol(left) || has_symbol(right)) {
            return self.machine.texts_equal(left, right);
        }
        match (has_symbol(left), has_symbol(right)) {
            (false, false) => constant(pure::Operator::from_keyword(operator).is_some_and(|o| o.holds(left, right))),
            (true, false) => self.symbolic_compare(left, operator, right),
            (false, true) => self.symbolic_compare(right, mirrored(operator), left),
            (true, true) => {
                let text = format!(
                    "{} {operator} {}",
                    self.machine.facts.texts.display_str(left),
                    self.machine.facts.texts.display_str(right)
                );
                self.machine.conds().opaque(&text)
            }
        }
    }

    fn symbolic_compare(&mut self, symbolic: &str, operator: &str, text: &str) -> Cond {
        let subject = self.machine.subject_of(symbolic);
        match comparison(operator) {
            Some(comparison) => self.machine.conds().compares(subject, comparison, text),
            None => self.opaque(operator, symbolic),
        }
    }

    fn in_list(&mut self, left: Operand, right: Operand) -> Cond {
        let list = self.machine.read_variable(right.text);
        let elems = self.machine.list_elements(&list);
        let mut holds = Cond::FALSE;
        for (lc, l) in self.resolve(left, true) {
            for elem in &elems {
                // Most elements are other texts: that is seen without looking at their conditions, which may be large.
                let plain = self.machine.facts.texts.as_str(elem.text);
                if !has_symbol(&l) && plain.is_some_and(|text| *text != *l && !has_symbol(text)) {
                    continue;
                }
                let both = self.machine.conds().and(lc, elem.cond);
                if both.is_false() {
                    continue;
                }
                for (cond, text) in self.machine.alternatives_or_widen(elem.text, self.origin) {
                    let one = if has_symbol(&text) && self.machine.is_whole_list(&text) {
                        // An unknown list: whether it holds the element is an atom of its own.
                        let shown = self.machine.facts.texts.display_str(&text);
                        self.machine.conds().opaque(&format!("{l} IN_LIST {shown}"))
                    } else {
                        self.machine.texts_equal(&l, &text)
                    };
                    let when = self.machine.conds().and(both, cond);
                    holds = self.machine.conds().or(holds, self.machine.conds().and(when, one));
                }
            }
        }
        holds
    }

    fn matches(&mut self, left: Operand, right: Operand) -> Cond {
        let patterns = self.machine.alternatives_or_widen(right.text, self.origin);
        let mut holds = Cond::FALSE;
        for (pc, pattern) in patterns {
            let one = self.matches_pattern(left, &pattern);
            holds = self.machine.conds().or(holds, self.machine.conds().and(pc, one));
        }
        holds
    }

    fn matches_pattern(&mut self, left: Operand, pattern: &str) -> Cond {
        if let Some(holds) = self.matches_elements(left, pattern) {
            return holds;
        }
        let lefts = self.resolve(left, true);
        let single = lefts.len() == 1;
        let entry = self.machine.pc;
        let mut holds = Cond::FALSE;
        for (cond, text) in lefts {
            let one = self.machine.text_matches(&text, pattern, self.origin);
            if one.is_false() && single {
                self.machine.clear_matches();
            } else if !one.is_false() {
                let when = self.machine.conds().and(cond, one);
                self.machine.under(when, |m| m.set_matches(&text, pattern, single && when == entry));
            }
            holds = self.machine.conds().or(holds, self.machine.conds().and(cond, one));
        }
        holds
    }

    /// A list of many guarded elements against a pattern that cannot span two of them: no alternatives needed.
    fn matches_elements(&mut self, left: Operand, pattern: &str) -> Option<Cond> {
        if left.quoted || pattern.contains(['^', '$', ';', '[', '*', '.', '(']) {
            return None;
        }
        let value = self.machine.read_variable(left.text);
        if value.elems.len() < 4 || !value.defined.is_true() || value.elems.iter().all(|e| e.cond.is_true()) {
            return None;
        }
        let mut holds = Cond::FALSE;
        for elem in value.elems.iter() {
            for (cond, text) in self.machine.alternatives_or_widen(elem.text, self.origin) {
                let one = self.machine.text_matches(&text, pattern, self.origin);
                let when = self.machine.conds().and(self.machine.conds().and(elem.cond, cond), one);
                holds = self.machine.conds().or(holds, when);
            }
        }
        Some(holds)
    }
}

/// The comparison of a keyword that atoms can speak about.
fn comparison(operator: &str) -> Option<Comparison> {
    let relation = |name: &str| {
        Some(match name {
            "LESS" => Relation::Less,
            "LESS_EQUAL" => Relation::LessEqual,
            "GREATER" => Relation::Greater,
            "GREATER_EQUAL" => Relation::GreaterEqual,
            "EQUAL" => Relation::Equal,
            _ => return None,
        })
    };
    if let Some(rest) = operator.strip_prefix("VERSION_") {
        return relation(rest).map(Comparison::Version);
    }
    if let Some(rest) = operator.strip_prefix("STR") {
        return relation(rest).map(Comparison::Text);
    }
    relation(operator).map(Comparison::Numeric)
}

fn mirrored(operator: &str) -> &str {
    match operator {
        "LESS" => "GREATER",
        "GREATER" => "LESS",
        "LESS_EQUAL" => "GREATER_EQUAL",
        "GREATER_EQUAL" => "LESS_EQUAL",
        "STRLESS" => "STRGREATER",
        "STRGREATER" => "STRLESS",
        "STRLESS_EQUAL" => "STRGREATER_EQUAL",
        "STRGREATER_EQUAL" => "STRLESS_EQUAL",
        "VERSION_LESS" => "VERSION_GREATER",
        "VERSION_GREATER" => "VERSION_LESS",
        "VERSION_LESS_EQUAL" => "VERSION_GREATER_EQUAL",
        "VERSION_GREATER_EQUAL" => "VERSION_LESS_EQUAL",
        other => other,
    }
}

impl Machine<'_> {
    /// Whether a right-hand word names a variable: set, declared, or kept by CMake or the platform.
    fn is_known_variable(&mut self, name: Text, plain: &str) -> bool {
        self.scopes.holds(name)
            || self.facts.cache.contains_key(plain)
            || self.env.names.declared.contains_key(plain)
            || self.built_in(name).is_some()
            || self.given(plain).is_some()
    }

    /// Whether a left-hand word may name a variable: a known one, or one that the project's text uses as such.
    fn is_possible_variable(&mut self, name: Text, plain: &str) -> bool {
        self.env.names.mentions(plain)
            || self.is_known_variable(name, plain)
            || match self.script {
                Some(_) => !self.script_variable(plain).is_unset(),
                None => platform::system_variable(self, plain).is_some(),
            }
    }

    /// Whether a text is one unknown value that may be a list of any length.
    fn is_whole_list(&self, text: &str) -> bool {
        let mut chars = text.chars();
        match (chars.next().and_then(|c| self.facts.texts.symbol_of(c)), chars.next()) {
            (Some(symbol), None) => {
                let info = self.facts.texts.info(symbol);
                info.kind != SymbolKind::Derived || !info.name.starts_with("element of ")
            }
            _ => false,
        }
    }

    /// `CMAKE_MATCH_<n>` after `MATCHES`, under the condition that it matched. A match that is not `certain` leaves
    /// the variables unset elsewhere: merged with what older matches left, they would grow with every test.
    fn set_matches(&mut self, text: &str, pattern: &str, certain: bool) {
        if has_symbol(text) {
            if pattern.contains('(') {
                for n in 0..=pattern.matches('(').count().min(9) {
                    let symbol = self.derived(&format!("group {n} of {pattern} in {text}"));
                    self.set_match(&format!("CMAKE_MATCH_{n}"), &Value::text(symbol, Origin::NONE), certain);
                }
            }
            return;
        }
        let Some(groups) = Regex::new(pattern).ok().and_then(|r| r.captures(text)) else { return };
        let previous = self.newest_text("CMAKE_MATCH_COUNT").unwrap_or_else(|| "9".into());
        for (name, value) in groups.writes(Some(&*previous)) {
            match value {
                crate::cmake::lang::Value::Text(text) => {
                    let text = self.intern(&text);
                    self.set_match(&name, &Value::text(text, Origin::NONE), certain);
                }
                _ => self.set_match(&name, &Value::unset(), certain),
            }
        }
    }

    /// A test that does not match leaves no groups of an earlier one.
    fn clear_matches(&mut self) {
        let names = (0..10).map(|n| format!("CMAKE_MATCH_{n}")).chain(["CMAKE_MATCH_COUNT".to_owned()]);
        for name in names {
            let Some(text) = self.facts.texts.find(&name) else { continue };
            if self.scopes.holds(text) && self.newest_text(&name).is_none_or(|old| !matches!(&*old, "" | "0")) {
                let value = if name.ends_with('T') { self.intern("0") } else { Text::EMPTY };
                self.set_match(&name, &Value::text(value, Origin::NONE), true);
            }
        }
    }

    fn set_match(&mut self, name: &str, value: &Value, certain: bool) {
        let name = self.intern(name);
        if certain {
            self.set_variable(name, value);
        } else {
            let value = value.restrict(self.conds(), self.pc);
            self.scopes.overwrite(name, value);
        }
    }
}
