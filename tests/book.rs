//! The book: its examples do what they say, its pages are listed, and its links lead somewhere.
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
        match line.strip_prefix("$ linklint") {
            Some(arguments) => {
                let arguments = arguments.split_whitespace().map(str::to_owned).collect();
                found.push(Example { arguments, output: String::new() });
            }
            None => {
                let last = found.last_mut().expect("a block begins with a command");
                last.output.push_str(line);
                last.output.push('\n');
            }
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
