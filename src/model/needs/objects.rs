//! Members of classes that are called of objects, and what makes and destroys these.
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::model::binaries::Defined;
use crate::model::symbols::{Site, last_two};
use crate::native::FileFacts;
use crate::source::Span;

use super::{How, Named, Search, Use};

/// Members of classes of a provider.
#[derive(Default)]
pub(super) struct Members<'d> {
    /// By the last two parts of their names.
    by_class: FxHashMap<&'d str, Vec<Rc<Defined>>>,
    /// By the last part alone.
    by_last: FxHashMap<&'d str, Vec<Rc<Defined>>>,
}

/// The function that is called of a field (`Owner.field->name`).
fn called_of_field(written: &str) -> &str {
    written.rsplit(['.', '>']).next().unwrap_or(written)
}

impl<'d> Members<'d> {
    pub(super) fn add(&mut self, defined: &'d Rc<Defined>) {
        if let Some(name) = last_two(&defined.qualified) {
            self.by_class.entry(name).or_default().push(Rc::clone(defined));
            self.by_last.entry(&defined.name).or_default().push(Rc::clone(defined));
        }
    }

    /// Numbers of the uses of objects, behind the calls of a file, and of fields, behind those, that may be of these members.
    pub(super) fn named(&self, facts: &FileFacts) -> Vec<usize> {
        if self.by_last.is_empty() {
            return Vec::new();
        }
        let behind = facts.uses.len();
        let objects = facts.object_uses.iter().enumerate();
        let objects =
            objects.filter(|(_, one)| last_two(&one.name).is_some_and(|name| self.by_class.contains_key(name)));
        let fields = facts.field_uses.iter().enumerate();
        let fields = fields.filter(|(_, one)| self.by_last.contains_key(called_of_field(&one.name)));
        let after = behind + facts.object_uses.len();
        objects.map(|(at, _)| behind + at).chain(fields.map(|(at, _)| after + at)).collect()
    }

    /// Those that a name as it was written may mean.
    fn meant(&self, written: &str) -> Vec<Rc<Defined>> {
        let meant = match last_two(written) {
            Some(name) if !written.contains('.') => self.by_class.get(name),
            _ => self.by_last.get(called_of_field(written)),
        };
        meant.cloned().unwrap_or_default()
    }
}

impl Search<'_, '_> {
    pub(super) fn objects(&mut self, at: &Use<'_>, named: &Named) {
        for &index in &named.objects {
            let site = Site {
                path: Rc::clone(&at.unit.path),
                file: at.file.clone(),
                index,
                cond: at.cond,
                is_included: false,
            };
            let Some(call) = site.call() else { continue };
            let mut meant = self.of_objects.meant(&call.name);
            meant.retain(|one| self.is_open(one));
            if meant.is_empty() {
                continue;
            }
            let Some(key) = self.binaries.symbols.member(at.unit.compiled_by, &site) else { continue };
            for defined in meant.iter().filter(|one| one.qualified == key.name) {
                self.need(at, defined, How::Object, (call.guard, Span::new(at.file.source.id(), call.range.clone())));
            }
        }
    }
}
