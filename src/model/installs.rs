//! What is installed where: files with their destination, and what may install more than is known.
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::cmake::eval::facts::{Call, DirectoryId, GeneratedFile, Install, InstallKind, Reason};
use crate::cmake::eval::text::{Compound, SymbolKind, Text, has_symbol, is_symbol};
use crate::cmake::eval::value::Origin;
use crate::cond::Cond;
use crate::source::{SourceFile, SourceMap, normalize};

use super::installed_folders::InstalledFolder;
use super::joined::joined;
use super::{Item, Model};

/// A file that an install rule puts somewhere.
#[derive(Clone, Debug)]
pub struct InstalledFile {
    /// Folder below the prefix, with symbols for unknown parts; nothing when only the name is known.
    pub directory: Option<Arc<str>>,
    /// File name, with symbols for unknown parts.
    pub name: Arc<str>,
    /// When.
    pub cond: Cond,
    /// The install rule.
    pub origin: Origin,
    /// The file in the source or binary tree; nothing for exports.
    pub source: Option<PathBuf>,
    /// Whether a command that nobody models, but that is written like `install()`, says so.
    pub wrapped: bool,
}

impl InstalledFile {
    /// Whether it is the configuration of a package, by its name (cmake-packages(7)).
    pub fn is_config(&self) -> bool {
        self.name.ends_with("Config.cmake") || self.name.ends_with("-config.cmake")
    }

    /// The package of a file that `find_package()` looks for (cmake-commands(7), `find_package`, Config Mode).
    pub fn package(&self) -> Option<&str> {
        let package = self.name.strip_suffix("Config.cmake").or_else(|| self.name.strip_suffix("-config.cmake"))?;
        (!package.is_empty()).then_some(package)
    }
}

/// All that is installed.
#[derive(Clone, Debug, Default)]
pub struct Installed {
    /// Single files, exports included, in the order of the rules.
    pub files: Vec<InstalledFile>,
    pub(super) folders: Vec<InstalledFolder>,
    /// Rules that may install any file into a folder (any folder when it is not known).
    pub(super) anything: Vec<(Option<Arc<str>>, Cond)>,
    /// Texts of `install(CODE)`, paths of `install(SCRIPT)`.
    pub(super) scripts: Vec<(Arc<str>, Cond)>,
    /// What `install(FILES)` and `install(PROGRAMS)` list, as it is written.
    listed: Vec<(Arc<str>, Cond)>,
    /// Where the single files come from.
    sources: FxHashSet<PathBuf>,
}

/// Whether two paths below the prefix are the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Same {
    Yes,
    No,
    Unknown,
}

/// Combinations of a text's parts beyond this many are not looked at.
const MOST: usize = 16;

