//! Objects of an OBJECT library that do not reach a program, which calls them.
use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::model::archives::is_ever;
use crate::model::binaries::LINKED;
use crate::model::symbols::Symbols;
use crate::model::{Edge, Model, TargetId};

use crate::rules::{Context, Draft, Place, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let search = Search { model: project.model, symbols: project.symbols };
    for id in project.model.judged_targets().filter(|id| is_ever(project.model, *id, LINKED)) {
        search.binary(id, sink);
    }
}

struct Search<'a> {
    model: &'a Model<'a>,
    symbols: &'a Symbols<'a>,
}

impl Search<'_> {
    fn binary(&self, id: TargetId, sink: &mut Sink) {
        let conds = &self.model.facts.conds;
        let closure = self.model.link_closure(id);
        for &(library, cond) in closure.iter().filter(|(to, _)| is_ever(self.model, *to, &[TargetKind::Object])) {
            if self.is_taken(id, library, &closure) {
                continue;
            }
            let Some(call) = self.symbols.call_of(id, library, &closure) else { continue };
            let both = conds.all([
                cond,
                call.cond,
                self.model.is_kind(library, &[TargetKind::Object]),
                self.model.is_kind(id, LINKED),
            ]);
            let Some((through, edge)) = self.stated(library, &closure) else { continue };
            let Some(span) = self.model.span(edge.origin) else { continue };
            if !both.is_possible() {
                continue;
            }
            let draft = Draft::new(both, Place::new(span, "usage requirements travel from here, objects do not"))
                .related(call.call, format!("`{}` is called here", call.name))
                .related(call.definition, "and defined here")
                .named("library", self.model.name(library))
                .named("target", self.model.name(id))
                .named("through", self.model.name(through))
                .named("symbol", call.name);
            sink.report(draft);
        }
    }

    /// Whether anything on the line holds one of the sources, in whatever configuration.
    fn is_taken(&self, id: TargetId, library: TargetId, closure: &[(TargetId, Cond)]) -> bool {
        let sources = self.model.sources(library);
        let objects = format!("$<TARGET_OBJECTS:{}>", self.model.name(library));
        // As an item of the line, or a source of all users, the expression is the objects themselves.
        let hands_on = |by: TargetId| {
            let properties = ["LINK_LIBRARIES", "INTERFACE_LINK_LIBRARIES", "INTERFACE_SOURCES"];
            let mut items = properties.iter().flat_map(|property| self.model.property(by, property));
            items.any(|item| item.text.contains(&objects))
        };
        sources.iter().any(|source| source.path.is_none())
            || sources.iter().filter_map(|source| source.path.as_deref()).any(|path| {
                let containers = self.model.containers(path).iter().filter(|(other, _)| *other != library);
                containers.clone().any(|(other, _)| *other == id || closure.iter().any(|(to, _)| to == other))
            })
            || hands_on(id)
            || closure.iter().any(|(to, _)| hands_on(*to))
    }

    /// The interface that names the library.
    fn stated(&self, library: TargetId, closure: &[(TargetId, Cond)]) -> Option<(TargetId, &Edge)> {
        closure.iter().find_map(|(by, _)| {
            let edge = self.model.interface_links(*by).iter().find(|edge| edge.to == library)?;
            Some((*by, edge))
        })
    }
}
