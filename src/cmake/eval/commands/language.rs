//! Control flow and files: `include`, `return`, `break`, `continue`, policies, `cmake_language`.
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cmake::eval::condition;
use crate::cmake::eval::facts::{EvaluatedFile, Reason};
use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::policy::PolicyState;
use crate::cmake::eval::text::{has_symbol, is_symbol};
use crate::cmake::eval::value::Value;
use crate::cmake::eval::{UNREAD_INCLUDE, UNREAD_USE_FILE};
use crate::cmake::syntax::File;
use crate::cond::Cond;

use super::Handler::{Bulk, Plain};
use super::Table;

pub(super) const COMMANDS: Table = &[
    ("include", Plain(include)),
    ("include_guard", Plain(include_guard)),
    ("return", Plain(return_)),
    ("break", Bulk(break_)),
    ("continue", Bulk(continue_)),
    ("cmake_language", Bulk(cmake_language)),
];

fn return_(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    if let Some(first) = args.first()
        && machine.script.is_some()
    {
        match machine.policy_state(140) {
            PolicyState::New if &**first != "PROPAGATE" => {
                machine.error(&format!("return called with unsupported argument \"{first}\""), call.origin);
                return;
            }
            PolicyState::New => {}
            // OLD: the command with arguments does nothing at all.
            PolicyState::Old => return,
            PolicyState::Unset => {
                let text = "return() checks its arguments when the policy is set to NEW. Since the policy is not set \
                            the OLD behavior will be used so the arguments will be ignored.";
                machine.warn_policy(140, text, call.origin);
                return;
            }
        }
    }
    if args.first().is_some_and(|a| &**a == "PROPAGATE") && machine.scopes.has_parent() {
        // Blocks are left together with the function.
        let level = machine.scopes.blocks() + 1;
        for name in &args[1..] {
            let name = machine.intern(name);
            let value = machine.seen(name).unwrap_or_else(Value::unset);
            machine.set_variable_at(name, &value, level);
        }
    }
    let pc = machine.pc;
    if let Some(last) = machine.flow.returns.last_mut() {
        *last = machine.facts.conds.or(*last, pc);
    }
    machine.pc = Cond::FALSE;
}

fn break_(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let pc = machine.pc;
    match machine.flow.loops.last_mut() {
        Some(escapes) => {
            escapes.broken = machine.facts.conds.or(escapes.broken, pc);
            machine.pc = Cond::FALSE;
        }
        None => machine.error("A BREAK command was found outside of a proper FOREACH or WHILE loop scope", call.origin),
    }
}

fn continue_(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let pc = machine.pc;
    match machine.flow.loops.last_mut() {
        Some(escapes) => {
            escapes.continued = machine.facts.conds.or(escapes.continued, pc);
            machine.pc = Cond::FALSE;
        }
        None => machine.error("A CONTINUE command was found outside of a proper loop scope", call.origin),
    }
}

/// `block([SCOPE_FOR VARIABLES POLICIES] [PROPAGATE names])`: which scopes open, which names travel out.
pub(in crate::cmake::eval) fn block_arguments(words: &[Arc<str>]) -> (bool, bool, Vec<Arc<str>>) {
    let at = words.iter().position(|w| &**w == "PROPAGATE");
    let propagate = at.map(|at| words[at + 1..].to_vec()).unwrap_or_default();
    let head = &words[..at.unwrap_or(words.len())];
    let named = head.iter().any(|w| &**w == "SCOPE_FOR");
    let has = |word: &str| !named || head.iter().any(|w| &**w == word);
    (has("VARIABLES"), has("POLICIES"), propagate)
}

