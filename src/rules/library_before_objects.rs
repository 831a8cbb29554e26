//! Libraries that are named among the flags of a link, which stand before the objects.
use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::text::has_symbol;
use crate::cond::{Cond, SubjectKind};
use crate::flags::{LinkFlag, Part, system_library};
use crate::model::archives::is_ever;
use crate::model::binaries::{Binaries, LINKED};
use crate::model::{Model, TargetId};

use crate::rules::context::OWN_LINKER;
use crate::rules::wording::link_scope;
use crate::rules::{Confidence, Context, Draft, Place, Project, Sink};

/// Whether a library may stand anywhere: the C library holds it itself, or the compiler names it again at the end of the line.
fn may_stand_anywhere(name: &str) -> bool {
    let part = system_library(name);
    part.is_some_and(|part| !matches!(part, Part::Separate | Part::Unix | Part::Compiler))
}

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    // A linker of the project's own has options and libraries of its own.
    if cx.facts.build_says(OWN_LINKER) {
        return;
    }
    let model = project.model;
    for id in model.judged_targets().filter(|id| is_ever(model, *id, LINKED)) {
        look(project, id, sink);
    }
}

/// Systems whose linker is LLVM's, which looks into archives again: WebAssembly (wasm-ld), FreeBSD since 12 (ld(1), "ld.lld") and OpenBSD
/// since 6.7.
const LLD: [&str; 4] = ["WASI", "Emscripten", "FreeBSD", "OpenBSD"];

fn look(project: Project<'_>, id: TargetId, sink: &mut Sink) {
    let model = project.model;
    let options = model.link_options(id);
    if !options.iter().any(|item| item.text.contains("-l")) {
        return;
    }
    let conds = &model.facts.conds;
    let flags = model.link_flags(id);
    let regardless = flags.iter().any(|source| {
        matches!(&source.flag.flag, LinkFlag::AsNeeded(false) | LinkFlag::WholeArchive(true) | LinkFlag::StartGroup)
    });
    if regardless || model.remembers_archives(id) {
        return;
    }
    let among_libraries = model.library_items(id);
    for source in flags.iter() {
        let LinkFlag::Library(name) = &source.flag.flag else { continue };
        let is_option = options.iter().any(|item| item.origin == source.item.origin && item.text == source.item.text);
        // One item may hold several words: `"-lnuma -ltbb"`.
        let mut words = among_libraries.iter().flat_map(|item| item.text.split_whitespace());
        let again = words.any(|word| {
            let text = word.strip_prefix("-l").unwrap_or(word);
            text == name || text.contains(&format!("lib{name}.")) || is_called_after(&model.display(text), name)
        });
        let again = again || model.links(id).iter().any(|edge| is_called_after(model.name(edge.to), name));
        if !is_option || again || may_stand_anywhere(name) || !is_name(name) {
            continue;
        }
        let platform = |name| conds.platform(name).unwrap_or(Cond::FALSE);
        let cond = conds.all([source.cond, model.defined(id), model.is_kind(id, LINKED)]);
        let cond = ["WIN32", "APPLE"].iter().fold(cond, |cond, name| conds.diff(cond, platform(name)));
        let lld =
            conds.well_known("CMAKE_SYSTEM_NAME").map(|system| conds.any(LLD.map(|name| conds.equals(system, name))));
        let cond = conds.diff(cond, lld.unwrap_or(Cond::FALSE));
        let own = model.find(name).filter(|library| is_ever(model, *library, &[TargetKind::Static]));
        // A shared library gives nothing where the compiler says --as-needed, as those of Linux do.
        let usual = || conds.diff(conds.platform("LINUX").unwrap_or(Cond::TRUE), other_compiler(model, id));
        let cond = if own.is_some() { cond } else { conds.and(cond, usual()) };
        if !cond.is_possible() || is_special(model, cond) {
            continue;
        }
        let Some(span) = model.span(source.item.origin) else { continue };
        // Who calls nothing of it lacks nothing.
        let used = own.is_some() || is_included(project.binaries, id, name);
        let draft = Draft::new(cond, Place::new(span, "stands before the objects"))
            .confidence(if used { Confidence::Likely } else { Confidence::Heuristic })
            .named("library", name)
            .named("target", model.name(id))
            .value("scope", link_scope(model, project.files, id))
            .value("what", if own.is_some() { "an archive gives nothing there" } else { "it gives nothing there" });
        sink.report(draft);
    }
}

