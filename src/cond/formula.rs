//! Conditions as text.
//!
//! A condition is shown as a short sum of products, or a product of sums if that is shorter, of its literals. Which
//! combinations of literals cannot occur is taken into account, so `CMAKE_BUILD_TYPE STREQUAL "Debug"` is shown as
//! that and not with the other constants that it excludes.

use super::atoms::{Store, SubjectKind};
use super::brief::UNTOLD;
use super::isop::{self, Cover, Literal};
use super::predicate::{Predicate, Relation, Scale};
use super::scratch::Scratch;
use super::{AtomId, Cond, SubjectId, platform};

/// Terms that a formula shows at most.
const TERMS: usize = 12;
/// Literals that a term shows at most.
const LITERALS: usize = 30;
/// Terms that are looked at to choose which ones to show.
const CANDIDATES: usize = 500;
/// Characters that are shown of a name, constant or pattern.
const TEXT: usize = 80;
/// Nodes and atoms of a condition whose literals are put in order of their text first. That makes the choice of terms independent of
/// the order in which atoms were made, but can take many steps.
const SORTED_NODES: usize = 500;
const SORTED_ATOMS: usize = 100;
/// Subjects that are named when a condition is too large to be shown.
const NAMES: usize = 5;

/// Terms to show, shortest first; each has its literals in order of their text.
struct Terms {
    terms: Vec<Vec<Literal>>,
    /// How many terms there are beyond the ones listed.
    more: u64,
}

