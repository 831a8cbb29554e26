//! `file()` and `configure_file` of a script: they act on files in memory.
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cmake::eval::machine::{Invocation, Machine};
use crate::cmake::eval::policy::PolicyState;
use crate::cmake::lang::regex::Regex;
use crate::cmake::lang::{Outcome, printable, string};
use crate::cmake::script::diagnostics::Category;
use crate::cmake::script::overlay::{Kind, Overlay};
use crate::cmake::syntax::literal_text;
use crate::source::Sandbox;

/// The result of a sub-command: CMake's message where it fails.
pub(super) type Done = Result<(), String>;

/// Runs a sub-command; false for those that need no files and are left to the evaluator.
pub(super) fn file(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) -> bool {
    let words: Vec<&str> = args.iter().map(|a| &**a).collect();
    let [sub, rest @ ..] = words.as_slice() else {
        machine.error("file must be called with at least two arguments.", call.origin);
        return true;
    };
    let many = matches!(*sub, "TOUCH" | "TOUCH_NOCREATE" | "REMOVE" | "REMOVE_RECURSE" | "MAKE_DIRECTORY");
    if rest.is_empty() && !many {
        machine.error("file must be called with at least two arguments.", call.origin);
        return true;
    }
    let outcome = match *sub {
        "WRITE" => put(machine, rest[0], &rest[1..].concat(), false),
        "APPEND" => put(machine, rest[0], &rest[1..].concat(), true),
        "READ" => read(machine, call, rest),
        "TOUCH" | "TOUCH_NOCREATE" => touch(machine, rest, *sub == "TOUCH"),
        "MAKE_DIRECTORY" => {
            rest.iter().filter(|r| **r != "RESULT").for_each(|path| {
                let path = machine.absolute(path);
                if let Some((overlay, _)) = files(machine) {
                    overlay.make_folder(&path);
                }
            });
            Ok(())
        }
        "REMOVE" | "REMOVE_RECURSE" => {
            remove(machine, call, sub, rest);
            Ok(())
        }
        "GLOB" | "GLOB_RECURSE" => match super::strict::glob(sub, &rest[1..], true) {
            Ok(()) => return false,
            Err(message) => Err(message),
        },
        "LOCK" => super::strict::lock(rest).and_then(|()| lockable(machine, rest)).map(|()| {
            let after = rest.iter().position(|w| *w == "RESULT_VARIABLE").and_then(|at| rest.get(at + 1));
            if let Some(variable) = after {
                machine.set_text(variable, "0", call.origin);
            }
        }),
        "COPY_FILE" => copy_file(machine, call, rest),
        "RENAME" => rename(machine, call, rest),
        "COPY" | "INSTALL" => copy(machine, sub, rest),
        "STRINGS" => strings(machine, call, rest),
        "SIZE" => size(machine, call, rest),
        "READ_SYMLINK" => read_link(machine, call, rest),
        "CREATE_LINK" => create_link(machine, call, rest),
        "REAL_PATH" => real_path(machine, call, rest),
        "CONFIGURE" => super::configure_script::configure(machine, call, rest),
        "TIMESTAMP" => timestamp(machine, call, rest),
        hash if string::is_hash(hash) => hash_of(machine, call, hash, rest),
        _ => return false,
    };
    if let Err(message) = outcome {
        let prefix = if message.starts_with("Error after keyword") { "" } else { "file " };
        machine.error(&format!("{prefix}{message}"), call.origin);
    }
    true
}

/// Whether what `file(LOCK)` names can be locked at this place.
fn lockable(machine: &Machine<'_>, rest: &[&str]) -> Done {
    let path = machine.absolute(rest.first().copied().unwrap_or_default());
    if !rest.contains(&"DIRECTORY") && machine.overlay_kind(&path) == Some(Kind::Folder) {
        return Err(format!("\n  {}\ncreation failed (check permissions).", path.display()));
    }
    let guard = rest.iter().position(|w| *w == "GUARD").and_then(|at| rest.get(at + 1));
    if guard == Some(&"FUNCTION") && machine.running.is_empty() {
        let shown = path.display();
        return Err(format!("error locking file\n  {shown}\n'GUARD FUNCTION' not used in function definition."));
    }
    Ok(())
}

