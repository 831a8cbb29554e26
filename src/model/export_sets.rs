//! Which targets are exported: the members of export sets that somebody installs.
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::cmake::eval::facts::{BEYOND_BUDGET, Install, InstallKind, Reason, TargetKind};
use crate::cmake::eval::value::Origin;
use crate::cond::Cond;

use super::{Model, TargetId};

/// A target in an export set.
#[derive(Clone, Copy, Debug)]
pub struct Exported {
    /// When it is in some set.
    pub in_set: Cond,
    /// When such a set is installed.
    pub installed: Cond,
    /// The first `install(TARGETS … EXPORT)`.
    pub origin: Origin,
}

impl Model<'_> {
    /// The members of export sets. A set whose name is not known counts as none that is installed.
    pub fn exported_targets(&self) -> Rc<BTreeMap<TargetId, Exported>> {
        Rc::clone(self.cache.exported.get_or_init(|| Rc::new(self.find_exported())))
    }

    fn find_exported(&self) -> BTreeMap<TargetId, Exported> {
        let (facts, conds) = (self.facts, &self.facts.conds);
        let mut sets: BTreeMap<&str, Cond> = BTreeMap::new();
        for install in facts.installs.iter().filter(|install| install.kind == InstallKind::Export) {
            if let Some(name) = install.export.and_then(|set| facts.texts.as_str(set)) {
                let known = sets.entry(name).or_insert(Cond::FALSE);
                *known = conds.or(*known, self.install_runs(install));
            }
        }
        let mut out: BTreeMap<TargetId, Exported> = BTreeMap::new();
        for install in facts.installs.iter().filter(|install| install.kind == InstallKind::Target) {
            let Some(set) = install.export else { continue };
            let written = facts.texts.as_str(set).and_then(|name| sets.get(name)).copied().unwrap_or(Cond::FALSE);
            for item in self.items(&install.items, None) {
                let Some(id) = self.find(&item.text) else { continue };
                let member = conds.and(install.cond, item.cond);
                let new = Exported { in_set: Cond::FALSE, installed: Cond::FALSE, origin: install.origin };
                let known = out.entry(id).or_insert(new);
                known.in_set = conds.or(known.in_set, member);
                known.installed = conds.or(known.installed, conds.and(member, written));
            }
        }
        for (id, exported) in &mut out {
            // CMake refuses a second target of the name: the properties would be those of both.
            let once = conds.diff(exported.installed, self.defined_twice(*id));
            exported.installed = self.with_install_rules(once);
        }
        out
    }

    /// Whether something was given up for a limit in the file of a place: what is not found of what it makes may be there.
    pub fn is_cut_short(&self, origin: Origin) -> bool {
        let Some(file) = self.span(origin).map(|span| span.file) else { return true };
        let mut cut = self.facts.unknowns.iter().filter(|one| one.reason == Reason::Limit);
        cut.any(|one| self.span(one.origin).is_some_and(|span| span.file == file))
    }

    /// Whether commands were left out anywhere since their conditions became too many.
    pub fn is_cut(&self) -> bool {
        let mut limits = self.facts.unknowns.iter().filter(|one| one.reason == Reason::Limit);
        limits.any(|one| &*one.what == BEYOND_BUDGET)
    }

    /// When a rule is one of those that `cmake --install` runs: not below a folder that was added with `EXCLUDE_FROM_ALL`
    /// (cmake-properties(7), the property of directories).
    pub fn install_runs(&self, install: &Install) -> Cond {
        let mut cond = install.cond;
        let mut at = Some(install.directory);
        while let Some(directory) = at.and_then(|id| self.facts.directories.get(id.0 as usize)) {
            cond = self.facts.conds.diff(cond, directory.excluded);
            at = directory.parent;
        }
        cond
    }

    /// A condition without the configurations that make no rules for installing, as far as it speaks of them
    /// (cmake-variables(7), `CMAKE_SKIP_INSTALL_RULES`).
    pub fn with_install_rules(&self, cond: Cond) -> Cond {
        let conds = &self.facts.conds;
        let skips =
            conds.subjects(cond).into_iter().find(|s| conds.subject_info(*s).name == "CMAKE_SKIP_INSTALL_RULES");
        skips.map_or(cond, |subject| conds.diff(cond, conds.truthy(subject)))
    }

    /// When an exported target has a link interface: all kinds but modules and programs, which are linked only when they
    /// export symbols (cmake-properties(7), `ENABLE_EXPORTS`).
    pub fn is_linkable(&self, id: TargetId) -> Cond {
        let conds = &self.facts.conds;
        let libraries = [TargetKind::Static, TargetKind::Shared, TargetKind::Object, TargetKind::Interface];
        let program = conds.and(self.is_kind(id, &[TargetKind::Executable]), self.property_true(id, "ENABLE_EXPORTS"));
        conds.or(self.is_kind(id, &libraries), program)
    }
}
