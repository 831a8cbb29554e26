//! `--fix` and `--diff`: what a rule offers mends its bad fixture, leaves the rest of the file alone, and converges.

#![allow(clippy::unwrap_used, reason = "what a test does not get stops it")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn repository() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn linklint(tree: &Path, args: &[&str]) -> Output {
    let root = tree.to_str().unwrap();
    Command::new(env!("CARGO_BIN_EXE_linklint"))
        .args(["check", "--no-config", "--root", root])
        .args(args)
        .arg(root)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A copy of a tree that a test may change.
fn copy(from: &Path) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for entry in walkdir::WalkDir::new(from).into_iter().map(Result::unwrap) {
        let to = dir.path().join(entry.path().strip_prefix(from).unwrap());
        if entry.file_type().is_dir() {
            fs::create_dir_all(&to).unwrap();
        } else {
            fs::copy(entry.path(), &to).unwrap();
        }
    }
    dir
}

/// The findings of a rule.
fn found(tree: &Path, rule: &str) -> Vec<serde_json::Value> {
    let output = linklint(tree, &["--format", "json", "--pedantic"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    report["findings"].as_array().unwrap().iter().filter(|finding| finding["rule"] == rule).cloned().collect()
}

/// Rules with fixes, and whether these are safe.
fn rules() -> Vec<(String, bool)> {
    let mut out = Vec::new();
    for entry in fs::read_dir(repository().join("rules")).unwrap().map(Result::unwrap) {
        let table: toml::Table = fs::read_to_string(entry.path().join("rule.toml")).unwrap().parse().unwrap();
        if let Some(fix) = table.get("fix") {
            out.push((entry.file_name().into_string().unwrap(), fix.as_str() == Some("safe")));
        }
    }
    out.sort();
    out
}

#[test]
fn fixes_mend_the_bad_fixture_of_each_rule_and_converge() {
    assert!(!rules().is_empty());
    // Cargo leaves projects with manifests of their own out of the crate that it packs.
    let packed = repository().join("Cargo.toml.orig").exists();
    let there = |rule: &str| repository().join("testdata/rules").join(rule).join("bad").exists();
    for (rule, safe) in rules().into_iter().filter(|(rule, _)| !packed || there(rule)) {
        let dir = copy(&repository().join("testdata/rules").join(&rule).join("bad"));
        let tree = dir.path().canonicalize().unwrap();
        let before = found(&tree, &rule);
        assert!(before.iter().any(|finding| !finding["fix"].is_null()), "{rule} offers no fix for its fixture");
        let which = if safe { "--fix" } else { "--fix=unsafe" };
        let fixed = linklint(&tree, &[which]);
        assert!(text(&fixed.stderr).contains(" fixed in "), "{rule}: {fixed:?}");
        let left = found(&tree, &rule);
        assert!(left.iter().all(|finding| finding["fix"].is_null()), "{rule} does not converge: {left:?}");
        assert!(left.len() < before.len(), "{rule} mends nothing: {left:?}");
        let again = linklint(&tree, &[which]);
        assert!(text(&again.stderr).contains("nothing to fix"), "{rule}: {again:?}");
    }
}

#[test]
fn unsafe_fixes_are_asked_for() {
    let (rule, _) = rules().into_iter().find(|(_, safe)| !safe).unwrap();
    let dir = copy(&repository().join("testdata/rules").join(&rule).join("bad"));
    let tree = dir.path().canonicalize().unwrap();
    let safe = linklint(&tree, &["--fix"]);
    assert!(text(&safe.stderr).contains("nothing to fix"), "{safe:?}");
    assert_eq!(safe.status.code(), Some(100));
}

const DOUBLE: &str = "cmake_minimum_required(VERSION 3.16)\r\nproject(p C)\r\nadd_executable(app main.c)\r\n\
    target_link_options(app PRIVATE -Xlinker --a # first\r\n    -Xlinker\t--b)   \r\n";

#[test]
fn the_rest_of_the_file_stays_as_it_is_written() {
    let dir = tempfile::tempdir().unwrap();
    let tree = dir.path().canonicalize().unwrap();
    let file = tree.join("CMakeLists.txt");
    fs::write(&file, DOUBLE).unwrap();
    let diff = linklint(&tree, &["--diff"]);
    assert_eq!(diff.status.code(), Some(100), "{diff:?}");
    let shown = text(&diff.stdout);
    assert!(shown.starts_with("--- a/CMakeLists.txt\n+++ b/CMakeLists.txt\n@@ "), "{shown}");
    assert!(shown.contains("\n-    -Xlinker\t--b)   \r\n+    \"SHELL:-Xlinker --b\")   \r\n"), "{shown}");
    assert_eq!(fs::read_to_string(&file).unwrap(), DOUBLE, "--diff writes nothing");
    let fixed = linklint(&tree, &["--fix"]);
    assert_eq!(fixed.status.code(), Some(0), "{fixed:?}");
    assert_eq!(fs::read_to_string(&file).unwrap(), DOUBLE.replace("-Xlinker\t--b", "\"SHELL:-Xlinker --b\""));
    assert_eq!(linklint(&tree, &["--diff"]).status.code(), Some(0));
}

#[test]
fn generated_files_are_left_to_what_generates_them() {
    let dir = tempfile::tempdir().unwrap();
    let tree = dir.path().canonicalize().unwrap();
    let text_of_file = format!("# Generated file. Do not edit.\n{DOUBLE}");
    fs::write(tree.join("CMakeLists.txt"), &text_of_file).unwrap();
    let fixed = linklint(&tree, &["--fix"]);
    assert!(
        text(&fixed.stderr).contains("not fixed: deduplicated-option in CMakeLists.txt: the file says"),
        "{fixed:?}"
    );
    assert_eq!(fixed.status.code(), Some(100));
    assert_eq!(fs::read_to_string(tree.join("CMakeLists.txt")).unwrap(), text_of_file);
}

#[test]
fn what_is_suppressed_is_not_fixed() {
    let dir = tempfile::tempdir().unwrap();
    let tree = dir.path().canonicalize().unwrap();
    let allowed = DOUBLE.replace("target_link", "# linklint: allow(deduplicated-option) -- wanted\r\ntarget_link");
    fs::write(tree.join("CMakeLists.txt"), &allowed).unwrap();
    let fixed = linklint(&tree, &["--fix"]);
    assert!(text(&fixed.stderr).contains("nothing to fix"), "{fixed:?}");
    assert_eq!(fs::read_to_string(tree.join("CMakeLists.txt")).unwrap(), allowed);
}
