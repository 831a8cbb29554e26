//! Options that take the next argument, given twice as items of their own: CMake removes the second one.
use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::text::has_symbol;
use crate::flags::takes_separate_argument;
use crate::model::{Item, TargetId};

use crate::rules::edit::Site;
use crate::rules::finding::{Applicability, Fix};
use crate::rules::{Context, Draft, Place, Project, Severity, Sink};

/// Kinds of targets whose options a command line gets.
const KINDS: &[TargetKind] =
    &[TargetKind::Executable, TargetKind::Shared, TargetKind::Module, TargetKind::Static, TargetKind::Object];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    for id in project.model.judged_targets() {
        if project.model.definitions_of(id).iter().any(|definition| KINDS.contains(&definition.kind)) {
            for property in ["COMPILE_OPTIONS", "LINK_OPTIONS"] {
                look(&project, id, property, sink);
            }
        }
    }
}

/// Looks at what a target states itself; CMake de-duplicates that together with what libraries bring.
fn look(project: &Project<'_>, id: TargetId, property: &str, sink: &mut Sink) {
    let model = project.model;
    // A static library has no link line.
    let linked = property != "LINK_OPTIONS"
        || !model.definitions_of(id).iter().all(|d| matches!(d.kind, TargetKind::Static | TargetKind::Object));
    if !linked {
        return;
    }
    let items = model.property(id, property);
    for (at, second) in items.iter().enumerate().filter(|(_, item)| takes_separate_argument(&item.text)) {
        let Some(value) = items.get(at + 1).filter(|value| is_value(value)) else { continue };
        for (before, first) in items.iter().enumerate().take(at).filter(|(_, item)| item.text == second.text) {
            let Some(other) = items.get(before + 1).filter(|other| is_value(other) && other.text != value.text) else {
                continue;
            };
            let conds = &model.facts.conds;
            let cond = conds.all([first.cond, other.cond, second.cond, value.cond, model.defined(id)]);
            let (Some(span), Some(kept)) = (model.span(second.origin), model.span(first.origin)) else { continue };
            if cond.is_false()
                || cond.is_unknown()
                || conds.platform("MSVC").is_some_and(|msvc| conds.implies(cond, msvc))
            {
                continue;
            }
            let draft = Draft::new(cond, Place::new(span, "removed"))
                .related(kept, "the first one stays")
                .named("option", &*second.text)
                .value("value", written(project, second, value))
                .subject(model.name(id));
            let draft = if is_handed_on(&second.text, &value.text) { draft.severity(Severity::Note) } else { draft };
            let fix = joined(project, second, value);
            sink.report(fix.into_iter().fold(draft, Draft::fix));
            break;
        }
    }
}

/// Whether nvcc gives what is left alone to the compiler of the host all the same: CMake has it do that with options that it does not know
/// (`-forward-unknown-to-host-compiler` in Modules/Compiler/NVIDIA-CUDA.cmake, since CMake 3.17 for nvcc 10.2.89 and newer).
fn is_handed_on(option: &str, value: &str) -> bool {
    option == "-Xcompiler" && ["-f", "-W", "-m"].iter().any(|start| value.starts_with(start))
}

/// A value as its command has it: what references stand for differs from machine to machine (`-iquote ${PROJECT_SOURCE_DIR}`).
fn written(project: &Project<'_>, option: &Item, value: &Item) -> String {
    let text = || {
        let span = project.model.span(value.origin)?;
        let site = Site::at(project.files, span)?;
        let arguments = &site.command().arguments;
        let is_option = |at: &usize| arguments.get(*at).and_then(|a| a.template.literal()) == Some(&option.text);
        let mut options = (0..arguments.len()).filter(is_option);
        let only = options.next().filter(|_| options.next().is_none()).map(|at| at + 1);
        let range = &arguments.get(site.argument_at(span).or(only)?)?.range;
        let source = project.files.sources().get(span.file);
        let bytes = source.bytes().get(range.start as usize..range.end as usize)?;
        let text = std::str::from_utf8(bytes).ok()?.trim_matches('"');
        text.contains('$').then(|| text.to_owned())
    };
    text().unwrap_or_else(|| value.text.to_string())
}

/// The two as one item, where they are written side by side as they are.
fn joined(project: &Project<'_>, option: &Item, value: &Item) -> Option<Fix> {
    let (first, last) = (project.model.span(option.origin)?, project.model.span(value.origin)?);
    let site = Site::at(project.files, first)?;
    let (from, to) = (site.argument_at(first)?, site.argument_at(last)?);
    let arguments = site.command().arguments.get(from..=to)?;
    let plain = |text: &str| !text.is_empty() && !text.contains([' ', '"', '\\', ';', '$']);
    let is = |at: usize, item: &Item| {
        arguments.get(at).and_then(|a| a.template.literal()) == Some(&item.text) && plain(&item.text)
    };
    if arguments.len() != 2 || !is(0, option) || !is(1, value) {
        return None;
    }
    let edit = site.replace(from, to, format!("\"SHELL:{} {}\"", option.text, value.text))?;
    Some(Fix {
        title: "write the option and its value as one item".to_owned(),
        applicability: Applicability::Safe,
        edits: vec![edit],
    })
}

/// Whether an item can be the value of the option before it: known, and not another such option.
fn is_value(item: &Item) -> bool {
    !has_symbol(&item.text) && !item.text.contains("$<") && !takes_separate_argument(&item.text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nvcc_hands_on() {
        assert!(is_handed_on("-Xcompiler", "-ffp-contract=off") && is_handed_on("-Xcompiler", "-Wall"));
        assert!(!is_handed_on("-Xcompiler", "-O2") && !is_handed_on("-Xlinker", "-fuse-ld=lld"));
    }
}
