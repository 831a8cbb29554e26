//! The whole way from a folder to findings, behind one function.
use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ignore::gitignore::Gitignore;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::cargo::{Cargo, Selection};
use crate::cmake::eval::facts::{self, Facts as EvaluatedFacts, Reason, Unknown};
use crate::cmake::eval::policy::Version;
use crate::cmake::eval::{self, Environment, Files, Given, Names, Package};
use crate::cmake::script::Transcript;
use crate::cmake::script::command_line::CommandLine;
use crate::cmake::syntax;
use crate::configured::{self, Configured};
use crate::coverage::Reached;
use crate::discover::{self, Inputs, Kind};
use crate::model::binaries::Binaries;
use crate::model::symbols::Symbols;
use crate::model::{Model, concrete, dump};
use crate::native::Natives;
use crate::parsing::parse_all;
use crate::report::Stats;
use crate::rules::finding::{self, Diagnostic, Finding, Place, Severity, code};
use crate::rules::relations::ModelRelations;
use crate::rules::toml_rule::NoRelations;
use crate::rules::{Configurations, Facts, Project, Registry, Rendered, Told, engine};
use crate::scripts::Scripts;
use crate::source::{Sandbox, SourceMap, normalize};

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
    /// One configuration, instead of all.
    pub configured: Configured,
    /// Inputs of single projects, under `definitions` and `platform`.
    pub projects: Vec<ProjectInputs>,
    /// Paths in which nothing is looked for.
    pub exclude: Gitignore,
    /// Packages of cargo that are looked at.
    pub cargo: Selection,
    /// The rules that are known.
    pub registry: Arc<Registry>,
    /// What is asked of them.
    pub rules: engine::Settings,
}

/// The inputs of one project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectInputs {
    /// Folder of its `CMakeLists.txt`, links resolved.
    pub path: PathBuf,
    /// Cache variables that are fixed.
    pub definitions: Vec<Definition>,
    /// The platform, when only one is of interest.
    pub platform: Option<Platform>,
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
    /// What names the configuration.
    pub configured: Configured,
}

/// Which script is to be run.
#[derive(Debug, Clone)]
pub struct ScriptRequest {
    /// The command line.
    pub line: CommandLine,
    /// Folders that may be read, beside that of the script and the one it runs in.
    pub allow_read: Vec<PathBuf>,
}

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

/// Time by stage and rule; stages of several roots are added up.
#[derive(Default)]
struct Clock {
    timings: Vec<(String, Duration)>,
}

impl Clock {
    fn time<R>(&mut self, what: &str, act: impl FnOnce() -> R) -> R {
        let start = Instant::now();
        let result = act();
        self.add(what, start.elapsed());
        result
    }

    fn add(&mut self, what: &str, time: Duration) {
        match self.timings.iter_mut().find(|(name, _)| name == what) {
            Some((_, sum)) => *sum += time,
            None => self.timings.push((what.to_owned(), time)),
        }
    }
}

/// One analysis under way.
struct Run<'a> {
    request: &'a Request,
    /// Source trees that stand for packages.
    packages: Vec<Package>,
    /// One configuration, and the folder that was named with it.
    given: Option<(configured::Inputs, PathBuf)>,
    files: &'a Files<'a>,
    inputs: &'a Inputs,
    natives: &'a Natives<'a>,
    scripts: &'a Scripts,
}

/// What the roots gave.
#[derive(Default)]
struct Outcome {
    findings: Vec<Finding>,
    diagnostics: Vec<Diagnostic>,
    hidden: usize,
    unmodelled: BTreeMap<String, usize>,
    clock: Clock,
}

/// A target by its source directory and name.
type Defined = (PathBuf, Arc<str>);

/// A root that was evaluated.
struct Root {
    facts: EvaluatedFacts,
    outcome: Outcome,
    judged: bool,
}

/// What came of the roots before.
#[derive(Default)]
struct SoFar {
    outcome: Outcome,
    reached: Reached,
    roots: usize,
    /// The number of the first root that has a target.
    first: FxHashMap<Defined, usize>,
}

