//! The engine: reduced ordered binary decision diagrams with complement edges.
//!
//! A node is an index into one array; an edge is that index shifted left by one, its lowest bit saying that the function
//! is negated. So negation costs nothing, and a function and its complement share their nodes. Canonical form: no node
//! has equal children, and the `hi` edge is never negated. A child's index is smaller than its parent's, hence walking
//! indices upwards visits children first.
//!
//! Nothing here recurses: a diagram may be as deep as there are variables, and there may be many thousands.

mod choice;
mod failures;
mod given;
mod marks;
mod order;
mod point;
mod walk;

use super::Cond;
use marks::Marks;
use rustc_hash::FxHashSet;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The variable of a terminal: below every real variable.
const TERMINAL: u32 = u32::MAX;
/// Entry of the operation cache that was never written; no operation has two equal operands.
const EMPTY: Entry = Entry { a: 0, b: 0, result: 0 };
/// The lower half of an entry of the unique table.
const INDEX: u64 = 0xFFFF_FFFF;
/// Nodes that an attempt may add however many attempts failed before.
const LEAST_ALLOWANCE: usize = 1000;
/// Which part of the room that is left one attempt may take: one in this many. What grows large is given up before the store
/// is full, and small operations go on.
const PORTION: usize = 32;
/// Steps that an attempt may take, per node that it may add.
const STEPS_PER_NODE: usize = 16;
/// Steps that a store may take in all; what is left bounds what one attempt may take. Some seconds.
const CREDIT: usize = 1 << 26;
/// Which part of the steps that are left one attempt may take: one in this many.
const SHARE: usize = 16;
/// Steps that an attempt may take however few are left.
const LEAST_STEPS: usize = 2000;
/// What a pair that a search for a common configuration looks at costs, in steps.
const PAIR: usize = 4;
/// Largest operation cache, in entries of 12 bytes.
const CACHE_LIMIT: usize = 1 << 20;

#[derive(Clone, Copy)]
struct Node {
    var: u32,
    lo: Cond,
    hi: Cond,
}

#[derive(Clone, Copy)]
struct Entry {
    a: u32,
    b: u32,
    result: u32,
}

/// A pending step of a binary operation: the operands (the cache key), and what is known of the result so far.
#[derive(Clone, Copy)]
struct Frame {
    a: Cond,
    b: Cond,
    var: u32,
    hi_a: Cond,
    hi_b: Cond,
    /// The result for the variable being false; `None` while it is computed.
    lo: Option<Cond>,
}

/// Pairs that are remembered to meet.
const MEETINGS: usize = 1 << 12;

/// Which part of a store's free nodes a confined use of it leaves: one in this many.
const LEFT: usize = 4;
/// Which part of the steps of a store each rule has, whatever the others took: one in so many. Less than a tenth of a second.
const GRANTED: usize = 64;
/// Which part of the room for rules one operation may take: few conditions that are too large to be told fill it else.
const LARGE: usize = 64;
/// Which part of a store is kept for variables that are made where it is full otherwise: one node in this many.
const RESERVE: usize = 64;
/// The largest such part, in nodes.
const MOST_RESERVED: usize = 4096;

/// What a store was allowed before it was confined.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Outer {
    limit: usize,
    allowance: usize,
    credit: usize,
}

/// A store of decision diagrams. Operations return `None` when they would need more nodes than the limit allows.
#[derive(Clone)]
pub(super) struct Bdd {
    nodes: Vec<Node>,
    /// Open addressing over node indices, each with the node's hash in the upper half; 0 means free.
    table: Vec<u64>,
    cache: Vec<Entry>,
    /// Places of the cache that the current attempt wrote, as far as they are fewer than the places that there are.
    written: Vec<u32>,
    frames: Vec<Frame>,
    choices: choice::Choices,
    pairs: FxHashSet<(u32, u32)>,
    /// Pairs of functions that are known to meet, by their hash.
    meetings: Vec<(Cond, Cond)>,
    failures: failures::Failures,
    limit: usize,
    /// Nodes that one attempt may add.
    allowance: usize,
    /// Whether one attempt gets a portion of the room that is left only.
    is_shared_out: bool,
    /// Number of nodes beyond which operations fail until it is taken back.
    ration: usize,
    /// Number of nodes, and of steps, at which the current attempt ends.
    ceiling: usize,
    steps_left: usize,
    /// Variables that may still be made when the store is full.
    reserve: usize,
    /// Steps that the store may still take.
    credit: usize,
    /// Steps that were taken when none were left.
    overdrawn: usize,
    /// Where each variable stands in the order; a variable without an entry stands by its number.
    levels: Vec<u64>,
    /// The order itself: level to variable, for those with an entry.
    order: BTreeMap<u64, u32>,
    /// Nodes, and variables, that a walk has met.
    marks: RefCell<Marks>,
    met: RefCell<Marks>,
}

