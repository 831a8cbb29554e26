//! The link line of a target under ELF systems with GCC or Clang.
use std::collections::BTreeSet;
use std::path::Path;

use rustc_hash::FxHashMap;

use crate::cmake::eval::facts::TargetKind;
use crate::cmake::lang::{condition, list};

use super::compile::{options, words};
use super::features::Using;
use super::genex::Place;
use super::order::Entries;
use super::usage::LinkItem;
use super::{Concrete, TargetId};

/// The parts of a link line.
#[derive(Debug, Default)]
pub(super) struct Link {
    pub language: Option<String>,
    pub libraries: Option<Vec<String>>,
    pub flags: Option<Vec<String>>,
    pub rpath: Option<Vec<String>>,
    pub library_paths: Option<Vec<String>>,
}

/// Languages by who is preferred to link (CMAKE_<LANG>_`LINKER_PREFERENCE`), best first, and whether a static library of
/// that language makes its users link with it.
const PREFERENCE: &[(&str, bool)] =
    &[("CXX", true), ("OBJCXX", true), ("Fortran", true), ("CUDA", true), ("HIP", true), ("OBJC", false), ("C", false)];

impl Concrete<'_, '_> {
    /// The link line, for kinds that have one.
    pub(super) fn link(&self, id: TargetId) -> Option<Link> {
        if !self.definition(id)?.kind.is_linked() {
            return None;
        }
        let language = self.link_language(id);
        let mut link = Link { language: language.clone(), ..Link::default() };
        let Some(language) = language.filter(|l| self.toolchain.writes_flags(l)) else { return Some(link) };
        let place = Place::linking(id, Some(&language));
        let line = self.line(id, place);
        link.libraries = line.as_ref().and_then(|line| self.libraries(id, &language, line));
        link.flags = self.link_flags(id, &language, place);
        link.rpath = line.as_ref().and_then(|line| self.rpath(id, line));
        link.library_paths = self.library_paths(id, &language, place);
        Some(link)
    }

