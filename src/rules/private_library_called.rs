//! Programs that call a shared library which only another shared library links, privately.
use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::model::archives::is_ever;
use crate::model::symbols::Symbols;
use crate::model::{Edge, Model, TargetId};

use crate::rules::{Context, Draft, Place, Sink};

const PROGRAM: &[TargetKind] = &[TargetKind::Executable];
const SHARED: &[TargetKind] = &[TargetKind::Shared];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let search = Search { model: project.model, symbols: project.symbols };
    for id in project.model.judged_targets().filter(|id| is_ever(project.model, *id, PROGRAM)) {
        search.program(id, sink);
    }
}

struct Search<'a> {
    model: &'a Model<'a>,
    symbols: &'a Symbols<'a>,
}

impl Search<'_> {
    fn program(&self, id: TargetId, sink: &mut Sink) {
        let conds = &self.model.facts.conds;
        let closure = self.model.link_closure(id);
        let shared = closure.iter().filter(|(to, _)| is_ever(self.model, *to, SHARED) && !self.model.is_imported(*to));
        for &(between, linked) in shared {
            let private = |edge: &&Edge| {
                let public = self.model.interface_links(between).iter().any(|other| other.to == edge.to);
                let here = edge.to == id || closure.iter().any(|(to, _)| *to == edge.to);
                !public && !here && is_ever(self.model, edge.to, SHARED) && !self.model.is_imported(edge.to)
            };
            for edge in self.model.links(between).iter().filter(private) {
                let Some(call) = self.symbols.call_of(id, edge.to, &closure) else { continue };
                let kinds = [(between, SHARED), (edge.to, SHARED), (id, PROGRAM)];
                let kinds = conds.all(kinds.map(|(target, kind)| self.model.is_kind(target, kind)));
                let cond = conds.all([linked, edge.cond, call.cond, kinds]);
                let platform = |name| conds.platform(name).unwrap_or(Cond::FALSE);
                let cond = conds.diff(cond, platform("WIN32"));
                let Some(span) = self.model.span(edge.origin).filter(|_| cond.is_possible()) else {
                    continue;
                };
                let draft = Draft::new(cond, Place::new(span, "not for whoever links it"))
                    .related(call.call, format!("`{}` is called here", call.name))
                    .related(call.definition, "and defined here")
                    .named("library", self.model.name(edge.to))
                    .named("between", self.model.name(between))
                    .named("target", self.model.name(id))
                    .named("symbol", call.name);
                sink.report(draft);
            }
        }
    }
}
