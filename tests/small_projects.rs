//! Rules on projects small enough to be read here: where they speak, and where they do not.
use std::path::Path;
use std::sync::{Arc, OnceLock};

use linklint::analysis::{Request, analyse};
use linklint::rules::Registry;
use linklint::rules::engine::Settings;
use linklint::rules::finding::Confidence;

fn registry() -> Arc<Registry> {
    static RULES: OnceLock<Arc<Registry>> = OnceLock::new();
    Arc::clone(RULES.get_or_init(|| Arc::new(Registry::built_in().unwrap())))
}

/// The findings of a rule that are shown by default: file, line and the settings of the witness.
fn found(rule: &str, files: &[(&str, &str)]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    for (name, text) in files {
        let path = root.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let request = Request {
        cargo: Default::default(),
        path: root.clone(),
        root: Some(root.clone()),
        allow_read: Vec::new(),
        definitions: Vec::new(),
        platform: None,
        registry: registry(),
        rules: Settings { pedantic: true, ..Settings::default() },
        configured: Default::default(),
        projects: Vec::new(),
        exclude: ignore::gitignore::Gitignore::empty(),
    };
    let analysis = analyse(&request).unwrap();
    let shown = analysis.findings.iter().filter(|f| &*f.rule == rule && f.confidence > Confidence::Heuristic);
    let places = shown.map(|finding| {
        let file = analysis.sources.get(finding.primary.span.file);
        let path = file.path().strip_prefix(&root).unwrap_or(Path::new("outside")).display();
        let line = file.position(finding.primary.span.start).line;
        let settings: Vec<_> = finding.condition.witness.settings.iter().map(|(n, v)| format!(" {n}={v}")).collect();
        format!("{path}:{line}{}", settings.concat())
    });
    places.collect()
}

const HEAD: &str = "cmake_minimum_required(VERSION 3.20)\nproject(p C)\n";

#[test]
fn copies_of_a_script_are_told_each() {
    let list = format!("{HEAD}add_executable(app a.c)\n");
    let script = "#!/bin/sh\nexport LD_LIBRARY_PATH=/opt/p/lib:$LD_LIBRARY_PATH\nbuild/app\n";
    let main = ("a.c", "int main(void) { return 0; }\n");
    let places =
        found("empty-search-path-element", &[("CMakeLists.txt", &list), main, ("a.sh", script), ("b.sh", script)]);
    assert_eq!(places, ["a.sh:2", "b.sh:2"]);
}

#[test]
fn what_cannot_be_linked_is_told_in_each_file() {
    let list = format!(
        "{HEAD}add_library(m MODULE a.c)\nadd_executable(one a.c)\ntarget_link_libraries(one PRIVATE m)\n\
         add_executable(two a.c)\ntarget_link_libraries(two PRIVATE m)\nadd_subdirectory(sub)\n"
    );
    let sub = "add_executable(three ../a.c)\ntarget_link_libraries(three PRIVATE m)\n";
    let main = ("a.c", "int main(void) { return 0; }\n");
    let places = found("unlinkable-target", &[("CMakeLists.txt", &list), main, ("sub/CMakeLists.txt", sub)]);
    assert_eq!(places, ["CMakeLists.txt:5", "sub/CMakeLists.txt:2"]);
}

#[test]
fn unescaped_origins_of_other_configurations_are_other_findings() {
    let list = format!(
        "{HEAD}option(LAMP \"\" OFF)\noption(BELL \"\" OFF)\nadd_executable(app a.c)\n\
         if(LAMP)\n target_link_libraries(app -Wl,-rpath,$ORIGIN/lamp)\nendif()\n\
         if(BELL)\n target_link_libraries(app -Wl,-rpath,$ORIGIN/bell)\nendif()\n"
    );
    let main = ("a.c", "int main(void) { return 0; }\n");
    let places = found("unescaped-origin", &[("CMakeLists.txt", &list), main]);
    assert_eq!(places, ["CMakeLists.txt:7 LAMP=ON", "CMakeLists.txt:10 BELL=ON"]);
}

#[test]
fn flags_of_build_types_are_told_with_their_own_condition() {
    let list = format!(
        "{HEAD}option(LAMP \"\" OFF)\noption(BELL \"\" OFF)\nadd_executable(app a.c)\n\
         if(LAMP)\n set(CMAKE_C_FLAGS_DEBUG \"-g3\")\nendif()\nif(BELL)\n set(CMAKE_C_FLAGS_RELEASE \"-O3\")\nendif()\n"
    );
    let main = ("a.c", "int main(void) { return 0; }\n");
    let places = found("overwritten-user-variable", &[("CMakeLists.txt", &list), main]);
    assert_eq!(places, ["CMakeLists.txt:7 LAMP=ON", "CMakeLists.txt:10 BELL=ON"]);
}

#[test]
fn projects_beside_others_are_built_where_the_whole_names_them() {
    let list = "cmake_minimum_required(VERSION 3.20)\nproject(p C)\nadd_executable(app a.c)\n\
                target_link_options(app PRIVATE -Wl,-rpath,$ORIGIN/lib)\n";
    let files = |build: &'static str| {
        [
            ("Makefile", build),
            ("cpp/CMakeLists.txt", list),
            ("cpp/a.c", "int main(void) { return 0; }\n"),
            ("cpp/LICENSE", ""),
        ]
    };
    assert_eq!(found("unescaped-origin", &files("all:\n\tcmake -S cpp -B out\n")), ["cpp/CMakeLists.txt:4"]);
    assert!(found("unescaped-origin", &files("all:\n\tcc -o cppx x.c\n")).is_empty());
}

