//! Subjects that are whole numbers: the place of an element, the length of a list or text.
//!
//! What is asked of such a number is whether it is at most some other one; every comparison comes down to that, so that
//! `GREATER -1`, `LESS 0`, `STREQUAL "-1"` and `EQUAL -1` share one atom.

use super::atoms::Store;
use super::predicate::{Predicate, Relation, Scale, number};
use super::{Cond, SubjectId};

/// Numbers beyond are not told apart: doubles, which CMake compares, are exact up to here.
const MOST: i64 = 1 << 53;

impl Store {
    /// `if(<subject> STREQUAL <text>)` of a whole number not below `least`.
    pub(super) fn integer_equals(&mut self, subject: SubjectId, least: i64, text: &str) -> Cond {
        match text.parse::<i64>() {
            // Written otherwise, the text is another one.
            Ok(value) if value.to_string() == text && value.abs_diff(0) < MOST.unsigned_abs() => {
                let (to, under) = (self.at_most(subject, least, value), self.at_most(subject, least, value - 1));
                self.diff(to, under)
            }
            _ => Cond::FALSE,
        }
    }

    /// `if(<subject> LESS <text>)` and its relatives, of a whole number not below `least`.
    pub(super) fn integer_compares(&mut self, subject: SubjectId, least: i64, relation: Relation, text: &str) -> Cond {
        let Some(bound) = number(text).filter(|bound| !bound.is_nan()) else { return Cond::FALSE };
        let whole = |bound: f64| (bound as i64).clamp(-MOST, MOST);
        // The greatest whole numbers at the bound, and below it.
        let (to, under) = (whole(bound.floor()), whole(bound.ceil()) - 1);
        let (to, under) = (self.at_most(subject, least, to), self.at_most(subject, least, under));
        match relation {
            Relation::Less => under,
            Relation::LessEqual => to,
            Relation::Greater => to.negated(),
            Relation::GreaterEqual => under.negated(),
            Relation::Equal => self.diff(to, under),
        }
    }

    /// Whether the number is at most `bound`.
    fn at_most(&mut self, subject: SubjectId, least: i64, bound: i64) -> Cond {
        if bound < least {
            return Cond::FALSE;
        }
        self.define(subject, Predicate::Below { scale: Scale::Numeric, bound: bound.to_string(), inclusive: true })
    }
}
