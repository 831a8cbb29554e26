//! Shared libraries without a SONAME that are linked by their path, which then is what the loader looks for.
use std::path::Path;

use crate::cargo::outputs::Outputs;
use crate::cmake::eval::facts::TargetKind;
use crate::discover::Kind;
use crate::model::archives::is_ever;
use crate::model::binaries::LINKED;
use crate::model::{Model, TargetId};
use crate::rules::crate_libraries::linked;
use crate::rules::{Confidence, Context, Draft, Place, Project, Sink};
use crate::source::Span;

#[path = "needed_by_path/command.rs"]
mod command;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    // Whoever gives names to libraries may give one to this one, in whatever way.
    if cx.facts.build_says(&["soname"]) || gives_names(project) {
        return;
    }
    crates(cx, project, sink);
    command::check(project, sink);
}

/// Whether a step of a script that links nothing itself speaks of such names: `patchelf --set-soname`, or flags for cargo.
fn gives_names(project: Project<'_>) -> bool {
    let gives = |words: &[String]| {
        !words.iter().any(|word| word == "-shared") && words.iter().any(|word| word.contains("soname"))
    };
    let mut steps = project.scripts.files().iter().flat_map(|script| &script.facts.steps);
    steps.any(|step| gives(&command::script_words(step)))
}

/// Libraries that cargo makes: rustc gives them no SONAME.
fn crates(cx: &Context<'_>, project: Project<'_>, sink: &mut Sink) {
    let outputs = Outputs::read(cx.facts.sources, project.inputs);
    if outputs.shared.is_empty() || names_libraries(cx, project) {
        return;
    }
    let model = project.model;
    for id in model.judged_targets().filter(|id| !model.is_kind(*id, LINKED).is_false()) {
        for (name, one) in linked(model, id, &outputs.shared, ".so") {
            // A path that is no target CMake turns into `-L` and `-l` where the file has no name (cmComputeLinkInformation.cxx,
            // CheckSharedLibNoSOName).
            let unnamed = one.target.is_some_and(|target| !has_name(model, target));
            let built = one.output.build.as_ref().is_some_and(|build| says_soname(cx, build));
            let Some(place) = one.place.filter(|_| unnamed && !built) else { continue };
            let cond = model.facts.conds.all([one.cond, model.is_kind(id, LINKED), model.elf()]);
            let story = Story {
                library: format!("lib{name}.so"),
                why: "rustc gives a cdylib no SONAME",
                made: one.output.place,
            };
            report(model, id, cond, place, &story, sink);
        }
    }
}

/// What is known of a library.
struct Story {
    library: String,
    why: &'static str,
    made: Span,
}

fn report(model: &Model<'_>, id: TargetId, cond: crate::cond::Cond, place: Span, story: &Story, sink: &mut Sink) {
    if !cond.is_possible() {
        return;
    }
    // A program that stays where it is built finds the library there.
    let installed = model.installed_targets();
    let stays = !installed.is_empty() && !installed.contains_key(&id) && is_ever(model, id, &[TargetKind::Executable]);
    let draft = Draft::new(cond, Place::new(place, "linked by its path"))
        .related(story.made, "made without a name")
        .named("target", model.name(id))
        .named("library", &*story.library)
        .value("why", story.why);
    sink.report(if stays { draft.confidence(Confidence::Heuristic) } else { draft });
}

/// Whether an imported target says what its file is called (cmake-properties(7)).
fn has_name(model: &Model<'_>, target: TargetId) -> bool {
    let names = ["IMPORTED_NO_SONAME", "IMPORTED_SONAME"];
    model.target(target).properties.keys().any(|name| names.iter().any(|known| name.starts_with(known)))
}

/// Whether flags for all crates name libraries.
fn names_libraries(cx: &Context<'_>, project: Project<'_>) -> bool {
    project.inputs.of(Kind::CargoConfig).iter().any(|path| says_soname(cx, path))
}

/// Whether a file says the name of a library, or hands on arguments for the linker that it has under a name of its own.
fn says_soname(cx: &Context<'_>, path: &Path) -> bool {
    let says = |bytes: &[u8]| {
        memchr::memmem::find(bytes, b"soname").is_some() || memchr::memmem::find(bytes, b"link_args").is_some()
    };
    cx.facts.sources.load(path).is_ok_and(|file| says(file.bytes()))
}
