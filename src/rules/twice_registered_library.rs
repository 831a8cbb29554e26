//! Static libraries with registrations that two binaries of one process take whole.
use std::path::Path;

use crate::cmake::eval::facts::TargetKind;
use crate::comments::{Language, without_comments};
use crate::cond::Cond;
use crate::model::archives::{Archives, is_ever};
use crate::model::binaries::LINKED;
use crate::model::mentions::{body, words};
use crate::model::registrations::keeps_to_itself;
use crate::model::{Model, Source, TargetId};
use crate::native::{FileIndex, GuardId, NativeFile, Registration, RegistrationKind, Triggers};
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    if !cx.facts.build_says(&["whole-archive", "WHOLE_ARCHIVE", "force_load", "WHOLEARCHIVE"]) {
        return;
    }
    let model = project.model;
    let archives = Archives::new(model);
    for library in model.judged_targets().filter(|id| is_ever(model, *id, &[TargetKind::Static])) {
        let rule = Rule { project, model, archives: &archives };
        let takers = rule.takers(library);
        if takers.len() > 1
            && let Some(registration) = rule.registration(library)
        {
            rule.report(library, &takers, registration, sink);
        }
    }
}

struct Rule<'a> {
    project: Project<'a>,
    model: &'a Model<'a>,
    archives: &'a Archives<'a>,
}

impl Rule<'_> {
    /// Binaries that take a library whole for certain.
    fn takers(&self, library: TargetId) -> Vec<(TargetId, Cond)> {
        let conds = &self.model.facts.conds;
        let mut out = Vec::new();
        for &(binary, linked) in self.archives.linkers(library) {
            if !self.says(binary, library) {
                continue;
            }
            let whole = self.archives.taken_whole(binary, library);
            let kinds =
                conds.and(self.model.is_kind(binary, LINKED), self.model.is_kind(library, &[TargetKind::Static]));
            let cond = conds.all([linked, whole, kinds]);
            if cond.is_possible() {
                out.push((binary, cond));
            }
        }
        out
    }

    /// Whether a binary's own line takes it whole in so many words: an item that names both, or a feature.
    fn says(&self, binary: TargetId, library: TargetId) -> bool {
        let name = self.model.name(library);
        let edge = self.model.links(binary).iter().find(|edge| edge.to == library);
        let items = self.model.property(binary, "LINK_LIBRARIES");
        let between = |at: usize| {
            let texts: Vec<&str> = items.iter().map(|item| &*item.text).collect();
            let opens = texts.get(..at).unwrap_or_default().iter().rev().find(|text| text.contains("whole-archive"));
            opens.is_some_and(|text| !text.contains("no-whole-archive"))
        };
        let featured = edge.is_some_and(|edge| edge.feature.as_deref() == Some("WHOLE_ARCHIVE"));
        featured || items.iter().position(|item| &*item.text == name).is_some_and(between)
    }

    /// Something that runs before `main` in a library.
    fn registration(&self, library: TargetId) -> Option<(String, Span)> {
        let natives = self.project.natives;
        for source in self.model.sources(library) {
            let Some(path) = source.path.as_deref() else { continue };
            let Some(file) = natives.file(path) else { continue };
            let registers = natives.may_hold(path, Triggers::REGISTER);
            let found = file.facts.registrations.iter().find(|one| {
                one.guard == GuardId::TRUE
                    && match one.kind {
                        RegistrationKind::DynamicInit => self.registers(library, source, &file, one),
                        RegistrationKind::Constructor => registers && !keeps_to_itself(&file, one),
                        RegistrationKind::Macro => registers,
                    }
            });
            if let Some(one) = found {
                return Some((one.name.clone(), Span::new(file.source.id(), one.range.clone())));
            }
        }
        None
    }

    /// Whether what computes a variable before `main` is seen to register something with another part of the process: the constructor or
    /// function puts something into what a function gives, or into a static variable of its own.
    fn registers(&self, library: TargetId, source: &Source, file: &NativeFile, one: &Registration) -> bool {
        let natives = self.project.natives;
        let Some(name) = type_or_function(&one.detail) else { return false };
        let own = |path: &Path| self.model.sources(library).iter().any(|source| source.path.as_deref() == Some(path));
        if file.facts.variables.iter().any(|variable| variable.range == one.range && variable.qualified.contains("::"))
        {
            return false;
        }
        let Some(path) = source.path.as_deref() else { return false };
        let reached = self.project.binaries.headers.reached(source.through.unwrap_or(library), path);
        let declares = |index: &&FileIndex| {
            natives.at(**index).is_some_and(|file| {
                file.facts.classes.iter().any(|class| class.name == name && !class.template)
                    || file.facts.functions.iter().any(|function| function.name == name && !function.member)
            })
        };
        let mut declaring = reached.files.iter().skip(1).filter(declares);
        if declaring.next().is_none() || declaring.next().is_some() {
            return false;
        }
        let mut defining = natives.mentioning(&[name]).into_iter().filter_map(|index| {
            let file = natives.at(index)?;
            let found = file.facts.functions.iter().find(|function| {
                let constructor = function.qualified == format!("{name}::{name}")
                    || function.qualified.ends_with(&format!("::{name}::{name}"));
                function.is_definition
                    && !function.template
                    && (constructor || (function.name == name && !function.member))
            })?;
            Some((index, adds(file, body(file.source.bytes(), found))))
        });
        match (defining.next(), defining.next()) {
            // A registry of the library's own is another one in each copy, where its symbols are hidden.
            (Some((index, true)), None) => natives.path(index).is_some_and(|path| !own(path)),
            _ => false,
        }
    }

    fn report(&self, library: TargetId, takers: &[(TargetId, Cond)], (name, span): (String, Span), sink: &mut Sink) {
        let conds = &self.model.facts.conds;
        for program in self.model.built_targets().filter(|id| is_ever(self.model, *id, &[TargetKind::Executable])) {
            let loaded = self.project.symbols.loaded_with(program);
            let mut inside = takers.iter().filter_map(|(taker, cond)| {
                let there = match loaded.iter().find(|(id, _)| id == taker) {
                    Some((_, linked)) => *linked,
                    None if *taker == program => Cond::TRUE,
                    None => return None,
                };
                Some((*taker, conds.and(*cond, there)))
            });
            let (Some((first, one)), Some((second, two))) = (inside.next(), inside.next()) else { continue };
            let cond = conds.all([one, two, self.model.is_kind(program, &[TargetKind::Executable])]);
            let Some(defined) = self.model.definition_span(library) else { continue };
            if !cond.is_possible() {
                continue;
            }
            let mut draft = Draft::new(cond, Place::new(defined, "a copy in each of them"))
                .related(span, format!("`{name}` runs in each copy"))
                .named("library", self.model.name(library))
                .named("first", self.model.name(first))
                .named("second", self.model.name(second))
                .named("program", self.model.name(program));
            for taker in [first, second] {
                let edge = self.model.links(taker).iter().find(|edge| edge.to == library);
                if let Some(place) = edge.and_then(|edge| self.model.span(edge.origin)) {
                    draft = draft.related(place, format!("`{}` takes it whole", self.model.name(taker)));
                }
            }
            sink.report(draft);
            return;
        }
    }
}

