//! Code quality reports of GitLab: one JSON array ("Code Quality" in its documentation).
use std::io;

use serde_json::{Value, json};

use super::clean::{Charset, clean, write_json};
use super::path::portable;
use super::words::happens;
use super::{Report, fingerprints};
use crate::rules::finding::{Finding, Severity};

/// Writes the findings that count; an empty array when there is none.
pub(super) fn write(report: Report<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let prints = fingerprints(report.findings, report.sources, report.root);
    let counting = report.findings.iter().zip(prints).filter(|(finding, _)| finding.suppressed.is_none());
    let issues: Vec<Value> = counting.map(|(finding, print)| issue(finding, &print, report)).collect();
    write_json(out, &issues, true)?;
    out.write_all(b"\n")
}

fn issue(f: &Finding, print: &str, report: Report<'_>) -> Value {
    let (start, end) = report.sources.positions(f.primary.span);
    let text = format!("{}: {} ({})", f.rule, f.message, happens(&f.condition));
    json!({
        "type": "issue",
        "check_name": &*f.rule,
        "description": clean(&text, Charset::Unicode),
        "categories": ["Bug Risk"],
        "severity": severity(f.severity),
        "fingerprint": print.strip_prefix("linklint/v1:").unwrap_or(print),
        "location": {
            "path": portable(report.sources.get(f.primary.span.file).path(), report.base),
            "lines": { "begin": start.line, "end": end.line },
        },
    })
}

/// What breaks a build or a load is critical; nothing here blocks by itself.
fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "critical",
        Severity::Warning => "major",
        Severity::Note => "info",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::sample;

    #[test]
    fn an_issue_each() {
        let sample = sample();
        let mut out = Vec::new();
        write(sample.report(), &mut out).unwrap();
        insta::assert_snapshot!(String::from_utf8(out).unwrap());
    }
}
