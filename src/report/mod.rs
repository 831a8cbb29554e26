//! Reports: one file a format, all from the same findings and diagnostics.
mod clean;
mod excerpt;
mod fingerprint;
pub mod human;
pub mod json;
mod path;

use std::path::Path;
use std::time::Duration;

pub use fingerprint::fingerprints;

use crate::rules::finding::{Diagnostic, Finding, Severity};
use crate::source::SourceMap;

/// Everything that a report tells.
#[derive(Debug, Clone, Copy)]
pub struct Report<'a> {
    /// The files that spans refer to.
    pub sources: &'a SourceMap,
    /// The base of paths in machine formats.
    pub root: &'a Path,
    /// The findings, sorted; suppressed ones are among them.
    pub findings: &'a [Finding],
    /// What else is to be told.
    pub diagnostics: &'a [Diagnostic],
    /// Figures of the run.
    pub stats: &'a Stats,
}

/// Figures of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stats {
    /// Number of heuristic findings left out.
    pub hidden: usize,
    /// Number of files by kind, in the order of reports.
    pub files: Vec<(&'static str, usize)>,
    /// How much of the build description was understood; absent when nothing was evaluated.
    pub coverage: Option<Coverage>,
    /// Commands that were not modelled, with the number of their calls, sorted by name.
    pub unmodelled: Vec<(String, usize)>,
    /// Time taken by stage or rule, in the order of running; only when asked for, since it differs between runs.
    pub timings: Vec<(String, Duration)>,
}

/// How much of the build description was understood.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Calls of `add_library` and `add_executable` in the text.
    pub call_sites: usize,
    /// Those of them that the evaluation reached.
    pub reached: usize,
    /// Targets that the evaluation made.
    pub targets: usize,
    /// Those of them with a known name.
    pub named: usize,
}

/// Number of findings that count, by severity.
pub(crate) fn count(findings: &[Finding], severity: Severity) -> usize {
    findings.iter().filter(|f| f.suppressed.is_none() && f.severity == severity).count()
}

