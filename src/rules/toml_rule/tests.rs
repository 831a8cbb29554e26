//! Declarative rules over a toy: targets that call functions, link each other and have link options.
use std::collections::BTreeMap;
use std::path::PathBuf;

use super::*;
use crate::rules::conditions::toy::{A, ALWAYS, B, C, Set, Sets};
use crate::rules::metadata::{self, OptionValue};
use crate::rules::options::Options;
use crate::rules::sink::{Merged, Sink, merge};
use crate::rules::{Confidence, LoadError};
use crate::source::{Sandbox, SourceMap, Span};

const fn text(name: &'static str, subject: bool) -> Field {
    Field { name, kind: FieldKind::Text, subject }
}

static SCHEMA: [RelationSchema; 3] = [
    RelationSchema {
        name: "target",
        help: "A target.",
        fields: &[
            text("kind", false),
            text("name", true),
            Field { name: "imported", kind: FieldKind::Boolean, subject: false },
            Field { name: "size", kind: FieldKind::Integer, subject: false },
        ],
        edges: &[
            Edge { name: "calls", to: "call" },
            Edge { name: "link_options", to: "option" },
            Edge { name: "closure", to: "target" },
        ],
    },
    RelationSchema {
        name: "call",
        help: "A call of a function.",
        fields: &[text("function", false), text("argument", true)],
        edges: &[],
    },
    RelationSchema { name: "option", help: "A link option.", fields: &[text("text", false)], edges: &[] },
];

#[derive(Clone)]
enum Cell {
    Text(&'static str),
    Boolean(bool),
    Integer(i64),
    Unknown,
}

use Cell::{Boolean, Integer, Text, Unknown};

struct Entry {
    relation: usize,
    condition: Set,
    cells: Vec<Cell>,
    edges: Vec<(usize, usize, Set)>,
}

/// Rows in the order in which they were added; the index of a row is its index here.
struct Toy {
    entries: Vec<Entry>,
    sources: SourceMap,
}

impl Toy {
    fn new() -> Self {
        let sources = SourceMap::new(Sandbox::nowhere());
        sources.insert(PathBuf::from("/f"), vec![b'x'; 1000].into());
        Self { entries: Vec::new(), sources }
    }

    fn add(&mut self, relation: &str, condition: Set, cells: &[Cell]) -> usize {
        let relation = SCHEMA.iter().position(|r| r.name == relation).unwrap();
        self.entries.push(Entry { relation, condition, cells: cells.to_vec(), edges: Vec::new() });
        self.entries.len() - 1
    }

    fn target(&mut self, name: &'static str, kind: &'static str, condition: Set) -> usize {
        self.add("target", condition, &[Text(kind), Text(name), Boolean(false), Integer(1)])
    }

    fn link(&mut self, from: usize, edge: &str, to: usize, condition: Set) {
        let edges = SCHEMA[self.entries[from].relation].edges;
        let edge = edges.iter().position(|e| e.name == edge).unwrap();
        self.entries[from].edges.push((edge, to, condition));
    }
}

impl Relations for Toy {
    type Cond = Set;

    fn schema(&self) -> &'static [RelationSchema] {
        &SCHEMA
    }
    fn rows(&self, relation: usize) -> Vec<Row> {
        let mine = self.entries.iter().enumerate().filter(|(_, e)| e.relation == relation);
        mine.map(|(index, _)| Row { relation, owner: 0, index: index as u32 }).collect()
    }
    fn condition(&self, row: Row) -> Set {
        self.entries[row.index as usize].condition
    }
    fn field(&self, row: Row, field: usize) -> Value<'_> {
        match &self.entries[row.index as usize].cells[field] {
            Text(text) => Value::Text(text),
            Boolean(b) => Value::Boolean(*b),
            Integer(n) => Value::Integer(*n),
            Unknown => Value::Unknown,
        }
    }
    fn place(&self, row: Row) -> Option<Span> {
        let file = self.sources.find(&PathBuf::from("/f"))?;
        let start = row.index * 10;
        Some(Span::new(file.id(), start..start + 5))
    }
    fn follow(&self, row: Row, edge: usize) -> Vec<(Row, Set)> {
        let mine = self.entries[row.index as usize].edges.iter().filter(|(e, ..)| *e == edge);
        mine.map(|&(_, index, condition)| {
            (Row { relation: self.entries[index].relation, owner: 0, index: index as u32 }, condition)
        })
        .collect()
    }
}

