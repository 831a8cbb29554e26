//! A source that no target compiles, and that defines what the sources beside it call.
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::rc::Rc;

use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::model::TargetId;
use crate::model::archives::Archives;
use crate::model::binaries::is_compiled;
use crate::model::mentions::has_word;
use crate::model::symbols::Site;
use crate::native::{FileIndex, Function, GuardId, NativeFile};
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::{Span, purposes};

/// A folder with more files that nobody compiles is one of a project that is built otherwise.
const MOST: usize = 4;
/// As many sources of a target lie beside the file at least.
const LEAST: usize = 2;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let folders = listed(project);
    let mut search = Search { cx, project, archives: Archives::new(project.model) };
    for (folder, left) in left_out(project, &folders) {
        let few = left.len() <= MOST && left.len() * 2 <= folders.get(folder).map_or(0, |one| one.sources.len());
        for path in left.into_iter().filter(|_| few) {
            if let Some(targets) = folders.get(folder).map(|one| &one.targets) {
                search.look(path, targets, sink);
            }
        }
    }
}

/// What targets compile in a folder.
#[derive(Default)]
struct Folder<'p> {
    sources: BTreeSet<&'p Path>,
    /// How many each of them has there.
    targets: BTreeMap<TargetId, usize>,
}

fn listed(project: Project<'_>) -> BTreeMap<&Path, Folder<'_>> {
    let mut out: BTreeMap<&Path, Folder<'_>> = BTreeMap::new();
    for id in project.model.built_targets() {
        for source in project.model.sources(id).iter().filter(|source| source.through.is_none()) {
            let Some(path) = source.path.as_deref().filter(|path| is_compiled(path)) else { continue };
            let Some(folder) = path.parent() else { continue };
            let folder = out.entry(folder).or_default();
            folder.sources.insert(path);
            *folder.targets.entry(id).or_default() += 1;
        }
    }
    out.retain(|_, folder| folder.sources.len() >= LEAST);
    out
}

/// Sources beside these that no target has.
fn left_out<'p>(project: Project<'p>, folders: &BTreeMap<&Path, Folder<'_>>) -> BTreeMap<&'p Path, Vec<&'p Path>> {
    let model = project.model;
    let mut out: BTreeMap<&Path, Vec<&Path>> = BTreeMap::new();
    for path in project.natives.paths().filter(|path| is_compiled(path) && model.containers(path).is_empty()) {
        let Some(folder) = path.parent().filter(|folder| folders.contains_key(folder)) else { continue };
        let aside = purposes(path, &model.facts.source_dir).next().is_some() || model.is_vendored(path);
        if !aside {
            out.entry(folder).or_default().push(path);
        }
    }
    out
}

struct Search<'c, 'a> {
    cx: &'c Context<'a>,
    project: Project<'a>,
    archives: Archives<'a>,
}

impl Search<'_, '_> {
    fn look(&mut self, path: &Path, targets: &BTreeMap<TargetId, usize>, sink: &mut Sink) {
        let natives = self.project.natives;
        let Some(file) = natives.file(path).filter(|_| !self.is_named(path)) else { return };
        let functions = &file.facts.functions;
        if functions.iter().any(|function| function.name == "main") {
            return;
        }
        let offered = |function: &Function| {
            function.is_definition
                && function.guard == GuardId::TRUE
                && !(function.internal || function.template || function.inline || function.device)
        };
        let offered: Vec<usize> = (0..functions.len()).filter(|at| offered(&functions[*at])).collect();
        for (id, _) in targets.iter().filter(|(_, count)| **count >= LEAST) {
            if let Some(found) = offered.iter().find_map(|at| self.called(*id, path, &file, *at)) {
                self.report(*id, path, &file, &found, sink);
                return;
            }
        }
    }

    /// Whether the build description or another source names a file, or the build description a part of a name that may be put together.
    fn is_named(&self, path: &Path) -> bool {
        let (Some(name), Some(stem)) =
            (path.file_name().and_then(|one| one.to_str()), path.file_stem().and_then(|one| one.to_str()))
        else {
            return true;
        };
        let natives = self.project.natives;
        let includes = || {
            let others = natives
                .mentioning(&[name])
                .into_iter()
                .filter(|index| natives.path(*index).is_some_and(|one| &**one != path));
            others
                .filter_map(|index| natives.text(index))
                .any(|text| memchr::memmem::find(&text, format!("{name}\"").as_bytes()).is_some())
        };
        // A name of a letter or two stands everywhere.
        let word = if stem.len() > 2 { stem } else { name };
        self.cx.facts.any_build_text(|text| has_word(text, word)) || includes()
    }

