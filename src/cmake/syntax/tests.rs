//! Whole files: commands, blocks, recovery.
use std::fmt::Write;

use proptest::prelude::*;

use super::*;
use crate::source::{FileId, Sandbox, SourceMap};

fn id() -> FileId {
    SourceMap::new(Sandbox::nowhere()).insert("/CMakeLists.txt".into(), b"".as_slice().into()).id()
}

fn read(text: &str) -> File {
    parse(id(), text.as_bytes())
}

/// Parses what must have no error.
fn good(text: &str) -> File {
    let file = read(text);
    assert_eq!(file.errors, [], "{text}");
    file
}

/// The blocks as one line: `name` a command, `head{…}` a block, `!` after one that is not closed.
fn outline(file: &File, block: &[Statement]) -> String {
    let name = |id: &CommandId| &*file.commands[id.0 as usize].lower;
    let mut out = String::new();
    for statement in block {
        match statement {
            Statement::Command(id) => _ = write!(out, "{} ", name(id)),
            Statement::If { branches, otherwise, end } => {
                for (head, body) in branches.iter().chain(otherwise) {
                    _ = write!(out, "{}{{{}}}", name(head), outline(file, body));
                }
                out.push_str(if end.is_some() { " " } else { "! " });
            }
            Statement::Enclosed { head, body, end, .. } => {
                _ = write!(out, "{}{{{}}}", name(head), outline(file, body));
                out.push_str(if end.is_some() { " " } else { "! " });
            }
        }
    }
    out.trim_end().to_owned()
}

fn outlined(text: &str) -> String {
    let file = read(text);
    outline(&file, &file.body)
}

/// The errors of `text`: message, and the text that it points at.
fn errors(text: &str) -> Vec<(String, &str)> {
    let place = |range: &std::ops::Range<u32>| &text[range.start as usize..range.end as usize];
    read(text).errors.iter().map(|error| (error.message.clone(), place(&error.range))).collect()
}

fn assert_errors(text: &str, expected: &[(&str, &str)]) {
    let found = errors(text);
    let found: Vec<(&str, &str)> = found.iter().map(|(message, place)| (message.as_str(), *place)).collect();
    assert_eq!(found, expected, "{text}");
}

/// Kind and literal value of the arguments of the only command.
fn arguments(text: &str) -> Vec<(ArgumentKind, String)> {
    let file = good(text);
    assert_eq!(file.commands.len(), 1);
    let value = |argument: &Argument| argument.template.literal().expect("no references").to_owned();
    file.commands[0].arguments.iter().map(|argument| (argument.kind, value(argument))).collect()
}

#[test]
fn a_command_has_its_places() {
    let text = "  Set ( a\n\"b;c\" # d\n)\n";
    let file = good(text);
    let command = &file.commands[0];
    assert_eq!((&*command.name, &*command.lower), ("Set", "set"));
    assert_eq!((command.name_range.clone(), command.range.clone()), (2..5, 2..21));
    assert_eq!(&text[10..15], "\"b;c\"");
    assert_eq!(command.arguments.iter().map(|a| a.range.clone()).collect::<Vec<_>>(), [8..9, 10..15]);
}