impl Outcome {
    fn add(&mut self, other: Self) {
        self.findings.extend(other.findings);
        self.diagnostics.extend(other.diagnostics);
        self.hidden += other.hidden;
        for (command, calls) in other.unmodelled {
            *self.unmodelled.entry(command).or_default() += calls;
        }
        for (what, time) in other.clock.timings {
            self.clock.add(&what, time);
        }
    }
}

/// Roots that are looked at together. Not the number of threads: the work must be the same everywhere.
const WAVE: usize = 64;
/// Stack of a thread that models and judges: both follow the nesting of what they read.
const STACK: usize = 64 << 20;

impl Run<'_> {
    /// Evaluates the outermost project first; what it does not reach is a root of its own.
    fn all_roots(&self) -> (Outcome, Reached) {
        let mut so_far = SoFar::default();
        let mut tops: Vec<PathBuf> = self
            .inputs
            .project_candidates()
            .into_iter()
            .filter_map(|list| list.path.parent().map(Path::to_path_buf))
            .collect();
        tops.sort_by_key(|top| (top.components().count(), top.clone()));
        tops.reverse();
        let pool = rayon::ThreadPoolBuilder::new().stack_size(STACK).build().ok();
        let named = named_directories(self.files);
        while !tops.is_empty() {
            let wave = next_wave(&mut tops, &so_far.reached, &named);
            self.wave(&wave, pool.as_ref(), &mut so_far);
        }
        let SoFar { mut outcome, reached, .. } = so_far;
        finding::sort(&mut outcome.findings, self.files.sources());
        // Two roots that share a file find the same thing there: it is told once.
        outcome
            .findings
            .dedup_by(|b, a| a.rule == b.rule && a.primary.span == b.primary.span && a.message == b.message);
        (outcome, reached)
    }

    /// The packages of cargo, all at once, and what belongs to no build description that is read.
    fn cargo(&self, outcome: &mut Outcome) {
        if self.inputs.of(Kind::CargoManifest).is_empty() && self.inputs.of(Kind::ExportList).is_empty() {
            return;
        }
        // Rust is parsed and followed on the stack.
        let ran = std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(crate::cargo::STACK);
            thread.spawn_scoped(scope, || self.cargo_rules()).map(std::thread::ScopedJoinHandle::join)
        });
        match ran {
            Ok(Ok((result, packages))) => {
                outcome.add(result);
                if !self.request.cargo.is_all() {
                    let sources = self.files.sources();
                    outcome
                        .findings
                        .retain(|finding| is_selected(&packages, sources.get(finding.primary.span.file).path()));
                }
            }
            _ => {
                let message = "Cargo's packages could not be looked at";
                outcome.diagnostics.push(Diagnostic::new(Severity::Error, code::INTERNAL, message));
            }
        }
        finding::sort(&mut outcome.findings, self.files.sources());
    }

    /// What the rules find, and the packages with whether they were asked for.
    fn cargo_rules(&self) -> (Outcome, Vec<(PathBuf, bool)>) {
        let sources = self.files.sources();
        let mut outcome = Outcome::default();
        let mut told = Vec::new();
        let selection = &self.request.cargo;
        let cargo =
            outcome.clock.time("cargo", || Cargo::read(sources, self.inputs, self.natives, selection, &mut told));
        outcome.diagnostics.extend(told);
        let rendered = Rendered::default();
        let conditions = Configurations { conds: &cargo.conds, forbidden: &[], rendered: &rendered };
        let known = Facts {
            sources,
            conditions,
            relations: &NoRelations,
            project: None,
            cargo: Some(&cargo),
            told: &Told::default(),
        };
        let result = engine::run(&self.request.registry, known, &self.request.rules);
        for (rule, time) in &result.timings {
            outcome.clock.add(rule, *time);
        }
        outcome.findings.extend(result.findings);
        outcome.diagnostics.extend(result.diagnostics);
        outcome.hidden += result.hidden;
        let packages = cargo.packages.iter().map(|package| (package.folder.clone(), cargo.is_selected(package)));
        (outcome, packages.collect())
    }

    /// Looks at some roots on all threads, with a result as if one came after the other: what an earlier one reaches is no
    /// root, and a target that an earlier one has is judged there.
    fn wave(&self, wave: &[PathBuf], pool: Option<&rayon::ThreadPool>, so_far: &mut SoFar) {
        let evaluated = self.evaluated_all(wave, pool, so_far);
        let mut told = told_in(&so_far.outcome);
        told.extend(evaluated.first().map(|first| told_in(&first.outcome)).unwrap_or_default());
        let mut kept = Vec::new();
        for (top, root) in wave.iter().zip(evaluated) {
            if !so_far.reached.has(top) {
                let number = so_far.roots;
                so_far.roots += 1;
                for target in defined_in(&root.facts) {
                    so_far.first.entry(target).or_insert(number);
                }
                so_far.reached.add(&root.facts);
                kept.push((number, root));
            }
        }
        let first = &so_far.first;
        let judge = |(number, mut root): (usize, Root)| {
            self.judge(&mut root, &|target| first.get(target) == Some(&number), &told);
            root.outcome
        };
        for outcome in within(pool, || kept.into_par_iter().map(judge).collect::<Vec<_>>()) {
            so_far.outcome.add(outcome);
        }
    }

    /// Evaluates roots, each on a thread. The first one waits for nobody, and is most often the largest: it is judged at once,
    /// and threads that have nothing else to do meanwhile read the sources that the rules will ask for.
    fn evaluated_all(&self, wave: &[PathBuf], pool: Option<&rayon::ThreadPool>, so_far: &SoFar) -> Vec<Root> {
        let first = &so_far.first;
        let told = told_in(&so_far.outcome);
        // Now: what the roots read meanwhile comes in no fixed order.
        let files = self.files.all();
        let is_judged = AtomicBool::new(false);
        let evaluate = |at: usize, top: &Path| {
            let mut root = self.evaluated(top, &files);
            if at == 0 {
                self.judge(&mut root, &|target| !first.contains_key(target), &told);
                is_judged.store(true, Ordering::Relaxed);
            }
            root
        };
        let slots: Vec<Mutex<Option<Root>>> = wave.iter().map(|_| Mutex::default()).collect();
        let (evaluate, is_judged) = (&evaluate, &is_judged);
        within(pool, || {
            rayon::scope_fifo(|scope| {
                for (at, (top, slot)) in wave.iter().zip(&slots).enumerate() {
                    scope.spawn_fifo(move |_| {
                        let root = evaluate(at, top);
                        *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(root);
                    });
                }
                for chunk in self.natives.chunks() {
                    scope.spawn_fifo(move |_| self.natives.read_until(chunk, is_judged));
                }
            });
        });
        slots.into_iter().filter_map(|slot| slot.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
    }

    fn evaluated(&self, top: &Path, files: &[Arc<syntax::File>]) -> Root {
        let mut outcome = Outcome::default();
        let facts = self.evaluate(top, files, &mut outcome.clock);
        Root { facts, outcome, judged: false }
    }

    fn evaluate(&self, top: &Path, files: &[Arc<syntax::File>], clock: &mut Clock) -> EvaluatedFacts {
        let project = self.request.projects.iter().find(|project| project.path == top);
        // In front: the command line comes later and wins.
        let own = project.map_or(&[][..], |project| &project.definitions);
        let definitions = [own, &self.request.definitions].concat();
        let platform = self.request.platform.or(project.and_then(|project| project.platform));
        let given = self.given.as_ref().filter(|(given, analysed)| given.belong_to(top, analysed));
        let cmake = given.and_then(|(given, _)| given.cmake());
        let mut options = options(top, &definitions, platform, cmake, given.is_none());
        if let Some((given, _)) = given {
            given.apply(&mut options);
        }
        options.packages.clone_from(&self.packages);
        options.summaries.clone_from(&self.request.configured.summaries);
        let names = names_below(self.files.sources(), files, top, &options.packages);
        let env = Environment { files: self.files, options, names };
        clock.time("evaluate", || eval::evaluate(&env))
    }

    /// Runs the rules on a root. Those of its targets that are not `new` another root has, and its findings that are `told`.
    fn judge(&self, root: &mut Root, new: &dyn Fn(&Defined) -> bool, told: &Told) {
        if std::mem::replace(&mut root.judged, true) {
            return;
        }
        let Root { facts, outcome, .. } = root;
        let facts = &*facts;
        let sources = self.files.sources();
        let mut model = outcome.clock.time("model", || Model::build(facts));
        model.judge_only(|definition, name| new(&defined(facts, definition, name)));
        let forbidden = facts.forbidden_conditions();
        let rendered = Rendered::default();
        let conditions = Configurations { conds: &facts.conds, forbidden: &forbidden, rendered: &rendered };
        let binaries = Binaries::new(&model, self.natives);
        let symbols = Symbols::new(&model, self.natives);
        let project = Project {
            model: &model,
            files: self.files,
            natives: self.natives,
            scripts: self.scripts,
            inputs: self.inputs,
            binaries: &binaries,
            symbols: &symbols,
        };
        let relations = ModelRelations::new(&model, sources);
        let known = Facts { sources, conditions, relations: &relations, project: Some(project), cargo: None, told };
        let result = engine::run(&self.request.registry, known, &self.request.rules);
        for (rule, time) in &result.timings {
            outcome.clock.add(rule, *time);
        }
        outcome.findings.extend(result.findings);
        outcome.diagnostics.extend(result.diagnostics);
        outcome.diagnostics.extend(diagnostics_of(facts, sources));
        outcome.hidden += result.hidden;
        for unknown in facts.unknowns.iter().filter(|u| u.reason == Reason::UnmodelledCommand) {
            *outcome.unmodelled.entry(unknown.what.clone()).or_default() += 1;
        }
    }
}

