//! What the text of a package configuration says about packages.
use std::sync::Arc;

use crate::cmake::syntax::{self, File};
use crate::comments::{Language, comments, without_comments};
use crate::rules::wording::letters;

/// Whether a configuration (in lower case) looks for a package that brings another one.
pub(super) fn is_brought(text: &str, package: &str) -> bool {
    let rows: Vec<(&str, &str)> = include_str!("brought.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(' '))
        .collect();
    // What brings it, what brings that, and so on.
    let mut wanted: Vec<&str> = vec![package];
    let mut at = 0;
    while let Some(one) = wanted.get(at).copied() {
        let by = rows.iter().filter(|(_, brings)| fits(brings, one)).map(|(by, _)| *by);
        let new: Vec<&str> = by.filter(|by| !wanted.contains(by)).collect();
        wanted.extend(new);
        at += 1;
    }
    wanted.iter().skip(1).any(|by| looked_for(text).any(|name| fits(by, name)))
}

/// Whether a name is that of a row, whatever its letters' size; a star at the end stands for the rest.
fn fits(row: &str, name: &str) -> bool {
    match row.strip_suffix('*') {
        Some(head) => name.get(..head.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(head)),
        None => row.eq_ignore_ascii_case(name),
    }
}

/// Whether a text can be the name of a target without a namespace.
pub(super) fn is_name(text: &str) -> bool {
    !text.starts_with('-') && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'+'))
}

/// A configuration that looks for parts of its own, by how their names begin and end.
pub(super) struct Finder {
    pub(super) name: Arc<str>,
    pub(super) parts: Vec<(String, String)>,
    pub(super) text: String,
}

/// How the names of packages begin and end that a text in lower case looks for as parts of its own: for what users ask for, or in the
/// folder that it stands in.
pub(super) fn parts(text: &str) -> Vec<(String, String)> {
    let calls = text.match_indices("find_package(").filter_map(|(at, call)| {
        let arguments = text[at + call.len()..].split(')').next()?;
        let name = arguments.split_whitespace().next()?;
        if let Some((begin, _)) = name.split_once("${") {
            return Some((begin, ""));
        }
        let is_beside = arguments.contains("${cmake_current_list_dir}");
        let filled = name.split_once('@').and_then(|(begin, rest)| Some((begin, rest.split_once('@')?.1)));
        is_beside.then(|| filled.unwrap_or((name, "")))
    });
    let told = |(begin, end): &(&str, &str)| !begin.is_empty() || !end.is_empty();
    calls.filter(told).map(|(begin, end)| (begin.to_owned(), end.to_owned())).collect()
}

/// The package that makes the targets of a namespace, where it is called otherwise.
pub(super) fn package_of_namespace(space: &str, target: &str) -> Option<String> {
    let rows = include_str!("namespaces.txt").lines().filter(|line| !line.starts_with('#'));
    let (_, package) = rows.filter_map(|line| line.split_once(' ')).find(|(known, _)| *known == space)?;
    let own = target.split("::").next().unwrap_or(target);
    Some(package.replace("{}", own))
}

/// Whether a configuration (in lower case) names a package, leaves open which it names, or looks for one that brings it.
pub(super) fn is_named(text: &str, package: &str) -> bool {
    let lower = package.to_lowercase();
    names_package(text, &lower)
        || may_look_for(text, &lower)
        || looks_for_alike(text, &lower)
        || is_brought(text, &lower)
}

/// Whether a text in lower case names a package in whatever way: not as a part of a longer word, unless the word finds it or is a library.
pub(super) fn names_package(text: &str, package: &str) -> bool {
    text.match_indices(package).any(|(at, _)| {
        let before = text[..at].trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
        let prefix = &text[before.len()..at];
        prefix.is_empty() || prefix.contains("find") || prefix == "lib"
    })
}

/// Whether a text in lower case looks for a package whose name it leaves open (`find_dependency(Qt@QT_MAJOR@Widgets)`).
fn may_look_for(text: &str, package: &str) -> bool {
    looked_for(text).any(|name| name.find(['@', '$']).is_some_and(|open| package.starts_with(&name[..open])))
}

/// The names of the packages that a text in lower case looks for.
pub(super) fn looked_for(text: &str) -> impl Iterator<Item = &str> {
    ["find_dependency(", "find_package("].into_iter().flat_map(move |call| {
        text.match_indices(call).map(move |(at, _)| {
            let rest = text[at + call.len()..].trim_start();
            rest.split(|c: char| c.is_whitespace() || c == ')').next().unwrap_or_default()
        })
    })
}

/// Whether a text in lower case looks for a package whose name differs by signs only (`c-ares` for `cares`): its own
/// configuration, where the project has a find module for it.
pub(super) fn looks_for_alike(text: &str, package: &str) -> bool {
    let package = letters(package);
    looked_for(text).any(|name| letters(name) == package)
}

/// Whether a command looks for a package: one of a project's own may stand around it (`engine_find_package`).
pub(super) fn is_search(command: &syntax::Command) -> bool {
    command.lower.ends_with("find_dependency") || command.lower.ends_with("find_package")
}

/// The packages that a file looks for by their names.
pub(super) fn packages(file: &File) -> Vec<String> {
    let searches = file.commands.iter().filter(|command| is_search(command));
    searches.filter_map(|command| command.arguments.first()?.template.literal().map(str::to_owned)).collect()
}

