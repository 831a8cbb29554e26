//! One line a finding, `path:line:column: severity[rule] message`, for grep, editors and other programs' eyes.
use std::io;

use super::clean::{Charset, clean};
use super::human::Style;
use super::path::portable;
use super::words::summary;
use super::{Report, words};
use crate::rules::finding::Place;

/// Writes a line for each finding and diagnostic, and the summary.
pub(super) fn write(report: Report<'_>, style: &Style<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let charset = if style.unicode { Charset::Unicode } else { Charset::Ascii };
    let at = |place: &Place| {
        let file = report.sources.get(place.span.file);
        let start = file.position(place.span.start);
        format!("{}:{}:{}: ", clean(&portable(file.path(), style.base), charset), start.line, start.column)
    };
    for finding in report.counting() {
        let (head, severity) = (at(&finding.primary), finding.severity.name());
        write!(out, "{head}{severity}[{}] {}", finding.rule, clean(&finding.message, charset))?;
        if !finding.condition.is_always() {
            write!(out, " ({})", clean(&words::happens(&finding.condition), charset))?;
        }
        writeln!(out)?;
    }
    for diagnostic in report.diagnostics {
        let head = diagnostic.place.as_ref().map(at).unwrap_or_default();
        let severity = diagnostic.severity.name();
        writeln!(out, "{head}{severity}({}) {}", diagnostic.code, clean(&diagnostic.message, charset))?;
    }
    writeln!(out, "{}", summary(report))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::sample;

    #[test]
    fn a_line_each() {
        let sample = sample();
        let style =
            Style { colour: false, links: false, unicode: true, width: 80, base: &sample.fixture.root, stats: false };
        let mut out = Vec::new();
        write(sample.report(), &style, &mut out).unwrap();
        insta::assert_snapshot!(String::from_utf8(out).unwrap());
    }
}
