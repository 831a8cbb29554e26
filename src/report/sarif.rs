//! SARIF 2.1.0 (OASIS), as GitHub's code scanning takes it.
//!
//! What GitHub asks for beyond the schema, and its limits: "SARIF support for code scanning" in its documentation. URIs
//! are relative to the top of the checkout, since its uploader does not honour `uriBaseId`.
use std::fmt::Write as _;
use std::io;

use rustc_hash::FxHashMap;
use serde_json::{Value, json};

use super::clean::{Charset, clean, write_json};
use super::line_hash::line_hashes;
use super::path::uri;
use super::words::{cut, happens, plural};
use super::{Report, fingerprints};
use crate::rules::finding::{Confidence, Diagnostic, Edit, Finding, Place, Severity};
use crate::rules::registry::Rule;
use crate::source::{FileId, LineColumn, Span};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";
/// Results of a run that GitHub takes.
const MOST_RESULTS: usize = 25_000;
/// Locations of a result that GitHub shows.
const MOST_PLACES: usize = 100;
/// Tags of a rule that GitHub takes.
const MOST_TAGS: usize = 20;
/// Bytes of descriptions that GitHub takes (it counts characters; a byte is never more than one).
const MOST_TEXT: usize = 1024;
/// Notifications about the run; there may be one for every file.
const MOST_NOTIFICATIONS: usize = 1000;

/// Writes the report as one SARIF log with one run.
pub(super) fn write(report: Report<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let mut writer = Writer { report, rules: rule_ids(report), hashes: FxHashMap::default() };
    let rules: Vec<Value> = writer.rules.iter().map(|id| rule(id, report.rules.find(id))).collect();
    let prints = fingerprints(report.findings, report.sources, report.root);
    let pairs = worst(report.findings).into_iter().filter_map(|at| report.findings.get(at).zip(prints.get(at)));
    let results: Vec<Value> = pairs.map(|(finding, print)| writer.result(finding, print)).collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "linklint",
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "automationDetails": { "id": "linklint/" },
            "columnKind": "unicodeCodePoints",
            "invocations": [invocation(report)],
            "results": results,
        }],
    });
    write_json(out, &log, true)?;
    out.write_all(b"\n")
}

/// Ids of the rules that ran and of those that findings name, sorted.
fn rule_ids(report: Report<'_>) -> Vec<String> {
    let known = report.rules.rules().iter().map(|rule| &rule.id);
    let mut ids: Vec<String> =
        known.chain(report.findings.iter().map(|finding| &finding.rule)).map(ToString::to_string).collect();
    ids.sort();
    ids.dedup();
    ids
}

/// Indices of the results that are told: all, or the worst when there are too many; in the order of the report.
fn worst(findings: &[Finding]) -> Vec<usize> {
    let mut kept: Vec<(usize, &Finding)> = findings.iter().enumerate().collect();
    if kept.len() > MOST_RESULTS {
        kept.sort_by_key(|(_, f)| (f.suppressed.is_some(), std::cmp::Reverse((f.severity, f.confidence))));
        kept.truncate(MOST_RESULTS);
        kept.sort_by_key(|&(index, _)| index);
    }
    kept.into_iter().map(|(index, _)| index).collect()
}

struct Writer<'a> {
    report: Report<'a>,
    /// Sorted, as in the log.
    rules: Vec<String>,
    /// Line hashes of the files met so far.
    hashes: FxHashMap<FileId, Vec<String>>,
}

