//! Flags for the linker in rustflags that build scripts and procedural macros are linked with too.
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::cargo::config::{FlagList, effective};
use crate::cargo::platform::{HOSTS, on_hosts};
use crate::cargo::{Cargo, Package, Workspace};
use crate::discover::Kind;
use crate::flags::{LibraryMode, LinkFlag, Located, RustcFlag};

use crate::rules::{Context, Draft, Place, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(cargo) = cx.facts.cargo else { return };
    for workspace in cargo.workspaces.iter().filter(|workspace| !workspace.selected.is_empty()) {
        look(cargo, workspace, sink);
    }
}

/// What a flag does to something that is no product of the workspace.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Harm {
    /// A build script does not run, or is not linked.
    Programs,
    /// A procedural macro is no library that rustc can load.
    Macros,
}

/// What the linker makes of a program or of a procedural macro with a flag (ld(1), gcc(1), MSVC's linker reference), beside others.
fn harm(flag: &RustcFlag, beside: &[Located<RustcFlag>]) -> Option<Harm> {
    /// Where programs of Rust start: crt1.o, dyld, and the runtime of MSVC ("/ENTRY"). At `main` itself nothing is set up.
    const STARTS: &[&str] = &["_start", "_main", "mainCRTStartup"];
    let RustcFlag::Link(link) = flag else { return None };
    let named =
        |one: &Located<RustcFlag>| matches!(one.flag, RustcFlag::Link(LinkFlag::LibraryWith(LibraryMode::Default, _)));
    Some(match link {
        LinkFlag::Entry(name) if STARTS.contains(&name.as_str()) => return None,
        // One library is left out, mostly for another one in its place.
        LinkFlag::NoStandardLibraries(which) if which.starts_with("NODEFAULTLIB:") || which == "nostdlib++" => {
            return None;
        }
        // rustc gives the first to every program, and names the C library itself (`--print link-args`).
        LinkFlag::NoStandardLibraries(which) if matches!(which.as_str(), "nodefaultlibs" | "nolibc") => return None,
        LinkFlag::NoStandardLibraries(which) if which == "NODEFAULTLIB" && beside.iter().any(named) => return None,
        LinkFlag::Shared
        | LinkFlag::Relocatable
        | LinkFlag::Bundle
        | LinkFlag::Entry(_)
        | LinkFlag::LinkerScript(_) => Harm::Programs,
        // Without the start files or the C library nothing calls `main`.
        LinkFlag::NoStandardLibraries(_) => Harm::Programs,
        LinkFlag::VersionScript(_) | LinkFlag::ExportedSymbolsList(_) | LinkFlag::NoExportedSymbols => Harm::Macros,
        _ => return None,
    })
}

fn look(cargo: &Cargo<'_>, workspace: &Workspace, sink: &mut Sink) {
    let configs = cargo.configs_for(&workspace.folder);
    // With a target, also where it is the host, they are for the target only.
    if configs.is_empty() || configs.iter().any(|config| config.build_target.is_some() || config.spares_host) {
        return;
    }
    let script = cargo.members(workspace).find(|package| package.build.is_some());
    let macros =
        cargo.members(workspace).find(|package| package.library.as_ref().is_some_and(|library| library.proc_macro));
    let mut lists: Vec<(&FlagList, BTreeSet<usize>)> = Vec::new();
    for (host, triple) in HOSTS.iter().enumerate() {
        for list in effective(&configs, triple).map(|effective| effective.taken).unwrap_or_default() {
            match lists.iter_mut().find(|(known, _)| known.place == list.place) {
                Some((_, hosts)) => drop(hosts.insert(host)),
                None => lists.push((list, BTreeSet::from([host]))),
            }
        }
    }
    for (list, hosts) in lists {
        let flags = list.flags();
        for flag in &flags {
            let found = harm(&flag.flag, &flags).filter(|_| !adds_to_the_script(cargo, workspace, &flag.flag));
            let victim = match found {
                Some(Harm::Programs) => script.map(|package| (package, "the build script", "does not run")),
                Some(Harm::Macros) => macros.map(|package| (package, "the procedural macro", "cannot be loaded")),
                None => None,
            };
            let Some((package, what, fate)) = victim else { continue };
            if names_a_target(cargo, workspace) {
                return;
            }
            let draft = Draft::new(
                on_hosts(&cargo.conds, &hosts),
                Place::new(list.place, "for everything that is built for the host"),
            )
            .related(place(cargo, package, what), what)
            .named("flag", list.written(flag))
            .subject(flag.spelling.clone())
            .value("what", what)
            .value("fate", fate)
            .named("package", package.name.text.clone());
            sink.report(draft);
            break;
        }
    }
}

