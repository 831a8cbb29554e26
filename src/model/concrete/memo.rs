//! What is asked again and again while one model is written: a target's sources and closures, and whether files are there.
use std::cell::{OnceCell, RefCell};
use std::path::Path;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::compile::SourceFile;
use super::genex::Place;
use super::{Concrete, TargetId};

/// A question about a target at a place; how deep properties have led to it does not count.
type Asked = (TargetId, TargetId, Option<String>, Option<String>, bool, bool);

/// Answers that do not change any more.
#[derive(Default)]
pub(super) struct Memo {
    sources: RefCell<FxHashMap<TargetId, Option<Rc<[SourceFile]>>>>,
    closures: RefCell<FxHashMap<Asked, Option<Rc<[TargetId]>>>>,
    link_languages: RefCell<FxHashMap<TargetId, Option<String>>>,
    files: RefCell<FxHashMap<String, bool>>,
    install_rules: OnceCell<FxHashMap<String, Vec<usize>>>,
}

impl Memo {
    /// The numbers of the rules that may install a target of a name.
    pub(super) fn install_rules(
        &self,
        find: impl FnOnce() -> FxHashMap<String, Vec<usize>>,
    ) -> &FxHashMap<String, Vec<usize>> {
        self.install_rules.get_or_init(find)
    }
}

impl Concrete<'_, '_> {
    /// Within the evaluation of a property an answer may be "not known" just because it would lead back there.
    fn may_keep(&self) -> bool {
        self.active.borrow().is_empty()
    }

    /// The sources, each once; object files of other targets left out.
    pub(super) fn sources(&self, id: TargetId) -> Option<Rc<[SourceFile]>> {
        if let Some(known) = self.memo.sources.borrow().get(&id) {
            return known.clone();
        }
        let found: Option<Rc<[SourceFile]>> = self.find_sources(id).map(Rc::from);
        if self.may_keep() {
            self.memo.sources.borrow_mut().insert(id, found.clone());
        }
        found
    }

    /// Targets whose usage requirements reach a target: depth first along the links, each once.
    pub(super) fn closure(&self, id: TargetId, place: Place<'_>) -> Option<Rc<[TargetId]>> {
        let owned = |language: Option<&str>| language.map(str::to_owned);
        let Place { head, language, link_language, linking, lenient, .. } = place;
        let asked = (id, head, owned(language), owned(link_language), linking, lenient);
        if let Some(known) = self.memo.closures.borrow().get(&asked) {
            return known.clone();
        }
        let found: Option<Rc<[TargetId]>> = self.find_closure(id, place).map(Rc::from);
        if self.may_keep() {
            self.memo.closures.borrow_mut().insert(asked, found.clone());
        }
        found
    }

    /// `LINKER_LANGUAGE`, or the preferred one of the sources' languages and of those that static libraries bring.
    pub(super) fn link_language(&self, id: TargetId) -> Option<String> {
        if let Some(known) = self.memo.link_languages.borrow().get(&id) {
            return known.clone();
        }
        let found = self.find_link_language(id);
        if self.may_keep() {
            self.memo.link_languages.borrow_mut().insert(id, found.clone());
        }
        found
    }

    /// Whether a regular file stands there.
    pub(super) fn is_file(&self, path: &str) -> bool {
        if let Some(&known) = self.memo.files.borrow().get(path) {
            return known;
        }
        let there = self.sources.sandbox().is_file(Path::new(path));
        self.memo.files.borrow_mut().insert(path.to_owned(), there);
        there
    }
}
