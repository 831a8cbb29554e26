//! The evaluator's state.
use std::cell::{Cell, OnceCell};
use std::path::PathBuf;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cmake::syntax::{Block, Command, File};
use crate::cond::{Cond, Conds};
use crate::source::{FileId, Span};

use super::commands;
use super::environment::Environment;
use super::expand::Arg;
use super::facts::{DirectoryId, Facts, Forbidden, Reason, TargetKind, Unknown};
use super::policy::{Policies, PolicyState, Version};
use super::scope::{Flow, MacroArguments, Scope, Scopes};
use super::text::{Fragments, Text};
use super::value::{Origin, Place};

/// A function or macro of the project.
#[derive(Debug, Clone)]
pub(super) struct Definition {
    pub is_macro: bool,
    pub name: Arc<str>,
    pub parameters: Vec<Arc<str>>,
    pub body: Arc<Block>,
    pub file: Arc<File>,
    pub path: PathBuf,
    pub policies: Policies,
    /// The arguments of the macro whose body defines it: they were put into its text before (cmake-commands(7), macro).
    pub outer: Option<Arc<MacroArguments>>,
}

impl Definition {
    /// Whether the same text was read under the same circumstances.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.body, &other.body)
            && self.name == other.name
            && self.parameters == other.parameters
            && self.policies == other.policies
            && match (&self.outer, &other.outer) {
                (None, None) => true,
                (Some(one), Some(other)) => Arc::ptr_eq(one, other),
                _ => false,
            }
    }
}

/// A command with its arguments expanded.
pub(super) struct Invocation<'f> {
    pub command: &'f Command,
    pub file: &'f Arc<File>,
    pub args: Vec<Arg>,
    /// The command's place.
    pub origin: Origin,
}

/// What a file is that was copied.
pub(super) struct Copied {
    /// What it is a copy of; nothing where it may be one of several.
    pub(super) of: Option<PathBuf>,
    /// When it is there.
    pub(super) cond: Cond,
}

/// A package (or an include) that may have set any variable of a prefix.
#[derive(Debug, Clone)]
pub(super) struct OpaqueWriter {
    /// Lower-case prefix of the names.
    pub prefix: Arc<str>,
    pub cond: Cond,
    pub reason: Arc<str>,
    /// Whether it may have defined targets of any name.
    pub targets: bool,
    /// The package, where it is one of CMake's own modules: those spell their variables as the package or in capitals.
    pub module: Option<Arc<str>>,
    /// How the names end that it sets; of any form where this is empty.
    pub ends: &'static [&'static str],
    /// All names that it may set, where they are known.
    pub names: Option<&'static str>,
    /// Whether it is a package's own configuration file, which sets normal variables.
    pub is_config: bool,
    /// The nesting of functions in which it ran: what it sets there is gone with them.
    pub depth: usize,
    /// Components without which it would not have been found, and when they were asked for.
    pub required: Vec<(Arc<str>, Cond)>,
}

impl OpaqueWriter {
    /// Whether what it sets under a name ended with a function that ran it, seen from a nesting of functions.
    pub(super) fn is_gone(&self, within: usize, name: &str) -> bool {
        let normal = || match &self.module {
            Some(module) => super::commands::is_normal_result(module, name) || name.ends_with("_FOUND"),
            None => self.is_config && ["_LIBRARIES", "_INCLUDE_DIRS", "_FOUND"].iter().any(|end| name.ends_with(end)),
        };
        // pkg-config's are entries of the cache (FindPkgConfig).
        self.depth > within && self.ends.is_empty() && normal()
    }

    /// When a component is asked for which is there wherever the package is.
    pub(super) fn requires(&self, is_meant: impl Fn(&str) -> bool) -> impl Iterator<Item = Cond> {
        self.required.iter().filter(move |(component, _)| is_meant(component)).map(|(_, cond)| *cond)
    }

    /// Whether a name surely is no "no" where the package is found.
    pub(super) fn surely_sets(&self, name: &str) -> bool {
        self.module.as_ref().is_some_and(|module| super::commands::gives_always(module, name))
    }

