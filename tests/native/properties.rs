//! The readers of flags, export lists and sources take any bytes: they do not fail, lose nothing, and come to an end.
use std::path::Path;

use linklint::flags;
use linklint::native::lexer::Lexer;
use linklint::native::{FileFacts, Known, scan};
use linklint::symbols::{Symbol, apple_list, def_file, dynamic_list, version_script};
use proptest::prelude::*;

/// Pieces of sources, so that random texts reach deep into the readers.
const PIECES: &[&str] = &[
    "#if ",
    "#ifdef A\n",
    "#ifndef A\n#define A\n",
    "#else\n",
    "#elif B > 1\n",
    "#endif\n",
    "#define M(x) dlopen(x",
    "#undef A\n",
    "\n",
    " ",
    "\\\n",
    "/*",
    "*/",
    "//",
    "\"",
    "'",
    "R\"(",
    ")\"",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    ";",
    ":",
    "::",
    ",",
    "=",
    "~",
    "*",
    "&",
    "->",
    "...",
    "namespace ",
    "class ",
    "struct X ",
    "enum class ",
    "template <",
    "extern \"C\" ",
    "operator",
    "virtual ",
    "override",
    "= 0;",
    "dlopen(\"x\", RTLD_NOW)",
    "dlsym(h, \"s\")",
    "static ",
    "inline ",
    "const ",
    "int ",
    "f",
    "T",
    "X_API ",
    "__attribute__((",
    "visibility(\"default\")",
    "__declspec(dllexport) ",
    "TORCH_LIBRARY(a, m)",
    "new ",
    "throw ",
    "catch (",
    "dynamic_cast<",
    "asm(\".symver a, b@V\")",
    "return ",
    "\u{F0001}",
    "é",
];

/// Pieces of flags and lists.
const LISTS: &[&str] = &[
    "{",
    "}",
    ";",
    ":",
    "global",
    "local",
    "extern \"C++\"",
    "*",
    "?",
    "[a",
    "]",
    "\"",
    "#",
    "/*",
    "*/",
    "V1",
    "_Z1fv",
    "::",
    " ",
    "\n",
    "EXPORTS",
    "LIBRARY",
    "@1",
    "=",
    "DATA",
    "-Wl,",
    "-Xlinker",
    "SHELL:",
    "LINKER:",
    "-z",
    "defs",
    "--version-script",
    "'",
    "\\",
    "-l",
    "/DEF:",
    "-D",
    "$<",
    ">",
    ",",
    "\u{F0001}",
    "-C",
    "link-arg=",
];

fn text_of(pieces: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(pieces), 0..80).prop_map(|parts| parts.concat())
}

/// Every range of the facts lies inside the file.
fn ranges_hold(facts: &FileFacts, length: usize) -> bool {
    let ranges = facts
        .functions
        .iter()
        .map(|f| &f.range)
        .chain(facts.functions.iter().map(|f| &f.head))
        .chain(facts.variables.iter().map(|v| &v.range))
        .chain(facts.classes.iter().map(|c| &c.range))
        .chain(facts.uses.iter().map(|u| &u.range))
        .chain(facts.loads.iter().map(|l| &l.range))
        .chain(facts.macros.iter().map(|m| &m.range));
    ranges.into_iter().all(|range| range.start <= range.end && range.end as usize <= length)
}

proptest! {
    #[test]
    fn tokens_join_to_the_input(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let mut at = 0;
        for token in Lexer::new(&bytes) {
            prop_assert_eq!(token.start, at);
            prop_assert!(token.end > token.start);
            at = token.end;
        }
        prop_assert_eq!(at as usize, bytes.len());
    }

    #[test]
    fn tokens_of_source_like_text_join_to_the_input(text in text_of(PIECES)) {
        let joined: Vec<u8> = Lexer::new(text.as_bytes()).flat_map(|token| token.of(text.as_bytes()).to_vec()).collect();
        prop_assert_eq!(joined, text.into_bytes());
    }

    #[test]
    fn any_source_gives_facts(text in text_of(PIECES)) {
        let facts = scan(Path::new("a.cpp"), text.as_bytes());
        prop_assert!(ranges_hold(&facts, text.len()));
        for function in &facts.functions {
            let known = Known { defined: &|_| Some(true), value: &|_| Some(1) };
            let _ = (facts.guards.evaluate(function.guard, &known), facts.guards.text(function.guard));
        }
    }

    #[test]
    fn any_list_is_read(text in text_of(LISTS)) {
        let script = version_script::parse(text.as_bytes());
        for error in &script.errors {
            prop_assert!(error.range.start <= error.range.end && error.range.end as usize <= text.len());
        }
        for pattern in script.patterns() {
            let written = &text.as_bytes()[pattern.range.start as usize..pattern.range.end as usize];
            prop_assert_eq!(String::from_utf8_lossy(written), pattern.text.as_str());
        }
        let _ = script.decide(&Symbol::object("_Z1fv"));
        let _ = dynamic_list::parse(text.as_bytes()).names(&Symbol::c("f"));
        let _ = apple_list::parse(text.as_bytes());
        for export in def_file::parse(text.as_bytes()).exports {
            prop_assert!(export.range.end as usize <= text.len());
        }
    }

    #[test]
    fn any_flags_are_read(args in prop::collection::vec(text_of(LISTS), 0..6)) {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let links = flags::link(&args).into_iter().chain(flags::libraries(&args)).map(|found| found.args);
        let all = links.chain(flags::compile(&args).into_iter().map(|found| found.args));
        for range in all.chain(flags::rustc(&args).into_iter().map(|found| found.args)) {
            prop_assert!(range.start < range.end && range.end <= args.len());
        }
        for arg in &args {
            for word in flags::split_unix(arg).into_iter().chain(flags::split_windows(arg)) {
                prop_assert!(arg.get(word.range).is_some());
            }
        }
    }
}

/// Read in quadratic time, these would take hours.
#[test]
fn hostile_sources_are_read_to_their_end() {
    let pieces = [
        "{",
        "}",
        "(",
        "dlopen(",
        "dlopen(\"a\", ",
        "namespace a {",
        "class A {",
        "#if A\n",
        "#if A\n#elif B\n",
        "f() : a{",
        "int a[] = {",
        "<",
        "template <",
        "R\"x(",
        "/*",
        "\"",
        "'",
        "#define X dlopen(\n",
        "x = \"a\"; ",
        "void f() { system(a); ",
        "new (",
        "a::",
        "((((",
        "[[",
        "asm(",
        "catch (",
        "operator",
        "A<",
        "x[",
        "X_API ",
        "T f(",
        "#ifndef A\n#define A\n",
        "extern \"C\" {",
        "typeid(a::",
        "enum {",
        "-> ",
    ];
    for piece in pieces {
        let text = piece.repeat(64_000);
        let facts = scan(Path::new("a.cpp"), text.as_bytes());
        assert!(ranges_hold(&facts, text.len()), "{piece:?}");
    }
}
