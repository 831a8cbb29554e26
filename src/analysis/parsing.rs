//! Parsing of every CMake file below a folder, before any is evaluated.
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use crate::cmake::eval::{Files, Listed};
use crate::cmake::syntax::{self, Command, Part};
use crate::discover::{self, Inputs, Kind, has_template_statement, is_in_placeholder};
use crate::rules::finding::{Diagnostic, Place, Severity, code};
use crate::source::{Span, purposes};

/// Parses the CMake files of a folder.
pub(crate) fn parse_folder(files: &Files<'_>, folder: &Path) {
    parse_all(files, &discover::discover(files.sources(), folder));
}

/// Parses every CMake file: what cannot be read or parsed is told even where no evaluation gets to it.
pub(crate) fn parse_all(files: &Files<'_>, inputs: &Inputs) -> Vec<Diagnostic> {
    let paths: Vec<&PathBuf> = inputs.of(Kind::CMakeLists).iter().chain(inputs.of(Kind::CMakeModule)).collect();
    let each = paths.par_iter().map(|path| match files.parse(path) {
        Err(error) => (path, vec![Diagnostic::new(Severity::Warning, code::UNREADABLE, error.to_string())]),
        Ok(file) => (path, file.errors.iter().map(|error| told(&file, error)).collect()),
    });
    // In the order of the paths, whichever thread was first.
    let mut each: Vec<(&&PathBuf, Vec<Diagnostic>)> = each.collect();
    each.retain(|(_, told)| !told.is_empty());
    if !each.is_empty() {
        let templates = template_names(files);
        let is_template =
            |path: &Path| path.file_name().is_some_and(|name| templates.contains(&*name.to_string_lossy()));
        let listed = files.all();
        // A program that makes projects writes the list.
        let has_statement =
            |path: &Path| files.sources().load(path).is_ok_and(|file| has_template_statement(file.bytes()));
        let is_filled_in = |path: &Path| {
            inputs.cmake_lists.iter().any(|list| list.is_template && list.path == *path)
                || !path.ends_with("CMakeLists.txt") && has_statement(path)
        };
        for (path, told) in &mut each {
            // A list file of that name stands in every folder, and each is CMake's language.
            let is_other = !path.ends_with("CMakeLists.txt")
                && (is_template(path) || has_places(files, path) || is_called_otherwise(path) || is_run(files, path));
            // Input of tests, and what documentation shows; or text for an installer, a patch, prose.
            let is_aside =
                || purposes(path, &inputs.root).next().is_some() && !listed.iter().any(|file| names(files, file, path));
            let is_foreign = || !begins_with_command(files, path) && !is_included(files, &listed, path);
            let is_unread = || !path.ends_with("CMakeLists.txt") && (is_aside() || is_foreign());
            if is_other || is_in_placeholder(path) || is_filled_in(path) || is_unread() {
                told.retain(|one| one.code != code::SYNTAX);
            }
        }
    }
    each.into_iter().flat_map(|(_, told)| told).collect()
}

/// Whether a build may read a module because of a file: it names it, as `bad.cmake`, as `include(bad)` or as the package
/// `find_package(Bad)`, or includes what a list of such files has.
fn names(files: &Files<'_>, file: &syntax::File, path: &Path) -> bool {
    let source = files.sources().get(file.id);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let brings = |command: &Command| brings(command, &name, true);
    source.path() != path
        && (memchr::memmem::find(source.bytes(), name.as_bytes()).is_some() || file.commands.iter().any(brings))
}

/// Whether a command brings a module of this file name; where its argument is not known, `unknown` says so.
fn brings(command: &Command, name: &str, unknown: bool) -> bool {
    let stem = name.strip_suffix(".cmake").unwrap_or(name);
    let package =
        stem.strip_prefix("Find").or_else(|| stem.strip_suffix("Config")).or_else(|| stem.strip_suffix("-config"));
    let first = || command.arguments.first().map(|one| one.template.literal());
    match &*command.lower {
        "include" => first().is_some_and(|one| one.map_or(unknown, |word| word == stem || word.ends_with(name))),
        "find_package" => first()
            .is_some_and(|one| one.map_or(unknown, |word| package.is_some_and(|own| own.eq_ignore_ascii_case(word)))),
        _ => false,
    }
}