impl Machine<'_> {
    /// Runs a file in the current scope, as `include()` does. `return()` leads to its end.
    pub(in crate::cmake::eval) fn run_file(&mut self, path: &Path, file: &Arc<File>) {
        self.facts.files.push(EvaluatedFile { path: path.to_path_buf(), cond: self.pc });
        if !self.env.names.reads_groups.contains_key(&file.id) {
            self.reads_groups.entry(file.id).or_insert_with(|| condition::reads_groups(file));
        }
        let entry = self.pc;
        self.list_files.push(path.to_path_buf());
        let macros = self.macro_args.take();
        let loops = std::mem::take(&mut self.flow.loops);
        self.flow.returns.push(Cond::FALSE);
        self.run_block(file, &file.body);
        self.flow.returns.pop();
        self.flow.loops = loops;
        self.macro_args = macros;
        self.list_files.pop();
        self.pc = entry;
    }

    /// Runs a file one call deeper; its policies end with it.
    pub(in crate::cmake::eval) fn run_beneath(&mut self, path: &Path, file: &Arc<File>, call: &Invocation<'_>) {
        self.depth += 1;
        let caller = std::mem::replace(&mut self.caller, call.origin);
        let policies = self.policies.clone();
        self.run_file(path, file);
        self.policies = policies;
        self.caller = caller;
        self.depth -= 1;
    }

    /// Reads and parses a CMake file; a failure is recorded.
    pub(in crate::cmake::eval) fn parse_file(&mut self, path: &Path, call: &Invocation<'_>) -> Option<Arc<File>> {
        if self.script.is_some()
            && let Some(text) = self.overlay_text(path)
        {
            return Some(self.parse_text(path, &text));
        }
        match self.env.files.parse(path) {
            Ok(file) => Some(file),
            Err(error) => {
                let reason = if matches!(error, crate::source::ReadError::Outside(_)) {
                    Reason::Outside
                } else {
                    Reason::MissingFile
                };
                self.unknown(reason, &error.to_string(), call.origin);
                None
            }
        }
    }
}

fn include(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let Some((name, rest)) = args.split_first() else {
        machine.error("include called with wrong number of arguments", call.origin);
        return;
    };
    let optional = rest.iter().any(|w| &**w == "OPTIONAL");
    let result = rest.iter().position(|w| &**w == "RESULT_VARIABLE").and_then(|at| rest.get(at + 1)).cloned();
    let (name, known) = machine.facts.texts.with_defaults(name);
    // A module of CMake's own may be named by its full path, wherever CMake is.
    let own = name.strip_suffix(".cmake").and_then(|path| path.rsplit_once('/')).map(|(_, stem)| stem.to_owned());
    let own = own.filter(|stem| machine.own_module(stem).as_deref() == Some(&*name));
    if own.is_none() && !known || name.is_empty() {
        if include_by_word(machine, call, &name, rest) {
            return;
        }
        // What packages have for their users (`include(${VTK_USE_FILE})`) says nothing of how code is compiled.
        let shown = machine.facts.texts.display_str(&name);
        let what = if shown.contains("USE_FILE") { UNREAD_USE_FILE } else { UNREAD_INCLUDE };
        machine.unknown(Reason::UnknownValue, what, call.origin);
        return;
    }
    let by_path = own.is_some();
    let name = own.unwrap_or(name);
    // Named by its path, it is not one of the same name on the module path.
    let found = if by_path { None } else { find_module(machine, &name) };
    if let Some(variable) = result {
        let own = super::modules::known(&name).then(|| machine.own_module(&name)).flatten();
        // Wherever CMake is installed, that is an absolute path, and so it is true.
        let own = own.map(|path| if path.starts_with('/') { path } else { format!("/{path}") });
        let text = found.as_ref().map(|p| p.to_string_lossy().into_owned()).or(own);
        let text = text.unwrap_or_else(|| "NOTFOUND".to_owned());
        machine.set_text(&variable, &text, call.origin);
    }
    match found {
        Some(path) => {
            let words: Vec<&str> = rest.iter().map(|w| &**w).collect();
            run_included(machine, call, &path, &words);
        }
        None if super::modules::known(&name) => super::modules::load(machine, &name),
        None if super::provider::is_export_file(machine, Path::new(&*name)) => {}
        None if super::packages::include_find_module(machine, call, &name, by_path) => {}
        None if include_generated(machine, call, &name) => {}
        None if optional => {}
        None if written_by_project(machine, &name) => {
            machine.unknown(Reason::UnknownValue, &format!("text of the generated file {name}"), call.origin);
        }
        None => {
            if !machine.run_framework_module(&name, call) {
                machine.unknown(Reason::MissingFile, &format!("include file {name}"), call.origin);
            }
        }
    }
}

