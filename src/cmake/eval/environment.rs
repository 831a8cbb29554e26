//! What an evaluation is given: the parsed files, the inputs, the limits.
mod names;

use std::any::{Any, TypeId};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cmake::syntax::{self, Command, File};
use crate::source::{FileId, ReadError, SourceMap, Span};

use super::policy::Version;
pub use names::Names;

/// Files, parsed once and shared by all roots.
pub struct Files<'s> {
    sources: &'s SourceMap,
    parsed: Arc<RwLock<FxHashMap<FileId, Arc<File>>>>,
    /// Those that were parsed when somebody last asked.
    listed: RwLock<Arc<Listed>>,
    /// What is parsed later is not listed.
    fixed: bool,
}

/// Numbers of file and command.
type Places = Vec<(u32, u32)>;

/// Parsed files in the order of their paths.
#[derive(Default)]
pub struct Listed {
    files: Vec<Arc<File>>,
    /// Commands by their names in lower case: where they are.
    calls: OnceLock<FxHashMap<Box<str>, Places>>,
    /// Texts that were looked for, and whether some file has them.
    mentioned: RwLock<FxHashMap<Box<str>, bool>>,
    /// What was derived from all files, by its type.
    derived: Mutex<FxHashMap<TypeId, Arc<dyn Any + Send + Sync>>>,
}

/// Calls that one question, which the type names, is about.
struct Chosen<Q>(Places, PhantomData<fn() -> Q>);

/// Answers to one question, which the type names, by the name that it is about.
struct Answers<Q>(RwLock<FxHashMap<Box<str>, bool>>, PhantomData<fn() -> Q>);

impl Listed {
    fn new(mut files: Vec<Arc<File>>, sources: &SourceMap) -> Arc<Self> {
        files.sort_by_cached_key(|file| sources.get(file.id).path().to_path_buf());
        Arc::new(Self { files, ..Self::default() })
    }

    /// These files and others; the same where there are no others.
    pub fn with(self: &Arc<Self>, others: impl IntoIterator<Item = Arc<File>>, sources: &SourceMap) -> Arc<Self> {
        let mut known: FxHashSet<FileId> = self.files.iter().map(|file| file.id).collect();
        let others: Vec<_> = others.into_iter().filter(|file| known.insert(file.id)).collect();
        if others.is_empty() {
            return Arc::clone(self);
        }
        Self::new(self.files.iter().cloned().chain(others).collect(), sources)
    }

    /// Whether a text stands somewhere in the files. Each project of a repository asks, so the answer is remembered.
    pub fn mention(&self, text: &str, sources: &SourceMap) -> bool {
        let known = self.mentioned.read().unwrap_or_else(PoisonError::into_inner).get(text).copied();
        known.unwrap_or_else(|| {
            let finder = memchr::memmem::Finder::new(text.as_bytes());
            let found = self.files.iter().any(|file| finder.find(sources.get(file.id).bytes()).is_some());
            self.mentioned.write().unwrap_or_else(PoisonError::into_inner).insert(text.into(), found);
            found
        })
    }

    /// What is derived from all files: known by its type, and found once for all projects of a repository.
    pub fn once<T: Send + Sync + 'static>(&self, find: impl FnOnce() -> T) -> Arc<T> {
        // Without the lock while it is found: of two threads that do so the first result stays.
        let derived = || self.derived.lock().unwrap_or_else(PoisonError::into_inner);
        let known = derived().get(&TypeId::of::<T>()).and_then(|known| Arc::clone(known).downcast().ok());
        known.unwrap_or_else(|| {
            let found = Arc::new(find());
            let first = Arc::clone(derived().entry(TypeId::of::<T>()).or_insert_with(|| Arc::clone(&found) as _));
            first.downcast().unwrap_or(found)
        })
    }

    /// The answer to the question `Q` about a name, which is found in the files alone and remembered.
    pub fn answer<Q: 'static>(&self, name: &str, find: impl FnOnce() -> bool) -> bool {
        let answers = self.once(|| Answers::<Q>(RwLock::default(), PhantomData));
        let known = answers.0.read().unwrap_or_else(PoisonError::into_inner).get(name).copied();
        known.unwrap_or_else(|| {
            let found = find();
            answers.0.write().unwrap_or_else(PoisonError::into_inner).insert(name.into(), found);
            found
        })
    }

    /// The calls of a command that the question `Q` is about, in order. `choose` sees what is written and nothing else, so the
    /// choice is remembered.
    pub fn chosen<Q: 'static>(&self, name: &str, choose: impl Fn(&Command) -> bool) -> Vec<(&File, &Command)> {
        let chosen = self.once(|| {
            let is_chosen = |place: &(u32, u32)| self.call_at(*place).is_some_and(|(_, command)| choose(command));
            Chosen::<Q>(self.places(name).iter().copied().filter(is_chosen).collect(), PhantomData)
        });
        chosen.0.iter().filter_map(|place| self.call_at(*place)).collect()
    }

    /// The calls of a command (in lower case) with their files, in order.
    pub fn calls(&self, name: &str) -> impl Iterator<Item = (&File, &Command)> {
        self.places(name).iter().filter_map(|place| self.call_at(*place))
    }

    fn call_at(&self, (file, at): (u32, u32)) -> Option<(&File, &Command)> {
        let file = self.files.get(file as usize)?;
        Some((&**file, file.commands.get(at as usize)?))
    }

    fn places(&self, name: &str) -> &[(u32, u32)] {
        let calls = self.calls.get_or_init(|| {
            let mut calls: FxHashMap<Box<str>, Vec<(u32, u32)>> = FxHashMap::default();
            for (number, file) in (0..).zip(&self.files) {
                for (at, command) in (0..).zip(&file.commands) {
                    calls.entry(Box::from(&*command.lower)).or_default().push((number, at));
                }
            }
            calls
        });
        calls.get(name).map_or(&[], Vec::as_slice)
    }
}

