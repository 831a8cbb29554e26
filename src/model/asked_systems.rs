//! Which systems the sources of a target ask for: what includes a header of one system without a condition is not compiled elsewhere.
use std::path::Path;
use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::Deserialize;

use crate::cmake::eval::facts::{PackageSearch, package_subject};
use crate::cond::{Cond, Conds};
use crate::flags::is_library_of_windows;
use crate::native::{FileIndex, Function, GuardId, NativeFile, Natives, Visibility};

use super::binaries::{LINKED, is_compiled, is_header};
use super::{Model, TargetId};

#[derive(Deserialize)]
struct Table {
    headers: Vec<Row>,
    packages: Vec<Packages>,
}

/// Packages without which the configure step stops.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Packages {
    /// The systems that have them not.
    not: Vec<String>,
    /// Names of `find_package()`.
    #[serde(default)]
    names: Vec<String>,
    /// Modules of pkg-config, and libraries of `find_library()`.
    #[serde(default)]
    modules: Vec<String>,
    /// Libraries that are linked by their plain names.
    #[serde(default)]
    linked: Vec<String>,
    /// Whether all import libraries of Windows are among those ([`is_library_of_windows`]).
    #[serde(default)]
    import_libraries: bool,
    #[allow(dead_code, reason = "each row must have one")]
    source: String,
}

impl Packages {
    /// The row of a name among those of one kind.
    fn of(name: &str, kind: fn(&Self) -> &[String]) -> Option<&'static Self> {
        table().packages.iter().find(|row| kind(row).iter().any(|one| one == name))
    }

    /// The row of a library that is linked by its plain name.
    fn linked(name: &str) -> Option<&'static Self> {
        let of_windows = || {
            let is_one = is_library_of_windows(&name.to_ascii_lowercase());
            is_one.then(|| table().packages.iter().find(|row| row.import_libraries))?
        };
        Self::of(name, |row| &row.linked).or_else(of_windows)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    /// The systems that have them.
    #[serde(default)]
    only: Vec<String>,
    /// The systems that have them not.
    #[serde(default)]
    not: Vec<String>,
    #[serde(default)]
    any_case: bool,
    /// Whether ports to the other systems are common.
    #[serde(default)]
    ported: bool,
    /// Whether code that says `__declspec(dllexport)` without a condition asks for them, too.
    #[serde(default)]
    dll_attributes: bool,
    /// The SDK that they come with: they are included in quotes, too.
    #[serde(default)]
    sdk: Option<String>,
    names: Vec<String>,
    /// Other ways in which they are written often, where case does not matter.
    #[serde(default)]
    spelt: Vec<String>,
    #[allow(dead_code, reason = "each row must have one")]
    source: String,
}

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        // The file is part of the program; a test reads it.
        toml::from_str(include_str!("asked_systems.toml"))
            .unwrap_or(Table { headers: Vec::new(), packages: Vec::new() })
    })
}

impl Row {
    fn is_same(&self, name: &str, header: &str) -> bool {
        if self.any_case { name.eq_ignore_ascii_case(header) } else { name == header }
    }

    /// The systems on which they are missing.
    fn elsewhere(&self, conds: &Conds) -> Cond {
        if self.only.is_empty() { any(conds, &self.not) } else { conds.not(any(conds, &self.only)) }
    }
}

/// The condition that the system is one of some.
fn any(conds: &Conds, systems: &[String]) -> Cond {
    let systems: Option<Vec<Cond>> = systems.iter().map(|name| conds.platform(name)).collect();
    systems.map_or(Cond::UNKNOWN, |systems| conds.any(systems))
}

/// Files that include such a header without a condition, each with the rows of the table; whichever root asks.
struct Asking(FxHashMap<FileIndex, Vec<usize>>);

impl Asking {
    fn find(natives: &Natives<'_>) -> Self {
        let rows = &table().headers;
        let mut asking: FxHashMap<FileIndex, Vec<usize>> = FxHashMap::default();
        for (at, row) in rows.iter().enumerate().filter(|(_, row)| !row.ported) {
            // A project that brings a header of that name has a stand-in for it.
            let names: Vec<&str> =
                row.names.iter().map(String::as_str).filter(|name| !is_brought(natives, name)).collect();
            let mentioning = natives.mentioning(&spellings(row, &names));
            let asks = |index: &FileIndex| natives.at(*index).is_some_and(|file| includes(file, row, &names));
            let mut found: FxHashSet<FileIndex> = mentioning.into_iter().filter(asks).collect();
            if row.dll_attributes {
                found.extend(saying_declspec(natives));
            }
            for index in with_includers(natives, found) {
                asking.entry(index).or_default().push(at);
            }
        }
        Self(asking)
    }
}

