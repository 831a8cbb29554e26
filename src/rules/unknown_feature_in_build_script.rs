//! A library that a build script links with a feature only which its package does not have.
use std::collections::BTreeMap;

use crate::cargo::{BuildScript, Cargo, Directive, Package};
use crate::rules::{Context, Draft, Place, Sink};

/// As many places more are shown.
const MOST: usize = 20;

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(cargo) = cx.facts.cargo else { return };
    for package in cargo.selected() {
        // A script that several packages share asks for the features of each.
        let own = package.build.as_ref().is_some_and(|path| {
            path.starts_with(&package.folder)
                && cargo.packages.iter().filter(|other| other.build.as_ref() == Some(path)).count() == 1
        });
        let Some(script) = cargo.script(package).filter(|_| own) else { continue };
        look(cargo, package, script, sink);
    }
}

fn look(cargo: &Cargo<'_>, package: &Package, script: &BuildScript, sink: &mut Sink) {
    let conds = &cargo.conds;
    let mut found: BTreeMap<String, Vec<&Directive>> = BTreeMap::new();
    for directive in &script.script.directives {
        if !directive.key.starts_with("rustc-link-") || directive.by.is_some() {
            continue;
        }
        for subject in conds.subjects(directive.cond) {
            let info = conds.subject_info(subject);
            let Some(name) = info.name.strip_prefix("feature ") else { continue };
            if !has(package, name) && conds.implies(directive.cond, conds.opaque(&info.name)) {
                found.entry(name.to_owned()).or_default().push(directive);
            }
        }
    }
    for (name, directives) in found {
        let Some((first, others)) = directives.split_first() else { continue };
        let mut draft = Draft::new(first.cond, Place::new(script.span(&first.range), "never printed"))
            .named("package", package.name.text.clone())
            .value("feature", name)
            .value("what", first.value.replace(crate::cargo::script::UNKNOWN, "…"));
        for other in others.iter().take(MOST) {
            draft = draft.related(script.span(&other.range), "nor this");
        }
        sink.report(draft);
    }
}

/// Whether a package has a feature: its own, or that of an optional dependency (The Cargo Book, "Features").
fn has(package: &Package, name: &str) -> bool {
    let same = |other: &str| other.to_lowercase().replace('_', "-") == name;
    name == "default"
        || package.features.keys().any(|feature| same(feature))
        || package.dependencies.iter().any(|one| one.optional && same(&one.key.text))
}
