//! Values: guarded element sequences. A CMake variable is a string that is mostly used as a list; here it is a list
//! of elements, each present under its condition. A scalar with several values is the same thing with conditions
//! that exclude each other. Sets of alternative lists, the other design, double with every conditional append.
use std::sync::Arc;

use crate::cond::{Cond, Conds};
use crate::source::Span;

use super::text::Text;

/// Where a value came from: an index into [`super::facts::Places`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Origin(pub u32);

impl Origin {
    /// Built in, or given from outside.
    pub const NONE: Self = Self(0);
}

/// One place in the text together with the calls that led there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The command (or its argument).
    pub span: Span,
    /// The call that led here: function, macro, include or `add_subdirectory`.
    pub caller: Origin,
}

/// An element: a piece of text that is there under a condition.
#[derive(Clone, Copy, Debug)]
pub struct Elem {
    /// When it is there.
    pub cond: Cond,
    /// What it says. May hold `;` (lists are split where they are used) and `\;`.
    pub text: Text,
    /// Who wrote it.
    pub origin: Origin,
}

// Equality leaves the origin out: the same text from two places is the same value.
impl PartialEq for Elem {
    fn eq(&self, other: &Self) -> bool {
        self.cond == other.cond && self.text == other.text
    }
}
impl Eq for Elem {}
impl std::hash::Hash for Elem {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.cond, self.text).hash(state);
    }
}

/// The value of a variable or property in all configurations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// When it is set. Properties that were appended to are set wherever they have an element, too; the disjunction of
    /// all those conditions is large and seldom asked for: [`Value::completed`] makes it.
    pub defined: Cond,
    /// Its elements, joined by `;`.
    pub elems: Arc<Vec<Elem>>,
}

impl Value {
    /// Not set in any configuration.
    pub fn unset() -> Self {
        Self { defined: Cond::FALSE, elems: Arc::default() }
    }

    /// Set to the empty string in every configuration.
    pub fn empty() -> Self {
        Self { defined: Cond::TRUE, elems: Arc::default() }
    }

    /// One text in every configuration.
    pub fn text(text: Text, origin: Origin) -> Self {
        if text == Text::EMPTY {
            return Self::empty();
        }
        Self { defined: Cond::TRUE, elems: Arc::new(vec![Elem { cond: Cond::TRUE, text, origin }]) }
    }

    /// The elements, defined in every configuration.
    pub fn list(elems: Vec<Elem>) -> Self {
        Self { defined: Cond::TRUE, elems: Arc::new(elems) }
    }

    /// Whether it is set in no configuration.
    pub fn is_unset(&self) -> bool {
        self.defined.is_false() && self.elems.is_empty()
    }

    /// The same with `defined` covering the conditions of all elements.
    #[must_use]
    pub fn completed(&self, conds: &Conds) -> Self {
        let defined = self.elems.iter().fold(self.defined, |defined, elem| conds.or(defined, elem.cond));
        Self { defined, elems: Arc::clone(&self.elems) }
    }

    /// The single text it has in every configuration, if that is so.
    pub fn single(&self) -> Option<Text> {
        if !self.defined.is_true() {
            return None;
        }
        match self.elems.as_slice() {
            [] => Some(Text::EMPTY),
            [one] if one.cond.is_true() => Some(one.text),
            _ => None,
        }
    }

    /// This value where `when` does not hold, `new` where it does.
    #[must_use]
    pub fn assign(&self, conds: &Conds, when: Cond, new: &Self) -> Self {
        if when.is_true() {
            return new.clone();
        }
        if when.is_false() {
            return self.clone();
        }
        let defined = conds.ite(when, new.defined, self.defined);
        if self.elems == new.elems {
            return Self { defined, elems: Arc::clone(&self.elems) };
        }
        let keep = conds.not(when);
        Self { defined, elems: Arc::new(merge(conds, &self.elems, keep, &new.elems, when)) }
    }

