//! `cmake_language(DEFER)`: calls at the end of a directory.
use std::sync::Arc;

use crate::cmake::eval::facts::DirectoryId;
use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::value::Origin;
use crate::cmake::lang::list;
use crate::cmake::syntax::{Argument, Command, File};
use crate::cond::Cond;

/// A deferred call, run at the end of its directory.
#[derive(Debug, Clone)]
pub(in crate::cmake::eval) struct Deferred {
    pub id: String,
    pub cond: Cond,
    pub command: Arc<str>,
    /// Its arguments, which are expanded when it runs.
    pub arguments: Vec<Argument>,
    pub origin: Origin,
    pub file: Arc<File>,
}

/// What stands before `CALL` and its relatives.
#[derive(Default)]
struct Options {
    directory: Option<DirectoryId>,
    id: Option<String>,
    id_variable: Option<String>,
}

/// `cmake_language(DEFER …)`
pub(super) fn defer(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    if let Err(message) = run(machine, call) {
        machine.error(&format!("cmake_language DEFER {message}"), call.origin);
    }
}

fn run(machine: &mut Machine<'_>, call: &Invocation<'_>) -> Result<(), String> {
    let words: Vec<Arc<str>> =
        call.args.iter().map(|a| machine.facts.texts.plain(a.text).unwrap_or_default()).collect();
    if words.len() < 2 {
        return Err("requires at least one argument".to_owned());
    }
    let mut options = Options::default();
    let mut at = 1;
    while let Some(word) = words.get(at) {
        match &**word {
            "CALL" => return call_later(machine, call, options, at),
            what @ ("CANCEL_CALL" | "GET_CALL_IDS" | "GET_CALL") => {
                if options.id.is_some() || options.id_variable.is_some() {
                    return Err(format!("{what} does not accept ID or ID_VAR."));
                }
                let directory = options.directory.unwrap_or(machine.directory);
                return query(machine, call, directory, what, &words[at + 1..]);
            }
            option @ ("DIRECTORY" | "ID" | "ID_VAR") => {
                take_option(machine, &mut options, option, words.get(at + 1))?;
                at += 2;
            }
            other => return Err(format!("unknown option:\n  {other}")),
        }
    }
    Err("must be followed by a CALL argument".to_owned())
}

fn take_option(
    machine: &mut Machine<'_>,
    options: &mut Options,
    option: &str,
    value: Option<&Arc<str>>,
) -> Result<(), String> {
    let again = match option {
        "DIRECTORY" => options.directory.is_some(),
        "ID" => options.id.is_some(),
        _ => options.id_variable.is_some(),
    };
    if again {
        return Err(format!("given multiple {option} arguments"));
    }
    let Some(value) = value else {
        let what = if option == "ID_VAR" { "variable name" } else { "value" };
        return Err(format!("{option} missing {what}"));
    };
    if value.is_empty() {
        return Err(format!("{option} may not be empty"));
    }
    match option {
        "DIRECTORY" => options.directory = Some(known_directory(machine, value)?),
        "ID" if value.starts_with(|c: char| c.is_ascii_uppercase()) => {
            return Err("ID may not start in A-Z.".to_owned());
        }
        "ID" => options.id = Some(value.to_string()),
        _ => options.id_variable = Some(value.to_string()),
    }
    Ok(())
}

fn known_directory(machine: &Machine<'_>, text: &str) -> Result<DirectoryId, String> {
    let path = machine.known_path(text);
    let found =
        path.and_then(|path| machine.facts.directories.iter().position(|d| d.source == path || d.binary == path));
    found
        .map(|at| DirectoryId(at as u32))
        .ok_or_else(|| format!("DIRECTORY:\n  {text}\nis not known.  It may not have been processed yet."))
}