/// Number of findings that somebody suppressed.
pub(crate) fn count_suppressed(findings: &[Finding]) -> usize {
    findings.iter().filter(|f| f.suppressed.is_some()).count()
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::BTreeSet;
    use std::ops::Range;
    use std::path::PathBuf;

    use super::*;
    use crate::rules::finding::{
        Applicability, Condition, Confidence, Edit, Fix, Place, RenderedWitness, Suppression, code,
    };
    use crate::source::{Sandbox, Span};

    /// Files without a disk.
    pub(crate) struct Fixture {
        pub(crate) sources: SourceMap,
        pub(crate) root: PathBuf,
    }

    impl Fixture {
        pub(crate) fn new(files: &[(&str, &str)]) -> Self {
            let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
            Self::of_bytes(&files)
        }

        pub(crate) fn of_bytes(files: &[(&str, &[u8])]) -> Self {
            let root = PathBuf::from("/project");
            let sources = SourceMap::new(Sandbox::nowhere());
            for (name, text) in files {
                sources.insert(root.join(name), (*text).into());
            }
            Self { sources, root }
        }

        pub(crate) fn span(&self, name: &str, range: Range<u32>) -> Span {
            Span::new(self.sources.find(&self.root.join(name)).unwrap().id(), range)
        }

        /// The span of the first occurrence of `text`.
        fn of(&self, name: &str, text: &str) -> Span {
            let file = self.sources.find(&self.root.join(name)).unwrap();
            let at = memchr::memmem::find(file.bytes(), text.as_bytes()).unwrap() as u32;
            Span::new(file.id(), at..at + text.len() as u32)
        }
    }

    pub(crate) fn finding(fixture: &Fixture, name: &str, range: Range<u32>) -> Finding {
        Finding {
            rule: "sample-rule".into(),
            severity: Severity::Warning,
            confidence: Confidence::Proved,
            message: "something is wrong".into(),
            help: None,
            primary: Place::new(fixture.span(name, range), "here"),
            related: Vec::new(),
            subjects: BTreeSet::from(["a".to_owned()]),
            condition: Condition::always(),
            fix: None,
            suppressed: None,
        }
    }

    /// Findings and diagnostics of every shape.
    pub(crate) struct Sample {
        pub(crate) fixture: Fixture,
        findings: Vec<Finding>,
        diagnostics: Vec<Diagnostic>,
        stats: Stats,
    }

    impl Sample {
        pub(crate) fn report(&self) -> Report<'_> {
            Report {
                sources: &self.fixture.sources,
                root: &self.fixture.root,
                findings: &self.findings,
                diagnostics: &self.diagnostics,
                stats: &self.stats,
            }
        }
    }

    const LISTS: &str = "cmake_minimum_required(VERSION 3.20)\nproject(sample)\noption(PLUGINS \"Load plugins\" OFF)\n\
        add_executable(host main.c)\n# a\n# b\n# c\n# d\nif(PLUGINS)\n  add_library(plugin MODULE plugin.c)\nendif()\n";

    pub(crate) fn sample() -> Sample {
        let long = format!("/* {} */ int hook(void) {{ return host_api(); }}\t// \u{202e}\n", "x".repeat(150));
        let fixture = Fixture::new(&[
            ("CMakeLists.txt", LISTS),
            ("src/main.c", "int host_api(void) { return 1; }\nint main(void) {\n  dlopen(\"plugin.so\", 1);\n}\n"),
            ("src/plugin.c", &long),
        ]);
        let mut full = finding(&fixture, "CMakeLists.txt", 0..0);
        full.primary = Place::new(fixture.of("CMakeLists.txt", "add_executable(host main.c)"), "`host` is made here");
        full.severity = Severity::Error;
        full.message = "The plugin `plugin` needs `host_api` of `host`, which exports nothing".into();
        full.help = Some("Set ENABLE_EXPORTS on `host`.".into());
        full.related = vec![
            Place::new(fixture.of("CMakeLists.txt", "add_library(plugin MODULE plugin.c)"), "the plugin"),
            Place::new(fixture.of("src/main.c", "dlopen"), "loaded here"),
            Place::new(fixture.of("src/plugin.c", "host_api"), "used here"),
        ];
        full.subjects = ["host", "plugin", "host_api"].map(str::to_owned).into();
        full.condition = Condition {
            formula: "PLUGINS & !APPLE".into(),
            witness: RenderedWitness {
                settings: vec![("PLUGINS".into(), "ON".into()), ("LIST".into(), "a;b".into())],
                platform: Some("linux".into()),
                ..RenderedWitness::default()
            },
        };
        let end = fixture.of("CMakeLists.txt", "endif()");
        let edit = Edit { span: Span { start: end.end, ..end }, replacement: "\n# more\n".into() };
        full.fix =
            Some(Fix { title: "set ENABLE_EXPORTS".into(), applicability: Applicability::Safe, edits: vec![edit] });
        let plain = finding(&fixture, "src/main.c", 0..3);
        let mut suppressed = finding(&fixture, "src/main.c", 4..12);
        suppressed.suppressed = Some(Suppression { kind: "inline".into(), reason: "tested by hand".into() });
        let diagnostics = vec![
            Diagnostic::new(Severity::Warning, code::SYNTAX, "a closing parenthesis is missing")
                .at(Place::new(fixture.of("CMakeLists.txt", "if(PLUGINS)"), "opened here")),
            Diagnostic::new(Severity::Warning, code::UNREADABLE, "x\x1b[2J.cmake: permission denied"),
        ];
        let stats = Stats {
            hidden: 1,
            files: vec![("cmake_lists", 1), ("sources", 2)],
            coverage: Some(Coverage { call_sites: 2, reached: 2, targets: 2, named: 2 }),
            unmodelled: vec![("frobnicate".into(), 3)],
            timings: Vec::new(),
        };
        Sample { fixture, findings: vec![full, plain, suppressed], diagnostics, stats }
    }
}
