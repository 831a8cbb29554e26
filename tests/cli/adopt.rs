//! What a team does with the program: several reports in one run, suppressions, a baseline, a configuration, hooks.

#![allow(clippy::unwrap_used, reason = "what a test does not get stops it")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// The folder of a project with one finding.
const FIXTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/rules/ignored-option/bad");
/// Where its finding is.
const FILE: &str = "kernels/CMakeLists.txt";
/// The line of it.
const LINE: &str = "  set(kernel_targets ${STENCIL_DEFAULT_TARGETS})\n";

/// A copy of the project, with what stands in its file changed.
fn project(change: impl Fn(&str) -> String) -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().expect("a folder for the test");
    let root = dir.path().canonicalize().expect("it is there");
    copy(Path::new(FIXTURE), &root);
    fs::create_dir(root.join(".git")).unwrap();
    fs::write(root.join(FILE), change(&lists())).unwrap();
    (dir, root)
}

fn lists() -> String {
    fs::read_to_string(Path::new(FIXTURE).join(FILE)).expect("the fixture is there")
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap().flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            fs::create_dir(&target).unwrap();
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

fn linklint(dir: &Path, args: &[&str], env: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_linklint"));
    command.current_dir(dir).args(args);
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("LINKLINT_") || name.starts_with("GITHUB_")) {
        command.env_remove(name);
    }
    command.env("LANG", "C.UTF-8").envs(env.iter().copied()).output().expect("the program starts")
}

