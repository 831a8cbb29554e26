//! Every row was printed by cmake 4.4.4 and, but for the wording of two messages, by 3.25.1.
use super::super::{Value, regex::Search};
use super::run;

/// The value of the variable `l`, the call, and the variables after it (or the message).
type Row = (Option<&'static str>, &'static [&'static str], &'static str);

/// The state of the watched variables after a call, as `name=value` joined by `|`.
fn state(value: Option<&str>, arguments: &[&str]) -> String {
    let outcome = match run(arguments, value, Search::AnchorEach) {
        Ok(outcome) => outcome,
        Err(message) => return format!("error: {message}"),
    };
    let mut variables = std::collections::BTreeMap::new();
    if let Some(value) = value {
        variables.insert("l".to_owned(), Value::Text(value.to_owned()));
    }
    variables.extend(outcome.all_writes(None));
    let shown = ["l", "x", "y", "CMAKE_MATCH_COUNT", "CMAKE_MATCH_0"];
    let line = |name: &&str| match variables.get(*name)? {
        Value::Text(text) => Some(format!("{name}={text}")),
        Value::Unset => None,
        Value::Unknown(reason) => Some(format!("{name}: {reason}")),
    };
    shown.iter().filter_map(line).collect::<Vec<_>>().join("|")
}

#[test]
fn calls_do_what_cmake_does() {
    for (value, arguments, expected) in ROWS {
        assert_eq!(&state(*value, arguments), expected, "list({arguments:?}) on {value:?}");
    }
}

#[test]
fn functions_of_the_project_make_the_result_unknown() {
    for arguments in [
        &["TRANSFORM", "l", "APPLY", "f"][..],
        &["TRANSFORM", "l", "TOUPPER", "PREDICATE", "f"],
        &["FILTER", "l", "INCLUDE", "PREDICATE", "f"],
        &["SORT", "l", "COMPARATOR", "f"],
    ] {
        assert_eq!(state(Some("b;a"), arguments), "l: the result comes from calls of a function");
    }
}

#[rustfmt::skip]
const ROWS: &[Row] = &[
    (Some("a;b;c;d"), &["LENGTH", "l", "x"], "l=a;b;c;d|x=4"),
    (Some(""), &["LENGTH", "l", "x"], "l=|x=0"),
    (None, &["LENGTH", "l", "x"], "x=0"),
    (Some(";"), &["LENGTH", "l", "x"], "l=;|x=2"),
    (Some("a;b;c;d"), &["LENGTH", "l"], "error: list sub-command LENGTH requires two arguments."),
    (Some("a;b;c;d"), &["GET", "l", "0", "-1", "x"], "l=a;b;c;d|x=a;d"),
    (Some("a;b;c;d"), &["GET", "l", "4", "x"], "error: list index: 4 out of range (-4, 3)"),
    (Some("a;b;c;d"), &["GET", "l", "-5", "x"], "error: list index: -5 out of range (-4, 3)"),
    (None, &["GET", "l", "0", "x"], "x=NOTFOUND"),
    (Some(""), &["GET", "l", "0", "x"], "error: list GET given empty list"),
    (Some("a;b;c;d"), &["GET", "l", "0x", "x"], "error: list index: 0x is not a valid index"),
    (Some("a;b;c;d"), &["GET", "l", "x"], "error: list sub-command GET requires at least three arguments."),
    (Some("a;b;c;d"), &["GET", "l", " 1", "x"], "l=a;b;c;d|x=b"),
    (Some("a;b\\;c;d"), &["GET", "l", "1", "x"], "l=a;b\\;c;d|x=b;c"),
    (Some("a;[b;c];d"), &["GET", "l", "1", "x"], "l=a;[b;c];d|x=[b;c]"),
    (Some("a;b;c;d"), &["FIND", "l", "c", "x"], "l=a;b;c;d|x=2"),
    (Some("a;b;c;d"), &["FIND", "l", "z", "x"], "l=a;b;c;d|x=-1"),
    (None, &["FIND", "l", "c", "x"], "x=-1"),
    (Some(";a"), &["FIND", "l", "", "x"], "l=;a|x=0"),
    (Some("a;b;c;d"), &["APPEND", "l"], "l=a;b;c;d"),
    (Some("a;b;c;d"), &["APPEND", "l", "x", "y;z"], "l=a;b;c;d;x;y;z"),
    (Some(""), &["APPEND", "l", ""], "l="),
    (None, &["APPEND", "l", "q"], "l=q"),
    (Some("a;b;c;d"), &["PREPEND", "l", "x", "y"], "l=x;y;a;b;c;d"),
    (Some(""), &["PREPEND", "l", "a", ""], "l=a;"),
    (Some("a;b;c;d"), &["POP_BACK", "l"], "l=a;b;c"),
    (Some("a;b;c;d"), &["POP_BACK", "l", "x", "y"], "l=a;b|x=d|y=c"),
    (Some("a"), &["POP_BACK", "l", "x", "y"], "l=|x=a"),
    (Some(""), &["POP_BACK", "l", "x"], "l="),
    (None, &["POP_BACK", "l", "x"], ""),
    (Some("a;b;c;d"), &["POP_FRONT", "l", "x"], "l=b;c;d|x=a"),
    (Some("a;b;c;d"), &["POP_FRONT", "l"], "l=b;c;d"),
    (Some("a;b;c;d"), &["INSERT", "l", "0", "x"], "l=x;a;b;c;d"),
    (Some("a;b;c;d"), &["INSERT", "l", "-1", "x", "y;z"], "l=a;b;c;x;y;z;d"),
    (Some("a;b;c;d"), &["INSERT", "l", "4", "x"], "l=a;b;c;d;x"),
    (Some("a;b;c;d"), &["INSERT", "l", "5", "x"], "error: list index: 5 out of range (-4, 4)"),
    (Some("a;b;c;d"), &["INSERT", "l", "-5", "x"], "error: list index: -5 out of range (-4, 4)"),
    (Some(""), &["INSERT", "l", "0", "x"], "l=x"),
    (Some(""), &["INSERT", "l", "1", "x"], "error: list index: 1 out of range (0, 0)"),
    (None, &["INSERT", "l", "0", "x"], "l=x"),
    (Some("a;b;c;d"), &["INSERT", "l", "0"], "error: list sub-command INSERT requires at least three arguments."),
    (Some("a;b;c;d"), &["JOIN", "l", "-", "x"], "l=a;b;c;d|x=a-b-c-d"),
    (Some(""), &["JOIN", "l", "-", "x"], "l=|x="),
    (None, &["JOIN", "l", "-", "x"], "x="),
    (Some("a;b;c;d"), &["JOIN", "l", "x"], "error: list sub-command JOIN requires three arguments (2 found)."),
    (Some("a;b;c;d"), &["REMOVE_ITEM", "l", "a", "c", "q"], "l=b;d"),
    (Some("a;b;c;d"), &["REMOVE_ITEM", "l"], "l=a;b;c;d"),
    (Some(";a;"), &["REMOVE_ITEM", "l", ""], "l=a"),
    (Some("a;b;c;d"), &["REMOVE_AT", "l", "0", "-1", "0"], "l=b;c"),
    (Some("a;b;c;d"), &["REMOVE_AT", "l", "4"], "error: list index: 4 out of range (-4, 3)"),
    (Some(""), &["REMOVE_AT", "l", "0", "2"], "error: list index: l, 0, 2 out of range (0, 0)"),
    (Some("a;b;c;d"), &["REMOVE_AT", "l"], "error: list sub-command REMOVE_AT requires at least two arguments."),
    (Some("a;b;c;d"), &["REMOVE_AT", "l", "z"], "error: list index: z is not a valid index"),
    (Some("a;b;a;;c;"), &["REMOVE_DUPLICATES", "l"], "l=a;b;;c"),
    (Some("a\\;b;c"), &["REMOVE_DUPLICATES", "l"], "l=a;b;c"),
    (Some("a;b;c;d"), &["REMOVE_DUPLICATES", "l", "x"], "error: list sub-command REMOVE_DUPLICATES only takes one argument."),
    (None, &["REMOVE_DUPLICATES", "l"], ""),
    (Some("a;b;c;d"), &["REVERSE", "l"], "l=d;c;b;a"),
    (Some(""), &["REVERSE", "l"], "l="),
    (Some("a;b;c;d"), &["REVERSE", "l", "x"], "error: list sub-command REVERSE only takes one argument."),
    (Some("a;b;c;d"), &["SUBLIST", "l", "1", "2", "x"], "l=a;b;c;d|x=b;c"),
    (Some("a;b;c;d"), &["SUBLIST", "l", "1", "-1", "x"], "l=a;b;c;d|x=b;c;d"),
    (Some("a;b;c;d"), &["SUBLIST", "l", "4", "1", "x"], "error: list begin index: 4 is out of range 0 - 3"),
    (Some("a;b;c;d"), &["SUBLIST", "l", "-1", "1", "x"], "error: list begin index: -1 is out of range 0 - 3"),
    (Some("a;b;c;d"), &["SUBLIST", "l", "1", "-2", "x"], "error: list length: -2 should be -1 or greater"),
    (Some(""), &["SUBLIST", "l", "9", "9", "x"], "l=|x="),
    (Some("a;b;c;d"), &["SUBLIST", "l", "3", "9", "x"], "l=a;b;c;d|x=d"),
    (Some("a;b;c;d"), &["SUBLIST", "l", "0", "0", "x"], "l=a;b;c;d|x="),
    (Some("a;b;c;d"), &["SUBLIST", "l", "0", "x"], "error: list sub-command SUBLIST requires four arguments (3 found)."),
    (Some("a;b;c;d"), &["FILTER", "l", "INCLUDE", "REGEX", "[ab]"], "l=a;b"),
    (Some("a;b;c;d"), &["FILTER", "l", "EXCLUDE", "REGEX", "^a$"], "l=b;c;d"),
    (Some("a;b;c;d"), &["FILTER", "l", "NO", "REGEX", "a"], "error: list sub-command FILTER does not recognize operator NO"),
    (Some("a;b;c;d"), &["FILTER", "l", "INCLUDE", "GLOB", "a"], "error: list sub-command FILTER does not recognize mode GLOB"),
    (Some("a;b;c;d"), &["FILTER", "l", "INCLUDE", "REGEX", "a**"], "error: list sub-command FILTER, mode REGEX failed to compile regex \"a**\"."),
    (Some("a;b;c;d"), &["FILTER", "l", "INCLUDE", "REGEX"], "error: list sub-command FILTER, mode REGEX requires five arguments."),
    (Some("a;b;c;d"), &["FILTER", "l", "INCLUDE"], "error: list sub-command FILTER requires a mode to be specified."),
    (Some("a;b;c;d"), &["FILTER", "l"], "error: list sub-command FILTER requires an operator to be specified."),
    (Some("a10;a9;B1;a1;b;A2;a01;x/a0"), &["SORT", "l", "COMPARE", "NATURAL"], "l=A2;B1;a01;a1;a9;a10;b;x/a0"),
    (Some("a10;a9;B1;a1;b;A2;a01;x/a0"), &["SORT", "l", "COMPARE", "STRING"], "l=A2;B1;a01;a1;a10;a9;b;x/a0"),
    (Some("a10;a9;B1;a1;b;A2;a01;x/a0"), &["SORT", "l", "COMPARE", "FILE_BASENAME"], "l=A2;B1;x/a0;a01;a1;a10;a9;b"),
    (Some("a10;a9;B1;a1;b;A2;a01;x/a0"), &["SORT", "l", "CASE", "INSENSITIVE"], "l=a01;a1;a10;A2;a9;b;B1;x/a0"),
    (Some("a10;a9;B1;a1;b;A2;a01;x/a0"), &["SORT", "l", "ORDER", "DESCENDING"], "l=x/a0;b;a9;a10;a1;a01;B1;A2"),
    (Some("a10;a9;B1;a1;b;A2;a01;x/a0"), &["SORT", "l", "COMPARE", "NATURAL", "ORDER", "DESCENDING", "CASE", "INSENSITIVE"], "l=x/a0;B1;b;a10;a9;A2;a1;a01"),
    (Some("a10;a9;B1;a1;b;A2;a01;x/a0"), &["SORT", "l"], "l=A2;B1;a01;a1;a10;a9;b;x/a0"),
    (Some("a10;a9;B1;a1;b;A2;a01;x/a0"), &["SORT", "l", "COMPARE", "X"], "error: list sub-command SORT value \"X\" for option \"COMPARE\" is invalid."),
    (Some("a10;a9;B1;a1;b;A2;a01;x/a0"), &["SORT", "l", "COMPARE"], "error: list sub-command SORT missing argument for option \"COMPARE\"."),
    (Some("a10;a9;B1;a1;b;A2;a01;x/a0"), &["SORT", "l", "COMPARE", "STRING", "COMPARE", "STRING"], "error: list sub-command SORT option \"COMPARE\" has been specified multiple times."),
    (Some("a10;a9;B1;a1;b;A2;a01;x/a0"), &["SORT", "l", "FOO"], "error: list sub-command SORT option \"FOO\" is unknown."),
    (Some("a10;a9;B1;a1;b;A2;a01;x/a0"), &["SORT", "l", "CASE", "STRING"], "error: list sub-command SORT value \"STRING\" for option \"CASE\" is invalid."),
    (Some("1.10;1.9;1.09;1.010;1.1;é;z"), &["SORT", "l", "COMPARE", "NATURAL"], "l=é;1.010;1.09;1.1;1.9;1.10;z"),
    (Some("é;z;a;Z"), &["SORT", "l"], "l=Z;a;z;é"),
    (None, &["SORT", "l"], ""),
    (Some("a;b;c;d"), &["TRANSFORM", "l", "APPEND", "x"], "l=ax;bx;cx;dx"),
    (Some("a;b;c;d"), &["TRANSFORM", "l", "PREPEND", "x", "AT", "1", "-1"], "l=a;xb;c;xd"),
    (Some("a;b;c;d"), &["TRANSFORM", "l", "TOUPPER", "FOR", "0", "3", "2"], "l=A;b;C;d"),
    (Some("a;b;c;d"), &["TRANSFORM", "l", "TOUPPER", "FOR", "1", "2", "OUTPUT_VARIABLE", "x"], "l=a;b;c;d|x=a;B;C;d"),
    (Some("a;b;c;d"), &["TRANSFORM", "l", "TOUPPER", "REGEX", "[bc]"], "l=a;B;C;d"),
    (Some("A;B"), &["TRANSFORM", "l", "TOLOWER"], "l=a;b"),
    (Some(" a ;\tb\n"), &["TRANSFORM", "l", "STRIP"], "l=a;b"),
    (Some("ab;bb"), &["TRANSFORM", "l", "REPLACE", "b", "<\\0>"], "l=a<b>;<b><b>|CMAKE_MATCH_COUNT=0|CMAKE_MATCH_0=b"),
    (Some("ab;cb"), &["TRANSFORM", "l", "REPLACE", "(a)b", "\\1", "REGEX", "^a"], "l=a;cb|CMAKE_MATCH_COUNT=1|CMAKE_MATCH_0=ab"),
    (Some("a;b;c;d"), &["TRANSFORM", "l", "APPEND", "x", "AT", "7"], "error: list sub-command TRANSFORM, selector AT, index: 7 out of range (-4, 3)."),
    (Some("a;b;c;d"), &["TRANSFORM", "l", "APPEND", "x", "AT", "-7"], "error: list sub-command TRANSFORM, selector AT, index: -3 out of range (-4, 3)."),
    (Some("a;b;c;d"), &["TRANSFORM", "l", "APPEND", "x", "AT", "q"], "error: list sub-command TRANSFORM, selector AT expects at least one numeric value."),
    (Some("a;b;c;d"), &["TRANSFORM", "l", "APPEND", "x", "FOR", "3", "1"], "error: list sub-command TRANSFORM, selector FOR expects <start> to be no greater than <stop> (3 > 1)"),
    (Some("a;b;c;d"), &["TRANSFORM", "l", "APPEND", "x", "FOR", "1", "2", "0"], "error: list sub-command TRANSFORM, selector FOR expects positive numeric value for <step>."),
    (Some("a;b;c;d"), &["TRANSFORM", "l", "APPEND", "x", "FOR", "1"], "error: list sub-command TRANSFORM, selector FOR expects, at least, two arguments."),
    (Some("a;b;c;d"), &["TRANSFORM", "l", "APPEND", "x", "FOR", "1", "q"], "error: list sub-command TRANSFORM, selector FOR expects, at least, two numeric values."),
    (Some("a;b;c;d"), &["TRANSFORM", "l"], "error: list sub-command TRANSFORM requires an action to be specified."),
    (Some("a;b;c;d"), &["TRANSFORM", "l", "FOO"], "error: list sub-command TRANSFORM, FOO invalid action."),
    (Some("a;b;c;d"), &["TRANSFORM", "l", "APPEND"], "error: list sub-command TRANSFORM, action APPEND expects 1 argument(s)."),
    (Some("a;b;c;d"), &["TRANSFORM", "l", "TOUPPER", "AT", "0", "REGEX", "a"], "error: list sub-command TRANSFORM, selector already specified (AT)."),
    (Some("a;b;c;d"), &["TRANSFORM", "l", "TOUPPER", "foo", "bar"], "error: list sub-command TRANSFORM, 'foo bar': unexpected argument(s)."),
    (Some("a;b;c;d"), &["TRANSFORM", "l", "REPLACE", "a**", "b"], "error: list sub-command TRANSFORM, action REPLACE: Failed to compile regex \"a**\"."),
    (Some("a;b;c;d"), &["TRANSFORM", "l", "REPLACE", "a", "\\t"], "error: list sub-command TRANSFORM, action REPLACE: Unknown escape \"\\t\" in replace-expression."),
    (Some("a;b;c;d"), &["TRANSFORM", "l", "REPLACE", "a", "\\1"], "error: list sub-command TRANSFORM, action REPLACE: replace expression \"\\1\" contains an out-of-range escape for regex \"a\"."),
    (None, &["TRANSFORM", "l", "TOUPPER"], "l="),
    (Some(""), &["TRANSFORM", "l", "TOUPPER"], "l="),
    (Some(""), &["TRANSFORM", "l", "TOUPPER", "AT", "0"], "error: list sub-command TRANSFORM, selector AT, index: 0 out of range (-0, 18446744073709551615)."),
    (Some("a;b;c;d"), &["TRANSFORM", "l", "APPEND", "x", "AT", "0", "0"], "l=axx;b;c;d"),
    (Some("a$<b:c>"), &["TRANSFORM", "l", "GENEX_STRIP"], "l=a"),
    (Some("a;b;c;d"), &["TRANSFORM", "l", "TOUPPER", "REGEX"], "error: list sub-command TRANSFORM, selector REGEX expects 'regular expression' argument."),
    (Some("a;b;c;d"), &["TRANSFORM", "l", "TOUPPER", "OUTPUT_VARIABLE"], "error: list sub-command TRANSFORM, OUTPUT_VARIABLE expects variable name argument."),
    (Some("a;b;c;d"), &["FOO", "l"], "error: list does not recognize sub-command FOO"),
];
