//! Presence conditions: under which configurations a fact of the build holds.
//!
//! A [`Cond`] is a handle into a [`Conds`], which keeps every condition as a reduced ordered binary decision diagram.
//! Equal handles are equal conditions, so `==`, [`Cond::is_true`] and [`Cond::is_false`] cost nothing.
//!
//! **Atoms are consistent by definition.** An atom says something about the text of a *subject* (an option, another
//! input, the platform, an unknown result). When a literal is made, it is defined from a new variable and the earlier
//! literals about the same subject: `X STREQUAL "b"` is the variable and not `X STREQUAL "a"`; a regular expression is
//! really run on the constants that are known. Contradictory configurations are thus the constant false, and no axioms
//! have to be conjoined.
//!
//! **Budget.** A store holds a limited number of nodes, and one operation may add a share of them only. One that would need
//! more gives [`Cond::UNKNOWN`], a condition of which nothing is known, and [`Conds::overflowed`] says so from then on;
//! the nodes it made are given back, so smaller operations still work. The steps that operations take are limited likewise, so
//! that a project whose conditions are beyond measure ends in seconds. Unknown is neither true nor
//! false; it absorbs (`unknown & x` is unknown unless `x` is false, its negation is unknown), implies only the true
//! and is disjoint with the false only. Two unknown conditions are equal handles, but need not be the same condition.
//!
//! **Stack.** No operation recurses over a diagram, except that formulas go a few hundred variables deep; 256 KB will do.

mod atoms;
mod bdd;
mod brief;
mod budget;
mod candidates;
mod choice;
mod computed;
mod formula;
mod integer;
mod isop;
mod met;
mod pattern;
mod platform;
mod predicate;
mod scratch;
mod solve;
mod witness;

pub use atoms::{Domain, Subject, SubjectKind};
pub use bdd::Outer;
pub use budget::{Ration, Snapshot};
pub use computed::Function;
pub(crate) use platform::simulates;
pub use predicate::{Comparison, Relation, compare_versions, is_false_constant};
pub use witness::{Setting, Witness};

use atoms::Store;
use regex::Regex;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::sync::Arc;

/// A condition: a handle into the [`Conds`] that made it, and of no use with another one.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Cond(u32);

impl Cond {
    /// Holds in every configuration.
    pub const TRUE: Self = Self(0);
    /// Holds in none.
    pub const FALSE: Self = Self(1);
    /// A condition that the budget kept from being computed.
    pub const UNKNOWN: Self = Self(2);

    pub fn is_true(self) -> bool {
        self == Self::TRUE
    }

    pub fn is_false(self) -> bool {
        self == Self::FALSE
    }

    pub fn is_unknown(self) -> bool {
        self == Self::UNKNOWN
    }

    /// Whether some configuration satisfies it, as far as it is known.
    pub fn is_possible(self) -> bool {
        !self.is_false() && !self.is_unknown()
    }

    fn negated(self) -> Self {
        if self.is_unknown() { self } else { self.flip() }
    }
}

/// A variable of the diagrams, numbered in the order of creation. In the diagrams the atoms of one subject stand together,
/// later ones above, and subjects in the order in which they were first spoken of.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct AtomId(u32);

/// A subject of a [`Conds`].
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct SubjectId(u32);

/// Nodes that a store holds unless told otherwise, at about 25 bytes each.
pub const DEFAULT_BUDGET: usize = 2_000_000;

/// A store of conditions. Not `Sync`; methods take `&self` so that it can be shared within a thread.
pub struct Conds {
    store: RefCell<Store>,
}

impl Default for Conds {
    fn default() -> Self {
        Self::new()
    }
}

impl Conds {
    /// An empty store with the default budget.
    pub fn new() -> Self {
        Self::with_budget(DEFAULT_BUDGET)
    }

    /// An empty store of at most this many nodes (two are always there).
    pub fn with_budget(nodes: usize) -> Self {
        Self { store: RefCell::new(Store::new(nodes)) }
    }

    /// The conjunction.
    pub fn and(&self, a: Cond, b: Cond) -> Cond {
        self.store.borrow_mut().and(a, b)
    }

    /// The disjunction.
    pub fn or(&self, a: Cond, b: Cond) -> Cond {
        self.store.borrow_mut().or(a, b)
    }

    /// The negation, at no cost.
    #[allow(clippy::unused_self)] // A method like its siblings.
    pub fn not(&self, a: Cond) -> Cond {
        a.negated()
    }

