//! Rows of `testdata/strings.jsonl` were printed by cmake 4.4.4, see there.
use super::super::Value;
use super::super::regex::Search;
use super::*;
use proptest::prelude::*;
use std::collections::BTreeMap;

fn one_line(message: &str) -> String {
    format!("error: {}", message.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn apply(variables: &mut BTreeMap<String, Value>, outcome: &Outcome) {
    let count = match variables.get("CMAKE_MATCH_COUNT") {
        Some(Value::Text(text)) => Some(text.clone()),
        _ => None,
    };
    variables.extend(outcome.all_writes(count.as_deref()));
}

fn state(value: Option<&str>, before: Option<&str>, search: Search, arguments: &[&str]) -> String {
    let mut variables = BTreeMap::new();
    if let Some(value) = value {
        variables.insert("v".to_owned(), Value::Text(value.to_owned()));
    }
    if let Some(pattern) = before {
        apply(&mut variables, &run(&["REGEX", "MATCH", pattern, "ignored", "ac"], None, search).unwrap());
    }
    match run(arguments, value, search) {
        Err(message) | Ok(Outcome { error: Some(message), .. }) => return one_line(&message),
        Ok(outcome) => apply(&mut variables, &outcome),
    }
    let order = ["v", "o", "e"].iter().map(|n| (*n).to_owned());
    let matches = (0..10).map(|n| format!("CMAKE_MATCH_{n}")).chain(["CMAKE_MATCH_COUNT".to_owned()]);
    let line = |name: String| match variables.get(&name)? {
        Value::Text(text) => Some(format!("{name}={text}")),
        other => Some(format!("{name}={other:?}")),
    };
    order.chain(matches).filter_map(line).collect::<Vec<_>>().join("|")
}

#[test]
fn calls_do_what_cmake_does() {
    type Row = (Option<String>, Option<String>, bool, Vec<String>, String);
    let mut wrong = Vec::new();
    let lines = include_str!("../testdata/strings.jsonl").lines().filter(|line| !line.starts_with('#'));
    let rows: Vec<Row> = lines.map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(rows.len() > 500);
    for (value, before, new_anchor, arguments, expected) in &rows {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let search = if *new_anchor { Search::AnchorOnce } else { Search::AnchorEach };
        let mut actual = state(value.as_deref(), before.as_deref(), search, &arguments);
        // The rest of the message differs between the versions and is ours.
        if expected.ends_with("failed parsing json string:") {
            actual.truncate(expected.len());
        }
        if actual.trim_end() != expected.trim_end() {
            wrong.push(format!("{arguments:?}\n  expected {expected:?}\n  actual   {actual:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn texts_with_opaque_parts_are_not_counted() {
    let text = "a\u{f0001}b";
    let unknown = |arguments: &[&str]| {
        let outcome = run(arguments, None, Search::AnchorEach).unwrap();
        matches!(outcome.writes[0].1, Value::Unknown(_))
    };
    for arguments in [
        &["LENGTH", text, "o"][..],
        &["SUBSTRING", text, "0", "1", "o"],
        &["FIND", text, "b", "o"],
        &["FIND", text, "z", "o"],
        &["FIND", text, "a", "o", "REVERSE"],
        &["HEX", text, "o"],
        &["MD5", "o", text],
        &["MAKE_C_IDENTIFIER", text, "o"],
        &["RANDOM", "o"],
        &["TIMESTAMP", "o"],
        &["CONFIGURE", "@a@", "o"],
        &["REPEAT", "aa", "99999999999", "o"],
        &["SUBSTRING", "é", "0", "1", "o"],
    ] {
        assert!(unknown(arguments), "{arguments:?}");
    }
    assert_eq!(run(&["FIND", text, "a", "o"], None, Search::AnchorEach).unwrap(), Outcome::set("o", "0"));
}

#[test]
fn array_split_gives_elements_which_survive_as_a_list() {
    let outcome = run(&["JSON", "o", "ARRAY_SPLIT", r#"["a;b","[c]",{"d":[1,2]}]"#], None, Search::AnchorEach);
    assert_eq!(outcome.unwrap(), Outcome::set("o", r#""a\;b";"\u005Bc\u005D";{"d":[1,2]}"#));
}

#[test]
fn what_would_be_too_long_is_unknown() {
    let unknown = |arguments: &[&str]| {
        let outcome = run(arguments, None, Search::AnchorEach).unwrap();
        matches!(outcome.writes[0].1, Value::Unknown(_))
    };
    let long = "a".repeat(20_000);
    let parts = vec!["x"; 20_000];
    assert!(unknown(&["REPLACE", "a", &long, "o", &long]));
    assert!(unknown(&["REGEX", "REPLACE", "a", &long, "o", &long]));
    assert!(unknown(&[&["JOIN", &long, "o"][..], &parts].concat()));
    let list = long.replace('a', "a;");
    let outcome =
        super::super::list::run(&["TRANSFORM", "l", "APPEND", &long], Some(&list), Search::AnchorEach).unwrap();
    assert!(matches!(outcome.writes[0].1, Value::Unknown(_)));
    let deep = format!("{}{}0{}", "[".repeat(900), "0,".repeat(50_000), "]".repeat(900));
    assert!(unknown(&["JSON", "o", "GET_RAW", &deep]));
    assert!(!unknown(&["JSON", "o", "LENGTH", &deep]));
    let too_deep = "[".repeat(100_000);
    assert!(run(&["JSON", "o", "TYPE", &too_deep], None, Search::AnchorEach).unwrap().error.is_some());
}

proptest! {
    #[test]
    fn no_call_panics(arguments in prop::collection::vec(
        prop_oneof!["[a-c0-9;$<>:\\[\\]{}\",\\\\é-]{0,8}", Just("REGEX".to_owned()), Just("MATCHALL".to_owned()),
            Just("JSON".to_owned()), Just("GET".to_owned()), Just("SUBSTRING".to_owned()), Just("UUID".to_owned()),
            Just("FIND".to_owned()), Just("REPEAT".to_owned()), Just("ASCII".to_owned())], 0..7)) {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let _ = run(&arguments, None, Search::AnchorEach);
    }

    #[test]
    fn written_json_reads_back(text in "[\\[\\]{}:,0-9a\" .e-]{0,20}") {
        if let Ok(value) = super::super::json::read(&text) {
            prop_assert_eq!(super::super::json::read(&value.styled().unwrap()).unwrap(), value.clone());
            prop_assert_eq!(super::super::json::read(&value.compact().unwrap()).unwrap(), value);
        }
    }

    #[test]
    fn a_quoted_text_matches_itself(text in "[ab.*+?^$()|\\[\\]\\\\{}é-]{1,12}") {
        let pattern = regex_quote(&text);
        let matches = Regex::new(&pattern).unwrap().captures(&text).unwrap();
        prop_assert_eq!(matches.group(0), text);
    }
}