/// Runs some work on the threads of a pool, if there is one.
fn within<R: Send>(pool: Option<&rayon::ThreadPool>, work: impl FnOnce() -> R + Send) -> R {
    match pool {
        Some(pool) => pool.install(work),
        None => work(),
    }
}

fn told_in(outcome: &Outcome) -> Told {
    let findings = outcome.findings.iter();
    findings.map(|finding| (Arc::clone(&finding.rule), finding.primary.span, finding.message.clone())).collect()
}

fn defined(facts: &EvaluatedFacts, definition: &facts::Definition, name: &str) -> Defined {
    let directory = &facts.directories[definition.directory.0 as usize];
    (directory.source.clone(), name.into())
}

fn defined_in(facts: &EvaluatedFacts) -> impl Iterator<Item = Defined> {
    let targets = facts.targets.iter();
    targets.flat_map(move |(name, target)| target.definitions.iter().map(move |d| defined(facts, d, name)))
}

/// Whether a file belongs to a package that was asked for, or to none.
fn is_selected(packages: &[(PathBuf, bool)], path: &Path) -> bool {
    let around = packages.iter().filter(|(folder, _)| path.starts_with(folder));
    around.max_by_key(|(folder, _)| folder.components().count()).is_none_or(|(_, selected)| *selected)
}

