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
