//! What an evaluation leaves behind: everything that later stages may ask about a project, each fact with the
//! condition under which it holds and the place (with its callers) where it was stated.
mod filter;
mod places;
mod questions;
mod unknown;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::cond::{Cond, Conds, SubjectKind};
use crate::source::Span;

pub use super::commands::replaced::Replaced;
use super::policy::Policies;
use super::text::{Text, Texts};
use super::value::{Origin, Value};
pub use filter::{Filter, Rule};
pub use places::Places;
pub use questions::{package_question, package_subject, target_question};
pub use unknown::{Reason, Unknown};

/// A map that keeps the order in which its keys came.
pub type InOrder<K, V> = indexmap::IndexMap<K, V, FxBuildHasher>;

/// All facts of one project root.
pub struct Facts {
    /// The store of conditions.
    pub conds: Conds,
    /// The store of texts.
    pub texts: Texts,
    /// The store of places.
    pub places: Places,
    /// Absolute source directory of the root.
    pub source_dir: PathBuf,
    /// Absolute (possibly imagined) build directory.
    pub binary_dir: PathBuf,
    /// `project()` calls.
    pub projects: Vec<Project>,
    /// Directories in the order of entry; the first is the root.
    pub directories: Vec<Directory>,
    /// Targets by name, in the order of their first definition.
    pub targets: InOrder<Arc<str>, Target>,
    /// Cache entries by name, in the order of their first declaration.
    pub cache: InOrder<Arc<str>, CacheEntry>,
    /// Properties of source files: absolute path, then property.
    pub source_properties: InOrder<(Arc<str>, Arc<str>), Value>,
    /// Global properties.
    pub global_properties: InOrder<Arc<str>, Value>,
    /// `install()` rules.
    pub installs: Vec<Install>,
    /// `export()` calls.
    pub exports: Vec<Export>,
    /// Languages that commands enable, in order; one that is enabled again is here again.
    pub enabled: Vec<Enabled>,
    /// Files that configure or generate steps write.
    pub generated: Vec<GeneratedFile>,
    /// `find_package()` calls.
    pub packages: Vec<PackageSearch>,
    /// Libraries (`find_library`) and modules of pkg-config, by their names, without which the configure step stops.
    pub needed_libraries: Vec<PackageSearch>,
    /// Modules of pkg-config that are looked for and need not be there, each by the name of the package that its results have.
    pub optional_modules: Vec<(Text, Text)>,
    /// Results of `find_library()`: the variable, and the name where there is only one, with when it is looked for and found.
    pub sought_libraries: InOrder<(Arc<str>, Option<Arc<str>>), Cond>,
    /// The names that `find_library()` looks for, by the variable that it sets.
    pub library_names: InOrder<Arc<str>, Vec<Arc<str>>>,
    /// Writes to names that users may set.
    pub overrides: Vec<Override>,
    /// `set(<variable of CMake> … PARENT_SCOPE)` where there is no parent: nothing is set.
    pub parentless: Vec<Parentless>,
    /// Link flags of targets that a later command replaced.
    pub replaced: Vec<Replaced>,
    /// Where an old behaviour is in force that makes a difference: a policy is not NEW.
    pub old_policies: Vec<OldPolicy>,
    /// The targets of the project that a command gives something to before they are made, and when.
    pub early: Vec<(Arc<str>, Cond)>,
    /// Where each `set()` of a variable (or of a cache entry without a type that there is) ran, each `option()` and each `unset(… CACHE)`: some
    /// of the conditions, at most [`Facts::MOST_ASSIGNED`] for one place. Joined for all rounds of a loop they would outgrow everything else.
    pub assigned: FxHashMap<Span, Vec<Cond>>,
    /// Where conditions ran that compare numbers with a text that is none, take a text for a condition, or ask for a variable that nothing
    /// sets, or nothing in this scope: some of the conditions, as with `assigned`.
    pub doubtful: FxHashMap<Span, Vec<Cond>>,
    /// Calls kept as they are for rules that know them.
    pub calls: Vec<Call>,
    /// `add_test()` and the like.
    pub tests: Vec<Call>,
    /// Files that were evaluated.
    pub files: Vec<EvaluatedFile>,
    /// `message()` output, in order.
    pub messages: Vec<Message>,
    /// Configurations that the project refuses itself: `message(FATAL_ERROR)` and CMake's own fatal errors. Never
    /// joined into one condition: that grows without bound. Conjoin those that share support with the query.
    pub forbidden: Vec<Forbidden>,
    /// Configurations that nobody builds, although nothing refuses them.
    pub unusual: Vec<Cond>,
    /// The system that is built for, where only one is looked at.
    pub system: Option<Arc<str>>,
    /// What is not known, and why.
    pub unknowns: Vec<Unknown>,
    /// Places of `add_library`/`add_executable` commands that were reached in some configuration.
    pub reached: FxHashSet<Span>,
    /// Folders with projects that `try_compile()` builds: tests of the toolchain.
    pub tried: BTreeSet<PathBuf>,
    /// Counts for `--stats`.
    pub counts: Counts,
}

