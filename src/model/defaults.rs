//! What happens where users set nothing, and where files are read that are not known.
use std::path::Path;

use crate::cmake::eval::UNREAD_INCLUDE;
use crate::cmake::eval::facts::{Definition, DirectoryId, Reason, Unknown};
use crate::cmake::eval::text::{SymbolKind, has_symbol};
use crate::cmake::eval::value::Origin;
use crate::cmake::lang::condition::is_off;
use crate::cond::{Cond, SubjectId, SubjectKind};

use super::{Model, TargetId};

/// How a file that `include()` does not find is noted.
const INCLUDE: &str = "include file ";
/// How a file is noted that is made where the project is configured.
const MADE: &str = "text of the generated file ";
/// Frameworks for tests that projects fetch, whose variables have their own names in them (googletest/README.md, "Incorporating Into An
/// Existing CMake Project"; Catch2's docs/cmake-integration.md; doctest's CMakeLists.txt), but for CMake's.
const TEST_FRAMEWORKS: &[&str] = &["googletest", "gtest", "catch2", "doctest"];
/// Whoever gives more settings than these of their own accord builds what nobody has built before: whether it was meant is a guess.
const FEW: usize = 2;
/// Deeper trees are not followed.
const DEEPEST: usize = 200;

/// Whether a name of a module, a command or a library of others says that it is about how things are compiled.
fn is_about_flags(name: &str) -> bool {
    const PARTS: &[&str] = &["option", "flag", "setting", "setup", "compiler", "default"];
    const WORDS: &[&str] = &["opts", "config", "pic"];
    let name = name.to_ascii_lowercase();
    let mut words = name.split(|c: char| !c.is_ascii_alphanumeric());
    PARTS.iter().any(|part| name.contains(part)) || words.any(|word| WORDS.contains(&word))
}

/// Whether what is not there is a framework for tests: content of that name, or a part of its path below what it has in common with the
/// root's. Where the project lies says nothing.
fn is_test_framework(what: &str, root: &Path) -> bool {
    let content = what.strip_prefix("content of ").and_then(|rest| rest.strip_suffix(" (FetchContent)"));
    let path = Path::new(content.or_else(|| what.strip_prefix(INCLUDE)).unwrap_or(what));
    let mut above = root.components();
    let mut below = path.components().skip_while(|part| above.next() == Some(*part));
    below.any(|part| is_name_of_framework(&part.as_os_str().to_string_lossy()))
}

/// `googletest`, and as folders of a version or of `FetchContent` have it: `googletest-src`, `googletest-release-1.12.1`.
fn is_name_of_framework(name: &str) -> bool {
    const WORDS: &[&str] = &["src", "build", "subbuild", "release", "main", "master"];
    let is_version = |word: &str| word.trim_start_matches('v').starts_with(|c: char| c.is_ascii_digit());
    let name = name.to_ascii_lowercase();
    let mut tails = TEST_FRAMEWORKS.iter().filter_map(|framework| name.strip_prefix(framework));
    let is_tail = |tail: &str| {
        let words = tail.strip_prefix('-');
        words.is_some_and(|words| words.split('-').all(|word| WORDS.contains(&word) || is_version(word)))
    };
    tails.any(|tail| tail.is_empty() || is_tail(tail))
}

