//! Preloaded libraries that need symbols of another library that they do not link: every process that gets them dies.
use std::path::Path;

use rustc_hash::FxHashSet;

use crate::cmake::eval::Files;
use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::model::binaries::{Binaries, Defined, DefinedKind};
use crate::model::launches::{Preload, SharedFiles};
use crate::model::{Model, TargetId};
use crate::native::NativeFile;
use crate::scripts::Ran;
use crate::source::Span;

use crate::rules::wording::link_scope;
use crate::rules::{Context, Draft, Place, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let Some((files, preloads)) = SharedFiles::preloads(project.model, project.scripts) else { return };
    let search = Search { model: project.model, files: project.files, binaries: project.binaries };
    let mut told = FxHashSet::default();
    for preload in preloads {
        let elements = preload.elements();
        for element in &elements {
            for &(shim, cond) in files.preloaded(element) {
                let beside: Vec<TargetId> =
                    elements.iter().flat_map(|other| files.preloaded(other)).map(|(id, _)| *id).collect();
                if !told.contains(&shim) && search.shim(&preload, shim, cond, &beside, sink) {
                    told.insert(shim);
                }
            }
        }
    }
}

struct Search<'a> {
    model: &'a Model<'a>,
    files: &'a Files<'a>,
    binaries: &'a Binaries<'a>,
}

/// A symbol that a library needs and does not get.
struct Missing {
    name: String,
    provider: TargetId,
    used: Span,
    defined: Span,
    cond: Cond,
}

impl Search<'_> {
    /// Looks at one preloaded library; whether there was something to report.
    fn shim(&self, preload: &Preload<'_>, shim: TargetId, cond: Cond, beside: &[TargetId], sink: &mut Sink) -> bool {
        let commands: Vec<&Ran> = preload.commands().map(|(_, ran)| ran).collect();
        if commands.is_empty() {
            return false;
        }
        let Some(missing) = self.missing(shim, cond, beside) else { return false };
        if commands.iter().all(|ran| self.brings(ran, missing.provider)) {
            return false;
        }
        let Some(place) = self.model.definition_span(shim) else { return false };
        let (library, provider) = (self.model.name(shim), self.model.name(missing.provider));
        let label = format!("does not link `{provider}`");
        let draft = Draft::new(missing.cond, Place::new(place, label))
            .named("library", library)
            .named("provider", provider)
            .value("scope", link_scope(self.model, self.files, shim))
            .named("symbol", missing.name)
            .related(preload.span(), "preloaded here")
            .related(missing.used, "needs the symbol")
            .related(missing.defined, format!("which `{provider}` defines"));
        sink.report(draft);
        true
    }

    /// Whether a program of the project is run that brings a library itself.
    fn brings(&self, ran: &Ran, provider: TargetId) -> bool {
        let Some(target) = ran.program().and_then(|name| self.model.find(name)) else { return false };
        self.model.link_closure(target).iter().any(|(id, _)| *id == provider)
    }

    fn missing(&self, shim: TargetId, cond: Cond, beside: &[TargetId]) -> Option<Missing> {
        let conds = &self.model.facts.conds;
        let linked: FxHashSet<TargetId> = self.model.link_closure(shim).into_iter().map(|(id, _)| id).collect();
        let wanted = self.wanted(shim);
        if wanted.is_empty() || self.unknown_links(shim) {
            return None;
        }
        let libraries = self
            .model
            .built_targets()
            .filter(|id| !self.model.is_kind(*id, &[TargetKind::Shared, TargetKind::Static]).is_false() && *id != shim);
        let libraries: Vec<TargetId> = libraries.collect();
        let of = |id: &TargetId| {
            let all = self.binaries.definitions(*id);
            all.iter().map(|one| (*id, std::rc::Rc::clone(one))).collect::<Vec<_>>()
        };
        let definitions: Vec<_> = libraries.iter().flat_map(of).collect();
        for (name, kind, used) in wanted {
            let defines = |one: &Defined| one.qualified == name && one.kind == kind;
            let mut providers = definitions.iter().filter(|(_, one)| defines(one)).peekable();
            let Some((provider, defined)) = providers.peek().copied() else { continue };
            if providers.any(|(id, _)| linked.contains(id) || beside.contains(id)) {
                continue;
            }
            // Its own definition, perhaps from an archive or an object library.
            let elsewhere = self.binaries.defines(shim, defined);
            let there = self.model.is_kind(*provider, &[TargetKind::Shared, TargetKind::Static]);
            let cond = conds.diff(conds.all([cond, there, defined.unit.cond]), elsewhere);
            if cond.is_possible() {
                return Some(Missing { name, provider: *provider, used, defined: defined.span, cond });
            }
        }
        None
    }

    /// Whether something stands on the link line that may bring anything.
    fn unknown_links(&self, shim: TargetId) -> bool {
        let items = self.model.library_items(shim);
        items
            .iter()
            .any(|item| crate::cmake::eval::text::has_symbol(&item.text) || Path::new(&*item.text).is_absolute())
    }

    /// Functions that the own sources call and variables that they declare and use, none of them defined there.
    fn wanted(&self, shim: TargetId) -> Vec<(String, DefinedKind, Span)> {
        let mut out = Vec::new();
        for unit in self.binaries.read_units(shim).iter().filter(|unit| unit.archive.is_none()) {
            let Some(file) = self.binaries.natives.file(&unit.path) else { continue };
            let compilation = self.binaries.compilation(unit.compiled_by, &unit.path);
            let compiled = |guard| compilation.holds(&file.facts.guards, guard, "").is_some_and(Cond::is_true);
            for variable in file.facts.variables.iter().filter(|variable| {
                !variable.is_definition && !variable.internal && !variable.attributes.weak && compiled(variable.guard)
            }) {
                if let Some(span) = mentioned(&file, &variable.name, variable.range.end) {
                    out.push((variable.qualified.clone(), DefinedKind::Variable, span));
                }
            }
            for function in file.facts.functions.iter().filter(|function| {
                !function.is_definition && !function.internal && !function.attributes.weak && compiled(function.guard)
            }) {
                let called = file.facts.uses.iter().find(|one| *one.name == *function.name && compiled(one.guard));
                if let Some(called) = called.filter(|_| !compilation.is_macro(&function.name)) {
                    let span = Span::new(file.source.id(), called.range.clone());
                    out.push((function.qualified.clone(), DefinedKind::Function, span));
                }
            }
        }
        out
    }
}

/// The first place behind a declaration that names a variable, comments left out as far as lines tell.
fn mentioned(file: &NativeFile, name: &str, from: u32) -> Option<Span> {
    let bytes = file.source.bytes();
    let rest = bytes.get(from as usize..)?;
    let part = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let found = memchr::memmem::find_iter(rest, name.as_bytes()).find(|&at| {
        let before = at.checked_sub(1).and_then(|at| rest.get(at));
        let line = rest.get(..at).unwrap_or_default().rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
        let comment = memchr::memmem::find(line, b"//").is_some() || line.trim_ascii_start().starts_with(b"*");
        !part(before) && !matches!(before, Some(b'.' | b'>' | b'"')) && !part(rest.get(at + name.len())) && !comment
    })?;
    let start = from + found as u32;
    Some(Span::new(file.source.id(), start..start + name.len() as u32))
}