impl Writer<'_> {
    fn result(&mut self, f: &Finding, print: &str) -> Value {
        let primary = self.location(&f.primary, None);
        let mut result = json!({
            "ruleId": &*f.rule,
            "ruleIndex": self.rules.binary_search_by(|id| id.as_str().cmp(&f.rule)).unwrap_or_default(),
            "level": f.severity.name(),
            "message": { "text": message(f) },
            "locations": [primary],
            "partialFingerprints": {
                "primaryLocationLineHash": self.line_hash(f.primary.span),
                "linklint/v1": print.strip_prefix("linklint/v1:").unwrap_or(print),
            },
            "properties": {
                "confidence": f.confidence.name(),
                "subjects": f.subjects,
                "condition": f.condition.formula,
            },
        });
        if !f.related.is_empty() {
            let related = f.related.iter().take(MOST_PLACES);
            result["relatedLocations"] =
                related.clone().enumerate().map(|(id, place)| self.location(place, Some(id))).collect();
            // The story: what is wrong, and each place that it takes.
            let steps: Vec<Value> = std::iter::once(&f.primary)
                .chain(related)
                .map(|place| json!({ "location": self.location(place, None) }))
                .collect();
            result["codeFlows"] = json!([{ "threadFlows": [{ "locations": steps }] }]);
        }
        if let Some(fix) = &f.fix {
            result["fixes"] = json!([{
                "description": { "text": plain(&fix.title) },
                "artifactChanges": fix.edits.iter().map(|edit| self.change(edit)).collect::<Vec<_>>(),
            }]);
        }
        if let Some(s) = &f.suppressed {
            let kind = if s.kind == "inline" { "inSource" } else { "external" };
            result["suppressions"] = json!([{ "kind": kind, "justification": plain(&s.reason) }]);
        }
        result
    }

    fn location(&self, place: &Place, id: Option<usize>) -> Value {
        let mut location = json!({ "physicalLocation": {
            "artifactLocation": { "uri": self.uri(place.span) },
            "region": self.region(place.span, true),
        }});
        if !place.label.is_empty() {
            location["message"] = json!({ "text": plain(&place.label) });
        }
        if let Some(id) = id {
            location["id"] = json!(id);
        }
        location
    }

    fn change(&self, edit: &Edit) -> Value {
        json!({
            "artifactLocation": { "uri": self.uri(edit.span) },
            "replacements": [{
                "deletedRegion": self.region(edit.span, false),
                "insertedContent": { "text": edit.replacement },
            }],
        })
    }

    fn uri(&self, span: Span) -> String {
        uri(self.report.sources.get(span.file).path(), self.report.base)
    }

    /// With `one_line` a longer region ends with its first line: GitHub shows an alert in a pull request only when all
    /// its lines are in the change.
    fn region(&self, span: Span, one_line: bool) -> Value {
        let file = self.report.sources.get(span.file);
        let (start, mut end) = (file.position(span.start), file.position(span.end));
        if one_line && end.line > start.line {
            let line_end = file.line_range(start.line).end as u32;
            end = LineColumn { line: start.line, column: file.position(line_end).column.max(start.column) };
        }
        json!({
            "startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column,
        })
    }

    fn line_hash(&mut self, span: Span) -> String {
        let file = self.report.sources.get(span.file);
        let hashes = self.hashes.entry(span.file).or_insert_with(|| line_hashes(file.bytes()));
        let line = file.position(span.start).line as usize;
        hashes.get(line - 1).cloned().unwrap_or_default()
    }
}

/// The message as SARIF's plain text: a sentence (GitHub shows only the first where space is short), when, and what to do.
fn message(f: &Finding) -> String {
    let mut text = plain(&f.message);
    if !text.ends_with(['.', '!', '?']) {
        text.push('.');
    }
    text.push_str(" Happens ");
    text.push_str(&plain(&happens(&f.condition)));
    text.push('.');
    if let Some(help) = &f.help {
        text.push_str(" Help: ");
        text.push_str(&plain(help));
    }
    text
}

/// Text in which nothing is taken for an embedded link, `[text](target)` (SARIF 2.1.0, 3.11.6); never empty.
fn plain(text: &str) -> String {
    let text = clean(text, Charset::Unicode).replace("](", "] (");
    if text.is_empty() { "-".to_owned() } else { text }
}

fn rule(id: &str, rule: Option<&Rule>) -> Value {
    let Some(rule) = rule else { return json!({ "id": id, "shortDescription": { "text": id } }) };
    let meta = &rule.metadata;
    let mut help = rule.readme.clone();
    if !meta.references.is_empty() && !meta.references.iter().any(|reference| help.contains(reference)) {
        help.push_str("\n## References\n\n");
        for reference in &meta.references {
            // Writing to a string does not fail.
            let _ = writeln!(help, "- <{reference}>");
        }
    }
    let problem = match meta.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "recommendation",
    };
    let tags: Vec<&str> =
        ["linkage"].into_iter().chain(meta.covers.iter().map(String::as_str)).take(MOST_TAGS).collect();
    json!({
        "id": id,
        "name": id,
        "shortDescription": { "text": cut(&meta.title, MOST_TEXT) },
        "fullDescription": { "text": cut(first_paragraph(&rule.readme).unwrap_or(&meta.title), MOST_TEXT) },
        "help": { "text": help, "markdown": help },
        "defaultConfiguration": { "level": meta.severity.name() },
        "properties": { "precision": precision(meta.confidence), "problem.severity": problem, "tags": tags },
    })
}

