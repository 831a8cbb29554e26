//! The command line: arguments, exit codes, and what each command prints.
mod args;
mod cases;
mod changed;
mod check;
mod configuration;
mod explain;
mod fixes;
mod judge;
mod progress;
mod terminal;

use std::ffi::OsString;
use std::io::{self, IsTerminal as _, Write};
use std::process::ExitCode;

use clap::{ColorChoice, CommandFactory as _, FromArgMatches as _};

pub use args::When;
pub use args::{
    CheckArgs, Cli, Command, ConfigCommand, FailOn, ListFormat, MessageFormat, ModelArgs, ModelFormat, Output,
    RulesCommand, ScriptArgs, TestArgs,
};

use crate::analysis::{self, Failure, ModelRequest, ScriptRequest};
use crate::cmake::script::{Stream, command_line};
use crate::rules::guard;

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
    /// A script ended with this status.
    Script(u8),
}

impl Exit {
    /// The number that the process ends with.
    pub fn code(self) -> u8 {
        match self {
            Self::Clean => 0,
            Self::Findings => 100,
            Self::Usage => 2,
            Self::Incomplete => 101,
            Self::Script(status) => status,
        }
    }
}

/// Runs the program with the arguments of the process; `name` is how help texts call it.
pub fn main(name: &'static str, args: Vec<OsString>) -> ExitCode {
    guard::install();
    let exit = guard::run(|| run(name, args)).unwrap_or_else(|why| {
        complain(&format!(
            "internal error: {why}\nThis is a defect of linklint; please report it with the command line."
        ));
        Exit::Incomplete
    });
    ExitCode::from(exit.code())
}

/// The arguments without the subcommand's name that cargo puts first: `cargo linklint x` runs
/// `cargo-linklint linklint x`.
pub fn without_subcommand(mut args: Vec<OsString>) -> Vec<OsString> {
    if args.get(1).is_some_and(|first| first == "linklint") {
        args.remove(1);
    }
    args
}

fn run(name: &'static str, args: Vec<OsString>) -> Exit {
    let when = colour_in(&args);
    let colour = terminal::colour(when, &terminal::environment, io::stdout().is_terminal());
    let choice = if colour { ColorChoice::Always } else { ColorChoice::Never };
    let parsed = Cli::command().bin_name(name).color(choice).try_get_matches_from(args);
    match parsed.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => dispatch(cli, colour),
        Err(error) => {
            // A closed pipe at the end of `--help | head` is no failure.
            let _ = error.print();
            if error.use_stderr() { Exit::Usage } else { Exit::Clean }
        }
    }
}

/// What `--color` says, before the arguments are parsed: `--help` obeys it too. Wrong values are told by the parser.
fn colour_in(args: &[OsString]) -> When {
    let mut when = When::Auto;
    let mut words = args.iter().skip(1).filter_map(|arg| arg.to_str());
    while let Some(word) = words.next() {
        let value = if word == "--color" { words.next() } else { word.strip_prefix("--color=") };
        when = match value {
            Some("always") => When::Always,
            Some("never") => When::Never,
            Some("auto") => When::Auto,
            _ => when,
        };
    }
    when
}

fn dispatch(cli: Cli, colour: bool) -> Exit {
    match cli.command.unwrap_or(Command::Check(Box::new(cli.check))) {
        Command::Check(args) => check::check(&args, colour),
        Command::Explain { rule, rules_dir } => explain::explain(&rule, &rules_dir),
        Command::TestRules(args) | Command::Rules { command: Some(RulesCommand::Test(args)), .. } => {
            cases::run(&args.dirs)
        }
        Command::Rules { format, rules_dir, command: None } => explain::list(format, &rules_dir),
        Command::Init { dir } => configuration::init(&dir),
        Command::Config(ConfigCommand::Show { path, root, config }) => {
            configuration::show(&path, root.as_deref(), config.as_deref())
        }
        Command::Config(ConfigCommand::Schema) => ended(print(crate::config::SCHEMA, false), Exit::Clean),
        Command::Completions { shell } => completions(shell),
        Command::Man => ended(clap_mangen::Man::new(Cli::command()).render(&mut io::stdout().lock()), Exit::Clean),
        Command::Model(args) => model(args),
        Command::Script(args) => script(args),
    }
}

