//! The CMake language: its syntax, its commands, and their evaluation.
#![allow(clippy::unwrap_used, reason = "what a test does not get stops it")]
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
