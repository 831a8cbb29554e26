//! What an item of a link line is: the library itself, a file of others, or something that may bring it.

use crate::cmake::eval::text::SymbolKind;
use crate::flags::{Part, system_library};

use super::Search;
use super::table::table;
use super::text::{holds_name, is_pkg_config, is_threads, names_on_windows, says_mathematics};

impl Search<'_> {
    /// Whether an imported target is known to bring none of these libraries.
    pub(super) fn brings_nothing_more(&self, name: &str) -> bool {
        let part = system_library(name);
        let mut rows = table().nothing_more.iter().filter(|one| one.lacks(self.row));
        let mut listed = || rows.any(|one| one.targets.iter().any(|target| target == name));
        // Run-time libraries of flags need threads, and so much else needs what C++ needs.
        part.is_some_and(|part| part != Part::Runtime)
            || !self.row.comes_with_cxx && (self.row.alone || !self.row.is_of_others()) && listed()
    }

    /// Whether an item names a library that is neither the project's nor a part of the C library: it may need more itself.
    pub(super) fn is_foreign(&self, text: &str) -> bool {
        let name = text.strip_prefix("-l").unwrap_or(text);
        let plain =
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_+.-".contains(&byte));
        plain
            && !name.starts_with('-')
            && self.row.platform.is_none()
            && self.model.find(name).is_none()
            && !self.brings_nothing_more(name)
            && !self.is_file_alone(text)
    }

    /// Whether an item is what pkg-config says of a package.
    pub(super) fn is_pkg_config(&self, text: &str) -> bool {
        // What it says may well be a library of others.
        let value = self.model.lone_value(text).filter(|_| !self.row.is_of_others());
        value.is_some_and(|value| is_pkg_config(&value.name))
    }

    /// Whether an item is what `FindThreads` says, in a list or alone.
    pub(super) fn is_threads(&self, text: &str) -> bool {
        self.model.lone_value(text).is_some_and(|value| is_threads(&value.name))
    }

    /// Whether an item is known to be a file of others alone: a name of the table, or a variable of one of CMake's modules.
    pub(super) fn is_file_alone(&self, text: &str) -> bool {
        let files = || table().file_alone.iter().filter(|one| one.lacks(self.row));
        if self.row.platform.is_some() || self.row.is_of_others() || self.model.find(text).is_some() {
            return false;
        }
        let name = text.strip_prefix("-l").unwrap_or(text);
        if files().any(|row| row.names.iter().any(|known| known == name)) {
            return true;
        }
        let Some(info) = self.model.lone_value(text) else { return false };
        // The project's own modules may put anything there.
        let (variable, package) = info.name.split_once(" of find_package(").unwrap_or_default();
        info.kind == SymbolKind::Found
            && !package.contains(' ')
            && files().any(|row| row.variables.iter().any(|known| known == variable))
    }

    /// Whether an item is the file that a search gives, whatever it is: a library, and none of its own needs.
    pub(super) fn is_one_file(&self, text: &str) -> bool {
        // Frameworks are searched for by names of the project's own.
        if self.row.is_apple() || self.row.is_of_others() {
            return false;
        }
        let Some(info) = self.model.lone_value(text) else { return false };
        // As cmake-developer(7) has it: `Xxx_LIBRARY` is one file, `Xxx_LIBRARIES` all that is needed.
        let named = matches!(info.kind, SymbolKind::Found | SymbolKind::Input) && info.name.ends_with("_LIBRARY");
        // What the project itself looks for is a file (find_library), be it this library by another name.
        let upper = info.name.to_uppercase();
        let is_it = ["THREAD", "MATH", "FILESYSTEM", "LIBM"].iter().any(|word| upper.contains(word))
            || !self.row.comes_with_cxx && upper.contains(&self.row.library.to_uppercase());
        let found = info.kind == SymbolKind::Found && !info.name.contains(' ') && upper.contains("LIB") && !is_it;
        let mathematics = || self.row.comes_with_cxx && says_mathematics(&info.name);
        (named || found) && !mathematics()
    }

    /// Whether an item is the library, or a variable that is called after it.
    pub(super) fn names(&self, text: &str, shown: &str) -> bool {
        // Files of Windows are found whatever the case.
        if self.row.platform() == "WIN32" {
            return self.row.names.iter().any(|name| names_on_windows(shown, name));
        }
        let library = &*self.row.library;
        let bare = text.trim().trim_start_matches("-l");
        let file = text.rsplit('/').next().unwrap_or(text);
        let upper = library.to_uppercase();
        let variable = |word: &str| {
            word.strip_prefix(&*upper)
                .or_else(|| word.strip_prefix("LIB")?.strip_prefix(&*upper))
                .is_some_and(|rest| rest.is_empty() || rest.starts_with("_LIB") || rest.starts_with("_PATH"))
        };
        let in_small = |word: &str| word.starts_with("lib") && variable(&word.to_uppercase());
        bare == library
            || file.starts_with(&format!("lib{library}."))
            || self.row.names.iter().any(|name| holds_name(shown, name))
            || shown
                .split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
                .any(|word| variable(word) || in_small(word))
    }
}
