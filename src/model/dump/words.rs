//! Strings of a document that are made and escaped once, however often they stand in it.
use std::cell::RefCell;
use std::hash::Hash;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use serde::ser::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

/// A string as JSON.
#[derive(Clone)]
pub(super) struct Word(Option<Rc<RawValue>>);

impl Word {
    fn new(text: &str) -> Self {
        // A string can always be written.
        Self(to_raw_value(text).ok().map(Rc::from))
    }
}

impl Serialize for Word {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.as_deref().serialize(to)
    }
}

/// The strings for some things, by what they are.
pub(super) struct Words<K: ToOwned + ?Sized>(RefCell<FxHashMap<K::Owned, Word>>);

impl<K: ToOwned + ?Sized> Default for Words<K> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<K: ToOwned<Owned: Hash + Eq> + Hash + Eq + ?Sized> Words<K> {
    /// The string for one; what it is written as is asked for once.
    pub(super) fn of(&self, key: &K, make: impl FnOnce() -> String) -> Word {
        if let Some(known) = self.0.borrow().get(key) {
            return known.clone();
        }
        let word = Word::new(&make());
        self.0.borrow_mut().insert(key.to_owned(), word.clone());
        word
    }
}