/// Whether a file surely stands for code of a build: an `include()` or `find_package()` names it, or a list of files. That a command
/// reads its text (`file(READ)`) or fills it in says nothing of its language.
fn is_included(files: &Files<'_>, listed: &Listed, path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let lists = |file: &syntax::File, command: &Command| {
        let source = files.sources().get(file.id);
        let written = source.written(command.range.clone());
        matches!(&*command.lower, "include" | "set" | "list" | "foreach") && written.contains(&*name)
    };
    listed.iter().any(|file| {
        files.sources().get(file.id).path() != path
            && file.commands.iter().any(|command| brings(command, &name, false) || lists(file, command))
    })
}

/// Whether the first thing in a file after comments is a command with its parenthesis, as in each file of CMake's language
/// (cmake-language(7), "Source Files").
fn begins_with_command(files: &Files<'_>, path: &Path) -> bool {
    let Ok(file) = files.sources().load(path) else { return false };
    let mut lines = file.bytes().split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let Some(line) = lines.find(|line| !line.is_empty() && !line.starts_with(b"#")) else { return true };
    let name = line.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    // A comment in brackets ends somewhere, and the parenthesis may stand on the next line: CMake refuses that, and it is told.
    let rest = line[name..].trim_ascii_start();
    name > 0 && (rest.is_empty() || rest.starts_with(b"("))
}

/// Whether a file has places for values, so that it may become one of another kind (`tool.spec.cmake`, `Doxyfile.cmake`): `@NAME@` (cmake-commands(7), `configure_file`).
fn has_places(files: &Files<'_>, path: &Path) -> bool {
    let is_name = |part: &[u8]| !part.is_empty() && part.iter().all(|b| b.is_ascii_alphanumeric() || *b == b'_');
    files.sources().load(path).is_ok_and(|file| file.bytes().split(|byte| *byte == b'@').skip(1).any(is_name))
}

/// Whether the name says what the file becomes when it is filled in: `run_tests.sh.cmake`, `tool.py.cmake`.
fn is_called_otherwise(path: &Path) -> bool {
    const MADE: &[&str] =
        &["bash", "bat", "csh", "in", "json", "ksh", "pc", "pl", "ps1", "py", "rb", "sh", "xml", "zsh"];
    let made = path.file_stem().and_then(|stem| Path::new(stem).extension());
    made.is_some_and(|made| MADE.iter().any(|one| made.eq_ignore_ascii_case(one)))
}

/// Whether the first line names the program that runs the file, and that is another one than cmake (execve(2), "Interpreter scripts").
fn is_run(files: &Files<'_>, path: &Path) -> bool {
    files.sources().load(path).is_ok_and(|file| {
        let line = file.bytes().split(|byte| *byte == b'\n').next().unwrap_or_default();
        line.starts_with(b"#!") && memchr::memmem::find(line, b"cmake").is_none()
    })
}

fn told(file: &syntax::File, error: &syntax::SyntaxError) -> Diagnostic {
    let place = Place::new(Span::new(file.id, error.range.clone()), "");
    Diagnostic::new(Severity::Warning, code::SYNTAX, error.message.clone()).at(place)
}

/// Names of the files that `configure_file` fills in: such a file need not be CMake's language, whatever its ending.
fn template_names(files: &Files<'_>) -> FxHashSet<String> {
    let listed = files.all();
    let inputs = listed.calls("configure_file").filter_map(|(file, command)| {
        let written = command.arguments.first()?.range.clone();
        let source = files.sources().get(file.id);
        let text = String::from_utf8_lossy(source.bytes().get(written.start as usize..written.end as usize)?);
        let name = text.trim_matches('"').rsplit('/').next()?;
        Some(name.to_owned())
    });
    let named: FxHashSet<&str> = listed
        .calls("configure_file")
        .filter_map(|(_, command)| command.arguments.first()?.template.reference())
        .collect();
    // `set(INPUT ${CMAKE_CURRENT_SOURCE_DIR}/run.sh.cmake)` before `configure_file(${INPUT} …)`.
    let set = listed.calls("set").filter_map(|(_, command)| {
        let [name, value] = &command.arguments[..] else { return None };
        named.contains(name.template.literal()?).then_some(())?;
        let Some(Part::Literal(text)) = value.template.0.last() else { return None };
        text.rsplit('/').next().map(str::to_owned)
    });
    inputs.chain(set).collect()
}
