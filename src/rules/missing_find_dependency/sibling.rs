//! Targets of the same project that another export set of it holds: another package, as for who uses it.
use std::collections::BTreeMap;

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

/// The targets of an export set, named by the `install(EXPORT)` at `origin`, with when they are in it.
pub(super) fn members(model: &Model<'_>, origin: Origin) -> BTreeMap<TargetId, Cond> {
    let facts = model.facts;
    let exports = facts.installs.iter().filter(|i| i.kind == InstallKind::Export && i.origin == origin);
    let sets: Vec<_> = exports.filter_map(|install| install.export).collect();
    let joins = |install: &&Install| {
        install.kind == InstallKind::Target && install.export.is_some_and(|set| sets.contains(&set))
    };
    // One row for each kind of artifact: the conditions of a target are disjoined.
    let mut targets: BTreeMap<TargetId, Cond> = BTreeMap::new();
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

/// The package that an item of the exported link line belongs to, where that is a target of another export set than the one at
/// `origin`, and the configuration neither names the package nor includes its targets; and when it is exported there.
pub(super) fn sibling(
    model: &Model<'_>,
    installed: &Installed,
    item: &Item,
    text: &str,
    origin: Origin,
) -> Option<(String, Cond, bool)> {
    let id = model.find(&item.text).filter(|id| !model.is_imported(*id))?;
    if members(model, origin).contains_key(&id) {
        return None;
    }
    let exports = || installed.files.iter().filter(|file| file.source.is_none() && !file.wrapped);
    let others: Vec<&InstalledFile> = exports().filter(|file| members(model, file.origin).contains_key(&id)).collect();
    // Of several it is not known which one is meant; CMake refuses them.
    let [other] = others.as_slice() else { return None };
    // Sets that are installed beside each other are parts of one package, which may include them by any name.
    let mut own = exports().filter(|file| file.origin == origin);
    if own.any(|own| is_beside(model, own, other) || own.directory.is_none()) {
        return None;
    }
    let packages: Vec<&str> = packages_beside(installed, other).collect();
    let is_told = text.contains(&other.name.to_lowercase())
        || packages.iter().any(|package| is_named(text, &package.to_lowercase()));
    let first = packages.first().filter(|_| !is_told)?;
    Some(((*first).to_owned(), other.cond, false))
}

/// The packages whose configurations stand where an export is installed.
fn packages_beside<'s>(installed: &'s Installed, export: &'s InstalledFile) -> impl Iterator<Item = &'s str> {
    let configs = installed.files.iter().filter(|file| file.is_config() && file.directory == export.directory);
    configs.filter_map(|file| ["Config.cmake", "-config.cmake"].iter().find_map(|end| file.name.strip_suffix(end)))
}