/// The start of a text that may be long.
fn shorten(text: &str) -> String {
    match text.char_indices().nth(TEXT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A text in front of which `!` cannot be misread.
fn is_word(text: &str) -> bool {
    !text.contains(|c: char| c.is_whitespace() || "&|!()".contains(c))
}

impl Store {
    /// The name under which formulas mention a subject.
    pub(super) fn display_name(&self, subject: SubjectId) -> String {
        let info = &self.state(subject).info;
        match info.kind {
            SubjectKind::Environment => format!("ENV{{{}}}", shorten(&info.name)),
            // Which of several runs of a place it is says nothing to a reader.
            SubjectKind::Unknown | SubjectKind::Fact => shorten(info.name.split(" (call ").next().unwrap_or_default()),
            _ => shorten(&info.name),
        }
    }

    /// An atom as text, or its negation.
    pub(super) fn literal_text(&self, atom: AtomId, positive: bool) -> String {
        let atom = &self.atoms[atom.0 as usize];
        let name = self.display_name(atom.shown);
        let text = match atom.predicate.said() {
            Predicate::Truthy | Predicate::Through { .. } => name,
            Predicate::Defined => format!("DEFINED {name}"),
            Predicate::Equals(text) => {
                let platform = self.state(atom.shown).info.kind == SubjectKind::Platform;
                match platform.then(|| platform::own_variable(text)).flatten() {
                    Some(variable) => variable.to_owned(),
                    None => format!("{name} STREQUAL \"{}\"", shorten(text)),
                }
            }
            Predicate::Matches { pattern, .. } => format!("{name} MATCHES \"{}\"", shorten(pattern)),
            Predicate::Class { prefix, name, .. } => format!("{prefix}{name}"),
            Predicate::Number => format!("{name} is a number"),
            Predicate::Below { scale, bound, inclusive } => {
                let relation = match (positive, inclusive) {
                    // What is no number is not less, but not greater either.
                    (false, _) if *scale == Scale::Numeric => {
                        return format!("!({})", self.comparison_text(atom.shown, *scale, below(*inclusive), bound));
                    }
                    (true, _) => below(*inclusive),
                    (false, true) => Relation::Greater,
                    (false, false) => Relation::GreaterEqual,
                };
                return self.comparison_text(atom.shown, *scale, relation, bound);
            }
        };
        match (positive, is_word(&text)) {
            (true, _) => text,
            (false, true) => format!("!{text}"),
            (false, false) => format!("!({text})"),
        }
    }

    fn comparison_text(&self, subject: SubjectId, scale: Scale, relation: Relation, bound: &str) -> String {
        let (name, bound) = (self.display_name(subject), shorten(bound));
        let operator = scale.operator(relation);
        if scale == Scale::Text {
            format!("{name} {operator} \"{bound}\"")
        } else {
            format!("{name} {operator} {bound}")
        }
    }

    /// Atoms with their values as text. Those that together are one comparison are shown as that.
    pub(super) fn literal_texts(&self, values: &[(AtomId, bool)]) -> Vec<String> {
        let order: Vec<AtomId> = values.iter().map(|(atom, _)| *atom).collect();
        let term: Vec<Literal> = (0..).zip(values).map(|(at, (_, value))| (at, *value)).collect();
        self.term_texts(&term, &order)
    }

    /// The literals of a term as text. Those that together are one comparison are shown as that.
    fn term_texts(&self, term: &[Literal], order: &[AtomId]) -> Vec<String> {
        let of = |literal: &Literal| &self.atoms[order[literal.0 as usize].0 as usize];
        let has = |subject: SubjectId, wanted: &Predicate, positive: bool| {
            term.iter().any(|literal| {
                literal.1 == positive && of(literal).shown == subject && of(literal).predicate.said().same(wanted)
            })
        };
        let (mut texts, said) = self.classes_ruled_out(term, order);
        for literal in term.iter().filter(|literal| !said.contains(literal)) {
            let atom = of(literal);
            let subject = atom.shown;
            let text = match atom.predicate.said() {
                Predicate::Below { scale, bound, inclusive } => {
                    let limit = |inclusive| Predicate::Below { scale: *scale, bound: bound.clone(), inclusive };
                    let numeric = *scale == Scale::Numeric;
                    match (literal.1, *inclusive) {
                        (true, true) if has(subject, &limit(false), false) => {
                            Some(self.comparison_text(subject, *scale, Relation::Equal, bound))
                        }
                        (false, false) if has(subject, &limit(true), true) => None,
                        (false, _) if numeric && has(subject, &Predicate::Number, true) => {
                            let relation = if *inclusive { Relation::Greater } else { Relation::GreaterEqual };
                            Some(self.comparison_text(subject, *scale, relation, bound))
                        }
                        _ => Some(self.literal_text(order[literal.0 as usize], literal.1)),
                    }
                }
                Predicate::Number if literal.1 && self.implies_number(subject, term, order) => None,
                _ => Some(self.literal_text(order[literal.0 as usize], literal.1)),
            };
            texts.extend(text);
        }
        texts
    }

    /// The classes of systems that a term rules out one by one, as text, and the literals that say so.
    fn classes_ruled_out(&self, term: &[Literal], order: &[AtomId]) -> (Vec<String>, Vec<Literal>) {
        let system = |literal: &Literal| {
            let atom = &self.atoms[order[literal.0 as usize].0 as usize];
            match &atom.predicate {
                Predicate::Equals(text) if self.state(atom.subject).info.kind == SubjectKind::Platform => {
                    Some(text.as_str())
                }
                _ => None,
            }
        };
        let out: Vec<(&Literal, &str)> =
            term.iter().filter(|literal| !literal.1).filter_map(|literal| Some((literal, system(literal)?))).collect();
        let names: Vec<&str> = out.iter().map(|(_, name)| *name).collect();
        let (mut texts, mut said) = (Vec::new(), Vec::new());
        for (class, members) in platform::classes_within(&names) {
            let own: Vec<Literal> =
                out.iter().filter(|(_, name)| members.contains(name)).map(|(literal, _)| **literal).collect();
            // A smaller class may be a part of a larger one.
            if own.iter().any(|literal| !said.contains(literal)) {
                texts.push(format!("!{class}"));
                said.extend(own);
            }
        }
        texts.sort();
        (texts, said)
    }

    /// Whether a term has a numeric comparison of the subject, which says that it is a number.
    fn implies_number(&self, subject: SubjectId, term: &[Literal], order: &[AtomId]) -> bool {
        term.iter().any(|literal| {
            let atom = &self.atoms[order[literal.0 as usize].0 as usize];
            atom.shown == subject && matches!(atom.predicate.said(), Predicate::Below { scale: Scale::Numeric, .. })
        })
    }

    /// Leaves out what a constant in the term says already. `None` if it contradicts the rest of the term.
    fn without_implied(&self, term: &[Literal], order: &[AtomId]) -> Option<Vec<Literal>> {
        let of = |literal: &Literal| &self.atoms[order[literal.0 as usize].0 as usize];
        let mut kept = Vec::new();
        for literal in term {
            let atom = of(literal);
            let text = term.iter().find_map(|other| match &of(other).predicate {
                Predicate::Equals(text) if other.1 && other != literal && of(other).subject == atom.subject => {
                    Some(text)
                }
                _ => None,
            });
            match text {
                // The empty text may be that of an undefined subject.
                Some(text) if !(text.is_empty() && matches!(atom.predicate, Predicate::Defined)) => {
                    if atom.predicate.holds(Some(text)) != literal.1 {
                        return None;
                    }
                }
                _ => kept.push(*literal),
            }
        }
        Some(kept)
    }

    fn terms_of(&self, cover: &Cover, order: &[AtomId]) -> Terms {
        let mut terms: Vec<Vec<Literal>> =
            cover.terms(CANDIDATES).into_iter().filter_map(|term| self.without_implied(&term, order)).collect();
        let unlisted = cover.count().saturating_sub(CANDIDATES as u64);
        terms.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| term_key(a).cmp(&term_key(b))));
        terms.dedup();
        // Leaving literals out may have made a term part of another one.
        let all = std::mem::take(&mut terms);
        for term in all {
            if !terms.iter().any(|shorter| shorter.iter().all(|literal| term.contains(literal))) {
                terms.push(term);
            }
        }
        let more = unlisted.saturating_add(terms.len().saturating_sub(TERMS) as u64);
        terms.truncate(TERMS);
        Terms { terms, more }
    }

    pub(super) fn formula(&self, c: Cond) -> String {
        self.formula_within(c, &mut { usize::MAX }).unwrap_or_else(|| self.summary(c))
    }

    /// The formula, as long as it takes no more than these steps, which it uses up; `None` if it is too large for that.
    pub(super) fn formula_within(&self, c: Cond, steps: &mut usize) -> Option<String> {
        Some(match c {
            Cond::TRUE => "true".to_owned(),
            Cond::FALSE => "false".to_owned(),
            Cond::UNKNOWN => "unknown".to_owned(),
            _ if self.literals.contains_key(&c) => self.literal_text(self.literals[&c], true),
            _ if self.literals.contains_key(&c.flip()) => self.literal_text(self.literals[&c.flip()], false),
            _ => return self.covered(c, steps),
        })
    }

    /// The formula by covers of the function and its complement; `None` if it is too large for that.
    fn covered(&self, c: Cond, steps: &mut usize) -> Option<String> {
        let closure = self.closure(&[c]);
        if closure.len() > SORTED_ATOMS || !self.bdd.is_within(c, SORTED_NODES) {
            return self.covered_in_order(c, &closure, closure.clone(), steps);
        }
        let mut order: Vec<(String, AtomId)> =
            closure.iter().map(|&atom| (self.literal_text(atom, true), atom)).collect();
        order.sort();
        let order = order.into_iter().map(|(_, atom)| atom).collect();
        let sorted = self.covered_in_order(c, &closure, order, steps);
        sorted.or_else(|| self.covered_in_order(c, &closure, closure.clone(), steps))
    }

    fn covered_in_order(&self, c: Cond, closure: &[AtomId], order: Vec<AtomId>, steps: &mut usize) -> Option<String> {
        let mut scratch = Scratch::new(order);
        scratch.bdd.limit_steps(*steps);
        let before = scratch.bdd.steps_left();
        let text = self.covered_in(&mut scratch, c, closure);
        *steps -= before - scratch.bdd.steps_left();
        text
    }

    fn covered_in(&self, scratch: &mut Scratch, c: Cond, closure: &[AtomId]) -> Option<String> {
        let shown: Vec<AtomId> = self.bdd.support(c).into_iter().map(AtomId).collect();
        let f = scratch.import(self, c)?;
        let care = scratch.care(self, closure)?;
        let hidden: Vec<bool> = scratch.order.iter().map(|atom| shown.binary_search(atom).is_err()).collect();
        let care = scratch.bdd.exists(care, |var| hidden.get(var as usize).copied().unwrap_or(true))?;
        let lower = scratch.bdd.and(f, care)?;
        let not_lower = scratch.bdd.and(f.flip(), care)?;
        if lower == Cond::FALSE {
            return Some("false".to_owned());
        }
        if not_lower == Cond::FALSE {
            return Some("true".to_owned());
        }
        let sum = isop::cover(&mut scratch.bdd, lower, not_lower.flip())?;
        let sum = self.terms_of(&sum, &scratch.order);
        let text = self.sum_text(&sum, &scratch.order);
        let product = isop::cover(&mut scratch.bdd, not_lower, lower.flip())
            .map(|cover| self.terms_of(&cover, &scratch.order))
            .filter(|product| product.more == 0 && product.terms.len() > 1);
        let product = product.map(|product| self.product_text(&product, &scratch.order));
        let better = |other: &String| sum.more > 0 || other.chars().count() < text.chars().count();
        Some(product.filter(better).unwrap_or(text))
    }

    fn sum_text(&self, sum: &Terms, order: &[AtomId]) -> String {
        let mut parts = self.factored(&sum.terms, order);
        if sum.more > 0 {
            parts.push(format!("… ({} more)", sum.more));
        }
        parts.join(" | ")
    }

    /// Summands of a sum of terms, common literals factored out.
    fn factored(&self, terms: &[Vec<Literal>], order: &[AtomId]) -> Vec<String> {
        let mut parts = Vec::new();
        let mut rest: Vec<Vec<Literal>> = terms.to_vec();
        while let Some(first) = rest.first() {
            // The literal that most terms share, the first one of several.
            let shared = |literal: &Literal| rest.iter().filter(|term| term.contains(literal)).count();
            let best = first.iter().copied().max_by_key(|literal| (shared(literal), std::cmp::Reverse(*literal)));
            let Some(best) = best.filter(|literal| shared(literal) > 1) else {
                parts.push(join(self.term_texts(first, order), " & "));
                rest.remove(0);
                continue;
            };
            let (with, without): (Vec<_>, Vec<_>) = rest.into_iter().partition(|term| term.contains(&best));
            let common: Vec<Literal> =
                with[0].iter().copied().filter(|literal| with.iter().all(|term| term.contains(literal))).collect();
            let inner: Vec<Vec<Literal>> =
                with.iter().map(|term| term.iter().copied().filter(|l| !common.contains(l)).collect()).collect();
            let inner = self.factored(&inner, order);
            parts.push(format!("{} & ({})", join(self.term_texts(&common, order), " & "), inner.join(" | ")));
            rest = without;
        }
        parts
    }

    /// A product of sums, from the terms of the complement.
    fn product_text(&self, complement: &Terms, order: &[AtomId]) -> String {
        let factor = |term: &Vec<Literal>| {
            let flipped: Vec<String> =
                term.iter().map(|&(var, positive)| self.literal_text(order[var as usize], !positive)).collect();
            if flipped.len() == 1 { flipped.concat() } else { format!("({})", join(flipped, " | ")) }
        };
        complement.terms.iter().map(factor).collect::<Vec<_>>().join(" & ")
    }

    /// What a condition is about, when it is too large to be shown.
    pub(super) fn summary(&self, c: Cond) -> String {
        let mut subjects: Vec<SubjectId> =
            self.bdd.support(c).into_iter().map(|atom| self.atoms[atom as usize].subject).collect();
        subjects.sort_unstable();
        subjects.dedup();
        let all = subjects.len();
        let mut told: Vec<SubjectId> = subjects.into_iter().filter(|&subject| self.is_told(subject)).collect();
        let untold = told.is_empty() && all > 0;
        // Large conditions are many: only names that are shown are made.
        let more = told.len().saturating_sub(NAMES);
        if more > 0 {
            told.select_nth_unstable_by_key(NAMES, |&subject| (&self.state(subject).info.name, subject));
            told.truncate(NAMES);
        }
        let mut names: Vec<String> = told.into_iter().map(|subject| self.display_name(subject)).collect();
        names.extend(untold.then(|| UNTOLD.to_owned()));
        names.sort();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("(a large condition on {}{more})", names.join(", "))
    }
}

fn below(inclusive: bool) -> Relation {
    if inclusive { Relation::LessEqual } else { Relation::Less }
}

/// The first texts, and how many more there are.
fn join(mut texts: Vec<String>, separator: &str) -> String {
    let more = texts.len().saturating_sub(LITERALS);
    if more > 0 {
        texts.truncate(LITERALS);
        texts.push(format!("… ({more} more)"));
    }
    texts.join(separator)
}

/// Orders terms of one length: positive literals first.
fn term_key(term: &[Literal]) -> Vec<(u32, bool)> {
    term.iter().map(|&(var, positive)| (var, !positive)).collect()
}
