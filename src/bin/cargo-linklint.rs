//! `cargo linklint`: the same program as a subcommand of cargo.
use std::process::ExitCode;

use linklint::cli;

fn main() -> ExitCode {
    cli::main("cargo linklint", cli::without_subcommand(std::env::args_os().collect()))
}
