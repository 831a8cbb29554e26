//! Messages in the shape of cargo's `--message-format json` (The Cargo Book, "External tools"), for editors that show
//! what a check command prints: rust-analyzer's `check.overrideCommand` among them. One JSON object a line.
use std::io;

use serde_json::{Value, json};

use super::Report;
use super::clean::{Charset, clean, write_json};
use super::words::happens;
use crate::rules::finding::{Diagnostic, Finding, Place, Severity, code};

/// Writes a `compiler-message` for each finding and diagnostic, and `build-finished`.
pub(super) fn write(report: Report<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    for finding in report.counting() {
        line(out, &message(&of_finding(finding, report), report))?;
    }
    for diagnostic in report.diagnostics {
        line(out, &message(&of_diagnostic(diagnostic, report), report))?;
    }
    let failed = report.diagnostics.iter().any(|d| d.code == code::INTERNAL);
    line(out, &json!({ "reason": "build-finished", "success": !failed }))
}

fn line(out: &mut dyn io::Write, value: &Value) -> io::Result<()> {
    write_json(out, value, false)?;
    out.write_all(b"\n")
}

/// The target is made up: findings belong to no crate.
fn message(diagnostic: &Value, report: Report<'_>) -> Value {
    let root = report.root.to_string_lossy();
    json!({
        "reason": "compiler-message",
        "package_id": format!("linklint {}", env!("CARGO_PKG_VERSION")),
        "manifest_path": report.root.join("CMakeLists.txt").to_string_lossy(),
        "target": {
            "kind": ["custom-build"], "crate_types": ["bin"], "name": "linklint", "src_path": root,
            "edition": "2024", "doc": false, "doctest": false, "test": false,
        },
        "message": diagnostic,
    })
}

fn of_finding(f: &Finding, report: Report<'_>) -> Value {
    let happens = format!("happens {}", clean(&happens(&f.condition), Charset::Unicode));
    let mut children: Vec<Value> = f
        .related
        .iter()
        .map(|place| child("note", &clean(&place.label, Charset::Unicode), &[span(place, false, report)]))
        .collect();
    children.push(child("note", &happens, &[]));
    if let Some(help) = &f.help {
        children.push(child("help", &clean(help, Charset::Unicode), &[]));
    }
    let text = clean(&f.message, Charset::Unicode);
    json!({
        "$message_type": "diagnostic",
        "message": text,
        "code": { "code": &*f.rule, "explanation": null },
        "level": level(f.severity),
        "spans": [span(&f.primary, true, report)],
        "children": children,
        "rendered": rendered(f.severity, &f.rule, &text, Some(&f.primary), report),
    })
}

fn of_diagnostic(d: &Diagnostic, report: Report<'_>) -> Value {
    let text = clean(&d.message, Charset::Unicode);
    let spans: Vec<Value> = d.place.iter().map(|place| span(place, true, report)).collect();
    json!({
        "$message_type": "diagnostic",
        "message": text,
        "code": { "code": d.code, "explanation": null },
        "level": level(d.severity),
        "spans": spans,
        "children": [],
        "rendered": rendered(d.severity, d.code, &text, d.place.as_ref(), report),
    })
}

fn child(level: &str, message: &str, spans: &[Value]) -> Value {
    json!({ "message": message, "code": null, "level": level, "spans": spans, "children": [], "rendered": null })
}

fn level(severity: Severity) -> &'static str {
    severity.name()
}

/// File names are absolute: editors join relative ones with a folder of their own choice.
fn span(place: &Place, primary: bool, report: Report<'_>) -> Value {
    let file = report.sources.get(place.span.file);
    let (start, end) = report.sources.positions(place.span);
    json!({
        "file_name": file.path().to_string_lossy(),
        "byte_start": place.span.start,
        "byte_end": place.span.end,
        "line_start": start.line,
        "line_end": end.line,
        "column_start": start.column,
        "column_end": end.column,
        "is_primary": primary,
        "text": [],
        "label": clean(&place.label, Charset::Unicode),
        "suggested_replacement": null,
        "suggestion_applicability": null,
        "expansion": null,
    })
}

fn rendered(severity: Severity, name: &str, text: &str, place: Option<&Place>, report: Report<'_>) -> String {
    let at = place.map_or_else(String::new, |place| {
        let file = report.sources.get(place.span.file);
        let start = file.position(place.span.start);
        format!(" --> {}:{}:{}\n", clean(&file.path().to_string_lossy(), Charset::Unicode), start.line, start.column)
    });
    format!("{}[{name}]: {text}\n{at}", level(severity))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::sample;

    #[test]
    fn a_line_each() {
        let sample = sample();
        let mut out = Vec::new();
        write(sample.report(), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        insta::assert_snapshot!(text.replace(env!("CARGO_PKG_VERSION"), "VERSION"));
    }
}
