//! Who configures a project that is not the one of the repository's top: another build system may take its sources without CMake, a tool
//! may only read it in tests, or a program calls CMake with what it needs.
use std::path::{Path, PathBuf};

use crate::discover::Kind;
use crate::model::mentions::{has_word, words};
use crate::rules::Project;
use crate::source::{Purpose, Sandbox, purpose};

/// How a build description of another tool takes sources.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    /// It names each.
    Files,
    /// It names folders, too, if it has one of these words.
    Folders(&'static [&'static str]),
}

/// Build descriptions, by their names, and whether what stands in the folder itself is in another language than C.
/// Sources: The Cargo Book, "Build Scripts"; Writing R Extensions, 1.2; node-gyp's README; setuptools, "Building Extension Modules"; Ruby's
/// mkmf; meson.build of Meson's manual; Automake's manual; Bazel's "BUILD files".
const DESCRIPTIONS: &[(&str, Takes, bool)] = &[
    ("build.rs", Takes::Folders(&["cc"]), true),
    ("Makevars", Takes::Files, true),
    ("Makevars.in", Takes::Files, true),
    ("Makevars.win", Takes::Files, true),
    ("binding.gyp", Takes::Files, true),
    ("setup.py", Takes::Files, true),
    ("extconf.rb", Takes::Folders(&["VPATH", "srcs", "objs"]), true),
    ("meson.build", Takes::Files, false),
    ("Makefile", Takes::Files, false),
    ("makefile", Takes::Files, false),
    ("GNUmakefile", Takes::Files, false),
    ("Makefile.am", Takes::Files, false),
    ("Makefile.in", Takes::Files, false),
    ("BUILD", Takes::Files, false),
    ("BUILD.bazel", Takes::Files, false),
];

/// What runs beside a build description.
const BESIDE: &[&str] = &["configure", "configure.ac", "configure.in", "package.json", "Rakefile", "pyproject.toml"];

/// Ends of what a build description calls a source or its object; `*` stands for all of a folder.
const SOURCES: &[&str] = &["c", "cc", "cpp", "cxx", "C", "m", "mm", "s", "S", "o", "lo", "obj"];

/// Names of folders that hold a project's own code as well.
const OWN: &[&str] = &[
    "src", "source", "sources", "lib", "libs", "c", "cc", "cpp", "c++", "cxx", "csrc", "native", "core", "code",
    "cmake", "build", "project", "projects",
];

/// Whether another build system above a project takes its sources one by one, and nothing runs CMake there: the list file came along with a
/// copy of code of others.
pub(super) fn is_built_otherwise(project: Project<'_>) -> bool {
    let (top, own) = (&project.inputs.path, &project.model.facts.source_dir);
    let last = own.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if OWN.contains(&&*last.to_lowercase()) {
        return false;
    }
    let sandbox = project.files.sources().sandbox();
    let folders: Vec<&Path> = above(own, top).collect();
    if folders.iter().any(|folder| sandbox.is_file(&folder.join("CMakeLists.txt"))) {
        return false;
    }
    let runs = |folder: &Path| {
        let described = DESCRIPTIONS.iter().map(|(name, ..)| *name).chain(BESIDE.iter().copied());
        described.filter_map(|name| sandbox.read(&folder.join(name)).ok()).any(|text| runs_cmake(&text))
    };
    folders.iter().any(|folder| takes_sources(sandbox, folder, own))
        && !folders.iter().any(|folder| runs(folder))
        && !is_configured_by_script(project, &last)
}

/// The folders above one, up to another.
fn above<'p>(own: &'p Path, top: &'p Path) -> impl Iterator<Item = &'p Path> {
    own.ancestors().skip(1).take_while(move |folder| folder.starts_with(top))
}

fn takes_sources(sandbox: &Sandbox, folder: &Path, own: &Path) -> bool {
    let Some(below) = own.strip_prefix(folder).ok().and_then(Path::to_str) else { return false };
    let described = DESCRIPTIONS.iter().any(|(name, takes, foreign)| {
        let Ok(text) = sandbox.read(&folder.join(name)) else { return false };
        let (taken, others) = sources(&text, below);
        match takes {
            Takes::Folders(marks) if marks.iter().any(|mark| has_word(&text, mark)) => {
                words(&text, below).next().is_some()
            }
            _ => taken && (*foreign || others),
        }
    });
    described || is_included_by_go(sandbox, folder, below)
}

