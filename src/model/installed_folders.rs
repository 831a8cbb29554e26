//! Folders that are installed with what they hold.
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cmake::eval::facts::Filter;
use crate::cmake::eval::text::has_symbol;
use crate::cmake::eval::value::Origin;
use crate::cond::Cond;
use crate::source::{SourceMap, normalize};

use super::{Installed, Model};

/// A folder that is installed with what it holds.
#[derive(Clone, Debug)]
pub(super) struct InstalledFolder {
    /// Absolute path of the folder, where it is known.
    pub(super) source: Option<PathBuf>,
    /// Where its content goes.
    pub(super) directory: Option<Arc<str>>,
    /// What is left out.
    pub(super) filter: Option<Arc<Filter>>,
    pub(super) cond: Cond,
    /// The install rule.
    pub(super) origin: Origin,
}

impl Installed {
    /// Whether some rule installs what is not known into a folder that may be one for headers, as its name says.
    pub fn may_take_headers(&self, model: &Model<'_>) -> bool {
        let for_headers = |to: &Option<Arc<str>>| {
            to.as_deref().is_none_or(|to| {
                let shown = model.display(to).to_lowercase();
                ["include", "header"].iter().any(|word| shown.contains(word))
            })
        };
        let is_made = |folder: &InstalledFolder| {
            folder.source.as_deref().is_none_or(|source| source.starts_with(&model.facts.binary_dir))
        };
        self.files.iter().any(|file| has_symbol(&file.name) && for_headers(&file.directory))
            || self.folders.iter().any(|folder| is_made(folder) && for_headers(&folder.directory))
            || self.anything.iter().any(|(to, _)| for_headers(to))
    }
}

impl InstalledFolder {
    /// Whether it is installed with a file that lies in it; nothing for other files.
    pub(super) fn takes(&self, path: &Path) -> Option<bool> {
        let source = self.source.as_deref().filter(|source| path.starts_with(source))?;
        Some(!self.filter.as_ref().is_some_and(|filter| filter.leaves_out(source, path)))
    }

    pub(super) fn may_hold(&self, model: &Model<'_>, sources: &SourceMap, directory: &str, name: &str) -> bool {
        let Some(to) = &self.directory else { return true };
        let (to, to_known) = model.facts.texts.with_defaults(to);
        let (wanted, wanted_known) = model.facts.texts.with_defaults(directory);
        let Ok(rest) = Path::new(&wanted).strip_prefix(&to) else {
            // Unknown parts at the beginning may make one of them an outer folder of the other.
            return !(to_known && wanted_known);
        };
        match &self.source {
            Some(source) if !source.starts_with(&model.facts.binary_dir) => {
                let path = normalize(&source.join(rest).join(name));
                // What is copied or written there at configure time is not told apart.
                sources.sandbox().is_file(&path) || !sources.sandbox().is_dir(source)
            }
            _ => true,
        }
    }
}
