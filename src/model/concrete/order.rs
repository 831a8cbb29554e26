//! The order of a link line. Given every entry with the entries that it needs, this gives the line that CMake gives:
//! the original order as far as the needs leave it, each dependency after whoever needs it, cycles repeated.
//! (The procedure is described at the head of CMake's cmComputeLinkDepends.)
use std::collections::{BTreeMap, BTreeSet};

/// The entries of a link line, by index.
#[derive(Debug, Default)]
pub(super) struct Entries {
    /// Indices that each entry needs after it.
    pub needs: Vec<Vec<usize>>,
    /// The line as the target itself states it; may name an entry several times.
    pub stated: Vec<usize>,
    /// Entries of which only the last mention stays (shared libraries).
    pub once: Vec<bool>,
    /// For items that state no needs themselves: sets of items that followed them, one set for each mention.
    pub followed_by: Vec<Option<Vec<BTreeSet<usize>>>>,
}

impl Entries {
    /// Adds an entry.
    pub(super) fn add(&mut self, once: bool, infers: bool) -> usize {
        self.needs.push(Vec::new());
        self.once.push(once);
        self.followed_by.push(infers.then(Vec::new));
        self.needs.len() - 1
    }

    /// The final order.
    pub(super) fn line(mut self) -> Vec<usize> {
        self.infer();
        for needs in &mut self.needs {
            needs.sort_unstable();
            needs.dedup();
        }
        let components = Components::of(&self.needs);
        let mut walk = Walk { components: &components, pending: BTreeMap::new(), line: Vec::new() };
        for &entry in &self.stated {
            walk.visit(entry);
        }
        while let Some(entry) = walk.next_pending() {
            walk.visit(entry);
        }
        self.without_repeats(walk.line)
    }

    /// What followed an unknown library in every list that names it is taken for its needs.
    fn infer(&mut self) {
        for (at, sets) in self.followed_by.iter().enumerate() {
            let Some((first, rest)) = sets.as_deref().and_then(<[_]>::split_first) else { continue };
            let common = first.iter().filter(|item| rest.iter().all(|set| set.contains(item)));
            self.needs[at].extend(common.copied());
        }
    }

    fn without_repeats(&self, line: Vec<usize>) -> Vec<usize> {
        let mut seen = BTreeSet::new();
        let mut out: Vec<usize> = line.into_iter().rev().filter(|&e| !self.once[e] || seen.insert(e)).collect();
        out.reverse();
        out
    }
}

/// Strongly connected components in a topological order that keeps to the original one.
struct Components {
    members: Vec<Vec<usize>>,
    of: Vec<usize>,
    edges: Vec<Vec<usize>>,
    rank: Vec<usize>,
}

impl Components {
    fn of(needs: &[Vec<usize>]) -> Self {
        let (members, of) = strong_components(needs);
        let mut edges = vec![Vec::new(); members.len()];
        for (component, nodes) in members.iter().enumerate() {
            for &to in nodes.iter().flat_map(|&node| &needs[node]) {
                if of[to] != component {
                    edges[component].push(of[to]);
                }
            }
            // In the order of the entries, which is not that of the components.
            let own: &mut Vec<usize> = &mut edges[component];
            let mut seen = BTreeSet::new();
            own.retain(|to| seen.insert(*to));
        }
        let rank = ranks(&edges);
        Self { members, of, edges, rank }
    }
}

/// Depth first from the last component to the first, ranks given from the end: constraints hold, else the order stays.
fn ranks(edges: &[Vec<usize>]) -> Vec<usize> {
    let n = edges.len();
    let (mut rank, mut next, mut seen) = (vec![n; n], n, vec![false; n]);
    for start in (0..n).rev() {
        let mut stack = vec![(start, 0usize)];
        while let Some((at, tried)) = stack.pop() {
            if tried == 0 && std::mem::replace(&mut seen[at], true) {
                continue;
            }
            if let Some(index) = edges[at].len().checked_sub(tried + 1) {
                stack.push((at, tried + 1));
                if !seen[edges[at][index]] {
                    stack.push((edges[at][index], 0));
                }
            } else {
                next -= 1;
                rank[at] = next;
            }
        }
    }
    rank
}

