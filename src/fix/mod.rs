//! Fixes: the edits that findings offer, put together and applied.
//!
//! * [`Plan`]: what of them can be applied together, as new contents of files;
//! * [`diff`]: a plan for people to read.
//!
//! Rules make their edits with `rules::edit`.
mod diff;

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

pub use diff::diff;

use crate::cmake::syntax;
use crate::report::output::replace;
use crate::rules::finding::{Applicability, Edit, Finding, Fix};
use crate::source::{FileId, SourceFile, SourceMap};

/// Which fixes are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Wanted {
    /// Those that keep the meaning but for the hazard
    Safe,
    /// Those that may change more, too
    Unsafe,
}

impl Wanted {
    fn takes(self, fix: &Fix) -> bool {
        self == Self::Unsafe || fix.applicability == Applicability::Safe
    }
}

/// A file with its new content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    /// Where it lies, links resolved as it was read.
    pub path: PathBuf,
    /// What the fixes were made for.
    pub old: Vec<u8>,
    /// What it is to hold.
    pub new: Vec<u8>,
}

/// A finding whose fix is not applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Left {
    /// Index of the finding.
    pub finding: usize,
    /// Why, in words.
    pub why: &'static str,
}

/// Fixes that can be applied together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    /// By path.
    pub files: Vec<Changed>,
    /// Findings that are mended by it.
    pub mended: usize,
    /// Findings that have a fix which cannot be applied with the others.
    pub left: Vec<Left>,
}

/// Another fix comes first.
const CONFLICT: &str = "another fix changes the same text; run again";
/// Whoever generates the file would undo it.
const GENERATED: &str = "the file says that it is generated: mend what generates it";
/// A defect of the rule.
const BROKEN: &str = "the file could not be parsed with the fix";
/// Not the project's.
const OUTSIDE: &str = "the file lies outside of the root";

impl Plan {
    /// Puts the fixes of the findings that count together, in the order of the findings: one that would change text which an
    /// earlier one changes is left for the next run. Two findings with the same edits share them.
    pub fn of(findings: &[Finding], sources: &SourceMap, root: &Path, wanted: Wanted) -> Self {
        let mut plan = Self::default();
        let mut accepted: BTreeMap<FileId, BTreeSet<(u32, u32, String)>> = BTreeMap::new();
        for (at, finding) in findings.iter().enumerate().filter(|(_, finding)| finding.suppressed.is_none()) {
            let Some(fix) = finding.fix.as_ref().filter(|fix| wanted.takes(fix)) else { continue };
            if let Some(why) = refusal(fix, &accepted, sources, root) {
                plan.left.push(Left { finding: at, why });
            } else {
                plan.mended += 1;
                for edit in &fix.edits {
                    let key = (edit.span.start, edit.span.end, edit.replacement.clone());
                    accepted.entry(edit.span.file).or_default().insert(key);
                }
            }
        }
        for (file, edits) in accepted {
            let file = sources.get(file);
            plan.files.push(Changed {
                path: file.path().to_path_buf(),
                old: file.bytes().to_vec(),
                new: changed(file.bytes(), &edits),
            });
        }
        plan.files.sort_by(|a, b| a.path.cmp(&b.path));
        plan
    }

    /// Whether nothing changes.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Writes the files, each as a whole. One that changed since it was read is an error, and nothing of it is written.
    pub fn apply(&self) -> io::Result<()> {
        for file in &self.files {
            if std::fs::read(&file.path)? != file.old {
                let what = format!("{} changed while it was looked at; run again", file.path.display());
                return Err(io::Error::other(what));
            }
            replace(&file.path, |out| out.write_all(&file.new))
                .map_err(|e| io::Error::new(e.kind(), format!("{} could not be written: {e}", file.path.display())))?;
        }
        Ok(())
    }
}

/// Why a fix cannot be applied together with those that were accepted.
fn refusal(
    fix: &Fix,
    accepted: &BTreeMap<FileId, BTreeSet<(u32, u32, String)>>,
    sources: &SourceMap,
    root: &Path,
) -> Option<&'static str> {
    let clashes = |edit: &Edit| {
        let mut others = accepted.get(&edit.span.file).into_iter().flatten();
        others.any(|(start, end, text)| {
            let same = (*start, *end) == (edit.span.start, edit.span.end);
            // Text put in at one place has no order; the same text is put in once.
            if same { *text != edit.replacement } else { *start < edit.span.end && edit.span.start < *end }
        })
    };
    if fix.edits.iter().any(clashes) {
        return Some(CONFLICT);
    }
    let mut by_file: BTreeMap<FileId, BTreeSet<(u32, u32, String)>> = BTreeMap::new();
    for edit in &fix.edits {
        let key = (edit.span.start, edit.span.end, edit.replacement.clone());
        by_file.entry(edit.span.file).or_default().insert(key);
    }
    for (file, mut edits) in by_file {
        edits.extend(accepted.get(&file).into_iter().flatten().cloned());
        let file = sources.get(file);
        if !file.path().starts_with(root) {
            return Some(OUTSIDE);
        }
        if is_generated(file.bytes()) {
            return Some(GENERATED);
        }
        if !still_parses(&file, &changed(file.bytes(), &edits)) {
            return Some(BROKEN);
        }
    }
    None
}

