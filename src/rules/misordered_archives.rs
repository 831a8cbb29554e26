//! Archives of the project, the one that is needed before the one that needs it: named by `-l` or a path, or as targets of which nothing
//! says that one needs the other.
#[path = "misordered_archives/beside.rs"]
mod beside;
#[path = "misordered_archives/known.rs"]
mod known;
#[path = "misordered_archives/known_lists.rs"]
mod known_lists;

use rustc_hash::FxHashMap;

use crate::cargo::outputs;
use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::flags::LinkFlag;
use crate::model::archive_calls::ArchiveCalls;
use crate::model::archives::is_ever;
use crate::model::binaries::LINKED;
use crate::model::symbols::Symbols;
use crate::model::{Edge, Item, Model, TargetId};
use crate::native::GuardId;
use crate::source::Span;

use crate::rules::context::OWN_LINKER;
use crate::rules::{Context, Draft, Place, Sink};

const ARCHIVE: &[TargetKind] = &[TargetKind::Static];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    // A link rule of the project's own may have a group around the libraries.
    if cx.facts.build_says(OWN_LINKER) {
        return;
    }
    let model = project.model;
    let calls = ArchiveCalls::new(model, project.symbols, project.binaries);
    let targets = Targets { model, calls };
    for id in model.judged_targets().filter(|id| is_ever(model, *id, &[TargetKind::Executable])) {
        targets.program(id, sink);
    }
    beside::check(model, project.natives, cx.facts.beside, sink);
    known::check(cx, project, sink);
    let raw = |id: &TargetId| model.link_items(*id).iter().filter(|item| library_of(&item.text).is_some()).count() > 1;
    let binaries: Vec<TargetId> = model.built_targets().filter(|id| is_ever(model, *id, LINKED)).filter(raw).collect();
    if binaries.is_empty() {
        return;
    }
    let search = Search { model, symbols: project.symbols, archives: archives(model) };
    for id in binaries {
        search.binary(id, sink);
    }
}

struct Search<'a> {
    model: &'a Model<'a>,
    symbols: &'a Symbols<'a>,
    /// Static libraries by the name of their file.
    archives: FxHashMap<String, TargetId>,
}

/// A call from one archive into another.
struct Call {
    name: String,
    place: Span,
    definition: Span,
}

impl Search<'_> {
    fn binary(&self, id: TargetId, sink: &mut Sink) {
        let conds = &self.model.facts.conds;
        let regardless = |flag: &LinkFlag| {
            matches!(
                flag,
                LinkFlag::StartGroup
                    | LinkFlag::WholeArchive(true)
                    | LinkFlag::Undefined(_)
                    | LinkFlag::ResponseFile(_)
            )
        };
        if self.model.remembers_archives(id)
            || self.model.link_flags(id).iter().any(|source| regardless(&source.flag.flag))
        {
            return;
        }
        let items: Vec<(TargetId, &Item)> = self
            .model
            .link_items(id)
            .iter()
            .filter_map(|item| Some((*self.archives.get(library_of(&item.text)?)?, item)))
            .collect();
        for (at, (needed, first)) in items.iter().enumerate() {
            for (needing, second) in items.iter().skip(at + 1).filter(|(other, _)| other != needed) {
                let again = items.iter().skip(at + 1).any(|(other, _)| other == needed);
                let linked = self.model.link_closure(id).iter().any(|(to, _)| to == needed || to == needing);
                if again || linked {
                    continue;
                }
                let Some(call) = self.call(id, *needed, *needing) else { continue };
                let platform = |name| conds.platform(name).unwrap_or(Cond::FALSE);
                let cond = conds.all([first.cond, second.cond, self.model.is_kind(id, LINKED)]);
                let cond = conds.diff(conds.diff(cond, platform("WIN32")), platform("APPLE"));
                let Some(span) = self.model.span(first.origin).filter(|_| cond.is_possible()) else {
                    continue;
                };
                let mut draft = Draft::new(cond, Place::new(span, "read before anybody asks for it"));
                if let Some(later) = self.model.span(second.origin) {
                    draft = draft.related(later, "needs it, and comes later");
                }
                let draft = draft
                    .related(call.place, format!("`{}` is called here", call.name))
                    .related(call.definition, "and defined here")
                    .named("needed", self.model.name(*needed))
                    .named("needing", self.model.name(*needing))
                    .named("target", self.model.name(id))
                    .named("symbol", call.name);
                sink.report(draft);
            }
        }
    }

    /// A function that the later archive calls, and of whose file nothing before asks for anything.
    fn call(&self, id: TargetId, needed: TargetId, needing: TargetId) -> Option<Call> {
        let (own, first, second) = (self.symbols.names(id), self.symbols.names(needed), self.symbols.names(needing));
        // Nobody takes anything of the later one: then nothing is missing.
        if !own.called.keys().any(|name| second.defined.contains_key(name)) {
            return None;
        }
        let mut names: Vec<&String> = second.called.keys().filter(|name| first.defined.contains_key(*name)).collect();
        names.sort();
        let closure = self.model.link_closure(id);
        for name in names {
            let definition = first.defined.get(name)?.first()?;
            let in_file = |other: &&String| {
                let sites = first.defined.get(*other).into_iter().flatten();
                sites.into_iter().any(|site| site.file_id() == definition.file_id())
            };
            let pulled = own.called.keys().find(in_file).is_some()
                || second.defined.contains_key(name)
                || !self.symbols.called_in(&closure, name).is_false();
            if pulled {
                continue;
            }
            let called = second.called.get(name)?.iter().find_map(|site| {
                let key = self.symbols.meaning(needing, site)?;
                self.symbols.is_definition_of(needed, definition, &key).then_some(site)
            });
            let Some(site) = called else { continue };
            let (call, function) = (site.call()?, definition.function()?);
            if call.guard != GuardId::TRUE || function.guard != GuardId::TRUE {
                continue;
            }
            let (call, definition) = (site.span(&call.range), definition.span(&function.range));
            return Some(Call { name: name.clone(), place: call, definition });
        }
        None
    }
}

