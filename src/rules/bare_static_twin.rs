//! A static library of the sources of a shared one that links nothing of what the shared one links, and is exported, or linked by who has to
//! name it all again.
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::text::has_symbol;
use crate::cond::Cond;
use crate::flags::system_library;
use crate::model::archives::is_ever;
use crate::model::binaries::is_compiled;
use crate::model::listed::Listed;
use crate::model::{Model, TargetId};
use crate::rules::{Context, Draft, Place, Severity, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let search = Search { model: project.model };
    let only = |id: TargetId, kind| {
        let definitions = project.model.definitions_of(id);
        definitions.iter().all(|one| one.kind == kind && !one.imported)
    };
    let shared: Vec<TargetId> =
        project.model.built_targets().filter(|id| only(*id, TargetKind::Shared) && search.links_any(*id)).collect();
    if shared.is_empty() {
        return;
    }
    let bare = |id: &TargetId| only(*id, TargetKind::Static) && search.links_nothing(*id);
    for id in project.model.judged_targets().filter(bare) {
        // What is linked by that which it would have to link needs none of it.
        let is_below = |twin: TargetId| project.model.link_closure(twin).iter().any(|(library, _)| *library == id);
        if let Some(twin) = shared.iter().find(|twin| search.are_twins(id, **twin) && !is_below(**twin)) {
            search.tell(id, *twin, sink);
        }
    }
}

struct Search<'a> {
    model: &'a Model<'a>,
}

/// A library that the shared twin links.
struct Needed {
    name: String,
    /// As it stands in the list.
    text: Arc<str>,
    cond: Cond,
}

impl Search<'_> {
    fn links_any(&self, id: TargetId) -> bool {
        !self.model.links(id).is_empty() || !self.model.link_items(id).is_empty()
    }

    fn links_nothing(&self, id: TargetId) -> bool {
        let model = self.model;
        !self.links_any(id)
            && model.interface_links(id).is_empty()
            && model.interface_items(id).is_empty()
            && !model.is_given_away(id)
    }

    /// Whether two libraries compile the same sources.
    fn are_twins(&self, one: TargetId, other: TargetId) -> bool {
        let compiled = |id: TargetId| -> Option<BTreeSet<&Path>> {
            let paths = self.model.sources(id).iter().map(|source| source.path.as_deref());
            let paths = paths.collect::<Option<Vec<_>>>()?;
            Some(paths.into_iter().filter(|path| is_compiled(path)).collect())
        };
        compiled(one).is_some_and(|sources| !sources.is_empty() && Some(sources) == compiled(other))
    }

    /// What the shared twin links and an archive of the same sources needs as well.
    fn needed(&self, shared: TargetId) -> Vec<Needed> {
        let model = self.model;
        let is_library = |listed: &Listed| {
            let text = &*listed.item.text;
            let of_targets = listed.targets.iter().any(|(to, _)| is_ever(model, *to, LIBRARIES));
            let word = text.strip_prefix("-l").unwrap_or(text);
            let found = model.lone_value(text).is_some();
            let named = !has_symbol(text) && !word.starts_with(['-', '$']) && system_library(word).is_none();
            of_targets || listed.targets.is_empty() && (found || named) && !text.ends_with("NOTFOUND")
        };
        let listed = model.listed(shared, false).into_iter().filter(is_library);
        let needed = listed.map(|one| Needed {
            name: model.display(&one.item.text).split(" of find_package(").next().unwrap_or_default().to_owned(),
            text: Arc::clone(&one.item.text),
            cond: one.item.cond,
        });
        needed.collect()
    }

    fn tell(&self, id: TargetId, twin: TargetId, sink: &mut Sink) {
        let (model, conds) = (self.model, &self.model.facts.conds);
        let exported = model.exported_targets();
        let installed = |id: TargetId| exported.get(&id).map_or(Cond::FALSE, |one| one.installed);
        let both = conds.and(model.defined(id), model.defined(twin));
        let windows = conds.platform("WIN32").unwrap_or(Cond::FALSE);
        for needed in self.needed(twin) {
            let cond = conds.diff(conds.and(model.defined(id), needed.cond), windows);
            let told = conds.and(cond, installed(id));
            // Who lists it beside the archive knows that it is needed.
            let users = self.users(id, &needed.text);
            let (cond, severity) = match told.is_possible() {
                true => (told, Severity::Warning),
                false if users.is_empty() || !conds.and(cond, both).is_possible() => continue,
                false => (cond, Severity::Note),
            };
            let (Some(place), Some(made)) = (model.definition_span(id), model.links_span(twin)) else { return };
            let (library, shared) = (model.display(model.name(id)), model.display(model.name(twin)));
            let more = match severity {
                Severity::Warning => "who links the exported target lacks it",
                _ => "all that link it have to name it themselves",
            };
            let mut draft = Draft::new(cond, Place::new(place, "links nothing"))
                .related(made, format!("`{shared}`, of the same sources, links `{}`", needed.name))
                .severity(severity)
                .named("static", library)
                .named("shared", shared)
                .named("needed", needed.name)
                .value("more", more);
            for user in users.iter().take(4) {
                draft = draft.subject(model.display(model.name(*user)));
            }
            return sink.report(draft);
        }
    }

    /// Those that link an archive and list something by the same words beside it.
    fn users(&self, archive: TargetId, text: &str) -> Vec<TargetId> {
        let model = self.model;
        let lists = |id: &TargetId| {
            model.links(*id).iter().any(|edge| edge.to == archive)
                && model.listed(*id, false).iter().any(|one| *one.item.text == *text)
        };
        model.built_targets().filter(lists).collect()
    }
}

const LIBRARIES: &[TargetKind] = &[TargetKind::Static, TargetKind::Shared, TargetKind::Unknown];
