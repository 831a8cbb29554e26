//! Subjects, and the atoms that speak about them, each defined consistently with the ones before it.

use super::bdd::Bdd;
use super::computed::{Computed, Function};
use super::pattern::{self, Shape};
use super::predicate::{Link, Predicate, Relation, Scale};
use super::{AtomId, Comparison, Cond, SubjectId};
use regex::Regex;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Constants of one subject exclude each other within blocks of this size. It bounds the depth of their definitions; two
/// constants of different blocks may seem to hold together, which a witness rules out.
const EXCLUSION_BLOCK: usize = 4096;
/// Texts computed from one subject whose atoms stand beside those of the subject itself.
const TEXTS_BESIDE: usize = 16;
/// Conditions whose subjects are remembered.
const REMEMBERED: usize = 50_000;

/// What kind of thing a condition may be about; it decides where a witness mentions it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum SubjectKind {
    /// A BOOL cache entry.
    Option,
    /// Any other cache entry or `-D` setting.
    Input,
    /// An environment variable.
    Environment,
    /// What the project is built for.
    Platform,
    /// What it is built with.
    Toolchain,
    /// A result that the evaluator cannot know; the name describes it.
    Unknown,
    /// A yes/no question that is no text, such as `EXISTS /x`; the name is the question.
    Fact,
}

/// Which texts a subject may have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Domain {
    /// Any text.
    Open,
    /// `ON` or `OFF`.
    Boolean,
    /// These texts, and any other text if `with_other`.
    Closed { values: Vec<String>, with_other: bool },
    /// A whole number in its usual decimal form, not below `least`; there always is one.
    Integer { least: i64 },
}

/// An input or unknown text that conditions speak about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subject {
    pub kind: SubjectKind,
    pub name: String,
    pub domain: Domain,
    /// The text without any setting; a witness leaves the subject alone where that text will do.
    pub default: Option<String>,
    /// Whether `DEFINED` holds in every configuration.
    pub always_defined: bool,
}

impl Subject {
    /// A BOOL cache entry of `option()`.
    pub fn option(name: impl Into<String>, default: bool) -> Self {
        let default = Some(if default { "ON" } else { "OFF" }.to_owned());
        Self { kind: SubjectKind::Option, name: name.into(), domain: Domain::Boolean, default, always_defined: true }
    }

    /// A setting that need not be given, of any text.
    pub fn input(name: impl Into<String>) -> Self {
        Self::open(SubjectKind::Input, name)
    }

    /// A result that is not known.
    pub fn unknown(description: impl Into<String>) -> Self {
        Self::open(SubjectKind::Unknown, description)
    }

    /// A subject of any text that need not be defined.
    pub fn open(kind: SubjectKind, name: impl Into<String>) -> Self {
        Self { kind, name: name.into(), domain: Domain::Open, default: None, always_defined: false }
    }
}

/// What a variable of the diagrams stands for.
#[derive(Clone)]
pub(super) struct Atom {
    /// What it is about.
    pub(super) subject: SubjectId,
    /// What it is said to be about: a text that is computed from that of the subject, or the subject itself.
    pub(super) shown: SubjectId,
    pub(super) predicate: Predicate,
    /// Whether it stands in the order with those about the same text only, not with all of its subject.
    apart: bool,
    /// The literal: the variable, made consistent with the earlier literals.
    pub(super) meaning: Cond,
}

/// A subject with the literals that were made about it.
#[derive(Clone)]
pub(super) struct State {
    pub(super) info: Arc<Subject>,
    /// `Equals` literals, in order of creation.
    pub(super) constants: Vec<(String, Cond)>,
    constant_index: FxHashMap<String, Cond>,
    /// The disjunction of the constants of the current block.
    any_constant: Cond,
    /// The other literals, in order of creation.
    pub(super) predicates: Vec<(Predicate, Cond)>,
    pattern_index: FxHashMap<String, Cond>,
    /// Its atoms, ascending.
    pub(super) atoms: Vec<AtomId>,
    /// What must hold for the subject to have some texts.
    requirements: FxHashMap<String, Cond>,
    /// Whether each text of a finite domain has its literal.
    complete: bool,
    /// The texts without any setting where they depend on the configuration, each with its condition.
    pub(super) defaults: Vec<(Cond, Option<String>)>,
    /// How its text is computed from that of another subject, which then has all that is said of this one.
    pub(super) computed: Option<Arc<Computed>>,
    /// The atom below which its first one stands; none is last.
    pub(super) below: Option<AtomId>,
}

