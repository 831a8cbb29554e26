//! Static libraries with registrations that two binaries of one process take whole.
use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::model::archives::{Archives, is_ever};
use crate::model::binaries::LINKED;
use crate::model::{Model, TargetId};
use crate::native::{GuardId, RegistrationKind, Triggers};
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
        let mut paths = model.sources(library).iter().filter_map(|source| source.path.as_deref());
        if !paths.any(|path| project.natives.may_hold(path, Triggers::REGISTER)) {
            continue;
        }
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
            let found = file
                .facts
                .registrations
                .iter()
                .find(|one| one.guard == GuardId::TRUE && (registers && one.kind != RegistrationKind::DynamicInit));
            if let Some(one) = found {
                return Some((one.name.clone(), Span::new(file.source.id(), one.range.clone())));
            }
        }
        None
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
