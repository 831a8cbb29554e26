//! Programs that link the static libraries of two crates: each holds the runtime of Rust.
use std::path::Path;

use crate::cargo::outputs::{Output, Outputs};
use crate::cmake::syntax::{Command, File};
use crate::comments::{Language, without_comments};
use crate::flags::LinkFlag;
use crate::model::binaries::LINKED;
use crate::rules::crate_libraries::{Linked, linked};
use crate::rules::{Context, Draft, Place, Project, Severity, Sink};
use crate::source::{SourceMap, normalize};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let mut outputs = Outputs::read(cx.facts.sources, project.inputs);
    outputs.archives.retain(|_, output| !is_imported_otherwise(project, output));
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

/// Whether the project imports a crate as other types than a static library, whatever its manifest says (Corrosion, "Usage":
/// `corrosion_import_crate(MANIFEST_PATH … CRATE_TYPES …)`).
fn is_imported_otherwise(project: Project<'_>, output: &Output) -> bool {
    const TYPES: &[&str] = &["staticlib", "cdylib", "bin"];
    let sources = project.files.sources();
    let manifest = sources.get(output.place.file);
    let imports = |file: &File, command: &Command| {
        let words: Vec<&str> = command.arguments.iter().map(|one| one.template.literal().unwrap_or_default()).collect();
        let behind = |key: &str| words.iter().position(|word| *word == key).and_then(|at| words.get(at + 1..));
        let Some(folder) = sources.get(file.id).path().parent().map(std::path::Path::to_path_buf) else { return false };
        let named = behind("MANIFEST_PATH").and_then(|rest| rest.first()).map(|path| normalize(&folder.join(path)));
        let types = behind("CRATE_TYPES").map(|rest| rest.iter().take_while(|word| TYPES.contains(word)));
        named.is_some_and(|path| path == manifest.path())
            && types.is_some_and(|mut types| types.clone().next().is_some() && !types.any(|one| *one == "staticlib"))
    };
    let mut evaluated = project.evaluated();
    evaluated.any(|file| {
        let mut commands = file.commands.iter().filter(|one| &*one.lower == "corrosion_import_crate");
        commands.any(|command| imports(&file, command))
    })
}

/// Whether a crate says that it takes no standard library, whatever the configuration.
fn is_bare(sources: &SourceMap, root: &Path) -> bool {
    sources.load(root).is_ok_and(|file| {
        let code = without_comments(file.bytes(), Language::C);
        let has = |word: &[u8]| memchr::memmem::find(&code, word).is_some();
        has(b"#![no_std]") && !has(b"extern crate std") && !has(b"extern crate alloc")
    })
}
