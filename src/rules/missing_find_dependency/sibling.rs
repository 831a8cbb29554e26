//! Targets of the same project that another export set of it holds: another package, as for who uses it.
use crate::cmake::eval::value::Origin;
use crate::cond::Cond;
use crate::model::{InstalledFile, Item};

use super::Rule;
use super::text::is_named;

impl Rule<'_> {
    /// The package that an item of the exported link line belongs to, where that is a target of another export set, and the
    /// configuration neither names the package nor includes its targets.
    pub(super) fn sibling(&self, item: &Item, text: &str, origin: Origin) -> Option<(String, Cond, bool)> {
        let id = self.model.find(&item.text).filter(|id| !self.model.is_imported(*id))?;
        if self.members(origin).contains_key(&id) {
            return None;
        }
        let exports = self.installed.files.iter().filter(|file| file.source.is_none() && !file.wrapped);
        let others: Vec<&InstalledFile> = exports.filter(|file| self.members(file.origin).contains_key(&id)).collect();
        // Of several it is not known which one is meant; CMake refuses them.
        let [other] = others.as_slice() else { return None };
        // Sets that are installed beside each other are parts of one package, which may include them by any name.
        let own = self.installed.files.iter().filter(|file| file.source.is_none() && file.origin == origin);
        if own.into_iter().any(|own| self.is_beside(own, other) || own.directory.is_none()) {
            return None;
        }
        let mut packages = self.packages_beside(other).peekable();
        packages.peek()?;
        let named = |package: &&str| is_named(text, &package.to_lowercase());
        if text.contains(&other.name.to_lowercase()) || self.packages_beside(other).any(|package| named(&package)) {
            return None;
        }
        Some((packages.next()?.to_owned(), other.cond, false))
    }

    /// The packages whose configurations stand where an export is installed.
    fn packages_beside<'s>(&'s self, export: &'s InstalledFile) -> impl Iterator<Item = &'s str> {
        let configs = self.installed.files.iter().filter(|file| file.is_config() && file.directory == export.directory);
        configs.filter_map(|file| ["Config.cmake", "-config.cmake"].iter().find_map(|end| file.name.strip_suffix(end)))
    }
}
