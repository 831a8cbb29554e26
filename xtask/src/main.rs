//! The project's own chores: `cargo xtask <command>`. One file per command; each has `pub fn run(args) -> Outcome`.

mod book;
mod configure;
mod hooks;
mod packages;
mod proofs;
mod shared;
mod speed;
mod test;
mod throughput;
mod tools;
mod wheel;

use std::path::PathBuf;
use std::process::ExitCode;

/// What a command answers: success, or the sentence that says what is wrong.
type Outcome = Result<(), String>;

/// A command: gets the arguments behind its name.
type Run = fn(&[String]) -> Outcome;

/// The commands, with what they do. The only place that lists them.
const COMMANDS: &[(&str, &str, Run)] = &[
    ("book", "           build the book with a page for each rule (needs mdbook)", book::run),
    (
        "configure",
        "LIST       time one and all configurations of projects beside cmake's configure step",
        configure::run,
    ),
    (
        "hooks",
        "[--rust]   run the pre-commit hooks on an example and on its repaired twin (installs pre-commit)",
        hooks::run,
    ),
    ("packages", "[COUNT]    check a workspace of that many packages beside cargo metadata", packages::run),
    ("proofs", "[NAME...]  build and run the fixture projects, bad and good, with the real toolchain", proofs::run),
    ("speed", "DIR...          time a whole check beside ripgrep in the same run", speed::run),
    ("test", "           set up the machine, then run every test and every proof", test::run),
    ("throughput", "DIR...     compare the speed of the CMake parser with tree-sitter's", throughput::run),
    ("wheel", "[--release]  build the Python wheel, install it in an empty environment, run it", wheel::run),
];

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

/// The repository's root: the folder above this package.
fn repository() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.parent().map_or_else(|| here.clone(), PathBuf::from)
}
