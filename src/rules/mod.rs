//! Rules: their metadata, the engine that runs them, and what they report.
//!
//! A built-in rule is a folder `rules/<id>/` with `rule.toml` (metadata, messages, options; the body when it is
//! declarative) and `README.md` (what `linklint explain` shows), and, when it says `native = true`, the file
//! `src/rules/<id with underscores>.rs` with
//!
//! ```text
//! pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) { … }
//! ```
//!
//! The build script finds both; nothing else has to be touched.
mod assembled;
mod callers;
mod cmake_modules;
pub mod conditions;
mod context;
mod crate_libraries;
mod dll_exports;
mod document;
pub(crate) mod edit;
pub mod engine;
pub mod finding;
mod given_names;
pub mod guard;
mod llvm;
pub mod metadata;
mod options;
mod pc_files;
pub mod registry;
pub mod relations;
mod remote;
pub mod sink;
pub mod template;
mod told_outside;
pub mod toml_rule;
mod wording;
mod written_names;

pub use conditions::{Configurations, Rendered};
use context::is_find_module;
pub use context::{Cond, Context, Facts, Others, Project, Told};
pub use document::LoadError;
pub use finding::{Condition, Confidence, Diagnostic, Finding, Place, RenderedWitness, Severity};
pub use options::Options;
pub use registry::Registry;
pub use relations::SCHEMA;

/// What a rule reports into.
pub type Sink = sink::Sink<Cond>;
/// A finding as a rule states it.
pub type Draft = sink::Draft<Cond>;
/// The code of a native rule.
pub type Check = fn(&Context<'_>, &mut Sink);

/// What the build script found of one built-in rule.
struct BuiltIn {
    /// Name of the folder under `rules/`.
    folder: &'static str,
    /// Text of `rule.toml`.
    metadata: &'static str,
    /// Text of `README.md`.
    readme: &'static str,
    /// `check` of `src/rules/<id>.rs`, when the file is there.
    check: Option<Check>,
}

/// The rules' code and the table of them, written by the build script.
mod builtin {
    use super::BuiltIn;

    include!(concat!(env!("OUT_DIR"), "/rules.rs"));
}
