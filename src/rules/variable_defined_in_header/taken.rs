//! Which sources of archives a binary takes in for certain.
use std::path::Path;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::model::binaries::{Unit, is_cxx};
use crate::native::{Function, GuardId};

use super::Rule;

impl Rule<'_> {
    /// The sources that are in a binary for certain: its own, and those of archives that define a function which one of these calls and no
    /// other source has (ld(1), on archives).
    pub(super) fn taken(&self, units: &[Unit]) -> Vec<Unit> {
        let conds = &self.model.facts.conds;
        let natives = self.project.natives;
        let holds_any = |unit: &Unit| {
            let reached = self.project.binaries.headers.reached(unit.compiled_by, &unit.path);
            reached.files.iter().any(|index| self.headers.contains(index))
        };
        let mut taken: Vec<Unit> = units.iter().filter(|unit| unit.archive.is_none()).cloned().collect();
        let mut waiting: Vec<&Unit> = units.iter().filter(|unit| unit.archive.is_some()).collect();
        if !waiting.iter().any(|unit| is_cxx(&unit.path) == Some(false) && holds_any(unit)) {
            return taken;
        }
        let emits = |one: &Function| one.is_definition && !one.internal && !one.inline && one.qualified == one.name;
        let mut definers: FxHashMap<String, Vec<Rc<Path>>> = FxHashMap::default();
        for unit in units {
            let Some(file) = natives.file(&unit.path) else { continue };
            for function in file.facts.functions.iter().filter(|one| emits(one)) {
                let known = definers.entry(function.name.clone()).or_default();
                if !known.contains(&unit.path) {
                    known.push(Rc::clone(&unit.path));
                }
            }
        }
        let mut at = 0;
        while let Some(caller) = taken.get(at).cloned() {
            at += 1;
            let Some(file) = natives.file(&caller.path) else { continue };
            for call in file.facts.uses.iter().filter(|call| call.guard == GuardId::TRUE) {
                let Some([path]) = definers.get(&*call.name).map(Vec::as_slice) else { continue };
                if *path == caller.path {
                    continue;
                }
                let Some(found) = waiting.iter().position(|unit| unit.path == *path) else { continue };
                let unit = waiting.swap_remove(found);
                let plain = natives.file(path).is_some_and(|file| {
                    file.facts.functions.iter().any(|one| *one.name == *call.name && one.guard == GuardId::TRUE)
                });
                let cond = conds.and(caller.cond, unit.cond);
                if plain && !cond.is_false() {
                    taken.push(Unit { cond, ..unit.clone() });
                }
            }
        }
        taken
    }
}