    /// Where link options and folders are asked for: before CMP0099, private dependencies of static libraries give none.
    fn passed_on<'a>(&self, id: TargetId, place: Place<'a>) -> Option<Place<'a>> {
        Some(Place { linking: place.linking && self.policy_new(id, 99)?, ..place })
    }

    /// `-L` for each folder that the linker does not look into anyway.
    fn library_paths(&self, id: TargetId, language: &str, place: Place<'_>) -> Option<Vec<String>> {
        let mut out: Vec<String> = Vec::new();
        for path in self.own_and_used(id, "LINK_DIRECTORIES", self.passed_on(id, place)?)? {
            let flag = format!("-L{}", self.normal.text(&path));
            if !self.is_system_folder(&path, language) && !out.contains(&flag) {
                out.push(flag);
            }
        }
        Some(out)
    }

    /// Whether linker and loader look into a folder by themselves.
    fn is_system_folder(&self, folder: &str, language: &str) -> bool {
        let implicit = self.toolchain.get(&format!("CMAKE_{language}_IMPLICIT_LINK_DIRECTORIES")).unwrap_or_default();
        ["/lib", "/lib64", "/usr/lib", "/usr/lib64"].contains(&folder)
            || list::split(implicit).iter().any(|d| *d == folder)
    }

    /// What [`Self::link_language`] keeps.
    pub(super) fn find_link_language(&self, id: TargetId) -> Option<String> {
        if let Some(language) = self.setting(id, "LINKER_LANGUAGE")?.filter(|l| !l.is_empty()) {
            return Some(language);
        }
        let mut languages: BTreeSet<String> = self.own_languages(id)?.into_iter().collect();
        for library in self.objects_of(id)? {
            languages.extend(self.own_languages(library)?);
        }
        for library in self.linked_objects(id)? {
            languages.extend(self.own_languages(library)?);
        }
        for &library in self.closure(id, Place::linking(id, None))?.iter() {
            if self.is(library, &[TargetKind::Static, TargetKind::Object]) && !self.definition(library)?.imported {
                let propagates = |l: &String| PREFERENCE.iter().any(|(name, yes)| name == l && *yes);
                languages.extend(self.own_languages(library)?.into_iter().filter(propagates));
            }
        }
        PREFERENCE.iter().find(|(name, _)| languages.contains(*name)).map(|(name, _)| (*name).to_owned())
    }

    /// Object libraries whose objects a target names among its sources or links directly.
    pub(super) fn objects_of(&self, id: TargetId) -> Option<Vec<TargetId>> {
        let place = Place::usage(id);
        let mut out = Vec::new();
        for text in self.evaluated_list(id, "SOURCES", place)? {
            let named = text.strip_prefix("$<TARGET_OBJECTS:").and_then(|t| t.strip_suffix('>'));
            out.extend(named.and_then(|name| self.model.find(name)));
        }
        for item in self.links(id, false, place.lenient())? {
            if let LinkItem::Target(to) = item
                && self.is(to, &[TargetKind::Object])
            {
                out.push(to);
            }
        }
        Some(out)
    }

    /// Object libraries whose objects are among the link items of a target, or of what it links (`$<TARGET_OBJECTS:…>`).
    pub(super) fn linked_objects(&self, id: TargetId) -> Option<Vec<TargetId>> {
        let place = Place::linking(id, None).lenient();
        let used = self.closure(id, place)?;
        let mut out = Vec::new();
        // Most projects have none: what links what is asked again only where some were seen.
        if self.links_objects.get() {
            let own = std::iter::once((id, false)).chain(used.iter().map(|&to| (to, true)));
            for (of, interface) in own {
                out.extend(self.links(of, interface, place)?.into_iter().filter_map(|item| match item {
                    LinkItem::Objects(to) => Some(to),
                    _ => None,
                }));
            }
        }
        Some(out)
    }

    /// The object files of an object library, as a link line names them.
    fn object_files(&self, id: TargetId) -> Option<Vec<String>> {
        let directory = self.directory(id)?;
        // Objects of a build directory elsewhere are not told.
        let folder = self.normal.below_build(&directory.binary)?;
        let slash = if folder.is_empty() { "" } else { "/" };
        let folder = format!("{folder}{slash}CMakeFiles/{}.dir/./", self.model.name(id));
        let mut out = Vec::new();
        for source in self.sources(id)?.iter().filter(|source| source.language.is_some()) {
            let path = Path::new(&source.path);
            let inside = path.strip_prefix(&directory.source).or_else(|_| path.strip_prefix(&directory.binary)).ok()?;
            out.push(format!("{folder}{}.o", inside.display()));
        }
        Some(out)
    }

    /// The items of the link line in order.
    fn line(&self, id: TargetId, place: Place<'_>) -> Option<Vec<LineItem>> {
        let mut collected = Collected::default();
        let own = self.links(id, false, place)?;
        let own = collected.add_list(self, None, &own);
        let mut at = 0;
        let mut queue: Vec<usize> = own;
        while let Some(&entry) = queue.get(at) {
            at += 1;
            let LinkItem::Target(to) = collected.items[entry] else { continue };
            let needs = self.links(to, true, place)?;
            queue.extend(collected.add_list(self, Some(entry), &needs));
        }
        self.add_shared(&mut collected, &queue, place)?;
        let Collected { entries, items, shared, .. } = collected;
        let item = |entry: usize| LineItem { item: items[entry].clone(), dependent: shared.contains(&entry) };
        Some(entries.line().into_iter().map(item).collect())
    }

    /// Shared libraries that linked shared libraries need for themselves: they are not linked, but the linker and the
    /// loader have to find them, and who needs them comes first.
    fn add_shared(&self, collected: &mut Collected, followed: &[usize], place: Place<'_>) -> Option<()> {
        let mut queue: Vec<(usize, LinkItem)> = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        for &entry in followed {
            if let LinkItem::Target(to) = collected.items[entry]
                && seen.insert(entry)
            {
                queue.extend(self.private_shared(to, place)?.into_iter().map(|item| (entry, item)));
            }
        }
        let mut at = 0;
        while let Some((by, item)) = queue.get(at).cloned() {
            at += 1;
            let entry = collected.add_shared(self, by, &item);
            if let LinkItem::Target(to) = item
                && seen.insert(entry)
            {
                let needs = self.links(to, true, place)?.into_iter().chain(self.private_shared(to, place)?);
                queue.extend(needs.map(|item| (entry, item)));
            }
        }
        Some(())
    }

    /// Shared libraries that a shared library links without passing them on.
    fn private_shared(&self, id: TargetId, place: Place<'_>) -> Option<Vec<LinkItem>> {
        if !self.is(id, &[TargetKind::Shared]) || self.definition(id)?.imported {
            return Some(Vec::new());
        }
        let passed = self.links(id, true, place)?;
        let mut own = self.links(id, false, Place { head: id, ..place })?;
        own.retain(|item| {
            !passed.contains(item) && matches!(item, LinkItem::Target(to) if self.is(*to, &[TargetKind::Shared]))
        });
        Some(own)
    }

    fn libraries(&self, id: TargetId, language: &str, line: &[LineItem]) -> Option<Vec<String>> {
        let searches = !self.policy_new(id, 60)?;
        let mut out = Written { searches, ..Written::default() };
        let mut open: Option<(String, Using)> = None;
        for item in line.iter().filter(|item| !item.dependent) {
            let wanted = self.feature_of(id, line, &item.item)?;
            if open.as_ref().map(|(name, _)| name) != wanted.as_ref() {
                if let Some((_, using)) = open.take() {
                    using.suffix.into_iter().for_each(|word| out.push(false, word));
                }
                if let Some(name) = wanted {
                    let using = self.using(id, language, &name, line)?;
                    using.prefix.iter().for_each(|word| out.push(false, word.clone()));
                    open = Some((name, using));
                }
            }
            match open.as_ref().and_then(|(_, using)| using.pattern.as_ref()) {
                None => self.write_item(&mut out, &item.item, language)?,
                Some(pattern) => {
                    let mut own = Written { searches, ..Written::default() };
                    self.write_item(&mut own, &item.item, language)?;
                    let [word] = own.words.as_slice() else { return None };
                    pattern.words(word).into_iter().for_each(|word| out.push(false, word));
                }
            }
        }
        if let Some((_, using)) = open {
            using.suffix.into_iter().for_each(|word| out.push(false, word));
        }
        out.switch(false);
        let mut all = Vec::new();
        for item in line.iter().filter(|item| !item.dependent) {
            if let LinkItem::Objects(of) = item.item {
                all.extend(self.object_files(of)?);
            }
        }
        all.extend(out.words);
        Some(all)
    }

    fn write_item(&self, out: &mut Written, item: &LinkItem, language: &str) -> Option<()> {
        match item {
            LinkItem::Target(to) if self.definition(*to)?.imported => {
                if let Some(file) = self.imported_file(*to)? {
                    self.write_library(out, &file, language, false);
                }
            }
            LinkItem::Target(to) => match self.definition(*to)?.kind {
                TargetKind::Static => out.words.push(self.linked_file(*to)?),
                TargetKind::Shared | TargetKind::Module => out.push(false, self.linked_file(*to)?),
                TargetKind::Executable if self.truth(*to, "ENABLE_EXPORTS")? => {
                    out.push(false, self.linked_file(*to)?);
                }
                _ => {}
            },
            // They stand before everything else.
            LinkItem::Objects(_) => {}
            LinkItem::Unknown => return None,
            LinkItem::Text(text) => {
                for word in words_of_item(text) {
                    self.write_library(out, &word, language, true);
                }
            }
        }
        Some(())
    }

    /// A library as the linker is given it: a path, a flag, or `-lname`.
    fn write_library(&self, out: &mut Written, text: &str, language: &str, by_user: bool) {
        let path = Path::new(text);
        if !path.is_absolute() {
            let flag = text.starts_with(['-', '$', '`']);
            return if flag { out.push(false, self.normal.text(text)) } else { out.search(text) };
        }
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
        let folder = path.parent().map(|p| p.to_string_lossy()).unwrap_or_default();
        if by_user && out.searches && bare_name(name).is_some() && self.is_system_folder(&folder, language) {
            // CMP0060: the linker looks for it among the libraries of its own architecture.
            return out.search(name);
        }
        if by_user && self.is_linker_script(path) && bare_name(name).is_some() {
            // A shared library without a name of its own (CMAKE_PLATFORM_USES_PATH_WHEN_NO_SONAME).
            return out.search(name);
        }
        if !name.ends_with(".a") {
            out.switch(false);
        }
        out.words.push(self.normal.below_build(path).unwrap_or_else(|| self.normal.text(text)));
    }

    /// Whether a file that is named as a shared library is a script of the linker: those of the GNU C library are known,
    /// others are looked at where that is allowed.
    fn is_linker_script(&self, path: &Path) -> bool {
        if path.extension().is_none_or(|extension| extension != "so") || !self.toolchain.is_elf() {
            return false;
        }
        if let Ok(bytes) = self.sources.sandbox().head(path, 4) {
            !bytes.starts_with(b"\x7fELF")
        } else {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            super::toolchain::is_script_of_glibc(path.parent().unwrap_or(path), name)
        }
    }

    fn link_flags(&self, id: TargetId, language: &str, place: Place<'_>) -> Option<Vec<String>> {
        let kind = self.definition(id)?.kind;
        let mut out = Vec::new();
        if kind == TargetKind::Executable {
            out.extend(self.language_flags(id, language)?);
        }
        let stem = match kind {
            TargetKind::Executable => "CMAKE_EXE_LINKER_FLAGS",
            TargetKind::Shared => "CMAKE_SHARED_LINKER_FLAGS",
            _ => "CMAKE_MODULE_LINKER_FLAGS",
        };
        let upper = self.configuration.to_uppercase();
        let mut names = vec![stem.to_owned()];
        if !upper.is_empty() {
            names.push(format!("{stem}_{upper}"));
        }
        for name in names {
            out.extend(words(&self.variable(id, &name)?.unwrap_or_default()));
        }
        if kind == TargetKind::Executable {
            let exports = self.truth(id, "ENABLE_EXPORTS")?;
            if exports {
                out.push("-Wl,--export-dynamic".to_owned());
            }
            if exports || !self.policy_new(id, 65)? {
                out.push("-rdynamic".to_owned());
            }
        }
        let mut names = vec!["LINK_FLAGS".to_owned()];
        if !upper.is_empty() {
            names.push(format!("LINK_FLAGS_{upper}"));
        }
        for name in names {
            out.extend(words(&self.evaluated(id, &name, place)?.unwrap_or_default()));
        }
        out.extend(linker_options(self.own_and_used(id, "LINK_OPTIONS", self.passed_on(id, place)?)?));
        if kind == TargetKind::Executable {
            out.extend(self.position_link_flags(id, language)?.iter().map(|flag| (*flag).to_owned()));
        }
        Some(out.into_iter().map(|flag| self.normal.text(&flag)).collect())
    }

    /// What `POSITION_INDEPENDENT_CODE` means for the link of an executable (CMP0083), where the project has asked whether
    /// that is supported (CMake's Modules/Compiler/GNU.cmake).
    fn position_link_flags(&self, id: TargetId, language: &str) -> Option<&'static [&'static str]> {
        let Some(value) = self.setting(id, "POSITION_INDEPENDENT_CODE")?.filter(|value| !value.is_empty()) else {
            return Some(&[]);
        };
        let on = condition::is_on(&value);
        let kind = if on { "PIE" } else { "NO_PIE" };
        let known = self.variable(id, &format!("CMAKE_{language}_LINK_{kind}_SUPPORTED"))?;
        Some(match known.is_some_and(|v| condition::is_on(&v)) && self.policy_new(id, 83)? {
            false => &[],
            true if on => &["-fPIE", "-pie"],
            true => &["-no-pie"],
        })
    }

    /// The search path that build trees get: the folders of the shared libraries on the line.
    fn rpath(&self, id: TargetId, line: &[LineItem]) -> Option<Vec<String>> {
        let linked = self.rpath_link(id, line)?;
        if self.variable_on(id, "CMAKE_SKIP_RPATH")? || self.truth(id, "SKIP_BUILD_RPATH")? {
            return Some(linked);
        }
        let install = self.evaluated_list(id, "INSTALL_RPATH", Place::usage(id))?;
        let mut folders: Vec<String> = Vec::new();
        let by_install = self.truth(id, "BUILD_WITH_INSTALL_RPATH")?;
        if by_install {
            folders.clone_from(&install);
        } else {
            let stated = self.evaluated_list(id, "BUILD_RPATH", Place::usage(id))?;
            // What links nothing and asks for nothing has no rpath in the build tree.
            let any = !stated.is_empty() || !self.links(id, false, Place::linking(id, None).lenient())?.is_empty();
            folders.extend(stated);
            // What the user searches at link time is searched in the build tree's programs as well.
            let language = self.link_language(id)?;
            let stated =
                self.own_and_used(id, "LINK_DIRECTORIES", self.passed_on(id, Place::linking(id, Some(&language)))?)?;
            folders.extend(stated.into_iter().filter(|folder| !self.is_system_folder(folder, &language)));
            for item in line {
                folders.extend(self.run_folder(id, &item.item)?);
            }
            if !any {
                folders.clear();
            }
        }
        let mut each: Vec<String> = Vec::new();
        for folder in folders {
            if !each.contains(&folder) {
                each.push(folder);
            }
        }
        let mut text = each.join(":");
        if !by_install && self.is_installed(id)? {
            // The installed path is written over this one and has to fit in.
            if !text.is_empty() {
                text.push(':');
            }
            let room = install.join(":").len();
            text.extend(std::iter::repeat_n(':', room.saturating_sub(text.len())));
        }
        // `$ORIGIN` as the shell and Ninja have to be given it.
        let text = self.normal.text(&text).replace('$', "\\$$");
        let own = (!text.is_empty()).then(|| format!("-Wl,-rpath,{text}"));
        Some(own.into_iter().chain(linked).collect())
    }

    /// Where the linker finds shared libraries that linked ones need.
    fn rpath_link(&self, id: TargetId, line: &[LineItem]) -> Option<Vec<String>> {
        let mut folders: Vec<String> = Vec::new();
        for item in line.iter().filter(|item| item.dependent) {
            let folder = self.run_folder(id, &item.item)?;
            folders.extend(folder.filter(|folder| !folders.contains(folder)));
        }
        let text = self.normal.text(&folders.join(":"));
        Some(if text.is_empty() { Vec::new() } else { vec![format!("-Wl,-rpath-link,{text}")] })
    }

    /// The folder in which a shared library is found at run time, where the system does not look anyway.
    fn run_folder(&self, id: TargetId, item: &LinkItem) -> Option<Option<String>> {
        let path = match item {
            LinkItem::Target(to) if self.definition(*to)?.imported => self.imported_file(*to)?.unwrap_or_default(),
            LinkItem::Target(to) if self.is(*to, &[TargetKind::Shared]) => {
                return Some(Some(self.output_folder(*to)?.to_string_lossy().into_owned()));
            }
            LinkItem::Target(_) | LinkItem::Objects(_) => return Some(None),
            LinkItem::Unknown => return None,
            LinkItem::Text(text) => text.clone(),
        };
        let path = Path::new(&path);
        let shared = path.is_absolute() && path.to_string_lossy().contains(".so");
        let Some(folder) = path.parent().filter(|_| shared) else { return Some(None) };
        let folder = folder.to_string_lossy().into_owned();
        let known = self.is_system_folder(&folder, &self.link_language(id)?);
        Some((!known).then_some(folder))
    }
}

