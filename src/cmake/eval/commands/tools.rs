//! `execute_process` and `exec_program`: no process runs. What CMake's own tool mode (`cmake -E`, cmake(1)) would do is
//! done in memory; what another program would print stays unknown.
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cmake::eval::expand::Arg;
use crate::cmake::eval::facts::Reason;
use crate::cmake::eval::machine::{Invocation, Machine, Statuses};
use crate::cmake::eval::policy::PolicyState;
use crate::cmake::lang::arguments::split_unix;
use crate::cmake::script::Stream;
use crate::cmake::script::overlay::Kind;
use crate::cond::Cond;
use crate::source::normalize;

use super::files_script::{copy_tree, files, read_bytes, write_bytes};
use super::host_programs::is_uname;

/// What a tool left.
#[derive(Debug, Default)]
struct Ran {
    status: u8,
    out: String,
    err: String,
}

impl Ran {
    fn printed(out: String) -> Self {
        Self { out, ..Self::default() }
    }

    fn status(status: u8) -> Self {
        Self { status, ..Self::default() }
    }
}

/// Words of `execute_process` that begin something new, with the number of values that each takes
/// (cmake-commands(7), `execute_process`).
const WORDS: &[(&str, usize)] = &[
    ("WORKING_DIRECTORY", 1),
    ("TIMEOUT", 1),
    ("RESULT_VARIABLE", 1),
    ("RESULTS_VARIABLE", 1),
    ("OUTPUT_VARIABLE", 1),
    ("ERROR_VARIABLE", 1),
    ("INPUT_FILE", 1),
    ("OUTPUT_FILE", 1),
    ("ERROR_FILE", 1),
    ("COMMAND_ECHO", 1),
    ("ENCODING", 1),
    ("COMMAND_ERROR_IS_FATAL", 1),
    ("OUTPUT_QUIET", 0),
    ("ERROR_QUIET", 0),
    ("ECHO_OUTPUT_VARIABLE", 0),
    ("ECHO_ERROR_VARIABLE", 0),
    ("OUTPUT_STRIP_TRAILING_WHITESPACE", 0),
    ("ERROR_STRIP_TRAILING_WHITESPACE", 0),
];

/// Variables that get results, and whether each holds exit statuses.
type Results = Vec<(bool, Arc<str>)>;

/// A call of `execute_process`.
#[derive(Default)]
struct Process<'a> {
    commands: Vec<Vec<&'a str>>,
    options: Vec<(&'a str, &'a str)>,
}

impl<'a> Process<'a> {
    fn read(args: &'a [Arc<str>]) -> Self {
        let mut out = Self::default();
        let mut words = args.iter().map(|a| &**a);
        let mut open = false;
        while let Some(word) = words.next() {
            if word == "COMMAND" {
                out.commands.push(Vec::new());
                open = true;
            } else if let Some((_, values)) = WORDS.iter().find(|(name, _)| *name == word) {
                let value = if *values == 1 { words.next().unwrap_or_default() } else { "" };
                out.options.push((word, value));
                open = false;
            } else if let Some(command) = out.commands.last_mut().filter(|_| open) {
                command.push(word);
            }
        }
        out
    }

    /// The variables that it writes, and whether each holds exit statuses.
    fn results(&self) -> Results {
        let written = self.options.iter().filter(|(word, name)| word.ends_with("_VARIABLE") && !name.is_empty());
        written.map(|(word, name)| (word.starts_with("RESULT"), Arc::from(*name))).collect()
    }

    fn option(&self, name: &str) -> Option<&'a str> {
        self.options.iter().rev().find(|(word, _)| *word == name).map(|(_, value)| *value)
    }
}

/// `execute_process`
pub(super) fn execute_process(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    // Whatever an unknown program is called with, its results are equally unknown: they are written once.
    let mut unknown: Vec<(Results, Cond)> = Vec::new();
    let plain = without_words(machine, call);
    let args = plain.as_deref().unwrap_or(&call.args);
    machine.fork(args, call.origin, &mut |machine, args| {
        let process = Process::read(args);
        if is_known(machine, call, &process) {
            return;
        }
        let results = process.results();
        let pc = machine.pc;
        match unknown.iter_mut().find(|(same, _)| *same == results) {
            Some((_, cond)) => *cond = machine.conds().or(*cond, pc),
            None => unknown.push((results, pc)),
        }
    });
    for (results, cond) in unknown {
        let saved = std::mem::replace(&mut machine.pc, cond);
        machine.unknown(Reason::Process, "execute_process", call.origin);
        for (is_status, variable) in results {
            let usual = !machine.env.options.all_configurations && machine.statuses != Statuses::Unknown;
            if is_status && usual {
                machine.statuses = Statuses::Met;
                machine.set_text(&variable, "0", call.origin);
            } else {
                let name = machine.intern(&variable);
                machine.havoc(name, "execute_process");
            }
        }
        machine.pc = saved;
    }
}

