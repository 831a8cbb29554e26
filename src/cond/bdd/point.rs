//! Single configurations of a diagram: the cheapest one, and what holds at one.

use super::{Bdd, Cond};
use rustc_hash::{FxHashMap, FxHashSet};

impl Bdd {
    /// The cheapest way to make `f` true, as values of variables; `None` if `f` is false. Of equally cheap ones the one
    /// with the upper variables false.
    pub(in crate::cond) fn cheapest(&self, f: Cond, cost: impl Fn(u32, bool) -> u64) -> Option<Vec<(u32, bool)>> {
        const NEVER: u64 = u64::MAX;
        let mut costs: FxHashMap<Cond, u64> = FxHashMap::default();
        costs.insert(Cond::TRUE, 0);
        costs.insert(Cond::FALSE, NEVER);
        let read = |costs: &FxHashMap<Cond, u64>, edge: Cond| costs.get(&edge).copied().unwrap_or(NEVER);
        let step = |costs: &FxHashMap<Cond, u64>, edge: Cond| {
            let (lo, hi) = self.children(edge);
            let var = self.var(edge);
            (read(costs, lo).saturating_add(cost(var, false)), read(costs, hi).saturating_add(cost(var, true)))
        };
        for index in self.below(f) {
            for edge in [Cond(index << 1), Cond(index << 1).flip()] {
                let (lo, hi) = step(&costs, edge);
                costs.insert(edge, lo.min(hi));
            }
        }
        if read(&costs, f) == NEVER {
            return None;
        }
        let mut path = Vec::new();
        let mut f = f;
        while f.index() > 1 {
            let (lo, hi) = step(&costs, f);
            path.push((self.var(f), hi < lo));
            f = if hi < lo { self.children(f).1 } else { self.children(f).0 };
        }
        Some(path)
    }

    /// Whether `f` holds wherever the variables have the given values; `None` is either value.
    pub(in crate::cond) fn holds_throughout(&self, f: Cond, value: impl Fn(u32) -> Option<bool>) -> bool {
        let mut seen = FxHashSet::default();
        let mut stack = vec![f];
        while let Some(f) = stack.pop() {
            if f == Cond::FALSE {
                return false;
            }
            if f.index() > 1 && seen.insert(f) {
                let (lo, hi) = self.children(f);
                let value = value(self.var(f));
                if value != Some(true) {
                    stack.push(lo);
                }
                if value != Some(false) {
                    stack.push(hi);
                }
            }
        }
        true
    }

    /// How many parts the first of some conditions surely divide `f` into, the first two, and so on, until there are more than `most`;
    /// nothing where there are not surely as many. Parts are counted that some points of `f` are in, which are looked for as if by chance;
    /// what that takes counts among the steps.
    pub(in crate::cond) fn divide(&mut self, f: Cond, conds: &[Cond], most: usize) -> Option<Vec<usize>> {
        let mut point = Point::default();
        let counts = self.divide_at(&mut point, f, conds, most);
        self.pay(point.visits / Point::VISITS_PER_STEP);
        counts
    }

    fn divide_at(&self, point: &mut Point, f: Cond, conds: &[Cond], most: usize) -> Option<Vec<usize>> {
        /// Points that are tried whatever is found, and for each part that is found.
        const AT_FIRST: usize = 32;
        const FOR_EACH: usize = 6;
        let mut points: Vec<Vec<u64>> = Vec::new();
        let mut seen = FxHashSet::default();
        let mut chance = Chance(0x9E37_79B9_7F4A_7C15, 2);
        while seen.len() <= most {
            let tried = points.len();
            if tried >= AT_FIRST && seen.len() * FOR_EACH < tried {
                return None;
            }
            chance.prefer(tried);
            let sides = self.sides(point, f, conds, &mut chance);
            seen.insert(sides.last().copied());
            points.push(sides);
        }
        let mut counts = Vec::new();
        for at in 0..conds.len() {
            let mut sides: Vec<u64> = points.iter().map(|sides| sides[at]).collect();
            sides.sort_unstable();
            sides.dedup();
            counts.push(sides.len());
            if sides.len() > most {
                break;
            }
        }
        Some(counts)
    }

