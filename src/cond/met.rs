//! The place of results in the order of the diagrams.

use super::atoms::Store;
use super::{AtomId, Cond, SubjectId};

impl Store {
    /// Says under which condition there is a result, so that what is said of it stands in the order beside that: of many results each
    /// under a condition of its own, `(a1 & r1) | (a2 & r2) | ...`, all conditions before all results would take a node for each combination.
    /// Of the atoms of the condition it is the one under which the fewest results were met: the others are of all of them.
    pub(super) fn met_under(&mut self, subject: SubjectId, under: Cond) {
        if !under.is_possible() || under == Cond::TRUE || !self.is_fresh(subject) {
            return;
        }
        let atoms = self.bdd.support(under);
        self.met.resize(self.atoms.len(), 0);
        for &atom in &atoms {
            self.met[atom as usize] += 1;
        }
        let rarest = atoms.into_iter().min_by_key(|&atom| (self.met[atom as usize], std::cmp::Reverse(atom)));
        self.state_mut(subject).below = rarest.map(AtomId);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Cond, Conds, Subject};

    #[test]
    fn results_under_conditions_of_their_own_stay_small() {
        let conds = Conds::new();
        let option = |name: String| conds.truthy(conds.subject(Subject::option(name, false)));
        let all = option("ALL".to_owned());
        let tests: Vec<Cond> = (0..40).map(|at| option(format!("TEST_{at}"))).collect();
        let mut any = Cond::FALSE;
        for (at, test) in tests.into_iter().enumerate() {
            let here = conds.and(all, test);
            let result = conds.subject(Subject::unknown(format!("result {at}")));
            conds.met_under(result, here);
            any = conds.or(any, conds.and(here, conds.truthy(result)));
        }
        assert!(conds.size(any) < 100, "{}", conds.size(any));
    }
}
