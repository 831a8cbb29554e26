//! Programs and libraries that load others, and what is in their process from the start.
use std::collections::BTreeSet;
use std::path::Path;

use rustc_hash::FxHashMap;

use crate::cmake::eval::facts::TargetKind;
use crate::model::TargetId;
use crate::model::binaries::is_compiled;
use crate::model::loaders::Loaders;
use crate::model::loading::Load;
use crate::model::symbols::Symbols;
use crate::rules::Project;

/// A program or library whose process loads libraries.
pub(super) struct Process {
    pub(super) id: TargetId,
    /// All that is in the process from the start.
    pub(super) held: BTreeSet<TargetId>,
    /// Its own code loads them, and not only that of a header or of a shared library that it links.
    pub(super) own: bool,
}

/// Finds them, by the calls that load libraries in the sources of each target.
pub(super) fn find(project: &Project<'_>, loads: &FxHashMap<TargetId, Vec<Load>>) -> Vec<Process> {
    // A library with code that loads plugins has itself in the process, whoever the program is.
    const LOADERS: &[TargetKind] = &[TargetKind::Executable, TargetKind::Shared];
    let (model, natives, symbols) = (project.model, project.natives, project.symbols);
    let loaders = Loaders::find(natives);
    let mut known: FxHashMap<TargetId, bool> = FxHashMap::default();
    // Code that is not there, such as what is made of a template, may load them.
    let unseen = |id: TargetId| {
        let sources = model.sources(id);
        let mut paths = sources.iter().filter_map(|source| source.path.as_deref());
        paths.any(|path| is_compiled(path) && !natives.holds(path))
    };
    let calls = |id: TargetId| loads.get(&id).is_some_and(|loads| !loads.is_empty());
    let mut hidden = |id: TargetId| {
        let seen = || sees(project, symbols, &loaders, id);
        !loaders.is_empty() && *known.entry(id).or_insert_with(seen)
    };
    let mut processes = Vec::new();
    for id in model.built_targets().filter(|id| !model.is_kind(*id, LOADERS).is_false()) {
        let mut parts = vec![id];
        parts.extend(model.static_closure(id).into_iter().map(|(part, _)| part));
        // Object libraries may come as `$<TARGET_OBJECTS:…>`.
        parts.extend(model.sources(id).iter().filter_map(|source| source.through));
        let own = parts.iter().any(|part| calls(*part) || unseen(*part));
        let beside: Vec<TargetId> = symbols.loaded_with(id).into_iter().map(|(library, _)| library).collect();
        if own || beside.iter().any(|part| calls(*part)) || parts.iter().chain(&beside).any(|part| hidden(*part)) {
            processes.push(Process { id, held: parts.into_iter().chain(beside).collect(), own });
        }
    }
    processes
}

/// Whether a source of a target sees a file whose code loads libraries.
fn sees(project: &Project<'_>, symbols: &Symbols<'_>, loaders: &Loaders, id: TargetId) -> bool {
    let sources = project.model.sources(id);
    let paths = sources.iter().filter_map(|source| source.path.as_deref()).filter(|path: &&Path| is_compiled(path));
    loaders.among(&symbols.headers.seen_by(id, paths))
}
