//! Build scripts read as Rust: what they print to cargo, and which native libraries they build, each with its condition.
//!
//! The script is followed, not run: values are texts with conditions, loops go over lists that are known, functions of the
//! script are entered. What is not known is the character [`UNKNOWN`] in a text, and a condition of its own.
mod aware;
mod builders;
mod calls;
mod conditions;
mod evaluate;
mod expressions;
mod format;
mod host;
pub mod keys;
mod macros;
mod refused;
mod told;
mod value;

use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::cond::{Cond, Conds};

pub use builders::{Build, Builder, Call};
pub use conditions::on;
pub use host::HostTest;

use super::syntax;

/// Stands for a part of a text that is not known.
pub const UNKNOWN: char = '\u{F0000}';

/// What a script tells cargo: `cargo::KEY=VALUE` or `cargo:KEY=VALUE`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Directive {
    /// `rustc-link-lib`, `rustc-link-arg-bins`, … For `cargo::metadata=K=V` and `cargo:K=V` it is `metadata`.
    pub key: String,
    /// The key as it is printed.
    pub word: String,
    /// It has two colons: cargo refuses a key that it does not know, and takes it for metadata behind one colon.
    pub strict: bool,
    /// The value, perhaps with [`UNKNOWN`] parts.
    pub value: String,
    /// When.
    pub cond: Cond,
    /// The text that prints it.
    pub range: Range<u32>,
    /// Number of the build in [`Script::builds`] that prints it by itself.
    pub by: Option<usize>,
}

/// A library as `rustc-link-lib` names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkLib {
    /// `static`, `dylib`, `framework`; empty where it is not said.
    pub kind: String,
    /// `+whole-archive`, …
    pub modifiers: Vec<String>,
    /// Its name.
    pub name: String,
}

impl LinkLib {
    /// Reads `[KIND[:MODIFIERS]=]NAME[:RENAME]`.
    pub fn read(text: &str) -> Self {
        let (kind, name) = text.split_once('=').unwrap_or(("", text));
        let (kind, modifiers) = kind.split_once(':').unwrap_or((kind, ""));
        Self {
            kind: kind.to_owned(),
            modifiers: modifiers.split(',').filter(|one| !one.is_empty()).map(str::to_owned).collect(),
            name: name.split(':').next().unwrap_or_default().to_owned(),
        }
    }

    /// Whether all members of the archive are taken.
    pub fn is_whole(&self) -> bool {
        self.modifiers.iter().any(|one| one == "+whole-archive")
    }
}

impl Directive {
    /// The library, where it names one.
    pub fn link_lib(&self) -> Option<LinkLib> {
        (self.key == "rustc-link-lib").then(|| LinkLib::read(&self.value))
    }

    /// What `rustc-flags=-l NAME` says in the words of `rustc-link-lib` (The Cargo Book, "Build Scripts": it takes `-l` and `-L` only).
    fn flag_libraries(&self) -> Vec<Self> {
        let flags = if self.key == "rustc-flags" { &*self.value } else { "" };
        let mut words = flags.split_ascii_whitespace();
        let mut out = Vec::new();
        while let Some(word) = words.next() {
            let library = word.strip_prefix("-l");
            let Some(rest) = library.or(word.strip_prefix("-L")) else { continue };
            let value = if rest.is_empty() { words.next().unwrap_or_default() } else { rest };
            if library.is_some() && !value.is_empty() {
                out.push(Self { key: "rustc-link-lib".to_owned(), value: value.to_owned(), ..self.clone() });
            }
        }
        out
    }

    /// The arguments for the linker, where it gives some, and what kind of target they are for (`bins`, `cdylib`, `bin=NAME`, …; empty
    /// for all).
    pub fn link_arg(&self) -> Option<(&str, &str)> {
        match self.key.as_str() {
            "rustc-cdylib-link-arg" => Some(("cdylib", &self.value)),
            "rustc-link-arg-bin" => {
                let (name, value) = self.value.split_once('=')?;
                Some((name, value))
            }
            key if !keys::is_known(key) => None,
            key => Some((key.strip_prefix("rustc-link-arg")?.trim_start_matches('-'), &self.value)),
        }
    }
}

/// What a build script does.
#[derive(Debug, Default)]
pub struct Script {
    /// What it prints, in the order of printing.
    pub directives: Vec<Directive>,
    /// What it builds, in that order.
    pub builds: Vec<Build>,
    /// Where it asks for the machine that it runs on to decide what the target links.
    pub host_tests: Vec<HostTest>,
    /// When it gives up (`panic!`, `exit`): what it has printed is of no use then.
    pub ends: Option<Cond>,
    /// It does something that may print more: a bound was reached, or a crate is called that prints for it.
    pub incomplete: bool,
}

/// Reads a build script of the package in `folder`. None where it cannot be parsed.
pub(super) fn read(text: &[u8], folder: &Path, conds: &Conds) -> Option<Script> {
    let source = std::str::from_utf8(text).ok()?;
    syntax::with(text, |parsed| {
        let macros = macros::Macros::collect(parsed);
        let mut reader = evaluate::Reader::new(parsed, &macros, source, folder, conds);
        reader.run();
        reader.script.host_tests = host::host_tests(parsed, source);
        reader.script
    })
}

/// A path of a text, below the package.
pub fn resolve(folder: &Path, text: &str) -> Option<PathBuf> {
    (!text.contains(UNKNOWN)).then(|| crate::source::normalize(&folder.join(text)))
}

#[cfg(test)]
mod tests;