/// Tarjan's components, in the order in which they are completed; members sorted.
fn strong_components(edges: &[Vec<usize>]) -> (Vec<Vec<usize>>, Vec<usize>) {
    const NONE: usize = usize::MAX;
    let n = edges.len();
    let (mut index, mut low, mut of) = (vec![NONE; n], vec![0; n], vec![NONE; n]);
    let (mut stack, mut members, mut counter) = (Vec::new(), Vec::<Vec<usize>>::new(), 0usize);
    for start in 0..n {
        if index[start] != NONE {
            continue;
        }
        let mut work = vec![(start, 0usize)];
        while let Some((at, tried)) = work.pop() {
            if tried == 0 {
                index[at] = counter;
                low[at] = counter;
                counter += 1;
                stack.push(at);
            }
            if let Some(&to) = edges[at].get(tried) {
                work.push((at, tried + 1));
                if index[to] == NONE {
                    work.push((to, 0));
                } else if of[to] == NONE {
                    low[at] = low[at].min(index[to]);
                }
                continue;
            }
            if low[at] == index[at] {
                let mut nodes = Vec::new();
                while let Some(node) = stack.pop() {
                    of[node] = members.len();
                    nodes.push(node);
                    if node == at {
                        break;
                    }
                }
                nodes.sort_unstable();
                members.push(nodes);
            }
            if let Some(&(parent, _)) = work.last() {
                low[parent] = low[parent].min(low[at]);
            }
        }
    }
    (members, of)
}

/// A component of which something still has to be seen.
struct Pending {
    component: usize,
    rounds: usize,
    entries: BTreeSet<usize>,
}

struct Walk<'c> {
    components: &'c Components,
    pending: BTreeMap<usize, Pending>,
    line: Vec<usize>,
}

impl Walk<'_> {
    fn next_pending(&self) -> Option<usize> {
        self.pending.values().next().and_then(|p| p.entries.first().copied())
    }

    fn visit(&mut self, entry: usize) {
        self.line.push(entry);
        let component = self.components.of[entry];
        let rank = self.components.rank[component];
        let complete = match self.pending.get_mut(&rank) {
            Some(pending) => {
                pending.entries.remove(&entry);
                if !pending.entries.is_empty() {
                    false
                } else if pending.rounds <= 1 {
                    true
                } else {
                    // The whole cycle has to be seen again.
                    pending.rounds -= 1;
                    pending.entries = self.components.members[pending.component].iter().copied().collect();
                    false
                }
            }
            None if self.components.members[component].len() > 1 => {
                self.await_component(component);
                if let Some(pending) = self.pending.get_mut(&rank) {
                    pending.entries.remove(&entry);
                }
                false
            }
            None => true,
        };
        if complete {
            self.pending.remove(&rank);
            for &next in &self.components.edges[component] {
                self.await_component(next);
            }
        }
    }

    fn await_component(&mut self, component: usize) {
        let members = &self.components.members[component];
        let rounds = if members.len() > 1 { 2 } else { 1 };
        let pending = Pending { component, rounds, entries: members.iter().copied().collect() };
        self.pending.insert(self.components.rank[component], pending);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(needs: &[&[usize]], stated: &[usize]) -> Vec<usize> {
        let mut entries = Entries::default();
        for need in needs {
            let at = entries.add(false, false);
            entries.needs[at] = need.to_vec();
        }
        entries.stated = stated.to_vec();
        entries.line()
    }

    #[test]
    fn what_is_needed_comes_after_whoever_needs_it() {
        // 0 and 1 are stated, 1 needs 0.
        assert_eq!(line(&[&[], &[0]], &[0, 1]), [0, 1, 0]);
        assert_eq!(line(&[&[2], &[2], &[]], &[0, 1]), [0, 1, 2]);
    }

    #[test]
    fn the_order_of_the_entries_stays_where_nothing_is_needed() {
        // 1 needs 4, so that its component is complete after that of 4; 2 and 3 still come before 4.
        assert_eq!(line(&[&[1, 2, 3, 4], &[4], &[], &[], &[]], &[0]), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn a_cycle_is_named_twice() {
        assert_eq!(line(&[&[1], &[0]], &[0]), [0, 1, 0, 1]);
    }

    #[test]
    fn shared_libraries_are_named_once_at_the_end() {
        let mut entries = Entries::default();
        entries.add(true, false);
        entries.add(false, false);
        entries.needs[1] = vec![0];
        entries.stated = vec![0, 1];
        assert_eq!(entries.line(), [1, 0]);
    }
}