    /// `a` and not `b`.
    pub fn diff(&self, a: Cond, b: Cond) -> Cond {
        self.store.borrow_mut().diff(a, b)
    }

    /// `a` with `b`, and without it. One of several alternatives most often decides what the others are about.
    pub fn split(&self, a: Cond, b: Cond) -> (Cond, Cond) {
        let with = self.and(a, b);
        let without = match with {
            Cond::FALSE => a,
            _ if with == a && !a.is_unknown() => Cond::FALSE,
            _ => self.diff(a, b),
        };
        (with, without)
    }

    /// Where conditions surely divide another one into more than `most` parts: how many of them the first one makes at least, the first
    /// two, and so on up to so many. That there are no more is not certain where it says nothing.
    pub fn divide(&self, whole: Cond, conds: &[Cond], most: usize) -> Option<Vec<usize>> {
        let is_known = !whole.is_unknown() && !conds.contains(&Cond::UNKNOWN);
        if is_known { self.store.borrow_mut().bdd.divide(whole, conds, most) } else { None }
    }

    /// Whether `b` holds wherever `a` does. Exact whatever the budget of nodes (out of steps it is false); with an unknown condition true only if that
    /// does not matter.
    pub fn implies(&self, a: Cond, b: Cond) -> bool {
        self.disjoint(a, b.negated())
    }

    /// Whether no configuration has both. Exact whatever the budget of nodes (out of steps it is false); with an unknown condition true only if that does
    /// not matter.
    pub fn disjoint(&self, a: Cond, b: Cond) -> bool {
        if a.is_unknown() || b.is_unknown() {
            return a.is_false() || b.is_false();
        }
        !self.store.borrow_mut().bdd.intersect(a, b)
    }

    /// "If `c` then `a` else `b`".
    pub fn ite(&self, c: Cond, a: Cond, b: Cond) -> Cond {
        if a == b {
            return a;
        }
        let mut store = self.store.borrow_mut();
        if c.is_unknown() || a.is_unknown() || b.is_unknown() {
            let then = store.and(c, a);
            let otherwise = store.diff(b, c);
            return store.or(then, otherwise);
        }
        store.attempt(|bdd| bdd.ite(c, a, b))
    }

    /// The conjunction of all; true of none.
    pub fn all(&self, conds: impl IntoIterator<Item = Cond>) -> Cond {
        conds.into_iter().fold(Cond::TRUE, |all, cond| self.and(all, cond))
    }

    /// The disjunction of all; false of none.
    ///
    /// Two by two: what grows is walked as often as its size doubles, not with each of many.
    pub fn any(&self, conds: impl IntoIterator<Item = Cond>) -> Cond {
        let mut parts: Vec<Cond> = conds.into_iter().collect();
        while parts.len() > 1 {
            let pairs = parts.chunks(2).map(|pair| match *pair {
                [one, other] => self.or(one, other),
                _ => pair.first().copied().unwrap_or(Cond::FALSE),
            });
            parts = pairs.collect();
        }
        parts.first().copied().unwrap_or(Cond::FALSE)
    }

    /// The atoms that the condition depends on, ascending.
    pub fn support(&self, c: Cond) -> Vec<AtomId> {
        self.store.borrow().bdd.support(c).into_iter().map(AtomId).collect()
    }

    /// The subject that an atom is about.
    pub fn atom_subject(&self, atom: AtomId) -> SubjectId {
        self.store.borrow().atoms[atom.0 as usize].subject
    }

    /// What must be so where the condition holds, as far as it is one answer each: the literals of atoms without which it is false.
    pub fn needed(&self, c: Cond) -> Vec<(SubjectId, Cond)> {
        let store = self.store.borrow();
        let atoms = store.bdd.forced(c).into_iter().map(|atom| &store.atoms[atom as usize]);
        atoms.map(|atom| (atom.subject, atom.meaning)).collect()
    }

    /// Whether the condition depends on what is known of the subject.
    pub fn depends_on_subject(&self, c: Cond, subject: SubjectId) -> bool {
        self.store.borrow_mut().subjects_of(c).binary_search(&subject).is_ok()
    }

    /// The subjects that the condition depends on, ascending.
    pub fn subjects(&self, c: Cond) -> Vec<SubjectId> {
        self.store.borrow_mut().subjects_of(c).to_vec()
    }

