//! `file()` and `configure_file`: reading inside the root, writing into an overlay in memory.
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cmake::eval::facts::{GeneratedBy, GeneratedFile, Reason};
use crate::cmake::eval::machine::{Copied, Invocation, Machine};
use crate::cmake::eval::text::{Compound, Text, has_symbol};
use crate::cmake::eval::value::{Elem, Origin, Value};
use crate::cmake::lang;
use crate::cmake::lang::glob::Pattern;
use crate::cond::Cond;

use super::Handler::{Bulk, Plain};
use super::Table;

pub(super) const COMMANDS: Table = &[
    ("file", Bulk(file)),
    ("configure_file", Plain(configure_file)),
    ("make_directory", Plain(|_, _, _| ())),
    ("write_file", Plain(|m, c, a| write(m, c, a, true))),
];

/// Sub-commands that compute a hash of a file.
const HASHES: &[&str] =
    &["MD5", "SHA1", "SHA224", "SHA256", "SHA384", "SHA512", "SHA3_224", "SHA3_256", "SHA3_384", "SHA3_512"];

/// Files that one glob may give.
const MOST_MATCHES: usize = 50_000;

fn file(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    if machine.script.is_some() {
        machine.fork(&call.args, call.origin, &mut |m, args| {
            if !super::files_script::file(m, call, args) {
                file_plain(m, call, args);
            }
        });
        return;
    }
    let sub = call.args.first().and_then(|a| machine.facts.texts.plain(a.text));
    match sub.as_deref() {
        Some("WRITE" | "APPEND") => write_guarded(machine, call),
        _ => machine.fork(&call.args, call.origin, &mut |m, args| file_plain(m, call, args)),
    }
}

fn file_plain(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    let words: Vec<&str> = args.iter().map(|a| &**a).collect();
    match words.first().copied() {
        Some("GLOB") => glob(machine, call, &words[1..], false),
        Some("GLOB_RECURSE") => glob(machine, call, &words[1..], true),
        Some("READ") => read(machine, call, &words[1..]),
        Some("STRINGS") => strings(machine, call, &words[1..]),
        Some("RELATIVE_PATH" | "TO_CMAKE_PATH" | "TO_NATIVE_PATH") => pure(machine, call, &words),
        Some("REAL_PATH") => real_path(machine, call, &words[1..]),
        Some("GENERATE" | "CONFIGURE") => generate(machine, call, &words[1..]),
        Some("COPY_FILE" | "RENAME" | "CREATE_LINK") => copied(machine, call, words.get(2).copied()),
        Some("COPY") => copy(machine, &words[1..]),
        Some(
            "MAKE_DIRECTORY" | "REMOVE" | "REMOVE_RECURSE" | "INSTALL" | "TOUCH" | "TOUCH_NOCREATE" | "CHMOD"
            | "CHMOD_RECURSE" | "LOCK" | "ARCHIVE_CREATE" | "ARCHIVE_EXTRACT",
        ) => {}
        Some(hash) if HASHES.contains(&hash) => unknown_into(machine, call, words.get(2).copied(), "a file's hash"),
        Some(other) => {
            let what = format!("file({other})");
            machine.unknown(Reason::UnmodelledForm, &what, call.origin);
            for word in &words[1..] {
                if crate::cmake::eval::given_up::looks_like_variable(word) {
                    let name = machine.intern(word);
                    machine.havoc(name, &what);
                }
            }
        }
        None => machine.error("file must be called with at least two arguments", call.origin),
    }
}

fn unknown_into(machine: &mut Machine<'_>, call: &Invocation<'_>, variable: Option<&str>, what: &str) {
    let Some(variable) = variable else { return };
    let name = machine.intern(variable);
    let symbol = machine.unmodelled_symbol(&format!("{what} #{}", call.origin.0));
    machine.set_variable(name, &Value::text(symbol, call.origin));
}