/// Includes a file whose name hangs on one unknown word (`include(cmake/${CMAKE_C_COMPILER_ID}.cmake)`): each that is there, where the word
/// is the one that leads to it. False where that is not all that is unknown.
fn include_by_word(machine: &mut Machine<'_>, call: &Invocation<'_>, name: &str, rest: &[Arc<str>]) -> bool {
    /// Files that are looked at.
    const MOST: usize = 16;
    let Some((folder, file)) = name.rsplit_once('/').filter(|(folder, _)| !has_symbol(folder)) else { return false };
    let Some((start, word, end)) = one_symbol(file).filter(|_| machine.env.options.all_configurations) else {
        return false;
    };
    let folder = machine.absolute(folder);
    let files = machine.env.files.sources().sandbox().list(&folder);
    let middle = |(file, is_folder): &(String, bool)| {
        let middle = file.strip_prefix(start)?.strip_suffix(end).filter(|middle| !middle.is_empty() && !is_folder)?;
        Some((middle.to_owned(), folder.join(file)))
    };
    let candidates: Vec<(String, PathBuf)> = files.iter().filter_map(middle).collect();
    if candidates.is_empty() || candidates.len() > MOST {
        return false;
    }
    let words: Vec<&str> = rest.iter().map(|word| &**word).collect();
    for (text, path) in candidates {
        let here = machine.texts_equal(word, &text);
        machine.under(here, |m| run_included(m, call, &path, &words));
    }
    true
}

/// What stands before the only symbol of a text, the symbol, and what stands behind it.
fn one_symbol(text: &str) -> Option<(&str, &str, &str)> {
    let at = text.find(is_symbol)?;
    let length = text.get(at..)?.chars().next()?.len_utf8();
    let end = text.get(at + length..)?;
    (!has_symbol(end)).then(|| (&text[..at], &text[at..at + length], end))
}

/// Includes a file that the project wrote, where its text is known; false where it is not.
fn include_generated(machine: &mut Machine<'_>, call: &Invocation<'_>, name: &str) -> bool {
    let path = machine.absolute(name);
    let Some(text) = machine.made_text(&path) else { return false };
    let again = machine.list_files.contains(&path);
    let Some(text) = machine.facts.texts.plain(text).filter(|_| machine.script.is_none() && !again) else {
        return false;
    };
    if machine.depth >= machine.env.options.limits.depth {
        return false;
    }
    let file = machine.parse_text(&path, &text);
    machine.run_beneath(&path, &file, call);
    true
}

fn written_by_project(machine: &Machine<'_>, name: &str) -> bool {
    let path = machine.absolute(name);
    machine.overlay.contains_key(&path) || path.starts_with(&machine.facts.binary_dir)
}

/// Where `include(name)` leads: a file, or a module on `CMAKE_MODULE_PATH`.
fn find_module(machine: &mut Machine<'_>, name: &str) -> Option<PathBuf> {
    let sandbox = machine.env.files.sources().sandbox();
    let is_path = name.contains('/') || Path::new(name).extension().is_some();
    let direct = machine.absolute(name);
    if is_path && (sandbox.is_file(&direct) || machine.script.is_some() && machine.overlay_text(&direct).is_some()) {
        return Some(direct);
    }
    // A name with folders may be that of a module, too (`include(compilers/gnu)`).
    if Path::new(name).is_absolute() {
        return None;
    }
    machine.on_module_path(&format!("{name}.cmake"))
}

impl Machine<'_> {
    /// Where a module of CMake's own lies, as far as `CMAKE_ROOT` is known.
    fn own_module(&mut self, name: &str) -> Option<String> {
        let root = self.read_named("CMAKE_ROOT").single();
        let root = root.unwrap_or_else(|| self.toolchain_symbol("CMAKE_ROOT"));
        let root = self.facts.texts.plain(root)?;
        Some(format!("{root}/Modules/{name}.cmake"))
    }

    /// A file of that name in one of the folders of `CMAKE_MODULE_PATH` (all that may be on it are looked at).
    pub(in crate::cmake::eval) fn on_module_path(&mut self, file_name: &str) -> Option<PathBuf> {
        let value = self.read_named("CMAKE_MODULE_PATH");
        let folders = self.list_elements(&value);
        for folder in folders {
            let Some(text) = self.facts.texts.plain(folder.text) else { continue };
            let (text, known) = self.facts.texts.with_defaults(&text);
            if !known || text.is_empty() {
                continue;
            }
            let path = self.absolute(&text).join(file_name);
            if self.env.files.sources().sandbox().is_file(&path) {
                return Some(path);
            }
        }
        None
    }
}

