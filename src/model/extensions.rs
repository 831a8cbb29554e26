//! Modules that interpreters load.
use std::ops::Range;

use super::mentions::{in_comment, words};

/// What makes a file an extension of Python: the C API ("Extending and Embedding"), pybind11, nanobind, Boost.Python.
pub const PYTHON: &[&str] =
    &["PyMODINIT_FUNC", "PYBIND11_MODULE", "NB_MODULE", "BOOST_PYTHON_MODULE", "PYBIND11_PLUGIN"];

/// What makes a file an extension of any interpreter: of Python; Node.js ("Node-API", "C++ addons"), Java (JNI, "The Invocation API"), Lua
/// (reference manual, `package.loadlib`), MATLAB (`mexFunction`), `PostgreSQL` ("C-Language Functions").
pub const ALL: &[&str] = &[
    "PyMODINIT_FUNC",
    "PYBIND11_MODULE",
    "NB_MODULE",
    "BOOST_PYTHON_MODULE",
    "PYBIND11_PLUGIN",
    "NAPI_MODULE",
    "NAPI_MODULE_INIT",
    "NODE_API_MODULE",
    "NODE_MODULE",
    "napi_register_module_v1",
    "JNI_OnLoad",
    "LUAMOD_API",
    "mexFunction",
    "PG_MODULE_MAGIC",
];

/// Where a source says by one of the words that it is an extension.
pub fn entry(bytes: &[u8], names: &[&str]) -> Option<Range<usize>> {
    names.iter().find_map(|name| {
        let at = words(bytes, name).find(|at| !in_comment(bytes, *at))?;
        Some(at..at + name.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_longer_words_make_no_extension() {
        assert_eq!(entry(b"PYBIND11_MODULE(a, m) {}", PYTHON), Some(0..15));
        assert_eq!(entry(b"/* PYBIND11_MODULE */\nint MY_NB_MODULE;", ALL), None);
        assert_eq!(entry(b"NAPI_MODULE_INIT() {}", ALL), Some(0..16));
    }
}
