//! A configuration in which a condition holds.
//!
//! First the variables: the cheapest path through the conjunction of the condition, the complements of the forbidden
//! conditions and the consistency of the literals. Then the texts: for each subject the candidates are tried in order,
//! its default first, by evaluating every literal about it on the candidate and with them all the conditions. What no text
//! can be found for is stated as an assumption.

use super::atoms::{Domain, Store, SubjectKind};
use super::brief::UNTOLD;
use super::predicate::Predicate;
use super::scratch::Scratch;
use super::solve::Outcome;
use super::{AtomId, Cond, SubjectId, candidates, platform};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Paths that are tried when no text can be found for what the first one says.
const ATTEMPTS: usize = 8;
/// Atoms times nodes to be looked at to find out which assumptions are needed.
const MINIMISING: usize = 1 << 22;
/// Assumptions beyond those about the condition itself that are named one by one: a project may refuse much.
const MOST_OTHERS: usize = 4;
/// Defaults that hang on others, whose defaults hang on others.
const NESTED_DEFAULTS: usize = 4;
/// What is assumed in their place.
const CHECKS_PASS: &str = "the project's own checks pass";
/// The system that a build is thought to be for when nothing else is said.
const USUAL_SYSTEM: &str = "Linux";
/// The compiler that a build is thought to be with when nothing else is said.
const USUAL_COMPILER: &str = "GNU";
/// A version that is as new as any: what compilers are thought to have.
const CURRENT_VERSION: &str = "99";
/// The system that is built on, and the kind of generator: most build on the first with the second, so that nobody has to be told.
const USUAL: &[(&str, &str)] = &[("CMAKE_HOST_SYSTEM_NAME", USUAL_SYSTEM), ("GENERATOR_IS_MULTI_CONFIG", "0")];

/// A name and the text given to it.
#[derive(Clone, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub struct Setting {
    pub name: String,
    pub value: String,
}

/// What to set and to assume so that a condition holds; what is not mentioned is left as it is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Witness {
    /// `-D` settings, sorted.
    pub settings: Vec<Setting>,
    /// The system to build for (`linux`, `macos`, `windows`, ...), if it matters.
    pub platform: Option<String>,
    /// Environment variables, sorted.
    pub environment: Vec<Setting>,
    /// What else must be so, in words, sorted.
    pub assumptions: Vec<String>,
}

/// Truth values of the literals of some atoms.
pub(super) type Point = BTreeMap<AtomId, bool>;

/// A search for a configuration.
pub(super) struct Search<'a> {
    pub(super) store: &'a Store,
    /// All of these must hold.
    pub(super) goals: Vec<Cond>,
    /// What each of them speaks of.
    subjects: Vec<Arc<[SubjectId]>>,
    /// The atoms of the goals, and what their definitions speak of.
    pub(super) atoms: Vec<AtomId>,
    /// What the condition itself speaks of.
    pub(super) asked: BTreeSet<SubjectId>,
    /// The literals' truth values; all goals hold there.
    point: Point,
    /// The atoms that were decided to find the point.
    decided: Vec<AtomId>,
    /// The atoms of each subject.
    about: BTreeMap<SubjectId, Vec<AtomId>>,
    /// Combinations of literals for which no text was found.
    pub(super) refuted: Vec<Vec<(AtomId, bool)>>,
}

/// How a subject was made to fit.
enum Settled {
    Stays,
    Text(String),
    /// No text was found.
    Nowhere,
}

