//! `Cargo.toml` as data: what a package is made of, what it depends on, and the workspace that it heads.
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::source::{SourceFile, Span, normalize};

/// A text with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The text.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// What kind of dependency it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DependencyKind {
    /// `[dependencies]`.
    Normal,
    /// `[dev-dependencies]`.
    Dev,
    /// `[build-dependencies]`.
    Build,
}

/// An entry of a table of dependencies.
#[derive(Debug, Clone)]
pub struct Dependency {
    /// The key: the name by which code calls it.
    pub key: Word,
    /// `package`, or the key.
    pub package: String,
    /// `path`, made absolute.
    pub path: Option<PathBuf>,
    /// It is taken from `[workspace.dependencies]`.
    pub inherited: bool,
    /// It is there with a feature only.
    pub optional: bool,
    /// Its table.
    pub kind: DependencyKind,
    /// The text between `target.` and the table: a triple or `cfg(…)`.
    pub target: Option<String>,
}

/// A program, example, test or benchmark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// Its name.
    pub name: String,
    /// Its root file.
    pub path: PathBuf,
    /// The name or the table that declares it; the package's name where it was found by its place.
    pub place: Span,
}

/// The library of a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Library {
    /// Its name as code calls it.
    pub name: String,
    /// Its root file.
    pub path: PathBuf,
    /// `crate-type`; empty when it is not given.
    pub crate_types: Vec<Word>,
    /// It is a procedural macro.
    pub proc_macro: bool,
    /// The table `[lib]`, or the package's name where there is none.
    pub place: Span,
}

impl Library {
    /// Whether it is built as that type; `lib` unless something else is asked for.
    pub fn is(&self, kind: &str) -> bool {
        if self.crate_types.is_empty() {
            kind == "lib" && !self.proc_macro
        } else {
            self.crate_types.iter().any(|word| word.text == kind)
        }
    }

    /// Whether other crates can depend on its code.
    pub fn is_linkable(&self) -> bool {
        ["lib", "rlib", "dylib"].iter().any(|kind| self.is(kind))
    }
}

/// `[package]` and its targets.
#[derive(Debug, Clone)]
pub struct Package {
    /// The folder of its manifest.
    pub folder: PathBuf,
    /// The manifest.
    pub manifest: Arc<SourceFile>,
    /// Its name.
    pub name: Word,
    /// `edition`; 2015 when it is not given, None when it is inherited.
    pub edition: Option<u16>,
    /// `links`.
    pub links: Option<Word>,
    /// The build script, where it is there.
    pub build: Option<PathBuf>,
    /// Its library.
    pub library: Option<Library>,
    /// Its programs.
    pub bins: Vec<Target>,
    /// Its examples.
    pub examples: Vec<Target>,
    /// Its integration tests.
    pub tests: Vec<Target>,
    /// Its benchmarks.
    pub benches: Vec<Target>,
    /// What it depends on.
    pub dependencies: Vec<Dependency>,
    /// `[features]`.
    pub features: BTreeMap<String, Vec<String>>,
    /// `package.workspace`, made absolute.
    pub workspace: Option<PathBuf>,
    /// Number of its workspace in [`super::Cargo::workspaces`].
    pub home: usize,
}

impl Package {
    /// Whether anything that is linked is made of it, its library's unit tests aside.
    pub fn links_something(&self) -> bool {
        let library = self.library.as_ref().is_some_and(|library| {
            // rustc loads procedural macros: they are shared libraries.
            library.proc_macro || library.is("cdylib") || library.is("dylib")
        });
        library || [&self.bins, &self.examples, &self.tests, &self.benches].iter().any(|targets| !targets.is_empty())
    }

    /// The folder of the manifest in words, relative to a root.
    pub fn shown(&self, root: &Path) -> String {
        self.folder.strip_prefix(root).unwrap_or(&self.folder).display().to_string()
    }
}

/// `[workspace]`.
#[derive(Debug, Clone, Default)]
pub struct WorkspaceTable {
    /// `members`.
    pub members: Vec<String>,
    /// `exclude`.
    pub exclude: Vec<String>,
    /// `default-members`; None when it is not given.
    pub default_members: Option<Vec<String>>,
    /// `[workspace.dependencies]`: package and path by key.
    pub dependencies: BTreeMap<String, (String, Option<PathBuf>)>,
}

/// One `Cargo.toml`.
#[derive(Debug)]
pub(super) struct Manifest {
    pub folder: PathBuf,
    pub package: Option<Package>,
    pub workspace: Option<WorkspaceTable>,
}

/// Which files are there, for targets that are found by their place.
pub(super) trait Tree {
    /// Whether a Rust file is there.
    fn has(&self, path: &Path) -> bool;
    /// Rust files in a folder and `main.rs` of folders in it, with the names that cargo gives their targets.
    fn targets(&self, folder: &Path) -> Vec<(String, PathBuf)>;
}

