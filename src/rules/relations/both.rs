//! Whether the compiler and the linker both get a flag, each in its own way.
use std::rc::Rc;

use crate::flags::{CompileFlag, LinkFlag};
use crate::model::TargetId;
use crate::rules::wording::letters;

use super::{Folders, ModelRelations};

/// Libraries that every compiler links, and those of C++ compilers (gcc(1), "-nodefaultlibs"; g++(1)).
const OF_COMPILERS: &[&str] = &["c", "gcc", "gcc_s"];
const OF_CXX: &[&str] = &["m", "stdc++"];

impl ModelRelations<'_> {
    /// Whether what a link option says is told to the compiler, too: by a definition, a folder, a standard, a preset of visibility, or a
    /// property of a source.
    pub(super) fn is_compiled_too(&self, id: TargetId, text: &str) -> bool {
        let Some(flag) = crate::flags::compile_line(text).into_iter().next().map(|one| one.flag) else { return false };
        let is_set = |names: &[&str]| names.iter().any(|name| !self.model.property(id, name).is_empty());
        let by_property = match &flag {
            CompileFlag::Define(name, _) => {
                let given = self.model.definitions(id);
                let is_it = |text: &str| text.split('=').next().is_some_and(|one| one.trim_start_matches("-D") == name);
                given.iter().any(|item| is_it(&item.text)) || self.sources_have(id, "COMPILE_DEFINITIONS", &is_it)
            }
            CompileFlag::Include(folder) | CompileFlag::ISystem(folder) => self.includes(id, folder),
            CompileFlag::Std(_) => {
                let standards = ["C_STANDARD", "CXX_STANDARD", "OBJC_STANDARD", "OBJCXX_STANDARD", "COMPILE_FEATURES"];
                let features = || {
                    let brought = self.model.usage_closure(id).into_iter();
                    brought
                        .map(|(library, _)| library)
                        .any(|one| !self.model.property(one, "INTERFACE_COMPILE_FEATURES").is_empty())
                };
                is_set(&standards) || features()
            }
            CompileFlag::Visibility(_) => is_set(&["C_VISIBILITY_PRESET", "CXX_VISIBILITY_PRESET"]),
            CompileFlag::VisibilityInlinesHidden(_) => is_set(&["VISIBILITY_INLINES_HIDDEN"]),
            _ => return false,
        };
        let same = |words: &str| crate::flags::compile_line(words).iter().any(|one| one.flag == flag);
        // One standard is as good as another: the project says which.
        let is_std = matches!(flag, CompileFlag::Std(_));
        let by_option = || {
            let options = self.model.compile_options(id);
            options.iter().any(|item| {
                let flags = self.model.flags_of(item);
                flags.iter().any(|one| one.flag == flag || is_std && matches!(one.flag, CompileFlag::Std(_)))
            })
        };
        by_property
            || by_option()
            || ["COMPILE_OPTIONS", "COMPILE_FLAGS"].iter().any(|name| self.sources_have(id, name, &same))
    }

    /// Whether a property of one of a target's sources has such an element.
    fn sources_have(&self, id: TargetId, property: &str, is_meant: &dyn Fn(&str) -> bool) -> bool {
        let paths = self.model.sources(id).iter().filter_map(|source| source.path.as_deref());
        paths.into_iter().any(|path| {
            let key = (path.to_string_lossy().into(), property.into());
            let value = self.model.facts.source_properties.get(&key);
            value.is_some_and(|value| self.model.items(value, None).iter().any(|item| is_meant(&item.text)))
        })
    }

    /// Whether a folder is one of those that a target's headers are looked for in.
    fn includes(&self, id: TargetId, folder: &str) -> bool {
        let folder = plain(folder);
        let brought = self.model.usage_closure(id).into_iter();
        self.folders(id, "INCLUDE_DIRECTORIES").contains(folder)
            || brought
                .into_iter()
                .any(|(library, _)| self.folders(library, "INTERFACE_INCLUDE_DIRECTORIES").contains(folder))
    }

    fn folders(&self, id: TargetId, property: &'static str) -> Rc<Folders> {
        let known = self.folders.borrow().get(&(id, property)).map(Rc::clone);
        known.unwrap_or_else(|| {
            let items = self.model.property(id, property).into_iter();
            let found: Rc<Folders> = Rc::new(items.map(|item| plain(&item.text).to_owned()).collect());
            self.folders.borrow_mut().insert((id, property), Rc::clone(&found));
            found
        })
    }

    /// Whether the link has a flag that stands among compile options, in whatever spelling: `-Wl,-z,relro` and `-z relro`, `-lz` and
    /// `${ZLIB_LIBRARIES}`.
    pub(super) fn is_linked_too(&self, id: TargetId, flag: &LinkFlag) -> bool {
        match flag {
            LinkFlag::Library(name) => self.links_library(id, name),
            LinkFlag::Other(_) => false,
            flag => self.model.link_flags(id).iter().any(|source| source.flag.flag == *flag),
        }
    }

    /// Whether a text on a link line is a library, or a variable which is called after the libraries that it holds (cmake-developer(7),
    /// "Standard Variable Names"): a flag of the project's own is not among them.
    pub(super) fn is_of_libraries(&self, text: &str) -> bool {
        const VARIABLES: &[&str] = &["_LIBRARIES", "_LIBRARY", "_LIBS"];
        const FILES: &[&str] = &[".a", ".so", ".dylib", ".lib"];
        let ends = |text: &str, any: &[&str]| any.iter().any(|end| text.ends_with(end));
        text.starts_with("-l")
            || ends(text, FILES)
            || self.model.lone_variable(text).is_some_and(|name| ends(name, VARIABLES))
    }

    fn links_library(&self, id: TargetId, name: &str) -> bool {
        /// Shorter names are parts of many others.
        const SHORTEST: usize = 3;
        let word = letters(name);
        let is_it = |text: &str| {
            let text = text.rsplit('/').next().unwrap_or(text);
            let shown = letters(text.strip_prefix("-l").unwrap_or(text));
            let shown = shown.strip_prefix("lib").unwrap_or(&shown);
            let rest = shown.strip_prefix(&word);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("lib"))
                || word.len() >= SHORTEST && shown.contains(&word)
        };
        let items = self.model.library_items(id);
        let closure = self.model.link_closure(id);
        // Compilers link their own libraries by themselves (g++(1); gcc(1), "-nodefaultlibs").
        let is_cxx = || self.model.facts.conds.implies(self.model.defined(id), self.model.linked_as_cxx(id));
        if OF_COMPILERS.contains(&name) || OF_CXX.contains(&name) && is_cxx() {
            return true;
        }
        // FindThreads stands for this one by other names (cmake-modules(7)).
        let is_of_threads = |text: &str| {
            ["Threads::Threads", "CMAKE_THREAD_LIBS_INIT", "-pthread"].iter().any(|one| text.contains(one))
        };
        if name == "pthread"
            && (items.iter().any(|item| is_of_threads(&self.model.display(&item.text)))
                || closure.iter().any(|(library, _)| is_of_threads(self.model.name(*library)))
                || self.model.link_flags(id).iter().any(|source| is_of_threads(&source.text)))
        {
            return true;
        }
        !word.is_empty()
            && (items.iter().any(|item| is_it(&self.model.display(&item.text)))
                || closure.iter().any(|(library, _)| is_it(self.model.name(*library))))
    }
}

/// A folder without a slash at its end.
fn plain(folder: &str) -> &str {
    folder.trim_end_matches('/')
}
