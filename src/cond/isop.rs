//! Short covers of a function: irredundant sums of products, after Minato and Morreale.

use super::Cond;
use super::bdd::Bdd;
use rustc_hash::FxHashMap;

/// Variables that a function may have to be covered; bounds the depth of the recursion.
const VARIABLES: usize = 400;
/// Pairs of functions that are looked at for one cover.
const STEPS: usize = 10_000;

/// A literal of a term: the variable, and whether it is positive.
pub(super) type Literal = (u32, bool);

/// A set of terms, shared like the nodes of a diagram.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Terms {
    None,
    Empty,
    Node(u32),
}

/// The terms with the variable negative, positive, and without it.
struct Node {
    var: u32,
    lo: Terms,
    hi: Terms,
    free: Terms,
    count: u64,
}

/// A cover, as a set of terms.
pub(super) struct Cover {
    nodes: Vec<Node>,
    root: Terms,
}

struct Builder<'a> {
    bdd: &'a mut Bdd,
    nodes: Vec<Node>,
    done: FxHashMap<(Cond, Cond), (Cond, Terms)>,
}

/// An irredundant cover of some function that holds where `lower` does and only where `upper` does. `None` when the
/// function is too large for that, or the store full.
pub(super) fn cover(bdd: &mut Bdd, lower: Cond, upper: Cond) -> Option<Cover> {
    if bdd.support(lower).len() + bdd.support(upper).len() > 2 * VARIABLES {
        return None;
    }
    let mut builder = Builder { bdd, nodes: Vec::new(), done: FxHashMap::default() };
    let (_, root) = builder.build(lower, upper)?;
    Some(Cover { nodes: builder.nodes, root })
}

impl Builder<'_> {
    /// The covering function and its terms.
    fn build(&mut self, lower: Cond, upper: Cond) -> Option<(Cond, Terms)> {
        if lower == Cond::FALSE {
            return Some((Cond::FALSE, Terms::None));
        }
        if upper == Cond::TRUE {
            return Some((Cond::TRUE, Terms::Empty));
        }
        if let Some(&known) = self.done.get(&(lower, upper)) {
            return Some(known);
        }
        if self.done.len() > STEPS {
            return None;
        }
        let var = self.bdd.top(lower, upper);
        let (lower_lo, lower_hi) = self.bdd.cofactors(lower, var);
        let (upper_lo, upper_hi) = self.bdd.cofactors(upper, var);
        // What only terms with the negative literal can cover, and with the positive one.
        let need_lo = self.bdd.and(lower_lo, upper_hi.flip())?;
        let need_hi = self.bdd.and(lower_hi, upper_lo.flip())?;
        let (lo, lo_terms) = self.build(need_lo, upper_lo)?;
        let (hi, hi_terms) = self.build(need_hi, upper_hi)?;
        let left_lo = self.bdd.and(lower_lo, lo.flip())?;
        let left_hi = self.bdd.and(lower_hi, hi.flip())?;
        let left = self.bdd.or(left_lo, left_hi)?;
        let both = self.bdd.and(upper_lo, upper_hi)?;
        let (free, free_terms) = self.build(left, both)?;
        let lo = self.bdd.or(lo, free)?;
        let hi = self.bdd.or(hi, free)?;
        let result = (self.bdd.make(var, lo, hi)?, self.node(var, lo_terms, hi_terms, free_terms));
        self.done.insert((lower, upper), result);
        Some(result)
    }

    fn node(&mut self, var: u32, lo: Terms, hi: Terms, free: Terms) -> Terms {
        if lo == Terms::None && hi == Terms::None {
            return free;
        }
        let count = [lo, hi, free].into_iter().map(|terms| count(&self.nodes, terms)).fold(0, u64::saturating_add);
        self.nodes.push(Node { var, lo, hi, free, count });
        Terms::Node(self.nodes.len() as u32 - 1)
    }
}

fn count(nodes: &[Node], terms: Terms) -> u64 {
    match terms {
        Terms::None => 0,
        Terms::Empty => 1,
        Terms::Node(index) => nodes[index as usize].count,
    }
}

impl Cover {
    /// Number of terms.
    pub(super) fn count(&self) -> u64 {
        count(&self.nodes, self.root)
    }

    /// The first terms, at most `limit`; the literals of a term by rising variable.
    pub(super) fn terms(&self, limit: usize) -> Vec<Vec<Literal>> {
        let mut found = Vec::new();
        let mut stack = vec![(self.root, Vec::new())];
        while let Some((terms, term)) = stack.pop() {
            if found.len() == limit {
                break;
            }
            match terms {
                Terms::None => {}
                Terms::Empty => found.push(term),
                Terms::Node(index) => {
                    let node = &self.nodes[index as usize];
                    let with = |positive| {
                        let mut term: Vec<Literal> = term.clone();
                        term.push((node.var, positive));
                        term
                    };
                    stack.push((node.lo, with(false)));
                    stack.push((node.hi, with(true)));
                    stack.push((node.free, term));
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_is_covered_by_its_shortest_function() {
        let mut bdd = Bdd::new(1000);
        let (a, b) = (bdd.literal(0).unwrap(), bdd.literal(1).unwrap());
        let both = bdd.and(a, b).unwrap();
        let cover = cover(&mut bdd, both, b).unwrap();
        assert_eq!(cover.terms(10), [[(1, true)]]);
    }

    #[test]
    fn counts_without_listing() {
        let mut bdd = Bdd::new(100_000);
        // (x0 | x1) & (x2 | x3) & ...: 2^20 terms.
        let mut all = Cond::TRUE;
        for pair in 0..20 {
            let (a, b) = (bdd.literal(2 * pair).unwrap(), bdd.literal(2 * pair + 1).unwrap());
            let or = bdd.or(a, b).unwrap();
            all = bdd.and(all, or).unwrap();
        }
        let cover = cover(&mut bdd, all, all).unwrap();
        assert_eq!(cover.count(), 1 << 20);
        assert_eq!(cover.terms(5).len(), 5);
    }
}
