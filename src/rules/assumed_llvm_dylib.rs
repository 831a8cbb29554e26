//! The one library `LLVM` is linked by its name, which LLVM has only when it was built so.
use crate::cmake::eval::facts::target_question;
use crate::cmake::eval::text::has_symbol;
use crate::cond::Cond;
use crate::model::{Item, Model};
use crate::rules::{Context, Draft, Place, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let (model, facts) = (project.model, project.model.facts);
    let searches = facts.packages.iter().filter(|search| facts.texts.as_str(search.name) == Some("LLVM"));
    let searched = facts.conds.any(searches.map(|search| search.cond));
    if searched.is_false() || model.find("LLVM").is_some() {
        return;
    }
    for id in model.judged_targets() {
        for item in model.link_items(id).iter().filter(|item| names_dylib(item)) {
            let cond = facts.conds.all([item.cond, searched, model.defined(id)]);
            let Some(span) = model.span(item.origin).filter(|_| !cond.is_false() && !asks(model, cond)) else {
                continue;
            };
            let draft = Draft::new(cond, Place::new(span, "becomes -lLLVM"));
            sink.report(draft.named("target", model.name(id)).value("item", &*item.text));
        }
    }
}

/// `LLVM`, `-lLLVM`, `LLVM-17`.
fn names_dylib(item: &Item) -> bool {
    let name = item.text.strip_prefix("-l").unwrap_or(&item.text);
    let rest = name.strip_prefix("LLVM").map(|rest| rest.strip_prefix('-').unwrap_or(rest));
    !has_symbol(name) && rest.is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'))
}

/// Whether the project asks for the library before: LLVM says whether it has one, and searches find it.
fn asks(model: &Model<'_>, cond: Cond) -> bool {
    let conds = &model.facts.conds;
    let names = |cond: Cond| {
        conds
            .subjects(cond)
            .into_iter()
            .map(|subject| conds.subject_info(subject).name.to_lowercase())
            .collect::<Vec<_>>()
    };
    // Or it stops where LLVM has none.
    let stops = model.facts.forbidden.iter().map(|one| one.cond).filter(|stop| !conds.disjoint(*stop, cond));
    let asks_for_it = |name: &String| name.contains("dylib") || *name == target_question("LLVM").to_lowercase();
    stops.into_iter().any(|stop| names(stop).iter().any(asks_for_it))
        || names(cond).iter().any(|name| {
            // `package LLVM found` says nothing of it.
            let package = name.contains("package") || name == "llvm_found";
            // The list of what LLVM has as files (LLVMConfig.cmake).
            let listed = name.contains("llvm_available_libs");
            name.contains("dylib") || listed || (name.contains("llvm") && !package)
        })
}
