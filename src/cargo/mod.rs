//! Cargo's side of a repository, read as data: manifests, the lock file, `.cargo/config.toml`, build scripts, Rust sources.
//!
//! Nothing is executed, neither cargo nor rustc nor a build script. What cargo would find by running is found by its rules:
//! the cargo book, chapters "Workspaces", "Cargo Targets", "Configuration" and "Build Scripts".
pub mod archives;
pub mod config;
pub mod environment;
pub mod manifest;
pub mod outputs;
pub mod platform;
mod rust;
mod rust_files;
pub mod script;
mod syntax;
mod workspace;

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

pub use config::Config;
pub use environment::Assignment;
pub use manifest::{Dependency, DependencyKind, Library, Package, Target, Word};
pub use rust::{Export, Import, LinkAttribute, Load, LoadKind, RustFacts};
pub use rust_files::{Role, RustFile};
pub use script::{Directive, LinkLib, Script};
pub use syntax::STACK;
pub use workspace::{Selection, Workspace};

use crate::cond::Conds;
use crate::diagnostic::{Diagnostic, Place, Severity, code};
use crate::discover::{Inputs, Kind};
use crate::native::Natives;
use crate::nearest::suggestion;
use crate::source::{SourceFile, SourceMap, Span};

/// What cargo knows of a repository.
pub struct Cargo<'s> {
    /// The files.
    pub sources: &'s SourceMap,
    /// Which files there are.
    pub inputs: &'s Inputs,
    /// What the C-family sources say.
    pub natives: &'s Natives<'s>,
    /// Conditions of what the build scripts do.
    pub conds: Conds,
    /// The packages that cargo could build, by the paths of their manifests.
    pub packages: Vec<Package>,
    /// Their workspaces; a package without one is one of its own.
    pub workspaces: Vec<Workspace>,
    /// The configurations, by path.
    pub configs: Vec<Config>,
    /// Numbers of the packages by their folders.
    by_folder: FxHashMap<PathBuf, usize>,
    assignments: OnceCell<Vec<Assignment>>,
    rust: OnceCell<Vec<RustFile>>,
    /// Rust files by the number of their package.
    own_files: OnceCell<Vec<Vec<PathBuf>>>,
    /// Build scripts, by the number of their package.
    scripts: Vec<OnceCell<Option<BuildScript>>>,
}

/// A build script with what it does.
pub struct BuildScript {
    /// The text.
    pub source: Arc<SourceFile>,
    /// What it does.
    pub script: Script,
}

impl BuildScript {
    /// A range of the script as a place.
    pub fn span(&self, range: &std::ops::Range<u32>) -> Span {
        Span::new(self.source.id(), range.clone())
    }
}

/// The Rust files of the input, for targets that are found by their place.
struct RustFiles<'i>(BTreeSet<&'i Path>);

impl manifest::Tree for RustFiles<'_> {
    fn has(&self, path: &Path) -> bool {
        self.0.contains(path)
    }

    fn targets(&self, folder: &Path) -> Vec<(String, PathBuf)> {
        let below = self.0.range(folder..).take_while(|path| path.starts_with(folder));
        let name = |name: Option<&std::ffi::OsStr>| name.map(|name| name.to_string_lossy().into_owned());
        below
            .filter_map(|path| {
                let parent = path.parent()?;
                let own = if parent == folder {
                    name(path.file_stem())
                } else if parent.parent() == Some(folder) && path.ends_with("main.rs") {
                    name(parent.file_name())
                } else {
                    None
                };
                Some((own?, path.to_path_buf()))
            })
            .collect()
    }
}