    /// Whether a name may be one that it sets: it begins with the prefix, in some spelling.
    pub(super) fn may_set(&self, name: &str) -> bool {
        let ends = |end: &&str| name.strip_suffix(*end).is_some_and(|rest| rest.ends_with('_'));
        let begins = name.get(..self.prefix.len()).is_some_and(|start| {
            start.eq_ignore_ascii_case(&self.prefix) || !start.is_ascii() && start.to_lowercase() == *self.prefix
        });
        begins
            && (self.ends.is_empty() || self.ends.iter().any(ends))
            && self.names.is_none_or(|names| names.split(' ').any(|known| known == name))
            && self.module.as_ref().is_none_or(|module| {
                let rest = |spelling: &str| name.strip_prefix(spelling).is_some_and(|rest| rest.starts_with('_'));
                rest(module) || rest(&module.to_uppercase())
            })
    }
}

/// What programs return that nobody knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Statuses {
    /// Zero, and none was met so far.
    Usual,
    /// Zero, and one was met.
    Met,
    /// It is not known.
    Unknown,
}

/// The running evaluation.
pub(super) struct Machine<'e> {
    pub(super) env: &'e Environment<'e>,
    /// What the user gives, by name; of two values the later one.
    given: FxHashMap<&'e str, &'e str>,
    pub(super) facts: Facts,
    pub(super) scopes: Scopes,
    pub(super) flow: Flow,
    /// The condition under which the next command runs.
    pub(super) pc: Cond,
    pub(super) functions: FxHashMap<Arc<str>, Vec<(Cond, Arc<Definition>)>>,
    pub(super) macro_args: Option<Arc<MacroArguments>>,
    /// Files being processed, innermost last: `CMAKE_CURRENT_LIST_FILE`.
    pub(super) list_files: Vec<PathBuf>,
    /// Definition of the running function, for `CMAKE_CURRENT_FUNCTION*`.
    pub(super) running: Vec<Arc<Definition>>,
    /// The condition under which each of them was entered.
    pub(super) entered: Vec<Cond>,
    /// How often each function has called itself under other conditions.
    pub(super) symbolic_calls: FxHashMap<(FileId, Arc<str>), u32>,
    /// The call that led here.
    pub(super) caller: Origin,
    /// A text that stands for a command of a framework, and the call that it counts for.
    pub(super) stands_for: Option<(FileId, Origin)>,
    /// Commands of frameworks that were asked for.
    pub(super) frameworks: FxHashMap<Arc<str>, Arc<Definition>>,
    pub(super) directory: DirectoryId,
    pub(super) policies: Policies,
    pub(super) policy_stack: Vec<Policies>,
    pub(super) opaque_writers: Vec<OpaqueWriter>,
    /// When code that was given up may have changed targets that nobody knows: those that were there, by their number.
    pub(super) open: Vec<(usize, Cond)>,
    /// Results of trial builds, with what was built first for each.
    pub(super) trials: FxHashMap<Arc<str>, Vec<Arc<str>>>,
    /// What compilers say of sources that the project has tried.
    pub(super) errors: FxHashMap<PathBuf, Option<String>>,
    /// Subjects of paths that searches find.
    pub(super) found_paths: FxHashSet<crate::cond::SubjectId>,
    /// Subjects of other texts that are unknown, and no constant of `if()` for "no".
    pub(super) sure_texts: FxHashSet<crate::cond::SubjectId>,
    /// Which elements of lists numbers are the places of.
    pub(super) places: FxHashMap<super::text::SymbolId, Arc<super::commands::list_places::Place>>,
    /// Environment variables that the project set.
    pub(super) environment: FxHashMap<Text, super::value::Value>,
    /// Files that the project wrote, with their text where it is known.
    pub(super) overlay: FxHashMap<PathBuf, Option<Text>>,
    /// Files that are copies as they are.
    pub(super) copies: FxHashMap<PathBuf, Copied>,
    /// Folders whose content is fetched and not seen.
    pub(super) fetched: FxHashSet<PathBuf>,
    /// When content of `FetchContent` is there, by its name in small letters.
    pub(super) brought: FxHashMap<Arc<str>, Cond>,
    /// The list that was last taken apart into fragments, and these.
    pub(super) last_fragments: Option<(Text, Fragments)>,
    /// How many alternatives were tried so far.
    pub(super) tried: Cell<u64>,
    /// Submodules that are not checked out, where somebody asked.
    pub(super) absent_submodules: OnceCell<Vec<PathBuf>>,
    /// Whether a file that has run, and is none of the root's, reads what the groups of patterns matched.
    pub(super) reads_groups: FxHashMap<FileId, bool>,
    /// Files that were included with `include_guard(GLOBAL)`, or with `include_guard(DIRECTORY)` in a folder.
    pub(super) guarded_files: FxHashMap<(PathBuf, Option<DirectoryId>), Cond>,
    /// Variables of directories that have ended, for `get_directory_property(DEFINITION)`.
    pub(super) ended: FxHashMap<DirectoryId, Scope>,
    pub(super) deferred: Vec<(DirectoryId, super::commands::defer::Deferred)>,
    /// Calls that were deferred so far, those that were cancelled or run included: the next one's number.
    pub(super) deferred_calls: usize,
    /// The trees that stand for packages.
    pub(super) providers: super::commands::provider::Providers,
    pub(super) depth: u32,
    pub(super) stopped: bool,
    /// What unknown programs return, where one configuration is evaluated.
    pub(super) statuses: Statuses,
    /// Where a script is run: what it prints and the rest that only scripts have.
    pub(super) script: Option<Box<super::script::Session>>,
    /// The command that a script runs, for what watches variables.
    pub(super) running_command: Option<(Arc<File>, Origin)>,
    /// What the platform says of a name: nothing for names that are no variables of it.
    pub(super) system_variables: FxHashMap<Text, Option<super::value::Value>>,
    /// Names of cache entries.
    pub(super) cached: FxHashSet<Text>,
    pub(super) initialisers: FxHashMap<TargetKind, Arc<[commands::targets::Initialiser]>>,
    unknown_seen: FxHashSet<(Reason, Arc<str>, Origin)>,
    /// Conditions that were found to be within the limit.
    pub(super) small: FxHashSet<Cond>,
    /// What texts of several parts are split into at semicolons, under a condition.
    pub(super) split_ropes: FxHashMap<(Text, Cond), super::alternatives::Pieces>,
    /// How often the running condition was lost, and got a name.
    pub(super) named_conditions: u32,
}

