//! What is reported: findings of rules and diagnostics of the run, rendered, without any analysis behind them.
//!
//! Reports take these types only. A condition has become text by now ([`Condition`]), so that no report needs the
//! tables in which the analysis keeps it.
use std::collections::BTreeSet;
use std::sync::Arc;

pub use crate::diagnostic::{Diagnostic, Place, Severity, code};
use crate::source::{SourceMap, Span};

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
