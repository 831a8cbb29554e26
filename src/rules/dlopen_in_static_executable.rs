//! A static executable that loads libraries, with a C library that cannot do that.
use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::flags::LinkFlag;
use crate::model::{Model, TargetId};
use crate::native::{Natives, Triggers};
use crate::rules::{Context, Draft, Place, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let model = project.model;
    if project.natives.with(Triggers::LOAD).next().is_none() {
        return;
    }
    let musl = model.musl(project.files);
    if musl.is_false() {
        return;
    }
    for id in model.judged_targets() {
        look(model, project.natives, id, musl, sink);
    }
}

fn look(model: &Model<'_>, natives: &Natives<'_>, id: TargetId, musl: Cond, sink: &mut Sink) {
    let conds = &model.facts.conds;
    let executable = conds.and(model.is_kind(id, &[TargetKind::Executable]), musl);
    if executable.is_false() {
        return;
    }
    let flags = model.link_flags(id);
    let Some(flag) = flags.iter().find(|flag| matches!(flag.flag.flag, LinkFlag::Static | LinkFlag::StaticPie)) else {
        return;
    };
    let parts = std::iter::once((id, Cond::TRUE)).chain(model.static_closure(id));
    for (part, linked) in parts {
        for load in model.loads(natives, part).iter().filter(|load| load.sure && !load.call.in_macro) {
            let cond = conds.all([executable, flag.cond, linked, load.cond]);
            let (Some(span), Some(defined)) = (model.span(flag.item.origin), model.definition_span(id)) else {
                continue;
            };
            let draft = Draft::new(cond, Place::new(span, "linked statically"))
                .related(defined, "the executable")
                .related(load.span(), "loads a library")
                .named("host", model.name(id))
                .value("function", load.call.function);
            sink.report(draft);
        }
    }
}
