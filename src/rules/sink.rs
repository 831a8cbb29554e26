//! Where a rule puts what it found, and how findings of one place become one.
use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::conditions::Conditions;
use super::finding::{Confidence, Fix, Place, Severity};
use super::metadata::Metadata;
use super::template::Missing;
use crate::source::Span;

/// A finding as a rule states it: with the analysis' condition, and values for the rule's message.
#[derive(Debug, Clone)]
pub struct Draft<C> {
    condition: C,
    primary: Place,
    related: Vec<Place>,
    subjects: BTreeSet<String>,
    values: BTreeMap<String, String>,
    message: Option<String>,
    help: Option<String>,
    severity: Option<Severity>,
    confidence: Option<Confidence>,
    fix: Option<Fix>,
}

impl<C> Draft<C> {
    /// A finding at `primary` under `condition`.
    pub fn new(condition: C, primary: Place) -> Self {
        Self {
            condition,
            primary,
            related: Vec::new(),
            subjects: BTreeSet::new(),
            values: BTreeMap::new(),
            message: None,
            help: None,
            severity: None,
            confidence: None,
            fix: None,
        }
    }

    /// Adds a place that the hazard takes; call in the order of the story.
    #[must_use]
    pub fn related(mut self, span: Span, label: impl Into<String>) -> Self {
        self.related.push(Place::new(span, label));
        self
    }

    /// Adds a name that the hazard needs (a target, an option, a symbol, a script).
    #[must_use]
    pub fn subject(mut self, name: impl Into<String>) -> Self {
        self.subjects.insert(name.into());
        self
    }

    /// Gives the value of a placeholder in the rule's `message` and `help`.
    #[must_use]
    pub fn value(mut self, placeholder: &str, value: impl Into<String>) -> Self {
        self.values.insert(placeholder.to_owned(), value.into());
        self
    }

    /// A value that is a subject too.
    #[must_use]
    pub fn named(self, placeholder: &str, name: impl Into<String>) -> Self {
        let name = name.into();
        self.subject(name.clone()).value(placeholder, name)
    }

    /// Says something else than the rule's `message`.
    #[must_use]
    pub fn message(mut self, message: impl Into<String>) -> Self {
        self.message = Some(message.into());
        self
    }

    /// Advises something else than the rule's `help`.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Another severity than the rule's.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = Some(severity);
        self
    }

    /// Another confidence than the rule's, by the evidence of this finding.
    #[must_use]
    pub fn confidence(mut self, confidence: Confidence) -> Self {
        self.confidence = Some(confidence);
        self
    }

    /// An edit that removes the hazard.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Self {
        self.fix = Some(fix);
        self
    }
}

/// Collects the drafts of one rule.
#[derive(Debug)]
pub struct Sink<C> {
    drafts: Vec<Draft<C>>,
}

impl<C> Default for Sink<C> {
    fn default() -> Self {
        Self { drafts: Vec::new() }
    }
}

impl<C> Sink<C> {
    /// Takes a finding.
    pub fn report(&mut self, draft: Draft<C>) {
        self.drafts.push(draft);
    }

    /// Takes all findings of another.
    pub fn append(&mut self, other: Self) {
        self.drafts.extend(other.drafts);
    }

    /// Gives the drafts from a number on this confidence: something weakens what all of them rest on.
    pub fn weaken(&mut self, from: usize, confidence: Confidence) {
        self.drafts.iter_mut().skip(from).for_each(|draft| draft.confidence = Some(confidence));
    }

    /// Number of drafts so far.
    pub fn len(&self) -> usize {
        self.drafts.len()
    }

    /// Whether nothing was reported so far.
    pub fn is_empty(&self) -> bool {
        self.drafts.is_empty()
    }
}

/// A draft with its text, merged with those of the same place and text.
#[derive(Debug)]
pub struct Merged<C> {
    /// Disjunction of the conditions of the drafts with the highest confidence.
    pub condition: C,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
    /// The highest of the drafts.
    pub severity: Severity,
    /// The highest of the drafts.
    pub confidence: Confidence,
    /// The place of all of them.
    pub primary: Place,
    /// The places of all of them, each once.
    pub related: Vec<Place>,
    /// The subjects of all of them.
    pub subjects: BTreeSet<String>,
    /// The first fix.
    pub fix: Option<Fix>,
}