/// A TOML value with its place.
type Value<'v> = Spanned<DeValue<'v>>;

/// Reads a manifest; the error is in words, with its bytes.
pub(super) fn read(file: &Arc<SourceFile>, tree: &dyn Tree) -> Result<Manifest, (std::ops::Range<usize>, String)> {
    let text = std::str::from_utf8(file.bytes()).map_err(|e| (e.valid_up_to()..e.valid_up_to(), e.to_string()))?;
    let document = DeTable::parse(text).map_err(|e| (e.span().unwrap_or(0..0), e.message().to_owned()))?.into_inner();
    let folder = file.path().parent().unwrap_or(Path::new("")).to_path_buf();
    let reader = Reader { file, folder: &folder, document: &document, tree };
    let package = reader.package();
    let workspace = table(&document, "workspace").map(|workspace| reader.workspace(workspace));
    Ok(Manifest { folder, package, workspace })
}

pub(super) fn table<'t, 'v>(from: &'t DeTable<'v>, key: &str) -> Option<&'t DeTable<'v>> {
    from.get(key)?.get_ref().as_table()
}

/// A list of texts, or one text.
pub(super) fn texts<'t>(value: &'t Value<'_>) -> Vec<(&'t str, std::ops::Range<usize>)> {
    match value.get_ref() {
        DeValue::String(text) => vec![(text.as_ref(), value.span())],
        DeValue::Array(items) => {
            items.iter().filter_map(|item| Some((item.get_ref().as_str()?, item.span()))).collect()
        }
        _ => Vec::new(),
    }
}

fn strings(from: &DeTable<'_>, key: &str) -> Vec<String> {
    from.get(key).map(|value| texts(value).into_iter().map(|(text, _)| text.to_owned()).collect()).unwrap_or_default()
}

fn flag(from: &DeTable<'_>, keys: &[&str]) -> Option<bool> {
    keys.iter().find_map(|key| from.get(*key)?.get_ref().as_bool())
}

struct Reader<'r> {
    file: &'r Arc<SourceFile>,
    folder: &'r Path,
    document: &'r DeTable<'r>,
    tree: &'r dyn Tree,
}

