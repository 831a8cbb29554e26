//! Whom a header is for: users of the library whom it is delivered to, other parts of the project, or the library itself.
use std::path::Path;

use rustc_hash::FxHashSet;

use crate::model::TargetId;
use crate::model::binaries::is_header;
use crate::model::loader_headers::including;
use crate::rules::Project;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Readers {
    /// It is installed, or may be.
    Users,
    /// Files outside of the library include it, or may: what they call is exported, or they would not link.
    Project,
    /// Nobody but the library includes it, and others are installed.
    Library,
}

pub(super) fn readers(project: &Project<'_>, header: &Path, library: TargetId) -> Readers {
    let model = project.model;
    let installed = model.installed();
    // What `sdif.h.in` becomes is installed under another name.
    let is_template = header.extension().is_some_and(|end| end.eq_ignore_ascii_case("in"));
    if is_template || installed.holds(header) || installed.may_take_headers(model) {
        return Readers::Users;
    }
    // Where no header is installed, whoever takes the project in as a folder reads them all.
    let delivers = || project.natives.paths().any(|path| is_header(path) && installed.holds(path));
    if !delivers() || is_included_outside(project, header, library) { Readers::Project } else { Readers::Library }
}

fn is_included_outside(project: &Project<'_>, header: &Path, library: TargetId) -> bool {
    /// Chains of includes are shorter, and what so many files include is for all.
    const DEEPEST: usize = 6;
    const MOST: usize = 400;
    let (model, natives) = (project.model, project.natives);
    let Some(index) = natives.index(header) else { return true };
    let (mut seen, mut open) = (FxHashSet::from_iter([index]), vec![index]);
    for _ in 0..DEEPEST {
        let mut next = Vec::new();
        for user in open.iter().flat_map(|one| including(natives, *one)) {
            if !seen.insert(user) {
                continue;
            }
            let Some(path) = natives.path(user) else { continue };
            if is_header(path) {
                next.push(user);
                continue;
            }
            let makers = model.containers(path);
            // What no target compiles may be an example of its use.
            if makers.is_empty() || makers.iter().any(|(id, _)| *id != library) || seen.len() > MOST {
                return true;
            }
        }
        open = next;
    }
    false
}
