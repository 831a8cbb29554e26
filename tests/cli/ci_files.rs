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
    let log = String::from_utf8(output.stdout).unwrap();
    let (_, report) = log.split_once("\n::group::linklint\n::stop-commands::").expect("the report for people follows");
    let (token, report) = report.split_once('\n').unwrap();
    assert_eq!(token.len(), 32, "{token}");
    assert!(report.contains("warning[ignored-option]"), "{report}");
    assert!(report.ends_with(&format!("\n::{token}::\n::endgroup::\n")), "{report}");
    let sarif: serde_json::Value = serde_json::from_slice(&fs::read(sarif).unwrap()).unwrap();
    assert_eq!(sarif["version"], "2.1.0");
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

/// A file of this repository.
fn file(name: &str) -> String {
    fs::read_to_string(Path::new(HERE).join(name)).expect(name)
}

#[test]
fn an_archive_of_a_release_has_all_that_a_packager_needs() {
    let dir = tempfile::tempdir().unwrap();
    let programs = dir.path().join("programs");
    fs::create_dir(&programs).unwrap();
    // The program itself is large where it is not built for release.
    let stub = format!("#!/bin/sh\nexec '{}' \"$@\"\n", env!("CARGO_BIN_EXE_linklint"));
    for name in ["linklint", "cargo-linklint"] {
        let path = programs.join(name);
        fs::write(&path, &stub).unwrap();
        fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    }
    let (name, out) = ("linklint-v1.2.3-x86_64-unknown-linux-musl", dir.path().join("dist"));
    let run = |command: &mut Command| {
        let output = command.output().expect("it starts");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("it is text")
    };
    run(Command::new("bash")
        .arg(Path::new(HERE).join("ci/archive.sh"))
        .args([programs.to_str().unwrap(), name])
        .arg(&out));
    let archive = out.join(format!("{name}.tar.gz"));
    let listed = run(Command::new("tar").arg("-tzf").arg(&archive));
    for part in [
        "linklint",
        "cargo-linklint",
        "linklint.1",
        "README.md",
        "CHANGELOG.md",
        "LICENSE-MIT",
        "LICENSE-APACHE",
        "completions/linklint",
        "completions/_linklint",
        "completions/linklint.fish",
        "completions/_linklint.ps1",
        "completions/linklint.elv",
    ] {
        assert!(listed.lines().any(|line| line == format!("{name}/{part}")), "{part} is missing in\n{listed}");
    }
    let page = run(Command::new("tar").arg("-xzOf").arg(&archive).arg(format!("{name}/linklint.1")));
    assert!(page.contains(".TH linklint 1"), "{page}");
    assert_eq!(fs::read_dir(&out).unwrap().count(), 1, "nothing but the archive is left");
}

#[test]
fn binstall_looks_for_what_a_release_packs() {
    let manifest: toml::Table = file("Cargo.toml").parse().unwrap();
    let binstall = &manifest["package"]["metadata"]["binstall"];
    let filled = |key: &str| {
        let text = binstall[key].as_str().unwrap().replace("{ version }", "1.2.3").replace("{ target }", "T");
        text.replace("{ repo }", "R").replace("{ bin }{ binary-ext }", "linklint")
    };
    let packed = |name: &str| name.replace("$GITHUB_REF_NAME", "v1.2.3").replace("$TARGET", "T");
    let release = file(".github/workflows/release.yml");
    let name = release.split('"').find(|part| part.starts_with("linklint-$GITHUB_REF_NAME-$TARGET")).unwrap();
    assert_eq!(filled("pkg-url"), format!("R/releases/download/v1.2.3/{}.tar.gz", packed(name)));
    assert_eq!(filled("bin-dir"), format!("{}/linklint", packed(name)));
}

#[test]
fn actions_of_others_are_pinned() {
    for name in [".github/workflows/ci.yml", ".github/workflows/release.yml"] {
        let text = file(name);
        let uses: Vec<&str> = text.lines().filter_map(|line| line.split_once("uses: ").map(|(_, rest)| rest)).collect();
        assert!(!uses.is_empty(), "{name}");
        for action in uses {
            let revision = action.split_once('@').map_or("", |(_, rest)| rest.split(' ').next().unwrap_or_default());
            assert!(revision.len() == 40 && action.contains(" # v"), "{name}: {action}");
        }
    }
}
