//! The whole way from a folder to findings, behind one function.
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Instant;

use rayon::prelude::*;

use crate::cmake::syntax;
use crate::cond::Conds;
use crate::discover::{self, Inputs, Kind};
use crate::report::Stats;
use crate::rules::finding::{Diagnostic, Finding, Place, Severity, code};
use crate::rules::toml_rule::NoRelations;
use crate::rules::{Configurations, Facts, Registry, engine};
use crate::source::{Sandbox, SourceMap, Span};

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

/// Which model is to be written.
#[derive(Debug, Clone)]
pub struct ModelRequest {
    /// Folder of the project.
    pub path: PathBuf,
    /// The limit of reading; found from `path` when absent.
    pub root: Option<PathBuf>,
    /// Folders outside of the root that may be read.
    pub allow_read: Vec<PathBuf>,
    /// Every fact with its condition, instead of one configuration.
    pub all_configurations: bool,
    /// Cache variables that are set.
    pub definitions: Vec<Definition>,
    /// The platform that is configured for.
    pub platform: Option<Platform>,
    /// The CMake that configures, as `3.28`.
    pub cmake_version: Option<String>,
    /// A configured build folder, whose cache and toolchain are given.
    pub build_dir: Option<PathBuf>,
}

/// Which script is to be run.
#[derive(Debug, Clone)]
pub struct ScriptRequest {
    /// The file.
    pub script: PathBuf,
    /// Folders that may be read, beside that of the script.
    pub allow_read: Vec<PathBuf>,
    /// Variables that are set before.
    pub definitions: Vec<Definition>,
    /// Arguments of the script.
    pub arguments: Vec<String>,
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
    /// Figures of the run.
    pub stats: Stats,
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
    let scope = Scope::of(&request.path, request.root.as_deref(), &request.allow_read)?;
    let sources = SourceMap::new(scope.sandbox);
    let start = Instant::now();
    let inputs = discover::discover(&sources, &scope.path);
    let mut timings = vec![("discover".to_owned(), start.elapsed())];
    let registry = Registry::built_in().map_err(|e| Failure::Incomplete(e.to_string()))?;

    let start = Instant::now();
    let mut diagnostics = inputs.diagnostics.clone();
    diagnostics.extend(read_all(&sources, &inputs));
    timings.push(("parse".to_owned(), start.elapsed()));

    let conds = Conds::new();
    let conditions = Configurations { conds: &conds, forbidden: &[] };
    let facts = Facts { sources: &sources, conditions, relations: &NoRelations };
    let outcome = engine::run(&registry, facts, &request.rules);
    timings.extend(outcome.timings.iter().map(|(rule, time)| (rule.to_string(), *time)));
    let files = Kind::ALL.into_iter().map(|kind| (kind.name(), inputs.of(kind).len())).collect();
    diagnostics.extend(outcome.diagnostics);
    Ok(Analysis {
        root: inputs.root,
        findings: outcome.findings,
        diagnostics,
        stats: Stats { hidden: outcome.hidden, files, timings, ..Stats::default() },
        sources,
    })
}

/// Parses every CMake file: what cannot be read or parsed is told even where no evaluation gets to it.
fn read_all(sources: &SourceMap, inputs: &Inputs) -> Vec<Diagnostic> {
    let paths: Vec<&PathBuf> = inputs.of(Kind::CMakeLists).iter().chain(inputs.of(Kind::CMakeModule)).collect();
    let each = paths.par_iter().map(|path| match sources.load(path) {
        Err(error) => vec![Diagnostic::new(Severity::Warning, code::UNREADABLE, error.to_string())],
        Ok(file) => {
            let told = |error: syntax::SyntaxError| {
                let place = Place::new(Span::new(file.id(), error.range), "");
                Diagnostic::new(Severity::Warning, code::SYNTAX, error.message).at(place)
            };
            syntax::parse(file.id(), file.bytes()).errors.into_iter().map(told).collect()
        }
    });
    // In the order of the paths, whichever thread was first.
    each.collect::<Vec<Vec<Diagnostic>>>().concat()
}

/// Writes what is known about the targets of a project, one concrete configuration or all of them.
pub fn model(request: &ModelRequest) -> Result<serde_json::Value, Failure> {
    // The build folder usually lies beside the sources.
    let allowed = [request.allow_read.as_slice(), request.build_dir.as_slice()].concat();
    Scope::of(&request.path, request.root.as_deref(), &allowed)?;
    Err(Failure::Incomplete("this build of the program has no evaluator".to_owned()))
}

/// Runs a script through the evaluator and gives what it prints.
pub fn script(request: &ScriptRequest) -> Result<String, Failure> {
    Err(Failure::Incomplete(format!("{}: this build of the program has no evaluator", request.script.display())))
}

/// What is analysed and what may be read.
struct Scope {
    sandbox: Sandbox,
    /// Links resolved, inside the sandbox's root.
    path: PathBuf,
}

impl Scope {
    fn of(path: &Path, root: Option<&Path>, allowed: &[PathBuf]) -> Result<Self, Failure> {
        let path = folder(path)?;
        let root = root.map_or_else(|| Ok(discover::find_root(&path)), folder)?;
        if !path.starts_with(&root) {
            let message = format!("{} does not lie under the root {}", path.display(), root.display());
            return Err(Failure::Usage(message));
        }
        let allowed = allowed.iter().map(|dir| folder(dir)).collect::<Result<Vec<_>, _>>()?;
        let sandbox =
            Sandbox::new(&root, &allowed).map_err(|e| Failure::Incomplete(format!("{}: {e}", root.display())))?;
        Ok(Self { sandbox, path })
    }
}

/// The folder that a path of the command line names, links resolved. A `CMakeLists.txt` stands for its folder.
fn folder(path: &Path) -> Result<PathBuf, Failure> {
    let shown = path.display();
    let real = path.canonicalize().map_err(|e| match e.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => Failure::Usage(format!("{shown} does not exist")),
        _ => Failure::Incomplete(format!("{shown}: {e}")),
    })?;
    let real = match (real.is_dir(), real.parent()) {
        (true, _) => real,
        (false, Some(parent)) if path.ends_with("CMakeLists.txt") => parent.to_path_buf(),
        (false, _) => return Err(Failure::Usage(format!("{shown} is no folder; give the folder of the project"))),
    };
    match std::fs::read_dir(&real) {
        Ok(_) => Ok(real),
        Err(e) => Err(Failure::Incomplete(format!("{shown} cannot be read: {e}"))),
    }
}
