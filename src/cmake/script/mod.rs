//! What surrounds a script that is run as `cmake -P` runs it: its command line, and the form of what CMake prints.
pub mod command_line;
pub mod diagnostics;
pub mod layout;
pub mod overlay;

/// Where something is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    /// The standard output: `message(STATUS)` and what is more talkative.
    Out,
    /// The standard error: notices, warnings, errors.
    Err,
}

/// What a script printed, in order, and how it ended.
#[derive(Debug, Clone, Default)]
pub struct Transcript {
    /// Pieces of text, each with where it goes.
    pub printed: Vec<(Stream, String)>,
    /// The exit status.
    pub status: u8,
}

/// What a script is given beside its file.
#[derive(Debug, Clone, Default)]
pub struct Given {
    /// The words of the command line, the program's name first: `CMAKE_ARGV0` and on.
    pub words: Vec<String>,
    /// The environment.
    pub environment: Vec<(String, String)>,
    /// `--log-level`, where it is given.
    pub level: Option<diagnostics::Level>,
    /// `--log-context`
    pub context: bool,
    /// `-W` options in their order: category and action.
    pub actions: Vec<(diagnostics::Category, diagnostics::Action)>,
}
