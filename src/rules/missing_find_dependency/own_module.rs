//! What the project's own files say of a name: the find module that gives it as a library, the version of Qt that is meant.
use std::collections::BTreeSet;

use crate::cmake::syntax::{self, Command};
use crate::rules::cmake_modules::LOOKING_FOR_NOTHING;

use super::Rule;
use super::advice::searches;
use super::text::{is_harmless, is_search};

impl Rule<'_> {
    /// Whether the project looks for a package of this name by a find module of its own that makes no such target: the name that it gives is
    /// one for the linker.
    pub(super) fn is_library_of_module(&self, name: &str) -> bool {
        let file = format!("Find{name}.cmake");
        let facts = self.model.facts;
        let mut entered = facts.files.iter().map(|one| &one.path);
        let Some(path) = entered.find(|path| path.file_name().is_some_and(|own| *own == *file)) else { return false };
        let by_module = |words: Option<Vec<String>>| {
            words.is_some_and(|words| !words.iter().any(|word| matches!(&**word, "CONFIG" | "NO_MODULE")))
        };
        let Ok(text) = self.sources.load(path) else { return false };
        searches(self.model, self.files, name).into_iter().all(by_module)
            && syntax::parse(text.id(), text.bytes()).commands.iter().all(|command| makes_none(command, name))
    }

    /// The name with its version of a target of Qt without one (`Qt::Network`), where the project looks for one version only ("CMake: Qt 5 and Qt 6
    /// compatibility" of doc.qt.io).
    pub(super) fn with_version(&self, name: &str) -> Option<String> {
        let rest = name.strip_prefix("Qt::")?;
        let facts = self.model.facts;
        let mut found = BTreeSet::new();
        for search in &facts.packages {
            let package = facts.texts.as_str(search.name)?;
            // `find_package(QT NAMES Qt6 Qt5)` leaves it open.
            if package.eq_ignore_ascii_case("qt") {
                return None;
            }
            found.extend(["Qt5", "Qt6"].into_iter().find(|version| package.starts_with(version)));
        }
        let mut found = found.into_iter();
        found.next().filter(|_| found.next().is_none()).map(|version| format!("{version}::{rest}"))
    }
}

/// Whether a command of a find module surely makes no target of a name.
fn makes_none(command: &Command, name: &str) -> bool {
    const PLAIN: &[&str] = &["include_directories", "link_directories", "add_definitions", "link_libraries"];
    let first = command.arguments.first().and_then(|one| one.template.literal());
    match &*command.lower {
        "add_library" => first.is_some_and(|made| made != name),
        "include" => first.is_some_and(|module| module == "FindPkgConfig" || LOOKING_FOR_NOTHING.contains(&module)),
        _ if is_search(command) => first.is_some_and(|package| !package.eq_ignore_ascii_case(name)),
        lower => PLAIN.contains(&lower) || is_harmless(command),
    }
}
