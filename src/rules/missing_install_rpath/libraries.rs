//! Installed libraries that need others which are installed with them.
use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::model::{InstalledTarget, TargetId};
use crate::rules::wording::listing;
use crate::rules::{Draft, Place, Severity, Sink};

use super::{Leads, MOST, Search, Without, is_searched, is_system};

impl Search<'_> {
    /// Shared libraries of a program which need others of which the program itself knows nothing: `DT_RUNPATH` serves the
    /// file that carries it only.
    pub(super) fn libraries_of(
        &mut self,
        id: TargetId,
        place: &InstalledTarget,
        middle: TargetId,
        linked: Cond,
        sink: &mut Sink,
    ) {
        let (model, conds) = (self.model, &self.model.facts.conds);
        let [own] = self.places.get(&middle).map_or(&[][..], Vec::as_slice) else { return };
        let (Some(folder), Some(program)) = (self.known(own), self.known(place)) else { return };
        if model.is_given_away(middle) {
            return;
        }
        let (direct, unread) = (self.direct(id), model.may_be_set_by_missing_files(middle));
        for (low, cond) in model.shared_closure(middle) {
            let [target] = self.places.get(&low).map_or(&[][..], Vec::as_slice) else { continue };
            let Some(to) = self.known(target).filter(|to| !is_searched(to)) else { continue };
            if is_system(&to) && !self.leads_to(id, &program, &to) {
                continue;
            }
            let leads = self.leads(middle, &folder, &to);
            let old = self.keeps_old_tags(id);
            let loaded = direct.get(&low).copied().unwrap_or(Cond::FALSE);
            let cond = conds.diff(
                conds.all([linked, cond, target.cond, own.cond]),
                conds.any([leads.there, leads.foreign, loaded, unread]),
            );
            let Some(span) = model.span(own.origin).filter(|_| !old) else { continue };
            let nowhere = self.leads_nowhere(&leads, &folder);
            if !cond.is_possible() || !leads.any.is_false() && nowhere.is_none() {
                continue;
            }
            self.told.insert(middle);
            let (middle, low, id) = (model.name(middle), model.name(low), model.name(id));
            let mut draft = Draft::new(cond, Place::new(span, format!("`{middle}` is installed here")))
                .severity(Severity::Warning)
                .named("target", middle)
                .named("library", low)
                .subject(id)
                .message(match &nowhere {
                    None => format!(
                        "`{middle}` has no search path and needs `{low}`: the one of `{id}` does not serve its libraries"
                    ),
                    Some((entry, to)) => format!(
                        "the search path `{entry}` of `{middle}` leads from `{folder}` to `{to}`, where nothing is installed, and `{middle}` \
                         needs `{low}`: the path of `{id}` does not serve its libraries"
                    ),
                })
                .help(format!("set INSTALL_RPATH of `{middle}` to \"$ORIGIN\" or what leads to `{low}` from there"));
            if let Some(span) = model.span(target.origin) {
                draft = draft.related(span, format!("`{low}` is installed here"));
            }
            sink.report(draft);
        }
    }

    /// Exported libraries without a search path, where the project gives one to its programs: it is meant for folders that no loader
    /// knows, and there whoever links the library does not find what it needs (`DT_RUNPATH` of a program serves the program only).
    pub(super) fn lone_libraries(&mut self, sink: &mut Sink) {
        let (model, conds, all) = (self.model, &self.model.facts.conds, self.places);
        let led: Vec<(TargetId, Cond)> = all.keys().filter_map(|id| Some((*id, self.led_program(*id)?))).collect();
        if led.is_empty() || all.keys().any(|id| self.keeps_old_tags(*id)) {
            return;
        }
        let aware = conds.any(led.into_iter().map(|(_, cond)| cond).collect::<Vec<_>>());
        let mut group = Without::default();
        for (&middle, places) in all {
            let [own] = places.as_slice() else { continue };
            let is_own = own.exported && !self.told.contains(&middle) && !model.is_given_away(middle);
            let Some(folder) = self.known(own).filter(|_| is_own) else { continue };
            let unread = model.may_be_set_by_missing_files(middle);
            for (low, linked) in model.shared_closure(middle) {
                let [target] = all.get(&low).map_or(&[][..], Vec::as_slice) else { continue };
                let Some(to) = self.known(target).filter(|to| !is_searched(to)) else { continue };
                let leads = self.leads(middle, &folder, &to);
                let kinds = [middle, low].map(|id| model.is_kind(id, &[TargetKind::Shared]));
                let cond = conds.all([own.cond, target.cond, linked, aware, kinds[0], kinds[1], self.judged]);
                let cond = conds.diff(cond, conds.any([leads.there, leads.foreign, unread]));
                let Some(span) = model.span(own.origin).filter(|_| cond.is_possible() && leads.any.is_false()) else {
                    continue;
                };
                group.cond = Some(group.cond.map_or(cond, |before| conds.or(before, cond)));
                let first = *group.primary.get_or_insert(span);
                group.programs.insert(model.name(middle).to_owned());
                group.libraries.insert(model.name(low).to_owned());
                let new =
                    first != span && group.others.len() < MOST && group.others.iter().all(|(one, _)| *one != span);
                if new {
                    group.others.push((span, format!("and `{}`", model.name(middle))));
                }
            }
        }
        report_lone(group, sink);
    }

    /// When a program has a search path of its own, where that is one into the installed tree.
    fn led_program(&self, id: TargetId) -> Option<Cond> {
        let (model, conds) = (self.model, &self.model.facts.conds);
        if !model.target(id).properties.contains_key("INSTALL_RPATH") {
            return None;
        }
        let into = |text: &str| text.contains("ORIGIN");
        let items = model.property(id, "INSTALL_RPATH").into_iter().filter(|item| into(&item.text));
        let cond = conds.any(items.map(|item| item.cond).collect::<Vec<_>>());
        let cond = conds.and(cond, model.is_kind(id, &[TargetKind::Executable]));
        (super::is_unasked(model, cond) && cond.is_possible()).then_some(cond)
    }

    /// An entry of a search path all of whose entries lead from a folder to where nothing is installed, and what it leads to: such a path
    /// was written for files of another folder, and does no more than none.
    fn leads_nowhere(&self, leads: &Leads, folder: &str) -> Option<(String, String)> {
        if !leads.items.is_empty() || !leads.there.is_false() || !leads.foreign.is_false() {
            return None;
        }
        let entries = leads.elsewhere.iter().flat_map(|item| item.text.split(':')).filter(|entry| !entry.is_empty());
        let empty = entries.map(|entry| {
            let to = self.resolve(entry, folder).filter(|to| entry.contains("ORIGIN") && !self.is_filled(to))?;
            Some((self.model.display(entry), to))
        });
        empty.collect::<Option<Vec<_>>>()?.into_iter().next()
    }

    /// Whether a file is linked with the older kind of search path, which serves the libraries as well.
    fn keeps_old_tags(&self, id: TargetId) -> bool {
        self.model.link_flags(id).iter().any(|flag| flag.text.contains("disable-new-dtags"))
    }
}

fn report_lone(group: Without, sink: &mut Sink) {
    let (Some(cond), Some(primary)) = (group.cond, group.primary) else { return };
    let (libraries, low) = (listing(&group.programs), listing(&group.libraries));
    let (has, needs) = if group.programs.len() == 1 { ("has", "needs") } else { ("have", "need") };
    let mut draft = Draft::new(cond, Place::new(primary, "installed without a search path"))
        .severity(Severity::Warning)
        .value("target", libraries.clone())
        .value("library", low.clone())
        .message(format!(
            "{libraries} {has} no search path and {needs} {low}: the search path of a program that links it does not serve its libraries"
        ))
        .help("set INSTALL_RPATH of the library to \"$ORIGIN\", or to what leads from its folder to theirs");
    for name in group.programs.iter().chain(&group.libraries).take(MOST) {
        draft = draft.subject(name);
    }
    for (span, label) in group.others {
        draft = draft.related(span, label);
    }
    sink.report(draft);
}
