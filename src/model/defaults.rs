//! What happens where users set nothing, and where files are read that are not known.
use crate::cmake::eval::UNREAD_INCLUDE;
use crate::cmake::eval::facts::{Reason, Unknown};
use crate::cmake::eval::text::has_symbol;
use crate::cmake::lang::condition::is_off;
use crate::cond::{Cond, SubjectKind};

use super::{Model, TargetId};

/// Whether a name of a module, a command or a library of others says that it is about how things are compiled.
fn is_about_flags(name: &str) -> bool {
    const WORDS: &[&str] = &["option", "flag", "setting", "setup", "compiler", "default"];
    let name = name.to_ascii_lowercase();
    WORDS.iter().any(|word| name.contains(word))
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
            let name = unknown.what.strip_prefix("include file ").filter(|_| unknown.reason == Reason::MissingFile);
            name.filter(|name| !name.contains(['/', '.'])).is_some_and(is_about_flags)
        };
        let missing = self.facts.unknowns.iter().filter(is_module);
        self.facts.conds.any(missing.map(|unknown| unknown.cond).collect::<Vec<_>>())
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

    /// The part of a condition that holds where users give no settings: each option has its default, and what the project only asks for is
    /// not set. What is built with, and for, stays open.
    pub fn without_settings(&self, cond: Cond) -> Cond {
        let conds = &self.facts.conds;
        let mut plain = cond;
        for subject in conds.subjects(cond) {
            let info = conds.subject_info(subject);
            let kinds = [SubjectKind::Option, SubjectKind::Input, SubjectKind::Environment];
            if !kinds.contains(&info.kind) || info.name.starts_with("CMAKE_") {
                continue;
            }
            let default = match self.facts.cache.get(&*info.name) {
                Some(entry) => match entry.default.and_then(|text| self.facts.texts.plain(text)) {
                    Some(text) if !has_symbol(&text) => Some(text),
                    _ => continue,
                },
                None => None,
            };
            let on = conds.truthy(subject);
            plain = match default {
                Some(text) if is_off(&text) => conds.diff(plain, on),
                Some(text) if info.kind == SubjectKind::Input => conds.and(plain, conds.equals(subject, &text)),
                Some(_) => conds.and(plain, on),
                None => conds.diff(plain, conds.or(on, conds.defined(subject))),
            };
        }
        plain
    }
}
