//! Code of others that the project takes along, and what only it knows.
use std::ffi::OsStr;
use std::path::Path;

use super::systems::is_left_over;
use crate::cmake::eval::facts::Reason;
use crate::cmake::eval::text::has_symbol;
use crate::cmake::lang::condition::is_off;
use crate::cmake::syntax::{Command, File, Part, Template};
use crate::cond::{Cond, SubjectKind};
use crate::model::mentions::has_word;
use crate::rules::callers::{is_built_otherwise, is_test_data, runs_cmake};
use crate::rules::conditions::Conditions as _;
use crate::rules::{Facts, Project};
use crate::source::{Purpose, Span, absent_submodules, purpose};

/// Whether it happens only where the project looks for the package that it is itself, and cannot do without: a part of it that is built by
/// itself, against what is installed.
pub(super) fn finds_itself(cond: Cond, facts: Facts<'_>) -> bool {
    let Some(project) = facts.project.filter(|_| !cond.is_true()) else { return false };
    let (model, conds) = (project.model, facts.conditions.conds);
    // What is added only where it is not searched is a package of others that may be taken along.
    let own = |name: &str, searched: Cond| {
        let mut called = model.facts.projects.iter().filter(|one| model.facts.texts.as_str(one.name) == Some(name));
        called.any(|one| !conds.disjoint(one.cond, searched))
    };
    let mut searches = model.facts.packages.iter().filter(|search| search.required && !search.cond.is_true());
    searches.any(|search| {
        let name = model.facts.texts.as_str(search.name);
        name.is_some_and(|name| own(name, search.cond) && model.find(name).is_some_and(|id| !model.is_imported(id)))
            && conds.implies(cond, search.cond)
    })
}

/// Whether it happens only where users change options of code that others wrote and the project takes along: its own build gives those
/// what it needs.
pub(super) fn sets_up_others(cond: Cond, facts: Facts<'_>) -> bool {
    let Some(project) = facts.project.filter(|_| !cond.is_true()) else { return false };
    let (model, conds) = (project.model, facts.conditions.conds);
    let mut defaults = Cond::TRUE;
    for subject in conds.subjects(cond) {
        let info = conds.subject_info(subject);
        // Nor does anybody set what these alone read of the environment.
        if info.kind == SubjectKind::Environment && is_known_to_others_only(&info.name, facts) {
            let given = conds.or(conds.defined(subject), conds.truthy(subject));
            defaults = conds.diff(defaults, given);
            continue;
        }
        let entry = model.facts.cache.get(&*info.name).filter(|entry| entry.option);
        // What nobody declares is off: `SKIP_INSTALL_ALL` of zlib.
        if entry.is_none() && info.kind == SubjectKind::Input && is_known_to_others_only(&info.name, facts) {
            defaults = conds.diff(defaults, conds.truthy(subject));
            continue;
        }
        let Some((entry, span)) = entry.and_then(|entry| Some((entry, model.span(entry.origin)?))) else { continue };
        let Some(default) = entry.default.and_then(|text| model.facts.texts.plain(text)) else { continue };
        let vendored = |span: Span| is_taken_along(project, project.files.sources().get(span.file).path());
        // A folder such as `contrib` may be the project's own, as the names of its options say.
        let own = || {
            let others = model.facts.cache.iter().filter(|(_, other)| other.option);
            prefix(&info.name).is_some_and(|own| {
                others
                    .filter(|(name, _)| prefix(name) == Some(own))
                    .filter(|(_, other)| model.span(other.origin).is_some_and(|span| !vendored(span)))
                    .any(|(name, _)| !is_offered_by_others(project, name))
            })
        };
        if !has_symbol(&default) && vendored(span) && !own() {
            let on = conds.truthy(subject);
            defaults = conds.and(defaults, if is_off(&default) { conds.not(on) } else { on });
        }
    }
    // Where the defaults bring it about, somebody has to build the project.
    let is_built = || {
        let by_default = facts.conditions.render(conds.and(cond, defaults));
        by_default.is_some_and(|condition| !is_left_over(&condition.witness))
    };
    !defaults.is_true() && (conds.disjoint(cond, defaults) || !is_built())
}

