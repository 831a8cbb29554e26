//! What a store may take: nodes and steps, shared out among those that use it.
use super::atoms::Store;
use super::{Conds, Outer};

/// Which part of the room that there was is little: one in this many.
const SHORT: usize = 4;

/// What a store held at one time.
pub struct Snapshot {
    store: Box<Store>,
    /// Nodes that could still be made.
    room: usize,
}

/// How many nodes a store was to have before a [`Conds::ration`].
#[must_use]
#[derive(Debug)]
pub struct Ration(usize);

impl Conds {
    /// Leaves some steps to whoever comes now, however many others have taken.
    pub fn grant(&self) {
        self.store.borrow_mut().bdd.grant();
    }

    /// Leaves a part of the budget to what comes after [`Self::release`]: what a folder of a project uses up is not missing in
    /// the others.
    pub fn confine(&self) -> Outer {
        self.store.borrow_mut().bdd.confine()
    }

    /// Ends a [`Self::confine`].
    pub fn release(&self, outer: Outer) {
        self.store.borrow_mut().bdd.release(outer);
    }

    /// All that is known by now, to go back to. There is room for as many nodes behind it.
    pub fn snapshot(&self, room: usize) -> Snapshot {
        self.store.borrow_mut().bdd.make_room(room);
        let store = self.store.borrow().clone();
        Snapshot { room: store.bdd.room(), store: Box::new(store) }
    }

    /// Goes back to a snapshot for another one of so many rounds. Conditions that were made after it mean nothing any more.
    pub fn restore(&self, snapshot: &Snapshot, rounds: usize) {
        let mut store = self.store.borrow_mut();
        let mut again = (*snapshot.store).clone();
        again.overflowed |= store.overflowed;
        again.bdd.account(&store.bdd, rounds);
        *store = again;
    }

    /// Whether most of the room behind a snapshot is taken.
    pub fn is_short(&self, snapshot: &Snapshot) -> bool {
        self.store.borrow().bdd.room() < snapshot.room / SHORT
    }

    /// Whether an operation ran out of budget.
    pub fn overflowed(&self) -> bool {
        self.store.borrow().overflowed
    }

    /// Number of nodes in the store.
    pub fn node_count(&self) -> usize {
        self.store.borrow().bdd.len()
    }

    /// Gives each operation a portion of the nodes that may still be made only, until a [`Self::snapshot`]: the store is never full
    /// for small ones.
    pub fn share_out(&self) {
        self.store.borrow_mut().bdd.share_out();
    }

    /// Leaves what comes until [`Self::end_ration`] a part of the nodes that may still be made, one in so many (0: all of them): what
    /// one step of many takes is not missing in the others. Operations beyond give [`Cond::UNKNOWN`](super::Cond::UNKNOWN).
    pub fn ration(&self, part: usize) -> Ration {
        Ration(self.store.borrow_mut().bdd.ration(part))
    }

    /// Ends a [`Self::ration`].
    #[allow(clippy::needless_pass_by_value, reason = "it ends once")]
    pub fn end_ration(&self, ration: Ration) {
        self.store.borrow_mut().bdd.set_ration(ration.0);
    }

    /// Number of nodes that may still be made.
    pub fn room(&self) -> usize {
        self.store.borrow().bdd.room()
    }

    /// Steps that operations have taken.
    pub fn spent(&self) -> usize {
        self.store.borrow().bdd.spent()
    }

    /// Subjects that conditions speak of.
    pub fn subjects_made(&self) -> usize {
        self.store.borrow().subjects_made()
    }

    /// Steps that small operations have taken when none were left.
    pub fn overdrawn(&self) -> usize {
        self.store.borrow().bdd.overdrawn()
    }
}