/// GitHub's words for how sure a rule is.
fn precision(confidence: Confidence) -> &'static str {
    match confidence {
        Confidence::Proved => "very-high",
        Confidence::Likely => "high",
        Confidence::Heuristic => "medium",
    }
}

/// The first paragraph of a README after its title.
fn first_paragraph(readme: &str) -> Option<&str> {
    let paragraphs = readme.split("\n\n").map(str::trim);
    paragraphs.into_iter().find(|text| !text.is_empty() && !text.starts_with('#'))
}

fn invocation(report: Report<'_>) -> Value {
    let mut told: Vec<Value> =
        report.diagnostics.iter().take(MOST_NOTIFICATIONS).map(|d| notification(d, report)).collect();
    if report.findings.len() > MOST_RESULTS {
        let left = plural(report.findings.len() - MOST_RESULTS, "finding");
        told.push(json!({ "level": "warning", "message": { "text": format!("{left} left out: the worst are told") } }));
    }
    let failed = report.diagnostics.iter().any(|d| d.code == crate::rules::finding::code::INTERNAL);
    json!({ "executionSuccessful": !failed, "toolExecutionNotifications": told })
}

fn notification(d: &Diagnostic, report: Report<'_>) -> Value {
    let mut notification = json!({
        "descriptor": { "id": d.code },
        "level": d.severity.name(),
        "message": { "text": plain(&d.message) },
    });
    if let Some(place) = &d.place {
        let writer = Writer { report, rules: Vec::new(), hashes: FxHashMap::default() };
        notification["locations"] = json!([writer.location(place, None)]);
    }
    notification
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Stats;
    use crate::report::tests::{Fixture, finding, sample};

    fn log(report: Report<'_>) -> Value {
        let mut out = Vec::new();
        write(report, &mut out).unwrap();
        serde_json::from_slice(&out).unwrap()
    }

    #[test]
    fn results_tell_the_whole_story() {
        let sample = sample();
        let mut log = log(sample.report());
        for result in log["runs"][0]["results"].as_array_mut().unwrap() {
            // It changes with every rule that is added; another test looks at it.
            result["ruleIndex"] = json!(0);
        }
        insta::assert_snapshot!(format!("{:#}", log["runs"][0]["results"]));
    }

    #[test]
    fn rules_explain_themselves() {
        let sample = sample();
        let log = log(sample.report());
        let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
        assert!(rules.len() > 2);
        for rule in rules.iter().filter(|rule| rule["id"] != "sample-rule") {
            for text in ["shortDescription", "fullDescription", "help"] {
                assert!(!rule[text]["text"].as_str().unwrap().is_empty(), "{rule}");
            }
        }
    }

    #[test]
    fn long_places_end_with_their_first_line() {
        let fixture = Fixture::new(&[("a", "one\ntwo\n")]);
        let findings = [finding(&fixture, "a", 1..6)];
        let stats = Stats::default();
        let log = log(fixture.report(&findings, &stats));
        let region = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"];
        assert_eq!(*region, json!({"startLine": 1, "startColumn": 2, "endLine": 1, "endColumn": 4}));
    }

    #[test]
    fn too_many_results_leave_the_worst() {
        let fixture = Fixture::new(&[("a", "one\n")]);
        let mut findings = vec![finding(&fixture, "a", 0..1); MOST_RESULTS + 2];
        findings.iter_mut().skip(3).for_each(|f| f.severity = Severity::Error);
        let kept = worst(&findings);
        assert_eq!(kept.len(), MOST_RESULTS);
        assert_eq!(kept[..3], [0, 3, 4]);
    }
}
