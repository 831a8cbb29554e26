//! The whole way from a folder to findings, behind one function.
use std::path::PathBuf;

use crate::rules::engine;
use crate::rules::finding::{Diagnostic, Finding};
use crate::source::{Sandbox, SourceMap};

/// A cache variable that the user fixes, as with `cmake -D`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// Its type (`BOOL`, `STRING`, …), when given.
    pub kind: Option<String>,
    /// Its value.
    pub value: String,
}

/// The platform that is built for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, clap::ValueEnum)]
pub enum Platform {
    /// Linux with ELF
    Linux,
    /// Android
    Android,
    /// FreeBSD
    Freebsd,
    /// macOS
    Macos,
    /// iOS
    Ios,
    /// Windows with MSVC
    Windows,
    /// Windows with MinGW
    Mingw,
}

/// What is to be analysed.
#[derive(Debug, Clone)]
pub struct Request {
    /// Folder to analyse.
    pub path: PathBuf,
    /// The limit of reading; found from `path` when absent.
    pub root: Option<PathBuf>,
    /// Folders outside of the root that may be read.
    pub allow_read: Vec<PathBuf>,
    /// Cache variables that are fixed; all else is free.
    pub definitions: Vec<Definition>,
    /// The platform, when only one is of interest.
    pub platform: Option<Platform>,
    /// What is asked of the rules.
    pub rules: engine::Settings,
}

/// What came of it.
#[derive(Debug)]
pub struct Analysis {
    /// The files that spans refer to.
    pub sources: SourceMap,
    /// The root, links resolved.
    pub root: PathBuf,
    /// What is reported, sorted.
    pub findings: Vec<Finding>,
    /// What else is to be told.
    pub diagnostics: Vec<Diagnostic>,
    /// Number of heuristic findings left out.
    pub hidden: usize,
}

/// Why there is no analysis at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The request makes no sense (exit code 2).
    Usage(String),
    /// It could not be carried out (exit code 101).
    Incomplete(String),
}

/// Analyses a folder.
pub fn analyse(request: &Request) -> Result<Analysis, Failure> {
    let root = request.root.clone().unwrap_or_else(|| request.path.clone());
    let sandbox =
        Sandbox::new(&root, &request.allow_read).map_err(|e| Failure::Usage(format!("{}: {e}", root.display())))?;
    let root = sandbox.root().map(std::path::Path::to_path_buf).unwrap_or_default();
    Ok(Analysis { sources: SourceMap::new(sandbox), root, findings: Vec::new(), diagnostics: Vec::new(), hidden: 0 })
}
