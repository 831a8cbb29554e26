//! Every machine format on a report that means harm, against its schema or the rules of who reads it.
use proptest::prelude::*;
use quick_xml::Reader;
use quick_xml::events::Event;
use serde_json::Value;

use super::tests::{Fixture, finding};
use super::{Format, Report, Stats, human};
use crate::rules::finding::{Condition, Diagnostic, Finding, Place, RenderedWitness, Severity, Suppression, code};

fn written(format: Format, report: Report<'_>) -> String {
    let style = human::Style { colour: false, links: false, unicode: true, width: 80, base: report.base, stats: true };
    let mut out = Vec::new();
    format.write(report, &style, &mut out).unwrap();
    String::from_utf8(out).expect("every report is UTF-8")
}

const NASTY: [&str; 12] = [
    "100% ::error::x",
    "::set-output name=a::b",
    "\n::stop-commands::x\n",
    "\r\n::warning file=a,line=1::y",
    "<failure>&amp;]]></failure>",
    "\"'quotes' and \\ back",
    "\u{1b}]8;;http://x\u{7}link\u{1b}[2J",
    "\u{9b}31m\0\u{ffff}\u{202e}",
    "[click](http://evil) ![i](x)",
    "| a | `b` | <script>",
    "@team #1 {0} $(id)",
    "",
];

fn nasty(at: usize) -> &'static str {
    NASTY[at % NASTY.len()]
}

/// A name of a file with bytes that mean something somewhere.
fn name(at: usize) -> String {
    format!("d{}/{}{}.cmake", at % 7, nasty(at).replace(['/', '\0'], "_"), at % 40)
}

fn hostile(number: usize) -> (Fixture, Vec<Finding>, Vec<Diagnostic>) {
    let names: Vec<String> = (0..40).map(name).collect();
    let text = b"\xff\xfe\x1b[31m::error::\r\nset(A \"\xc3\xa9\")\n% , : <x>\n";
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &text[..])).collect();
    let fixture = Fixture::of_bytes(&files);
    let findings = (0..number).map(|at| {
        let start = (at % 30) as u32;
        let mut found = finding(&fixture, &names[at % 40], start..start + 5);
        found.rule = if at % 3 == 0 { "ignored-option".into() } else { "user-rule".into() };
        found.severity = Severity::ALL[at % 3];
        found.message = format!("{}{at}", nasty(at));
        found.help = Some(nasty(at + 1).into());
        found.related = vec![Place::new(found.primary.span, nasty(at + 2)); at % 4];
        found.subjects.insert(nasty(at + 3).into());
        let settings = vec![(nasty(at + 4).to_owned(), nasty(at + 5).to_owned())];
        let witness = RenderedWitness { settings, ..RenderedWitness::default() };
        let brief = (at % 2 == 0).then(|| nasty(at + 5).into());
        found.condition = Condition { formula: nasty(at + 6).into(), brief, witness };
        let reason = nasty(at).into();
        found.suppressed = (at % 10 == 9).then(|| Suppression { kind: "inline".into(), reason });
        found
    });
    let findings = findings.collect();
    let told = NASTY.iter().map(|text| Diagnostic::new(Severity::Error, code::SYNTAX, *text)).collect();
    (fixture, findings, told)
}

fn checked(number: usize, check: impl Fn(Report<'_>)) {
    let (fixture, findings, diagnostics) = hostile(number);
    let stats = Stats::default();
    check(Report { diagnostics: &diagnostics, ..fixture.report(&findings, &stats) });
}

/// Nothing that acts on a terminal but line breaks.
fn assert_harmless(text: &str) {
    assert!(!text.chars().any(|c| c != '\n' && c.is_control() || c == '\u{202e}'), "{text:?}");
}

#[test]
fn sarif_is_valid_by_its_schema_and_within_the_limits() {
    let schema: Value = serde_json::from_str(include_str!("../../testdata/schemas/sarif-2.1.0.json")).unwrap();
    let mut compiler = boon::Compiler::new();
    compiler.add_resource("sarif.json", schema).unwrap();
    compiler.enable_format_assertions();
    let mut schemas = boon::Schemas::new();
    let index = compiler.compile("sarif.json", &mut schemas).unwrap();
    for number in [0, 500] {
        checked(number, |report| {
            let log: Value = serde_json::from_str(&written(Format::Sarif, report)).unwrap();
            schemas.validate(&log, index).unwrap_or_else(|e| panic!("{e:#}"));
            let run = &log["runs"][0];
            let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
            let results = run["results"].as_array().unwrap();
            assert_eq!(results.len(), number);
            for result in results {
                let rule = &rules[result["ruleIndex"].as_u64().unwrap() as usize];
                assert_eq!(rule["id"], result["ruleId"]);
                let uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap();
                assert!(uri.starts_with('d') && uri.bytes().all(|b| b.is_ascii_graphic()), "{uri}");
                assert!(!result["message"]["text"].as_str().unwrap().contains("]("));
                assert!(result["partialFingerprints"]["primaryLocationLineHash"].as_str().unwrap().contains(':'));
                assert_harmless(result["message"]["text"].as_str().unwrap());
            }
        });
    }
}

#[test]
fn json_is_valid_by_its_published_schema() {
    let schema: Value = serde_json::from_str(&super::json::tests::schema()).unwrap();
    let mut compiler = boon::Compiler::new();
    compiler.add_resource("report.json", schema).unwrap();
    let mut schemas = boon::Schemas::new();
    let index = compiler.compile("report.json", &mut schemas).unwrap();
    let sample = super::tests::sample();
    let check = |report: Report<'_>| {
        let value: Value = serde_json::from_str(&written(Format::Json, report)).unwrap();
        schemas.validate(&value, index).unwrap_or_else(|e| panic!("{e:#}"));
        let mut wrong = value;
        wrong["findings"] = Value::from(1);
        assert!(schemas.validate(&wrong, index).is_err(), "the schema says something");
    };
    check(sample.report());
    checked(500, check);
}