/// Files with a function that has an attribute of DLLs, written out and without a condition: no compiler for ELF takes it.
fn saying_declspec(natives: &Natives<'_>) -> Vec<FileIndex> {
    /// The word of Microsoft's compilers (and of those that imitate them) before attributes.
    const WORD: &str = "__declspec";
    let files: Vec<FileIndex> = natives.mentioning(&[WORD]).into_iter().collect();
    let file = |index: &FileIndex| natives.at(*index);
    if files.iter().filter_map(file).any(|file| file.facts.macros.iter().any(|one| one.name == WORD)) {
        return Vec::new();
    }
    let is_for_dlls = |function: &Function| {
        function.guard == GuardId::TRUE
            && matches!(function.attributes.visibility, Some(Visibility::DllExport | Visibility::DllImport))
    };
    let says = |index: &FileIndex| file(index).is_some_and(|file| file.facts.functions.iter().any(is_for_dlls));
    files.into_iter().filter(says).collect()
}

/// Whether the project has a file that may be meant by an `#include`.
fn is_brought(natives: &Natives<'_>, header: &str) -> bool {
    let file = Path::new(header).file_name().unwrap_or_default();
    natives.named(file).iter().filter_map(|index| natives.path(*index)).any(|path| path.ends_with(header))
}

/// The files, and those that include one of them without a condition, by a name that no other file has.
fn with_includers(natives: &Natives<'_>, files: FxHashSet<FileIndex>) -> Vec<FileIndex> {
    /// Headers that include headers are followed so far.
    const MOST: usize = 4;
    let mut all = files.clone();
    let mut new = files;
    for _ in 0..MOST {
        let name = |index: &FileIndex| {
            let file = natives.path(*index)?.file_name()?;
            (natives.named(file).len() == 1).then(|| file.to_string_lossy().into_owned())
        };
        let names: FxHashSet<String> = new.iter().filter_map(name).filter(|name| is_header(Path::new(name))).collect();
        if names.is_empty() {
            break;
        }
        let words: Vec<&String> = names.iter().collect();
        let includes_one = |index: &FileIndex| {
            let file = natives.at(*index);
            file.is_some_and(|file| {
                let mut always = file.facts.includes.iter().filter(|include| include.guard == GuardId::TRUE);
                always.any(|include| names.contains(include.path.rsplit('/').next().unwrap_or_default()))
            })
        };
        new = natives
            .mentioning(&words)
            .into_iter()
            .filter(|index| !all.contains(index) && includes_one(index))
            .collect();
        all.extend(new.iter().copied());
    }
    let mut all: Vec<FileIndex> = all.into_iter().collect();
    all.sort_unstable();
    all
}

/// What the text of a file holds that includes one of the headers.
fn spellings(row: &Row, names: &[&str]) -> Vec<String> {
    let mut out: Vec<String> = names.iter().map(|name| format!("<{name}>")).collect();
    if row.sdk.is_some() {
        out.extend(names.iter().map(|name| format!("\"{name}\"")));
    }
    if row.any_case {
        let first = |name: &&str| name[..1].to_uppercase() + &name[1..];
        out.extend(names.iter().map(|name| format!("<{}>", first(name))));
        out.extend(names.iter().map(|name| format!("<{}>", name.to_uppercase())));
        out.extend(row.spelt.iter().map(|name| format!("<{name}>")));
    }
    out
}

fn includes(file: &NativeFile, row: &Row, names: &[&str]) -> bool {
    let counts = |quoted: bool| row.sdk.is_some() || !quoted;
    let mut always =
        file.facts.includes.iter().filter(|include| include.guard == GuardId::TRUE && counts(include.quoted));
    always.any(|include| names.iter().any(|name| row.is_same(name, &include.path)))
}

/// Whether Windows lacks a header, for one compiler of it at least.
pub(super) fn is_missing_on_windows(header: &str) -> bool {
    table()
        .headers
        .iter()
        .filter(|row| row.not.iter().any(|system| system == "WIN32"))
        .any(|row| row.names.iter().any(|name| row.is_same(name, header)))
}

