//! Static libraries that call each other, of which only one says so.
use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::flags::LinkFlag;
use crate::model::archives::{Archives, is_ever};
use crate::model::binaries::LINKED;
use crate::model::symbols::{Site, Symbols};
use crate::model::{Edge, Model, TargetId};
use crate::native::GuardId;

use crate::rules::{Confidence, Context, Draft, Place, Sink};

const ARCHIVE: &[TargetKind] = &[TargetKind::Static];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let search = Search { model, symbols: project.symbols, archives: Archives::new(model) };
    for first in model.judged_targets().filter(|id| is_ever(model, *id, ARCHIVE)) {
        let archives =
            |edge: &&Edge| is_ever(model, edge.to, ARCHIVE) && !model.is_imported(edge.to) && edge.to != first;
        for edge in model.links(first).iter().filter(archives) {
            search.pair(first, edge, sink);
        }
    }
}

struct Search<'a> {
    model: &'a Model<'a>,
    symbols: &'a Symbols<'a>,
    archives: Archives<'a>,
}

impl Search<'_> {
    /// `first` links `edge.to`, which stands behind it on every link line.
    fn pair(&self, first: TargetId, edge: &Edge, sink: &mut Sink) {
        let (model, conds) = (self.model, &self.model.facts.conds);
        let second = edge.to;
        if model.link_closure(second).iter().any(|(id, _)| *id == first) {
            return;
        }
        let known = |id| model.sources(id).iter().all(|source| source.path.is_some()) && !self.archives.is_unknown(id);
        if !known(first) || !known(second) {
            return;
        }
        let Some((name, call, definition)) = self.call(first, second) else { return };
        for &(program, linked) in self.archives.linkers(first) {
            let settled =
                self.is_pulled(program, first, second, &definition) || self.names_both(program, first, second);
            if settled || self.reads_again(program) {
                continue;
            }
            let kinds = [(first, ARCHIVE), (second, ARCHIVE), (program, LINKED)];
            let kinds = conds.all(kinds.map(|(id, kind)| model.is_kind(id, kind)));
            let platform = |name| conds.platform(name).unwrap_or(Cond::FALSE);
            let cond = conds.all([linked, edge.cond, call.cond, definition.cond, kinds]);
            let cond = conds.diff(cond, self.archives.taken_whole(program, first));
            let cond = conds.diff(conds.diff(cond, platform("WIN32")), platform("APPLE"));
            let (Some(defined), false) = (model.definition_span(second), !cond.is_possible()) else {
                continue;
            };
            let (Some(used), Some(function)) = (call.call(), definition.function()) else { return };
            // A member that nothing asks for needs nothing, and a shared library may leave it to others.
            let fails = self.is_taken(program, second, &call) && is_ever(model, program, &[TargetKind::Executable]);
            let draft = Draft::new(cond, Place::new(defined, "does not say that it needs the other one"))
                .related(call.span(&used.range), format!("`{name}` is called here"))
                .related(definition.span(&function.range), "and defined here")
                .named("library", model.name(second))
                .named("needed", model.name(first))
                .named("target", model.name(program))
                .named("symbol", name)
                .confidence(if fails { Confidence::Likely } else { Confidence::Heuristic });
            sink.report(draft);
            return;
        }
    }

    /// Whether a program lists the library that calls, and the one that defines behind it: what a target links itself stands
    /// at the front of its line, in the order in which it is given (`cmComputeLinkDepends`).
    fn names_both(&self, program: TargetId, first: TargetId, second: TargetId) -> bool {
        let links = self.model.links(program);
        let calling = links.iter().position(|edge| edge.to == second);
        let defining = links.iter().rposition(|edge| edge.to == first);
        calling.is_some_and(|calling| defining.is_some_and(|defining| calling < defining))
    }

    /// A function of `first` that `second` calls.
    fn call(&self, first: TargetId, second: TargetId) -> Option<(String, Site, Site)> {
        let (defining, calling) = (self.symbols.names(first), self.symbols.names(second));
        let mut names: Vec<&String> =
            calling.called.keys().filter(|name| defining.defined.contains_key(*name)).collect();
        names.sort();
        for name in names.into_iter().filter(|name| !calling.defined.contains_key(*name)) {
            let definition = defining.defined.get(name)?.first()?;
            let called = calling.called.get(name)?.iter().find(|site| {
                let key = self.symbols.meaning(second, site);
                key.is_some_and(|key| self.symbols.is_definition_of(first, definition, &key))
            });
            let Some(site) = called else { continue };
            let plain = site.call()?.guard == GuardId::TRUE && definition.function()?.guard == GuardId::TRUE;
            if plain {
                return Some((name.clone(), site.clone(), definition.clone()));
            }
        }
        None
    }

    /// Whether anything else on the line may ask for the member of the definition, or defines the function, too.
    fn is_pulled(&self, program: TargetId, first: TargetId, second: TargetId, definition: &Site) -> bool {
        let defining = self.symbols.names(first);
        let of_member: Vec<&String> = defining
            .defined
            .iter()
            .filter(|(_, sites)| sites.iter().any(|site| site.path == definition.path))
            .map(|(name, _)| name)
            .collect();
        let mut others: Vec<(TargetId, Cond)> =
            self.model.link_closure(program).into_iter().filter(|(id, _)| *id != second && *id != first).collect();
        others.push((program, Cond::TRUE));
        let elsewhere = of_member.iter().any(|name| !self.symbols.called_in(&others, name).is_false());
        let inside = of_member.iter().any(|name| {
            let sites = defining.called.get(*name).into_iter().flatten();
            sites.into_iter().any(|site| site.path != definition.path)
        });
        let name = definition.function().map(|function| function.name.clone()).unwrap_or_default();
        elsewhere || inside || !self.symbols.defined_in(&others, &name).is_false()
    }

    /// Whether the program, or another library on its line, calls a function of the member that calls.
    fn is_taken(&self, program: TargetId, second: TargetId, call: &Site) -> bool {
        let defining = self.symbols.names(second);
        let mut others: Vec<(TargetId, Cond)> =
            self.model.link_closure(program).into_iter().filter(|(id, _)| *id != second).collect();
        others.push((program, Cond::TRUE));
        let of_member = defining.defined.iter().filter(|(_, sites)| sites.iter().any(|site| site.path == call.path));
        of_member.into_iter().any(|(name, _)| {
            // From another member of its own archive, or from outside.
            let sites = defining.called.get(name).into_iter().flatten();
            let inside = sites.into_iter().any(|site| site.path != call.path);
            inside || !self.symbols.called_in(&others, name).is_false()
        })
    }

    /// Whether the linker comes back to archives.
    fn reads_again(&self, program: TargetId) -> bool {
        self.model.link_flags(program).iter().any(|source| match &source.flag.flag {
            LinkFlag::UseLd(linker) => linker.contains("lld") || linker.contains("mold"),
            LinkFlag::StartGroup | LinkFlag::ResponseFile(_) | LinkFlag::Undefined(_) => true,
            _ => false,
        })
    }
}
