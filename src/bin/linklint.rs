//! `linklint`: the plain program.
use std::process::ExitCode;

fn main() -> ExitCode {
    linklint::cli::main("linklint", std::env::args_os().collect())
}
