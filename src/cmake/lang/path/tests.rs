//! Rows of `testdata/paths.jsonl` were printed by cmake 4.4.4, see there.
use super::super::{Outcome, Value};
use super::*;
use proptest::prelude::*;

/// The state of `p` and `o` after a call, as `name=value` joined by `|`, or the message in one line.
fn state(value: Option<&str>, outcome: Result<Outcome, String>) -> String {
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(message) => return format!("error: {}", message.split_whitespace().collect::<Vec<_>>().join(" ")),
    };
    let mut variables = std::collections::BTreeMap::new();
    if let Some(value) = value {
        variables.insert("p".to_owned(), Value::Text(value.to_owned()));
    }
    variables.extend(outcome.all_writes(None));
    let line = |name: &str| match variables.get(name)? {
        Value::Text(text) => Some(format!("{name}={text}")),
        other => Some(format!("{name}={other:?}")),
    };
    ["p", "o"].into_iter().filter_map(line).collect::<Vec<_>>().join("|")
}

#[test]
fn calls_do_what_cmake_does() {
    let mut count = 0;
    let mut wrong = Vec::new();
    for line in include_str!("../testdata/paths.jsonl").lines().filter(|line| !line.starts_with('#')) {
        let (value, command, arguments, expected): (Option<String>, String, Vec<String>, String) =
            serde_json::from_str(line).unwrap();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let outcome = match command.as_str() {
            "cmake_path" => cmake_path(&arguments, value.as_deref(), "/source"),
            "file" => file_path_command(&arguments),
            _ => get_filename_component(&arguments, "/source"),
        };
        let actual = state(value.as_deref(), outcome);
        if actual != expected {
            wrong.push(format!("{line}\n    {actual}"));
        }
        count += 1;
    }
    assert!(wrong.is_empty() && count > 500, "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_depends_on_the_machine_is_unknown() {
    let hash = cmake_path(&["HASH", "p", "o"], Some("a"), "/").unwrap();
    assert!(matches!(hash.writes[0].1, Value::Unknown(_)));
    let program = get_filename_component(&["o", "cc -g", "PROGRAM"], "/").unwrap();
    assert!(matches!(program.writes[0].1, Value::Unknown(_)));
}

proptest! {
    #[test]
    fn full_paths_are_absolute_and_stay_as_they_are(path in "[a./\\\\~:é]{0,12}") {
        let full = join_full_path("/base/dir", &path);
        prop_assert!(is_absolute(&full) || full.get(1..2) == Some(":"), "{}", full);
        prop_assert_eq!(collapse(&full), full);
    }

    #[test]
    fn a_relative_path_leads_back(from in "/[ab./]{0,8}", to in "/[ab./]{0,8}") {
        let way = relative(&from, &to).unwrap();
        let (there, wanted) = (collapse(&join_full_path(&from, &way)), collapse(&to));
        prop_assert_eq!(there.trim_start_matches('/'), wanted.trim_start_matches('/'));
    }

    #[test]
    fn parts_make_up_the_path(path in "[ab./é]{0,12}") {
        prop_assert_eq!(format!("{}{}", lexical::remove_filename(&path), lexical::filename(&path)), path.clone());
        for last_only in [false, true] {
            let name = format!("{}{}", lexical::stem(&path, last_only), lexical::extension(&path, last_only));
            prop_assert!(lexical::filename(&path).starts_with(lexical::stem(&path, last_only)));
            prop_assert!(name.len() <= lexical::filename(&path).len() + 8);
        }
        let normal = lexical::normal(&path);
        prop_assert_eq!(lexical::normal(&normal), normal);
    }
}
