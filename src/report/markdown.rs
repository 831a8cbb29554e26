//! A table in GitHub's Markdown, for the summary of a job. All of the project's text is escaped character by character.
use std::fmt::Write as _;

use super::Report;
use super::clean::{Charset, clean};
use super::path::portable;
use super::words::{happens, plural, summary};

/// Bytes of a step's summary that GitHub takes, with room for the last line.
const MOST: usize = (1 << 20) - 512;

/// The report as Markdown, at most as long as the summary of a job may be.
pub fn render(report: Report<'_>) -> String {
    let mut out = format!("### linklint\n\n{}\n\n", escaped(&summary(report)));
    let total = report.counting().count();
    if total > 0 {
        out.push_str("| severity | rule | place | what | when |\n|---|---|---|---|---|\n");
    }
    let mut left = 0;
    for f in report.counting() {
        let file = report.sources.get(f.primary.span.file);
        let line = file.position(f.primary.span.start).line;
        let row = format!(
            "| {} | {} | {}:{line} | {} | {} |\n",
            f.severity.name(),
            f.rule,
            escaped(&portable(file.path(), report.base)),
            escaped(&f.message),
            escaped(&happens(&f.condition)),
        );
        if left > 0 || out.len() + row.len() > MOST {
            left += 1;
        } else {
            out.push_str(&row);
        }
    }
    if left > 0 {
        let _ = writeln!(out, "\n{} left out: the summary is full.", plural(left, "finding"));
    }
    out
}

/// Text that stands for itself in any place of Markdown: `CommonMark` 0.31, 2.4, lets a backslash take the meaning from
/// every character of ASCII's punctuation. `<` and `&` are written as entities too, for readers that know HTML only.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in clean(text, Charset::Unicode).chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '&' => out.push_str("&amp;"),
            '-' | '.' | ',' | ';' | '/' | '=' | '(' | ')' | '\'' => out.push(c),
            c if c.is_ascii_punctuation() => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Stats;
    use crate::report::tests::{Fixture, finding, sample};

    #[test]
    fn a_row_each() {
        let sample = sample();
        insta::assert_snapshot!(render(sample.report()));
    }

    #[test]
    fn nothing_of_the_project_is_markup() {
        assert_eq!(escaped("<b>|`x`|[a](b)\n@me"), r"&lt;b\>\|\`x\`\|\[a\](b) \@me");
    }

    #[test]
    fn a_long_report_is_cut_and_says_so() {
        let fixture = Fixture::new(&[("a", "one\n")]);
        let mut found = finding(&fixture, "a", 0..1);
        found.message = "x".repeat(100_000);
        let findings = vec![found; 30];
        let stats = Stats::default();
        let text = render(fixture.report(&findings, &stats));
        assert!(text.len() < 1 << 20 && text.ends_with("20 findings left out: the summary is full.\n"));
    }
}