impl<'e> Machine<'e> {
    pub(super) fn new(env: &'e Environment<'e>, facts: Facts) -> Self {
        if env.options.all_configurations {
            facts.conds.share_out();
        }
        Self {
            env,
            given: env.options.given.iter().map(|given| (given.name.as_str(), given.value.as_str())).collect(),
            facts,
            scopes: Scopes::new(),
            flow: Flow::default(),
            pc: Cond::TRUE,
            functions: FxHashMap::default(),
            macro_args: None,
            list_files: Vec::new(),
            running: Vec::new(),
            entered: Vec::new(),
            symbolic_calls: FxHashMap::default(),
            caller: Origin::NONE,
            stands_for: None,
            frameworks: FxHashMap::default(),
            directory: DirectoryId(0),
            policies: Policies::default(),
            policy_stack: Vec::new(),
            opaque_writers: Vec::new(),
            open: Vec::new(),
            trials: FxHashMap::default(),
            errors: FxHashMap::default(),
            found_paths: FxHashSet::default(),
            sure_texts: FxHashSet::default(),
            places: FxHashMap::default(),
            environment: FxHashMap::default(),
            overlay: FxHashMap::default(),
            copies: FxHashMap::default(),
            fetched: FxHashSet::default(),
            brought: FxHashMap::default(),
            last_fragments: None,
            tried: Cell::new(0),
            absent_submodules: OnceCell::new(),
            reads_groups: FxHashMap::default(),
            guarded_files: FxHashMap::default(),
            ended: FxHashMap::default(),
            deferred: Vec::new(),
            deferred_calls: 0,
            providers: super::commands::provider::Providers::default(),
            depth: 0,
            stopped: false,
            statuses: Statuses::Usual,
            script: None,
            running_command: None,
            system_variables: FxHashMap::default(),
            cached: FxHashSet::default(),
            initialisers: FxHashMap::default(),
            unknown_seen: FxHashSet::default(),
            small: FxHashSet::default(),
            split_ropes: FxHashMap::default(),
            named_conditions: 0,
        }
    }

