//! "If … then … else" without the nodes of its parts: what a variable is after an assignment under a condition is most
//! often a function that is there already.

use super::{Bdd, Cond};

/// Largest cache, in entries of 16 bytes.
const CACHE_LIMIT: usize = 1 << 16;
/// Entry of the cache that was never written: no condition of a choice is constant.
const EMPTY: Entry =
    Entry { key: Choice { test: Cond::TRUE, then: Cond::TRUE, other: Cond::TRUE }, result: Cond::TRUE };

/// A choice that needs a look at the nodes' children; neither the test nor `then` is negated.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Choice {
    test: Cond,
    then: Cond,
    other: Cond,
}

#[derive(Clone, Copy)]
struct Entry {
    key: Choice,
    result: Cond,
}

/// A pending choice: what it is of, whether its result is wanted negated, and what is known of that so far.
struct Frame {
    key: Choice,
    negate: bool,
    var: u32,
    hi: (Cond, Cond, Cond),
    /// The result for the variable being false; `None` while it is computed.
    lo: Option<Cond>,
}

/// The choices that were made, by their hash.
#[derive(Default, Clone)]
pub(super) struct Choices {
    entries: Vec<Entry>,
    /// Places that the current attempt wrote, as far as they are fewer than the places that there are.
    written: Vec<u32>,
}

impl Choices {
    /// Begins an attempt.
    pub(super) fn begin(&mut self) {
        self.written.clear();
    }

    /// Forgets what was written since the attempt began.
    pub(super) fn roll_back(&mut self) {
        if self.written.len() < self.entries.len() {
            for slot in self.written.drain(..) {
                self.entries[slot as usize] = EMPTY;
            }
        } else {
            self.written.clear();
            self.entries.fill(EMPTY);
        }
    }

    #[inline]
    fn known(&self, key: Choice) -> Option<Cond> {
        self.entries.get(self.slot(key)).filter(|entry| entry.key == key).map(|entry| entry.result)
    }

    /// Remembers a choice in a cache of at least so many places.
    fn remember(&mut self, key: Choice, result: Cond, size: usize) {
        if self.entries.len() < size {
            self.entries = vec![EMPTY; size];
            self.written.clear();
        }
        let slot = self.slot(key);
        if let Some(entry) = self.entries.get_mut(slot) {
            *entry = Entry { key, result };
            if self.written.len() < self.entries.len() {
                self.written.push(slot as u32);
            }
        }
    }

    #[inline]
    fn slot(&self, key: Choice) -> usize {
        super::mix(key.test.0, key.then.0, key.other.0) as usize & self.entries.len().wrapping_sub(1)
    }
}

/// What is known of a choice without a look at the children of all three.
enum Step {
    Done(Cond),
    /// The choice in its canonical form, and whether its result is to be negated.
    Open(Choice, bool),
}

impl Bdd {
    /// "If `c` then `a` else `b`".
    pub(in crate::cond) fn ite(&mut self, c: Cond, a: Cond, b: Cond) -> Option<Cond> {
        let mut frames: Vec<Frame> = Vec::new();
        let mut asked = (c, a, b);
        loop {
            let mut result = match self.step(asked.0, asked.1, asked.2)? {
                Step::Done(result) => result,
                Step::Open(key, negate) => {
                    self.steps_left = self.steps_left.checked_sub(1)?;
                    let var = self.upper(self.top(key.then, key.other), self.var(key.test));
                    let (lo_c, hi_c) = self.cofactors(key.test, var);
                    let (lo_a, hi_a) = self.cofactors(key.then, var);
                    let (lo_b, hi_b) = self.cofactors(key.other, var);
                    frames.push(Frame { key, negate, var, hi: (hi_c, hi_a, hi_b), lo: None });
                    asked = (lo_c, lo_a, lo_b);
                    continue;
                }
            };
            loop {
                let Some(frame) = frames.last_mut() else { return Some(result) };
                let Some(lo) = frame.lo else {
                    frame.lo = Some(result);
                    asked = frame.hi;
                    break;
                };
                let (key, negate, var) = (frame.key, frame.negate, frame.var);
                frames.pop();
                let made = self.make(var, lo, result)?;
                self.choices.remember(key, made, (self.cache.len() / 4).min(CACHE_LIMIT));
                result = made.flip_if(negate);
            }
        }
    }

    /// The result where one of the three decides or two are alike, else the canonical form.
    fn step(&mut self, c: Cond, a: Cond, b: Cond) -> Option<Step> {
        let (c, mut a, mut b) = if c.is_negated() { (c.flip(), b, a) } else { (c, a, b) };
        if c == Cond::TRUE || a == b {
            return Some(Step::Done(a));
        }
        if a.index() == c.index() {
            a = if a == c { Cond::TRUE } else { Cond::FALSE };
        }
        if b.index() == c.index() {
            b = if b == c { Cond::FALSE } else { Cond::TRUE };
        }
        let two = match (a, b) {
            (Cond::FALSE, _) => self.and(c.flip(), b)?,
            (_, Cond::FALSE) => self.and(c, a)?,
            (Cond::TRUE, _) => self.or(c, b)?,
            (_, Cond::TRUE) => self.or(c.flip(), a)?,
            _ => {
                let negate = a.is_negated();
                let key = Choice { test: c, then: a.flip_if(negate), other: b.flip_if(negate) };
                let known = self.choices.known(key);
                return Some(known.map_or(Step::Open(key, negate), |result| Step::Done(result.flip_if(negate))));
            }
        };
        Some(Step::Done(two))
    }
}