/// Whether a source includes a header that is called like the library: `zlib.h` of `z`, `openssl/ssl.h` of `ssl`, `libusb.h` of `usb`.
fn is_included(binaries: &Binaries<'_>, id: TargetId, library: &str) -> bool {
    let library = bare(library);
    binaries.read_units(id).iter().any(|unit| {
        let file = binaries.natives.file(&unit.path);
        file.is_some_and(|file| {
            let mut parts = file.facts.includes.iter().flat_map(|include| include.path.split('/'));
            parts.any(|part| bare(part.split('.').next().unwrap_or(part)) == library)
        })
    })
}

/// A name in small letters, without `lib` before or behind it and without numbers.
fn bare(name: &str) -> String {
    let name = name.to_ascii_lowercase();
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | '.'));
    let name = name.strip_prefix("lib").unwrap_or(name);
    name.strip_suffix("lib").unwrap_or(name).to_owned()
}

/// Whether an item that is found, or comes from a package, may be a library by that name: `${LIBUDEV_LIBRARY}`, `ZLIB::ZLIB`.
fn is_called_after(shown: &str, name: &str) -> bool {
    let found = shown.contains("::") || shown.contains(['$', '<', '{']);
    found && shown.to_ascii_lowercase().contains(&name.to_ascii_lowercase())
}

/// When the project chooses a compiler that is not the system's: which options that one has for its linker is not known.
fn other_compiler(model: &Model<'_>, id: TargetId) -> Cond {
    let names = ["CMAKE_C_COMPILER", "CMAKE_CXX_COMPILER"];
    let mut found = Vec::new();
    for definition in model.definitions_of(id) {
        for name in names {
            let items = model.variable_items(definition.directory, name);
            found.extend(items.iter().filter(|item| !is_usual(&item.text)).map(|item| item.cond));
        }
    }
    model.facts.conds.any(found)
}

/// Whether a compiler is one that Linux systems come with, whose options are theirs: `/usr/bin/g++-12`.
fn is_usual(compiler: &str) -> bool {
    let name = compiler.rsplit('/').next().unwrap_or(compiler);
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | '.'));
    has_symbol(compiler) || matches!(name, "cc" | "c++" | "gcc" | "g++" | "clang" | "clang++")
}

/// Names without a suffix: `-lembind.js` and the like are other things.
fn is_name(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+'))
}

/// Whether the toolchain is one of those whose linker reads archives again: it is named by a condition, Emscripten's often.
fn is_special(model: &Model<'_>, cond: Cond) -> bool {
    let conds = &model.facts.conds;
    conds.subjects(cond).into_iter().any(|subject| {
        let info = conds.subject_info(subject);
        let name = info.name.to_ascii_uppercase();
        let toolchain = ["EMSCRIPTEN", "WASM", "ANDROID", "CLANG", "LLD", "MINGW", "COMPILER"];
        toolchain.iter().any(|word| name.contains(word))
            || matches!(info.kind, SubjectKind::Toolchain | SubjectKind::Unknown)
    })
}

#[cfg(test)]
mod tests {
    use super::bare;

    #[test]
    fn headers_are_called_like_their_library() {
        for (header, library) in
            [("zlib", "z"), ("sqlite3", "sqlite3"), ("libusb", "usb-1.0"), ("CURL", "curl"), ("boost", "boost")]
        {
            assert_eq!(bare(header), bare(library));
        }
        assert_ne!(bare("stdio"), bare("atomic"));
    }
}