fn pure(machine: &mut Machine<'_>, call: &Invocation<'_>, words: &[&str]) {
    let output = if words[0] == "RELATIVE_PATH" { words.get(1) } else { words.get(2) };
    if let ["TO_CMAKE_PATH", list, output] = *words
        && has_symbol(list)
        && !has_symbol(output)
    {
        let list = lang::path::to_cmake_path(list, |path| !has_symbol(path) && !path.starts_with('~'));
        machine.set_text(output, &list, call.origin);
        return;
    }
    if words.iter().any(|w| has_symbol(w))
        && let Some(output) = output
    {
        let symbol = machine.derived(&format!("file({})", words.join(" ")));
        let name = machine.intern(output);
        machine.set_variable(name, &Value::text(symbol, call.origin));
        return;
    }
    machine.apply(lang::path::file_path_command(words), call.origin);
}

fn real_path(machine: &mut Machine<'_>, call: &Invocation<'_>, words: &[&str]) {
    let [path, output, ..] = words else { return };
    match machine.known_path(path) {
        Some(path) => {
            let text = path.to_string_lossy().into_owned();
            machine.set_text(output, &text, call.origin);
        }
        None => unknown_into(machine, call, Some(output), "a real path"),
    }
}

fn read(machine: &mut Machine<'_>, call: &Invocation<'_>, words: &[&str]) {
    let [path, output, rest @ ..] = words else { return };
    let name = machine.intern(output);
    let text = if rest.is_empty() { read_text(machine, call, path) } else { None };
    let value = match text {
        Some(text) => text,
        None => machine.unmodelled_symbol(&format!("text of {}", shown_path(machine, path))),
    };
    let value = machine.unwrap(value);
    machine.set_variable(name, &value);
}

fn shown_path(machine: &Machine<'_>, path: &str) -> String {
    let shown = machine.facts.texts.display_str(path);
    Path::new(&shown)
        .strip_prefix(&machine.facts.source_dir)
        .map_or(shown.clone(), |relative| relative.to_string_lossy().into_owned())
}

/// The text of a file of the project, or of one it wrote.
fn read_text(machine: &mut Machine<'_>, call: &Invocation<'_>, path: &str) -> Option<Text> {
    let path = machine.known_path(path)?;
    if machine.script.is_some() {
        return machine.overlay_text(&path).map(|text| machine.intern(&text));
    }
    let path = machine.original(path);
    if let Some(written) = machine.overlay.get(&path) {
        return *written;
    }
    match machine.env.files.sources().load(&path) {
        Ok(source) => {
            let text = crate::cmake::syntax::literal_text(source.bytes()).into_owned();
            Some(machine.intern(&text))
        }
        Err(error) => {
            machine.unknown(Reason::MissingText, &error.to_string(), call.origin);
            None
        }
    }
}

fn strings(machine: &mut Machine<'_>, call: &Invocation<'_>, words: &[&str]) {
    let [path, output, rest @ ..] = words else { return };
    let name = machine.intern(output);
    let text = read_text(machine, call, path).and_then(|t| machine.facts.texts.plain(t));
    let Some(text) = text.filter(|t| !has_symbol(t)) else {
        let symbol = machine.unmodelled_symbol(&format!("lines of {}", shown_path(machine, path)));
        machine.set_variable(name, &Value::text(symbol, call.origin));
        return;
    };
    let option = |word: &str| rest.iter().position(|w| *w == word).and_then(|at| rest.get(at + 1)).copied();
    let regex = option("REGEX").and_then(|p| lang::regex::Regex::new(p).ok());
    let most: usize = option("LIMIT_COUNT").and_then(|n| n.parse().ok()).unwrap_or(usize::MAX);
    let least: usize = option("LENGTH_MINIMUM").and_then(|n| n.parse().ok()).unwrap_or(0);
    let mut elems = Vec::new();
    for line in text.lines() {
        let line: String = line.chars().filter(|c| !c.is_control() || *c == '\t').collect();
        if elems.len() >= most {
            break;
        }
        if line.len() < least.max(1) || regex.as_ref().is_some_and(|r| !r.is_match(&line)) {
            continue;
        }
        let text = machine.intern(&line.replace(';', "\\;"));
        elems.push(Elem { cond: Cond::TRUE, text, origin: call.origin });
    }
    // The list is one text: a backslash at the end of a line takes the separator with it, and brackets hold it together.
    let splits =
        |e: &Elem| machine.facts.texts.as_str(e.text).is_some_and(|t| t.ends_with('\\') || t.contains(['[', ']']));
    if elems.iter().any(splits) {
        let lines: Vec<&str> = elems.iter().filter_map(|e| machine.facts.texts.as_str(e.text)).collect();
        let joined = lines.join(";");
        let text = machine.intern(&joined);
        machine.set_variable(name, &Value::text(text, call.origin));
        return;
    }
    machine.set_variable(name, &Value::list(elems));
}

