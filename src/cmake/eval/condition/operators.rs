//! The operators of conditions, each under the conditions of what its operands are.
use std::path::Path;

use indexmap::IndexMap;
use indexmap::map::Entry;
use rustc_hash::FxBuildHasher;

use crate::cmake::eval::alternatives::Alternatives;
use crate::cmake::eval::commands;
use crate::cmake::eval::facts::{Facts, Reason};
use crate::cmake::eval::text::{Compound, SymbolKind, Text, has_symbol, is_symbol};
use crate::cmake::eval::value::Elem;
use crate::cmake::lang::condition as pure;
use crate::cond::{Comparison, Cond, Relation};
use crate::source::absent_submodules;

use super::fragments::MOST_FRAGMENTS;
use super::texts::DEAR;
use super::{Operand, Parser, constant};

/// Pairs of texts, one of them known in part at least, that one comparison looks at.
const MOST_PAIRS: usize = 512;

impl Parser<'_, '_> {
    /// `if(<constant>)`, `if(<variable>)`, `if("text")`.
    pub(super) fn truth(&mut self, operand: Operand) -> Cond {
        let plain = self.machine.facts.texts.plain(operand.text);
        if let Some(text) = &plain {
            if let Some(known) = pure::constant(text) {
                return constant(known);
            }
            if has_symbol(text) {
                return self.symbolic_truth(operand.text, text, operand.quoted);
            }
            if operand.quoted && self.machine.policy_new(54) {
                self.note_doubt();
                return Cond::FALSE;
            }
            if !self.machine.is_possible_variable(operand.text, text) {
                self.note_doubt();
                return Cond::FALSE;
            }
            let never_set = || self.machine.env.names.is_never_set(text);
            if pure::misnomer(text).is_some() || pure::is_known_value(text) || never_set() {
                self.note_doubt();
            }
            let value = self.machine.read_variable(operand.text);
            // Set somewhere, and not here: in another scope.
            if value.defined.is_false() {
                self.note_doubt();
            }
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

    /// Keeps that a condition ran in which something may always be the same.
    fn note_doubt(&mut self) {
        let Some(span) = self.machine.span_of(self.origin) else { return };
        let pc = self.machine.pc;
        let conds = self.machine.facts.doubtful.entry(span).or_default();
        if conds.len() < Facts::MOST_ASSIGNED && !conds.contains(&pc) {
            conds.push(pc);
        }
    }

    pub(super) fn unary(&mut self, word: &str, operand: Operand) -> Cond {
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
            "IS_ABSOLUTE" => self.is_absolute(text),
            // A script has no tests.
            "TEST" if self.machine.script.is_some() => Cond::FALSE,
            "TEST" => self.opaque(word, text),
            "DIAGNOSTIC" => constant(crate::cmake::script::diagnostics::Category::from_name(text).is_some()),
            _ => self.file_test(word, text),
        }
    }

    /// What users give may be absolute where the default is not (`CMAKE_INSTALL_LIBDIR`); what is not known otherwise is what a search found.
    fn is_absolute(&mut self, text: &str) -> Cond {
        let texts = &self.machine.facts.texts;
        let Some(first) = text.chars().next().filter(|c| is_symbol(*c)) else { return constant(text.starts_with('/')) };
        let is_input = texts.symbol_of(first).is_some_and(|symbol| texts.info(symbol).kind == SymbolKind::Input);
        let (default, known) = texts.with_defaults(text);
        if !is_input || !known || default.starts_with('/') {
            return Cond::TRUE;
        }
        self.machine.text_matches(first.encode_utf8(&mut [0; 4]), "^/", self.origin)
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
        if commands::find(&lower).is_some()
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
        let copied = self.machine.copies.get(&path).map(|copied| copied.cond);
        let made = if self.machine.overlay.contains_key(&path) { Some(Cond::TRUE) } else { copied };
        if let Some(made) = made {
            return if word == "IS_DIRECTORY" { Cond::FALSE } else { made };
        }
        let holds = self.path_test(word, text, &path);
        // What is not at an input's default may be at another of its values.
        let may_be = has_symbol(text) || self.is_fetched(&path);
        if holds.is_false() && may_be { self.opaque(word, text) } else { holds }
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

    /// Whether a file is of what is fetched or of a submodule that is not checked out, of which nothing is seen here.
    fn is_fetched(&self, path: &Path) -> bool {
        let machine = &self.machine;
        let absent = machine.absent_submodules.get_or_init(|| {
            let sandbox = machine.env.files.sources().sandbox();
            // One configuration is that of the tree as it is.
            let root = sandbox.root().filter(|_| machine.env.options.all_configurations);
            root.map_or_else(Vec::new, |root| absent_submodules(sandbox, root))
        });
        machine.fetched.iter().chain(absent).any(|folder| path.starts_with(folder))
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

    pub(super) fn binary(&mut self, left: Operand, operator: &str, right: Operand) -> Cond {
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
            "STREQUAL" => {
                if let Some(holds) = self.fragments_equal(left, right) {
                    return holds;
                }
            }
            _ => {}
        }
        let (lefts, rights) = (self.resolve(left, true), self.resolve(right, false));
        if matches!(comparison(operator), Some(Comparison::Numeric(_))) && [&lefts, &rights].into_iter().any(is_text) {
            self.note_doubt();
        }
        self.machine.note_tried((lefts.len() * rights.len()).saturating_sub(1));
        if self.are_too_many(symbolic_pairs(&lefts, &rights), operator) {
            return self.machine.lost_comparison(self.origin);
        }
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
        let mut elems = self.machine.list_elements(&list);
        let lefts = self.resolve(left, true);
        let symbolic = lefts.iter().filter(|(_, text)| has_symbol(text)).count();
        if symbolic * elems.len() > MOST_PAIRS {
            self.unite_equal(&mut elems);
        }
        if self.are_too_many(symbolic * elems.len(), "IN_LIST") {
            return self.machine.lost_comparison(self.origin);
        }
        let mut holds = Cond::FALSE;
        for (lc, l) in lefts {
            for elem in &elems {
                let one = self.is_element(&l, lc, elem);
                holds = self.machine.conds().or(holds, one);
            }
        }
        holds
    }

    /// When a text, which is there under a condition, is an element that is there under its own.
    fn is_element(&mut self, text: &str, under: Cond, elem: &Elem) -> Cond {
        // Most elements are other texts: that is seen without looking at their conditions, which may be large.
        let plain = self.machine.facts.texts.as_str(elem.text);
        if !has_symbol(text) && plain.is_some_and(|other| other != text && !has_symbol(other)) {
            return Cond::FALSE;
        }
        let both = self.machine.conds().and(under, elem.cond);
        if both.is_false() {
            return Cond::FALSE;
        }
        let others = self.machine.alternatives_or_widen(elem.text, self.origin);
        self.machine.note_tried(others.len());
        let mut holds = Cond::FALSE;
        for (cond, other) in others {
            let one = if has_symbol(&other) && self.machine.is_whole_list(&other) {
                // An unknown list: whether it holds the element is an atom of its own.
                self.machine.note_tried(DEAR);
                let shown = self.machine.facts.texts.display_str(&other);
                self.machine.conds().opaque(&format!("{text} IN_LIST {shown}"))
            } else {
                self.machine.texts_equal(text, &other)
            };
            let when = self.machine.conds().and(both, cond);
            holds = self.machine.conds().or(holds, self.machine.conds().and(when, one));
        }
        holds
    }

    /// An element that several writes have added is one, there where any of them is.
    fn unite_equal(&mut self, elems: &mut Vec<Elem>) {
        let mut united: IndexMap<Text, Elem, FxBuildHasher> = IndexMap::default();
        for elem in elems.drain(..) {
            match united.entry(elem.text) {
                Entry::Occupied(mut first) => {
                    let cond = self.machine.conds().or(first.get().cond, elem.cond);
                    first.get_mut().cond = cond;
                }
                Entry::Vacant(free) => {
                    free.insert(elem);
                }
            }
        }
        elems.extend(united.into_values());
    }

    /// Whether a comparison has more pairs of texts known in part than are looked at; leaves a record then. A work list of libraries that
    /// nobody knows compares each with each in each round.
    fn are_too_many(&mut self, pairs: usize, what: &str) -> bool {
        let are = pairs > MOST_PAIRS;
        if are {
            self.machine.unknown(Reason::Limit, what, self.origin);
        }
        are
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
        if let Some(holds) = self.fragments_match(left, pattern) {
            return holds;
        }
        if let Some(holds) = self.matches_elements(left, pattern) {
            return holds;
        }
        let lefts = self.resolve(left, true);
        let single = lefts.len() == 1;
        let entry = self.machine.pc;
        let mut holds = match &*lefts {
            [(_, text)] if has_symbol(text) => self.holds_literal(left, pattern),
            _ => Cond::FALSE,
        };
        for (cond, text) in lefts {
            let one = self.machine.text_matches(&text, pattern, self.origin);
            if one.is_false() && single {
                self.machine.clear_matches();
            } else if !one.is_false() && self.machine.keeps_groups(self.origin) {
                let when = self.machine.conds().and(cond, one);
                self.machine.under(when, |m| m.set_matches(&text, pattern, single && when == entry));
            }
            holds = self.machine.conds().or(holds, self.machine.conds().and(cond, one));
        }
        holds
    }

    /// When a fragment of a text holds a pattern that stands for itself: whatever the rest of the text is, also where the whole has
    /// too many alternatives to look at each.
    fn holds_literal(&mut self, left: Operand, pattern: &str) -> Cond {
        const SPECIAL: &[char] = &['.', '*', '+', '?', '[', ']', '(', ')', '^', '$', '|', '\\'];
        if pattern.is_empty() || pattern.contains(SPECIAL) || has_symbol(pattern) {
            return Cond::FALSE;
        }
        let named = !left.quoted && self.machine.facts.texts.plain(left.text).is_some();
        let (text, defined) = if named {
            let value = self.machine.read_variable(left.text);
            (self.machine.wrap(&value), value.defined)
        } else {
            (left.text, Cond::TRUE)
        };
        let mut found = Vec::new();
        let mut budget = MOST_FRAGMENTS;
        self.fragments_with(text, pattern, defined, &mut found, &mut budget);
        self.machine.conds().any(found)
    }

    /// The fragments that hold a word, each with its condition. Where the budget ends, the rest counts as without it.
    fn fragments_with(&self, text: Text, word: &str, when: Cond, found: &mut Vec<Cond>, budget: &mut usize) {
        let (texts, conds) = (&self.machine.facts.texts, self.machine.conds());
        let Some(compound) = texts.compound(text) else {
            if texts.as_str(text).is_some_and(|text| text.contains(word)) {
                found.push(when);
            }
            return;
        };
        let mut below = |cond: Cond, part: Text| {
            let both = conds.and(when, cond);
            if !both.is_false() && *budget > 0 {
                *budget -= 1;
                self.fragments_with(part, word, both, found, budget);
            }
        };
        match compound {
            Compound::Rope(parts) => parts.iter().for_each(|(cond, part)| below(*cond, *part)),
            Compound::List(elems) => elems.iter().for_each(|elem| below(elem.cond, elem.text)),
        }
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

/// Whether an operand is one text, and no number.
fn is_text(operand: &Alternatives) -> bool {
    matches!(&**operand, [(_, text)] if !has_symbol(text) && pure::number(text).is_none())
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

/// Pairs of texts of which one at least is known in part.
fn symbolic_pairs(lefts: &Alternatives, rights: &Alternatives) -> usize {
    let plain = |texts: &Alternatives| texts.iter().filter(|(_, text)| !has_symbol(text)).count();
    lefts.len() * rights.len() - plain(lefts) * plain(rights)
}
