//! The evaluator's state and the walk over statements.
use std::cell::{Cell, OnceCell};
use std::path::PathBuf;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::cmake::script::diagnostics::Category;
use crate::cmake::syntax::{Argument, Block, Command, CommandId, EnclosedKind, File, Statement};
use crate::cond::{Cond, Conds};
use crate::source::{FileId, Span};

use super::commands;
use super::environment::Environment;
use super::expand::Arg;
use super::facts::{BEYOND_LIMITS, DirectoryId, Facts, Forbidden, Reason, TargetKind, Unknown};
use super::given_up::looks_like_variable;
use super::policy::{Policies, PolicyState, Version};
use super::scope::{Escapes, Flow, MacroArguments, Scope, Scopes};
use super::text::Text;
use super::value::{Elem, Origin, Place, Value};

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
}

impl OpaqueWriter {
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
    /// When code that was given up may have changed targets that nobody knows.
    pub(super) open: Cond,
    /// Results of trial builds, with what was built first for each.
    pub(super) trials: FxHashMap<Arc<str>, Vec<Arc<str>>>,
    /// What compilers say of sources that the project has tried.
    pub(super) errors: FxHashMap<PathBuf, Option<String>>,
    /// Subjects of paths that searches find.
    pub(super) found_paths: FxHashSet<crate::cond::SubjectId>,
    /// Environment variables that the project set.
    pub(super) environment: FxHashMap<Text, super::value::Value>,
    /// Files that the project wrote, with their text where it is known.
    pub(super) overlay: FxHashMap<PathBuf, Option<Text>>,
    /// Folders whose content is fetched and not seen.
    pub(super) fetched: FxHashSet<PathBuf>,
    /// When content of `FetchContent` is there, by its name in small letters.
    pub(super) brought: FxHashMap<Arc<str>, Cond>,
    /// How many alternatives were tried so far.
    pub(super) tried: Cell<u64>,
    /// Submodules that are not checked out, where somebody asked.
    pub(super) absent_submodules: OnceCell<Vec<PathBuf>>,
    /// Whether a file that has run reads what the groups of patterns matched.
    pub(super) reads_groups: FxHashMap<FileId, bool>,
    /// Included with `include_guard()`.
    pub(super) guarded_files: FxHashMap<PathBuf, Cond>,
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
    small: FxHashSet<Cond>,
}

