//! Rules in a user's folder: they run, their cases are checked, and what is wrong with one is told with its place.

#![allow(clippy::unwrap_used, reason = "what a test does not get stops it")]

use std::path::PathBuf;
use std::process::{Command, Output};

fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/rules/user_rules").join(name)
}

fn linklint(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_linklint")).args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn cases_of_a_rule_are_checked() {
    let rules = folder("rules");
    let output = linklint(&["rules", "test", rules.to_str().unwrap()]);
    assert_eq!(text(&output.stdout), "2 cases, 0 not as expected\n", "{}", text(&output.stderr));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn the_examples_find_what_they_are_for() {
    let rules = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples/rules");
    let output = linklint(&["rules", "test", rules.to_str().unwrap()]);
    assert_eq!(text(&output.stdout), "5 cases, 0 not as expected\n", "{}", text(&output.stderr));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_users_rule_is_listed_and_explained() {
    let rules = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples/rules");
    let rules = rules.to_str().unwrap();
    assert!(text(&linklint(&["rules", "--rules-dir", rules]).stdout).contains("\nplugin-without-core "));
    let explained = linklint(&["explain", "plugin-without-core", "--rules-dir", rules]);
    assert!(text(&explained.stdout).starts_with("# plugin-without-core\n"), "{explained:?}");
    let unknown = linklint(&["explain", "plugin-without-cor"]);
    assert_eq!(unknown.status.code(), Some(2), "without the folder it is not known");
}

#[test]
fn a_users_rule_reports_with_its_condition() {
    let (rules, tree) = (folder("rules"), folder("rules/static-runtime/cases/library/bad"));
    let (rules, tree) = (rules.to_str().unwrap(), tree.to_str().unwrap());
    let output = linklint(&["check", "--rules-dir", rules, "--root", tree, "--format", "json", tree]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let findings = report["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!(findings[0]["rule"], "static-runtime");
    assert_eq!(findings[0]["message"], "`l` links its own copy of the C++ runtime");
    assert_eq!(findings[0]["condition"]["formula"], "PORTABLE & !WIN32");
    assert_eq!(findings[0]["subjects"], serde_json::json!(["l"]));
    assert_eq!(output.status.code(), Some(100));
}

#[test]
fn what_is_wrong_with_a_rule_is_told_with_its_place() {
    let (rules, tree) = (folder("broken"), folder("rules/static-runtime/cases/library/bad"));
    let output = linklint(&["check", "--rules-dir", rules.to_str().unwrap(), tree.to_str().unwrap()]);
    let told = text(&output.stderr);
    assert!(told.contains("rule.toml:12:12: "), "{told}");
    assert!(told.contains("`link_options` (did you mean `link_option`"), "{told}");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_folder_without_rules_is_an_error() {
    let folder = folder("rules/static-runtime/cases");
    let output = linklint(&["check", "--rules-dir", folder.to_str().unwrap(), folder.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("holds no rule"));
}

#[test]
fn the_configuration_names_the_projects_own_rules_and_their_levels() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    let rules = self::folder("rules/static-runtime");
    std::fs::create_dir_all(root.join("lint/static-runtime")).unwrap();
    std::fs::copy(rules.join("rule.toml"), root.join("lint/static-runtime/rule.toml")).unwrap();
    std::fs::copy(rules.join("README.md"), root.join("lint/static-runtime/README.md")).unwrap_or_default();
    std::fs::copy(rules.join("cases/library/bad/CMakeLists.txt"), root.join("CMakeLists.txt")).unwrap();
    let check = |configuration: &str| {
        std::fs::write(root.join("linklint.toml"), configuration).unwrap();
        linklint(&["check", "--root", root.to_str().unwrap(), root.to_str().unwrap()])
    };
    assert_eq!(check("rule-dirs = [\"lint\"]\n").status.code(), Some(100));
    assert_eq!(check("rule-dirs = [\"lint\"]\n[rules]\nstatic-runtime = \"allow\"\n").status.code(), Some(0));
    let missing = check("rule-dirs = [\"lnt\"]\n");
    assert!(text(&missing.stderr).contains("linklint.toml:1:14: "), "{}", text(&missing.stderr));
    let outside = check("rule-dirs = [\"..\"]\n");
    assert!(text(&outside.stderr).contains("outside of the root"), "{}", text(&outside.stderr));
}
