//! What is reported: findings of rules and diagnostics of the run, rendered, without any analysis behind them.
//!
//! Reports take these types only. A condition has become text by now ([`Condition`]), so that no report needs the
//! tables in which the analysis keeps it.
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::source::{SourceMap, Span};

/// How bad it is when it happens. The order is that of `--fail-on`: a note is the least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing; nothing breaks.
    Note,
    /// Wrong at run time, or only in some surroundings.
    Warning,
    /// The link or the load fails.
    Error,
}

impl Severity {
    /// All of them, the least first.
    pub const ALL: [Self; 3] = [Self::Note, Self::Warning, Self::Error];

    /// The word in every format.
    pub fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }

    /// The severity that a word names.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|s| s.name() == name)
    }
}

/// How sure it is, by the evidence. The order is from the weakest to the strongest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Confidence {
    /// A pattern that often means the hazard; reported with `--pedantic` only.
    Heuristic,
    /// Every needed fact was seen but one step is usual rather than certain.
    Likely,
    /// Definition and use were both seen.
    Proved,
}

impl Confidence {
    /// All of them, the weakest first.
    pub const ALL: [Self; 3] = [Self::Heuristic, Self::Likely, Self::Proved];

    /// The word in every format.
    pub fn name(self) -> &'static str {
        match self {
            Self::Heuristic => "heuristic",
            Self::Likely => "likely",
            Self::Proved => "proved",
        }
    }

    /// The confidence that a word names.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|c| c.name() == name)
    }
}

/// A place in a file with what is to be seen there.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Place {
    /// Where.
    pub span: Span,
    /// What is there, in a few words; may be empty.
    pub label: String,
}

impl Place {
    /// A place with its label.
    pub fn new(span: Span, label: impl Into<String>) -> Self {
        Self { span, label: label.into() }
    }
}

/// One concrete configuration in which a finding happens.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RenderedWitness {
    /// Cache entries to give with `-D`, in the order in which they are to be shown.
    pub settings: Vec<(String, String)>,
    /// The platform it needs (`linux`, `macos`, …); any when absent.
    pub platform: Option<String>,
    /// The CMake version it needs; any when absent.
    pub cmake: Option<String>,
    /// Environment variables it needs.
    pub environment: Vec<(String, String)>,
    /// What else must hold and cannot be set on the command line (a package is found, a check succeeds), in words.
    pub assumptions: Vec<String>,
}

impl RenderedWitness {
    /// Whether any configuration will do.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// When a finding happens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// A readable formula over the project's options; `true` when it always happens.
    pub formula: String,
    /// The same in few words, where the formula is too long to be read.
    pub brief: Option<String>,
    /// A configuration that satisfies it (and the project's own `FATAL_ERROR` conditions).
    pub witness: RenderedWitness,
}

impl Condition {
    /// The condition of what always happens.
    pub fn always() -> Self {
        Self { formula: "true".to_owned(), brief: None, witness: RenderedWitness::default() }
    }

    /// Whether it is the condition of what always happens.
    pub fn is_always(&self) -> bool {
        self.formula == "true"
    }
}

/// Whether an edit may be made without a person looking at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Applicability {
    /// It keeps the meaning but for the hazard.
    Safe,
    /// It may change more than the hazard.
    Unsafe,
}

impl Applicability {
    /// The word in every format.
    pub fn name(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Unsafe => "unsafe",
        }
    }
}

/// Text that replaces the text of a span.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Edit {
    /// What is replaced; empty for an insertion.
    pub span: Span,
    /// By what.
    pub replacement: String,
}

/// A way to remove the hazard by editing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What the edits do, in words.
    pub title: String,
    /// Whether it may be applied unseen.
    pub applicability: Applicability,
    /// The edits, none overlapping another.
    pub edits: Vec<Edit>,
}

