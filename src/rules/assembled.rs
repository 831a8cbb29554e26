//! Functions that assembler may define.
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Context, Project};
use crate::discover::Kind;
use crate::model::TargetId;
use crate::model::mentions::words_among;

/// Takes away what assembler of the project names, too: that nobody here reads.
pub(super) fn leave_out(cx: &Context<'_>, project: &Project<'_>, definers: &mut FxHashMap<String, Vec<TargetId>>) {
    let names: FxHashSet<&str> = definers.keys().map(String::as_str).collect();
    let assembly = project.inputs.of(Kind::Assembly).iter().filter_map(|path| cx.facts.sources.load(path).ok());
    let written =
        assembly.flat_map(|file| words_among(file.bytes(), &names).into_iter().map(|(name, _)| name.to_owned()));
    for name in written.collect::<FxHashSet<String>>() {
        definers.remove(&name);
    }
}