impl std::ops::Deref for Listed {
    type Target = [Arc<File>];

    fn deref(&self) -> &[Arc<File>] {
        &self.files
    }
}

impl<'s> Files<'s> {
    /// An empty store over `sources`.
    pub fn new(sources: &'s SourceMap) -> Self {
        Self { sources, parsed: Arc::default(), listed: RwLock::default(), fixed: false }
    }

    /// The same store, in which these files and no others are all, whatever other threads parse meanwhile.
    #[must_use]
    pub fn fixed(&self, listed: Arc<Listed>) -> Self {
        Self { sources: self.sources, parsed: Arc::clone(&self.parsed), listed: RwLock::new(listed), fixed: true }
    }

    /// The texts.
    pub fn sources(&self) -> &'s SourceMap {
        self.sources
    }

    /// The parsed file at a path.
    pub fn parse(&self, path: &Path) -> Result<Arc<File>, ReadError> {
        let source = self.sources.load(path)?;
        if let Some(file) = self.parsed.read().unwrap_or_else(PoisonError::into_inner).get(&source.id()) {
            return Ok(Arc::clone(file));
        }
        let file = Arc::new(syntax::parse(source.id(), source.bytes()));
        let mut parsed = self.parsed.write().unwrap_or_else(PoisonError::into_inner);
        Ok(Arc::clone(parsed.entry(source.id()).or_insert(file)))
    }

    /// The command that holds a place, with its file.
    pub fn command_at(&self, span: Span) -> Option<(Arc<File>, usize)> {
        let source = self.sources.get(span.file);
        let file = self.parse(source.path()).ok().filter(|file| file.id == span.file)?;
        let at = file.command_over(span.start..span.end)?;
        Some((file, at))
    }

    /// All parsed files, sorted by path.
    pub fn all(&self) -> Arc<Listed> {
        let listed = Arc::clone(&self.listed.read().unwrap_or_else(PoisonError::into_inner));
        if self.fixed {
            return listed;
        }
        let parsed = self.parsed.read().unwrap_or_else(PoisonError::into_inner);
        // None is ever taken away.
        if listed.len() == parsed.len() {
            return listed;
        }
        let files: Vec<_> = parsed.values().cloned().collect();
        drop(parsed);
        let listed = Listed::new(files, self.sources);
        *self.listed.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&listed);
        listed
    }
}

