//! Arguments for the linker that a build script prints and cargo gives to nobody.
use crate::cargo::script::{Builder, UNKNOWN};
use crate::cargo::{BuildScript, Cargo, Dependency, DependencyKind, Directive, Package};
use crate::flags::is_cxx_library;

use crate::rules::{Confidence, Context, Draft, Place, Severity, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(cargo) = cx.facts.cargo else { return };
    for package in cargo.selected().filter(|package| package.build.is_some()) {
        let Some(script) = cargo.script(package) else { continue };
        let first = script.script.directives.iter().filter(|one| one.link_arg().is_some());
        for directive in first {
            look(cargo, package, script, directive, sink);
        }
    }
}

/// What comes of an argument for a kind of target that is not there.
enum Fate {
    /// Cargo says nothing.
    Silent,
    /// Cargo warns.
    Warned,
    /// Cargo refuses to build.
    Refused,
}

fn look(cargo: &Cargo<'_>, package: &Package, script: &BuildScript, directive: &Directive, sink: &mut Sink) {
    let Some((kind, argument)) = directive.link_arg() else { return };
    let run_path = run_path(argument);
    if is_without_effect(argument)
        || run_path.as_ref().is_some_and(|folders| folders.iter().all(|one| is_searched(one)))
    {
        return;
    }
    let library = package.library.as_ref();
    let cdylib = library.is_some_and(|library| library.is("cdylib"));
    let (missing, fate) = match kind {
        "" if !package.links_something() => ("nothing that is linked", Fate::Silent),
        "bins" if package.bins.is_empty() => ("no program", Fate::Refused),
        "cdylib" if !cdylib => ("no cdylib", Fate::Warned),
        "tests" if package.tests.is_empty() && library.is_none() => ("no test", Fate::Refused),
        "examples" if package.examples.is_empty() => ("no example", Fate::Refused),
        "benches" if package.benches.is_empty() => ("no benchmark", Fate::Refused),
        "" | "bins" | "cdylib" | "tests" | "examples" | "benches" => return,
        name if directive.key == "rustc-link-arg-bin" => {
            let unknown = name.contains(crate::cargo::script::UNKNOWN) || name.is_empty();
            if unknown || package.bins.iter().any(|bin| bin.name == name) {
                return;
            }
            ("no program of that name", Fate::Refused)
        }
        _ => return,
    };
    if matches!(kind, "" | "cdylib") && is_typed_elsewhere(cargo, package, script) {
        return;
    }
    // The library's own unit tests and the examples of its documentation are linked with it: it may be meant for them.
    let has_tests = || cargo.rust_of(package).any(|file| file.facts.as_ref().is_none_or(|facts| facts.tests));
    let tested = matches!(fate, Fate::Silent) && (has_tests() || is_tested(cargo, package));
    let passed_on = script.script.directives.iter().any(|other| {
        other.key == "metadata"
            && package.links.is_some()
            && (other.value.contains(argument.trim_start_matches('-')) || holds_metadata(argument, &other.value))
            && (argument.contains(|c| c != UNKNOWN) || shares_name(script, other, directive))
    });
    if passed_on || directive.cond.is_unknown() {
        return;
    }
    let consumers = consumers(cargo, package);
    let says_it = |one: &&Package| states(cargo, one, argument);
    let consumer = consumers.iter().copied().find(|one| !says_it(one));
    // Those who are linked state it for themselves.
    if matches!(fate, Fate::Silent) && consumer.is_none() && !consumers.is_empty() {
        return;
    }
    let shown = argument.replace(crate::cargo::script::UNKNOWN, "…");
    let missing = if tested { "only tests that are linked" } else { missing };
    let what = match fate {
        Fate::Silent if tested => "cargo passes it to nobody else",
        Fate::Silent => "cargo passes it to nobody",
        Fate::Warned => {
            "cargo warns, hands it by mistake to cdylibs that depend on the package, and may refuse it one day"
        }
        Fate::Refused => "cargo stops with an error",
    };
    let mut draft =
        Draft::new(directive.cond, Place::new(script.span(&directive.range), "for the targets of this package only"))
            .named("package", package.name.text.clone())
            .named("argument", shown)
            .value("missing", missing)
            .value("what", what)
            .related(package.name.span, missing);
    if tested && consumer.is_none() {
        draft = draft.confidence(Confidence::Heuristic);
    }
    if is_of_shared_alone(cargo, package, script, argument) {
        draft = draft.confidence(Confidence::Heuristic);
    }
    // Passed on, it would hold for the libraries of the compiler, too, and the link would fail (ld(1), `--whole-archive`): nobody lacks it.
    if opens_whole(argument) && !script.script.directives.iter().any(closes_whole) {
        draft = draft.confidence(Confidence::Heuristic);
    }
    if matches!(fate, Fate::Warned) {
        draft = draft.severity(Severity::Warning);
    }
    // A run path without a library that is looked for there: nothing fails.
    if matches!(fate, Fate::Silent) && run_path.is_some() && !may_load(cargo, package, script) {
        draft = draft.severity(Severity::Note);
    }
    if let Some(consumer) = consumer {
        draft = draft.related(consumer.name.span, "is linked without it").subject(consumer.name.text.clone());
    }
    sink.report(draft);
}

