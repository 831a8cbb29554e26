//! Directives in comments, `linklint: allow(rule) -- reason`, and the code that each of them speaks of.
mod attach;
mod directive;

use std::ops::Range;

use crate::comments::Language;
use crate::discover::Kind;
use crate::source::{SourceFile, SourceMap, Span};

pub(crate) use attach::Attached;

/// The directives of a file; none where its language has no comments that are read.
pub(crate) fn of_file(file: &SourceFile) -> Vec<Attached> {
    let language = file.path().file_name().and_then(|name| {
        let name = name.to_string_lossy();
        Language::of(Kind::of(file.path())?, &name)
    });
    language.map_or_else(Vec::new, |language| attach::attached(file.id(), file.bytes(), language))
}

/// Whether a place lies in the code; a place of no bytes lies where it points to.
pub(crate) fn meets(scope: &Range<usize>, span: Span) -> bool {
    let (start, end) = (span.start as usize, (span.end as usize).max(span.start as usize + 1));
    start < scope.end && scope.start < end
}

/// Whether a directive at a place names a rule, by its present id.
pub(crate) fn is_allowed(sources: &SourceMap, rule: &str, place: Span) -> bool {
    of_file(&sources.get(place.file)).iter().any(|one| {
        let names =
            one.directive.content.as_ref().is_ok_and(|allow| allow.rules.iter().any(|(name, _)| &**name == rule));
        names && meets(&one.scope, place)
    })
}
