//! A configuration in which a condition holds.
//!
//! First the variables: the cheapest path through the conjunction of the condition, the complements of the forbidden
//! conditions and the consistency of the literals. Then the texts: for each subject the candidates are tried in order,
//! its default first, by evaluating every literal about it on the candidate and with them all the conditions. What no text
//! can be found for is stated as an assumption.

use super::atoms::{Domain, Store, SubjectKind};
use super::predicate::Predicate;
use super::scratch::Scratch;
use super::{AtomId, Cond, SubjectId, candidates, platform};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Violated conditions that are repaired one after the other when they are too large to be conjoined.
const REPAIRS: usize = 2000;
/// Atoms times atoms to be looked at to find out which assumptions are needed.
const MINIMISING: usize = 1 << 20;
/// The system that a build is thought to be for when nothing else is said.
const USUAL_SYSTEM: &str = "Linux";

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
type Point = BTreeMap<AtomId, bool>;

/// A search for a configuration.
struct Search<'a> {
    store: &'a Store,
    /// All of these must hold.
    goals: Vec<Cond>,
    /// The atoms of the goals, and what their definitions speak of.
    atoms: Vec<AtomId>,
    /// The literals' truth values; all goals hold there.
    point: Point,
    /// The atoms that were decided to find the point.
    decided: Vec<AtomId>,
    /// The atoms of each subject.
    about: BTreeMap<SubjectId, Vec<AtomId>>,
}

