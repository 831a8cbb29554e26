//! The headers that are installed for others, and whether a file is installed where an include finds it.
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::cmake::eval::value::Origin;
use crate::cond::Cond;
use crate::native::Natives;
use crate::source::{SourceMap, normalize};

use super::binaries::is_header;
use super::installs::{Installed, join, script_may_install};
use super::{InstalledFile, Model};

/// A header of the source tree that goes to a folder for headers.
pub struct InstalledHeader {
    /// The file.
    pub path: Arc<Path>,
    /// When.
    pub cond: Cond,
    /// The install rule.
    pub origin: Origin,
}

/// What is installed, as those see it who include it.
pub struct InstalledHeaders<'a> {
    model: &'a Model<'a>,
    sources: &'a SourceMap,
    installed: &'a Installed,
    /// Headers of the source tree, by path and rule.
    pub headers: Vec<InstalledHeader>,
    /// Where files go, by their names.
    places: FxHashMap<String, Vec<String>>,
}

/// More headers are not looked at.
const MOST: usize = 30_000;

impl<'a> InstalledHeaders<'a> {
    /// Reads the rules; nothing where it is not known what they install.
    pub fn new(
        model: &'a Model<'a>,
        natives: &'a Natives<'a>,
        sources: &'a SourceMap,
        installed: &'a Installed,
    ) -> Option<Self> {
        let of_packages = |folder: &str| folder.contains("cmake") || folder.contains("pkgconfig");
        let is_open = |to: &Option<Arc<str>>| to.as_ref().is_none_or(|folder| !of_packages(folder));
        // Files of a set are not followed.
        let has_sets = model.facts.installs.iter().any(|install| install.artifact == "FILE_SET");
        if has_sets || installed.anything.iter().any(|(to, _)| is_open(to)) {
            return None;
        }
        let mut this = Self { model, sources, installed, headers: Vec::new(), places: FxHashMap::default() };
        for file in &installed.files {
            this.add_file(natives, file)?;
        }
        this.add_folders(natives)?;
        this.headers.sort_by(|a, b| (&a.path, a.origin).cmp(&(&b.path, b.origin)));
        Some(this)
    }

    fn add_file(&mut self, natives: &Natives<'_>, file: &InstalledFile) -> Option<()> {
        let texts = &self.model.facts.texts;
        let (name, known) = texts.with_defaults(&file.name);
        if !known {
            // Some header whose name is not known may be any.
            return (!is_header(Path::new(&name))).then_some(());
        }
        let folder = file.directory.as_ref().map(|folder| texts.with_defaults(folder));
        let folder = folder.filter(|(_, known)| *known).map(|(folder, _)| folder);
        let index = file.source.as_ref().and_then(|path| natives.index(path));
        let path = index.and_then(|index| natives.path(index));
        if let (Some(path), Some(folder)) = (path, &folder)
            && is_header(path)
            && self.is_for_headers(folder)
        {
            let (path, cond, origin) = (Arc::clone(path), file.cond, file.origin);
            self.headers.push(InstalledHeader { path, cond, origin });
        }
        // Nothing known of the folder: it may be any.
        let place = folder.map_or_else(String::new, |folder| join(&folder, &name));
        self.places.entry(name).or_default().push(place);
        Some(())
    }

    fn add_folders(&mut self, natives: &Natives<'_>) -> Option<()> {
        let texts = &self.model.facts.texts;
        let outputs = self.model.facts.generated.iter().filter_map(|made| texts.as_str(made.output));
        let made: Vec<PathBuf> = outputs.map(|output| normalize(Path::new(output))).collect();
        for folder in &self.installed.folders {
            let source = folder.source.as_deref()?;
            let to = folder.directory.as_ref().map(|to| texts.with_defaults(to));
            let to = to.filter(|(_, known)| *known).map(|(to, _)| to);
            let start = source.as_os_str().as_encoded_bytes();
            let below = natives.paths().chain(made.iter().map(PathBuf::as_path));
            let below = below.filter(|path| path.as_os_str().as_encoded_bytes().starts_with(start));
            for path in below.filter(|path| folder.takes(path) == Some(true)) {
                let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
                let rest = path.strip_prefix(source).ok().and_then(Path::to_str).unwrap_or(name);
                let place = to.as_ref().map_or_else(String::new, |to| join(to, rest));
                self.places.entry(name.to_owned()).or_default().push(place);
                if natives.holds(path) && is_header(path) && to.as_deref().is_some_and(|to| self.is_for_headers(to)) {
                    let (path, cond, origin) = (Arc::from(path), folder.cond, folder.origin);
                    self.headers.push(InstalledHeader { path, cond, origin });
                }
                if self.headers.len() > MOST {
                    return None;
                }
            }
        }
        Some(())
    }

    /// Whether a file is, or may be, where an include of it leads, given as it is written.
    pub fn may_find(&self, include: &str, file: &Path) -> bool {
        let include = plain(include);
        let name = include.rsplit('/').next().unwrap_or_default();
        let is_there = |place: &String| {
            let start = place.strip_suffix(include.as_str());
            place.is_empty() || start.is_some_and(|start| start.is_empty() || start.ends_with('/'))
        };
        let unknown = |folder: &&super::installed_folders::InstalledFolder| {
            let Some(source) = folder.source.as_deref().filter(|source| !self.sources.sandbox().is_dir(source)) else {
                return false;
            };
            !folder.filter.as_ref().is_some_and(|filter| filter.leaves_out(source, &source.join(&include)))
        };
        self.places.get(name).is_some_and(|places| places.iter().any(is_there))
            || self.installed.folders.iter().any(|folder| unknown(&folder))
            || self.installed.scripts.iter().any(|(text, _)| script_may_install(self.sources, text, name))
            // A file that is no source.
            || !self.places.contains_key(name) && self.installed.holds(file)
    }

    /// Whether a folder is one for headers, below the prefix or of the system: some projects install into their own trees.
    fn is_for_headers(&self, folder: &str) -> bool {
        let facts = self.model.facts;
        let own = [&facts.source_dir, &facts.binary_dir].into_iter().any(|tree| Path::new(folder).starts_with(tree));
        is_called_so(folder) && !own && !folder.contains('$')
    }

    /// Where a file of that name goes, as far as it is known.
    pub fn places_of(&self, name: &str) -> &[String] {
        self.places.get(name).map_or(&[], Vec::as_slice)
    }
}

impl Installed {
    /// Whether headers are, or may be, installed: others can use the project's libraries.
    pub fn has_headers(&self) -> bool {
        let so = |folder: Option<&str>| folder.is_some_and(is_called_so);
        self.files.iter().any(|file| is_header(Path::new(&*file.name)) || so(file.directory.as_deref()))
            || self.folders.iter().any(|folder| so(folder.directory.as_deref()))
            || self.anything.iter().any(|(to, _)| to.as_deref().is_none_or(is_called_so))
    }
}

/// An include without what leads out of its folder.
fn plain(include: &str) -> String {
    let joined = join("", include);
    joined.rsplit("../").next().unwrap_or_default().to_owned()
}

/// Whether a folder is called as those for headers are.
fn is_called_so(folder: &str) -> bool {
    folder.split('/').any(|part| matches!(part, "include" | "inc" | "includes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn includes_are_looked_for_by_what_stands_behind_the_way_up() {
        assert_eq!(plain("../../core/./a.h"), "core/a.h");
        assert_eq!(plain("core/../a.h"), "a.h");
        assert_eq!(plain("a.h"), "a.h");
        assert!(is_called_so("include/x") && is_called_so("usr/include") && !is_called_so("share/x"));
    }
}
