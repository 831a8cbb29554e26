//! Libraries that others make for all systems (zlib, OpenSSL): called by a target that links them nowhere, in a project whose other targets do.
use std::path::Path;
use std::sync::Arc;

use crate::cmake::eval::facts::{TargetKind, target_question};
use crate::cond::Cond;
use crate::flags::{AllowUndefined, LinkFlag};
use crate::model::TargetId;

use super::{Gap, PROGRAM, Search};

impl Search<'_> {
    /// Whether the library is one of others to the project, which links it by a name that is known: some target does, and no header or function of
    /// it is the project's own. What is told of alone needs no such target.
    pub(super) fn is_linked_by_name(&self) -> bool {
        (self.row.alone || self.model.built_targets().any(|id| self.links_by_name(id))) && !self.has_own_copy()
    }

    /// Whether the driver of a language brings the library: that of a source of the target or of what it links.
    pub(super) fn is_brought_by_language(&self, id: TargetId) -> bool {
        let is_of = |path: &Path| {
            let said = (path.to_string_lossy().into(), "LANGUAGE".into());
            path.extension().is_some_and(|end| self.row.languages.iter().any(|one| end == &**one))
                || self.model.facts.source_properties.contains_key(&said)
        };
        let members = || self.model.link_closure(id).into_iter().map(|(library, _)| library);
        !self.row.languages.is_empty()
            && std::iter::once(id)
                .chain(members())
                .flat_map(|one| self.model.sources(one))
                .any(|source| source.path.as_deref().is_none_or(is_of))
    }

    fn links_by_name(&self, id: TargetId) -> bool {
        let named = |name: &str| self.row.names.iter().any(|known| known == name);
        self.model.links(id).iter().any(|edge| named(self.model.name(edge.to)))
            || self.model.link_items(id).iter().any(|item| self.names(&item.text, &self.model.display(&item.text)))
    }

    /// Whether a file of the project defines one of the functions, or is one of the headers.
    fn has_own_copy(&self) -> bool {
        self.mentioned.files.iter().any(|index| {
            let is_header = |path: &Arc<Path>| self.row.headers.iter().any(|header| path.ends_with(header));
            self.natives.path(*index).is_some_and(is_header)
                || self.natives.at(*index).is_some_and(|file| {
                    file.facts.functions.iter().any(|one| one.is_definition && self.row.functions.contains(&one.name))
                })
        })
    }

    /// Whether a condition asks for targets of the package: how they go together is not known.
    pub(super) fn asks_for_siblings(&self, cond: Cond) -> bool {
        let space = self.row.target.as_deref().and_then(|target| target.split_once("::"));
        let conds = &self.model.facts.conds;
        space.is_some_and(|(space, _)| {
            let question = target_question(&format!("{space}::"));
            conds.subjects(cond).into_iter().any(|one| conds.subject_info(one).name.starts_with(&question))
        })
    }

    /// Whether nothing at home hides a gap: no library on the line may bring what is missing, no program of the project links the gap by
    /// default, and no linker of the maintainers asks for all symbols, as that of macOS does.
    pub(super) fn is_missed_by_all(&self, gap: &Gap) -> bool {
        let (model, conds) = (self.model, &self.model.facts.conds);
        let kinds = [TargetKind::Shared, TargetKind::Module, TargetKind::Executable];
        let shared = conds.and(gap.cond, model.is_kind(gap.id, &kinds[..2]));
        let by_default = model.without_settings(gap.cond).is_possible();
        let flags = model.link_flags(gap.id);
        let has = |flag: &LinkFlag| flags.iter().any(|source| source.flag.flag == *flag);
        let looks_up = || has(&LinkFlag::AllowUndefined(AllowUndefined::DynamicLookup));
        let is_built = |system: &&str| (self.is_built_on)(system);
        let asks_for_all =
            || has(&LinkFlag::NoUndefined) || by_default && !looks_up() && ["APPLE", "WIN32"].iter().any(is_built);
        // What loads a module, or a file without `lib` in front, may have the library: not where another one of them links it itself.
        let is_loaded =
            |id: TargetId, cond| model.is_kind(id, &kinds[1..2]).is_possible() || model.has_bare_name(id, cond);
        let by_another = |id: TargetId| id != gap.id && self.links_by_name(id) && is_loaded(id, model.defined(id));
        // What is of devices hardly any program has for itself.
        let has_it = |id: TargetId| self.links_by_name(id);
        let may_be_there = || {
            is_loaded(gap.id, gap.cond)
                && !model.built_targets().any(by_another)
                && (!self.row.alone || model.built_targets().any(has_it))
        };
        let fails = |user: TargetId| {
            let program = conds.all([gap.cond, model.is_kind(user, PROGRAM), model.depends_on(user, gap.id)]);
            model.without_settings(program).is_possible()
        };
        let brought = || {
            model.link_closure(gap.id).iter().any(|(library, cond)| {
                let when = conds.and(gap.cond, *cond);
                self.alone(*library, when).is_none_or(|rest| !conds.implies(when, rest))
            })
        };
        model.is_kind(gap.id, &kinds).is_possible()
            && !(shared.is_possible() && (asks_for_all() || model.built_targets().any(fails)))
            && !may_be_there()
            && !brought()
    }
}