pub(super) fn files<'m>(machine: &'m mut Machine<'_>) -> Option<(&'m mut Overlay, &'m Sandbox)> {
    let sandbox = machine.env.files.sources().sandbox();
    machine.script.as_deref_mut().map(|session| (&mut session.overlay, sandbox))
}

pub(super) fn write_bytes(machine: &mut Machine<'_>, path: &Path, bytes: &[u8]) -> Done {
    let written = files(machine).is_none_or(|(overlay, _)| overlay.write(path, bytes));
    if written { Ok(()) } else { Err("failed: the script has written too much".to_owned()) }
}

pub(super) fn read_bytes(machine: &mut Machine<'_>, path: &Path) -> Option<Arc<[u8]>> {
    let (overlay, sandbox) = files(machine)?;
    overlay.read(sandbox, path)
}

fn put(machine: &mut Machine<'_>, path: &str, text: &str, append: bool) -> Done {
    let path = machine.absolute(path);
    if machine.overlay_kind(&path) == Some(Kind::Folder) {
        return Err(format!("failed to open for writing (Is a directory):\n\n  {}", path.display()));
    }
    let before = if append { read_bytes(machine, &path) } else { None };
    let bytes = [before.as_deref().unwrap_or_default(), text.as_bytes()].concat();
    write_bytes(machine, &path, &bytes)
}

fn read(machine: &mut Machine<'_>, call: &Invocation<'_>, rest: &[&str]) -> Done {
    let [name, output, options @ ..] = rest else {
        return Err("READ must be called with at least two additional arguments".to_owned());
    };
    let path = machine.absolute(name);
    let Some(bytes) = read_bytes(machine, &path) else {
        return Err(format!("failed to open for reading (No such file or directory):\n\n  {}", path.display()));
    };
    let number = |word: &str| {
        let at = options.iter().position(|o| *o == word)?;
        options.get(at + 1)?.parse::<usize>().ok()
    };
    let start = number("OFFSET").unwrap_or(0).min(bytes.len());
    let end = number("LIMIT").map_or(bytes.len(), |n| start.saturating_add(n).min(bytes.len()));
    let part = &bytes[start..end];
    let text = if options.contains(&"HEX") {
        part.iter().map(|b| format!("{b:02x}")).collect::<Vec<_>>().concat()
    } else {
        literal_text(part).replace("\r\n", "\n")
    };
    machine.set_text(output, &text, call.origin);
    Ok(())
}

fn touch(machine: &mut Machine<'_>, rest: &[&str], create: bool) -> Done {
    for name in rest {
        let path = machine.absolute(name);
        let above = path.parent().map(Path::to_path_buf).unwrap_or_default();
        if create && machine.overlay_kind(&above) != Some(Kind::Folder) {
            return Err(format!("problem touching file: {}", path.display()));
        }
        if create && machine.overlay_kind(&path).is_none() {
            write_bytes(machine, &path, b"")?;
        }
    }
    Ok(())
}

fn remove(machine: &mut Machine<'_>, call: &Invocation<'_>, what: &str, rest: &[&str]) {
    for name in rest {
        if name.is_empty() {
            machine.warn(Category::Author, &format!("Ignoring empty file name in {what}."), call.origin);
            continue;
        }
        let path = machine.absolute(name);
        if let Some((overlay, sandbox)) = files(machine)
            && (overlay.kind(sandbox, &path).is_some() || overlay.link(sandbox, &path).is_some())
        {
            overlay.remove(&path);
        }
    }
}

/// Options after the two names: flags and RESULT.
fn options<'a>(what: &str, words: &[&'a str], flags: &[&str]) -> Result<(Vec<&'a str>, Option<&'a str>), String> {
    let mut found = Vec::new();
    let mut result = None;
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        match *word {
            "RESULT" => result = rest.next().copied(),
            flag if flags.contains(&flag) => found.push(flag),
            other => return Err(format!("{what} unknown argument:\n  {other}")),
        }
    }
    Ok((found, result))
}

