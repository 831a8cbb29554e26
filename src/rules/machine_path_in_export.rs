//! An exported target whose link interface names a library by its path on the machine that built it.
use std::path::Path;

use crate::cmake::eval::facts::TargetKind;
use crate::cmake::eval::text::{SymbolKind, is_symbol};
use crate::cmake::eval::value::Elem;
use crate::cmake::eval::{
    Listed, is_folder_of_package, is_header_of_compiler, is_keyword_of_search, library_paths_of_package,
};
use crate::cmake::syntax::{Command, Namespace, Part, Template};
use crate::cond::Cond;
use crate::discover::Kind;
use crate::flags::system_library;
use crate::model::mentions::has_word;
use crate::model::{Exported, Model, TargetId};
use crate::rules::{Confidence, Context, Draft, Place, Project, Severity, Sink};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    for (&id, exported) in project.model.exported_targets().iter() {
        if exported.installed.is_false() || project.model.is_imported(id) || !project.model.is_judged(id) {
            continue;
        }
        let Some(value) = project.model.link_interface(id) else { continue };
        for elem in value.elems.iter() {
            look(project, id, exported, elem, sink);
        }
    }
    folders(project, sink);
}

/// Folders of headers that a search gave, in the interface of exported targets (cmake-packages(7), Creating Relocatable Packages).
fn folders(project: Project<'_>, sink: &mut Sink) {
    let (model, conds) = (project.model, &project.model.facts.conds);
    for (&id, exported) in model.exported_targets().iter() {
        if exported.installed.is_false() || model.is_imported(id) || !model.is_judged(id) {
            continue;
        }
        let Some(value) = model.target(id).properties.get("INTERFACE_INCLUDE_DIRECTORIES") else { continue };
        for elem in value.elems.iter() {
            let Some(text) = model.facts.texts.plain(elem.text) else { continue };
            // What is meant for the installed form is written there, too.
            let inner = text.strip_prefix("$<INSTALL_INTERFACE:").and_then(|text| text.strip_suffix('>'));
            let Some(variable) = lone_symbol(model, inner.unwrap_or(&text)).and_then(|name| folder(project, &name))
            else {
                continue;
            };
            let cond = conds.all([exported.installed, elem.cond, model.is_linkable(id)]);
            let Some(span) = model.span(elem.origin).filter(|_| cond.is_possible()) else { continue };
            if is_set_anew(project, model.name(id)) {
                break;
            }
            let shown = format!("${{{variable}}}");
            let mut draft = Draft::new(cond, Place::new(span, "a folder that a search gave"))
                .named("target", model.name(id))
                .value("item", &*shown)
                .message(format!(
                    "the exported `{}` has `{shown}` among the include folders of its users: a path of this machine, and CMake stops \
                     where there is no such folder",
                    model.name(id)
                ))
                .help(
                    "link an imported target that has the folder and look for it in the package configuration, or, where the installed \
                     headers include nothing from there, write $<BUILD_INTERFACE:…> around it",
                )
                // On systems of the same kind it is mostly the same folder.
                .severity(Severity::Note)
                .subject(shown);
            if let Some(span) = model.span(exported.origin) {
                draft = draft.related(span, "exported here");
            }
            sink.report(draft);
        }
    }
}

/// Whether a package configuration of the project gives a target its include folders itself, in the place of those that were exported.
fn is_set_anew(project: Project<'_>, target: &str) -> bool {
    let sandbox = project.files.sources().sandbox();
    let kinds = [Kind::CMakeTemplate, Kind::CMakeModule].into_iter();
    let mut paths = kinds.flat_map(|kind| project.inputs.of(kind)).filter(|path| {
        path.file_name().is_some_and(|name| name.to_string_lossy().to_ascii_lowercase().contains("config"))
    });
    paths.any(|path| {
        let Ok(text) = sandbox.read(path) else { return false };
        ["set_target_properties", "INTERFACE_INCLUDE_DIRECTORIES", target].iter().all(|word| has_word(&text, word))
    })
}

