//! The contract on cargo: the default executes nothing of the project, and packages are chosen as for cargo.

#![allow(clippy::unwrap_used, reason = "what a test does not get stops it")]
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use assert_cmd::Command;

fn project(files: &[(&str, &str)]) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().canonicalize().unwrap();
    for (name, text) in files {
        let path = root.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    (dir, root)
}

fn run(program: &str, root: &Path, args: &[&str]) -> std::process::Output {
    let mut command = Command::cargo_bin(program).unwrap();
    command.current_dir(root).args(args).output().unwrap()
}

/// Rustflags of a member are not read from the top: one finding a member.
const MEMBERS: &[(&str, &str)] = &[
    ("Cargo.toml", "[workspace]\nmembers = [\"host\", \"plugin\"]\n"),
    ("host/Cargo.toml", "[package]\nname = \"host\"\n"),
    ("host/src/main.rs", "fn main() {}\n"),
    ("host/.cargo/config.toml", "[build]\nrustflags = [\"-Clink-arg=-rdynamic\"]\n"),
    ("plugin/Cargo.toml", "[package]\nname = \"plugin\"\n"),
    ("plugin/src/lib.rs", ""),
    ("plugin/.cargo/config.toml", "[build]\nrustflags = [\"-Clink-arg=-rdynamic\"]\n"),
];

#[test]
fn nothing_of_a_hostile_project_is_executed() {
    let (_dir, root) = project(MEMBERS);
    let (_outside, outside) = project(&[]);
    let trace = outside.join("trace");
    let script = root.join("run.sh");
    std::fs::write(&script, format!("#!/bin/sh\necho \"$0 $*\" >> {}\nexit 1\n", trace.display())).unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    let hostile = format!(
        "[build]\nrustc = \"{0}\"\nrustc-wrapper = \"{0}\"\nrustc-workspace-wrapper = \"{0}\"\nrustdoc = \"{0}\"\n\
         [target.'cfg(all())']\nlinker = \"{0}\"\nrunner = \"{0}\"\n[alias]\nlinklint = \"run\"\nmetadata = \"run\"\n",
        script.display()
    );
    std::fs::create_dir(root.join(".cargo")).unwrap();
    std::fs::write(root.join(".cargo/config.toml"), hostile).unwrap();
    std::fs::write(root.join("host/build.rs"), format!("fn main() {{ std::fs::write({trace:?}, \"\").unwrap(); }}"))
        .unwrap();
    // Nor is cargo itself, or anything else by its name.
    let tools = root.join("tools");
    std::fs::create_dir(&tools).unwrap();
    for name in ["cargo", "rustc", "cc", "gcc", "cmake", "git", "sh"] {
        std::os::unix::fs::symlink(&script, tools.join(name)).unwrap();
    }
    for (program, args) in [("linklint", &["--format", "json"][..]), ("cargo-linklint", &["linklint", "-p", "host"])] {
        let mut command = Command::cargo_bin(program).unwrap();
        let output = command.current_dir(&root).args(args).env("PATH", &tools).output().unwrap();
        assert_eq!(output.status.code(), Some(100), "{output:?}");
        assert!(!trace.exists(), "{}", std::fs::read_to_string(&trace).unwrap_or_default());
    }
    // The trace works: who runs the script leaves one.
    let _ = std::process::Command::new(&script).status().unwrap();
    assert!(trace.exists());
}

#[test]
fn packages_are_chosen_as_for_cargo() {
    let (_dir, root) = project(MEMBERS);
    std::fs::create_dir(root.join(".git")).unwrap();
    let found = |args: &[&str]| {
        let output = run("linklint", &root, &[&["--format", "concise"], args].concat());
        let text = String::from_utf8(output.stdout).unwrap();
        (output.status.code().unwrap(), ["host/.cargo", "plugin/.cargo"].map(|path| text.contains(path)))
    };
    assert_eq!(found(&[]), (100, [true, true]));
    assert_eq!(found(&["-p", "host"]), (100, [true, false]));
    assert_eq!(found(&["--workspace", "--exclude", "h*"]), (100, [false, true]));
    assert_eq!(found(&["--manifest-path", "plugin/Cargo.toml"]), (100, [false, true]));
    assert_eq!(found(&["--manifest-path", "plugin/Cargo.toml", "--workspace"]), (100, [true, true]));
    assert_eq!(found(&["--manifest-path", "Cargo.toml", "-p", "host@0.1.0"]), (100, [true, false]));
    assert_eq!(found(&["-p", "hosts"]).0, 2);
    assert_eq!(found(&["--manifest-path", "nowhere/Cargo.toml"]).0, 2);
}

#[test]
fn a_manifest_that_is_broken_is_told_and_the_rest_is_checked() {
    let (_dir, root) = project(MEMBERS);
    std::fs::write(root.join("plugin/Cargo.toml"), "[package\n").unwrap();
    std::fs::write(root.join("CMakeLists.txt"), "project(x C)\nadd_executable(a a.c)\n").unwrap();
    let output = run("linklint", &root, &["--format", "json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["diagnostics"][0]["code"], "syntax-error");
    assert_eq!(report["diagnostics"][0]["place"]["path"], "plugin/Cargo.toml");
    assert_eq!(report["findings"][0]["primary"]["path"], "host/.cargo/config.toml");
    assert_eq!(report["stats"]["coverage"]["targets"], 1);
}