impl Model<'_> {
    /// The plain texts that a text may be, with conditions that exclude each other; nothing when it is a list, or
    /// when there are too many.
    pub fn alternatives(&self, text: Text) -> Option<Vec<(Cond, Arc<str>)>> {
        let conds = &self.facts.conds;
        match self.facts.texts.compound(text) {
            None => Some(vec![(Cond::TRUE, self.facts.texts.plain(text)?)]),
            Some(Compound::List(elems)) => {
                let mut out: Vec<(Cond, Arc<str>)> = Vec::new();
                for elem in elems.iter() {
                    let plain = self.facts.texts.plain(elem.text)?;
                    if out.len() >= MOST || out.iter().any(|(c, _)| !conds.disjoint(*c, elem.cond)) {
                        return None;
                    }
                    out.push((elem.cond, plain));
                }
                Some(out)
            }
            Some(Compound::Rope(parts)) => {
                let mut out: Vec<(Cond, String)> = vec![(Cond::TRUE, String::new())];
                for &(when, part) in parts.iter() {
                    let plain = self.facts.texts.plain(part)?;
                    let without = conds.not(when);
                    let mut next: Vec<(Cond, String)> = Vec::new();
                    for (cond, so_far) in out {
                        next.push((conds.and(cond, when), format!("{so_far}{plain}")));
                        next.push((conds.and(cond, without), so_far));
                    }
                    next.retain(|(cond, _)| !cond.is_false());
                    if next.len() > MOST {
                        return None;
                    }
                    out = next;
                }
                Some(out.into_iter().map(|(cond, text)| (cond, Arc::from(text))).collect())
            }
        }
    }

    /// All install rules.
    pub fn installed(&self) -> Rc<Installed> {
        Rc::clone(self.cache.installed_files.get_or_init(|| Rc::new(self.read_installed())))
    }

    fn read_installed(&self) -> Installed {
        let mut out = Installed::default();
        for install in &self.facts.installs {
            self.read_install(install, &mut out);
        }
        // The clauses of one command stand together.
        for clauses in self.facts.installs.chunk_by(|a, b| a.origin == b.origin && a.cond == b.cond) {
            if clauses.iter().all(|clause| clause.kind == InstallKind::Target) {
                self.read_headers(clauses, &mut out);
            }
        }
        for call in &self.facts.calls {
            self.read_wrapper(call, &mut out);
        }
        self.join_equal(&mut out);
        out.sources = out.files.iter().filter_map(|file| file.source.clone()).collect();
        out
    }

    /// Each file once for each command that installs it there: a directory that a loop may add many times installs its files as often.
    fn join_equal(&self, out: &mut Installed) {
        let conds = &self.facts.conds;
        let files = std::mem::take(&mut out.files);
        let keyed = files.into_iter().map(|file| {
            let to = (file.directory.clone(), Arc::clone(&file.name));
            ((to, file.source.clone(), self.span(file.origin), file.wrapped), file.cond, file)
        });
        out.files = joined(conds, keyed).into_iter().map(|(cond, file)| InstalledFile { cond, ..file }).collect();
        let listed = std::mem::take(&mut out.listed).into_iter().map(|(text, cond)| (Arc::clone(&text), cond, text));
        out.listed = joined(conds, listed).into_iter().map(|(cond, text)| (text, cond)).collect();
    }

    fn read_install(&self, install: &Install, out: &mut Installed) {
        let places = self.destinations(install.destination, self.install_runs(install));
        match install.kind {
            InstallKind::Export => {
                let names = match install.file_name {
                    Some(name) => self.alternatives(name),
                    None => install
                        .export
                        .and_then(|set| self.alternatives(set))
                        .map(|sets| sets.into_iter().map(|(c, set)| (c, Arc::from(format!("{set}.cmake")))).collect()),
                };
                self.push_named(&places, names.as_deref(), install.origin, None, out);
            }
            InstallKind::Files | InstallKind::Programs => {
                let runs = self.install_runs(install);
                for item in self.items(&install.items, None) {
                    out.listed.push((Arc::clone(&item.text), self.facts.conds.and(runs, item.cond)));
                    self.read_file((install.directory, install.file_name), &item, &places, out);
                }
            }
            InstallKind::Directory => {
                for item in self.items(&install.items, None) {
                    self.read_folder(install, &item, &places, out);
                }
            }
            InstallKind::Script => {
                for item in self.items(&install.items, None) {
                    out.scripts.push((item.text, self.facts.conds.and(item.cond, install.cond)));
                }
            }
            // Their headers are read command by command.
            InstallKind::Target | InstallKind::RuntimeDependencies => {}
        }
    }

    /// Headers that targets name as theirs, by a clause of `install(TARGETS)`. Without one of their own they go to a folder that CMake
    /// chooses (cmake-commands(7), `install`).
    fn read_headers(&self, clauses: &[Install], out: &mut Installed) {
        let Some(first) = clauses.first() else { return };
        for kind in ["PUBLIC_HEADER", "PRIVATE_HEADER"] {
            let stated = clauses.iter().find(|clause| clause.artifact == kind);
            let runs = self.install_runs(first);
            let places =
                stated.map_or_else(|| vec![(None, runs)], |clause| self.destinations(clause.destination, runs));
            for target in self.items(&first.items, None) {
                let Some(id) = self.find(&target.text) else { continue };
                let Some(directory) = self.definitions_of(id).first().map(|one| one.directory) else { continue };
                for header in self.property(id, kind) {
                    let cond = self.facts.conds.and(header.cond, target.cond);
                    self.read_file((directory, None), &Item { cond, ..header }, &places, out);
                }
            }
        }
    }

    /// Folders below the prefix that a destination may be; nothing for one that is told from the build tree (`${CMAKE_BINARY_DIR}/..`), where a
    /// front end takes it from.
    pub fn destinations(&self, destination: Text, under: Cond) -> Vec<(Option<Arc<str>>, Cond)> {
        match self.alternatives(destination) {
            Some(all) => all
                .into_iter()
                .map(|(cond, text)| {
                    let rest = Path::new(&*text).strip_prefix(&self.facts.binary_dir).ok();
                    let leaves = rest.is_some_and(|rest| rest.components().any(|part| part == Component::ParentDir));
                    ((!leaves).then(|| self.below_prefix(&text)), self.facts.conds.and(cond, under))
                })
                .filter(|(_, cond)| !cond.is_false())
                .collect(),
            None => vec![(None, under)],
        }
    }

    /// A destination without the prefix that `install()` would add itself. One that users may set, and that is told from the prefix, counts as
    /// it is by default (`set(X "${CMAKE_INSTALL_PREFIX}/lib" CACHE PATH "…")`).
    pub fn below_prefix(&self, text: &str) -> Arc<str> {
        /// Variables that are told from each other.
        const MOST: usize = 4;
        let texts = &self.facts.texts;
        let prefix = texts.find_symbol(SymbolKind::Input, "CMAKE_INSTALL_PREFIX");
        let mut told = text.to_owned();
        for _ in 0..MOST {
            let mut chars = told.chars();
            let Some(first) = chars.next().filter(|c| is_symbol(*c)).and_then(|c| texts.symbol_of(c)) else { break };
            let rest = chars.as_str();
            if Some(first) == prefix {
                return Arc::from(join(rest.trim_start_matches('/'), ""));
            }
            let default = texts.info(first).default.and_then(|default| texts.as_str(default));
            let Some(default) = default.filter(|default| default.starts_with(is_symbol)) else { break };
            told = format!("{default}{rest}");
        }
        Arc::from(join(text, ""))
    }

    fn push_named(
        &self,
        places: &[(Option<Arc<str>>, Cond)],
        names: Option<&[(Cond, Arc<str>)]>,
        origin: Origin,
        source: Option<&Path>,
        out: &mut Installed,
    ) {
        for (directory, under) in places {
            let Some(names) = names else {
                out.anything.push((directory.clone(), *under));
                continue;
            };
            for (when, name) in names {
                let cond = self.facts.conds.and(*under, *when);
                if cond.is_false() {
                    continue;
                }
                let (directory, name) = (directory.clone(), Arc::clone(name));
                let source = source.map(Path::to_path_buf);
                out.files.push(InstalledFile { directory, name, cond, origin, source, wrapped: false });
            }
        }
    }

    /// One file, by its name below a directory of the project, and what `RENAME` says.
    fn read_file(
        &self,
        (at, renamed): (DirectoryId, Option<Text>),
        item: &Item,
        places: &[(Option<Arc<str>>, Cond)],
        out: &mut Installed,
    ) {
        let narrowed: Vec<_> =
            places.iter().map(|(d, cond)| (d.clone(), self.facts.conds.and(*cond, item.cond))).collect();
        let name = item.text.rsplit('/').next().unwrap_or_default();
        let names = match renamed {
            Some(renamed) => self.alternatives(renamed),
            None if item.text.contains("$<") || name.chars().all(is_symbol) => None,
            None => Some(vec![(Cond::TRUE, Arc::from(name))]),
        };
        let source = self.path_of(at, &item.text);
        self.push_named(&narrowed, names.as_deref(), item.origin, source.as_deref(), out);
    }

    fn read_folder(&self, install: &Install, item: &Item, places: &[(Option<Arc<str>>, Cond)], out: &mut Installed) {
        let source = self.path_of(install.directory, &item.text);
        // Without a slash at the end the folder itself is made, too.
        let inner = if item.text.ends_with('/') { "" } else { item.text.rsplit('/').next().unwrap_or_default() };
        for (directory, cond) in places {
            let cond = self.facts.conds.and(*cond, item.cond);
            let directory = directory.as_ref().map(|d| Arc::from(join(d, inner)));
            if !cond.is_false() {
                let (filter, origin) = (install.filter.clone(), install.origin);
                out.folders.push(InstalledFolder { source: source.clone(), directory, filter, cond, origin });
            }
        }
    }

    /// An absolute path, where the text is known: relative ones stand in the source directory.
    fn path_of(&self, at: DirectoryId, text: &str) -> Option<PathBuf> {
        let directory = self.facts.directories.get(at.0 as usize)?;
        (!has_symbol(text) && !text.contains("$<")).then(|| normalize(&directory.source.join(text)))
    }

    /// A command of a module that is not there, when it looks like a wrapper of `install()`.
    fn read_wrapper(&self, call: &Call, out: &mut Installed) {
        // It writes a header, and no more (cmake-modules(7), GenerateExportHeader).
        if call.command.contains("generate_export_header") {
            return;
        }
        if !["install", "export", "deploy"].iter().any(|word| call.command.contains(word)) {
            if self.may_export(call) {
                out.anything.push((None, call.cond));
            }
            return;
        }
        let items = self.items(&call.arguments, None);
        let after = |word: &str| items.iter().position(|i| &*i.text == word).and_then(|at| items.get(at + 1));
        let known = |item: Option<&Item>| item.filter(|i| !i.text.contains("$<")).map(|i| Arc::clone(&i.text));
        match items.first().map(|i| &*i.text) {
            Some("EXPORT") => {
                let set = known(after("EXPORT")).map(|set| Arc::from(format!("{set}.cmake")));
                match known(after("FILE")).or(set) {
                    Some(name) => out.files.push(InstalledFile {
                        directory: None,
                        name,
                        cond: call.cond,
                        origin: call.origin,
                        source: None,
                        wrapped: true,
                    }),
                    None => out.anything.push((None, call.cond)),
                }
            }
            // `rocm_export_targets(TARGETS foo)`
            Some("TARGETS") if call.command.contains("export") => out.anything.push((None, call.cond)),
            Some("TARGETS" | "PROGRAMS") => {}
            Some("FILES" | "DIRECTORY") => {
                let to = known(after("DESTINATION")).map(|d| self.below_prefix(&d));
                out.anything.push((to, call.cond));
            }
            _ => out.anything.push((None, call.cond)),
        }
    }

    /// Whether a command that nobody models gets a target of a project which itself exports none: it may do that, whatever it is called
    /// (`acme_library(foo)`, `rocm_export_targets`).
    fn may_export(&self, call: &Call) -> bool {
        let facts = self.facts;
        let is_unmodelled = || {
            let mut unknowns = facts.unknowns.iter().filter(|one| one.reason == Reason::UnmodelledCommand);
            unknowns.any(|one| *one.what == *call.command)
        };
        let names_target = || {
            let mut words = call.arguments.elems.iter().filter_map(|elem| facts.texts.as_str(elem.text));
            words.any(|word| self.find(word).is_some_and(|id| !self.is_imported(id)))
        };
        !facts.installs.iter().any(|one| one.kind == InstallKind::Export) && names_target() && is_unmodelled()
    }

    /// Whether two folders below the prefix are one, where that is known; what users may set counts as it is by default.
    pub fn is_same_folder(&self, a: &str, b: &str) -> Option<bool> {
        match self.same_path(&join(a, ""), &join(b, "")) {
            Same::Yes => Some(true),
            Same::No => Some(false),
            Same::Unknown => None,
        }
    }

    fn same_path(&self, a: &str, b: &str) -> Same {
        if a == b {
            return Same::Yes;
        }
        let ((a, a_known), (b, b_known)) = (self.facts.texts.with_defaults(a), self.facts.texts.with_defaults(b));
        if a == b {
            Same::Yes
        } else if a_known && b_known && a.starts_with('/') == b.starts_with('/') {
            Same::No
        } else {
            Same::Unknown
        }
    }
}