pub(super) fn run_included(machine: &mut Machine<'_>, call: &Invocation<'_>, path: &Path, words: &[&str]) {
    let too_deep = machine.depth >= machine.env.options.limits.depth
        || machine.list_files.iter().filter(|p| *p == path).count() > 8;
    if machine.script.is_none() && too_deep {
        machine.unknown(Reason::Limit, &format!("include cycle of {}", path.display()), call.origin);
        return;
    }
    let Some(file) = machine.parse_file(path, call) else { return };
    machine.depth += 1;
    let caller = std::mem::replace(&mut machine.caller, call.origin);
    let policies = machine.policies.clone();
    let pushed = machine.policy_stack.len();
    let actions = machine.script.as_deref().map(|s| (s.actions.clone(), s.actions_stack.len()));
    if machine.report_syntax(&file, call.origin) {
        machine.run_file(path, &file);
        if machine.script.is_some() && !machine.stopped {
            let diagnostics = actions.as_ref().map_or(0, |(_, open)| *open);
            machine.report_unclosed(path, pushed, diagnostics, call.origin);
        }
    }
    if !words.contains(&"NO_POLICY_SCOPE") {
        machine.policies = policies;
    }
    if let (Some(session), Some((actions, open))) = (machine.script.as_deref_mut(), actions)
        && !words.contains(&"NO_DIAGNOSTIC_SCOPE")
    {
        session.actions = actions;
        session.actions_stack.truncate(open);
    }
    machine.caller = caller;
    machine.depth -= 1;
}

/// The guard is in force where a variable would be seen that the file had set, in the folder and those below, or everywhere
/// (cmake-commands(7), `include_guard`).
fn include_guard(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let Some(path) = machine.list_files.last().cloned() else { return };
    let variable = format!("__INCGUARD_{}", path.display());
    if args.is_empty() && machine.script.is_some() {
        if machine.script_text(&variable).is_some() {
            return_(machine, call, &[]);
        } else {
            machine.set_text(&variable, "TRUE", call.origin);
        }
        return;
    }
    let name = machine.intern(&variable);
    let before = match args.first().map(|scope| &**scope) {
        None => machine.scopes.defined(&machine.facts.conds, name, machine.pc).unwrap_or(Cond::FALSE),
        Some("DIRECTORY") => machine.guarded_above(&path),
        Some(_) => machine.guarded_files.get(&(path.clone(), None)).copied().unwrap_or(Cond::FALSE),
    };
    let again = machine.conds().and(machine.pc, before);
    let first = machine.conds().diff(machine.pc, before);
    machine.pc = again;
    if !again.is_false() {
        return_(machine, call, &[]);
    }
    machine.pc = first;
    if first.is_false() {
        return;
    }
    match args.first().map(|scope| &**scope) {
        None => machine.set_text(&variable, "TRUE", call.origin),
        scope => {
            let place = (scope == Some("DIRECTORY")).then_some(machine.directory);
            let known = machine.guarded_files.entry((path, place)).or_insert(Cond::FALSE);
            *known = machine.facts.conds.or(*known, first);
        }
    }
}

impl Machine<'_> {
    /// When `include_guard(DIRECTORY)` of a file was met in this folder or one above.
    fn guarded_above(&self, path: &Path) -> Cond {
        let known =
            self.folders_above().filter_map(|id| self.guarded_files.get(&(path.to_path_buf(), Some(id))).copied());
        self.conds().any(known.collect::<Vec<_>>())
    }
}

/// Commands of the flow of control, which only stand in a file's text.
pub(super) const FLOW: &[&str] = &[
    "block",
    "else",
    "elseif",
    "endblock",
    "endforeach",
    "endfunction",
    "endif",
    "endmacro",
    "endwhile",
    "foreach",
    "function",
    "if",
    "macro",
    "while",
];

fn cmake_language(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let Some(first) = call.args.first() else {
        machine.error("cmake_language called with incorrect number of arguments", call.origin);
        return;
    };
    let sub = machine.facts.texts.plain(first.text);
    match sub.as_deref() {
        Some("CALL") => call_literal(machine, call),
        Some("EVAL") => eval_code(machine, call),
        Some("DEFER") => super::defer::defer(machine, call),
        Some("EXIT") => exit(machine, call),
        Some("GET_MESSAGE_LOG_LEVEL") => {
            let Some(output) = call.args.get(1).and_then(|a| machine.facts.texts.plain(a.text)) else {
                machine.error("cmake_language sub-command GET_MESSAGE_LOG_LEVEL expects one argument", call.origin);
                return;
            };
            if machine.script.is_some() {
                let level = machine.message_level().word();
                machine.set_text(&output, level, call.origin);
            } else {
                let name = machine.intern(&output);
                machine.havoc(name, "cmake_language(GET_MESSAGE_LOG_LEVEL)");
            }
        }
        Some("TRACE") if machine.script.is_some() => super::language_script::trace(machine, call),
        Some("GET_EXPERIMENTAL_FEATURE_ENABLED") if machine.script.is_some() => {
            super::language_script::experimental(machine, call);
        }
        Some("SET_DEPENDENCY_PROVIDER" | "TRACE" | "GET_EXPERIMENTAL_FEATURE_ENABLED") | None => {
            machine.unknown(Reason::UnmodelledForm, "cmake_language", call.origin);
        }
        Some(_) => machine.error("cmake_language called with unknown meta-operation", call.origin),
    }
}

