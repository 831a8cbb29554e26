//! Functions that assembler may define: nobody here reads it.
use rustc_hash::FxHashSet;

use super::{Context, Project};
use crate::discover::Kind;
use crate::model::mentions::words_among;

/// Those of some names that assembler of the project has.
pub(super) fn names(cx: &Context<'_>, project: &Project<'_>, among: &FxHashSet<&str>) -> FxHashSet<String> {
    if among.is_empty() {
        return FxHashSet::default();
    }
    let assembly = project.inputs.of(Kind::Assembly).iter().filter_map(|path| cx.facts.sources.load(path).ok());
    let written =
        assembly.map(|file| words_among(file.bytes(), among).into_iter().map(|(name, _)| name.to_owned()).collect());
    written.flat_map(|names: Vec<String>| names).collect()
}