/// Whether a body adds to what others hold, so that a second time shows: it puts something at an end, or looks whether it was there.
fn adds(file: &NativeFile, body: &[u8]) -> bool {
    const ENDS: &[&str] = &["push_back", "emplace_back", "push_front", "emplace_front"];
    const SETS: &[&str] = &["insert", "emplace", "try_emplace"];
    const LOOKS: &[&str] = &["second", "throw", "abort", "exit", "assert", "terminate"];
    let code = without_comments(body, Language::C);
    let has = |names: &[&str]| names.iter().any(|name| words(&code, name).next().is_some());
    // What is not a variable of the class: a static one, one of the file, or what a function gives.
    let outside = |at: usize| {
        let before = code[..at].trim_ascii_end();
        let Some(before) = before.strip_suffix(b".").or_else(|| before.strip_suffix(b"->")) else { return false };
        let start =
            before.iter().rposition(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_').map_or(0, |at| at + 1);
        let name = std::str::from_utf8(&before[start..]).unwrap_or_default();
        let is_static =
            words(&code, "static").next().is_some_and(|first| first < at && words(&code, name).next() < Some(at));
        before.ends_with(b")")
            || (!name.is_empty() && is_static)
            || file.facts.variables.iter().any(|variable| variable.name == name && !variable.qualified.contains("::"))
    };
    let puts = |names: &[&str]| names.iter().any(|name| words(&code, name).any(outside));
    puts(ENDS) || (puts(SETS) && has(LOOKS))
}

/// The last name of `static const ns::Type` or of a called function; none where there are arguments of a template.
fn type_or_function(detail: &str) -> Option<&str> {
    if detail.contains(['<', '*']) || detail.contains("std::") {
        return None;
    }
    let mut words = detail.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    words.rfind(|word| !matches!(*word, "static" | "const" | "inline" | "volatile" | "struct" | "class"))
}
