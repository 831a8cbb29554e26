//! What the evaluation could not follow and a user should know.
use crate::cmake::eval::facts::{Facts, Reason, Unknown};
use crate::rules::finding::{Diagnostic, Place, Severity, code};
use crate::source::SourceMap;

/// What the evaluation could not follow and a user should know.
pub(super) fn diagnostics_of(facts: &Facts, sources: &SourceMap) -> Vec<Diagnostic> {
    // A text that holds a reference may be what it is because of something that is not modelled.
    let literal = |unknown: &Unknown| {
        let place = facts.places.get(unknown.origin)?;
        let file = sources.get(place.span.file);
        let text = file.bytes().get(place.span.start as usize..place.span.end as usize)?;
        (!text.contains(&b'$')).then_some(())
    };
    let happens = |unknown: &Unknown| {
        let others = facts.forbidden.iter().filter(|f| f.origin != unknown.origin && !f.cond.is_true());
        let others: Vec<_> = others.map(|f| f.cond).collect();
        facts.conds.witness(unknown.cond, &others).is_some()
    };
    let root = sources.sandbox().root().map(|r| format!("{}/", r.display())).unwrap_or_default();
    let mut out = Vec::new();
    for unknown in &facts.unknowns {
        let (severity, code) = match unknown.reason {
            Reason::MissingFile | Reason::MissingText => (Severity::Note, code::MISSING_FILE),
            Reason::Outside => (Severity::Warning, code::OUTSIDE),
            Reason::Limit => (Severity::Note, code::LIMIT),
            Reason::Refused if literal(unknown).is_some() && happens(unknown) => (Severity::Note, code::CMAKE_ERROR),
            _ => continue,
        };
        let what = unknown.what.replace(&root, "");
        let message = match unknown.reason {
            Reason::MissingFile | Reason::MissingText => format!("not there: {what}"),
            Reason::Limit => format!("not followed to the end: {what}"),
            Reason::Refused => format!("CMake reports an error here: {what}"),
            _ => what,
        };
        let diagnostic = Diagnostic::new(severity, code, message);
        out.push(match facts.places.get(unknown.origin) {
            Some(place) => diagnostic.at(Place::new(place.span, "")),
            None => diagnostic,
        });
    }
    out
}