/// Whether a command brings no target but those that the text names.
pub(super) fn is_harmless(command: &syntax::Command) -> bool {
    // Which package it is has to be written out.
    let named = || command.arguments.first().is_some_and(|argument| argument.template.literal().is_some());
    if is_search(command) {
        return named();
    }
    matches!(
        &*command.lower,
        "pkg_check_modules"
            | "pkg_search_module"
            | "foreach"
            | "endforeach"
            | "while"
            | "endwhile"
            | "break"
            | "function"
            | "endfunction"
            | "macro"
            | "endmacro"
            | "math"
            | "option"
            | "get_property"
            | "get_directory_property"
            | "find_file"
            | "enable_language"
            | "add_executable"
            | "target_link_libraries"
            | "target_include_directories"
            | "target_compile_definitions"
            | "target_compile_options"
            | "target_compile_features"
            | "target_link_options"
            | "cmake_parse_arguments"
            | "set"
            | "unset"
            | "check_required_components"
            | "set_and_check"
            | "if"
            | "elseif"
            | "else"
            | "endif"
            | "message"
            | "get_filename_component"
            | "mark_as_advanced"
            | "set_property"
            | "set_target_properties"
            | "get_target_property"
            | "list"
            | "string"
            | "return"
            | "find_path"
            | "find_library"
            | "find_program"
            | "execute_process"
            | "file"
            | "add_library"
            | "find_package_handle_standard_args"
            | "cmake_policy"
            | "cmake_minimum_required"
            | "include_guard"
    )
}

/// A text of CMake without its comments.
pub(super) fn code(text: &str) -> String {
    String::from_utf8_lossy(&without_comments(text.as_bytes(), Language::CMake)).into_owned()
}

/// The searches that its comments ask of users, in prose (`# Call find_package(codec) before`), as commands. A call that is commented out
/// asks nothing.
pub(super) fn asked_of_users(text: &str) -> String {
    let mut out = String::new();
    for comment in comments(text.as_bytes(), Language::CMake) {
        let lines =
            text.get(comment.range).unwrap_or_default().lines().map(|line| line.trim_start_matches(['#', '[', ' ']));
        for (prose, call) in lines.filter_map(|line| line.split_once("find_package(")) {
            let name = call.split(|c: char| c.is_whitespace() || c == ')').next().unwrap_or_default();
            if prose.contains(char::is_alphabetic) && is_name(name) {
                out.extend(["\nfind_package(", name, ")"]);
            }
        }
    }
    out
}

/// Whether a text in lower case defines a function or macro of this name.
pub(super) fn defines(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].trim_end();
        let opened = before.strip_suffix('(').map(str::trim_end);
        let after = text[at + name.len()..].bytes().next();
        opened.is_some_and(|head| head.ends_with("function") || head.ends_with("macro"))
            && after.is_none_or(|byte| byte.is_ascii_whitespace() || byte == b')')
    })
}

/// Whether the name of the file that a command includes is filled in when the project is configured.
pub(super) fn has_placeholder(command: &syntax::Command) -> bool {
    let template = command.arguments.first().map(|argument| &argument.template.0);
    let Some(syntax::Part::Literal(end)) = template.and_then(|parts| parts.last()) else { return false };
    end.rsplit('/').next().is_some_and(|name| name.contains('@'))
}

/// Whether a command includes a file of this name; a project's name in it may be a placeholder.
pub(super) fn includes_file(command: &syntax::Command, name: &str) -> bool {
    if &*command.lower != "include" {
        return false;
    }
    let Some(template) = command.arguments.first().map(|argument| &argument.template) else { return false };
    let Some(syntax::Part::Literal(end)) = template.0.last() else { return false };
    let end = end.rsplit(['/', '@']).next().unwrap_or(end).trim_end_matches('"');
    !end.is_empty() && name.ends_with(end)
}

/// Whether a command includes what `PATH_VARS` names as the file of targets: `include("@PACKAGE_targetsFile@")`.
pub(super) fn includes_named_targets(command: &syntax::Command) -> bool {
    let literal = command.arguments.first().and_then(|argument| argument.template.literal()).unwrap_or_default();
    let name = literal.strip_prefix("@PACKAGE_").and_then(|rest| rest.strip_suffix('@')).unwrap_or_default();
    &*command.lower == "include" && is_called_targets(&name.to_lowercase())
}

/// Whether a path, in lower case, says that it is the file of exported targets.
pub(super) fn is_called_targets(path: &str) -> bool {
    path.contains("targets") || path.contains("export")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_that_others_bring() {
        let text = "find_dependency(podio required)\nfind_dependency(spdlog)\nfind_package(glogger)";
        assert!(is_brought(text, "root") && is_brought(text, "threads") && is_brought(text, "fmt"));
        assert!(!is_brought(text, "gflags") && !is_brought(text, "zlib"));
        assert!(is_brought("find_dependency(edm4hep)", "root"), "by podio");
        assert!(is_brought("find_dependency( detray )", "covfie"));
        assert!(
            is_brought("find_dependency(kf6kio \"6.0\")", "qt6xml") && !is_brought("find_dependency(kf6kio)", "qt5xml")
        );
    }

    #[test]
    fn what_comments_ask_of_users() {
        assert_eq!(asked_of_users("# Call find_package(codec CONFIG) before.\nset(x 1)"), "\nfind_package(codec)");
        assert_eq!(asked_of_users("# find_package(codec)\n#find_package(tone)\nfind_package(x)"), "");
    }

    #[test]
    fn the_same_package_by_its_own_name() {
        let text = "find_dependency(c-ares required)\nfind_package( lib_event)";
        assert!(looks_for_alike(text, "cares") && looks_for_alike(text, "libevent"));
        assert!(!looks_for_alike(text, "ares") && !looks_for_alike(text, "zstd"));
    }
}