    /// As [`Self::assign`], but what two places say stays apart where it is the same text: whoever shows it shows a place where it holds.
    #[must_use]
    pub fn assign_apart(&self, conds: &Conds, when: Cond, new: &Self) -> Self {
        if when.is_true() {
            return new.clone();
        }
        let Self { defined, mut elems } = self.restrict(conds, conds.not(when));
        let new = new.restrict(conds, when);
        let list = Arc::make_mut(&mut elems);
        let same = |old: &Elem, elem: &Elem| old.text == elem.text && old.origin == elem.origin;
        for elem in new.elems.iter() {
            match list.iter_mut().find(|old| same(old, elem) && conds.disjoint(old.cond, elem.cond)) {
                Some(old) => old.cond = conds.or(old.cond, elem.cond),
                None => list.push(*elem),
            }
        }
        Self { defined: conds.or(defined, new.defined), elems }
    }

    /// One value of several that exclude each other.
    pub fn exclusive<'v>(conds: &Conds, values: impl Iterator<Item = &'v Self>) -> Self {
        let mut elems = Vec::new();
        let mut defined = Cond::FALSE;
        for value in values {
            defined = conds.or(defined, value.defined);
            elems.extend_from_slice(&value.elems);
        }
        coalesce(conds, &mut elems, 1);
        Self { defined, elems: Arc::new(elems) }
    }

    /// Puts elements at the end, each where `when` holds, too. What is there stays as it is: many short appends to a long
    /// list cost no more than what they append.
    pub fn append(&mut self, conds: &Conds, when: Cond, new: &[Elem]) {
        let elems = Arc::make_mut(&mut self.elems);
        let first = elems.len().max(1);
        elems.extend(new.iter().map(|e| Elem { cond: conds.and(e.cond, when), ..*e }).filter(|e| !e.cond.is_false()));
        coalesce(conds, elems, first);
    }

    /// The first element under a condition that is unknown, where there are more than `most` such.
    pub fn first_vague_of_more_than(&self, most: usize) -> Option<Elem> {
        let vague = || self.elems.iter().filter(|elem| elem.cond.is_unknown());
        if self.elems.len() <= most || vague().count() <= most { None } else { vague().next().copied() }
    }

    /// The same with one element, at the end, for all under conditions that are unknown.
    #[must_use]
    pub fn with_one_vague(&self, one: Elem) -> Self {
        let known = self.elems.iter().filter(|elem| !elem.cond.is_unknown()).copied();
        Self { defined: self.defined, elems: Arc::new(known.chain([one]).collect()) }
    }

    /// The same where `when` holds, unset elsewhere.
    #[must_use]
    pub fn restrict(&self, conds: &Conds, when: Cond) -> Self {
        if when.is_true() {
            return self.clone();
        }
        let elems = self
            .elems
            .iter()
            .map(|e| Elem { cond: conds.and(e.cond, when), ..*e })
            .filter(|e| !e.cond.is_false())
            .collect();
        Self { defined: conds.and(self.defined, when), elems: Arc::new(elems) }
    }
}

/// Merges two element sequences that hold under conditions which exclude each other: common prefix and suffix keep
/// one element with a joined condition (which makes `set(X ${X} y)` as cheap as an append), the middle of the old
/// comes before the middle of the new.
fn merge(conds: &Conds, old: &[Elem], keep: Cond, new: &[Elem], when: Cond) -> Vec<Elem> {
    let join = |a: &Elem, b: &Elem| Elem {
        cond: if a.cond == b.cond { a.cond } else { conds.ite(when, b.cond, a.cond) },
        ..*a
    };
    let prefix = old.iter().zip(new).take_while(|(a, b)| a.text == b.text).count();
    let (old_rest, new_rest) = (&old[prefix..], &new[prefix..]);
    let suffix = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(a, b)| a.text == b.text).count();
    let mut out = Vec::with_capacity(old.len().max(new.len()));
    out.extend(old.iter().zip(new).take(prefix).map(|(a, b)| join(a, b)));
    let narrowed = |e: &Elem, c: Cond| Elem { cond: conds.and(e.cond, c), ..*e };
    out.extend(old_rest[..old_rest.len() - suffix].iter().map(|e| narrowed(e, keep)));
    let kept = out.len();
    for e in &new_rest[..new_rest.len() - suffix] {
        let e = narrowed(e, when);
        // Beyond the limits nothing tells any more that these exclude each other; they do all the same.
        let vague = |old: &Elem| old.text == e.text && old.cond.is_unknown();
        if !e.cond.is_unknown() || !out[prefix..kept].iter().any(vague) {
            out.push(e);
        }
    }
    let tail = old_rest.len() - suffix;
    let new_tail = new_rest.len() - suffix;
    out.extend(old_rest[tail..].iter().zip(&new_rest[new_tail..]).map(|(a, b)| join(a, b)));
    // What both begin with is joined already.
    let same = out.iter().take(prefix).take_while(|e| !e.cond.is_false()).count();
    out.retain(|e| !e.cond.is_false());
    coalesce(conds, &mut out, same.max(1));
    out
}