fn call_literal(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let Some(arg) = call.args.get(1) else {
        machine.error("cmake_language CALL missing command name", call.origin);
        return;
    };
    let Some(command) = machine.facts.texts.plain(arg.text) else { return };
    if call.args.get(2).is_some_and(|next| next.index == arg.index) {
        machine.error("cmake_language CALL command's arguments must be literal", call.origin);
        return;
    }
    if FLOW.contains(&&*command.to_lowercase()) {
        machine.error(&format!("cmake_language invalid command specified: {command}"), call.origin);
        return;
    }
    machine.call_by_name(&command, call, call.args[2..].to_vec());
}

fn eval_code(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let code = call.args.get(1).and_then(|a| machine.facts.texts.plain(a.text));
    match code.as_deref() {
        None => {
            machine.error("cmake_language called with incorrect number of arguments", call.origin);
            return;
        }
        Some("CODE") if call.args.len() > 2 => {}
        Some("CODE") => {
            machine.error("cmake_language called without CODE argument", call.origin);
            return;
        }
        Some(_) => {
            machine
                .error("cmake_language called with unsupported arguments between EVAL and CODE arguments", call.origin);
            return;
        }
    }
    let text: Vec<_> = call.args.iter().skip(2).map(|a| a.text).collect();
    let space = machine.intern(" ");
    let mut parts = Vec::new();
    for (n, part) in text.into_iter().enumerate() {
        if n > 0 {
            parts.push(space);
        }
        parts.push(part);
    }
    let code = machine.concat(&parts, call.origin);
    for (cond, code) in machine.alternatives_or_widen(code, call.origin) {
        machine.under(cond, |m| m.evaluate_code(&code, call));
    }
}

fn exit(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let Some(word) = call.args.get(1).and_then(|a| machine.facts.texts.plain(a.text)) else {
        machine.error("cmake_language EXIT requires one argument", call.origin);
        return;
    };
    if machine.script.is_none() {
        machine.error("cmake_language EXIT can be used only in SCRIPT mode", call.origin);
        return;
    }
    let Ok(status) = word.parse::<i64>() else {
        machine.error(&format!("cmake_language EXIT requires one integral argument, got \"{word}\""), call.origin);
        return;
    };
    if let Some(session) = machine.script.as_deref_mut() {
        session.exit = u8::try_from(status & 0xff).ok();
    }
    machine.stopped = true;
}

impl Machine<'_> {
    /// Calls a command by its name with arguments that are expanded already.
    pub(in crate::cmake::eval) fn call_by_name(
        &mut self,
        command: &str,
        call: &Invocation<'_>,
        args: Vec<crate::cmake::eval::expand::Arg>,
    ) {
        let lower = command.to_lowercase();
        let renamed = crate::cmake::syntax::Command { lower: lower.as_str().into(), ..call.command.clone() };
        let invocation = Invocation { command: &renamed, file: call.file, args, origin: call.origin };
        match self.functions.get(lower.as_str()).cloned() {
            Some(definitions) => self.call_definitions(&invocation, &definitions),
            None => self.dispatch(&lower, &invocation),
        }
    }

    fn evaluate_code(&mut self, code: &str, call: &Invocation<'_>) {
        if self.script.is_none() && self.depth >= self.env.options.limits.depth {
            self.unknown(Reason::Limit, "cmake_language(EVAL)", call.origin);
            return;
        }
        let path = match (&self.script, self.frame(call.origin)) {
            (Some(_), Some((at, _))) => {
                let at = at.split(" (").next().unwrap_or_default();
                PathBuf::from(format!("{at}:EVAL"))
            }
            _ => PathBuf::from(format!("code of cmake_language(EVAL) #{}.", call.origin.0)),
        };
        let file = self.parse_text(&path, code);
        self.depth += 1;
        let caller = std::mem::replace(&mut self.caller, call.origin);
        if self.report_syntax(&file, call.origin) {
            self.run_block(&file, &file.body);
        }
        self.caller = caller;
        self.depth -= 1;
    }
}
