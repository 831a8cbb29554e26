//! The files that other programs read from this repository: the action, the hooks.
#![cfg(unix)]
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const HERE: &str = env!("CARGO_MANIFEST_DIR");

/// The script of the action on a fixture, with the program under test on the path.
fn action(env: &[(&str, &str)]) -> Output {
    let bin = Path::new(env!("CARGO_BIN_EXE_linklint")).parent().expect("it lies in a folder");
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").expect("there is a path"));
    let mut command = Command::new("bash");
    command.arg(Path::new(HERE).join("ci/action.sh")).current_dir(HERE).env("PATH", path);
    command.env_remove("GITHUB_STEP_SUMMARY").envs(env.iter().copied()).output().expect("bash starts")
}

#[test]
fn the_action_annotates_and_writes_sarif() {
    let dir = tempfile::tempdir().unwrap();
    let sarif = dir.path().join("report.sarif");
    let bad = "testdata/rules/ignored-option/bad";
    let output = action(&[("LINT_PATH", bad), ("LINT_SARIF", sarif.to_str().unwrap())]);
    assert_eq!(output.status.code(), Some(100), "{output:?}");
    assert!(output.stdout.starts_with(b"::warning "), "{output:?}");
    let log: serde_json::Value = serde_json::from_slice(&fs::read(sarif).unwrap()).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let clean = action(&[("LINT_PATH", bad), ("LINT_ARGUMENTS", "--exit-zero\n--fail-on=error\n")]);
    assert_eq!(clean.status.code(), Some(0), "{clean:?}");
}

#[test]
fn inputs_of_the_action_are_no_commands() {
    let dir = tempfile::tempdir().unwrap();
    let trap = dir.path().join("trap");
    let hostile = format!("$(touch {0}); `touch {0}`; touch {0}", trap.display());
    for name in ["LINT_PATH", "LINT_SARIF", "LINT_CHANGED_SINCE", "LINT_ARGUMENTS"] {
        action(&[("LINT_PATH", "testdata/rules/ignored-option/good"), (name, &hostile)]);
        assert!(!trap.exists(), "{name}");
    }
    let usage = action(&[("LINT_PATH", "--version")]);
    assert_eq!(usage.status.code(), Some(2), "{usage:?}");
}

#[test]
fn hooks_see_the_whole_project() {
    let hooks = fs::read_to_string(Path::new(HERE).join(".pre-commit-hooks.yaml")).unwrap();
    let each: Vec<&str> = hooks.split("\n- id: ").skip(1).collect();
    assert_eq!(each.len(), 2);
    for hook in each {
        for key in ["pass_filenames: false", "require_serial: true", "entry: linklint check", "language: "] {
            assert!(hook.contains(key), "{key} is missing in {hook}");
        }
    }
    let files = hooks.split_once("&inputs '").and_then(|(_, rest)| rest.split_once("'\n")).unwrap().0;
    let files = regex::Regex::new(files).unwrap();
    for name in ["CMakeLists.txt", "a/b.cmake", "x.map", "src/a.cc", "include/a.h", "linklint.toml", "a/Cargo.toml"] {
        assert!(files.is_match(name), "{name}");
    }
    for name in ["README.md", "a/xCMakeLists.txt", "x.cmake.md"] {
        assert!(!files.is_match(name), "{name}");
    }
}
