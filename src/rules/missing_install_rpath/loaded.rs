//! Installed modules (extensions of interpreters, plugins) that need shared libraries which are installed with them.
use std::collections::BTreeSet;

use memchr::memmem;

use crate::cmake::eval::facts::TargetKind;
use crate::discover::Kind;
use crate::model::archives::is_ever;
use crate::model::{InstalledTarget, TargetId};
use crate::rules::{Project, Sink};
use crate::source::SourceMap;

use super::{Search, is_system};

/// Build backends that put what CMake installs into a wheel: below it no folder is one of the system
/// (<https://scikit-build-core.readthedocs.io>, "install-dir"; py-build-cmake; scikit-build).
const OF_WHEELS: &[&str] = &["scikit_build_core", "scikit-build-core", "skbuild", "scikit-build", "py_build_cmake"];

impl Search<'_> {
    /// The search path of the program that loads a module does not serve the libraries of the module (`DT_RUNPATH`), and an interpreter
    /// has none for them anyway.
    pub(super) fn modules(&mut self, project: Project<'_>, sources: &SourceMap, sink: &mut Sink) {
        let (model, all) = (self.model, self.places);
        let of_kind = |kind: TargetKind| all.iter().filter(move |(id, _)| is_ever(model, **id, &[kind]));
        if of_kind(TargetKind::Module).next().is_none() {
            return;
        }
        // What a program of the project has loaded is there for its plugins as well.
        let programs = of_kind(TargetKind::Executable).map(|(id, _)| *id);
        let loaded: BTreeSet<TargetId> = programs
            .flat_map(|id| model.shared_closure(id).iter().map(|(library, _)| *library).collect::<Vec<_>>())
            .collect();
        let wheel = sources
            .sandbox()
            .read(&model.facts.source_dir.join("pyproject.toml"))
            .is_ok_and(|text| OF_WHEELS.iter().any(|name| memmem::find(&text, name.as_bytes()).is_some()));
        let by_hand = loads_by_hand(project, sources);
        for (&id, places) in of_kind(TargetKind::Module).filter(|_| !by_hand) {
            for place in places {
                self.module(id, place, &loaded, wheel, sink);
            }
        }
    }

    fn module(
        &mut self,
        id: TargetId,
        place: &InstalledTarget,
        loaded: &BTreeSet<TargetId>,
        wheel: bool,
        sink: &mut Sink,
    ) {
        let (model, conds, only) = (self.model, &self.model.facts.conds, self.only);
        let Some(folder) = self.known(place).filter(|_| !model.is_given_away(id)) else { return };
        for (library, linked) in model.shared_closure(id) {
            if loaded.contains(&library) {
                continue;
            }
            for target in only.get(&library).into_iter().flatten() {
                let Some(to) = self.known(target).filter(|to| wheel || !is_system(to)) else { continue };
                let leads = self.leads(id, &folder, &to);
                let kinds = [(id, TargetKind::Module), (library, TargetKind::Shared)];
                let [module, shared] = kinds.map(|(id, kind)| model.is_kind(id, &[kind]));
                let cond = conds.all([place.cond, target.cond, linked, module, shared, self.judged]);
                let cond = conds.diff(cond, leads.there);
                if !cond.is_possible() {
                    continue;
                }
                if let Some(cond) = self.without(&to, cond, leads.any) {
                    self.unled(id, place, (library, target), (&to, true), cond);
                }
                for item in leads.elsewhere {
                    // Folders of libraries outside of the project may be meant.
                    if leads.foreign.is_false() && !is_system(&to) {
                        self.misled(id, place, (library, target, &to), conds.and(cond, item.cond), &item, sink);
                    }
                }
            }
        }
    }
}

/// Whether a file in Python loads libraries before the modules that need them (`ctypes.CDLL`, `torch.ops.load_library`), or says where the
/// loader is to look.
fn loads_by_hand(project: Project<'_>, sources: &SourceMap) -> bool {
    const WORDS: &[&str] = &["CDLL", "LD_LIBRARY_PATH", "LoadLibrary", "dlopen", "load_library"];
    let sandbox = sources.sandbox();
    let texts = project.inputs.of(Kind::Python).iter().filter_map(|path| sandbox.read(path).ok());
    let says = |text: &[u8], word: &str| memmem::find(text, word.as_bytes()).is_some();
    texts.into_iter().any(|text| WORDS.iter().any(|word| says(&text, word)))
}
