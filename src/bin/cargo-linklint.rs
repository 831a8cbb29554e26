//! `cargo linklint`: the same program as a subcommand of cargo.
use std::process::ExitCode;

use linklint::cli;

/// Many small pieces of text are made on several threads: the system's allocator takes a fifth of the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cli::main("cargo linklint", cli::without_subcommand(std::env::args_os().collect()))
}
