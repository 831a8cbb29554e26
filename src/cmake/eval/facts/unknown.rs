//! What is not known, and why.
use crate::cmake::eval::UNREAD_INCLUDE;
use crate::cmake::eval::value::Origin;
use crate::cond::Cond;

/// Why something is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// No built-in, function, macro or summary of that name.
    UnmodelledCommand,
    /// A form of a known command that is not modelled.
    UnmodelledForm,
    /// A file that is named is not there.
    MissingFile,
    /// A file whose text is asked for is not there (`file(STRINGS …)`): it runs nothing, and so reads and sets no variables.
    MissingText,
    /// A path, a name or a number depends on something unknown.
    UnknownValue,
    /// A limit was reached.
    Limit,
    /// Outside the root.
    Outside,
    /// A process would have to run.
    Process,
    /// CMake would report an error here.
    Error,
    /// CMake does not take the words of a call, whatever the state: their number, a keyword, a regular expression.
    Refused,
}

impl Reason {
    /// The reason as one word, for tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::UnmodelledCommand => "unmodelled-command",
            Self::UnmodelledForm => "unmodelled-form",
            Self::MissingFile | Self::MissingText => "missing-file",
            Self::UnknownValue => "unknown-value",
            Self::Limit => "limit",
            Self::Outside => "outside-root",
            Self::Process => "process",
            Self::Error | Self::Refused => "error",
        }
    }
}

/// A record of something that is not known.
#[derive(Debug, Clone)]
pub struct Unknown {
    /// Why.
    pub reason: Reason,
    /// The command, variable or file.
    pub what: String,
    /// When.
    pub cond: Cond,
    /// Where.
    pub origin: Origin,
}

impl Unknown {
    /// The name of content that is fetched when the project is configured, where it is such.
    pub fn fetched(&self) -> Option<&str> {
        let name = self.what.strip_prefix("content of ")?.strip_suffix(" (FetchContent)")?;
        (self.reason == Reason::MissingFile).then_some(name)
    }

    /// Whether it is a file that `include()` names and that is not read: it is not there, its name is not known, or it is made when the
    /// project is configured.
    pub fn is_unread_file(&self) -> bool {
        match self.reason {
            Reason::MissingFile => self.what.starts_with("include file "),
            Reason::UnknownValue => self.what == UNREAD_INCLUDE || self.what.starts_with("text of the generated file "),
            _ => false,
        }
    }
}