fn completions(shell: clap_complete::Shell) -> Exit {
    // Into memory first: the generator panics when a pipe is closed.
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "linklint", &mut text);
    ended(io::stdout().lock().write_all(&text), Exit::Clean)
}

fn model(args: ModelArgs) -> Exit {
    let request = ModelRequest {
        path: args.dir,
        root: args.root,
        allow_read: args.allow_read,
        all_configurations: args.all_configurations,
        definitions: args.definitions,
        platform: args.platform,
        cmake_version: args.cmake_version,
        configured: args.configured.into(),
    };
    let ModelFormat::Json = args.format;
    let mut out = io::BufWriter::with_capacity(1 << 16, io::stdout().lock());
    match analysis::write_model(&request, &mut out) {
        Ok(written) => ended(written.and_then(|()| out.write_all(b"\n")).and_then(|()| out.flush()), Exit::Clean),
        Err(failure) => failed(&failure),
    }
}

fn script(args: ScriptArgs) -> Exit {
    let mut line = match command_line::parse(&args.words) {
        Ok(line) => line,
        Err(why) => return failed(&Failure::Usage(why)),
    };
    line.given.environment = std::env::vars().collect();
    match analysis::script(&ScriptRequest { line, allow_read: args.allow_read }) {
        Ok(transcript) => {
            let written = transcript.printed.iter().try_for_each(|(stream, text)| match stream {
                Stream::Out => {
                    let mut out = io::stdout().lock();
                    out.write_all(text.as_bytes()).and_then(|()| out.flush())
                }
                Stream::Err => io::stderr().lock().write_all(text.as_bytes()),
            });
            ended(written, Exit::Script(transcript.status))
        }
        Err(failure) => failed(&failure),
    }
}

fn failed(failure: &Failure) -> Exit {
    let (Failure::Usage(why) | Failure::Incomplete(why)) = failure;
    complain(&format!("error: {why}"));
    if matches!(failure, Failure::Usage(_)) { Exit::Usage } else { Exit::Incomplete }
}

/// Writes to the standard output; ANSI colours are translated for consoles that do not take them.
fn print(text: &str, colour: bool) -> io::Result<()> {
    let choice = if colour { anstream::ColorChoice::Always } else { anstream::ColorChoice::Never };
    let mut out = anstream::AutoStream::new(io::stdout().lock(), choice);
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// The exit code after writing. Whoever closed the pipe has read enough; any other failure loses the report.
fn ended(written: io::Result<()>, exit: Exit) -> Exit {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            complain(&format!("error: the report could not be written: {error}"));
            Exit::Incomplete
        }
        _ => exit,
    }
}

fn complain(message: &str) {
    // Nobody is left to be told when this fails.
    let _ = writeln!(io::stderr(), "{message}");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn os(args: &[&str]) -> Vec<OsString> {
        args.iter().map(OsString::from).collect()
    }

    #[test]
    fn cargo_puts_the_name_first() {
        assert_eq!(without_subcommand(os(&["cargo-linklint", "linklint", "x"])), os(&["cargo-linklint", "x"]));
        assert_eq!(without_subcommand(os(&["cargo-linklint", "x"])), os(&["cargo-linklint", "x"]));
        assert_eq!(without_subcommand(os(&["cargo-linklint"])), os(&["cargo-linklint"]));
    }

    #[test]
    fn colour_is_known_before_parsing() {
        assert_eq!(colour_in(&os(&["l", "--color", "never", "--help"])), When::Never);
        assert_eq!(colour_in(&os(&["l", "--color=always"])), When::Always);
        assert_eq!(colour_in(&os(&["l", "--color"])), When::Auto);
    }

    #[test]
    fn a_closed_pipe_is_no_failure() {
        let error = |kind| Err(io::Error::from(kind));
        assert_eq!(ended(error(io::ErrorKind::BrokenPipe), Exit::Findings), Exit::Findings);
        assert_eq!(ended(error(io::ErrorKind::StorageFull), Exit::Clean), Exit::Incomplete);
    }
}