/// Whether code of others offers an option: the project that sets it before sets that up.
fn is_offered_by_others(project: Project<'_>, name: &str) -> bool {
    let sources = project.files.sources();
    let files = project.files.all();
    files.calls("option").any(|(file, command)| {
        command.arguments.first().and_then(|first| first.template.literal()) == Some(name)
            && is_taken_along(project, sources.get(file.id).path())
    })
}

/// Whether a setting is one that only code of others knows, which the project takes along.
pub(super) fn is_known_to_others_only(name: &str, facts: Facts<'_>) -> bool {
    let Some(project) = facts.project.filter(|_| !name.starts_with("CMAKE_") && !name.starts_with("BUILD_")) else {
        return false;
    };
    if let Some(known) = project.others.known.borrow().get(name) {
        return *known;
    }
    let sources = project.files.sources();
    let (mut others, mut own) = (false, false);
    for file in project.files.all().iter() {
        let source = sources.get(file.id);
        if has_word(source.bytes(), name) {
            let taken = is_taken_along(project, source.path());
            (others, own) = (others | taken, own || !taken);
        }
    }
    project.others.known.borrow_mut().insert(name.to_owned(), others && !own);
    others && !own
}

/// Names of files with the licence of what stands beside and below them.
const LICENCES: &[&str] = &["LICENSE", "LICENSE.txt", "LICENSE.md", "LICENCE", "COPYING", "COPYING.txt", "LICENSE.TXT"];

/// Whether the name of a file, in lower case, says that it is a licence: `COPYING.MPL2`, `copyright-and-BSD-license.txt`.
fn is_licence(name: &str) -> bool {
    let (stem, end) = name.split_once('.').unwrap_or((name, ""));
    let is_word = |word: &str| matches!(word, "copying" | "license" | "licence" | "licenses");
    matches!(stem, "copying" | "license" | "licence")
        || matches!(end, "" | "txt" | "md" | "rst") && stem.split(['-', '_']).any(is_word)
}

/// Files by which the folder of a repository is built as a whole, and not only its parts.
const BUILDS: &[&str] = &[
    "CMakeLists.txt",
    "configure.ac",
    "configure.in",
    "configure",
    "meson.build",
    "Makefile",
    "makefile",
    "GNUmakefile",
    "Cargo.toml",
    "SConstruct",
];

/// Whether a file belongs to code of others: its folder is one for that, or the top of a project below this one has a licence of its own or
/// the number of a release in its name.
fn is_taken_along(project: Project<'_>, path: &Path) -> bool {
    project.model.is_vendored(path) || path.parent().is_some_and(|folder| has_licence(project, folder))
}

/// Whether a folder has the name of a release that was unpacked: `freetype-2.10.1`, `zlib_1.3`.
fn is_release(folder: &Path) -> bool {
    let name = folder.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let Some((name, version)) = name.rsplit_once(['-', '_']) else { return false };
    let numbers: Vec<&str> = version.trim_start_matches('v').split('.').collect();
    let is_number = |number: &&str| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    !name.is_empty() && numbers.len() > 1 && numbers.iter().all(is_number)
}

/// Whether a folder below the top belongs to a project that was taken over: it has a licence of its own, or is a release of it.
fn has_licence(project: Project<'_>, folder: &Path) -> bool {
    if let Some(known) = project.others.taken.borrow().get(folder) {
        return *known;
    }
    let sandbox = project.files.sources().sandbox();
    let top = &project.model.facts.source_dir;
    let folders = || folder.ancestors().take_while(|folder| *folder != top && folder.starts_with(top));
    let is_top = |folder: &Path| {
        let list = folder.join("CMakeLists.txt");
        project.inputs.cmake_lists.iter().any(|known| known.calls_project && known.path == list)
    };
    let licensed = |folder: &Path| LICENCES.iter().any(|name| sandbox.is_file(&folder.join(name)));
    let taken = folders().any(|folder| is_top(folder) && (licensed(folder) || is_release(folder)));
    project.others.taken.borrow_mut().insert(folder.to_path_buf(), taken);
    taken
}

