//! A build script that takes the machine which builds for the target.
use crate::cargo::Package;
use crate::rules::{Context, Draft, Place, Sink};

/// As many places more are shown.
const MOST: usize = 20;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(cargo) = cx.facts.cargo else { return };
    // A procedural macro runs on the machine that builds, and is made for it.
    let for_host = |package: &Package| package.library.as_ref().is_some_and(|library| library.proc_macro);
    let differ = cargo.conds.opaque("the target is not the machine that builds");
    for package in cargo.selected().filter(|package| package.build.is_some() && !for_host(package)) {
        let Some(script) = cargo.script(package) else { continue };
        // One finding for a script: who mends one test mends all.
        let Some((first, others)) = script.script.host_tests.split_first() else { continue };
        let place = Place::new(script.span(&first.range), "asks for the machine that builds");
        let mut draft = Draft::new(differ, place)
            .value("package", package.name.text.clone())
            .named("asked", first.asked.clone())
            .value("done", if first.compiles { "compiled" } else { "linked" })
            .related(script.span(&first.decides), "decides this for the target");
        for other in others.iter().take(MOST) {
            draft = draft.related(script.span(&other.range), "and here").subject(other.asked.clone());
        }
        sink.report(draft);
    }
}
