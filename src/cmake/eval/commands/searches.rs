//! What a script finds: programs, files and folders among those that it may read and those that it wrote.
use std::sync::Arc;

use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::value::Value;
use crate::cmake::lang;
use crate::cmake::script::overlay::Kind;

/// What `cmake_host_system_information` answers in scripts.
const HOST: &str = include_str!("../data/host.txt");

/// What a `find_*` command looks for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sought {
    /// The full path of a file.
    File,
    /// The folder of a file.
    Folder,
    /// The full path of a program.
    Program,
    /// The full path of a library.
    Library,
}

impl Sought {
    pub(super) fn of(command: &str) -> Self {
        match command {
            "find_path" => Self::Folder,
            "find_program" => Self::Program,
            "find_library" => Self::Library,
            _ => Self::File,
        }
    }

    /// The type of the cache entry.
    fn kind(self) -> &'static str {
        if self == Self::Folder { "PATH" } else { "FILEPATH" }
    }
}

/// The words of a `find_*` call.
#[derive(Default)]
struct Request {
    names: Vec<String>,
    folders: Vec<String>,
    suffixes: Vec<String>,
    required: bool,
    uncached: bool,
}

/// Words that take values, and those that stand alone (cmake-commands(7), `find_file`).
const GROUPS: &[&str] = &["NAMES", "HINTS", "PATHS", "PATH_SUFFIXES", "DOC", "VALIDATOR", "REGISTRY_VIEW"];

/// Whether a word of a `find_*` call begins another group, or is an option.
pub fn is_keyword_of_search(word: &str) -> bool {
    const OPTIONS: &[&str] =
        &["ENV", "REQUIRED", "OPTIONAL", "NAMES_PER_DIR", "CMAKE_FIND_ROOT_PATH_BOTH", "ONLY_CMAKE_FIND_ROOT_PATH"];
    GROUPS.contains(&word) || OPTIONS.contains(&word) || word.starts_with("NO_")
}

fn request(machine: &mut Machine<'_>, words: &[Arc<str>]) -> Request {
    let mut out = Request::default();
    let long = words.iter().any(|w| GROUPS.contains(&&**w));
    let mut group = if long { "NAMES" } else { "short" };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match &**word {
            "REQUIRED" => out.required = true,
            "NO_CACHE" => out.uncached = true,
            "ENV" => {
                if let Some(name) = words.next() {
                    out.folders.extend(environment(machine, name).split(':').map(str::to_owned));
                }
            }
            other if GROUPS.contains(&other) => group = GROUPS.iter().find(|g| **g == other).copied().unwrap_or(group),
            other if other.starts_with("NO_") || other == "NAMES_PER_DIR" => {}
            other => match group {
                "NAMES" => out.names.push(other.to_owned()),
                "short" if out.names.is_empty() => out.names.push(other.to_owned()),
                "HINTS" | "PATHS" | "short" => out.folders.push(other.to_owned()),
                "PATH_SUFFIXES" => out.suffixes.push(other.to_owned()),
                _ => {}
            },
        }
    }
    out.suffixes.push(String::new());
    out
}

fn environment(machine: &mut Machine<'_>, name: &str) -> String {
    let name = machine.intern(name);
    let value = machine.read_environment(name).single();
    value.and_then(|text| machine.facts.texts.plain(text)).map(|text| text.to_string()).unwrap_or_default()
}

/// `find_file` and relatives in a script.
pub(super) fn find_one(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let Some((variable, rest)) = args.split_first() else { return };
    let sought = Sought::of(&call.command.lower);
    let request = request(machine, rest);
    let before = machine.script_text(variable).filter(|text| !is_not_found(text));
    let cached = machine.facts.cache.get(&**variable).map(|entry| entry.kind.to_string());
    // An entry of the command line has a value and no type yet: it is made a full one.
    let bare = cached.as_deref() == Some("UNINITIALIZED");
    let result = match &before {
        Some(_) if !bare => return,
        Some(text) => made_absolute(machine, text),
        None => search(machine, sought, &request).unwrap_or_else(|| format!("{variable}-NOTFOUND")),
    };
    if request.required && is_not_found(&result) {
        let names = request.names.join(", ");
        machine.error(&format!("Could not find {variable} using the following names: {names}"), call.origin);
    }
    if request.uncached {
        machine.set_text(variable, &result, call.origin);
        return;
    }
    let text = machine.intern(&result);
    let declaration = super::cache::Declaration {
        name: variable,
        kind: sought.kind(),
        help: machine.intern(""),
        value: Value::text(text, call.origin),
        force: true,
        option: false,
    };
    let name = machine.intern(variable);
    let normal = machine.scopes.holds(name);
    machine.declare_cache(&declaration, call.origin);
    if normal && machine.policy_new(126) {
        machine.set_text(variable, &result, call.origin);
    } else if normal {
        machine.unset_variable(name);
    }
}