    /// Whether the condition depends on a subject of a kind.
    pub fn depends_on_kind(&self, c: Cond, kind: SubjectKind) -> bool {
        self.subjects(c).into_iter().any(|subject| self.subject_info(subject).kind == kind)
    }

    /// The condition with several atoms fixed. Other atoms of their subjects stay as they are.
    pub fn restrict_all(&self, c: Cond, values: &[(AtomId, bool)]) -> Cond {
        if values.is_empty() {
            return c;
        }
        let value = |var| values.iter().find(|(atom, _)| atom.0 == var).map(|(_, value)| *value);
        self.store.borrow_mut().attempt(|bdd| bdd.fix(c, value))
    }

    /// The condition with an atom fixed. Atoms of the same subject stay as they are.
    pub fn restrict(&self, c: Cond, atom: AtomId, value: bool) -> Cond {
        self.store.borrow_mut().attempt(|bdd| bdd.fix(c, |var| (var == atom.0).then_some(value)))
    }

    /// Whether the condition can hold for some value of these atoms.
    pub fn exists(&self, c: Cond, atoms: &[AtomId]) -> Cond {
        self.store.borrow_mut().attempt(|bdd| bdd.exists(c, |var| atoms.contains(&AtomId(var))))
    }

    /// The condition with all that it says about the subject taken away.
    pub fn exists_subject(&self, c: Cond, subject: SubjectId) -> Cond {
        let atoms = self.store.borrow().state(subject).atoms.clone();
        self.exists(c, &atoms)
    }

    /// The condition, simplified where the assumption does not hold: equal to `c` wherever `assumption` holds, and
    /// anything elsewhere. Never larger than `c`.
    pub fn given(&self, c: Cond, assumption: Cond) -> Cond {
        if c.is_unknown() || assumption.is_unknown() || assumption.is_false() {
            return c;
        }
        let mut store = self.store.borrow_mut();
        // A result is a simplification only: without the nodes for it, `c` itself will do.
        store.bdd.attempt(|bdd| bdd.given(c, assumption)).unwrap_or(c)
    }

    /// The condition when the subject has this text; `None` is undefined. What other subjects are about stays open, even
    /// where the text decides it.
    pub fn with_text(&self, c: Cond, subject: SubjectId, text: Option<&str>) -> Cond {
        let mut store = self.store.borrow_mut();
        let values: FxHashMap<u32, bool> = {
            let atoms = store.bdd.support(c).into_iter().map(AtomId);
            let about = atoms.filter(|atom| store.atoms[atom.0 as usize].subject == subject);
            about.map(|atom| (atom.0, store.reading(atom, text))).collect()
        };
        store.attempt(|bdd| bdd.fix(c, |var| values.get(&var).copied()))
    }

    /// Number of nodes that one condition takes.
    pub fn size(&self, c: Cond) -> usize {
        self.store.borrow().bdd.size(c)
    }

    /// Whether one condition takes no more nodes than that.
    pub fn is_within(&self, c: Cond, nodes: usize) -> bool {
        self.store.borrow().bdd.is_within(c, nodes)
    }

    /// Number of atoms made.
    pub fn atom_count(&self) -> usize {
        self.store.borrow().atoms.len()
    }

    /// Interns a subject by kind and name. Of one that is known already only a missing default is taken over.
    pub fn subject(&self, subject: Subject) -> SubjectId {
        self.store.borrow_mut().subject(subject)
    }

    /// Says under which condition there is a result that is a subject, before anything is said of it. It decides about the size of
    /// conditions only.
    pub fn met_under(&self, subject: SubjectId, under: Cond) {
        self.store.borrow_mut().met_under(subject, under);
    }

    /// Says which text a subject has without any setting in some configurations, where that depends on them: a witness leaves
    /// the subject alone only where that text will do.
    pub fn default_where(&self, subject: SubjectId, when: Cond, text: Option<String>) {
        self.store.borrow_mut().default_where(subject, when, text);
    }

    /// What was told by [`Conds::default_where`], the first that holds first.
    pub fn defaults(&self, subject: SubjectId) -> Vec<(Cond, Option<String>)> {
        self.store.borrow().state(subject).defaults.clone()
    }

    /// Says how the text of a subject is computed from that of another one, before anything else is said of it.
    pub fn compute(&self, subject: SubjectId, base: SubjectId, run: Function) {
        self.store.borrow_mut().compute(subject, base, run);
    }

    /// What is known of a subject.
    pub fn subject_info(&self, subject: SubjectId) -> Arc<Subject> {
        Arc::clone(&self.store.borrow().state(subject).info)
    }