impl Model<'_> {
    /// The file of the source tree that an installed one is, or is made of.
    pub fn template_of(&self, sources: &SourceMap, file: &InstalledFile) -> Option<Arc<SourceFile>> {
        let path = file.source.as_ref()?;
        match self.makers_of(path).next() {
            Some(made) => {
                let input = self.facts.texts.plain(made.input?)?;
                sources.load(Path::new(&*input)).ok()
            }
            None => sources.load(path).ok(),
        }
    }

    /// Whether an installed file is made of another file in other configurations.
    pub fn has_several_templates(&self, file: &InstalledFile) -> bool {
        let inputs = file.source.iter().flat_map(|path| self.makers_of(path)).map(|made| made.input);
        inputs.collect::<FxHashSet<_>>().len() > 1
    }

    /// The commands that may make a file of the build tree.
    pub fn makers_of<'m>(&'m self, path: &'m Path) -> impl Iterator<Item = &'m GeneratedFile> {
        let texts = &self.facts.texts;
        self.facts
            .generated
            .iter()
            .filter(move |made| texts.as_str(made.output).is_some_and(|made| Path::new(made) == path))
    }
}

impl Installed {
    /// When there is, or may be, a file of this name in this folder below the prefix.
    pub fn presence(&self, model: &Model<'_>, sources: &SourceMap, directory: &str, name: &str) -> Cond {
        let conds = &model.facts.conds;
        let here =
            |other: &Option<Arc<str>>| other.as_ref().is_none_or(|other| model.same_path(other, directory) != Same::No);
        let mut present = Cond::FALSE;
        for file in &self.files {
            if model.same_path(&file.name, name) != Same::No && here(&file.directory) {
                present = conds.or(present, file.cond);
            }
        }
        for (to, cond) in &self.anything {
            if here(to) {
                present = conds.or(present, *cond);
            }
        }
        for folder in &self.folders {
            if folder.may_hold(model, sources, directory, name) {
                present = conds.or(present, folder.cond);
            }
        }
        for (text, cond) in &self.scripts {
            if script_may_install(sources, text, name) {
                present = conds.or(present, *cond);
            }
        }
        present
    }