    /// On which sides of conditions a point of `f` is: of the first one, of the first two, and so on, as digests.
    fn sides(&self, point: &mut Point, f: Cond, conds: &[Cond], chance: &mut Chance) -> Vec<u64> {
        point.begin();
        let mut at = f;
        while at.index() > 1 {
            let (lo, hi) = self.children(at);
            let high = lo == Cond::FALSE || hi != Cond::FALSE && chance.toss();
            point.set(self.var(at), high);
            at = if high { hi } else { lo };
        }
        let mut digest: u64 = 0;
        let side = |&cond: &Cond| {
            let mut at = cond;
            while at.index() > 1 {
                let (lo, hi) = self.children(at);
                at = if point.value(self.var(at), chance) { hi } else { lo };
            }
            digest = (digest.rotate_left(5) ^ u64::from(at == Cond::TRUE)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            digest
        };
        conds.iter().map(side).collect()
    }

    /// `f` at a point.
    pub(in crate::cond) fn value(&self, f: Cond, point: impl Fn(u32) -> bool) -> bool {
        let mut f = f;
        while f.index() > 1 {
            f = self.child(f, &point);
        }
        f == Cond::TRUE
    }

    /// The variables that decide whether `f` holds at a point, as few as the order of variables allows.
    pub(in crate::cond) fn path(&self, f: Cond, point: impl Fn(u32) -> bool) -> impl Iterator<Item = u32> {
        let nodes = std::iter::successors(Some(f), move |&f| (f.index() > 1).then(|| self.child(f, &point)));
        nodes.filter(|f| f.index() > 1).map(|f| self.var(f))
    }

    fn child(&self, f: Cond, point: impl Fn(u32) -> bool) -> Cond {
        let (lo, hi) = self.children(f);
        if point(self.var(f)) { hi } else { lo }
    }
}

/// Values of variables, each tossed when it is asked for first: one point after the other, in the same room.
#[derive(Default)]
struct Point {
    /// By variable: the number of the point that it was set for, and its value.
    values: Vec<(u32, bool)>,
    number: u32,
    /// Nodes that were passed, at all points.
    visits: usize,
}

impl Point {
    /// A node that is passed costs less than one that is made.
    const VISITS_PER_STEP: usize = 4;

    /// The next point.
    fn begin(&mut self) {
        self.number += 1;
    }

    fn slot(&mut self, var: u32) -> &mut (u32, bool) {
        self.visits += 1;
        let at = var as usize;
        if at >= self.values.len() {
            self.values.resize(at + 1, (0, false));
        }
        &mut self.values[at]
    }

    fn set(&mut self, var: u32, value: bool) {
        *self.slot(var) = (self.number, value);
    }

    fn value(&mut self, var: u32, chance: &mut Chance) -> bool {
        let number = self.number;
        let slot = self.slot(var);
        if slot.0 != number {
            *slot = (number, chance.toss());
        }
        slot.1
    }
}

/// A fixed sequence that looks like chance (Marsaglia's xorshift), and how many of four times it says yes.
struct Chance(u64, u64);

impl Chance {
    /// Says yes more or less often, differently for each point: what needs many answers to be yes is rare else.
    fn prefer(&mut self, point: usize) {
        self.1 = [2, 1, 3][point % 3];
    }

    fn toss(&mut self) -> bool {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 62 < self.1
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::{Cond, Conds, Subject};

    #[test]
    fn conditions_of_their_own_divide_into_many() {
        let conds = Conds::new();
        let option = |name: &str, at: usize| conds.truthy(conds.subject(Subject::option(format!("{name}{at}"), false)));
        let here = option("HERE", 0);
        let own: Vec<Cond> = (0..20).map(|at| conds.or(conds.not(here), option("X", at))).collect();
        let counts = conds.divide(here, &own, 16).expect("there are a million parts");
        assert!(counts.len() < 20 && counts.iter().zip(1..).all(|(&count, made)| count <= 1 << made), "{counts:?}");
        // Where it does not hold, none of them divides anything.
        assert_eq!(conds.divide(conds.not(here), &own, 16), None);
        // Twenty that exclude each other make no more than 21.
        let text = conds.subject(Subject::input("TEXT"));
        let texts: Vec<Cond> = (0..20).map(|at| conds.equals(text, &at.to_string())).collect();
        assert_eq!(conds.divide(here, &texts, 21), None);
    }
}