impl Cond {
    #[inline]
    pub(super) fn index(self) -> usize {
        (self.0 >> 1) as usize
    }

    #[inline]
    fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The complement. Not for [`Cond::UNKNOWN`], which is its own complement.
    #[inline]
    pub(super) fn flip(self) -> Self {
        Self(self.0 ^ 1)
    }

    /// The complement if `negate`.
    #[inline]
    fn flip_if(self, negate: bool) -> Self {
        Self(self.0 ^ u32::from(negate))
    }
}

/// A hash of three numbers.
#[inline]
fn mix(a: u32, b: u32, c: u32) -> u32 {
    const K: u64 = 0x9E37_79B9_7F4A_7C15;
    let x = (u64::from(a) << 32 | u64::from(b)).wrapping_mul(K) ^ u64::from(c).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    (x.wrapping_mul(K) >> 32) as u32
}

impl Bdd {
    /// A store that holds at most `limit` nodes.
    pub(super) fn new(limit: usize) -> Self {
        let terminal = Node { var: TERMINAL, lo: Cond::TRUE, hi: Cond::TRUE };
        // Edges are 31-bit indices and a bit.
        let limit = limit.min(1 << 30);
        let reserve = (limit / RESERVE).min(MOST_RESERVED);
        let limit = limit - reserve;
        Self {
            // The second place is that of Cond::UNKNOWN, which is no function.
            nodes: vec![terminal, terminal],
            table: vec![0; 1 << 8],
            cache: vec![EMPTY; 1 << 8],
            written: Vec::new(),
            frames: Vec::new(),
            choices: choice::Choices::default(),
            pairs: FxHashSet::default(),
            meetings: Vec::new(),
            failures: failures::Failures::default(),
            limit,
            allowance: (limit / 4).max(LEAST_ALLOWANCE),
            ceiling: limit,
            ration: usize::MAX,
            is_shared_out: false,
            reserve,
            steps_left: usize::MAX,
            credit: CREDIT,
            overdrawn: 0,
            levels: Vec::new(),
            order: BTreeMap::new(),
            marks: RefCell::default(),
            met: RefCell::default(),
        }
    }

    /// A small store for one purpose, that gives up after a number of steps in proportion to its limit.
    pub(super) fn scratch(limit: usize) -> Self {
        Self { steps_left: limit.saturating_mul(STEPS_PER_NODE), ..Self::new(limit) }
    }

    /// Steps that the store has taken.
    pub(super) fn spent(&self) -> usize {
        CREDIT.saturating_sub(self.credit)
    }

    /// Steps that were taken beyond those of the store.
    pub(super) fn overdrawn(&self) -> usize {
        self.overdrawn
    }

    fn pay(&mut self, steps: usize) {
        self.overdrawn += steps.saturating_sub(self.credit);
        self.credit = self.credit.saturating_sub(steps);
    }

    /// Steps that are left; operations beyond them give up.
    pub(super) fn steps_left(&self) -> usize {
        self.steps_left
    }

    /// Lowers the steps that are left to this many.
    pub(super) fn limit_steps(&mut self, most: usize) {
        self.steps_left = self.steps_left.min(most);
    }

    /// Leaves a part of the store to what comes after [`Self::release`] with the result.
    pub(super) fn confine(&mut self) -> Outer {
        let outer = Outer { limit: self.limit, allowance: self.allowance, credit: self.credit / LEFT };
        self.credit -= outer.credit;
        self.limit -= self.limit.saturating_sub(self.nodes.len()) / LEFT;
        self.ceiling = self.limit;
        outer
    }