/// Ends a sub-command that may put its result into a variable.
fn ended(
    machine: &mut Machine<'_>,
    call: &Invocation<'_>,
    result: Option<&str>,
    outcome: Result<(), (String, String)>,
) -> Done {
    match (result, outcome) {
        (Some(variable), Ok(())) => machine.set_text(variable, "0", call.origin),
        (Some(variable), Err((short, _))) => machine.set_text(variable, &short, call.origin),
        (None, Err((_, long))) => return Err(long),
        (None, Ok(())) => {}
    }
    Ok(())
}

fn copy_file(machine: &mut Machine<'_>, call: &Invocation<'_>, rest: &[&str]) -> Done {
    let [from, to, more @ ..] = rest else {
        return Err("COPY_FILE must be called with at least two additional arguments".to_owned());
    };
    let (_, result) = options("COPY_FILE", more, &["ONLY_IF_DIFFERENT", "INPUT_MAY_BE_RECENT"])?;
    let (from, to) = (machine.absolute(from), machine.absolute(to));
    let folder = |m: &Machine<'_>, path: &Path| m.overlay_kind(path) == Some(Kind::Folder);
    let outcome = if folder(machine, &from) {
        Err(("cannot copy a directory".to_owned(), format!("COPY_FILE cannot copy a directory\n  {}", from.display())))
    } else if folder(machine, &to) {
        Err((
            "cannot copy to a directory".to_owned(),
            format!("COPY_FILE cannot copy to a directory\n  {}", to.display()),
        ))
    } else {
        let above = to.parent().map(Path::to_path_buf).unwrap_or_default();
        match read_bytes(machine, &from) {
            Some(bytes) if folder(machine, &above) => {
                write_bytes(machine, &to, &bytes)?;
                Ok(())
            }
            found => {
                let which = if found.is_some() { "output" } else { "input" };
                let why = format!("No such file or directory ({which})");
                let long =
                    format!("COPY_FILE failed to copy\n  {}\nto\n  {}\nbecause: {why}", from.display(), to.display());
                Err((why, long))
            }
        }
    };
    ended(machine, call, result, outcome)
}

fn rename(machine: &mut Machine<'_>, call: &Invocation<'_>, rest: &[&str]) -> Done {
    let [from, to, more @ ..] = rest else {
        return Err("RENAME must be called with at least two additional arguments".to_owned());
    };
    let (flags, result) = options("RENAME", more, &["NO_REPLACE"])?;
    let (from, to) = (machine.absolute(from), machine.absolute(to));
    let fails = |short: &str, why: &str| {
        let long = format!("RENAME failed to rename\n  {}\nto\n  {}\nbecause: {why}", from.display(), to.display());
        Err((short.to_owned(), long))
    };
    let (old, new) = (machine.overlay_kind(&from), machine.overlay_kind(&to));
    let outcome = match (old, new) {
        (None, _) => fails("No such file or directory", "No such file or directory"),
        (Some(_), Some(_)) if flags.contains(&"NO_REPLACE") => fails("NO_REPLACE", "path not replaced"),
        (Some(Kind::File), Some(Kind::Folder)) => fails("Is a directory", "Is a directory"),
        (Some(Kind::Folder), Some(Kind::File)) => fails("Not a directory", "Not a directory"),
        _ => {
            copy_tree(machine, &from, &to, 0)?;
            if let Some((overlay, _)) = files(machine) {
                overlay.remove(&from);
            }
            Ok(())
        }
    };
    ended(machine, call, result, outcome)
}