const HEAD: &str = r#"id = "a-rule"
title = "t"
severity = "warning"
confidence = "proved"
unknown = "silent"
since = "0"
options.loaders = { default = ["dlopen"], help = "h" }
options.deep = { default = true, help = "h" }
"#;

fn load(body: &str) -> Result<(Metadata, Body), LoadError> {
    let text = format!("{HEAD}{body}");
    let doc = Document::new("rule.toml", &text);
    let table = doc.parse()?;
    let metadata = metadata::read(doc, table.get_ref())?;
    let body = read(doc, table.get_ref(), &metadata, &SCHEMA)?;
    Ok((metadata, body))
}

fn run_with(
    body: &str,
    toy: &Toy,
    change: impl FnOnce(&mut Metadata),
    options: &[(&str, OptionValue)],
) -> Vec<Merged<Set>> {
    let (mut metadata, body) = load(body).unwrap_or_else(|e| panic!("{e}"));
    change(&mut metadata);
    let set: BTreeMap<String, OptionValue> = options.iter().map(|(n, v)| ((*n).to_owned(), v.clone())).collect();
    let options = Options::resolve(&metadata.options, &set).unwrap();
    let mut sink = Sink::default();
    body.run(&metadata, &options, toy, &Sets, &mut sink).unwrap();
    let (merged, missing) = merge(sink, &metadata, &Sets);
    assert!(missing.is_empty(), "{missing:?}");
    merged
}

fn run(body: &str, toy: &Toy) -> Vec<(String, Set)> {
    run_with(body, toy, |_| {}, &[]).into_iter().map(|m| (m.message, m.condition)).collect()
}

fn told(message: &str, condition: Set) -> (String, Set) {
    (message.to_owned(), condition)
}

const HOST: &str = r#"
message = "{host.name} calls {call.function}"
help = "See {call.argument}."

[match]
relation = "target"
as = "host"
kind = "executable"

[[with]]
along = "host.calls"
function = { in = ["dlopen", "dlmopen"] }
label = "loaded here"

[[unless]]
along = "host.link_options"
text = { regex = "^-(rdynamic|Wl,-E)$" }
"#;

/// A host that calls `function`, under A, with an option under B.
fn host(function: Cell, option: Cell) -> Toy {
    let mut toy = Toy::new();
    let host = toy.target("host", "executable", ALWAYS);
    toy.target("lib", "shared", ALWAYS);
    let call = toy.add("call", ALWAYS, &[function, Text("p.so")]);
    let option = toy.add("option", B, &[option]);
    toy.link(host, "calls", call, A);
    toy.link(host, "link_options", option, ALWAYS);
    toy
}

#[test]
fn conditions_are_conjoined_and_those_of_unless_subtracted() {
    let toy = host(Text("dlopen"), Text("-rdynamic"));
    let found = run_with(HOST, &toy, |_| {}, &[]);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].message, "host calls dlopen");
    assert_eq!(found[0].help.as_deref(), Some("See p.so."));
    assert_eq!(found[0].condition, Set(A.0 & !B.0));
    assert_eq!(found[0].confidence, Confidence::Proved);
    assert_eq!(found[0].subjects, ["host", "p.so"].map(str::to_owned).into());
    assert_eq!(found[0].related.len(), 1);
    assert_eq!(found[0].related[0].label, "loaded here");
    assert_eq!(run(HOST, &host(Text("dlopen"), Text("-s"))), [told("host calls dlopen", A)]);
    assert_eq!(run(HOST, &host(Text("fopen"), Text("-s"))), []);
}

