//! A static library of C++ code that a build script links without the C++ library.
use std::path::Path;
use std::sync::OnceLock;

use regex::bytes::Regex;

use crate::cargo::archives::archives;
use crate::cargo::script::{Builder, UNKNOWN};
use crate::cargo::{BuildScript, Cargo, DependencyKind, Directive, Package};
use crate::comments::{Language, without_comments};
use crate::cond::Cond;
use crate::flags::{is_cxx_library, is_library_of_windows};
use crate::model::binaries::is_cxx;
use crate::source::Span;

use crate::rules::{Context, Draft, Place, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(cargo) = cx.facts.cargo else { return };
    for package in cargo.selected().filter(|package| package.build.is_some()) {
        let Some(script) = cargo.script(package) else { continue };
        if script.script.incomplete || is_linked_otherwise(cargo, package) || is_for_bare_machine(cargo, package) {
            continue;
        }
        let runtime = runtime(cargo, script);
        compiled_here(cargo, package, script, runtime, sink);
        prebuilt(cargo, package, script, runtime, sink);
    }
}

/// Where a script links what systems other than those have: there it links nothing in any case.
fn elsewhere(cargo: &Cargo<'_>, script: &BuildScript) -> Cond {
    let conds = &cargo.conds;
    let on = |name: &str| conds.platform(name).unwrap_or(Cond::FALSE);
    let all = script.script.directives.iter().filter_map(|one| {
        let library = one.link_lib()?;
        let own = match library.kind.as_str() {
            "framework" => on("APPLE"),
            "" | "dylib" if is_library_of_windows(&library.name.to_lowercase()) => on("WIN32"),
            _ => return None,
        };
        Some(conds.diff(one.cond, own))
    });
    conds.any(all.filter(|cond| !cond.is_unknown()).collect::<Vec<_>>())
}

/// Crates of C code alone: what they link brings no C++ library. Of any other crate of native code that is not known.
const OF_C: &[&str] = &[
    "bzip2-sys",
    "curl-sys",
    "libgit2-sys",
    "libsqlite3-sys",
    "libssh2-sys",
    "libz-sys",
    "lz4-sys",
    "lzma-sys",
    "openssl-sys",
    "zstd-sys",
];

/// Crates that link the C++ library (docs.rs/link-cplusplus, docs.rs/cxx).
const BRINGING: &[&str] = &["cxx", "link-cplusplus", "autocxx", "cpp", "esp-idf-sys"];

/// Whether sources of the package or crates that it stands on may link the C++ library.
fn is_linked_otherwise(cargo: &Cargo<'_>, package: &Package) -> bool {
    let in_source = cargo
        .rust_of(package)
        .any(|file| file.facts.as_ref().is_none_or(|facts| facts.links.iter().any(|link| is_cxx_library(&link.name))));
    let brings = package.dependencies.iter().filter(|one| one.kind != DependencyKind::Dev).any(|one| {
        if let Some(own) = cargo.dependency(package, one) {
            // What a crate beside it links is looked at there; that its own script may bring the library is enough here.
            return own.build.is_some() && one.kind == DependencyKind::Normal;
        }
        let name = one.package.as_str();
        BRINGING.contains(&name)
            || (one.kind == DependencyKind::Normal && name.ends_with("sys") && !OF_C.contains(&name))
    });
    in_source || brings
}

/// Whether the configuration builds for a machine without an operating system, whose programs get their libraries in other ways.
fn is_for_bare_machine(cargo: &Cargo<'_>, package: &Package) -> bool {
    let configs = cargo.configs_for(&package.folder);
    configs.iter().filter_map(|config| config.build_target.as_ref()).any(|target| target.text.contains("-none"))
}

/// When a script links the C++ library, or may do so, or is for another system.
fn runtime(cargo: &Cargo<'_>, script: &BuildScript) -> Cond {
    let names = |directive: &&Directive| {
        if let Some(library) = directive.link_lib() {
            is_cxx_library(&library.name) || library.name.contains(UNKNOWN)
        } else {
            let argument = directive.link_arg().map_or("", |(_, argument)| argument);
            argument.contains("c++") || argument.contains(UNKNOWN)
        }
    };
    let all = script.script.directives.iter().filter(names).map(|directive| directive.cond);
    cargo.conds.any(all.chain([elsewhere(cargo, script)]).collect::<Vec<_>>())
}

/// Whether the script itself prints a C++ library in some of the settings under which it links something: then it says when there is to be
/// none (`CXXSTDLIB` set to nothing).
fn is_handled(cargo: &Cargo<'_>, script: &BuildScript, linked: Cond) -> bool {
    script.script.directives.iter().any(|one| {
        // A name that is computed may be that of any library.
        let is_computed = |name: &str| !name.is_empty() && name.replace(UNKNOWN, "").is_empty();
        let names = one.link_lib().is_some_and(|library| is_cxx_library(&library.name) || is_computed(&library.name));
        one.by.is_none() && names && !cargo.conds.disjoint(one.cond, linked)
    })
}

