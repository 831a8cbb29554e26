//! Who links a library that lacks another one, as far as the project shows.
use crate::cond::Cond;
use crate::model::TargetId;

use super::table::table;
use super::{Gap, LOADED, Search};

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

    /// Whether the project is seen to link a target on the system of the row: the defaults make it there, and continuous integration builds it.
    /// Then something else brings the library, as headers of Microsoft's do by pragmas.
    pub(super) fn is_linked_there(&self, gap: &Gap) -> bool {
        let built = self.model.facts.conds.diff(gap.cond, self.model.excluded_from_all(gap.id));
        self.model.without_settings(built).is_possible() && (self.is_built_on)(self.row.platform())
    }

    /// Whether a source of a target includes a header of others that tells Microsoft's linker what to link.
    pub(super) fn is_told_by_headers(&self, gap: &Gap) -> bool {
        let rows = || table().linking.iter().flat_map(|row| &row.headers);
        let tells = |path: &str| rows().any(|start| path.starts_with(start.as_str()));
        let sources = self.model.sources(gap.id).iter();
        self.row.platform() == "WIN32"
            && sources.filter_map(|source| Some((source.through.unwrap_or(gap.id), source.path.as_deref()?))).any(
                |(target, path)| {
                    self.view(target, path)
                        .iter()
                        .flat_map(|file| &file.facts.includes)
                        .any(|include| tells(&include.path))
                },
            )
    }

    /// Whether a shared library in C is there to be loaded: nothing of the project links it, and no header of it is installed. Interpreters
    /// and virtual machines that load such libraries have mathematics.
    pub(super) fn is_loaded_only(&self, id: TargetId) -> bool {
        self.row.comes_with_cxx && !self.model.is_linked(id) && !self.model.installed().has_headers()
    }

    /// Whether code of others is taken in with a library, and all that the project links with it has what it lacks: nobody else takes it
    /// from here.
    pub(super) fn is_served(&self, gap: &Gap) -> bool {
        let file = self.sources.get(gap.defined.file);
        if !self.model.is_vendored(file.path()) {
            return false;
        }
        let takes = |user: &TargetId| {
            let linked = !self.model.is_kind(*user, LOADED).is_false();
            *user != gap.id && linked && self.model.link_closure(*user).iter().any(|(library, _)| *library == gap.id)
        };
        let mut users = self.model.built_targets().filter(takes).peekable();
        users.peek().is_some() && users.all(|user| self.alone(user, Cond::FALSE).is_none())
    }
}
