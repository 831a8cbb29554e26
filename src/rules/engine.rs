//! Runs the rules: each alone, so that one that fails takes no other with it.
use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::conditions::Conditions as _;
use super::finding::{self, Confidence, Diagnostic, Finding, Severity, code};
use super::metadata::OptionValue;
use super::options::Options;
use super::registry::{Body, Registry, Rule};
use super::{Context, Facts, Sink, sink};

/// What the user asks of the rules.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Report heuristic findings too.
    pub pedantic: bool,
    /// Options by rule and name, over the rules' defaults.
    pub options: BTreeMap<String, BTreeMap<String, OptionValue>>,
}

/// What came of a run of the rules.
#[derive(Debug, Default)]
pub struct Outcome {
    /// What is reported, sorted.
    pub findings: Vec<Finding>,
    /// Rules that failed, and options that no rule has.
    pub diagnostics: Vec<Diagnostic>,
    /// Number of heuristic findings left out.
    pub hidden: usize,
    /// Time taken by each rule, by id.
    pub timings: Vec<(Arc<str>, Duration)>,
}

/// Runs every rule of `registry`.
pub fn run(registry: &Registry, facts: Facts<'_>, settings: &Settings) -> Outcome {
    let mut outcome = Outcome::default();
    for name in settings.options.keys().filter(|name| registry.find(name).is_none()) {
        let message = format!("no rule `{name}`{}", super::suggestion(name, registry.rules().iter().map(|r| &*r.id)));
        outcome.diagnostics.push(Diagnostic::new(Severity::Error, code::UNKNOWN_NAME, message));
    }
    for rule in registry.rules() {
        let start = Instant::now();
        let options = options_of(rule, settings, &mut outcome.diagnostics);
        let result = catch_unwind(AssertUnwindSafe(|| run_one(rule, facts, &options)));
        outcome.timings.push((Arc::clone(&rule.id), start.elapsed()));
        match result {
            Ok((findings, diagnostics)) => {
                outcome.findings.extend(findings);
                outcome.diagnostics.extend(diagnostics);
            }
            Err(payload) => outcome.diagnostics.push(failed(rule, panic_text(payload.as_ref()))),
        }
    }
    if !settings.pedantic {
        let before = outcome.findings.len();
        outcome.findings.retain(|f| f.confidence > Confidence::Heuristic);
        outcome.hidden = before - outcome.findings.len();
    }
    finding::sort(&mut outcome.findings, facts.sources);
    outcome
}

/// The rule's options; when the user's do not fit the defaults are taken and the error is told.
fn options_of(rule: &Rule, settings: &Settings, diagnostics: &mut Vec<Diagnostic>) -> Options {
    let none = BTreeMap::new();
    let named = |name: &str| settings.options.get(name);
    let set = named(&rule.id).or_else(|| rule.metadata.aliases.iter().find_map(|alias| named(alias))).unwrap_or(&none);
    Options::resolve(&rule.metadata.options, set).unwrap_or_else(|why| {
        let message = format!("rule `{}`: {why}", rule.id);
        diagnostics.push(Diagnostic::new(Severity::Error, code::UNKNOWN_NAME, message));
        Options::resolve(&rule.metadata.options, &none).unwrap_or_default()
    })
}

fn run_one(rule: &Rule, facts: Facts<'_>, options: &Options) -> (Vec<Finding>, Vec<Diagnostic>) {
    let cx = Context { facts, rule: &rule.metadata, options };
    let mut sink = Sink::default();
    match &rule.body {
        Body::Native(check) => check(&cx, &mut sink),
    }
    let conditions = &mut *facts.conditions.borrow_mut();
    let (merged, missing) = sink::merge(sink, &rule.metadata, conditions);
    let findings = merged
        .into_iter()
        .map(|m| Finding {
            rule: Arc::clone(&rule.id),
            severity: m.severity,
            confidence: m.confidence,
            message: m.message,
            help: m.help,
            primary: m.primary,
            related: m.related,
            subjects: m.subjects,
            condition: conditions.render(&m.condition),
            fix: m.fix,
            suppressed: None,
        })
        .collect();
    let missing: BTreeSet<_> = missing.into_iter().collect();
    let told = missing.into_iter().map(|m| failed(rule, format!("the placeholder `{{{}}}` has no value", m.0)));
    (findings, told.collect())
}

fn failed(rule: &Rule, why: impl std::fmt::Display) -> Diagnostic {
    let message = format!("the rule `{}` failed: {why}; the other rules still report", rule.id);
    Diagnostic::new(Severity::Error, code::INTERNAL, message)
}

/// The words of a panic.
pub fn panic_text(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&'static str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}
