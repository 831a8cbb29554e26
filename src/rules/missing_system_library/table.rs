//! Which functions are in which library of the system: `libraries.toml`, and the files that mention them.
use std::sync::OnceLock;

use rustc_hash::FxHashSet;
use serde::Deserialize;

use crate::cmake::eval::facts::TargetKind;
use crate::model::binaries::{LINKED, is_header};
use crate::native::{FileIndex, Natives};

use super::{INSTALLED, PROGRAM};

#[derive(Deserialize)]
pub(super) struct Table {
    pub(super) library: Vec<Row>,
    pub(super) nothing_more: Vec<Others>,
    pub(super) file_alone: Vec<Files>,
    pub(super) with_mathematics: Vec<Packages>,
    pub(super) linking: Vec<Headers>,
}

/// Headers of others that tell Microsoft's linker what to link, by how their paths begin.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Headers {
    pub(super) headers: Vec<String>,
    #[allow(dead_code, reason = "each row must have one")]
    source: String,
}

/// Names of libraries, and variables of CMake's own modules, that put files alone on a link line: these may need what they need themselves, and
/// name none of it there.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Files {
    #[serde(default)]
    pub(super) names: Vec<String>,
    #[serde(default)]
    pub(super) variables: Vec<String>,
    /// The libraries that they do not bring; all, where that is not said.
    without: Option<Vec<String>>,
    #[allow(dead_code, reason = "each row must have one")]
    pub(super) source: String,
}

/// Packages whose pkg-config files say `-lm`, by a part of their name.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Packages {
    pub(super) names: Vec<String>,
    #[allow(dead_code, reason = "each row must have one")]
    source: String,
}

/// Imported targets that bring no library of the C library.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Others {
    pub(super) targets: Vec<String>,
    /// The libraries that they do not bring; all, where that is not said.
    without: Option<Vec<String>>,
    #[allow(dead_code, reason = "each row must have one")]
    pub(super) source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Row {
    pub(super) library: String,
    /// The platform that has it; Linux when absent.
    pub(super) platform: Option<String>,
    /// The release that put the functions into what is linked unasked; absent where they are in a library of their own to this day.
    pub(super) moved: Option<String>,
    /// The imported target for a library that is no part of the system.
    pub(super) target: Option<String>,
    /// The package that has it.
    pub(super) package: Option<String>,
    /// It is told of though no other target of the project links it.
    #[serde(default)]
    pub(super) alone: bool,
    /// Suffixes of sources whose drivers link it.
    #[serde(default)]
    pub(super) languages: Vec<String>,
    /// Words of a build description that has a compiler link it.
    #[serde(default)]
    pub(super) drivers: Vec<String>,
    /// `programs`: only these need it, and others have it from the program that loads them.
    pub(super) only: Option<String>,
    /// The driver of C++ links it unasked: only what is linked as C lacks it.
    #[serde(default)]
    pub(super) comes_with_cxx: bool,
    pub(super) names: Vec<String>,
    pub(super) headers: Vec<String>,
    pub(super) functions: Vec<String>,
    /// The namespace that has the functions.
    pub(super) namespace: Option<String>,
    /// Words of the files with such calls; the functions and types where there are none.
    #[serde(default)]
    pub(super) words: Vec<String>,
    /// What compilers lack that need the library: who uses it has newer ones.
    #[serde(default)]
    pub(super) newer: Vec<String>,
    /// The language reserves the names for these functions.
    #[serde(default)]
    pub(super) reserved: bool,
    /// Those that compilers make an instruction of where nobody asks for `errno`.
    #[serde(default)]
    pub(super) instructions: Vec<String>,
    /// Classes and templates of C++ that call them in their headers.
    #[serde(default)]
    pub(super) types: Vec<String>,
    #[allow(dead_code, reason = "each row must have one")]
    pub(super) source: String,
}

pub(super) fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        // The file is part of the program; a test reads it.
        let table = toml::from_str::<Table>(include_str!("libraries.toml"));
        table.unwrap_or(Table {
            library: Vec::new(),
            nothing_more: Vec::new(),
            file_alone: Vec::new(),
            with_mathematics: Vec::new(),
            linking: Vec::new(),
        })
    })
}

