//! Conditions in few words: what holds in each of their configurations, and what the rest depends on.

use super::atoms::{Atom, Store, SubjectKind};
use super::{AtomId, Cond, SubjectId};

/// Characters of a formula that is still read as a whole.
const LONG: usize = 240;
/// Characters of what a result is called that is not known; longer ones are expressions.
const NAME: usize = 60;
/// Nodes times atoms that are looked at for what always holds.
const EFFORT: usize = 1 << 20;
/// Literals and subjects that are named.
const LITERALS: usize = 12;
const NAMES: usize = 4;
/// In place of expressions over unknown results.
pub(super) const UNTOLD: &str = "a value that only configuring tells";

impl Store {
    /// The condition in few words, where its formula is long or speaks of expressions; `None` where the formula will do.
    pub(super) fn brief(&mut self, c: Cond, formula: &str) -> Option<String> {
        if !c.is_possible() || c.is_true() {
            return None;
        }
        let atoms: Vec<AtomId> = self.bdd.support(c).into_iter().map(AtomId).collect();
        let plain = atoms.iter().all(|&atom| self.is_told(self.atoms[atom.0 as usize].shown));
        if plain && formula.chars().count() <= LONG {
            return None;
        }
        let always = self.always(c, &atoms);
        // An expression over something with a name is a condition on that.
        let mut always = always;
        always.retain(|(atom, _)| {
            let atom = &self.atoms[atom.0 as usize];
            self.is_told(atom.shown) || !self.is_told(atom.subject)
        });
        let said = |subject: SubjectId| always.iter().any(|(atom, _)| self.atoms[atom.0 as usize].subject == subject);
        let mut rest: Vec<SubjectId> = atoms.iter().map(|atom| self.atoms[atom.0 as usize].subject).collect();
        rest.sort_unstable();
        rest.dedup();
        // The last of what always holds may say all that there is.
        rest.retain(|&subject| !said(subject));
        let (told, untold): (Vec<_>, Vec<_>) = always.iter().partition(|literal| {
            let literal: &(AtomId, bool) = literal;
            self.is_told(self.atoms[literal.0.0 as usize].shown)
        });
        let mut parts = self.literal_texts(&told);
        parts.sort();
        let more = parts.len().saturating_sub(LITERALS);
        if more > 0 {
            parts.truncate(LITERALS);
            parts.push(format!("({more} more)"));
        }
        if !untold.is_empty() {
            parts.push(format!("({UNTOLD})"));
        }
        if !rest.is_empty() {
            parts.push(format!("(a condition on {})", self.named(&rest)));
        }
        Some(parts.join(" & "))
    }

    /// The atoms of a condition that only configuring tells.
    pub(super) fn untold(&self, c: Cond) -> Vec<AtomId> {
        let atoms = self.bdd.support(c).into_iter().map(AtomId);
        atoms.filter(|atom| !self.is_told(self.atoms[atom.0 as usize].subject)).collect()
    }

    /// The literals that hold wherever the condition does, without those that another one of them says as well.
    fn always(&mut self, c: Cond, atoms: &[AtomId]) -> Vec<(AtomId, bool)> {
        if !self.bdd.is_within(c, EFFORT / atoms.len().max(1)) {
            return Vec::new();
        }
        let mut found = Vec::new();
        for &atom in atoms {
            let literal = self.atoms[atom.0 as usize].meaning;
            if !self.bdd.intersect(c, literal.flip()) {
                found.push((atom, true));
            } else if !self.bdd.intersect(c, literal) {
                found.push((atom, false));
            }
        }
        let mut at = 0;
        while at < found.len() {
            let meaning = literal(&self.atoms, found[at]);
            let mut others = found.iter().enumerate().filter(|&(other, _)| other != at);
            // Of two that say the same one stays.
            if others.any(|(_, &other)| !self.bdd.intersect(literal(&self.atoms, other), meaning.flip())) {
                found.remove(at);
            } else {
                at += 1;
            }
        }
        found
    }

