//! Rustflags of a configuration that another source of rustflags replaces.
use std::collections::BTreeSet;
use std::path::Path;

use crate::cargo::config::{Config, Effective, FlagList, effective, matters};
use crate::cargo::platform::{HOSTS, Triple, on_hosts};
use crate::cargo::{Assignment, Cargo, Workspace};
use crate::flags::{Dialect, LinkFlag, RustcFlag, rustc};
use crate::source::Span;

use crate::rules::{Context, Draft, Place, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(cargo) = cx.facts.cargo else { return };
    for workspace in &cargo.workspaces {
        if workspace.selected.is_empty() || cargo.configs_for(&workspace.folder).is_empty() {
            continue;
        }
        by_target(cargo, workspace, sink);
        by_environment(cargo, workspace, sink);
    }
}

/// Lists with more words are written by nobody.
const MOST: usize = 1000;

/// A flag that is lost, with its list.
struct Lost<'c> {
    list: &'c FlagList,
    written: String,
    spelling: String,
}

/// The flags of `lists` that matter and that `instead` does not hold, on a target that knows them.
fn lost<'c>(lists: &[&'c FlagList], instead: &[RustcFlag], triple: &Triple) -> Vec<Lost<'c>> {
    let mut found = Vec::new();
    for list in lists.iter().filter(|list| list.words.len() <= MOST) {
        for flag in list.flags() {
            let foreign = match flag.dialect {
                Dialect::Any => false,
                Dialect::Elf => triple.os != "linux",
                Dialect::Apple => triple.os != "macos",
                Dialect::Coff => triple.os != "windows",
            };
            let foreign =
                foreign || triple.os == "windows" && is_of_elf(&flag.flag) || is_of_other_loader(&flag.flag, triple);
            if matters(&flag.flag) && !foreign && !instead.contains(&flag.flag) {
                found.push(Lost { list, written: list.written(&flag), spelling: flag.spelling });
            }
        }
    }
    found
}

/// Whether a run path is made of a word that only the loader of other systems knows: `$ORIGIN` (ld.so(8)), `@loader_path` (dyld(1)).
fn is_of_other_loader(flag: &RustcFlag, triple: &Triple) -> bool {
    let RustcFlag::Link(LinkFlag::Rpath(paths)) = flag else { return false };
    let begins = |word: &str| paths.iter().any(|path| path.starts_with(word));
    if triple.os == "macos" { begins("$") } else { begins("@") }
}

/// Whether a flag says nothing where programs are no ELF files, whoever takes it.
fn is_of_elf(flag: &RustcFlag) -> bool {
    matches!(flag, RustcFlag::Link(LinkFlag::ExportDynamic(_) | LinkFlag::Rpath(_) | LinkFlag::Soname(_)))
}

/// `target.*.rustflags` in place of `build.rustflags`.
fn by_target(cargo: &Cargo<'_>, workspace: &Workspace, sink: &mut Sink) {
    let configs = cargo.configs_for(&workspace.folder);
    for build in configs.iter().flat_map(|config| &config.flags).filter(|list| list.target.is_none()) {
        let (mut triples, mut keys) = (BTreeSet::new(), Vec::new());
        let mut gone: Option<Lost<'_>> = None;
        for (at, triple) in HOSTS.iter().enumerate() {
            let Some(Effective { taken, replaced }) = effective(&configs, triple) else { continue };
            if !replaced.iter().any(|list| list.place == build.place) {
                continue;
            }
            let instead: Vec<RustcFlag> = taken.iter().flat_map(|list| list.flags()).map(|flag| flag.flag).collect();
            if let Some(first) = lost(&[build], &instead, triple).into_iter().next() {
                triples.insert(at);
                keys.extend(taken);
                gone.get_or_insert(first);
            }
        }
        let Some(gone) = gone else { continue };
        let mut draft = Draft::new(on_hosts(&cargo.conds, &triples), Place::new(build.place, "not taken"))
            .named("flag", gone.written)
            .subject(gone.spelling)
            .value(
                "by",
                keys.first()
                    .and_then(|list| list.target.as_ref())
                    .map_or_else(String::new, |key| format!("`target.{key}.rustflags`")),
            )
            .value("what", "`build.rustflags`");
        let mut seen: Vec<Span> = Vec::new();
        for key in keys {
            if !seen.contains(&key.place) {
                seen.push(key.place);
                draft = draft.related(key.place, "taken instead, not beside them");
                draft = draft.subject(key.target.clone().unwrap_or_default());
            }
        }
        sink.report(draft.help(
            "repeat the flag in the list of the target, or give it with `cargo:rustc-link-arg` in the build script",
        ));
    }
}

