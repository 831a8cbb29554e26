//! Where a search path would hold for several targets.
use std::collections::BTreeSet;

use crate::cmake::eval::facts::DirectoryId;
use crate::model::{Model, TargetId};
use crate::source::Span;

/// The command before which `CMAKE_INSTALL_RPATH` holds for all of some targets: in the innermost folder that brings all of them about,
/// the first that makes one of them or adds the folder of one.
pub(super) fn first_of(model: &Model<'_>, targets: &BTreeSet<TargetId>) -> Option<Span> {
    let paths: Vec<(TargetId, Vec<DirectoryId>)> =
        targets.iter().map(|id| Some((*id, path(model, *id)?))).collect::<Option<_>>()?;
    let (_, first) = paths.first()?;
    let depth = (0..first.len()).take_while(|at| paths.iter().all(|(_, path)| path.get(*at) == first.get(*at))).count();
    let commands = paths.iter().filter_map(|(id, path)| match path.get(depth) {
        Some(folder) => Some(model.facts.directories.get(folder.0 as usize)?.origin),
        None => Some(model.target(*id).definitions.first()?.origin),
    });
    model.span(commands.min()?)
}

/// The folders from the root to that of a target, where all its definitions are in one.
fn path(model: &Model<'_>, id: TargetId) -> Option<Vec<DirectoryId>> {
    let definitions = &model.target(id).definitions;
    let own = definitions.first()?.directory;
    if definitions.iter().any(|one| one.directory != own) {
        return None;
    }
    let mut out = vec![own];
    let mut next = own;
    while let Some(parent) = model.facts.directories.get(next.0 as usize)?.parent {
        if out.len() > DEEPEST {
            return None;
        }
        out.push(parent);
        next = parent;
    }
    out.reverse();
    Some(out)
}

/// No project nests its folders deeper.
const DEEPEST: usize = 100;
