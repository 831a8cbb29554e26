//! The JSON report, version 1: its fields and their meaning are documented in `docs/reference/json.md`.
use std::io;

use serde::Serialize;
use serde_json::{Map, Value};

use super::clean::write_json;
use super::path::portable;
use super::{Report, Stats, count, count_suppressed, fingerprints};
use crate::rules::finding::{self, Finding, Severity};

/// Version of the format; raised when a field changes its meaning or goes away, not when one is added.
pub const VERSION: u32 = 1;

/// A report of linklint
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Document<'a> {
    version: u32,
    tool: Tool,
    /// Absolute path of the root
    root: String,
    findings: Vec<FindingRow<'a>>,
    diagnostics: Vec<DiagnosticRow<'a>>,
    stats: StatsRow<'a>,
}

/// What wrote the report
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Tool {
    name: &'static str,
    version: &'static str,
}

/// One hazard at one place
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct FindingRow<'a> {
    /// Id of the rule
    rule: &'a str,
    /// `error`, `warning` or `note`
    severity: &'static str,
    /// `proved`, `likely` or `heuristic`
    confidence: &'static str,
    message: &'a str,
    help: Option<&'a str>,
    /// Where it is to be mended
    primary: Place<'a>,
    /// The other places that it takes, in the order of the story
    related: Vec<Place<'a>>,
    subjects: Vec<&'a str>,
    condition: Condition<'a>,
    fix: Option<Fix<'a>>,
    /// `linklint/v1:` and 64 hexadecimal digits
    fingerprint: String,
    suppressed: Option<Suppressed<'a>>,
}

/// A place in a file; lines and columns from 1, columns in Unicode code points, the end exclusive
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Place<'a> {
    path: String,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    label: &'a str,
}

/// When a finding happens
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Condition<'a> {
    formula: &'a str,
    witness: Witness<'a>,
}

/// One configuration in which it happens
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Witness<'a> {
    settings: Vec<Setting<'a>>,
    platform: Option<&'a str>,
    cmake: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    environment: Vec<Setting<'a>>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    assumptions: &'a [String],
}

/// A name with its value
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Setting<'a> {
    name: &'a str,
    value: &'a str,
}

/// A way to remove the hazard by editing
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Fix<'a> {
    title: &'a str,
    applicability: &'static str,
    edits: Vec<Edit<'a>>,
}

/// Text that replaces the text of a place
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Edit<'a> {
    path: String,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    replacement: &'a str,
}

/// Why a finding does not count
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Suppressed<'a> {
    kind: &'a str,
    reason: &'a str,
}

/// Something about the run that is no finding
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct DiagnosticRow<'a> {
    severity: &'static str,
    code: &'static str,
    message: &'a str,
    place: Option<Place<'a>>,
}

/// Figures of the run
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct StatsRow<'a> {
    findings: Map<String, Value>,
    hidden: usize,
    suppressed: usize,
    files: Map<String, Value>,
    coverage: Option<Coverage>,
    unmodelled: Map<String, Value>,
    /// Milliseconds; absent unless asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    timings: Option<Vec<Timing<'a>>>,
}

/// How much of the build description was understood
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Coverage {
    call_sites: usize,
    reached: usize,
    targets: usize,
    named: usize,
}

/// Time of a step
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Timing<'a> {
    name: &'a str,
    milliseconds: f64,
}

/// Writes the report as one JSON object with a newline at its end.
pub fn write(report: Report<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let document = Document {
        version: VERSION,
        tool: Tool { name: "linklint", version: env!("CARGO_PKG_VERSION") },
        root: portable(report.root, std::path::Path::new("")),
        findings: findings(report),
        diagnostics: report.diagnostics.iter().map(|d| diagnostic(d, report)).collect(),
        stats: stats(report.stats, report.findings),
    };
    write_json(out, &document, true)?;
    out.write_all(b"\n")
}

