//! What a rule may look at.
use std::cell::{OnceCell, RefCell};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::conditions::Configurations;
use super::metadata::Metadata;
use super::options::Options;
use super::toml_rule::Relations;
use crate::cargo::Cargo;
use crate::cmake::eval::Files;
use crate::cmake::syntax::File;
use crate::comments::{Language, without_comments};
use crate::discover::Inputs;
use crate::model::Model;
use crate::model::binaries::Binaries;
use crate::model::offers::Beside;
use crate::model::symbols::Symbols;
use crate::native::Natives;
use crate::scripts::Scripts;
use crate::source::{SourceMap, Span, purposes};

/// The presence conditions that rules see.
pub type Cond = crate::cond::Cond;

/// One project root with all that belongs to it.
#[derive(Clone, Copy)]
pub struct Project<'a> {
    /// The linkage model; `model.facts` holds what was evaluated.
    pub model: &'a Model<'a>,
    /// The parsed CMake files of the repository.
    pub files: &'a Files<'a>,
    /// What the C-family sources of the repository say.
    pub natives: &'a Natives<'a>,
    /// What the scripts of the repository say.
    pub scripts: &'a Scripts,
    /// Which files the repository holds.
    pub inputs: &'a Inputs,
    /// Which binary defines what, and who needs it; filled in when it is asked for.
    pub binaries: &'a Binaries<'a>,
    /// Who defines and calls which function, filled in likewise.
    pub symbols: &'a Symbols<'a>,
    /// What of the project is code of others, filled in likewise.
    pub others: &'a Others,
}

impl<'a> Project<'a> {
    /// The files that were evaluated, each once, in the order in which they were entered.
    pub fn evaluated(&self) -> impl Iterator<Item = Arc<File>> + use<'a> {
        let files = self.files;
        let mut seen = FxHashSet::default();
        let entered = self.model.facts.files.iter().map(|file| file.path.as_path());
        entered.filter(move |path| seen.insert(*path)).filter_map(|path| files.parse(path).ok())
    }
}

/// What was asked before of one root about code of others: each finding asks the same.
#[derive(Default)]
pub struct Others {
    /// Settings that only code of others knows.
    pub(super) known: RefCell<FxHashMap<String, bool>>,
    /// Names of which something speaks besides the questions for them.
    pub(super) spoken: RefCell<FxHashMap<String, bool>>,
    /// Folders of code of others.
    pub(super) taken: RefCell<FxHashMap<PathBuf, bool>>,
    /// The top itself is one.
    pub(super) top: OnceCell<bool>,
}

/// What the analysis knows, shared by all rules.
#[derive(Clone, Copy)]
pub struct Facts<'a> {
    /// The files.
    pub sources: &'a SourceMap,
    /// The conditions.
    pub conditions: Configurations<'a>,
    /// The project root that is looked at; nothing in tests of the engine.
    pub project: Option<Project<'a>>,
    /// What cargo knows of the repository, in the one run of the rules that looks at it.
    pub cargo: Option<&'a Cargo<'a>>,
    /// What the scripts of the repository say; nothing in tests of the engine.
    pub scripts: Option<&'a Scripts>,
    /// The same as declarative rules see it, with the schema [`super::SCHEMA`].
    pub relations: &'a dyn Relations<Cond = Cond>,
    /// What another project of the run has reported: it is not looked at again.
    pub told: &'a Told,
    /// What other projects of the repository offer, those that were looked at before.
    pub beside: &'a Beside,
}

/// Findings by rule, place and message.
pub type Told = FxHashSet<(Arc<str>, Span, String)>;

/// What one rule may look at.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// What the analysis knows.
    pub facts: Facts<'a>,
    /// The rule's own metadata.
    pub rule: &'a Metadata,
    /// The rule's options.
    pub options: &'a Options,
}

/// Variables that say how programs are linked, whatever CMake would do (cmake-variables(7) names none of them: `CMakeCXXInformation`).
pub(super) const OWN_LINKER: &[&str] = &["CMAKE_C_LINK_EXECUTABLE", "CMAKE_CXX_LINK_EXECUTABLE"];

/// Whether a file is a find module (cmake-developer(7)).
pub(super) fn is_find_module(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| name.starts_with("Find") && name.ends_with(".cmake"))
}

impl<'a> Facts<'a> {
    /// The scripts, where they are to be judged by themselves: beside each CMake project, and with cargo in a repository without one.
    pub fn judged_scripts(&self) -> Option<&'a Scripts> {
        let alone = || self.cargo.is_some_and(|cargo| !cargo.inputs.has_cmake());
        self.scripts.filter(|_| self.project.is_some() || alone())
    }

    /// Whether the text of some file of the build description, as it was evaluated, holds any of the words. A find module comes from
    /// elsewhere, with all the systems that its author knew, and does not count.
    pub fn build_says(&self, words: &[&str]) -> bool {
        self.any_build_text(|text| words.iter().any(|word| memchr::memmem::find(text, word.as_bytes()).is_some()))
    }

    /// The same of what the project itself says, comments, code of others, tests and examples left out: for which systems it is built.
    pub fn own_build_says(&self, words: &[&str]) -> bool {
        let Some(project) = self.project else { return false };
        let model = project.model;
        let is_own = |path: &Path| {
            let aside = purposes(path, &model.facts.source_dir).next().is_some();
            !aside && !model.is_vendored(path) && !is_find_module(path)
        };
        let files = model.facts.files.iter().filter(|file| is_own(&file.path));
        let says = |text: &[u8]| words.iter().any(|word| memchr::memmem::find(text, word.as_bytes()).is_some());
        // Few files hold one at all: only these are read for their comments.
        files
            .filter_map(|file| self.sources.load(&file.path).ok())
            .any(|text| says(text.bytes()) && says(&without_comments(text.bytes(), Language::CMake)))
    }

    /// Whether the text of some file of the build description is so, find modules left out.
    pub fn any_build_text(&self, is_so: impl Fn(&[u8]) -> bool) -> bool {
        let Some(project) = self.project else { return false };
        let mut files = project.model.facts.files.iter().filter(|file| !is_find_module(&file.path));
        files.any(|file| self.sources.load(&file.path).is_ok_and(|text| is_so(text.bytes())))
    }
}