/// Joins elements of the same text whose conditions exclude each other (a scalar set alike in two branches), where
/// nothing that may be present together with the later one stands between them. Begins with the element `at`.
fn coalesce(conds: &Conds, elems: &mut Vec<Elem>, at: usize) {
    /// How far back an equal element is looked for.
    const REACH: usize = 64;
    let mut at = at;
    while at < elems.len() {
        let elem = elems[at];
        let earlier = elems[at.saturating_sub(REACH)..at].iter().rposition(|e| e.text == elem.text);
        let Some(earlier) = earlier.map(|back| at.saturating_sub(REACH) + back) else {
            at += 1;
            continue;
        };
        if elems[earlier..at].iter().all(|e| conds.disjoint(e.cond, elem.cond)) {
            elems[earlier].cond = conds.or(elems[earlier].cond, elem.cond);
            elems.remove(at);
        } else {
            at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_again_under_an_unknown_condition_does_not_heap_up() {
        let conds = Conds::new();
        let mut texts = crate::cmake::eval::text::Texts::default();
        let value = Value::text(texts.intern("on"), Origin::NONE);
        let other = Value::text(texts.intern("off"), Origin::NONE);
        let mut seen = Value::unset();
        for _ in 0..10 {
            seen = seen.assign(&conds, Cond::UNKNOWN, &value).assign(&conds, Cond::UNKNOWN, &other);
        }
        assert_eq!(seen.elems.len(), 2);
    }

    #[test]
    fn what_two_places_say_stays_apart() {
        let conds = Conds::new();
        let mut texts = crate::cmake::eval::text::Texts::default();
        let text = texts.intern("$ORIGIN");
        let option = conds.truthy(conds.subject(crate::cond::Subject::option("X", false)));
        let [first, second] = [1, 2].map(|at| Value::text(text, Origin(at)));
        let both = first.assign_apart(&conds, option, &second);
        let places: Vec<_> = both.elems.iter().map(|elem| (elem.origin.0, elem.cond)).collect();
        assert_eq!(places, [(1, conds.not(option)), (2, option)]);
        assert!(both.defined.is_true());
        assert_eq!(both.assign_apart(&conds, option, &second), both);
    }

    #[test]
    fn many_elements_under_unknown_conditions_become_one() {
        let mut texts = crate::cmake::eval::text::Texts::default();
        let mut elem = |cond: Cond, text: &str| Elem { cond, text: texts.intern(text), origin: Origin::NONE };
        let value = Value::list(vec![
            elem(Cond::TRUE, "a"),
            elem(Cond::UNKNOWN, "b"),
            elem(Cond::UNKNOWN, "c"),
            elem(Cond::TRUE, "d"),
            elem(Cond::UNKNOWN, "e"),
        ]);
        assert_eq!(value.first_vague_of_more_than(3), None);
        let first = value.first_vague_of_more_than(2).expect("three are more than two");
        assert_eq!(first, elem(Cond::UNKNOWN, "b"));
        let one = elem(Cond::UNKNOWN, "any");
        let fewer = value.with_one_vague(one);
        assert_eq!(*fewer.elems, [elem(Cond::TRUE, "a"), elem(Cond::TRUE, "d"), one]);
    }
}
