//! Random calls of pure commands do what CMake does; the expected values are CMake's, see the fixture's first lines.

#![allow(clippy::unwrap_used, reason = "what a test does not get stops it")]

use std::collections::BTreeMap;

use linklint::cmake::lang::regex::Search;
use linklint::cmake::lang::{Outcome, Value, arguments, condition, list, math, path, string};

fn run(command: &str, value: Option<&str>, words: &[&str]) -> Result<Outcome, String> {
    match command {
        "string" => string::run(words, value, Search::AnchorEach),
        "string41" => string::run(words, value, Search::AnchorOnce),
        "list" => list::run(words, value, Search::AnchorEach),
        "math" => math::run(words),
        "cmake_path" => path::cmake_path(words, value, "/source"),
        "file" => path::file_path_command(words),
        "get_filename_component" => path::get_filename_component(words, "/source"),
        "separate_arguments" => arguments::separate_arguments(words),
        other => panic!("{other}"),
    }
}

fn state(command: &str, value: Option<&str>, words: &[&str]) -> String {
    let outcome = match run(command, value, words) {
        Err(message) | Ok(Outcome { error: Some(message), .. }) => {
            return format!("error: {}", message.split_whitespace().collect::<Vec<_>>().join(" "));
        }
        Ok(outcome) => outcome,
    };
    let mut variables = BTreeMap::new();
    variables.extend(value.map(|text| ("l".to_owned(), Value::Text(text.to_owned()))));
    variables.extend(outcome.all_writes(None));
    let matches = (0..10).map(|n| format!("CMAKE_MATCH_{n}")).chain(["CMAKE_MATCH_COUNT".to_owned()]);
    let line = |name: String| match variables.get(&name)? {
        Value::Text(text) => Some(format!("{name}={text}")),
        Value::Unset => None,
        Value::Unknown(reason) => Some(format!("{name}: {reason}")),
    };
    ["l", "o"].map(str::to_owned).into_iter().chain(matches).filter_map(line).collect::<Vec<_>>().join("|")
}

/// The truth of `if(left operator right)`, of a variable with a value, and of the value as a quoted constant.
fn truths(value: &str, words: &[&str]) -> String {
    let [left, operator, right] = words else { panic!("{words:?}") };
    let holds = condition::Operator::from_keyword(operator).unwrap().holds(left, right);
    let constant = condition::constant(value).unwrap_or(false);
    [holds, condition::variable_truth(value), constant].map(|truth| if truth { '1' } else { '0' }).iter().collect()
}

#[test]
fn random_calls_do_what_cmake_does() {
    let lines = include_str!("../../src/cmake/lang/testdata/calls.jsonl").lines().filter(|line| !line.starts_with('#'));
    let mut count = 0;
    let mut wrong = Vec::new();
    for line in lines {
        let (command, value, words, expected): (String, Option<String>, Vec<String>, String) =
            serde_json::from_str(line).unwrap();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let actual = match command.as_str() {
            "if" => truths(value.as_deref().unwrap_or_default(), &words),
            command => state(command, value.as_deref(), &words),
        };
        if actual.trim_end() != expected.trim_end() {
            wrong.push(format!("{line}\n    {actual}"));
        }
        count += 1;
    }
    assert!(count > 1000 && wrong.is_empty(), "{} of {count} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