/// The configurations in which a package or a library is required, or found, that the system does not have.
fn without_package(model: &Model<'_>) -> Vec<Cond> {
    let conds = &model.facts.conds;
    let name = |search: &PackageSearch| model.facts.texts.as_str(search.name);
    let packages = model.facts.packages.iter().filter(|search| search.required);
    let packages = packages.filter_map(|search| Some((search.cond, Packages::of(name(search)?, |row| &row.names)?)));
    let modules = model.facts.needed_libraries.iter();
    let modules = modules.filter_map(|search| Some((search.cond, Packages::of(name(search)?, |row| &row.modules)?)));
    let mut out: Vec<Cond> = Vec::new();
    for (needed, row) in packages.chain(modules).chain(linked(model)).chain(found(model)) {
        let refused = conds.and(needed, any(conds, &row.not));
        if refused.is_possible() && !refused.is_true() && !out.contains(&refused) {
            out.push(refused);
        }
    }
    out
}

/// Packages that are looked for and need not be there: when they are found.
fn found(model: &Model<'_>) -> Vec<(Cond, &'static Packages)> {
    let (facts, conds) = (model.facts, &model.facts.conds);
    let text = |text| facts.texts.as_str(text);
    let packages = facts.packages.iter().filter(|search| !search.required);
    let packages =
        packages.filter_map(|search| text(search.name).map(|name| (name, Packages::of(name, |row| &row.names))));
    let modules = facts.optional_modules.iter();
    let modules = modules.filter_map(|(package, module)| {
        text(*package).map(|name| (name, text(*module).and_then(|module| Packages::of(module, |row| &row.modules))))
    });
    let is_found = |name: &str| conds.truthy(conds.subject(package_subject(name)));
    packages.chain(modules).filter_map(|(name, row)| Some((is_found(name), row?))).collect()
}

/// Libraries of some systems that stand on link lines by their plain names, and when they are linked.
fn linked(model: &Model<'_>) -> Vec<(Cond, &'static Packages)> {
    let conds = &model.facts.conds;
    let mut out = Vec::new();
    for id in model.built_targets() {
        for item in model.library_items(id).iter() {
            let name = item.text.strip_prefix("-l").unwrap_or(&item.text);
            let Some(row) = Packages::linked(name) else { continue };
            let built = conds.all([model.is_kind(id, LINKED), model.defined(id), item.cond]);
            out.push((conds.diff(built, model.excluded_from_all(id)), row));
        }
    }
    out
}

/// The configurations in which a source that is always built asks for another system, or the project for a package that another one
/// has: nothing comes of them.
pub fn refused(model: &Model<'_>, natives: &Natives<'_>) -> Vec<Cond> {
    /// Those beyond are looked at like all others.
    const MOST: usize = 40;
    let mut out = without_package(model);
    let asking = natives.once(|| Asking::find(natives));
    if asking.0.is_empty() {
        return out;
    }
    let conds = &model.facts.conds;
    let elsewhere: Vec<Cond> = table().headers.iter().map(|row| row.elsewhere(conds)).collect();
    let mut seen: FxHashSet<Cond> = out.iter().copied().collect();
    for (id, cond, index) in compiled(model, natives) {
        let Some(rows) = asking.0.get(&index) else { continue };
        for row in rows {
            let built = conds.diff(cond, model.excluded_from_all(id));
            let refused = conds.and(built, elsewhere[*row]);
            let counts = !refused.is_false() && !refused.is_unknown() && !refused.is_true();
            if counts && out.len() < MOST && seen.insert(refused) {
                out.push(refused);
            }
        }
    }
    out
}

/// What all targets compile themselves, and when.
fn compiled<'m>(model: &'m Model<'_>, natives: &'m Natives<'_>) -> impl Iterator<Item = (TargetId, Cond, FileIndex)> {
    let own = |id: &TargetId| !model.is_imported(*id);
    model.targets().filter(own).flat_map(move |id| {
        let sources = model.sources(id).iter().filter(|source| source.through.is_none());
        sources.filter_map(move |source| {
            let path = source.path.as_deref().filter(|path| is_compiled(path))?;
            Some((id, source.cond, natives.index(path)?))
        })
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_table_is_read() {
        let table = super::table();
        assert!(table.headers.len() >= 5);
        assert!(table.headers.iter().all(|row| row.only.is_empty() != row.not.is_empty() && !row.source.is_empty()));
        assert!(
            !table.packages.is_empty()
                && table.packages.iter().all(|row| !row.not.is_empty() && !row.source.is_empty())
        );
        assert!(table.headers[0].is_same("windows.h", "Windows.h") && !table.headers[1].is_same("a.h", "A.h"));
    }
}