#[test]
fn unknown_is_silent_unless_the_rule_says_otherwise() {
    let likely = |metadata: &mut Metadata| metadata.unknown = metadata::OnUnknown::AtMost(Confidence::Likely);
    // The option may be -rdynamic; the function may be dlopen.
    for toy in [host(Text("dlopen"), Unknown), host(Unknown, Text("-s"))] {
        let silent: Vec<Set> = run_with(HOST, &toy, |_| {}, &[]).into_iter().map(|m| m.condition).collect();
        let spoken = run_with(HOST, &toy, likely, &[]);
        assert_eq!((spoken[0].condition, spoken[0].confidence), (A, Confidence::Likely));
        assert!(silent.is_empty() || silent == [Set(A.0 & !B.0)]);
    }
    assert_eq!(run(HOST, &host(Unknown, Text("-s"))), []);
}

#[test]
fn what_can_never_be_is_dropped() {
    let mut toy = Toy::new();
    let host = toy.target("host", "executable", Set(!A.0));
    let call = toy.add("call", A, &[Text("dlopen"), Text("p.so")]);
    toy.link(host, "calls", call, ALWAYS);
    assert_eq!(run(HOST, &toy), []);
}

#[test]
fn an_unless_may_ask_for_several_rows() {
    let body = r#"
message = "{target.name}"
[match]
relation = "target"
kind = "executable"
[[unless]]
along = "target.closure"
as = "dep"
kind = "shared"
[[unless.with]]
along = "dep.link_options"
text = { glob = "-Wl,*" }
"#;
    let mut toy = Toy::new();
    let exe = toy.target("exe", "executable", ALWAYS);
    let one = toy.target("one", "shared", ALWAYS);
    let two = toy.target("two", "shared", B);
    let option = toy.add("option", ALWAYS, &[Text("-Wl,-E")]);
    toy.link(exe, "closure", one, ALWAYS);
    toy.link(exe, "closure", two, ALWAYS);
    assert_eq!(run(body, &toy), [told("exe", ALWAYS)]);
    toy.link(one, "link_options", option, A);
    assert_eq!(run(body, &toy), [told("exe", Set(!A.0))]);
    toy.link(two, "link_options", option, C);
    assert_eq!(run(body, &toy), [told("exe", Set(!(A.0 | B.0 & C.0)))]);
}

#[test]
fn an_unless_may_exclude_whatever_the_configuration() {
    let body = |ever: &str| {
        format!(
            "message = \"{{target.name}}\"\n[match]\nrelation = \"target\"\nkind = \"module\"\n[[unless]]\nrelation = \
             \"target\"\nas = \"other\"\nkind = \"shared\"\n{ever}\n"
        )
    };
    let mut toy = Toy::new();
    toy.target("plugin", "module", A);
    assert_eq!(run(&body("ever = true"), &toy), [told("plugin", A)]);
    toy.target("library", "shared", Set(!A.0));
    assert_eq!(run(&body("ever = true"), &toy), []);
    assert_eq!(run(&body("ever = false"), &toy), [told("plugin", A)]);
}

#[test]
fn an_unless_may_lower_the_confidence() {
    let body = "message = \"{target.name}\"\n[match]\nrelation = \"target\"\nkind = \"module\"\n[[unless]]\nrelation = \
                \"target\"\nas = \"other\"\nkind = \"shared\"\nat_most = \"heuristic\"\n";
    let mut toy = Toy::new();
    toy.target("plugin", "module", A);
    let told =
        |toy: &Toy| -> Vec<Confidence> { run_with(body, toy, |_| {}, &[]).iter().map(|one| one.confidence).collect() };
    assert_eq!(told(&toy), [Confidence::Proved]);
    toy.target("library", "shared", A);
    assert_eq!(told(&toy), [Confidence::Heuristic]);
}

#[test]
fn rows_are_joined_by_equal_fields() {
    let body = r#"
message = "{call.argument} is loaded"
[match]
relation = "call"
[[with]]
relation = "target"
name = { same = "call.argument" }
"#;
    let mut toy = Toy::new();
    for name in ["a", "b", "c"] {
        toy.target(name, "shared", ALWAYS);
    }
    toy.add("call", A, &[Text("dlopen"), Text("b")]);
    toy.add("call", B, &[Text("dlopen"), Text("zzz")]);
    assert_eq!(run(body, &toy), [told("b is loaded", A)]);
}

