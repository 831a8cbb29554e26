//! What the XML formats share.
use std::borrow::Cow;

use super::Report;
use super::clean::{Charset, clean};
use super::path::portable;
use crate::rules::finding::Finding;

/// Text with nothing in it that XML 1.0 forbids (its production 2, `Char`) or that acts on a terminal; quick-xml escapes
/// the rest.
pub(super) fn text(text: &str) -> Cow<'_, str> {
    let cleaned = clean(text, Charset::Unicode);
    if cleaned.contains(FORBIDDEN) { cleaned.replace(FORBIDDEN, "\u{fffd}").into() } else { cleaned }
}

/// The two code points beyond the control characters that XML 1.0 forbids.
const FORBIDDEN: [char; 2] = ['\u{fffe}', '\u{ffff}'];

/// The findings that count by the path of their file, which they are sorted by.
pub(super) fn by_file(report: Report<'_>) -> Vec<(String, Vec<&Finding>)> {
    let mut files: Vec<(String, Vec<&Finding>)> = Vec::new();
    for finding in report.counting() {
        let path = portable(report.sources.get(finding.primary.span.file).path(), report.base);
        match files.last_mut() {
            Some((name, findings)) if *name == path => findings.push(finding),
            _ => files.push((path, vec![finding])),
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_forbids_is_replaced() {
        assert_eq!(text("a\0b\u{ffff}c\u{fffe}\n<"), "a\\x00b\u{fffd}c\u{fffd} <");
    }
}