impl Model<'_> {
    /// When the project includes a file whose name is not known (`include(compilers/${CMAKE_CXX_COMPILER_ID}.cmake)`): flags and libraries
    /// may be set there.
    pub fn reads_unknown_files(&self) -> Cond {
        let unread = self.facts.unknowns.iter().filter(|unknown| unknown.what == UNREAD_INCLUDE);
        self.facts.conds.any(unread.map(|unknown| unknown.cond).collect::<Vec<_>>())
    }

    /// When the project includes a module of a package that is not there to be read and is about flags by its name
    /// (`include(HandleLLVMOptions)`, `include(KDECompilerSettings)`).
    pub fn misses_modules(&self) -> Cond {
        let is_module = |unknown: &&Unknown| {
            let name = unknown.what.strip_prefix(INCLUDE).filter(|_| unknown.reason == Reason::MissingFile);
            name.filter(|name| !name.contains(['/', '.'])).is_some_and(is_about_flags)
        };
        let missing = self.facts.unknowns.iter().filter(is_module);
        self.facts.conds.any(missing.map(|unknown| unknown.cond).collect::<Vec<_>>())
    }

    /// CMake code that is not there, and may set any variable: files of others, and what a command makes where the project is configured
    /// (conan, a generator of code), those that are made from a template of the project aside.
    pub fn missing_code(&self) -> impl Iterator<Item = &Unknown> {
        let from_template = |name: &str| {
            let made = self.facts.generated.iter().filter(|file| file.input.is_some());
            made.into_iter().any(|file| self.facts.texts.as_str(file.output) == Some(name))
        };
        let is_made = move |what: &str| what.strip_prefix(MADE).is_some_and(|name| !from_template(name));
        self.facts.unknowns.iter().filter(move |one| one.reason == Reason::MissingFile || is_made(&one.what))
    }

    /// Whether CMake code is not there that may read any variable. A framework for tests reads those that it documents, and its own.
    pub fn misses_readers(&self) -> bool {
        let outside = self.facts.unknowns.iter().filter(|one| one.reason == Reason::Outside);
        self.missing_code().chain(outside).any(|one| !is_test_framework(&one.what, &self.facts.source_dir))
    }

    /// Whether CMake code that is not there may set variables where it is included. Folders of projects that are fetched, or not checked
    /// out, have a scope of their own.
    pub fn misses_included_code(&self) -> bool {
        let is_included = |one: &Unknown| one.what.starts_with(INCLUDE) || one.reason != Reason::MissingFile;
        self.missing_code().any(is_included) || self.facts.unknowns.iter().any(|one| one.what == UNREAD_INCLUDE)
    }

    /// When a file that is not there, or is not known, may set the variables that give a target its properties: the target's folder, or one
    /// above, includes it before the target is made.
    pub fn may_be_set_by_missing_files(&self, id: TargetId) -> Cond {
        let conds = &self.facts.conds;
        let unread = self.facts.unknowns.iter().filter(|unknown| {
            unknown.reason == Reason::MissingFile && unknown.what.starts_with(INCLUDE) || unknown.what == UNREAD_INCLUDE
        });
        let sets = unread.filter(|unknown| {
            let folder = self.folder_of(unknown.origin);
            let reaches = |one: &Definition| unknown.origin < one.origin && self.is_within(one.directory, folder);
            self.definitions_of(id).iter().any(reaches)
        });
        conds.any(sets.map(|unknown| unknown.cond).collect::<Vec<_>>())
    }

    /// The folder whose list led to a place.
    pub fn folder_of(&self, origin: Origin) -> DirectoryId {
        let of_call = |call: Origin| self.facts.directories.iter().position(|one| one.origin == call);
        let mut at = origin;
        while let Some(place) = self.facts.places.get(at) {
            at = place.caller;
            if let Some(folder) = of_call(at).filter(|_| at != Origin::NONE) {
                return DirectoryId(folder as u32);
            }
        }
        DirectoryId(0)
    }

    /// Whether a folder is another one or lies below it.
    pub fn is_within(&self, inner: DirectoryId, outer: DirectoryId) -> bool {
        let parent = |at: DirectoryId| self.facts.directories.get(at.0 as usize).and_then(|one| one.parent);
        std::iter::successors(Some(inner), |at| parent(*at)).take(DEEPEST).any(|at| at == outer)
    }

    /// When, before a target is made, a command of others runs that is not there to be read and is about flags by its name
    /// (`conan_basic_setup()`, `project_options()`): it may say how everything is compiled.
    pub fn misses_setup(&self, id: TargetId) -> Cond {
        let made = self.definitions_of(id).iter().map(|one| one.origin).min();
        let is_setup = |unknown: &&Unknown| {
            unknown.reason == Reason::UnmodelledCommand
                && is_about_flags(&unknown.what)
                && made.is_none_or(|made| unknown.origin < made)
        };
        let missing = self.facts.unknowns.iter().filter(is_setup);
        self.facts.conds.any(missing.map(|unknown| unknown.cond).collect::<Vec<_>>())
    }

    /// When a target links something of others that says how it is compiled: by its name, or by that of a project that is fetched.
    pub fn links_setup(&self, id: TargetId) -> Cond {
        let is_fetched = |name: &str| {
            let content = format!("content of {name} (FetchContent)");
            self.facts.unknowns.iter().any(|one| one.reason == Reason::MissingFile && one.what == content)
        };
        let items = self.library_items(id);
        let of_others = items.iter().filter(|item| !item.text.starts_with('-') && !item.text.contains(['/', '.']));
        let setup = of_others.filter(|item| is_about_flags(&item.text) || is_fetched(&item.text));
        self.facts.conds.any(setup.map(|item| item.cond).collect::<Vec<_>>())
    }

    /// Whether something happens where users give no settings, or one of the project's options alone.
    pub fn takes_one_option(&self, cond: Cond) -> bool {
        let conds = &self.facts.conds;
        let mut options = conds.subjects(cond).into_iter();
        let suffices = |cond| self.without_settings(cond).is_possible();
        suffices(cond)
            || options.any(|subject| {
                conds.subject_info(subject).kind == SubjectKind::Option && suffices(conds.exists_subject(cond, subject))
            })
    }

    /// The part of a condition that holds where users give no settings: each option has its default, and what the project only asks for is
    /// not set. What is built with, and for, stays open.
    pub fn without_settings(&self, cond: Cond) -> Cond {
        let subjects = self.facts.conds.subjects(cond).into_iter();
        subjects.fold(cond, |plain, subject| self.with_default(plain, subject))
    }

    /// Whether users have to give more than two settings, each for itself, for a condition to hold: those without which it never does.
    pub fn needs_many_settings(&self, cond: Cond) -> bool {
        let subjects = self.facts.conds.subjects(cond).into_iter();
        subjects.filter(|subject| !self.with_default(cond, *subject).is_possible()).count() > FEW
    }

    /// The part of a condition in which one setting has its default.
    fn with_default(&self, cond: Cond, subject: SubjectId) -> Cond {
        let conds = &self.facts.conds;
        let info = conds.subject_info(subject);
        // Folders of the installation are as GNUInstallDirs has them (cmake-modules(7)).
        if info.kind == SubjectKind::Input && info.name.starts_with("CMAKE_INSTALL_") && info.name.ends_with("DIR") {
            let symbol = self.facts.texts.find_symbol(SymbolKind::Input, &info.name);
            let text = symbol.and_then(|symbol| self.facts.texts.plain(self.facts.texts.info(symbol).default?));
            let text = text.filter(|text| !has_symbol(text));
            return text.map_or(cond, |text| conds.and(cond, conds.equals(subject, &text)));
        }
        let kinds = [SubjectKind::Option, SubjectKind::Input, SubjectKind::Environment];
        if !kinds.contains(&info.kind) || info.name.starts_with("CMAKE_") {
            return cond;
        }
        let default = match self.facts.cache.get(&*info.name) {
            Some(entry) => match entry.default.and_then(|text| self.facts.texts.plain(text)) {
                Some(text) if !has_symbol(&text) => Some(text),
                _ => return cond,
            },
            None => None,
        };
        let on = conds.truthy(subject);
        match default {
            Some(text) if is_off(&text) => conds.diff(cond, on),
            Some(text) if info.kind == SubjectKind::Input => conds.and(cond, conds.equals(subject, &text)),
            Some(_) => conds.and(cond, on),
            None => conds.diff(cond, conds.or(on, conds.defined(subject))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frameworks_for_tests_are_whole_names() {
        let root = Path::new("/home/gtest/meter");
        let frameworks = [
            "include file doctest",
            "include file third_party/googletest/cmake/utils.cmake",
            "/home/gtest/meter/third_party/GTest/CMakeLists.txt",
            "/home/gtest/googletest-release-1.12.1/CMakeLists.txt",
            "/usr/src/googletest/CMakeLists.txt lies outside the root (allow it with --allow-read)",
            "content of Catch2 (FetchContent)",
            "content of googletest-src (FetchContent)",
        ];
        let others = [
            "include file cmake/DebugTest.cmake",
            "include file /home/gtest/meter/cmake/DebugTest.cmake",
            "include file DebugTest",
            "include file cmake/pkgtest/settings.cmake",
            "/home/gtest/meter/imgtest/CMakeLists.txt",
            "/home/gtest/meter/engine/CMakeLists.txt",
            "/home/gtest/engine/CMakeLists.txt: entity not found",
            "content of gtest-helpers (FetchContent)",
        ];
        assert_eq!(frameworks.map(|what| is_test_framework(what, root)), frameworks.map(|_| true));
        assert_eq!(others.map(|what| is_test_framework(what, root)), others.map(|_| false));
    }
}
