//! The order of the variables in the diagrams.

use super::{Bdd, TERMINAL};

/// Room between neighbours in the order when a variable is put last.
const GAP: u64 = 1 << 24;
/// Room that is left between neighbours when a variable is put before another one.
const STEP: u64 = 1 << 12;

impl Bdd {
    /// Gives a new variable (they come in the order of their numbers) its place: right above `below`, or last. Nodes that
    /// exist keep their meaning, for none of them speaks of the variable; one that has its place keeps it.
    pub(in crate::cond) fn place(&mut self, var: u32, below: Option<u32>) {
        if (var as usize) < self.levels.len() {
            return;
        }
        let level = match below {
            Some(below) => self.level_before(self.level(below)).unwrap_or_else(|| {
                self.spread();
                let level = self.level(below);
                self.level_before(level).unwrap_or(level)
            }),
            None => self.order.last_key_value().map_or(0, |(&level, _)| level) + GAP,
        };
        self.levels.push(level);
        self.order.insert(level, var);
    }

    /// Gives a new variable its place right below another one.
    pub(in crate::cond) fn place_below(&mut self, var: u32, above: u32) {
        let next = self.order.range(self.level(above) + 1..).next().map(|(_, &next)| next);
        self.place(var, next);
    }

    /// A free level between this one and the one before, close to this one: there will be more to be put before it.
    pub(super) fn level_before(&self, level: u64) -> Option<u64> {
        let previous = self.order.range(..level).next_back().map_or(0, |(&previous, _)| previous);
        let half = (level - previous) / 2;
        (half > 0).then(|| level - half.min(STEP))
    }

    /// Makes room between all neighbours, keeping the order.
    pub(super) fn spread(&mut self) {
        let vars: Vec<u32> = self.order.values().copied().collect();
        self.order.clear();
        for (at, var) in vars.into_iter().enumerate() {
            let level = (at as u64 + 1) * GAP;
            self.levels[var as usize] = level;
            self.order.insert(level, var);
        }
    }

    #[inline]
    pub(super) fn level(&self, var: u32) -> u64 {
        match self.levels.get(var as usize) {
            Some(&level) => level,
            None if var == TERMINAL => u64::MAX,
            None => u64::from(var) + (1 << 56),
        }
    }

    /// Puts variables in order, upper ones first.
    pub(in crate::cond) fn sort(&self, vars: &mut [u32]) {
        vars.sort_unstable_by_key(|&var| self.level(var));
    }
}
