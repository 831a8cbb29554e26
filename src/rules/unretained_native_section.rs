//! Tables in sections of their own that rust-lld collects.
use std::path::Path;

use rustc_hash::FxHashSet;

use crate::cargo::archives::archives;
use crate::cargo::config::effective;
use crate::cargo::platform::HOSTS;
use crate::cargo::{BuildScript, Cargo, Package, Word};
use crate::comments::{Language, without_comments};
use crate::cond::Cond;
use crate::flags::{LinkFlag, RustcFlag, rustc};
use crate::native::NativeFile;
use crate::source::Span;

use crate::rules::{Context, Draft, Place, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(cargo) = cx.facts.cargo else { return };
    for package in cargo.selected().filter(|package| package.build.is_some()) {
        let Some(script) = cargo.script(package) else { continue };
        for archive in archives(cargo, package, script) {
            let files: Vec<NativeFile> =
                archive.sources.iter().filter_map(|(path, _)| cargo.natives.file(path)).collect();
            let cond = archive.directive.cond;
            look(cargo, package, script, &files, &archive.library.name, cond, sink);
        }
    }
}

fn look(
    cargo: &Cargo<'_>,
    package: &Package,
    script: &BuildScript,
    files: &[NativeFile],
    library: &str,
    cond: Cond,
    sink: &mut Sink,
) {
    let sections = || files.iter().flat_map(|file| file.facts.sections.iter().map(move |one| (file, one)));
    for (file, bound) in sections().filter(|(_, one)| one.boundary) {
        let members: Vec<_> = sections().filter(|(_, one)| !one.boundary && one.section == bound.section).collect();
        let Some((own, member)) = members.first().filter(|_| members.iter().all(|(_, one)| !one.retain)) else {
            continue;
        };
        // `retain` may come by a macro of the project.
        if may_retain(cargo, files) || has_other_linker(cargo, package, script) {
            return;
        }
        let linux = cargo.conds.platform("LINUX").unwrap_or(Cond::TRUE);
        let lld = cargo.conds.opaque("rustc links with rust-lld (1.90 and later, x86-64)");
        let draft = Draft::new(
            cargo.conds.all([linux, lld, cond]),
            Place::new(Span::new(own.source.id(), member.range.clone()), "nothing keeps it"),
        )
        .related(Span::new(file.source.id(), bound.range.clone()), "the table is read here")
        .named("section", member.section.clone())
        .named("library", library)
        .named("package", package.name.text.clone());
        sink.report(draft);
        return;
    }
}

/// Whether the package is linked by another linker, or told not to collect.
fn has_other_linker(cargo: &Cargo<'_>, package: &Package, script: &BuildScript) -> bool {
    let arguments: Vec<String> = script
        .script
        .directives
        .iter()
        .filter_map(|one| one.link_arg().map(|(_, argument)| format!("link-arg={argument}")))
        .collect();
    let words: Vec<&str> = arguments.iter().flat_map(|text| ["-C", text]).collect();
    let keeps = |flag: &RustcFlag| match flag {
        RustcFlag::Link(link) => matches!(
            link,
            LinkFlag::UseLd(_)
                | LinkFlag::ZStartStopGc(false)
                | LinkFlag::GcSections(false)
                | LinkFlag::LinkerScript(_)
        ),
        RustcFlag::Linker(_)
        | RustcFlag::LinkerFeatures(_)
        | RustcFlag::LinkerFlavor(_)
        | RustcFlag::LinkDeadCode(true) => true,
        _ => false,
    };
    if rustc(&words).iter().any(|flag| keeps(&flag.flag)) {
        return true;
    }
    let configs = cargo.configs_for(&package.folder);
    // rust-lld is the linker of one target (Rust 1.90, release notes).
    let other = |target: &Word| target.text != "x86_64-unknown-linux-gnu";
    if configs.iter().any(|config| config.build_target.as_ref().is_some_and(other)) {
        return true;
    }
    let by_config = HOSTS.iter().filter(|triple| triple.os == "linux" && triple.arch == "x86_64").any(|triple| {
        effective(&configs, triple).is_none_or(|effective| {
            effective.taken.iter().any(|list| list.flags().iter().any(|flag| keeps(&flag.flag)))
        })
    });
    by_config
        || cargo
            .assignments()
            .iter()
            .any(|assignment| assignment.words().is_none_or(|words| rustc(&words).iter().any(|flag| keeps(&flag.flag))))
}

/// Whether a file, or one that it includes, has the word.
fn may_retain(cargo: &Cargo<'_>, files: &[NativeFile]) -> bool {
    let mut open: Vec<NativeFile> = files.to_vec();
    let mut seen = FxHashSet::default();
    while let Some(file) = open.pop() {
        if says_retain(file.source.bytes()) {
            return true;
        }
        let names = file.facts.includes.iter().filter_map(|include| Path::new(&*include.path).file_name());
        let included = names.flat_map(|name| cargo.natives.named(name)).filter(|index| seen.insert(**index));
        open.extend(included.filter_map(|index| cargo.natives.at(*index)).cloned());
    }
    false
}

/// Whether the code, not a comment, has the word.
fn says_retain(bytes: &[u8]) -> bool {
    let has = |bytes: &[u8]| memchr::memmem::find(bytes, b"retain").is_some();
    has(bytes) && has(&without_comments(bytes, Language::C))
}