/// Whether an argument names the C++ library where the script compiles nothing and links shared libraries only: these name it themselves
/// (ld(1), `DT_NEEDED`), and nobody lacks it.
fn is_of_shared_alone(cargo: &Cargo<'_>, package: &Package, script: &BuildScript, argument: &str) -> bool {
    let mut libraries = script.script.directives.iter().filter_map(Directive::link_lib).peekable();
    let attributes = || cargo.rust_of(package).filter_map(|file| file.facts.as_ref()).flat_map(|facts| &facts.links);
    argument.strip_prefix("-l").is_some_and(is_cxx_library)
        && !script.script.incomplete
        && script.script.builds.iter().all(|build| matches!(build.builder, Builder::Probe | Builder::Bindgen))
        && libraries.peek().is_some()
        && libraries.all(|library| library.kind == "dylib" || library.kind == "framework")
        && attributes().all(|link| link.kind != "static")
}

/// Whether an argument takes all of the archives behind it into the binary (ld(1), `--whole-archive`; Apple's ld(1), `-all_load`).
fn opens_whole(argument: &str) -> bool {
    words(argument).any(|word| matches!(word.trim_start_matches('-'), "whole-archive" | "all_load"))
}

/// Whether what a script prints ends that, or may do so.
fn closes_whole(directive: &Directive) -> bool {
    directive.link_arg().is_some_and(|(_, argument)| {
        words(argument).any(|word| {
            matches!(word.trim_start_matches('-'), "no-whole-archive" | "noall_load") || word.contains(UNKNOWN)
        })
    })
}

/// The folders that an argument has the loader search, where it does nothing else (ld(1), `-rpath`).
fn run_path(argument: &str) -> Option<Vec<&str>> {
    let mut folders = Vec::new();
    let mut all = words(argument);
    while let Some(word) = all.next() {
        let word = word.strip_prefix('-').unwrap_or(word);
        match word.trim_start_matches('-') {
            "rpath" => folders.extend(all.next()?.split(':')),
            "enable-new-dtags" | "disable-new-dtags" => {}
            other => folders.extend(other.strip_prefix("rpath=")?.split(':')),
        }
    }
    (!folders.is_empty()).then_some(folders)
}

/// Whether every loader of Linux searches a folder: /lib, /usr/lib, and those of a triplet below them (ld.so(8); Debian, "Multiarch").
fn is_searched(folder: &str) -> bool {
    let folder = folder.trim_end_matches('/');
    let rest = folder.strip_prefix("/usr").unwrap_or(folder);
    let is_triplet = |rest: &str| rest.contains("-linux-") && !rest.contains(['/', UNKNOWN]);
    matches!(rest, "/lib" | "/lib64") || rest.strip_prefix("/lib/").is_some_and(is_triplet)
}

/// Whether a package may bring a library that is looked for when a program starts. Not so where its script names libraries, all of them
/// archives, nothing else of it names one, and it depends on no other package that may.
fn may_load(cargo: &Cargo<'_>, package: &Package, script: &BuildScript) -> bool {
    let libraries: Vec<_> = script.script.directives.iter().filter_map(Directive::link_lib).collect();
    let attributes = || cargo.rust_of(package).filter_map(|file| file.facts.as_ref()).flat_map(|facts| &facts.links);
    let mut needed = package.dependencies.iter().filter(|one| one.kind == DependencyKind::Normal);
    // Packages of bindings are called so (The Cargo Book, "Build Scripts", `*-sys` packages).
    let is_native = |dependency: &Dependency| {
        dependency.package.ends_with("sys")
            || cargo.dependency(package, dependency).is_some_and(|other| other.build.is_some())
    };
    script.script.incomplete
        || libraries.is_empty()
        || libraries.iter().any(|library| library.kind != "static")
        || attributes().any(|link| link.kind != "static")
        || needed.any(is_native)
}

/// Whether an argument changes nothing in a link by rustc, which names the libraries of the compiler itself (`-nodefaultlibs`) and calls the
/// driver of C: who loses it loses nothing (gcc(1), "Link Options"; rustc, `codegen_ssa/back/linker.rs`).
fn is_without_effect(argument: &str) -> bool {
    let ends = ["libgcc", "libstdc++", "libgfortran"];
    argument.strip_prefix("-static-").is_some_and(|end| ends.contains(&end))
        || matches!(argument, "-pipe" | "-g" | "-Wall" | "-Wextra")
        || argument.strip_prefix("-O").is_some_and(|level| level.len() < 2)
}

