//! What a rule may look at.
use super::conditions::Configurations;
use super::metadata::Metadata;
use super::options::Options;
use super::toml_rule::{RelationSchema, Relations};
use crate::source::SourceMap;

/// The presence conditions that rules see.
pub type Cond = crate::cond::Cond;

/// The relations that declarative rules are checked against.
pub const SCHEMA: &[RelationSchema] = &[];

/// What the analysis knows, shared by all rules.
#[derive(Clone, Copy)]
pub struct Facts<'a> {
    /// The files.
    pub sources: &'a SourceMap,
    /// The conditions.
    pub conditions: Configurations<'a>,
    /// The same as declarative rules see it, with the schema [`SCHEMA`].
    pub relations: &'a dyn Relations<Cond = Cond>,
}

/// What one rule may look at.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// What the analysis knows.
    pub facts: Facts<'a>,
    /// The rule's own metadata.
    pub rule: &'a Metadata,
    /// The rule's options.
    pub options: &'a Options,
}
