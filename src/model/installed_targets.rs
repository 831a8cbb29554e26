//! Where the files of targets are installed that programs and loaders look for.
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use crate::cmake::eval::facts::{Install, InstallKind, TargetKind};
use crate::cmake::eval::text::Text;
use crate::cmake::eval::value::Origin;
use crate::cond::Cond;

use super::{Model, TargetId};

/// An executable, shared library or module that is installed.
#[derive(Clone, Debug)]
pub struct InstalledTarget {
    /// Folder below the prefix, with symbols for unknown parts; nothing when it is not known.
    pub directory: Option<Arc<str>>,
    /// When.
    pub cond: Cond,
    /// Whether it joins an export set: other projects are to link it.
    pub exported: bool,
    /// The install rule.
    pub origin: Origin,
}

impl Model<'_> {
    /// Where each target's program, shared library or module goes, on systems that have their shared libraries among the
    /// `LIBRARY` artifacts (all but Windows).
    pub fn installed_targets(&self) -> Rc<BTreeMap<TargetId, Vec<InstalledTarget>>> {
        Rc::clone(self.cache.installed.get_or_init(|| Rc::new(self.find_installed())))
    }

    /// Places of a target, each with the condition that it is the only one: where there are several, a search path may lead to another.
    pub fn only_places(&self, places: &[InstalledTarget]) -> Vec<InstalledTarget> {
        let conds = &self.facts.conds;
        let alone = |at: usize, place: &InstalledTarget| {
            let others = places.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, other)| other.cond);
            let cond = conds.diff(place.cond, conds.any(others.collect::<Vec<_>>()));
            cond.is_possible().then(|| InstalledTarget { cond, ..place.clone() })
        };
        places.iter().enumerate().filter_map(|(at, place)| alone(at, place)).collect()
    }

    fn find_installed(&self) -> BTreeMap<TargetId, Vec<InstalledTarget>> {
        let mut out: BTreeMap<TargetId, Vec<InstalledTarget>> = BTreeMap::new();
        let rules: Vec<&Install> = self.facts.installs.iter().filter(|i| i.kind == InstallKind::Target).collect();
        // The clauses of one command stand together.
        for clauses in rules.chunk_by(|a, b| a.origin == b.origin && a.cond == b.cond) {
            let Some(first) = clauses.first() else { continue };
            let artifacts: BTreeSet<&str> = clauses.iter().map(|clause| clause.artifact).collect();
            for item in self.items(&first.items, None) {
                let Some(id) = self.find(&item.text) else { continue };
                let Some(artifact) = self.artifact(id) else { continue };
                let wanted = if artifacts.contains(artifact) { artifact } else { "" };
                let cond = self.facts.conds.and(self.install_runs(first), item.cond);
                for install in clauses.iter().filter(|clause| clause.artifact == wanted) {
                    out.entry(id).or_default().extend(self.places(install, artifact, cond));
                }
            }
        }
        out
    }

    fn places(&self, install: &Install, artifact: &str, cond: Cond) -> Vec<InstalledTarget> {
        let [programs, libraries] = install.folders;
        let default = if artifact == "RUNTIME" { programs } else { libraries };
        let stated = if install.destination == Text::EMPTY { default } else { install.destination };
        let places = self.destinations(stated, cond).into_iter();
        let (exported, origin) = (install.export.is_some(), install.origin);
        places.map(|(directory, cond)| InstalledTarget { directory, cond, exported, origin }).collect()
    }

    /// The kind of artifact that a target's file is (cmake-commands(7), install).
    fn artifact(&self, id: TargetId) -> Option<&'static str> {
        // `add_library(x STATIC …)` in one branch and `SHARED` in the other: what is installed as a library of either kind goes there.
        self.definitions_of(id).iter().filter(|d| !d.imported).find_map(|definition| match definition.kind {
            TargetKind::Executable => Some("RUNTIME"),
            TargetKind::Shared | TargetKind::Module => Some("LIBRARY"),
            _ => None,
        })
    }
}
