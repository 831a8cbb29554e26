//! Which operations were given up: who asks again, and offers no more than then, has the answer without another attempt.
use super::{Bdd, LEAST_STEPS, PORTION, SHARE, STEPS_PER_NODE, mix};
use crate::cond::Cond;

/// Pairs that are remembered.
const PAIRS: usize = 1 << 12;

/// What an attempt may take.
#[derive(Clone, Copy, Default)]
pub(super) struct Offer {
    pub(super) nodes: usize,
    pub(super) steps: usize,
}

impl Offer {
    fn is_within(self, other: Self) -> bool {
        self.nodes <= other.nodes && self.steps <= other.steps
    }
}

/// Operands of conjunctions that were given up, by their hash, and what was offered.
#[derive(Clone, Default)]
pub(super) struct Failures(Vec<(Cond, Cond, Offer)>);

impl Failures {
    fn slot(a: Cond, b: Cond) -> usize {
        mix(a.0, b.0, 1) as usize & (PAIRS - 1)
    }

    fn knows(&self, a: Cond, b: Cond, offer: Offer) -> bool {
        self.0.get(Self::slot(a, b)).is_some_and(|known| (known.0, known.1) == (a, b) && offer.is_within(known.2))
    }

    fn remember(&mut self, a: Cond, b: Cond, offer: Offer) {
        // Constants are no operands that fail.
        self.0.resize(PAIRS, (Cond::TRUE, Cond::TRUE, Offer::default()));
        self.0[Self::slot(a, b)] = (a, b, offer);
    }
}

impl Bdd {
    /// What an attempt that begins now may take.
    pub(super) fn offer(&self) -> Offer {
        let start = self.nodes.len();
        let mut ceiling = self.limit.min(start + self.allowance).min(self.ration.max(start));
        if self.is_shared_out {
            ceiling = ceiling.min(start + self.room() / PORTION);
        }
        let steps = self.allowance.saturating_mul(STEPS_PER_NODE).min((self.credit / SHARE).max(LEAST_STEPS));
        Offer { nodes: ceiling.saturating_sub(start), steps }
    }

    /// The conjunction, within the allowance (see [`Bdd::attempt`]).
    pub(in crate::cond) fn attempt_and(&mut self, a: Cond, b: Cond) -> Option<Cond> {
        let (a, b) = if a.0 < b.0 { (a, b) } else { (b, a) };
        let offer = self.offer();
        if self.failures.knows(a, b, offer) {
            return None;
        }
        let result = self.attempt(|bdd| bdd.and(a, b));
        if result.is_none() {
            self.failures.remember(a, b, offer);
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_failed_is_tried_again_with_more_only() {
        let mut failures = Failures::default();
        let offer = |nodes, steps| Offer { nodes, steps };
        let (a, b) = (Cond(4), Cond(6));
        assert!(!failures.knows(a, b, offer(1, 1)));
        failures.remember(a, b, offer(10, 100));
        assert!(failures.knows(a, b, offer(10, 100)) && failures.knows(a, b, offer(5, 50)));
        assert!(!failures.knows(a, b, offer(11, 100)) && !failures.knows(a, b, offer(10, 101)));
        assert!(!failures.knows(b, a, offer(1, 1)));
    }
}
