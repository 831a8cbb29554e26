//! Closures over the link graph. Reach along interface edges is computed once for each target, strongly connected
//! components first and then in topological order: the naive worklist does not finish on large projects.
use rustc_hash::FxHashMap;

use crate::cond::Cond;

use super::{Edge, Model, TargetId};

/// What a target brings to whoever links it.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// Over all interface edges: what comes onto the link line.
    pub link: Vec<(TargetId, Cond)>,
    /// Over those that usage requirements follow.
    pub usage: Vec<(TargetId, Cond)>,
}

type Conditions = FxHashMap<TargetId, Cond>;

/// Computes the reach of every target.
pub(super) fn reach(model: &Model<'_>) -> Vec<Reach> {
    let n = model.facts.targets.len();
    let mut link: Vec<Conditions> = vec![Conditions::default(); n];
    let mut usage: Vec<Conditions> = vec![Conditions::default(); n];
    for component in components(&model.interface_edges) {
        settle(model, &component, &mut link, |_| true);
        settle(model, &component, &mut usage, |edge| !edge.link_only);
    }
    link.into_iter().zip(usage).map(|(link, usage)| Reach { link: sorted(link), usage: sorted(usage) }).collect()
}

/// Brings one component to its fixpoint; everything it leads to is final already.
fn settle(model: &Model<'_>, component: &[usize], reach: &mut [Conditions], follow: impl Fn(&Edge) -> bool) {
    /// Conditions only grow along a cycle, and cycles in link graphs are short.
    const ROUNDS: usize = 32;
    for _ in 0..ROUNDS {
        let mut changed = false;
        for &at in component {
            let mut own = std::mem::take(&mut reach[at]);
            for edge in model.interface_edges[at].iter().filter(|e| follow(e)) {
                let to = edge.to.0 as usize;
                changed |= join(model, &mut own, edge.to, edge.cond);
                if to != at {
                    let further: Vec<(TargetId, Cond)> = reach[to].iter().map(|(&t, &c)| (t, c)).collect();
                    for (target, cond) in further {
                        let cond = model.facts.conds.and(edge.cond, cond);
                        changed |= join(model, &mut own, target, cond);
                    }
                }
            }
            reach[at] = own;
        }
        if !changed || component.len() == 1 {
            return;
        }
    }
}

fn join(model: &Model<'_>, into: &mut Conditions, target: TargetId, cond: Cond) -> bool {
    if cond.is_false() {
        return false;
    }
    let old = into.entry(target).or_insert(Cond::FALSE);
    let new = model.facts.conds.or(*old, cond);
    let changed = new != *old;
    *old = new;
    changed
}

fn sorted(conditions: Conditions) -> Vec<(TargetId, Cond)> {
    let mut list: Vec<_> = conditions.into_iter().collect();
    list.sort_by_key(|(target, _)| *target);
    list
}

/// What a target links (or, with `link` false, whose usage requirements it gets), transitively.
pub(super) fn closure(model: &Model<'_>, id: TargetId, link: bool) -> Vec<(TargetId, Cond)> {
    let mut out = Conditions::default();
    for edge in &model.private_edges[id.0 as usize] {
        if !link && edge.link_only {
            continue;
        }
        join(model, &mut out, edge.to, edge.cond);
        let reach = &model.reach[edge.to.0 as usize];
        for &(target, cond) in if link { &reach.link } else { &reach.usage } {
            let cond = model.facts.conds.and(edge.cond, cond);
            join(model, &mut out, target, cond);
        }
    }
    out.remove(&id);
    sorted(out)
}

/// Strongly connected components, each before those that lead to it (Tarjan, without recursion).
fn components(edges: &[Vec<Edge>]) -> Vec<Vec<usize>> {
    const UNSEEN: u32 = u32::MAX;
    let n = edges.len();
    let (mut index, mut low) = (vec![UNSEEN; n], vec![0u32; n]);
    let mut on_stack = vec![false; n];
    let (mut stack, mut out, mut counter) = (Vec::new(), Vec::new(), 0u32);
    for start in 0..n {
        if index[start] != UNSEEN {
            continue;
        }
        let mut work = vec![(start, 0usize)];
        while let Some((at, next)) = work.pop() {
            if next == 0 {
                index[at] = counter;
                low[at] = counter;
                counter += 1;
                stack.push(at);
                on_stack[at] = true;
            }
            if let Some(edge) = edges[at].get(next) {
                let to = edge.to.0 as usize;
                work.push((at, next + 1));
                if index[to] == UNSEEN {
                    work.push((to, 0));
                } else if on_stack[to] {
                    low[at] = low[at].min(index[to]);
                }
                continue;
            }
            if low[at] == index[at] {
                let mut component = Vec::new();
                while let Some(top) = stack.pop() {
                    on_stack[top] = false;
                    component.push(top);
                    if top == at {
                        break;
                    }
                }
                component.sort_unstable();
                out.push(component);
            }
            if let Some(&(parent, _)) = work.last() {
                low[parent] = low[parent].min(low[at]);
            }
        }
    }
    out
}
