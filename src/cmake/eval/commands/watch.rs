//! `variable_watch`: a command that is called when a variable is read or written. Only scripts have it: in the
//! evaluation of a project a watch changes nothing that is modelled.
use std::sync::Arc;

use crate::cmake::eval::expand::Arg;
use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::text::Text;
use crate::cmake::eval::value::{Origin, Value};
use crate::cond::Cond;

use super::Handler::Plain;
use super::Table;

pub(super) const COMMANDS: Table = &[("variable_watch", Plain(watch))];

/// Watches of a script.
const MOST_WATCHES: usize = 10_000;

fn watch(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let Some(variable) = args.first() else {
        machine.error("variable_watch must be called with at least one argument.", call.origin);
        return;
    };
    if &**variable == "CMAKE_CURRENT_LIST_FILE" {
        machine.error(&format!("variable_watch cannot be set on the variable: {variable}"), call.origin);
        return;
    }
    let Some(session) = machine.script.as_deref_mut() else { return };
    let watcher = (variable.to_string(), args.get(1).map(ToString::to_string));
    // Each watch is one of its own, though its words be those of another; it is not called while it runs.
    if session.watched.len() < MOST_WATCHES {
        session.watched.push(watcher);
    }
}

impl Machine<'_> {
    /// Calls what watches a variable, after the running command accessed it.
    pub(in crate::cmake::eval) fn notify(&mut self, variable: Text, access: &str, value: Option<&Value>) {
        let Some(session) = self.script.as_deref() else { return };
        if session.watched.is_empty() {
            return;
        }
        let Some(name) = self.facts.texts.plain(variable) else { return };
        let idle = session.watched.iter().enumerate().filter(|(key, _)| !session.calling.contains(key));
        let idle = idle.filter(|(_, (watched, _))| **watched == *name);
        let watchers: Vec<(usize, Option<String>)> = idle.map(|(key, (_, c))| (key, c.clone())).collect();
        for (key, command) in watchers {
            // What was idle before the first call may be running by now.
            let runs = !self.stopped && self.script.as_deref_mut().is_some_and(|s| s.calling.insert(key));
            if !runs {
                continue;
            }
            self.call_watcher(&name, access, value, command.as_deref());
            if let Some(session) = self.script.as_deref_mut() {
                session.calling.remove(&key);
            }
        }
    }

    fn call_watcher(&mut self, name: &str, access: &str, value: Option<&Value>, command: Option<&str>) {
        let text = value.map_or(Text::EMPTY, |value| self.wrap(value));
        let shown = self.facts.texts.plain(text).unwrap_or_default();
        let Some((command, (file, origin))) = command.zip(self.running_command.clone()) else {
            let origin = self.running_command.as_ref().map_or(Origin::NONE, |(_, origin)| *origin);
            let text = format!("Variable \"{name}\" was accessed using {access} with value \"{shown}\".");
            self.log(&text, origin);
            return;
        };
        let list_file = self.list_files.last().map(|p| p.to_string_lossy().into_owned()).unwrap_or_default();
        let words = [name, access, &shown, &list_file, &list_file];
        let args: Vec<Arg> = words
            .iter()
            .map(|word| Arg { cond: Cond::TRUE, text: self.intern(word), quoted: true, index: 0 })
            .collect();
        let syntax = crate::cmake::syntax::Command {
            name: command.into(),
            lower: command.to_lowercase().into(),
            name_range: 0..0,
            range: 0..0,
            arguments: Vec::new(),
        };
        let call = Invocation { command: &syntax, file: &file, args: args.clone(), origin };
        if !self.may_run(&file, &syntax, origin) {
            return;
        }
        self.call_by_name(command, &call, args);
    }
}
