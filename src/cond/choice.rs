//! Questions of which at most one is answered with yes: the languages that a file may be compiled as.

use super::atoms::{Domain, Store, Subject, SubjectKind};
use super::{Cond, Conds};

impl Conds {
    /// A yes/no question of its own, like [`Conds::opaque`], that excludes all others which were asked as one of the same.
    pub fn one_of(&self, what: &str, description: &str) -> Cond {
        self.store.borrow_mut().one_of(what, description)
    }
}

impl Store {
    fn one_of(&mut self, what: &str, description: &str) -> Cond {
        let subject = self.subject(Subject {
            kind: SubjectKind::Fact,
            name: description.to_owned(),
            domain: Domain::Boolean,
            default: None,
            always_defined: true,
        });
        if !self.is_fresh(subject) {
            return self.truthy(subject);
        }
        let others = self.chosen.get(what).copied().unwrap_or(Cond::FALSE);
        self.require(subject, "ON", others.negated());
        let is_it = self.truthy(subject);
        let any = self.or(others, is_it);
        self.chosen.insert(what.to_owned(), any);
        is_it
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_excludes_the_others() {
        let conds = Conds::new();
        let [c, cxx, asm] = ["C", "CXX", "ASM"].map(|language| conds.one_of("language", language));
        assert!(conds.disjoint(c, cxx) && conds.disjoint(cxx, asm) && conds.disjoint(c, asm));
        assert!(conds.diff(conds.not(c), cxx).is_possible());
        assert_eq!(conds.one_of("language", "CXX"), cxx);
        assert!(conds.and(c, conds.one_of("linker", "L")).is_possible());
        assert!(conds.witness(asm, &[]).is_some());
    }
}
