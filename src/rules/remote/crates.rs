//! Rust packages of code of others that nothing builds with cargo here.
use std::path::Path;

use crate::cargo::Cargo;
use crate::cond::Cond;
use crate::discover::Kind;
use crate::model::mentions::has_word;
use crate::rules::Facts;
use crate::rules::sink::Merged;
use crate::source::{Purpose, purposes};

/// Files that may run cargo, or a tool that does (corrosion and its like are called in CMake's files).
const RUNNING: &[Kind] = &[
    Kind::Script,
    Kind::Python,
    Kind::CMakeLists,
    Kind::CMakeModule,
    Kind::Presets,
    Kind::Packaging,
    Kind::Recipe,
    Kind::BuildScript,
];

/// Words by which they do.
const CARGO: &[&str] = &["cargo", "Cargo", "CARGO", "corrosion", "Corrosion", "rust", "Rust", "maturin"];

/// Whether it is told of a package in a folder of code of others, in a repository that has no package of its own and runs cargo nowhere: the
/// package came with a library that is taken for something else.
pub(super) fn is_built_by_nobody(merged: &Merged<Cond>, facts: Facts<'_>) -> bool {
    let Some(cargo) = facts.cargo else { return false };
    let place = facts.sources.get(merged.primary.span.file);
    is_taken_along(cargo, place.path()) && !has_packages(cargo) && !runs_cargo(cargo)
}

fn is_taken_along(cargo: &Cargo<'_>, path: &Path) -> bool {
    purposes(path, &cargo.inputs.path).any(|one| one == Purpose::Vendored)
}

/// Whether the repository has a package, or a workspace, that is not code of others.
fn has_packages(cargo: &Cargo<'_>) -> bool {
    cargo.inputs.of(Kind::CargoManifest).iter().any(|path| !is_taken_along(cargo, path))
}

fn runs_cargo(cargo: &Cargo<'_>) -> bool {
    let own = RUNNING.iter().flat_map(|kind| cargo.inputs.of(*kind)).filter(|path| !is_taken_along(cargo, path));
    let sandbox = cargo.sources.sandbox();
    own.filter_map(|path| sandbox.read(path).ok()).any(|text| CARGO.iter().any(|word| has_word(&text, word)))
}
