//! `get_filename_component` and `cmake_path`, and paths as the evaluator resolves them.
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::text::has_symbol;
use crate::cmake::eval::value::Value;
use crate::cmake::lang;
use crate::source::normalize;

use super::Handler::Plain;
use super::Table;

pub(super) const COMMANDS: Table = &[("get_filename_component", Plain(component)), ("cmake_path", Plain(cmake_path))];

impl Machine<'_> {
    /// A path as the running directory sees it.
    pub(in crate::cmake::eval) fn absolute(&self, path: &str) -> PathBuf {
        let base = &self.facts.directories[self.directory.0 as usize].source;
        normalize(&base.join(path))
    }

    /// Whether a path lies where reading is allowed.
    pub(in crate::cmake::eval) fn inside(&self, path: &Path) -> bool {
        self.env.files.sources().sandbox().contains(path)
    }

    /// A path argument, symbols replaced by their declared defaults; nothing when it stays unknown.
    pub(in crate::cmake::eval) fn known_path(&self, text: &str) -> Option<PathBuf> {
        let (path, known) = self.facts.texts.with_defaults(text);
        known.then(|| self.absolute(&path))
    }
}

fn component(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let [output, path, mode, rest @ ..] = args else {
        machine.error("get_filename_component called with incorrect number of arguments", call.origin);
        return;
    };
    let name = machine.intern(output);
    let absolute_symbol = has_symbol(path) && path.starts_with(crate::cmake::eval::text::is_symbol);
    if has_symbol(path) && (!symbol_safe(mode) || path.ends_with(crate::cmake::eval::text::is_symbol))
        || absolute_symbol && matches!(&**mode, "ABSOLUTE" | "REALPATH")
    {
        let expression = format!("{} of {path}", mode.to_lowercase());
        let symbol = if symbol_safe(mode) && !matches!(&**mode, "ABSOLUTE" | "REALPATH") {
            let (output, mode) = (output.to_string(), mode.to_string());
            machine.computed(&expression, &[path], move |path| {
                lang::path::get_filename_component(&[&output, path.first()?, &mode], "").ok()?.text_of(&output)
            })
        } else {
            machine.derived(&expression)
        };
        machine.set_variable(name, &Value::text(symbol, call.origin));
        return;
    }
    let base = machine.facts.directories[machine.directory.0 as usize].source.to_string_lossy().into_owned();
    let words: Vec<&str> = args.iter().map(|a| &**a).collect();
    if &**mode == "PROGRAM" {
        if machine.script.is_some() {
            return super::searches::program_component(machine, call, &words);
        }
        machine.havoc(name, "get_filename_component(PROGRAM)");
        return;
    }
    let mut outcome = lang::path::get_filename_component(&words, &base);
    if &**mode == "REALPATH"
        && let Ok(lang::Outcome { writes, .. }) = &mut outcome
        && let [(_, lang::Value::Text(path))] = writes.as_mut_slice()
        && let Ok(real) = machine.env.files.sources().sandbox().resolve(std::path::Path::new(path))
    {
        *path = real.to_string_lossy().into_owned();
    }
    if machine.script.is_some()
        && rest.iter().any(|w| &**w == "CACHE")
        && let Ok(lang::Outcome { writes, .. }) = &outcome
        && let [(_, lang::Value::Text(text))] = writes.as_slice()
    {
        let kind = if matches!(&**mode, "PATH" | "DIRECTORY") { "PATH" } else { "FILEPATH" };
        return super::searches::store(machine, call, output, text, true, kind);
    }
    machine.apply(outcome, call.origin);
}

/// Modes that look at the end of a path only, so that an unknown beginning does not matter.
fn symbol_safe(mode: &str) -> bool {
    matches!(
        mode,
        "NAME" | "EXT" | "NAME_WE" | "LAST_EXT" | "NAME_WLE" | "DIRECTORY" | "PATH" | "ABSOLUTE" | "REALPATH"
    )
}

fn cmake_path(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let words: Vec<&str> = args.iter().map(|a| &**a).collect();
    let [sub, variable, ..] = words.as_slice() else {
        machine.error("cmake_path must be called with at least one argument", call.origin);
        return;
    };
    let name = machine.intern(variable);
    let value = machine.read_variable(name);
    let text = machine.wrap(&value);
    let current = machine.facts.directories[machine.directory.0 as usize].source.to_string_lossy().into_owned();
    for (cond, input) in machine.alternatives_or_widen(text, call.origin) {
        machine.under(cond, |m| {
            let symbolic = has_symbol(&input) || words.iter().any(|w| has_symbol(w));
            if symbolic {
                let output = path_output(&words).unwrap_or(variable);
                let symbol = m.derived(&format!("cmake_path({} {input} {})", sub, words[2..].join(" ")));
                let output = m.intern(output);
                m.set_variable(output, &Value::text(symbol, call.origin));
                return;
            }
            let defined = !m.conds().disjoint(m.pc, value.defined);
            m.apply(lang::path::cmake_path(&words, defined.then_some(&*input), &current), call.origin);
        });
    }
}

/// Which argument of `cmake_path` names the variable that is written (cmake-commands(7), `cmake_path`).
fn path_output<'a>(words: &[&'a str]) -> Option<&'a str> {
    let option = words.iter().position(|w| *w == "OUTPUT_VARIABLE").and_then(|at| words.get(at + 1)).copied();
    match words.first().copied()? {
        _ if option.is_some() => option,
        "GET" | "HASH" | "COMPARE" => words.last().copied(),
        "NATIVE_PATH" | "CONVERT" => words.last().copied().filter(|w| *w != "NORMALIZE"),
        sub if sub.starts_with("HAS_") || sub.starts_with("IS_") => words.last().copied(),
        _ => words.get(1).copied(),
    }
}
