//! JSON as `string(JSON)` reads and writes it.
//!
//! CMake's reader is a lenient one: comments and trailing commas are fine, what follows the value is ignored, members
//! are kept in the order of their names. Source: string(JSON) of cmake-commands(7); the format is that of jsoncpp.
mod read;
mod write;

use std::collections::BTreeMap;

pub use read::read;

/// A value. Whole numbers keep their exact value; 1 and 1.0 are not equal.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs)]
pub enum Json {
    Null,
    Boolean(bool),
    Integer(i64),
    /// Above the largest [`Json::Integer`].
    Unsigned(u64),
    Real(f64),
    Text(String),
    Array(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

impl Json {
    /// CMake's name of the kind of value.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "NULL",
            Self::Boolean(_) => "BOOLEAN",
            Self::Integer(_) | Self::Unsigned(_) | Self::Real(_) => "NUMBER",
            Self::Text(_) => "STRING",
            Self::Array(_) => "ARRAY",
            Self::Object(_) => "OBJECT",
        }
    }

    /// The number of elements or members; `None` for a plain value.
    pub fn length(&self) -> Option<usize> {
        match self {
            Self::Array(elements) => Some(elements.len()),
            Self::Object(members) => Some(members.len()),
            _ => None,
        }
    }

    /// Whether `actual` has all that this pattern has: members by name, elements anywhere in the array.
    pub fn matches_partially(&self, actual: &Self) -> bool {
        match (self, actual) {
            (Self::Object(pattern), Self::Object(actual)) => {
                pattern.iter().all(|(name, value)| actual.get(name).is_some_and(|a| value.matches_partially(a)))
            }
            (Self::Array(pattern), Self::Array(actual)) => {
                let mut free: Vec<&Self> = actual.iter().collect();
                pattern.iter().all(|value| {
                    let found = free.iter().position(|a| value.matches_partially(a));
                    found.map(|at| free.remove(at)).is_some()
                })
            }
            _ => self == actual,
        }
    }
}
