//! Conditions as text.

use super::Cond;
use super::atoms::{Store, SubjectKind};
use super::predicate::{Predicate, Relation, Scale};

/// Terms that a formula shows at most.
const TERMS: usize = 12;

impl Store {
    /// An atom or its negation as text.
    pub(super) fn literal_text(&self, atom: u32, positive: bool) -> String {
        let atom = &self.atoms[atom as usize];
        let info = &self.state(atom.subject).info;
        let name = match info.kind {
            SubjectKind::Environment => format!("ENV{{{}}}", info.name),
            _ => info.name.clone(),
        };
        let simple = |text: String| if positive { text } else { format!("!{text}") };
        let compound = |text: String| if positive { text } else { format!("!({text})") };
        match &atom.predicate {
            Predicate::Truthy => simple(name),
            Predicate::Defined => compound(format!("DEFINED {name}")),
            Predicate::Equals(text) => compound(format!("{name} STREQUAL \"{text}\"")),
            Predicate::Matches { pattern, .. } => compound(format!("{name} MATCHES \"{pattern}\"")),
            Predicate::Number => compound(format!("{name} is a number")),
            Predicate::Below { scale, bound, inclusive } => {
                let relation = if *inclusive { Relation::LessEqual } else { Relation::Less };
                let opposite = if *inclusive { Relation::Greater } else { Relation::GreaterEqual };
                let quote = if *scale == Scale::Text { "\"" } else { "" };
                let operator = scale.operator(if positive { relation } else { opposite });
                format!("{name} {operator} {quote}{bound}{quote}")
            }
        }
    }

    pub(super) fn formula(&mut self, c: Cond) -> String {
        if c.is_true() {
            return "true".to_owned();
        }
        if c.is_false() {
            return "false".to_owned();
        }
        if c.is_unknown() {
            return "unknown".to_owned();
        }
        let mut terms = Vec::new();
        let mut stack = vec![(c, Vec::new())];
        while let Some((f, path)) = stack.pop() {
            if f == Cond::TRUE {
                terms.push(path);
            } else if f != Cond::FALSE {
                let var = self.bdd.var(f);
                let (lo, hi) = self.bdd.children(f);
                for (child, positive) in [(lo, false), (hi, true)] {
                    let mut path = path.clone();
                    path.push(self.literal_text(var, positive));
                    stack.push((child, path));
                }
            }
            if terms.len() > TERMS {
                break;
            }
        }
        let mut text: Vec<String> = terms.iter().take(TERMS).map(|term| term.join(" & ")).collect();
        if terms.len() > TERMS {
            text.push("…".to_owned());
        }
        text.join(" | ")
    }
}
