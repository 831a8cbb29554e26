//! A folder with headers of an installed include prefix and with rules to install them, which nobody adds to the build.
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use crate::cmake::eval::facts::{InstallKind, Reason};
use crate::cmake::eval::text::has_symbol;
use crate::cmake::syntax::{Command, File, Namespace, Part, Template};
use crate::model::Model;
use crate::rules::{Context, Draft, Place, Project, Sink};
use crate::source::{SourceMap, Span, normalize, purpose};

pub(crate) fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(project) = cx.facts.project else { return };
    let facts = project.model.facts;
    if !facts.installs.iter().any(|install| install.kind == InstallKind::Directory) {
        return;
    }
    let orphans = orphans(project);
    if orphans.is_empty() || facts.unknowns.iter().any(adds_unknown) {
        return;
    }
    let prefixes = prefixes(project.model, cx.facts.sources);
    for orphan in orphans {
        let Some(folder) = orphan.parent() else { continue };
        let Ok(file) = project.files.parse(&orphan) else { continue };
        let Some((command, prefix)) = installs_headers(project, cx.facts.sources, &file, folder, &prefixes) else {
            continue;
        };
        if is_added(project, folder) || is_switched_off(project, cx.facts.sources, folder) {
            continue;
        }
        let span = Span::new(file.id, command.range.clone());
        let shown = folder.strip_prefix(&facts.source_dir).unwrap_or(folder).to_string_lossy().into_owned();
        let mut draft = Draft::new(crate::cond::Cond::TRUE, Place::new(span, "never reached"))
            .named("folder", shown)
            .value("prefix", &*prefix);
        if let Some(span) = prefixes.get(&prefix).copied().flatten() {
            draft = draft.related(span, format!("other headers of `{prefix}/` are installed here"));
        }
        sink.report(draft);
    }
}

/// The name of a list.
const LIST: &str = "CMakeLists.txt";

/// Lists of the project that call no `project()` and that no configuration reaches.
fn orphans(project: Project<'_>) -> Vec<PathBuf> {
    let facts = project.model.facts;
    let lists = &project.inputs.cmake_lists;
    let tops: BTreeSet<&Path> = lists.iter().filter(|l| l.calls_project).filter_map(|l| l.path.parent()).collect();
    let mut reached: BTreeSet<&Path> = facts.directories.iter().map(|directory| directory.source.as_path()).collect();
    // A list may be included, too.
    reached.extend(facts.files.iter().filter_map(|file| file.path.parent().filter(|_| file.path.ends_with(LIST))));
    let own = lists.iter().filter(|list| !list.calls_project && !is_aside(&facts.source_dir, &list.path));
    own.filter(|list| {
        let Some(folder) = list.path.parent() else { return false };
        // The project that the folder lies in is this one.
        let nearest = folder.ancestors().find(|above| tops.contains(above) || *above == facts.source_dir);
        nearest == Some(&facts.source_dir) && !reached.contains(folder)
    })
    .map(|list| list.path.clone())
    .collect()
}

/// Folders that are not for users of the package.
fn is_aside(top: &Path, path: &Path) -> bool {
    let Ok(below) = path.strip_prefix(top) else { return true };
    below.components().any(|part| match part {
        Component::Normal(name) => purpose(&name.to_string_lossy()).is_some(),
        _ => true,
    })
}

/// Whether it is not known which folder is added somewhere.
fn adds_unknown(unknown: &crate::cmake::eval::facts::Unknown) -> bool {
    matches!(unknown.reason, Reason::UnknownValue | Reason::UnmodelledCommand | Reason::Limit)
        && (unknown.what.contains("add_subdirectory") || unknown.what.contains("subdir"))
}

/// The first parts of include paths that are installed (`prefix` of `include/prefix/header.h`), each with its install rule.
fn prefixes(model: &Model<'_>, sources: &SourceMap) -> BTreeMap<String, Option<Span>> {
    let mut out = BTreeMap::new();
    for (path, content, span) in installed_folders(model) {
        for prefix in prefixes_of(sources, &path, content) {
            out.entry(prefix).or_insert(span);
        }
    }
    out
}

/// The folders that are installed, whether it is their content alone, and the rule.
fn installed_folders<'m>(model: &'m Model<'_>) -> impl Iterator<Item = (PathBuf, bool, Option<Span>)> + 'm {
    let rules = model.facts.installs.iter().filter(|install| install.kind == InstallKind::Directory);
    rules.flat_map(|install| {
        let span = model.span(install.origin);
        let directory = model.facts.directories.get(install.directory.0 as usize);
        let items = model.items(&install.items, None).into_iter();
        items.filter_map(move |item| {
            let known = !has_symbol(&item.text) && !item.text.contains("$<");
            let path = directory.filter(|_| known)?.source.join(&*item.text);
            Some((normalize(&path), item.text.ends_with('/'), span))
        })
    })
}