/// The next roots to look at: those that nothing reached. What lies below another one of the wave and is added by name
/// somewhere is left for later, since that one probably reaches it. `tops` has the next one last.
fn next_wave(tops: &mut Vec<PathBuf>, reached: &Reached, named: &BTreeSet<PathBuf>) -> Vec<PathBuf> {
    let (mut wave, mut later): (Vec<PathBuf>, Vec<PathBuf>) = (Vec::new(), Vec::new());
    while wave.len() < WAVE
        && let Some(top) = tops.pop()
    {
        if reached.has(&top) {
            continue;
        }
        let waits = named.contains(&top) && wave.iter().any(|other| top.starts_with(other));
        if waits { later.push(top) } else { wave.push(top) }
    }
    tops.extend(later.into_iter().rev());
    wave
}

/// Directories that some `add_subdirectory()` names outright.
fn named_directories(files: &Files<'_>) -> BTreeSet<PathBuf> {
    let mut named = BTreeSet::new();
    for (file, command) in files.all().calls("add_subdirectory") {
        let Some(folder) = files.sources().get(file.id).path().parent().map(Path::to_path_buf) else { continue };
        if let Some(literal) = command.arguments.first().and_then(|argument| argument.template.literal()) {
            named.insert(normalize(&folder.join(literal)));
        }
    }
    named
}

