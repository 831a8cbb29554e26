//! Libraries that a build script prints in the wrong order for linkers that look at each once.
use crate::cargo::archives::{Archive, archives};
use crate::cargo::config::FlagList;
use crate::cargo::script::LinkLib;
use crate::cargo::{BuildScript, Cargo, Package};
use crate::cond::{Cond, Conds};
use crate::flags::is_cxx_library;
use crate::model::binaries::{emits, is_cxx, stores};

use crate::rules::{Context, Draft, Place, Severity, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(cargo) = cx.facts.cargo else { return };
    for package in cargo.selected().filter(|package| package.build.is_some()) {
        let Some(script) = cargo.script(package) else { continue };
        runtime(cargo, package, script, sink);
        own_archives(cargo, package, script, sink);
    }
}

/// Whether a static library stands on the link line: rustc packs those of a library crate into the crate itself (rustc(1), "bundle"), which
/// stands before all native libraries.
fn is_on_line(package: &Package, library: &LinkLib) -> bool {
    package.library.is_none() || library.modifiers.iter().any(|modifier| modifier == "-bundle")
}

/// Libraries of C alone.
const OF_C: &[&str] =
    &["z", "ssl", "crypto", "lz4", "zstd", "bz2", "lzma", "sqlite3", "curl", "ssh2", "git2", "png", "jpeg", "ffi"];

/// A C++ runtime before all archives: `--as-needed` drops it, since nothing needs it yet.
fn runtime(cargo: &Cargo<'_>, package: &Package, script: &BuildScript, sink: &mut Sink) {
    let conds = &cargo.conds;
    let libraries: Vec<_> = script
        .script
        .directives
        .iter()
        .enumerate()
        .filter_map(|(at, directive)| Some((at, directive, directive.link_lib()?)))
        .collect();
    let Some(linux) = conds.platform("LINUX") else { return };
    // Linkers that look at each library again.
    let looks_again = |list: &FlagList| {
        list.words.iter().any(|word| ["fuse-ld=mold", "fuse-ld=lld"].iter().any(|ld| word.text.contains(ld)))
    };
    if cargo.configs_for(&package.folder).iter().flat_map(|config| &config.flags).any(looks_again) {
        return;
    }
    // Archives that are made of C alone need no library of C++.
    let made = archives(cargo, package, script);
    let is_of_c = |name: &str| {
        let mut own = made.iter().filter(|archive| archive.library.name == name).peekable();
        let is_c = |archive: &Archive<'_>| archive.sources.iter().all(|(path, _)| is_cxx(path) == Some(false));
        OF_C.contains(&name) || own.peek().is_some() && own.all(is_c)
    };
    for (at, directive, library) in &libraries {
        let dynamic = matches!(library.kind.as_str(), "" | "dylib");
        if !dynamic || directive.by.is_some() || !is_cxx_library(&library.name) {
            continue;
        }
        let statics = || libraries.iter().filter(|(_, _, other)| other.kind == "static" && !is_of_c(&other.name));
        // With another library before it, the runtime may be for that one.
        let before = libraries.iter().filter(|(other, _, one)| other < at && !is_cxx_library(&one.name));
        let before = before.map(|(_, one, _)| one.cond);
        let again = libraries
            .iter()
            .filter(|(other, _, one)| other > at && is_cxx_library(&one.name))
            .map(|(_, one, _)| one.cond);
        let excused = conds.any(before.chain(again).collect::<Vec<_>>());
        let cond = conds.diff(conds.and(directive.cond, linux), excused);
        let after = || statics().filter(|(other, one, _)| other > at && !conds.disjoint(one.cond, cond));
        let on_line = after().find(|(_, _, one)| is_on_line(package, one));
        let always = || after().find(|(_, one, _)| conds.implies(cond, one.cond));
        // An archive of all builds rather than that of a feature.
        let common = || after().min_by_key(|(_, one, _)| features_of(conds, one.cond));
        let Some((_, needing, archive)) = on_line.or_else(always).or_else(common) else { continue };
        // What is linked of the package itself has its arguments behind all libraries; who depends on it does not get them.
        let own = on_line.is_none() || package.library.is_none();
        let behind = if own { printed_behind(conds, package, script) } else { Cond::FALSE };
        let cond = conds.diff(conds.and(cond, needing.cond), behind);
        if cond.is_false() {
            continue;
        }
        let mut draft = Draft::new(cond, Place::new(script.span(&directive.range), "before anything needs it"))
            .related(script.span(&needing.range), "needs it")
            .named("first", library.name.clone())
            .named("second", archive.name.replace(crate::cargo::script::UNKNOWN, "…"))
            .named("package", package.name.text.clone());
        if on_line.is_none() {
            draft = draft.severity(Severity::Note).message(format!(
                "`{}` is printed before `{}`: others link the crate, which has the archive packed in, but its own unit tests are \
                 linked in this order, and GNU ld does not look back",
                library.name,
                archive.name.replace(crate::cargo::script::UNKNOWN, "…"),
            ));
        }
        sink.report(draft);
    }
}

