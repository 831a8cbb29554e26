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

/// How descriptions of continuous integration name the systems that they run on (documentation of GitHub Actions, "Choosing the runner for a
/// job"; Azure Pipelines, "Microsoft-hosted agents"; Travis CI, "os").
const RUNNERS: &[(&str, &[&str])] = &[
    ("WIN32", &["windows-latest", "windows-20", "windows-11", "os: windows"]),
    ("APPLE", &["macos-latest", "macos-1", "macOS-latest", "macOS-1", "os: osx"]),
];
/// Descriptions that are for one system.
const FOR_ONE: &[(&str, &[&str])] = &[("WIN32", &["appveyor.yml", ".appveyor.yml"])];
/// What says that a build by CMake is run: itself, or the front ends of Python packages.
const BUILDS: &[&str] = &["cmake", "CMake", "cibuildwheel", "pip install"];

impl Facts<'_> {
    /// Whether continuous integration builds the project on a system, by the name that CMake's variables have for it: what the defaults
    /// build there has been linked.
    pub fn is_built_by_others_on(&self, system: &str) -> bool {
        let Some(project) = self.project else { return false };
        let of = |table: &'static [(&str, &'static [&'static str])]| {
            table.iter().find(|(name, _)| *name == system).map_or(&[][..], |(_, words)| *words)
        };
        let sandbox = self.sources.sandbox();
        let scripts = project.inputs.of(Kind::Script).iter();
        let tops = [&project.inputs.root, &project.model.facts.source_dir];
        let alone = tops.iter().flat_map(|top| of(FOR_ONE).iter().map(|name| top.join(name)));
        let holds_both = |text: &[u8]| holds(text, of(RUNNERS)) && holds(text, BUILDS);
        scripts.into_iter().any(|path| sandbox.read(path).is_ok_and(|text| holds_both(&text)))
            || alone.into_iter().any(|path| sandbox.read(&path).is_ok_and(|text| holds(&text, BUILDS)))
    }
}

/// Whether a line holds one of the words.
pub(super) fn holds(line: &[u8], words: &[&str]) -> bool {
    words.iter().any(|word| memchr::memmem::find(line, word.as_bytes()).is_some())
}