#[test]
fn annotations_keep_to_githubs_rules() {
    checked(500, |report| assert_annotations(&written(Format::Github, report)));
}

/// What the runner's parser (`ActionCommand.cs`) and its limits ask for.
fn assert_annotations(text: &str) {
    assert_harmless(text);
    for kind in ["error", "warning", "notice"] {
        assert!(text.lines().filter(|line| line.starts_with(&format!("::{kind} "))).count() <= 10);
    }
    for line in text.lines() {
        let (head, message) = line.strip_prefix("::").and_then(|line| line.split_once("::")).expect("a command");
        let (kind, properties) = head.split_once(' ').expect("properties");
        assert!(["error", "warning", "notice"].contains(&kind), "{line}");
        for property in properties.split(',') {
            let (key, value) = property.split_once('=').expect("a property");
            assert!(["title", "file", "line", "endLine", "col", "endColumn"].contains(&key), "{line}");
            assert!(!value.contains(':') && percents_are_escapes(value), "{line}");
        }
        assert!(percents_are_escapes(message) && message.len() < 64 << 10, "{line}");
    }
}

fn percents_are_escapes(text: &str) -> bool {
    let mut rest = text.split('%').skip(1);
    rest.all(|after| ["25", "0A", "0D", "3A", "2C"].iter().any(|code| after.starts_with(code)))
}

#[test]
fn code_quality_keeps_to_gitlabs_rules() {
    for number in [0, 500] {
        checked(number, |report| {
            let issues: Value = serde_json::from_str(&written(Format::Gitlab, report)).unwrap();
            let issues = issues.as_array().unwrap();
            assert_eq!(issues.len(), report.counting().count());
            let mut prints = std::collections::BTreeSet::new();
            for issue in issues {
                assert!(
                    ["info", "minor", "major", "critical", "blocker"].contains(&issue["severity"].as_str().unwrap())
                );
                assert!(prints.insert(issue["fingerprint"].as_str().unwrap()), "equal fingerprints are collapsed");
                assert!(!issue["check_name"].as_str().unwrap().is_empty());
                assert_harmless(issue["description"].as_str().unwrap());
                assert!(!issue["location"]["path"].as_str().unwrap().starts_with(['.', '/']));
                assert!(issue["location"]["lines"]["begin"].as_u64().unwrap() > 0);
            }
        });
    }
}

/// The elements of a document with their attributes; it is well-formed when this returns.
fn elements(text: &str) -> Vec<(String, Vec<(String, String)>)> {
    let allowed =
        |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    assert!(text.chars().all(allowed), "a character that XML forbids");
    let mut reader = Reader::from_str(text);
    let (mut found, mut open) = (Vec::new(), 0);
    loop {
        let event = reader.read_event().unwrap();
        match &event {
            Event::Start(tag) | Event::Empty(tag) => {
                open += usize::from(matches!(event, Event::Start(_)));
                let attributes = tag.attributes().map(|a| {
                    let a = a.unwrap();
                    (a.key.0.to_string(), a.value.to_string())
                });
                found.push((tag.name().0.to_string(), attributes.collect()));
            }
            Event::End(_) => open -= 1,
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(open, 0);
    found
}

#[test]
fn xml_is_well_formed_and_counts_right() {
    checked(500, |report| {
        let junit = written(Format::Junit, report);
        assert_harmless(&junit);
        let named = |text: &str, name: &str| elements(text).iter().filter(|(tag, _)| tag == name).count();
        assert_eq!(named(&junit, "failure"), report.counting().count());
        assert_eq!(named(&junit, "error"), NASTY.len());
        let checkstyle = written(Format::Checkstyle, report);
        assert_harmless(&checkstyle);
        assert_eq!(named(&checkstyle, "error"), report.counting().count());
    });
}

#[test]
fn lines_stay_lines() {
    checked(500, |report| {
        let counting = report.counting().count();
        let concise = written(Format::Concise, report);
        assert_harmless(&concise);
        assert_eq!(concise.lines().count(), counting + NASTY.len() + 1);
        let cargo = written(Format::Cargo, report);
        assert_eq!(cargo.lines().count(), counting + NASTY.len() + 1);
        for line in cargo.lines() {
            let message: Value = serde_json::from_str(line).unwrap();
            assert!(message["reason"].is_string());
            assert_harmless(message["message"]["rendered"].as_str().unwrap_or_default());
        }
        let markdown = written(Format::Markdown, report);
        assert_harmless(&markdown);
        assert!(!markdown.contains("<script") && !markdown.replace("\\]", "").contains("]("));
        let human = written(Format::Human, report);
        assert_harmless(&human);
    });
}

proptest! {
    #[test]
    fn no_text_of_the_project_is_a_command_or_a_tag(message in any::<String>(), help in "(::|%|\r|\n|,|<|&|]|.)*") {
        let fixture = Fixture::new(&[("a,b:c%", "text\n")]);
        let mut found = finding(&fixture, "a,b:c%", 0..4);
        found.message = message;
        found.help = Some(help.clone());
        found.condition.formula = help;
        let findings = [found];
        let stats = Stats::default();
        let report = fixture.report(&findings, &stats);
        let github = written(Format::Github, report);
        prop_assert_eq!(github.lines().count(), 1);
        assert_annotations(&github);
        prop_assert_eq!(elements(&written(Format::Checkstyle, report)).len(), 3);
        prop_assert_eq!(elements(&written(Format::Junit, report)).len(), 4);
        prop_assert_eq!(written(Format::Concise, report).lines().count(), 2);
    }
}