/// Whether an argument ends in what the metadata hands on: `-Wl,-rpath,{folder}` beside `lib_dir={folder}`.
fn holds_metadata(argument: &str, metadata: &str) -> bool {
    let value = metadata.split_once('=').map_or(metadata, |(_, value)| value);
    !value.is_empty() && argument.ends_with(value)
}

/// Whether a package's own build script prints an argument for its own targets.
fn states(cargo: &Cargo<'_>, package: &Package, argument: &str) -> bool {
    let own = package.build.as_ref().and_then(|_| cargo.script(package));
    own.is_some_and(|own| {
        let printed = own.script.directives.iter().filter_map(Directive::link_arg);
        let printed: Vec<&str> = printed.flat_map(|(_, text)| words(text)).collect();
        let wanted: Vec<&str> = words(argument).collect();
        printed.windows(wanted.len().max(1)).any(|some| some == wanted)
    })
}

/// What the linker gets of an argument: `-Wl,-undefined,dynamic_lookup` is two words (gcc(1), "-Wl").
fn words(argument: &str) -> impl Iterator<Item = &str> {
    argument.strip_prefix("-Wl,").unwrap_or(argument).split(',')
}

/// Whether two directives print one variable: `{flags}`.
fn shares_name(script: &BuildScript, one: &Directive, other: &Directive) -> bool {
    let names = |directive: &Directive| {
        let range = directive.range.start as usize..directive.range.end as usize;
        let text = String::from_utf8_lossy(script.source.bytes().get(range).unwrap_or_default()).into_owned();
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned);
        words.collect::<std::collections::BTreeSet<_>>()
    };
    let own = names(one);
    names(other).iter().any(|name| name.starts_with(char::is_lowercase) && !is_of_print(name) && own.contains(name))
}

/// Words of every statement that prints a directive.
fn is_of_print(word: &str) -> bool {
    matches!(word, "println" | "print" | "cargo" | "rustc" | "link" | "arg" | "args" | "format" | "display" | "unwrap")
}

/// The packages of the repository that are linked and depend on another one, directly or not.
fn consumers<'c>(cargo: &'c Cargo<'_>, package: &Package) -> Vec<&'c Package> {
    let linked = cargo.packages.iter().filter(|one| one.links_something());
    linked.filter(|one| one.folder != package.folder && cargo.depends_on(one, package)).collect()
}

/// Whether the crate type is given on the command line, so that what the manifest says does not tell what is linked: a script does so, or
/// the package is made for cargo-c (`[package.metadata.capi]`, or a manifest written for it).
fn is_typed_elsewhere(cargo: &Cargo<'_>, package: &Package, script: &BuildScript) -> bool {
    let text = package.manifest.bytes();
    ["metadata.capi", "cdylib-link-lines"].iter().any(|word| memchr::memmem::find(text, word.as_bytes()).is_some())
        || memchr::memmem::find(script.source.bytes(), b"cdylib_link_lines").is_some()
        || cargo.types_on_command_lines()
}

/// Whether the library has tests of any framework, or examples in its documentation, that cargo builds and runs.
fn is_tested(cargo: &Cargo<'_>, package: &Package) -> bool {
    const MARKS: &[&str] = &[
        "/// ```",
        "//! ```",
        "doc = include_str!",
        "#[cfg(test)]",
        "test]",
        "::test(",
        "#[rstest",
        "#[test_case",
        "proptest!",
    ];
    package.library.is_some()
        && cargo
            .files_of(package)
            .iter()
            .filter_map(|path| cargo.sources.sandbox().read(path).ok())
            .any(|text| MARKS.iter().any(|mark| memchr::memmem::find(&text, mark.as_bytes()).is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_that_are_a_run_path() {
        assert_eq!(run_path("-Wl,-rpath,/opt/x/lib"), Some(vec!["/opt/x/lib"]));
        assert_eq!(run_path("-Wl,--enable-new-dtags,-rpath=/a:/b"), Some(vec!["/a", "/b"]));
        for other in ["-Wl,-rpath", "-Wl,-rpath,/a,-z,now", "-rdynamic", "-Wl,--enable-new-dtags"] {
            assert_eq!(run_path(other), None, "{other}");
        }
    }

    #[test]
    fn folders_that_are_searched_anyway() {
        for folder in ["/usr/lib/x86_64-linux-gnu", "/lib64/", "/usr/lib"] {
            assert!(is_searched(folder), "{folder}");
        }
        for folder in ["/usr/lib/clang/19/lib/linux", "/opt/lib", "/usr", "/usr/local/lib", "/usr/lib/x-linux-y/z"] {
            assert!(!is_searched(folder), "{folder}");
        }
    }
}
