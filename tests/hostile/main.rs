//! Projects that mean harm.
#[path = "../support/eval.rs"]
mod eval;
mod projects;
mod reports;
