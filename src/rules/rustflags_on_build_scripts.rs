//! Flags for the linker in rustflags that build scripts and procedural macros are linked with too.
use crate::cargo::config::{FlagList, effective};
use crate::cargo::platform::HOSTS;
use crate::cargo::{Cargo, Package, Workspace};
use crate::cond::Cond;
use crate::discover::Kind;
use crate::flags::{LinkFlag, RustcFlag};

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

/// What the linker makes of a program or of a procedural macro with a flag (ld(1), gcc(1)).
fn harm(flag: &RustcFlag) -> Option<Harm> {
    let RustcFlag::Link(link) = flag else { return None };
    Some(match link {
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
    if configs.is_empty() || configs.iter().any(|config| config.build_target.is_some()) {
        return;
    }
    let script = cargo.members(workspace).find(|package| package.build.is_some());
    let macros =
        cargo.members(workspace).find(|package| package.library.as_ref().is_some_and(|library| library.proc_macro));
    let mut lists: Vec<&FlagList> = Vec::new();
    for triple in HOSTS {
        for list in effective(&configs, triple).map(|effective| effective.taken).unwrap_or_default() {
            if !lists.iter().any(|known| known.place == list.place) {
                lists.push(list);
            }
        }
    }
    for list in lists {
        for flag in list.flags() {
            let victim = match harm(&flag.flag) {
                Some(Harm::Programs) => script.map(|package| (package, "the build script", "does not run")),
                Some(Harm::Macros) => macros.map(|package| (package, "the procedural macro", "cannot be loaded")),
                None => None,
            };
            let Some((package, what, fate)) = victim else { continue };
            if names_a_target(cargo, workspace) {
                return;
            }
            let draft = Draft::new(Cond::TRUE, Place::new(list.place, "for everything that is built for the host"))
                .related(place(cargo, package, what), what)
                .named("flag", list.written(&flag))
                .subject(flag.spelling)
                .value("what", what)
                .value("fate", fate)
                .named("package", package.name.text.clone());
            sink.report(draft);
            break;
        }
    }
}

/// Where the victim is: the build script, or the macro's manifest.
fn place(cargo: &Cargo<'_>, package: &Package, what: &str) -> crate::source::Span {
    let script =
        package.build.as_ref().filter(|_| what.contains("script")).and_then(|path| cargo.sources.load(path).ok());
    script.map_or(package.name.span, |file| crate::source::Span::new(file.id(), 0..0))
}

/// Whether the scripts of the repository build for a target by name.
fn names_a_target(cargo: &Cargo<'_>, workspace: &Workspace) -> bool {
    let scripts = cargo.inputs.of(Kind::Script).iter().filter(|path| path.starts_with(&workspace.folder));
    scripts.filter_map(|path| cargo.sources.sandbox().read(path).ok()).any(|text| {
        let text = String::from_utf8_lossy(&text);
        text.contains("CARGO_BUILD_TARGET")
            || text
                .lines()
                .any(|line| line.contains("cargo") && line.contains("--target ") || line.contains("--target="))
    })
}