    /// The texts with which conditions compare a subject, in the order in which they were met.
    pub fn constants(&self, subject: SubjectId) -> Vec<String> {
        self.store.borrow().state(subject).constants.iter().map(|(text, _)| text.clone()).collect()
    }

    /// `if(<subject>)`: the text is no false constant.
    pub fn truthy(&self, subject: SubjectId) -> Cond {
        self.store.borrow_mut().truthy(subject)
    }

    /// `if(DEFINED <subject>)`.
    pub fn defined(&self, subject: SubjectId) -> Cond {
        self.store.borrow_mut().defined(subject)
    }

    /// `if("${<subject>}" STREQUAL <text>)`. An undefined subject has the empty text.
    pub fn equals(&self, subject: SubjectId, text: &str) -> Cond {
        self.store.borrow_mut().equals(subject, text)
    }

    /// `if("${<subject>}" MATCHES <pattern>)`; `regex` is the pattern in the syntax of the regex crate.
    pub fn matches(&self, subject: SubjectId, pattern: &str, regex: &Regex) -> Cond {
        self.store.borrow_mut().matches(subject, pattern, regex)
    }

    /// `if("${<subject>}" LESS <text>)` and its relatives. A text that is no number is neither less than a number nor
    /// greater nor equal, so `LESS` and `GREATER_EQUAL` share an atom but are complements only among numbers.
    pub fn compares(&self, subject: SubjectId, comparison: Comparison, text: &str) -> Cond {
        self.store.borrow_mut().compares(subject, comparison, text)
    }

    /// A condition of its own, interned by its description, for example `EXISTS /x`.
    pub fn opaque(&self, description: &str) -> Cond {
        let mut store = self.store.borrow_mut();
        let subject = store.subject(Subject {
            kind: SubjectKind::Fact,
            name: description.to_owned(),
            domain: Domain::Boolean,
            default: None,
            always_defined: true,
        });
        store.truthy(subject)
    }

    /// Whether a platform variable of CMake (`WIN32`, `APPLE`, `MSVC`, `CMAKE_HOST_UNIX`, ...) is set: CMake gives it a true
    /// value or leaves it undefined. `None` for any other name.
    pub fn platform(&self, name: &str) -> Option<Cond> {
        self.store.borrow_mut().platform(name)
    }

    /// The subject of a variable that CMake itself sets to one of a known list of texts, which are consistent with the
    /// platform variables: `CMAKE_SYSTEM_NAME`, `CMAKE_HOST_SYSTEM_NAME` and `CMAKE_<LANG>_COMPILER_ID`. `None` for others.
    pub fn well_known(&self, variable: &str) -> Option<SubjectId> {
        self.store.borrow_mut().well_known(variable)
    }

    /// A configuration in which the condition holds and none of the forbidden ones does; `None` if there is none.
    pub fn witness(&self, c: Cond, forbidden: &[Cond]) -> Option<Witness> {
        self.store.borrow_mut().witness(c, forbidden)
    }

    /// Whether a condition holds only with a certain answer to something that only configuring tells: an expression over
    /// unknown results, which no witness can set.
    pub fn hangs_on_untold(&self, c: Cond) -> bool {
        let open = if c.is_possible() { self.store.borrow().untold(c) } else { Vec::new() };
        !open.is_empty() && !self.not(self.exists(self.not(c), &open)).is_possible()
    }

    /// Whether a condition hangs on nothing but settings with a default, and holds where they all have it.
    pub fn holds_by_default(&self, c: Cond) -> bool {
        self.store.borrow_mut().holds_by_default(c)
    }

    /// The condition as text, for people.
    pub fn formula(&self, c: Cond) -> String {
        self.store.borrow().formula(c)
    }

    /// The condition in few words, for people: what holds in all of its configurations, and what the rest depends on.
    /// `None` where its formula, which is given, says it well.
    pub fn brief(&self, c: Cond, formula: &str) -> Option<String> {
        self.store.borrow_mut().brief(c, formula)
    }

    /// [`Self::formula`] with at most these steps, which it uses up; `None` where they do not suffice.
    pub fn formula_within(&self, c: Cond, steps: &mut usize) -> Option<String> {
        self.store.borrow().formula_within(c, steps)
    }

