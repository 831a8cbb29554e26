//! `target_link_libraries` on a target of another directory, where CMP0079 is not NEW.
use crate::cmake::eval::facts::OldEffect;

use crate::rules::{Context, Draft, Place, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    for old in &project.model.facts.old_policies {
        let OldEffect::ForeignLink(name) = &old.effect else { continue };
        let Some(span) = project.model.span(old.origin) else { continue };
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
