//! Expected values were printed by cmake 3.25.1, and by 4.4.4 where empty matches are involved.
use super::*;
use proptest::prelude::*;

fn all(pattern: &str, text: &str) -> Vec<String> {
    Regex::new(pattern).unwrap().find_all(text, Search::AnchorEach).unwrap().texts
}

fn replace(pattern: &str, with: &str, text: &str) -> String {
    let replacement = Replacement::parse(with).unwrap();
    Regex::new(pattern).unwrap().replace_all(text, &replacement, Search::AnchorEach).unwrap().unwrap().text
}

#[test]
fn special_characters_are_few() {
    assert_eq!(all("a{2}", "aa a{2}"), ["a{2}"]);
    assert_eq!(all("\\d+", "12 dd"), ["dd"]);
    assert_eq!(all("[\\d]+", "12d\\d"), ["d\\d"]);
    assert_eq!(all("[]a]+", "x]a]"), ["]a]"]);
    assert_eq!(all("[^]a]+", "x]a]y"), ["x", "y"]);
    assert_eq!(all("[a-c-e]+", "abcdef-"), ["abcde"]);
    assert_eq!(all("[+--]+", "+,-."), ["+,-"]);
    assert_eq!(all("[a&&b~[]+", "a&b~[c"), ["a&b~["]);
    assert_eq!(all("a]", "a]"), ["a]"]);
    assert_eq!(all(".", "a\nb"), ["a", "\n", "b"]);
    assert_eq!(all("a$", "a\na"), ["a"]);
}

#[test]
fn bad_patterns_are_refused() {
    for pattern in ["a**", "a+?", "*a", "(a", "a)", "[a", "[]", "a\\", "(a?)*", "^*", "(|a)+", "[b-a]", "()+"] {
        assert!(Regex::new(pattern).is_err(), "{pattern}");
    }
    assert!(Regex::new(&format!("{}a{}", "(".repeat(31), ")".repeat(31))).is_ok());
    assert!(Regex::new(&format!("{}a{}", "(".repeat(32), ")".repeat(32))).is_err());
    assert!(Regex::new(&"ab".repeat(40_000)).is_err());
    assert_eq!(Regex::new("a**").unwrap_err(), "Nested *?+.");
}

#[test]
fn alternatives_are_tried_in_order() {
    assert_eq!(all("a|ab", "abab"), ["a", "a"]);
    assert_eq!(all("(a|ab)(c|bcd)(d*)", "abcd"), ["abcd"]);
    let matches = Regex::new("(a|ab)(c|bcd)(d*)").unwrap().captures("abcd").unwrap();
    assert_eq!([matches.group(1), matches.group(2), matches.group(3)], ["a", "bcd", ""]);
    let matches = Regex::new("((a)|b)*").unwrap().captures("ab").unwrap();
    assert_eq!([matches.group(0), matches.group(1), matches.group(2)], ["ab", "b", "a"]);
}

#[test]
fn the_anchor_follows_the_policy() {
    let regex = Regex::new("^a").unwrap();
    assert_eq!(regex.find_all("aaa", Search::AnchorEach).unwrap().texts, ["a", "a", "a"]);
    assert_eq!(regex.find_all("aaa", Search::AnchorOnce).unwrap().texts, ["a"]);
    assert_eq!(all("a^b", "a^b").len(), 0);
}

#[test]
fn empty_matches_advance_as_in_cmake_4_4() {
    assert_eq!(all("a*", "baab"), ["", "aa", "", ""]);
    assert_eq!(replace("(|b)", "x", "baab"), "xxxaxaxxx");
    assert_eq!(replace("", "-", "ab"), "-a-b-");
}

#[test]
fn replacements_use_groups_and_three_escapes() {
    assert_eq!(replace("(a)(b)?", "<\\2\\1\\0>", "abxa"), "<baab>x<aa>");
    assert_eq!(replace("a", "\\n\\\\", "a"), "\n\\");
    assert_eq!(Replacement::parse("a\\").unwrap_err(), "replace-expression ends in a backslash");
    assert_eq!(Replacement::parse("\\t").unwrap_err(), "Unknown escape \"\\t\" in replace-expression");
    let error = Regex::new("a").unwrap().replace_all("a", &Replacement::parse("\\1").unwrap(), Search::default());
    assert_eq!(error.unwrap_err(), "replace expression \"\\1\" contains an out-of-range escape for regex \"a\"");
}

#[test]
fn match_variables_are_stored_and_cleared() {
    let text = |writes: Vec<Write>| {
        let line = |(name, value): Write| match value {
            Value::Text(text) => format!("{}={text}", name.trim_start_matches("CMAKE_MATCH_")),
            other => format!("{other:?}"),
        };
        writes.into_iter().map(line).collect::<Vec<_>>().join(" ")
    };
    let matches = Regex::new("(a)(b)?(c)").unwrap().captures("ac").unwrap();
    assert_eq!(text(matches.writes(None)), "0=ac 1=a 3=c COUNT=3");
    assert_eq!(text(matches.writes(Some("5"))), "0=ac 1=a 2= 3=c 4= 5= COUNT=3");
    assert_eq!(text(Matches::default().writes(Some("1"))), "0= 1= COUNT=0");
    assert_eq!(text(Matches::default().writes(None)), "");
    let found = Regex::new("(a)|(b)").unwrap().find_all("ba", Search::AnchorEach).unwrap();
    assert_eq!(text(found.last.unwrap().writes(None)), "0=a 1=a 2= COUNT=1");
}

proptest! {
    #[test]
    fn no_pattern_and_no_text_panics(pattern in "[a-c(){}|*+?.^$\\[\\]\\\\&~é-]{0,16}", text in "[a-cé\\n]{0,12}") {
        if let Ok(regex) = Regex::new(&pattern) {
            for search in [Search::AnchorEach, Search::AnchorOnce] {
                let found = regex.find_all(&text, search).unwrap();
                prop_assert_eq!(found.texts.is_empty(), !regex.is_match(&text));
                let whole = Replacement::parse("\\0").unwrap();
                prop_assert_eq!(regex.replace_all(&text, &whole, search).unwrap().unwrap().text, text.clone());
            }
        }
    }

    #[test]
    fn our_matcher_agrees_with_the_crate(pattern in "[a-c()|*+?.^$]{0,12}", text in "[a-c]{0,8}") {
        if let Ok(regex) = Regex::new(&pattern) {
            let ours = regex.find_nonempty(&text, 0, Search::AnchorOnce).unwrap();
            let theirs = regex.find_at(&text, 0, Search::AnchorOnce);
            match theirs {
                Some(slots) if slots[1] == Some(0) => prop_assert_ne!(ours.and_then(|s| s[1]), Some(0)),
                theirs => prop_assert_eq!(ours, theirs),
            }
        }
    }

    #[test]
    fn symbols_are_ordinary_characters(pattern in "[a\u{f0000}-\u{f00ff}]{1,4}", before in "[b\u{100000}]{0,3}") {
        let text = format!("{before}{pattern}{before}");
        prop_assert!(Regex::new(&pattern).unwrap().is_match(&text));
    }
}