/// The text with the edits, which do not overlap and are sorted.
fn changed(old: &[u8], edits: &BTreeSet<(u32, u32, String)>) -> Vec<u8> {
    let mut new = Vec::with_capacity(old.len());
    let mut at = 0;
    for (start, end, text) in edits {
        new.extend_from_slice(old.get(at..*start as usize).unwrap_or_default());
        new.extend_from_slice(text.as_bytes());
        at = *end as usize;
    }
    new.extend_from_slice(old.get(at..).unwrap_or_default());
    new
}

/// Whether a file says near its top that a program writes it.
fn is_generated(bytes: &[u8]) -> bool {
    /// Bytes of the top.
    const TOP: usize = 2000;
    let top = String::from_utf8_lossy(bytes.get(..TOP).unwrap_or(bytes)).to_lowercase();
    top.contains("@generated")
        || top.contains("generated") && ["do not edit", "do not modify"].iter().any(|w| top.contains(w))
}

/// Whether a CMake file has no more errors than before.
fn still_parses(file: &SourceFile, new: &[u8]) -> bool {
    let name = file.path().file_name().unwrap_or_default().to_string_lossy();
    let is_cmake = name == "CMakeLists.txt" || name.ends_with(".cmake") || name.ends_with(".cmake.in");
    !is_cmake || syntax::parse(file.id(), new).errors.len() <= syntax::parse(file.id(), file.bytes()).errors.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::{Fixture, finding};
    use crate::source::Span;

    fn with_fix(fixture: &Fixture, edits: &[(&str, std::ops::Range<u32>, &str)], how: Applicability) -> Finding {
        let edits = edits.iter().map(|(name, range, text)| Edit {
            span: fixture.span(name, range.clone()),
            replacement: (*text).to_owned(),
        });
        let fix = Fix { title: "mend it".into(), applicability: how, edits: edits.collect() };
        Finding { fix: Some(fix), ..finding(fixture, "CMakeLists.txt", 0..1) }
    }

    fn texts(plan: &Plan) -> Vec<String> {
        plan.files.iter().map(|file| String::from_utf8_lossy(&file.new).into_owned()).collect()
    }

    #[test]
    fn edits_of_several_findings_are_put_together() {
        let fixture = Fixture::new(&[("CMakeLists.txt", "f(a)\ng(b)\n")]);
        let findings = [
            with_fix(&fixture, &[("CMakeLists.txt", 7..8, "B")], Applicability::Safe),
            with_fix(
                &fixture,
                &[("CMakeLists.txt", 2..3, "A"), ("CMakeLists.txt", 4..4, "\nh()")],
                Applicability::Safe,
            ),
            with_fix(&fixture, &[("CMakeLists.txt", 4..4, "\nh()")], Applicability::Safe),
            with_fix(&fixture, &[("CMakeLists.txt", 7..8, "C")], Applicability::Safe),
            with_fix(&fixture, &[("CMakeLists.txt", 0..1, "F")], Applicability::Unsafe),
        ];
        let plan = Plan::of(&findings, &fixture.sources, &fixture.root, Wanted::Safe);
        assert_eq!(texts(&plan), ["f(A)\nh()\ng(B)\n"]);
        assert_eq!((plan.mended, plan.left), (3, vec![Left { finding: 3, why: CONFLICT }]));
        let plan = Plan::of(&findings, &fixture.sources, &fixture.root, Wanted::Unsafe);
        assert_eq!(texts(&plan), ["F(A)\nh()\ng(B)\n"]);
    }

    #[test]
    fn what_must_not_be_edited_is_left() {
        let generated = "# Generated by gen.py. DO NOT EDIT.\nf(a)\n";
        let fixture = Fixture::new(&[("CMakeLists.txt", generated), ("a.cmake", "f(a)\n")]);
        fixture.sources.insert("/elsewhere/x.cmake".into(), (*b"f(a)\n").into());
        let mut outside = with_fix(&fixture, &[("a.cmake", 0..1, "F")], Applicability::Safe);
        let file = fixture.sources.find(Path::new("/elsewhere/x.cmake")).unwrap();
        outside.fix.as_mut().unwrap().edits[0].span = Span::new(file.id(), 0..1);
        let findings = [
            with_fix(&fixture, &[("CMakeLists.txt", 0..0, "x()\n")], Applicability::Safe),
            with_fix(&fixture, &[("a.cmake", 3..4, "")], Applicability::Safe),
            outside,
        ];
        let plan = Plan::of(&findings, &fixture.sources, &fixture.root, Wanted::Safe);
        assert!(plan.is_empty());
        let why: Vec<&str> = plan.left.iter().map(|left| left.why).collect();
        assert_eq!(why, [GENERATED, BROKEN, OUTSIDE]);
    }

    #[test]
    fn a_file_that_changed_meanwhile_is_not_written() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("CMakeLists.txt");
        let plan = |old: &str| Plan {
            files: vec![Changed { path: path.clone(), old: old.into(), new: b"new".to_vec() }],
            ..Plan::default()
        };
        std::fs::write(&path, "other").unwrap();
        assert!(plan("old").apply().unwrap_err().to_string().contains("run again"));
        assert_eq!(std::fs::read(&path).unwrap(), b"other");
        plan("other").apply().unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"new");
    }
}