/// The evaluator's inputs for one root.
fn options(
    top: &Path,
    definitions: &[Definition],
    platform: Option<Platform>,
    cmake: Option<Version>,
    all_configurations: bool,
) -> eval::Options {
    let mut given: Vec<Given> = definitions
        .iter()
        .map(|d| Given { name: d.name.clone(), kind: d.kind.clone(), value: d.value.clone() })
        .collect();
    let system = platform.map(|p| p.system().to_owned());
    if platform == Some(Platform::Mingw) {
        given.push(Given { name: "MINGW".to_owned(), kind: None, value: "1".to_owned() });
    }
    eval::Options {
        source_dir: top.to_path_buf(),
        // An imagined folder: CMake's own build trees are never looked at unless they are given.
        binary_dir: top.join("@BUILD@"),
        given,
        system,
        cmake: cmake.unwrap_or(CMAKE),
        all_configurations,
        packages: Vec::new(),
        summaries: Vec::new(),
        limits: eval::Limits::default(),
    }
}

/// The CMake that is imitated unless another one is asked for.
const CMAKE: Version = Version(3, 31, 0);

impl Platform {
    /// The value of `CMAKE_SYSTEM_NAME`.
    pub(crate) fn system(self) -> &'static str {
        match self {
            Self::Linux => "Linux",
            Self::Android => "Android",
            Self::Freebsd => "FreeBSD",
            Self::Macos => "Darwin",
            Self::Ios => "iOS",
            Self::Windows | Self::Mingw => "Windows",
        }
    }
}

/// Names in the CMake files below a root, and below the trees that stand for its packages.
fn names_below(sources: &SourceMap, files: &[Arc<syntax::File>], top: &Path, packages: &[Package]) -> Names {
    let known = |path: &Path| path.starts_with(top) || packages.iter().any(|package| path.starts_with(&package.folder));
    let below = files.iter().filter(|file| known(sources.get(file.id).path()));
    Names::scan(below.map(|file| &**file))
}

/// What the evaluation could not follow and a user should know.
fn diagnostics_of(facts: &EvaluatedFacts, sources: &SourceMap) -> Vec<Diagnostic> {
    // A text that holds a reference may be what it is because of something that is not modelled.
    let literal = |unknown: &Unknown| {
        let place = facts.places.get(unknown.origin)?;
        let file = sources.get(place.span.file);
        let text = file.bytes().get(place.span.start as usize..place.span.end as usize)?;
        (!text.contains(&b'$')).then_some(())
    };
    let happens = |unknown: &Unknown| {
        let others = facts.forbidden.iter().filter(|f| f.origin != unknown.origin && !f.cond.is_true());
        let others: Vec<_> = others.map(|f| f.cond).collect();
        facts.conds.witness(unknown.cond, &others).is_some()
    };
    let root = sources.sandbox().root().map(|r| format!("{}/", r.display())).unwrap_or_default();
    let mut out = Vec::new();
    for unknown in &facts.unknowns {
        let (severity, code) = match unknown.reason {
            Reason::MissingFile => (Severity::Note, code::MISSING_FILE),
            Reason::Outside => (Severity::Warning, code::OUTSIDE),
            Reason::Limit => (Severity::Note, code::LIMIT),
            Reason::Refused if literal(unknown).is_some() && happens(unknown) => (Severity::Note, code::CMAKE_ERROR),
            _ => continue,
        };
        let what = unknown.what.replace(&root, "");
        let message = match unknown.reason {
            Reason::MissingFile => format!("not there: {what}"),
            Reason::Limit => format!("not followed to the end: {what}"),
            Reason::Refused => format!("CMake reports an error here: {what}"),
            _ => what,
        };
        let diagnostic = Diagnostic::new(severity, code, message);
        out.push(match facts.places.get(unknown.origin) {
            Some(place) => diagnostic.at(Place::new(place.span, "")),
            None => diagnostic,
        });
    }
    out
}

/// Writes what is known about the targets of a project, one concrete configuration or all of them.
pub fn model(request: &ModelRequest) -> Result<serde_json::Value, Failure> {
    let written = with_model(request, |document| serde_json::to_value(&document))?;
    written.map_err(|error| Failure::Incomplete(error.to_string()))
}

/// The same, written out without having it in memory as a whole.
pub fn write_model(request: &ModelRequest, out: &mut dyn std::io::Write) -> Result<std::io::Result<()>, Failure> {
    with_model(request, |document| serde_json::to_writer_pretty(out, &document).map_err(Into::into))
}

/// A model as it is written.
#[derive(serde::Serialize)]
#[serde(untagged)]
enum Document<'m, 'f> {
    One(serde_json::Value),
    All(dump::Document<'m, 'f>),
}

