//! Libraries that are installed because something else needs them, or by commands of old.
use std::path::Path;

use crate::cmake::eval::facts::{InstallKind, TargetKind};
use crate::cmake::eval::text::SymbolKind;
use crate::cond::Cond;
use crate::source::normalize;

use super::{Item, Model, TargetId};

/// Properties that say where a library is made, on the systems that have it among the `LIBRARY` and the `RUNTIME` artifacts.
const OUTPUTS: &[&str] = &["LIBRARY_OUTPUT_DIRECTORY", "RUNTIME_OUTPUT_DIRECTORY"];

impl Model<'_> {
    /// When a library is installed with what needs it: by `RUNTIME_DEPENDENCY_SET`, or on Windows among the DLLs of a program
    /// (cmake-generator-expressions(7), `TARGET_RUNTIME_DLLS`).
    pub fn installed_as_dependency(&self, library: TargetId) -> Cond {
        let conds = &self.facts.conds;
        let windows = conds.platform("WIN32").unwrap_or(Cond::TRUE);
        let mut there = Cond::FALSE;
        for install in &self.facts.installs {
            match install.kind {
                InstallKind::RuntimeDependencies => there = conds.or(there, self.install_runs(install)),
                InstallKind::Files | InstallKind::Programs => {
                    for item in self.items(&install.items, None) {
                        let Some(needs) = self.is_among_dlls(&item.text, library) else { continue };
                        let runs = [self.install_runs(install), item.cond, needs, windows];
                        there = conds.or(there, conds.all(runs));
                    }
                }
                _ => {}
            }
        }
        there
    }

    /// When a library is one of the DLLs that a generator expression stands for.
    fn is_among_dlls(&self, text: &str, library: TargetId) -> Option<Cond> {
        let (_, rest) = text.split_once("$<TARGET_RUNTIME_DLLS:")?;
        let user = self.find(rest.split('>').next()?)?;
        let closure = self.shared_closure(user);
        let linked = closure.iter().filter(|(id, _)| *id == library).map(|(_, cond)| *cond);
        Some(self.facts.conds.any(linked.collect::<Vec<_>>()))
    }

    /// The folders that a target is built in, where they are said: by properties, or by the variables of CMake 2.4 that still count
    /// (cmake-variables(7), `LIBRARY_OUTPUT_PATH`).
    pub fn output_folders(&self, id: TargetId) -> Vec<Item> {
        let said = OUTPUTS.iter().flat_map(|name| self.property(id, name));
        let old = self.definitions_of(id).iter().flat_map(|definition| {
            let name = if definition.kind == TargetKind::Executable {
                "EXECUTABLE_OUTPUT_PATH"
            } else {
                "LIBRARY_OUTPUT_PATH"
            };
            let directory = self.facts.directories.get(definition.directory.0 as usize);
            let value = directory.and_then(|directory| directory.end_variables.get(name));
            value.map(|value| self.items(value, None)).unwrap_or_default()
        });
        said.chain(old).collect()
    }

    /// When a library is made right where things are installed, or elsewhere outside of the project's own trees.
    pub fn built_in_place(&self, library: TargetId) -> Cond {
        let facts = self.facts;
        let prefix = facts.texts.find_symbol(SymbolKind::Input, "CMAKE_INSTALL_PREFIX");
        let outside = |text: &str| {
            let first = text.chars().next();
            let symbol = first.and_then(|first| facts.texts.symbol_of(first));
            let path = normalize(Path::new(text));
            let own = [&facts.source_dir, &facts.binary_dir].iter().any(|tree| path.starts_with(tree));
            symbol.is_some() && symbol == prefix || first == Some('/') && !own
        };
        let items = self.output_folders(library).into_iter();
        facts.conds.any(items.filter(|item| outside(&item.text)).map(|item| item.cond).collect::<Vec<_>>())
    }
}
