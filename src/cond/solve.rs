//! Truth values of literals for which a condition holds: the first step to a witness.

use super::atoms::{Store, SubjectKind};
use super::scratch::Scratch;
use super::witness::{Point, Search};
use super::{AtomId, Cond};
use rustc_hash::{FxHashMap, FxHashSet};

/// Violated conditions that are repaired one after the other when they are too large to be conjoined.
const REPAIRS: usize = 2000;

/// What the step finds out. A point comes with the atoms that were decided for it.
pub(super) enum Outcome {
    Impossible,
    Found(Point, Vec<AtomId>),
    /// Neither, within the limits.
    Unsettled(Point, Vec<AtomId>),
}

impl Search<'_> {
    /// What it costs to give the literal of an atom a value. Of equally cheap paths the one with fewer decisions is taken.
    fn cost(&self, atom: AtomId, value: bool) -> u64 {
        const DECISION: u64 = 1;
        const SETTING: u64 = 1 << 20;
        if value == self.default_value(atom) {
            return DECISION;
        }
        let subject = self.subject(atom);
        let base = match self.kind(subject) {
            SubjectKind::Option => 20,
            SubjectKind::Input => 24,
            SubjectKind::Platform => 26,
            SubjectKind::Environment => 30,
            // What only the project's own checks speak of is rather taken to be as they want it than set aside by an option.
            SubjectKind::Toolchain | SubjectKind::Unknown | SubjectKind::Fact if !self.asked.contains(&subject) => {
                return DECISION * 16;
            }
            SubjectKind::Toolchain => 34,
            SubjectKind::Unknown | SubjectKind::Fact => 40,
        };
        DECISION + SETTING * (base + u64::from(!value))
    }

    /// Truth values for the atoms so that all goals hold.
    pub(super) fn solve(&self) -> Outcome {
        self.conjoined().unwrap_or_else(|| self.repaired())
    }

    /// The cheapest path through the conjunction of everything; `None` if that is too large.
    ///
    /// Most goals hold at the cheapest point of a few of them, so they are conjoined only when they do not. The cheapest
    /// point of a part at which all the rest holds is the cheapest of all.
    fn conjoined(&self) -> Option<Outcome> {
        let mut scratch = Scratch::new(self.atoms.clone());
        let mut all = scratch.import(self.store, self.goals[0])?;
        let care = scratch.care(self.store, &self.atoms)?;
        all = scratch.bdd.and(all, care)?;
        for literals in &self.refuted {
            let mut cube = Cond::TRUE;
            for &(atom, value) in literals {
                let variable = scratch.bdd.literal(scratch.variable(atom))?;
                cube = scratch.bdd.and(cube, if value { variable } else { variable.flip() })?;
            }
            all = scratch.bdd.and(all, cube.flip())?;
        }
        let costs: Vec<[u64; 2]> = self.atoms.iter().map(|&atom| [false, true].map(|v| self.cost(atom, v))).collect();
        let cost = |var: u32, value| costs.get(var as usize).map_or(0, |costs| costs[usize::from(value)]);
        let atom = |var: u32| self.atoms.get(var as usize).copied();
        let mut rest: Vec<Cond> = self.goals[1..].to_vec();
        loop {
            let Some(path) = scratch.bdd.cheapest(all, cost) else { return Some(Outcome::Impossible) };
            let (point, decided) =
                self.completed(path.into_iter().filter_map(|(var, value)| Some((atom(var)?, value))).collect());
            let (hold, violated): (Vec<Cond>, Vec<Cond>) = rest.into_iter().partition(|&goal| self.holds(goal, &point));
            if violated.is_empty() {
                let decided = self.with_deciding(decided, &point, &hold);
                return Some(Outcome::Found(point, decided));
            }
            for goal in violated {
                let goal = scratch.import(self.store, goal)?;
                all = scratch.bdd.and(all, goal)?;
            }
            rest = hold;
        }
    }

    /// The point that has the values of a path, and defaults elsewhere.
    fn completed(&self, path: Vec<(AtomId, bool)>) -> (Point, Vec<AtomId>) {
        let decided = path.iter().map(|(atom, _)| *atom).collect();
        let mut point: Point = path.into_iter().collect();
        let rest = self.atoms.iter().filter(|atom| !point.contains_key(*atom));
        let rest: Vec<(AtomId, bool)> = rest.map(|&atom| (atom, self.literal_at(atom, &point, 0))).collect();
        point.extend(rest);
        (point, decided)
    }

    /// The decided atoms, and those that make some goals hold at the point.
    fn with_deciding(&self, decided: Vec<AtomId>, point: &Point, goals: &[Cond]) -> Vec<AtomId> {
        let mut seen: FxHashSet<AtomId> = decided.iter().copied().collect();
        let mut all = decided;
        for &goal in goals {
            let path = self.store.bdd.path(goal, |var| value(point, var));
            all.extend(path.map(AtomId).filter(|atom| seen.insert(*atom)));
        }
        all
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
}

fn value(point: &Point, var: u32) -> bool {
    point.get(&AtomId(var)).copied().unwrap_or(false)
}

/// The truth values of the literals when the variables have the values of a point.
fn consistent(store: &Store, point: &Point) -> Point {
    let meaning = |atom: AtomId| store.atoms[atom.0 as usize].meaning;
    point.keys().map(|&atom| (atom, store.bdd.value(meaning(atom), |var| value(point, var)))).collect()
}
