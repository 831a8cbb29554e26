//! Functions that assembler may define: nobody here reads it.
use rustc_hash::FxHashSet;

use super::{Context, Project};
use crate::discover::Kind;
use crate::model::mentions::Names;

/// Those of some names that assembler of the project has.
pub(super) fn names(cx: &Context<'_>, project: &Project<'_>, among: &FxHashSet<&str>) -> FxHashSet<String> {
    if among.is_empty() {
        return FxHashSet::default();
    }
    let wanted: Names<'_> = among.iter().copied().collect();
    let assembly = project.inputs.of(Kind::Assembly).iter().filter_map(|path| cx.facts.sources.load(path).ok());
    let written =
        assembly.map(|file| wanted.among(file.bytes()).into_iter().map(|(name, _)| name.to_owned()).collect());
    written.flat_map(|names: Vec<String>| names).collect()
}