#[test]
fn every_predicate_works() {
    let mut toy = Toy::new();
    toy.add("target", ALWAYS, &[Text("shared"), Text("liba.so"), Boolean(true), Integer(7)]);
    let holds = |condition: &str| {
        let body = format!("message = \"m\"\n[match]\nrelation = \"target\"\n{condition}\n");
        run(&body, &toy).len() == 1
    };
    let cases = [
        ("name = \"liba.so\"", true),
        ("name = \"liba\"", false),
        ("imported = true", true),
        ("imported = false", false),
        ("size = 7", true),
        ("size = 0x8", false),
        ("size = { in = [1, 7] }", true),
        ("name = { glob = \"lib*.so\" }", true),
        ("name = { glob = \"lib?.s\" }", false),
        ("name = { glob = \"lib[a].so\" }", false),
        ("name = { regex = \"^lib.*[.]so$\" }", true),
        ("name = { not = { regex = \"so$\" } }", false),
        ("name = { not = \"other\" }", true),
        ("name = { regex = \"lib\", not = { glob = \"*.a\" } }", true),
        ("imported = { not = false }", true),
        ("name = { option = \"loaders\" }", false),
    ];
    for (condition, expected) in cases {
        assert_eq!(holds(condition), expected, "{condition}");
    }
}

#[test]
fn options_are_the_users() {
    let body = HOST.replace("{ in = [\"dlopen\", \"dlmopen\"] }", "{ option = \"loaders\" }");
    let toy = host(Text("load_it"), Text("-s"));
    assert!(run(&body, &toy).is_empty());
    let set = [("loaders", OptionValue::List(vec!["load_it".into()]))];
    assert_eq!(run_with(&body, &toy, |_| {}, &set).len(), 1);
}

#[test]
fn a_rule_that_looks_at_too_much_gives_up() {
    let body = r#"
message = "m"
[match]
relation = "target"
as = "a"
[[with]]
relation = "target"
as = "b"
[[with]]
relation = "target"
as = "c"
[[with]]
relation = "target"
as = "d"
name = { not = { same = "a.name" } }
"#;
    let mut toy = Toy::new();
    for _ in 0..100 {
        toy.target("t", "shared", ALWAYS);
    }
    let (metadata, body) = load(body).unwrap();
    let options = Options::resolve(&metadata.options, &BTreeMap::new()).unwrap();
    assert_eq!(body.run(&metadata, &options, &toy, &Sets, &mut Sink::default()), Err(Exhausted));
}

