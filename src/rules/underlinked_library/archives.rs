//! Static libraries that are exported, call another library of the project that is exported, and do not link it.
use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::model::symbols::Site;
use crate::model::{Source, TargetId};
use crate::rules::{Draft, Place, Severity, Sink};

use super::{Line, Search, is_offered};

const ARCHIVE: &[TargetKind] = &[TargetKind::Static];
const LIBRARY: &[TargetKind] = &[TargetKind::Static, TargetKind::Shared];

impl Search<'_> {
    /// Tells what exported archives lack, one function for each library. Those that are offered as shared ones are looked at as such.
    pub(super) fn exported_archives(&self, unforeseen: Cond, sink: &mut Sink) {
        let (model, conds) = (self.model, &self.model.facts.conds);
        for (&user, export) in model.exported_targets().iter() {
            let cond = conds.and(export.installed, model.is_kind(user, ARCHIVE));
            let is_left = model.is_imported(user) || !model.is_judged(user) || is_offered(model, user, unforeseen);
            if is_left || !cond.is_possible() || self.is_open(user) {
                continue;
            }
            self.archive(user, cond, sink);
        }
    }

    /// Whether what an archive has or links is not all known.
    fn is_open(&self, user: TargetId) -> bool {
        let unseen = |source: &Source| source.path.as_deref().is_none_or(|path| self.is_unseen(path));
        self.model.links_anything(user)
            || self.model.sources(user).iter().any(unseen)
            || self.links_own_file(user)
            || self.model.is_given_away(user)
            || self.model.links_by_platform(self.files, user)
    }

    fn archive(&self, user: TargetId, exported: Cond, sink: &mut Sink) {
        let model = self.model;
        let own = self.symbols.names(user);
        let fields = self.symbols.field_calls(user, &|name| self.members.contains(name));
        let fields = fields.iter().filter(|(name, _)| own.definitions(name).is_none());
        let wanted: BTreeMap<&String, &Vec<Site>> =
            fields.chain(own.wanted()).filter(|(name, _)| self.exported_provider(user, name).is_some()).collect();
        if wanted.is_empty() {
            return;
        }
        let unclear = model.unclear_libraries(user, &self.written);
        let others = model.links_library_of_others(user);
        let line = Line { targets: self.symbols.on_link_line(user), unclear, others };
        let mut told: FxHashSet<TargetId> = FxHashSet::default();
        for (name, calls) in wanted {
            let Some(provider) = self.exported_provider(user, name).filter(|one| !told.contains(one)) else { continue };
            if !self.is_named(user, provider) && self.lacks((user, provider), exported, &line, (name, calls), sink) {
                told.insert(provider);
            }
        }
    }

    /// The one library that has a function, where it is exported as well.
    fn exported_provider(&self, user: TargetId, name: &str) -> Option<TargetId> {
        let [one] = self.definers.get(name)?.as_slice() else { return None };
        let exported = self.model.exported_targets().get(one).is_some_and(|one| one.installed.is_possible());
        (exported && *one != user && self.model.is_kind(*one, LIBRARY).is_possible()).then_some(*one)
    }

    fn lacks(
        &self,
        (user, provider): (TargetId, TargetId),
        exported: Cond,
        line: &Line,
        (name, calls): (&str, &[Site]),
        sink: &mut Sink,
    ) -> bool {
        let (model, conds) = (self.model, &self.model.facts.conds);
        let there = model.exported_targets().get(&provider).map_or(Cond::FALSE, |one| one.installed);
        let missing = conds.all([exported, there, model.is_kind(provider, LIBRARY)]);
        let missing = conds.diff(missing, conds.or(self.symbols.defined_in(&line.targets, name), line.unclear));
        // Who links a library that links the caller has both.
        let missing = conds.diff(missing, model.depends_on(provider, user));
        if !missing.is_possible() || model.hangs_on_expression(missing) {
            return false;
        }
        let names = self.symbols.names(provider);
        let found = calls.iter().find_map(|site| {
            let key = self.symbols.meaning(user, site).or_else(|| self.symbols.member(user, site))?;
            let definition =
                names.definitions(name)?.iter().find(|one| self.symbols.is_definition_of(provider, one, &key))?;
            let (when, sure) = self.binaries.compiled(user, site, site.call()?.guard);
            let (has, known) = self.binaries.compiled(provider, definition, definition.function()?.guard);
            let cond = conds.all([missing, when, has]);
            let declared = !line.others || self.binaries.sees_declared(user, &site.path, &key.name);
            (sure && known && declared && cond.is_possible()).then_some((site, definition, key.name, cond))
        });
        let Some((site, definition, symbol, cond)) = found else { return false };
        let (Some(used), Some(function)) = (site.call(), definition.function()) else { return false };
        let (Some(place), Some(made)) = (model.links_span(user), model.definition_span(provider)) else { return false };
        let (archive, library) = (model.name(user), model.name(provider));
        let draft = Draft::new(cond, Place::new(place, "does not link it"))
            .related(site.span(&used.range), format!("`{symbol}` is called here"))
            .related(definition.span(&function.range), "and defined here")
            .related(made, "in this library")
            .severity(Severity::Warning)
            .message(format!(
                "`{archive}` is exported, calls `{symbol}` of `{library}` and does not link it: what links the exported archive alone has \
                 an undefined reference"
            ))
            .help(format!("target_link_libraries({archive} PRIVATE {library})"))
            .subject(archive)
            .subject(library)
            .subject(symbol);
        sink.report(draft);
        true
    }
}