    /// The folders that are installed with what they hold, where they are known.
    pub fn whole_folders(&self) -> impl Iterator<Item = &Path> {
        self.folders.iter().filter_map(|folder| folder.source.as_deref())
    }

    /// Whether a file of the project is ever installed, alone or with its folder.
    pub fn holds(&self, path: &Path) -> bool {
        self.sources.contains(path) || self.folders.iter().any(|folder| folder.takes(path) == Some(true))
    }

    /// Whether a folder that is installed has a file, and leaves it out.
    pub fn leaves_out(&self, path: &Path) -> bool {
        !self.holds(path) && self.folders.iter().any(|folder| folder.takes(path).is_some())
    }

    /// Whether a file of this name, of which the project has these, may be installed anywhere.
    pub fn may_hold(&self, model: &Model<'_>, sources: &SourceMap, name: &str, files: &[&Path]) -> bool {
        let made = |source: &Path| source.starts_with(&model.facts.binary_dir);
        let with = |folder: &InstalledFolder| {
            folder
                .source
                .as_deref()
                .is_none_or(|source| made(source) || files.iter().any(|file| file.starts_with(source)))
        };
        self.files.iter().any(|file| model.same_path(&file.name, name) != Same::No)
            || !self.anything.is_empty()
            || self.folders.iter().any(with)
            || self.scripts.iter().any(|(text, _)| script_may_install(sources, text, name))
    }