/// The arguments without the words of the commands, where no program is known, whatever it is given: words may have many
/// alternatives. Nothing where that is not certain.
fn without_words(machine: &mut Machine<'_>, call: &Invocation<'_>) -> Option<Vec<Arg>> {
    if !machine.env.options.all_configurations {
        return None;
    }
    let values = |word: &str| match word {
        "COMMAND" => Some(0),
        _ => WORDS.iter().find(|(name, _)| *name == word).map(|(_, values)| *values),
    };
    let mut kept = Vec::with_capacity(call.args.len());
    let (mut args, mut is_program, mut is_word) = (call.args.iter(), false, false);
    while let Some(arg) = args.next() {
        let keyword = machine.facts.texts.plain(arg.text).and_then(|text| Some((values(&text)?, &*text == "COMMAND")));
        if let Some((values, is_command)) = keyword {
            let from = kept.len();
            kept.extend(std::iter::once(arg).chain(args.by_ref().take(values)).copied());
            if kept[from..].iter().any(|arg| !arg.cond.is_true()) {
                return None;
            }
            (is_program, is_word) = (is_command, false);
        } else if is_program {
            let programs = machine.combinations(std::slice::from_ref(arg), call.origin);
            if !arg.cond.is_true()
                || programs.iter().flat_map(|(_, words)| words).any(|word| is_cmake(machine, word) || is_uname(word))
            {
                return None;
            }
            (is_program, is_word) = (false, true);
        } else if !is_word {
            kept.push(*arg);
        }
    }
    Some(kept)
}

/// Whether it is known what a process gives; then it is written.
fn is_known(machine: &mut Machine<'_>, call: &Invocation<'_>, process: &Process<'_>) -> bool {
    let [command] = process.commands.as_slice() else { return false };
    let Some((program, words)) = command.split_first() else { return false };
    if is_cmake(machine, program) {
        let folder = machine.absolute(process.option("WORKING_DIRECTORY").unwrap_or_default());
        if let Some(ran) = run(machine, words, &folder) {
            finish(machine, call, process, &ran);
            return true;
        }
    }
    if let Some(ran) = without_repository(machine, process, program, words) {
        finish(machine, call, process, &ran);
        return true;
    }
    let text = super::host_programs::output(machine, program, words);
    text.map(|text| finish(machine, call, process, &Ran::printed(text))).is_some()
}

/// Commands of git that need a repository (git(1)).
const OF_REPOSITORIES: &[&str] = &[
    "branch",
    "describe",
    "diff-index",
    "log",
    "ls-files",
    "ls-tree",
    "name-rev",
    "rev-list",
    "rev-parse",
    "show",
    "show-ref",
    "status",
    "submodule",
    "symbolic-ref",
    "tag",
];

/// What git says in sources without a repository, as archives hold them. Folders above the root are not looked at: that
/// the root is no part of a larger repository is taken for granted, in one configuration only.
fn without_repository(machine: &Machine<'_>, process: &Process<'_>, program: &str, words: &[&str]) -> Option<Ran> {
    if machine.env.options.all_configurations || machine.script.is_some() {
        return None;
    }
    let shown = machine.facts.texts.display_str(program);
    let is_git =
        shown.ends_with("/git") || shown == "git" || shown.trim_start_matches('/').starts_with("<GIT_EXECUTABLE");
    let mut folder = machine.absolute(process.option("WORKING_DIRECTORY").unwrap_or_default());
    let mut words = words.iter().copied();
    let command = loop {
        match words.next()? {
            "-C" => folder = normalize(&folder.join(words.next()?)),
            "-c" => {
                words.next()?;
            }
            word if word.starts_with("--git-dir") || word.starts_with("--work-tree") => return None,
            word if word.starts_with('-') => {}
            word => break word,
        }
    };
    let sandbox = machine.env.files.sources().sandbox();
    let root = sandbox.root()?;
    let folder = if folder.starts_with(&machine.facts.binary_dir) { root.to_path_buf() } else { folder };
    let is_repository = |at: &Path| sandbox.is_file(&at.join(".git")) || sandbox.is_dir(&at.join(".git"));
    let inside = folder.starts_with(root)
        && folder.ancestors().take_while(|at| at.starts_with(root)).all(|at| !is_repository(at));
    (is_git && inside && OF_REPOSITORIES.contains(&command)).then(|| Ran {
        status: 128,
        out: String::new(),
        err: "fatal: not a git repository (or any of the parent directories): .git\n".to_owned(),
    })
}

