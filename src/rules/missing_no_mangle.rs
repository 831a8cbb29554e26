//! A function of a library for C that lacks `#[no_mangle]`, which all others have.
use crate::cargo::{Cargo, Dependency, DependencyKind, Package, RustFile};
use crate::cond::Cond;
use crate::discover::Kind;
use crate::model::mentions::words;
use crate::native::FileIndex;
use crate::rules::{Context, Draft, Place, Sink};

/// Packages that write headers of what has `#[no_mangle]` (cbindgen's docs.md, "Writing Your C API").
const GENERATORS: &[&str] = &["cbindgen"];

/// As many functions show how the exported ones are named.
const FEWEST: usize = 3;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(cargo) = cx.facts.cargo else { return };
    for package in cargo.selected() {
        let is_for_c = |kind: &&str| package.library.as_ref().is_some_and(|library| library.is(kind));
        if ["cdylib", "staticlib"].iter().any(is_for_c) {
            look(cargo, package, sink);
        }
    }
}

fn look(cargo: &Cargo<'_>, package: &Package, sink: &mut Sink) {
    let own = |file: &&RustFile| cargo.packages.get(file.package).is_some_and(|one| one.folder == package.folder);
    let files: Vec<&RustFile> = cargo.rust().iter().filter(own).collect();
    // What could not be read may hold anything. What a macro makes is named where the macro is used.
    if files.iter().any(|file| file.facts.is_none()) {
        return;
    }
    let facts = || files.iter().filter_map(|file| Some((*file, file.facts.as_ref()?)));
    let exports: Vec<&str> = facts()
        .flat_map(|(_, facts)| &facts.exports)
        .filter(|export| export.function)
        .map(|export| export.symbol.as_str())
        .collect();
    let Some(word) = exports.first().and_then(|name| first_word(name)) else { return };
    if exports.len() < FEWEST || exports.iter().any(|name| first_word(name) != Some(word)) {
        return;
    }
    let is_generator =
        |one: &&Dependency| one.kind == DependencyKind::Build && GENERATORS.contains(&one.package.as_str());
    let generator = package.dependencies.iter().find(is_generator).map(|one| one.package.as_str());
    for (file, facts) in facts() {
        for function in facts.functions.iter().filter(|one| one.extern_c && one.public && !one.apart) {
            let name = function.name.as_str();
            if first_word(name) != Some(word) || exports.contains(&name) {
                continue;
            }
            // Given as a callback, called in Rust, or wrapped by a macro.
            if files.iter().map(|file| words(file.source.bytes(), name).count()).sum::<usize>() > 1
                || is_used_elsewhere(cargo, file, name)
                || is_left_out_of_headers(cargo, generator, &exports, name)
            {
                continue;
            }
            let draft = Draft::new(Cond::TRUE, Place::new(file.span(&function.range), "the name is mangled"))
                .named("function", name)
                .named("package", package.name.text.clone())
                .value("count", exports.len().to_string());
            sink.report(draft);
        }
    }
}

/// Whether Rust code of the repository that is no part of the library names a function: other members, tests, benchmarks.
fn is_used_elsewhere(cargo: &Cargo<'_>, own: &RustFile, name: &str) -> bool {
    cargo.inputs.of(Kind::RustSource).iter().filter(|path| *path != own.source.path()).any(|path| {
        let bytes = cargo.sources.sandbox().read(path).unwrap_or_default();
        words(&bytes, name).next().is_some()
    })
}

/// Whether C code or headers of the repository name exported functions, and not this one. A header that says that it was generated, of a
/// package with a generator of headers, says nothing: what lacks the attribute is not written there.
fn is_left_out_of_headers(cargo: &Cargo<'_>, generator: Option<&str>, exports: &[&str], name: &str) -> bool {
    let speaks = |index: &FileIndex| {
        let text = || cargo.natives.text(*index).unwrap_or_default();
        generator.is_none_or(|generator| !is_written_by(&text(), generator))
    };
    let named = |names: &[&str]| cargo.natives.mentioning(names).iter().any(speaks);
    named(exports) && !named(&[name])
}

/// Whether a text says near its top that a program has written it, or names the generator there.
fn is_written_by(text: &[u8], generator: &str) -> bool {
    /// Bytes of the top.
    const TOP: usize = 1000;
    let top = String::from_utf8_lossy(text.get(..TOP).unwrap_or(text)).to_lowercase();
    top.contains("generated") || top.contains(generator)
}

/// `meter_` of `meter_open`.
fn first_word(name: &str) -> Option<&str> {
    let at = name.find('_').filter(|at| *at > 1)?;
    name.get(..=at)
}
