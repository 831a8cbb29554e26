//! Programs that call a shared library which only another shared library links, privately.
use std::collections::BTreeMap;

use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::model::archives::is_ever;
use crate::model::symbols::{Site, Symbols};
use crate::model::{Edge, Model, TargetId};
use crate::native::GuardId;
use crate::source::Span;

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

/// A call of what only the library defines.
struct Call {
    name: String,
    call: Span,
    definition: Span,
    cond: Cond,
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
                let Some(call) = self.call(id, edge.to, &closure) else { continue };
                let kinds = [(between, SHARED), (edge.to, SHARED), (id, PROGRAM)];
                let kinds = conds.all(kinds.map(|(target, kind)| self.model.is_kind(target, kind)));
                let cond = conds.all([linked, edge.cond, call.cond, kinds]);
                let platform = |name| conds.platform(name).unwrap_or(Cond::FALSE);
                let cond = conds.diff(cond, platform("WIN32"));
                let Some(span) = self.model.span(edge.origin).filter(|_| !cond.is_false() && !cond.is_unknown()) else {
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

    /// The first call in the program's own sources of a function that nothing on its line defines.
    fn call(&self, id: TargetId, library: TargetId, closure: &[(TargetId, Cond)]) -> Option<Call> {
        let conds = &self.model.facts.conds;
        // What is not known, and what comes from outside, may define anything.
        if self.model.sources(id).iter().any(|source| source.path.is_none()) {
            return None;
        }
        let (own, theirs) = (self.symbols.names(id), self.symbols.names(library));
        let called: BTreeMap<&String, &Vec<Site>> =
            own.called.iter().filter(|(name, _)| theirs.defined.contains_key(*name)).collect();
        let mut others: Vec<(TargetId, Cond)> = closure.to_vec();
        others.push((id, Cond::TRUE));
        for (name, calls) in called {
            if own.shadowed.contains_key(name) || !self.symbols.defined_in(&others, name).is_false() {
                continue;
            }
            let Some((site, key)) = calls.iter().find_map(|site| Some((site, self.symbols.meaning(id, site)?))) else {
                continue;
            };
            let mut definitions = theirs.defined.get(name)?.iter();
            let found = definitions.find(|one| self.symbols.is_definition_of(library, one, &key));
            let (Some(definition), Some(used)) = (found, site.call()) else { continue };
            let function = definition.function()?;
            if used.guard != GuardId::TRUE || function.guard != GuardId::TRUE {
                continue;
            }
            let cond = conds.and(site.cond, definition.cond);
            let (call, definition) = (site.span(&used.range), definition.span(&function.range));
            return Some(Call { name: name.clone(), call, definition, cond });
        }
        None
    }
}