/// Whether a rule that runs installs a folder, alone or with what lies above it.
fn is_installed(project: Project<'_>, folder: &Path) -> bool {
    let leaves_out = |span: Span| {
        let Some((file, at)) = project.files.command_at(span) else { return false };
        let words = file.commands.get(at).into_iter().flat_map(|command| &command.arguments);
        words.filter_map(|argument| argument.template.literal()).any(|word| word == "EXCLUDE")
    };
    installed_folders(project.model).any(|(path, _, span)| folder.starts_with(path) && !span.is_some_and(leaves_out))
}

/// The include prefixes that the installation of a folder brings.
fn prefixes_of(sources: &SourceMap, path: &Path, content: bool) -> Vec<String> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let above = path.parent().and_then(Path::file_name).is_some_and(|name| name == "include" || name == "inc");
    if !content && above {
        return vec![name];
    }
    if name != "include" && name != "inc" {
        return Vec::new();
    }
    let listing = sources.sandbox().list(path);
    listing.iter().filter(|(_, is_folder)| *is_folder).map(|(name, _)| name.clone()).collect()
}

/// The command of an orphan that installs headers of one of the prefixes, which nothing else installs.
fn installs_headers<'f>(
    project: Project<'_>,
    sources: &SourceMap,
    file: &'f File,
    folder: &Path,
    prefixes: &BTreeMap<String, Option<Span>>,
) -> Option<(&'f Command, String)> {
    file.commands.iter().filter(|command| &*command.lower == "install").find_map(|command| {
        let mut words = command.arguments.iter();
        if words.next()?.template.literal() != Some("DIRECTORY") {
            return None;
        }
        let named = words.map_while(|argument| local_path(&argument.template).filter(|text| text != "DESTINATION"));
        named.into_iter().find_map(|text| {
            let path = normalize(&folder.join(text.trim_start_matches('/')));
            if is_installed(project, &path) {
                return None;
            }
            let found = prefixes_of(sources, &path, text.ends_with('/'));
            found.into_iter().find(|prefix| prefixes.contains_key(prefix)).map(|prefix| (command, prefix))
        })
    })
}

/// A path below the folder of its list; nothing when it is not known.
fn local_path(template: &Template) -> Option<String> {
    let mut out = String::new();
    for part in &template.0 {
        match part {
            Part::Literal(text) => out.push_str(text),
            Part::Reference(Namespace::Variable, name)
                if matches!(name.literal(), Some("CMAKE_CURRENT_SOURCE_DIR" | "CMAKE_CURRENT_LIST_DIR")) => {}
            Part::Reference(..) => return None,
        }
    }
    Some(out)
}

/// Whether a comment of a list above the folder adds it: its author has taken it out.
fn is_switched_off(project: Project<'_>, sources: &SourceMap, folder: &Path) -> bool {
    let top = &project.model.facts.source_dir;
    let above = folder.ancestors().skip(1).take_while(|above| above.starts_with(top));
    above.into_iter().any(|above| {
        let Ok(list) = sources.load(&above.join(LIST)) else { return false };
        let Ok(below) = folder.strip_prefix(above) else { return false };
        let below = below.to_string_lossy().replace('\\', "/");
        String::from_utf8_lossy(list.bytes()).lines().any(|line| {
            let comment = line.split_once('#').map(|(_, comment)| comment.trim_start_matches('#').trim());
            let call = comment
                .filter(|text| text.get(..16).is_some_and(|start| start.eq_ignore_ascii_case("add_subdirectory")));
            call.and_then(|text| text.get(16..)).is_some_and(|rest| {
                let words = rest.trim_start().strip_prefix('(').unwrap_or_default();
                words.split([' ', ')', '\t']).next().is_some_and(|word| word.trim_matches(['"', '/']) == below)
            })
        })
    })
}

/// Whether some file names the folder in `add_subdirectory()`, in whatever configuration, gives its name to a command that may do so, or
/// includes its list file.
fn is_added(project: Project<'_>, folder: &Path) -> bool {
    let Some(name) = folder.file_name().map(|name| name.to_string_lossy()) else { return true };
    project.files.all().iter().any(|file| {
        file.commands.iter().any(|command| {
            let includes = &*command.lower == "include";
            let may =
                command.lower.contains("add_sub") || command.lower.contains("subdir") || &*command.lower == "foreach";
            (may || includes)
                && command.arguments.iter().any(|argument| {
                    let ends = |text: &str| {
                        let folder = if includes { text.strip_suffix("/CMakeLists.txt") } else { Some(text) };
                        folder.and_then(|text| text.trim_end_matches('/').rsplit(['/', ';']).next()) == Some(&name)
                    };
                    matches!(argument.template.0.last(), Some(Part::Literal(text)) if ends(text))
                })
        })
    })
}
