//! Baselines: the findings that were there when a project began to check, by fingerprint.
//!
//! A baseline only shrinks: new findings count, `--prune` takes out what is mended. One line an entry, sorted, so that a
//! change of it can be reviewed.
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::report::{fingerprints, place_path};
use crate::rules::finding::{Finding, Suppression};
use crate::source::SourceMap;

/// Version of the format.
const VERSION: u32 = 1;
/// Larger files are no baselines.
const MOST_BYTES: u64 = 64 << 20;

/// The findings of a baseline.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Baseline {
    /// By fingerprint.
    entries: BTreeMap<String, Entry>,
}

/// One finding of a baseline; all but the fingerprint is for readers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    path: String,
    rule: String,
    message: String,
    fingerprint: String,
}

#[derive(Debug, Deserialize)]
struct Document {
    version: u32,
    findings: Vec<Entry>,
}

impl Baseline {
    /// Reads a file; the error says what is wrong with it.
    pub fn read(path: &Path) -> Result<Self, String> {
        let shown = path.display();
        let told = |error: io::Error| format!("the baseline {shown} cannot be read: {error}");
        let size = path.metadata().map_err(told)?;
        if !size.is_file() || size.len() > MOST_BYTES {
            return Err(format!("{shown} is no baseline: it is no file of at most {MOST_BYTES} bytes"));
        }
        let text = std::fs::read(path).map_err(told)?;
        let document: Document = serde_json::from_slice(&text)
            .map_err(|error| format!("{shown} is no baseline: {error}; --write-baseline makes one"))?;
        if document.version != VERSION {
            return Err(format!("the baseline {shown} has version {}, this program reads {VERSION}", document.version));
        }
        Ok(Self { entries: document.findings.into_iter().map(|entry| (entry.fingerprint.clone(), entry)).collect() })
    }

    /// A baseline of the findings that count.
    pub fn of(findings: &[Finding], sources: &SourceMap, root: &Path) -> Self {
        let prints = fingerprints(findings, sources, root);
        let counting = findings.iter().zip(prints).filter(|(finding, _)| finding.suppressed.is_none());
        let entries = counting.map(|(finding, fingerprint)| {
            let path = place_path(sources, &finding.primary, root);
            let (rule, message) = (finding.rule.to_string(), finding.message.clone());
            (fingerprint.clone(), Entry { path, rule, message, fingerprint })
        });
        Self { entries: entries.collect() }
    }

    /// Number of findings in it.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none in it.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Marks the findings that are in it; gives the entries that no finding has any more.
    #[must_use]
    pub fn apply(&self, findings: &mut [Finding], sources: &SourceMap, root: &Path) -> Self {
        let prints = fingerprints(findings, sources, root);
        let mut stale = self.clone();
        for (finding, print) in findings.iter_mut().zip(prints) {
            stale.entries.remove(&print);
            if finding.suppressed.is_none() && self.entries.contains_key(&print) {
                finding.suppressed = Some(Suppression { kind: "baseline".to_owned(), reason: String::new() });
            }
        }
        stale
    }

    /// Keeps the entries of some rules.
    pub fn retain_rules(&mut self, keep: impl Fn(&str) -> bool) {
        self.entries.retain(|_, entry| keep(&entry.rule));
    }

    /// This without the entries of `stale`.
    #[must_use]
    pub fn without(&self, stale: &Self) -> Self {
        let kept = self.entries.iter().filter(|(print, _)| !stale.entries.contains_key(*print));
        Self { entries: kept.map(|(print, entry)| (print.clone(), entry.clone())).collect() }
    }

    /// Writes it, an entry a line, sorted by path, rule and fingerprint.
    pub fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let mut entries: Vec<&Entry> = self.entries.values().collect();
        entries.sort_by_key(|entry| (&entry.path, &entry.rule, &entry.fingerprint));
        write!(out, "{{\n  \"version\": {VERSION},\n  \"findings\": [")?;
        for (at, entry) in entries.into_iter().enumerate() {
            out.write_all(if at == 0 { b"\n    " } else { b",\n    " })?;
            serde_json::to_writer(&mut *out, entry)?;
        }
        out.write_all(b"\n  ]\n}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::{Fixture, finding};

    fn fixture(text: &str, at: &[&str]) -> (Fixture, Vec<Finding>) {
        let fixture = Fixture::new(&[("CMakeLists.txt", text)]);
        let findings = at.iter().map(|what| {
            let start = text.find(what).unwrap() as u32;
            finding(&fixture, "CMakeLists.txt", start..start + 1)
        });
        let findings = findings.collect();
        (fixture, findings)
    }

    #[test]
    fn old_findings_are_known_again_wherever_they_moved() {
        let (old, findings) = fixture("a(1)\nb(2)\n", &["a(1)", "b(2)"]);
        let baseline = Baseline::of(&findings, &old.sources, &old.root);
        assert_eq!(baseline.len(), 2);
        let (new, mut findings) = fixture("# new\n\n  b( 2 )\nb(2)\nc(3)\n", &["b(2)", "c(3)"]);
        let stale = baseline.apply(&mut findings, &new.sources, &new.root);
        let marked: Vec<_> = findings.iter().map(|f| f.suppressed.as_ref().map(|s| s.kind.as_str())).collect();
        assert_eq!(marked, [Some("baseline"), None]);
        assert_eq!(stale.len(), 1);
        let pruned = baseline.without(&stale);
        assert_eq!(pruned.len(), 1);
        assert!(pruned.apply(&mut findings, &new.sources, &new.root).is_empty());
    }

    #[test]
    fn files_are_read_back_and_wrong_ones_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("baseline.json");
        let (fixture, findings) = fixture("a(1)\nb(2)\n", &["a(1)", "b(2)"]);
        let baseline = Baseline::of(&findings, &fixture.sources, &fixture.root);
        let mut out = Vec::new();
        baseline.write(&mut out).unwrap();
        assert_eq!(String::from_utf8_lossy(&out).lines().count(), 2 + 3 + 2);
        std::fs::write(&path, out).unwrap();
        assert_eq!(Baseline::read(&path).unwrap(), baseline);
        for (text, expected) in [("{", "is no baseline"), ("{\"version\": 9, \"findings\": []}", "version 9")] {
            std::fs::write(&path, text).unwrap();
            assert!(Baseline::read(&path).unwrap_err().contains(expected));
        }
        assert!(Baseline::read(dir.path()).unwrap_err().contains("is no baseline"));
        assert!(Baseline::read(&dir.path().join("none")).unwrap_err().contains("cannot be read"));
        let mut empty = Vec::new();
        Baseline::default().write(&mut empty).unwrap();
        std::fs::write(&path, empty).unwrap();
        assert!(Baseline::read(&path).unwrap().is_empty());
    }
}