    /// Ends a [`Self::confine`]. Failures in between count for less: most often they were of one place.
    pub(super) fn release(&mut self, outer: Outer) {
        self.limit = outer.limit;
        self.ceiling = outer.limit;
        self.allowance = self.allowance.max(outer.allowance / 4);
        self.credit += outer.credit;
    }

    /// Gives each attempt a portion of the room that is left from now on, until [`Self::make_room`].
    pub(super) fn share_out(&mut self) {
        self.is_shared_out = true;
    }

    /// Lets operations make a part of the nodes that may still be made, one in so many; all of them with 0. Gives what was the
    /// case before, for [`Self::set_ration`].
    pub(super) fn ration(&mut self, part: usize) -> usize {
        let most = self.room().checked_div(part).map_or(usize::MAX, |nodes| self.nodes.len() + nodes);
        std::mem::replace(&mut self.ration, most)
    }

    /// Goes back to what [`Self::ration`] gave.
    pub(super) fn set_ration(&mut self, ration: usize) {
        self.ration = ration;
    }

    /// Nodes that may still be made.
    pub(super) fn room(&self) -> usize {
        self.limit.saturating_sub(self.nodes.len())
    }

    /// Raises the limit so that as many nodes may still be made, and leaves steps for them.
    pub(super) fn make_room(&mut self, nodes: usize) {
        self.limit = self.limit.max(self.nodes.len() + nodes).min(1 << 30);
        self.ceiling = self.limit;
        self.allowance = (nodes / LARGE).max(LEAST_ALLOWANCE);
        self.is_shared_out = false;
        self.credit = self.credit.max(CREDIT / 2);
    }

    /// Leaves some steps to whoever comes now, however many others have taken.
    pub(super) fn grant(&mut self) {
        self.credit = self.credit.max(CREDIT / GRANTED);
    }

    /// Begins another round from here, of which so many are thought of: what the last one has spent stays spent, but for a part for each.
    pub(super) fn account(&mut self, last: &Self, rounds: usize) {
        self.credit = self.credit.min(last.credit + CREDIT / rounds.max(1));
        self.overdrawn = last.overdrawn;
    }

    /// Runs an operation within the allowance: a share of the limit, halved by each failure down to some small number. What
    /// fails leaves no node behind, so that one large operation does not use up the store.
    pub(super) fn attempt(&mut self, operation: impl FnOnce(&mut Self) -> Option<Cond>) -> Option<Cond> {
        let start = self.nodes.len();
        self.written.clear();
        self.choices.begin();
        let offer = self.offer();
        let granted = offer.steps;
        self.ceiling = start + offer.nodes;
        self.steps_left = granted;
        let by_itself = offer.nodes == self.allowance;
        let result = operation(self);
        let by_itself = by_itself || self.steps_left == 0;
        self.pay(granted - self.steps_left);
        self.ceiling = self.limit;
        self.steps_left = usize::MAX;
        if result.is_none() {
            // What others have left says nothing about the size of operations.
            if by_itself {
                self.allowance = (self.allowance / 2).max(LEAST_ALLOWANCE);
            }
            self.roll_back(start);
        }
        result
    }

    /// Forgets all nodes from this index on. Works backwards: an entry of the table that was made later can only be in the
    /// way of later ones.
    fn roll_back(&mut self, start: usize) {
        self.frames.clear();
        self.choices.roll_back();
        self.meetings.clear();
        let mask = self.table.len() - 1;
        while self.nodes.len() > start {
            let index = self.nodes.len() as u64 - 1;
            let Some(node) = self.nodes.pop() else { break };
            let mut slot = mix(node.var, node.lo.0, node.hi.0) as usize & mask;
            while self.table[slot] & INDEX != index {
                slot = (slot + 1) & mask;
            }
            self.table[slot] = 0;
        }
        if self.written.len() < self.cache.len() {
            for &slot in &self.written {
                self.cache[slot as usize] = EMPTY;
            }
        } else {
            self.cache.fill(EMPTY);
        }
        self.written.clear();
    }

    /// The topmost variable of two functions; `u32::MAX` when both are constants.
    #[inline]
    pub(super) fn top(&self, a: Cond, b: Cond) -> u32 {
        self.upper(self.var(a), self.var(b))
    }

    #[inline]
    fn upper(&self, a: u32, b: u32) -> u32 {
        if a == b || self.level(a) < self.level(b) { a } else { b }
    }