#[test]
fn arguments_are_read_as_cmake_reads_them() {
    use ArgumentKind::{Bracket, Paren, Quoted, Unquoted};
    let of = |kind: ArgumentKind, text: &str| (kind, text.to_owned());
    assert_eq!(arguments("x(a\"b\"c)"), [of(Unquoted, "a\"b\"c")]);
    assert_eq!(arguments("x(-Da=\"b c\" a;b)"), [of(Unquoted, "-Da=\"b c\""), of(Unquoted, "a;b")]);
    assert_eq!(arguments("x(\"a\"\"b\"c)"), [of(Quoted, "a"), of(Quoted, "b"), of(Unquoted, "c")]);
    assert_eq!(arguments("x(a\"b\nc\"d)"), [of(Unquoted, "a"), of(Quoted, "b\nc"), of(Unquoted, "d")]);
    assert_eq!(arguments("x(y[[x]] [=[\na]]]=] [[]])"), [of(Unquoted, "y[[x]]"), of(Bracket, "a]]"), of(Bracket, "")]);
    assert_eq!(
        arguments(r#"x(a\;b "a\;b" "\\;" \\;)"#).iter().map(|a| a.1.as_str()).collect::<Vec<_>>(),
        [r"a\;b", r"a\;b", r"\;", r"\;"]
    );
    assert_eq!(
        arguments("x(NOT (a)(b)c)").iter().map(|a| a.1.as_str()).collect::<Vec<_>>(),
        ["NOT", "(", "a", ")", "(", "b", ")", "c"]
    );
    assert_eq!(arguments("x(())"), [of(Paren, "("), of(Paren, ")")]);
    assert_eq!(arguments("x(\"\")"), [of(Quoted, "")]);
    assert_eq!(arguments("x([[${a}\\n]] \"$x@y@\")"), [of(Bracket, "${a}\\n"), of(Quoted, "$x@y@")]);
}

#[test]
fn line_ends_of_both_kinds_are_one() {
    let text = "x(\"a\\\nb\nc\\\\\" [[\na\nb\\\n]] c\nd)\n# e\ny()\n";
    let value = |file: File| {
        let arguments = file.commands.iter().flat_map(|command| &command.arguments);
        arguments.map(|argument| argument.template.clone()).collect::<Vec<_>>()
    };
    assert_eq!(value(good(text)), value(good(&text.replace('\n', "\r\n"))));
    assert_eq!(arguments("x(\"a\\\r\nb\r\n\")")[0].1, "ab\n");
    assert_eq!(arguments("x(\"a\rb\")")[0].1, "a\rb");
}

#[test]
fn references_may_be_split_by_a_continued_line() {
    let file = good("x(\"$\\\n{a}\")");
    assert!(matches!(file.commands[0].arguments[0].template.0.as_slice(), [Part::Reference(Namespace::Variable, _)]));
    assert_errors("x(\"a\\\n\\\r\nb\\zc\")", &[("`\\z` is no escape sequence", "\\z")]);
}

#[test]
fn raw_text_is_what_macros_replace_in() {
    let text = "x(a\\;${b} \"c\\\nd\\\"\" [=[\ne]=] ( [[f\r\n]])";
    let raw: Vec<_> = read(text).commands[0].arguments.iter().map(|a| raw_text(text.as_bytes(), a)).collect();
    assert_eq!(raw, ["a\\;${b}", "cd\\\"", "e", "(", "f\n", ")"]);
}

#[test]
fn bytes_that_are_no_text_become_replacement_characters() {
    let file = parse(id(), b"x(a\xFFb \"\xF3\xB0\x80\x80\" [[\xF4\x8F\xBF\xBFc]] \"d\xFE${e\xFE}\")\xFF");
    let values: Vec<_> = file.commands[0].arguments[..3].iter().map(|a| a.template.literal()).collect();
    assert_eq!(values, [Some("a\u{FFFD}b"), Some("\u{FFFD}"), Some("\u{FFFD}c")]);
    assert_eq!(file.commands[0].arguments[3].template.0, [Part::Literal("d\u{FFFD}${e\u{FFFD}}".into())]);
    assert_eq!(file.commands[0].arguments[1].range, 6..12);
    let places: Vec<_> = file.errors.iter().map(|error| error.range.clone()).collect();
    assert_eq!(places, [29..30, 33..34]);
}

#[test]
fn marks_at_the_start() {
    assert_eq!(good("\u{feff}x()").commands[0].range, 3..6);
    let file = parse(id(), b"\xFF\xFEx\0(\0)\0");
    assert!(file.commands.is_empty());
    assert_eq!(file.errors[0].range, 0..8);
}

#[test]
fn blocks_nest() {
    assert_eq!(outlined("if(a)\nx()\nELSEIF(b)\ny()\nelse()\nz()\nendif(a)\nw()"), "if{x}elseif{y}else{z} w");
    assert_eq!(
        outlined("function(f)\nforeach(i)\nwhile(1)\nx()\nendwhile()\nendforeach()\nendfunction()"),
        "function{foreach{while{x}}}"
    );
    assert_eq!(outlined("macro(m)\nblock()\nendblock()\nx()\nendmacro()\nif()\nendif()"), "macro{block{} x} if{}");
}

#[test]
fn wrong_nesting_is_an_error_and_ends_what_it_can() {
    assert_errors("endif()\nx()", &[("`endif` closes no block", "endif")]);
    assert_eq!(outlined("endif()\nx()"), "x");
    assert_errors("if(a)\nif(b)\nx()", &[("`if` has no `endif`", "if"), ("`if` has no `endif`", "if")]);
    assert_eq!(outlined("if(a)\nif(b)\nx()"), "if{if{x}!}!");
    let crossed = "if(a)\nforeach(i)\nendif()\nendforeach()\nx()";
    assert_errors(
        crossed,
        &[("`endif` comes before `endforeach`", "endif"), ("`endforeach` closes no block", "endforeach")],
    );
    assert_eq!(outlined(crossed), "if{foreach{}!} x");
    let twice = "if(a)\nelse()\nx()\nelse()\ny()\nelseif()\nendif()";
    assert_errors(twice, &[("`else` comes after `else`", "else"), ("`elseif` comes after `else`", "elseif")]);
    assert_eq!(outlined(twice), "if{}else{x y}");
    let inside = "if(a)\nwhile(b)\nelse()\nendwhile()\nendif()";
    assert_errors(inside, &[("`else` does not stand directly in an `if` block", "else")]);
}

#[test]
fn what_is_no_command_is_read_over() {
    assert_errors("message\nx()", &[("expected `(` after the name of a command", "message")]);
    assert_eq!(outlined("message\nx()"), "x");
    assert_errors("a(b) c(d)", &[("expected a line end before this command", "c")]);
    assert_eq!(outlined("a(b) c(d)"), "a c");
    assert_errors("#[[c]] a()", &[("expected a line end before this command", "a")]);
    assert_errors("foo-bar(x\ny)\nz()", &[("expected the name of a command", "foo-bar")]);
    assert_eq!(outlined("foo-bar(x\ny)\nz()"), "z");
    assert_errors(") ) x\ny()", &[("expected the name of a command", ")")]);
    assert_errors("x(a\\\nb)", &[("this byte may not stand here", "\\")]);
    assert_errors("x([[a]]b)", &[("not separated from what stands before by a blank", "b")]);
    assert_errors("x(\"a\"[[b]])", &[("not separated from what stands before by a blank", "[[b]]")]);
    assert_errors("x(#[[a]]b)", &[("not separated from what stands before by a blank", "b")]);
    assert_eq!(outlined("x([[a]](b) #[[c]]\nd #[[e]]\n)"), "x");
}

#[test]
fn what_is_not_closed_ends_where_the_next_command_starts() {
    let text = "if(a\n  x(b)\nendif()\ny(AND\n(c)\n  d (e) )\nz(";
    assert_errors(text, &[("`if` has no closing `)`", "if"), ("`z` has no closing `)`", "z")]);
    assert_eq!(outlined(text), "if{x} y z");
    let file = read(text);
    assert_eq!(file.commands[0].range, 0..4);
    assert_eq!(file.commands[0].arguments.len(), 1);
    assert_errors("x(\"a)\ny(b)\n", &[("`x` has no closing `)`", "x"), ("the quote has no closing `\"`", "\"a)")]);
    assert_eq!(outlined("x(\"a)\ny(b)\n"), "x y");
    assert_errors(
        "x([=[a)\ny(b)\n",
        &[("`x` has no closing `)`", "x"), ("the bracket argument has no closing bracket", "[=[a)")],
    );
    assert_errors("#[[a\nx()", &[("the bracket comment has no closing bracket", "#[[a")]);
    assert_eq!(outlined("#[[a\nx()"), "x");
    // Strings before the open one may still have several lines.
    let file = read("x(\"a\nb\")\ny(\"c\nd\" \"e)\nz()");
    assert_eq!(file.commands[1].arguments[0].template.literal(), Some("c\nd"));
    assert_eq!(file.commands.len(), 3);
}

#[test]
fn depth_of_blocks_is_bounded() {
    let nested = |depth: usize| format!("{}x()\n{}y()\n", "if(a)\n".repeat(depth), "endif()\n".repeat(depth));
    good(&nested(blocks::MAX_BLOCK_DEPTH));
    let file = read(&nested(blocks::MAX_BLOCK_DEPTH + 7));
    assert_eq!(file.errors.len(), 1);
    assert_eq!(file.errors[0].range.start as usize, blocks::MAX_BLOCK_DEPTH * 6);
    assert_eq!(file.body.len(), 2, "the blocks and what follows them");
    assert_eq!(read(&"function(f)\n".repeat(100_000)).errors.len(), blocks::MAX_BLOCK_DEPTH + 1);
}

#[test]
fn number_of_errors_is_bounded() {
    let errors = read(&"endif()\n".repeat(5000)).errors;
    assert_eq!(errors.len(), errors::MAX_ERRORS + 1);
    assert_eq!(errors[errors::MAX_ERRORS].message, "4000 more errors in this file");
    assert_eq!(errors[errors::MAX_ERRORS].range, 8000..8005);
    // Errors of the first reading of an unclosed command are not counted twice.
    let errors = read(&format!("x({}", "\\\n".repeat(5000))).errors;
    assert_eq!(errors[errors::MAX_ERRORS].message, "4001 more errors in this file");
}

/// Inputs on which a parser that looks ahead too often needs quadratic time (hours at this size).
#[test]
fn hostile_texts_are_read_to_their_end() {
    // Read in quadratic time, these would take hours.
    let size = 100_000;
    for unit in [
        "a(\n",
        "a(",
        "\"",
        "\"\\",
        "x\"(",
        "[[",
        "[=[",
        "#[[\n",
        "#[=[",
        "${",
        "$",
        "}",
        "@a",
        "(",
        ")",
        "a ",
        "a\n",
        "if(\n",
        "endif()",
        "if()\nendwhile()\n",
        "]=",
        "[=",
        "$(a",
        "a\\",
        "\r",
        "else()\n",
        "a\"b",
        "\0",
        "a-b(",
    ] {
        let text = unit.repeat(size);
        let file = read(&text);
        assert!(file.commands.len() <= 2 * size);
        read(&format!("x(\"{text}"));
        read(&format!("x({text})"));
    }
    let mut levels = String::new();
    (0..1500).for_each(|level| _ = writeln!(levels, "#[{}[", "=".repeat(level)));
    assert!(!read(&levels).errors.is_empty());
}

/// Whether every range lies in the text and in order, and every command is in the blocks at most once.
fn consistent(bytes: &[u8], file: &File) -> Result<(), TestCaseError> {
    let mut last = 0;
    for command in &file.commands {
        prop_assert!(last <= command.range.start && command.range.start == command.name_range.start);
        prop_assert!(command.name_range.end <= command.range.end && command.range.end as usize <= bytes.len());
        let mut at = command.name_range.end;
        for argument in &command.arguments {
            prop_assert!(at <= argument.range.start && argument.range.start < argument.range.end);
            at = argument.range.end;
        }
        prop_assert!(at <= command.range.end);
        last = command.range.end;
    }
    for error in &file.errors {
        prop_assert!(error.range.start < error.range.end && error.range.end as usize <= bytes.len(), "{:?}", error);
    }
    Ok(())
}

/// Counts how often each command stands in a block.
fn count(block: &[Statement], seen: &mut [usize]) {
    for statement in block {
        match statement {
            Statement::Command(id) => seen[id.0 as usize] += 1,
            Statement::If { branches, otherwise, end } => {
                for (head, body) in branches.iter().chain(otherwise) {
                    seen[head.0 as usize] += 1;
                    count(body, seen);
                }
                if let Some(id) = end {
                    seen[id.0 as usize] += 1;
                }
            }
            Statement::Enclosed { head, body, end, .. } => {
                seen[head.0 as usize] += 1;
                count(body, seen);
                if let Some(id) = end {
                    seen[id.0 as usize] += 1;
                }
            }
        }
    }
}

/// Texts in which commands, blocks and the grammar's signs are frequent.
fn texts() -> impl Strategy<Value = Vec<u8>> {
    let pieces: Vec<&'static [u8]> = vec![
        b"if(a)\n",
        b"else()\n",
        b"elseif()",
        b"endif()\n",
        b"function(f)\n",
        b"endfunction()\n",
        b"x(",
        b")",
        b"(",
        b"\n",
        b"\r\n",
        b" ",
        b"\"",
        b"\\",
        b"[[",
        b"]]",
        b"[=[",
        b"]=]",
        b"#",
        b"#[[",
        b"${",
        b"}",
        b"$ENV{",
        b"@",
        b"a",
        b";",
        b"\xff",
        b"\xf3\xb0\x80\x80",
        b"\0",
        b"-",
        b"\"a\"",
        b"x(y)\n",
        b"\xef\xbb\xbf",
    ];
    prop::collection::vec(prop::sample::select(pieces), 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_text_gives_a_consistent_tree(bytes in texts()) {
        let file = parse(id(), &bytes);
        consistent(&bytes, &file)?;
        let mut seen = vec![0; file.commands.len()];
        count(&file.body, &mut seen);
        prop_assert!(seen.iter().all(|&times| times <= 1), "{seen:?}");
        if file.errors.is_empty() {
            prop_assert!(seen.iter().all(|&times| times == 1), "{seen:?}");
        }
    }
}
