//! Static libraries that a build script makes of sources in the package and links.
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::outputs::library_of;
use super::script::{Build, Builder, Directive, LinkLib, Script, UNKNOWN, resolve};
use super::{BuildScript, Cargo, Package};
use crate::cond::Cond;

/// A static library with its sources.
pub struct Archive<'c> {
    /// What links it.
    pub directive: &'c Directive,
    /// The same, read.
    pub library: LinkLib,
    /// Its sources, each with its condition.
    pub sources: Vec<(PathBuf, Cond)>,
}

/// Compilers, by the last part of their path, without a version or a target before it.
const COMPILERS: &[&str] = &["gcc", "cc", "clang", "g++", "c++", "clang++"];

/// The archives that a build script links and whose sources are all known.
pub fn archives<'c>(cargo: &Cargo<'_>, package: &Package, script: &'c BuildScript) -> Vec<Archive<'c>> {
    let script = &script.script;
    let by_command = by_command(&script.builds, package);
    let mut found = Vec::new();
    for directive in &script.directives {
        let Some(library) = directive.link_lib().filter(|library| library.kind == "static") else { continue };
        if library.name.contains(UNKNOWN) {
            continue;
        }
        let built = directive.by.and_then(|by| script.builds.get(by)).or_else(|| cc_build(script, &library.name));
        let sources = match built {
            Some(build) => cc_sources(build, package),
            None => by_command.get(&library.name).cloned(),
        };
        let Some(sources) = sources.filter(|sources| !sources.is_empty()) else { continue };
        if sources.iter().all(|(path, _)| cargo.natives.holds(path)) {
            found.push(Archive { directive, library, sources });
        }
    }
    found
}

/// The archive without the prefix and suffix of its file.
fn archive_name(text: &str) -> Option<String> {
    library_of(text, ".a").filter(|name| !name.contains(UNKNOWN)).map(str::to_owned)
}

fn cc_build<'s>(script: &'s Script, name: &str) -> Option<&'s Build> {
    let mut builds = script.builds.iter().filter(|build| build.builder == Builder::Cc);
    builds.find(|build| build.output == name || archive_name(&build.output).as_deref() == Some(name))
}

/// The sources of a `cc::Build`; None where one is not known.
fn cc_sources(build: &Build, package: &Package) -> Option<Vec<(PathBuf, Cond)>> {
    if build.calls.iter().any(|call| matches!(call.method.as_str(), "object" | "objects")) {
        return None;
    }
    build
        .arguments(&["file", "files"])
        .map(|(text, cond)| Some((resolve(&package.folder, text)?, cond)))
        .collect::<Option<Vec<_>>>()
}

/// Archives that are made by commands: `gcc -c a.c -o a.o`, `ar rcs libx.a a.o`.
fn by_command(builds: &[Build], package: &Package) -> BTreeMap<String, Vec<(PathBuf, Cond)>> {
    let mut objects: BTreeMap<String, (PathBuf, Cond)> = BTreeMap::new();
    let mut archives = BTreeMap::new();
    for build in builds.iter().filter(|build| build.builder == Builder::Command) {
        let words: Vec<&str> = build.arguments(&["arg", "args"]).map(|(text, _)| text).collect();
        let program = build.subject.rsplit('/').next().unwrap_or_default();
        let tool = program.rsplit('-').next().unwrap_or_default();
        if COMPILERS.contains(&program) || COMPILERS.contains(&tool) {
            objects.extend(compiled(&words, package).map(|(object, source)| (object, (source, build.cond))));
        } else if matches!(tool, "ar" | "llvm-ar") {
            let mut rest = words.iter().filter(|word| word.ends_with(".a") || word.ends_with(".o"));
            let Some(name) = rest.next().and_then(|archive| archive_name(archive)) else { continue };
            let members: Option<Vec<_>> = rest.map(|object| objects.get(&file_name(object)?).cloned()).collect();
            archives.extend(members.map(|members| (name, members)));
        }
    }
    archives
}

/// The last part of a path, where it is known.
fn file_name(text: &str) -> Option<String> {
    let name = text.rsplit('/').next()?;
    (!name.contains(UNKNOWN)).then(|| name.to_owned())
}

/// The object that a command line makes, and its source.
fn compiled(words: &[&str], package: &Package) -> Option<(String, PathBuf)> {
    words.iter().find(|word| **word == "-c")?;
    let source =
        words.iter().find(|word| crate::native::language(Path::new(word)).is_some() && !word.starts_with('-'))?;
    let output = words.iter().position(|word| *word == "-o").and_then(|at| words.get(at + 1));
    let object = match output {
        Some(output) => file_name(output)?,
        None => format!("{}.o", Path::new(source).file_stem()?.to_string_lossy()),
    };
    Some((object, resolve(&package.folder, source)?))
}
