//! Fingerprints: the same finding keeps its own over edits elsewhere in the file.
use std::fmt::Write as _;
use std::path::Path;

use rustc_hash::FxHashMap;
use sha2::{Digest as _, Sha256};

use super::path::portable;
use crate::rules::finding::Finding;
use crate::source::SourceMap;

/// The fingerprint of each finding, in their order.
///
/// It is SHA-256 over rule, path, subjects, the text of the primary place's first line with its blanks normalised, and
/// the ordinal among findings that are equal in all that. There are no line numbers in it and no words of the message.
/// Of equal findings the surer come first, so that `--pedantic` does not change the fingerprints of the others.
pub fn fingerprints(findings: &[Finding], sources: &SourceMap, root: &Path) -> Vec<String> {
    let bases: Vec<Sha256> = findings.iter().map(|finding| base(finding, sources, root)).collect();
    let mut order: Vec<usize> = (0..findings.len()).collect();
    order.sort_by_key(|&at| findings.get(at).map(|f| std::cmp::Reverse(f.confidence)));
    let mut seen: FxHashMap<[u8; 32], u64> = FxHashMap::default();
    let mut prints = vec![String::new(); findings.len()];
    for at in order {
        let (Some(base), Some(print)) = (bases.get(at), prints.get_mut(at)) else { continue };
        let ordinal = seen.entry(base.clone().finalize().into()).or_default();
        let mut hash = base.clone();
        hash.update(ordinal.to_le_bytes());
        *ordinal += 1;
        "linklint/v1:".clone_into(print);
        for byte in hash.finalize() {
            // Writing to a string does not fail.
            let _ = write!(print, "{byte:02x}");
        }
    }
    prints
}

fn base(finding: &Finding, sources: &SourceMap, root: &Path) -> Sha256 {
    let span = finding.primary.span;
    let file = sources.get(span.file);
    let line = file.bytes().get(file.line_range(file.position(span.start).line)).unwrap_or_default();
    let mut hash = Sha256::new();
    field(&mut hash, finding.rule.as_bytes());
    field(&mut hash, portable(file.path(), root).as_bytes());
    hash.update((finding.subjects.len() as u64).to_le_bytes());
    for subject in &finding.subjects {
        field(&mut hash, subject.as_bytes());
    }
    field(&mut hash, &normalised(line));
    hash
}

/// The length goes first: two fields cannot be taken for one.
fn field(hash: &mut Sha256, bytes: &[u8]) {
    hash.update((bytes.len() as u64).to_le_bytes());
    hash.update(bytes);
}

/// `line` with every run of blanks as one, and none at its ends.
fn normalised(line: &[u8]) -> Vec<u8> {
    let words: Vec<&[u8]> = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).collect();
    words.join(&b' ')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::{Fixture, finding};
    use crate::rules::Confidence;

    fn prints(text: &str, spans: &[(u32, u32)]) -> Vec<String> {
        let fixture = Fixture::new(&[("CMakeLists.txt", text)]);
        let findings: Vec<_> = spans.iter().map(|&(from, to)| finding(&fixture, "CMakeLists.txt", from..to)).collect();
        fingerprints(&findings, &fixture.sources, &fixture.root)
    }

    #[test]
    fn lines_elsewhere_and_blanks_do_not_count() {
        let one = prints("add_library( a  a.c )\n", &[(0, 11)]);
        let two = prints("# new\n\n\tadd_library( a a.c )\n", &[(8, 19)]);
        assert_eq!(one, two);
        assert!(one[0].starts_with("linklint/v1:") && one[0].len() == 12 + 64);
        assert_ne!(one, prints("add_library( b a.c )\n", &[(0, 11)]));
    }

    #[test]
    fn equal_findings_differ_by_their_ordinal() {
        let two = prints("f()\nf()\n", &[(0, 1), (4, 5)]);
        assert_ne!(two[0], two[1]);
        assert_eq!(two[0], prints("f()\n", &[(0, 1)])[0]);
    }

    #[test]
    fn a_heuristic_twin_does_not_shift_the_others() {
        let fixture = Fixture::new(&[("a", "f()\nf()\n")]);
        let (mut first, second) = (finding(&fixture, "a", 0..1), finding(&fixture, "a", 4..5));
        first.confidence = Confidence::Heuristic;
        let alone = fingerprints(std::slice::from_ref(&second), &fixture.sources, &fixture.root);
        let both = fingerprints(&[first, second], &fixture.sources, &fixture.root);
        assert_eq!(alone[0], both[1]);
    }
}
