//! Flags in the environment that come too late for a build folder.
use crate::cond::Cond;
use crate::rules::{Context, Draft, Place, Sink};
use crate::scripts::{Act, Assigned, Reach, Script, Step};
use crate::source::Span;

/// Variables that CMake reads when a folder is configured for the first time, and what they become: cmake-env-variables(7).
const READ_ONCE: &[(&str, &str)] = &[
    ("CFLAGS", "CMAKE_C_FLAGS"),
    ("CXXFLAGS", "CMAKE_CXX_FLAGS"),
    ("CUDAFLAGS", "CMAKE_CUDA_FLAGS"),
    ("HIPFLAGS", "CMAKE_HIP_FLAGS"),
    ("FFLAGS", "CMAKE_Fortran_FLAGS"),
    ("LDFLAGS", "CMAKE_EXE_LINKER_FLAGS"),
];

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    for script in project.scripts.files().iter().filter(|script| script.configures.len() > 1 && script.is_one_run()) {
        for (number, step) in script.facts.steps.iter().enumerate() {
            let Some((assigned, setting)) = read_once(step) else { continue };
            if let Some((build, first, again)) = configured(script, number, &assigned.name) {
                let place = |step: usize| {
                    script.facts.steps.get(step).map(|one| Span::new(script.source.id(), one.range.clone()))
                };
                let (Some(at), Some(first), Some(again)) = (place(number), place(first), place(again)) else {
                    continue;
                };
                sink.report(
                    Draft::new(Cond::TRUE, Place::new(at, "not read any more"))
                        .related(first, "configured for the first time")
                        .related(again, "configured again")
                        .named("variable", assigned.name.clone())
                        .value("build", build)
                        .value("setting", setting),
                );
            }
        }
    }
}

/// An assignment of such a variable that reaches what is run.
fn read_once(step: &Step) -> Option<(&Assigned, &'static str)> {
    let Act::Assigned(assigned) = &step.act else { return None };
    let (_, setting) = READ_ONCE.iter().find(|(name, _)| *name == assigned.name)?;
    let plain = !step.conditional && !step.function && assigned.reach == Reach::Exported;
    let empty = assigned.value.literal().is_some_and(|value| value.trim().is_empty());
    (plain && !empty).then_some((assigned, *setting))
}

/// A folder that is configured before a step and again after it, with nothing in between that takes it away.
fn configured(script: &Script, number: usize, variable: &str) -> Option<(String, usize, usize)> {
    let steps = &script.facts.steps;
    let sure = |at: usize| steps.get(at).is_some_and(|step| !step.conditional && !step.function);
    let before = script.configures.iter().filter(|one| one.step < number && sure(one.step));
    for first in before {
        let Some(build) = &first.build else { continue };
        let after = script.configures.iter().filter(|one| one.step > number && one.build.as_ref() == Some(build));
        for again in after {
            let between = steps.get(first.step..=again.step).unwrap_or_default();
            // Set before as well: then the folder has it.
            let known = steps.iter().take(first.step).any(|step| assigns(step, variable));
            if !known && !between.iter().any(begins_anew) {
                return Some((build.shown(), first.step, again.step));
            }
        }
    }
    None
}

fn assigns(step: &Step, variable: &str) -> bool {
    matches!(&step.act, Act::Assigned(assigned) if assigned.name == variable)
}

/// Whether a command removes folders, or has CMake begin with a fresh cache.
fn begins_anew(step: &Step) -> bool {
    let Act::Ran(ran) = &step.act else { return false };
    let fresh = ran.words.iter().any(|word| word.literal().is_some_and(|word| word == "--fresh"));
    fresh || matches!(ran.program(), Some("rm" | "git" | "mv" | "find" | "rmdir" | "unlink" | "make" | "ninja"))
}
