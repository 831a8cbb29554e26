//! Texts that are computed from one other text: what is said of them is said of that one, so that a witness that sets it is checked
//! against all of it.

use super::SubjectId;
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Computations one after the other that are followed back to where they began.
const STEPS: usize = 12;
/// Texts whose result is remembered.
const REMEMBERED: usize = 1000;

/// A computation; `None` where it fails.
pub type Function = Arc<dyn Fn(&str) -> Option<String> + Send + Sync>;

/// How the text of a subject is computed from that of another one.
pub(super) struct Computed {
    /// What it is computed from, which is not computed itself.
    pub(super) base: SubjectId,
    run: Function,
    steps: usize,
    known: Mutex<FxHashMap<String, Option<String>>>,
}

impl Computed {
    pub(super) fn new(base: SubjectId, run: Function) -> Self {
        Self { base, run, steps: 1, known: Mutex::default() }
    }

    /// One more step behind another computation; `None` when there are too many.
    pub(super) fn after(first: &Arc<Self>, run: Function) -> Option<Self> {
        let (steps, earlier) = (first.steps + 1, Arc::clone(first));
        let all: Function = Arc::new(move |text| run(&earlier.text(text)?));
        (steps <= STEPS).then(|| Self { base: first.base, run: all, steps, known: Mutex::default() })
    }

    /// The result for a text.
    pub(super) fn text(&self, of: &str) -> Option<String> {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(text) = known().get(of) {
            return text.clone();
        }
        let text = (self.run)(of);
        let mut known = known();
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(of.to_owned(), text.clone());
        text
    }
}

impl fmt::Debug for Computed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Computed").field("base", &self.base).field("steps", &self.steps).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::{Cond, Conds, Setting, Subject};

    fn initial(conds: &Conds) -> (super::SubjectId, super::SubjectId) {
        let mode = conds.subject(Subject { default: Some("CUDA".to_owned()), ..Subject::input("MODE") });
        let first =
            conds.subject(Subject { always_defined: true, ..Subject::unknown("string(SUBSTRING ${MODE} 0 1)") });
        conds.compute(first, mode, Arc::new(|text| text.get(..1).map(str::to_owned)));
        (mode, first)
    }

    #[test]
    fn a_witness_sets_what_the_text_is_computed_from() {
        let conds = Conds::new();
        let (mode, first) = initial(&conds);
        conds.equals(mode, "NCCL");
        let c = conds.equals(first, "N");
        assert_eq!(conds.formula(c), "string(SUBSTRING ${MODE} 0 1) STREQUAL \"N\"");
        let witness = conds.witness(c, &[]).expect("it is possible");
        assert_eq!(witness.settings, [Setting { name: "MODE".into(), value: "NCCL".into() }]);
        assert!(witness.assumptions.is_empty());
    }

    #[test]
    fn what_is_said_of_both_hangs_together() {
        let conds = Conds::new();
        let (mode, first) = initial(&conds);
        let (mpi, nccl) = (conds.equals(mode, "MPI"), conds.equals(mode, "NCCL"));
        let begins = conds.equals(first, "N");
        assert!(conds.disjoint(mpi, begins) && conds.implies(nccl, begins));
        assert!(conds.disjoint(begins, conds.equals(first, "M")));
        // A step behind it.
        let small = conds.subject(Subject { always_defined: true, ..Subject::unknown("string(TOLOWER x)") });
        conds.compute(small, first, Arc::new(|text| Some(text.to_lowercase())));
        assert!(conds.implies(nccl, conds.equals(small, "n")));
        assert_eq!(conds.and(mpi, conds.equals(small, "n")), Cond::FALSE);
    }
}
