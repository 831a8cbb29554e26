//! Folders with a `project()` of their own that are none: parts of a project above them that nothing adds any more.
use std::path::Path;

use crate::cmake::eval::facts::{Facts, Reason};
use crate::cmake::eval::{Files, Listed};
use crate::cmake::syntax::{Part, Template};
use crate::source::SourceMap;

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