/// Copies a file, or a folder with all in it.
pub(super) fn copy_tree(machine: &mut Machine<'_>, from: &Path, to: &Path, depth: u32) -> Done {
    const DEEPEST: u32 = 64;
    match machine.overlay_kind(from) {
        Some(Kind::File) => {
            let bytes = read_bytes(machine, from).unwrap_or_else(|| Arc::from(&b""[..]));
            write_bytes(machine, to, &bytes)
        }
        Some(Kind::Folder) if depth < DEEPEST => {
            if let Some((overlay, _)) = files(machine) {
                overlay.make_folder(to);
            }
            for (name, _) in machine.list_folder(from) {
                copy_tree(machine, &from.join(&name), &to.join(&name), depth + 1)?;
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// `file(COPY|INSTALL files… DESTINATION dir …)`
fn copy(machine: &mut Machine<'_>, what: &str, rest: &[&str]) -> Done {
    const WORDS: &[&str] = &[
        "DESTINATION",
        "FILE_PERMISSIONS",
        "DIRECTORY_PERMISSIONS",
        "PERMISSIONS",
        "NO_SOURCE_PERMISSIONS",
        "USE_SOURCE_PERMISSIONS",
        "FOLLOW_SYMLINK_CHAIN",
        "FILES_MATCHING",
        "PATTERN",
        "REGEX",
        "EXCLUDE",
        "TYPE",
        "RENAME",
        "OPTIONAL",
        "MESSAGE_ALWAYS",
        "MESSAGE_LAZY",
        "MESSAGE_NEVER",
        "FILES_FROM_DIR",
    ];
    let after = |word: &str| rest.iter().position(|w| *w == word).and_then(|at| rest.get(at + 1)).copied();
    let Some(destination) = after("DESTINATION") else {
        return Err(format!("{what} given no DESTINATION"));
    };
    let destination = machine.absolute(destination);
    let from_dir = after("FILES_FROM_DIR").map(|dir| machine.absolute(dir));
    let only_matching = rest.contains(&"FILES_MATCHING");
    for name in rest.iter().take_while(|word| !WORDS.contains(word)) {
        let from = match &from_dir {
            Some(dir) => dir.join(name),
            None => machine.absolute(name.trim_end_matches('/')),
        };
        let renamed = after("RENAME");
        let to = match from.file_name() {
            _ if name.ends_with('/') => destination.clone(),
            _ if from_dir.is_some() => destination.join(name),
            Some(own) => destination.join(renamed.map_or(own, std::ffi::OsStr::new)),
            None => destination.clone(),
        };
        match machine.overlay_kind(&from) {
            None if rest.contains(&"OPTIONAL") => {}
            None => return Err(format!("{what} cannot find \"{}\": No such file or directory.", from.display())),
            Some(_) if only_matching => {
                if let Some((overlay, _)) = files(machine) {
                    overlay.make_folder(&to);
                }
            }
            Some(_) => copy_tree(machine, &from, &to, 0)?,
        }
    }
    if let Some((overlay, _)) = files(machine) {
        overlay.make_folder(&destination);
    }
    Ok(())
}

/// `file(STRINGS file variable …)`
fn strings(machine: &mut Machine<'_>, call: &Invocation<'_>, rest: &[&str]) -> Done {
    let [name, output, more @ ..] = rest else {
        return Err("STRINGS requires a file name and output variable".to_owned());
    };
    let mut options = printable::Options::default();
    let mut words = more.iter();
    while let Some(word) = words.next() {
        if matches!(*word, "NEWLINE_CONSUME" | "NO_HEX_CONVERSION") {
            options.newlines |= *word == "NEWLINE_CONSUME";
            continue;
        }
        let mut value = || words.next().copied().ok_or_else(|| format!("STRINGS option {word} requires a value."));
        let number = |text: &str| {
            text.parse::<usize>()
                .map_err(|_| format!("STRINGS option {word} value \"{text}\" is not an unsigned integer."))
        };
        match *word {
            "LIMIT_INPUT" => options.input = Some(number(value()?)?),
            "LIMIT_OUTPUT" => options.output = Some(number(value()?)?),
            "LIMIT_COUNT" => options.count = Some(number(value()?)?).filter(|n| *n > 0),
            "LENGTH_MINIMUM" => options.shortest = number(value()?)?,
            "LENGTH_MAXIMUM" => options.longest = Some(number(value()?)?).filter(|n| *n > 0),
            "REGEX" => {
                let pattern = value()?;
                let regex = Regex::new(pattern)
                    .map_err(|_| format!("STRINGS option REGEX value \"{pattern}\" could not be compiled."))?;
                options.regex = Some(regex);
            }
            "ENCODING" => {
                let encoding = value()?;
                options.encoding = Some(
                    printable::Encoding::parse(encoding)
                        .ok_or_else(|| format!("STRINGS option ENCODING \"{encoding}\" not recognized."))?,
                );
            }
            other => return Err(format!("STRINGS given unknown argument \"{other}\"")),
        }
    }
    let path = machine.absolute(name);
    let bytes =
        read_bytes(machine, &path).ok_or_else(|| format!("STRINGS file \"{}\" cannot be read.", path.display()))?;
    if options.regex.is_some()
        && machine.policy_state(159) == PolicyState::Unset
        && machine.is_on("CMAKE_POLICY_WARNING_CMP0159")
    {
        machine.warn_policy(159, "For compatibility, CMake is leaving CMAKE_MATCH_<n> unchanged.", call.origin);
    }
    let (found, matches) = printable::strings(&bytes, &options);
    let matches = matches.filter(|_| machine.policy_new(159));
    let escaped: Vec<String> = found.iter().map(|text| text.replace(';', "\\;")).collect();
    let outcome = Outcome { matches, ..Outcome::set(output, escaped.join(";")) };
    machine.apply(Ok(outcome), call.origin);
    Ok(())
}

fn size(machine: &mut Machine<'_>, call: &Invocation<'_>, rest: &[&str]) -> Done {
    let [name, output] = rest else {
        return Err("SIZE requires a file name and output variable".to_owned());
    };
    let path = machine.absolute(name);
    let Some(bytes) = read_bytes(machine, &path) else {
        return Err(format!("SIZE requested of path that is not readable:\n  {}", path.display()));
    };
    machine.set_text(output, &bytes.len().to_string(), call.origin);
    Ok(())
}

fn hash_of(machine: &mut Machine<'_>, call: &Invocation<'_>, hash: &str, rest: &[&str]) -> Done {
    let [name, output] = rest else {
        return Err(format!("{hash} requires a file name and output variable"));
    };
    let path = machine.absolute(name);
    let Some(bytes) = read_bytes(machine, &path) else {
        return Err(format!("{hash} failed to read file \"{}\": No such file or directory", path.display()));
    };
    if let Ok(text) = std::str::from_utf8(&bytes) {
        machine.apply(string::run(&[hash, output, text], None, machine.search()), call.origin);
    } else {
        let name = machine.intern(output);
        machine.havoc(name, "a hash of bytes");
    }
    Ok(())
}

fn read_link(machine: &mut Machine<'_>, call: &Invocation<'_>, rest: &[&str]) -> Done {
    let [name, output, more @ ..] = rest else {
        return Err("READ_SYMLINK must be called with at least two additional arguments".to_owned());
    };
    let (_, result) = options("READ_SYMLINK", more, &[])?;
    let path = machine.absolute(name);
    let target = files(machine).and_then(|(overlay, sandbox)| overlay.link(sandbox, &path));
    let outcome = if let Some(target) = target {
        machine.set_text(output, &target.to_string_lossy(), call.origin);
        Ok(())
    } else {
        let long = format!("READ_SYMLINK requested of path that is not a symlink:\n  {}", path.display());
        Err((long.clone(), long))
    };
    ended(machine, call, result, outcome)
}

fn create_link(machine: &mut Machine<'_>, call: &Invocation<'_>, rest: &[&str]) -> Done {
    let [from, to, more @ ..] = rest else {
        return Err("CREATE_LINK must be called with at least two additional arguments".to_owned());
    };
    let (flags, result) = options("CREATE_LINK", more, &["SYMBOLIC", "COPY_ON_ERROR"])?;
    let link = machine.absolute(to);
    let outcome = if flags.contains(&"SYMBOLIC") {
        if let Some((overlay, _)) = files(machine) {
            overlay.make_link(&link, Path::new(from));
        }
        Ok(())
    } else {
        let original = machine.absolute(from);
        if machine.overlay_kind(&original).is_some() {
            copy_tree(machine, &original, &link, 0)?;
            Ok(())
        } else {
            let why = "Cannot hard link a missing file: No such file or directory".to_owned();
            Err((why.clone(), format!("CREATE_LINK failed:\n  {why}")))
        }
    };
    ended(machine, call, result, outcome)
}

fn real_path(machine: &mut Machine<'_>, call: &Invocation<'_>, rest: &[&str]) -> Done {
    let [name, output, more @ ..] = rest else {
        return Err("REAL_PATH requires a path and an output variable".to_owned());
    };
    let mut base: Option<PathBuf> = None;
    let mut tilde = false;
    let mut words = more.iter();
    while let Some(word) = words.next() {
        match *word {
            "BASE_DIRECTORY" => {
                let dir = words.next().ok_or("REAL_PATH BASE_DIRECTORY requires a value")?;
                base = Some(machine.absolute(dir));
            }
            "EXPAND_TILDE" => tilde = true,
            _ => return Err("REAL_PATH called with unexpected arguments".to_owned()),
        }
    }
    let home = machine.intern("HOME");
    let home = machine.read_environment(home).single().and_then(|text| machine.facts.texts.plain(text));
    let expanded = match (tilde, home) {
        (true, Some(home)) if *name == "~" => home.to_string(),
        (true, Some(home)) if name.starts_with("~/") => format!("{home}{}", &name[1..]),
        _ => (*name).to_owned(),
    };
    let current = machine.facts.directories[machine.directory.0 as usize].source.clone();
    let path = base.unwrap_or(current).join(&expanded);
    let state = machine.policy_state(152);
    let Some((overlay, sandbox)) = files(machine) else { return Ok(()) };
    // Before CMP0152 `..` was resolved by the text alone, after it what a link leads to counts.
    let real = if state == PolicyState::New {
        overlay.resolved(sandbox, &path)
    } else {
        overlay.resolved(sandbox, &crate::source::normalize(&path))
    };
    let there = !sandbox.contains(&real) || overlay.kind(sandbox, &real).is_some();
    if !there {
        let text = format!("Given path:\n  {name}\ndoes not refer to an existing path on disk.");
        machine.warn(Category::Author, &text, call.origin);
    }
    machine.set_text(output, &real.to_string_lossy(), call.origin);
    Ok(())
}

/// `file(TIMESTAMP file variable [format] [UTC])`
fn timestamp(machine: &mut Machine<'_>, call: &Invocation<'_>, rest: &[&str]) -> Done {
    let [name, output, more @ ..] = rest else {
        return Err("TIMESTAMP sub-command requires at least two arguments.".to_owned());
    };
    if more.len() > 2 {
        return Err("TIMESTAMP sub-command takes at most four arguments.".to_owned());
    }
    let path = machine.absolute(name);
    let seconds = match files(machine) {
        Some((overlay, sandbox)) if overlay.kind(sandbox, &path).is_some() => overlay.modified(sandbox, &path),
        _ => {
            return {
                machine.set_text(output, "", call.origin);
                Ok(())
            };
        }
    };
    // The zone is taken to be UTC.
    let format = more.iter().find(|word| **word != "UTC").copied();
    let text = crate::cmake::lang::timestamp::format(seconds, format, more.contains(&"UTC"));
    machine.set_text(output, &text, call.origin);
    Ok(())
}

impl Machine<'_> {
    /// A test of `if()` on a file, as a script sees it.
    pub(in crate::cmake::eval) fn script_file_test(&self, word: &str, path: &Path) -> bool {
        let kind = self.overlay_kind(path);
        match word {
            "IS_DIRECTORY" => kind == Some(Kind::Folder),
            "IS_SYMLINK" => {
                let sandbox = self.env.files.sources().sandbox();
                self.script.as_deref().is_some_and(|s| s.overlay.link(sandbox, path).is_some())
            }
            "IS_EXECUTABLE" => kind == Some(Kind::Folder),
            _ => kind.is_some(),
        }
    }
}