    /// When a library that is built may be installed otherwise than as a target: as a file, with a folder (where it may be built is
    /// given), by code that runs at the install, or by a command that nobody models. `names` are those of the target and of its file.
    pub fn takes_built(&self, model: &Model<'_>, sources: &SourceMap, names: [&str; 2], outputs: &[PathBuf]) -> Cond {
        const ACTS: &[&str] =
            &["install", "copy", "rename", "configure_file", "fixup", "bundle", "deploy", "depend", "execute_process"];
        let (facts, conds) = (model.facts, &model.facts.conds);
        let made = |source: &Path| source.starts_with(&facts.binary_dir);
        let lies_in =
            |output: &PathBuf, source: &Path| output.starts_with(source) || has_symbol(&output.to_string_lossy());
        let with = |folder: &&InstalledFolder| {
            let source = folder.source.as_deref();
            source.is_none_or(|source| made(source) || outputs.iter().any(|output| lies_in(output, source)))
        };
        let acts = |code: &str| {
            let code = code.to_ascii_lowercase();
            ACTS.iter().any(|word| code.contains(word))
        };
        // `libcodec.so.1`, `codec.dll`, and not `codec.h`.
        let is_binary = |name: &str| {
            let end = name.rsplit('.').next().unwrap_or_default();
            name.contains(".so.") || matches!(end, "so" | "dylib" | "dll") || name.contains("$<") || has_symbol(name)
        };
        let mut there = Cond::FALSE;
        for (text, cond) in &self.listed {
            let name = text.rsplit('/').next().unwrap_or_default();
            let of_other = text.contains("$<TARGET_") && !names.iter().any(|name| text.contains(name));
            let is_open = text.contains("$<") && !of_other || name.chars().all(is_symbol);
            if is_open || is_binary(name) && names.iter().any(|own| name.contains(own)) {
                there = conds.or(there, *cond);
            }
        }
        let wraps = |command: &str| ["install", "bundle", "deploy"].iter().any(|word| command.contains(word));
        let wrappers = facts.calls.iter().filter(|call| wraps(&call.command));
        let folders = self.folders.iter().filter(with).map(|folder| folder.cond);
        let scripts = self.scripts.iter().filter(|(text, _)| script_says(sources, text, acts)).map(|(_, cond)| *cond);
        let others = wrappers.map(|call| call.cond).chain(folders).chain(scripts);
        conds.or(there, conds.any(others.collect::<Vec<_>>()))
    }

