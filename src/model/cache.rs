//! What was derived from the model before: several rules ask the same of every target.
use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::cond::Cond;

use super::compile::CompileSource;
use super::{FlagSource, Item, TargetId};

/// Answers by target.
pub(super) type Answers<K, V> = RefCell<FxHashMap<K, Rc<V>>>;

/// All that is remembered.
#[derive(Default)]
pub(super) struct Cache {
    pub(super) closures: Answers<(TargetId, bool), Vec<(TargetId, Cond)>>,
    pub(super) link_flags: Answers<TargetId, Vec<FlagSource>>,
    pub(super) compile_flags: Answers<TargetId, Vec<CompileSource>>,
    pub(super) definitions: Answers<TargetId, Vec<Item>>,
    pub(super) hidden: Answers<(TargetId, bool), Option<(Cond, Item)>>,
}

/// The known answer, or a new one.
pub(super) fn remember<K: Copy + Eq + std::hash::Hash, V>(
    answers: &Answers<K, V>,
    key: K,
    find: impl FnOnce() -> V,
) -> Rc<V> {
    if let Some(known) = answers.borrow().get(&key) {
        return Rc::clone(known);
    }
    let found = Rc::new(find());
    answers.borrow_mut().insert(key, Rc::clone(&found));
    found
}
