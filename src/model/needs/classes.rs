//! Uses of classes that need something of a binary: their virtual tables, type information and constructors.
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::binaries::{Binaries, Defined, of_class};
use crate::model::headers::Reached;
use crate::native::{Class, ClassUse, ClassUseKind, FileFacts, FileIndex, GuardId, NativeFile};
use crate::source::{FileId, Span};
use crate::symbols::Symbol;

use super::names::names_class;
use super::{How, Named, Role, Search, Use};

/// The only class of a name among the files that a source reaches, by the list of these and the name. The lists live as long as the
/// binaries do: their addresses tell them apart.
pub(in crate::model) type ClassesReached = RefCell<FxHashMap<(usize, Box<str>), Option<(FileIndex, usize)>>>;

impl<'m> Binaries<'m> {
    /// The class of a name in the files that a source reaches, no template: where it stands among those of its file. None where there are
    /// several: which one is meant is not certain.
    fn only_class(&self, reached: &Rc<Reached>, name: &str) -> Option<(&'m NativeFile, usize)> {
        let key = (Rc::as_ptr(reached) as usize, Box::from(name));
        let known = self.classes.borrow().get(&key).copied();
        let found = known.unwrap_or_else(|| {
            let classes = reached.files.iter().flat_map(|&index| {
                let all = self.natives.at(index).map_or(&[][..], |file| &file.facts.classes);
                let same = all.iter().enumerate().filter(|(_, class)| class.name == name && !class.template);
                same.map(move |(at, _)| (index, at))
            });
            let mut classes = classes.take(2);
            let found = classes.next().filter(|_| classes.next().is_none());
            self.classes.borrow_mut().insert(key, found);
            found
        });
        found.and_then(|(index, at)| Some((self.natives.at(index)?, at)))
    }
}

/// The name of a used class without what it is in.
fn last_name(used: &ClassUse) -> &str {
    used.name.rsplit(':').next().unwrap_or(&used.name)
}

impl Search<'_, '_> {
    /// Uses of classes that have the name of one of the provider's.
    pub(super) fn named_classes(&self, facts: &FileFacts) -> Vec<usize> {
        let named = |used: &ClassUse| self.classes.contains(last_name(used));
        facts.class_uses.iter().enumerate().filter(|(_, used)| named(used)).map(|(at, _)| at).collect()
    }

    pub(super) fn classes(&mut self, at: &Use<'_>, named: &Named) {
        if at.role == Role::Plugin || named.classes.is_empty() {
            return;
        }
        let reached = self.binaries.headers.reached(at.unit.compiled_by, &at.unit.path);
        for used in named.classes.iter().filter_map(|&used| at.file.facts.class_uses.get(used)) {
            self.class(at, &reached, used, (used.guard, at.file.source.id()));
        }
    }

    /// Classes of the plugin's own headers that derive from one of the program, where this file defines their key function: the
    /// virtual table, which refers to the base, is emitted with it (Itanium C++ ABI, 5.2.3).
    pub(super) fn derived_in_headers(&mut self, at: &Use<'_>) {
        let of_members = || at.file.facts.functions.iter().filter(|one| one.member && one.is_definition);
        if self.members.is_empty() || of_members().next().is_none() {
            return;
        }
        // Most files have no such header.
        let own: OnceCell<FxHashSet<&str>> = OnceCell::new();
        let is_own =
            |name: &str| own.get_or_init(|| of_members().map(|one| one.qualified.as_str()).collect()).contains(name);
        let reached = self.binaries.headers.reached(at.unit.compiled_by, &at.unit.path);
        let natives = self.binaries.natives;
        let headers: Vec<&NativeFile> = reached.files.iter().filter_map(|&index| natives.at(index)).collect();
        for header in headers.iter().filter(|header| header.source.id() != at.file.source.id()) {
            for used in header.facts.class_uses.iter().filter(|used| used.kind == ClassUseKind::Derive) {
                if used.guard != GuardId::TRUE || !self.classes.contains(last_name(used)) {
                    continue;
                }
                let before = header.facts.classes.iter().filter(|class| class.range.start < used.range.start);
                let Some(derived) = before.max_by_key(|class| class.range.start).filter(|class| !class.template) else {
                    continue;
                };
                let emitted =
                    derived.key_function.as_ref().is_some_and(|key| is_own(&format!("{}::{key}", derived.qualified)));
                if !emitted {
                    continue;
                }
                self.class(at, &reached, used, (GuardId::TRUE, header.source.id()));
            }
        }
    }

    /// What one use of a class needs, which stands in `place` under its guard.
    fn class(&mut self, at: &Use<'_>, reached: &Rc<Reached>, used: &ClassUse, place: (GuardId, FileId)) {
        let Some((header, class)) = self.binaries.only_class(reached, last_name(used)) else { return };
        let Some(class) = header.facts.classes.get(class) else { return };
        let plain = header.facts.without_inline(&class.qualified);
        if !names_class(at.scoped(), used, &class.qualified)
            && !plain.is_some_and(|plain| names_class(at.scoped(), used, &plain))
        {
            return;
        }
        let (guard, file) = place;
        if let Some(defined) = self.emitted(header, class, used.kind) {
            self.need(at, &defined, How::Class(used.kind), (guard, Span::new(file, used.range.clone())));
        }
    }

    /// The symbol of a class that a use refers to, when the provider emits it.
    fn emitted(&self, header: &NativeFile, class: &Class, kind: ClassUseKind) -> Option<Rc<Defined>> {
        let member = |name: &str| self.members.get(&*format!("{}::{name}", class.qualified));
        if kind == ClassUseKind::Construct && class.out_of_line.contains(&class.name) {
            return member(&class.name).filter(|defined| (self.wanted)(defined)).cloned();
        }
        let key = member(class.key_function.as_ref()?)?;
        let mut defined = of_class(class, header, key);
        if kind == ClassUseKind::Construct {
            defined.symbol = Symbol::vtable(&class.qualified);
        }
        (self.wanted)(&defined).then(|| Rc::new(defined))
    }
}