fn write_guarded(machine: &mut Machine<'_>, call: &Invocation<'_>) {
    let [sub, path, rest @ ..] = call.args.as_slice() else { return };
    let append = machine.facts.texts.as_str(sub.text) == Some("APPEND");
    let parts: Vec<Text> = rest.iter().map(|a| a.text).collect();
    let content = machine.concat(&parts, call.origin);
    for (cond, path) in machine.alternatives_or_widen(path.text, call.origin) {
        machine.under(cond, |m| store(m, call, &path, Some(content), append, GeneratedBy::File));
    }
}

fn write(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>], _: bool) {
    let [path, text, ..] = args else { return };
    let content = machine.intern(text);
    store(machine, call, path, Some(content), false, GeneratedBy::File);
}

/// Bytes up to which the text of a file that grows line by line is kept.
const LONGEST_APPENDED: usize = 32 << 10;

/// Facts of one file beyond which another piece under a condition of its own makes its text unknown.
const MOST_FORMS: usize = 16;

/// Keeps the fact that a file is written. What is appended becomes part of the earlier texts of the file, as far as its condition
/// reaches; what is written anew takes their place.
fn keep_fact(machine: &mut Machine<'_>, file: &GeneratedFile, append: bool) {
    let same =
        |one: &GeneratedFile| one.output == file.output && one.by != GeneratedBy::CustomCommand && !one.cond.is_false();
    let facts = &machine.facts.generated;
    let earlier: Vec<usize> = (0..facts.len()).filter(|at| facts.get(*at).is_some_and(same)).collect();
    let mut rest = file.cond;
    for at in &earlier {
        let one = machine.facts.generated[*at].clone();
        let both = machine.conds().and(one.cond, file.cond);
        if both.is_false() {
            continue;
        }
        let outside = machine.conds().diff(one.cond, file.cond);
        if !append {
            machine.facts.generated[*at].cond = outside;
            continue;
        }
        rest = machine.conds().diff(rest, one.cond);
        // The template is not all of it any more.
        let longer = GeneratedFile { input: None, cond: both, content: None, ..one };
        if earlier.len() >= MOST_FORMS {
            // With or without this piece it is another text: then neither is known.
            machine.unknown(Reason::Limit, "forms of a file that is appended to", file.origin);
            machine.facts.generated[*at] = GeneratedFile { cond: one.cond, ..longer };
            continue;
        }
        let longer = GeneratedFile { content: appended(machine, one.content, file), ..longer };
        if outside.is_false() {
            machine.facts.generated[*at] = longer;
        } else {
            machine.facts.generated[*at].cond = outside;
            machine.facts.generated.push(longer);
        }
    }
    if !rest.is_false() {
        machine.facts.generated.push(GeneratedFile { cond: rest, ..*file });
    }
}

/// The text of a file with a piece at its end.
fn appended(machine: &mut Machine<'_>, old: Option<Text>, file: &GeneratedFile) -> Option<Text> {
    let (old, new) = (old?, file.content?);
    if !is_short(machine, old) {
        machine.unknown(Reason::Limit, "length of a file that is appended to", file.origin);
        return None;
    }
    Some(machine.concat(&[old, new], file.origin))
}

