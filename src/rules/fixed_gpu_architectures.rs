//! GPU architectures that a target's property states in numbers, whatever the user asks for.
use indexmap::{IndexMap, IndexSet};

use crate::cond::Cond;
use crate::rules::wording::listing;
use crate::rules::{Context, Draft, Place, Sink};
use crate::source::Span;

/// Properties with the variables that would give them a value (cmake-properties(7)).
const PROPERTIES: &[(&str, &str)] =
    &[("CUDA_ARCHITECTURES", "CMAKE_CUDA_ARCHITECTURES"), ("HIP_ARCHITECTURES", "CMAKE_HIP_ARCHITECTURES")];

/// What one line says.
struct Said {
    cond: Cond,
    values: IndexSet<String>,
    targets: IndexSet<String>,
}

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    if !cx.facts.build_says(&["CUDA_ARCHITECTURES", "HIP_ARCHITECTURES"]) {
        return;
    }
    let (model, conds) = (project.model, &project.model.facts.conds);
    let mut found: IndexMap<(Span, &str), Said> = IndexMap::new();
    for id in model.judged_targets().filter(|id| !model.is_imported(*id) && !model.is_test_target(*id)) {
        for &(property, variable) in PROPERTIES {
            for item in model.property(id, property) {
                let cond = conds.and(item.cond, model.defined(id));
                // A condition that asks for the variable is a default.
                let asked = conds.subjects(cond).into_iter().any(|one| conds.subject_info(one).name.contains(variable));
                let Some(span) = model.span(item.origin).filter(|_| cond.is_possible() && !asked) else { continue };
                if !written(cx, &span, variable) || !is_list(&item.text) {
                    continue;
                }
                let said = found.entry((span, variable)).or_insert_with(|| Said {
                    cond: Cond::FALSE,
                    values: IndexSet::new(),
                    targets: IndexSet::new(),
                });
                said.cond = conds.or(said.cond, cond);
                said.values.insert(item.text.to_string());
                said.targets.insert(model.name(id).to_owned());
            }
        }
    }
    for ((span, variable), said) in found {
        let values: Vec<&str> = said.values.iter().map(String::as_str).collect();
        let draft = Draft::new(said.cond, Place::new(span, "the list is fixed here"))
            .named("variable", variable)
            .value("targets", listing(&said.targets))
            .value("verb", if said.targets.len() == 1 { "is" } else { "are" })
            .value("list", values.join(";"));
        sink.report(said.targets.into_iter().fold(draft, Draft::subject));
    }
}

/// Whether a value names architectures: `70`, `80-real`, `gfx90a`.
fn is_list(text: &str) -> bool {
    text.split(';').all(|one| {
        let number = one.strip_suffix("-real").or_else(|| one.strip_suffix("-virtual")).unwrap_or(one);
        let number = number.strip_suffix(['a', 'f']).unwrap_or(number);
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) && number != "0"
            || one.starts_with("gfx")
    })
}

/// Whether the line says the list itself, and no variable does.
fn written(cx: &Context<'_>, span: &Span, variable: &str) -> bool {
    let source = cx.facts.sources.get(span.file);
    let text = source.bytes().get(span.start as usize..span.end as usize).unwrap_or_default();
    memchr::memchr(b'$', text).is_none() && memchr::memmem::find(text, variable.as_bytes()).is_none()
}