/// What the first step finds out. A point comes with the atoms that were decided for it.
enum Outcome {
    Impossible,
    Found(Point, Vec<AtomId>),
    /// Neither, within the limits.
    Unsettled(Point, Vec<AtomId>),
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
        let goals = self.goals(c, forbidden);
        let atoms = self.closure(&goals);
        let mut about: BTreeMap<SubjectId, Vec<AtomId>> = BTreeMap::new();
        for &atom in &atoms {
            about.entry(self.atoms[atom.0 as usize].subject).or_default().push(atom);
        }
        let mut search = Search { store: self, goals, atoms, point: Point::new(), decided: Vec::new(), about };
        let doubt = match search.solve() {
            Outcome::Impossible => return None,
            Outcome::Found(point, decided) => {
                (search.point, search.decided) = (point, decided);
                None
            }
            Outcome::Unsettled(point, decided) => {
                (search.point, search.decided) = (point, decided);
                Some("the project's own checks pass".to_owned())
            }
        };
        let mut witness = search.configure(doubt.is_none());
        witness.assumptions.extend(doubt);
        witness.assumptions.sort();
        Some(witness)
    }

    /// The condition, and the complements of the forbidden ones that share a subject with it, be it through others.
    fn goals(&mut self, c: Cond, forbidden: &[Cond]) -> Vec<Cond> {
        let mut reached: BTreeSet<SubjectId> = self.subjects_of(c).iter().copied().collect();
        let mut open: Vec<Cond> = Vec::new();
        for &bad in forbidden {
            if !bad.is_unknown() && !bad.is_false() && !open.contains(&bad) && self.bdd.intersect(c, bad) {
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
    fn subject(&self, atom: AtomId) -> SubjectId {
        self.store.atoms[atom.0 as usize].subject
    }

    fn kind(&self, subject: SubjectId) -> SubjectKind {
        self.store.state(subject).info.kind
    }

    /// The text that a subject has if nobody sets it; `None` is undefined.
    fn default_text(&self, subject: SubjectId) -> Option<String> {
        let info = &self.store.state(subject).info;
        match (&info.default, &info.domain, info.kind) {
            (Some(text), _, _) => Some(text.clone()),
            (None, _, SubjectKind::Platform) => Some(USUAL_SYSTEM.to_owned()),
            (None, Domain::Boolean, _) if info.always_defined => Some("OFF".to_owned()),
            (None, _, _) => info.always_defined.then(String::new),
        }
    }

    fn default_value(&self, atom: AtomId) -> bool {
        self.store.reading(atom, self.default_text(self.subject(atom)).as_deref())
    }

    /// What it costs to give the literal of an atom a value. Of equally cheap paths the one with fewer decisions is taken.
    fn cost(&self, atom: AtomId, value: bool) -> u64 {
        const DECISION: u64 = 1;
        const SETTING: u64 = 1 << 20;
        if value == self.default_value(atom) {
            return DECISION;
        }
        let base = match self.kind(self.subject(atom)) {
            SubjectKind::Option => 20,
            SubjectKind::Input => 24,
            SubjectKind::Platform => 26,
            SubjectKind::Environment => 30,
            SubjectKind::Toolchain => 34,
            SubjectKind::Unknown | SubjectKind::Fact => 40,
        };
        DECISION + SETTING * (base + u64::from(!value))
    }

    /// Truth values for the atoms so that all goals hold.
    fn solve(&self) -> Outcome {
        match self.conjoined() {
            Some(Some(path)) => {
                let (point, decided) = self.completed(path);
                Outcome::Found(point, decided)
            }
            Some(None) => Outcome::Impossible,
            None => self.repaired(),
        }
    }

    /// The cheapest path through the conjunction of everything: `None` if that is too large, `Some(None)` if it is false.
    #[allow(clippy::option_option)] // Too large, impossible, possible.
    fn conjoined(&self) -> Option<Option<Vec<(AtomId, bool)>>> {
        let mut scratch = Scratch::new(self.atoms.clone());
        let mut all = scratch.import(self.store, self.goals[0])?;
        let care = scratch.care(self.store, &self.atoms)?;
        all = scratch.bdd.and(all, care)?;
        for &goal in &self.goals[1..] {
            let goal = scratch.import(self.store, goal)?;
            all = scratch.bdd.and(all, goal)?;
        }
        let cost = |var: u32, value| self.atoms.get(var as usize).map_or(0, |&atom| self.cost(atom, value));
        let path = scratch.bdd.cheapest(all, cost);
        let atom = |var: u32| self.atoms.get(var as usize).copied();
        Some(path.map(|path| path.into_iter().filter_map(|(var, value)| Some((atom(var)?, value))).collect()))
    }

    /// The point that has the values of a path, and defaults elsewhere.
    fn completed(&self, path: Vec<(AtomId, bool)>) -> (Point, Vec<AtomId>) {
        let mut point: Point = self.atoms.iter().map(|&atom| (atom, self.default_value(atom))).collect();
        let decided = path.iter().map(|(atom, _)| *atom).collect();
        point.extend(path);
        (point, decided)
    }

    /// A point by mending one violated goal after the other, each time with the fewest changes, those made often before
    /// being avoided.
    fn repaired(&self) -> Outcome {
        let (mut point, _) = self.completed(Vec::new());
        let mut changed: FxHashMap<u32, u64> = FxHashMap::default();
        for _ in 0..REPAIRS {
            let read = consistent(self.store, &point);
            let Some(&goal) = self.goals.iter().find(|&&goal| !self.holds(goal, &read)) else {
                return Outcome::Found(read, self.atoms.clone());
            };
            let cost = |var: u32, value: bool| {
                let atom = AtomId(var);
                if read.get(&atom) == Some(&value) {
                    return 0;
                }
                let again = changed.get(&var).copied().unwrap_or(0);
                self.cost(atom, value) + ((100 + 50 * again) << 20)
            };
            let Some(path) = self.store.bdd.cheapest(goal, cost) else { return Outcome::Impossible };
            point = read.clone();
            for (var, value) in path {
                if point.insert(AtomId(var), value) != Some(value) {
                    *changed.entry(var).or_default() += 1;
                }
            }
        }
        // The condition itself at least, then.
        let cost = |var: u32, value| self.cost(AtomId(var), value);
        let Some(path) = self.store.bdd.cheapest(self.goals[0], cost) else { return Outcome::Impossible };
        let (point, decided) = self.completed(path.into_iter().map(|(var, value)| (AtomId(var), value)).collect());
        Outcome::Unsettled(point, decided)
    }

    fn holds(&self, goal: Cond, point: &Point) -> bool {
        self.store.bdd.value(goal, |var| point.get(&AtomId(var)).copied().unwrap_or(false))
    }

    /// Texts for the subjects, from the literals' truth values.
    fn configure(&mut self, solved: bool) -> Witness {
        if !solved {
            self.goals.truncate(1);
        }
        let mut subjects: Vec<SubjectId> = self.about.keys().copied().collect();
        subjects.sort_by_key(|&subject| self.kind(subject) != SubjectKind::Platform);
        let mut witness = Witness::default();
        let mut assumed: Vec<AtomId> = Vec::new();
        for &subject in &subjects {
            let kind = self.kind(subject);
            let list = match kind {
                SubjectKind::Option | SubjectKind::Input => &mut witness.settings,
                SubjectKind::Environment => &mut witness.environment,
                SubjectKind::Platform => {
                    if !self.matters(subject) {
                        continue;
                    }
                    match self.settle(subject, false) {
                        Some(system) => witness.platform = system.as_deref().map(platform::label),
                        None => assumed.extend(self.atoms_of(subject)),
                    }
                    continue;
                }
                SubjectKind::Toolchain | SubjectKind::Unknown | SubjectKind::Fact => {
                    assumed.extend(self.atoms_of(subject));
                    continue;
                }
            };
            match self.settle(subject, true) {
                Some(Some(value)) => list.push(Setting { name: self.store.state(subject).info.name.clone(), value }),
                Some(None) => {}
                None => assumed.extend(self.atoms_of(subject)),
            }
        }
        witness.settings.sort();
        witness.environment.sort();
        witness.assumptions = self.needed(&assumed);
        witness
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

    /// Gives the subject a text with which all goals hold, the default if possible: `Some(None)` for leaving it alone (only
    /// where it `may_stay`), `None` if there is no such text. The point is changed accordingly.
    fn settle(&mut self, subject: SubjectId, may_stay: bool) -> Option<Option<String>> {
        let atoms = self.atoms_of(subject);
        let default = self.default_text(subject);
        let literals: Vec<(&Predicate, bool)> = atoms
            .iter()
            .map(|atom| (&self.store.atoms[atom.0 as usize].predicate, self.point.get(atom).copied().unwrap_or(false)))
            .collect();
        let state = self.store.state(subject);
        let constants: Vec<&str> = state.constants.iter().map(|(text, _)| text.as_str()).collect();
        let texts = candidates::texts(&state.info.domain, default.as_deref(), &constants, &literals);
        let stay = std::iter::once((default.clone(), true));
        for (text, is_default) in stay.chain(texts.into_iter().map(|text| (Some(text), false))) {
            let mut point = self.point.clone();
            for &atom in &atoms {
                point.insert(atom, self.store.reading(atom, text.as_deref()));
            }
            if self.goals.iter().all(|&goal| self.holds(goal, &point)) {
                self.point = point;
                return Some(if is_default && may_stay { None } else { text });
            }
        }
        None
    }

    /// What of the given literals is needed, as text, sorted.
    fn needed(&self, atoms: &[AtomId]) -> Vec<String> {
        let kept = self.needed_atoms(atoms).unwrap_or_else(|| atoms.to_vec());
        let value = |atom: AtomId| self.point.get(&atom).copied().unwrap_or(false);
        let mut texts: Vec<String> = kept.into_iter().map(|atom| self.store.literal_text(atom, value(atom))).collect();
        texts.sort();
        texts.dedup();
        texts
    }

    /// Those of the given atoms without whose value the goals could fail; `None` if that is too much work.
    fn needed_atoms(&self, atoms: &[AtomId]) -> Option<Vec<AtomId>> {
        let mut scratch = Scratch::new(self.atoms.clone());
        let care = scratch.care(self.store, &self.atoms)?;
        let goals: Option<Vec<Cond>> = self.goals.iter().map(|&goal| scratch.import(self.store, goal)).collect();
        let goals = goals?;
        let assumable: BTreeSet<AtomId> = atoms.iter().copied().collect();
        let mut kept = assumable.clone();
        let mut decided = kept.clone();
        let path: BTreeSet<AtomId> = self.decided.iter().copied().collect();
        decided.retain(|atom| path.contains(atom));
        if self.suffices(&mut scratch, care, &goals, &assumable, &decided)? {
            kept = decided;
        }
        if kept.len().saturating_mul(self.atoms.len()) > MINIMISING {
            return Some(kept.into_iter().collect());
        }
        // Positive statements say more, so negative ones are tried first.
        let mut tried: Vec<AtomId> = kept.iter().copied().collect();
        tried.sort_by_key(|atom| (self.point.get(atom).copied().unwrap_or(false), std::cmp::Reverse(*atom)));
        for atom in tried {
            kept.remove(&atom);
            if !self.suffices(&mut scratch, care, &goals, &assumable, &kept)? {
                kept.insert(atom);
            }
        }
        Some(kept.into_iter().collect())
    }

    /// Whether the goals hold when of the assumable atoms only the `kept` ones are as in the point.
    fn suffices(
        &self,
        scratch: &mut Scratch,
        care: Cond,
        goals: &[Cond],
        assumable: &BTreeSet<AtomId>,
        kept: &BTreeSet<AtomId>,
    ) -> Option<bool> {
        let value = |var: u32| {
            let atom = *self.atoms.get(var as usize)?;
            let free = assumable.contains(&atom) && !kept.contains(&atom);
            if free { None } else { self.point.get(&atom).copied() }
        };
        let possible = scratch.bdd.fix(care, value)?;
        for &goal in goals {
            let rest = scratch.bdd.fix(goal, value)?;
            if scratch.bdd.intersect(possible, rest.flip()) {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// The truth values of the literals when the variables have the values of a point.
fn consistent(store: &Store, point: &Point) -> Point {
    let value = |var: u32| point.get(&AtomId(var)).copied().unwrap_or(false);
    point.keys().map(|&atom| (atom, store.bdd.value(store.atoms[atom.0 as usize].meaning, value))).collect()
}
