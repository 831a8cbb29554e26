//! The command line: arguments, exit codes, and what each command prints.
mod args;

use std::ffi::OsString;

pub use args::{CheckArgs, Cli, Command, FailOn, Format, ModelArgs, ModelFormat, ScriptArgs, When};

/// How a run ended; the same for every format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Nothing at or above `--fail-on`.
    Clean,
    /// Findings at or above `--fail-on`.
    Findings,
    /// Wrong usage or configuration.
    Usage,
    /// The run could not complete.
    Incomplete,
}

impl Exit {
    /// The number that the process ends with.
    pub fn code(self) -> u8 {
        match self {
            Self::Clean => 0,
            Self::Findings => 100,
            Self::Usage => 2,
            Self::Incomplete => 101,
        }
    }
}

/// The arguments without the subcommand name that cargo puts first: `cargo linklint x` runs `cargo-linklint linklint x`.
pub fn normalise(mut args: Vec<OsString>) -> Vec<OsString> {
    if args.get(1).is_some_and(|first| first == "linklint") {
        args.remove(1);
    }
    args
}
