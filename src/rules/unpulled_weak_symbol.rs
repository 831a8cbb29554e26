//! Weak symbols that leave a member of an archive where it is: a weak reference asks for none, and a weak definition that is
//! there already keeps the strong one out.
use std::collections::BTreeMap;
use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use crate::cond::Cond;
use crate::model::TargetId;
use crate::model::archives::{Archives, is_ever};
use crate::model::binaries::{LINKED, Unit, emits, stores};
use crate::model::symbols::last;
use crate::native::{FileIndex, Function, GuardId, NativeFile, Natives, Triggers};
use crate::source::Span;

use crate::rules::wording::listing;
use crate::rules::{Context, Draft, Place, Project, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let files = project.natives.once(|| Mentioned(weak(project.natives)));
    if files.0.is_empty() {
        return;
    }
    let search = Search { project, archives: Archives::new(project.model), weak: &files.0 };
    let mut found: BTreeMap<(Span, String), Vec<Left>> = BTreeMap::new();
    for binary in project.model.judged_targets().filter(|id| is_ever(project.model, *id, LINKED)) {
        search.binary(binary, &mut found);
    }
    for ((span, symbol), left) in &found {
        search.report(span, symbol, left, sink);
    }
}

/// Files with the word `weak` in them, be it part of another one.
struct Mentioned(FxHashSet<FileIndex>);

fn weak(natives: &Natives<'_>) -> FxHashSet<FileIndex> {
    let search = memchr::memmem::Finder::new("weak");
    let files = natives.with(Triggers::EXPORT).filter_map(|path| natives.index(path));
    files.filter(|index| natives.text(*index).is_some_and(|text| search.find(&text).is_some())).collect()
}

struct Search<'a> {
    project: Project<'a>,
    archives: Archives<'a>,
    weak: &'a FxHashSet<FileIndex>,
}

/// A weak function of a unit.
struct Weak<'u> {
    unit: &'u Unit,
    file: NativeFile,
    index: usize,
}

impl Weak<'_> {
    fn function(&self) -> Option<&Function> {
        self.file.facts.functions.get(self.index)
    }
}

/// A member that stays out of a binary.
struct Left {
    binary: TargetId,
    archive: TargetId,
    definition: Span,
    declared: bool,
    cond: Cond,
}

