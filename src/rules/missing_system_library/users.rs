//! Who links a library that lacks another one, as far as the project shows.
use crate::model::TargetId;

use super::Search;

impl Search<'_> {
    /// Whether a library of C stands beside libraries and programs in C++ only, which bring mathematics, and the project installs nothing
    /// that tells others of it.
    pub(super) fn is_for_own_cxx(&self, id: TargetId) -> bool {
        self.row.comes_with_cxx && self.has_users_in_cxx(id) && !self.model.installed().has_headers()
    }

    /// Whether other languages than C link a library, as far as the project shows who does.
    pub(super) fn has_users_in_cxx(&self, id: TargetId) -> bool {
        let uses = |user: &TargetId| self.model.links(*user).iter().any(|edge| edge.to == id);
        let mut users = self.model.built_targets().filter(uses).peekable();
        users.peek().is_some() && users.all(|user| !self.is_linked_as_c(user))
    }
}