/// Whether more may be appended to a text: each further piece is a text of its own, as long as all before it.
fn is_short(machine: &Machine<'_>, text: Text) -> bool {
    const MOST_PARTS: usize = 64;
    match machine.facts.texts.compound(text) {
        Some(Compound::Rope(parts)) => parts.len() <= MOST_PARTS,
        Some(Compound::List(elems)) => elems.len() <= MOST_PARTS,
        None => machine.facts.texts.as_str(text).is_none_or(|text| text.len() <= LONGEST_APPENDED),
    }
}

/// Writes into the overlay and keeps the fact.
fn store(
    machine: &mut Machine<'_>,
    call: &Invocation<'_>,
    path: &str,
    content: Option<Text>,
    append: bool,
    by: GeneratedBy,
) {
    let output = machine.intern(path);
    let (cond, directory) = (machine.pc, machine.directory);
    let file = GeneratedFile { by, input: None, output, content, cond, origin: call.origin, directory };
    keep_fact(machine, &file, append);
    let Some(path) = machine.known_path(path) else { return };
    let base = machine.scopes.top().base;
    let certain = machine.conds().implies(base, machine.pc) || machine.pc.is_true();
    // What stood in a copy is not put together with what is appended.
    let was_copy = machine.copies.remove(&path).is_some();
    let before = machine.overlay.get(&path).copied().or(was_copy.then_some(None));
    let text = match (append, before, content) {
        _ if !certain => None,
        (true, Some(None), _) | (_, _, None) => None,
        // Each further line would be a text of its own, as long as all before it.
        (true, Some(Some(old)), _) if !is_short(machine, old) => {
            machine.unknown(Reason::Limit, "length of a file that is appended to", call.origin);
            None
        }
        (true, Some(Some(old)), Some(new)) => Some(machine.concat(&[old, new], call.origin)),
        (_, _, Some(new)) => Some(new),
    };
    machine.overlay.insert(path, text);
}

/// `file(COPY files… DESTINATION folder …)`: whole folders are not followed.
fn copy(machine: &mut Machine<'_>, words: &[&str]) {
    let mut parts = words.split(|word| *word == "DESTINATION");
    let (Some(files), Some([folder, ..])) = (parts.next(), parts.next()) else { return };
    let (folder, known) = machine.facts.texts.with_defaults(folder);
    if !known {
        return;
    }
    let folder = machine.facts.directories[machine.directory.0 as usize].binary.join(&folder);
    for file in files {
        let Some(from) = machine.known_path(file) else { continue };
        if let Some(name) = from.file_name() {
            machine.copy_of(crate::source::normalize(&folder.join(name)), from);
        }
    }
}

fn copied(machine: &mut Machine<'_>, call: &Invocation<'_>, target: Option<&str>) {
    if let Some(target) = target {
        store(machine, call, target, None, false, GeneratedBy::File);
    }
}

fn generate(machine: &mut Machine<'_>, call: &Invocation<'_>, words: &[&str]) {
    let after = |word: &str| words.iter().position(|w| *w == word).and_then(|at| words.get(at + 1)).copied();
    let Some(output) = after("OUTPUT") else { return };
    let path = machine.facts.directories[machine.directory.0 as usize].binary.join(output);
    let content = after("CONTENT").map(|c| machine.intern(c));
    store(machine, call, &path.to_string_lossy(), content, false, GeneratedBy::File);
}

/// `configure_file(input output [@ONLY] [COPYONLY])`
fn configure_file(machine: &mut Machine<'_>, call: &Invocation<'_>, args: &[Arc<str>]) {
    if machine.script.is_some() {
        super::configure_script::configure_file(machine, call, args);
        return;
    }
    let [input, output, rest @ ..] = args else {
        machine.error("configure_file called with incorrect number of arguments", call.origin);
        return;
    };
    let has = |word: &str| rest.iter().any(|w| &**w == word);
    let form = if has("COPYONLY") {
        Form::Copy
    } else if has("@ONLY") {
        Form::AtOnly
    } else {
        Form::Full
    };
    machine.configure_to_file(call, input, output, form, GeneratedBy::ConfigureFile);
}