fn is_not_found(text: &str) -> bool {
    text.is_empty() || text.ends_with("NOTFOUND")
}

/// A given path as the full path of what is there, else as it is.
fn made_absolute(machine: &Machine<'_>, text: &str) -> String {
    let path = machine.absolute(text);
    if machine.overlay_kind(&path).is_some() { path.to_string_lossy().into_owned() } else { text.to_owned() }
}

fn search(machine: &mut Machine<'_>, sought: Sought, request: &Request) -> Option<String> {
    let mut folders = request.folders.clone();
    if sought == Sought::Program {
        folders.extend(environment(machine, "PATH").split(':').map(str::to_owned));
    }
    for name in &request.names {
        let names = match sought {
            Sought::Library => vec![format!("lib{name}.so"), format!("lib{name}.a"), name.clone()],
            _ => vec![name.clone()],
        };
        for folder in folders.iter().filter(|f| !f.is_empty()) {
            for suffix in &request.suffixes {
                let at = machine.absolute(folder).join(suffix);
                let found = names.iter().find(|name| machine.overlay_kind(&at.join(name)).is_some());
                if let Some(found) = found {
                    let path = if sought == Sought::Folder { at } else { at.join(found) };
                    return Some(crate::source::normalize(&path).to_string_lossy().into_owned());
                }
            }
        }
    }
    None
}

/// The full path of a program: as it is given, or on the PATH.
fn program(machine: &mut Machine<'_>, name: &str) -> Option<String> {
    if name.trim().is_empty() {
        return None;
    }
    if name.contains('/') {
        let path = machine.absolute(name);
        // Above all that may be read the root is known to be there.
        let there = machine.overlay_kind(&path).is_some() || path.parent().is_none();
        return there.then(|| path.to_string_lossy().into_owned());
    }
    let folders = environment(machine, "PATH");
    let mut paths = folders.split(':').filter(|f| !f.is_empty()).map(|f| std::path::Path::new(f).join(name));
    paths.find(|p| machine.overlay_kind(p) == Some(Kind::File)).map(|p| p.to_string_lossy().into_owned())
}

/// A command line as program and the rest, where the program is found: without quotes the longest beginning that is one.
fn split_program(machine: &mut Machine<'_>, command: &str) -> Option<(String, String)> {
    if let Some(found) = program(machine, command) {
        return Some((found, String::new()));
    }
    let command = command.trim_start();
    if let Some(quote) = command.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        let (inner, rest) = command[1..].split_once(quote)?;
        return Some((program(machine, inner)?, rest.to_owned()));
    }
    let blanks: Vec<usize> = command.match_indices(' ').map(|(at, _)| at).collect();
    blanks.iter().rev().find_map(|&at| Some((program(machine, &command[..at])?, command[at..].to_owned())))
}

/// `get_filename_component(… PROGRAM [PROGRAM_ARGS variable] [CACHE])` in a script.
pub(super) fn program_component(machine: &mut Machine<'_>, call: &Invocation<'_>, words: &[&str]) {
    let [output, command, _, rest @ ..] = words else { return };
    let arguments = rest.iter().position(|w| *w == "PROGRAM_ARGS").and_then(|at| rest.get(at + 1)).copied();
    let (found, more) = split_program(machine, command).unwrap_or_default();
    store(machine, call, output, &found, rest.contains(&"CACHE"), "FILEPATH");
    if let Some(variable) = arguments {
        store(machine, call, variable, &more, rest.contains(&"CACHE"), "STRING");
    }
}