impl Reader<'_> {
    fn span(&self, range: std::ops::Range<usize>) -> Span {
        Span::new(self.file.id(), range.start as u32..range.end as u32)
    }

    fn word(&self, from: &DeTable<'_>, key: &str) -> Option<Word> {
        let value = from.get(key)?;
        Some(Word { text: value.get_ref().as_str()?.to_owned(), span: self.span(value.span()) })
    }

    fn path(&self, text: &str) -> PathBuf {
        normalize(&self.folder.join(text))
    }

    fn package(&self) -> Option<Package> {
        let package = table(self.document, "package").or_else(|| table(self.document, "project"))?;
        let name = self.word(package, "name")?;
        let edition = match package.get("edition").map(Spanned::get_ref) {
            None => Some(2015),
            Some(value) => value.as_str().and_then(|text| text.parse().ok()),
        };
        let library = self.library(&name, package);
        let bins = self.targets("bin", "src/bin", &name, package, flag(package, &["autobins"]));
        let dependencies = self.dependencies();
        let features = table(self.document, "features").into_iter().flatten();
        Some(Package {
            folder: self.folder.to_path_buf(),
            manifest: Arc::clone(self.file),
            edition,
            links: self.word(package, "links"),
            build: self.build(package),
            library,
            bins,
            examples: self.targets("example", "examples", &name, package, flag(package, &["autoexamples"])),
            tests: self.targets("test", "tests", &name, package, flag(package, &["autotests"])),
            benches: self.targets("bench", "benches", &name, package, flag(package, &["autobenches"])),
            dependencies,
            features: features
                .map(|(key, value)| {
                    (key.get_ref().to_string(), texts(value).into_iter().map(|(text, _)| text.to_owned()).collect())
                })
                .collect(),
            workspace: self.word(package, "workspace").map(|word| self.path(&word.text)),
            home: 0,
            name,
        })
    }

    fn build(&self, package: &DeTable<'_>) -> Option<PathBuf> {
        let path = match package.get("build").map(Spanned::get_ref) {
            None | Some(DeValue::Boolean(true)) => self.path("build.rs"),
            Some(DeValue::String(text)) => self.path(text),
            _ => return None,
        };
        self.tree.has(&path).then_some(path)
    }

    fn library(&self, name: &Word, package: &DeTable<'_>) -> Option<Library> {
        let own = self.document.get_key_value("lib");
        let given = own.and_then(|(_, value)| value.get_ref().as_table());
        let path = given.and_then(|lib| lib.get("path")?.get_ref().as_str()).map(|text| self.path(text));
        let found = self.path("src/lib.rs");
        let auto = flag(package, &["autolib"]) != Some(false);
        let path = path.or_else(|| (given.is_some() || (auto && self.tree.has(&found))).then_some(found))?;
        let types = given.and_then(|lib| lib.get("crate-type").or_else(|| lib.get("crate_type")));
        let crate_types = types.map(texts).unwrap_or_default();
        Some(Library {
            name: given
                .and_then(|lib| lib.get("name")?.get_ref().as_str())
                .map_or_else(|| name.text.replace('-', "_"), str::to_owned),
            path,
            crate_types: crate_types
                .into_iter()
                .map(|(text, range)| Word { text: text.to_owned(), span: self.span(range) })
                .collect(),
            proc_macro: given.is_some_and(|lib| flag(lib, &["proc-macro", "proc_macro"]) == Some(true)),
            place: own.map_or(name.span, |(key, _)| self.span(key.span())),
        })
    }

    /// Targets that are declared, and those that stand in their folder.
    fn targets(&self, kind: &str, folder: &str, name: &Word, package: &DeTable<'_>, auto: Option<bool>) -> Vec<Target> {
        let mut found: Vec<Target> = Vec::new();
        let declared = self.document.get(kind).and_then(|value| value.get_ref().as_array());
        for item in declared.into_iter().flat_map(|items| items.iter()) {
            let Some(target) = item.get_ref().as_table() else { continue };
            let Some(own) = self.word(target, "name").or_else(|| (kind == "bin").then(|| name.clone())) else {
                continue;
            };
            let path = match target.get("path").and_then(|value| value.get_ref().as_str()) {
                Some(path) => self.path(path),
                None => self.usual_place(folder, &own.text, name),
            };
            found.push(Target { name: own.text, path, place: own.span });
        }
        if auto == Some(false) {
            return found;
        }
        let mut places = self.tree.targets(&self.folder.join(folder));
        let main = self.path("src/main.rs");
        if kind == "bin" && self.tree.has(&main) {
            places.insert(0, (name.text.clone(), main));
        }
        let library = self.library(name, package).map(|library| library.path);
        for (own, path) in places {
            let known = found.iter().any(|target| target.name == own || target.path == path);
            if !known && library.as_ref() != Some(&path) {
                found.push(Target { name: own, path, place: name.span });
            }
        }
        found
    }

    fn usual_place(&self, folder: &str, own: &str, package: &Word) -> PathBuf {
        let main = self.path("src/main.rs");
        if folder == "src/bin" && own == package.text && self.tree.has(&main) {
            return main;
        }
        let flat = self.path(&format!("{folder}/{own}.rs"));
        let deep = self.path(&format!("{folder}/{own}/main.rs"));
        match (self.tree.has(&flat), self.tree.has(&deep)) {
            (false, true) => deep,
            (false, false) if folder == "src/bin" => main,
            _ => flat,
        }
    }

    fn dependencies(&self) -> Vec<Dependency> {
        let mut found = Vec::new();
        self.dependencies_of(self.document, None, &mut found);
        for (target, value) in table(self.document, "target").into_iter().flatten() {
            if let Some(tables) = value.get_ref().as_table() {
                self.dependencies_of(tables, Some(target.get_ref()), &mut found);
            }
        }
        found
    }

    fn dependencies_of(&self, from: &DeTable<'_>, target: Option<&str>, found: &mut Vec<Dependency>) {
        let kinds = [
            ("dependencies", DependencyKind::Normal),
            ("dev-dependencies", DependencyKind::Dev),
            ("dev_dependencies", DependencyKind::Dev),
            ("build-dependencies", DependencyKind::Build),
            ("build_dependencies", DependencyKind::Build),
        ];
        for (name, kind) in kinds {
            for (key, value) in table(from, name).into_iter().flatten() {
                let details = value.get_ref().as_table();
                let text = |field: &str| details.and_then(|details| details.get(field)?.get_ref().as_str());
                let truth = |field: &str| details.is_some_and(|details| flag(details, &[field]) == Some(true));
                found.push(Dependency {
                    key: Word { text: key.get_ref().to_string(), span: self.span(key.span()) },
                    package: text("package").unwrap_or(key.get_ref()).to_owned(),
                    path: text("path").map(|path| self.path(path)),
                    inherited: truth("workspace"),
                    optional: truth("optional"),
                    kind,
                    target: target.map(str::to_owned),
                });
            }
        }
    }

    fn workspace(&self, from: &DeTable<'_>) -> WorkspaceTable {
        let dependencies = table(from, "dependencies").into_iter().flatten().map(|(key, value)| {
            let details = value.get_ref().as_table();
            let text = |field: &str| details.and_then(|details| details.get(field)?.get_ref().as_str());
            let package = text("package").unwrap_or(key.get_ref()).to_owned();
            (key.get_ref().to_string(), (package, text("path").map(|path| self.path(path))))
        });
        WorkspaceTable {
            members: strings(from, "members"),
            exclude: strings(from, "exclude"),
            default_members: from.get("default-members").map(|_| strings(from, "default-members")),
            dependencies: dependencies.collect(),
        }
    }
}
