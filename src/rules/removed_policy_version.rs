//! Policy versions that CMake 4 refuses.
use crate::cmake::eval::facts::OldEffect;

use crate::rules::{Context, Draft, Place, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    for old in &project.model.facts.old_policies {
        let OldEffect::Refused(version) = &old.effect else { continue };
        let Some(span) = project.model.span(old.origin) else { continue };
        sink.report(Draft::new(old.cond, Place::new(span, "refused")).value("version", &**version));
    }
}
