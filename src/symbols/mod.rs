//! Lists of symbols that decide what a library or an executable exports, and the names that they match.
//!
//! - [`version_script`]: GNU version scripts, and [`dynamic_list`] with the same patterns;
//! - [`apple_list`]: `-exported_symbols_list` and `-unexported_symbols_list`, one pattern a line;
//! - [`def_file`]: module-definition files and the specifications of `/EXPORT:`;
//! - [`Symbol`]: a name as a linker sees it, mangled and demangled, as far as it is known ([`mangle`]).
//!
//! Every parser takes any bytes, gives what it could read with byte ranges, and lists what it could not.
pub mod apple_list;
pub mod def_file;
pub mod dynamic_list;
mod glob;
pub mod mangle;
mod patterns;
mod symbol;
mod tokens;
pub mod version_script;

use std::ops::Range;

pub use glob::{Glob, Match};
pub use patterns::{Language, Pattern};
pub use symbol::{Name, Symbol};

/// What a parser could not read. Reading went on after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// Bytes of the file.
    pub range: Range<u32>,
    /// What is wrong.
    pub message: &'static str,
}

/// What a list decides about a symbol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// It is exported: the node (index) and the pattern (index in it) that say so.
    Exported {
        /// Index in `nodes`.
        node: usize,
        /// Index in the node's `patterns`.
        pattern: usize,
    },
    /// It becomes local.
    Hidden {
        /// Index in `nodes`.
        node: usize,
        /// Index in the node's `patterns`.
        pattern: usize,
    },
    /// No pattern matches: the symbol keeps what the compiler gave it.
    Unlisted,
    /// Patterns match or not, according to a part of the symbol's name (parameters) or of the file that is not known.
    Unknown,
}
