//! The book: its examples do what they say, its pages are listed, and its links lead somewhere.

#![allow(clippy::unwrap_used, reason = "what a test does not get stops it")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The pages of the book and the README, without the summary.
fn pages() -> Vec<PathBuf> {
    let mut found = vec![root().join("README.md"), root().join("CONTRIBUTING.md")];
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else if entry.extension().is_some_and(|suffix| suffix == "md") && !entry.ends_with("SUMMARY.md") {
                found.push(entry);
            }
        }
    }
    found.sort();
    found
}

/// What a `console` block shows: the arguments of `linklint`, and what it prints.
struct Example {
    arguments: Vec<String>,
    output: String,
}

fn examples(text: &str) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    let blocks = text.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next());
    for line in blocks.flat_map(str::lines) {
        if let Some(arguments) = line.strip_prefix("$ linklint") {
            let arguments = arguments.split_whitespace().map(str::to_owned).collect();
            found.push(Example { arguments, output: String::new() });
        } else {
            let last = found.last_mut().expect("a block begins with a command");
            last.output.push_str(line);
            last.output.push('\n');
        }
    }
    found
}

#[test]
fn examples_print_what_the_book_shows() {
    let mut ran = 0;
    for page in pages() {
        for example in examples(&fs::read_to_string(&page).unwrap()) {
            let mut command = Command::new(env!("CARGO_BIN_EXE_linklint"));
            let output = command.args(&example.arguments).current_dir(root()).env("NO_COLOR", "1").output().unwrap();
            let printed = [output.stdout, output.stderr].concat();
            let printed = String::from_utf8(printed).unwrap();
            assert_eq!(printed, example.output, "{}: linklint {}", page.display(), example.arguments.join(" "));
            ran += 1;
        }
    }
    assert!(ran >= 4, "{ran} examples were found");
}

/// The lines that a page shows as calls of the program, from the program's name to what explains them.
fn calls(text: &str) -> Vec<Vec<String>> {
    let starts = ["    linklint", "    cargo linklint", "- run: linklint", "script: linklint"];
    let left_out = regex::Regex::new(r"\[(?:[^\[\]]|\[[^\]]*\])*\]…?|…").unwrap();
    let mut found = Vec::new();
    for line in text.lines() {
        let Some(at) = starts.iter().find_map(|start| line.find(start).map(|at| at + start.len() - "linklint".len()))
        else {
            continue;
        };
        // Two blanks, a comment or a redirection end the call; brackets hold what may be left out.
        let call = line[at..].split("  ").next().unwrap_or_default().split(['#', '>']).next().unwrap_or_default();
        let call = left_out.replace_all(call, "").into_owned();
        found.push(call.split_whitespace().map(|word| word.replace("SHELL", "bash")).collect());
    }
    found
}

#[test]
fn calls_in_the_book_are_understood() {
    use clap::CommandFactory as _;
    let mut seen = 0;
    for page in pages() {
        for call in calls(&fs::read_to_string(&page).unwrap()) {
            let parsed = linklint::cli::Cli::command().try_get_matches_from(&call);
            assert!(parsed.is_ok(), "{}: {}: {}", page.display(), call.join(" "), parsed.unwrap_err());
            seen += 1;
        }
    }
    assert!(seen >= 30, "{seen} calls were found");
}

/// The first indented block of a page that has a text, without its indentation.
fn block(page: &str, part: &str) -> String {
    let text = fs::read_to_string(root().join(page)).unwrap();
    let mut blocks: Vec<String> = vec![String::new()];
    for line in text.lines() {
        match line.strip_prefix("    ") {
            Some(code) => blocks.last_mut().unwrap().extend([code, "\n"]),
            None if line.is_empty() => blocks.last_mut().unwrap().push('\n'),
            None => blocks.push(String::new()),
        }
    }
    blocks.into_iter().find(|block| block.contains(part)).unwrap_or_else(|| panic!("{page} shows no `{part}`"))
}

