//! Scripts as `cmake -P` runs them: nothing is free, and what CMake prints is printed.
//!
//! The machine is the same one that evaluates projects; a [`Session`] beside it keeps what only scripts have.
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::cmake::lang;
use crate::cmake::script::diagnostics::{Action, Actions, Category, Level};
use crate::cmake::script::layout::paragraphs;
use crate::cmake::script::{Given, Stream, Transcript};
use crate::cmake::syntax::File;

use super::facts::{DirectoryId, Reason};
use super::machine::Machine;
use super::value::{Origin, Value};
use super::{Environment, empty_facts, on_large_stack};

/// Bytes that a script may print.
const MOST_PRINTED: usize = 64 << 20;

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
    /// Folders that the script made and what it removed.
    pub folders: BTreeMap<PathBuf, bool>,
    /// What stands for the environment.
    environment: BTreeMap<String, String>,
    /// The file of the script.
    pub file: PathBuf,
    /// Watched variables: name and command, the outermost first.
    pub watched: Vec<(String, Option<String>)>,
}

/// Runs a script; `script` is its absolute path.
pub fn run_script(env: &Environment<'_>, script: &Path, given: &Given) -> Transcript {
    on_large_stack(|| {
        let mut actions = Actions::default();
        for &(category, action) in &given.actions {
            actions.set(category, action, true);
        }
        let session = Session {
            printed: Vec::new(),
            bytes: 0,
            failed: false,
            exit: None,
            level: given.level,
            context: given.context,
            checks: Vec::new(),
            actions,
            actions_stack: Vec::new(),
            folders: BTreeMap::new(),
            environment: given.environment.iter().cloned().collect(),
            file: script.to_path_buf(),
            watched: Vec::new(),
        };
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

impl Machine<'_> {
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

    fn fail(&mut self) {
        if let Some(session) = self.script.as_deref_mut() {
            session.failed = true;
        }
    }

    /// Reports what CMake would not read; says whether the file runs.
    pub(super) fn report_syntax(&mut self, file: &File, caller: Origin) -> bool {
        const WARNING: &str = "not separated from what stands before by a blank";
        if self.script.is_none() {
            return true;
        }
        let source = self.env.files.sources().get(file.id);
        let shown = self.shown_file(source.path());
        for error in &file.errors {
            let warning = error.message == WARNING;
            let at = if warning { error.range.start } else { error.range.end };
            let position = source.position(at);
            let place = format!(" at {shown}:{}", position.line);
            if !warning {
                let text = format!("Parse error.  {}", error.message);
                self.issue_at(None, false, &place, &text, caller, true);
                self.fail();
                self.stopped = true;
                return false;
            }
            let text = format!(
                "Syntax Warning in cmake code at column {}\nArgument not separated from preceding token by whitespace.",
                position.column
            );
            self.warn_at(Category::Author, &place, &text, caller);
        }
        true
    }

    /// How CMake names a file: relative below the folder it runs in.
    fn shown_file(&self, path: &Path) -> String {
        let shown = path.strip_prefix(&self.facts.source_dir).unwrap_or(path);
        shown.to_string_lossy().into_owned()
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

    /// A warning of a category, or what the category makes of it. Says nothing in the evaluation of projects.
    pub(super) fn warn(&mut self, category: Category, text: &str, origin: Origin) {
        let place = self.frame(origin).map(|(at, _)| format!(" at {at}")).unwrap_or_default();
        self.warn_at(category, &place, text, origin);
    }

    fn warn_at(&mut self, category: Category, place: &str, text: &str, origin: Origin) {
        let Some(session) = self.script.as_deref() else { return };
        let action = session.actions.of(category);
        match action {
            Action::Ignore => {}
            Action::Warn => self.issue_at(Some(category), false, place, text, origin, false),
            Action::SendError | Action::FatalError => {
                self.issue_at(Some(category), false, place, text, origin, true);
                self.fail();
                self.stopped |= action == Action::FatalError;
            }
        }
    }

    /// A message in CMake's form with its place and call stack.
    pub(super) fn issue(&mut self, category: Option<Category>, is_error: bool, text: &str, origin: Origin) {
        let place = self.frame(origin).map(|(at, _)| format!(" at {at}")).unwrap_or_default();
        self.issue_at(category, true, &place, text, origin, is_error);
    }

    fn issue_at(
        &mut self,
        category: Option<Category>,
        _in_command: bool,
        place: &str,
        text: &str,
        origin: Origin,
        is_error: bool,
    ) {
        let kind = if is_error { "Error" } else { "Warning" };
        let about = category.map(|c| format!(" ({})", c.word())).unwrap_or_default();
        let mut out = format!("CMake {kind}{about}{place}:\n{}", paragraphs(text, 2));
        let mut next = self.frame(origin).map(|(_, caller)| caller);
        let mut first = true;
        while let Some((at, caller)) = next.and_then(|origin| self.frame(origin)) {
            if std::mem::take(&mut first) {
                out.push_str("Call Stack (most recent call first):\n");
            }
            out.push_str(&format!("  {at}\n"));
            next = Some(caller);
        }
        match category.filter(|c| c.within(Category::Author)) {
            Some(category) => {
                let own = if category == Category::Author { "" } else { category.word() };
                let option = if is_error { "-Wno-error=" } else { "-Wno-" };
                let or = if own.is_empty() { String::new() } else { format!(" or {option}{own}") };
                let noun = kind.to_lowercase();
                let hint =
                    format!("This {noun} is for project developers.  Use {option}author{or} to suppress it.");
                out.push_str(&paragraphs(&hint, 0));
            }
            None => out.push('\n'),
        }
        out.push('\n');
        self.print(Stream::Err, &out);
    }

    /// What an unknown means in a script: CMake would have failed, or the interpreter does not model something.
    pub(super) fn script_unknown(&mut self, reason: Reason, what: &str, origin: Origin) {
        match reason {
            Reason::UnmodelledCommand => self.script_fatal(&format!("Unknown CMake command \"{what}\"."), origin),
            Reason::Error => self.script_fatal(what, origin),
            Reason::MissingFile => self.script_fatal(what, origin),
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
        let version = self.cmake_version();
        let text = match name {
            "UNIX" | "CMAKE_HOST_UNIX" | "CMAKE_HOST_LINUX" => "1".to_owned(),
            "CMAKE_HOST_SYSTEM_NAME" => "Linux".to_owned(),
            "CMAKE_COMMAND" => "/usr/bin/cmake".to_owned(),
            "CMAKE_CTEST_COMMAND" => "/usr/bin/ctest".to_owned(),
            "CMAKE_CPACK_COMMAND" => "/usr/bin/cpack".to_owned(),
            "CMAKE_ROOT" => format!("/usr/share/cmake-{}.{}", version.0, version.1),
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
        self.peek_str("CMAKE_MESSAGE_LOG_LEVEL").and_then(|word| Level::parse(&word)).unwrap_or(Level::Status)
    }

    /// Whether a variable is set to something true.
    pub(super) fn is_on(&self, name: &str) -> bool {
        self.peek_str(name).is_some_and(|value| !lang::condition::is_off(&value))
    }
}