impl Facts {
    /// Conditions that are kept of one `set()`.
    pub const MOST_ASSIGNED: usize = 32;

    /// Whether a directory belongs to the project itself, and not to a tree that stands for one of its packages.
    pub fn is_own(&self, directory: DirectoryId) -> bool {
        let mut at = directory;
        while let Some(parent) = self.directories.get(at.0 as usize).and_then(|d| d.parent) {
            at = parent;
        }
        at == DirectoryId(0)
    }

    /// What a witness must not satisfy: the conditions of [`Facts::forbidden`], those left out that hold always. When a
    /// project refuses every configuration as it lies there, or the one that nobody chose anything in, then something is
    /// missing (a submodule, generated files), which says nothing about which ones are worth a look; but not where it wants a
    /// choice of its users. And what is built for other systems than the one that is given.
    pub fn forbidden_conditions(&self) -> Vec<Cond> {
        // Nor is a command wrong that everybody runs: a file was not there, or was read wrongly.
        let is_met = |one: &Forbidden| !one.meant && self.conds.holds_by_default(one.cond);
        let refused = self.forbidden.iter().filter(|one| !is_met(one)).map(|one| one.cond);
        let mut conds: Vec<Cond> = refused.filter(|c| !c.is_true()).collect();
        conds.sort_unstable();
        conds.dedup();
        let is_choice = |cond: Cond| {
            let subjects = self.conds.subjects(cond);
            let is_given = |kind| matches!(kind, SubjectKind::Option | SubjectKind::Input);
            subjects.into_iter().all(|one| is_given(self.conds.subject_info(one).kind))
        };
        conds.retain(|cond| !self.conds.holds_by_default(*cond) || is_choice(*cond));
        conds.extend(self.unusual.iter().copied().filter(|cond| !self.conds.holds_by_default(*cond)));
        conds.extend(self.other_systems());
        conds
    }

    /// The configurations for other systems, where only one is looked at.
    fn other_systems(&self) -> Option<Cond> {
        let system = self.conds.well_known("CMAKE_SYSTEM_NAME")?;
        Some(self.conds.not(self.conds.equals(system, self.system.as_deref()?)))
    }
}

/// Numbers about the run.
#[derive(Debug, Clone, Copy, Default)]
pub struct Counts {
    /// Commands executed.
    pub commands: u64,
    /// Target definitions whose name is known.
    pub known_names: u64,
    /// Target definitions whose name is not.
    pub unknown_names: u64,
    /// Elements of lists that conditional writes and their merging have made.
    pub elements: u64,
}

/// Index into [`Facts::directories`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct DirectoryId(pub u32);

/// One directory of the build.
#[derive(Debug, Clone)]
pub struct Directory {
    /// Absolute source directory.
    pub source: PathBuf,
    /// Absolute binary directory.
    pub binary: PathBuf,
    /// The directory that added it.
    pub parent: Option<DirectoryId>,
    /// When it is part of the build.
    pub cond: Cond,
    /// The `add_subdirectory` call.
    pub origin: Origin,
    /// Directory properties.
    pub properties: InOrder<Arc<str>, Value>,
    /// Variables that are read when the directory ends (`CMAKE_*_FLAGS`, `CMAKE_*_LINKER_FLAGS`), at its end.
    pub end_variables: InOrder<Arc<str>, Value>,
    /// Whether its CMakeLists.txt was there.
    pub found: bool,
    /// When it was added with `EXCLUDE_FROM_ALL`.
    pub excluded: Cond,
}

