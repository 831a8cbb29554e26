//! Flags in the environment that come too late for a build folder.
use std::collections::HashMap;

use crate::cond::Cond;
use crate::rules::{Context, Draft, Place, Sink};
use crate::scripts::{Act, Assigned, Configure, Reach, Script, Step};
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
    // What lies between two commands that begin anew.
    let anew = |step: &Step| begins_anew(step) || runs_code(script, step);
    let before = steps.iter().take(number).rposition(anew);
    let after = steps.iter().skip(number).position(anew).map_or(steps.len(), |at| number + at);
    let mut again: HashMap<String, &Configure> = HashMap::new();
    for one in script.configures.iter().filter(|one| one.step > number && one.step < after) {
        if let Some(build) = &one.build {
            again.entry(build.shown()).or_insert(one);
        }
    }
    // Set before as well: then the folder has it.
    let known = steps.iter().position(|step| assigns(step, variable)).unwrap_or(steps.len());
    let firsts = script.configures.iter().filter(|one| one.step < number && before.is_none_or(|at| one.step > at));
    firsts.filter(|one| sure(one.step) && known >= one.step).find_map(|first| {
        let build = first.build.as_ref()?.shown();
        let again = again.get(&build).filter(|again| !hands_on(again, variable))?;
        Some((build, first.step, again.step))
    })
}

/// Whether a command gives flags to CMake itself: those are read at every configuration.
fn hands_on(configure: &Configure, variable: &str) -> bool {
    let taken = READ_ONCE.iter().find(|(name, _)| *name == variable).map_or("", |(_, setting)| *setting);
    configure.settings.iter().any(|(name, _, _)| {
        let linker = variable == "LDFLAGS" && name.starts_with("CMAKE_") && name.contains("_LINKER_FLAGS");
        linker || name.strip_prefix(taken).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
    })
}

fn assigns(step: &Step, variable: &str) -> bool {
    matches!(&step.act, Act::Assigned(assigned) if assigned.name == variable)
}

/// Whether a command is a function of the script, or a piece of a program (`python3 -c "…"`): it may remove folders.
fn runs_code(script: &Script, step: &Step) -> bool {
    const INTERPRETERS: &[&str] = &["python", "perl", "ruby", "node", "sh", "bash"];
    let Act::Ran(ran) = &step.act else { return false };
    let Some(program) = ran.program() else { return false };
    let interprets = INTERPRETERS.iter().any(|name| {
        program.strip_prefix(name).is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'))
    });
    let bytes = script.source.bytes();
    let own = || {
        [format!("{program}()"), format!("{program} ()"), format!("function {program}")]
            .iter()
            .any(|head| memchr::memmem::find(bytes, head.as_bytes()).is_some())
    };
    interprets && ran.words.iter().any(|word| matches!(word.literal(), Some("-c" | "-e"))) || own()
}

/// Whether a command removes folders, or has CMake begin with a fresh cache.
fn begins_anew(step: &Step) -> bool {
    let Act::Ran(ran) = &step.act else { return false };
    let mut words = ran.words.iter().map(|word| word.literal());
    let fresh = words.clone().any(|word| word == Some("--fresh"));
    // cmake(1), "Run a Command-Line Tool".
    let is_tool = ran.program() == Some("cmake") && words.any(|word| word == Some("-E"));
    let removes = is_tool && matches!(words.next().flatten(), Some("rm" | "remove_directory" | "rename"));
    fresh
        || removes
        || matches!(ran.program(), Some("rm" | "git" | "mv" | "find" | "rmdir" | "unlink" | "make" | "ninja"))
}
