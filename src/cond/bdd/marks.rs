//! Which nodes a walk has met.

/// Which nodes a walk has met: those that bear the number of the walk.
#[derive(Default, Clone)]
pub(super) struct Marks {
    walk: u32,
    of: Vec<u32>,
}

impl Marks {
    pub(super) fn begin(&mut self, nodes: usize) {
        if self.walk == u32::MAX {
            *self = Self::default();
        }
        self.walk += 1;
        self.of.resize(nodes, 0);
    }

    /// Marks a node; false where it was marked before.
    pub(super) fn mark(&mut self, index: u32) -> bool {
        std::mem::replace(&mut self.of[index as usize], self.walk) != self.walk
    }
}