impl Files {
    /// Whether they bring nothing of a row.
    pub(super) fn lacks(&self, row: &Row) -> bool {
        lacks(self.without.as_ref(), row)
    }
}

impl Others {
    /// Whether they bring nothing of a row.
    pub(super) fn lacks(&self, row: &Row) -> bool {
        lacks(self.without.as_ref(), row)
    }
}

fn lacks(without: Option<&Vec<String>>, row: &Row) -> bool {
    without.is_none_or(|libraries| libraries.contains(&row.library))
}

/// Which files name what a row is about; it does not depend on the root.
pub(super) struct Mentioned {
    /// Those that name a function or a type.
    pub(super) files: FxHashSet<FileIndex>,
    /// One of them is a header.
    pub(super) header: bool,
    /// A file names the library, as for a pragma that links it.
    pub(super) named: bool,
}

impl Mentioned {
    pub(super) fn of(row: &Row, natives: &Natives<'_>) -> Self {
        let all = || row.functions.iter().chain(&row.types);
        let words: Vec<&str> = if row.words.is_empty() {
            all().map(String::as_str).collect()
        } else {
            row.words.iter().map(String::as_str).collect()
        };
        let files = natives.mentioning(&words);
        let header = files.iter().any(|index| natives.path(*index).is_some_and(|path| is_header(path)));
        // The folders of headers have the names of frameworks.
        let linking = row.platform.is_some() && !row.is_apple();
        let named = !files.is_empty() && linking && !natives.mentioning(&row.names).is_empty();
        Self { files, header, named }
    }
}

/// What files mention, row by row of the table.
pub(super) struct AllMentioned(pub(super) Vec<Mentioned>);

impl Row {
    /// The platform as the conditions know it.
    pub(super) fn platform(&self) -> &str {
        self.platform.as_deref().unwrap_or("LINUX")
    }

    /// Whether a call means one of the functions, by the names that its source has for their namespace.
    pub(super) fn has(&self, name: &str, aliases: &[String]) -> bool {
        let name = name.trim_start_matches("::");
        let listed = |name: &str| self.functions.iter().any(|function| function == name);
        let Some(namespace) = &self.namespace else { return listed(name) };
        name.rsplit_once("::").is_some_and(|(scope, last)| {
            (scope == namespace || aliases.iter().any(|alias| alias == scope)) && listed(last)
        })
    }

    /// Words of a build description that is meant for the platform.
    pub(super) fn spoken(&self) -> &'static [&'static str] {
        match self.platform() {
            "ANDROID" => &["ANDROID", "Android"],
            "APPLE" => &["APPLE", "Darwin", "DARWIN"],
            _ => &["WIN32", "MSVC", "MINGW"],
        }
    }

    /// Whether it is a library that others make for all systems: no compiler links it unasked.
    pub(super) fn is_of_others(&self) -> bool {
        self.target.is_some()
    }

    pub(super) fn is_apple(&self) -> bool {
        self.platform() == "APPLE"
    }

    /// The kinds of targets that lack the library without a word from the linker that the author runs.
    pub(super) fn kinds(&self) -> &'static [TargetKind] {
        match (&self.platform, self.comes_with_cxx) {
            (Some(_), _) => LINKED,
            _ if self.only.as_deref() == Some("programs") => PROGRAM,
            // A program that needs it links nowhere but where an archive brings the driver of C++ along.
            (None, true) => &[TargetKind::Shared, TargetKind::Executable],
            // What an archive needs, whoever links it may well know.
            (None, false) if self.is_of_others() => &[TargetKind::Shared, TargetKind::Module, TargetKind::Executable],
            (None, false) => INSTALLED,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_can_be_read() {
        let table: Table = toml::from_str(include_str!("libraries.toml")).expect("libraries.toml");
        assert!(table.library.iter().all(|row| !row.functions.is_empty() && !row.source.is_empty()));
    }
}
