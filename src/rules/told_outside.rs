//! What presets, scripts, toolchain files and descriptions of packages say: files beside the build description, which whoever builds takes.
use std::path::Path;

use super::{Facts, is_find_module};
use crate::discover::Kind;
use crate::source::purposes;

const KINDS: &[Kind] = &[Kind::Presets, Kind::Script, Kind::Packaging, Kind::Python, Kind::Recipe, Kind::CMakeModule];

impl Facts<'_> {
    /// Whether a line of such a file is so. Files of tests and code of others do not count, nor does what the build itself reads.
    pub fn outside_says(&self, is_so: impl Fn(Kind, &[u8]) -> bool) -> bool {
        let Some(project) = self.project else { return false };
        let top = &project.model.facts.source_dir;
        let is_read = |path: &Path| project.model.facts.files.iter().any(|file| file.path == path);
        let counts = |path: &Path| purposes(path, top).next().is_none() && !is_find_module(path);
        let sandbox = self.sources.sandbox();
        KINDS.iter().any(|kind| {
            let files = project.inputs.of(*kind).iter().filter(|path| counts(path));
            let says = |text: &[u8]| text.split(|byte| *byte == b'\n').any(|line| is_so(*kind, line));
            files.into_iter().any(|path| {
                sandbox.read(path).is_ok_and(|text| says(&text)) && !(*kind == Kind::CMakeModule && is_read(path))
            })
        })
    }
}

/// Whether a line holds one of the words.
pub(super) fn holds(line: &[u8], words: &[&str]) -> bool {
    words.iter().any(|word| memchr::memmem::find(line, word.as_bytes()).is_some())
}
