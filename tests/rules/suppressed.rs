//! Every rule can be silenced where it reports, in the comment form of the file, and the directive itself is no evidence for it.

#![allow(clippy::unwrap_used, reason = "what a test does not get stops it")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The comment forms of docs/reference/suppressions.md, by file.
fn comment(name: &str, text: &str) -> String {
    let suffix = Path::new(name).extension().and_then(|suffix| suffix.to_str()).unwrap_or_default();
    match suffix {
        "c" | "cc" | "cpp" | "cxx" | "h" | "hpp" | "cu" | "hip" | "m" | "mm" | "s" | "S" | "rs" => format!("// {text}"),
        "map" | "ver" | "lds" | "exp" | "exports" | "dynlist" => format!("/* {text} */"),
        "def" => format!("; {text}"),
        _ => format!("# {text}"),
    }
}

fn findings(tree: &Path, rule: &str) -> (Vec<Value>, Value) {
    let root = tree.to_str().unwrap();
    let args = ["check", "--no-config", "--pedantic", "--format", "json", "--root", root, root];
    let output = Command::new(env!("CARGO_BIN_EXE_linklint")).args(args).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{rule}: {e}: {output:?}"));
    let of_rule = |finding: &&Value| finding["rule"] == rule;
    (report["findings"].as_array().unwrap().iter().filter(of_rule).cloned().collect(), report["diagnostics"].clone())
}

fn copy(from: &Path, to: &Path) {
    for entry in walkdir::WalkDir::new(from).into_iter().map(Result::unwrap) {
        let target = to.join(entry.path().strip_prefix(from).unwrap());
        if entry.file_type().is_dir() {
            fs::create_dir_all(&target).unwrap();
        } else {
            fs::copy(entry.path(), &target).unwrap();
        }
    }
}

/// The line on which a comment may stand before this one: above all that a backslash continues.
fn above(lines: &[&str], at: usize) -> usize {
    (0..=at).rev().find(|&line| line == 0 || !lines[line - 1].ends_with('\\')).unwrap_or(at)
}

#[test]
fn each_rule_is_silenced_where_it_reports() {
    let fixtures = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("testdata/rules");
    let mut suffixes = std::collections::BTreeSet::new();
    for entry in fs::read_dir(fixtures).unwrap().map(|entry| entry.unwrap().path()) {
        let rule = entry.file_name().unwrap().to_str().unwrap().to_owned();
        // Cargo leaves projects with manifests of their own out of the crate that it packs.
        if !entry.join("bad").is_dir() {
            continue;
        }
        let dir = tempfile::tempdir().unwrap();
        let tree = dir.path().canonicalize().unwrap();
        copy(&entry.join("bad"), &tree);
        let (before, _) = findings(&tree, &rule);
        let place = &before.first().unwrap_or_else(|| panic!("{rule} reports nothing"))["primary"];
        let (name, line) = (place["path"].as_str().unwrap(), place["line"].as_u64().unwrap() as usize - 1);
        suffixes.insert(Path::new(name).extension().map(|suffix| suffix.to_str().unwrap().to_owned()));
        let text = fs::read_to_string(tree.join(name)).unwrap();
        let mut lines: Vec<&str> = text.split('\n').collect();
        let directive = comment(name, &format!("linklint: allow({rule}) -- tried"));
        lines.insert(above(&lines, line), &directive);
        fs::write(tree.join(name), lines.join("\n")).unwrap();
        let (after, told) = findings(&tree, &rule);
        let reason = |finding: &Value| finding["suppressed"]["reason"] == "tried";
        assert!(after.iter().any(reason), "{rule} in {name}: {after:?} {told}");
        assert_eq!(after.len(), before.len(), "{rule} in {name}: a comment changes what is found");
    }
    assert!(suffixes.len() >= 8, "{suffixes:?}");
}

/// One finding speaks of several places there: a directive at one of them accepts that one only.
#[test]
fn a_place_among_several_is_silenced_alone() {
    let dir = tempfile::tempdir().unwrap();
    let tree = dir.path().canonicalize().unwrap();
    let old = "cmake_minimum_required(VERSION 2.8)\n";
    let top = format!("{old}project(lamp C)\nadd_subdirectory(a)\nadd_subdirectory(b)\n");
    let allowed = format!("# linklint: allow(removed-policy-version) -- kept as it is\n{old}");
    for (path, text) in [("", top), ("a", allowed), ("b", old.to_owned())] {
        fs::create_dir_all(tree.join(path)).unwrap();
        fs::write(tree.join(path).join("CMakeLists.txt"), text).unwrap();
    }
    let (found, diagnostics) = findings(&tree, "removed-policy-version");
    let told: Vec<(bool, usize)> =
        found.iter().map(|one| (one["suppressed"].is_null(), one["related"].as_array().map_or(0, Vec::len))).collect();
    assert_eq!(told, [(true, 1), (false, 0)], "{found:?}");
    assert_eq!(diagnostics.as_array().map_or(0, Vec::len), 0, "{diagnostics}");
}
