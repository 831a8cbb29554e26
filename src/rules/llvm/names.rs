//! What the names of LLVM's components and libraries mean (`names.toml`).
use std::sync::OnceLock;

use serde::Deserialize;

use crate::model::merged_archives::base_name;

/// Whose code is needed or held.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::rules) enum Of {
    /// The machine's own target.
    Native,
    /// Every target that LLVM was built with.
    All,
    /// The target of this name, as LLVM spells it.
    One(&'static str),
}

/// What a name on a list of components or libraries brings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::rules) enum Meaning {
    /// It has nothing to do with LLVM.
    Foreign,
    /// A part of LLVM without code of a target.
    Plain,
    /// Libraries (by suffix) of targets.
    Holds(Of, Vec<&'static str>),
    /// All of LLVM in one library.
    Everything,
    /// It may bring any of it.
    Unknown,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    version: String,
    machines: Vec<String>,
    others: Vec<String>,
    families: Vec<String>,
    library: Vec<Library>,
    part: Vec<Part>,
    group: Vec<Group>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Library {
    suffix: String,
    links: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Part {
    name: String,
    library: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    name: String,
    of: String,
    #[serde(default)]
    libraries: Vec<String>,
}

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    // A test reads it: it is part of the program.
    TABLE.get_or_init(|| toml::from_str(include_str!("names.toml")).unwrap_or_default())
}

/// The version of LLVM that the table was read from.
pub(in crate::rules) fn version() -> &'static str {
    &table().version
}

/// The target of this name, in LLVM's spelling.
pub(in crate::rules) fn target(name: &str) -> Option<&'static str> {
    let all = table().machines.iter().chain(&table().others);
    all.map(String::as_str).find(|known| known.eq_ignore_ascii_case(name))
}

/// Whether LLVM runs on machines of this target.
pub(in crate::rules) fn is_machine(target: &str) -> bool {
    table().machines.iter().any(|machine| machine == target)
}

/// The library that defines the initialiser of this part of a target.
pub(in crate::rules) fn library_of(part: &str) -> Option<&'static str> {
    table().part.iter().find(|p| p.name == part).map(|p| p.library.as_str())
}

/// The parts that an initialiser calls: `InitializeNativeTarget` and `InitializeAllTargets` do more than their name says.
pub(in crate::rules) fn parts(of: &Of, part: &str) -> Vec<&'static str> {
    let more: &[&str] = match (of, part) {
        (Of::Native, "Target") => &["TargetInfo", "Target", "TargetMC"],
        (Of::All, "Target") => &["TargetInfo", "Target"],
        _ => return library_of(part).into_iter().collect(),
    };
    more.iter().filter_map(|part| library_of(part)).collect()
}

fn with_links(suffix: &str) -> Vec<&'static str> {
    let Some(library) = table().library.iter().find(|library| library.suffix.eq_ignore_ascii_case(suffix)) else {
        return Vec::new();
    };
    std::iter::once(&library.suffix).chain(&library.links).map(String::as_str).collect()
}

fn every_library() -> Vec<&'static str> {
    table().library.iter().map(|library| library.suffix.as_str()).collect()
}

/// What a component brings, as `llvm_map_components_to_libnames` and llvm-config take it.
pub(in crate::rules) fn component(name: &str) -> Meaning {
    if let Some(group) = table().group.iter().find(|group| group.name.eq_ignore_ascii_case(name)) {
        let of = if group.of == "native" { Of::Native } else { Of::All };
        let mut libraries: Vec<_> = group.libraries.iter().flat_map(|suffix| with_links(suffix)).collect();
        if libraries.is_empty() {
            libraries = every_library();
        }
        libraries.sort_unstable();
        libraries.dedup();
        return Meaning::Holds(of, libraries);
    }
    if let Some(target) = target(name) {
        return Meaning::Holds(Of::One(target), every_library());
    }
    of_target(name).unwrap_or(Meaning::Plain)
}

/// `X86CodeGen`: a library of a target.
fn of_target(name: &str) -> Option<Meaning> {
    let lower = name.to_ascii_lowercase();
    let found = table().library.iter().find_map(|library| {
        let prefix = lower.strip_suffix(&library.suffix.to_ascii_lowercase())?;
        Some((target(prefix)?, library))
    });
    let (target, library) = found?;
    Some(Meaning::Holds(Of::One(target), with_links(&library.suffix)))
}

