//! LLVM's native target is initialised, and no component that holds it is linked.
use crate::cmake::eval::facts::Call;
use crate::cmake::eval::text::has_symbol;
use crate::cond::Cond;
use crate::model::TargetId;
use crate::native::{LlvmInit, LlvmUse, Triggers};
use crate::rules::{Confidence, Context, Draft, Place, Project, Sink};
use crate::source::Span;

/// Components that hold the machine's target (llvm-config(1), LLVM's component tree): pseudo components, and the targets of
/// machines that LLVM itself runs on.
const NATIVE: &[&str] = &[
    "native",
    "nativecodegen",
    "all-targets",
    "all",
    "engine",
    "x86",
    "x86codegen",
    "aarch64",
    "aarch64codegen",
    "arm",
    "armcodegen",
    "powerpc",
    "powerpccodegen",
    "riscv",
    "riscvcodegen",
    "systemz",
    "systemzcodegen",
    "loongarch",
    "loongarchcodegen",
    "mips",
    "mipscodegen",
    "sparc",
    "sparccodegen",
];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let calls = &project.model.facts.calls;
    for call in calls.iter().filter(|c| &*c.command == "llvm_map_components_to_libnames") {
        let lacking = lacks_native(project, call);
        if lacking.is_false() {
            continue;
        }
        for (target, linked) in users(project, call) {
            let cond = project.model.facts.conds.and(lacking, linked);
            if !cond.is_false() {
                report(project, call, target, cond, sink);
            }
        }
    }
}

/// When the components are all known and none of them holds the machine's target.
fn lacks_native(project: Project<'_>, call: &Call) -> Cond {
    let facts = project.model.facts;
    let holding = call.arguments.elems.iter().skip(1).filter(|elem| {
        let text = facts.texts.as_str(elem.text);
        text.is_none_or(|t| has_symbol(t) || NATIVE.contains(&t.to_lowercase().as_str()))
    });
    let holding = facts.conds.any(holding.map(|e| e.cond).collect::<Vec<_>>());
    facts.conds.diff(call.cond, holding)
}

/// Targets that link the result of the call, each with its condition.
fn users(project: Project<'_>, call: &Call) -> Vec<(TargetId, Cond)> {
    let model = project.model;
    let result = format!("LLVM libraries #{}", call.origin.0);
    let names = |text: &str| {
        let symbols = text.chars().filter_map(|c| model.facts.texts.symbol_of(c));
        symbols.map(|s| &model.facts.texts.info(s).name).any(|name| stems_from(name, &result))
    };
    let mut out = Vec::new();
    for target in model.built_targets() {
        let objects = model.property(target, "SOURCES");
        let items = model.link_items(target).iter().chain(&objects);
        let linked = items.filter(|item| names(&item.text)).map(|item| item.cond);
        let cond = model.facts.conds.any(linked.collect::<Vec<_>>());
        let whole = model.link_items(target).iter().any(|item| matches!(&*item.text, "LLVM" | "libLLVM"));
        if !cond.is_false() && !whole {
            out.push((target, cond));
        }
    }
    out
}

/// Whether the name of an unknown text is the result or says that it was computed from it.
fn stems_from(name: &str, result: &str) -> bool {
    let ends = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_digit());
    name.match_indices(result).any(|(at, _)| ends(&name[at + result.len()..]))
}

/// The first call of a native initialiser in a target's binary.
fn report(project: Project<'_>, call: &Call, target: TargetId, cond: Cond, sink: &mut Sink) {
    let model = project.model;
    let Some(components) = model.span(call.origin) else { return };
    for (path, when, _) in model.binary_sources(target) {
        if !project.natives.may_hold(&path, Triggers::LLVM) {
            continue;
        }
        let Some(file) = project.natives.file(&path) else { continue };
        let native =
            |name: &str| name.starts_with("InitializeNativeTarget") || name.starts_with("LLVMInitializeNative");
        // A call under a preprocessor condition may be for builds that have the target.
        let certain = |i: &&LlvmInit| i.used == LlvmUse::Call && file.facts.guards.names(i.guard).is_empty();
        let Some(init) = file.facts.llvm.iter().filter(certain).find(|i| native(&i.name)) else { continue };
        let both = model.facts.conds.and(cond, when);
        if both.is_false() {
            continue;
        }
        let span = Span::new(file.source.id(), init.range.clone());
        let draft = Draft::new(both, Place::new(components, "no component here holds the machine's target"))
            .named("target", model.name(target))
            .named("initialiser", &init.name)
            .named("component", "native")
            .related(span, "the native target is initialised here")
            .confidence(Confidence::Likely);
        sink.report(draft);
        return;
    }
}