/// Everything behind a [`super::Conds`].
#[derive(Clone)]
pub(super) struct Store {
    pub(super) bdd: Bdd,
    pub(super) atoms: Vec<Atom>,
    pub(super) subjects: Vec<State>,
    subject_index: FxHashMap<(SubjectKind, String), SubjectId>,
    /// The atom of each literal.
    pub(super) literals: FxHashMap<Cond, AtomId>,
    pub(super) overflowed: bool,
    /// By what they ask for, when one of the questions is answered with yes of which only one can be.
    pub(super) chosen: FxHashMap<String, Cond>,
    /// The subjects of conditions that were asked for.
    subjects_of: FxHashMap<Cond, Arc<[SubjectId]>>,
    /// How many results were met under each atom.
    pub(super) met: Vec<u32>,
}

impl Store {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            bdd: Bdd::new(limit),
            atoms: Vec::new(),
            subjects: Vec::new(),
            subject_index: FxHashMap::default(),
            literals: FxHashMap::default(),
            overflowed: false,
            chosen: FxHashMap::default(),
            subjects_of: FxHashMap::default(),
            met: Vec::new(),
        }
    }

    /// Runs an operation, and notes if the budget stopped it.
    pub(super) fn attempt(&mut self, operation: impl FnOnce(&mut Bdd) -> Option<Cond>) -> Cond {
        let result = self.bdd.attempt(operation);
        self.or_unknown(result)
    }

    fn or_unknown(&mut self, result: Option<Cond>) -> Cond {
        self.overflowed |= result.is_none();
        result.unwrap_or(Cond::UNKNOWN)
    }

    pub(super) fn and(&mut self, a: Cond, b: Cond) -> Cond {
        if a == Cond::FALSE || b == Cond::FALSE {
            Cond::FALSE
        } else if a.is_unknown() || b.is_unknown() {
            Cond::UNKNOWN
        } else {
            let result = self.bdd.attempt_and(a, b);
            self.or_unknown(result)
        }
    }

    pub(super) fn or(&mut self, a: Cond, b: Cond) -> Cond {
        let result = self.and(a.negated(), b.negated());
        result.negated()
    }

    pub(super) fn diff(&mut self, a: Cond, b: Cond) -> Cond {
        self.and(a, b.negated())
    }

    /// The subjects that a condition depends on, ascending.
    pub(super) fn subjects_of(&mut self, c: Cond) -> Arc<[SubjectId]> {
        if let Some(known) = self.subjects_of.get(&c) {
            return Arc::clone(known);
        }
        let atoms = self.bdd.support(c).into_iter();
        let mut subjects: Vec<SubjectId> = atoms.map(|atom| self.atoms[atom as usize].subject).collect();
        subjects.sort_unstable();
        subjects.dedup();
        let subjects: Arc<[SubjectId]> = subjects.into();
        if self.subjects_of.len() >= REMEMBERED {
            self.subjects_of.clear();
        }
        self.subjects_of.insert(c, Arc::clone(&subjects));
        subjects
    }

    pub(super) fn default_where(&mut self, subject: SubjectId, when: Cond, text: Option<String>) {
        let defaults = &mut self.subjects[subject.0 as usize].defaults;
        let one = (when, text);
        if !defaults.contains(&one) {
            defaults.push(one);
        }
    }

    /// Interns a subject by kind and name. What else was said first stays, except that a default may be added.
    pub(super) fn subject(&mut self, subject: Subject) -> SubjectId {
        let key = (subject.kind, subject.name.clone());
        if let Some(&id) = self.subject_index.get(&key) {
            let state = &mut self.subjects[id.0 as usize];
            if state.info.default.is_none() && subject.default.is_some() {
                Arc::make_mut(&mut state.info).default = subject.default;
            }
            return id;
        }
        let always_defined = subject.always_defined || matches!(subject.domain, Domain::Integer { .. });
        let subject = Subject { always_defined, ..subject };
        let named = matches!(subject.kind, SubjectKind::Option | SubjectKind::Input).then(|| subject.name.clone());
        let id = SubjectId(self.subjects.len() as u32);
        self.subjects.push(State {
            info: Arc::new(subject),
            constants: Vec::new(),
            constant_index: FxHashMap::default(),
            any_constant: Cond::FALSE,
            predicates: Vec::new(),
            pattern_index: FxHashMap::default(),
            atoms: Vec::new(),
            requirements: FxHashMap::default(),
            complete: false,
            defaults: Vec::new(),
            computed: None,
            below: None,
        });
        self.subject_index.insert(key, id);
        if let Some(within) = named.and_then(|name| self.system_named(&name)) {
            self.require(id, "ON", within);
        }
        id
    }

    pub(super) fn subjects_made(&self) -> usize {
        self.subjects.len()
    }

    /// The state of a subject. Ids come from this store only.
    pub(super) fn state(&self, subject: SubjectId) -> &State {
        &self.subjects[subject.0 as usize]
    }

    pub(super) fn state_mut(&mut self, subject: SubjectId) -> &mut State {
        &mut self.subjects[subject.0 as usize]
    }

    /// `if(<subject>)`.
    pub(super) fn truthy(&mut self, subject: SubjectId) -> Cond {
        self.complete(subject);
        match self.state(subject).info.domain {
            Domain::Integer { least } => self.integer_equals(subject, least, "0").negated(),
            _ => self.define(subject, Predicate::Truthy),
        }
    }

    /// `if(DEFINED <subject>)`.
    pub(super) fn defined(&mut self, subject: SubjectId) -> Cond {
        if self.state(subject).info.always_defined { Cond::TRUE } else { self.define(subject, Predicate::Defined) }
    }

    /// `if(<subject> STREQUAL <text>)`.
    pub(super) fn equals(&mut self, subject: SubjectId, text: &str) -> Cond {
        if let Some(&found) = self.state(subject).constant_index.get(text) {
            return found;
        }
        let info = Arc::clone(&self.state(subject).info);
        match &info.domain {
            Domain::Open => {}
            Domain::Integer { least } => return self.integer_equals(subject, *least, text),
            Domain::Closed { with_other: true, values } => {
                if !values.iter().any(|value| value == text) {
                    self.complete(subject);
                }
            }
            Domain::Boolean | Domain::Closed { .. } => {
                self.complete(subject);
                if let Some(&found) = self.state(subject).constant_index.get(text) {
                    return found;
                }
                if !text.is_empty() || info.always_defined {
                    return Cond::FALSE;
                }
            }
        }
        self.define(subject, Predicate::Equals(text.to_owned()))
    }

    /// `if(<subject> MATCHES <pattern>)`.
    pub(super) fn matches(&mut self, subject: SubjectId, pattern: &str, regex: &Regex) -> Cond {
        if let Some(&found) = self.state(subject).pattern_index.get(pattern) {
            return found;
        }
        self.complete(subject);
        let info = Arc::clone(&self.state(subject).info);
        let systems: Vec<&String> = match &info.domain {
            Domain::Closed { values, .. }
                if info.kind == SubjectKind::Platform || super::platform::names_compiler(&info.name) =>
            {
                values.iter().filter(|value| regex.is_match(value)).collect()
            }
            _ => Vec::new(),
        };
        let result = match pattern::shape(regex) {
            Shape::Anything => Cond::TRUE,
            // A system, or a compiler, of which nobody has heard has no name that only contains a known one.
            _ if !systems.is_empty() => systems.into_iter().fold(Cond::FALSE, |any, system| {
                let literal = self.equals(subject, system);
                self.or(any, literal)
            }),
            Shape::Pieces(pieces) if pieces.iter().all(|piece| piece.at_start && piece.at_end) => {
                pieces.iter().fold(Cond::FALSE, |any, piece| {
                    let literal = self.equals(subject, &piece.text);
                    self.or(any, literal)
                })
            }
            shape => {
                let pieces = if let Shape::Pieces(pieces) = shape { Some(pieces) } else { None };
                let (pattern, regex) = (pattern.to_owned(), regex.clone());
                self.define(subject, Predicate::Matches { pattern, regex, pieces })
            }
        };
        self.state_mut(subject).pattern_index.insert(pattern.to_owned(), result);
        result
    }

    /// `if(<subject> LESS <text>)` and its relatives.
    pub(super) fn compares(&mut self, subject: SubjectId, comparison: Comparison, text: &str) -> Cond {
        let (scale, relation) = comparison.parts();
        if scale == Scale::Text && relation == Relation::Equal {
            return self.equals(subject, text);
        }
        if let (Scale::Numeric, Domain::Integer { least }) = (scale, &self.state(subject).info.domain) {
            let least = *least;
            return self.integer_compares(subject, least, relation, text);
        }
        // Also refuses what is no number.
        if !scale.order(text, text).is_some_and(std::cmp::Ordering::is_eq) {
            return Cond::FALSE;
        }
        // Nothing is below the least text.
        let least = scale.order("", text).is_some_and(std::cmp::Ordering::is_eq);
        self.complete(subject);
        let on_scale = if scale == Scale::Numeric { self.define(subject, Predicate::Number) } else { Cond::TRUE };
        let mut below = |inclusive: bool| {
            if least && !inclusive {
                return Cond::FALSE;
            }
            self.define(subject, Predicate::Below { scale, bound: text.to_owned(), inclusive })
        };
        match relation {
            Relation::Less => below(false),
            Relation::LessEqual => below(true),
            Relation::Greater => {
                let below = below(true);
                self.diff(on_scale, below)
            }
            Relation::GreaterEqual => {
                let below = below(false);
                self.diff(on_scale, below)
            }
            Relation::Equal => {
                let (to, under) = (below(true), below(false));
                self.diff(to, under)
            }
        }
    }

    /// Makes the literals of all texts of a finite domain, so that others can be computed from them.
    pub(super) fn complete(&mut self, subject: SubjectId) {
        if self.state(subject).complete {
            return;
        }
        self.state_mut(subject).complete = true;
        let info = Arc::clone(&self.state(subject).info);
        match &info.domain {
            Domain::Open | Domain::Integer { .. } => {}
            Domain::Boolean => {
                let defined = self.defined(subject);
                let within = self.requirement(subject, "ON");
                let within = self.and(within, defined);
                let on = self.atom(subject, Predicate::Truthy, Cond::FALSE, within.negated());
                let off = self.diff(defined, on);
                self.add_predicate(subject, Predicate::Truthy, on);
                self.add_constant(subject, "ON", on);
                self.add_constant(subject, "OFF", off);
            }
            Domain::Closed { values, with_other } => {
                let defined = if *with_other { Cond::TRUE } else { self.defined(subject) };
                for (index, value) in values.iter().enumerate() {
                    if !with_other && index + 1 == values.len() {
                        let others: Vec<Cond> = self.state(subject).constants.iter().map(|known| known.1).collect();
                        let rest = others.into_iter().fold(defined, |rest, other| self.diff(rest, other));
                        self.add_constant(subject, value, rest);
                    } else if !self.state(subject).constant_index.contains_key(value) {
                        self.define(subject, Predicate::Equals(value.clone()));
                    }
                }
            }
        }
    }

    /// Says how the text of a subject of which nothing was said yet is computed from that of another one.
    pub(super) fn compute(&mut self, subject: SubjectId, base: SubjectId, run: Function) {
        let open = |subject: SubjectId| !matches!(self.state(subject).info.domain, Domain::Integer { .. });
        let known = self.state(subject).computed.is_some() || !self.is_fresh(subject);
        if subject == base || known || !open(subject) || !open(base) {
            return;
        }
        let computed = match &self.state(base).computed {
            Some(first) => Computed::after(first, run),
            None => Some(Computed::new(base, run)),
        };
        self.state_mut(subject).computed = computed.filter(|computed| computed.base != subject).map(Arc::new);
    }

    /// The literal of a predicate, made when it is asked for first.
    pub(super) fn define(&mut self, subject: SubjectId, predicate: Predicate) -> Cond {
        if let Some(computed) = self.state(subject).computed.clone() {
            let base = computed.base;
            self.complete(base);
            return self.define(base, Predicate::Through { subject, computed, said: Box::new(predicate) });
        }
        if let Some((_, found)) = self.state(subject).predicates.iter().find(|(known, _)| known.same(&predicate)) {
            return *found;
        }
        let (mut holds, mut fails) = (Cond::FALSE, Cond::FALSE);
        if matches!(predicate, Predicate::Equals(_)) {
            fails = self.any_constant(subject);
        } else {
            for index in 0..self.state(subject).constants.len() {
                let (text, literal) = self.state(subject).constants[index].clone();
                let link = predicate.link(&Predicate::Equals(text));
                self.weigh(link, literal, &mut holds, &mut fails);
            }
        }
        for index in 0..self.state(subject).predicates.len() {
            let (other, literal) = &self.state(subject).predicates[index];
            let (link, literal) = (predicate.link(other), *literal);
            self.weigh(link, literal, &mut holds, &mut fails);
        }
        if predicate.same(&Predicate::Truthy) {
            let required = self.requirement(subject, "ON");
            fails = self.or(fails, required.negated());
        }
        if let Predicate::Equals(text) = &predicate {
            let required = self.requirement(subject, text);
            fails = self.or(fails, required.negated());
            let rest = self.rest_of_classes(subject, text);
            holds = self.or(holds, rest);
        }
        let result = if self.or(holds, fails) == Cond::TRUE {
            holds
        } else {
            self.atom(subject, predicate.clone(), holds, fails)
        };
        match predicate {
            Predicate::Equals(text) => self.add_constant(subject, &text, result),
            other => self.add_predicate(subject, other, result),
        }
        result
    }

    /// Takes a link with a known literal into the conditions under which a new one must hold or fail.
    fn weigh(&mut self, link: Link, literal: Cond, holds: &mut Cond, fails: &mut Cond) {
        match link {
            Link::Implies => *fails = self.or(*fails, literal.negated()),
            Link::Follows => *holds = self.or(*holds, literal),
            Link::Excludes => *fails = self.or(*fails, literal),
            Link::Covers => *holds = self.or(*holds, literal.negated()),
            Link::Free => {}
        }
    }

    /// A new variable, forced to hold and to fail under the given conditions.
    fn atom(&mut self, subject: SubjectId, predicate: Predicate, holds: Cond, fails: Cond) -> Cond {
        let id = AtomId(self.atoms.len() as u32);
        // Atoms of one subject stand together: in the order of creation a disjunction of "defined and true" over many
        // subjects, the "defined" made first, takes a node for each combination. The later ones stand above: their
        // definitions then share what they say of the earlier ones.
        let shown = if let Predicate::Through { subject, .. } = predicate { subject } else { subject };
        let apart = shown != subject && self.stands_apart(subject, shown);
        let beside = |other: &&AtomId| {
            let other = &self.atoms[other.0 as usize];
            if apart { other.shown == shown } else { !other.apart }
        };
        let state = self.state(subject);
        match (state.atoms.iter().rev().find(beside), state.below) {
            (None, Some(above)) if state.atoms.is_empty() => self.bdd.place_below(id.0, above.0),
            (neighbour, _) => self.bdd.place(id.0, neighbour.map(|other| other.0)),
        }
        let variable = self.attempt(|bdd| bdd.literal(id.0));
        let meaning = self.or(variable, holds);
        let meaning = self.diff(meaning, fails);
        if meaning.is_unknown() {
            return meaning;
        }
        self.literals.insert(meaning, id);
        self.atoms.push(Atom { subject, shown, predicate, apart, meaning });
        self.state_mut(subject).atoms.push(id);
        meaning
    }

    /// Whether what is said of a computed text comes last in the order. Many texts computed from one are what a variable holds
    /// in this configuration and in that: which of them it is has to be decided first.
    fn stands_apart(&self, subject: SubjectId, shown: SubjectId) -> bool {
        let mut texts: Vec<SubjectId> = Vec::new();
        for atom in &self.state(subject).atoms {
            let atom = &self.atoms[atom.0 as usize];
            if atom.shown == shown {
                return atom.apart;
            }
            if atom.shown != subject && !texts.contains(&atom.shown) {
                texts.push(atom.shown);
            }
        }
        texts.len() >= TEXTS_BESIDE
    }

    /// The disjunction of the constants that the next one excludes.
    fn any_constant(&self, subject: SubjectId) -> Cond {
        let state = self.state(subject);
        if state.constants.len().is_multiple_of(EXCLUSION_BLOCK) { Cond::FALSE } else { state.any_constant }
    }

    fn add_constant(&mut self, subject: SubjectId, text: &str, literal: Cond) {
        let known = self.any_constant(subject);
        let any = self.or(known, literal);
        let state = self.state_mut(subject);
        state.any_constant = any;
        state.constants.push((text.to_owned(), literal));
        state.constant_index.insert(text.to_owned(), literal);
    }

    fn add_predicate(&mut self, subject: SubjectId, predicate: Predicate, literal: Cond) {
        self.state_mut(subject).predicates.push((predicate, literal));
    }

    /// The truth value of a literal of the subject if the subject has this value; `None` is undefined.
    pub(super) fn reading(&self, atom: AtomId, value: Option<&str>) -> bool {
        self.atoms[atom.0 as usize].predicate.holds(value)
    }

    /// Whether nothing was said about the subject yet.
    pub(super) fn is_fresh(&self, subject: SubjectId) -> bool {
        let state = self.state(subject);
        state.constants.is_empty() && state.predicates.is_empty()
    }

    /// Makes a text depend on a condition; for a fresh subject only.
    pub(super) fn require(&mut self, subject: SubjectId, text: &str, condition: Cond) {
        self.state_mut(subject).requirements.insert(text.to_owned(), condition);
    }

    fn requirement(&self, subject: SubjectId, text: &str) -> Cond {
        self.state(subject).requirements.get(text).copied().unwrap_or(Cond::TRUE)
    }

    /// The literal of a class, by its name.
    pub(super) fn class(&self, subject: SubjectId, class: &str) -> Option<Cond> {
        let mut known = self.state(subject).predicates.iter();
        known.find(|(known, _)| matches!(known, Predicate::Class { name, .. } if *name == class)).map(|found| found.1)
    }

    /// When this text is the last of a class that has no literal yet: what is left of the class.
    fn rest_of_classes(&mut self, subject: SubjectId, text: &str) -> Cond {
        let mut rests = Vec::new();
        let state = self.state(subject);
        for (predicate, class) in &state.predicates {
            let Predicate::Class { values, .. } = predicate else { continue };
            if values.contains(&text) {
                let others = values.iter().filter(|value| **value != text);
                let others: Option<Vec<Cond>> = others.map(|value| state.constant_index.get(*value).copied()).collect();
                rests.extend(others.map(|others| (*class, others)));
            }
        }
        rests.into_iter().fold(Cond::FALSE, |any, (class, others)| {
            let rest = others.into_iter().fold(class, |rest, other| self.diff(rest, other));
            self.or(any, rest)
        })
    }
}