/// What a library brings: a target's name, a file, `-lNAME`, or an expression over a target.
pub(in crate::rules) fn library(text: &str) -> Meaning {
    let name = base_name(text);
    // LLVM's own targets have no namespace: what a module of others calls `LLVM::LLVM` may be any part of it.
    if let Some((space, own)) = name.rsplit_once("::") {
        let family = |part: &str| table().families.iter().any(|family| starts_with(part, family));
        let related = [space, own].iter().any(|part| part.to_ascii_lowercase().starts_with("llvm") || family(part));
        return if related { Meaning::Unknown } else { Meaning::Foreign };
    }
    let Some(rest) = name.strip_prefix("LLVM") else {
        let family = table().families.iter().any(|family| starts_with(name, family));
        // A shared library that somebody made of several (`/opt/lib/libllvmclang.so.14`) may have any part.
        let is_file = text.contains('/') && [".so", ".dylib", ".dll"].iter().any(|end| text.contains(end));
        let related = family || is_file && name.to_ascii_lowercase().contains("llvm");
        return if related { Meaning::Unknown } else { Meaning::Foreign };
    };
    // `LLVM`, `LLVM-17`: the one library with all of it.
    if rest.is_empty() || rest.starts_with(['-', '.']) {
        return Meaning::Everything;
    }
    if let Some(target) = target(rest) {
        return Meaning::Holds(Of::One(target), every_library());
    }
    of_target(rest).unwrap_or(Meaning::Plain)
}

/// `clangBasic`, `clang-cpp`, `lldELF`: the family's name and then no further letter of a word.
fn starts_with(name: &str, family: &str) -> bool {
    let rest = name.strip_prefix(family);
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_lowercase()))
}

/// The component that would bring what is needed.
pub(in crate::rules) fn advice(of: &Of, library: &str) -> String {
    match of {
        Of::Native => "native".to_owned(),
        Of::One(target) => (*target).to_owned(),
        Of::All => {
            let group = table().group.iter().find(|g| g.of == "all" && g.libraries.iter().any(|l| l == library));
            group.map_or_else(|| "all-targets".to_owned(), |group| group.name.clone())
        }
    }
}

/// The libraries that would bring it, for lists of libraries.
pub(in crate::rules) fn wanted(of: &Of, libraries: &[&str]) -> String {
    let target = match of {
        Of::One(target) => target,
        Of::Native | Of::All => "<Target>",
    };
    let names: Vec<String> = libraries.iter().map(|suffix| format!("LLVM{target}{suffix}")).collect();
    names.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_read_and_consistent() {
        let table: Table = toml::from_str(include_str!("names.toml")).unwrap();
        assert!(!version().is_empty());
        let known = |suffix: &String| table.library.iter().any(|library| library.suffix == *suffix);
        assert!(table.library.iter().flat_map(|l| &l.links).all(known));
        assert!(table.part.iter().map(|p| &p.library).all(known));
        assert!(table.group.iter().flat_map(|g| &g.libraries).all(known));
        assert!(table.group.iter().all(|g| g.of == "native" || g.of == "all"));
    }

    #[test]
    fn components_expand() {
        assert_eq!(component("support"), Meaning::Plain);
        // The parser of LLVM's own assembly, and a target's.
        assert_eq!(component("asmparser"), Meaning::Plain);
        assert_eq!(component("x86asmparser"), Meaning::Holds(Of::One("X86"), vec!["AsmParser", "Desc", "Info"]));
        assert_eq!(component("nativecodegen"), Meaning::Holds(Of::Native, vec!["CodeGen", "Desc", "Info"]));
        assert!(matches!(component("Native"), Meaning::Holds(Of::Native, all) if all.contains(&"AsmParser")));
        assert!(matches!(component("AllTargetsDescs"), Meaning::Holds(Of::All, some) if !some.contains(&"CodeGen")));
    }

    #[test]
    fn libraries_are_named_in_many_ways() {
        let x86 = Meaning::Holds(Of::One("X86"), vec!["CodeGen", "Desc", "Info"]);
        for text in [
            "LLVMX86CodeGen",
            "-lLLVMX86CodeGen",
            "/usr/lib/llvm-17/lib/libLLVMX86CodeGen.a",
            "-l:libLLVMX86CodeGen.a",
            "LLVMX86CodeGen.lib",
            "$<TARGET_FILE:LLVMX86CodeGen>",
            "$<TARGET_OBJECTS:LLVMX86CodeGen>",
        ] {
            assert_eq!(library(text), x86, "{text}");
        }
        for text in ["LLVM", "-lLLVM-17", "/usr/lib/libLLVM.so", "libLLVM-17.so.1", "libLLVM.so.18.1"] {
            assert_eq!(library(text), Meaning::Everything, "{text}");
        }
        assert_eq!(library("LLVMMCDisassembler"), Meaning::Plain);
        assert_eq!(library("pthread"), Meaning::Foreign);
        assert_eq!(library("lldELF"), Meaning::Unknown);
        assert_eq!(library("clang-cpp"), Meaning::Unknown);
        assert_eq!(library("clangd_helper"), Meaning::Foreign);
        assert_eq!(library("/ext/lib/libllvmclang.so.14"), Meaning::Unknown);
        assert_eq!(library("LLVM::LLVM"), Meaning::Unknown);
        assert_eq!(library("Boost::llvm_tools"), Meaning::Unknown);
        assert_eq!(library("Boost::thread"), Meaning::Foreign);
    }
}
