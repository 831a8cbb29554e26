//! C and C++ objects that only register themselves, in a static library that a build script links the plain way.
use std::collections::BTreeSet;

use crate::cargo::archives::{Archive, archives};
use crate::cargo::{Cargo, Package};
use crate::cond::Cond;
use crate::model::binaries::{emits, stores};
use crate::model::mentions::has_word;
use crate::native::{NativeFile, RegistrationKind};
use crate::source::Span;

use crate::rules::{Context, Draft, Place, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(cargo) = cx.facts.cargo else { return };
    for package in cargo.selected().filter(|package| package.build.is_some()) {
        let Some(script) = cargo.script(package) else { continue };
        // Two prints of one library: one may take it whole.
        let all = archives(cargo, package, script);
        let arguments: Vec<&str> = script.script.directives.iter().filter_map(|one| Some(one.link_arg()?.1)).collect();
        if arguments.iter().any(|argument| takes_whole(argument)) {
            continue;
        }
        for archive in &all {
            let whole = all.iter().any(|other| other.library.name == archive.library.name && other.library.is_whole());
            if !whole {
                look(cargo, package, archive, (script.span(&archive.directive.range), &arguments), sink);
            }
        }
    }
}

/// Whether an argument of the link has archives taken whole, as one did before there was `+whole-archive`.
fn takes_whole(argument: &str) -> bool {
    const WORDS: &[&str] = &["--whole-archive", "-force_load", "-all_load", "/WHOLEARCHIVE"];
    WORDS.iter().any(|word| argument.contains(word))
}

fn look(
    cargo: &Cargo<'_>,
    package: &Package,
    archive: &Archive<'_>,
    (link, arguments): (Span, &[&str]),
    sink: &mut Sink,
) {
    let paths: Vec<_> = archive.sources.iter().map(|(path, _)| path.as_path()).collect();
    cargo.natives.read_ahead(&paths);
    let files: Vec<(NativeFile, Cond)> =
        archive.sources.iter().filter_map(|(path, cond)| Some((cargo.natives.file(path)?, *cond))).collect();
    for (at, (file, compiled)) in files.iter().enumerate() {
        let others: Vec<&NativeFile> =
            files.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, (file, _))| file).collect();
        let Some(registration) = registers(file, &others) else { continue };
        // `-u` names a symbol whose member is to be taken.
        let mut functions = file.facts.functions.iter().filter(|one| emits(one));
        let asked = |name: &str| {
            let is_asked = |one: &&str| has_word(one.as_bytes(), name);
            arguments.iter().filter(|one| one.contains("-u") || one.contains("/INCLUDE:")).any(is_asked)
        };
        if functions.any(|one| asked(&one.name)) || is_wanted(cargo, file) {
            continue;
        }
        let cond = cargo.conds.and(archive.directive.cond, *compiled);
        let name = file.source.path().file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let draft = Draft::new(cond, Place::new(link, "members are taken as they are needed"))
            .related(Span::new(file.source.id(), registration), "nothing names this file")
            .named("library", archive.library.name.clone())
            .named("file", name)
            .named("package", package.name.text.clone());
        sink.report(draft);
    }
}

/// Where a file registers something, if it does that and its work goes to another source of the library.
fn registers(file: &NativeFile, others: &[&NativeFile]) -> Option<std::ops::Range<u32>> {
    let facts = &file.facts;
    if facts.truncated || facts.functions.iter().any(|function| function.attributes.alias.is_some()) {
        return None;
    }
    let defined: BTreeSet<&str> = others
        .iter()
        .flat_map(|other| other.facts.functions.iter().filter(|one| one.is_definition))
        .map(|one| one.name.as_str())
        .collect();
    let calls_another =
        || facts.needed().any(|used| defined.contains(used.name.rsplit(':').next().unwrap_or_default()));
    let found = facts.registrations.iter().find(|one| match one.kind {
        RegistrationKind::Constructor => calls_another(),
        RegistrationKind::Macro => true,
        // A value that is computed may be nothing but a constant.
        RegistrationKind::DynamicInit => {
            let of = one.detail.rsplit(':').next().unwrap_or_default();
            defined.contains(of) || others.iter().any(|other| other.facts.classes.iter().any(|class| class.name == of))
        }
    });
    found.map(|one| one.range.clone())
}

/// Whether something names what the file defines, so that its member is taken.
fn is_wanted(cargo: &Cargo<'_>, file: &NativeFile) -> bool {
    let functions = file.facts.functions.iter().filter(|one| emits(one)).map(|one| one.name.as_str());
    let variables = file.facts.variables.iter().filter(|one| stores(one)).map(|one| one.name.as_str());
    let names: BTreeSet<&str> = functions.chain(variables).collect();
    if names.is_empty() {
        return false;
    }
    let imported = cargo.rust().iter().any(|rust| match &rust.facts {
        Some(facts) => facts.imports.iter().any(|import| names.contains(import.symbol.as_str())),
        // Generated bindings may name anything.
        None => true,
    });
    let words: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let own = cargo.natives.index(file.source.path());
    imported || cargo.natives.mentioning(&words).iter().any(|index| Some(*index) != own)
}