impl Store {
    pub(super) fn witness(&mut self, c: Cond, forbidden: &[Cond]) -> Option<Witness> {
        if c.is_false() || forbidden.contains(&Cond::TRUE) {
            return None;
        }
        if c.is_unknown() {
            let assumptions = vec!["a condition that is too large to be computed".to_owned()];
            return Some(Witness { assumptions, ..Witness::default() });
        }
        // Exact and cheap, where all of them together may be too much.
        let mut refused = |bad: Cond| !bad.is_unknown() && !self.bdd.intersect(c, bad.flip());
        if forbidden.iter().any(|bad| refused(*bad)) {
            return None;
        }
        let goals = self.goals(c, forbidden);
        let asked = self.subjects_of(c).iter().copied().collect();
        let atoms = self.closure(&goals);
        let mut about: BTreeMap<SubjectId, Vec<AtomId>> = BTreeMap::new();
        for &atom in &atoms {
            about.entry(self.atoms[atom.0 as usize].subject).or_default().push(atom);
        }
        let (point, decided, refuted) = (Point::new(), Vec::new(), Vec::new());
        let subjects = goals.iter().map(|&goal| self.subjects_of(goal)).collect();
        let mut search = Search { store: self, goals, subjects, atoms, asked, about, point, decided, refuted };
        let mut first = None;
        for _ in 0..ATTEMPTS {
            let proved = match search.solve() {
                Outcome::Impossible => return first,
                Outcome::Found(point, decided) => {
                    (search.point, search.decided) = (point, decided);
                    true
                }
                Outcome::Unsettled(point, decided) => {
                    (search.point, search.decided) = (point, decided);
                    search.goals.truncate(1);
                    false
                }
            };
            let before = search.refuted.len();
            let mut witness = search.configure();
            if !proved {
                witness.assumptions.push(CHECKS_PASS.to_owned());
                witness.assumptions.dedup();
            }
            if !proved || search.refuted.len() == before {
                return Some(witness);
            }
            first = first.or(Some(witness));
        }
        first
    }

    pub(super) fn holds_by_default(&mut self, c: Cond) -> bool {
        if c.is_true() || c.is_false() || c.is_unknown() {
            return c.is_true();
        }
        let subjects = self.subjects_of(c);
        let is_option = |subject: &SubjectId| {
            let state = self.state(*subject);
            let info = &state.info;
            matches!(info.kind, SubjectKind::Option | SubjectKind::Input)
                && info.default.is_some()
                && state.defaults.is_empty()
        };
        subjects.iter().all(is_option)
            && self.bdd.value(c, |var| {
                let atom = AtomId(var);
                let info = &self.state(self.atoms[atom.0 as usize].subject).info;
                self.reading(atom, info.default.as_deref())
            })
    }

    /// The condition, and the complements of the forbidden ones that share a subject with it, be it through others.
    fn goals(&mut self, c: Cond, forbidden: &[Cond]) -> Vec<Cond> {
        let mut reached: BTreeSet<SubjectId> = self.subjects_of(c).iter().copied().collect();
        let mut seen: FxHashSet<Cond> = FxHashSet::default();
        let mut open: Vec<Cond> = Vec::new();
        for &bad in forbidden {
            if !bad.is_unknown() && !bad.is_false() && seen.insert(bad) && self.bdd.intersect(c, bad) {
                open.push(bad);
            }
        }
        let mut goals = vec![c];
        loop {
            let before = goals.len();
            let mut rest = Vec::new();
            for bad in open {
                let subjects = self.subjects_of(bad);
                if subjects.iter().any(|subject| reached.contains(subject)) {
                    reached.extend(subjects.iter());
                    goals.push(bad.flip());
                } else {
                    rest.push(bad);
                }
            }
            open = rest;
            if goals.len() == before {
                return goals;
            }
        }
    }
}

