//! A program that takes a file of a static library, which calls a function of a library that the line of the program lacks.
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::model::TargetId;
use crate::model::binaries::is_compiled;
use crate::model::symbols::{Key, Site, last};
use crate::rules::wording::link_scope;
use crate::rules::{Confidence, Draft, Place, Sink};
use crate::source::FileId;

use super::{Line, PROGRAM, Search};

const ARCHIVE: &[TargetKind] = &[TargetKind::Static];
const PROVIDERS: &[TargetKind] = &[TargetKind::Static, TargetKind::Shared];
/// Files of archives that bring each other, from the program on.
const STEPS: usize = 3;

/// A function that a file of an archive calls and a library has.
struct Need {
    archive: TargetId,
    provider: TargetId,
    name: String,
    key: Key,
    call: Site,
    definition: Site,
    cond: Cond,
}

/// A call that brings a file of an archive.
#[derive(Clone)]
struct Taken {
    call: Site,
    name: String,
    cond: Cond,
}

/// A need of a file that a program takes, and which its line lacks.
pub(super) struct ArchiveGap {
    program: TargetId,
    need: Need,
    taken: Taken,
    cond: Cond,
    /// The defaults build it: then something was not understood.
    is_seen: bool,
}

impl ArchiveGap {
    /// The function that is missing.
    pub(super) fn symbol(&self) -> &str {
        &self.need.name
    }
}

/// An archive, when it is on the line, and what its files call of libraries that are not there: names, and who has them.
type Lacking = (TargetId, Cond, Vec<Call>);

/// The name of a function that an archive calls, and the library that has it.
pub(super) type Call = (String, TargetId);

