//! Libraries that are installed because something else needs them, or by commands of old.
use crate::cmake::eval::facts::InstallKind;
use crate::cmake::eval::text::SymbolKind;
use crate::cond::Cond;

use super::{Model, TargetId};

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

    /// When a library is made right where things are installed, or elsewhere outside of the project's own trees.
    pub fn built_in_place(&self, library: TargetId) -> Cond {
        let facts = self.facts;
        let prefix = facts.texts.find_symbol(SymbolKind::Input, "CMAKE_INSTALL_PREFIX");
        let outside = |text: &str| {
            let first = text.chars().next();
            let symbol = first.and_then(|first| facts.texts.symbol_of(first));
            let own =
                [&facts.source_dir, &facts.binary_dir].iter().any(|tree| std::path::Path::new(text).starts_with(tree));
            symbol.is_some() && symbol == prefix || first == Some('/') && !own
        };
        let items = OUTPUTS.iter().flat_map(|name| self.property(library, name));
        facts.conds.any(items.filter(|item| outside(&item.text)).map(|item| item.cond).collect::<Vec<_>>())
    }
}