/// The variable of a folder of headers that is not every system's own: of `find_path()`, or of a module of CMake's own that keeps its
/// result there.
fn folder(project: Project<'_>, name: &str) -> Option<String> {
    if let Some((variable, package)) = name.split_once(" of find_package(") {
        let package = package.split([' ', ')']).next().unwrap_or_default();
        return is_folder_of_package(package, variable).then(|| variable.to_owned());
    }
    let files = project.files.all();
    let first = |command: &Command| command.arguments.first().and_then(|a| a.template.literal()) == Some(name);
    let mut calls = files.calls("find_path").map(|(_, command)| command).filter(|command| first(command)).peekable();
    let is_silent = |command: &Command| asks_for_c(command) || says_where(command, &files);
    (calls.peek().is_some() && !calls.any(is_silent)).then(|| name.to_owned())
}

/// Whether a search asks for a header of the C library or of the language, which lie where every compiler looks.
fn asks_for_c(command: &Command) -> bool {
    // The names are the first words, or those behind NAMES.
    let mut in_names = true;
    command.arguments.iter().skip(1).any(|argument| {
        let word = argument.template.literal().unwrap_or_default();
        if is_keyword_of_search(word) {
            in_names = word == "NAMES";
        }
        in_names && is_header_of_compiler(word)
    })
}

/// Whether a search looks in the project's own tree, or nowhere but where it says itself.
fn says_where(command: &Command, files: &Listed) -> bool {
    let mut in_folders = false;
    command.arguments.iter().skip(1).any(|argument| {
        let word = argument.template.literal().unwrap_or_default();
        if is_keyword_of_search(word) {
            in_folders = matches!(word, "HINTS" | "PATHS");
            return word == "NO_DEFAULT_PATH";
        }
        let by_variable = || {
            let other = argument.template.0.first().and_then(variable_of);
            let sets = |command: &Command| command.arguments.first().and_then(|one| one.template.literal()) == other;
            let in_tree = |command: &Command| command.arguments.iter().skip(1).any(|one| begins_in_tree(&one.template));
            other.is_some() && files.calls("set").any(|(_, command)| sets(command) && in_tree(command))
        };
        // What is relative is taken from the list file's folder.
        let relative = in_folders && word.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '.');
        (relative && !word.contains(':')) || begins_in_tree(&argument.template) || by_variable()
    })
}

/// Whether a path begins with a folder of the project.
fn begins_in_tree(path: &Template) -> bool {
    let variable = path.0.first().and_then(variable_of);
    variable.is_some_and(|name| OF_TREE.iter().any(|end| name.ends_with(end)))
}

/// The variable that a part of a text is.
fn variable_of(part: &Part) -> Option<&str> {
    match part {
        Part::Reference(Namespace::Variable, name) => name.literal(),
        _ => None,
    }
}

/// Ends of the names of variables that hold a folder of the project (cmake-variables(7), `<PROJECT-NAME>_SOURCE_DIR` and its like).
const OF_TREE: &[&str] = &["_SOURCE_DIR", "_BINARY_DIR", "_LIST_DIR"];

fn look(project: Project<'_>, id: TargetId, exported: &Exported, elem: &Elem, sink: &mut Sink) {
    let (model, conds) = (project.model, &project.model.facts.conds);
    let Some(text) = model.facts.texts.plain(elem.text) else { return };
    let inner = text.strip_prefix("$<LINK_ONLY:").and_then(|text| text.strip_suffix('>'));
    let item = inner.unwrap_or(&text);
    let Some(Item { shown, what, only }) = path(project, item) else { return };
    let mend = if what == OWN_TREE && inner.is_some() {
        "install the file, and let the package configuration make an imported target of it that this one links"
    } else if what == OWN_TREE {
        "link it PRIVATE (an object by target_sources) where users do not need it; else install the file, and let the package configuration \
         make an imported target of it"
    } else {
        "link an imported target (of a find module or of find_package) and look for it in the package configuration by find_dependency()"
    };
    let mut cond = conds.all([exported.installed, elem.cond, model.is_linkable(id), only]);
    if inner.is_some() {
        // What is linked privately travels with an archive only.
        cond = conds.and(cond, model.is_kind(id, &[TargetKind::Static]));
    }
    let Some(span) = model.span(elem.origin).filter(|_| !cond.is_false()) else { return };
    let mut draft = Draft::new(cond, Place::new(span, what))
        .named("target", model.name(id))
        .value("item", &*shown)
        .value("mend", mend)
        .subject(shown);
    if inner.is_some() {
        // Most archives are used where they were made.
        draft = draft.severity(Severity::Note).confidence(Confidence::Heuristic);
    }
    if let Some(span) = model.span(exported.origin) {
        draft = draft.related(span, "exported here");
    }
    sink.report(draft);
}