/// Whether a text names sources below a folder, and others.
fn sources(text: &[u8], below: &str) -> (bool, bool) {
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || b"\"'`,;()[]{}<>=:".contains(byte);
    let text = text.split(is_end).filter_map(|word| std::str::from_utf8(word).ok());
    let (mut taken, mut others) = (false, false);
    for word in text {
        let is_source = word.rsplit_once('.').is_some_and(|(stem, end)| !stem.is_empty() && SOURCES.contains(&end))
            || word.ends_with('*');
        if !is_source {
            continue;
        }
        let inside = words(word.as_bytes(), below).any(|at| word.as_bytes().get(at + below.len()) == Some(&b'/'));
        (taken, others) = (taken | inside, others || !inside);
    }
    (taken, others)
}

/// Whether a package of Go includes sources below a folder: cgo compiles those of its own folder alone (cmd/cgo).
fn is_included_by_go(sandbox: &Sandbox, folder: &Path, below: &str) -> bool {
    /// More files are not looked at.
    const MOST: usize = 200;
    let names: Vec<String> = sandbox.list(folder).iter().map(|(name, _)| name.clone()).collect();
    if !names.iter().any(|name| name.ends_with(".go")) {
        return false;
    }
    let read = names.iter().filter(|name| [".go", ".c", ".cc", ".cpp", ".cxx"].iter().any(|end| name.ends_with(end)));
    read.take(MOST).filter_map(|name| sandbox.read(&folder.join(name)).ok()).any(|text| {
        let lines = text.split(|byte| *byte == b'\n');
        let mut included = lines.filter(|line| has_word(line, "include") && has_word(line, below));
        included.any(|line| sources(line, below).0)
    })
}

/// Whether a text runs CMake: not what only names its files or a folder called so.
pub(super) fn runs_cmake(text: &[u8]) -> bool {
    let lower = text.to_ascii_lowercase();
    memchr::memmem::find_iter(&lower, b"cmake").any(|at| {
        let before = at.checked_sub(1).and_then(|before| lower.get(before));
        let rest = lower.get(at + b"cmake".len()..).unwrap_or_default();
        before != Some(&b'.') && !rest.starts_with(b"/") && !rest.starts_with(b"lists")
    })
}

/// Whether a script, or a CMake file elsewhere, runs CMake and names the folder.
fn is_configured_by_script(project: Project<'_>, last: &str) -> bool {
    let own = &project.model.facts.source_dir;
    let sandbox = project.files.sources().sandbox();
    let kinds = [Kind::Script, Kind::Python, Kind::BuildScript, Kind::Presets, Kind::Packaging];
    let lists = [Kind::CMakeLists, Kind::CMakeModule];
    let of = |kinds: &[Kind]| -> Vec<PathBuf> {
        let paths = kinds.iter().flat_map(|kind| project.inputs.of(*kind));
        paths.filter(|path| !path.starts_with(own)).cloned().collect()
    };
    let names = |path: &PathBuf| sandbox.read(path).ok().filter(|text| has_word(text, last));
    of(&kinds).iter().filter_map(names).any(|text| runs_cmake(&text))
        || of(&lists).iter().any(|path| names(path).is_some())
}

/// Names of folders with input of a tool, and those that are so below a folder for tests.
/// Sources: cmd/go, "Test packages" (`testdata`); Maven's "Standard Directory Layout" (`src/test/resources`); `RSpec`'s `spec/fixtures`; the
/// tests of Meson (`test cases`); Jest's `__fixtures__` and `__snapshots__`; insta's `snapshots`; libFuzzer's `corpus`; files of known answers
/// (`golden`).
const DATA: &[&str] = &[
    "testdata",
    "test-data",
    "test_data",
    "fixtures",
    "fixture",
    "__fixtures__",
    "test cases",
    "snapshots",
    "__snapshots__",
    "corpus",
    "golden",
];
const DATA_OF_TESTS: &[&str] = &["data", "resources", "inputs", "input", "expected", "stubs"];

