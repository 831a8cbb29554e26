//! `message()`.
use std::sync::Arc;

use crate::cmake::eval::facts::Message;
use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::text::Text;

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
            });
        }
        _ => {}
    }
}
