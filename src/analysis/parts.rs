//! Folders with a `project()` of their own that are none: parts of a project above them that nothing adds any more.
use std::path::{Path, PathBuf};

use crate::cmake::eval::facts::{Facts, Reason};
use crate::cmake::eval::{Files, Listed};
use crate::cmake::syntax::{Argument, Command, Part, Template};
use crate::model::binaries::is_compiled;
use crate::native::Natives;
use crate::source::{SourceMap, normalize};

/// Whether the root of an evaluation is such a folder. `above` are the roots before it.
pub(super) fn is_part<'p>(
    top: &Path,
    facts: &Facts,
    files: &Files<'_>,
    listed: &Listed,
    mut above: impl Iterator<Item = &'p Path>,
) -> bool {
    above.any(|other| top != other && top.starts_with(other))
        && (calls_what_others_define(facts, listed)
            || is_commented_out(top, files.sources())
            || is_added_in_vain(top, files))
}

/// Whether it calls, in every configuration, a command that only other files of the repository define: CMake stops there. What a
/// package may bring, or a file that is not read, is no such command.
fn calls_what_others_define(facts: &Facts, listed: &Listed) -> bool {
    let open =
        |reason| matches!(reason, Reason::MissingFile | Reason::MissingText | Reason::UnknownValue | Reason::Limit);
    if !facts.packages.is_empty() || facts.unknowns.iter().any(|unknown| open(unknown.reason)) {
        return false;
    }
    let unknown = facts.unknowns.iter().filter(|one| one.reason == Reason::UnmodelledCommand && one.cond.is_true());
    unknown.map(|one| one.what.as_str()).any(|name| {
        ["function", "macro"].iter().any(|kind| {
            listed.calls(kind).any(|(_, command)| {
                let first = command.arguments.first().and_then(|argument| argument.template.literal());
                first.is_some_and(|first| first.eq_ignore_ascii_case(name))
            })
        })
    })
}

/// Whether the list of a folder is for another tree: the project copies it there (`configure_file(zlib/CMakeLists.txt ${DEPS}/zlib/CMakeLists.txt)`),
/// and nothing to be compiled stands beside it.
pub(super) fn is_for_another_tree(top: &Path, files: &Files<'_>, listed: &Listed, natives: &Natives<'_>) -> bool {
    let is_copied = ["configure_file", "file"].into_iter().any(|name| {
        listed.calls(name).any(|(file, command)| {
            let source = files.sources().get(file.id);
            let base = source.path().parent();
            let is_top = |one: &Argument, base| path_of(&one.template, base).as_deref() == Some(top);
            base.is_some_and(|base| copied_by(command, name).iter().any(|one| is_top(one, base)))
        })
    });
    is_copied && !natives.paths().any(|path| path.starts_with(top) && is_compiled(path))
}

/// The arguments of a command that name what it copies.
fn copied_by<'c>(command: &'c Command, name: &str) -> &'c [Argument] {
    let arguments = command.arguments.as_slice();
    let word = |one: &Argument| one.template.literal().map(str::to_owned);
    match arguments {
        [first, _, ..] if name == "configure_file" => std::slice::from_ref(first),
        [first, rest @ ..] if word(first).is_some_and(|first| matches!(&*first, "COPY" | "COPY_FILE" | "INSTALL")) => {
            let end = rest.iter().position(|one| word(one).as_deref() == Some("DESTINATION"));
            rest.get(..end.unwrap_or(1)).unwrap_or_default()
        }
        _ => &[],
    }
}

/// The folder of a list file that a text names, seen from the folder in which it stands.
fn path_of(text: &Template, base: &Path) -> Option<PathBuf> {
    let below = match text.0.as_slice() {
        [Part::Literal(text)] => &**text,
        [Part::Reference(_, name), Part::Literal(text)]
            if matches!(name.literal(), Some("CMAKE_CURRENT_SOURCE_DIR" | "CMAKE_CURRENT_LIST_DIR")) =>
        {
            text.trim_start_matches('/')
        }
        _ => return None,
    };
    let folder = below.strip_suffix("CMakeLists.txt")?;
    let folder = normalize(&base.join(folder));
    (folder != base).then_some(folder)
}

/// Folders above that are asked.
const MOST: usize = 3;

/// Whether a folder above adds it, in a branch to which no configuration comes (`if(0)`): what was reached from there is no root.
fn is_added_in_vain(top: &Path, files: &Files<'_>) -> bool {
    top.ancestors().skip(1).take(MOST).any(|folder| {
        let relative = top.strip_prefix(folder).ok().and_then(Path::to_str);
        let file = files.parse(&folder.join("CMakeLists.txt")).ok();
        relative.zip(file).is_some_and(|(relative, file)| {
            let mut adding = file.commands.iter().filter(|command| &*command.lower == "add_subdirectory");
            adding.any(|command| command.arguments.first().is_some_and(|first| names_folder(&first.template, relative)))
        })
    })
}

/// Whether a text is a folder below the one in which it stands: `lib/a`, `./lib/a/`, `${CMAKE_CURRENT_SOURCE_DIR}/lib/a`.
fn names_folder(text: &Template, folder: &str) -> bool {
    let text = match text.0.as_slice() {
        [Part::Literal(text)] => text.strip_prefix("./").unwrap_or(text),
        [Part::Reference(_, name), Part::Literal(text)] if name.literal() == Some("CMAKE_CURRENT_SOURCE_DIR") => {
            text.trim_start_matches('/')
        }
        _ => return false,
    };
    text.trim_end_matches('/') == folder
}

/// Whether a folder above once added it: `#add_subdirectory(samples)`.
fn is_commented_out(top: &Path, sources: &SourceMap) -> bool {
    top.ancestors().skip(1).take(MOST).any(|folder| {
        let Ok(relative) = top.strip_prefix(folder) else { return false };
        let Some(relative) = relative.to_str() else { return false };
        let Ok(file) = sources.load(&folder.join("CMakeLists.txt")) else { return false };
        String::from_utf8_lossy(file.bytes()).lines().any(|line| comments_out(line, relative))
    })
}

/// Whether a line is the call that adds a folder, as a comment.
fn comments_out(line: &str, folder: &str) -> bool {
    let Some(comment) = line.trim_start().strip_prefix('#') else { return false };
    let comment = comment.trim_start_matches(['#', ' ', '\t']).to_ascii_lowercase();
    let call = comment.strip_prefix("add_subdirectory").or_else(|| comment.strip_prefix("subdirs"));
    let arguments = call.and_then(|rest| rest.trim_start().strip_prefix('(')).and_then(|rest| rest.split(')').next());
    let first = arguments.and_then(|arguments| arguments.split_whitespace().next()).unwrap_or_default();
    let first = first.trim_matches('"').trim_end_matches('/');
    first.strip_prefix("./").unwrap_or(first) == folder.to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_that_were_calls() {
        assert!(comments_out("#add_subdirectory(\"Samples\")", "Samples"));
        assert!(comments_out("  # ADD_SUBDIRECTORY( ./old/one EXCLUDE_FROM_ALL )", "old/one"));
        assert!(!comments_out("add_subdirectory(samples) # add_subdirectory(samples)", "samples"));
        assert!(!comments_out("# add_subdirectory(samples2)", "samples"));
        assert!(!comments_out("# the samples are added below", "samples"));
    }
}
