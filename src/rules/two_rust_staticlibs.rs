//! Programs that link the static libraries of two crates: each holds the runtime of Rust.
use std::path::Path;

use crate::cargo::outputs::Outputs;
use crate::comments::{Language, without_comments};
use crate::flags::LinkFlag;
use crate::model::binaries::LINKED;
use crate::rules::crate_libraries::{Linked, linked};
use crate::rules::{Context, Draft, Place, Severity, Sink};
use crate::source::SourceMap;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let outputs = Outputs::read(cx.facts.sources, project.inputs);
    if outputs.archives.len() < 2 {
        return;
    }
    let (model, conds) = (project.model, &project.model.facts.conds);
    for id in model.judged_targets() {
        let kind = model.is_kind(id, LINKED);
        if kind.is_false() {
            continue;
        }
        let archives: Vec<(&str, Linked<'_>)> = linked(model, id, &outputs.archives, ".a").into_iter().collect();
        let pairs = archives
            .iter()
            .enumerate()
            .flat_map(|(at, one)| archives.iter().skip(at + 1).map(move |other| (one, other)));
        let mut both = pairs.map(|(one, other)| (one, other, conds.all([kind, one.1.cond, other.1.cond])));
        let Some((one, other, cond)) = both.find(|(_, _, cond)| cond.is_possible()) else { continue };
        let Some(place) = one.1.place.or_else(|| model.definition_span(id)) else { continue };
        let flags = model.link_flags(id);
        let whole =
            flags.iter().any(|source| matches!(source.flag.flag, LinkFlag::WholeArchive(true) | LinkFlag::AllLoad));
        // Without the standard library there is nothing in both that holds a state.
        if !whole && [one, other].iter().all(|one| is_bare(cx.facts.sources, &one.1.output.root)) {
            continue;
        }
        let (consequence, severity) = if whole {
            ("taken whole, both define the same symbols, and the link fails", Severity::Error)
        } else {
            (
                "there are two standard libraries in one program, with an allocator and a panic handler each",
                Severity::Warning,
            )
        };
        let mut draft = Draft::new(cond, Place::new(place, "the library of one crate"))
            .related(one.1.output.place, "a static library of its own")
            .related(other.1.output.place, "and another one")
            .named("target", model.name(id))
            .named("one", one.0)
            .named("other", other.0)
            .value("consequence", consequence)
            .severity(severity);
        if let Some(span) = other.1.place.filter(|span| Some(*span) != one.1.place) {
            draft = draft.related(span, "the library of the other");
        }
        sink.report(draft);
    }
}

/// Whether a crate says that it takes no standard library, whatever the configuration.
fn is_bare(sources: &SourceMap, root: &Path) -> bool {
    sources.load(root).is_ok_and(|file| {
        let code = without_comments(file.bytes(), Language::C);
        let has = |word: &[u8]| memchr::memmem::find(&code, word).is_some();
        has(b"#![no_std]") && !has(b"extern crate std") && !has(b"extern crate alloc")
    })
}