    /// What a condition is about, in a line: the subjects that it depends on. For conditions too large for a formula.
    pub fn summary(&self, c: Cond) -> String {
        self.store.borrow().summary(c)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_confined_use_takes_leaves_room() {
        let fact = |c: &Conds, name: String| c.opaque(&name);
        // The parity of n facts takes 2n nodes, and the sum of all of them on the way n times that.
        let fill = |c: &Conds, from: usize| {
            let mut parity = Cond::FALSE;
            for i in from..from + 200 {
                let one = fact(c, format!("f{i}"));
                parity = c.or(c.diff(parity, one), c.diff(one, parity));
            }
            parity
        };
        let conds = Conds::with_budget(4000);
        let outer = conds.confine();
        assert!(fill(&conds, 0).is_unknown());
        conds.release(outer);
        let (a, b) = (fact(&conds, "a".into()), fact(&conds, "b".into()));
        assert!(!conds.and(a, b).is_unknown());
        // Without it nothing is left.
        let conds = Conds::with_budget(4000);
        for round in 0..20 {
            fill(&conds, round * 200);
        }
        let (a, b) = (fact(&conds, "a".into()), fact(&conds, "b".into()));
        assert!(conds.and(a, b).is_unknown());
    }

    #[test]
    fn a_snapshot_is_gone_back_to_where_room_goes_short() {
        let conds = Conds::with_budget(100);
        let a = conds.opaque("a");
        let start = conds.snapshot(4000);
        assert!(!conds.is_short(&start));
        let mut parity = a;
        for i in 0..200 {
            let one = conds.opaque(&format!("f{i}"));
            parity = conds.or(conds.diff(parity, one), conds.diff(one, parity));
        }
        assert!(parity.is_unknown() && conds.overflowed() && conds.is_short(&start));
        conds.restore(&start, 2);
        let b = conds.opaque("b");
        let both = conds.and(a, b);
        assert!(!both.is_unknown() && !conds.is_short(&start) && conds.overflowed());
        assert_eq!(conds.formula(both), "a & b");
    }

    #[test]
    fn constants_of_a_subject_exclude_each_other() {
        let conds = Conds::new();
        let x = conds.subject(Subject::input("X"));
        let (a, b) = (conds.equals(x, "a"), conds.equals(x, "b"));
        assert!(conds.disjoint(a, b));
        assert!(conds.implies(a, conds.truthy(x)));
        assert!(conds.implies(a, conds.defined(x)));
        assert!(conds.disjoint(conds.equals(x, "OFF"), conds.truthy(x)));
        assert_eq!(conds.and(conds.not(conds.defined(x)), conds.truthy(x)), Cond::FALSE);
    }

    #[test]
    fn an_option_is_on_or_off() {
        let conds = Conds::new();
        let x = conds.subject(Subject::option("X", false));
        assert_eq!(conds.defined(x), Cond::TRUE);
        assert_eq!(conds.equals(x, "ON"), conds.truthy(x));
        assert_eq!(conds.equals(x, "OFF"), conds.not(conds.truthy(x)));
        assert_eq!(conds.equals(x, "other"), Cond::FALSE);
    }

    #[test]
    fn platform_variables_hang_together() {
        let conds = Conds::new();
        let of = |name| conds.platform(name).unwrap();
        assert!(conds.implies(of("MSVC"), of("WIN32")));
        assert!(conds.disjoint(of("APPLE"), of("WIN32")));
        assert!(conds.implies(of("APPLE"), of("UNIX")));
        assert!(conds.disjoint(of("MINGW"), of("MSVC")));
    }

    #[test]
    fn what_is_needed_is_what_makes_false() {
        let conds = Conds::new();
        let atoms: Vec<Cond> =
            "ABCDEF".chars().map(|c| conds.truthy(conds.subject(Subject::input(c.to_string())))).collect();
        // A fixed sequence that looks like chance.
        let mut state = 7_u32;
        let mut next = |most: usize| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) as usize % most
        };
        let mut made = atoms.clone();
        for _ in 0..400 {
            let (a, b) = (made[next(made.len())], made[next(made.len())]);
            let c = [conds.and(a, b), conds.or(a, conds.not(b)), conds.diff(a, b), conds.or(a, b)][next(4)];
            let by_hand = conds.support(c).into_iter().filter(|atom| conds.restrict(c, *atom, false).is_false());
            assert_eq!(conds.needed(c).len(), by_hand.count(), "{}", conds.formula(c));
            assert!(conds.needed(c).iter().all(|(_, literal)| conds.implies(c, *literal)));
            made.push(c);
        }
    }
}