    /// Whether code that runs at the install says something.
    pub fn code_says(&self, sources: &SourceMap, says: impl Fn(&str) -> bool) -> bool {
        self.scripts.iter().any(|(text, _)| script_says(sources, text, &says))
    }

    /// Install rules for a file of this name, wherever it goes.
    pub fn of_name<'s>(&'s self, name: &'s str) -> impl Iterator<Item = &'s InstalledFile> {
        self.files.iter().filter(move |file| &*file.name == name)
    }

    /// Names that are installed into a folder.
    pub fn names_in<'s>(&'s self, directory: &'s str) -> impl Iterator<Item = &'s InstalledFile> {
        self.files.iter().filter(move |file| file.directory.as_deref().is_none_or(|d| d == directory))
    }
}

/// Whether `install(CODE)` or the script of `install(SCRIPT)` may install a file of this name.
pub(super) fn script_may_install(sources: &SourceMap, text: &str, name: &str) -> bool {
    script_says(sources, text, |code| {
        code.contains(name) || ["INSTALL", "COPY", "RENAME", "configure_file"].iter().any(|word| code.contains(word))
    })
}

/// Whether the text of an `install(CODE)`, or the file of an `install(SCRIPT)`, says something; a file that is not there may say anything.
pub fn script_says(sources: &SourceMap, text: &str, says: impl Fn(&str) -> bool) -> bool {
    if text.contains(['(', '\n', ' ']) {
        return says(text);
    }
    sources.load(Path::new(text)).map_or(true, |script| says(&String::from_utf8_lossy(script.bytes())))
}

/// A path below the prefix with `.` and `..` taken out, textually.
pub fn join(directory: &str, rest: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in directory.split('/').chain(rest.split('/')) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    let root = if directory.starts_with('/') { "/" } else { "" };
    format!("{root}{}", parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_packages() {
        let of = |name: &str| {
            let (directory, source, cond, origin) = (None, None, Cond::TRUE, Origin::NONE);
            let file = InstalledFile { directory, name: name.into(), cond, origin, source, wrapped: false };
            file.package().map(str::to_owned)
        };
        assert_eq!(of("FooConfig.cmake").as_deref(), Some("Foo"));
        assert_eq!(of("foo-config.cmake").as_deref(), Some("foo"));
        assert_eq!((of("FooConfigVersion.cmake"), of("Config.cmake")), (None, None));
    }

    #[test]
    fn paths_are_joined_textually() {
        assert_eq!(join("lib/cmake/x", "../y/z.cmake"), "lib/cmake/y/z.cmake");
        assert_eq!(join("./lib//", "a"), "lib/a");
        assert_eq!(join("", "../a"), "../a");
        assert_eq!(join("/opt/x/", ""), "/opt/x");
    }
}