/// Where a library is wanted and not linked. Objects of Microsoft's compiler name theirs themselves.
fn without(cargo: &Cargo<'_>, linked: Cond, runtime: Cond) -> Option<Cond> {
    let conds = &cargo.conds;
    let systems = ["LINUX", "APPLE"].iter().filter_map(|name| conds.platform(name));
    let cond = conds.diff(conds.and(linked, conds.any(systems.collect::<Vec<_>>())), runtime);
    (cond.is_possible() && !cond.is_unknown()).then_some(cond)
}

/// Archives of C++ sources of the package: `cc` links the C++ library where it was told `.cpp(true)` only.
fn compiled_here(cargo: &Cargo<'_>, package: &Package, script: &BuildScript, runtime: Cond, sink: &mut Sink) {
    for archive in archives(cargo, package, script) {
        let told = archive.directive.by.and_then(|by| script.script.builds.get(by)).is_some_and(|build| {
            let own = |method: &str| matches!(method, "cpp" | "cpp_link_stdlib" | "cpp_set_stdlib" | "cuda");
            let mut flags = build.arguments(&["flag", "flag_if_supported", "cxxflag", "std"]).map(|(text, _)| text);
            build.calls.iter().any(|call| own(&call.method))
                || flags.any(|flag| matches!(flag, "-nostdlib" | "-ffreestanding" | "-nostdinc++"))
        });
        if told {
            continue;
        }
        let needing = archive.sources.iter().find_map(|(path, cond)| Some((needs_runtime(cargo, path)?, *cond)));
        let Some((place, when)) = needing else { continue };
        let linked = cargo.conds.and(archive.directive.cond, when);
        if is_handled(cargo, script, linked) {
            continue;
        }
        let Some(cond) = without(cargo, linked, runtime) else { continue };
        let draft =
            Draft::new(cond, Place::new(script.span(&archive.directive.range), "linked without the C++ library"))
                .related(place, "C++ code in it");
        sink.report(named(draft, package, &archive.library.name));
    }
}

/// An archive that is found somewhere, where the same script otherwise builds it as C++.
fn prebuilt(cargo: &Cargo<'_>, package: &Package, script: &BuildScript, runtime: Cond, sink: &mut Sink) {
    let made = |name: &str| {
        script.script.directives.iter().find(|one| {
            let build = one.by.and_then(|by| script.script.builds.get(by));
            let is_cpp = build.is_some_and(|build| build.builder == Builder::Cc && build.last("cpp") == Some("true"));
            is_cpp && one.link_lib().is_some_and(|library| library.kind == "static" && library.name == name)
        })
    };
    for directive in script.script.directives.iter().filter(|one| one.by.is_none()) {
        let Some(library) = directive.link_lib().filter(|library| library.kind == "static") else { continue };
        let Some(built) = made(&library.name).filter(|_| !is_handled(cargo, script, directive.cond)) else { continue };
        let Some(cond) = without(cargo, directive.cond, runtime) else { continue };
        let draft = Draft::new(cond, Place::new(script.span(&directive.range), "linked without the C++ library"))
            .related(script.span(&built.range), "built as C++ here, which links the C++ library");
        sink.report(named(draft, package, &library.name));
    }
}

fn named(draft: Draft, package: &Package, library: &str) -> Draft {
    draft.named("library", library).subject("stdc++").value("package", package.name.text.clone())
}

/// Where a source takes a header of the C++ library (C++23 standard, "Headers", those of the language's run time aside) of which little is
/// inline, or one of the others and does what needs code of the library.
fn needs_runtime(cargo: &Cargo<'_>, path: &Path) -> Option<Span> {
    static HEADERS: OnceLock<Option<Regex>> = OnceLock::new();
    static INLINE: OnceLock<Option<Regex>> = OnceLock::new();
    static USES: OnceLock<Option<Regex>> = OnceLock::new();
    const LEAD: &str = r"(?m)^[ \t]*#[ \t]*include[ \t]*";
    let make = |names: &str| Regex::new(&format!("{LEAD}<({names})>")).ok();
    let headers = HEADERS.get_or_init(|| {
        make("deque|fstream|iostream|list|map|mutex|ostream|queue|set|sstream|stdexcept|string|thread|unordered_map|unordered_set|vector")
    });
    let inline = INLINE.get_or_init(|| make("algorithm|exception|functional|memory|new"));
    let uses = USES.get_or_init(|| {
        Regex::new(
            r"\b(throw|new[ \t]+[A-Za-z_:]|delete\b|virtual|dynamic_cast|typeid|make_unique|make_shared|shared_ptr|unique_ptr|function[ \t]*<|stable_sort|stable_partition|inplace_merge|terminate[ \t]*\()",
        )
        .ok()
    });
    if is_cxx(path) != Some(true) {
        return None;
    }
    let file = cargo.sources.load(path).ok()?;
    let found = headers.as_ref()?.captures(file.bytes()).or_else(|| {
        let code = without_comments(file.bytes(), Language::C);
        uses.as_ref()?.find(&code)?;
        inline.as_ref()?.captures(file.bytes())
    });
    let found = found?.get(1)?;
    Some(Span::new(file.id(), found.start() as u32..found.end() as u32))
}
