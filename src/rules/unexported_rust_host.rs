//! Rust programs that load libraries which call back into them, and export nothing.
use std::collections::BTreeMap;

use crate::cargo::config::{effective, exports};
use crate::cargo::platform::HOSTS;
use crate::cargo::{Cargo, Export, LoadKind, Package, Role, RustFile};
use crate::cond::Cond;
use crate::flags::rustc;
use crate::source::Span;

use crate::rules::{Confidence, Context, Draft, Place, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(cargo) = cx.facts.cargo else { return };
    for package in cargo.selected().filter(|package| !package.bins.is_empty()) {
        look(cargo, package, sink);
    }
}

fn look(cargo: &Cargo<'_>, package: &Package, sink: &mut Sink) {
    let linked = linked_with(cargo, package);
    let files: Vec<&RustFile> = linked
        .iter()
        .flat_map(|one| cargo.rust_of(one).map(move |file| (one, file)))
        .filter(|(one, file)| match file.role {
            Role::Library => true,
            Role::Bin => one.folder == package.folder,
            _ => false,
        })
        .map(|(_, file)| file)
        .collect();
    let load = files.iter().find_map(|file| {
        let facts = file.facts.as_ref()?;
        facts.loads.iter().find(|load| load.kind == LoadKind::Library).map(|load| file.span(&load.range))
    });
    let Some(load) = load else { return };
    let mut own: BTreeMap<&str, (&Export, Span)> = BTreeMap::new();
    for file in &files {
        let exported = file.facts.iter().flat_map(|facts| &facts.exports);
        own.extend(exported.map(|export| (export.symbol.as_str(), (export, file.span(&export.range)))));
    }
    if own.is_empty() || has_exports(cargo, package) {
        return;
    }
    let Some((symbol, used)) = wanted(cargo, &linked, &own) else { return };
    let Some((export, defined)) = own.get(symbol.as_str()) else { return };
    // On Windows, and with Apple's linker, programs export by other means.
    let cond = cargo.conds.platform("LINUX").unwrap_or(Cond::TRUE);
    let draft = Draft::new(cond, Place::new(*defined, "not in the dynamic symbols of the program"))
        .related(load, "loads libraries")
        .related(used, "a library that needs it")
        .named("symbol", export.symbol.clone())
        .named("package", package.name.text.clone())
        .confidence(Confidence::Proved);
    sink.report(draft);
}

/// A package and what it depends on in the repository.
fn linked_with<'c>(cargo: &'c Cargo<'_>, package: &'c Package) -> Vec<&'c Package> {
    let mut found: Vec<&Package> = Vec::new();
    let mut open = vec![package];
    while let Some(next) = open.pop() {
        if found.iter().any(|one| one.folder == next.folder) {
            continue;
        }
        found.push(next);
        let normal = next.dependencies.iter().filter(|one| one.kind == crate::cargo::DependencyKind::Normal);
        let linkable = normal.filter_map(|dependency| cargo.dependency(next, dependency));
        open.extend(linkable.filter(|one| one.library.as_ref().is_some_and(crate::cargo::Library::is_linkable)));
    }
    found
}

/// Whether something may make the linker export symbols of the package's programs.
fn has_exports(cargo: &Cargo<'_>, package: &Package) -> bool {
    if let Some(script) = cargo.script(package) {
        let arguments: Vec<String> = script
            .script
            .directives
            .iter()
            .filter(|one| {
                one.link_arg().is_some_and(|(kind, _)| !matches!(kind, "cdylib" | "tests" | "examples" | "benches"))
            })
            .filter_map(|one| one.link_arg().map(|(_, argument)| format!("link-arg={argument}")))
            .collect();
        if arguments.iter().any(|text| text.contains(crate::cargo::script::UNKNOWN)) || script.script.incomplete {
            return true;
        }
        let words: Vec<&str> = arguments.iter().flat_map(|text| ["-C", text]).collect();
        if rustc(&words).iter().any(|flag| exports(&flag.flag)) {
            return true;
        }
    } else if package.build.is_some() {
        return true;
    }
    let configs = cargo.configs_for(&package.folder);
    let by_config = HOSTS.iter().filter(|triple| triple.os == "linux").any(|triple| {
        effective(&configs, triple).is_none_or(|effective| {
            effective.taken.iter().any(|list| list.flags().iter().any(|flag| exports(&flag.flag)))
        })
    });
    by_config
        || cargo.assignments().iter().any(|assignment| match assignment.words() {
            Some(words) => rustc(&words).iter().any(|flag| exports(&flag.flag)),
            None => false,
        })
}

/// A symbol of the program that a library needs which is no part of it: a cdylib of the repository, or a C source that no
/// build script of the program compiles.
fn wanted(cargo: &Cargo<'_>, linked: &[&Package], own: &BTreeMap<&str, (&Export, Span)>) -> Option<(String, Span)> {
    let part = |package: &Package| linked.iter().any(|one| one.folder == package.folder);
    for file in cargo.rust() {
        let Some(package) = cargo.packages.get(file.package) else { continue };
        let plugin = package.library.as_ref().is_some_and(|library| library.is("cdylib") || library.is("dylib"));
        if !plugin || part(package) || file.role != Role::Library {
            continue;
        }
        let imports = file.facts.iter().flat_map(|facts| &facts.imports);
        if let Some(import) =
            imports.filter(|import| own.contains_key(import.symbol.as_str())).min_by_key(|import| import.range.start)
        {
            return Some((import.symbol.clone(), file.span(&import.range)));
        }
    }
    let words: Vec<String> = own.keys().map(|name| (*name).to_owned()).collect();
    let mut sources: Vec<_> = cargo.natives.mentioning(&words).iter().copied().collect();
    sources.sort_unstable();
    for index in sources {
        let Some(path) = cargo.natives.path(index) else { continue };
        // A header is for whoever includes it, and what a program's build script compiles is a part of it.
        if crate::native::language(path) == Some(crate::native::Language::Header) || is_compiled(cargo, linked, path) {
            continue;
        }
        let Some(file) = cargo.natives.file(path) else { continue };
        let used = file.facts.needed().find(|used| own.contains_key(&*used.name));
        if let Some(used) = used {
            return Some((used.name.to_string(), Span::new(file.source.id(), used.range.clone())));
        }
    }
    None
}

/// Whether a source may be compiled into the program: it is named in a build script of its packages, or that is not known.
fn is_compiled(cargo: &Cargo<'_>, linked: &[&Package], path: &std::path::Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    linked.iter().filter_map(|package| cargo.script(package)).any(|script| {
        let text = String::from_utf8_lossy(script.source.bytes());
        text.contains(&name)
            || text.contains("glob")
            || text.contains("read_dir")
            || text.contains("walkdir")
            || text.contains("cmake")
    })
}
