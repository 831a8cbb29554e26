//! What was derived from the model before: several rules ask the same of every target.
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::cmake::eval::facts::DirectoryId;
use crate::cond::Cond;
use crate::flags::{CompileFlag, Located};

use super::compile::CompileSource;
use super::{FlagSource, Item, TargetId};

/// Answers by target.
pub(super) type Answers<K, V> = RefCell<FxHashMap<K, Rc<V>>>;

/// The flags of one item.
pub(super) type ParsedFlags = Rc<Vec<Located<CompileFlag>>>;

/// All that is remembered.
#[derive(Default)]
pub(super) struct Cache {
    pub(super) closures: Answers<(TargetId, bool), Vec<(TargetId, Cond)>>,
    pub(super) link_flags: Answers<TargetId, Vec<FlagSource>>,
    pub(super) compile_flags: Answers<TargetId, Vec<CompileSource>>,
    pub(super) definitions: Answers<TargetId, Vec<Item>>,
    pub(super) compile_options: Answers<TargetId, Vec<Item>>,
    /// Items of a variable at the end of a directory.
    pub(super) variables: Answers<(DirectoryId, &'static str), Vec<Item>>,
    /// Items as compiler flags, by their text: targets share most of them.
    pub(super) parsed: RefCell<FxHashMap<Arc<str>, ParsedFlags>>,
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