    /// Subjects by name, settings first.
    fn named(&self, subjects: &[SubjectId]) -> String {
        let key = |subject: SubjectId| {
            let setting = matches!(self.state(subject).info.kind, SubjectKind::Option | SubjectKind::Input);
            (!setting, self.display_name(subject))
        };
        let mut told: Vec<_> = subjects.iter().copied().filter(|&s| self.is_told(s)).map(key).collect();
        told.sort();
        told.dedup();
        let more = told.len().saturating_sub(NAMES) + usize::from(told.len() < subjects.len());
        let untold = told.len() < subjects.len() && told.len() <= NAMES;
        told.truncate(NAMES);
        let mut names: Vec<String> = told.into_iter().map(|(_, name)| name).collect();
        if untold {
            names.push(UNTOLD.to_owned());
        } else if more > 0 {
            names.push(format!("{more} more"));
        }
        match names.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
            None => UNTOLD.to_owned(),
        }
    }

    /// Whether the name of a subject says something to a reader: it is a name, not an expression over what is not known.
    pub(super) fn is_told(&self, subject: SubjectId) -> bool {
        let state = self.state(subject);
        let info = &state.info;
        if let Some(computed) = &state.computed {
            return info.name.chars().count() <= NAME && self.is_told(computed.base);
        }
        match info.kind {
            SubjectKind::Unknown | SubjectKind::Fact => {
                // A generator expression is as the project writes it.
                let inner = info.name.strip_prefix("$<").and_then(|rest| rest.strip_suffix('>')).unwrap_or(&info.name);
                info.name.chars().count() <= NAME && !inner.contains(|c: char| c.is_control() || "<>;\\{}".contains(c))
            }
            _ => true,
        }
    }
}

/// What a literal means.
fn literal(atoms: &[Atom], (atom, positive): (AtomId, bool)) -> Cond {
    let meaning = atoms[atom.0 as usize].meaning;
    if positive { meaning } else { meaning.flip() }
}

#[cfg(test)]
mod tests {
    use super::super::{Cond, Conds, Subject};

    fn brief(conds: &Conds, c: Cond) -> Option<String> {
        conds.brief(c, &conds.formula(c))
    }

    fn all(conds: &Conds, parts: impl IntoIterator<Item = Cond>) -> Cond {
        parts.into_iter().fold(Cond::TRUE, |all, part| conds.and(all, part))
    }

    #[test]
    fn a_short_formula_is_left_alone() {
        let conds = Conds::new();
        let a = conds.truthy(conds.subject(Subject::option("A", false)));
        assert_eq!((brief(&conds, a), brief(&conds, Cond::TRUE)), (None, None));
    }

    #[test]
    fn what_always_holds_comes_first() {
        let conds = Conds::new();
        let option = |name: String| conds.truthy(conds.subject(Subject::option(name, false)));
        let cases = (0..9)
            .map(|at| all(&conds, [option(format!("LONG_NAME_OF_A_{at}")), option(format!("LONG_NAME_OF_B_{at}"))]));
        let some = cases.fold(Cond::FALSE, |some, case| conds.or(some, case));
        let c = all(&conds, [option("WITH_GPU".to_owned()), conds.not(option("STATIC".to_owned())), some]);
        let text = brief(&conds, c).expect("it is long");
        assert_eq!(
            text,
            "!STATIC & WITH_GPU & (a condition on LONG_NAME_OF_A_0, LONG_NAME_OF_A_1, LONG_NAME_OF_A_2, \
             LONG_NAME_OF_A_3 and 14 more)"
        );
    }

    #[test]
    fn what_another_literal_says_is_left_out() {
        let conds = Conds::new();
        let platform = |name: &str| conds.platform(name).expect("it is one");
        let input = conds.subject(Subject::input("A"));
        let odd = conds.equals(conds.subject(Subject::unknown("<x> of ${Y}")), "1");
        let here = all(&conds, [platform("WIN32"), conds.not(platform("APPLE"))]);
        let c = all(&conds, [here, conds.defined(input), conds.truthy(input), odd]);
        assert_eq!(brief(&conds, c).as_deref(), Some("A & WIN32 & (a value that only configuring tells)"));
    }

    #[test]
    fn expressions_are_not_shown() {
        let conds = Conds::new();
        let a = conds.truthy(conds.subject(Subject::option("A", false)));
        let odd = |text: &str| conds.equals(conds.subject(Subject::unknown(text)), "-1");
        let one = odd("<find of ${CMAKE_INSTALL_PREFIX}/lib folders>");
        let text = brief(&conds, conds.and(a, one)).expect("it speaks of an expression");
        assert_eq!(text, "A & (a value that only configuring tells)");
        let b = conds.truthy(conds.subject(Subject::option("B", false)));
        assert!(conds.hangs_on_untold(conds.and(a, one)) && !conds.hangs_on_untold(conds.and(a, conds.or(b, one))));
        let text = brief(&conds, conds.and(a, conds.or(b, one))).expect("it speaks of an expression");
        assert_eq!(text, "A & (a condition on B and a value that only configuring tells)");
    }
}
