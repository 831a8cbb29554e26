//! What the user says about the findings of an analysis: paths, levels, directives, the baseline, what is hidden.
use std::path::{Path, PathBuf};

use super::args::CheckArgs;
use super::complain;
use crate::analysis::{Analysis, Failure};
use crate::config::{Config, Resolved, RuleLevel, Unused};
use crate::report::output::replace;
use crate::rules::finding::{Confidence, Diagnostic, Severity, Suppression, code};
use crate::suppress::baseline::Baseline;
use crate::suppress::{self, Rules};

/// What is asked for, from the command line and the configuration.
pub(super) struct Judgement<'a> {
    pub(super) args: &'a CheckArgs,
    pub(super) config: &'a Config,
    pub(super) resolved: &'a Resolved,
    /// Whether a folder below the root was named: what is found there may differ from what its project has there.
    pub(super) part: bool,
}

impl Judgement<'_> {
    /// Whether only a part of the root or of its configurations is looked at, so that nothing can be said about what is not
    /// found.
    fn narrowed(&self) -> bool {
        let configured: crate::analysis::configured::Configured = self.args.configured.clone().into();
        self.part
            || !self.args.definitions.is_empty()
            || self.args.platform.is_some()
            || configured.is_given()
            || !self.resolved.projects.is_empty()
    }

    fn pedantic(&self) -> bool {
        self.args.pedantic || self.config.pedantic.unwrap_or_default()
    }

    /// Carries it out on an analysis with heuristic findings.
    pub(super) fn apply(&self, analysis: &mut Analysis) -> Result<(), Failure> {
        let sources = &analysis.sources;
        analysis.findings.retain(|f| !self.resolved.excludes(sources.get(f.primary.span.file).path()));
        self.levels(analysis);
        let unused = self.config.suppressions.unused;
        let rules = Rules {
            require_reason: self.config.suppressions.require_reason,
            keep_unused: unused == Unused::Allow || self.narrowed(),
        };
        let mut told = suppress::apply_directives(&analysis.sources, &analysis.rules, rules, &mut analysis.findings);
        if unused == Unused::Deny {
            for diagnostic in &mut told {
                diagnostic.severity = Severity::Error;
            }
        }
        analysis.diagnostics.extend(told);
        self.baseline(analysis)?;
        if !self.pedantic() {
            let hidden = |confidence| confidence == Confidence::Heuristic;
            let shown = |f: &crate::rules::Finding| f.suppressed.is_none() && hidden(f.confidence);
            analysis.stats.hidden = analysis.findings.iter().filter(|f| shown(f)).count();
            analysis.findings.retain(|f| !hidden(f.confidence));
        }
        match &self.args.write_baseline {
            Some(file) => write_baseline(file, analysis),
            None => Ok(()),
        }
    }

    fn levels(&self, analysis: &mut Analysis) {
        for finding in &mut analysis.findings {
            match self.resolved.levels.get(&finding.rule).copied().map(RuleLevel::severity) {
                None => {}
                Some(Some(severity)) => finding.severity = severity,
                Some(None) => {
                    let reason = "allowed by the configuration".to_owned();
                    finding.suppressed = Some(Suppression { kind: "config".to_owned(), reason });
                }
            }
        }
    }

    fn baseline(&self, analysis: &mut Analysis) -> Result<(), Failure> {
        let configured = self.resolved.baseline.as_ref().filter(|_| self.args.baseline.is_none());
        if let Some(file) = configured {
            // The configuration is the project's, and so bound to the root.
            analysis.sources.sandbox().resolve(file).map_err(|e| Failure::Usage(format!("the baseline: {e}")))?;
        }
        let file: Option<&PathBuf> = self.args.baseline.as_ref().or(configured);
        let Some(file) = file.filter(|_| self.args.write_baseline.is_none()) else {
            let why = "--prune needs a baseline: --baseline FILE, or `baseline` in the configuration";
            return if self.args.prune { Err(Failure::Usage(why.to_owned())) } else { Ok(()) };
        };
        let baseline = Baseline::read(file).map_err(Failure::Usage)?;
        let mut stale = baseline.apply(&mut analysis.findings, &analysis.sources, &analysis.root);
        // A rule of a folder that was not given did not run.
        stale.retain_rules(|rule| analysis.rules.find(rule).is_some());
        analysis.stats.baseline = true;
        let broken = analysis.diagnostics.iter().any(|d| d.code == code::INTERNAL);
        if self.args.prune {
            if self.narrowed() || broken {
                let why = "--prune needs a complete run, of the whole root, without -D, --platform, --preset, --cache, --build-dir \
                           and projects with inputs of their own: entries may be missing for another reason";
                return Err(Failure::Usage(why.to_owned()));
            }
            return write(file, &baseline.without(&stale), &format!("{} taken out of", entries(stale.len())));
        }
        if !stale.is_empty() && !self.narrowed() && !broken {
            let (matches, them) = if stale.len() == 1 { ("matches", "it") } else { ("match", "them") };
            let message = format!(
                "{} of the baseline {matches} nothing any more; --prune takes {them} out",
                entries(stale.len())
            );
            analysis.diagnostics.push(Diagnostic::new(Severity::Note, code::STALE_BASELINE, message));
        }
        Ok(())
    }
}

fn entries(number: usize) -> String {
    if number == 1 { "1 entry".to_owned() } else { format!("{number} entries") }
}

/// Writes the findings that count to a file that is not there yet, and takes them for accepted.
fn write_baseline(file: &Path, analysis: &mut Analysis) -> Result<(), Failure> {
    if file.exists() {
        let why = format!(
            "{} is there already, and a baseline only shrinks: --baseline FILE --prune takes out what is mended; remove \
             the file to begin anew",
            file.display()
        );
        return Err(Failure::Usage(why));
    }
    let baseline = Baseline::of(&analysis.findings, &analysis.sources, &analysis.root);
    write(file, &baseline, &format!("{} written to", entries(baseline.len())))?;
    let _ = baseline.apply(&mut analysis.findings, &analysis.sources, &analysis.root);
    analysis.stats.baseline = true;
    Ok(())
}

fn write(file: &Path, baseline: &Baseline, what: &str) -> Result<(), Failure> {
    let shown = file.display();
    replace(file, |out| baseline.write(out))
        .map_err(|e| Failure::Incomplete(format!("the baseline {shown} could not be written: {e}")))?;
    complain(&format!("{what} {shown}"));
    Ok(())
}
