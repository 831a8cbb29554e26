//! Annotations of GitHub Actions: workflow commands ("Workflow commands for GitHub Actions" in its documentation).
//!
//! A step shows ten errors, ten warnings and ten notices, and drops the rest without a word: the worst are written, and
//! how many are not is the last notice. Everything of the project is escaped, so that none of it is a command.
use std::fmt::Write as _;
use std::io;

use super::Report;
use super::clean::{Charset, clean};
use super::path::portable;
use super::words::{cut, happens, plural};
use crate::rules::finding::{Diagnostic, Place, Severity};

/// Annotations of one kind that a step shows.
const MOST: usize = 10;
/// Bytes of a message that the checks API takes.
const MOST_MESSAGE: usize = 64 << 10;
/// Characters of a title.
const MOST_TITLE: usize = 255;

/// One annotation, before it is escaped.
struct Note<'a> {
    severity: Severity,
    place: Option<&'a Place>,
    title: String,
    message: String,
}

/// Writes a line for each finding and diagnostic that fits.
pub(super) fn write(report: Report<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let mut notes = notes(report);
    notes.sort_by_key(|note| std::cmp::Reverse(note.severity));
    let mut left_out = 0;
    for severity in Severity::ALL.into_iter().rev() {
        let total = notes.iter().filter(|note| note.severity == severity).count();
        let rest = left_out > 0 || total > MOST;
        // The last notice tells what is left out.
        let room = if severity == Severity::Note && rest { MOST - 1 } else { MOST };
        for note in notes.iter().filter(|note| note.severity == severity).take(room) {
            out.write_all(line(note, report).as_bytes())?;
        }
        left_out += total.saturating_sub(room);
    }
    if left_out > 0 {
        let left = plural(left_out, "annotation");
        writeln!(
            out,
            "::notice title=linklint::{left} more than GitHub shows; the job summary and the other formats have them all"
        )?;
    }
    Ok(())
}

fn notes(report: Report<'_>) -> Vec<Note<'_>> {
    let findings = report.counting().map(|f| {
        let mut message = clean(&f.message, Charset::Unicode).into_owned();
        let _ = write!(message, "\nHappens {}", clean(&happens(&f.condition), Charset::Unicode));
        if let Some(help) = &f.help {
            let _ = write!(message, "\nHelp: {}", clean(help, Charset::Unicode));
        }
        Note { severity: f.severity, place: Some(&f.primary), title: format!("linklint: {}", f.rule), message }
    });
    findings.chain(report.diagnostics.iter().map(told)).collect()
}

fn told(diagnostic: &Diagnostic) -> Note<'_> {
    Note {
        severity: diagnostic.severity,
        place: diagnostic.place.as_ref(),
        title: format!("linklint: {}", diagnostic.code),
        message: clean(&diagnostic.message, Charset::Unicode).into_owned(),
    }
}

fn line(note: &Note<'_>, report: Report<'_>) -> String {
    let kind = match note.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let mut line = format!("::{kind} title={}", property(&cut(&note.title, MOST_TITLE)));
    if let Some(place) = note.place {
        let file = report.sources.get(place.span.file);
        let (start, end) = report.sources.positions(place.span);
        let path = portable(file.path(), report.base);
        let _ = write!(line, ",file={},line={}", property(&clean(&path, Charset::Unicode)), start.line);
        // GitHub refuses columns of more than one line, and does not draw what ends after the last line.
        if start.line == end.line {
            let _ = write!(line, ",endLine={},col={},endColumn={}", end.line, start.column, end.column);
        }
    }
    let _ = writeln!(line, "::{}", data(&cut(&note.message, MOST_MESSAGE)));
    line
}

/// Escapes the text of a command (`escapeData` of actions/toolkit).
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes the value of a property (`escapeProperty` of actions/toolkit).
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Stats;
    use crate::report::tests::{Fixture, finding, sample};

    fn text(report: Report<'_>) -> String {
        let mut out = Vec::new();
        write(report, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn findings_are_annotations() {
        let sample = sample();
        insta::assert_snapshot!(text(sample.report()));
    }

    #[test]
    fn what_is_cut_is_told() {
        let fixture = Fixture::new(&[("a", "one\n")]);
        let mut findings = vec![finding(&fixture, "a", 0..1); 25];
        findings.iter_mut().take(12).for_each(|f| f.severity = Severity::Note);
        let stats = Stats::default();
        let text = text(fixture.report(&findings, &stats));
        assert_eq!(text.matches("::warning ").count(), 10);
        assert_eq!(text.matches("::notice ").count(), 10);
        assert!(text.contains("::6 annotations more than GitHub shows"), "{text}");
    }

    #[test]
    fn what_means_something_is_escaped() {
        assert_eq!(data("100%\r\n::error::x"), "100%25%0D%0A::error::x");
        assert_eq!(property("a:b,c%"), "a%3Ab%2Cc%25");
    }
}