/// Kinds of targets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum TargetKind {
    /// `add_executable`
    Executable,
    /// `add_library(STATIC)`
    Static,
    /// `add_library(SHARED)`
    Shared,
    /// `add_library(MODULE)`
    Module,
    /// `add_library(OBJECT)`
    Object,
    /// `add_library(INTERFACE)`
    Interface,
    /// `add_library(UNKNOWN IMPORTED)`
    Unknown,
    /// `add_custom_target`
    Utility,
}

impl TargetKind {
    /// The value of the property TYPE.
    pub fn cmake_name(self) -> &'static str {
        match self {
            Self::Executable => "EXECUTABLE",
            Self::Static => "STATIC_LIBRARY",
            Self::Shared => "SHARED_LIBRARY",
            Self::Module => "MODULE_LIBRARY",
            Self::Object => "OBJECT_LIBRARY",
            Self::Interface => "INTERFACE_LIBRARY",
            Self::Unknown => "UNKNOWN_LIBRARY",
            Self::Utility => "UTILITY",
        }
    }

    /// Whether a link step makes it (executables, shared libraries, modules).
    pub fn is_linked(self) -> bool {
        matches!(self, Self::Executable | Self::Shared | Self::Module)
    }
}

/// A target name with all its definitions.
#[derive(Debug, Clone)]
pub struct Target {
    /// The logical name, unknown parts in words.
    pub name: Arc<str>,
    /// Definitions; their conditions may overlap only by mistake of the project.
    pub definitions: Vec<Definition>,
    /// Properties.
    pub properties: InOrder<Arc<str>, Value>,
}

/// One definition of a target.
#[derive(Debug, Clone)]
pub struct Definition {
    /// When it happens.
    pub cond: Cond,
    /// What it makes.
    pub kind: TargetKind,
    /// The defining command.
    pub origin: Origin,
    /// Where.
    pub directory: DirectoryId,
    /// Whether it is `IMPORTED`.
    pub imported: bool,
    /// The target this name stands for (`ALIAS`).
    pub alias_of: Option<Arc<str>>,
    /// The policies in force at the definition.
    pub policies: Policies,
}

/// A cache entry.
#[derive(Debug, Clone)]
pub struct CacheEntry {
    /// Its value in all configurations; free where the user may choose.
    pub value: Value,
    /// `BOOL`, `STRING`, `PATH`, `FILEPATH`, `INTERNAL`, `STATIC`.
    pub kind: Arc<str>,
    /// The help text of the first declaration.
    pub help: Arc<str>,
    /// The declared default of the first declaration.
    pub default: Option<Text>,
    /// The first declaration.
    pub origin: Origin,
    /// When it is declared.
    pub declared: Cond,
    /// When it is declared without FORCE: what users give is kept there.
    pub offered: Cond,
    /// Whether it is an `option()` or `cmake_dependent_option()`.
    pub option: bool,
    /// What the folders above say of it with `set()`, where a folder below declares it again: they give it to a project that they take along.
    pub coupled: Coupled,
}

/// When a switch is set to yes, and when to no; and where.
#[derive(Debug, Clone, Copy)]
pub struct Coupled {
    pub on: Cond,
    pub off: Cond,
    /// The folder that sets it.
    pub setter: Option<DirectoryId>,
    /// Whether a folder below declares it, too.
    pub below: bool,
}

impl Coupled {
    /// Nobody sets it.
    pub const NOT: Self = Self { on: Cond::FALSE, off: Cond::FALSE, setter: None, below: false };
}

/// A `project()` call.
#[derive(Debug, Clone)]
pub struct Project {
    /// Its name.
    pub name: Text,
    /// Languages that it enables, as written.
    pub languages: Vec<Arc<str>>,
    /// When.
    pub cond: Cond,
    /// Where.
    pub origin: Origin,
    /// In which directory.
    pub directory: DirectoryId,
}

