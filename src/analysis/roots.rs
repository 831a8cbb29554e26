//! The roots of an analysis: evaluated and judged, several at a time.
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::cargo::Cargo;
use crate::cmake::eval::facts::{self, Facts as EvaluatedFacts, Reason};
use crate::cmake::eval::{self, Environment, Files, Listed, Package};
use crate::discover::{Inputs, Kind};
use crate::model::Model;
use crate::model::binaries::Binaries;
use crate::model::offers::{Beside, Offered};
use crate::model::symbols::Symbols;
use crate::model::{apple_linker, asked_systems, unmade};
use crate::native::Natives;
use crate::rules::engine::{self, Round};
use crate::rules::finding::{self, Diagnostic, Finding, Severity, code};
use crate::rules::relations::ModelRelations;
use crate::rules::toml_rule::NoRelations;
use crate::rules::{Configurations, Facts, Others, Project, Rendered, Told};
use crate::scripts::Scripts;
use crate::source::normalize;

use super::configured;
use super::coverage::Reached;
use super::inputs::{names_below, options};
use super::parts::{is_for_another_tree, is_part};
use super::request::Request;
use super::told::diagnostics_of;
use super::wheels;

/// Time by stage and rule; stages of several roots are added up.
#[derive(Default)]
pub(super) struct Clock {
    pub(super) timings: Vec<(String, Duration)>,
}

impl Clock {
    pub(super) fn time<R>(&mut self, what: &str, act: impl FnOnce() -> R) -> R {
        let start = Instant::now();
        let result = act();
        self.add(what, start.elapsed());
        result
    }

    pub(super) fn add(&mut self, what: &str, time: Duration) {
        match self.timings.iter_mut().find(|(name, _)| name == what) {
            Some((_, sum)) => *sum += time,
            None => self.timings.push((what.to_owned(), time)),
        }
    }
}

/// One analysis under way.
pub(super) struct Run<'a> {
    pub(super) request: &'a Request,
    /// Source trees that stand for packages.
    pub(super) packages: Vec<Package>,
    /// One configuration, and the folder that was named with it.
    pub(super) given: Option<(configured::Inputs, PathBuf)>,
    pub(super) files: &'a Files<'a>,
    pub(super) inputs: &'a Inputs,
    pub(super) natives: &'a Natives<'a>,
    pub(super) scripts: &'a Scripts,
}

/// What the roots gave.
#[derive(Default)]
pub(super) struct Outcome {
    pub(super) findings: Vec<Finding>,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) hidden: usize,
    /// What the projects offer to those that are looked at later.
    offered: Vec<Offered>,
    pub(super) unmodelled: BTreeMap<String, usize>,
    pub(super) clock: Clock,
}

/// A target by its source directory and name.
type Defined = (PathBuf, Arc<str>);

/// A root that was evaluated.
struct Root {
    facts: EvaluatedFacts,
    outcome: Outcome,
    judged: bool,
}

/// What the rules may know of the roots before.
#[derive(Clone, Copy)]
struct Known<'a> {
    told: &'a Told,
    beside: &'a Beside,
}

/// What came of the roots before.
#[derive(Default)]
struct SoFar {
    outcome: Outcome,
    reached: Reached,
    roots: usize,
    /// The folders of the roots.
    tops: Vec<PathBuf>,
    /// The number of the first root that has a target.
    first: FxHashMap<Defined, usize>,
}

