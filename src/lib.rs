//! Linkage hazards, found in the build description.
//!
//! The data flows one way, a room (module) a stage:
//!
//! ```text
//! discover -> cmake::syntax -> cmake::eval -> model -> rules -> report
//!                                  |            ^
//!                                 cond        native, flags, symbols, scripts
//! ```
pub mod analysis;
pub mod cargo;
pub mod cli;
pub mod cmake;
mod comments;
pub mod cond;
pub mod config;
pub mod diagnostic;
mod directives;
pub mod discover;
pub mod fix;
pub mod flags;
pub mod model;
pub mod native;
mod nearest;
pub mod report;
pub mod rules;
pub mod scripts;
pub mod source;
pub mod suppress;
pub mod symbols;
