//! Calls from one static library into another, and what a linker that reads archives once makes of them.
use crate::cond::Cond;
use crate::flags::LinkFlag;
use crate::native::GuardId;

use super::symbols::{Site, Symbols};
use super::{Model, TargetId};

/// The relation, looked at pair by pair.
pub struct ArchiveCalls<'a> {
    /// The targets.
    pub model: &'a Model<'a>,
    /// What they define and call.
    pub symbols: &'a Symbols<'a>,
}

impl ArchiveCalls<'_> {
    /// A function of `first` that `second` calls.
    pub fn call(&self, first: TargetId, second: TargetId) -> Option<(String, Site, Site)> {
        let (defining, calling) = (self.symbols.names(first), self.symbols.names(second));
        let mut names: Vec<&String> =
            calling.called.keys().filter(|name| defining.defined.contains_key(*name)).collect();
        names.sort();
        for name in names.into_iter().filter(|name| !calling.defined.contains_key(*name)) {
            let definition = defining.defined.get(name)?.first()?;
            let called = calling.called.get(name)?.iter().find(|site| {
                let key = self.symbols.meaning(second, site);
                key.is_some_and(|key| self.symbols.is_definition_of(first, definition, &key))
            });
            let Some(site) = called else { continue };
            let plain = site.call()?.guard == GuardId::TRUE && definition.function()?.guard == GuardId::TRUE;
            if plain {
                return Some((name.clone(), site.clone(), definition.clone()));
            }
        }
        None
    }

    /// Whether anything else on the line may ask for the member of the definition, or defines the function, too.
    pub fn is_pulled(&self, program: TargetId, first: TargetId, second: TargetId, definition: &Site) -> bool {
        let defining = self.symbols.names(first);
        let of_member: Vec<&String> = defining
            .defined
            .iter()
            .filter(|(_, sites)| sites.iter().any(|site| site.path == definition.path))
            .map(|(name, _)| name)
            .collect();
        let mut others: Vec<(TargetId, Cond)> =
            self.model.link_closure(program).into_iter().filter(|(id, _)| *id != second && *id != first).collect();
        others.push((program, Cond::TRUE));
        let elsewhere = of_member.iter().any(|name| !self.symbols.called_in(&others, name).is_false());
        let inside = of_member.iter().any(|name| {
            let sites = defining.called.get(*name).into_iter().flatten();
            sites.into_iter().any(|site| site.path != definition.path)
        });
        let name = definition.function().map(|function| function.name.clone()).unwrap_or_default();
        elsewhere || inside || !self.symbols.defined_in(&others, &name).is_false()
    }

    /// Whether the program, or another library on its line, calls a function of the member that calls.
    pub fn is_taken(&self, program: TargetId, second: TargetId, call: &Site) -> bool {
        let defining = self.symbols.names(second);
        let mut others: Vec<(TargetId, Cond)> =
            self.model.link_closure(program).into_iter().filter(|(id, _)| *id != second).collect();
        others.push((program, Cond::TRUE));
        let of_member = defining.defined.iter().filter(|(_, sites)| sites.iter().any(|site| site.path == call.path));
        of_member.into_iter().any(|(name, _)| {
            // From another member of its own archive, or from outside.
            let sites = defining.called.get(name).into_iter().flatten();
            let inside = sites.into_iter().any(|site| site.path != call.path);
            inside || !self.symbols.called_in(&others, name).is_false()
        })
    }

    /// Whether the linker comes back to archives.
    pub fn reads_again(&self, program: TargetId) -> bool {
        self.model.link_flags(program).iter().any(|source| match &source.flag.flag {
            LinkFlag::UseLd(linker) => linker.contains("lld") || linker.contains("mold"),
            LinkFlag::StartGroup | LinkFlag::ResponseFile(_) | LinkFlag::Undefined(_) => true,
            _ => false,
        })
    }
}