impl<'e> Machine<'e> {
    pub(super) fn new(env: &'e Environment<'e>, facts: Facts) -> Self {
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
            open: Cond::FALSE,
            trials: FxHashMap::default(),
            errors: FxHashMap::default(),
            found_paths: FxHashSet::default(),
            environment: FxHashMap::default(),
            overlay: FxHashMap::default(),
            fetched: FxHashSet::default(),
            brought: FxHashMap::default(),
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
            super::missing::refuse(&mut self.facts);
        }
        self.facts
    }

    /// CMake refuses some of the configurations that come here. All of them it never does: then something is not known.
    pub(super) fn refuse_where(&mut self, cond: Cond, message: &str, origin: Origin) {
        let cond = self.conds().and(self.pc, cond);
        if self.env.options.all_configurations && !cond.is_false() && !cond.is_unknown() && cond != self.pc {
            let message = self.intern(message);
            self.facts.forbidden.push(Forbidden { cond, message, origin });
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
        if self.script.is_some() {
            let text = self.facts.texts.display(message);
            self.script_fatal(&text, origin);
            return;
        }
        self.facts.forbidden.push(Forbidden { cond: self.pc, message, origin });
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

    pub(super) fn run_block(&mut self, file: &Arc<File>, block: &Block) {
        for statement in block {
            if self.pc.is_false() || self.stopped {
                return;
            }
            if self.pc.is_unknown() {
                // Nothing is decided any more: going on would only pile up alternatives.
                self.unknown(Reason::Limit, "conditions beyond the budget", self.caller);
                self.havoc_block(file, block, "a condition beyond the budget");
                return;
            }
            match statement {
                Statement::Command(id) => self.run_command(file, *id),
                Statement::If { branches, otherwise, .. } => self.run_if(file, branches, otherwise.as_ref()),
                Statement::Enclosed { kind, head, body, .. } => self.run_enclosed(file, *kind, *head, body),
            }
        }
    }

    fn run_if(&mut self, file: &Arc<File>, branches: &[(CommandId, Block)], otherwise: Option<&(CommandId, Block)>) {
        let entry = self.pc;
        let mut rest = entry;
        let mut exit = Cond::FALSE;
        let mut escaped = false;
        for (head, body) in branches {
            if rest.is_false() || self.stopped {
                break;
            }
            self.pc = rest;
            self.warn_of_empty(file, *head);
            let holds = self.condition_of(file, *head);
            let taken = self.conds().and(rest, holds);
            let taken = self.coarse(taken, file, *head);
            self.pc = taken;
            self.run_block(file, body);
            escaped |= self.pc != taken;
            exit = self.conds().or(exit, self.pc);
            rest = self.conds().diff(rest, holds);
        }
        if let Some((_, body)) = otherwise
            && !rest.is_false()
        {
            self.pc = rest;
            self.run_block(file, body);
            escaped |= self.pc != rest;
            rest = self.pc;
        }
        // Without an escape the union is the entry again: said outright, no nodes are made for it.
        self.pc = if escaped { self.conds().or(exit, rest) } else { entry };
    }

    fn run_enclosed(&mut self, file: &Arc<File>, kind: EnclosedKind, head: CommandId, body: &Arc<Block>) {
        self.facts.counts.commands += 1;
        match kind {
            EnclosedKind::Foreach => self.run_foreach(file, head, body),
            EnclosedKind::While => self.run_while(file, head, body),
            EnclosedKind::Function => self.define(file, head, body, false),
            EnclosedKind::Macro => self.define(file, head, body, true),
            EnclosedKind::Block => self.run_variable_block(file, head, body),
        }
    }

    /// Whether a budget of the run is used up; says so once.
    fn exhausted(&mut self) -> bool {
        let limits = self.env.options.limits;
        let what = match () {
            () if self.facts.counts.commands >= limits.commands => "number of commands",
            () if self.facts.texts.bytes() >= limits.all_bytes => "bytes of all texts",
            () => return false,
        };
        self.unknown(Reason::Limit, what, Origin::NONE);
        self.stopped = true;
        true
    }

    fn run_command(&mut self, file: &Arc<File>, id: CommandId) {
        self.facts.counts.commands += 1;
        if self.exhausted() {
            return;
        }
        let command = &file.commands[id.0 as usize];
        let origin = self.place(file, command.range.clone());
        if self.script.is_some() {
            if !self.may_run(file, command, origin) {
                return;
            }
            self.running_command = Some((Arc::clone(file), origin));
            self.trace_command(file, command, origin);
        }
        if !self.env.options.summaries.is_empty() {
            let summarised = &self.env.options.summaries;
            if summarised.iter().any(|s| s.command.eq_ignore_ascii_case(&command.lower)) {
                let args = self.expand_all(command, origin);
                commands::summary::run(self, &Invocation { command, file, args, origin });
                return;
            }
        }
        if let Some(definitions) = self.functions.get(&*command.lower).cloned() {
            let args = self.expand_all(command, origin);
            self.call_definitions(&Invocation { command, file, args, origin }, &definitions);
            return;
        }
        // `_name` is the command that a function of that name has hidden.
        let name = match command.lower.strip_prefix('_') {
            Some(rest) if commands::find(&command.lower).is_none() && self.functions.contains_key(rest) => rest,
            _ => &command.lower,
        };
        let args = self.expand_all(command, origin);
        let invocation = Invocation { command, file, args, origin };
        self.dispatch(name, &invocation);
    }

    fn trace_command(&mut self, file: &File, command: &Command, origin: Origin) {
        if let Some(expand) = self.tracing() {
            let args = if expand { Some(self.expand_all(command, origin)) } else { None };
            self.trace(file, command, args.as_deref());
        }
    }

    pub(super) fn dispatch(&mut self, name: &str, invocation: &Invocation<'_>) {
        if !self.accepts(name, &invocation.args, invocation.origin) {
            return;
        }
        match commands::find(name) {
            Some(commands::Handler::Bulk(run)) if commands::takes_name(name) || has_forms(name, invocation) => {
                self.by_name(invocation, run);
            }
            Some(commands::Handler::Bulk(run)) => run(self, invocation),
            Some(commands::Handler::Plain(run)) => {
                self.fork(&invocation.args, invocation.origin, &mut |machine, args| run(machine, invocation, args));
            }
            None => self.unmodelled(name, invocation),
        }
    }

    /// Runs a command whose first argument is a name. An unquoted reference with several values is several arguments, each
    /// there in some configurations: the name is the first one that is there, and not a later one a source.
    fn by_name(&mut self, invocation: &Invocation<'_>, run: fn(&mut Self, &Invocation<'_>)) {
        let Some(first) = invocation.args.first() else { return run(self, invocation) };
        if self.conds().implies(self.pc, first.cond) {
            // What the reference gives elsewhere is no argument here.
            let gone = |arg: &&Arg| !arg.cond.is_true() && self.conds().disjoint(arg.cond, self.pc);
            if !invocation.args.iter().any(|arg| gone(&arg)) {
                return run(self, invocation);
            }
            let args = invocation.args.iter().filter(|arg| !gone(arg)).copied().collect();
            let Invocation { command, file, origin, .. } = *invocation;
            return run(self, &Invocation { command, file, args, origin });
        }
        let mut left = self.pc;
        let mut names = 0;
        for (at, name) in invocation.args.iter().enumerate() {
            let when = self.conds().and(left, name.cond);
            if when.is_false() {
                continue;
            }
            names += 1;
            if names > self.env.options.limits.alternatives {
                self.unknown(Reason::Limit, "first of many arguments", invocation.origin);
                break;
            }
            left = self.conds().diff(left, name.cond);
            let after = invocation.args[at + 1..].iter().filter(|arg| !self.conds().disjoint(arg.cond, when));
            let args = std::iter::once(&Arg { cond: Cond::TRUE, ..*name }).chain(after).copied().collect();
            let Invocation { command, file, origin, .. } = *invocation;
            self.under(when, |m| run(m, &Invocation { command, file, args, origin }));
            if left.is_false() {
                break;
            }
        }
    }

    /// Notes a package that may have set any variable of a prefix. Looked for again, it is the same package.
    pub(super) fn note_writer(&mut self, prefix: &str, reason: &str, cond: Cond, targets: bool) {
        let known = self.opaque_writers.iter_mut().find(|w| *w.prefix == *prefix && *w.reason == *reason);
        match known {
            Some(writer) => writer.cond = self.facts.conds.or(writer.cond, cond),
            None => self.opaque_writers.push(OpaqueWriter {
                prefix: prefix.into(),
                cond,
                reason: reason.into(),
                targets,
                module: None,
                ends: &[],
                names: None,
            }),
        }
    }

    /// A command nobody models: what it may write becomes unknown.
    fn unmodelled(&mut self, name: &str, invocation: &Invocation<'_>) {
        if self.run_framework(name, invocation) {
            return;
        }
        self.unknown(Reason::UnmodelledCommand, name, invocation.origin);
        self.keep_call(name, invocation);
        let names: Vec<Text> = invocation
            .args
            .iter()
            .filter(|arg| !arg.quoted)
            .map(|arg| arg.text)
            .filter(|&text| self.facts.texts.as_str(text).is_some_and(looks_like_variable))
            .collect();
        let by = format!("{name}()");
        for variable in names {
            if !self.extend_files(variable, &by) {
                self.havoc(variable, &by);
            }
        }
    }

    /// A list of files whose name a command gets that nobody models: to write it anew would lose them, so it adds to it, or the name is a
    /// keyword of its own (`SOURCES`).
    fn extend_files(&mut self, variable: Text, by: &str) -> bool {
        let value = self.read_variable(variable);
        let mut elems = self.list_elements(&value);
        let texts = &self.facts.texts;
        let known = elems.iter().filter(|elem| texts.is_known(elem.text));
        let mut named = known.filter_map(|elem| texts.as_str(elem.text)).peekable();
        if named.peek().is_none() || !named.all(names_source) {
            return false;
        }
        let shown = self.facts.texts.display(variable);
        let text = self.unmodelled_symbol(&format!("{shown} after {by}"));
        if elems.iter().all(|elem| elem.text != text) {
            elems.push(Elem { cond: Cond::TRUE, text, origin: Origin::NONE });
        }
        self.set_variable(variable, &Value { defined: Cond::TRUE, elems: Arc::new(elems) });
        true
    }

    /// The variable may have been written by something that is not modelled.
    pub(super) fn havoc(&mut self, variable: Text, by: &str) {
        let shown = self.facts.texts.display(variable);
        let symbol = self.unmodelled_symbol(&format!("{shown} after {by}"));
        let value = Value::text(symbol, Origin::NONE);
        self.set_variable(variable, &value);
    }

    pub(super) fn condition_of(&mut self, file: &Arc<File>, head: CommandId) -> Cond {
        self.facts.counts.commands += 1;
        let command = &file.commands[head.0 as usize];
        let origin = self.place(file, command.range.clone());
        if self.script.is_some() {
            if !self.may_run(file, command, origin) {
                return Cond::FALSE;
            }
            self.trace_command(file, command, origin);
        }
        let holds = self.evaluate_condition(command, origin);
        self.coarse(holds, file, head)
    }

    /// `elseif()` without any word is skipped.
    fn warn_of_empty(&mut self, file: &Arc<File>, head: CommandId) {
        let command = &file.commands[head.0 as usize];
        if self.script.is_some() && &*command.lower == "elseif" && command.arguments.is_empty() {
            let origin = self.place(file, command.range.clone());
            self.warn(Category::Author, "ELSEIF called with no arguments, it will be skipped.", origin);
        }
    }

    /// A condition that has grown past the limit becomes an atom of its own, with a record: everything beneath it would
    /// carry it on, and a store that is full can decide nothing more.
    fn coarse(&mut self, cond: Cond, file: &Arc<File>, head: CommandId) -> Cond {
        let most = self.env.options.limits.condition_nodes;
        if self.small.contains(&cond) {
            return cond;
        }
        if !cond.is_unknown() && self.conds().size(cond) <= most {
            self.small.insert(cond);
            return cond;
        }
        let command = &file.commands[head.0 as usize];
        let origin = self.place(file, command.range.clone());
        self.unknown(Reason::Limit, "size of a condition", origin);
        let source = self.env.files.sources().get(file.id);
        let line = source.position(command.range.start).line;
        let name = source.path().file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        self.conds().opaque(&format!("{BEYOND_LIMITS}{name}:{line} (call {})", origin.0))
    }

    fn run_while(&mut self, file: &Arc<File>, head: CommandId, body: &Arc<Block>) {
        let entry = self.pc;
        let mut left = Cond::FALSE;
        self.flow.loops.push(Escapes { broken: Cond::FALSE, continued: Cond::FALSE });
        let limits = self.env.options.limits;
        let mut symbolic = 0;
        for round in 0u64.. {
            if self.stopped || self.pc.is_false() || self.exhausted() {
                break;
            }
            let holds = self.condition_of(file, head);
            let inside = self.conds().and(self.pc, holds);
            left = self.conds().or(left, self.conds().diff(self.pc, holds));
            self.pc = inside;
            if inside.is_false() {
                break;
            }
            symbolic += u32::from(inside != entry);
            // A body that only computes is not worth rounds that may not happen: what it writes is unknown either way.
            let idle = symbolic == 1 && only_computes(file, body);
            if idle || symbolic > limits.symbolic_while || round > limits.while_rounds {
                let origin = self.place(file, file.commands[head.0 as usize].range.clone());
                self.unknown(Reason::Limit, "while", origin);
                self.havoc_block(file, body, "while beyond the limit");
                break;
            }
            self.run_block(file, body);
            self.end_round();
        }
        let escapes = self.flow.loops.pop().map_or(Cond::FALSE, |e| e.broken);
        let rest = self.conds().or(self.conds().or(left, escapes), self.pc);
        self.pc = if rest == entry { entry } else { rest };
    }

    /// `continue()` leads here.
    pub(super) fn end_round(&mut self) {
        if let Some(escapes) = self.flow.loops.last().copied() {
            self.pc = self.facts.conds.or(self.pc, escapes.continued);
            if let Some(last) = self.flow.loops.last_mut() {
                last.continued = Cond::FALSE;
            }
        }
    }

    /// State 0 of the search for a version in which a policy came.
    pub(super) fn cmake_version(&self) -> Version {
        self.env.options.cmake
    }
}