/// Whether the top of a project is code of others that no build description of this repository adds, or input of a tool: nobody builds it
/// from here.
pub(super) fn is_of_others(facts: Facts<'_>) -> bool {
    facts.project.is_some_and(|project| *project.others.top.get_or_init(|| stands_beside(project)))
}

/// Whether CMake stops at the first list, since it cannot read it.
pub(super) fn cannot_be_read(facts: Facts<'_>) -> bool {
    facts.project.is_some_and(|project| {
        let list = project.model.facts.source_dir.join("CMakeLists.txt");
        project.files.parse(&list).is_ok_and(|file| !file.errors.is_empty())
    })
}

fn stands_beside(project: Project<'_>) -> bool {
    let (top, own) = (&project.inputs.path, &project.model.facts.source_dir);
    let below = own.strip_prefix(top).unwrap_or(Path::new(""));
    let sandbox = project.files.sources().sandbox();
    let has = |folder: &Path, names: &[&str]| names.iter().any(|name| sandbox.is_file(&folder.join(name)));
    // A build of the whole that names the folder builds it, in whatever way. A part of the way there is where other folders lie, too.
    let named = |folder: &Path| {
        let last = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        BUILDS.iter().any(|name| builds(project, &top.join(name), &last))
    };
    let folders = || own.ancestors().take_while(|folder| *folder != top && folder.starts_with(top));
    let has_terms = |folder: &Path| {
        let text = |name: &String| is_licence(&name.to_lowercase());
        has(folder, LICENCES) || sandbox.list(folder).iter().any(|(name, is_folder)| !is_folder && text(name))
    };
    let is_brought = |folder: &Path| has_terms(folder) && has(top, BUILDS) && !named(own);
    // Tests and examples of a copy are for its authors, whoever builds the rest. What has the licence of the whole is no copy.
    let shown = |folder: &Path| own.strip_prefix(folder).is_ok_and(|rest| rest.iter().any(is_for_authors));
    let terms = |folder: &Path| -> Vec<Vec<u8>> {
        let texts = LICENCES.iter().filter_map(|name| sandbox.read(&folder.join(name)).ok());
        texts.map(|text| terms(&text)).collect()
    };
    let differs = |folder: &Path| terms(folder).iter().all(|one| !terms(top).contains(one));
    below.iter().any(|part| purpose(&part.to_string_lossy()) == Some(Purpose::Vendored))
        || folders().any(|folder| is_brought(folder) && (!named(folder) || shown(folder) && differs(folder)))
        || own != top
            && (below.iter().any(is_put_away) && !named(own)
                || is_built_otherwise(project)
                || is_test_data(project)
                || lacks_its_parts(project, below)
                || is_part_of_above(project))
}

/// What a licence says, whoever gave it and when.
fn terms(text: &[u8]) -> Vec<u8> {
    let is_name = |line: &[u8]| memchr::memmem::find(&line.to_ascii_lowercase(), b"copyright (c)").is_some();
    let lines = text.split(|byte| *byte == b'\n').filter(|line| !is_name(line));
    lines.flatten().filter(|byte| !byte.is_ascii_whitespace()).copied().collect()
}

/// Whether a folder holds what only those who wrote a library build.
fn is_for_authors(part: &OsStr) -> bool {
    matches!(purpose(&part.to_string_lossy()), Some(Purpose::Test | Purpose::Example | Purpose::Documentation))
}

/// Whether a folder holds what was given up, and is kept for those who want to look at it.
fn is_put_away(part: &OsStr) -> bool {
    const NAMES: &[&str] = &["attic", "backup", "deprecated", "legacy", "obsolete", "old", "unused"];
    NAMES.iter().any(|name| part.eq_ignore_ascii_case(name))
}

