//! A library with a function that nothing has, whose symbols are all bound when the program starts.
use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::flags::LinkFlag;
use crate::model::TargetId;
use crate::model::symbols::{Key, Site};
use crate::rules::context::Project;
use crate::rules::{Confidence, Draft, Place, Severity, Sink};
use crate::source::Span;

use super::Search;

impl Search<'_> {
    /// Programs whose link lets undefined symbols of libraries through: a library with some starts only where it is bound
    /// lazily.
    pub(super) fn startup(&self, project: &Project<'_>, sink: &mut Sink) {
        let conds = &self.model.facts.conds;
        let mut musl: Option<Cond> = None;
        for id in self.model.built_targets() {
            let flags = self.model.link_flags(id);
            let through = flags.iter().filter(|flag| lets_through(&flag.flag.flag));
            let through = conds.any(through.map(|flag| flag.cond).collect::<Vec<_>>());
            let executable = conds.and(self.model.is_kind(id, &[TargetKind::Executable]), through);
            if executable.is_false() {
                continue;
            }
            let musl = *musl.get_or_insert_with(|| self.model.musl(project.files));
            for (library, linked) in self.model.shared_closure(id) {
                // The flag of each file is for its own symbols (ld.so(8); measured with glibc 2.36).
                let own = self.model.link_flags(library);
                let eager = own.iter().filter(|flag| flag.flag.flag == LinkFlag::ZNow(true)).map(|flag| flag.cond);
                let eager = conds.any(eager.chain([musl]).collect::<Vec<_>>());
                let cond = conds.all([executable, linked, eager]);
                if !cond.is_false() && !self.model.is_imported(library) {
                    self.unbound(id, library, cond, conds.implies(cond, musl), sink);
                }
            }
        }
    }

    fn unbound(&self, program: TargetId, library: TargetId, cond: Cond, musl: bool, sink: &mut Sink) {
        let conds = &self.model.facts.conds;
        let unknown = self.model.sources(library).iter().any(|source| source.path.is_none());
        if unknown || self.model.links_unknown(library) || self.model.links_unknown(program) {
            return;
        }
        let Some((site, key, when)) = self.nowhere(library) else { return };
        let cond = conds.and(cond, when);
        let (Some(defined), Some(call)) = (self.model.definition_span(library), site.call()) else { return };
        if !cond.is_possible() {
            return;
        }
        let (name, user, why) =
            (self.model.name(program), self.model.name(library), if musl { "musl" } else { "-z now" });
        let draft = Draft::new(cond, Place::new(Span::new(site.file.source.id(), call.range.clone()), "called here"))
            .related(defined, "in this library")
            .subject(&*key.name)
            .subject(user)
            .subject(name)
            .message(format!(
                "nothing of the project has `{}`, which `{user}` calls: with {why} `{name}` does not start, although it may never come here",
                key.name
            ))
            .help("link what has it, or declare it weak and ask for it before the call; on ELF -Wl,-z,defs makes the linker say so")
            .severity(Severity::Warning)
            .confidence(Confidence::Likely);
        sink.report(draft);
    }

    /// A function that a library calls, that the project declares, and that no target defines.
    fn nowhere(&self, library: TargetId) -> Option<(Site, Key, Cond)> {
        let own = self.symbols.names(library);
        let mut names: Vec<_> = own.called.iter().filter(|(name, _)| !self.definers.contains_key(*name)).collect();
        names.sort_by_key(|(name, _)| *name);
        names.into_iter().filter(|(name, _)| !own.shadowed.contains_key(*name)).find_map(|(_, sites)| {
            sites.iter().find_map(|site| {
                let key = self.symbols.meaning(library, site)?;
                let (when, sure) = self.model.compiled(library, site, site.call()?.guard);
                (sure && !when.is_false()).then(|| (site.clone(), key, when))
            })
        })
    }
}

/// Whether a link says nothing of undefined symbols of the libraries: mold never does.
fn lets_through(flag: &LinkFlag) -> bool {
    match flag {
        LinkFlag::AllowShlibUndefined(allowed) => *allowed,
        LinkFlag::UseLd(linker) => linker == "mold",
        _ => false,
    }
}
