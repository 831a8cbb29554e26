//! What walks over the nodes of a diagram, and rebuilds it.

use super::{Bdd, Cond, Node};
use rustc_hash::{FxHashMap, FxHashSet};

impl Bdd {
    /// The indices of all nodes below `f`, itself included, children before parents; constants are left out.
    pub(in crate::cond) fn below(&self, f: Cond) -> Vec<u32> {
        let mut all = Vec::new();
        self.reach(f, |index, _| {
            all.push(index);
            true
        });
        all.sort_unstable();
        all
    }

    /// Visits each node below `f`, itself included, parents before children, until `visit` says that this is enough.
    fn reach(&self, f: Cond, mut visit: impl FnMut(u32, &Node) -> bool) {
        let mut marks = self.marks.borrow_mut();
        marks.begin(self.nodes.len());
        let mut stack = vec![f.index() as u32];
        while let Some(index) = stack.pop() {
            if index > 1 && marks.mark(index) {
                let node = &self.nodes[index as usize];
                if !visit(index, node) {
                    return;
                }
                stack.push(node.lo.index() as u32);
                stack.push(node.hi.index() as u32);
            }
        }
    }

    /// Number of nodes below `f`, itself included.
    pub(in crate::cond) fn size(&self, f: Cond) -> usize {
        let mut nodes = 0;
        self.reach(f, |_, _| {
            nodes += 1;
            true
        });
        nodes
    }

    /// Whether `f` has no more nodes than that. Looks at no more.
    pub(in crate::cond) fn is_within(&self, f: Cond, most: usize) -> bool {
        let mut nodes = 0;
        self.reach(f, |_, _| {
            nodes += 1;
            nodes <= most
        });
        nodes <= most
    }

    /// The variables that `f` depends on, sorted.
    pub(in crate::cond) fn support(&self, f: Cond) -> Vec<u32> {
        let mut vars = Vec::new();
        let mut met = self.met.borrow_mut();
        met.begin(0);
        self.reach(f, |_, node| {
            if met.mark(node.var) {
                vars.push(node.var);
            }
            true
        });
        vars.sort_unstable();
        vars
    }

    /// The variables that the functions depend on and those that these hang on, by `meaning`, in no order.
    pub(in crate::cond) fn closure(&self, functions: &[Cond], meaning: impl Fn(u32) -> Cond) -> Vec<u32> {
        let mut vars = Vec::new();
        let (mut marks, mut met) = (self.marks.borrow_mut(), self.met.borrow_mut());
        marks.begin(self.nodes.len());
        met.begin(0);
        let mut stack: Vec<u32> = functions.iter().map(|f| f.index() as u32).collect();
        while let Some(index) = stack.pop() {
            if index > 1 && marks.mark(index) {
                let node = self.nodes[index as usize];
                stack.extend([node.lo.index() as u32, node.hi.index() as u32]);
                if met.mark(node.var) {
                    vars.push(node.var);
                    stack.push(meaning(node.var).index() as u32);
                }
            }
        }
        vars
    }

    /// The variables without which `f` is false, by their numbers. Makes no node: a variable is one of them if, in the order, no edge that leads
    /// to the true passes its place by, and none leaves it for "false".
    pub(in crate::cond) fn forced(&self, f: Cond) -> Vec<u32> {
        let mut edges = FxHashSet::default();
        let mut stack = vec![f];
        while let Some(edge) = stack.pop() {
            if edge.index() > 1 && edges.insert(edge) {
                let (lo, hi) = self.children(edge);
                stack.push(lo);
                stack.push(hi);
            }
        }
        let mut vars = self.support(f);
        self.sort(&mut vars);
        let places: FxHashMap<u32, usize> = vars.iter().enumerate().map(|(place, var)| (*var, place)).collect();
        let place = |edge: Cond| places.get(&self.var(edge)).copied().unwrap_or(vars.len());
        // Where edges begin and cease to pass places by.
        let mut passing = vec![0_i64; vars.len() + 1];
        for edge in edges {
            let (lo, hi) = self.children(edge);
            for (child, first) in [(lo, place(edge)), (hi, place(edge) + 1)] {
                if child != Cond::FALSE {
                    passing[first] += 1;
                    passing[place(child)] -= 1;
                }
            }
        }
        let mut open = 0;
        let mut out = vars;
        let mut passed = passing.into_iter().map(|change| {
            open += change;
            open > 0
        });
        out.retain(|_| passed.next() == Some(false));
        out.sort_unstable();
        out
    }

