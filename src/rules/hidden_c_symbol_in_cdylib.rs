//! C functions of a static library in a cdylib, which somebody outside calls.
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::cargo::archives::archives;
use crate::cargo::{Cargo, Package};
use crate::cond::Cond;
use crate::flags::rustc;
use crate::model::binaries::emits;
use crate::native::{FileIndex, Language, language};
use crate::source::Span;

use crate::rules::{Context, Draft, Place, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(cargo) = cx.facts.cargo else { return };
    let cdylib = |package: &&Package| {
        package.library.as_ref().is_some_and(|library| library.is("cdylib") && !library.is("staticlib"))
    };
    let candidates: Vec<&Package> = cargo.selected().filter(cdylib).filter(|package| package.build.is_some()).collect();
    if candidates.is_empty() {
        return;
    }
    let scripts = cargo.packages.iter().filter_map(|package| Some((package, cargo.script(package)?)));
    let compiled: BTreeSet<PathBuf> = scripts
        .flat_map(|(package, script)| archives(cargo, package, script))
        .flat_map(|archive| archive.sources)
        .map(|(path, _)| path)
        .collect();
    for package in candidates {
        look(cargo, package, &compiled, sink);
    }
}

/// A function of an archive.
struct Hidden {
    file: PathBuf,
    place: Span,
    link: Span,
    cond: Cond,
    library: String,
}

fn look(cargo: &Cargo<'_>, package: &Package, all: &BTreeSet<PathBuf>, sink: &mut Sink) {
    let Some(script) = cargo.script(package) else { return };
    let mut hidden: BTreeMap<String, Hidden> = BTreeMap::new();
    let mut compiled: BTreeSet<PathBuf> = BTreeSet::new();
    for archive in archives(cargo, package, script) {
        for (path, cond) in &archive.sources {
            compiled.insert(path.clone());
            let Some(file) = cargo.natives.file(path) else { continue };
            for function in file.facts.functions.iter().filter(|one| emits(one)) {
                hidden.entry(function.name.clone()).or_insert_with(|| Hidden {
                    file: path.clone(),
                    place: Span::new(file.source.id(), function.range.clone()),
                    link: script.span(&archive.directive.range),
                    cond: cargo.conds.and(archive.directive.cond, *cond),
                    library: archive.library.name.clone(),
                });
            }
        }
    }
    // Without other C code nothing calls from outside.
    let others = cargo.natives.paths().any(|path| !all.contains(path) && language(path) != Some(Language::Header));
    if hidden.is_empty() || !others || widens(script) {
        return;
    }
    for file in cargo.rust() {
        // What Rust exports under the name is what they get; files that are not read may do so.
        let Some(facts) = &file.facts else { return };
        for export in &facts.exports {
            hidden.remove(&export.symbol);
        }
    }
    let words: Vec<String> = hidden.keys().cloned().collect();
    let mut indices: Vec<FileIndex> = cargo.natives.mentioning(&words).iter().copied().collect();
    indices.sort_unstable();
    // Another definition outside may be the one that is meant.
    for index in &indices {
        let Some(path) = cargo.natives.path(*index).filter(|path| !compiled.contains(&***path)) else { continue };
        let Some(file) = cargo.natives.file(path) else { continue };
        for function in file.facts.functions.iter().filter(|one| one.is_definition) {
            hidden.remove(&function.name);
        }
    }
    for index in indices {
        let Some(path) = cargo.natives.path(index).filter(|path| !compiled.contains(&***path)) else { continue };
        if language(path) == Some(Language::Header) || !is_near(cargo, package, path) {
            continue;
        }
        let Some(file) = cargo.natives.file(path) else { continue };
        for used in file.facts.needed() {
            let Some(found) = hidden.get(&*used.name).filter(|found| found.file != **path) else { continue };
            let draft = Draft::new(
                found.cond,
                Place::new(found.link, "into the cdylib, where only Rust's own symbols are exported"),
            )
            .related(found.place, "defined here")
            .related(Span::new(file.source.id(), used.range.clone()), "wanted here")
            .named("symbol", used.name.to_string())
            .named("library", found.library.clone())
            .named("package", package.name.text.clone());
            sink.report(draft);
        }
    }
}

/// Whether the build script tells the linker what to export.
fn widens(script: &crate::cargo::BuildScript) -> bool {
    let arguments: Vec<String> = script
        .script
        .directives
        .iter()
        .filter_map(|one| one.link_arg().filter(|(kind, _)| matches!(*kind, "" | "cdylib")))
        .map(|(_, argument)| format!("link-arg={argument}"))
        .collect();
    let words: Vec<&str> = arguments.iter().flat_map(|text| ["-C", text]).collect();
    script.script.incomplete
        || arguments.iter().any(|text| text.contains(crate::cargo::script::UNKNOWN))
        || rustc(&words).iter().any(|flag| crate::cargo::config::exports(&flag.flag))
}

/// Whether a source belongs to who uses the package: another project of the repository may have its own library of the name.
fn is_near(cargo: &Cargo<'_>, package: &Package, path: &std::path::Path) -> bool {
    let top = cargo.workspace_of(package).map_or(&package.folder, |workspace| &workspace.folder);
    path.starts_with(top)
}