#[test]
fn errors_name_the_place_and_what_is_known() {
    // The body begins at line 9; its first line is empty.
    let cases = [
        (
            "relation = \"target\"",
            "relation = \"targets\"",
            "14:12: no relation `targets` (did you mean `target`?); known: target, call, option",
        ),
        (
            "kind = \"exe",
            "kindd = \"exe",
            "16:1: `target` has no field `kindd` (did you mean `kind`?); known: kind, name, imported, size",
        ),
        (
            "kind = \"executable\"",
            "kind = [\"a\"]",
            "16:8: `kind` is a string, this is array; for one of several write { in = […] }",
        ),
        ("kind = \"executable\"", "imported = \"yes\"", "16:12: `imported` is true or false, this is string"),
        (
            "kind = \"executable\"",
            "imported = { regex = \"x\" }",
            "16:14: `regex` asks for text, `imported` is true or false",
        ),
        ("kind = \"executable\"", "kind = {}", "16:8: an empty condition; known: in, regex"),
        ("kind = \"executable\"", "where = \"1 < 2\"", "16:1: `where` is kept for later"),
        ("kind = \"executable\"", "kind = { same = \"host.name\" }", "16:17: no row `host`; known: "),
        ("kind = \"executable\"", "with = []", "16:1: only an `unless` has a `with` of its own"),
        ("kind = \"executable\"", "ever = true", "16:1: only an `unless` has `ever`"),
        ("as = \"host\"", "as = \"Host\"", "15:6: `Host` is no name for a row"),
        ("as = \"host\"", "along = \"x.y\"", "15:9: a pattern has `relation` or `along`, not both"),
        ("relation = \"target\"\n", "", "13:1: a pattern needs `relation"),
        (
            "host.calls",
            "host.call",
            "19:9: `target` has no edge `call` (did you mean `calls`?); known: calls, link_options, closure",
        ),
        ("host.calls", "hosts.calls", "19:9: no row `hosts` (did you mean `host`?); known: host"),
        ("host.calls", "host", "19:9: `host` names no edge; write row.edge"),
        ("{ in = [\"dlopen\", \"dlmopen\"] }", "{ in = [] }", "20:19: an empty list"),
        ("{ in = [\"dlopen\", \"dlmopen\"] }", "{ in = \"x\" }", "20:19: `in` takes a list"),
        ("{ in = [\"dlopen\", \"dlmopen\"] }", "{ on = [\"x\"] }", "20:14: no condition `on` (did you mean `in`"),
        (
            "{ in = [\"dlopen\", \"dlmopen\"] }",
            "{ same = \"host.size\" }",
            "20:21: `function` is a string, `size` an integer",
        ),
        (
            "{ in = [\"dlopen\", \"dlmopen\"] }",
            "{ same = \"host.nam\" }",
            "20:21: `target` has no field `nam` (did you mean `name`?)",
        ),
        (
            "{ in = [\"dlopen\", \"dlmopen\"] }",
            "{ option = \"loader\" }",
            "20:23: no option of the rule `loader` (did you mean `loaders`?)",
        ),
        ("{ in = [\"dlopen\", \"dlmopen\"] }", "{ option = \"deep\" }", "20:23: the option `deep` is true or false"),
        ("^-(rdynamic", "^-(rdynamic[", "25:18: not a regular expression: unclosed character class"),
        (
            "{call.function}",
            "{call.functio}",
            "10:11: the placeholder `{call.functio}`: `call` has no field `functio` (did you mean `function`?)",
        ),
        ("{call.argument}", "{argument}", "11:8: the placeholder `{argument}`: `argument` names no field"),
        ("[[with]]", "[with]", "18:1: `with` is a list: write [[with]]"),
        ("[match]", "[matches]", "13:2: no key `matches` (did you mean `match`?)"),
        ("label = \"loaded here\"", "as = \"host\"", "21:6: two rows are called `host`"),
    ];
    for (from, to, expected) in cases {
        let error = load(&HOST.replacen(from, to, 1)).expect_err(to).to_string();
        assert!(error.starts_with(&format!("rule.toml:{expected}")), "{to}\n  got {error}\n  not {expected}");
    }
    let error = load("message = \"m\"\n").unwrap_err().to_string();
    assert!(error.contains("neither code"), "{error}");
}

mod properties {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// For one host with one call and any options: the finding is there exactly where the call is and no option is.
        #[test]
        fn unless_is_the_complement(exists: u8, call: u8, options in proptest::collection::vec((any::<u8>(), any::<bool>()), 0..5)) {
            let mut toy = Toy::new();
            let host = toy.target("host", "executable", Set(exists));
            let site = toy.add("call", Set(call), &[Text("dlopen"), Text("p.so")]);
            toy.link(host, "calls", site, ALWAYS);
            let mut expected = exists & call;
            for (condition, counts) in options {
                let option = toy.add("option", Set(condition), &[Text(if counts { "-rdynamic" } else { "-s" })]);
                toy.link(host, "link_options", option, ALWAYS);
                if counts {
                    expected &= !condition;
                }
            }
            let found = run(HOST, &toy);
            if expected == 0 {
                prop_assert!(found.is_empty());
            } else {
                prop_assert_eq!(found, [told("host calls dlopen", Set(expected))]);
            }
        }

        #[test]
        fn any_text_is_loaded_or_refused(text in "[a-z\\[\\]{}=\". \n]{0,80}") {
            let _ = load(&text);
            let _ = load(&format!("{HOST}\n{text}"));
        }
    }
}