impl Outcome {
    fn add(&mut self, other: Self) {
        self.findings.extend(other.findings);
        self.diagnostics.extend(other.diagnostics);
        self.hidden += other.hidden;
        self.offered.extend(other.offered);
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
/// Nodes of conditions that the rules may make, at about 25 bytes each.
const ROOM: usize = 6_000_000;
/// As often that room is given to the rules that are left.
const ROUNDS: usize = 8;

/// Stack of a thread that models and judges: both follow the nesting of what they read.
const STACK: usize = 64 << 20;

impl Run<'_> {
    /// Evaluates the outermost project first; what it does not reach is a root of its own.
    pub(super) fn all_roots(&self) -> (Outcome, Reached) {
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
    pub(super) fn cargo(&self, outcome: &mut Outcome) {
        if self.inputs.of(Kind::CargoManifest).is_empty() && self.inputs.of(Kind::ExportList).is_empty() {
            return;
        }
        // Rust is parsed and followed on the stack.
        let ran = std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(crate::cargo::STACK);
            thread.spawn_scoped(scope, || self.cargo_rules()).map(std::thread::ScopedJoinHandle::join)
        });
        if let Ok(Ok((result, packages))) = ran {
            outcome.add(result);
            if !self.request.cargo.is_all() {
                let sources = self.files.sources();
                outcome
                    .findings
                    .retain(|finding| is_selected(&packages, sources.get(finding.primary.span.file).path()));
            }
        } else {
            let message = "Cargo's packages could not be looked at";
            outcome.diagnostics.push(Diagnostic::new(Severity::Error, code::INTERNAL, message));
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
            scripts: Some(self.scripts),
            told: &Told::default(),
            beside: &Beside::default(),
        };
        let result = engine::run(&self.request.registry, known, &self.request.rules, Round::default());
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
        // Now: what the roots read meanwhile comes in no fixed order.
        let files = self.files.all();
        let evaluated = self.evaluated_all(wave, pool, so_far, &files);
        let mut told = told_in(&so_far.outcome);
        told.extend(evaluated.first().map(|first| told_in(&first.outcome)).unwrap_or_default());
        let mut kept = Vec::new();
        for (top, root) in wave.iter().zip(evaluated) {
            let above = so_far.tops.iter().map(PathBuf::as_path);
            let is_root = !is_part(top, &root.facts, self.files, &files, above)
                && !is_for_another_tree(top, self.files, &files, self.natives);
            if !so_far.reached.has(top) && is_root {
                so_far.tops.push(top.clone());
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
        // The first one was judged while the others were evaluated.
        let ready = kept.iter().filter(|(_, root)| root.judged).flat_map(|(_, root)| &root.outcome.offered);
        let beside = Beside(so_far.outcome.offered.iter().chain(ready).cloned().collect());
        let judge = |(number, mut root): (usize, Root)| {
            let known = Known { told: &told, beside: &beside };
            self.judge(&mut root, &files, &|target| first.get(target) == Some(&number), known);
            root.outcome
        };
        for mut outcome in within(pool, || kept.into_par_iter().map(judge).collect::<Vec<_>>()) {
            outcome.findings.retain(|finding| !says_no_more(finding, &so_far.outcome.findings));
            so_far.outcome.add(outcome);
        }
    }

    /// Evaluates roots, each on a thread. The first one waits for nobody, and is most often the largest: it is judged at once,
    /// and threads that have nothing else to do meanwhile read the sources that the rules will ask for.
    fn evaluated_all(
        &self,
        wave: &[PathBuf],
        pool: Option<&rayon::ThreadPool>,
        so_far: &SoFar,
        files: &Arc<Listed>,
    ) -> Vec<Root> {
        let first = &so_far.first;
        let told = told_in(&so_far.outcome);
        let beside = Beside(so_far.outcome.offered.clone());
        let known = Known { told: &told, beside: &beside };
        let is_judged = AtomicBool::new(false);
        let evaluate = |at: usize, top: &Path| {
            let mut root = self.evaluated(top, files);
            if at == 0 {
                self.judge(&mut root, files, &|target| !first.contains_key(target), known);
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

    fn evaluated(&self, top: &Path, files: &Listed) -> Root {
        let mut outcome = Outcome::default();
        let facts = self.evaluate(top, files, &mut outcome.clock);
        Root { facts, outcome, judged: false }
    }

    fn evaluate(&self, top: &Path, files: &Listed, clock: &mut Clock) -> EvaluatedFacts {
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
        options.by_wheels = wheels::definitions(self.files.sources().sandbox(), top);
        options.packages.clone_from(&self.packages);
        options.summaries.clone_from(&self.request.configured.summaries);
        let names = names_below(self.files.sources(), files, top, &options.packages);
        let env = Environment { files: self.files, options, names };
        clock.time("evaluate", || eval::evaluate(&env))
    }

    /// Runs the rules on a root. Those of its targets that are not `new` another root has, and its findings that are `told`.
    fn judge(&self, root: &mut Root, listed: &Arc<Listed>, new: &dyn Fn(&Defined) -> bool, before: Known<'_>) {
        if std::mem::replace(&mut root.judged, true) {
            return;
        }
        let Root { facts, outcome, .. } = root;
        let facts = &*facts;
        let sources = self.files.sources();
        // What was listed before, and what the root itself has read.
        let read = facts.files.iter().filter_map(|file| self.files.parse(&file.path).ok());
        let files = self.files.fixed(listed.with(read, sources));
        let start = facts.conds.snapshot(ROOM);
        let mut from = Some(0);
        for number in 1..=ROUNDS {
            let Some(first) = from else { break };
            if number > 1 {
                facts.conds.restore(&start, ROUNDS);
            }
            // The last one has to do with what is there.
            let round = Round { from: first, start: (number < ROUNDS).then_some(&start) };
            from = self.judge_round(facts, outcome, &files, new, before, round);
        }
        outcome.diagnostics.extend(diagnostics_of(facts, sources));
        for unknown in facts.unknowns.iter().filter(|u| u.reason == Reason::UnmodelledCommand) {
            *outcome.unmodelled.entry(unknown.what.clone()).or_default() += 1;
        }
    }

    /// Runs rules until the room for conditions goes short; what was computed for them is given up with the model. Gives the number of the
    /// rule that is next.
    fn judge_round(
        &self,
        facts: &EvaluatedFacts,
        outcome: &mut Outcome,
        files: &Files<'_>,
        new: &dyn Fn(&Defined) -> bool,
        before: Known<'_>,
        round: Round<'_>,
    ) -> Option<usize> {
        let sources = self.files.sources();
        let mut model = outcome.clock.time("model", || Model::build(facts));
        model.judge_only(|definition, name| new(&defined(facts, definition, name)));
        let mut forbidden = facts.forbidden_conditions();
        forbidden.extend(outcome.clock.time("systems", || asked_systems::refused(&model, self.natives)));
        forbidden.extend(apple_linker::refused_answers(&model, files));
        forbidden.extend(apple_linker::found_nowhere(&model));
        forbidden.extend(unmade::refused(&model, files));
        let rendered = Rendered::default();
        let conditions = Configurations { conds: &facts.conds, forbidden: &forbidden, rendered: &rendered };
        let symbols = Symbols::new(&model, self.natives);
        let binaries = Binaries::new(&model, self.natives, &symbols);
        let others = Others::default();
        let project = Project {
            model: &model,
            files,
            natives: self.natives,
            scripts: self.scripts,
            inputs: self.inputs,
            binaries: &binaries,
            symbols: &symbols,
            others: &others,
        };
        let relations = ModelRelations::new(&model, sources, files.all());
        let (project, scripts) = (Some(project), Some(self.scripts));
        let Known { told, beside } = before;
        let known = Facts { sources, conditions, relations: &relations, project, cargo: None, scripts, told, beside };
        let result = engine::run(&self.request.registry, known, &self.request.rules, round);
        for (rule, time) in &result.timings {
            outcome.clock.add(rule, *time);
        }
        outcome.findings.extend(result.findings);
        outcome.diagnostics.extend(result.diagnostics);
        outcome.hidden += result.hidden;
        // Nobody asks for it where there is one project.
        let has_others = self.inputs.project_candidates().into_iter().nth(1).is_some();
        if result.next.is_none() && has_others {
            outcome.offered.push(Offered::of(&model));
        }
        result.next
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

/// Whether an earlier root has the same at the same place, about all of these subjects.
fn says_no_more(finding: &Finding, earlier: &[Finding]) -> bool {
    !finding.subjects.is_empty()
        && earlier.iter().any(|other| {
            other.rule == finding.rule
                && other.primary.span == finding.primary.span
                && finding.subjects.iter().all(|subject| other.subjects.contains(subject))
        })
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
