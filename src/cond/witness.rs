//! A configuration in which a condition holds.

use super::Cond;
use super::atoms::{Store, SubjectKind};
use super::predicate::Predicate;

/// A name and the text given to it.
#[derive(Clone, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub struct Setting {
    pub name: String,
    pub value: String,
}

/// What to set and to assume so that a condition holds; what is not mentioned is left as it is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Witness {
    /// `-D` settings, sorted.
    pub settings: Vec<Setting>,
    /// The system to build for (`linux`, `macos`, `windows`, ...), if it matters.
    pub platform: Option<String>,
    /// Environment variables, sorted.
    pub environment: Vec<Setting>,
    /// What else must be so, in words, sorted.
    pub assumptions: Vec<String>,
}

impl Store {
    pub(super) fn witness(&mut self, c: Cond, forbidden: &[Cond]) -> Option<Witness> {
        let mut goal = c;
        for &bad in forbidden {
            goal = self.diff(goal, bad);
        }
        if goal.is_false() {
            return None;
        }
        let mut witness = Witness::default();
        let mut f = goal;
        while f.index() > 1 {
            let var = self.bdd.var(f);
            let (lo, hi) = self.bdd.children(f);
            let positive = lo == Cond::FALSE;
            f = if positive { hi } else { lo };
            let atom = &self.atoms[var as usize];
            let info = &self.state(atom.subject).info;
            let value = match (&atom.predicate, positive) {
                (Predicate::Truthy, true) => Some("ON"),
                (Predicate::Truthy, false) => Some("OFF"),
                (Predicate::Equals(text), true) => Some(text.as_str()),
                _ => None,
            };
            match (info.kind, value) {
                (SubjectKind::Option | SubjectKind::Input, Some(value)) => {
                    witness.settings.push(Setting { name: info.name.clone(), value: value.to_owned() });
                }
                _ => witness.assumptions.push(self.literal_text(var, positive)),
            }
        }
        witness.settings.sort();
        witness.assumptions.sort();
        Some(witness)
    }
}