impl<'s> Cargo<'s> {
    /// Reads the manifests and configurations of an input. What cannot be read is told, and the rest is taken.
    pub fn read(
        sources: &'s SourceMap,
        inputs: &'s Inputs,
        natives: &'s Natives<'s>,
        selection: &Selection,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Self {
        let files = [Kind::RustSource, Kind::BuildScript].into_iter().flat_map(|kind| inputs.of(kind));
        let files = RustFiles(files.map(PathBuf::as_path).collect());
        let mut manifests = Vec::new();
        for (result, told) in each(sources, inputs.of(Kind::CargoManifest), |file| manifest::read(file, &files)) {
            manifests.extend(result);
            diagnostics.extend(told);
        }
        let mut configs = Vec::new();
        for (result, told) in each(sources, inputs.of(Kind::CargoConfig), config::read) {
            configs.extend(result);
            diagnostics.extend(told);
        }
        let (packages, workspaces) = workspace::group(manifests, selection);
        for name in workspace::unknown(&packages, selection) {
            let known = packages.iter().map(|package| package.name.text.as_str());
            let message = format!("no package `{name}`{}", suggestion(&name, known));
            diagnostics.push(Diagnostic::new(Severity::Error, code::UNKNOWN_NAME, message));
        }
        Self {
            sources,
            inputs,
            natives,
            conds: Conds::new(),
            scripts: packages.iter().map(|_| OnceCell::new()).collect(),
            by_folder: packages.iter().enumerate().map(|(at, one)| (one.folder.clone(), at)).collect(),
            own_files: OnceCell::new(),
            packages,
            workspaces,
            configs,
            assignments: OnceCell::new(),
            rust: OnceCell::new(),
        }
    }

    /// The packages of a workspace.
    pub fn members(&self, workspace: &Workspace) -> impl Iterator<Item = &Package> {
        workspace.packages.iter().filter_map(|index| self.packages.get(*index))
    }

    /// The packages that were asked for.
    pub fn selected(&self) -> impl Iterator<Item = &Package> {
        self.packages.iter().filter(|package| self.is_selected(package))
    }

    /// Whether a package was asked for.
    pub fn is_selected(&self, package: &Package) -> bool {
        self.workspace_of(package).is_some_and(|workspace| workspace.selected.contains(&package.name.text))
    }

    /// The workspace of a package.
    pub fn workspace_of(&self, package: &Package) -> Option<&Workspace> {
        self.workspaces.get(package.home)
    }

    /// The configurations that hold for a build in a folder, the outermost first.
    pub fn configs_for(&self, folder: &Path) -> Vec<&Config> {
        let mut found: Vec<&Config> = self.configs.iter().filter(|config| folder.starts_with(&config.folder)).collect();
        found.sort_by_key(|config| config.folder.components().count());
        found
    }

    /// Where scripts set the variables that replace rustflags.
    pub fn assignments(&self) -> &[Assignment] {
        self.assignments.get_or_init(|| {
            let paths = self.inputs.of(Kind::Script);
            let read = |path: &PathBuf| {
                let bytes = self.sources.sandbox().read(path).ok()?;
                memchr::memmem::find(&bytes, b"RUSTFLAGS")?;
                Some(environment::read(&self.sources.load(path).ok()?))
            };
            let found: Vec<Vec<Assignment>> = paths.par_iter().filter_map(read).collect();
            found.into_iter().flatten().collect()
        })
    }

    /// What the build script of a package does; None where there is none that can be read.
    pub fn script(&self, package: &Package) -> Option<&BuildScript> {
        let index = *self.by_folder.get(&package.folder)?;
        let read = || {
            let source = self.sources.load(package.build.as_ref()?).ok()?;
            let script = script::read(source.bytes(), &package.folder, &self.conds)?;
            Some(BuildScript { source, script })
        };
        self.scripts.get(index)?.get_or_init(read).as_ref()
    }

    /// The Rust files of the packages that may matter to a link, by path.
    pub fn rust(&self) -> &[RustFile] {
        self.rust.get_or_init(|| rust_files::read(self))
    }

    /// Those of a package.
    pub fn rust_of<'a>(&'a self, package: &Package) -> impl Iterator<Item = &'a RustFile> {
        let own = self.by_folder.get(&package.folder).copied();
        self.rust().iter().filter(move |file| Some(file.package) == own)
    }

    /// All Rust files of a package, by path, whatever they say.
    pub fn files_of(&self, package: &Package) -> &[PathBuf] {
        let files = self.own_files.get_or_init(|| {
            let mut own: Vec<Vec<PathBuf>> = self.packages.iter().map(|_| Vec::new()).collect();
            for path in self.inputs.of(Kind::RustSource) {
                if let Some(files) = self.owner_index(path).and_then(|at| own.get_mut(at)) {
                    files.push(path.clone());
                }
            }
            own
        });
        self.by_folder.get(&package.folder).and_then(|at| files.get(*at)).map_or(&[], Vec::as_slice)
    }

    /// The package of this name that a dependency of another one leads to, where its source lies in the repository.
    pub fn dependency(&self, of: &Package, dependency: &Dependency) -> Option<&Package> {
        let workspace = self.workspace_of(of)?;
        let path = if dependency.inherited {
            workspace.table.dependencies.get(&dependency.key.text)?.1.as_ref()?
        } else {
            dependency.path.as_ref()?
        };
        self.packages.get(*self.by_folder.get(path)?)
    }

    /// Whether some script of the repository may build crates as another type than their manifests say: `cargo rustc --crate-type`,
    /// cargo-c (`cargo cbuild`).
    pub fn types_on_command_lines(&self) -> bool {
        const WORDS: &[&str] = &["crate-type", "cargo cbuild", "cargo cinstall", "cargo ctest"];
        let mut paths =
            [Kind::CMakeLists, Kind::CMakeModule, Kind::Script].into_iter().flat_map(|kind| self.inputs.of(kind));
        paths.any(|path| {
            let Ok(text) = self.sources.sandbox().read(path) else { return true };
            WORDS.iter().any(|word| memchr::memmem::find(&text, word.as_bytes()).is_some())
        })
    }

    /// Whether a package depends on another one of the repository, directly or not; itself counts. What it needs for its own tests does not.
    pub fn depends_on(&self, package: &Package, on: &Package) -> bool {
        let mut open = vec![package];
        let mut seen = BTreeSet::new();
        while let Some(next) = open.pop() {
            if next.folder == on.folder {
                return true;
            }
            if seen.insert(next.folder.clone()) {
                let linked = next.dependencies.iter().filter(|dependency| dependency.kind != DependencyKind::Dev);
                open.extend(linked.filter_map(|dependency| self.dependency(next, dependency)));
            }
        }
        false
    }

    /// The number of the package whose folder is the nearest around a path.
    fn owner_index(&self, path: &Path) -> Option<usize> {
        path.ancestors().skip(1).find_map(|folder| self.by_folder.get(folder)).copied()
    }
}