    /// The value that the user gives for a name.
    pub(super) fn given(&self, name: &str) -> Option<&'e str> {
        self.given.get(name).copied()
    }

    pub(super) fn conds(&self) -> &Conds {
        &self.facts.conds
    }

    pub(super) fn intern(&mut self, text: &str) -> Text {
        self.facts.texts.intern(text)
    }

    pub(super) fn into_facts(mut self) -> Facts {
        // Written over whatever the configuration.
        self.facts.generated.retain(|file| !file.cond.is_false());
        // Of one configuration it is said what was evaluated, refused or not.
        if self.env.options.all_configurations {
            self.open_targets();
            super::unusual::refuse_otherwise_by_wheels(&mut self.facts, &self.env.options.by_wheels);
            super::missing::refuse(&mut self.facts);
        }
        self.facts
    }

    /// CMake refuses some of the configurations that come here. All of them it never does: then something is not known.
    pub(super) fn refuse_where(&mut self, cond: Cond, message: &str, origin: Origin) {
        let cond = self.conds().and(self.pc, cond);
        if self.env.options.all_configurations && !cond.is_false() && !cond.is_unknown() && cond != self.pc {
            let message = self.intern(message);
            self.facts.forbidden.push(Forbidden { cond, message, origin, meant: true });
        }
    }

    /// Whether a policy behaves as NEW here.
    pub(super) fn policy_new(&self, number: u32) -> bool {
        self.policy_state(number) == PolicyState::New
    }

    pub(super) fn policy_state(&self, number: u32) -> PolicyState {
        let Some(introduced) = super::policy::introduced(number) else { return PolicyState::Unset };
        if super::policy::removed_old(number).is_some_and(|removed| self.env.options.cmake >= removed) {
            return PolicyState::New;
        }
        let state = self.policies.state(number, introduced);
        if state != PolicyState::Unset {
            return state;
        }
        match self.policy_default(number) {
            Some(true) => PolicyState::New,
            Some(false) => PolicyState::Old,
            None => state,
        }
    }

    /// What `CMAKE_POLICY_DEFAULT_CMP<NNNN>` says of a policy that the version leaves unset (cmake-variables(7)): NEW or not.
    pub(super) fn policy_default(&self, number: u32) -> Option<bool> {
        let name = self.facts.texts.find(&format!("CMAKE_POLICY_DEFAULT_CMP{number:04}"))?;
        match self.peek(name).as_deref() {
            Some("NEW") => Some(true),
            Some("OLD") => Some(false),
            _ => None,
        }
    }

    /// Records something unknown, once for each place.
    pub(super) fn unknown(&mut self, reason: Reason, what: &str, origin: Origin) {
        if self.script.is_some() {
            self.script_unknown(reason, what, origin);
            return;
        }
        if self.unknown_seen.insert((reason, what.into(), origin)) {
            self.facts.unknowns.push(Unknown { reason, what: what.to_owned(), cond: self.pc, origin });
        }
    }

    /// A configuration that CMake or the project refuses. Where that is all of them, the evaluation of one configuration
    /// ends. That of all configurations goes on: the reason may be the place where the files lie, or something missing.
    pub(super) fn fatal(&mut self, message: Text, origin: Origin) {
        self.end(message, origin, true);
    }

    /// The same for a command that got wrong words, which may be the fault of what was read here.
    pub(super) fn fatal_words(&mut self, message: Text, origin: Origin) {
        self.end(message, origin, false);
    }

    fn end(&mut self, message: Text, origin: Origin, meant: bool) {
        if self.script.is_some() {
            let text = self.facts.texts.display(message);
            self.script_fatal(&text, origin);
            return;
        }
        self.facts.forbidden.push(Forbidden { cond: self.pc, message, origin, meant });
        // A configured tree shows that CMake went on: what was known here was not enough.
        let refused = self.pc.is_true() && !self.env.options.all_configurations;
        if refused && self.given("CMAKE_CACHEFILE_DIR").is_none() {
            self.stopped = true;
        }
    }

    /// An error that CMake reports at this command (it goes on to find more, but never generates).
    pub(super) fn error(&mut self, message: &str, origin: Origin) {
        self.unknown(Reason::Error, message, origin);
    }

    /// An error that lies in the words of a call alone.
    pub(super) fn refuse(&mut self, message: &str, origin: Origin) {
        self.unknown(Reason::Refused, message, origin);
    }

    /// Runs `act` under a narrower condition and puts the condition back.
    pub(super) fn under<R>(&mut self, cond: Cond, act: impl FnOnce(&mut Self) -> R) -> Option<R> {
        let saved = self.pc;
        let narrowed = self.conds().and(saved, cond);
        if narrowed.is_false() {
            return None;
        }
        self.pc = narrowed;
        let result = act(self);
        self.pc = saved;
        Some(result)
    }

    pub(super) fn place(&mut self, file: &File, range: std::ops::Range<u32>) -> Origin {
        if let Some((_, origin)) = self.stands_for.filter(|(text, _)| *text == file.id) {
            return origin;
        }
        let caller = self.caller;
        self.facts.places.intern(Place { span: Span::new(file.id, range), caller })
    }

    /// State 0 of the search for a version in which a policy came.
    pub(super) fn cmake_version(&self) -> Version {
        self.env.options.cmake
    }
}