/// What `configure_file()` does with the text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Fills in `@NAME@` and `${NAME}`.
    Full,
    /// Fills in `@NAME@`.
    AtOnly,
    /// Leaves it as it is.
    Copy,
}

impl Machine<'_> {
    /// The fact of a configured file; its text is put together only when something reads it as CMake code.
    pub(super) fn configure_to_file(
        &mut self,
        call: &Invocation<'_>,
        input: &str,
        output: &str,
        form: Form,
        by: GeneratedBy,
    ) {
        let input_path = self.known_path(input);
        let (output_text, known) = self.facts.texts.with_defaults(output);
        let binary = &self.facts.directories[self.directory.0 as usize].binary;
        let mut path: PathBuf = crate::source::normalize(&binary.join(&output_text));
        if known
            && self.env.files.sources().sandbox().is_dir(&path)
            && let Some(name) = input_path.as_ref().and_then(|p| p.file_name())
        {
            path = path.join(name);
        }
        let shown = path.to_string_lossy().into_owned();
        let is_cmake = path.extension().is_some_and(|e| e == "cmake") || by == GeneratedBy::PackageConfig;
        if let Some(input) = input_path.clone().filter(|_| known && form == Form::Copy) {
            self.copy_of(path.clone(), input);
        } else {
            self.copies.remove(&path);
        }
        let content = input_path.as_deref().filter(|_| is_cmake).and_then(|input| {
            let text = match self.env.files.sources().load(input) {
                Ok(source) => Some(crate::cmake::syntax::literal_text(source.bytes()).into_owned()),
                Err(_) => self.written(input),
            }?;
            Some(match form {
                Form::Copy => self.intern(&text),
                Form::Full | Form::AtOnly => self.configured(&text, form == Form::AtOnly, call.origin),
            })
        });
        let output = self.intern(&shown);
        let input = input_path.map(|p| self.intern(&p.to_string_lossy()));
        let (cond, directory) = (self.pc, self.directory);
        self.facts.generated.push(GeneratedFile { by, input, output, content, cond, origin: call.origin, directory });
        if known {
            self.overlay.insert(path, content);
        }
    }

    /// Keeps that a file is a copy of one of the project's: what the project itself writes may change later.
    fn copy_of(&mut self, path: PathBuf, of: PathBuf) {
        let of = self.original(of);
        if of == path || self.overlay.contains_key(&of) || !self.env.files.sources().sandbox().is_file(&of) {
            self.copies.remove(&path);
            return;
        }
        let pc = self.pc;
        let Some(known) = self.copies.get_mut(&path) else {
            self.copies.insert(path, Copied { of: Some(of), cond: pc });
            return;
        };
        let before = known.cond;
        known.of.take_if(|known| *known != of);
        let cond = self.conds().or(before, pc);
        if let Some(known) = self.copies.get_mut(&path) {
            known.cond = cond;
        }
    }

    /// The text of a file that the project made, where it is known.
    pub(super) fn made_text(&mut self, path: &Path) -> Option<Text> {
        let Some(of) = self.copies.get(path).and_then(|copied| copied.of.clone()) else {
            return self.overlay.get(path).copied().flatten();
        };
        let source = self.env.files.sources().load(&of).ok()?;
        Some(self.intern(&crate::cmake::syntax::literal_text(source.bytes())))
    }

    /// What a file is a copy of, or itself.
    pub(super) fn original(&self, path: PathBuf) -> PathBuf {
        self.copies.get(&path).and_then(|copied| copied.of.clone()).unwrap_or(path)
    }

    /// The text of a file that one command has written whenever this place is reached, and no other one.
    fn written(&self, path: &Path) -> Option<String> {
        let shown = path.to_string_lossy();
        let here = |file: &&GeneratedFile| {
            self.facts.texts.as_str(file.output) == Some(&*shown) && !self.conds().disjoint(file.cond, self.pc)
        };
        let mut files = self.facts.generated.iter().filter(here);
        let file = files.next().filter(|file| self.conds().implies(self.pc, file.cond))?;
        let content = file.content.filter(|_| files.next().is_none())?;
        self.facts.texts.plain(content).map(|text| text.to_string())
    }
}

