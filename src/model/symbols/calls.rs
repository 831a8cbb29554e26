//! Calls of what a library defines.
use std::collections::{BTreeMap, BTreeSet};

use crate::cond::Cond;
use crate::model::TargetId;
use crate::native::GuardId;
use crate::source::Span;

use super::{Site, Symbols, last};

/// A call of what a library defines.
pub struct CallOf {
    /// The function; of a member the last two parts of its name.
    pub name: String,
    /// Where it is called.
    pub call: Span,
    /// Where it is defined.
    pub definition: Span,
    /// When both files are compiled.
    pub cond: Cond,
}

impl Symbols<'_> {
    /// The first call in a target's own sources of a function that a library defines and none of the `others` does, be it a member of an
    /// object: certainly compiled, and certainly this function.
    pub fn call_of(&self, id: TargetId, library: TargetId, others: &[(TargetId, Cond)]) -> Option<CallOf> {
        // What is not known may define anything.
        if self.model.sources(id).iter().any(|source| source.path.is_none()) {
            return None;
        }
        let (own, theirs) = (self.names(id), self.names(library));
        let members: BTreeSet<&str> = theirs.members.keys().map(|name| last(name)).collect();
        let fields = self.field_calls(id, &|name| members.contains(name));
        let called: BTreeMap<&String, &Vec<Site>> =
            fields.iter().chain(own.calls()).filter(|(name, _)| theirs.definitions(name).is_some()).collect();
        let mut line: Vec<(TargetId, Cond)> = others.iter().filter(|(to, _)| *to != library).copied().collect();
        line.push((id, Cond::TRUE));
        for (name, calls) in called {
            if own.shadowed.contains_key(name) || self.is_defined_in(&line, name) {
                continue;
            }
            let meaning = |site: &Site| self.meaning(id, site).or_else(|| self.member(id, site));
            let Some((site, key)) = calls.iter().find_map(|site| Some((site, meaning(site)?))) else { continue };
            let found = theirs.definitions(name)?.iter().find(|one| self.is_definition_of(library, one, &key));
            let (Some(definition), Some(used)) = (found, site.call()) else { continue };
            let function = definition.function()?;
            if used.guard != GuardId::TRUE || function.guard != GuardId::TRUE {
                continue;
            }
            let cond = self.model.facts.conds.and(site.cond, definition.cond);
            let (call, definition) = (site.span(&used.range), definition.span(&function.range));
            return Some(CallOf { name: name.clone(), call, definition, cond });
        }
        None
    }
}
