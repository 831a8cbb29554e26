//! Scripts as `cmake -P` runs them: nothing is free, and what CMake prints is printed.
//!
//! The machine is the same one that evaluates projects; a [`Session`] beside it keeps what only scripts have.
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cmake::lang;
use crate::cmake::script::diagnostics::{Action, Actions, Category, Level, policy_summary};
use crate::cmake::script::layout::paragraphs;
use crate::cmake::script::overlay::{Kind, Overlay};
use crate::cmake::script::{Given, Stream, Transcript};
use crate::cmake::syntax::{ArgumentKind, Command, File, SyntaxError};

use super::facts::{DirectoryId, Reason};
use super::machine::Machine;
use super::value::{Origin, Value};
use super::{Environment, empty_facts, on_large_stack};

/// Bytes that a script may print.
const MOST_PRINTED: usize = 64 << 20;

/// Scripts that run one another, at most.
const MOST_NESTED: u32 = 4;

/// What a running script has beside the machine.
pub(super) struct Session {
    pub printed: Vec<(Stream, String)>,
    bytes: usize,
    /// An error was reported: the exit status is not zero.
    pub failed: bool,
    /// `cmake_language(EXIT)`
    pub exit: Option<u8>,
    pub level: Option<Level>,
    pub context: bool,
    /// Running checks of `message(CHECK_START)`.
    pub checks: Vec<String>,
    pub actions: Actions,
    pub actions_stack: Vec<Actions>,
    /// The files that the script wrote.
    pub overlay: Overlay,
    /// Watchers that are being called.
    pub calling: std::collections::BTreeSet<usize>,
    /// What stands for the environment.
    environment: BTreeMap<String, String>,
    /// The file of the script.
    pub file: PathBuf,
    /// `cmake_language(TRACE ON)`, the outermost first: whether references are replaced.
    pub traces: Vec<bool>,
    /// Experimental features that were warned of, with the value of their variable.
    pub told_features: std::collections::BTreeSet<String>,
    /// Watched variables: name and command, the outermost first.
    pub watched: Vec<(String, Option<String>)>,
    /// Scripts around this one.
    nested: u32,
}

impl Session {
    fn new(script: &Path, given: &Given) -> Self {
        let mut actions = Actions::default();
        for &(category, action) in &given.actions {
            actions.set(category, action, true);
        }
        Self {
            printed: Vec::new(),
            bytes: 0,
            failed: false,
            exit: None,
            level: given.level,
            context: given.context,
            checks: Vec::new(),
            actions,
            actions_stack: Vec::new(),
            overlay: Overlay::default(),
            calling: std::collections::BTreeSet::new(),
            environment: given.environment.iter().cloned().collect(),
            file: script.to_path_buf(),
            traces: Vec::new(),
            told_features: std::collections::BTreeSet::new(),
            watched: Vec::new(),
            nested: 0,
        }
    }

    /// What is there beside the files that may be read: CMake's own programs, the user's folder.
    fn furnish(&mut self, root: &str) {
        for program in ["cmake", "ctest", "cpack"] {
            self.overlay.write(&Path::new("/usr/bin").join(program), b"");
        }
        let template = Path::new(root).join("Modules/CMakeConfigurableFile.in");
        self.overlay.write(&template, b"@CMAKE_CONFIGURABLE_FILE_CONTENT@\n");
        if let Some(home) = self.environment.get("HOME").filter(|home| home.starts_with('/')) {
            self.overlay.make_folder(&PathBuf::from(home));
        }
    }
}

/// Runs a script; `script` is its absolute path.
pub fn run_script(env: &Environment<'_>, script: &Path, given: &Given) -> Transcript {
    on_large_stack(|| {
        let mut session = Session::new(script, given);
        session.furnish(&own_root(env));
        let mut machine = Machine::new(env, empty_facts(env));
        machine.script = Some(Box::new(session));
        machine.prepare_script(given);
        machine.run_script_file(script);
        let session = machine.script.take().map(|s| *s);
        session.map_or_else(Transcript::default, |s| Transcript {
            status: s.exit.unwrap_or(u8::from(s.failed)),
            printed: s.printed,
        })
    })
}

/// `CMAKE_ROOT` of the version that is followed.
fn own_root(env: &Environment<'_>) -> String {
    let version = env.options.cmake;
    format!("/usr/share/cmake-{}.{}", version.0, version.1)
}