/// Fills in the rule's texts and merges the drafts that say the same at the same place.
///
/// Impossible drafts are dropped, and those of which it is not known when they happen. Of drafts that differ in confidence the stronger decide the condition: a finding
/// is as sure as it says under all of its condition. The result has the order of the first drafts. `Missing` lists
/// the placeholders without a value (a defect of the rule).
pub fn merge<K: Conditions>(
    sink: Sink<K::Cond>,
    rule: &Metadata,
    conditions: &K,
) -> (Vec<Merged<K::Cond>>, Vec<Missing>) {
    let mut merged: Vec<Merged<K::Cond>> = Vec::new();
    let mut index: FxHashMap<(Span, String), usize> = FxHashMap::default();
    let mut missing = Vec::new();
    for draft in sink.drafts {
        if conditions.is_false(draft.condition) || conditions.is_unknown(draft.condition) {
            continue;
        }
        let next = finish(draft, rule, &mut missing);
        match index.entry((next.primary.span, next.message.clone())) {
            std::collections::hash_map::Entry::Vacant(free) => {
                free.insert(merged.len());
                merged.push(next);
            }
            std::collections::hash_map::Entry::Occupied(at) => {
                if let Some(first) = merged.get_mut(*at.get()) {
                    absorb(first, next, conditions);
                }
            }
        }
    }
    (fold(merged, conditions), missing)
}

/// How many findings of one place are told in words.
const TOLD: usize = 3;

/// Makes one finding of those at exactly the same place: a helper function that makes forty targets is to be mended once. The surest and
/// gravest speaks, of those the one that happens in most configurations; its condition is its own, and the others are told beside it.
fn fold<K: Conditions>(merged: Vec<Merged<K::Cond>>, conditions: &K) -> Vec<Merged<K::Cond>> {
    let mut out: Vec<Merged<K::Cond>> = Vec::new();
    let mut index: FxHashMap<Span, (usize, usize)> = FxHashMap::default();
    for mut next in merged {
        let Some((at, others)) = index.get_mut(&next.primary.span) else {
            index.insert(next.primary.span, (out.len(), 0));
            out.push(next);
            continue;
        };
        let Some(first) = out.get_mut(*at) else { continue };
        // What the project refuses everywhere neither speaks for the others nor stands beside them.
        if conditions.render(next.condition).is_none() {
            continue;
        }
        if conditions.render(first.condition).is_none() {
            *first = next;
            continue;
        }
        let order = (next.confidence, next.severity).cmp(&(first.confidence, first.severity));
        let less = conditions.and(first.condition, conditions.not(next.condition));
        let more = conditions.and(next.condition, conditions.not(first.condition));
        let is_wider = || conditions.is_false(less) && !conditions.is_false(more) && !conditions.is_unknown(more);
        if order.is_gt() || order.is_eq() && is_wider() {
            std::mem::swap(first, &mut next);
            first.related.append(&mut next.related);
        }
        *others += 1;
        if *others <= TOLD {
            let what = differing(&first.message, &next.message).unwrap_or(next.message);
            let place = Place::new(next.primary.span, format!("also: {what}"));
            if !first.related.contains(&place) {
                first.related.push(place);
            }
        }
        first.subjects.extend(next.subjects);
    }
    for (at, others) in index.into_values().filter(|(_, others)| *others > TOLD) {
        if let Some(first) = out.get_mut(at) {
            let span = first.primary.span;
            first.related.push(Place::new(span, format!("and {} more here", others - TOLD)));
        }
    }
    out
}

/// The names in which two messages differ, where they say the same of different ones.
fn differing(first: &str, next: &str) -> Option<String> {
    let (a, b): (Vec<&str>, Vec<&str>) = (first.split('`').collect(), next.split('`').collect());
    // Every other piece stands between quotes.
    let told_alike = a.len() == b.len() && a.iter().zip(&b).step_by(2).all(|(a, b)| a == b);
    let mut names: Vec<String> = Vec::new();
    for (_, name) in a.iter().zip(&b).skip(1).step_by(2).filter(|(a, b)| a != b) {
        // What stands in several places of the message is said once.
        let name = format!("`{name}`");
        if !names.contains(&name) {
            names.push(name);
        }
    }
    (told_alike && !names.is_empty()).then(|| names.join(", "))
}

fn finish<C>(draft: Draft<C>, rule: &Metadata, missing: &mut Vec<Missing>) -> Merged<C> {
    let values = draft.values;
    let mut fill = |template: &super::template::Template| template.fill(&values, missing);
    Merged {
        message: draft.message.unwrap_or_else(|| fill(&rule.message)),
        help: draft.help.or_else(|| rule.help.as_ref().map(&mut fill)),
        condition: draft.condition,
        severity: draft.severity.unwrap_or(rule.severity),
        confidence: draft.confidence.unwrap_or(rule.confidence),
        primary: draft.primary,
        related: draft.related,
        subjects: draft.subjects,
        fix: draft.fix,
    }
}

