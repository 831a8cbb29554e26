//! Binaries that are in one process and have the same static library in them.
use std::collections::BTreeSet;
use std::path::Path;

use rustc_hash::FxHashMap;

use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::model::TargetId;
use crate::model::archives::is_ever;
use crate::native::{ArgumentValue, GuardId, LoadKind, Triggers};
use crate::source::Span;

use super::Rule;

/// Two binaries of one process.
pub(super) struct Pair {
    pub(super) first: TargetId,
    pub(super) second: TargetId,
    pub(super) cond: Cond,
    /// They see each other's symbols as far as these are visible.
    pub(super) linked: bool,
    /// What a name means is asked of the headers: the two were not written for each other.
    pub(super) strict: bool,
    /// What brings them together.
    pub(super) place: Option<Span>,
}

/// The static libraries that binaries take in.
type Archives = FxHashMap<TargetId, BTreeSet<TargetId>>;

impl Rule<'_> {
    pub(super) fn pairs(&self) -> Vec<Pair> {
        const LINKED: &[TargetKind] = &[TargetKind::Executable, TargetKind::Shared, TargetKind::Module];
        let mut pairs = self.loaded();
        let binaries = self.model.built_targets().filter(|id| is_ever(self.model, *id, LINKED));
        let archives: Archives =
            binaries.map(|id| (id, self.archives(id))).filter(|(_, archives)| !archives.is_empty()).collect();
        if archives.len() < 2 {
            return pairs;
        }
        for id in self.model.judged_targets().filter(|id| is_ever(self.model, *id, &[TargetKind::Executable])) {
            self.linked(id, &archives, &mut pairs);
            self.hosted(id, &archives, &mut pairs);
        }
        pairs
    }

    /// A program and the shared libraries that it links, two and two.
    fn linked(&self, id: TargetId, archives: &Archives, pairs: &mut Vec<Pair>) {
        const SHARED: &[TargetKind] = &[TargetKind::Shared];
        let conds = &self.model.facts.conds;
        let libraries =
            self.project.symbols.loaded_with(id).into_iter().filter(|(id, _)| is_ever(self.model, *id, SHARED));
        let parts = std::iter::once((id, Cond::TRUE)).chain(libraries);
        let parts: Vec<_> =
            parts.filter_map(|(part, cond)| Some((part, cond, archives.get(&part)?))).take(40).collect();
        for (at, (first, one, own)) in parts.iter().enumerate() {
            for (second, two, others) in parts.iter().skip(at + 1) {
                let known = |pair: &Pair| pair.first == *first && pair.second == *second;
                if own.is_disjoint(others) || pairs.iter().any(known) {
                    continue;
                }
                let cond = conds.and(*one, *two);
                if !cond.is_false() {
                    let place = self.model.definition_span(id);
                    let strict = *first == id;
                    pairs.push(Pair { first: *first, second: *second, cond, linked: true, strict, place });
                }
            }
        }
    }

    /// A program and modules that it loads: it looks up a function that they have, and exports nothing to them.
    fn hosted(&self, id: TargetId, archives: &Archives, pairs: &mut Vec<Pair>) {
        let Some(own) = archives.get(&id) else { return };
        let (model, conds, natives) = (self.model, &self.model.facts.conds, self.project.natives);
        let mut parts = model.static_closure(id).to_vec();
        parts.push((id, Cond::TRUE));
        let loads: Vec<_> = parts.iter().flat_map(|(part, _)| model.loads(natives, *part)).collect();
        let Some(first) = loads.first().filter(|_| !loads.iter().any(|load| load.is_global())) else { return };
        let lookups = parts.iter().flat_map(|(part, _)| {
            model.loader_calls(natives, *part, |call| call.kind == LoadKind::Symbol && call.symbol.is_some())
        });
        let mut names: BTreeSet<String> = BTreeSet::new();
        for load in lookups {
            if let Some(ArgumentValue::Literal(texts)) = load.call.symbol.as_ref().map(|symbol| &symbol.value) {
                names.extend(texts.iter().cloned());
            }
        }
        let exports = conds.or(model.exports_dynamic(id), model.exports_by_old_policy(id));
        let alone = conds.diff(model.is_kind(id, &[TargetKind::Executable]), exports);
        let linked: BTreeSet<TargetId> = model.link_closure(id).into_iter().map(|(id, _)| id).collect();
        let is_module = |module: &TargetId| {
            let is_plugin = is_ever(model, *module, &[TargetKind::Module]) && !linked.contains(module);
            is_plugin && archives.get(module).is_some_and(|others| !own.is_disjoint(others))
        };
        if names.is_empty() || alone.is_false() {
            return;
        }
        for module in model.built_targets().filter(is_module) {
            let theirs = self.project.symbols.names(module);
            let cond =
                conds.all([alone, first.cond, model.is_kind(module, &[TargetKind::Module]), model.defined(module)]);
            if cond.is_false() || !names.iter().any(|name| theirs.defined.contains_key(name)) {
                continue;
            }
            let place = Some(first.span());
            pairs.push(Pair { first: id, second: module, cond, linked: false, strict: true, place });
        }
    }

    /// The static libraries of the project that a binary takes in.
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
                    pairs.push(Pair {
                        first: *first,
                        second: *second,
                        cond,
                        linked: false,
                        strict: false,
                        place: Some(*span),
                    });
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
}