/// What an `install()` rule installs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InstallKind {
    /// `install(TARGETS)`
    Target,
    /// `install(EXPORT)`
    Export,
    /// `install(FILES)`
    Files,
    /// `install(PROGRAMS)`
    Programs,
    /// `install(DIRECTORY)`
    Directory,
    /// `install(SCRIPT)` and `install(CODE)`
    Script,
    /// `install(RUNTIME_DEPENDENCY_SET)`: what the targets of a set need, as far as it is no part of the system
    RuntimeDependencies,
}

/// One install rule, one artifact kind of one target, or one group of files.
#[derive(Debug, Clone)]
pub struct Install {
    /// What.
    pub kind: InstallKind,
    /// Target names, files, directories; the export's name for [`InstallKind::Export`].
    pub items: Value,
    /// Where to; empty when a default applies.
    pub destination: Text,
    /// Where programs and where libraries go without a destination: `CMAKE_INSTALL_BINDIR` and `CMAKE_INSTALL_LIBDIR` at the call, or
    /// `bin` and `lib`.
    pub folders: [Text; 2],
    /// `ARCHIVE`, `LIBRARY`, `RUNTIME`, `OBJECTS`, `FRAMEWORK`, `BUNDLE`, `PUBLIC_HEADER`, … or empty for all.
    pub artifact: &'static str,
    /// The export set that the targets join, or the set that is installed.
    pub export: Option<Text>,
    /// File name of an installed export, or what `RENAME` says.
    pub file_name: Option<Text>,
    /// `NAMESPACE`
    pub namespace: Option<Text>,
    /// `COMPONENT`
    pub component: Option<Text>,
    /// Whether it is `OPTIONAL`.
    pub optional: bool,
    /// What of a folder is left out.
    pub filter: Option<Arc<Filter>>,
    /// When.
    pub cond: Cond,
    /// Where it is stated.
    pub origin: Origin,
    /// In which directory.
    pub directory: DirectoryId,
}

/// An `export()` call.
#[derive(Debug, Clone)]
pub struct Export {
    /// Target names, or the export set's name.
    pub items: Value,
    /// The export set, for the `EXPORT` form.
    pub export: Option<Text>,
    /// The file that is written.
    pub file: Text,
    /// `NAMESPACE`
    pub namespace: Option<Text>,
    /// `APPEND`: the file keeps what it held.
    pub append: bool,
    /// Whether CMake refuses it where another call has written the file (CMP0103).
    pub refused: bool,
    /// When.
    pub cond: Cond,
    /// Where.
    pub origin: Origin,
    /// In which directory, which relative paths start from.
    pub directory: DirectoryId,
}

/// A language that is enabled.
#[derive(Debug, Clone)]
pub struct Enabled {
    /// As `LANGUAGES` names it.
    pub language: Arc<str>,
    /// When.
    pub cond: Cond,
    /// The command.
    pub origin: Origin,
}

/// How a file comes to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GeneratedBy {
    /// `configure_file`
    ConfigureFile,
    /// `configure_package_config_file`
    PackageConfig,
    /// `write_basic_package_version_file`
    PackageVersion,
    /// `file(WRITE)`, `file(APPEND)`, `file(GENERATE)`, `file(CONFIGURE)`
    File,
    /// `add_custom_command(OUTPUT)`
    CustomCommand,
    /// `generate_export_header`
    ExportHeader,
}

/// A file that the build description writes.
#[derive(Debug, Clone)]
pub struct GeneratedFile {
    /// How.
    pub by: GeneratedBy,
    /// The template, if there is one.
    pub input: Option<Text>,
    /// The file written; for custom commands each output.
    pub output: Text,
    /// Text that is written, where it is known.
    pub content: Option<Text>,
    /// When.
    pub cond: Cond,
    /// Where it is stated.
    pub origin: Origin,
    /// In which directory.
    pub directory: DirectoryId,
}

