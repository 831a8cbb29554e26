//! Targets of the same project that another export set of it holds: another package, as for who uses it.
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::cmake::eval::facts::{Install, InstallKind};
use crate::cmake::eval::value::Origin;
use crate::cond::Cond;
use crate::model::{Installed, InstalledFile, Item, Model, TargetId};

use super::text::is_named;

/// Whether an export is installed where a configuration is, unless users say otherwise.
pub(super) fn is_beside(model: &Model<'_>, export: &InstalledFile, config: &InstalledFile) -> bool {
    match (&export.directory, &config.directory) {
        (Some(a), Some(b)) => model.is_same_folder(a, b) == Some(true),
        (None, _) | (_, None) => false,
    }
}

/// Whether an export file has the name of a configuration's package: `pkgTargets.cmake`, `pkg-targets.cmake`.
pub(super) fn is_called_like(export: &InstalledFile, config: &InstalledFile) -> bool {
    let lower = export.name.to_lowercase();
    let rest = config.package().and_then(|package| lower.strip_prefix(&package.to_lowercase()).map(str::to_owned));
    rest.is_some_and(|rest| matches!(&*rest, "targets.cmake" | "-targets.cmake" | "_targets.cmake" | "target.cmake"))
}

/// The export sets of a project.
pub(super) struct Sets<'a> {
    model: &'a Model<'a>,
    installed: &'a Installed,
    /// What is known of some, by the `install(EXPORT)` that names them.
    members: RefCell<FxHashMap<Origin, Rc<Members>>>,
}

/// Targets, with when they are in a set.
type Members = BTreeMap<TargetId, Cond>;

impl<'a> Sets<'a> {
    /// Nothing is looked at yet.
    pub(super) fn new(model: &'a Model<'a>, installed: &'a Installed) -> Self {
        Self { model, installed, members: RefCell::default() }
    }

    /// The targets of an export set, named by the `install(EXPORT)` at `origin`.
    pub(super) fn members(&self, origin: Origin) -> Rc<Members> {
        let mut known = self.members.borrow_mut();
        Rc::clone(known.entry(origin).or_insert_with(|| Rc::new(find_members(self.model, origin))))
    }

    /// The export sets of targets that a target of the set at `origin` links, and that link an item, too: users need these parts first, and
    /// what their configurations look for.
    pub(super) fn parts_with(&self, id: TargetId, item: &Item, origin: Origin) -> Vec<&'a InstalledFile> {
        let own = self.members(origin);
        let links = |id: TargetId| {
            let links = self.model.exported_links(id).into_iter();
            links.filter_map(|(link, _)| self.model.find(&link.text)).collect::<Vec<_>>()
        };
        let (mut open, mut seen, mut parts) = (links(id), vec![id], Vec::new());
        while let Some(next) = open.pop() {
            if seen.contains(&next) || self.model.is_imported(next) {
                continue;
            }
            seen.push(next);
            let has_item = || self.model.exported_links(next).iter().any(|(link, _)| link.text == item.text);
            if !own.contains_key(&next) && has_item() {
                parts.extend(self.installed.files.iter().filter(|file| self.holds(file, next)));
            }
            open.extend(links(next));
        }
        parts
    }

    /// Whether an installed file exports a target.
    fn holds(&self, file: &InstalledFile, id: TargetId) -> bool {
        file.source.is_none() && !file.wrapped && self.members(file.origin).contains_key(&id)
    }

    /// The package that an item of the exported link line belongs to, where that is a target of another export set than the one at
    /// `origin`, and the configuration neither names the package nor includes its targets; and when it is exported there.
    pub(super) fn sibling(&self, item: &Item, text: &str, origin: Origin) -> Option<(String, Cond, bool)> {
        let id = self.model.find(&item.text).filter(|id| !self.model.is_imported(*id))?;
        if self.members(origin).contains_key(&id) {
            return None;
        }
        let exports = || self.installed.files.iter().filter(|file| file.source.is_none() && !file.wrapped);
        let mut others = exports().filter(|file| self.members(file.origin).contains_key(&id));
        // Of several it is not known which one is meant; CMake refuses them.
        let (Some(other), None) = (others.next(), others.next()) else { return None };
        // Sets that are installed beside each other are parts of one package, which may include them by any name.
        let mut own = exports().filter(|file| file.origin == origin);
        if own.any(|own| is_beside(self.model, own, other) || own.directory.is_none()) {
            return None;
        }
        let packages: Vec<&str> = packages_beside(self.installed, other).collect();
        let is_told = text.contains(&other.name.to_lowercase())
            || packages.iter().any(|package| is_named(text, &package.to_lowercase()));
        let first = packages.first().filter(|_| !is_told)?;
        Some(((*first).to_owned(), other.cond, false))
    }
}

fn find_members(model: &Model<'_>, origin: Origin) -> Members {
    let facts = model.facts;
    let exports = facts.installs.iter().filter(|i| i.kind == InstallKind::Export && i.origin == origin);
    let sets: Vec<_> = exports.filter_map(|install| install.export).collect();
    let joins = |install: &&Install| {
        install.kind == InstallKind::Target && install.export.is_some_and(|set| sets.contains(&set))
    };
    // One row for each kind of artifact: the conditions of a target are disjoined.
    let mut targets = Members::new();
    for install in facts.installs.iter().filter(joins) {
        for item in model.items(&install.items, None) {
            if let Some(id) = model.find(&item.text) {
                let when = facts.conds.and(install.cond, item.cond);
                let so_far = targets.entry(id).or_insert(Cond::FALSE);
                *so_far = facts.conds.or(*so_far, when);
            }
        }
    }
    targets
}

/// The packages whose configurations stand where an export is installed.
fn packages_beside<'s>(installed: &'s Installed, export: &'s InstalledFile) -> impl Iterator<Item = &'s str> {
    let configs = installed.files.iter().filter(|file| file.is_config() && file.directory == export.directory);
    configs.filter_map(|file| ["Config.cmake", "-config.cmake"].iter().find_map(|end| file.name.strip_suffix(end)))
}