/// Why a finding does not count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suppression {
    /// `inline`, `config` or `baseline`.
    pub kind: String,
    /// What the person who suppressed it wrote; empty when nothing was.
    pub reason: String,
}

/// One hazard at one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule's id.
    pub rule: Arc<str>,
    /// How bad.
    pub severity: Severity,
    /// How sure.
    pub confidence: Confidence,
    /// What is wrong, one sentence.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
    /// Where it is to be mended.
    pub primary: Place,
    /// The other places that it takes, in the order of the story.
    pub related: Vec<Place>,
    /// Everything the hazard needs, by name: targets, options, symbols, scripts.
    pub subjects: BTreeSet<String>,
    /// When it happens.
    pub condition: Condition,
    /// An edit that removes it.
    pub fix: Option<Fix>,
    /// Set when somebody said that it is not to count.
    pub suppressed: Option<Suppression>,
}

/// Something about the run that is no finding: a file that could not be read, a rule that failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad for the run.
    pub severity: Severity,
    /// A stable kebab-case word for its kind, see [`code`].
    pub code: &'static str,
    /// What happened, in words.
    pub message: String,
    /// Where, when it has a place in a loaded file.
    pub place: Option<Place>,
}

/// The codes of [`Diagnostic`].
pub mod code {
    /// A file could not be read.
    pub const UNREADABLE: &str = "unreadable-file";
    /// A file could not be parsed in part.
    pub const SYNTAX: &str = "syntax-error";
    /// Neither a CMakeLists.txt nor a Cargo.toml was found: nothing was checked.
    pub const NOTHING: &str = "nothing-to-check";
    /// A folder could not be listed.
    pub const UNLISTED: &str = "unreadable-folder";
    /// A rule failed; the others still report.
    pub const INTERNAL: &str = "internal-error";
    /// A name on the command line or in the configuration that nothing has.
    pub const UNKNOWN_NAME: &str = "unknown-name";

    /// A directive in a comment that suppresses nothing.
    pub const UNUSED_SUPPRESSION: &str = "unused-suppression";
    /// A directive in a comment that is not understood or names no rule.
    pub const BAD_SUPPRESSION: &str = "bad-suppression";
    /// Entries of the baseline that no finding has any more.
    pub const STALE_BASELINE: &str = "stale-baseline";
    /// Findings that the change in question does not touch.
    pub const UNCHANGED: &str = "unchanged";

    /// A directory or file that the build description names is not there.
    pub const MISSING_FILE: &str = "missing-file";
    /// CMake would report an error.
    pub const CMAKE_ERROR: &str = "cmake-error";
    /// A file that the build description names lies outside what may be read.
    pub const OUTSIDE: &str = "outside-root";
    /// A limit of the evaluation was reached.
    pub const LIMIT: &str = "evaluation-limit";
    /// A target definition that the evaluation did not reach.
    pub const UNREACHED: &str = "unreached-target";

    /// The codes that mean that some input could not be taken in (`--strict-input` fails on them).
    pub const INPUT: [&str; 3] = [UNREADABLE, SYNTAX, UNLISTED];
}

impl Diagnostic {
    /// A diagnostic without a place.
    pub fn new(severity: Severity, code: &'static str, message: impl Into<String>) -> Self {
        Self { severity, code, message: message.into(), place: None }
    }

    /// The same at a place.
    #[must_use]
    pub fn at(mut self, place: Place) -> Self {
        self.place = Some(place);
        self
    }
}

/// Sorts findings as every report shows them: path, line, column, rule, message, then the rest of what is shown.
pub fn sort(findings: &mut [Finding], sources: &SourceMap) {
    findings.sort_by_cached_key(|f| {
        let file = sources.get(f.primary.span.file);
        (
            file.path().to_path_buf(),
            f.primary.span.start,
            f.primary.span.end,
            Arc::clone(&f.rule),
            f.message.clone(),
            f.subjects.clone(),
            f.condition.formula.clone(),
        )
    });
}
