//! Libraries of the repository's crates on the link lines of its CMake targets.
use std::collections::BTreeMap;

use crate::cargo::outputs::{Output, library_of};
use crate::cond::Cond;
use crate::model::{Item, Model, TargetId};
use crate::source::Span;

/// A crate's library on a link line.
pub(super) struct Linked<'o> {
    /// When.
    pub cond: Cond,
    /// What names it there: the imported target, or the argument.
    pub place: Option<Span>,
    /// The imported target that stands for the file.
    pub target: Option<TargetId>,
    /// The crate.
    pub output: &'o Output,
}

/// Which of the known libraries a target links, by their names: as the file of an imported target, by a path, or by a name.
pub(super) fn linked<'o>(
    model: &Model<'_>,
    id: TargetId,
    known: &'o BTreeMap<String, Output>,
    suffix: &str,
) -> BTreeMap<&'o str, Linked<'o>> {
    let conds = &model.facts.conds;
    let mut found: BTreeMap<&'o str, Linked<'o>> = BTreeMap::new();
    let mut add = |name: &str, cond: Cond, place: Option<Span>, target: Option<TargetId>| {
        if let Some((name, output)) = known.get_key_value(name).filter(|_| cond.is_possible()) {
            let one = found.entry(name.as_str()).or_insert(Linked { cond: Cond::FALSE, place, target, output });
            one.cond = conds.or(one.cond, cond);
        }
    };
    for (library, cond) in model.link_closure(id).into_iter().filter(|(library, _)| model.is_imported(*library)) {
        let properties = model.target(library).properties.keys().filter(|name| name.starts_with("IMPORTED_LOCATION"));
        let places: Vec<Item> = properties.flat_map(|name| model.property(library, name)).collect();
        for item in places {
            if let Some(name) = library_of(&item.text, suffix) {
                add(name, conds.and(cond, item.cond), model.definition_span(library), Some(library));
            }
        }
    }
    for item in model.library_items(id).iter() {
        let plain = item.text.strip_prefix("-l").or((!item.text.contains(['/', '.', '-'])).then_some(&*item.text));
        if let Some(name) = library_of(&item.text, suffix).or(plain) {
            add(name, item.cond, model.span(item.origin), None);
        }
    }
    found
}