fn run(dir: &Path, args: &[&str]) -> Output {
    linklint(dir, args, &[])
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("no signal")
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn json(dir: &Path, args: &[&str]) -> Value {
    let output = run(dir, &[args, &["--format", "json"]].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {output:?}"))
}

/// The kinds of suppression of the findings, in order.
fn kinds(value: &Value) -> Vec<Option<String>> {
    let findings = value["findings"].as_array().unwrap();
    findings.iter().map(|f| f["suppressed"]["kind"].as_str().map(str::to_owned)).collect()
}

fn told(value: &Value) -> Vec<String> {
    value["diagnostics"].as_array().unwrap().iter().map(|d| d["code"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_sample_has_a_finding() {
    let (_dir, root) = project(str::to_owned);
    let value = json(&root, &[]);
    assert_eq!(kinds(&value), [None], "{value:#}");
    assert_eq!(value["findings"][0]["rule"], "ignored-option");
    assert_eq!(code(&run(&root, &[])), 100);
}

#[test]
fn one_run_writes_every_format() {
    let (_dir, root) = project(str::to_owned);
    let formats = ["human", "concise", "json", "sarif", "github", "gitlab", "junit", "checkstyle", "cargo", "markdown"];
    let outputs: Vec<String> = formats.iter().map(|format| format!("--output={format}=out.{format}")).collect();
    let outputs: Vec<&str> = outputs.iter().map(String::as_str).collect();
    let both = run(&root, &outputs);
    assert_eq!(code(&both), 100, "{both:?}");
    for format in formats {
        let file = fs::read(root.join(format!("out.{format}"))).unwrap();
        let alone = run(&root, &["--format", format]);
        assert_eq!((code(&alone), &file), (100, &alone.stdout), "{format}");
    }
    let hidden =
        fs::read_dir(&root).unwrap().flatten().filter(|e| e.file_name().as_encoded_bytes().starts_with(b".linklint"));
    assert_eq!(hidden.count(), 0, "nothing temporary is left");
    let short = run(&root, &["--message-format", "short"]);
    assert_eq!(short.stdout, fs::read(root.join("out.concise")).unwrap());
    let cargo = run(&root, &["--message-format", "json"]);
    assert_eq!(cargo.stdout, fs::read(root.join("out.cargo")).unwrap());
    assert_eq!(linklint(&root, &[], &[("LINKLINT_FORMAT", "concise")]).stdout, short.stdout);
}

#[test]
fn wrong_outputs_are_told() {
    let (_dir, root) = project(str::to_owned);
    for (arg, expected, exit) in [
        ("--output=sarf=x", "no format `sarf` (did you mean `sarif`?)", 2),
        ("--output=sarif", "it takes FORMAT=FILE", 2),
        ("--output=sarif=no/such/folder/x", "could not be written", 101),
    ] {
        let output = run(&root, &[arg]);
        assert!(code(&output) == exit && err(&output).contains(expected), "{output:?}");
    }
    let twice = run(&root, &["--output=json=x", "--output=sarif=x"]);
    assert!(code(&twice) == 2 && err(&twice).contains("two reports go to x"), "{twice:?}");
}

#[test]
fn the_job_summary_gets_the_whole_list() {
    let (_dir, root) = project(str::to_owned);
    let summary = root.join("summary.md");
    fs::write(&summary, "before\n").unwrap();
    let output = linklint(&root, &["--format", "github"], &[("GITHUB_STEP_SUMMARY", summary.to_str().unwrap())]);
    assert!(
        output.stdout.starts_with(b"::warning title=linklint%3A ignored-option,file=kernels/CMakeLists.txt,"),
        "{output:?}"
    );
    let text = fs::read_to_string(summary).unwrap();
    assert!(text.starts_with("before\n### linklint") && text.contains("| ignored-option |"), "{text}");
}

#[test]
fn a_comment_suppresses_and_its_reason_is_kept() {
    let comment = "  # linklint: allow(ignored-option) -- it is for developers\n";
    let (_dir, root) = project(|text| text.replace(LINE, &format!("{comment}{LINE}")));
    let value = json(&root, &[]);
    assert_eq!(kinds(&value), [Some("inline".to_owned())]);
    assert_eq!(value["findings"][0]["suppressed"]["reason"], "it is for developers");
    assert_eq!(told(&value), Vec::<String>::new());
    let human = run(&root, &[]);
    assert_eq!(code(&human), 0);
    assert!(String::from_utf8_lossy(&human.stdout).contains("no findings; 1 suppressed"), "{human:?}");
    let sarif: Value = serde_json::from_slice(&run(&root, &["--format", "sarif"]).stdout).unwrap();
    let suppression = &sarif["runs"][0]["results"][0]["suppressions"][0];
    assert_eq!(suppression["kind"], "inSource");
}

#[test]
fn unused_and_misspelt_comments_are_told() {
    let more = "# linklint: allow(ignored-option)\nset(a 1)\n# linklint: allow(ignored-optin)\nset(b 2)\n";
    let (_dir, root) = project(|text| format!("{more}{text}"));
    let value = json(&root, &[]);
    assert_eq!(told(&value), ["bad-suppression", "unused-suppression"]);
    assert_eq!(value["diagnostics"][1]["place"]["line"], 1);
    // With a part of the configurations nobody knows.
    assert_eq!(told(&json(&root, &["-DSTENCIL_TUNED_ONLY=OFF"])), ["bad-suppression"]);
    fs::write(root.join("linklint.toml"), "[suppressions]\nunused = \"allow\"\n").unwrap();
    assert_eq!(told(&json(&root, &[])), ["bad-suppression"]);
    fs::write(root.join("linklint.toml"), "fail-on = \"error\"\n[suppressions]\nunused = \"deny\"\n").unwrap();
    assert_eq!(code(&run(&root, &[])), 100);
}

#[test]
fn a_baseline_only_shrinks() {
    let (_dir, root) = project(str::to_owned);
    let made = run(&root, &["--write-baseline", "base.json"]);
    assert_eq!(code(&made), 0, "{made:?}");
    assert!(err(&made).contains("1 entry written to base.json"));
    let again = run(&root, &["--write-baseline", "base.json"]);
    assert!(code(&again) == 2 && err(&again).contains("only shrinks"), "{again:?}");

    // Moved lines change nothing.
    fs::write(root.join(FILE), format!("# one\n\n# two\n{}", lists())).unwrap();
    assert_eq!(kinds(&json(&root, &["--baseline", "base.json"])), [Some("baseline".to_owned())]);
    assert_eq!(code(&run(&root, &["--baseline", "base.json"])), 0);
    assert_eq!(code(&linklint(&root, &[], &[("LINKLINT_BASELINE", "base.json")])), 0);

    // What is mended is told, and goes on request; then the finding is new.
    fs::write(root.join(FILE), lists().replace(LINE, "")).unwrap();
    assert_eq!(told(&json(&root, &["--baseline", "base.json"])), ["stale-baseline"]);
    let narrow = run(&root, &["--baseline", "base.json", "--prune", "-DSTENCIL_TUNED_ONLY=ON"]);
    assert!(code(&narrow) == 2 && err(&narrow).contains("complete run"), "{narrow:?}");
    let part = run(&root, &["--baseline", "base.json", "--prune", "--root", ".", "kernels"]);
    assert!(code(&part) == 2 && err(&part).contains("whole root"), "{part:?}");
    let foreign = fs::read_to_string(root.join("base.json")).unwrap();
    fs::write(root.join("base.json"), foreign.replace("ignored-option", "rule-of-the-house")).unwrap();
    assert_eq!(told(&json(&root, &["--baseline", "base.json"])), Vec::<String>::new());
    fs::write(root.join("base.json"), foreign).unwrap();
    let pruned = run(&root, &["--baseline", "base.json", "--prune"]);
    assert!(code(&pruned) == 0 && err(&pruned).contains("1 entry taken out of base.json"), "{pruned:?}");
    fs::write(root.join(FILE), lists()).unwrap();
    assert_eq!(code(&run(&root, &["--baseline", "base.json"])), 100);

    for (args, expected) in [
        (&["--prune"][..], "--prune needs a baseline"),
        (&["--baseline", "none.json"], "the baseline none.json cannot be read"),
        (&["--baseline", "CMakeLists.txt"], "CMakeLists.txt is no baseline"),
    ] {
        let output = run(&root, args);
        assert!(code(&output) == 2 && err(&output).contains(expected), "{output:?}");
    }
}

#[test]
fn the_configuration_stands_under_environment_and_command_line() {
    let (_dir, root) = project(str::to_owned);
    let exit = |args: &[&str], env: &[(&str, &str)]| code(&linklint(&root, args, env));
    fs::write(root.join("linklint.toml"), "fail-on = \"error\"\n").unwrap();
    assert_eq!(exit(&[], &[]), 0);
    assert_eq!(exit(&[], &[("LINKLINT_FAIL_ON", "warning")]), 100);
    assert_eq!(exit(&["--fail-on", "error"], &[("LINKLINT_FAIL_ON", "warning")]), 0);
    assert_eq!(exit(&["--no-config"], &[]), 100);
    assert_eq!(exit(&["check"], &[("LINKLINT_FAIL_ON", "warning")]), 100);
    fs::write(root.join("linklint.toml"), "[rules]\nignored-option = \"allow\"\n").unwrap();
    assert_eq!(kinds(&json(&root, &[])), [Some("config".to_owned())]);
    fs::write(root.join("linklint.toml"), "[rules]\nignored-option = \"error\"\n").unwrap();
    assert_eq!(json(&root, &[])["findings"][0]["severity"], "error");
    fs::write(root.join("linklint.toml"), "exclude = [\"/kernels/\"]\n").unwrap();
    assert_eq!(exit(&[], &[]), 0);
    fs::write(root.join("linklint.toml"), "[[project]]\npath = \".\"\ndefinitions = { STENCIL_TUNED_ONLY = false }\n")
        .unwrap();
    assert_eq!(exit(&[], &[]), 0);
    assert_eq!(exit(&["--no-config"], &[]), 100);
}

#[test]
fn wrong_configurations_are_told() {
    let (_dir, root) = project(str::to_owned);
    fs::write(root.join("linklint.toml"), "fail_on = \"error\"\n").unwrap();
    let wrong = run(&root, &[]);
    assert_eq!(code(&wrong), 2);
    assert!(err(&wrong).contains("linklint.toml:1:1: unknown field `fail_on`"), "{wrong:?}");
    assert!(err(&wrong).contains("(did you mean `fail-on`?)"), "{wrong:?}");
    fs::write(root.join("Cargo.toml"), "[workspace]\n[workspace.metadata.linklint]\npedantic = true\n").unwrap();
    fs::write(root.join("linklint.toml"), "").unwrap();
    let two = run(&root, &[]);
    assert!(code(&two) == 2 && err(&two).contains("Cargo.toml (workspace.metadata.linklint)"), "{two:?}");
    assert_eq!(code(&run(&root, &["--config", "linklint.toml"])), 100);
    assert_eq!(code(&run(&root, &["--config", "none.toml"])), 2);
    fs::remove_file(root.join("Cargo.toml")).unwrap();
    fs::write(root.join("linklint.toml"), "baseline = \"/dev/null\"\n").unwrap();
    let outside = run(&root, &[]);
    assert!(code(&outside) == 2 && err(&outside).contains("outside the root"), "{outside:?}");
}

#[test]
fn from_nothing_to_a_kept_project_in_three_commands() {
    let (_dir, root) = project(str::to_owned);
    assert_eq!(code(&run(&root, &["init"])), 0);
    assert_eq!(code(&run(&root, &[])), 100);
    assert_eq!(code(&run(&root, &["--write-baseline", "linklint-baseline.json"])), 0);
    assert_eq!(code(&run(&root, &["init"])), 2, "an existing configuration is kept");
    let shown = String::from_utf8(run(&root, &["config", "show"]).stdout).unwrap();
    assert!(shown.starts_with("# from ") && shown.contains("fail-on = \"warning\""), "{shown}");
    let schema: Value = serde_json::from_slice(&run(&root, &["config", "schema"]).stdout).unwrap();
    assert_eq!(schema["title"], "Config");
}

#[cfg(unix)]
#[test]
fn one_command_finds_in_an_empty_surrounding() {
    let (_dir, root) = project(str::to_owned);
    // As in a container: no home, no configuration, no terminal, nothing on the path.
    let mut command = Command::new(env!("CARGO_BIN_EXE_linklint"));
    let output = command.env_clear().current_dir(&root).stdin(std::process::Stdio::null()).output().unwrap();
    assert_eq!(code(&output), 100, "{output:?}");
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert!(text.is_ascii() && text.contains("warning[ignored-option]") && text.contains("happens when: "), "{text}");
    assert_eq!(err(&output), "", "nothing but the report, and no progress line in pipes");
}

#[test]
fn completions_and_the_manual_page_name_every_command() {
    let (_dir, root) = project(str::to_owned);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = run(&root, &["completions", shell]);
        assert_eq!(code(&output), 0);
        assert!(String::from_utf8(output.stdout).unwrap().contains("write-baseline"), "{shell}");
    }
    let page = String::from_utf8(run(&root, &["man"]).stdout).unwrap();
    for part in [".TH linklint 1", "explain", "write\\-baseline", "LINKLINT_CONFIG"] {
        assert!(page.contains(part), "{part} is missing");
    }
}

/// git without the user's configuration.
fn git(dir: &Path, args: &[&str]) {
    let mut command = Command::new("git");
    command.current_dir(dir).args(["-c", "user.name=t", "-c", "user.email=t@t.invalid"]).args(args);
    let output =
        command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1").output().expect("git starts");
    assert!(output.status.success(), "{args:?}: {output:?}");
}

#[test]
fn a_change_reports_what_it_touches() {
    let (_dir, root) = project(str::to_owned);
    let none = run(&root, &["--changed-since", "HEAD"]);
    assert!(code(&none) == 2 && err(&none).contains("needs a git repository"), "{none:?}");
    fs::remove_dir(root.join(".git")).unwrap();
    git(&root, &["init", "-q"]);
    git(&root, &["add", "."]);
    git(&root, &["commit", "-qm", "one"]);
    let trap = root.join("trap");
    let monitor = format!("touch {}; false", trap.display());
    git(&root, &["config", "core.fsmonitor", &monitor]);
    let value = json(&root, &["--changed-since", "HEAD"]);
    assert_eq!((kinds(&value).len(), told(&value)), (0, vec!["unchanged".to_owned()]));
    assert!(!trap.exists(), "nothing that the folder's configuration names is started");
    fs::write(root.join(FILE), format!("{}# more\n", lists())).unwrap();
    assert_eq!(kinds(&json(&root, &["--changed-since", "HEAD"])).len(), 1);
    for revision in ["nowhere", "--help", "HEAD~7", ""] {
        let unknown = run(&root, &[&format!("--changed-since={revision}")]);
        assert!(code(&unknown) == 2 && err(&unknown).contains("git knows no such revision"), "{unknown:?}");
    }
}
