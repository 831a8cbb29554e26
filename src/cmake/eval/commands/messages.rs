//! `message()`.
use std::sync::Arc;

use crate::cmake::eval::facts::Message;
use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::text::Text;
use crate::cmake::eval::value::Origin;
use crate::cmake::lang::list;
use crate::cmake::script::Stream;
use crate::cmake::script::diagnostics::{Action, Category, Level};

use super::Handler::Bulk;
use super::Table;

pub(super) const COMMANDS: Table = &[("message", Bulk(message))];

const MODES: &[&str] = &[
    "FATAL_ERROR",
    "SEND_ERROR",
    "WARNING",
    "AUTHOR_WARNING",
    "DEPRECATION",
    "NOTICE",
    "STATUS",
    "VERBOSE",
    "DEBUG",
    "TRACE",
    "CHECK_START",
    "CHECK_PASS",
    "CHECK_FAIL",
    "CONFIGURE_LOG",
];

fn message(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    if machine.script.is_some() {
        machine.fork(&call.args, call.origin, &mut |m, words| print(m, call, words));
        return;
    }
    let first = call.args.first().and_then(|a| machine.facts.texts.plain(a.text));
    let mode = first.as_deref().filter(|m| MODES.contains(m));
    let skip = usize::from(mode.is_some());
    let mode: Arc<str> = mode.unwrap_or("").into();
    let parts: Vec<Text> = call.args[skip.min(call.args.len())..].iter().map(|a| a.text).collect();
    // Only what stops the configuration, or a script's output, needs its text put together.
    let text = if parts.len() == 1 { parts[0] } else { machine.concat(&parts, call.origin) };
    machine.facts.messages.push(Message { mode: Arc::clone(&mode), text, cond: machine.pc, origin: call.origin });
    match &*mode {
        "FATAL_ERROR" => machine.fatal(text, call.origin),
        // The configure step goes on, but never generates: the configuration is refused all the same.
        "SEND_ERROR" => {
            let cond = machine.pc;
            machine.facts.forbidden.push(crate::cmake::eval::facts::Forbidden {
                cond,
                message: text,
                origin: call.origin,
                meant: true,
            });
        }
        _ => {}
    }
}

/// `message()` of a script: prints.
fn print(machine: &mut Machine<'_>, call: &Invocation<'_>, words: &[Arc<str>]) {
    let Some(first) = words.first() else {
        machine.error("message called with incorrect number of arguments", call.origin);
        return;
    };
    let mode: &str = if MODES.contains(&&**first) { first } else { "" };
    let text = words[usize::from(!mode.is_empty())..].concat();
    let level = match mode {
        "FATAL_ERROR" | "SEND_ERROR" => Level::Error,
        "WARNING" | "AUTHOR_WARNING" | "DEPRECATION" => Level::Warning,
        "" | "NOTICE" => Level::Notice,
        "VERBOSE" => Level::Verbose,
        "DEBUG" => Level::Debug,
        "TRACE" => Level::Trace,
        "CONFIGURE_LOG" => return,
        _ => Level::Status,
    };
    match mode {
        "AUTHOR_WARNING" => return machine.warn(Category::Author, &text, call.origin),
        "DEPRECATION" => return machine.warn_deprecated(&text, Action::FatalError, call.origin),
        _ => {}
    }
    if machine.message_level() < level {
        return;
    }
    match mode {
        "FATAL_ERROR" => machine.script_fatal(&text, call.origin),
        "SEND_ERROR" => machine.script_error(&text, call.origin),
        "WARNING" => machine.issue(None, false, &text, call.origin),
        "" | "NOTICE" => {
            let text = indented(machine, text);
            machine.print(Stream::Err, &format!("{text}\n"));
        }
        "CHECK_START" => {
            let shown = indented(machine, text.clone());
            machine.print(Stream::Out, &format!("-- {shown}\n"));
            if let Some(session) = machine.script.as_deref_mut() {
                session.checks.push(text);
            }
        }
        "CHECK_PASS" | "CHECK_FAIL" => {
            let started = machine.script.as_deref_mut().and_then(|s| s.checks.pop());
            let Some(started) = started else {
                machine.warn(Category::Author, &format!("Ignored {mode} without CHECK_START"), call.origin);
                return;
            };
            let shown = indented(machine, format!("{started} - {text}"));
            machine.print(Stream::Out, &format!("-- {shown}\n"));
        }
        _ => {
            let shown = indented(machine, text);
            machine.print(Stream::Out, &format!("-- {shown}\n"));
        }
    }
}

impl Machine<'_> {
    /// A warning of what is deprecated: the old variables decide unless CMP0218 is NEW.
    pub(super) fn warn_deprecated(&mut self, text: &str, error: Action, origin: Origin) {
        if self.policy_new(218) {
            return self.warn(Category::Deprecated, text, origin);
        }
        let quiet = self.peek_str("CMAKE_WARN_DEPRECATED").is_some_and(|v| !v.is_empty());
        let action = if self.is_on("CMAKE_ERROR_DEPRECATED") {
            error
        } else if quiet && !self.is_on("CMAKE_WARN_DEPRECATED") {
            Action::Ignore
        } else {
            Action::Warn
        };
        let Some(session) = self.script.as_deref_mut() else { return };
        let before = session.actions.clone();
        session.actions.set(Category::Deprecated, action, false);
        self.warn(Category::Deprecated, text, origin);
        if let Some(session) = self.script.as_deref_mut() {
            session.actions = before;
        }
    }
}

/// The text with `CMAKE_MESSAGE_INDENT` before each line, and the context where it is asked for.
fn indented(machine: &mut Machine<'_>, text: String) -> String {
    let parts = |machine: &mut Machine<'_>, name: &str, glue: &str| {
        machine.script_text(name).map(|value| list::split(&value).join(glue)).unwrap_or_default()
    };
    let mut indent = parts(machine, "CMAKE_MESSAGE_INDENT", "");
    let shows = machine.script.as_deref().is_some_and(|s| s.context) || machine.is_on("CMAKE_MESSAGE_CONTEXT_SHOW");
    if shows {
        let context = parts(machine, "CMAKE_MESSAGE_CONTEXT", ".");
        if !context.is_empty() {
            indent = format!("[{context}] {indent}");
        }
    }
    if indent.is_empty() { text } else { format!("{indent}{}", text.replace('\n', &format!("\n{indent}"))) }
}
