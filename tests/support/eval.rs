//! Small projects on disk, evaluated.
#![allow(dead_code)] // Each test crate uses a part of it.
use std::path::Path;

use linklint::cmake::eval::facts::Facts;
use linklint::cmake::eval::policy::Version;
use linklint::cmake::eval::{Environment, Files, Given, Limits, Names, Options, evaluate};
use linklint::source::{Sandbox, SourceMap};

/// Folder below a project's own that stands for its build folder.
pub(crate) const BUILD: &str = "@BUILD@";

/// A project in a temporary folder.
pub(crate) struct Project {
    folder: tempfile::TempDir,
}

/// What an evaluation is asked for.
pub(crate) struct Ask<'a> {
    pub all: bool,
    pub given: &'a [(&'a str, &'a str)],
    pub system: Option<&'a str>,
    pub limits: Limits,
}

impl Default for Ask<'_> {
    fn default() -> Self {
        Self { all: true, given: &[], system: None, limits: Limits::default() }
    }
}

impl Project {
    /// Writes the files; paths are relative.
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let project = Self { folder: tempfile::tempdir().unwrap() };
        for (path, text) in files {
            project.write(path, text.as_bytes());
        }
        project
    }

    pub(crate) fn write(&self, path: &str, bytes: &[u8]) {
        let path = self.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Evaluates it.
    pub(crate) fn evaluate(&self, ask: &Ask<'_>) -> Facts {
        let root = self.path().canonicalize().unwrap();
        let sources = SourceMap::new(Sandbox::new(&root, &[]).unwrap());
        let files = Files::new(&sources);
        for entry in walk(&root) {
            let name = entry.file_name().unwrap().to_string_lossy().into_owned();
            if name == "CMakeLists.txt" || name.ends_with(".cmake") {
                let _ = files.parse(&entry);
            }
        }
        let all = files.all();
        let names = Names::scan(all.iter().map(|file| &**file));
        let given = ask.given.iter().map(|(name, value)| Given {
            name: (*name).to_owned(),
            kind: None,
            value: (*value).to_owned(),
        });
        let options = Options {
            source_dir: root.clone(),
            binary_dir: root.join(BUILD),
            given: given.collect(),
            system: ask.system.map(str::to_owned),
            cmake: Version(3, 25, 1),
            all_configurations: ask.all,
            packages: Vec::new(),
            by_wheels: Vec::new(),
            summaries: Vec::new(),
            limits: ask.limits,
        };
        evaluate(&Environment { files: &files, options, names })
    }
}

fn walk(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut out = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let kind = entry.file_type().unwrap();
        if kind.is_dir() {
            out.extend(walk(&entry.path()));
        } else if kind.is_file() {
            out.push(entry.path());
        }
    }
    out.sort();
    out
}

/// Everything that `message()` without a mode says, a line each.
pub(crate) fn output(facts: &Facts) -> String {
    facts.messages.iter().filter(|m| m.mode.is_empty()).map(|m| facts.texts.display(m.text) + "\n").collect()
}