    /// The first call in a target's sources of a function that the file defines, and nothing else does.
    fn called(&self, id: TargetId, path: &Path, file: &NativeFile, at: usize) -> Option<Found> {
        let Project { model, natives, symbols, .. } = self.project;
        let function = &file.facts.functions[at];
        let names = symbols.names(id);
        let last_two = crate::model::symbols::last_two(&function.qualified);
        let wanted = [Some(function.name.as_str()), last_two];
        let calls = wanted.into_iter().flatten().find_map(|name| {
            let calls = names.calls_of(name)?;
            (names.definitions(name).is_none() && !names.shadowed.contains_key(name)).then_some(calls)
        })?;
        if model.sources(id).iter().any(|source| source.path.is_none())
            || model.links_unknown(id)
            || model.is_given_away(id)
        {
            return None;
        }
        let definition =
            Site { path: Rc::from(path), file: file.clone(), index: at, cond: Cond::TRUE, is_included: false };
        let call = calls.iter().find(|site| {
            let key = symbols.meaning(id, site).or_else(|| symbols.member(id, site));
            site.call().is_some_and(|call| call.guard == GuardId::TRUE)
                && key.is_some_and(|key| symbols.is_definition_of(id, &definition, &key))
        })?;
        if natives.mentioning(&[&function.name]).into_iter().any(|index| self.may_define(index, path, &function.name)) {
            return None;
        }
        let cond = self.linked(id, call)?;
        Some(Found {
            name: function.qualified.clone(),
            call: call.span(&call.call()?.range),
            definition: definition.span(&function.range),
            cond,
        })
    }

    /// Whether another file defines a name, or a macro there may.
    fn may_define(&self, index: FileIndex, path: &Path, name: &str) -> bool {
        let natives = self.project.natives;
        if natives.path(index).is_some_and(|one| &**one == path) {
            return false;
        }
        let Some(file) = natives.at(index) else { return true };
        let facts = &file.facts;
        facts.functions.iter().any(|one| one.is_definition && one.name == name)
            || facts.variables.iter().any(|one| one.name == name)
            || facts.macros.iter().any(|one| one.name == name)
            || facts.invocations.iter().any(|one| one.words.iter().any(|word| word == name))
    }

    /// When the code of a call is linked into something that must have all it needs.
    fn linked(&self, id: TargetId, call: &Site) -> Option<Cond> {
        let Project { model, binaries, .. } = self.project;
        let conds = &model.facts.conds;
        let binary = &[TargetKind::Executable, TargetKind::Shared, TargetKind::Module];
        let own = conds.and(model.is_kind(id, binary), call.cond);
        if own.is_possible() {
            return Some(own);
        }
        model.built_targets().find_map(|program| {
            let of_kind = model.is_kind(program, &[TargetKind::Executable]);
            let linked =
                model.static_closure(program).into_iter().filter(|(part, _)| *part == id).map(|(_, cond)| cond);
            let cond = conds.all([of_kind, conds.any(linked.collect::<Vec<_>>()), call.cond]);
            let taken = cond.is_possible()
                && !model.links_unknown(program)
                && binaries.may_take(&self.archives, program, id, &call.path);
            taken.then_some(cond)
        })
    }

    fn report(&self, id: TargetId, path: &Path, file: &NativeFile, found: &Found, sink: &mut Sink) {
        let model = self.project.model;
        let beside =
            |source: &&crate::model::Source| source.path.as_deref().is_some_and(|one| one.parent() == path.parent());
        let mut sources: Vec<_> = model.sources(id).iter().filter(beside).collect();
        sources.sort_by_key(|source| source.path.clone());
        let before = sources.iter().rev().find(|source| source.path.as_deref().is_some_and(|one| one < path));
        let Some(span) = before.or(sources.first()).and_then(|source| model.span(source.origin)) else { return };
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let draft = Draft::new(found.cond, Place::new(span, "a source beside it"))
            .related(Span::new(file.source.id(), 0..0), "no target compiles this file")
            .related(found.definition, format!("`{}` is defined here", found.name))
            .related(found.call, format!("`{}` calls it", model.name(id)))
            .named("target", model.name(id))
            .named("symbol", found.name.clone())
            .named("file", name);
        sink.report(draft);
    }
}

/// A call of what the file defines.
struct Found {
    name: String,
    call: Span,
    definition: Span,
    cond: Cond,
}
