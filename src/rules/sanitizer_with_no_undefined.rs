//! Shared libraries with a sanitizer that must not have undefined symbols: clang leaves the runtime to the program.
use crate::cmake::eval::facts::TargetKind;
use crate::cond::Cond;
use crate::flags::LinkFlag;
use crate::model::{FlagSource, Model, TargetId};

use crate::rules::{Context, Draft, Place, Sink};

/// Sanitizers whose runtime clang links into programs only.
const IN_PROGRAMS: &[&str] = &["address", "thread", "memory", "hwaddress", "leak", "undefined"];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let (model, conds) = (project.model, &project.model.facts.conds);
    for id in model.judged_targets() {
        let shared = model.is_kind(id, &[TargetKind::Shared, TargetKind::Module]);
        let Some((sanitized, flag)) = (!shared.is_false()).then(|| model.sanitized_link(id, IN_PROGRAMS)).flatten()
        else {
            continue;
        };
        let Some((refused, no_undefined)) = refuses(model, id) else { continue };
        let cond = conds.all([model.elf(), shared, sanitized, refused, model.compiled_by(id, "Clang")]);
        // Clang for Android links the shared runtime unless told otherwise (clang, lib/Driver/SanitizerArgs.cpp, `SharedRuntime`).
        let android = conds.platform("ANDROID").unwrap_or(Cond::FALSE);
        let cond = conds.diff(cond, conds.or(android, shared_runtime(model, id)));
        // Of several, the one that is on where this fails.
        let flags = model.link_flags(id);
        let on = |source: &&FlagSource| conds.and(source.cond, cond).is_possible();
        let mut refusing = flags.iter().filter(|source| source.flag.flag == LinkFlag::NoUndefined);
        let no_undefined = refusing.find(on).cloned().unwrap_or(no_undefined);
        let place = model.span(no_undefined.item.origin).or_else(|| model.definition_span(id));
        let Some(place) = place.filter(|_| cond.is_possible()) else { continue };
        let mut asking = flags.iter().filter(|source| matches!(&source.flag.flag, LinkFlag::Sanitize(_)));
        let flag = asking.find(on).cloned().unwrap_or(flag);
        // One story is told: that of the sanitizer which is named.
        let told = conds.and(cond, flag.cond);
        let cond = if told.is_possible() { told } else { cond };
        let mut draft = Draft::new(cond, Place::new(place, "undefined symbols are an error"))
            .named("library", model.name(id))
            .value("sanitizer", &*flag.text)
            .value("refusal", &*no_undefined.text);
        if let Some(span) = model.span(flag.item.origin) {
            draft = draft.related(span, "calls of the runtime are compiled in");
        }
        sink.report(draft);
    }
}

/// When undefined symbols are an error, and the flag that says so.
fn refuses(model: &Model<'_>, id: TargetId) -> Option<(Cond, FlagSource)> {
    let flags = model.link_flags(id);
    let first = flags.iter().find(|source| source.flag.flag == LinkFlag::NoUndefined)?;
    let all = flags.iter().filter(|source| source.flag.flag == LinkFlag::NoUndefined).map(|source| source.cond);
    let let_through = flags.iter().filter(|source| matches!(source.flag.flag, LinkFlag::AllowUndefined(_)));
    let let_through: Vec<Cond> = let_through.map(|source| source.cond).collect();
    let conds = &model.facts.conds;
    let when = conds.diff(conds.any(all.collect::<Vec<_>>()), conds.any(let_through));
    Some((when, first.clone()))
}

/// When the runtime is a shared library that is linked as well, or the link names it itself.
fn shared_runtime(model: &Model<'_>, id: TargetId) -> Cond {
    let flags = model.link_flags(id);
    let named = flags.iter().filter(|source| {
        let text = &source.text;
        text.contains("shared-lib") || text.contains("clang_rt") || text.contains("libasan") || text.contains("trap")
    });
    model.facts.conds.any(named.map(|source| source.cond).collect::<Vec<_>>())
}