    /// `f` with some variables fixed: `value` says to what, `None` leaves a variable free.
    pub(in crate::cond) fn fix(&mut self, f: Cond, value: impl Fn(u32) -> Option<bool>) -> Option<Cond> {
        let mut done: FxHashMap<u32, Cond> = FxHashMap::default();
        let read = |done: &FxHashMap<u32, Cond>, edge: Cond| match done.get(&(edge.index() as u32)) {
            Some(result) => result.flip_if(edge.is_negated()),
            None => edge,
        };
        for index in self.below(f) {
            let node = self.nodes[index as usize];
            let (lo, hi) = (read(&done, node.lo), read(&done, node.hi));
            let result = match value(node.var) {
                Some(true) => hi,
                Some(false) => lo,
                None => self.make(node.var, lo, hi)?,
            };
            done.insert(index, result);
        }
        Some(read(&done, f))
    }

    /// `f` rebuilt by `node(store, var, lo, hi)`, from the bottom up, for each function below `f` in both polarities as
    /// they occur. For operations that do not commute with negation.
    pub(in crate::cond) fn rebuild(
        &mut self,
        f: Cond,
        mut node: impl FnMut(&mut Self, u32, Cond, Cond) -> Option<Cond>,
    ) -> Option<Cond> {
        let mut edges = FxHashSet::default();
        let mut stack = vec![f];
        while let Some(edge) = stack.pop() {
            if edge.index() > 1 && edges.insert(edge) {
                let (lo, hi) = self.children(edge);
                stack.push(lo);
                stack.push(hi);
            }
        }
        let mut order: Vec<Cond> = edges.into_iter().collect();
        order.sort_unstable();
        let mut done: FxHashMap<Cond, Cond> = FxHashMap::default();
        for edge in order {
            let (lo, hi) = self.children(edge);
            let lo = done.get(&lo).copied().unwrap_or(lo);
            let hi = done.get(&hi).copied().unwrap_or(hi);
            let result = node(self, self.nodes[edge.index()].var, lo, hi)?;
            done.insert(edge, result);
        }
        Some(done.get(&f).copied().unwrap_or(f))
    }

    /// `f` with the variables that `gone` names quantified existentially.
    pub(in crate::cond) fn exists(&mut self, f: Cond, gone: impl Fn(u32) -> bool) -> Option<Cond> {
        self.rebuild(f, |bdd, var, lo, hi| if gone(var) { bdd.or(lo, hi) } else { bdd.make(var, lo, hi) })
    }

    /// A function of another store, with its variables renamed.
    pub(in crate::cond) fn import(&mut self, source: &Self, f: Cond, rename: impl Fn(u32) -> u32) -> Option<Cond> {
        let mut done: FxHashMap<u32, Cond> = FxHashMap::default();
        let read = |done: &FxHashMap<u32, Cond>, edge: Cond| match done.get(&(edge.index() as u32)) {
            Some(result) => result.flip_if(edge.is_negated()),
            None => edge,
        };
        for index in source.below(f) {
            let node = source.nodes[index as usize];
            let (lo, hi) = (read(&done, node.lo), read(&done, node.hi));
            let var = rename(node.var);
            let result = if self.level(var) < self.level(self.top(lo, hi)) {
                self.make(var, lo, hi)?
            } else {
                let literal = self.literal(var)?;
                self.ite(literal, hi, lo)?
            };
            done.insert(index, result);
        }
        Some(read(&done, f))
    }
}