fn run(folder: &Path, args: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_linklint"));
    let output = command.args(args).current_dir(folder).env("NO_COLOR", "1").output().unwrap();
    (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

fn put(folder: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

#[test]
fn the_configuration_that_the_book_shows_is_taken() {
    let dir = tempfile::tempdir().unwrap();
    let rule = fs::read_to_string(root().join("examples/rules/plugin-without-core/rule.toml")).unwrap();
    put(
        dir.path(),
        &[
            ("linklint.toml", &block("docs/reference/configuration.md", "fail-on = ")),
            ("linklint-baseline.json", "{ \"version\": 1, \"findings\": [] }"),
            ("tools/linklint/plugin-without-core/rule.toml", &rule),
            ("libs/metal/CMakeLists.txt", "project(metal C)\n"),
            ("CMakeLists.txt", "cmake_minimum_required(VERSION 3.20)\nproject(p C)\nfind_package(Metal)\n"),
        ],
    );
    let (code, shown) = run(dir.path(), &["config", "show"]);
    assert!(code == Some(0) && shown.contains("missing-export-dynamic"), "{shown}");
    assert_eq!(run(dir.path(), &["check"]).0, Some(0), "{:?}", run(dir.path(), &["check"]));
}

#[test]
fn the_suppression_that_the_book_shows_suppresses() {
    let dir = tempfile::tempdir().unwrap();
    let line = block("docs/getting-started.md", "# linklint: allow(");
    let lists = format!("cmake_minimum_required(VERSION 3.20)\nproject(p C)\nadd_executable(host a.c)\n{line}");
    put(dir.path(), &[("CMakeLists.txt", &lists), ("a.c", "int main(void) { return 0; }\n")]);
    let (code, text) = run(dir.path(), &["--format", "concise"]);
    assert_eq!((code, text.as_str()), (Some(0), "no findings; 1 suppressed\n"));
}

#[test]
fn the_targets_that_the_book_shows_call_the_program() {
    let dir = tempfile::tempdir().unwrap();
    let lists = format!(
        "cmake_minimum_required(VERSION 3.20)\nproject(p C)\n{}",
        block("docs/reference/hooks.md", "find_program(LINKLINT")
    );
    put(dir.path(), &[("CMakeLists.txt", &lists)]);
    assert_eq!(run(dir.path(), &["check"]).0, Some(0));
    let (_, model) = run(dir.path(), &["model", ".", "--all-configurations"]);
    let model: serde_json::Value = serde_json::from_str(&model).unwrap();
    let (test, target) = (&model["tests"][0], &model["targets"][0]);
    assert_eq!((&test["command"], &target["name"]), (&"add_test".into(), &"linklint".into()), "{model:#}");
    assert_eq!(target["definitions"][0]["condition"], "LINKLINT found");
}

#[test]
fn the_action_has_the_inputs_that_the_book_shows() {
    let action = fs::read_to_string(root().join("action.yml")).unwrap();
    let shown = block("docs/reference/hooks.md", "changed-since: ");
    let given = shown.split("with:\n").nth(1).unwrap();
    let inputs: Vec<&str> =
        given.lines().filter_map(|line| line.trim().split_once(':')).map(|(name, _)| name).collect();
    assert_eq!(inputs, ["sarif", "changed-since"]);
    for input in inputs {
        assert!(action.contains(&format!("\n  {input}:\n")), "action.yml has no input {input}");
    }
}

#[test]
fn every_page_is_in_the_summary() {
    let summary = fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    let docs = root().join("docs");
    for page in pages().iter().filter_map(|page| page.strip_prefix(&docs).ok()) {
        assert!(summary.contains(&format!("({})", page.display())), "{} is not in docs/SUMMARY.md", page.display());
    }
}

#[test]
fn links_lead_to_files() {
    let pages = pages().into_iter().chain([root().join("docs/SUMMARY.md")]).chain(rule_pages());
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let path = link.split('#').next().unwrap_or(link);
            if !path.is_empty() && !path.contains("://") && !path.contains(' ') {
                let target: &Path = &page.parent().unwrap().join(path);
                assert!(target.exists(), "{}: {link}", page.display());
            }
        }
    }
}

fn rule_pages() -> Vec<PathBuf> {
    let folders = fs::read_dir(root().join("rules")).unwrap().map(|entry| entry.unwrap().path());
    folders.map(|folder| folder.join("README.md")).collect()
}
