//! Whether anything is searched where users' search path still counts, and where it does not any more.
use std::collections::BTreeSet;
use std::path::Path;

use crate::cmake::syntax::{Command, File};
use crate::model::branches::{references, tested_names};
use crate::model::statements::{Placed, placed};

use super::{Search, is_list_file};

/// Commands that look into `CMAKE_PREFIX_PATH` (cmake-variables(7), `FindPkgConfig`).
const SEARCHES: &[&str] = &[
    "find_package",
    "find_library",
    "find_path",
    "find_file",
    "find_program",
    "pkg_check_modules",
    "pkg_search_module",
];

impl Search<'_> {
    /// Whether anything is searched before a `set()`, as its own file tells.
    pub(super) fn searches_before(&self, place: &Placed<'_>) -> bool {
        let before = |one: &Placed<'_>| one.span.start < place.span.start && one.callable.is_none();
        let Some(file) = self.file_of(place).filter(|_| place.callable.is_none()) else { return false };
        placed(file).iter().any(|one| before(one) && is_search(one.command))
    }

    /// Whether the project stops before a `set()` where users gave something else: an `if()` about the variable with nothing but
    /// `message(FATAL_ERROR)`.
    pub(super) fn is_refused(&self, name: &str, place: &Placed<'_>) -> bool {
        let Some(file) = self.file_of(place) else { return false };
        let asks = |command: &Command| {
            let mut read = tested_names(command);
            command.arguments.iter().for_each(|argument| references(&argument.template, &mut read));
            matches!(&*command.lower, "if" | "elseif") && read.contains(name)
        };
        let stops = |command: &Command| {
            let how = command.arguments.first().and_then(|how| how.template.literal());
            &*command.lower == "message" && how == Some("FATAL_ERROR")
        };
        let before = file.commands.iter().filter(|command| command.range.start < place.span.start);
        let before: Vec<&Command> = before.collect();
        before.windows(2).any(|pair| matches!(pair, [first, second] if asks(first) && stops(second)))
    }

    /// Whether folders are added before a `set()`, which keep what users give.
    pub(super) fn adds_before(&self, place: &Placed<'_>) -> bool {
        let before = |one: &Placed<'_>| one.span.start < place.span.start && one.callable.is_none();
        let Some(file) = self.file_of(place).filter(|_| place.callable.is_none()) else { return false };
        !place.command.arguments.iter().any(|argument| argument.template.literal() == Some("CACHE"))
            && placed(file).iter().any(|one| before(one) && &*one.command.lower == "add_subdirectory")
    }

    /// Whether anything may be searched behind a `set()` where that counts: in its directory and those below.
    pub(super) fn may_search_behind(&self, place: &Placed<'_>) -> bool {
        let own = self.project.files.sources().get(place.span.file);
        let known = place.callable.is_none() && is_list_file(own.path());
        let Some(file) = self.file_of(place).filter(|_| known) else { return true };
        let defined: BTreeSet<String> = self.files.iter().flat_map(|(_, file)| defined(file)).collect();
        let behind = placed(file).into_iter().filter(|one| one.span.start > place.span.start);
        behind.into_iter().any(|one| match &*one.command.lower {
            "add_subdirectory" => self.may_search_below(own.path(), one.command),
            "include" => true,
            lower if lower.starts_with("fetchcontent") || defined.contains(lower) => true,
            _ => is_search(one.command),
        })
    }

    /// Whether a path is set for `CPack`, which takes its templates from there (cpack(1)): nothing else is included or searched behind it.
    pub(super) fn is_for_packaging(&self, place: &Placed<'_>) -> bool {
        let Some(file) = self.file_of(place) else { return false };
        let behind = file.commands.iter().filter(|command| command.range.start > place.span.start);
        let mut reads = behind.filter(|command| &*command.lower == "include" || is_search(command)).peekable();
        reads.peek().is_some()
            && reads
                .all(|command| command.arguments.first().is_some_and(|name| name.template.literal() == Some("CPack")))
    }

    fn may_search_below(&self, own: &Path, command: &Command) -> bool {
        let folder = command.arguments.first().and_then(|name| name.template.literal());
        let Some(below) = folder.and_then(|folder| Some(own.parent()?.join(folder))) else { return true };
        let inside = self.files.iter().filter(|(path, _)| path.starts_with(&below));
        let mut commands = inside.flat_map(|(_, file)| &file.commands).peekable();
        commands.peek().is_none() || commands.any(|one| is_search(one) || &*one.lower == "include")
    }

    fn file_of(&self, place: &Placed<'_>) -> Option<&File> {
        self.files.iter().find(|(_, file)| file.id == place.span.file).map(|(_, file)| &**file)
    }
}

fn is_search(command: &Command) -> bool {
    SEARCHES.contains(&&*command.lower)
}

/// Functions and macros of a file, in small letters.
fn defined(file: &File) -> impl Iterator<Item = String> + '_ {
    let heads = file.commands.iter().filter(|command| matches!(&*command.lower, "function" | "macro"));
    heads.filter_map(|head| Some(head.arguments.first()?.template.literal()?.to_lowercase()))
}