/// Whether a project is input of a tool that reads it in its tests, and no script and no list names its folder.
pub(super) fn is_test_data(project: Project<'_>) -> bool {
    let (top, own) = (&project.inputs.path, &project.model.facts.source_dir);
    let Ok(below) = own.strip_prefix(top) else { return false };
    let parts: Vec<&str> = below.iter().filter_map(|part| part.to_str()).collect();
    let is_of = |names: &[&str], part: &str| names.iter().any(|name| name.eq_ignore_ascii_case(part));
    let mut tests = parts.iter().enumerate().filter(|(_, part)| purpose(part) == Some(Purpose::Test));
    let first = tests.next().map(|(at, _)| at);
    let data = parts
        .iter()
        .enumerate()
        .any(|(at, part)| is_of(DATA, part) || first.is_some_and(|first| first < at) && is_of(DATA_OF_TESTS, part));
    data && parts.last().is_some_and(|last| !is_configured_by_script(project, last))
}

/// Whether a program that configures the project gives it the policy version that CMake 4 asks for: a build script, or the package of Python
/// that it is a module for; or a preset of the project itself. Who calls CMake by hand fails; nobody does.
pub(super) fn is_given_policies(project: Project<'_>) -> bool {
    const SETTING: &str = "CMAKE_POLICY_VERSION_MINIMUM";
    let (top, own) = (&project.inputs.path, &project.model.facts.source_dir);
    let sandbox = project.files.sources().sandbox();
    let gives = |folder: &Path, names: &[&str]| {
        let mut texts = names.iter().filter_map(|name| sandbox.read(&folder.join(name)).ok());
        texts.any(|text| {
            has_word(&text, SETTING) || memchr::memmem::find(&text, b"-DCMAKE_POLICY_VERSION_MINIMUM").is_some()
        })
    };
    let is_module = || {
        let makes = |name: &str| name.ends_with("_add_module") || name.starts_with("python") && name.contains("_add_");
        project.evaluated().any(|file| file.commands.iter().any(|command| makes(&command.lower)))
    };
    let mut folders = above(own, top);
    folders.any(|folder| gives(folder, &["build.rs", "setup.py", "pyproject.toml", "meson.build"]))
        || std::iter::once(own.as_path()).chain(above(own, top)).any(|folder| asks_for_older(sandbox, folder))
        || is_module() && gives(own, &["setup.py", "pyproject.toml"])
        || gives(own, &["CMakePresets.json"])
        || is_given_by_scripts(project, SETTING)
}

/// Whether a description of a package in a folder asks for a CMake before version 4: `cmake<4` for pip (PEP 440), conda and scikit-build-core,
/// `cmake/[<4]` for Conan.
fn asks_for_older(sandbox: &Sandbox, folder: &Path) -> bool {
    const FILES: &[&str] = &[
        "pyproject.toml",
        "setup.py",
        "requirements.txt",
        "environment.yml",
        "environment.yaml",
        "meta.yaml",
        "conda/meta.yaml",
        "conda.recipe/meta.yaml",
        "recipe/meta.yaml",
        "conanfile.py",
        "conanfile.txt",
    ];
    FILES.iter().filter_map(|name| sandbox.read(&folder.join(name)).ok()).any(|text| {
        let text = String::from_utf8_lossy(&text).into_owned();
        text.lines().any(is_before_four)
    })
}

/// Whether a line has a bound on the version of CMake that leaves version 4 out.
fn is_before_four(line: &str) -> bool {
    let Some(at) = line.find("cmake") else { return false };
    let rest = line.get(at..).unwrap_or_default();
    // One requirement: what stands behind its end is about another package.
    let rest = rest.split(['"', '\'']).take(2).collect::<String>();
    rest.match_indices('<').any(|(at, _)| {
        let bound = rest.get(at + 1..).unwrap_or_default().trim_start();
        let (bound, is_equal) = bound.strip_prefix('=').map_or((bound, false), |bound| (bound.trim_start(), true));
        let version: String = bound.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
        match version.trim_end_matches('.').split_once('.') {
            None => version == "3" || version == "4" && !is_equal,
            Some((major, rest)) => {
                major == "3" || major == "4" && !is_equal && rest.chars().all(|c| c == '0' || c == '.')
            }
        }
    })
}

