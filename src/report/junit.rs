//! `JUnit` XML, as CI systems read it: a suite a file, a failed case a finding, one passed case when nothing is found.
use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::Report;
use super::words::happens;
use super::xml::{by_file, text};
use crate::rules::finding::{Diagnostic, Finding, Severity};

type Xml<'o> = Writer<&'o mut dyn io::Write>;

/// Writes the report.
pub(super) fn write(report: Report<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let files = by_file(report);
    // A note about a file is no broken run.
    let broken: Vec<&Diagnostic> = report.diagnostics.iter().filter(|d| d.severity == Severity::Error).collect();
    let failures: usize = files.iter().map(|(_, findings)| findings.len()).sum();
    let tests = (failures + broken.len()).max(1);
    let mut xml = Writer::new_with_indent(out, b' ', 2);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    xml.create_element("testsuites")
        .with_attributes([("name", "linklint"), ("tests", &tests.to_string())])
        .with_attributes([("failures", failures.to_string().as_str()), ("errors", &broken.len().to_string())])
        .write_inner_content(|xml| {
            for (path, findings) in &files {
                suite(xml, &text(path), findings.len(), findings.len(), 0, |xml| {
                    findings.iter().try_for_each(|finding| case(xml, path, finding, report))
                })?;
            }
            if !broken.is_empty() {
                suite(xml, "linklint", broken.len(), 0, broken.len(), |xml| {
                    broken.iter().try_for_each(|diagnostic| error(xml, diagnostic))
                })?;
            }
            if files.is_empty() && broken.is_empty() {
                suite(xml, "linklint", 1, 0, 0, |xml| {
                    let case = xml.create_element("testcase");
                    case.with_attributes([("name", "no findings"), ("classname", "linklint")]).write_empty().map(|_| ())
                })?;
            }
            Ok(())
        })?;
    xml.into_inner().write_all(b"\n")
}

fn suite(
    xml: &mut Xml<'_>,
    name: &str,
    tests: usize,
    failures: usize,
    errors: usize,
    cases: impl FnOnce(&mut Xml<'_>) -> io::Result<()>,
) -> io::Result<()> {
    let (tests, failures, errors) = (tests.to_string(), failures.to_string(), errors.to_string());
    xml.create_element("testsuite")
        .with_attributes([("name", name), ("tests", &tests), ("failures", &failures), ("errors", &errors)])
        .write_inner_content(cases)
        .map(|_| ())
}

fn case(xml: &mut Xml<'_>, path: &str, f: &Finding, report: Report<'_>) -> io::Result<()> {
    let start = report.sources.get(f.primary.span.file).position(f.primary.span.start);
    let name = format!("{} at {}:{}", f.rule, start.line, start.column);
    // Each line is made harmless by itself: the breaks between them are ours, those in a path or a message are not.
    let mut body = vec![format!("{path}:{}:{}: {}", start.line, start.column, f.message)];
    body.push(format!("Happens {}", happens(&f.condition)));
    body.extend(f.help.iter().map(|help| format!("Help: {help}")));
    let body: Vec<_> = body.iter().map(|line| text(line)).collect();
    let line = start.line.to_string();
    xml.create_element("testcase")
        .with_attributes([("name", name.as_str()), ("classname", &text(path))])
        .with_attributes([("file", &*text(path)), ("line", &line)])
        .write_inner_content(|xml| {
            xml.create_element("failure")
                .with_attributes([("type", f.severity.name()), ("message", &*text(&f.message))])
                .write_text_content(BytesText::new(&body.join("\n")))
                .map(|_| ())
        })
        .map(|_| ())
}

fn error(xml: &mut Xml<'_>, diagnostic: &Diagnostic) -> io::Result<()> {
    xml.create_element("testcase")
        .with_attributes([("name", diagnostic.code), ("classname", "linklint")])
        .write_inner_content(|xml| {
            let message = text(&diagnostic.message);
            xml.create_element("error")
                .with_attributes([("type", diagnostic.code), ("message", &*message)])
                .write_empty()
                .map(|_| ())
        })
        .map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Stats;
    use crate::report::tests::{Fixture, sample};

    fn written(report: Report<'_>) -> String {
        let mut out = Vec::new();
        write(report, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_case_each() {
        insta::assert_snapshot!(written(sample().report()));
    }

    #[test]
    fn a_clean_run_is_one_passed_case() {
        let fixture = Fixture::new(&[]);
        let stats = Stats::default();
        let text = written(fixture.report(&[], &stats));
        assert!(text.contains(r#"tests="1" failures="0" errors="0""#) && !text.contains("<failure"), "{text}");
    }
}