/// An item of a link interface that is a path.
struct Item {
    /// The path in words.
    shown: String,
    what: &'static str,
    /// Where it is one.
    only: Cond,
}

/// What a file of the tree is called.
const OWN_TREE: &str = "a path of the project's own tree";

/// The path that an item is, in words, with what it is.
fn path(project: Project<'_>, item: &str) -> Option<Item> {
    let model = project.model;
    let conds = &model.facts.conds;
    if let Some(symbol) = lone_symbol(model, item) {
        if let Some((variable, named_on_windows)) = of_module(&symbol) {
            if is_of_cuda(variable) && chooses_keyword(project) {
                return None;
            }
            let windows = conds.platform("WIN32").filter(|_| named_on_windows);
            let only = windows.map_or(Cond::TRUE, |windows| conds.not(windows));
            return Some(Item { shown: format!("${{{variable}}}"), what: "paths that a find module gave", only });
        }
        if let Some(variable) = of_pkg_config(&symbol) {
            let shown = format!("${{{variable}}}");
            return Some(Item { shown, what: "paths that pkg_check_modules() gave", only: Cond::TRUE });
        }
        let found = found_by(project, &symbol);
        let shown = format!("${{{symbol}}}");
        return found.then_some(Item { shown, what: "a path that find_library() gave", only: Cond::TRUE });
    }
    if item.contains("$<") || item.chars().any(is_symbol) {
        return None;
    }
    let path = Path::new(item);
    for (folder, name) in
        [(&model.facts.binary_dir, "${CMAKE_BINARY_DIR}"), (&model.facts.source_dir, "${CMAKE_SOURCE_DIR}")]
    {
        if let Ok(rest) = path.strip_prefix(folder) {
            let shown = format!("{name}/{}", rest.to_string_lossy());
            return Some(Item { shown, what: OWN_TREE, only: Cond::TRUE });
        }
    }
    None
}

/// The variable in which a module of CMake's own gives paths of libraries, from the name of what it left there, and whether these are
/// names on Windows. A package's own configuration (`find_package(X CONFIG)`) sets what it likes.
fn of_module(symbol: &str) -> Option<(&str, bool)> {
    let (variable, package) = symbol.split_once(" of find_package(")?;
    let named_on_windows = library_paths_of_package(package.strip_suffix(')')?, variable)?;
    Some((variable, named_on_windows))
}

/// The variable in which `pkg_check_modules` gives the paths of libraries (cmake-modules(7), `FindPkgConfig`: `<prefix>_LINK_LIBRARIES`, "the
/// libraries and their absolute paths").
fn of_pkg_config(symbol: &str) -> Option<&str> {
    let (variable, prefix) = symbol.split_once(" of pkg_check_modules(")?;
    let prefix = prefix.strip_suffix(')')?;
    let rest = variable.strip_prefix(prefix)?;
    matches!(rest, "_LINK_LIBRARIES" | "_STATIC_LINK_LIBRARIES").then_some(variable)
}

fn is_of_cuda(variable: &str) -> bool {
    variable.starts_with("CUDA_")
}

/// Whether the project says how `cuda_add_library()` links the toolkit: privately, mostly (`FindCUDA`, `CUDA_LINK_LIBRARIES_KEYWORD`).
fn chooses_keyword(project: Project<'_>) -> bool {
    let files = project.files.all();
    files.calls("set").any(|(_, command)| {
        command.arguments.first().and_then(|one| one.template.literal()) == Some("CUDA_LINK_LIBRARIES_KEYWORD")
    })
}

