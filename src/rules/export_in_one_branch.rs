//! Targets that are in an export set by one `install(TARGETS)`, and installed without it by another.
use crate::cmake::eval::facts::{Install, InstallKind, TargetKind};
use crate::cond::Cond;
use crate::model::TargetId;
use crate::rules::{Context, Draft, Place, Project, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let facts = project.model.facts;
    let rules = || facts.installs.iter().filter(|install| install.kind == InstallKind::Target);
    if !facts.installs.iter().any(|install| install.kind == InstallKind::Export) {
        return;
    }
    let members: Vec<Member<'_>> = rules().flat_map(|install| members(project, install)).collect();
    for install in rules().filter(|install| install.export.is_none()) {
        for one in items(project, install) {
            judge(project, install, one, &members, sink);
        }
    }
}

/// A target in an export set.
struct Member<'a> {
    id: TargetId,
    set: &'a str,
    cond: Cond,
    install: &'a Install,
}

/// The targets of a rule, and when.
fn items(project: Project<'_>, install: &Install) -> Vec<(TargetId, Cond)> {
    let model = project.model;
    let found = model.items(&install.items, None).into_iter();
    found.filter_map(|item| Some((model.find(&item.text)?, model.facts.conds.and(install.cond, item.cond)))).collect()
}

fn members<'a>(project: Project<'a>, install: &'a Install) -> Vec<Member<'a>> {
    let Some(set) = install.export.and_then(|set| project.model.facts.texts.as_str(set)) else { return Vec::new() };
    items(project, install).into_iter().map(|(id, cond)| Member { id, set, cond, install }).collect()
}

fn judge(
    project: Project<'_>,
    install: &Install,
    (id, cond): (TargetId, Cond),
    members: &[Member<'_>],
    sink: &mut Sink,
) {
    const LIBRARIES: &[TargetKind] = &[TargetKind::Static, TargetKind::Shared, TargetKind::Interface];
    let (model, conds) = (project.model, &project.model.facts.conds);
    let mut own = members.iter().filter(|member| member.id == id).peekable();
    let Some(first) = own.peek().copied() else { return };
    if !own.all(|member| member.set == first.set && conds.disjoint(member.cond, cond)) {
        return;
    }
    let (Some(with), Some(without)) = (model.span(first.install.origin), model.span(install.origin)) else { return };
    let is_library = model.is_kind(id, LIBRARIES);
    let others = members.iter().filter(|member| member.id != id && member.set == first.set);
    let others: Vec<_> = others.map(|member| conds.and(member.cond, model.is_kind(member.id, LIBRARIES))).collect();
    let sets = model.facts.installs.iter().filter(|one| one.kind == InstallKind::Export);
    let named = sets.filter(|one| one.export.and_then(|set| model.facts.texts.as_str(set)) == Some(first.set));
    let written: Vec<_> = named.map(|one| model.install_runs(one)).collect();
    let cond = conds.all([cond, is_library, conds.any(others), conds.any(written), model.defined(id)]);
    if with.file != without.file || !cond.is_possible() || !first.cond.is_possible() {
        return;
    }
    sink.report(
        Draft::new(cond, Place::new(without, "no `EXPORT`"))
            .related(with, "with `EXPORT` here, in other configurations")
            .named("target", model.name(id))
            .named("set", first.set),
    );
}