fn findings(report: Report<'_>) -> Vec<FindingRow<'_>> {
    let prints = fingerprints(report.findings, report.sources, report.root);
    report.findings.iter().zip(prints).map(|(f, print)| row(f, print, report)).collect()
}

fn row<'a>(f: &'a Finding, fingerprint: String, report: Report<'a>) -> FindingRow<'a> {
    FindingRow {
        rule: &f.rule,
        severity: f.severity.name(),
        confidence: f.confidence.name(),
        message: &f.message,
        help: f.help.as_deref(),
        primary: place(&f.primary, report),
        related: f.related.iter().map(|p| place(p, report)).collect(),
        subjects: f.subjects.iter().map(String::as_str).collect(),
        condition: condition(&f.condition),
        fix: f.fix.as_ref().map(|fix| Fix {
            title: &fix.title,
            applicability: fix.applicability.name(),
            edits: fix.edits.iter().map(|edit| self::edit(edit, report)).collect(),
        }),
        fingerprint,
        suppressed: f.suppressed.as_ref().map(|s| Suppressed { kind: &s.kind, reason: &s.reason }),
    }
}

fn place<'a>(place: &'a finding::Place, report: Report<'a>) -> Place<'a> {
    let (start, end) = report.sources.positions(place.span);
    Place {
        path: portable(report.sources.get(place.span.file).path(), report.root),
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
        label: &place.label,
    }
}

fn edit<'a>(edit: &'a finding::Edit, report: Report<'a>) -> Edit<'a> {
    let (start, end) = report.sources.positions(edit.span);
    Edit {
        path: portable(report.sources.get(edit.span.file).path(), report.root),
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
        replacement: &edit.replacement,
    }
}

fn condition(condition: &finding::Condition) -> Condition<'_> {
    fn settings(pairs: &[(String, String)]) -> Vec<Setting<'_>> {
        pairs.iter().map(|(name, value)| Setting { name, value }).collect()
    }
    let witness = &condition.witness;
    Condition {
        formula: &condition.formula,
        witness: Witness {
            settings: settings(&witness.settings),
            platform: witness.platform.as_deref(),
            cmake: witness.cmake.as_deref(),
            environment: settings(&witness.environment),
            assumptions: &witness.assumptions,
        },
    }
}

fn diagnostic<'a>(diagnostic: &'a finding::Diagnostic, report: Report<'a>) -> DiagnosticRow<'a> {
    DiagnosticRow {
        severity: diagnostic.severity.name(),
        code: diagnostic.code,
        message: &diagnostic.message,
        place: diagnostic.place.as_ref().map(|p| place(p, report)),
    }
}

fn stats<'a>(stats: &'a Stats, findings: &[Finding]) -> StatsRow<'a> {
    fn map<'n>(pairs: impl Iterator<Item = (&'n str, usize)>) -> Map<String, Value> {
        pairs.map(|(name, number)| (name.to_owned(), Value::from(number))).collect()
    }
    let timing =
        |(name, time): &'a (String, std::time::Duration)| Timing { name, milliseconds: time.as_secs_f64() * 1e3 };
    StatsRow {
        findings: map(Severity::ALL.into_iter().rev().map(|s| (s.name(), count(findings, s)))),
        hidden: stats.hidden,
        suppressed: count_suppressed(findings),
        files: map(stats.files.iter().copied()),
        coverage: stats.coverage.map(|c| Coverage {
            call_sites: c.call_sites,
            reached: c.reached,
            targets: c.targets,
            named: c.named,
        }),
        unmodelled: map(stats.unmodelled.iter().map(|(name, number)| (name.as_str(), *number))),
        timings: (!stats.timings.is_empty()).then(|| stats.timings.iter().map(timing).collect()),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::report::tests::sample;

    /// The JSON Schema of the format, from its types.
    pub(crate) fn schema() -> String {
        let settings = schemars::generate::SchemaSettings::draft2020_12().for_serialize();
        let schema = settings.into_generator().into_root_schema_for::<Document<'static>>();
        serde_json::to_string_pretty(&schema).unwrap() + "\n"
    }

    #[test]
    fn the_schema_is_that_of_the_types() {
        let generated = schema();
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/linklint-report.schema.json");
        if std::env::var_os("LINKLINT_UPDATE").is_some() {
            std::fs::write(&path, &generated).unwrap();
        }
        let published = std::fs::read_to_string(&path).unwrap();
        assert_eq!(published, generated, "LINKLINT_UPDATE=1 cargo test --lib schema writes it anew");
    }

    #[test]
    fn the_document_is_as_documented() {
        let sample = sample();
        let mut out = Vec::new();
        write(sample.report(), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        insta::assert_snapshot!(text.replace(env!("CARGO_PKG_VERSION"), "VERSION"));
    }
}
