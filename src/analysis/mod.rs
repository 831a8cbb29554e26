//! The whole way from a folder to findings, behind one function.
use std::path::PathBuf;
use std::sync::Arc;

use crate::cmake::eval::Files;
use crate::discover::{self, Inputs, Kind};
use crate::native::Natives;
use crate::report::Stats;
use crate::rules::Registry;
use crate::rules::finding::{Diagnostic, Finding};
use crate::scripts::Scripts;
use crate::source::SourceMap;

pub mod configured;
pub mod coverage;
mod inputs;
mod modelling;
mod parsing;
mod parts;
mod platform;
mod pretty;
mod request;
mod roots;
mod scope;
mod script;
mod told;
mod wheels;

pub use modelling::{model, write_model};
pub use platform::{Definition, Platform};
pub use request::{ModelRequest, ProjectInputs, Request, ScriptRequest};
pub use scope::{Failure, Scope};
pub use script::script;

use parsing::parse_all;
use roots::{Clock, Run};

/// What came of it.
#[derive(Debug)]
pub struct Analysis {
    /// The files that spans refer to.
    pub sources: SourceMap,
    /// The root, links resolved.
    pub root: PathBuf,
    /// The rules that ran.
    pub rules: Arc<Registry>,
    /// What is reported, sorted.
    pub findings: Vec<Finding>,
    /// What else is to be told.
    pub diagnostics: Vec<Diagnostic>,
    /// Figures of the run.
    pub stats: Stats,
}

/// Analyses a folder.
pub fn analyse(request: &Request) -> Result<Analysis, Failure> {
    let allowed = [request.allow_read.as_slice(), &request.configured.folders()].concat();
    let scope = Scope::of(&request.path, request.root.as_deref(), &allowed)?;
    let sources = SourceMap::new(scope.sandbox);
    let given = request.configured.read(&sources, &scope.path)?;
    let mut clock = Clock::default();
    let mut inputs = clock.time("discover", || discover::discover(&sources, &scope.path));
    inputs.retain(|path| {
        let below = path.starts_with(request.exclude.path());
        !below || !request.exclude.matched_path_or_any_parents(path, false).is_ignore()
    });
    // Threads load them in any order.
    sources.expect(Kind::ALL.into_iter().flat_map(|kind| inputs.of(kind)));
    let files = Files::new(&sources);
    let mut diagnostics = inputs.diagnostics.clone();
    diagnostics.extend(clock.time("parse", || parse_all(&files, &inputs)));
    let packages = request.configured.packages(&files)?;
    let theirs: Vec<Inputs> = packages.iter().map(|p| discover::discover(&sources, &p.folder)).collect();
    let all_inputs = || std::iter::once(&inputs).chain(&theirs);
    let kinds = [Kind::Source, Kind::Header];
    let native_paths: Vec<PathBuf> = kinds.iter().flat_map(|k| all_inputs().flat_map(|i| i.of(*k))).cloned().collect();
    let natives = clock.time("search", || Natives::search(&sources, &native_paths));
    let scripts = clock.time("scripts", || Scripts::read(&sources, &inputs));

    let given = request.configured.is_given().then_some((given, scope.path));
    let (files, inputs) = (&files, &inputs);
    let (natives, scripts) = (&natives, &scripts);
    let run = Run { request, packages, given, files, inputs, natives, scripts };
    let (mut outcome, reached) = run.all_roots();
    run.cargo(&mut outcome);
    diagnostics.extend(outcome.diagnostics);
    for (what, time) in outcome.clock.timings {
        clock.add(&what, time);
    }
    let counts = Kind::ALL.into_iter().map(|kind| (kind.name(), inputs.of(kind).len())).collect();
    let timings = clock.timings;
    let all = files.all();
    let (coverage, unreached) = reached.judge(all.iter().map(|file| &**file));
    diagnostics.extend(unreached);
    Ok(Analysis {
        root: inputs.root.clone(),
        findings: outcome.findings,
        diagnostics,
        rules: Arc::clone(&request.registry),
        stats: Stats {
            baseline: false,
            hidden: outcome.hidden,
            files: counts,
            timings,
            coverage: inputs.has_cmake().then_some(coverage),
            unmodelled: outcome.unmodelled.into_iter().collect(),
        },
        sources,
    })
}
