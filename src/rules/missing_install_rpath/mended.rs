//! What else gives installed programs their search paths, or has the loader look elsewhere.
use crate::cmake::eval::facts::{Call, Install, InstallKind};
use crate::cmake::eval::mentions::Mentions;
use crate::cmake::lang::condition::is_off;
use crate::cmake::syntax::{Command, File};
use crate::cond::Cond;
use crate::model::{Model, script_says};
use crate::rules::Project;
use crate::rules::told_outside::holds;
use crate::scripts::{Act, Part, Scripts};
use crate::source::{FileId, SourceMap};

use super::systems::SWITCHES;

/// What makes a package of ROS install a script that puts its libraries into `LD_LIBRARY_PATH` of who sources it: the hook
/// `library_path` of ament (`ament_cmake_export_libraries`, `ament_cmake_export_targets`), `catkin_package` of catkin. For packages
/// without one colcon does it (colcon-library-path).
pub(super) const ENVIRONMENT_HOOKS: &[&str] = &[
    "HAS_LIBRARY_TARGET",
    "ament_export_libraries",
    "ament_environment_hooks",
    "ament_auto_package",
    "ament_package",
    "catkin_package",
];

/// Whether something acts on search paths that is not looked at here: a script, or a switch that leaves them out.
pub(super) fn is_mended(project: Project<'_>, sources: &SourceMap) -> bool {
    let (model, facts) = (project.model, project.model.facts);
    let set = |name: &str| {
        let word = |command: &Command, at: usize| {
            command.arguments.get(at).and_then(|a| a.template.literal().map(str::to_owned))
        };
        project.files.all().calls("set").any(|(file, command)| {
            word(command, 0).as_deref() == Some(name)
                && !word(command, 1).is_some_and(|value| is_off(&value))
                && !is_toolchain(project, sources, file.id)
        })
    };
    if SWITCHES.iter().any(|name| facts.cache.contains_key(*name) || set(name)) {
        return true;
    }
    if facts.installs.iter().any(|install| lists_folders(model, install)) {
        return true;
    }
    // The calls of large projects have long lists; few hold such a word.
    let is_flag = |text: &str| text.contains("rpath") || matches!(text.trim(), "-r" | "--replace");
    let mut mentions = Mentions::new(&facts.texts, is_flag);
    if facts.calls.iter().any(|call| mentions.hold(&call.arguments) && writes_path(model, call)) {
        return true;
    }
    // What bundles for macOS and Windows do says nothing of other systems.
    let conds = &facts.conds;
    let bundled = ["WIN32", "APPLE"].iter().filter_map(|name| conds.platform(name));
    let bundled = conds.any(bundled.collect::<Vec<_>>());
    let scripts = facts
        .installs
        .iter()
        .filter(|install| install.kind == InstallKind::Script && !conds.implies(install.cond, bundled));
    scripts.flat_map(|install| model.items(&install.items, None)).any(|item| acts_on_paths(sources, &item.text))
}

/// Whether a command of the build writes search paths into files (patchelf(1), chrpath(1)).
fn writes_path(model: &Model<'_>, call: &Call) -> bool {
    const WRITERS: &[(&str, &[&str])] =
        &[("patchelf", &["--set-rpath", "--add-rpath", "--force-rpath"]), ("chrpath", &["-r", "--replace"])];
    if !matches!(&*call.command, "add_custom_command" | "add_custom_target") {
        return false;
    }
    let words: Vec<String> = model.items(&call.arguments, None).iter().map(|item| model.display(&item.text)).collect();
    WRITERS.iter().any(|(writer, flags)| {
        words.iter().any(|word| word.to_ascii_lowercase().contains(writer))
            && words.iter().any(|word| flags.contains(&word.as_str()))
    })
}

/// Whether a line of a script writes search paths into finished files (patchelf(1), chrpath(1)).
pub(super) fn writes_into_files(line: &[u8]) -> bool {
    holds(line, &["patchelf"]) && holds(line, &["--set-rpath", "--add-rpath", "--force-rpath"])
        || holds(line, &["chrpath"]) && holds(line, &[" -r", "\"-r\"", "'-r'", "--replace"])
}

/// Whether an install rule gives the loader a list of folders (ldconfig(8)).
fn lists_folders(model: &Model<'_>, install: &Install) -> bool {
    let into = model.destinations(install.destination, install.cond);
    into.iter().any(|(folder, _)| folder.as_ref().is_some_and(|folder| folder.contains("ld.so.conf")))
}

/// Whether something holds on Apple's systems only: what is said there says nothing of others.
pub(super) fn is_for_apple(model: &Model<'_>, cond: Cond) -> bool {
    let conds = &model.facts.conds;
    conds.platform("APPLE").is_some_and(|apple| conds.implies(cond, apple))
}

/// Whether a file describes a system to build for and nothing reads it but who asks for that system (cmake-toolchains(7)).
fn is_toolchain(project: Project<'_>, sources: &SourceMap, file: FileId) -> bool {
    let source = sources.get(file);
    let is_read = project.model.facts.files.iter().any(|read| read.path == source.path());
    let names = |(other, command): (&File, &Command)| {
        let first = command.arguments.first();
        other.id == file && first.is_some_and(|name| name.template.literal() == Some("CMAKE_SYSTEM_NAME"))
    };
    !is_read && project.files.all().calls("set").any(|(other, command)| names((other, command)))
}

/// Whether the text of an `install(CODE)`, or the file of an `install(SCRIPT)`, may write search paths or register folders.
fn acts_on_paths(sources: &SourceMap, text: &str) -> bool {
    const WORDS: &[&str] =
        &["rpath", "ldconfig", "patchelf", "install_name", "fixup", "bundle", "runtime_dependencies"];
    script_says(sources, text, |code| {
        let code = code.to_ascii_lowercase();
        WORDS.iter().any(|word| code.contains(word))
    })
}

/// The known parts of what scripts put into `LD_LIBRARY_PATH`, descriptions of continuous integration left out: they test.
pub(super) fn exported_folders(scripts: &Scripts) -> Vec<String> {
    let known = |part: &Part| match part {
        Part::Known(text) => Some(text.clone()),
        _ => None,
    };
    let steps = scripts.files().iter().filter(|script| script.is_one_run()).flat_map(|script| &script.facts.steps);
    steps
        .filter_map(|step| match &step.act {
            Act::Assigned(assigned) if assigned.name == "LD_LIBRARY_PATH" => Some(&assigned.value.parts),
            _ => None,
        })
        .flat_map(|parts| parts.iter().filter_map(known))
        .collect()
}

/// Whether something holds without an option that is off unless users say so: a project that offers search paths that way decides
/// for all targets to have none.
pub(super) fn is_unasked(model: &Model<'_>, cond: Cond) -> bool {
    let conds = &model.facts.conds;
    !conds.subjects(cond).into_iter().any(|subject| {
        // Without shared libraries no path is needed (cmake-variables(7), BUILD_SHARED_LIBS).
        let info = conds.subject_info(subject);
        let entry = model.facts.cache.get(&*info.name).filter(|entry| entry.option && info.name != "BUILD_SHARED_LIBS");
        let default = entry.and_then(|entry| model.facts.texts.as_str(entry.default?));
        default.is_some_and(is_off) && conds.implies(cond, conds.truthy(subject))
    })
}

/// Modules that are not seen and give search paths.
pub(super) fn path_setters() -> impl Iterator<Item = &'static str> {
    include_str!("modules.txt").lines().filter(|line| !line.starts_with('#'))
}
