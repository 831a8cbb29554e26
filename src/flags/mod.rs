//! Compiler and linker flags as typed facts.
//!
//! Text in, facts out; nothing here knows CMake's model. Arguments come as CMake holds them:
//!
//! - [`link`] takes list elements as of `LINK_OPTIONS`: one argument each, with the prefixes `LINKER:` and `SHELL:`.
//! - [`libraries`] takes items of `target_link_libraries`: an item that starts with `-` is raw command line text.
//! - [`link_line`] and [`compile_line`] take one string as of `LINK_FLAGS` or `CMAKE_CXX_FLAGS`, split like a shell does.
//! - [`compile`] takes list elements as of `COMPILE_OPTIONS`; [`rustc`] takes arguments of rustc (`RUSTFLAGS`).
//!
//! Every fact names the arguments that it came from. Text that the evaluator could not know is written with characters of the
//! private-use planes 15 and 16 ([`is_unknown`]). They stay where they are: in a value they are kept, and a flag whose
//! name holds one is `Other`, so that a rule can ask [`has_unknown`] before it says that a flag is absent.
mod compile;
mod compile_table;
mod link;
mod link_parse;
mod link_table;
mod link_values;
mod msvc;
mod rustc;
mod system_libraries;
mod words;

pub use compile::{CompileFlag, PicMode, compile, compile_line};
pub use link::{
    AllowUndefined, Bsymbolic, LibraryMode, LinkFlag, StripMode, libraries, link, link_line, takes_separate_argument,
};
pub(crate) use msvc::is_link_exe;
pub use rustc::{RustcFlag, rustc};
pub(crate) use system_libraries::{Part, is_cxx_library, is_library_of_windows, system_library};
pub use words::{ShellWord, split_unix, split_windows};

/// A fact with its place among the arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Located<T> {
    /// The fact.
    pub flag: T,
    /// Indices of the input arguments that it was read from, end exclusive. Two facts of one `-Wl,a,b` share the range.
    pub args: std::ops::Range<usize>,
    /// Who was meant to read it.
    pub via: Via,
    /// Which linkers know this spelling.
    pub dialect: Dialect,
    /// The flag as it was written, without its value and without `-Wl,` or `LINKER:`: `--version-script`, `-rdynamic`.
    pub spelling: String,
}

/// Who reads an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Via {
    /// The compiler driver (gcc, clang, nvcc), or link.exe where CMake calls it directly.
    Driver,
    /// The linker, through `-Wl,`, `-Xlinker` or `LINKER:`.
    Linker,
    /// The host compiler behind nvcc, through `-Xcompiler`.
    HostCompiler,
    /// rustc itself.
    Rustc,
}

/// Which linkers a spelling belongs to. A flag of one dialect means something else, or nothing, to the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dialect {
    /// Drivers and linkers of every platform.
    Any,
    /// GNU ld, gold, lld, mold.
    Elf,
    /// ld64, ld64.lld.
    Apple,
    /// link.exe, lld-link.
    Coff,
}

/// Whether a character stands for text that the evaluator does not know (planes 15 and 16).
pub fn is_unknown(c: char) -> bool {
    u32::from(c) >= 0xF_0000
}

/// Whether a text holds a part that the evaluator does not know.
pub fn has_unknown(text: &str) -> bool {
    text.chars().any(is_unknown)
}