fn absorb<K: Conditions>(first: &mut Merged<K::Cond>, next: Merged<K::Cond>, conditions: &K) {
    match next.confidence.cmp(&first.confidence) {
        std::cmp::Ordering::Less => {}
        std::cmp::Ordering::Equal => first.condition = conditions.or(first.condition, next.condition),
        std::cmp::Ordering::Greater => {
            first.condition = next.condition;
            first.confidence = next.confidence;
        }
    }
    first.severity = first.severity.max(next.severity);
    for place in next.related {
        if !first.related.contains(&place) {
            first.related.push(place);
        }
    }
    first.subjects.extend(next.subjects);
    first.help = first.help.take().or(next.help);
    first.fix = first.fix.take().or(next.fix);
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::rules::conditions::toy::{A, ALWAYS, B, REFUSED, Set, Sets};
    use crate::rules::document::Document;
    use crate::rules::metadata;
    use crate::source::{Sandbox, SourceMap};

    fn metadata() -> Metadata {
        let text = "id = \"a-b\"\ntitle = \"t\"\nseverity = \"warning\"\nconfidence = \"likely\"\nunknown = \"silent\"\n\
                    message = \"about {x}\"\nsince = \"0\"\nnative = true\n";
        let doc = Document::new("rule.toml", text);
        metadata::read(doc, doc.parse().unwrap().get_ref()).unwrap()
    }

    fn merged(drafts: impl IntoIterator<Item = Draft<Set>>) -> Vec<Merged<Set>> {
        let mut sink = Sink::default();
        drafts.into_iter().for_each(|draft| sink.report(draft));
        merge(sink, &metadata(), &Sets).0
    }

    fn draft(condition: Set) -> Draft<Set> {
        let sources = SourceMap::new(Sandbox::nowhere());
        let file = sources.insert(PathBuf::from("/f"), (*b"text").into());
        Draft::new(condition, Place::new(Span::new(file.id(), 0..4), "")).value("x", "x")
    }

    #[test]
    fn conditions_of_one_place_are_disjoined() {
        let found = merged([draft(A).subject("one"), draft(B).subject("two"), draft(Set(0)).subject("never")]);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].condition, Set(A.0 | B.0));
        assert_eq!(found[0].subjects, ["one", "two"].map(str::to_owned).into());
    }

    #[test]
    fn what_differs_in_names_is_told_by_names() {
        let first = "the exported `a` names `${X}` in its interface";
        assert_eq!(differing(first, "the exported `a` names `${Y}` in its interface").as_deref(), Some("`${Y}`"));
        assert_eq!(differing(first, "the exported `b` names `${Y}` in its interface").as_deref(), Some("`b`, `${Y}`"));
        assert_eq!(differing(first, "the installed `a` names `${X}` in its interface"), None);
        assert_eq!(differing("plain", "plain"), None);
    }

    #[test]
    fn one_place_has_one_finding() {
        let many = ["x", "one", "two", "three", "four"].map(|x| draft(B).value("x", x).subject(x));
        let found = merged(many);
        assert_eq!((found.len(), found[0].condition, found[0].subjects.len()), (1, B, 5));
        let labels: Vec<_> = found[0].related.iter().map(|place| place.label.as_str()).collect();
        assert_eq!(labels, ["also: about one", "also: about two", "also: about three", "and 1 more here"]);
        let sure = draft(A).value("x", "sure").confidence(Confidence::Proved);
        let found = merged([draft(B), sure]);
        assert_eq!((found[0].condition, found[0].message.as_str()), (A, "about sure"));
    }

    #[test]
    fn what_is_refused_everywhere_speaks_for_nobody() {
        let refused = || draft(REFUSED).value("x", "refused").confidence(Confidence::Proved);
        for drafts in [[refused(), draft(A)], [draft(A), refused()]] {
            let found = merged(drafts);
            assert_eq!((found.len(), found[0].condition, found[0].related.len()), (1, A, 0));
        }
    }

    #[test]
    fn the_surer_drafts_decide_the_condition() {
        let sure = || draft(A).confidence(Confidence::Proved);
        for drafts in [[sure(), draft(ALWAYS)], [draft(ALWAYS), sure()]] {
            let found = merged(drafts);
            assert_eq!((found[0].condition, found[0].confidence), (A, Confidence::Proved));
        }
    }
}
