//! Static and object libraries without position-independent code that become part of shared libraries.
use std::collections::BTreeSet;
use std::path::Path;

use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::model::binaries::{Binaries, is_compiled, is_cxx, stores};
use crate::model::{Model, TargetId};
use crate::native::{NativeFile, Variable};
use crate::source::Span;

use crate::rules::{Confidence, Context, Draft, Place, Severity, Sink};

/// A library whose code goes into shared ones.
struct Part {
    library: TargetId,
    /// Who takes it in, and when.
    into: Vec<(TargetId, Cond)>,
}

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let search = Search { model: project.model, binaries: project.binaries };
    for part in search.parts() {
        search.report(&part, sink);
    }
}

struct Search<'a> {
    model: &'a Model<'a>,
    binaries: &'a Binaries<'a>,
}

impl Search<'_> {
    fn parts(&self) -> Vec<Part> {
        let conds = &self.model.facts.conds;
        let needed = self.model.needs_position_independence();
        let mut out = Vec::new();
        for library in self.model.built_targets() {
            let is_part = self.model.is_kind(library, &[TargetKind::Static, TargetKind::Object]);
            if is_part.is_false() {
                continue;
            }
            let missing = conds.diff(conds.and(is_part, needed), self.model.position_independent(library));
            if missing.is_false() || missing.is_unknown() {
                continue;
            }
            let archive = self.model.is_kind(library, &[TargetKind::Static]);
            let linkers = self.binaries.linked_by(library).into_iter();
            let linkers = linkers.map(|(id, cond)| (id, conds.and(cond, archive))).chain(self.takes_objects(library));
            let mut into: Vec<(TargetId, Cond)> = Vec::new();
            for (id, cond) in linkers {
                let shared = self.model.is_kind(id, &[TargetKind::Shared, TargetKind::Module]);
                let cond = conds.all([cond, missing, shared]);
                if !cond.is_false() && !cond.is_unknown() {
                    into.push((id, cond));
                }
            }
            if !into.is_empty() {
                out.push(Part { library, into });
            }
        }
        out
    }

    /// Targets that compile nothing of a library and take its objects.
    fn takes_objects(&self, library: TargetId) -> Vec<(TargetId, Cond)> {
        let mut out = Vec::new();
        let first = self.model.sources(library).iter().find_map(|source| source.path.as_deref());
        for &(id, _) in first.map_or(&[][..], |path| self.model.containers(path)) {
            let taken = self.model.sources(id).iter().find(|source| source.through == Some(library));
            out.extend(taken.map(|source| (id, source.cond)));
        }
        out
    }

    fn report(&self, part: &Part, sink: &mut Sink) {
        let (Some(defined), Some((first, _))) = (self.model.definition_span(part.library), part.into.first()) else {
            return;
        };
        let evidence = self.evidence(part.library);
        let cond = self.model.facts.conds.any(part.into.iter().map(|(_, cond)| *cond));
        let binaries: BTreeSet<&str> = part.into.iter().map(|(id, _)| self.model.name(*id)).collect();
        let binaries_text = match (binaries.first(), binaries.len()) {
            (Some(one), 0 | 1) => format!("`{one}`"),
            (Some(one), more) => format!("`{one}` and {} more", more - 1),
            (None, _) => return,
        };
        let confidence = if evidence.is_some() { Confidence::Likely } else { Confidence::Heuristic };
        let severity = if evidence.is_some() { Severity::Error } else { Severity::Warning };
        let mut draft = Draft::new(cond, Place::new(defined, "compiled as for programs"))
            .named("library", self.model.name(part.library))
            .value("binaries", binaries_text);
        let edge = self.model.links(*first).iter().find(|edge| edge.to == part.library);
        let place = edge.and_then(|edge| self.model.span(edge.origin)).or(self.model.definition_span(*first));
        if let Some(span) = place {
            draft = draft.related(span, format!("`{}` takes it in", self.model.name(*first)));
        }
        if let Some((name, span)) = evidence {
            draft = draft.related(span, format!("`{name}` is addressed in a way that a shared library cannot"));
        }
        for binary in binaries.iter().take(100) {
            draft = draft.subject(*binary);
        }
        sink.report(draft.confidence(confidence).severity(severity));
    }

    /// A variable of default visibility that the library defines and uses.
    fn evidence(&self, library: TargetId) -> Option<(String, Span)> {
        let sources = self.model.sources(library).iter().filter(|source| source.through.is_none());
        let natives = self.binaries.natives;
        let paths: Vec<&Path> = sources
            .filter(|source| source.cond.is_true())
            .filter_map(|source| source.path.as_deref())
            .filter(|path| is_compiled(path) && is_cxx(path).is_some() && natives.holds(path))
            .collect();
        natives.read_ahead(&paths);
        paths.into_iter().find_map(|path| self.variable_of(library, path))
    }

    fn variable_of(&self, library: TargetId, path: &Path) -> Option<(String, Span)> {
        if self.model.compiled_hidden(library, is_cxx(path)?).is_some() {
            return None;
        }
        let file = self.binaries.natives.file(path)?;
        let compilation = self.binaries.compilation(library, path);
        let found = file.facts.variables.iter().find(|variable| {
            is_addressed(variable, &file)
                && compilation.holds(&file.facts.guards, variable.guard, "").is_some_and(Cond::is_true)
        })?;
        Some((found.name.clone(), Span::new(file.source.id(), found.range.clone())))
    }
}

/// Whether a variable is seen by others, and something of its own file uses it.
fn is_addressed(variable: &Variable, file: &NativeFile) -> bool {
    let attributes = &variable.attributes;
    let plain = attributes.visibility.is_none()
        && attributes.pragma_visibility.is_none()
        && attributes.macros.is_empty()
        && !attributes.weak
        && attributes.alias.is_none()
        && attributes.section.is_none();
    stores(variable)
        && plain
        && !variable.thread_local
        && !variable.constant
        && !file.facts.truncated
        && is_used(file, variable)
}

/// Whether a function's body, which no preprocessor condition encloses, names the variable.
fn is_used(file: &NativeFile, variable: &Variable) -> bool {
    let bytes = file.source.bytes();
    let bodies = file.facts.functions.iter().filter(|function| {
        function.is_definition && !function.inline && !function.template && function.guard == variable.guard
    });
    let mut bodies = bodies.map(|function| function.head.end as usize);
    bodies.any(|start| {
        let body = bytes.get(start..).unwrap_or_default();
        let end =
            memchr::memmem::find(body, b"\n}").unwrap_or_else(|| memchr::memchr(b'\n', body).unwrap_or(body.len()));
        let body = body.get(..end).unwrap_or_default();
        let word = |at: usize| {
            let name = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
            let before = at.checked_sub(1).and_then(|at| body.get(at));
            let member = matches!(before, Some(b'.' | b'>'));
            !name(before) && !member && !name(body.get(at + variable.name.len()))
        };
        memchr::memmem::find_iter(body, variable.name.as_bytes()).any(word)
    })
}