impl Search<'_> {
    pub(super) fn subject(&self, atom: AtomId) -> SubjectId {
        self.store.atoms[atom.0 as usize].subject
    }

    pub(super) fn kind(&self, subject: SubjectId) -> SubjectKind {
        self.store.state(subject).info.kind
    }

    /// Whether leaving the subject alone gives it a text of its domain.
    fn may_stay(&self, subject: SubjectId) -> bool {
        match (&self.store.state(subject).info.domain, self.default_text(subject)) {
            (Domain::Closed { values, with_other: false }, Some(text)) => values.contains(&text),
            (Domain::Integer { .. }, text) => text.is_some_and(|text| !text.is_empty()),
            _ => true,
        }
    }

    /// The text that a subject has if nobody sets it; `None` is undefined.
    fn default_text(&self, subject: SubjectId) -> Option<String> {
        self.default_at(subject, &self.point, 0)
    }

    /// The same where the literals are as in a point; those that it lacks are as by default, too.
    fn default_at(&self, subject: SubjectId, point: &Point, depth: usize) -> Option<String> {
        let state = self.store.state(subject);
        let info = &state.info;
        let holds = |when: Cond| {
            self.store.bdd.value(when, |var| {
                let known = point.get(&AtomId(var)).copied();
                known.unwrap_or_else(|| depth < NESTED_DEFAULTS && self.literal_at(AtomId(var), point, depth + 1))
            })
        };
        if let Some((_, text)) = state.defaults.iter().find(|(when, _)| holds(*when)) {
            return text.clone();
        }
        match (&info.default, &info.domain, info.kind) {
            (Some(text), _, _) => Some(text.clone()),
            (None, _, SubjectKind::Platform) => Some(USUAL_SYSTEM.to_owned()),
            (None, _, SubjectKind::Toolchain) if usual(&info.name).is_some() => usual(&info.name).map(str::to_owned),
            (None, _, SubjectKind::Toolchain) if is_of_compiler(&info.name, "ID") => Some(USUAL_COMPILER.to_owned()),
            (None, _, SubjectKind::Toolchain) if is_of_compiler(&info.name, "VERSION") => {
                Some(CURRENT_VERSION.to_owned())
            }
            (None, Domain::Boolean, _) if info.always_defined => Some("OFF".to_owned()),
            (None, _, _) => info.always_defined.then(String::new),
        }
    }

    pub(super) fn default_value(&self, atom: AtomId) -> bool {
        self.literal_at(atom, &self.point, 0)
    }

    /// The value of a literal whose subject is left alone.
    pub(super) fn literal_at(&self, atom: AtomId, point: &Point, depth: usize) -> bool {
        self.store.reading(atom, self.default_at(self.subject(atom), point, depth).as_deref())
    }

    pub(super) fn holds(&self, goal: Cond, point: &Point) -> bool {
        self.store.bdd.value(goal, |var| point.get(&AtomId(var)).copied().unwrap_or(false))
    }

    /// Texts for the subjects, from the literals' truth values.
    fn configure(&mut self) -> Witness {
        let mut subjects: Vec<SubjectId> = self.about.keys().copied().collect();
        // Whether the platform matters is known when everything else is settled.
        subjects.sort_by_key(|&subject| self.kind(subject) == SubjectKind::Platform);
        let mut witness = Witness::default();
        let (mut assumed, mut free) = (Vec::new(), Vec::new());
        for &subject in &subjects {
            let kind = self.kind(subject);
            let list = match kind {
                SubjectKind::Option | SubjectKind::Input => &mut witness.settings,
                SubjectKind::Environment => &mut witness.environment,
                SubjectKind::Platform => {
                    if !self.matters(subject) {
                        free.extend(self.atoms_of(subject));
                        continue;
                    }
                    match self.settle(subject, false) {
                        Settled::Text(system) => witness.platform = Some(platform::label(&system)),
                        Settled::Stays => {}
                        Settled::Nowhere => assumed.extend(self.atoms_of(subject)),
                    }
                    continue;
                }
                // The usual way to build, where it does not matter.
                SubjectKind::Toolchain
                    if usual(&self.store.state(subject).info.name).is_some()
                        && matches!(self.settle(subject, true), Settled::Stays) =>
                {
                    continue;
                }
                SubjectKind::Toolchain | SubjectKind::Unknown | SubjectKind::Fact => {
                    assumed.extend(self.atoms_of(subject));
                    continue;
                }
            };
            match self.settle(subject, true) {
                Settled::Text(value) => {
                    list.push(Setting { name: self.store.state(subject).info.name.clone(), value });
                }
                Settled::Stays => {}
                Settled::Nowhere => {
                    assumed.extend(self.atoms_of(subject));
                    self.refute(subject);
                }
            }
        }
        witness.settings.sort();
        witness.environment.sort();
        witness.assumptions = self.needed(&assumed, &free);
        witness
    }

    /// Notes that no text was found for what the path says about a subject.
    fn refute(&mut self, subject: SubjectId) {
        let decided = self.decided.iter().filter(|&&atom| self.subject(atom) == subject);
        let literals: Vec<(AtomId, bool)> = decided.filter_map(|atom| Some((*atom, *self.point.get(atom)?))).collect();
        if !literals.is_empty() {
            self.refuted.push(literals);
        }
    }

    fn atoms_of(&self, subject: SubjectId) -> Vec<AtomId> {
        self.about.get(&subject).cloned().unwrap_or_default()
    }

    /// Whether the goals say anything about the subject once all others are as in the point.
    fn matters(&self, subject: SubjectId) -> bool {
        let value = |var: u32| {
            let atom = AtomId(var);
            if self.subject(atom) == subject { None } else { self.point.get(&atom).copied() }
        };
        !self.goals.iter().all(|&goal| self.store.bdd.holds_throughout(goal, value))
    }

    /// Gives the subject a text with which all goals hold, if possible by leaving it alone, where that is `allowed`. The
    /// point is changed accordingly.
    fn settle(&mut self, subject: SubjectId, allowed: bool) -> Settled {
        let atoms = self.atoms_of(subject);
        let default = self.default_text(subject);
        let literals: Vec<(&Predicate, bool)> = atoms
            .iter()
            .map(|atom| (&self.store.atoms[atom.0 as usize].predicate, self.point.get(atom).copied().unwrap_or(false)))
            .collect();
        let state = self.store.state(subject);
        let constants: Vec<&str> = state.constants.iter().map(|(text, _)| text.as_str()).collect();
        let texts = candidates::texts(&state.info.name, &state.info.domain, default.as_deref(), &constants, &literals);
        let before: Vec<(AtomId, bool)> =
            atoms.iter().filter_map(|atom| Some((*atom, *self.point.get(atom)?))).collect();
        // The others hold, and go on to hold.
        let goals: Vec<Cond> =
            self.goals.iter().zip(&self.subjects).filter(|(_, s)| s.contains(&subject)).map(|(&g, _)| g).collect();
        let stay = self.may_stay(subject).then(|| (default.clone(), true)).into_iter();
        for (text, is_default) in stay.chain(texts.into_iter().map(|text| (Some(text), false))) {
            for &atom in &atoms {
                self.point.insert(atom, self.store.reading(atom, text.as_deref()));
            }
            if goals.iter().all(|&goal| self.holds(goal, &self.point)) {
                return match text {
                    Some(text) if !(is_default && allowed) => Settled::Text(text),
                    _ => Settled::Stays,
                };
            }
        }
        self.point.extend(before);
        Settled::Nowhere
    }

    /// What of the given literals is needed, as text, sorted, when the `free` atoms may have any value.
    fn needed(&self, atoms: &[AtomId], free: &[AtomId]) -> Vec<String> {
        let value = |atom: AtomId| self.point.get(&atom).copied().unwrap_or(false);
        let (own, others): (Vec<AtomId>, Vec<AtomId>) =
            self.needed_atoms(atoms, free).into_iter().partition(|&atom| self.asked.contains(&self.subject(atom)));
        let shown = |atoms: &[AtomId]| {
            let (told, untold): (Vec<AtomId>, Vec<AtomId>) =
                atoms.iter().copied().partition(|&atom| self.store.is_told(self.store.atoms[atom.0 as usize].shown));
            let values: Vec<(AtomId, bool)> = told.into_iter().map(|atom| (atom, value(atom))).collect();
            let mut texts = self.store.literal_texts(&values);
            texts.extend((!untold.is_empty()).then(|| UNTOLD.to_owned()));
            texts
        };
        let mut texts = shown(&own);
        if others.len() > MOST_OTHERS {
            texts.push(CHECKS_PASS.to_owned());
        } else {
            texts.extend(shown(&others));
        }
        texts.sort();
        texts.dedup();
        texts
    }

    /// Those of the given atoms without whose value the goals could fail.
    fn needed_atoms(&self, atoms: &[AtomId], free: &[AtomId]) -> BTreeSet<AtomId> {
        let mut kept: BTreeSet<AtomId> = atoms.iter().copied().collect();
        if kept.is_empty() {
            return kept;
        }
        let assumable: BTreeSet<AtomId> = kept.iter().chain(free).copied().collect();
        // What speaks of none of them holds whatever they are.
        let about: BTreeSet<SubjectId> = assumable.iter().map(|&atom| self.subject(atom)).collect();
        let goals = self.goals.iter().zip(&self.subjects);
        let goals = goals.filter(|(_, subjects)| subjects.iter().any(|subject| about.contains(subject)));
        let goals: Vec<Cond> = goals.map(|(&goal, _)| goal).collect();
        let mut aside = None;
        let path: BTreeSet<AtomId> = self.decided.iter().copied().filter(|atom| kept.contains(atom)).collect();
        if self.suffices(&goals, &mut aside, &assumable, &path) {
            kept = path;
        }
        let nodes: usize = goals.iter().map(|&goal| self.store.bdd.size(goal)).sum();
        if kept.len().saturating_mul(nodes) > MINIMISING {
            return kept;
        }
        // Positive statements say more, so negative ones are tried first.
        let mut tried: Vec<AtomId> = kept.iter().copied().collect();
        tried.sort_by_key(|atom| (self.point.get(atom).copied().unwrap_or(false), std::cmp::Reverse(*atom)));
        for atom in tried {
            kept.remove(&atom);
            if !self.suffices(&goals, &mut aside, &assumable, &kept) {
                kept.insert(atom);
            }
        }
        kept
    }

    /// Whether the goals hold when of the assumable atoms only the `kept` ones are as in the point.
    fn suffices(
        &self,
        goals: &[Cond],
        aside: &mut Option<Option<Aside>>,
        assumable: &BTreeSet<AtomId>,
        kept: &BTreeSet<AtomId>,
    ) -> bool {
        let value = |atom: AtomId| {
            let free = assumable.contains(&atom) && !kept.contains(&atom);
            if free { None } else { self.point.get(&atom).copied() }
        };
        let plainly = || goals.iter().all(|&goal| self.store.bdd.holds_throughout(goal, |var| value(AtomId(var))));
        let mut looked_at = || aside.get_or_insert_with(|| Aside::new(self, goals)).as_mut()?.holds(value);
        plainly() || looked_at().unwrap_or(false)
    }
}

