//! Programs that load plugins by the same code, of which one has a search path to the folder of the plugins.
use std::collections::BTreeMap;

use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::model::archives::is_ever;
use crate::model::loading::Load;
use crate::model::{InstalledTarget, TargetId};
use crate::native::ArgumentValue;
use crate::rules::{Confidence, Draft, Place, Project, Severity, Sink};
use crate::source::Span;

use super::told_loader::gives_path;
use super::{Search, is_system};

/// An installed program that loads what it is given by name.
struct Loader<'s> {
    id: TargetId,
    place: &'s InstalledTarget,
    loads: Vec<Load>,
}

impl Search<'_> {
    /// A bare name is looked for in the search path of the program (dlopen(3)).
    pub(super) fn siblings(&self, project: Project<'_>, sink: &mut Sink) {
        let (model, conds) = (self.model, &self.model.facts.conds);
        let modules = self.only.iter().filter(|(id, _)| is_ever(model, **id, &[TargetKind::Module]));
        let folders: Vec<String> = modules.flat_map(|(_, places)| places).filter_map(|one| self.known(one)).collect();
        let has = |id: TargetId| model.target(id).properties.contains_key("INSTALL_RPATH");
        if folders.is_empty() || !self.only.keys().any(|id| has(*id)) {
            return;
        }
        let programs: Vec<Loader<'_>> =
            self.only.iter().filter_map(|(id, places)| self.loader(project, *id, places)).collect();
        let mut found: BTreeMap<TargetId, (TargetId, Span, String, Cond)> = BTreeMap::new();
        for first in programs.iter().filter(|one| has(one.id)) {
            let Some(folder) = self.known(first.place) else { continue };
            let to = model.property(first.id, "INSTALL_RPATH").into_iter().find_map(|item| {
                let to = item.text.split(':').find_map(|part| self.resolve(part, &folder))?;
                (!is_system(&to) && folders.contains(&to)).then_some((to, item))
            });
            let Some((to, item)) = to else { continue };
            for other in programs.iter().filter(|one| !has(one.id) && !model.link_flags(one.id).iter().any(gives_path))
            {
                let same = |load: &&Load| first.loads.iter().any(|known| known.span() == load.span());
                let Some(load) = other.loads.iter().find(same) else { continue };
                let parts = [first.place.cond, other.place.cond, item.cond, load.cond, self.judged];
                let cond = conds.all(parts);
                if cond.is_possible() {
                    found.entry(other.id).or_insert((first.id, load.span(), to.clone(), cond));
                }
            }
        }
        for (id, (first, load, to, cond)) in found {
            let Some(defined) = model.definition_span(id) else { continue };
            let (name, first_name) = (model.name(id), model.name(first));
            let mut draft = Draft::new(cond, Place::new(defined, "has no search path"))
                .related(load, "both load by this call")
                .named("target", name)
                .named("library", first_name)
                .message(format!(
                    "`{name}` loads plugins by the same code as `{first_name}`, whose search path leads to `{to}`, and has none"
                ))
                .confidence(Confidence::Likely)
                .severity(Severity::Warning);
            if let Some(span) = model.definition_span(first) {
                draft = draft.related(span, format!("`{first_name}` has a search path"));
            }
            sink.report(draft);
        }
    }

    fn loader<'s>(&self, project: Project<'_>, id: TargetId, places: &'s [InstalledTarget]) -> Option<Loader<'s>> {
        let [place] = places else { return None };
        let is_open = |load: &Load| load.call.file.as_ref().is_some_and(|file| file.value == ArgumentValue::Opaque);
        if !is_ever(self.model, id, &[TargetKind::Executable]) {
            return None;
        }
        let mut loads = self.model.loads(project.natives, id);
        loads.retain(is_open);
        (!loads.is_empty()).then_some(Loader { id, place, loads })
    }
}
