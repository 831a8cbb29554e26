//! Two calls of export() that write the same file: the second one replaces the first.
use crate::cmake::eval::facts::Export;
use crate::rules::{Context, Draft, Place, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    let conds = &model.facts.conds;
    let file =
        |one: &Export| model.facts.texts.as_str(one.file).filter(|file| !file.is_empty() && !model.is_unknown(file));
    let all: Vec<(&Export, &str)> = model.facts.exports.iter().filter_map(|one| Some((one, file(one)?))).collect();
    for (at, (second, name)) in all.iter().enumerate().filter(|(_, (second, _))| !second.append) {
        let Some((first, _)) = all[..at].iter().find(|(first, other)| {
            other == name && first.directory == second.directory && conds.and(first.cond, second.cond).is_possible()
        }) else {
            continue;
        };
        let (Some(before), Some(here)) = (model.span(first.origin), model.span(second.origin)) else { continue };
        if before == here {
            continue;
        }
        let shown = name.rsplit('/').next().unwrap_or(name);
        sink.report(
            Draft::new(conds.and(first.cond, second.cond), Place::new(here, "writes it anew"))
                .related(before, "written here before")
                .named("file", shown),
        );
    }
}