/// How many features a condition speaks of.
fn features_of(conds: &Conds, cond: Cond) -> usize {
    conds.subjects(cond).into_iter().filter(|subject| conds.subject_info(*subject).name.starts_with("feature ")).count()
}

/// When a C++ runtime is an argument of the link of the package's own tests and programs (The Cargo Book, "Build Scripts").
fn printed_behind(conds: &Conds, package: &Package, script: &BuildScript) -> Cond {
    let is_given = |of: &str| of.is_empty() || of == "bins" && package.library.is_none();
    let directives = script.script.directives.iter();
    let arguments = directives.filter_map(|directive| Some((directive.link_arg()?, directive.cond)));
    let runtimes =
        arguments.filter(|((of, argument), _)| is_given(of) && argument.strip_prefix("-l").is_some_and(is_cxx_library));
    conds.any(runtimes.map(|(_, cond)| cond).collect::<Vec<_>>())
}

/// An archive before another one whose members need it.
fn own_archives(cargo: &Cargo<'_>, package: &Package, script: &BuildScript, sink: &mut Sink) {
    let all = archives(cargo, package, script);
    if all.len() < 2 {
        return;
    }
    let facts: Vec<Vec<_>> = all
        .iter()
        .map(|archive| archive.sources.iter().filter_map(|(path, _)| cargo.natives.file(path)).collect())
        .collect();
    let defines = |at: usize, name: &str| {
        facts.get(at).into_iter().flatten().any(|file: &crate::native::NativeFile| {
            file.facts.functions.iter().any(|one| emits(one) && one.name == name)
                || file.facts.variables.iter().any(|one| stores(one) && one.name == name)
        })
    };
    for (first, early) in all.iter().enumerate() {
        if early.library.is_whole() || !is_on_line(package, &early.library) {
            continue;
        }
        for (second, late) in all.iter().enumerate().skip(first + 1) {
            if late.library.name == early.library.name
                || all.iter().skip(second + 1).any(|again| again.library.name == early.library.name)
            {
                continue;
            }
            let needed = facts.get(second).into_iter().flatten().find_map(|file| {
                let used =
                    file.facts.needed().find(|used| defines(first, &used.name) && !defines(second, &used.name))?;
                Some((
                    used.name.to_string(),
                    crate::source::Span::new(file.source.id(), used.range.clone()),
                    &*used.name,
                ))
            });
            let Some((symbol, place, name)) = needed else { continue };
            // Rust that needs the same name takes the member in time.
            let imported = cargo.rust().iter().any(|file| {
                file.facts.as_ref().is_none_or(|facts| {
                    facts.imports.iter().any(|import| defines(first, &import.symbol) || import.symbol == name)
                })
            });
            if imported {
                continue;
            }
            let cond = cargo.conds.and(early.directive.cond, late.directive.cond);
            let cond = cargo.conds.and(cond, cargo.conds.platform("LINUX").unwrap_or(Cond::TRUE));
            let draft = Draft::new(cond, Place::new(script.span(&early.directive.range), "before anything needs it"))
                .related(script.span(&late.directive.range), "needs it")
                .related(place, "here")
                .named("first", early.library.name.clone())
                .named("second", late.library.name.clone())
                .subject(symbol)
                .named("package", package.name.text.clone());
            sink.report(draft);
        }
    }
}
