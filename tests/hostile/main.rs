//! Projects that mean harm.
#![allow(clippy::unwrap_used, reason = "what a test does not get stops it")]
#[path = "../support/eval.rs"]
mod eval;
mod projects;
mod reports;