/// A `find_package()` call.
#[derive(Debug, Clone)]
pub struct PackageSearch {
    /// The package.
    pub name: Text,
    /// Components asked for.
    pub components: Vec<Text>,
    /// Whether the configure step stops without it.
    pub required: bool,
    /// When it is looked for.
    pub cond: Cond,
    /// Where.
    pub origin: Origin,
    /// In which directory.
    pub directory: DirectoryId,
}

/// How a name that users may set was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OverrideKind {
    /// Plain `set()`, which shadows the cache entry from here on.
    Plain,
    /// `set(CACHE … FORCE)` or `INTERNAL`.
    Force,
    /// `unset(… CACHE)`
    UnsetCache,
}

/// A write to a name that users may set.
#[derive(Debug, Clone)]
pub struct Override {
    /// The name.
    pub name: Arc<str>,
    /// How.
    pub kind: OverrideKind,
    /// The new value.
    pub value: Value,
    /// When.
    pub cond: Cond,
    /// Where.
    pub origin: Origin,
    /// Whether it is local to a function.
    pub local: bool,
    /// Whether the name was declared to the user before.
    pub declared: bool,
}

/// A write to the scope of a parent that is not there.
#[derive(Debug, Clone)]
pub struct Parentless {
    /// The variable; one that CMake documents.
    pub name: Arc<str>,
    /// When.
    pub cond: Cond,
    /// Where.
    pub origin: Origin,
}

/// What happens at a place by the old behaviour of a policy.
#[derive(Debug, Clone)]
pub struct OldPolicy {
    /// What.
    pub effect: OldEffect,
    /// When.
    pub cond: Cond,
    /// Where it happens.
    pub origin: Origin,
    /// The command that set the policy version.
    pub stated_at: Option<Span>,
}

/// Effects of old behaviours that rules look at.
#[derive(Debug, Clone)]
pub enum OldEffect {
    /// CMake 4 refuses a policy version below 3.5; the version, as it is written.
    Refused(Arc<str>),
    /// CMP0079: `target_link_libraries` on a target of another directory.
    ForeignLink(Arc<str>),
    /// CMP0077, CMP0126: a new cache entry removes the variable of its name.
    Discarded {
        /// The name.
        name: Arc<str>,
        /// What the variable held.
        old: Value,
        /// What the entry holds by default.
        new: Value,
        /// Whether `option()` declares it.
        option: bool,
    },
}

/// A call as it was made.
#[derive(Debug, Clone)]
pub struct Call {
    /// Command name in lower case.
    pub command: Arc<str>,
    /// Its arguments after expansion.
    pub arguments: Value,
    /// When.
    pub cond: Cond,
    /// Where.
    pub origin: Origin,
    /// In which directory.
    pub directory: DirectoryId,
}

/// A file that was evaluated.
#[derive(Debug, Clone)]
pub struct EvaluatedFile {
    /// The file.
    pub path: PathBuf,
    /// When.
    pub cond: Cond,
}

/// One `message()`.
#[derive(Debug, Clone)]
pub struct Message {
    /// `STATUS`, `WARNING`, … or empty.
    pub mode: Arc<str>,
    /// The text.
    pub text: Text,
    /// When.
    pub cond: Cond,
    /// Where.
    pub origin: Origin,
}

/// A configuration that the project refuses.
#[derive(Debug, Clone)]
pub struct Forbidden {
    /// When.
    pub cond: Cond,
    /// What it says.
    pub message: Text,
    /// Where.
    pub origin: Origin,
    /// Whether the project means it (`message(FATAL_ERROR)`, a required package), not a command that got wrong words.
    pub meant: bool,
}

/// How the name of what a loop's variable holds begins where the list is not known.
pub const ELEMENT_OF: &str = "element of ";
/// How the names of symbols begin that are a property of what is not known.
pub const PROPERTY: &str = "property ";

/// How the subject begins that stands for a condition beyond the limits: the same condition elsewhere is another one.
pub const BEYOND_LIMITS: &str = "the condition at ";

/// What is noted where commands are left out since nothing can be decided any more.
pub const BEYOND_BUDGET: &str = "conditions beyond the budget";