impl Search<'_> {
    fn binary(&self, binary: TargetId, found: &mut BTreeMap<(Span, String), Vec<Left>>) {
        let units = self.project.binaries.units(binary);
        if units.iter().all(|unit| unit.archive.is_none()) {
            return;
        }
        let natives = self.project.natives;
        let is_weak = |unit: &&Unit| natives.index(&unit.path).is_some_and(|index| self.weak.contains(&index));
        let mut weak: Vec<Weak<'_>> = Vec::new();
        for unit in units.iter().filter(is_weak) {
            let Some(file) = natives.file(&unit.path).filter(|file| !file.facts.truncated) else { continue };
            let functions = file.facts.functions.iter().enumerate();
            let own = functions.filter(|(_, f)| f.attributes.weak && counts(f, &file, unit));
            weak.extend(own.map(|(index, _)| Weak { unit, file: file.clone(), index }));
        }
        for one in &weak {
            let Some(function) = one.function() else { continue };
            if let Some(left) = self.left(binary, &units, one) {
                let span = Span::new(one.file.source.id(), function.range.clone());
                found.entry((span, function.qualified.clone())).or_default().push(left);
            }
        }
    }

    fn left(&self, binary: TargetId, units: &[Unit], weak: &Weak<'_>) -> Option<Left> {
        let (model, natives) = (self.project.model, self.project.natives);
        let function = weak.function()?;
        let mentions = natives.mentioning(std::slice::from_ref(&function.name));
        let mut definition: Option<(&Unit, Span)> = None;
        for unit in units.iter().filter(|unit| unit.path != weak.unit.path) {
            let index = natives.index(&unit.path)?;
            if !mentions.contains(&index) {
                continue;
            }
            let file = natives.at(index)?;
            let mut same = file.facts.functions.iter().filter(|f| f.qualified == function.qualified);
            match same.find(|f| emits(f) && !f.attributes.weak) {
                Some(strong) if unit.archive.is_some() && definition.is_none() && strong.guard == GuardId::TRUE => {
                    definition = Some((unit, Span::new(file.source.id(), strong.range.clone())));
                }
                // Another definition, or somebody who asks for the symbol in earnest.
                Some(_) => return None,
                None if self.weak.contains(&index) => {}
                None => return None,
            }
        }
        let (member, definition) = definition?;
        let archive = member.archive.filter(|archive| weak.unit.archive != Some(*archive))?;
        if self.is_pulled(units, member, &function.name) || self.is_shared(binary, &mentions, &function.qualified) {
            return None;
        }
        let conds = &model.facts.conds;
        let cond = conds.all([member.cond, weak.unit.cond, model.is_kind(binary, LINKED), self.elf()]);
        let cond = conds.diff(cond, self.archives.taken_whole(binary, archive));
        let is_known = !self.archives.is_unknown(archive) && cond.is_possible();
        is_known.then_some(Left { binary, archive, definition, declared: !function.is_definition, cond })
    }

    /// Where the format is ELF: elsewhere weak references are other things.
    fn elf(&self) -> Cond {
        let conds = &self.project.model.facts.conds;
        let platform = |name| conds.platform(name).unwrap_or(Cond::FALSE);
        conds.diff(conds.diff(Cond::TRUE, platform("WIN32")), platform("APPLE"))
    }

    /// Whether anything in the binary names something else that the member defines.
    fn is_pulled(&self, units: &[Unit], member: &Unit, symbol: &str) -> bool {
        let natives = self.project.natives;
        let Some(file) = natives.file(&member.path).filter(|file| !file.facts.truncated) else { return true };
        let functions = file.facts.functions.iter().filter(|f| emits(f)).map(|f| &f.name);
        let variables = file.facts.variables.iter().filter(|v| stores(v)).map(|v| &v.name);
        let names: BTreeSet<&String> = functions.chain(variables).filter(|name| *name != symbol).collect();
        if names.is_empty() {
            return !file.facts.invocations.is_empty();
        }
        let words: Vec<String> = names.into_iter().cloned().collect();
        let mentions = natives.mentioning(&words);
        let other = |unit: &&Unit| unit.path != member.path;
        units.iter().filter(other).any(|unit| natives.index(&unit.path).is_none_or(|index| mentions.contains(&index)))
            || !file.facts.invocations.is_empty()
    }

    /// Whether a shared library of the line defines the symbol: that binds a weak reference.
    fn is_shared(&self, binary: TargetId, mentions: &FxHashSet<FileIndex>, qualified: &str) -> bool {
        let (model, natives) = (self.project.model, self.project.natives);
        let closure = model.link_closure(binary);
        mentions.iter().any(|index| {
            let defines = natives.at(*index).is_some_and(|file| {
                file.facts.functions.iter().any(|f| emits(f) && !f.attributes.weak && f.qualified == qualified)
            });
            defines
                && natives.path(*index).is_some_and(|path| {
                    let mut containers = model.containers(path).iter();
                    containers.any(|(id, _)| {
                        is_ever(model, *id, &[crate::cmake::eval::facts::TargetKind::Shared])
                            && closure.iter().any(|(linked, _)| linked == id)
                    })
                })
        })
    }

    fn report(&self, span: &Span, symbol: &str, left: &[Left], sink: &mut Sink) {
        let model = self.project.model;
        let Some(first) = left.first() else { return };
        let cond = model.facts.conds.any(left.iter().map(|one| one.cond).collect::<Vec<_>>());
        let binaries: BTreeSet<&str> = left.iter().map(|one| model.name(one.binary)).collect();
        let why = if first.declared {
            "a weak reference takes no member out of an archive"
        } else {
            "this weak definition is there first, and nothing asks for the other one"
        };
        let mut draft = Draft::new(cond, Place::new(span.clone(), "weak"))
            .related(first.definition.clone(), "the definition that stays out")
            .named("symbol", last(symbol))
            .named("library", model.name(first.archive))
            .value("binaries", listing(&binaries))
            .value("why", why);
        for name in binaries {
            draft = draft.subject(name);
        }
        sink.report(draft);
    }
}

/// Whether a weak function is one that the link decides about: in C or a namespace, in every compilation; a declaration only
/// where it is used, a definition only among the binary's own sources.
fn counts(function: &Function, file: &NativeFile, unit: &Unit) -> bool {
    let plain = !function.internal && !function.template && !function.member && !function.inline;
    if !plain || function.guard != GuardId::TRUE || function.attributes.alias.is_some() {
        return false;
    }
    if function.is_definition {
        return unit.archive.is_none();
    }
    let defined = file.facts.functions.iter().any(|f| f.is_definition && f.qualified == function.qualified);
    !defined && file.facts.uses.iter().any(|used| last(&used.name) == function.name)
}
