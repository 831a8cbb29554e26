//! Reports: one file a format, all from the same findings and diagnostics.
mod cargo;
mod checkstyle;
pub(crate) mod clean;
mod concise;
mod excerpt;
mod fingerprint;
mod github;
mod gitlab;
pub mod human;
pub mod json;
mod junit;
mod line_hash;
pub mod markdown;
pub mod output;
pub(crate) mod path;
mod sarif;
#[cfg(test)]
mod validity;
mod words;
mod xml;

use std::io;
use std::path::Path;
use std::time::Duration;

pub use fingerprint::fingerprints;

use crate::rules::Registry;
use crate::rules::finding::{Diagnostic, Finding, Place, Severity};
use crate::source::SourceMap;

/// Everything that a report tells.
#[derive(Debug, Clone, Copy)]
pub struct Report<'a> {
    /// The files that spans refer to.
    pub sources: &'a SourceMap,
    /// The base of paths in JSON.
    pub root: &'a Path,
    /// The base of paths in what is uploaded: the top of the checkout.
    pub base: &'a Path,
    /// The rules that ran, for what formats tell about them.
    pub rules: &'a Registry,
    /// The findings, sorted; suppressed ones are among them.
    pub findings: &'a [Finding],
    /// What else is to be told.
    pub diagnostics: &'a [Diagnostic],
    /// Figures of the run.
    pub stats: &'a Stats,
}

impl<'a> Report<'a> {
    /// The findings that count: nobody suppressed them.
    pub fn counting(self) -> impl Iterator<Item = &'a Finding> {
        self.findings.iter().filter(|finding| finding.suppressed.is_none())
    }
}

/// Forms of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, clap::ValueEnum)]
pub enum Format {
    /// Excerpts for people
    Human,
    /// One line a finding
    Concise,
    /// One JSON object
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of GitHub Actions; the job summary gets the whole list
    Github,
    /// Code quality report of GitLab
    Gitlab,
    /// `JUnit` XML
    Junit,
    /// Checkstyle XML
    Checkstyle,
    /// Messages as cargo prints them, for editors
    Cargo,
    /// A table in Markdown, as for job summaries
    Markdown,
}

impl Format {
    /// The word on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Concise => "concise",
            Self::Json => "json",
            Self::Sarif => "sarif",
            Self::Github => "github",
            Self::Gitlab => "gitlab",
            Self::Junit => "junit",
            Self::Checkstyle => "checkstyle",
            Self::Cargo => "cargo",
            Self::Markdown => "markdown",
        }
    }

    /// Writes a report in this form; `style` is for people's eyes only.
    pub fn write(self, report: Report<'_>, style: &human::Style<'_>, out: &mut dyn io::Write) -> io::Result<()> {
        match self {
            Self::Human => out.write_all(human::render(report, style).as_bytes()),
            Self::Concise => concise::write(report, style, out),
            Self::Json => json::write(report, out),
            Self::Sarif => sarif::write(report, out),
            Self::Github => github::write(report, out),
            Self::Gitlab => gitlab::write(report, out),
            Self::Junit => junit::write(report, out),
            Self::Checkstyle => checkstyle::write(report, out),
            Self::Cargo => cargo::write(report, out),
            Self::Markdown => out.write_all(markdown::render(report).as_bytes()),
        }
    }
}

/// Figures of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stats {
    /// Whether a baseline was applied.
    pub baseline: bool,
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

/// The path of a place relative to `root`, as every format writes it.
pub(crate) fn place_path(sources: &SourceMap, place: &Place, root: &Path) -> String {
    path::portable(sources.get(place.span.file).path(), root)
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
    use crate::rules::finding::{Applicability, Condition, Confidence, Edit, Fix, RenderedWitness, Suppression, code};
    use crate::source::{Sandbox, Span};

    pub(crate) fn built_in() -> &'static Registry {
        static RULES: std::sync::OnceLock<Registry> = std::sync::OnceLock::new();
        RULES.get_or_init(|| Registry::built_in().unwrap())
    }

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

        pub(crate) fn report<'a>(&'a self, findings: &'a [Finding], stats: &'a Stats) -> Report<'a> {
            Report {
                sources: &self.sources,
                root: &self.root,
                base: &self.root,
                rules: built_in(),
                findings,
                diagnostics: &[],
                stats,
            }
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
            Report { diagnostics: &self.diagnostics, ..self.fixture.report(&self.findings, &self.stats) }
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
            brief: None,
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
            baseline: false,
            hidden: 1,
            files: vec![("cmake_lists", 1), ("sources", 2)],
            coverage: Some(Coverage { call_sites: 2, reached: 2, targets: 2, named: 2 }),
            unmodelled: vec![("frobnicate".into(), 3)],
            timings: Vec::new(),
        };
        Sample { fixture, findings: vec![full, plain, suppressed], diagnostics, stats }
    }
}