/// `exec_program(program [dir] [ARGS words…] [OUTPUT_VARIABLE v] [RETURN_VALUE v])`
pub(super) fn exec_program(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    if machine.policy_state(153) == PolicyState::Unset {
        machine.warn_policy(153, "Use execute_process() instead.", call.origin);
    }
    let after = |word: &str| args.iter().position(|w| &**w == word).and_then(|at| args.get(at + 1));
    let (output, result) = (after("OUTPUT_VARIABLE").cloned(), after("RETURN_VALUE").cloned());
    let program = args.first().cloned().unwrap_or_default();
    let words: Vec<String> = args
        .iter()
        .skip_while(|w| &***w != "ARGS")
        .skip(1)
        .take_while(|w| !matches!(&***w, "OUTPUT_VARIABLE" | "RETURN_VALUE"))
        .flat_map(|w| split_unix(w))
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let folder = machine.absolute("");
    if is_cmake(machine, &program)
        && let Some(ran) = run(machine, &words, &folder)
    {
        match output {
            Some(variable) => machine.set_text(&variable, ran.out.trim_end_matches('\n'), call.origin),
            None => machine.print(Stream::Out, &ran.out),
        }
        if let Some(variable) = result {
            machine.set_text(&variable, &ran.status.to_string(), call.origin);
        }
        return;
    }
    machine.unknown(Reason::Process, "exec_program", call.origin);
    for variable in [output, result].into_iter().flatten() {
        let name = machine.intern(&variable);
        machine.havoc(name, "exec_program");
    }
}

/// Whether a program is `CMAKE_COMMAND`.
fn is_cmake(machine: &mut Machine<'_>, program: &str) -> bool {
    let own = machine.read_named("CMAKE_COMMAND").single().and_then(|text| machine.facts.texts.plain(text));
    own.as_deref() == Some(program)
}

/// Runs `cmake` with these words where that needs no process; nothing where it is not known what would happen.
fn run(machine: &mut Machine<'_>, words: &[&str], folder: &Path) -> Option<Ran> {
    let symbolic = words.iter().any(|w| crate::cmake::eval::text::has_symbol(w));
    match words {
        ["-E", "echo", rest @ ..] if !symbolic => Some(Ran::printed(rest.join(" ") + "\n")),
        ["-E", "echo_append", rest @ ..] if !symbolic => Some(Ran::printed(rest.join(" "))),
        ["-E", "true" | "sleep", ..] => Some(Ran::default()),
        ["-E", "false", ..] => Some(Ran::status(1)),
        ["-E", tool, rest @ ..] if machine.script.is_none() => changes_files(tool, rest).then(Ran::default),
        ["-E", tool, rest @ ..] => file_tool(machine, tool, rest, folder),
        [.., "-P", script] if machine.script.is_some() => {
            let path = normalize(&folder.join(script));
            machine.run_nested(&path, words).map(|(status, out, err)| Ran { status, out, err })
        }
        _ => None,
    }
}

/// Tools that change files of a build and print nothing. What they write is not followed in the evaluation of projects.
fn changes_files(tool: &str, words: &[&str]) -> bool {
    const TOOLS: &[&str] = &[
        "copy",
        "copy_directory",
        "copy_directory_if_different",
        "copy_if_different",
        "create_symlink",
        "create_hardlink",
        "make_directory",
        "remove",
        "remove_directory",
        "rm",
        "touch",
        "touch_nocreate",
    ];
    !words.is_empty() && TOOLS.contains(&tool)
}

