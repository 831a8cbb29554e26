//! Programs that load libraries and are linked statically by the configuration.
#[path = "static_crt_with_loading/musl.rs"]
mod musl;

use std::collections::BTreeSet;

use regex::bytes::Regex;

use crate::cargo::config::{FlagList, effective};
use crate::cargo::platform::HOSTS;
use crate::cargo::{Cargo, LoadKind, Package, Role, RustFile};
use crate::flags::{LinkFlag, RustcFlag};

use crate::rules::{Context, Draft, Place, Severity, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(cargo) = cx.facts.cargo else { return };
    let programs: Vec<&Package> = cargo.selected().filter(|package| !package.bins.is_empty()).collect();
    let mut seen = BTreeSet::new();
    for package in programs {
        let workspace = cargo.workspace_of(package);
        let configs = cargo.configs_for(workspace.map_or(&package.folder, |workspace| &workspace.folder));
        for triple in HOSTS.iter().filter(|triple| triple.os == "linux") {
            let Some(effective) = effective(&configs, triple) else { continue };
            let Some((list, written)) = effective.taken.iter().rev().find_map(|list| is_static(list)) else { continue };
            let Some(load) = load(cargo, package) else { continue };
            if !seen.insert((list.place, package.name.text.clone())) {
                continue;
            }
            let linux = cargo.conds.platform(triple.system).unwrap_or(crate::cond::Cond::TRUE);
            let cond = match list.target {
                None => linux,
                Some(_) => cargo.conds.and(linux, cargo.conds.opaque(&format!("the target is {}", triple.name))),
            };
            let draft = Draft::new(cond, Place::new(list.place, "links programs statically"))
                .related(load, "loads a library")
                .named("flag", written)
                .named("package", package.name.text.clone());
            sink.report(draft);
        }
        for_musl(cargo, package, sink);
    }
}

/// Programs that are built for musl, which links statically by itself.
fn for_musl(cargo: &Cargo<'_>, package: &Package, sink: &mut Sink) {
    let Some(load) = load(cargo, package) else { return };
    let Some((place, triple)) = musl::target(cargo, package) else { return };
    let cond = cargo.conds.opaque(&format!("the target is {triple}"));
    let message = format!(
        "for {triple} rustc links `{}` statically, and it loads libraries at run time: dlopen() refuses",
        package.name.text
    );
    let draft = Draft::new(cond, Place::new(place, "links programs statically"))
        .related(load, "loads a library")
        .named("flag", triple)
        .named("package", package.name.text.clone())
        .severity(Severity::Warning)
        .message(message);
    sink.report(draft);
}

/// The flag of a list that links programs statically, unless a later one takes it back.
fn is_static(list: &FlagList) -> Option<(&FlagList, String)> {
    let flags = list.flags();
    let last = flags.iter().rfind(|flag| {
        matches!(flag.flag, RustcFlag::CrtStatic(_) | RustcFlag::Link(LinkFlag::Static | LinkFlag::StaticPie))
    })?;
    (!matches!(last.flag, RustcFlag::CrtStatic(false))).then(|| (list, list.written(last)))
}

/// Where the programs of a package load a library.
fn load(cargo: &Cargo<'_>, package: &Package) -> Option<crate::source::Span> {
    let own = cargo.rust_of(package).filter(|file| matches!(file.role, Role::Bin | Role::Library));
    own.filter_map(|file| Some((file, file.facts.as_ref()?))).find_map(|(file, facts)| {
        // What only some configurations compile may be left out of this one.
        let load = facts.loads.iter().find(|load| load.kind == LoadKind::Library && !load.conditional)?;
        (!is_conditional(cargo, package, file)).then(|| file.span(&load.range))
    })
}

/// Whether the declaration of the module that a file holds has a condition: `#[cfg(windows)] mod win;`.
fn is_conditional(cargo: &Cargo<'_>, package: &Package, file: &RustFile) -> bool {
    let path = file.source.path();
    let stem = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
    let folder = path.parent().and_then(|folder| folder.file_name()).and_then(|name| name.to_str());
    let name = regex::escape(if stem == "mod" { folder.unwrap_or_default() } else { stem });
    let pattern = format!(r"#\[cfg\([^\n\]]*\)\]\s*(?:pub(?:\([a-z]+\))?\s+)?mod\s+{name}\s*;");
    let Ok(declared) = Regex::new(&pattern) else { return false };
    let others = cargo.files_of(package).iter().filter(|other| *other != path);
    others.filter_map(|other| cargo.sources.sandbox().read(other).ok()).any(|text| declared.is_match(&text))
}
