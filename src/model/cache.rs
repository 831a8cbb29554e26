//! What was derived from the model before: several rules ask the same of every target.
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cmake::eval::facts::DirectoryId;
use crate::cmake::eval::text::Text;
use crate::cmake::eval::value::Origin;
use crate::cond::Cond;
use crate::flags::{CompileFlag, LinkFlag, Located};

use super::compile::CompileSource;
use super::link_words::{Alone, Among};
use super::{Exported, FlagSource, InstalledTarget, Item, TargetId};

/// Answers by target.
pub(super) type Answers<K, V> = RefCell<FxHashMap<K, Rc<V>>>;

/// The flags of one item.
pub(super) type ParsedFlags = Rc<Vec<Rc<Located<CompileFlag>>>>;

/// Targets that belong to one, each with its condition.
#[derive(Clone, Default)]
pub struct Closure(Rc<Vec<(TargetId, Cond)>>);

impl std::ops::Deref for Closure {
    type Target = [(TargetId, Cond)];

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl IntoIterator for Closure {
    type Item = (TargetId, Cond);
    type IntoIter = Members;

    fn into_iter(self) -> Members {
        Members { closure: self, at: 0 }
    }
}

impl<'c> IntoIterator for &'c Closure {
    type Item = &'c (TargetId, Cond);
    type IntoIter = std::slice::Iter<'c, (TargetId, Cond)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// The members of a [`Closure`].
pub struct Members {
    closure: Closure,
    at: usize,
}

impl Iterator for Members {
    type Item = (TargetId, Cond);

    fn next(&mut self) -> Option<Self::Item> {
        let member = self.closure.get(self.at).copied();
        self.at += 1;
        member
    }
}

/// Which targets of a closure are meant.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Part {
    /// Whose usage requirements arrive.
    Usage,
    /// What the link line names.
    Linked,
    /// What becomes part of the binary.
    Static,
    /// What is loaded with it.
    Shared,
}

/// Elements of a text, and when it has them.
type Elements = Vec<(Cond, Arc<str>)>;

/// All that is remembered.
#[derive(Default)]
pub(super) struct Cache {
    /// The elements of texts with generator expressions or several elements, under a condition.
    pub(super) decided: Answers<(Text, Cond), Elements>,
    /// How many properties are being read that others are made of.
    pub(super) property_depth: Cell<u32>,
    closures: Answers<(TargetId, Part), Vec<(TargetId, Cond)>>,
    pub(super) archives: OnceCell<Rc<super::archives::Uses>>,
    pub(super) unforeseen_shared: OnceCell<Cond>,
    /// Names that commands which nobody knows are given, with the last that is.
    pub(super) given_away: OnceCell<FxHashMap<Arc<str>, Origin>>,
    pub(super) exported: OnceCell<Rc<BTreeMap<TargetId, Exported>>>,
    pub(super) installed_files: OnceCell<Rc<super::Installed>>,
    pub(super) installed: OnceCell<Rc<BTreeMap<TargetId, Vec<InstalledTarget>>>>,
    pub(super) unknown_sources: Answers<TargetId, Cond>,
    pub(super) merged_archives: OnceCell<Rc<Vec<super::merged_archives::Archive>>>,
    pub(super) link_options: Answers<TargetId, Vec<Item>>,
    pub(super) library_items: Answers<TargetId, Vec<Item>>,
    pub(super) link_flags: Answers<TargetId, Vec<FlagSource>>,
    pub(super) compile_flags: Answers<TargetId, Vec<CompileSource>>,
    pub(super) definitions: Answers<TargetId, Vec<Item>>,
    pub(super) interface_definitions: Answers<TargetId, Vec<Item>>,
    pub(super) given: Answers<TargetId, super::preprocess::Given>,
    pub(super) compile_options: Answers<TargetId, Vec<Item>>,
    /// When a target has a source in C++ of its own, and when such a one decides how it is linked.
    pub(super) cxx_sources: Answers<TargetId, Cond>,
    pub(super) linked_as_cxx: Answers<TargetId, Cond>,
    /// Items of a variable at the end of a directory.
    pub(super) variables: Answers<(DirectoryId, &'static str), Vec<Item>>,
    /// Items as compiler flags, by their text: targets share most of them.
    pub(super) parsed: RefCell<FxHashMap<Arc<str>, ParsedFlags>>,
    /// Items of link lines, by where they stand and their text.
    pub(super) alone: Answers<(Among, Arc<str>), Alone>,
    /// Flags of link lines, by their spelling, and the words that they are made of: lines share most of them.
    pub(super) linked: RefCell<FxHashMap<String, Vec<Rc<Located<LinkFlag>>>>>,
    pub(super) linked_words: RefCell<FxHashSet<Rc<str>>>,
    /// Conditions with the language of the source decided.
    pub(super) for_language: Answers<(Cond, &'static str), Cond>,
    pub(super) hidden: Answers<(TargetId, bool), Option<(Cond, Item)>>,
}

impl Cache {
    /// A part of a target's closure.
    pub(super) fn closure(&self, id: TargetId, part: Part, find: impl FnOnce() -> Vec<(TargetId, Cond)>) -> Closure {
        Closure(remember(&self.closures, (id, part), find))
    }

    /// A flag of a link line as it is kept: the same one where it is equal.
    pub(super) fn linked_flag(&self, flag: Located<LinkFlag>) -> Rc<Located<LinkFlag>> {
        let mut linked = self.linked.borrow_mut();
        let known = linked.entry(flag.spelling.clone()).or_default();
        if let Some(same) = known.iter().find(|same| ***same == flag) {
            return Rc::clone(same);
        }
        let flag = Rc::new(flag);
        known.push(Rc::clone(&flag));
        flag
    }

    /// The words of a flag as they are kept.
    pub(super) fn linked_words(&self, text: String) -> Rc<str> {
        let mut words = self.linked_words.borrow_mut();
        if let Some(known) = words.get(text.as_str()) {
            return Rc::clone(known);
        }
        let text: Rc<str> = text.into();
        words.insert(Rc::clone(&text));
        text
    }
}

/// What is asked of the text of each flag's item: flags that stand beside each other are mostly of one.
pub(super) struct OfItem<'t, T>(Option<(&'t Arc<str>, T)>);

impl<T> Default for OfItem<'_, T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<'t, T: Copy> OfItem<'t, T> {
    /// The answer for a text; the last one where it is the same text.
    pub(super) fn answer(&mut self, text: &'t Arc<str>, find: impl FnOnce(&str) -> T) -> T {
        let known = self.0.filter(|(known, _)| Arc::ptr_eq(known, text));
        let answer = known.map_or_else(|| find(text), |(_, answer)| answer);
        self.0 = Some((text, answer));
        answer
    }
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