fn file_tool(machine: &mut Machine<'_>, tool: &str, words: &[&str], folder: &Path) -> Option<Ran> {
    let path = |word: &str| normalize(&folder.join(word));
    let paths: Vec<PathBuf> = words.iter().filter(|w| !w.starts_with('-')).map(|w| path(w)).collect();
    let mut status = 0;
    match tool {
        "make_directory" => {
            if let Some((overlay, _)) = files(machine) {
                for path in &paths {
                    overlay.make_folder(path);
                }
            }
        }
        "touch" => {
            for path in paths.iter().filter(|p| machine.overlay_kind(p).is_none()).cloned().collect::<Vec<_>>() {
                write_bytes(machine, &path, b"").ok()?;
            }
        }
        "remove" | "rm" | "remove_directory" => {
            if let Some((overlay, _)) = files(machine) {
                for path in &paths {
                    overlay.remove(path);
                }
            }
        }
        "create_symlink" => {
            let [target, link] = words else { return Some(Ran::status(1)) };
            let link = path(link);
            files(machine)?.0.make_link(&link, Path::new(target));
        }
        "copy" | "copy_if_different" => {
            let (to, from) = paths.split_last()?;
            for one in from {
                let to =
                    if machine.overlay_kind(to) == Some(Kind::Folder) { to.join(one.file_name()?) } else { to.clone() };
                match machine.overlay_kind(one) {
                    Some(Kind::File) => copy_tree(machine, one, &to, 0).ok()?,
                    _ => status = 1,
                }
            }
        }
        "copy_directory" => {
            let (to, from) = paths.split_last()?;
            for one in from {
                copy_tree(machine, one, to, 0).ok()?;
            }
        }
        "cat" => {
            let mut out = String::new();
            for path in &paths {
                let bytes = read_bytes(machine, path)?;
                out += &crate::cmake::syntax::literal_text(&bytes);
            }
            return Some(Ran::printed(out));
        }
        "compare_files" => {
            let [a, b] = paths.as_slice() else { return None };
            status = u8::from(read_bytes(machine, a)? != read_bytes(machine, b)?);
        }
        _ => return None,
    }
    Some(Ran::status(status))
}

/// Puts what a tool left where the call wants it.
fn finish(machine: &mut Machine<'_>, call: &Invocation<'_>, process: &Process<'_>, ran: &Ran) {
    let strip = |text: &str, word: &str| {
        let text = if process.option(word).is_some() { text.trim_end() } else { text };
        text.to_owned()
    };
    let (out, err) = (process.option("OUTPUT_VARIABLE"), process.option("ERROR_VARIABLE"));
    let text = strip(&ran.out, "OUTPUT_STRIP_TRAILING_WHITESPACE");
    let error = strip(&ran.err, "ERROR_STRIP_TRAILING_WHITESPACE");
    if out.is_some() && out == err {
        machine.set_text(out.unwrap_or_default(), &(text + &error), call.origin);
    } else {
        deliver(machine, call, process, (&text, "OUTPUT", Stream::Out));
        deliver(machine, call, process, (&error, "ERROR", Stream::Err));
    }
    for variable in [process.option("RESULT_VARIABLE"), process.option("RESULTS_VARIABLE")].into_iter().flatten() {
        machine.set_text(variable, &ran.status.to_string(), call.origin);
    }
    if ran.status != 0 && process.option("COMMAND_ERROR_IS_FATAL").is_some() {
        machine.error(
            &format!("execute_process failed command indexes:\n\n  1: \"Child return code: {}\"", ran.status),
            call.origin,
        );
    }
}

/// One of the two streams: into a variable, a file, nowhere, or through.
fn deliver(machine: &mut Machine<'_>, call: &Invocation<'_>, process: &Process<'_>, what: (&str, &str, Stream)) {
    let (text, word, stream) = what;
    if let Some(variable) = process.option(&format!("{word}_VARIABLE")) {
        machine.set_text(variable, text, call.origin);
    } else if let Some(file) = process.option(&format!("{word}_FILE")) {
        if machine.script.is_some() {
            let path = machine.absolute(file);
            let _ = write_bytes(machine, &path, text.as_bytes());
        }
    } else if process.option(&format!("{word}_QUIET")).is_none() {
        machine.print(stream, text);
    }
}
