//! The project's own chores: `cargo xtask <command>`. One file per command; each has `pub fn run(args) -> Outcome`.

mod throughput;

use std::process::ExitCode;

/// What a command answers: success, or the sentence that says what is wrong.
type Outcome = Result<(), String>;

/// The commands, with what they do. The only place that lists them.
const COMMANDS: &[(&str, &str, fn(&[String]) -> Outcome)] =
    &[("throughput", "DIR...     compare the speed of the CMake parser with tree-sitter's", throughput::run)];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some((name, rest)) = args.split_first() else {
        usage();
        return ExitCode::from(2);
    };
    let Some((_, _, command)) = COMMANDS.iter().find(|(known, ..)| known == name) else {
        eprintln!("xtask: there is no command `{name}`");
        usage();
        return ExitCode::from(2);
    };
    match command(rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask {name}: {message}");
            ExitCode::FAILURE
        }
    }
}

fn usage() {
    eprintln!("usage: cargo xtask <command>");
    for (name, about, _) in COMMANDS {
        eprintln!("  {name:<10} {about}");
    }
}
