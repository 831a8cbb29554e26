//! Shell scripts, Dockerfiles and descriptions of continuous integration as facts: which variables they set for what they
//! run, in which folder, and what they run.
//!
//! * [`Scripts::read`] reads the files that hold one of the words that matter, in parallel;
//! * [`word`] and [`shell`] read the shell's language, `walk` follows it: constants, folders, exports, strings that are
//!   handed to another shell;
//! * `dockerfile` and `yaml` find the scripts in other files.
//!
//! What is not known stays unknown: the value of a variable after a branch, what a sourced file sets.
mod configure;
mod dockerfile;
pub mod facts;
mod launch;
pub mod shell;
mod walk;
pub mod word;
mod yaml;

use std::path::Path;
use std::sync::Arc;

use aho_corasick::AhoCorasick;
use rayon::prelude::*;

pub use configure::Configure;
pub use facts::{Act, Assigned, Before, Part, Ran, Reach, ScriptFacts, Step, Text};

use crate::discover::{Inputs, Kind};
use crate::source::{SourceFile, SourceMap};

/// Files that hold none of these words say nothing that matters.
const WORDS: &[&str] = &[
    "LD_PRELOAD",
    "-shared",
    "LD_LIBRARY_PATH",
    "LIBRARY_PATH",
    "CPATH",
    "C_INCLUDE_PATH",
    "CPLUS_INCLUDE_PATH",
    "OBJC_INCLUDE_PATH",
    "cmake",
    "$ORIGIN",
    "${ORIGIN}",
    "$CMAKE",
    "${CMAKE}",
];
/// Larger files are no scripts that people wrote.
const LARGEST: usize = 1 << 20;

/// A file with what it says.
#[derive(Debug)]
pub struct Script {
    /// The text.
    pub source: Arc<SourceFile>,
    /// The facts; ranges are bytes of the text.
    pub facts: ScriptFacts,
    /// Where it runs `cmake` to configure a project.
    pub configures: Vec<Configure>,
}

impl Script {
    /// Whether all its steps run one after the other on one machine. The jobs of a description of continuous integration
    /// begin with folders of their own.
    pub fn is_one_run(&self) -> bool {
        language(self.source.path()) != Some(Language::Yaml)
    }
}

/// The scripts of an input that say something that matters, by path.
#[derive(Debug, Default)]
pub struct Scripts {
    files: Vec<Script>,
}

/// The language of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Language {
    Shell,
    Dockerfile,
    Yaml,
}

impl Scripts {
    /// Reads what is a script in a language that is known here.
    pub fn read(sources: &SourceMap, inputs: &Inputs) -> Self {
        let Ok(words) = AhoCorasick::new(WORDS) else { return Self::default() };
        let paths = inputs.of(Kind::Script);
        let mut files: Vec<Script> = paths
            .par_iter()
            .filter_map(|path| {
                let language = language(path)?;
                let bytes = sources.sandbox().read(path).ok()?;
                if bytes.len() > LARGEST || !words.is_match(&bytes) {
                    return None;
                }
                let facts = scan(language, &bytes);
                if facts.steps.is_empty() {
                    return None;
                }
                let configures = Configure::all(&facts.steps, path, inputs);
                Some(Script { source: sources.insert(path.clone(), bytes.into()), facts, configures })
            })
            .collect();
        files.sort_by(|a, b| a.source.path().cmp(b.source.path()));
        Self { files }
    }

    /// All of them, by path.
    pub fn files(&self) -> &[Script] {
        &self.files
    }
}

fn language(path: &Path) -> Option<Language> {
    let name = path.file_name()?.to_str()?;
    let name = name.strip_suffix(".in").unwrap_or(name);
    if name.starts_with("Dockerfile") || name.starts_with("Containerfile") || name.ends_with(".Dockerfile") {
        return Some(Language::Dockerfile);
    }
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    match extension {
        "sh" | "bash" | "ksh" | "zsh" | "envrc" | "bashrc" | "profile" => Some(Language::Shell),
        "yml" | "yaml" => Some(Language::Yaml),
        _ => None,
    }
}

fn scan(language: Language, bytes: &[u8]) -> ScriptFacts {
    let mut walker = walk::Walker::new();
    match language {
        Language::Shell => walker.run(bytes, 0),
        Language::Dockerfile => dockerfile::read(&mut walker, bytes),
        Language::Yaml => {
            if let Ok(text) = std::str::from_utf8(bytes) {
                yaml::read(&mut walker, text);
            }
        }
    }
    ScriptFacts { steps: walker.steps }
}

#[cfg(test)]
mod tests;
