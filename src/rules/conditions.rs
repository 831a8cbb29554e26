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
