//! The one library `LLVM` is linked by its name, which LLVM has only when it was built so.
use crate::cmake::eval::Listed;
use crate::cmake::eval::facts::target_question;
use crate::cmake::eval::text::has_symbol;
use crate::cond::{Cond, SubjectKind};
use crate::model::Model;
use crate::rules::{Context, Draft, Place, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let (model, facts) = (project.model, project.model.facts);
    let searches = facts.packages.iter().filter(|search| facts.texts.as_str(search.name) == Some("LLVM"));
    let searched = facts.conds.any(searches.map(|search| search.cond));
    if searched.is_false() || model.find("LLVM").is_some() {
        return;
    }
    if searches_for_it(&project.files.all()) {
        return;
    }
    for id in model.judged_targets() {
        for item in model.link_items(id).iter().filter(|item| names_dylib(&item.text)) {
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
fn names_dylib(item: &str) -> bool {
    let name = item.strip_prefix("-l").unwrap_or(item);
    let rest = name.strip_prefix("LLVM").map(|rest| rest.strip_prefix('-').unwrap_or(rest));
    !has_symbol(name) && rest.is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'))
}

/// Whether a search for the library stops where there is none: `find_library(… NAMES LLVM … REQUIRED)`.
fn searches_for_it(files: &Listed) -> bool {
    files.calls("find_library").any(|(_, command)| {
        let words: Vec<_> = command.arguments.iter().skip(1).filter_map(|one| one.template.literal()).collect();
        words.contains(&"REQUIRED") && words.iter().any(|word| names_dylib(word))
    })
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
    // A question whose answer is not known, as whether a file is there or what a program says, may be that for the library.
    let unknown = |kind| matches!(kind, SubjectKind::Unknown | SubjectKind::Fact);
    let mut subjects = conds.subjects(cond).into_iter().map(|subject| conds.subject_info(subject));
    let is_open = subjects.any(|info| unknown(info.kind) && !info.name.contains("package"));
    // Or it stops where LLVM has none.
    let stops = model.facts.forbidden.iter().map(|one| one.cond).filter(|stop| !conds.disjoint(*stop, cond));
    let asks_for_it = |name: &String| name.contains("dylib") || *name == target_question("LLVM").to_lowercase();
    is_open
        || stops.into_iter().any(|stop| names(stop).iter().any(asks_for_it))
        || names(cond).iter().any(|name| {
            // `package LLVM found` says nothing of it.
            let package = name.contains("package") || name == "llvm_found";
            // The list of what LLVM has as files (LLVMConfig.cmake).
            let listed = name.contains("llvm_available_libs");
            name.contains("dylib") || listed || (name.contains("llvm") && !package)
        })
}
