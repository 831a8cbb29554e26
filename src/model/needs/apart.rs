//! What binaries need of others that they do not link.
use crate::cond::Cond;
use crate::model::TargetId;
use crate::model::binaries::{Binaries, Defined, DefinedKind};

use super::{Need, Role};

impl Binaries<'_> {
    /// What libraries that a program loads need from it: members of classes, what is emitted with these, and variables.
    pub fn members_needed(&self, program: TargetId, loaded: &[(TargetId, Cond)]) -> Vec<Need> {
        let definitions = self.definitions(program);
        let is_data = |defined: &Defined| defined.kind == DefinedKind::Variable;
        let is_member = |defined: &Defined| defined.member || defined.kind == DefinedKind::Class || is_data(defined);
        let mut search = self.search(program, &definitions, &is_member, &|_| true);
        if !search.members.is_empty() || !search.variables.is_empty() {
            for &(user, cond) in loaded {
                search.user(user, cond, Role::Loaded);
            }
        }
        search.found
    }
}