/// An item of a link line.
pub(super) struct LineItem {
    pub item: LinkItem,
    /// Whether it is only needed by a linked shared library, and not linked itself.
    pub dependent: bool,
}

/// A link line in the making.
#[derive(Default)]
struct Written {
    words: Vec<String>,
    /// Whether `-Wl,-Bstatic` is in force.
    is_static: bool,
    /// Whether libraries in the linker's own folders are given by their names (CMP0060 OLD).
    searches: bool,
}

impl Written {
    fn switch(&mut self, to_static: bool) {
        if std::mem::replace(&mut self.is_static, to_static) != to_static {
            self.words.push(if to_static { "-Wl,-Bstatic" } else { "-Wl,-Bdynamic" }.to_owned());
        }
    }

    fn push(&mut self, to_static: bool, word: String) {
        self.switch(to_static);
        self.words.push(word);
    }

    /// `-lname`; `libname.a` and `libname.so` say which kind is meant.
    fn search(&mut self, text: &str) {
        self.push(bare_name(text).is_some() && text.ends_with(".a"), format!("-l{}", bare_name(text).unwrap_or(text)));
    }
}

/// `foo` of `libfoo.so` and `libfoo.a`.
fn bare_name(text: &str) -> Option<&str> {
    text.strip_prefix("lib")
        .and_then(|t| t.strip_suffix(".so").or_else(|| t.strip_suffix(".a")))
        .filter(|t| !t.is_empty())
}

