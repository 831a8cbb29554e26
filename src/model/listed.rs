//! What a target lists to be linked, in the order of the list: libraries that are targets and those that are none.
use std::sync::Arc;

use crate::cond::Cond;

use super::{Item, Model, TargetId};

/// An entry of such a list.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Its text, when it is there, and where it is written.
    pub item: Item,
    /// The targets that it may be, each with when.
    pub targets: Vec<(TargetId, Cond)>,
    /// When it is none of them.
    pub other: Cond,
    /// Whether it stands in `$<LINK_LIBRARY:…>` or `$<LINK_GROUP:…>`.
    pub in_feature: bool,
}

impl Model<'_> {
    /// What `LINK_LIBRARIES` of a target says, or `INTERFACE_LINK_LIBRARIES`, in its order.
    pub fn listed(&self, id: TargetId, interface: bool) -> Vec<Listed> {
        let properties = &self.target(id).properties;
        let value = if interface { self.link_interface(id) } else { properties.get("LINK_LIBRARIES") };
        let mut out = Vec::new();
        for (item, _) in value.map(|value| self.link_entries(value)).unwrap_or_default() {
            let in_feature = item.text.starts_with("$<LINK_");
            for (text, _) in super::link::libraries(&item.text) {
                let conds = &self.facts.conds;
                let mut other = item.cond;
                let mut targets = Vec::new();
                for (to, when) in self.meanings(&text).into_iter().filter(|(to, _)| *to != id) {
                    let when = conds.and(when, self.defined(to));
                    other = conds.diff(other, when);
                    let cond = conds.and(item.cond, when);
                    if !cond.is_false() {
                        targets.push((to, cond));
                    }
                }
                out.push(Listed { item: Item { text: Arc::from(text), ..item.clone() }, targets, other, in_feature });
            }
        }
        out
    }
}