/// Whether a `set()` gives its variable one name here and another one elsewhere (`set(FLAGS_${TYPE} …)`).
fn has_forms(command: &str, invocation: &Invocation<'_>) -> bool {
    command == "set" && invocation.args.first().is_some_and(|name| !name.cond.is_true())
}

/// Whether a block does nothing but compute variables of its own scope.
fn only_computes(file: &File, block: &Block) -> bool {
    const PURE: &[&str] = &[
        "set",
        "unset",
        "list",
        "string",
        "math",
        "message",
        "get_filename_component",
        "cmake_path",
        "separate_arguments",
    ];
    block.iter().all(|statement| match statement {
        Statement::Command(id) => {
            let command = &file.commands[id.0 as usize];
            let elsewhere =
                |a: &Argument| matches!(a.template.literal(), Some("PARENT_SCOPE" | "CACHE" | "FATAL_ERROR"));
            PURE.contains(&&*command.lower) && !command.arguments.iter().any(elsewhere)
        }
        Statement::If { branches, otherwise, .. } => {
            branches.iter().all(|(_, body)| only_computes(file, body))
                && otherwise.iter().all(|(_, body)| only_computes(file, body))
        }
        Statement::Enclosed { kind, body, .. } => *kind == EnclosedKind::Foreach && only_computes(file, body),
    })
}

/// Whether a text names a file that is compiled, or read with those that are.
fn names_source(text: &str) -> bool {
    const SUFFIXES: &[&str] = &[
        "c", "cc", "cpp", "cxx", "c++", "cu", "m", "mm", "s", "asm", "h", "hh", "hpp", "hxx", "inl", "ui", "qrc", "ts",
    ];
    let suffix = text.rsplit_once('.').map(|(_, suffix)| suffix.to_ascii_lowercase());
    suffix.is_some_and(|suffix| SUFFIXES.contains(&&*suffix)) && !text.contains(' ')
}