    /// Number of nodes, terminals included.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The topmost variable; `u32::MAX` for constants.
    #[inline]
    pub(super) fn var(&self, f: Cond) -> u32 {
        self.nodes[f.index()].var
    }

    /// The function where its topmost variable is false, and where it is true.
    #[inline]
    pub(super) fn children(&self, f: Cond) -> (Cond, Cond) {
        let node = self.nodes[f.index()];
        (node.lo.flip_if(f.is_negated()), node.hi.flip_if(f.is_negated()))
    }

    /// Both cofactors by `var`, which is `f`'s topmost variable or above it.
    #[inline]
    pub(super) fn cofactors(&self, f: Cond, var: u32) -> (Cond, Cond) {
        if self.var(f) == var { self.children(f) } else { (f, f) }
    }

    /// The function "if `var` then `hi` else `lo`"; `var` is above both.
    pub(super) fn make(&mut self, var: u32, lo: Cond, hi: Cond) -> Option<Cond> {
        if lo == hi {
            return Some(lo);
        }
        let negate = hi.is_negated();
        let (lo, hi) = (lo.flip_if(negate), hi.flip_if(negate));
        let hash = mix(var, lo.0, hi.0);
        let mask = self.table.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let entry = self.table[slot];
            if entry == 0 {
                break;
            }
            if (entry >> 32) as u32 == hash {
                let index = (entry & INDEX) as u32;
                let node = self.nodes[index as usize];
                if node.var == var && node.lo == lo && node.hi == hi {
                    return Some(Cond(index << 1).flip_if(negate));
                }
            }
            slot = (slot + 1) & mask;
        }
        if self.nodes.len() >= self.ceiling {
            return None;
        }
        let index = self.nodes.len() as u32;
        self.nodes.push(Node { var, lo, hi });
        self.table[slot] = u64::from(hash) << 32 | u64::from(index);
        if self.nodes.len() * 4 > self.table.len() * 3 {
            self.grow();
        }
        Some(Cond(index << 1).flip_if(negate))
    }

    /// The function that is the variable itself.
    pub(super) fn literal(&mut self, var: u32) -> Option<Cond> {
        // A full store still names what it cannot compute, so that what follows is known to hang on something.
        let ceiling = self.ceiling;
        if self.nodes.len() >= ceiling {
            let is_full = self.nodes.len() >= self.limit;
            if !is_full || self.reserve > 0 {
                self.reserve -= usize::from(is_full);
                self.ceiling = self.nodes.len() + 1;
            }
        }
        let made = self.make(var, Cond::FALSE, Cond::TRUE);
        self.ceiling = ceiling;
        made
    }

    fn grow(&mut self) {
        let size = self.table.len() * 2;
        self.table.clear();
        self.table.resize(size, 0);
        for (index, node) in self.nodes.iter().enumerate().skip(2) {
            let hash = mix(node.var, node.lo.0, node.hi.0);
            let mut slot = hash as usize & (size - 1);
            while self.table[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.table[slot] = u64::from(hash) << 32 | index as u64;
        }
        if self.cache.len() < CACHE_LIMIT {
            let old = std::mem::take(&mut self.cache);
            self.cache = vec![EMPTY; size.min(CACHE_LIMIT)];
            // Where the current attempt wrote is not known any more.
            self.written.clear();
            self.written.resize(self.cache.len(), 0);
            for entry in old.into_iter().filter(|entry| entry.a != entry.b) {
                let slot = self.cache_slot(entry.a, entry.b);
                self.cache[slot] = entry;
            }
        }
    }

    #[inline]
    fn cache_slot(&self, a: u32, b: u32) -> usize {
        mix(a, b, 0) as usize & (self.cache.len() - 1)
    }

    /// Remembers that `a & b` is `result`.
    fn remember(&mut self, a: u32, b: u32, result: Cond) {
        let slot = self.cache_slot(a, b);
        self.cache[slot] = Entry { a, b, result: result.0 };
        if self.written.len() < self.cache.len() {
            self.written.push(slot as u32);
        }
    }

    /// `a & b` where that needs no look at the nodes' children.
    #[inline]
    fn and_at_once(&self, a: Cond, b: Cond) -> Option<Cond> {
        if a == b || b == Cond::TRUE {
            return Some(a);
        }
        if a == Cond::TRUE {
            return Some(b);
        }
        if a == Cond::FALSE || b == Cond::FALSE || a == b.flip() {
            return Some(Cond::FALSE);
        }
        let entry = self.cache[self.cache_slot(a.0, b.0)];
        (entry.a == a.0 && entry.b == b.0).then_some(Cond(entry.result))
    }

    /// The conjunction.
    pub(super) fn and(&mut self, a: Cond, b: Cond) -> Option<Cond> {
        let base = self.frames.len();
        let (mut a, mut b) = (a, b);
        loop {
            if b.0 < a.0 {
                std::mem::swap(&mut a, &mut b);
            }
            let Some(mut result) = self.and_at_once(a, b) else {
                let Some(left) = self.steps_left.checked_sub(1) else {
                    self.frames.truncate(base);
                    return None;
                };
                self.steps_left = left;
                let var = self.top(a, b);
                let (lo_a, hi_a) = self.cofactors(a, var);
                let (lo_b, hi_b) = self.cofactors(b, var);
                self.frames.push(Frame { a, b, var, hi_a, hi_b, lo: None });
                (a, b) = (lo_a, lo_b);
                continue;
            };
            loop {
                if self.frames.len() == base {
                    return Some(result);
                }
                let Some(frame) = self.frames.last_mut() else { return Some(result) };
                let Some(lo) = frame.lo else {
                    frame.lo = Some(result);
                    (a, b) = (frame.hi_a, frame.hi_b);
                    break;
                };
                let (var, key_a, key_b) = (frame.var, frame.a.0, frame.b.0);
                let Some(made) = self.make(var, lo, result) else {
                    self.frames.truncate(base);
                    return None;
                };
                result = made;
                self.frames.pop();
                self.remember(key_a, key_b, result);
            }
        }
    }

    /// The disjunction.
    pub(super) fn or(&mut self, a: Cond, b: Cond) -> Option<Cond> {
        self.and(a.flip(), b.flip()).map(Cond::flip)
    }

    /// Whether `a & b` is satisfiable. Makes no node, so it is exact whatever the limit, until the steps run out: then they
    /// count as satisfiable.
    pub(super) fn intersect(&mut self, a: Cond, b: Cond) -> bool {
        let asked = if b.0 < a.0 { (b, a) } else { (a, b) };
        // Constants are decided here: what follows never asks for the pair that an empty place holds.
        if let Some(both) = self.and_at_once(asked.0, asked.1) {
            return both != Cond::FALSE;
        }
        let slot = mix(asked.0.0, asked.1.0, 0) as usize % MEETINGS;
        if self.meetings.get(slot) == Some(&asked) {
            return true;
        }
        let mut seen = std::mem::take(&mut self.pairs);
        // Emptying takes the time of the room that a search once needed.
        if seen.capacity() > MEETINGS {
            seen = FxHashSet::default();
        } else {
            seen.clear();
        }
        let mut stack = vec![asked];
        let mut found = false;
        let most = (self.credit / SHARE).max(LEAST_STEPS) / PAIR;
        while let Some((a, b)) = stack.pop() {
            let (a, b) = if b.0 < a.0 { (b, a) } else { (a, b) };
            match self.and_at_once(a, b) {
                Some(Cond::FALSE) => continue,
                Some(_) => {
                    found = true;
                    break;
                }
                None => {}
            }
            if !seen.insert((a.0, b.0)) {
                continue;
            }
            if seen.len() > most {
                found = true;
                break;
            }
            let var = self.top(a, b);
            let (lo_a, hi_a) = self.cofactors(a, var);
            let (lo_b, hi_b) = self.cofactors(b, var);
            stack.push((lo_a, lo_b));
            stack.push((hi_a, hi_b));
        }
        self.pay(seen.len() * PAIR);
        if !found {
            // Every pair that was seen is disjoint: worth remembering.
            for &(a, b) in &seen {
                let slot = self.cache_slot(a, b);
                self.cache[slot] = Entry { a, b, result: Cond::FALSE.0 };
            }
        }
        if found {
            self.meetings.resize(MEETINGS, (Cond::FALSE, Cond::FALSE));
            self.meetings[slot] = asked;
        }
        self.pairs = seen;
        found
    }
}
