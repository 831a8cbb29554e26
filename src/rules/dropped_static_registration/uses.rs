//! Whether a binary asks for what a registry holds.
use super::{Member, Search};
use crate::model::TargetId;
use crate::native::FileIndex;

impl Search<'_> {
    /// Whether a source of a binary, or of what it may take out of archives, names something that the headers declare by which a member registers.
    /// A header that is included along with others says nothing.
    pub(super) fn names_registry(&self, binary: TargetId, member: &Member) -> bool {
        let (natives, model) = (self.binaries.natives, self.binaries.model);
        // Of frameworks the headers are not here.
        let names = self.declared(member);
        if !member.frameworks.is_empty() || names.is_empty() {
            return true;
        }
        let units = self.binaries.units(binary);
        // A test asks for what it looks at itself: that it links all of a library says nothing.
        let is_test = model.is_test_target(binary);
        let asking = units.iter().filter(|unit| !is_test || unit.archive.is_none()).filter(|unit| {
            unit.path != member.path
                && unit
                    .archive
                    .is_none_or(|archive| self.binaries.may_take(&self.archives, binary, archive, &unit.path))
        });
        let shared = model.shared_closure(binary).into_iter().filter(|(library, _)| *library != binary);
        let shared = shared
            .filter(|_| !is_test)
            .flat_map(|(library, _)| model.sources(library))
            .filter_map(|source| source.path.as_deref());
        let files = asking.map(|unit| &*unit.path).chain(shared).filter_map(|path| natives.index(path));
        natives.is_mentioned(&names, files)
    }

    /// What the files declare by which a member registers.
    fn declared(&self, member: &Member) -> Vec<String> {
        let file = |index: &FileIndex| self.binaries.natives.at(*index);
        let mut names = Vec::new();
        for file in member.contacts.iter().filter_map(file) {
            names.extend(file.facts.functions.iter().map(|one| one.name.clone()));
            names.extend(file.facts.classes.iter().map(|one| one.name.clone()));
            names.extend(file.facts.variables.iter().map(|one| one.name.clone()));
            names.extend(file.facts.macros.iter().filter(|one| one.parameters.is_some()).map(|one| one.name.clone()));
        }
        names.retain(|name| !name.is_empty());
        names.sort_unstable();
        names.dedup();
        names
    }
}