impl Machine<'_> {
    /// Runs another script as `cmake -P` on the same files; its status and what it printed. Nothing when it may not run.
    pub(super) fn run_nested(&mut self, script: &Path, words: &[&str]) -> Option<(u8, String, String)> {
        let own = self.script.as_deref_mut()?;
        let nested = own.nested + 1;
        if nested > MOST_NESTED {
            return None;
        }
        let words: Vec<String> = words.iter().map(|w| (*w).to_owned()).collect();
        let line = crate::cmake::script::command_line::parse(&words).ok()?;
        if !line.definitions.is_empty() {
            return None;
        }
        let given = Given { environment: own.environment.clone().into_iter().collect(), ..line.given };
        let mut session = Session::new(script, &given);
        session.nested = nested;
        session.overlay = std::mem::take(&mut own.overlay);
        let mut machine = Machine::new(self.env, empty_facts(self.env));
        machine.script = Some(Box::new(session));
        machine.prepare_script(&given);
        machine.run_script_file(script);
        let session = *machine.script.take()?;
        self.script.as_deref_mut()?.overlay = session.overlay;
        let of = |wanted: Stream| {
            session.printed.iter().filter(|(s, _)| *s == wanted).map(|(_, text)| text.as_str()).collect::<String>()
        };
        Some((session.exit.unwrap_or(u8::from(session.failed)), of(Stream::Out), of(Stream::Err)))
    }

    fn prepare_script(&mut self, given: &Given) {
        let count = given.words.len().to_string();
        self.set_text("CMAKE_ARGC", &count, Origin::NONE);
        for (at, word) in given.words.iter().enumerate() {
            self.set_text(&format!("CMAKE_ARGV{at}"), word, Origin::NONE);
        }
    }

    fn run_script_file(&mut self, script: &Path) {
        match self.env.files.parse(script) {
            Ok(file) => {
                if !self.report_syntax(&file, Origin::NONE) {
                    return;
                }
                self.run_file(script, &file);
                if !self.stopped {
                    self.run_deferred(DirectoryId(0));
                }
            }
            Err(error) => {
                self.print(Stream::Err, &format!("CMake Error: Error processing file: {error}\n"));
                self.fail();
            }
        }
    }

    pub(super) fn print(&mut self, stream: Stream, text: &str) {
        let Some(session) = self.script.as_deref_mut() else { return };
        session.bytes = session.bytes.saturating_add(text.len());
        if session.bytes > MOST_PRINTED {
            session.failed = true;
            self.stopped = true;
            return;
        }
        match session.printed.last_mut() {
            Some((last, so_far)) if *last == stream => so_far.push_str(text),
            _ => session.printed.push((stream, text.to_owned())),
        }
    }

    pub(super) fn fail(&mut self) {
        if let Some(session) = self.script.as_deref_mut() {
            session.failed = true;
        }
    }

    /// Reports what CMake would not read; says whether the file runs. An error in the value of an argument counts when its
    /// command runs.
    pub(super) fn report_syntax(&mut self, file: &File, caller: Origin) -> bool {
        if self.script.is_none() {
            return true;
        }
        let source = self.env.files.sources().get(file.id);
        let shown = self.shown_file(source.path());
        self.report_unseparated(file, caller);
        let own = |e: &&SyntaxError| !is_value_error(&e.message);
        let bytes = source.bytes();
        let missing = |e: &SyntaxError| e.message.starts_with("expected `(`");
        let endless = |e: &&SyntaxError| own(e) && e.message.contains("has no closing") && !e.message.ends_with("`)`");
        let Some(error) = file.errors.iter().find(endless).or_else(|| file.errors.iter().find(own)) else {
            return true;
        };
        let nesting =
            ["has no `end", "closes no block", "does not stand directly in", "comes after `else`", "comes before `"];
        let text = if nesting.iter().any(|n| error.message.contains(n)) {
            "Flow control statements are not properly nested.".to_owned()
        } else {
            format!("Parse error.  {}", error.message)
        };
        let at = if error.message.ends_with("has no closing `)`") || text.starts_with("Flow") {
            error.range.start
        } else if ["closing bracket", "has no closing `\"`"].iter().any(|end| error.message.contains(end)) {
            // What is not closed goes on to the end of the file.
            bytes.len() as u32
        } else {
            // A line's end that stands where something else should belongs to the next line.
            error.range.end + u32::from(missing(error) && bytes.get(error.range.end as usize) == Some(&b'\n'))
        };
        let place = format!(" at {shown}:{}", source.position(at).line);
        self.issue_at(None, &place, &text, caller, true);
        self.fail();
        self.stopped = true;
        false
    }

    /// Arguments that touch what stands before them.
    fn report_unseparated(&mut self, file: &File, caller: Origin) {
        let source = self.env.files.sources().get(file.id);
        let shown = self.shown_file(source.path());
        for command in &file.commands {
            for pair in command.arguments.windows(2) {
                let [before, after] = pair else { continue };
                let opening = before.kind == ArgumentKind::Paren && before.template.literal() == Some("(");
                let brackets = before.kind == ArgumentKind::Bracket || after.kind == ArgumentKind::Bracket;
                if before.range.end != after.range.start || opening || brackets || after.kind == ArgumentKind::Paren {
                    continue;
                }
                let position = source.position(after.range.start);
                let text = format!(
                    "Syntax Warning in cmake code at column {}\nArgument not separated from preceding token by \
                     whitespace.",
                    position.column
                );
                self.warn_at(Category::Author, &format!(" at {shown}:{}", position.line), &text, caller);
            }
        }
    }

    /// Whether a script may run this command: its arguments can be read, and calls are not nested too deep.
    pub(super) fn may_run(&mut self, file: &File, command: &Command, origin: Origin) -> bool {
        let range = &command.range;
        let broken = file
            .errors
            .iter()
            .find(|e| e.range.start >= range.start && e.range.end <= range.end && is_value_error(&e.message));
        if let Some(error) = broken {
            let text = format!("Syntax error in cmake code when parsing an argument: {}", error.message);
            self.script_fatal(&text, origin);
            return false;
        }
        let most = self.recursion_limit();
        if self.depth >= most {
            self.script_fatal(&format!("Maximum recursion depth of {most} exceeded"), origin);
            return false;
        }
        true
    }

    /// `CMAKE_MAXIMUM_RECURSION_DEPTH`, as variable or in the environment; bounded by what the stack here can take.
    fn recursion_limit(&mut self) -> u32 {
        const MOST: u32 = 5000;
        const NAME: &str = "CMAKE_MAXIMUM_RECURSION_DEPTH";
        let own = self.script_number(NAME);
        let environment = self.script.as_deref().and_then(|s| s.environment.get(NAME)).and_then(|t| t.parse().ok());
        own.or(environment).unwrap_or(self.env.options.limits.depth).min(MOST)
    }

    /// How CMake names a file: relative below the folder it runs in.
    fn shown_file(&self, path: &Path) -> String {
        let shown = path.strip_prefix(&self.facts.source_dir).unwrap_or(path);
        // Texts of one name are told apart by blanks at its end.
        shown.to_string_lossy().trim_end().to_owned()
    }

    /// `FILE:LINE (command)` of a call.
    pub(super) fn frame(&self, origin: Origin) -> Option<(String, Origin)> {
        let place = self.facts.places.get(origin)?;
        let source = self.env.files.sources().get(place.span.file);
        let line = source.position(place.span.start).line;
        let text = source.bytes().get(place.span.start as usize..place.span.end as usize).unwrap_or_default();
        let name: Vec<u8> = text.iter().copied().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').collect();
        let name = String::from_utf8_lossy(&name);
        Some((format!("{}:{line} ({name})", self.shown_file(source.path())), place.caller))
    }

    /// An error that ends the script.
    pub(super) fn script_fatal(&mut self, text: &str, origin: Origin) {
        self.issue(None, true, text, origin);
        self.fail();
        self.stopped = true;
    }

    /// An error after which the script goes on.
    pub(super) fn script_error(&mut self, text: &str, origin: Origin) {
        self.issue(None, true, text, origin);
        self.fail();
    }

    /// An error about a file as a whole.
    pub(super) fn error_in(&mut self, path: &Path, text: &str, caller: Origin) {
        let place = format!(" in {}", self.shown_file(path));
        self.issue_at(None, &place, text, caller, true);
        self.fail();
        self.stopped = true;
    }

    /// A warning of a category, or what the category makes of it. Says nothing in the evaluation of projects.
    pub(super) fn warn(&mut self, category: Category, text: &str, origin: Origin) {
        let (place, caller) = match self.frame(origin) {
            Some((at, caller)) => (format!(" at {at}"), caller),
            None => (String::new(), Origin::NONE),
        };
        self.warn_at(category, &place, text, caller);
    }

    fn warn_at(&mut self, category: Category, place: &str, text: &str, caller: Origin) {
        let Some(session) = self.script.as_deref() else { return };
        let action = session.actions.of(category);
        match action {
            Action::Ignore => {}
            Action::Warn => self.issue_at(Some(category), place, text, caller, false),
            Action::SendError | Action::FatalError => {
                self.issue_at(Some(category), place, text, caller, true);
                self.fail();
                self.stopped |= action == Action::FatalError;
            }
        }
    }

    /// A message in CMake's form with its place and call stack.
    pub(super) fn issue(&mut self, category: Option<Category>, is_error: bool, text: &str, origin: Origin) {
        let (place, caller) = match self.frame(origin) {
            Some((at, caller)) => (format!(" at {at}"), caller),
            None => (String::new(), Origin::NONE),
        };
        self.issue_at(category, &place, text, caller, is_error);
    }

    fn issue_at(&mut self, category: Option<Category>, place: &str, text: &str, caller: Origin, is_error: bool) {
        self.issue_kind(if is_error { "Error" } else { "Warning" }, category, place, text, caller);
    }

    fn issue_kind(&mut self, kind: &str, category: Option<Category>, place: &str, text: &str, caller: Origin) {
        let is_error = kind == "Error";
        let about = category.map(|c| format!(" ({})", c.word())).unwrap_or_default();
        let mut out = format!("CMake {kind}{about}{place}:\n{}", paragraphs(text, 2));
        let mut next = Some(caller);
        let mut first = true;
        while let Some((at, caller)) = next.and_then(|origin| self.frame(origin)) {
            if std::mem::take(&mut first) {
                out.push_str("Call Stack (most recent call first):\n");
            }
            out.extend(["  ", &at, "\n"]);
            next = Some(caller);
        }
        match category.filter(|c| c.within(Category::Author)) {
            Some(category) => {
                let own = if category == Category::Author { "" } else { category.word() };
                let option = if is_error { "-Wno-error=" } else { "-Wno-" };
                let or = if own.is_empty() { String::new() } else { format!(" or {option}{own}") };
                let noun = kind.to_lowercase();
                let hint = format!("This {noun} is for project developers.  Use {option}author{or} to suppress it.");
                out.push_str(&paragraphs(&hint, 0));
            }
            None => out.push('\n'),
        }
        out.push('\n');
        self.print(Stream::Err, &out);
    }

    /// What `variable_watch` says where no command watches.
    pub(super) fn log(&mut self, text: &str, origin: Origin) {
        let (place, caller) = match self.frame(origin) {
            Some((at, caller)) => (format!(" at {at}"), caller),
            None => (String::new(), Origin::NONE),
        };
        self.issue_kind("Debug Log", None, &place, text, caller);
    }

    /// The text of a file as a script sees it.
    pub(super) fn overlay_text(&self, path: &Path) -> Option<String> {
        let overlay = &self.script.as_deref()?.overlay;
        let bytes = overlay.read(self.env.files.sources().sandbox(), path)?;
        Some(crate::cmake::syntax::literal_text(&bytes).into_owned())
    }

    /// What a path leads to, as a script sees it.
    pub(super) fn overlay_kind(&self, path: &Path) -> Option<Kind> {
        self.script.as_deref()?.overlay.kind(self.env.files.sources().sandbox(), path)
    }

    /// Names in a folder: those of the disk, and in a script those it wrote.
    pub(super) fn list_folder(&self, path: &Path) -> Vec<(String, bool)> {
        let sandbox = self.env.files.sources().sandbox();
        match self.script.as_deref() {
            Some(session) => session.overlay.list(sandbox, path),
            None => sandbox.list(path).to_vec(),
        }
    }

    /// What an unknown means in a script: CMake would have failed, or the interpreter does not model something.
    pub(super) fn script_unknown(&mut self, reason: Reason, what: &str, origin: Origin) {
        match reason {
            Reason::UnmodelledCommand => self.script_fatal(&format!("Unknown CMake command \"{what}\"."), origin),
            Reason::Error | Reason::Refused => self.script_fatal(what, origin),
            Reason::MissingFile | Reason::MissingText => self.script_fatal(what, origin),
            _ => {
                self.print(Stream::Err, &format!("linklint: {}: {what}\n", reason.word()));
                self.fail();
            }
        }
    }

    /// The environment that a script was started in.
    pub(super) fn script_environment(&mut self, name: &str) -> Value {
        let Some(value) = self.script.as_deref().and_then(|s| s.environment.get(name)).cloned() else {
            return Value::unset();
        };
        let text = self.intern(&value);
        Value { defined: crate::cond::Cond::TRUE, ..Value::text(text, Origin::NONE) }
    }

    /// Variables that CMake sets before a script runs (cmake-variables(7)).
    pub(super) fn script_variable(&mut self, name: &str) -> Value {
        let text = match name {
            "CMAKE_POLICY_VERSION_MINIMUM" => return self.script_environment(name),
            "UNIX" | "CMAKE_HOST_UNIX" | "CMAKE_HOST_LINUX" => "1".to_owned(),
            "CMAKE_HOST_SYSTEM_NAME" => "Linux".to_owned(),
            "CMAKE_COMMAND" => "/usr/bin/cmake".to_owned(),
            "CMAKE_CTEST_COMMAND" => "/usr/bin/ctest".to_owned(),
            "CMAKE_CPACK_COMMAND" => "/usr/bin/cpack".to_owned(),
            "CMAKE_ROOT" => own_root(self.env),
            "CMAKE_TWEAK_VERSION" => "0".to_owned(),
            "CMAKE_EXECUTABLE_SUFFIX" => return Value::unset(),
            "CMAKE_SCRIPT_MODE_FILE" => match self.script.as_deref() {
                Some(session) => session.file.to_string_lossy().into_owned(),
                None => return Value::unset(),
            },
            _ => return Value::unset(),
        };
        let text = self.intern(&text);
        Value::text(text, Origin::NONE)
    }

    /// How much is printed now.
    pub(super) fn message_level(&mut self) -> Level {
        if let Some(level) = self.script.as_deref().and_then(|s| s.level) {
            return level;
        }
        self.script_text("CMAKE_MESSAGE_LOG_LEVEL").and_then(|word| Level::parse(&word)).unwrap_or(Level::Status)
    }

    /// Whether a variable is set to something true.
    pub(super) fn is_on(&mut self, name: &str) -> bool {
        self.script_text(name).is_some_and(|value| !lang::condition::is_off(&value))
    }

    /// A number that a variable or the command line gives, without telling who watches it.
    fn script_number(&self, name: &str) -> Option<u32> {
        let given = || self.given(name).map(Into::into);
        self.peek_str(name).or_else(given)?.parse().ok()
    }

    /// The warning that a policy is not set.
    pub(super) fn warn_policy(&mut self, number: u32, detail: &str, origin: Origin) {
        let Some(summary) = policy_summary(number) else { return };
        let text = format!(
            "Policy CMP{number:04} is not set: {summary}  Run \"cmake --help-policy CMP{number:04}\" for policy details.  \
             Use the cmake_policy command to set the policy and suppress this warning.\n{detail}"
        );
        self.warn(Category::Policy, text.trim_end(), origin);
    }

    /// Parses text that stands under a path in memory. Another text may have stood there, and another evaluation may have
    /// another one: a hash at the end of the name tells them apart, in a script written in blanks, which are not shown.
    pub(super) fn parse_text(&self, path: &Path, text: &str) -> Arc<File> {
        let sources = self.env.files.sources();
        let mut name = path.as_os_str().to_owned();
        let hash = hash(&(&self.env.options.source_dir, text));
        name.push(if self.script.is_some() { blanks(hash) } else { format!("{hash:016x}") });
        let mut source = sources.insert(PathBuf::from(&name), text.as_bytes().into());
        while source.bytes() != text.as_bytes() {
            name.push(" ");
            source = sources.insert(PathBuf::from(&name), text.as_bytes().into());
        }
        Arc::new(crate::cmake::syntax::parse(source.id(), text.as_bytes()))
    }

    /// The text of a variable in a script, where it is one.
    pub(super) fn script_text(&mut self, name: &str) -> Option<Arc<str>> {
        let value = self.read_named(name);
        if value.defined.is_false() {
            return None;
        }
        let text = self.wrap(&value);
        self.alternatives(text, 1)?.into_iter().next().map(|(_, text)| text)
    }
}

fn hash(what: &impl std::hash::Hash) -> u64 {
    use std::hash::{BuildHasher as _, BuildHasherDefault};
    BuildHasherDefault::<rustc_hash::FxHasher>::default().hash_one(what)
}

/// A number, written in blanks and tabs.
fn blanks(number: u64) -> String {
    (0..64).map(|bit| if number >> bit & 1 == 1 { '\t' } else { ' ' }).collect()
}

/// Whether an error of the syntax is one in the value of an argument.
fn is_value_error(message: &str) -> bool {
    ["is no escape sequence", "may not stand in the name of a variable", "the reference has no closing"]
        .iter()
        .any(|part| message.contains(part))
}