/// Archives that a program lists as targets.
struct Targets<'a> {
    model: &'a Model<'a>,
    calls: ArchiveCalls<'a>,
}

impl Targets<'_> {
    fn program(&self, id: TargetId, sink: &mut Sink) {
        /// Longer lists are not looked at pair by pair.
        const MOST: usize = 60;
        let model = self.model;
        let edges = model.links(id);
        let known = |id: TargetId| {
            is_ever(model, id, ARCHIVE)
                && !model.is_imported(id)
                && model.sources(id).iter().all(|source| source.path.is_some())
                && !self.calls.archives.is_unknown(id)
        };
        let listed: Vec<(usize, &Edge)> = edges.iter().enumerate().filter(|(_, edge)| known(edge.to)).collect();
        if listed.len() < 2 || listed.len() > MOST || model.links_anything(id) || self.calls.reads_again(id) {
            return;
        }
        let closure = model.link_closure(id);
        for (at, first) in &listed {
            let needed = first.to;
            // What another library needs stands behind that one, too.
            let brought = || {
                closure.iter().any(|(other, _)| {
                    *other != needed && model.link_closure(*other).iter().any(|(to, _)| *to == needed)
                })
            };
            if edges.iter().skip(at + 1).any(|edge| edge.to == needed) || brought() {
                continue;
            }
            for (later, second) in listed.iter().filter(|(later, _)| later > at) {
                let needing = second.to;
                let before = edges.iter().take(*later).any(|edge| edge.to == needing);
                if !before && !model.link_closure(needed).iter().any(|(to, _)| *to == needing) {
                    self.pair(id, first, second, sink);
                }
            }
        }
    }

    fn pair(&self, id: TargetId, first: &Edge, second: &Edge, sink: &mut Sink) {
        let (model, conds) = (self.model, &self.model.facts.conds);
        let (needed, needing) = (first.to, second.to);
        let Some((name, call, definition)) = self.calls.call(needed, needing) else { return };
        let taken = self.calls.is_taken(id, needing, &call)
            && self.calls.binaries.may_take(&self.calls.archives, id, needing, &call.path);
        if self.calls.is_pulled(id, needed, needing, &definition) || !taken {
            return;
        }
        let kinds = [(needed, ARCHIVE), (needing, ARCHIVE), (id, &[TargetKind::Executable][..])];
        let kinds = conds.all(kinds.map(|(id, kind)| model.is_kind(id, kind)));
        let others = ["WIN32", "APPLE", "ANDROID"].into_iter().filter_map(|name| conds.platform(name));
        let cond = conds.all([first.cond, second.cond, call.cond, definition.cond, kinds]);
        let cond = conds.diff(cond, conds.any(others.collect::<Vec<_>>()));
        let cond = conds.diff(cond, self.calls.archives.taken_whole(id, needed));
        let (Some(span), Some(made)) = (model.span(first.origin), model.definition_span(needing)) else { return };
        let (Some(used), Some(function)) = (call.call(), definition.function()) else { return };
        if !cond.is_possible() {
            return;
        }
        let mut draft = Draft::new(cond, Place::new(span, "read before anybody asks for it"));
        if let Some(later) = model.span(second.origin).filter(|later| *later != span) {
            draft = draft.related(later, "needs it, and comes later");
        }
        let draft = draft
            .related(made, "does not say that it needs the other one")
            .related(call.span(&used.range), format!("`{name}` is called here"))
            .related(definition.span(&function.range), "and defined here")
            .named("needed", model.name(needed))
            .named("needing", model.name(needing))
            .named("target", model.name(id))
            .named("symbol", name)
            .help(format!("link `{}` to `{}`, which calls it", model.name(needed), model.name(needing)));
        sink.report(draft);
    }
}

/// The name of a library that an item gives as `-lname` or as a file: `name`.
fn library_of(text: &str) -> Option<&str> {
    if let Some(name) = text.strip_prefix("-l") {
        return Some(name).filter(|name| !name.is_empty());
    }
    outputs::library_of(text, ".a")
}

/// Static libraries that the project builds, by the name of their file without `lib` and `.a`.
fn archives(model: &Model<'_>) -> FxHashMap<String, TargetId> {
    let mut out = FxHashMap::default();
    for id in model.built_targets().filter(|id| is_ever(model, *id, &[TargetKind::Static])) {
        let given = model.property(id, "OUTPUT_NAME");
        let name = given.first().map_or_else(|| model.name(id).to_owned(), |item| item.text.to_string());
        out.entry(name).or_insert(id);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::library_of;

    #[test]
    fn names_of_libraries() {
        assert_eq!(library_of("-lfoo"), Some("foo"));
        assert_eq!(library_of("/a/b/libfoo.a"), Some("foo"));
        assert_eq!(library_of("libfoo.so"), None);
        assert_eq!(library_of("-L/a"), None);
    }
}