#[test]
fn a_name_in_a_longer_one_is_not_known() {
    let sub = "if(FAST)\n target_link_libraries(app -Wl,-rpath,$ORIGIN/lib)\nendif()\n";
    let main = ("a.c", "int main(void) { return 0; }\n");
    let places = |word: &str| {
        let list = format!("{HEAD}add_executable(app a.c)\ninclude(third_party/x/add.cmake)\nmessage(STATUS {word})\n");
        found("unescaped-origin", &[("CMakeLists.txt", &list), main, ("third_party/x/add.cmake", sub)])
    };
    assert!(places("BREAKFAST").is_empty());
    assert_eq!(places("FAST"), ["third_party/x/add.cmake:2 FAST=ON"]);
}

#[test]
fn a_submodule_with_any_file_is_checked_out() {
    let list = "cmake_minimum_required(VERSION 3.20)\nproject(viewer C)\noption(VIEWER_WITH_CODEC \"\" OFF)\noption(VIEWER_WITH_TESTS \"\" OFF)\noption(VIEWER_WITH_JIT \"\" ON)\n\
         add_library(p STATIC a.c)\nif(VIEWER_WITH_JIT)\n add_subdirectory(jit)\nendif()\n";
    let script = "#!/bin/sh\ncmake -S . -B build -DVIEWER_ENABLE_PRELOAD=ON\n";
    let modules = "[submodule \"data\"]\n\tpath = data\n\turl = https://example.org/data.git\n";
    let mut files = vec![("CMakeLists.txt", list), ("a.c", "int a;\n"), ("ci.sh", script), (".gitmodules", modules)];
    assert!(found("ignored-setting", &files).is_empty());
    files.push(("data/words.txt", "a\n"));
    assert_eq!(found("ignored-setting", &files), ["ci.sh:2"]);
}

#[test]
fn a_library_that_is_a_plugin_elsewhere_is_linked_here() {
    let list = format!(
        "{HEAD}add_library(p SHARED a.c)\nif(WIN32)\n set_target_properties(p PROPERTIES PREFIX \"\")\nendif()\n\
         install(TARGETS p)\n"
    );
    let source = "#include <dlfcn.h>\nvoid *p(const char *name) { return dlopen(name, RTLD_NOW); }\n";
    let places = |list: &str| found("missing-system-library", &[("CMakeLists.txt", list), ("a.c", source)]);
    assert_eq!(places(&list), ["CMakeLists.txt:3"]);
    assert!(places(&list.replace("if(WIN32)", "if(TRUE)")).is_empty());
}

#[test]
fn libraries_of_windows_are_named_whole() {
    let source = "#include <windows.h>\n#include <mmsystem.h>\nint p(void) { return (int)timeGetTime(); }\n";
    let places = |library: &str| {
        let list = format!(
            "{HEAD}add_library(p SHARED a.c)\nif(WIN32)\n target_link_libraries(p PRIVATE {library})\nendif()\n"
        );
        found("missing-system-library", &[("CMakeLists.txt", &list), ("a.c", source)])
    };
    for library in ["winmm", "WinMM.lib", "-lwinmm", "${WINMM_LIBRARY}", "C:/sdk/libwinmm.a"] {
        assert!(places(library).is_empty(), "{library}");
    }
    assert_eq!(places("mywinmmx.lib").len(), 1);
}

#[test]
fn plugins_of_a_library_that_its_own_modules_link() {
    let list = format!(
        "{HEAD}add_library(core SHARED core.c)\ntarget_link_libraries(core PRIVATE ${{CMAKE_DL_LIBS}})\n\
         add_library(sum MODULE sum.c)\nadd_library(other MODULE other.c)\ntarget_link_libraries(other PRIVATE core)\n"
    );
    let core = "#include <dlfcn.h>\nint core_add(int a) { return a; }\nvoid *core_load(const char *p) { return dlopen(p, RTLD_NOW); }\n";
    let sum = "int core_add(int a);\nint run(void) { return core_add(1); }\n";
    let places = |other: &str| {
        found("underlinked-library", &[("CMakeLists.txt", &list), ("core.c", core), ("sum.c", sum), ("other.c", other)])
    };
    // A plugin of the core's own: it finds the core where the program has it.
    assert!(places(&sum.replace("run", "go")).is_empty());
    assert_eq!(places("PyMODINIT_FUNC PyInit_other(void) { return core_add(1); }\n"), ["CMakeLists.txt:5"]);
}
