//! Which nodes, or variables, a walk has met.

/// Which nodes, or variables, a walk has met: those that bear the number of the walk.
#[derive(Default, Clone)]
pub(super) struct Marks {
    walk: u32,
    of: Vec<u32>,
}

impl Marks {
    /// Begins a walk, and makes room for so many.
    pub(super) fn begin(&mut self, nodes: usize) {
        if self.walk == u32::MAX {
            *self = Self::default();
        }
        self.walk += 1;
        self.of.resize(nodes.max(self.of.len()), 0);
    }

    /// Marks one; false where it was marked before.
    pub(super) fn mark(&mut self, index: u32) -> bool {
        if index as usize >= self.of.len() {
            self.of.resize(index as usize + 1, 0);
        }
        std::mem::replace(&mut self.of[index as usize], self.walk) != self.walk
    }
}
