//! Crates with exported functions that the library which should hold them never names.
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::cargo::{Cargo, Dependency, DependencyKind, Package, Role};
use crate::comments::{Language, without_comments};
use crate::cond::Cond;

use crate::rules::{Context, Draft, Place, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(cargo) = cx.facts.cargo else { return };
    let candidates: Vec<&Package> = cargo
        .selected()
        .filter(|package| exports_itself(package) && !package.dependencies.is_empty())
        .filter(|package| !is_empty(cargo, package))
        .collect();
    if candidates.is_empty() {
        return;
    }
    let mut texts = Texts::default();
    for package in candidates {
        look(cargo, package, &mut texts, sink);
    }
}

/// Identifiers in the sources of a package's library, by its folder.
#[derive(Default)]
struct Texts(BTreeMap<PathBuf, BTreeSet<String>>);

impl Texts {
    /// Whether the library of a package names a crate; comments and strings count. It may where its root was not read: below a
    /// link to a folder elsewhere.
    fn name(&mut self, cargo: &Cargo<'_>, package: &Package, name: &str) -> bool {
        if package.library.as_ref().is_none_or(|library| !cargo.files_of(package).contains(&library.path)) {
            return true;
        }
        let words = self.0.entry(package.folder.clone()).or_insert_with(|| words(cargo, package));
        // Code that the build script writes may name any.
        words.contains(name) || words.contains("OUT_DIR")
    }
}

fn words(cargo: &Cargo<'_>, package: &Package) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for path in cargo.files_of(package) {
        let Ok(bytes) = cargo.sources.sandbox().read(path) else { continue };
        let text = String::from_utf8_lossy(&bytes);
        found.extend(
            text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).map(str::to_owned),
        );
    }
    found
}

/// The crates of the repository that a library's code leads to by names.
fn reached(cargo: &Cargo<'_>, package: &Package, texts: &mut Texts) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    let mut open = vec![package];
    while let Some(next) = open.pop() {
        if !found.insert(next.folder.clone()) {
            continue;
        }
        for dependency in next.dependencies.iter().filter(|one| one.kind == DependencyKind::Normal) {
            if let Some(to) = cargo.dependency(next, dependency)
                && texts.name(cargo, next, &name(to, dependency))
            {
                open.push(to);
            }
        }
    }
    found
}

/// The name by which code calls a dependency.
fn name(package: &Package, dependency: &Dependency) -> String {
    if dependency.key.text != dependency.package {
        return dependency.key.text.replace('-', "_");
    }
    package.library.as_ref().map_or_else(|| dependency.key.text.replace('-', "_"), |library| library.name.clone())
}

/// Whether the root of a library holds nothing but comments and attributes of the crate: nothing is meant to be exported.
fn is_empty(cargo: &Cargo<'_>, package: &Package) -> bool {
    let root = package.library.as_ref().and_then(|library| cargo.sources.sandbox().read(&library.path).ok());
    root.is_some_and(|text| holds_no_item(&text))
}

fn holds_no_item(text: &[u8]) -> bool {
    let code = without_comments(text, Language::C);
    code.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).all(|line| line.is_empty() || line.starts_with(b"#!["))
}

/// Whether a library is one for other languages by itself: its functions are exported there.
fn exports_itself(package: &Package) -> bool {
    package.library.as_ref().is_some_and(|library| ["cdylib", "staticlib"].iter().any(|kind| library.is(kind)))
}

fn look(cargo: &Cargo<'_>, package: &Package, texts: &mut Texts, sink: &mut Sink) {
    let mut reached_by_names = None;
    for dependency in &package.dependencies {
        if dependency.kind != DependencyKind::Normal || dependency.optional || dependency.target.is_some() {
            continue;
        }
        let Some(to) = cargo.dependency(package, dependency) else { continue };
        if to.library.as_ref().is_none_or(|library| library.proc_macro || !library.is_linkable()) || exports_itself(to)
        {
            continue;
        }
        let exported = cargo.rust_of(to).filter(|file| file.role == Role::Library).find_map(|file| {
            let export = file.facts.as_ref()?.exports.iter().find(|export| !export.conditional)?;
            Some((export, file.span(&export.range)))
        });
        let Some((export, place)) = exported else { continue };
        if reached_by_names.get_or_insert_with(|| reached(cargo, package, texts)).contains(&to.folder) {
            continue;
        }
        let draft = Draft::new(Cond::TRUE, Place::new(dependency.key.span, "never named by the code"))
            .related(place, "not in the library that is built")
            .named("symbol", export.symbol.clone())
            .named("package", package.name.text.clone())
            .named("dependency", name(to, dependency));
        sink.report(draft);
    }
}

#[cfg(test)]
mod tests {
    use super::holds_no_item;

    #[test]
    fn roots_without_items() {
        assert!(holds_no_item(b"//! Documentation.\n#![no_std]\n\n/* nothing */\n"));
        assert!(!holds_no_item(b"//! Documentation.\nmod gain;\n"));
    }
}
