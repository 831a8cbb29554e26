//! The CMake language: its syntax, its commands, and their evaluation.
mod calls;
mod choices;
#[path = "../support/eval.rs"]
mod eval;
mod files;
mod projection;
mod script_mode;
mod semantics;
mod syntax_differential;
mod syntax_files;
