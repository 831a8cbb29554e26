//! Checkstyle XML, which many viewers of results read.
use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, Event};

use super::Report;
use super::words::happens;
use super::xml::{by_file, text};
use crate::rules::finding::{Finding, Severity};

/// Writes the findings that count.
pub(super) fn write(report: Report<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let mut xml = Writer::new_with_indent(out, b' ', 2);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    xml.create_element("checkstyle").with_attribute(("version", "4.3")).write_inner_content(|xml| {
        for (path, findings) in by_file(report) {
            xml.create_element("file")
                .with_attribute(("name", &*text(&path)))
                .write_inner_content(|xml| findings.iter().try_for_each(|finding| error(xml, finding, report)))?;
        }
        Ok(())
    })?;
    xml.into_inner().write_all(b"\n")
}

fn error(xml: &mut Writer<&mut dyn io::Write>, f: &Finding, report: Report<'_>) -> io::Result<()> {
    let start = report.sources.get(f.primary.span.file).position(f.primary.span.start);
    let message = format!("{} ({})", f.message, happens(&f.condition));
    let (line, column, source) = (start.line.to_string(), start.column.to_string(), format!("linklint.{}", f.rule));
    xml.create_element("error")
        .with_attributes([("line", line.as_str()), ("column", &column), ("severity", severity(f.severity))])
        .with_attributes([("message", &*text(&message)), ("source", &source)])
        .write_empty()
        .map(|_| ())
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "info",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::sample;

    #[test]
    fn an_error_each() {
        let sample = sample();
        let mut out = Vec::new();
        write(sample.report(), &mut out).unwrap();
        insta::assert_snapshot!(String::from_utf8(out).unwrap());
    }
}
