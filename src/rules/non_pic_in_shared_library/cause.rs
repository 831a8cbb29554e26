//! Libraries that one cause makes so: told once, however many they are.
use rustc_hash::FxHashMap;

use crate::cond::{Cond, Conds};
use crate::model::{Model, TargetId};
use crate::rules::Draft;
use crate::source::Span;

/// A library whose code goes into shared ones.
pub(super) struct Part {
    pub(super) library: TargetId,
    /// Who takes it in, and when.
    pub(super) into: Vec<(TargetId, Cond)>,
    /// Those who take it in are archives that say that they are for shared libraries.
    pub(super) archives: bool,
    pub(super) evidence: Evidence,
}

impl Part {
    /// In all of them.
    pub(super) fn cond(&self, conds: &Conds) -> Cond {
        conds.any(self.into.iter().map(|(_, cond)| *cond))
    }
}

/// What shows that the code needs it.
pub(super) enum Evidence {
    /// A variable that others see is used: no compiler's default helps.
    Variable(String, Span),
    /// A function has constants, whose addresses only compilers that make such code by default (for programs) do without.
    Constants(String, Span),
}

/// As many libraries under one condition have one cause: a variable that stands for their kind, or flags that one branch gives.
const MANY: usize = 6;
/// Further ones are only counted.
const MOST: usize = 20;

/// Findings, each with the libraries that it is about.
pub(super) fn groups(conds: &Conds, parts: Vec<Part>) -> Vec<Vec<Part>> {
    let mut count: FxHashMap<(Cond, bool), usize> = FxHashMap::default();
    let key = |part: &Part| (part.cond(conds), part.archives);
    for part in &parts {
        *count.entry(key(part)).or_default() += 1;
    }
    let mut place: FxHashMap<(Cond, bool), usize> = FxHashMap::default();
    let mut out: Vec<Vec<Part>> = Vec::new();
    for part in parts {
        let key = key(&part);
        let together = !key.0.is_true() && count.get(&key).is_some_and(|count| *count >= MANY);
        if let Some(at) = place.get(&key).copied().filter(|_| together) {
            out[at].push(part);
        } else {
            place.insert(key, out.len());
            out.push(vec![part]);
        }
    }
    // What no default of a compiler helps comes first.
    for group in &mut out {
        group.sort_by_key(|part| matches!(part.evidence, Evidence::Constants(..)));
    }
    out
}

/// A finding about one library, and about others beside it.
pub(super) fn with_others(model: &Model<'_>, mut draft: Draft, first: &Part, others: &[Part]) -> Draft {
    if others.is_empty() {
        return draft;
    }
    for part in others.iter().take(MOST) {
        let name = model.name(part.library);
        draft = draft.subject(name);
        if let Some(defined) = model.definition_span(part.library) {
            draft = draft.related(defined, format!("so is `{name}`"));
        }
    }
    let name = model.name(first.library);
    draft.help(format!(
        "set CMAKE_POSITION_INDEPENDENT_CODE above `{name}` and the {} other libraries that become part of shared ones in these configurations",
        others.len()
    ))
}