/// Entries of a link line under collection.
#[derive(Default)]
struct Collected {
    entries: Entries,
    items: Vec<LinkItem>,
    /// Entries that are there for the sake of linked shared libraries only.
    shared: rustc_hash::FxHashSet<usize>,
    index: FxHashMap<LinkItem, usize>,
}

impl Collected {
    /// Adds what an entry (or the target itself) links; gives the entries that are new.
    fn add_list(&mut self, concrete: &Concrete<'_, '_>, by: Option<usize>, list: &[LinkItem]) -> Vec<usize> {
        let mut new = Vec::new();
        let mut following: Vec<(usize, BTreeSet<usize>)> = Vec::new();
        for item in list {
            let known = self.index.get(item).copied();
            let flag = matches!(item, LinkItem::Text(text) if is_flag(text));
            let at = known.unwrap_or_else(|| {
                let (once, infers) = match item {
                    LinkItem::Target(to) => (concrete.is(*to, &[TargetKind::Shared]), false),
                    LinkItem::Objects(_) => (true, false),
                    LinkItem::Text(_) | LinkItem::Unknown => (false, !flag),
                };
                let at = self.entries.add(once, infers);
                self.items.push(item.clone());
                self.index.insert(item.clone(), at);
                new.push(at);
                at
            });
            match by {
                Some(by) => self.entries.needs[by].push(at),
                None => self.entries.stated.push(at),
            }
            if matches!(item, LinkItem::Text(_)) && !flag {
                for (of, set) in &mut following {
                    if *of != at {
                        set.insert(at);
                    }
                }
            }
            if self.entries.followed_by[at].is_some() && !following.iter().any(|(of, _)| *of == at) {
                following.push((at, BTreeSet::new()));
            }
        }
        for (at, set) in following {
            if let Some(sets) = &mut self.entries.followed_by[at] {
                sets.push(set);
            }
        }
        new
    }

