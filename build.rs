//! Registers the built-in rules: every folder of `rules/` becomes an entry of the table that `src/rules/mod.rs`
//! includes, with the code of `src/rules/<id with underscores>.rs` when there is such a file.
//!
//! Whether the two sides agree in meaning (`native = true` has code, the id is the folder's name) is checked when the
//! table is loaded and by a test; here only what would not compile or be silently left out is refused.
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Files of `src/rules/` that are the machinery and not a rule: those that its `mod.rs` declares.
fn machinery(module: &str) -> BTreeSet<String> {
    module
        .lines()
        .map(|line| line.trim().trim_start_matches("pub(crate) ").trim_start_matches("pub "))
        .filter_map(|line| Some(line.strip_prefix("mod ")?.strip_suffix(';')?.to_owned()))
        .collect()
}

/// Names in a directory, sorted; none when there is no such directory.
fn names(directory: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(directory) else { return Vec::new() };
    let mut names: Vec<String> = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    names
}

/// A path as a string literal.
fn quoted(path: &Path) -> String {
    format!("{:?}", path.to_str().expect("the checkout's path is UTF-8"))
}

fn main() {
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
    let (rules, code) = (root.join("rules"), root.join("src/rules"));
    for watched in ["build.rs", "rules", "src/rules"] {
        println!("cargo::rerun-if-changed={watched}");
    }

    let ids: Vec<String> = names(&rules).into_iter().filter(|id| rules.join(id).is_dir()).collect();
    let known = machinery(&std::fs::read_to_string(code.join("mod.rs")).expect("src/rules/mod.rs is read"));
    let mut modules = String::new();
    let mut table = String::from("/// The built-in rules, by id.\npub(super) static BUILT_IN: &[BuiltIn] = &[\n");
    for id in &ids {
        let module = id.replace('-', "_");
        let folder = rules.join(id);
        for needed in ["rule.toml", "README.md"] {
            assert!(folder.join(needed).is_file(), "rules/{id}/{needed} is missing");
        }
        assert!(!known.contains(&module), "the rule `{id}` has the name of a part of src/rules/");
        let source = code.join(format!("{module}.rs"));
        let native = source.is_file();
        if native {
            writeln!(modules, "#[path = {}]\nmod {module};", quoted(&source)).expect("writing to a string");
        }
        let check = if native { format!("Some({module}::check)") } else { "None".to_owned() };
        writeln!(
            table,
            "BuiltIn {{ folder: {id:?}, metadata: include_str!({}), readme: include_str!({}), check: {check} }},",
            quoted(&folder.join("rule.toml")),
            quoted(&folder.join("README.md")),
        )
        .expect("writing to a string");
    }
    table.push_str("];\n");

    for file in names(&code) {
        let Some(stem) = file.strip_suffix(".rs").filter(|&stem| stem != "mod") else { continue };
        let owned = known.contains(stem) || ids.iter().any(|id| id.replace('-', "_") == stem);
        assert!(owned, "src/rules/{file} belongs to no rule: rules/{}/ is missing", stem.replace('_', "-"));
    }
    // A copy of a target folder may share this file with its original.
    let _ = std::fs::remove_file(out.join("rules.rs"));
    std::fs::write(out.join("rules.rs"), modules + &table).expect("the table is written");
}