fn glob(machine: &mut Machine<'_>, call: &Invocation<'_>, words: &[&str], recurse: bool) {
    let Some((output, rest)) = words.split_first() else { return };
    let name = machine.intern(output);
    let mut relative: Option<PathBuf> = None;
    let mut directories = !recurse;
    let mut patterns: Vec<&str> = Vec::new();
    let mut at = 0;
    while at < rest.len() {
        match rest[at] {
            "RELATIVE" => {
                at += 1;
                relative = rest.get(at).and_then(|p| machine.known_path(p));
            }
            "LIST_DIRECTORIES" => {
                at += 1;
                directories = rest.get(at).is_some_and(|v| !lang::condition::is_off(v));
            }
            "CONFIGURE_DEPENDS" | "FOLLOW_SYMLINKS" => {}
            pattern => patterns.push(pattern),
        }
        at += 1;
    }
    let mut found: Vec<String> = Vec::new();
    let mut unknown: Option<String> = None;
    for pattern in patterns {
        match machine.known_path(pattern) {
            Some(path) if machine.inside(&path) || path.starts_with(&machine.facts.binary_dir) => {
                expand_glob(machine, &path, recurse, directories, &mut found);
            }
            _ => unknown = Some(machine.facts.texts.display_str(pattern)),
        }
    }
    if found.len() >= MOST_MATCHES {
        machine.unknown(Reason::Limit, "files of one glob", call.origin);
    }
    found.sort();
    found.dedup();
    let mut elems: Vec<Elem> = found
        .into_iter()
        .map(|path| {
            let shown = match &relative {
                Some(base) => lang::path::relative(&base.to_string_lossy(), &path).unwrap_or(path),
                None => path,
            };
            Elem { cond: Cond::TRUE, text: machine.intern(&shown), origin: call.origin }
        })
        .collect();
    if let Some(pattern) = unknown {
        machine.unknown(Reason::UnknownValue, &format!("file(GLOB {pattern})"), call.origin);
        let text = machine.unmodelled_symbol(&format!("files {pattern}"));
        elems.push(Elem { cond: Cond::TRUE, text, origin: Origin::NONE });
    }
    machine.set_variable(name, &Value::list(elems));
}

/// Files that match a pattern, each path component matched by itself; for the recursive form the last one at any
/// depth below.
fn expand_glob(machine: &Machine<'_>, pattern: &Path, recurse: bool, directories: bool, out: &mut Vec<String>) {
    let parts: Vec<String> = pattern.components().map(|c| c.as_os_str().to_string_lossy().into_owned()).collect();
    let fixed = parts.iter().take_while(|p| !p.contains(['*', '?', '['])).count().min(parts.len().saturating_sub(1));
    let base: PathBuf = parts[..fixed].iter().collect();
    let mut level: Vec<PathBuf> = vec![base];
    let rest = &parts[fixed..];
    for (at, part) in rest.iter().enumerate() {
        let last = at + 1 == rest.len();
        let Some(matcher) = Pattern::new(part) else { return };
        let mut next = Vec::new();
        let mut queue = std::mem::take(&mut level);
        while let Some(folder) = queue.pop() {
            for (name, is_dir) in machine.list_folder(&folder) {
                if out.len() + next.len() >= MOST_MATCHES {
                    return;
                }
                let path = folder.join(&name);
                if last && recurse && is_dir && !path.is_symlink() {
                    queue.push(path.clone());
                }
                if !matcher.matches(&name) {
                    continue;
                }
                match (last, is_dir) {
                    (true, true) if !directories => {}
                    (true, _) => out.push(path.to_string_lossy().into_owned()),
                    (false, true) => next.push(path),
                    (false, false) => {}
                }
            }
        }
        level = next;
    }
}
