//! The few operations on presence conditions that rules and their engine need.
use super::finding::Condition;

/// A table of presence conditions with cheap handles.
///
/// The engine and the declarative rules are written over this trait so that they can be tested with a toy. What cannot
/// be decided (a budget ran out) is not false.
pub trait Conditions {
    /// A handle.
    type Cond: Copy;

    /// The condition that always holds.
    fn always(&self) -> Self::Cond;
    /// Both hold.
    fn and(&self, a: Self::Cond, b: Self::Cond) -> Self::Cond;
    /// At least one holds.
    fn or(&self, a: Self::Cond, b: Self::Cond) -> Self::Cond;
    /// It does not hold.
    fn not(&self, a: Self::Cond) -> Self::Cond;
    /// Whether no configuration satisfies it.
    fn is_false(&self, a: Self::Cond) -> bool;
    /// Its formula with a witness; called once a finding, at the end.
    fn render(&self, a: Self::Cond) -> Condition;
}

/// The one condition of an analysis that knows no configurations: always.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unconditional(pub bool);

/// The table of [`Unconditional`].
#[derive(Debug, Default)]
pub struct NoConditions;

impl Conditions for NoConditions {
    type Cond = Unconditional;

    fn always(&self) -> Unconditional {
        Unconditional(true)
    }
    fn and(&self, a: Unconditional, b: Unconditional) -> Unconditional {
        Unconditional(a.0 && b.0)
    }
    fn or(&self, a: Unconditional, b: Unconditional) -> Unconditional {
        Unconditional(a.0 || b.0)
    }
    fn not(&self, a: Unconditional) -> Unconditional {
        Unconditional(!a.0)
    }
    fn is_false(&self, a: Unconditional) -> bool {
        !a.0
    }
    fn render(&self, a: Unconditional) -> Condition {
        Condition { formula: a.0.to_string(), ..Condition::always() }
    }
}

/// Conditions over three switches A, B, C, for tests: the set of the eight configurations as bits.
#[cfg(test)]
pub(crate) mod toy {
    use super::{Condition, Conditions};
    use crate::rules::finding::RenderedWitness;

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(crate) struct Set(pub(crate) u8);

    pub(crate) const ALWAYS: Set = Set(0b1111_1111);
    pub(crate) const A: Set = Set(0b1010_1010);
    pub(crate) const B: Set = Set(0b1100_1100);
    pub(crate) const C: Set = Set(0b1111_0000);

    #[derive(Debug, Default)]
    pub(crate) struct Sets;

    impl Conditions for Sets {
        type Cond = Set;

        fn always(&self) -> Set {
            ALWAYS
        }
        fn and(&self, a: Set, b: Set) -> Set {
            Set(a.0 & b.0)
        }
        fn or(&self, a: Set, b: Set) -> Set {
            Set(a.0 | b.0)
        }
        fn not(&self, a: Set) -> Set {
            Set(!a.0)
        }
        fn is_false(&self, a: Set) -> bool {
            a.0 == 0
        }
        fn render(&self, a: Set) -> Condition {
            Condition { formula: format!("{:08b}", a.0), witness: RenderedWitness::default() }
        }
    }
}
