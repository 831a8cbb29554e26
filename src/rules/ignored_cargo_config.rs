//! Configurations in the folder of a member, which cargo does not read when it is started above.
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::cargo::config::matters;
use crate::cargo::platform::{HOSTS, holds, on_hosts};
use crate::cargo::{Cargo, Config, Workspace};
use crate::cond::Cond;
use crate::discover::Kind;
use crate::model::mentions::has_word;

use crate::rules::{Context, Draft, Place, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(cargo) = cx.facts.cargo else { return };
    for workspace in cargo.workspaces.iter().filter(|workspace| !workspace.selected.is_empty()) {
        let below = cargo.configs.iter().filter(|config| {
            config.folder != workspace.folder && workspace.folders.iter().any(|folder| config.folder == *folder)
        });
        for config in below {
            look(cargo, workspace, config, sink);
        }
    }
}

fn look(cargo: &Cargo<'_>, workspace: &Workspace, config: &Config, sink: &mut Sink) {
    // What is built for another machine is built from its own folder.
    if config.is_special || config.build_target.is_some() {
        return;
    }
    let Ok(below) = config.folder.strip_prefix(&workspace.folder) else { return };
    let Some(member) = cargo.members(workspace).find(|member| member.folder == config.folder) else { return };
    if workspace.table.default_members.as_ref().is_some_and(|members| !members.iter().any(|one| below.ends_with(one))) {
        return;
    }
    let lists = config.flags.iter().filter(|list| list.target.as_deref().is_none_or(is_hosted));
    let Some((list, flag)) = lists
        .flat_map(|list| list.flags().into_iter().map(move |flag| (list, flag)))
        .find(|(_, flag)| matters(&flag.flag))
    else {
        return;
    };
    // What is read from the top says the same.
    let written = list.written(&flag);
    let mut above = cargo.configs.iter().filter(|other| workspace.folder.starts_with(&other.folder));
    if above.any(|other| {
        let same = other.flags.iter().filter(|one| one.target == list.target);
        same.flat_map(|one| one.flags().into_iter().map(move |flag| one.written(&flag))).any(|one| one == written)
    }) {
        return;
    }
    if is_entered(cargo, &below.to_string_lossy(), &member.name.text) || has_front_end(cargo, &config.folder) {
        return;
    }
    let hosts = HOSTS.iter().enumerate();
    let takes = |triple| list.target.as_deref().is_none_or(|key| holds(key, triple) != Some(false));
    let cond = match hosts.filter(|(_, triple)| takes(triple)).map(|(at, _)| at).collect::<BTreeSet<_>>() {
        none if none.is_empty() => Cond::TRUE,
        hosts => on_hosts(&cargo.conds, &hosts),
    };
    let draft = Draft::new(cond, Place::new(list.place, "read only by a cargo that is started in this folder"))
        .related(member.name.span, "the member")
        .named("package", member.name.text.clone())
        .named("flag", written);
    sink.report(draft);
}

/// Parts of the names of targets on which nobody builds (rustc book, "Platform Support").
const NO_HOSTS: &[&str] = &[
    "none",
    "wasm",
    "thumb",
    "riscv32",
    "uefi",
    "espidf",
    "xtensa",
    "avr",
    "msp430",
    "mips",
    "android",
    "ios",
    "tvos",
    "watchos",
    "visionos",
    "psp",
    "psx",
    "nintendo",
    "switch",
    "vita",
    "emscripten",
    "wasi",
    "fuchsia",
    "vxworks",
    "hermit",
    "nto",
    "cuda",
    "sgx",
];

/// Whether a key of `[target]` is for machines that people build on.
fn is_hosted(key: &str) -> bool {
    !NO_HOSTS.iter().any(|word| key.contains(word))
}

/// Files beside a manifest by which other programs build the package, in its own folder: npm and its like (napi-rs, wasm-pack), maturin and
/// setuptools-rust, Trunk, Tauri, Dioxus, make, just, cargo-make.
const FRONT_ENDS: &[&str] = &[
    "package.json",
    "pyproject.toml",
    "setup.py",
    "Trunk.toml",
    "tauri.conf.json",
    "Tauri.toml",
    "Dioxus.toml",
    "Makefile",
    "makefile",
    "GNUmakefile",
    "justfile",
    "Justfile",
    "Makefile.toml",
    "Cross.toml",
    "Taskfile.yml",
];

/// Whether a package is built from its own folder: by another program, or by a script that stands in it.
fn has_front_end(cargo: &Cargo<'_>, folder: &Path) -> bool {
    let sandbox = cargo.sources.sandbox();
    let runs_cargo = |path: &&PathBuf| {
        let bytes = sandbox.read(path).unwrap_or_default();
        has_word(&bytes, "cargo") || has_word(&bytes, "cross")
    };
    FRONT_ENDS.iter().any(|name| sandbox.is_file(&folder.join(name)))
        || cargo
            .inputs
            .of(Kind::Script)
            .iter()
            .filter(|path| path.parent() == Some(folder))
            .any(|path| runs_cargo(&path))
}

/// Whether some script, or a program that builds (`xtask`), goes into the folder.
fn is_entered(cargo: &Cargo<'_>, below: &str, name: &str) -> bool {
    const ENTERS: &[&str] = &["cd ", "pushd ", "working-directory", "WORKDIR", "cwd", "-C ", "current_dir(", "dir:"];
    let folder = below.rsplit('/').next().unwrap_or(below);
    let scripts = [Kind::Script, Kind::Python, Kind::RustSource, Kind::BuildScript];
    let paths = scripts.iter().flat_map(|kind| cargo.inputs.of(*kind));
    paths.filter_map(|path| cargo.sources.sandbox().read(path).ok()).any(|text| {
        let text = String::from_utf8_lossy(&text);
        text.lines().any(|line| {
            let enters = ENTERS.iter().any(|word| line.contains(word));
            enters && (line.contains(folder) || line.contains(name))
        })
    })
}
