//! Variables of a binary that others use by an `extern` declaration, and functions whose addresses they take.
use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::model::binaries::{Defined, DefinedKind};
use crate::model::call_sites::{drops_arguments, may_be_unused};
use crate::model::mentions::{declares_its_own, open_conditions, value_use};
use crate::model::symbols::last;
use crate::native::GuardId;
use crate::source::Span;

use super::names::Scoped;
use super::{How, Named, Search, Use};

impl Search<'_, '_> {
    /// Variables that a file uses, and functions that it hands on, where no condition of the preprocessor is open.
    pub(super) fn named_variables(&self, at: Scoped<'_>) -> Vec<(Rc<Defined>, Span)> {
        if self.variables.is_empty() {
            return Vec::new();
        }
        let bytes = at.file.source.bytes();
        let names: BTreeSet<&str> = self.variables.among(bytes).into_iter().map(|(name, _)| name).collect();
        // Calls are uses already.
        let called: FxHashSet<&str> = at.file.facts.uses.iter().map(|one| last(&one.name)).collect();
        let found = names.into_iter().filter(|name| !called.contains(name)).filter_map(|name| {
            let kind = self.functions.kind_of(name)?;
            let place = value_use(at.file, name, kind == DefinedKind::Function);
            let place = place.filter(|place| open_conditions(bytes, *place).is_empty())?;
            let first = qualified_from(bytes, place);
            let written: String = String::from_utf8_lossy(bytes.get(first..place + name.len())?).into_owned();
            let mut meant = self.functions.of_use(at, &written, place as u32);
            meant.retain(|one| one.kind == kind && !one.member);
            let one = meant.first()?;
            let is_one = meant.iter().all(|other| other.qualified == one.qualified);
            let span = Span::new(at.file.source.id(), place as u32..(place + name.len()) as u32);
            is_one.then(|| meant.into_iter().map(move |one| (one, span)).collect::<Vec<_>>())
        });
        found.flatten().collect()
    }

    pub(super) fn used_variables(&mut self, at: &Use<'_>, named: &Named) {
        for (defined, span) in &named.variables {
            let reached = self.binaries.headers.reached(at.unit.compiled_by, &at.unit.path);
            let files = || reached.files.iter().filter_map(|&index| self.binaries.natives.at(index));
            if may_be_unused(at.file, span.start as usize, &|name| drops_arguments(files(), name)) {
                continue;
            }
            self.need(at, defined, How::Data, (GuardId::TRUE, *span));
        }
    }

    /// Where the user's file sees a variable declared: None when it does not, or when it may mean another one.
    pub(super) fn declared_variable(&self, at: &Use<'_>, defined: &Defined) -> Option<Option<Span>> {
        let reached = self.binaries.headers.reached(at.unit.compiled_by, &at.unit.path);
        let mut declared = None;
        for (nth, &index) in reached.files.iter().enumerate() {
            let Some(file) = self.binaries.natives.at(index) else { continue };
            let facts = &file.facts;
            for variable in facts.variables.iter().filter(|one| one.name == defined.name) {
                let is_it = variable.qualified == defined.qualified && !variable.internal && !variable.template;
                if !is_it || variable.is_definition || variable.inline || variable.attributes.weak {
                    return None;
                }
                let span = Span::new(file.source.id(), variable.range.clone());
                declared.get_or_insert(if nth == 0 { None } else { Some(span) });
            }
            // A member of that name, or a function, is meant first.
            let is_other = facts.functions.iter().any(|one| one.name == defined.name)
                || facts.classes.iter().any(|one| one.name == defined.name || one.has_member(&defined.name))
                || declares_its_own(file, &defined.name);
            if facts.truncated || is_other {
                return None;
            }
        }
        declared
    }
}

/// Where a qualified name begins whose last part stands at a place.
fn qualified_from(bytes: &[u8], mut at: usize) -> usize {
    while let Some(before) = bytes.get(..at).and_then(|before| before.strip_suffix(b"::")) {
        let word = before.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
        at = before.len() - word;
        if word == 0 {
            break;
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::qualified_from;

    #[test]
    fn qualified_names_begin_at_their_first_word() {
        assert_eq!(qualified_from(b"x = a::b::c", 10), 4);
        assert_eq!(qualified_from(b"x = ::c", 6), 4);
        assert_eq!(qualified_from(b"x = c", 4), 4);
    }
}
