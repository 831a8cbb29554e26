//! `target_link_libraries` on a target of another directory, where CMP0079 is not NEW.
use crate::cmake::eval::facts::OldEffect;
use crate::cmake::eval::is_modelled;
use crate::model::Model;
use crate::rules::{Context, Draft, Place, Sink};
use crate::source::Span;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    for old in &project.model.facts.old_policies {
        let OldEffect::ForeignLink(name) = &old.effect else { continue };
        let Some(span) = project.model.span(old.origin) else { continue };
        if may_be_defined_beside(project.model, name, span) {
            continue;
        }
        let mut draft = Draft::new(old.cond, Place::new(span, "linked here")).named("target", &**name);
        let defined = project.model.find(name).and_then(|id| project.model.definition_span(id));
        if let Some(defined) = defined {
            draft = draft.related(defined, "defined in another directory");
        }
        if let Some(stated) = old.stated_at {
            draft = draft.related(stated, "this version leaves CMP0079 unset");
        }
        sink.report(draft);
    }
}

/// Whether a command that is not known has the name among its arguments in the same file: it may define another target of that name.
fn may_be_defined_beside(model: &Model<'_>, name: &str, link: Span) -> bool {
    let calls = model.facts.calls.iter().filter(|call| !is_modelled(&call.command));
    let mut beside = calls.filter(|call| model.span(call.origin).is_some_and(|span| span.file == link.file));
    beside.any(|call| model.items(&call.arguments, None).iter().any(|item| &*item.text == name))
}