fn with_model<R>(request: &ModelRequest, act: impl FnOnce(Document<'_, '_>) -> R) -> Result<R, Failure> {
    let allowed = [request.allow_read.as_slice(), &request.configured.folders()].concat();
    let scope = Scope::of(&request.path, request.root.as_deref(), &allowed)?;
    let top = scope.path;
    let sources = SourceMap::new(scope.sandbox);
    if !sources.sandbox().is_file(&top.join("CMakeLists.txt")) {
        return Err(Failure::Usage(format!("{} has no CMakeLists.txt", top.display())));
    }
    let given = request.configured.read(&sources, &top)?;
    let files = Files::new(&sources);
    // What is defined anywhere decides which names are inputs. A configured tree says that itself.
    if request.all_configurations || request.configured.build_dir.is_none() {
        parse_all(&files, &discover::discover(&sources, &top));
    }
    let cmake = request.cmake_version.as_deref().and_then(Version::parse).or_else(|| given.cmake());
    let mut options = options(&top, &request.definitions, request.platform, cmake, request.all_configurations);
    given.apply(&mut options);
    let toolchain = concrete::Toolchain::new(
        options.system.as_deref().unwrap_or("Linux"),
        options.given.iter().map(|g| (g.name.as_str(), g.value.as_str())),
    );
    let cmake = options.cmake;
    options.packages = request.configured.packages(&files)?;
    options.summaries.clone_from(&request.configured.summaries);
    let names = names_below(&sources, &files.all(), &top, &options.packages);
    let facts = eval::evaluate(&Environment { files: &files, options, names });
    let model = Model::build(&facts);
    if request.all_configurations {
        return Ok(act(Document::All(dump::Document::new(&model, &sources))));
    }
    let set_by_user = request.definitions.iter().map(|d| (d.name.clone(), d.kind.clone(), d.value.clone())).collect();
    let settings = concrete::Settings { sources: &sources, toolchain, cmake, set_by_user };
    Ok(act(Document::One(concrete::write(&model, settings))))
}

/// Runs a script through the evaluator and gives what it prints. Nothing is written but in memory, and no process runs.
pub fn script(request: &ScriptRequest) -> Result<Transcript, Failure> {
    let path = &request.line.script;
    let shown = path.display();
    let real = path.canonicalize().map_err(|e| Failure::Usage(format!("{shown}: {e}")))?;
    let above = real.parent().unwrap_or(Path::new("/"));
    let here = std::env::current_dir().map_err(|e| Failure::Incomplete(format!("the current folder: {e}")))?;
    let allowed = request.allow_read.iter().map(|dir| folder(dir)).collect::<Result<Vec<_>, _>>()?;
    let allowed = [allowed, vec![here.clone()]].concat();
    let sandbox = Sandbox::new(&discover::find_root(above), &allowed)
        .map_err(|e| Failure::Incomplete(format!("{}: {e}", above.display())))?;
    let sources = SourceMap::new(sandbox);
    let files = Files::new(&sources);
    let given = request.line.definitions.iter().cloned();
    let options = eval::Options {
        source_dir: here.clone(),
        binary_dir: here,
        given: given.map(|(name, kind, value)| Given { name, kind, value }).collect(),
        system: Some(Platform::Linux.system().to_owned()),
        cmake: SCRIPT_CMAKE,
        all_configurations: false,
        packages: Vec::new(),
        summaries: Vec::new(),
        limits: eval::Limits::default(),
    };
    let env = Environment { files: &files, options, names: Names::default() };
    Ok(eval::run_script(&env, &real, &request.line.given))
}

/// The CMake whose language scripts are run in.
const SCRIPT_CMAKE: Version = Version(4, 4, 4);

/// What is analysed and what may be read.
#[derive(Debug)]
pub struct Scope {
    /// The bounds of reading; its root is the limit.
    pub sandbox: Sandbox,
    /// Links resolved, inside the sandbox's root.
    pub path: PathBuf,
}

impl Scope {
    /// The scope of a path of the command line.
    pub fn of(path: &Path, root: Option<&Path>, allowed: &[PathBuf]) -> Result<Self, Failure> {
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
pub(crate) fn folder(path: &Path) -> Result<PathBuf, Failure> {
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
