//! What people say about findings: directives in comments and baselines.
//!
//! Both mark findings as suppressed and nothing else: a suppressed finding stays in the machine formats.
pub mod baseline;

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::directives::{self, Attached, meets};
use crate::nearest::suggestion;
use crate::rules::Registry;
use crate::rules::finding::{Diagnostic, Finding, Place, Severity, Suppression, code};
use crate::source::{FileId, SourceFile, SourceMap, Span};

/// What is asked of directives.
#[derive(Debug, Clone, Copy, Default)]
pub struct Rules {
    /// A directive without a reason does not count.
    pub require_reason: bool,
    /// Directives that suppress nothing are not told: the run does not see all findings.
    pub keep_unused: bool,
}

/// One name of a rule in one directive.
#[derive(Debug)]
struct Entry {
    /// The rule, by its present id.
    rule: Arc<str>,
    reason: String,
    /// Where the name stands.
    name: Span,
    scope: Range<usize>,
    used: bool,
}

/// Marks the findings that directives speak of: those with any place in the code that a directive belongs to.
///
/// Gives diagnostics for directives that are wrong or that suppress nothing. Only files that were read in the run are
/// looked at.
pub fn apply_directives(
    sources: &SourceMap,
    registry: &Registry,
    rules: Rules,
    findings: &mut [Finding],
) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let mut entries: FxHashMap<FileId, Vec<Entry>> = FxHashMap::default();
    let mut order = Vec::new();
    for (file, found) in read(sources) {
        let mut taken = Vec::new();
        for attached in found {
            take(&file, attached, registry, rules, &mut taken, &mut diagnostics);
        }
        order.push(file.id());
        entries.insert(file.id(), taken);
    }
    for finding in findings.iter_mut() {
        let places: Vec<Span> =
            std::iter::once(finding.primary.span).chain(finding.related.iter().map(|place| place.span)).collect();
        for span in places {
            for entry in entries.get_mut(&span.file).into_iter().flatten() {
                if entry.rule == finding.rule && meets(&entry.scope, span) {
                    entry.used = true;
                    let reason = entry.reason.clone();
                    finding.suppressed.get_or_insert(Suppression { kind: "inline".to_owned(), reason });
                }
            }
        }
    }
    if !rules.keep_unused {
        let unused = order.iter().filter_map(|id| entries.get(id)).flatten().filter(|entry| !entry.used);
        diagnostics.extend(unused.map(|entry| {
            let message = format!("nothing here is reported by `{}`: the directive can go", entry.rule);
            Diagnostic::new(Severity::Warning, code::UNUSED_SUPPRESSION, message).at(Place::new(entry.name, ""))
        }));
    }
    diagnostics
}

/// The directives of all files that were read, by path.
fn read(sources: &SourceMap) -> Vec<(Arc<SourceFile>, Vec<Attached>)> {
    let files = sources.files();
    let found = files.into_par_iter().filter_map(|file| {
        let found = directives::of_file(&file);
        (!found.is_empty()).then_some((file, found))
    });
    found.collect()
}

/// Takes the rules of one directive.
fn take(
    file: &SourceFile,
    attached: Attached,
    registry: &Registry,
    rules: Rules,
    entries: &mut Vec<Entry>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let span = |range: Range<usize>| Span::new(file.id(), range.start as u32..range.end as u32);
    let mut tell = |code, message: String, range| {
        diagnostics.push(Diagnostic::new(Severity::Warning, code, message).at(Place::new(span(range), "")));
    };
    let allow = match attached.directive.content {
        Ok(allow) => allow,
        Err(why) => return tell(code::BAD_SUPPRESSION, why, attached.directive.range),
    };
    if rules.require_reason && allow.reason.is_empty() {
        let why = "a reason is required: allow(RULE) -- REASON; the directive does not count".to_owned();
        return tell(code::BAD_SUPPRESSION, why, attached.directive.range);
    }
    for (name, range) in allow.rules {
        if let Some(rule) = registry.find(&name) {
            entries.push(Entry {
                rule: Arc::clone(&rule.id),
                reason: allow.reason.clone(),
                name: span(range),
                scope: attached.scope.clone(),
                used: false,
            });
        } else {
            let meant = suggestion(&name, registry.rules().iter().map(|rule| &*rule.id));
            tell(code::BAD_SUPPRESSION, format!("no rule `{name}`{meant}; `linklint rules` lists them all"), range);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::{Fixture, built_in, finding};

    const LISTS: &str = "# linklint: allow(ignored-option) -- kept for old users\nset(A 1)\nset(B 2)\n";

    fn applied(text: &str, rules: Rules, at: &[&str]) -> (Vec<Finding>, Vec<String>) {
        let fixture = Fixture::new(&[("CMakeLists.txt", text), ("x.txt", "# linklint: allow(none)\n")]);
        let place = |what: &&str| {
            let start = text.find(*what).unwrap() as u32;
            let mut found = finding(&fixture, "CMakeLists.txt", start..start + what.len() as u32);
            found.rule = "ignored-option".into();
            found
        };
        let mut findings: Vec<Finding> = at.iter().map(place).collect();
        let told = apply_directives(&fixture.sources, built_in(), rules, &mut findings);
        (findings, told.into_iter().map(|d| format!("{}: {}", d.code, d.message)).collect())
    }

    #[test]
    fn findings_of_the_command_are_suppressed() {
        let (findings, told) = applied(LISTS, Rules::default(), &["set(A 1)", "A 1", "set(B 2)"]);
        let reasons: Vec<_> = findings.iter().map(|f| f.suppressed.as_ref().map(|s| s.reason.as_str())).collect();
        assert_eq!(reasons, [Some("kept for old users"), Some("kept for old users"), None]);
        assert!(told.is_empty(), "{told:?}");
    }

    #[test]
    fn any_place_of_a_finding_counts() {
        let fixture = Fixture::new(&[("CMakeLists.txt", LISTS), ("m.cmake", "x()\n")]);
        let mut found = finding(&fixture, "m.cmake", 0..3);
        found.rule = "ignored-option".into();
        let at = LISTS.find("set(A").unwrap() as u32;
        found.related.push(Place::new(fixture.span("CMakeLists.txt", at..at + 3), ""));
        let mut findings = [found];
        assert!(apply_directives(&fixture.sources, built_in(), Rules::default(), &mut findings).is_empty());
        assert!(findings[0].suppressed.is_some());
    }

    #[test]
    fn what_does_nothing_or_is_wrong_is_told() {
        let unused = "unused-suppression: nothing here is reported by `ignored-option`: the directive can go";
        assert_eq!(applied(LISTS, Rules::default(), &["set(B 2)"]).1, [unused]);
        let kept = Rules { keep_unused: true, ..Rules::default() };
        assert!(applied(LISTS, kept, &[]).1.is_empty());
        let (_, told) = applied("# linklint: allow(ignored-options)\nset(A)\n", Rules::default(), &["set(A)"]);
        assert!(told[0].starts_with("bad-suppression: no rule `ignored-options` (did you mean `ignored-option`"));
    }

    #[test]
    fn reasons_can_be_required() {
        let rules = Rules { require_reason: true, ..Rules::default() };
        assert!(applied(LISTS, rules, &["set(A 1)"]).0[0].suppressed.is_some());
        let (findings, told) = applied("# linklint: allow(ignored-option)\nset(A)\n", rules, &["set(A)"]);
        assert!(findings[0].suppressed.is_none() && told[0].contains("a reason is required"), "{told:?}");
    }
}
