//! The pure half of the CMake language: what its commands compute from plain strings.
//!
//! Nothing here knows variables, scopes or directories: the evaluator resolves those, calls in with concrete
//! strings and applies the [`Outcome`]. Behaviour follows CMake 3.25 to 4.4; where these differ the newer one is taken
//! unless a function says otherwise. Characters outside ASCII are opaque: never separators, never special.

pub mod arguments;
pub mod condition;
pub mod genex;
pub mod glob;
pub mod json;
pub mod list;
pub mod math;
mod number;
pub mod path;
pub mod printable;
pub mod property_table;
pub mod regex;
pub mod string;
pub mod timestamp;

/// Keywords of `add_custom_command()` (cmake-commands(7)); `ARGS` is read over.
pub const CUSTOM_COMMAND: &[&str] = &[
    "OUTPUT",
    "COMMAND",
    "MAIN_DEPENDENCY",
    "DEPENDS",
    "BYPRODUCTS",
    "IMPLICIT_DEPENDS",
    "WORKING_DIRECTORY",
    "COMMENT",
    "DEPFILE",
    "JOB_POOL",
    "JOB_SERVER_AWARE",
    "VERBATIM",
    "APPEND",
    "USES_TERMINAL",
    "TARGET",
    "PRE_BUILD",
    "PRE_LINK",
    "POST_BUILD",
    "ARGS",
    "COMMAND_EXPAND_LISTS",
    "DEPENDS_EXPLICIT_ONLY",
    "CODEGEN",
];

/// Whether a character stands for text that is not known: the private-use planes 15 and 16.
pub fn is_opaque(c: char) -> bool {
    c >= '\u{f0000}'
}

/// Longer texts are not made: what they would be is unknown.
const MAX_TEXT: usize = 1 << 26;
/// The reason of such an unknown value.
const TOO_LONG: &str = "the text is too long";

/// What a command does to one variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// The variable gets this text.
    Text(String),
    /// The variable becomes undefined.
    Unset,
    /// The variable gets a value which cannot be known without running the build (random, time, ...): the reason.
    Unknown(&'static str),
}

/// One assignment: the variable's name and its new state.
pub type Write = (String, Value);

/// The effects of a pure command, to be applied in order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outcome {
    /// Assignments in the calling scope, in the order in which CMake makes them.
    pub writes: Vec<Write>,
    /// What becomes of `CMAKE_MATCH_<n>`; `None` when the command leaves these alone.
    pub matches: Option<regex::Matches>,
    /// The message of a fatal error which CMake reports but which does not suppress the writes.
    pub error: Option<String>,
}

impl Outcome {
    /// The text that one of the assignments gives a variable.
    pub fn text_of(&self, variable: &str) -> Option<String> {
        match &self.writes.iter().rfind(|(name, _)| name == variable)?.1 {
            Value::Text(text) => Some(text.clone()),
            _ => None,
        }
    }

    /// An outcome which gives one variable one text.
    pub fn set(variable: &str, value: impl Into<String>) -> Self {
        Self { writes: vec![(variable.to_owned(), Value::Text(value.into()))], ..Self::default() }
    }

    /// An outcome which gives one variable a value that is not known, with the reason.
    pub fn unknown(variable: &str, reason: &'static str) -> Self {
        Self { writes: vec![(variable.to_owned(), Value::Unknown(reason))], ..Self::default() }
    }

    /// An outcome which gives one variable a text, or an unknown value when there is none because it is too long.
    fn set_or_too_long(variable: &str, value: Option<String>) -> Self {
        value.map_or_else(|| Self::unknown(variable, TOO_LONG), |text| Self::set(variable, text))
    }

    /// Every assignment, `CMAKE_MATCH_<n>` included.
    ///
    /// `previous_count` is the value of `CMAKE_MATCH_COUNT` before the command: CMake empties that many groups.
    pub fn all_writes(&self, previous_count: Option<&str>) -> Vec<Write> {
        let mut writes = self.matches.as_ref().map(|m| m.writes(previous_count)).unwrap_or_default();
        writes.extend(self.writes.iter().cloned());
        writes
    }
}