fn call_later(machine: &mut Machine<'_>, call: &Invocation<'_>, options: Options, at: usize) -> Result<(), String> {
    let Some(arg) = call.args.get(at + 1) else { return Err("CALL missing command name".to_owned()) };
    let Some(command) = machine.facts.texts.plain(arg.text) else { return Ok(()) };
    let lower = command.to_lowercase();
    if lower == "return" || super::language::FLOW.contains(&&*lower) {
        return Err(format!("invalid command specified: {command}"));
    }
    let first = arg.index as usize + 1;
    let id = options.id.unwrap_or_else(|| format!("__{}", machine.deferred_calls));
    machine.deferred_calls += 1;
    if let Some(variable) = options.id_variable {
        machine.set_text(&variable, &id, call.origin);
    }
    let deferred = Deferred {
        id,
        cond: machine.pc,
        command,
        arguments: call.command.arguments.get(first..).unwrap_or_default().to_vec(),
        origin: call.origin,
        file: Arc::clone(call.file),
    };
    let directory = options.directory.unwrap_or(machine.directory);
    machine.deferred.push((directory, deferred));
    Ok(())
}

fn query(
    machine: &mut Machine<'_>,
    call: &Invocation<'_>,
    directory: DirectoryId,
    what: &str,
    words: &[Arc<str>],
) -> Result<(), String> {
    let uppercase = |id: &str| id.starts_with(|c: char| c.is_ascii_uppercase());
    match (what, words) {
        ("CANCEL_CALL", ids) => {
            if let Some(id) = ids.iter().find(|id| uppercase(id)) {
                return Err(format!("CANCEL_CALL unknown argument:\n  {id}"));
            }
            machine.deferred.retain(|(d, deferred)| *d != directory || !ids.iter().any(|id| **id == deferred.id));
        }
        ("GET_CALL_IDS", [output]) => {
            let own = machine.deferred.iter().filter(|(d, _)| *d == directory);
            let ids: Vec<&str> = own.map(|(_, deferred)| &*deferred.id).collect();
            let text = list::join(&ids);
            machine.set_text(output, &text, call.origin);
        }
        ("GET_CALL_IDS", []) => return Err("GET_CALL_IDS missing output variable".to_owned()),
        ("GET_CALL_IDS", _) => return Err("GET_CALL_IDS given too many arguments".to_owned()),
        (_, []) => return Err("GET_CALL missing id".to_owned()),
        (_, [_]) => return Err("GET_CALL missing output variable".to_owned()),
        (_, [id, output]) => {
            if id.is_empty() {
                return Err("GET_CALL id may not be empty".to_owned());
            }
            if uppercase(id) {
                return Err(format!("GET_CALL unknown argument:\n  {id}"));
            }
            let found = machine.deferred.iter().find(|(d, deferred)| *d == directory && *deferred.id == **id);
            let text = found.map(|(_, deferred)| source_words(machine, deferred)).unwrap_or_default();
            machine.set_text(output, &text, call.origin);
        }
        _ => return Err(format!("{what} given too many arguments")),
    }
    Ok(())
}

/// The command and its arguments as they are written, as a list.
fn source_words(machine: &Machine<'_>, deferred: &Deferred) -> String {
    let source = machine.env.files.sources().get(deferred.file.id);
    let mut words = vec![deferred.command.to_string()];
    for argument in &deferred.arguments {
        let bytes = source.bytes().get(argument.range.start as usize..argument.range.end as usize);
        let text = String::from_utf8_lossy(bytes.unwrap_or_default()).into_owned();
        let inner = text.strip_prefix('"').and_then(|t| t.strip_suffix('"'));
        words.push(inner.map_or(text.clone(), str::to_owned));
    }
    words.join(";")
}

impl Machine<'_> {
    /// Runs what was deferred to the end of a directory, and what that defers in turn.
    pub(in crate::cmake::eval) fn run_deferred(&mut self, directory: DirectoryId) {
        while let Some(at) = self.deferred.iter().position(|(d, _)| *d == directory) {
            let (_, deferred) = self.deferred.remove(at);
            if self.stopped {
                continue;
            }
            let file = Arc::clone(&deferred.file);
            let command = Command {
                name: (*deferred.command).into(),
                lower: deferred.command.to_lowercase().into(),
                name_range: 0..0,
                range: 0..0,
                arguments: deferred.arguments.clone(),
            };
            self.under(deferred.cond, |m| {
                let args = m.expand_all(&command, deferred.origin);
                let call = Invocation { command: &command, file: &file, args, origin: deferred.origin };
                let args = call.args.clone();
                m.call_by_name(&deferred.command, &call, args);
            });
        }
    }
}