/// Sets a variable, or makes a cache entry of it where there is none yet.
pub(super) fn store(
    machine: &mut Machine<'_>,
    call: &Invocation<'_>,
    name: &str,
    text: &str,
    cached: bool,
    kind: &'static str,
) {
    if !cached {
        machine.set_text(name, text, call.origin);
        return;
    }
    if machine.script_text(name).is_some_and(|before| !is_not_found(&before)) {
        return;
    }
    let text = machine.intern(text);
    let help = machine.intern("");
    let value = Value::text(text, call.origin);
    let declaration = super::cache::Declaration { name, kind, help, value, force: true, option: false };
    machine.declare_cache(&declaration, call.origin);
}

/// `separate_arguments(out UNIX_COMMAND PROGRAM [SEPARATE_ARGS] command)` in a script.
pub(super) fn separate_program(machine: &mut Machine<'_>, call: &Invocation<'_>, words: &[&str]) {
    let (Some(output), Some(command)) = (words.first(), words.last()) else { return };
    let list = match split_program(machine, command) {
        Some((found, rest)) if words.contains(&"SEPARATE_ARGS") => {
            let rest = if words.contains(&"WINDOWS_COMMAND") {
                lang::arguments::split_windows(&rest)
            } else {
                lang::arguments::split_unix(&rest)
            };
            std::iter::once(found).chain(rest).collect()
        }
        Some((found, rest)) => vec![found, rest],
        None => Vec::new(),
    };
    let escaped: Vec<String> = list.iter().map(|word| word.replace(';', "\\;")).collect();
    machine.set_text(output, &escaped.join(";"), call.origin);
}

/// `cmake_host_system_information(RESULT variable QUERY key…)` in a script: the answers of a plain machine.
pub(super) fn host(machine: &mut Machine<'_>, call: &Invocation<'_>, output: &str, keys: &[&str]) {
    let answer = |key: &str| HOST.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('\t'));
    let answers: Vec<&str> = keys.iter().map(|key| answer(key).unwrap_or_default()).collect();
    machine.set_text(output, &answers.join(";"), call.origin);
}

/// `QUERY DISTRIB_INFO` where no os-release file may be read: the scripts of `CMAKE_GET_OS_RELEASE_FALLBACK_SCRIPTS`, in
/// the order of their names, until one answers.
pub(super) fn distribution(machine: &mut Machine<'_>, call: &Invocation<'_>, output: &str) {
    const RESULT: &str = "CMAKE_GET_OS_RELEASE_FALLBACK_RESULT";
    let listed = machine.script_text("CMAKE_GET_OS_RELEASE_FALLBACK_SCRIPTS").unwrap_or_default();
    let mut scripts: Vec<(String, std::path::PathBuf)> = listed
        .split(';')
        .map(|path| machine.absolute(path))
        .filter_map(|path| Some((path.file_name()?.to_str()?.to_owned(), path)))
        .filter(|(name, _)| {
            name.len() > 4 && name.as_bytes()[3] == b'-' && name[..3].bytes().all(|b| b.is_ascii_digit())
        })
        .collect();
    scripts.sort();
    let mut answered = Vec::new();
    for (_, script) in scripts {
        super::language::run_included(machine, call, &script, &[]);
        let Some(names) = machine.script_text(RESULT) else { continue };
        let used = script.to_string_lossy().into_owned();
        answered.push(("USED_FALLBACK_SCRIPT".to_owned(), used));
        for name in names.split(';') {
            let Some(key) = name.strip_prefix(&format!("{RESULT}_")) else { continue };
            let text = machine.script_text(name).unwrap_or_default();
            answered.push((key.to_owned(), text.to_string()));
        }
        break;
    }
    answered.sort();
    let names: Vec<String> = answered.iter().map(|(key, _)| format!("{output}_{key}")).collect();
    for (name, (_, text)) in names.iter().zip(&answered) {
        machine.set_text(name, text, call.origin);
    }
    machine.set_text(output, &names.join(";"), call.origin);
}
