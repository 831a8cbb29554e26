//! Rust libraries that are loaded by name, and are not built as something that can be loaded or do not have the symbol.
use std::collections::BTreeSet;

use crate::cargo::outputs::library_of;
use crate::cargo::{Cargo, LoadKind, Package, Role};
use crate::cond::Cond;
use crate::discover::Kind;
use crate::model::mentions::has_word;
use crate::native::{ArgumentValue, LoadKind as NativeLoad, Triggers};
use crate::source::Span;

use crate::rules::{Confidence, Context, Draft, Place, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(cargo) = cx.facts.cargo else { return };
    let libraries = cargo.packages.iter().any(|package| package.library.is_some());
    if !libraries {
        return;
    }
    let loads = loads(cargo);
    if loads.is_empty() {
        return;
    }
    for load in &loads {
        if load.library { without_file(cargo, load, &loads, sink) } else { without_symbol(cargo, load, &loads, sink) }
    }
}

/// A call that loads a library or looks a symbol up, with the text that it is given.
struct Load {
    library: bool,
    text: String,
    place: Span,
    /// The package whose code does it.
    package: Option<usize>,
}

fn loads(cargo: &Cargo<'_>) -> Vec<Load> {
    let mut found = Vec::new();
    for file in cargo.rust() {
        for load in file.facts.iter().flat_map(|facts| &facts.loads) {
            let Some(text) = load.text.clone() else { continue };
            let library = load.kind == LoadKind::Library;
            found.push(Load { library, text, place: file.span(&load.range), package: Some(file.package) });
        }
    }
    for path in cargo.natives.with(Triggers::LOAD) {
        let Some(file) = cargo.natives.file(path) else { continue };
        for load in &file.facts.loads {
            let library = load.kind == NativeLoad::Open;
            let argument = if library { &load.file } else { &load.symbol };
            let Some(ArgumentValue::Literal(texts)) = argument.as_ref().map(|argument| &argument.value) else {
                continue;
            };
            let [text] = texts.as_slice() else { continue };
            let place = Span::new(file.source.id(), load.range.clone());
            found.push(Load { library, text: text.clone(), place, package: None });
        }
    }
    found
}

/// The name of a library's crate in the name of its file.
fn crate_in(text: &str) -> Option<&str> {
    let file = text.rsplit(['/', '\\']).next()?;
    let unix = library_of(file, ".so").or_else(|| library_of(file, ".dylib"));
    unix.or_else(|| file.strip_suffix(".dll")).filter(|name| !name.is_empty())
}

/// A library that is loaded and is built as an rlib only.
fn without_file(cargo: &Cargo<'_>, load: &Load, loads: &[Load], sink: &mut Sink) {
    let Some(name) = crate_in(&load.text) else { return };
    let of_name = |package: &&Package| {
        package.library.as_ref().is_some_and(|library| library.name == name && !library.proc_macro)
    };
    let mut found = cargo.packages.iter().filter(of_name);
    let (Some(package), None) = (found.next(), found.next()) else { return };
    let Some(library) = &package.library else { return };
    // A crate that wraps a library of the system often has its name: the crate itself loads it, or who uses the crate.
    let user = load.package.and_then(|at| cargo.packages.get(at));
    if user.is_some_and(|user| cargo.depends_on(user, package)) {
        return;
    }
    // Who looks up what the crate does not speak of means another library of that name.
    let mut symbols = loads.iter().filter(|one| !one.library && one.package == load.package).peekable();
    let speaks = |symbol: &str| {
        cargo
            .files_of(package)
            .iter()
            .filter_map(|path| cargo.sources.sandbox().read(path).ok())
            .any(|text| has_word(&text, symbol))
    };
    if symbols.peek().is_some() && !symbols.any(|one| speaks(&one.text)) {
        return;
    }
    if library.is("cdylib") || library.is("dylib") || !cargo.is_selected(package) || is_built_otherwise(cargo, name) {
        return;
    }
    let draft = Draft::new(Cond::TRUE, Place::new(library.place, "an rlib is for rustc only"))
        .confidence(Confidence::Likely)
        .related(load.place, "loaded here")
        .named("package", package.name.text.clone())
        .named("file", load.text.clone())
        .message(format!(
            "`{}` is loaded, and `{}` is built as an rlib only: there is no such file",
            load.text, package.name.text
        ))
        .help("write `crate-type = [\"cdylib\"]` in `[lib]`");
    sink.report(draft);
}

/// Whether something else may make a file of the name: CMake, or a script that asks rustc for another type.
fn is_built_otherwise(cargo: &Cargo<'_>, name: &str) -> bool {
    let scripts = [Kind::CMakeLists, Kind::CMakeModule, Kind::Script];
    let mut paths = scripts.iter().flat_map(|kind| cargo.inputs.of(*kind));
    paths.any(|path| {
        let Ok(text) = cargo.sources.sandbox().read(path) else { return true };
        let text = String::from_utf8_lossy(&text);
        text.contains("crate-type") || Kind::of(path) != Some(Kind::Script) && text.contains(name)
    })
}

/// A symbol that is looked up and that a cdylib has under its mangled name only.
fn without_symbol(cargo: &Cargo<'_>, load: &Load, loads: &[Load], sink: &mut Sink) {
    let name = load.text.as_str();
    if name.is_empty() || name.contains(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
        return;
    }
    let opened: BTreeSet<&str> = loads.iter().filter(|one| one.library).filter_map(|one| crate_in(&one.text)).collect();
    let mut found = Vec::new();
    for file in cargo.rust() {
        let Some(facts) = &file.facts else { return };
        if facts.exports.iter().any(|export| export.symbol == name) {
            return;
        }
        let Some(package) = cargo.packages.get(file.package) else { continue };
        let library = package.library.as_ref().filter(|library| library.is("cdylib"));
        let plugin = library.is_some_and(|library| opened.is_empty() || opened.contains(library.name.as_str()));
        if plugin && file.role == Role::Library && Some(file.package) != load.package && !facts.opaque {
            found.extend(facts.functions.iter().filter(|one| one.name == name).map(|one| (package, one, file)));
        }
    }
    // Files without a trigger word are not read: a plain function in one is looked for by its text.
    let [(package, function, file)] = found.as_slice() else { return };
    if !cargo.is_selected(package) || is_defined_natively(cargo, name) {
        return;
    }
    let draft = Draft::new(Cond::TRUE, Place::new(file.span(&function.range), "has a mangled name"))
        .related(load.place, "looked up here")
        .named("symbol", name)
        .named("package", package.name.text.clone());
    sink.report(draft);
}

/// Whether C or C++ defines a function of the name.
fn is_defined_natively(cargo: &Cargo<'_>, name: &str) -> bool {
    let words = vec![name.to_owned()];
    cargo.natives.mentioning(&words).iter().any(|index| {
        let file = cargo.natives.path(*index).and_then(|path| cargo.natives.file(path));
        file.is_none_or(|file| file.facts.functions.iter().any(|one| one.is_definition && one.name == name))
    })
}