/// Whether a script, a recipe or a workflow of the project's own folder or of one above gives a setting: as an argument, or in the environment,
/// which CMake 4 reads for this one (cmake-env-variables(7)).
fn is_given_by_scripts(project: Project<'_>, setting: &str) -> bool {
    const KINDS: &[Kind] = &[Kind::Script, Kind::Recipe, Kind::Python, Kind::Packaging];
    let (inputs, own) = (project.inputs, &project.model.facts.source_dir);
    let sandbox = project.files.sources().sandbox();
    let given = format!("-D{setting}");
    // What lies in a project below is about that one.
    let is_about = |path: &Path| {
        let folders = inputs.cmake_lists.iter().filter(|list| list.calls_project).filter_map(|list| list.path.parent());
        let nearest = folders.filter(|folder| path.starts_with(folder)).max_by_key(|folder| folder.as_os_str().len());
        nearest.is_none_or(|folder| own.starts_with(folder))
    };
    KINDS.iter().flat_map(|kind| inputs.of(*kind)).filter(|path| is_about(path)).any(|path| {
        sandbox
            .read(path)
            .is_ok_and(|text| has_word(&text, setting) || memchr::memmem::find(&text, given.as_bytes()).is_some())
    })
}

/// Whether Android's plugin for Gradle configures the project, with the CMake that it brings (Android Studio's guide, "Configure CMake"):
/// a `build.gradle` names its list file, and no CMake of version 4.
pub(super) fn is_of_gradle(project: Project<'_>) -> bool {
    let (top, own) = (&project.inputs.path, &project.model.facts.source_dir);
    let sandbox = project.files.sources().sandbox();
    own != top
        && own.ancestors().take_while(|folder| folder.starts_with(top)).any(|folder| {
            let Ok(below) = own.strip_prefix(folder) else { return false };
            let list = below.join("CMakeLists.txt").to_string_lossy().into_owned();
            let texts =
                ["build.gradle", "build.gradle.kts"].iter().filter_map(|name| sandbox.read(&folder.join(name)).ok());
            texts.into_iter().any(|text| {
                let newer = [&b"version \"4"[..], b"version '4", b"version = \"4"];
                has_word(&text, "externalNativeBuild")
                    && memchr::memmem::find(&text, list.as_bytes()).is_some()
                    && !newer.iter().any(|version| memchr::memmem::find(&text, version).is_some())
            })
        })
}

/// Whether a project is for Android: it links the libraries `android` and `log` of Android's NDK by name, in every configuration, or looks for
/// the latter, as Android Studio's template has it (its guide, "Configure CMake": the NDK brings a CMake of its own, and its compilers make
/// position-independent code).
pub(super) fn is_for_android(project: Project<'_>) -> bool {
    let model = project.model;
    let links = model.built_targets().any(|id| {
        let items = model.link_items(id);
        ["android", "log"].iter().all(|name| items.iter().any(|item| &*item.text == *name && item.cond.is_true()))
    });
    // Under `if(ANDROID)` it is one system of several.
    let conds = &model.facts.conds;
    let elsewhere = |cond| conds.platform("LINUX").is_some_and(|linux| !conds.disjoint(cond, linux));
    let mut sought = model.facts.sought_libraries.iter();
    links || sought.any(|((_, name), cond)| name.as_deref() == Some("log") && elsewhere(*cond))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_below_a_folder() {
        assert_eq!(sources(b"prog: main.o lz/src/a.o", "lz"), (true, true));
        assert_eq!(sources(b"files('lz/src/a.c')", "lz"), (true, false));
        assert_eq!(sources(b"-Ilz/include -Llz/build -llz main.c", "lz"), (false, true));
        assert_eq!(sources(b"xlz/a.c", "lz"), (false, true));
    }

    #[test]
    fn bounds_on_the_version_of_cmake() {
        for line in [
            "requires = [\"scikit-build\", \"cmake<4\"]",
            "  - cmake <4",
            "cmake.version = \">=3.15,<4\"",
            "self.tool_requires(\"cmake/[>=3.15 <4]\")",
            "cmake<=3.31",
            "cmake < 4.0.0",
        ] {
            assert!(is_before_four(line), "{line}");
        }
        for line in
            ["cmake>=3.15", "cmake<40", "cmake<4.1", "cmake<=4", "requires = [\"cmake\", \"numpy<3\"]", "ninja<4"]
        {
            assert!(!is_before_four(line), "{line}");
        }
    }

    #[test]
    fn texts_that_run_cmake() {
        assert!(
            runs_cmake(b"\tcmake -S lz -B out") && runs_cmake(b"cmake::build(\"lz\")") && runs_cmake(b"$(CMAKE) lz")
        );
        assert!(!runs_cmake(b"EXTRA_DIST = contrib/cmake/CMakeLists.txt cmake/FindLz.cmake"));
    }
}
