//! Declarative rules: TOML patterns over named relations, with conditions that the author never writes.
//!
//! ```toml
//! [match]                      # a row of a relation: the place of the finding
//! relation = "target"
//! as = "host"
//! kind = "executable"          # a field and what is asked of it
//!
//! [[with]]                     # and a row that belongs to it, along an edge of an earlier row
//! along = "host.calls"
//! function = { in = ["dlopen", "dlmopen"] }
//! label = "loaded here"
//!
//! [[unless]]                   # and no such row
//! along = "host.link_options"
//! text = { regex = "^-(rdynamic|Wl,(-E|--export-dynamic))$" }
//! ```
//!
//! A finding happens when all its rows do and no row of an `unless` does: the engine conjoins the conditions of the
//! rows and edges, disjoins those of everything that an `unless` matches and subtracts them, and drops what cannot be.
//! The form is described in `docs/reference/rule-files.md`.
mod eval;
mod pattern;
mod predicate;
mod schema;
#[cfg(test)]
mod tests;

use toml::de::DeTable;

pub use eval::Exhausted;
pub use pattern::Body;
pub use schema::{Edge, Field, FieldKind, NoRelations, RelationSchema, Relations, Row, Value};

use super::document::{Document, LoadError};
use super::metadata::Metadata;

/// Reads and checks the body of a rule.
pub(super) fn read<'i>(
    doc: Document<'i>,
    table: &DeTable<'i>,
    metadata: &Metadata,
    schema: &'static [RelationSchema],
) -> Result<Body, LoadError> {
    pattern::read(doc, table, metadata, schema)
}
