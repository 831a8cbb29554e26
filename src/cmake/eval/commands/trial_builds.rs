//! `try_compile` and `try_run`: nothing is built. A configured tree remembers how they ended; and where the source only asks
//! the preprocessor what it compiles for (`#error`), the answer is known.
use std::path::Path;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::text::has_symbol;
use crate::cmake::eval::value::Value;

use super::checks::at;

/// Words that name a variable which is written (cmake-commands(7)).
const OUTPUTS: &[&str] = &[
    "OUTPUT_VARIABLE",
    "COMPILE_OUTPUT_VARIABLE",
    "COPY_FILE_ERROR",
    "RUN_OUTPUT_VARIABLE",
    "RUN_OUTPUT_STDOUT_VARIABLE",
    "RUN_OUTPUT_STDERR_VARIABLE",
];

/// Words after which nothing is a source.
const OTHERS: &[&str] = &[
    "ARGS",
    "CMAKE_FLAGS",
    "COMPILE_DEFINITIONS",
    "COPY_FILE",
    "CUDA_EXTENSIONS",
    "CUDA_STANDARD",
    "CXX_EXTENSIONS",
    "CXX_STANDARD",
    "CXX_STANDARD_REQUIRED",
    "C_EXTENSIONS",
    "C_STANDARD",
    "C_STANDARD_REQUIRED",
    "LINK_LIBRARIES",
    "LINK_OPTIONS",
    "NO_CACHE",
    "WORKING_DIRECTORY",
];

/// `try_compile(RESULT …)`
pub(super) fn try_compile(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    trial(machine, call, args, 0);
}

/// `try_run(STATUS RESULT …)`
pub(super) fn try_run(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    trial(machine, call, args, 1);
    if let Some(run) = args.first() {
        let name = machine.intern(run);
        machine.havoc(name, "try_run");
    }
}

/// A trial build with the variable of its result at an index.
fn trial(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>], result: usize) {
    remember_project(machine, args);
    let command = &*call.command.lower;
    // What a configured tree says of it was seen.
    let is_seen = args.get(result).is_some_and(|variable| machine.given(variable).is_some());
    let said = if is_seen { None } else { compile_error(machine, args, result + 1) };
    let again = args.get(result).is_some_and(|variable| is_another(machine, variable, &args[result + 1..]));
    match args.get(result) {
        Some(variable) if said.is_some() => {
            let name = machine.intern(variable);
            let no = machine.intern("FALSE");
            machine.set_everywhere(name, &Value::text(no, call.origin));
        }
        // The cache has one answer, and what is built now is something else.
        Some(variable) if again && machine.is_told() => {
            let name = machine.intern(variable);
            machine.havoc(name, command);
        }
        _ => at(machine, call, args, result),
    }
    for (word, variable) in args.iter().zip(args.iter().skip(1)) {
        match &said {
            _ if !OUTPUTS.contains(&&**word) => {}
            Some(text) if word.ends_with("OUTPUT_VARIABLE") => machine.set_text(variable, text, call.origin),
            _ => {
                let name = machine.intern(variable);
                machine.havoc(name, command);
            }
        }
    }
}

/// A folder with a project of its own that is built to try the toolchain: nobody builds it otherwise.
fn remember_project(machine: &mut Machine<'_>, args: &[Arc<str>]) {
    for folder in args.iter().filter(|arg| arg.contains('/') && !has_symbol(arg)) {
        let folder = machine.absolute(folder);
        let is_below = folder != machine.facts.source_dir && folder.starts_with(&machine.facts.source_dir);
        if is_below && machine.env.files.sources().sandbox().is_file(&folder.join("CMakeLists.txt")) {
            machine.facts.tried.insert(folder);
        }
    }
}

/// Whether something else was built for the same result before.
fn is_another(machine: &mut Machine<'_>, variable: &Arc<str>, rest: &[Arc<str>]) -> bool {
    if let Some(first) = machine.trials.get(variable) {
        **first != *rest
    } else {
        machine.trials.insert(Arc::clone(variable), rest.to_vec());
        false
    }
}

/// What the compiler prints of a source that only says `#error`.
fn compile_error(machine: &mut Machine<'_>, args: &[Arc<str>], from: usize) -> Option<String> {
    if machine.script.is_some() || args.iter().any(|word| CHANGES.contains(&&**word)) {
        return None;
    }
    let sources = match args.iter().position(|word| &**word == "SOURCES") {
        Some(at) => &args[at + 1..],
        None => args.get(from + 1..)?,
    };
    let ends = |word: &Arc<str>| OUTPUTS.contains(&&**word) || OTHERS.contains(&&**word);
    let end = sources.iter().position(ends).unwrap_or(sources.len());
    let [source] = &sources[..end] else { return None };
    let path = machine.absolute(source);
    let language = match path.extension()?.to_str()? {
        "c" => "C",
        "cc" | "cpp" | "cxx" => "CXX",
        _ => return None,
    };
    if has_symbol(source) {
        return None;
    }
    if !is_plain(machine, language) {
        return None;
    }
    if let Some(known) = machine.errors.get(&path) {
        return known.clone();
    }
    let macros = super::host_programs::macros(machine, language)?;
    let macros: FxHashMap<&str, &str> = macros.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let error = crate::native::first_error(&read(machine, &path)?, &macros);
    let said = error.map(|(line, text)| format!("{}:{line}: error: #error {text}\n", path.display()));
    machine.errors.insert(path, said.clone());
    said
}

/// Words by which a trial build is given other macros than those of the compiler.
const CHANGES: &[&str] = &[
    "CMAKE_FLAGS",
    "COMPILE_DEFINITIONS",
    "CXX_EXTENSIONS",
    "CXX_STANDARD",
    "C_EXTENSIONS",
    "C_STANDARD",
    "LINK_LIBRARIES",
    "PROJECT",
];

/// Whether no variable gives the trial builds of a language flags or a standard (`try_compile`, CMP0066, CMP0067).
fn is_plain(machine: &mut Machine<'_>, language: &str) -> bool {
    let flags = ["FLAGS", "FLAGS_DEBUG", "STANDARD", "EXTENSIONS"].map(|part| format!("CMAKE_{language}_{part}"));
    flags.iter().all(|name| {
        let value = machine.read_named(name);
        // CMake's own flags for debugging define nothing.
        let harmless = |text: &str| text.is_empty() || text == "-g" && name.ends_with("_DEBUG");
        value.elems.iter().all(|elem| machine.facts.texts.plain(elem.text).is_some_and(|text| harmless(&text)))
    })
}

/// The text of a file of the project.
fn read(machine: &Machine<'_>, path: &Path) -> Option<Vec<u8>> {
    machine.env.files.sources().sandbox().read(path).ok()
}