/// Limits of one evaluation. Each hit leaves a record.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Commands in all.
    pub commands: u64,
    /// Alternatives of one text.
    pub alternatives: usize,
    /// Alternatives that are tried in all, before fewer of one text are.
    pub tried: u64,
    /// Steps of operations on conditions that are free, before fewer alternatives of one text are looked at.
    pub steps: u64,
    /// Such steps that each command that runs adds.
    pub steps_per_command: u64,
    /// Steps of conditions in all after which code is given up, however small each step is. Some ten seconds.
    pub all_steps: usize,
    /// Nested calls, as CMake's own limit.
    pub depth: u32,
    /// Calls of one function by itself that depend on what is not known.
    pub symbolic_calls: u32,
    /// Rounds of a `while` whose condition is not known.
    pub symbolic_while: u32,
    /// Nodes of one condition.
    pub condition_nodes: usize,
    /// Running conditions that were lost and are given a name, before what runs under such is given up.
    pub named_conditions: u32,
    /// Nodes of the conditions of one variable's elements after a merge of many writes.
    pub value_nodes: usize,
    /// Conditional writes of one variable that are kept apart.
    pub writes: usize,
    /// Steps of conditions that the rounds of one `while` may take; about a tenth of a second.
    pub while_steps: usize,
    /// Rounds of any `while`.
    pub while_rounds: u64,
    /// Elements of one list.
    pub elements: usize,
    /// Conditional fragments of one text.
    pub fragments: usize,
    /// Bytes of one text.
    pub bytes: usize,
    /// Bytes of all texts that the evaluation makes.
    pub all_bytes: usize,
    /// Elements that conditional writes of lists may make in all, before long lists that are written under conditions are given up.
    pub all_elements: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            commands: 1_500_000,
            alternatives: 64,
            tried: 400_000,
            steps: 1_000_000,
            steps_per_command: 50,
            all_steps: 5 << 26,
            depth: 1000,
            symbolic_calls: 200,
            symbolic_while: 8,
            condition_nodes: 2000,
            named_conditions: 1024,
            value_nodes: 4000,
            writes: 512,
            while_steps: 4_000_000,
            while_rounds: 20_000,
            elements: 1 << 15,
            fragments: 1 << 12,
            bytes: 4 << 20,
            all_bytes: 256 << 20,
            all_elements: 16 << 20,
        }
    }
}

/// What the user gives.
#[derive(Clone, Debug)]
pub struct Options {
    /// Absolute source directory of the root.
    pub source_dir: PathBuf,
    /// Absolute build directory, which need not exist.
    pub binary_dir: PathBuf,
    /// `-D` and cache entries: name, type, value.
    pub given: Vec<Given>,
    /// What the build of a Python package by scikit-build gives besides (`SKBUILD`).
    pub by_wheels: Vec<Given>,
    /// The system that is built for, as `CMAKE_SYSTEM_NAME` spells it; all systems when absent.
    pub system: Option<String>,
    /// The CMake that is imitated.
    pub cmake: Version,
    /// Whether what is not given stays free (all configurations) or takes its default (one configuration).
    pub all_configurations: bool,
    /// Source trees that stand for packages.
    pub packages: Vec<Package>,
    /// Commands that are summarised.
    pub summaries: Vec<super::Summary>,
    /// Limits.
    pub limits: Limits,
}

/// A source tree that is evaluated as the package that `find_package(name)` finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Package {
    /// The package.
    pub name: String,
    /// Absolute folder of its `CMakeLists.txt`.
    pub folder: PathBuf,
}

/// One `-D`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The name.
    pub name: String,
    /// The type, when it was said.
    pub kind: Option<String>,
    /// The value.
    pub value: String,
}

/// All of it.
pub struct Environment<'s> {
    /// The files.
    pub files: &'s Files<'s>,
    /// The inputs.
    pub options: Options,
    /// Names in the root's files.
    pub names: Names,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Sandbox;

    #[test]
    fn names_that_keep_files_from_being_read_twice() {
        let may_be_input = |text: &str| {
            let sources = SourceMap::new(Sandbox::nowhere());
            sources.insert("/a.cmake".into(), text.as_bytes().into());
            let files = Files::new(&sources);
            let file = files.parse(Path::new("/a.cmake")).unwrap();
            Names::scan([&*file]).may_be_input("A_READ")
        };
        assert!(!may_be_input("if(DEFINED A_READ)\n  return()\nendif()\nset(A_READ TRUE)\n"));
        assert!(!may_be_input("if(A_READ)\n  return()\nendif()\nset(A_READ ON)\n"));
        assert!(may_be_input("if(NOT DEFINED A_READ)\n  set(A_READ \"${B}\")\nendif()\n"));
    }

    #[test]
    fn a_fixed_list_stays() {
        let sources = SourceMap::new(Sandbox::nowhere());
        for path in ["/b", "/a", "/c"] {
            sources.insert(path.into(), (*b"set(A 1)\n").into());
        }
        let files = Files::new(&sources);
        let parse = |path: &str| files.parse(Path::new(path)).unwrap();
        parse("/b");
        let fixed = files.fixed(files.all());
        parse("/c");
        assert_eq!((files.all().len(), fixed.all().len()), (2, 1));
        assert!(fixed.parse(Path::new("/c")).is_ok() && fixed.all().len() == 1);
        let more = fixed.all().with([parse("/a"), parse("/b")], &sources);
        let paths: Vec<_> = more.iter().map(|file| sources.get(file.id).path().to_path_buf()).collect();
        assert_eq!(paths, [Path::new("/a"), Path::new("/b")]);
        assert!(Arc::ptr_eq(&more, &more.with([parse("/a")], &sources)));
    }
}