/// Commands that take what lies in a folder, and do not build it by its own list.
const TAKING: &[&str] = &[
    "add_executable",
    "add_library",
    "include_directories",
    "install",
    "message",
    "option",
    "source_group",
    "target_include_directories",
    "target_sources",
];
/// Commands that give what they name to a variable.
const ASSIGNING: &[&str] = &["file", "list", "set"];

/// Whether a build of the whole may run CMake in a folder, which it names; what stands in comments aside.
fn builds(project: Project<'_>, path: &Path, folder: &str) -> bool {
    if path.file_name().is_some_and(|name| name == "CMakeLists.txt") {
        return project.files.parse(path).is_ok_and(|file| list_builds(&file, folder));
    }
    let Ok(text) = project.files.sources().sandbox().read(path) else { return false };
    let lines = text.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii_start().starts_with(b"#"));
    recipes_build(&lines.collect::<Vec<_>>(), folder)
}

/// Whether a list hands a folder to a command that may build it, by its name or in a variable.
fn list_builds(file: &File, folder: &str) -> bool {
    let mut variables: Vec<String> = Vec::new();
    // The folder or one in it, and no file of it.
    let is_it = |template: &Template, variables: &[String]| {
        let mut text = String::new();
        for part in &template.0 {
            match part {
                Part::Literal(literal) => text.push_str(literal),
                Part::Reference(_, inner) => {
                    let is_known = inner.literal().is_some_and(|name| variables.iter().any(|known| known == name));
                    text.push_str(if is_known { folder } else { "-" });
                }
            }
        }
        let last = text.rsplit('/').next().unwrap_or_default();
        has_word(text.as_bytes(), folder) && (last == folder || !last.contains('.'))
    };
    // A variable may be given before by another one.
    for _ in 0..3 {
        for command in file.commands.iter().filter(|command| ASSIGNING.contains(&&*command.lower)) {
            let at = usize::from(&*command.lower != "set");
            let name = command.arguments.get(at).and_then(|one| one.template.literal());
            let Some(name) = name.filter(|name| variables.iter().all(|known| known != name)) else { continue };
            if command.arguments.iter().skip(at + 1).any(|one| is_it(&one.template, &variables)) {
                variables.push(name.to_owned());
            }
        }
    }
    let acts = |command: &&Command| !TAKING.contains(&&*command.lower) && !ASSIGNING.contains(&&*command.lower);
    file.commands
        .iter()
        .filter(acts)
        .any(|command| command.arguments.iter().any(|one| is_it(&one.template, &variables)))
}

/// Whether lines that stand together run CMake and name the folder, or a variable that is given it.
fn recipes_build(lines: &[&[u8]], folder: &str) -> bool {
    let given = |line: &&&[u8]| {
        let at = line.iter().position(|byte| *byte == b'=')?;
        let (name, value) = (line.get(..at)?, line.get(at..)?);
        let name = String::from_utf8_lossy(name).trim_end_matches([':', '?', '+', ' ']).trim().to_owned();
        let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        (is_name && has_word(value, folder)).then_some(name)
    };
    let mut names: Vec<String> = lines.iter().filter_map(|line| given(&line)).collect();
    names.push(folder.to_owned());
    lines
        .split(|line| line.trim_ascii().is_empty())
        .map(|recipe| recipe.join(&b'\n'))
        .any(|recipe| runs_cmake(&recipe) && names.iter().any(|name| has_word(&recipe, name)))
}