/// A result with what is to be told about it.
type Told<T> = (Option<T>, Option<Diagnostic>);

/// Whether a text is what a generator of files fills in (Jinja, Liquid, Handlebars), and no file itself.
fn is_template(text: &[u8]) -> bool {
    ["{{", "{%"].iter().any(|sign| memchr::memmem::find(text, sign.as_bytes()).is_some())
}

/// Reads many files in parallel; the results have the order of the paths.
fn each<T: Send>(
    sources: &SourceMap,
    paths: &[PathBuf],
    read: impl Fn(&Arc<SourceFile>) -> Result<T, (std::ops::Range<usize>, String)> + Sync,
) -> Vec<Told<T>> {
    let one = |path: &PathBuf| {
        let file = match sources.load(path) {
            Ok(file) => file,
            Err(error) => {
                let told = Diagnostic::new(Severity::Warning, code::UNREADABLE, error.to_string());
                return (None, Some(told));
            }
        };
        match read(&file) {
            Ok(result) => (Some(result), None),
            Err(_) if is_template(file.bytes()) => (None, None),
            Err((range, message)) => {
                let span = Span::new(file.id(), range.start as u32..range.end as u32);
                let told = Diagnostic::new(Severity::Warning, code::SYNTAX, message).at(Place::new(span, ""));
                (None, Some(told))
            }
        }
    };
    paths.par_iter().map(one).collect()
}

/// Packages by the folder of their manifest.
pub(crate) type ByFolder = BTreeMap<PathBuf, usize>;
