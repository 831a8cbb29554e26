//! `linklint`: the plain program.
use std::process::ExitCode;

/// Many small pieces of text are made on several threads: the system's allocator takes a fifth of the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    linklint::cli::main("linklint", std::env::args_os().collect())
}