/// `RUSTFLAGS` in place of those of the configuration.
fn by_environment(cargo: &Cargo<'_>, workspace: &Workspace, sink: &mut Sink) {
    let all = cargo.configs_for(&workspace.folder);
    for assignment in cargo.assignments() {
        let Some(words) = assignment.words().filter(|_| concerns(cargo, workspace, assignment)) else { continue };
        if words.len() > MOST {
            continue;
        }
        let places = places_of(assignment);
        let configs: Vec<&Config> =
            all.iter().copied().filter(|config| works_in(assignment, &config.folder, &cargo.inputs.root)).collect();
        let instead: Vec<RustcFlag> = rustc(&words).into_iter().map(|flag| flag.flag).collect();
        let (mut triples, mut gone) = (BTreeSet::new(), None);
        for (at, triple) in HOSTS.iter().enumerate().filter(|(_, triple)| is_built_there(&places, triple)) {
            let Some(effective) = effective(&configs, triple) else { continue };
            if let Some(first) = lost(&effective.taken, &instead, triple).into_iter().next() {
                triples.insert(at);
                gone.get_or_insert(first);
            }
        }
        let Some(gone) = gone else { continue };
        let draft = Draft::new(on_hosts(&cargo.conds, &triples), Place::new(assignment.span, "the only flags here"))
            .related(gone.list.place, "not taken there")
            .named("flag", gone.written)
            .subject(gone.spelling)
            .named("by", assignment.name)
            .value("what", "the rustflags of .cargo/config.toml")
            .message(format!(
                "`{}` replaces the rustflags of the configuration: the link goes without `{}`",
                assignment.name,
                gone.list.words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
            ))
            .help("give linker flags with `cargo:rustc-link-arg` in the build script, or say lints in `[lints]` instead of RUSTFLAGS");
        sink.report(draft);
    }
}

/// Whether a script builds a workspace: it lies in its folder, or names it.
fn concerns(cargo: &Cargo<'_>, workspace: &Workspace, assignment: &Assignment) -> bool {
    let path = assignment.file.path();
    // Checks, documentation and programs of others link nothing of the project. What is no workflow may call one that does.
    if !assignment.builds() && (is_workflow(assignment) || assignment.runs_cargo()) {
        return false;
    }
    // Another workspace around the script is nearer.
    let around = cargo.workspaces.iter().filter(|one| path.starts_with(&one.folder));
    let nearest = around.max_by_key(|one| one.folder.components().count());
    match nearest {
        Some(nearest) => nearest.folder == workspace.folder,
        None => workspace.folder.file_name().is_some_and(|name| assignment.scope.contains(&*name.to_string_lossy())),
    }
}

/// Whether a script runs cargo in a folder or below: cargo looks for configurations from the folder that it is started in upwards, not
/// from that of the manifest (`--manifest-path`). Scripts start at the top unless they say otherwise.
fn works_in(assignment: &Assignment, folder: &Path, top: &Path) -> bool {
    let Ok(below) = folder.strip_prefix(top) else { return true };
    if below.as_os_str().is_empty() || assignment.file.path().starts_with(folder) {
        return true;
    }
    let words: Vec<&str> = assignment.scope.split_ascii_whitespace().collect();
    words.windows(2).any(|pair| match pair {
        [lead, to] if matches!(*lead, "cd" | "pushd" | "-C" | "working-directory:" | "WORKDIR") => {
            let to = to.trim_matches(['"', '\'', ';', ')', '&']);
            Path::new(to.strip_prefix("./").unwrap_or(to)).starts_with(below)
        }
        _ => false,
    })
}

/// What says where a script runs: the runners of its jobs where a workflow names them, otherwise all of it.
fn places_of(assignment: &Assignment) -> String {
    let text = String::from_utf8_lossy(assignment.file.bytes()).to_ascii_lowercase();
    let scope = assignment.scope.to_ascii_lowercase();
    let names = |line: &&str| line.trim_start().starts_with("runs-on:") || line.trim_start().starts_with("container:");
    let mut runners: Vec<&str> = scope.lines().filter(names).collect();
    if !runners.iter().any(|line| line.trim_start().starts_with("runs-on:")) {
        // A step: its job has said it above.
        let before = text.get(..assignment.span.start as usize).unwrap_or_default();
        runners = before.lines().rev().find(|line| line.trim_start().starts_with("runs-on:")).into_iter().collect();
    }
    let said = runners.join("\n");
    if runners.is_empty() || said.contains("${{") || !is_workflow(assignment) { text } else { said }
}

fn is_workflow(assignment: &Assignment) -> bool {
    assignment.file.path().extension().is_some_and(|extension| extension == "yml" || extension == "yaml")
}

/// Whether a script may build for a triple: flags of Windows are not missed on Linux.
fn is_built_there(text: &str, triple: &Triple) -> bool {
    let names = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let others = names(&["windows", "macos", "darwin"]);
    match triple.os {
        "windows" => names(&["windows"]) && (triple.env == "msvc" || text.contains(triple.name)),
        "macos" => names(&["macos", "darwin"]),
        _ if triple.env == "gnu" && triple.arch == "x86_64" => names(&["ubuntu", "linux", "debian"]) || !others,
        _ => text.contains(triple.name),
    }
}
