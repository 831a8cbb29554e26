//! What an evaluation is given: the parsed files, the inputs, the limits.
use std::any::{Any, TypeId};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cmake::lang::condition::constant;
use crate::cmake::syntax::{self, ArgumentKind, Command, File, Part, Template};
use crate::source::{FileId, ReadError, SourceMap, Span};

use super::condition::{looks_for_patterns, reads_groups};
use super::given_up::looks_like_variable;
use super::policy::Version;

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
    /// Nested calls, as CMake's own limit.
    pub depth: u32,
    /// Calls of one function by itself that depend on what is not known.
    pub symbolic_calls: u32,
    /// Rounds of a `while` whose condition is not known.
    pub symbolic_while: u32,
    /// Nodes of one condition.
    pub condition_nodes: usize,
    /// Nodes of the conditions of one variable's elements after a merge of many writes.
    pub value_nodes: usize,
    /// Conditional writes of one variable that are kept apart.
    pub writes: usize,
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
            depth: 1000,
            symbolic_calls: 200,
            symbolic_while: 8,
            condition_nodes: 2000,
            value_nodes: 4000,
            writes: 512,
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

/// The name that keeps a file from being read twice: `if(NAME) return() endif() set(NAME TRUE)` at its top.
fn read_once(file: &File) -> Option<&str> {
    let [first, second, third, fourth, ..] = file.commands.as_slice() else { return None };
    let names = [first, second, third, fourth].map(|command| &*command.lower);
    let [set, value] = fourth.arguments.as_slice() else { return None };
    let is_true = value.template.literal().and_then(constant) == Some(true);
    if names != ["if", "return", "endif", "set"] || !is_true {
        return None;
    }
    let name = match first.arguments.as_slice() {
        [name] => name,
        [defined, name] if defined.template.literal() == Some("DEFINED") => name,
        _ => return None,
    };
    let name = name.template.literal()?;
    (set.template.literal() == Some(name)).then_some(name)
}

/// Names as a scan over all files of a root sees them: which may be inputs.
#[derive(Debug, Default)]
pub struct Names {
    /// May be written by some command.
    pub assigned: FxHashSet<Box<str>>,
    /// Tested in a condition, on its own or as the left operand.
    pub tested: FxHashSet<Box<str>>,
    /// Declared as a cache entry; true for `option()`.
    pub declared: FxHashMap<Box<str>, bool>,
    /// Declared as a cache entry that users are shown.
    offered: FxHashSet<Box<str>>,
    /// Declared as a cache entry that they are not shown.
    internal: FxHashSet<Box<str>>,
    /// Given a value by a `set()` that no test of the same name encloses.
    settled: FxHashSet<Box<str>>,
    /// Asked about before a value is given, or by `DEFINED`: what the user said counts.
    asked: FxHashSet<Box<str>>,
    /// Set to a true constant in a block that runs where they are not: they keep a file from being read twice.
    guards: FxHashSet<Box<str>>,
    /// Where they are set, a file returns at its top, and sets them behind that.
    once: FxHashSet<Box<str>>,
    /// Tested otherwise than by `NOT NAME` and `NOT DEFINED NAME`.
    affirmed: FxHashSet<Box<str>>,
    /// Functions and macros that the project defines, lower case.
    pub functions: FxHashSet<Box<str>>,
    /// Referenced by name: `${NAME}`.
    pub referenced: FxHashSet<Box<str>>,
    /// Names of `project()` calls, lower case.
    pub projects: FxHashSet<Box<str>>,
    /// Names that occur as the target of a defining command.
    pub targets: FxHashSet<Box<str>>,
    /// Names with a namespace that are linked where no `if(TARGET …)` of the same file asks for them.
    pub linked: FxHashSet<Box<str>>,
    /// Which files read what the groups of a pattern matched, and which do not.
    pub reads_groups: FxHashMap<FileId, bool>,
    /// Whether one of them reads those of a pattern that another file looked for.
    pub reads_groups_of_others: bool,
}