/// The variable of a search that a text is and nothing else.
fn lone_symbol(model: &Model<'_>, item: &str) -> Option<String> {
    model.lone_value(item).filter(|value| value.kind == SymbolKind::Found).map(|value| value.name.to_string())
}

/// Whether `find_library()` sets a variable, to a library that not every system has in its folders.
fn found_by(project: Project<'_>, variable: &str) -> bool {
    let files = project.files.all();
    let first = |command: &Command| command.arguments.first().and_then(|a| a.template.literal()) == Some(variable);
    let calls = files.calls("find_library").map(|(_, command)| command);
    let mut calls = calls.filter(|command| first(command)).peekable();
    calls.peek().is_some() && !calls.any(asks_system)
}

fn asks_system(command: &Command) -> bool {
    command.arguments.iter().skip(1).filter_map(|a| a.template.literal()).any(|word| {
        system_library(word.trim_start_matches("lib")).is_some()
            || word.chars().next().is_some_and(char::is_uppercase) && is_framework(word)
    })
}

/// Frameworks of macOS have names such as `CoreFoundation`.
fn is_framework(word: &str) -> bool {
    !word.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_' || byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cmake::syntax::parse;
    use crate::source::{Sandbox, SourceMap};

    fn command(text: &str) -> Command {
        let sources = SourceMap::new(Sandbox::nowhere());
        let source = sources.insert("/f".into(), text.as_bytes().into());
        parse(source.id(), text.as_bytes()).commands.remove(0)
    }

    #[test]
    fn headers_of_the_compiler_are_names() {
        for text in ["find_path(D math.h)", "find_path(D HINTS /opt NAMES vector)", "find_path(D NAMES own.h math.h)"] {
            assert!(asks_for_c(&command(text)), "{text}");
        }
        for text in ["find_path(D png.h PATH_SUFFIXES vector)", "find_path(D NAMES png.h DOC vector)"] {
            assert!(!asks_for_c(&command(text)), "{text}");
        }
    }

    #[test]
    fn what_modules_give() {
        assert_eq!(of_module("ZLIB_LIBRARIES of find_package(ZLIB)"), Some(("ZLIB_LIBRARIES", false)));
        assert_eq!(of_module("MPI_mpi_LIBRARY of find_package(MPI)"), Some(("MPI_mpi_LIBRARY", false)));
        assert_eq!(of_module("OPENGL_LIBRARIES of find_package(OpenGL)"), Some(("OPENGL_LIBRARIES", true)));
        for other in [
            "CURL_LIBRARIES of find_package(CURL)",
            "Protobuf_LIBRARIES of find_package(Protobuf CONFIG)",
            "VENDOR_LIBRARY",
        ] {
            assert_eq!(of_module(other), None, "{other}");
        }
    }

    #[test]
    fn what_pkg_config_gives() {
        assert_eq!(of_pkg_config("GLIB_LINK_LIBRARIES of pkg_check_modules(GLIB)"), Some("GLIB_LINK_LIBRARIES"));
        for other in ["GLIB_LIBRARIES of pkg_check_modules(GLIB)", "ZLIB_LIBRARIES of find_package(ZLIB)"] {
            assert_eq!(of_pkg_config(other), None, "{other}");
        }
    }

    #[test]
    fn searches_that_say_where() {
        let files = Listed::default();
        for text in [
            "find_path(D png.h PATHS /usr/include NO_DEFAULT_PATH)",
            "find_path(D png.h HINTS ${CMAKE_CURRENT_SOURCE_DIR}/vendor)",
            "find_path(D png.h PATHS vendor/include)",
        ] {
            assert!(says_where(&command(text), &files), "{text}");
        }
        for text in ["find_path(D png.h)", "find_path(D png.h PATHS /opt/include PATH_SUFFIXES png)"] {
            assert!(!says_where(&command(text), &files), "{text}");
        }
    }
}
