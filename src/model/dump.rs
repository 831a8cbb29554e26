//! All configurations of a project, written out with conditions.
use serde_json::{Value as Json, json};

use crate::source::SourceMap;

use super::Model;

/// Writes every fact with its condition.
pub fn write(_model: &Model<'_>, _sources: &SourceMap) -> Json {
    json!({"version": 1})
}
