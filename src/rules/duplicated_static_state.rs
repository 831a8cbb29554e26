//! Static libraries with state that two binaries of one process contain.
use std::collections::BTreeSet;
use std::path::Path;

use rustc_hash::FxHashMap;

use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::flags::LinkFlag;
use crate::model::archives::is_ever;
use crate::model::binaries::is_cxx;
use crate::model::mentions::{body, words};
use crate::model::{Model, TargetId};
use crate::native::{ArgumentValue, Function, GuardId, LoadKind, NativeFile, Triggers, Variable};
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let rule = Rule { project, model: project.model };
    for pair in rule.pairs() {
        rule.pair(&pair, sink);
    }
}

/// Two binaries of one process.
struct Pair {
    first: TargetId,
    second: TargetId,
    cond: Cond,
    /// They see each other's symbols as far as these are visible.
    linked: bool,
    /// What brings them together.
    place: Option<Span>,
}

struct Rule<'a> {
    project: Project<'a>,
    model: &'a Model<'a>,
}

/// The function that sets a variable, and the one that uses it.
struct State<'f> {
    variable: &'f Variable,
    writer: (&'f Function, Span),
    reader: (&'f Function, Span),
    cond: Cond,
}

impl Rule<'_> {
    fn pairs(&self) -> Vec<Pair> {
        const SHARED: &[TargetKind] = &[TargetKind::Shared];
        let mut pairs = self.loaded();
        let conds = &self.model.facts.conds;
        let shared = self.model.built_targets().filter(|id| is_ever(self.model, *id, SHARED));
        let archives: FxHashMap<TargetId, BTreeSet<TargetId>> =
            shared.map(|id| (id, self.archives(id))).filter(|(_, archives)| !archives.is_empty()).collect();
        if archives.len() < 2 {
            return pairs;
        }
        for id in self.model.judged_targets().filter(|id| is_ever(self.model, *id, &[TargetKind::Executable])) {
            let libraries: Vec<(TargetId, Cond)> = self.project.symbols.loaded_with(id);
            let libraries: Vec<_> =
                libraries.into_iter().filter_map(|(id, cond)| Some((id, cond, archives.get(&id)?))).take(40).collect();
            for (at, (first, one, own)) in libraries.iter().enumerate() {
                for (second, two, others) in libraries.iter().skip(at + 1) {
                    let known = |pair: &Pair| pair.first == *first && pair.second == *second;
                    if own.is_disjoint(others) || pairs.iter().any(known) {
                        continue;
                    }
                    let cond = conds.and(*one, *two);
                    if !cond.is_false() {
                        let place = self.model.definition_span(id);
                        pairs.push(Pair { first: *first, second: *second, cond, linked: true, place });
                    }
                }
            }
        }
        pairs
    }

    /// The static libraries of the project that a library takes in.
    fn archives(&self, library: TargetId) -> BTreeSet<TargetId> {
        let built = |id: &TargetId| is_ever(self.model, *id, &[TargetKind::Static]) && !self.model.is_imported(*id);
        self.model.link_closure(library).into_iter().map(|(id, _)| id).filter(built).collect()
    }

    fn shares(&self, first: TargetId, second: TargetId) -> bool {
        !self.archives(first).is_disjoint(&self.archives(second))
    }

    /// Libraries that one file loads by name, none of them for all to see.
    fn loaded(&self) -> Vec<Pair> {
        let conds = &self.model.facts.conds;
        let paths: Vec<&Path> = self.project.natives.with(Triggers::LOAD).collect();
        let mut pairs = Vec::new();
        for path in paths.into_iter().filter(|path| !self.model.containers(path).is_empty()) {
            let Some(file) = self.project.natives.file(path) else { continue };
            let mut opened: Vec<(TargetId, Span)> = Vec::new();
            for load in
                file.facts.loads.iter().filter(|load| load.kind == LoadKind::Open && load.guard == GuardId::TRUE)
            {
                let local = load.flags.as_ref().is_some_and(|flags| !flags.iter().any(|flag| flag == "RTLD_GLOBAL"));
                let Some(ArgumentValue::Literal(names)) = load.file.as_ref().map(|file| &file.value) else { continue };
                for id in names.iter().filter(|_| local).filter_map(|name| self.library(name)) {
                    if !opened.iter().any(|(known, _)| *known == id) {
                        opened.push((id, Span::new(file.source.id(), load.range.clone())));
                    }
                }
            }
            let loader = self.model.containers(path).first().map_or(Cond::TRUE, |(_, cond)| *cond);
            for (at, (first, span)) in opened.iter().enumerate() {
                for (second, _) in opened.iter().skip(at + 1).filter(|(second, _)| self.shares(*first, *second)) {
                    let cond = conds.all([self.model.defined(*first), self.model.defined(*second), loader]);
                    pairs.push(Pair { first: *first, second: *second, cond, linked: false, place: Some(*span) });
                }
            }
        }
        pairs
    }

    /// The library of the project that a file name means.
    fn library(&self, file: &str) -> Option<TargetId> {
        let name = file.rsplit('/').next()?.split('.').next()?;
        let plain = name.strip_prefix("lib").unwrap_or(name);
        let id = [name, plain].into_iter().find_map(|name| self.model.find(name))?;
        (is_ever(self.model, id, &[TargetKind::Shared, TargetKind::Module]) && !self.model.is_imported(id))
            .then_some(id)
    }

    fn pair(&self, pair: &Pair, sink: &mut Sink) {
        let conds = &self.model.facts.conds;
        let other = self.model.link_closure(pair.second);
        for (library, one) in self.model.link_closure(pair.first) {
            let Some((_, two)) = other.iter().find(|(id, _)| *id == library) else { continue };
            let archive = self.model.is_kind(library, &[TargetKind::Static]);
            let apart = if archive.is_false() { Cond::FALSE } else { self.apart(pair, library) };
            if self.model.is_imported(library) || apart.is_false() {
                continue;
            }
            let cond = conds.all([pair.cond, one, *two, archive, apart]);
            if !cond.is_possible() {
                continue;
            }
            for (first, second) in [(pair.first, pair.second), (pair.second, pair.first)] {
                if self.library_between(library, (first, second), cond, pair.place, sink) {
                    break;
                }
            }
        }
    }

    /// When the copies are not made one by the loader.
    fn apart(&self, pair: &Pair, library: TargetId) -> Cond {
        if !pair.linked {
            return Cond::TRUE;
        }
        let conds = &self.model.facts.conds;
        let hidden =
            |cxx: bool| (*self.model.compiled_hidden(library, cxx)).as_ref().map_or(Cond::FALSE, |(cond, _)| *cond);
        let sources = self.model.sources(library);
        let cxx = sources.iter().filter_map(|source| source.path.as_deref()).any(|path| is_cxx(path) == Some(true));
        let lists = |id: TargetId| {
            let flags = self.model.link_flags(id);
            let hides = flags.iter().filter(|one| matches!(one.flag.flag, LinkFlag::ExcludeLibs(_)));
            conds.any(hides.map(|one| one.cond).collect::<Vec<_>>())
        };
        conds.or(hidden(cxx), conds.or(lists(pair.first), lists(pair.second)))
    }

    fn library_between(
        &self,
        library: TargetId,
        (first, second): (TargetId, TargetId),
        cond: Cond,
        place: Option<Span>,
        sink: &mut Sink,
    ) -> bool {
        for source in self.model.sources(library) {
            let Some(file) = source.path.as_deref().and_then(|path| self.project.natives.file(path)) else { continue };
            let Some(state) = self.state(&file, first, second) else { continue };
            let cond = self.model.facts.conds.all([cond, state.cond, source.cond]);
            let Some(defined) = self.model.definition_span(library).filter(|_| !cond.is_false()) else { continue };
            let name = |id: TargetId| self.model.name(id);
            let variable = Span::new(file.source.id(), state.variable.range.clone());
            let mut draft = Draft::new(cond, Place::new(defined, "its code and its variables are in both"))
                .related(variable, "the state")
                .related(state.writer.1, format!("`{}` sets it", name(first)))
                .related(state.reader.1, format!("`{}` uses it", name(second)))
                .named("library", name(library))
                .named("first", name(first))
                .named("second", name(second))
                .named("variable", state.variable.name.clone())
                .value("writer", state.writer.0.name.clone())
                .value("reader", state.reader.0.name.clone());
            if let Some(place) = place {
                draft = draft.related(place, "both are in this process");
            }
            sink.report(draft);
            return true;
        }
        false
    }

    /// A variable that a function sets which one side calls, and another uses which the other side calls.
    fn state<'f>(&self, file: &'f NativeFile, first: TargetId, second: TargetId) -> Option<State<'f>> {
        let bytes = file.source.bytes();
        let plain = |one: &&Variable| {
            one.is_definition && !one.constant && !one.thread_local && !one.template && one.guard == GuardId::TRUE
        };
        let callable = |one: &&Function| {
            one.is_definition
                && !one.internal
                && !one.inline
                && !one.template
                && !one.member
                && one.guard == GuardId::TRUE
        };
        for variable in file.facts.variables.iter().filter(plain) {
            let using: Vec<&Function> = file
                .facts
                .functions
                .iter()
                .filter(callable)
                .filter(|one| words(body(bytes, one), &variable.name).next().is_some())
                .collect();
            let sets = |one: &&&Function| {
                let text = body(bytes, one);
                words(text, &variable.name).any(|at| is_set(text.get(at + variable.name.len()..).unwrap_or_default()))
            };
            // A side that sets its own copy does not wait for the other's.
            if using.iter().filter(sets).any(|one| self.call(second, one).is_some()) {
                continue;
            }
            for writer in using.iter().filter(sets) {
                let Some((written, one)) = self.call(first, writer) else { continue };
                let reads = |one: &&&Function| {
                    let text = body(bytes, one);
                    words(text, &variable.name)
                        .any(|at| !is_assigned(text.get(at + variable.name.len()..).unwrap_or_default()))
                };
                for reader in using.iter().filter(|one| one.range != writer.range).filter(reads) {
                    if let Some((read, two)) = self.call(second, reader) {
                        let cond = self.model.facts.conds.and(one, two);
                        return Some(State { variable, writer: (writer, written), reader: (reader, read), cond });
                    }
                }
            }
        }
        None
    }

    fn call(&self, id: TargetId, function: &Function) -> Option<(Span, Cond)> {
        let names = self.project.symbols.names(id);
        let sites = names.called.get(&function.name)?;
        let plain = |site: &&crate::model::symbols::Site| site.call().is_some_and(|call| call.guard == GuardId::TRUE);
        let site = sites.iter().find(plain)?;
        Some((site.span(&site.call()?.range), site.cond))
    }
}

/// Whether what follows a name replaces its value.
fn is_assigned(after: &[u8]) -> bool {
    let text = after.trim_ascii_start();
    text.starts_with(b"=") && !text.starts_with(b"==")
}

/// Whether what follows a name gives it a value.
fn is_set(after: &[u8]) -> bool {
    let text = after.trim_ascii_start();
    is_assigned(text)
        || [&b"++"[..], b"--", b"+=", b"-=", b"|=", b"&=", b".push", b".emplace", b".insert", b"["]
            .iter()
            .any(|op| text.starts_with(op))
}

#[cfg(test)]
mod tests {
    use super::is_set;

    #[test]
    fn what_sets_a_variable() {
        assert!(is_set(b" = 3;") && is_set(b"++;") && is_set(b".push_back(1)"));
        assert!(!is_set(b" == 3") && !is_set(b";") && !is_set(b" + 1"));
    }
}