    /// Adds what a linked shared library needs; gives its entry.
    fn add_shared(&mut self, concrete: &Concrete<'_, '_>, by: usize, item: &LinkItem) -> usize {
        let at = if let Some(&at) = self.index.get(item) {
            at
        } else {
            let once = matches!(item, LinkItem::Target(to) if concrete.is(*to, &[TargetKind::Shared]));
            let at = self.entries.add(once, false);
            self.items.push(item.clone());
            self.index.insert(item.clone(), at);
            self.shared.insert(at);
            at
        };
        self.entries.needs[by].push(at);
        at
    }
}

fn is_flag(text: &str) -> bool {
    text.starts_with('-') && !text.starts_with("-l") && !text.starts_with("-framework")
}

/// A flag among libraries may hold several arguments.
fn words_of_item(text: &str) -> Vec<String> {
    match text.strip_prefix("SHELL:") {
        Some(line) => words(line),
        None if text.starts_with('-') => words(text),
        None => vec![text.to_owned()],
    }
}

/// `LINKER:` items become `-Wl,…`.
fn linker_options(items: Vec<String>) -> Vec<String> {
    options(items)
        .into_iter()
        .map(|item| match item.strip_prefix("LINKER:") {
            Some(rest) => match rest.strip_prefix("SHELL:") {
                Some(line) => format!("-Wl,{}", words(line).join(",")),
                None => format!("-Wl,{rest}"),
            },
            None => item,
        })
        .collect()
}