/// Whether a list of the documentation adds a folder that is not there, and that nothing brings: it stops wherever it is configured.
fn lacks_its_parts(project: Project<'_>, below: &Path) -> bool {
    let facts = project.model.facts;
    let sandbox = project.files.sources().sandbox();
    let is_list = |path: &Path| path.file_name().is_some_and(|name| name == "CMakeLists.txt");
    let mut missing = facts.unknowns.iter().filter(|one| {
        let path = Path::new(&*one.what);
        one.reason == Reason::MissingFile && one.cond.is_true() && path.starts_with(&facts.source_dir) && is_list(path)
    });
    below.iter().any(|part| purpose(&part.to_string_lossy()) == Some(Purpose::Documentation))
        && missing.any(|one| {
            let path = Path::new(&*one.what);
            !absent_submodules(sandbox, &project.inputs.path).iter().any(|module| path.starts_with(module))
        })
}

/// Whether a folder has a `project()` and is a part of a project above all the same: a source that it names from the top is there below the
/// top of that one alone (cmake-variables(7), `CMAKE_SOURCE_DIR`). CMake stops where it is configured by itself.
fn is_part_of_above(project: Project<'_>) -> bool {
    let (model, sandbox) = (project.model, project.files.sources().sandbox());
    let own = &model.facts.source_dir;
    let lists = project.inputs.cmake_lists.iter().filter(|list| list.calls_project);
    let folders = lists.filter_map(|list| list.path.parent()).filter(|folder| folder != own && own.starts_with(folder));
    let above: Vec<&Path> = folders.collect();
    let is_there_above = |path: &Path| {
        let below = path.strip_prefix(own).ok().filter(|_| !sandbox.is_file(path));
        below.is_some_and(|below| above.iter().any(|folder| sandbox.is_file(&folder.join(below))))
    };
    let sources = || model.built_targets().flat_map(|id| model.sources(id).iter());
    !above.is_empty()
        && sources().any(|source| {
            let path = source.path.as_deref().filter(|_| source.cond.is_true());
            path.is_some_and(|path| is_there_above(path) && model.makers_of(path).next().is_none())
        })
}

/// The first word of an option's name, where that is a project's name and no verb.
fn prefix(name: &str) -> Option<&str> {
    const VERBS: &[&str] =
        &["BUILD", "ENABLE", "DISABLE", "WITH", "WITHOUT", "USE", "CMAKE", "INSTALL", "HAVE", "SKIP"];
    let (first, _) = name.split_once('_')?;
    (first.len() > 1 && !VERBS.contains(&first.to_uppercase().as_str())).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn licences_of_two_years_are_one() {
        let of = |year: &str| terms(format!("Copyright (c) {year} We\n\nDo as\nyou like.\n").as_bytes());
        assert_eq!(of("2020"), of("2024"));
        assert_ne!(of("2020"), terms(b"Do as we like."));
    }

    #[test]
    fn recipes_that_run_cmake_in_a_folder() {
        let text = "LIBRAW=libsrc/libraw\nLIBWARP=libsrc/warp\n\nwarp:\n\t(cd $(LIBWARP) && cmake .)\n\nraw:\n\tcc libsrc/libraw/a.c";
        let lines: Vec<&[u8]> = text.split('\n').map(str::as_bytes).collect();
        assert!(recipes_build(&lines, "warp") && !recipes_build(&lines, "libraw"));
        assert!(recipes_build(&[b"cmake -S a/warp"], "warp"));
    }

    #[test]
    fn names_of_releases() {
        let is = |name: &str| is_release(Path::new(name));
        assert!(is("shared/freetype-2.10.1") && is("zlib_1.3") && is("fmt-v9.1.0"));
        assert!(!is("engine-2") && !is("0.7") && !is("a-1.x") && !is("engine"));
    }

    #[test]
    fn names_of_licences() {
        assert!(["copying.mpl2", "license", "copyright-and-bsd-license.txt"].into_iter().all(is_licence));
        assert!(!["licensing.cmake", "add_license.py", "readme.md"].into_iter().any(is_licence));
    }

    #[test]
    fn projects_name_their_options() {
        assert_eq!(prefix("PLAYER_BUILD_PLUGIN"), Some("PLAYER"));
        assert_eq!(prefix("BUILD_PLUGIN"), None);
        assert_eq!(prefix("PLAYER"), None);
    }
}
