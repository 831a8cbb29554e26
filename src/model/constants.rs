//! What macros and constants say that stand before calls, remembered by what a source sees.
use std::cell::RefCell;

use rustc_hash::FxHashMap;

/// What constants say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Truth {
    /// Yes: `1`, `true`.
    True,
    /// No, or what would have to be computed.
    Open,
}

/// What was asked of the macros and constants of a view before: the same few names stand before most calls.
#[derive(Default)]
pub(super) struct Answers {
    drops: RefCell<FxHashMap<Box<str>, bool>>,
    constants: RefCell<FxHashMap<Box<str>, Option<Truth>>>,
}

impl Answers {
    pub(super) fn drops(&self, name: &str, ask: impl FnOnce() -> bool) -> bool {
        remembered(&self.drops, name, ask)
    }

    pub(super) fn constant(&self, name: &str, ask: impl FnOnce() -> Option<Truth>) -> Option<Truth> {
        remembered(&self.constants, name, ask)
    }
}

fn remembered<T: Copy>(known: &RefCell<FxHashMap<Box<str>, T>>, name: &str, ask: impl FnOnce() -> T) -> T {
    if let Some(known) = known.borrow().get(name) {
        return *known;
    }
    let answer = ask();
    known.borrow_mut().insert(name.into(), answer);
    answer
}
