//! Flags of a target that a later command replaces.
use std::sync::Arc;

use crate::cmake::eval::machine::Machine;
use crate::cmake::eval::value::{Elem, Origin, Value};
use crate::cond::Cond;

/// Elements of a property that a later command has replaced.
#[derive(Debug, Clone)]
pub struct Replaced {
    /// Whose property.
    pub target: Arc<str>,
    /// Which.
    pub property: Arc<str>,
    /// What stood there where the command ran.
    pub old: Vec<Elem>,
    /// What stands there instead.
    pub new: Value,
    /// When.
    pub cond: Cond,
}

impl Replaced {
    /// Who replaced it.
    pub fn origin(&self) -> Origin {
        self.new.elems.first().map_or(Origin::NONE, |elem| elem.origin)
    }
}

/// As many are kept.
const MOST: usize = 10_000;

/// Whether a property of a target holds flags of its link.
fn is_link_flags(property: &str) -> bool {
    property == "LINK_FLAGS" || property == "LINK_OPTIONS" || property.starts_with("LINK_FLAGS_")
}

impl Machine<'_> {
    /// Notes what a property is about to lose. Who sets it to nothing means to empty it.
    pub(super) fn note_replaced(&mut self, target: &Arc<str>, property: &str, old: &Value, new: &Value) {
        if !is_link_flags(property) || new.elems.is_empty() || self.facts.replaced.len() >= MOST {
            return;
        }
        let pc = self.pc;
        let lost = old.elems.iter().filter_map(|elem| {
            let cond = self.conds().and(elem.cond, pc);
            cond.is_possible().then_some(Elem { cond, ..*elem })
        });
        let old: Vec<Elem> = lost.collect();
        if old.is_empty() {
            return;
        }
        let property = property.into();
        self.facts.replaced.push(Replaced { target: Arc::clone(target), property, old, new: new.clone(), cond: pc });
    }
}