impl Search<'_> {
    /// What files of archives lack in a program: one function for each archive and each library.
    pub(super) fn archive_gaps(&self, program: TargetId) -> Vec<ArchiveGap> {
        let (model, conds) = (self.model, &self.model.facts.conds);
        let closure = model.link_closure(program);
        let archives = closure.iter().filter(|(id, when)| {
            when.is_possible() && !model.is_imported(*id) && model.is_kind(*id, ARCHIVE).is_possible()
        });
        let lacking: Vec<Lacking> = archives
            .map(|&(id, when)| (id, conds.and(when, model.is_kind(id, ARCHIVE)), self.foreign_calls(id, &closure)))
            .filter(|(_, _, calls)| !calls.is_empty())
            .collect();
        if lacking.is_empty() {
            return Vec::new();
        }
        let Some(line) = self.line(program).filter(|line| self.is_clear(program, line)) else { return Vec::new() };
        let mut found: BTreeMap<(TargetId, TargetId), ArchiveGap> = BTreeMap::new();
        for (archive, when, calls) in lacking {
            for (name, provider) in calls {
                let is_open = !found.contains_key(&(archive, provider)) && !self.is_named(&line, provider);
                if is_open && let Some(gap) = self.archive_gap(program, &line, (archive, when), &name, provider) {
                    found.insert((archive, provider), gap);
                }
            }
        }
        if found.is_empty() {
            return Vec::new();
        }
        let lost = self.lost(program, &line);
        let gaps = found.into_values().map(|gap| ArchiveGap { cond: conds.diff(gap.cond, lost), ..gap });
        gaps.filter(|gap| gap.cond.is_possible() && !self.is_choice(program, gap.need.provider)).collect()
    }

    /// Functions that an archive calls, and the one library that has each, where nothing on a line is that library.
    fn foreign_calls(&self, archive: TargetId, closure: &[(TargetId, Cond)]) -> Vec<Call> {
        // Many programs link the same archives.
        let known = self.of_archives.borrow().get(&archive).map(Rc::clone);
        let calls = known.unwrap_or_else(|| {
            let calls: Rc<[Call]> = self.calls_of_libraries(archive).into();
            self.of_archives.borrow_mut().insert(archive, Rc::clone(&calls));
            calls
        });
        calls.iter().filter(|(_, library)| closure.iter().all(|(id, _)| id != library)).cloned().collect()
    }

    fn calls_of_libraries(&self, archive: TargetId) -> Vec<Call> {
        let names = self.symbols.names(archive);
        let of_library = |name: &str| {
            let [only] = self.definers.get(name)?.as_slice() else { return None };
            let library = *only != archive && !self.model.is_kind(*only, PROVIDERS).is_false();
            library.then_some(*only)
        };
        let mut calls: Vec<Call> =
            names.wanted().filter_map(|(name, _)| Some((name.clone(), of_library(name)?))).collect();
        calls.sort();
        calls
    }

    /// Whether all that is on a line can be read, and nothing of it may have more than it says.
    fn is_clear(&self, program: TargetId, line: &Line) -> bool {
        let model = self.model;
        let unseen = |path: &Path| is_compiled(path) && !self.natives.holds(path);
        line.targets.iter().filter(|(id, _)| *id != program && !model.is_imported(*id)).all(|(id, _)| {
            let mut sources = model.sources(*id).iter();
            let is_unseen = sources.any(|one| one.path.as_deref().is_none_or(unseen));
            !is_unseen && !self.includes_unseen(*id) && !model.links_by_platform(self.files, *id)
        })
    }

    /// The target whose flags a source of an archive is compiled with.
    fn compiler(&self, target: TargetId, source: &Path) -> TargetId {
        let mut sources = self.model.sources(target).iter().filter(|one| one.path.as_deref() == Some(source));
        sources.find_map(|one| one.through).unwrap_or(target)
    }

    fn archive_gap(
        &self,
        program: TargetId,
        line: &Line,
        (archive, when): (TargetId, Cond),
        name: &str,
        provider: TargetId,
    ) -> Option<ArchiveGap> {
        let (model, conds) = (self.model, &self.model.facts.conds);
        // What others on the line may have: the program itself does not even mention it.
        let word = last(name).to_owned();
        let sources = model.sources(program).iter().filter_map(|one| self.natives.index(one.path.as_deref()?));
        if self.natives.is_mentioned(&[&word], sources) || self.symbols.defined_in(&line.targets, name).is_possible() {
            return None;
        }
        let unclear = conds.or(line.unclear, line.foreign);
        let missing = conds.all([when, model.is_kind(program, PROGRAM), model.defined(provider)]);
        let missing = conds.diff(missing, conds.or(unclear, model.undefined_allowed(program)));
        let missing = conds.diff(missing, conds.or(self.inside(line, provider), model.depends_on(provider, program)));
        if !missing.is_possible() || model.hangs_on_expression(missing) {
            return None;
        }
        let names = self.symbols.names(archive);
        let calls = names.calls_of(name)?;
        calls.iter().find_map(|call| {
            let need = self.need(archive, provider, name, call)?;
            let others = |id: TargetId| self.symbols.may_have(id, &word, Some(&need.key.name));
            let mut built = line.targets.iter().filter(|(id, _)| !model.is_imported(*id));
            if others(program) || built.any(|(id, _)| others(*id)) {
                return None;
            }
            if line.others && !self.binaries.sees_declared(archive, &call.path, &need.key.name) {
                return None;
            }
            let cond = conds.and(missing, need.cond);
            let cond = conds.diff(cond, self.named_in_pragma(archive, call, provider));
            let taken = self.taken(program, line, (archive, call.file_id()), &mut FxHashSet::default())?;
            let cond = conds.and(cond, taken.cond);
            let built = conds.diff(cond, model.excluded_from_all(program));
            let is_seen = model.without_settings(built).is_possible();
            cond.is_possible().then_some(ArchiveGap { program, need, taken, cond, is_seen })
        })
    }

    /// A call of an archive that certainly means the function of a library.
    fn need(&self, archive: TargetId, provider: TargetId, name: &str, call: &Site) -> Option<Need> {
        let key = self.sure_meaning(archive, call)?;
        let names = self.symbols.names(provider);
        let [definition] = names.definitions(name)?.as_slice() else { return None };
        if !self.symbols.is_definition_of(provider, definition, &key) {
            return None;
        }
        let (calls, sure) = self.binaries.compiled(archive, call, call.call()?.guard);
        let (has, known) = self.binaries.compiled(provider, definition, definition.function()?.guard);
        let cond = self.model.facts.conds.and(calls, has);
        (sure && known && cond.is_possible()).then(|| Need {
            archive,
            provider,
            name: name.to_owned(),
            key,
            call: call.clone(),
            definition: definition.clone(),
            cond,
        })
    }

    fn sure_meaning(&self, target: TargetId, call: &Site) -> Option<Key> {
        let by = self.compiler(target, &call.path);
        self.symbols.meaning(by, call).or_else(|| self.symbols.member(by, call))
    }

    /// The call that brings a file of an archive: one of the program, or of a file that the program takes.
    fn taken(
        &self,
        program: TargetId,
        line: &Line,
        (archive, file): (TargetId, FileId),
        seen: &mut FxHashSet<(TargetId, FileId)>,
    ) -> Option<Taken> {
        if seen.len() > STEPS || !seen.insert((archive, file)) {
            return None;
        }
        let names = self.symbols.names(archive);
        let here = |sites: &Vec<Site>| matches!(sites.as_slice(), [one] if one.file_id() == file);
        let all = names.defined.iter().chain(&names.members);
        let mut defined: Vec<(&String, &Site)> =
            all.filter(|(_, sites)| here(sites)).filter_map(|(name, sites)| Some((name, sites.first()?))).collect();
        defined.sort_by_key(|(name, _)| *name);
        let mut users = vec![program];
        let others = line.targets.iter().filter(|(id, _)| !self.model.is_kind(*id, ARCHIVE).is_false());
        users.extend(others.map(|(id, _)| *id));
        users.iter().find_map(|&user| {
            let calling = self.symbols.names(user);
            defined.iter().find_map(|(name, definition)| {
                let calls = calling.calls_of(name).filter(|_| !calling.shadowed.contains_key(*name))?;
                if user != archive && calling.definitions(name).is_some() || self.is_elsewhere(line, archive, name) {
                    return None;
                }
                let calls = calls.iter().filter(|call| call.file_id() != file);
                calls.take(STEPS).find_map(|call| {
                    let cond = self.brings(user, call, archive, definition)?;
                    if user == program {
                        return Some(Taken { call: call.clone(), name: (*name).clone(), cond });
                    }
                    let taken = self.taken(program, line, (user, call.file_id()), seen)?;
                    Some(Taken { cond: self.model.facts.conds.and(taken.cond, cond), ..taken })
                })
            })
        })
    }

    /// Whether something else on a line has a function, too.
    fn is_elsewhere(&self, line: &Line, archive: TargetId, name: &str) -> bool {
        let others: Vec<(TargetId, Cond)> = line.targets.iter().filter(|(id, _)| *id != archive).copied().collect();
        self.symbols.is_defined_in(&others, name)
    }

    /// When a call certainly means a definition of an archive.
    fn brings(&self, user: TargetId, call: &Site, archive: TargetId, definition: &Site) -> Option<Cond> {
        let key = self.sure_meaning(user, call)?;
        if !self.symbols.is_definition_of(archive, definition, &key) {
            return None;
        }
        let (calls, sure) = self.binaries.compiled(user, call, call.call()?.guard);
        let (has, known) = self.binaries.compiled(archive, definition, definition.function()?.guard);
        let cond = self.model.facts.conds.and(calls, has);
        (sure && known && cond.is_possible()).then_some(cond)
    }

    /// Tells each archive and library once, at the first program.
    pub(super) fn report_archives(&self, gaps: Vec<ArchiveGap>, is_far: &dyn Fn(Cond) -> bool, sink: &mut Sink) {
        let mut found: BTreeMap<(TargetId, TargetId), Vec<ArchiveGap>> = BTreeMap::new();
        for gap in gaps {
            found.entry((gap.need.archive, gap.need.provider)).or_default().push(gap);
        }
        for gaps in found.into_values() {
            let doubtful = gaps.iter().any(|gap| gap.is_seen) || gaps.iter().all(|gap| is_far(gap.cond));
            self.report_archive(&gaps, doubtful, sink);
        }
    }

    fn report_archive(&self, gaps: &[ArchiveGap], doubtful: bool, sink: &mut Sink) {
        let model = self.model;
        let Some(first) = gaps.first() else { return };
        let (need, program) = (&first.need, first.program);
        let by = self.compiler(need.archive, &need.call.path);
        // What an OBJECT library links does not come with its objects.
        let absorbed =
            (by != need.archive && model.links(by).iter().any(|edge| edge.to == need.provider)).then_some(by);
        let at = if absorbed.is_some() { need.archive } else { program };
        let (Some(place), Some(made)) = (model.links_span(at), model.definition_span(need.provider)) else { return };
        let (Some(used), Some(function)) = (need.call.call(), need.definition.function()) else { return };
        let Some(taken) = first.taken.call.call() else { return };
        let [name, archive, library] = [program, need.archive, need.provider].map(|id| model.name(id));
        let (symbol, bringing) = (&need.name, &first.taken.name);
        let more = match gaps.len() {
            1 => String::new(),
            n => format!(" (so do {} more programs)", n - 1),
        };
        let message = match absorbed.map(|by| model.name(by)) {
            Some(by) => format!(
                "`{archive}` takes the objects of `{by}`, not what `{by}` links: they call `{symbol}` of `{library}`, and `{name}` links \
                 `{archive}` alone{more}: undefined reference"
            ),
            None => format!(
                "`{name}` calls `{bringing}`, which brings a file of `{archive}` that calls `{symbol}` of `{library}`, and neither links \
                 that{more}: undefined reference"
            ),
        };
        let scope = link_scope(model, self.files, need.archive);
        let cond = model.facts.conds.any(gaps.iter().map(|gap| gap.cond).collect::<Vec<_>>());
        let mut draft = Draft::new(cond, Place::new(place, "does not link it"))
            .related(first.taken.call.span(&taken.range), format!("`{bringing}` is called here"))
            .related(need.call.span(&used.range), format!("`{symbol}` is called here, in `{archive}`"))
            .related(need.definition.span(&function.range), "and defined here")
            .related(made, "in this library")
            .message(message)
            .help(format!("target_link_libraries({archive} {scope}{library})"))
            .subject(archive)
            .subject(library)
            .subject(symbol)
            .confidence(if doubtful { Confidence::Heuristic } else { Confidence::Likely });
        for gap in gaps.iter().take(100) {
            draft = draft.subject(model.name(gap.program));
        }
        sink.report(draft);
    }
}