impl Names {
    /// Scans parsed files.
    pub fn scan<'f>(files: impl IntoIterator<Item = &'f File>) -> Self {
        let mut names = Self::default();
        for file in files {
            let mut open = Vec::new();
            let mut asked = Vec::new();
            let reads = reads_groups(file);
            names.reads_groups.insert(file.id, reads);
            names.reads_groups_of_others |= reads && !looks_for_patterns(file);
            names.once.extend(read_once(file).map(Box::from));
            for command in &file.commands {
                names.scan_guard(command, &mut asked);
                names.scan_settings(command, &mut open);
                names.scan_command(command);
                for argument in &command.arguments {
                    names.scan_references(&argument.template);
                }
            }
        }
        names
    }

    /// Which plain `set()` leave a choice to the user; `open` holds the names that the open `if`s test.
    fn scan_settings(&mut self, command: &syntax::Command, open: &mut Vec<FxHashSet<Box<str>>>) {
        let words = || command.arguments.iter().filter_map(|argument| argument.template.literal());
        match &*command.lower {
            "if" => open.push(FxHashSet::default()),
            "endif" => {
                open.pop();
            }
            "set" if command.arguments.len() > 1 && words().all(|word| word != "CACHE") => {
                let Some(name) = command.arguments.first().and_then(|a| a.template.literal()) else { return };
                let tested = open.iter().any(|names| names.contains(name));
                let names = if tested { &mut self.asked } else { &mut self.settled };
                names.insert(name.into());
            }
            "target_link_libraries" => {
                let names = words().filter(|word| word.contains("::"));
                let unasked = names.filter(|name| !open.iter().any(|names| names.contains(*name)));
                self.linked.extend(unasked.map(Box::from));
            }
            _ => {}
        }
        if matches!(&*command.lower, "if" | "elseif")
            && let Some(names) = open.last_mut()
        {
            names.extend(words().map(Into::into));
        }
        if matches!(&*command.lower, "if" | "elseif" | "while") {
            let all: Vec<&str> = words().collect();
            let denied = |at: usize| match at.checked_sub(1).map(|before| all[before]) {
                Some("NOT") => true,
                Some("DEFINED") => at >= 2 && all[at - 2] == "NOT",
                _ => false,
            };
            for word in (0..all.len()).filter(|at| !denied(*at)).map(|at| all[at]) {
                if !self.affirmed.contains(word) {
                    self.affirmed.insert(word.into());
                }
            }
            let after = words().zip(words().skip(1)).filter(|(word, _)| *word == "DEFINED");
            self.asked.extend(after.map(|(_, name)| name.into()));
        }
    }

    /// `if(NOT NAME)` with `set(NAME TRUE)` in it; `open` holds the names that the open `if`s ask for so.
    fn scan_guard(&mut self, command: &syntax::Command, open: &mut Vec<Option<Box<str>>>) {
        if !matches!(&*command.lower, "if" | "else" | "elseif" | "endif" | "set") {
            return;
        }
        let words: Vec<&str> =
            command.arguments.iter().take(4).map(|argument| argument.template.literal().unwrap_or_default()).collect();
        match (&*command.lower, &*words) {
            ("if", ["NOT", "DEFINED", name] | ["NOT", name]) => open.push(Some((*name).into())),
            ("if", _) => open.push(None),
            ("else" | "elseif", _) => {
                if let Some(last) = open.last_mut() {
                    *last = None;
                }
            }
            ("endif", _) => drop(open.pop()),
            ("set", [name, value] | [name, value, "CACHE", "INTERNAL"]) if constant(value) == Some(true) => {
                let asked = open.last().and_then(Option::as_deref) == Some(*name);
                self.guards.extend(asked.then(|| Box::<str>::from(*name)));
            }
            _ => {}
        }
    }

    fn scan_references(&mut self, template: &Template) {
        for part in &template.0 {
            if let Part::Reference(_, name) = part {
                match name.literal() {
                    Some(name) => {
                        self.referenced.insert(name.into());
                    }
                    None => self.scan_references(name),
                }
            }
        }
    }

    /// Whether the project's text uses a name as a variable. What a value happens to spell is none.
    pub fn mentions(&self, name: &str) -> bool {
        self.declared.contains_key(name) || self.tested.contains(name) || self.referenced.contains(name)
    }

    fn scan_command(&mut self, command: &syntax::Command) {
        let literals = || command.arguments.iter().filter_map(|a| a.template.literal());
        // A name that is made up of references is not known; what follows it is not the name.
        let first = command.arguments.first().and_then(|a| a.template.literal());
        match &*command.lower {
            "if" | "elseif" | "while" => self.scan_condition(command),
            "message" | "else" | "endif" | "endforeach" | "endwhile" | "endfunction" | "endmacro" => {}
            "option" | "cmake_dependent_option" => {
                if let Some(name) = first {
                    self.declared.insert(name.into(), true);
                    self.offered.insert(name.into());
                }
            }
            "function" | "macro" => {
                self.functions.extend(first.map(|n| n.to_lowercase().into()));
                let parameters = command.arguments.iter().skip(1).filter_map(|a| a.template.literal());
                self.assigned.extend(parameters.map(Into::into));
            }
            other => {
                if other == "set" && literals().any(|a| a == "CACHE") {
                    let bool_kind = literals().any(|a| a == "BOOL");
                    if let Some(name) = first {
                        self.declared.entry(name.into()).or_insert(bool_kind);
                        let shown = !literals().any(|a| a == "INTERNAL");
                        let names = if shown { &mut self.offered } else { &mut self.internal };
                        names.insert(name.into());
                    }
                }
                if other == "project" {
                    self.projects.extend(first.map(|n| n.to_lowercase().into()));
                }
                if matches!(other, "add_library" | "add_executable" | "add_custom_target") {
                    self.targets.extend(first.map(Into::into));
                }
                self.assigned.extend(literals().filter(|t| looks_like_variable(t)).map(Into::into));
            }
        }
    }

    fn scan_condition(&mut self, command: &syntax::Command) {
        const UNARY: &[&str] = &[
            "NOT",
            "AND",
            "OR",
            "DEFINED",
            "EXISTS",
            "TARGET",
            "COMMAND",
            "POLICY",
            "TEST",
            "IS_DIRECTORY",
            "IS_SYMLINK",
            "IS_ABSOLUTE",
            "(",
        ];
        let text = |template: &Template| match template.0.as_slice() {
            [Part::Literal(text)] => Some(text.clone()),
            _ => None,
        };
        let mut previous: Option<Box<str>> = Some("AND".into());
        for argument in &command.arguments {
            let own = text(&argument.template);
            let starts = previous.as_deref().is_some_and(|p| UNARY.contains(&p))
                && !previous
                    .as_deref()
                    .is_some_and(|p| matches!(p, "TARGET" | "COMMAND" | "POLICY" | "TEST" | "EXISTS"));
            if let Some(name) = &own
                && argument.kind == ArgumentKind::Unquoted
                && starts
                && looks_like_variable(name)
                && !UNARY.contains(&&**name)
            {
                self.tested.insert(name.clone());
            }
            previous = if argument.kind == ArgumentKind::Paren { Some("(".into()) } else { own };
        }
    }

    /// Whether an undefined variable of that name is something that the user may give, rather than just empty.
    pub fn may_be_input(&self, name: &str) -> bool {
        // What the project settles for itself is not the user's, however often it is tested afterwards.
        // CMake's own settings are (cmake-variables(7)).
        let common = name.starts_with("CMAKE_") || matches!(name, "BUILD_SHARED_LIBS" | "BUILD_TESTING");
        let settled = !common && self.settled.contains(name) && !self.asked.contains(name);
        let guard = self.guards.contains(name) && !self.affirmed.contains(name) && !self.referenced.contains(name);
        let once = self.once.contains(name) && !self.referenced.contains(name);
        // What the project remembers from its first run (`if(NOT DEFINED FOUND_ARCH)`) is nobody's choice.
        let remembered = !common && self.internal.contains(name);
        if (guard || once || remembered) && !self.offered.contains(name) {
            return false;
        }
        self.declared.contains_key(name) || self.tested.contains(name) && !settled || !self.assigned.contains(name)
    }
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
