//! Static libraries that call each other, of which only one says so.
use crate::cmake::eval::Files;
use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::model::archive_calls::ArchiveCalls;
use crate::model::archives::is_ever;
use crate::model::binaries::LINKED;
use crate::model::{Edge, Model, TargetId};

use crate::rules::context::OWN_LINKER;
use crate::rules::wording::link_scope;
use crate::rules::{Confidence, Context, Draft, Place, Sink};

const ARCHIVE: &[TargetKind] = &[TargetKind::Static];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    // A link rule of the project's own may have a group around the libraries.
    if cx.facts.build_says(OWN_LINKER) {
        return;
    }
    let model = project.model;
    let calls = ArchiveCalls::new(model, project.symbols, project.binaries);
    let search = Search { model, files: project.files, calls };
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
    files: &'a Files<'a>,
    calls: ArchiveCalls<'a>,
}

impl Search<'_> {
    /// `first` links `edge.to`, which stands behind it on every link line.
    fn pair(&self, first: TargetId, edge: &Edge, sink: &mut Sink) {
        /// Where all of so many programs ask for the member themselves, further ones do so, too.
        const MOST: usize = 24;
        let (model, conds) = (self.model, &self.model.facts.conds);
        let second = edge.to;
        if model.link_closure(second).iter().any(|(id, _)| *id == first) {
            return;
        }
        let known =
            |id| model.sources(id).iter().all(|source| source.path.is_some()) && !self.calls.archives.is_unknown(id);
        if !known(first) || !known(second) {
            return;
        }
        let Some((name, call, definition)) = self.calls.call(first, second) else { return };
        for &(program, linked) in self.calls.archives.linkers(first).iter().take(MOST) {
            let settled =
                self.calls.is_pulled(program, first, second, &definition) || self.names_both(program, first, second);
            if settled || self.calls.reads_again(program) {
                continue;
            }
            let kinds = [(first, ARCHIVE), (second, ARCHIVE), (program, LINKED)];
            let kinds = conds.all(kinds.map(|(id, kind)| model.is_kind(id, kind)));
            let platform = |name| conds.platform(name).unwrap_or(Cond::FALSE);
            let cond = conds.all([linked, edge.cond, call.cond, definition.cond, kinds]);
            let cond = conds.diff(cond, self.calls.archives.taken_whole(program, first));
            let cond = conds.diff(conds.diff(cond, platform("WIN32")), platform("APPLE"));
            let (Some(defined), false) = (model.definition_span(second), !cond.is_possible()) else {
                continue;
            };
            let (Some(used), Some(function)) = (call.call(), definition.function()) else { return };
            // A member that nothing asks for needs nothing, and a shared library may leave it to others.
            let fails = self.calls.is_taken(program, second, &call)
                && self.calls.binaries.may_take(&self.calls.archives, program, second, &call.path)
                && is_ever(model, program, &[TargetKind::Executable]);
            let draft = Draft::new(cond, Place::new(defined, "does not say that it needs the other one"))
                .related(call.span(&used.range), format!("`{name}` is called here"))
                .related(definition.span(&function.range), "and defined here")
                .named("library", model.name(second))
                .named("needed", model.name(first))
                .named("target", model.name(program))
                .named("symbol", name)
                .value("scope", link_scope(model, self.files, second))
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
}