/// Whether a linker script of the workspace only adds to the linker's own (ld's manual, "INSERT").
fn adds_to_the_script(cargo: &Cargo<'_>, workspace: &Workspace, flag: &RustcFlag) -> bool {
    let RustcFlag::Link(LinkFlag::LinkerScript(path)) = flag else { return false };
    let text = cargo.sources.sandbox().read(&workspace.folder.join(path));
    text.is_ok_and(|text| memchr::memmem::find(&text, b"INSERT").is_some())
}

/// Where the victim is: the build script, or the macro's manifest.
fn place(cargo: &Cargo<'_>, package: &Package, what: &str) -> crate::source::Span {
    let script =
        package.build.as_ref().filter(|_| what.contains("script")).and_then(|path| cargo.sources.load(path).ok());
    script.map_or(package.name.span, |file| crate::source::Span::new(file.id(), 0..0))
}

/// Whether the repository says somewhere that it is built for a target by name: a script, an alias of cargo's, a program of its own.
fn names_a_target(cargo: &Cargo<'_>, workspace: &Workspace) -> bool {
    let configs = cargo.configs_for(&workspace.folder).into_iter().map(|config| config.file.path().to_path_buf());
    // A description of continuous integration stands above; what lies in another workspace is about that one.
    let others =
        cargo.workspaces.iter().map(|other| &other.folder).filter(|other| !workspace.folder.starts_with(other));
    let others: Vec<_> = others.collect();
    let is_own =
        |path: &Path| path.starts_with(&workspace.folder) || !others.iter().any(|other| path.starts_with(other));
    let scripts = [Kind::Script, Kind::Python].into_iter().flat_map(|kind| cargo.inputs.of(kind));
    let scripts = scripts.filter(|path| is_own(path)).cloned();
    let make = [workspace.folder.join("Makefile.toml")];
    let programs = cargo.members(workspace).flat_map(|package| cargo.files_of(package));
    let read = |path: &Path| cargo.sources.sandbox().read(path).ok();
    let says = |path: PathBuf| {
        read(&path).is_some_and(|text| {
            let text = String::from_utf8_lossy(&text);
            text.contains("CARGO_BUILD_TARGET") || gives_target(&text)
        })
    };
    let runs_cargo = |path: &PathBuf| {
        read(path).is_some_and(|text| {
            let text = String::from_utf8_lossy(&text);
            ["\"cargo\"", "\"CARGO\""].iter().any(|program| text.contains(program)) && gives_target(&text)
        })
    };
    configs.chain(scripts).chain(make).any(says) || programs.into_iter().any(runs_cargo)
}

/// Whether a text about cargo has the option `--target` with a value, as words of a line or of a list: not that of other programs, whose
/// targets are no triples.
fn gives_target(text: &str) -> bool {
    let about_cargo = |text: &str| text.contains("cargo") || text.contains("CARGO") || text.contains("[alias]");
    about_cargo(text)
        && text.match_indices("--target").any(|(at, option)| {
            let rest = &text[at + option.len()..];
            let line = text[..at].rsplit('\n').next().unwrap_or_default();
            let value = rest.trim_start_matches(|c: char| c.is_whitespace() || "=\"',".contains(c));
            let has_value = rest.len() > value.len();
            let word = value.split(|c: char| c.is_whitespace() || "\"',]".contains(c)).next().unwrap_or_default();
            let triple = word.matches('-').count() > 1 || word.ends_with(".json");
            has_value && (line.contains("cargo") || triple || word.starts_with(['$', '{', '<', ')']))
        })
}

#[cfg(test)]
mod tests {
    use super::gives_target;

    #[test]
    fn targets_of_cargo() {
        for text in [
            "cargo build --target x86_64-unknown-none",
            "[alias]\nb = [\"build\", \"--target\", \"x86_64-unknown-none\"]",
            "CARGO_FLAGS := --target $(TARGET)",
            "uses: actions-rs/cargo@v1\nargs: --release --target=aarch64-unknown-none",
            "Command::new(\"cargo\").arg(\"--target\").arg(target)",
        ] {
            assert!(gives_target(text), "{text}");
        }
        for text in [
            "cargo build --target-dir out",
            "cargo build\ncmake --build build --target install",
            "clang --target=x86_64-unknown-none",
        ] {
            assert!(!gives_target(text), "{text}");
        }
    }
}
