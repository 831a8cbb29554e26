//! The CMake language: its syntax, the pure functions of its commands, and the symbolic evaluator.
pub mod eval;
pub mod lang;
pub mod script;
pub mod syntax;
