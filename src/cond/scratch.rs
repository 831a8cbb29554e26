//! Working on a few conditions aside, so that the store does not grow from it.

use super::atoms::Store;
use super::bdd::Bdd;
use super::{AtomId, Cond, SubjectId};
use rustc_hash::FxHashMap;

/// Nodes of a scratch store.
const BUDGET: usize = 50_000;
/// Atoms whose consistency is taken into account; it takes up to the cube of their number in steps.
const CONSISTENT_ATOMS: usize = 300;

/// A small store over some atoms, in an order of its own.
///
/// In a scratch store a variable is read as the truth value of the *literal* of its atom. A condition is the same function
/// of the literals as of the variables it was made of, wherever the literals are consistent; [`Scratch::care`] says where
/// they are.
pub(super) struct Scratch {
    pub(super) bdd: Bdd,
    /// The atom of each variable.
    pub(super) order: Vec<AtomId>,
    rank: FxHashMap<u32, u32>,
}

impl Scratch {
    /// An empty scratch store over atoms in this order.
    pub(super) fn new(order: Vec<AtomId>) -> Self {
        let rank = order.iter().enumerate().map(|(rank, atom)| (atom.0, rank as u32)).collect();
        Self { bdd: Bdd::scratch(BUDGET), order, rank }
    }

    /// The variable of an atom. An atom that the scratch store was not made for has the lowest one.
    pub(super) fn variable(&self, atom: AtomId) -> u32 {
        self.rank.get(&atom.0).copied().unwrap_or(self.order.len() as u32)
    }

    /// A condition of the store.
    pub(super) fn import(&mut self, store: &Store, c: Cond) -> Option<Cond> {
        let Self { bdd, rank, order } = self;
        bdd.import(&store.bdd, c, |var| rank.get(&var).copied().unwrap_or(order.len() as u32))
    }

    /// Where the literals of the given atoms are consistent with each other. The store is to be one over a superset of
    /// [`Store::closure`]; true (that is, no help) when there are too many.
    pub(super) fn care(&mut self, store: &Store, atoms: &[AtomId]) -> Option<Cond> {
        if atoms.len() > CONSISTENT_ATOMS {
            return Some(Cond::TRUE);
        }
        let mut by_subject: Vec<(SubjectId, AtomId)> =
            atoms.iter().map(|&atom| (store.atoms[atom.0 as usize].subject, atom)).collect();
        by_subject.sort_unstable();
        let mut care = Cond::TRUE;
        for (_, atom) in by_subject {
            let variable = self.bdd.literal(self.variable(atom))?;
            let meaning = self.import(store, store.atoms[atom.0 as usize].meaning)?;
            if meaning != variable {
                let agree = self.bdd.ite(variable, meaning, meaning.flip())?;
                care = self.bdd.and(care, agree)?;
            }
        }
        Some(care)
    }
}

impl Store {
    /// The atoms of some conditions, and all that their definitions speak of, in the order of the diagrams.
    pub(super) fn closure(&self, conds: &[Cond]) -> Vec<AtomId> {
        let mut found = self.bdd.closure(conds, |var| self.atoms[var as usize].meaning);
        self.bdd.sort(&mut found);
        found.into_iter().map(AtomId).collect()
    }
}