/// What most builds have for a fact of the toolchain.
fn usual(name: &str) -> Option<&'static str> {
    USUAL.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// Whether a variable is one of a compiler of C or C++: `CMAKE_<LANG>_COMPILER_ID`, `CMAKE_<LANG>_COMPILER_VERSION`.
fn is_of_compiler(name: &str, what: &str) -> bool {
    let language = name.strip_prefix("CMAKE_").and_then(|rest| rest.strip_suffix(what)?.strip_suffix("_COMPILER_"));
    language.is_some_and(|language| platform::LANGUAGES.contains(&language))
}

/// The goals in a store of their own, where they can be looked at together with the consistency of the literals.
struct Aside {
    scratch: Scratch,
    care: Cond,
    goals: Vec<Cond>,
}

impl Aside {
    /// `None` if that is too large.
    fn new(search: &Search, goals: &[Cond]) -> Option<Self> {
        let mut scratch = Scratch::new(search.atoms.clone());
        let care = scratch.care(search.store, &search.atoms)?;
        let goals: Option<Vec<Cond>> = goals.iter().map(|&goal| scratch.import(search.store, goal)).collect();
        Some(Self { goals: goals?, care, scratch })
    }

    /// Whether the goals hold wherever the literals are consistent and have these values.
    fn holds(&mut self, value: impl Fn(AtomId) -> Option<bool>) -> Option<bool> {
        let Self { scratch: Scratch { bdd, order, .. }, care, goals } = self;
        let value = |var: u32| order.get(var as usize).and_then(|&atom| value(atom));
        let possible = bdd.fix(*care, value)?;
        for &goal in goals.iter() {
            let rest = bdd.fix(goal, value)?;
            if bdd.intersect(possible, rest.flip()) {
                return Some(false);
            }
        }
        Some(true)
    }
}
