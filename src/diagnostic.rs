//! What every stage may say about the run: how bad it is, what happened, and where.
use crate::source::Span;

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
