//! Rules on projects small enough to be read here: where they speak, and where they do not.

#![allow(clippy::unwrap_used, reason = "what a test does not get stops it")]

use std::path::Path;
use std::sync::{Arc, OnceLock};

use linklint::analysis::configured::Configured;
use linklint::analysis::{Analysis, Request, analyse};
use linklint::cargo::Selection;
use linklint::rules::Registry;
use linklint::rules::engine::Settings;
use linklint::rules::finding::{Confidence, Finding};

fn registry() -> Arc<Registry> {
    static RULES: OnceLock<Arc<Registry>> = OnceLock::new();
    Arc::clone(RULES.get_or_init(|| Arc::new(Registry::built_in().unwrap())))
}

/// What a project of a few files gives, and its folder.
fn analysed(files: &[(&str, &str)]) -> Analysis {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    for (name, text) in files {
        let path = root.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let request = Request {
        cargo: Selection::default(),
        path: root.clone(),
        root: Some(root),
        allow_read: Vec::new(),
        definitions: Vec::new(),
        platform: None,
        registry: registry(),
        rules: Settings { pedantic: true, ..Settings::default() },
        configured: Configured::default(),
        projects: Vec::new(),
        exclude: ignore::gitignore::Gitignore::empty(),
    };
    analyse(&request).unwrap()
}

/// The findings of a rule that are shown by default.
fn shown<'a>(rule: &'a str, analysis: &'a Analysis) -> impl Iterator<Item = &'a Finding> {
    analysis.findings.iter().filter(move |f| &*f.rule == rule && f.confidence > Confidence::Heuristic)
}

/// The findings of a rule: file, line and the settings of the witness.
pub(crate) fn found(rule: &str, files: &[(&str, &str)]) -> Vec<String> {
    let analysis = analysed(files);
    let places = shown(rule, &analysis).map(|finding| {
        let file = analysis.sources.get(finding.primary.span.file);
        let path = file.path().strip_prefix(&analysis.root).unwrap_or(Path::new("outside")).display();
        let line = file.position(finding.primary.span.start).line;
        let settings: Vec<_> = finding.condition.witness.settings.iter().map(|(n, v)| format!(" {n}={v}")).collect();
        format!("{path}:{line}{}", settings.concat())
    });
    places.collect()
}

/// When the findings of a rule happen.
pub(crate) fn conditions(rule: &str, files: &[(&str, &str)]) -> Vec<String> {
    shown(rule, &analysed(files)).map(|finding| finding.condition.formula.clone()).collect()
}

/// What the findings of a rule advise.
pub(crate) fn helps(rule: &str, files: &[(&str, &str)]) -> Vec<String> {
    shown(rule, &analysed(files)).map(|finding| finding.help.clone().unwrap_or_default()).collect()
}

pub(crate) const HEAD: &str = "cmake_minimum_required(VERSION 3.20)\nproject(p C)\n";

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
        "{HEAD}option(LAMP \"\" ON)\noption(BELL \"\" ON)\nadd_executable(app a.c)\n\
         if(NOT LAMP)\n set(CMAKE_C_FLAGS_DEBUG \"-g3\")\nendif()\nif(NOT BELL)\n set(CMAKE_C_FLAGS_RELEASE \"-O3\")\nendif()\n"
    );
    let main = ("a.c", "int main(void) { return 0; }\n");
    let places = found("overwritten-user-variable", &[("CMakeLists.txt", &list), main]);
    assert_eq!(places, ["CMakeLists.txt:7 LAMP=OFF", "CMakeLists.txt:10 BELL=OFF"]);
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

#[test]
fn what_gets_nothing_registers_nothing() {
    let list = "cmake_minimum_required(VERSION 3.20)\nproject(p CXX)\nadd_library(parts STATIC clock.cpp part.cpp)\n\
                add_executable(app app.cpp)\ntarget_link_libraries(app PRIVATE parts)\n";
    let header = "#pragma once\nint clock_started();\nint clock_add(const char *name, int (*hand)() = nullptr);\nint clock_now();\n";
    let clock = "#include \"clock.h\"\nint clock_started() { return 1; }\nint clock_add(const char *, int (*)()) { return 2; }\nint clock_now() { return 3; }\n";
    let app = "#include \"clock.h\"\nint main() { return clock_now(); }\n";
    let places = |computed: &str| {
        let part = format!("#include \"clock.h\"\nstatic int hand() {{ return 4; }}\nstatic auto part = {computed};\n");
        let files = [
            ("CMakeLists.txt", list),
            ("clock.h", header),
            ("clock.cpp", clock),
            ("app.cpp", app),
            ("part.cpp", &part),
        ];
        found("dropped-static-registration", &files)
    };
    assert_eq!(places("clock_add(\"part\", hand)").len(), 1);
    assert!(places("clock_started()").is_empty());
    // A name alone may be that of a counter or a log.
    assert!(places("clock_add(\"part\")").is_empty());
}

#[test]
fn a_list_of_an_archive_is_read_by_no_linker() {
    let header = "int a1(void);\nint a2(void);\nint a3(void);\nint a4(void);\nint a5(void);\nint a6(void);\nint a7(void);\nint a8(void);\n\
                  int a9(void);\nint b1(void);\nint b2(void);\n";
    let functions: String = header.lines().map(|line| line.replace(';', " { return 1; }\n")).collect();
    let source = format!("#include \"p.h\"\n{functions}");
    let map = "P_1 { global: a1; a2; a3; a4; a5; a6; a7; a8; a9; b1; local: *; };\n";
    let places = |last: &str| {
        let list = format!("{HEAD}add_library(p STATIC p.c)\n{last}\n");
        found(
            "unlisted-public-function",
            &[("CMakeLists.txt", &list), ("p.c", &source), ("p.h", header), ("p.map", map)],
        )
    };
    // Nothing says who reads it.
    assert_eq!(places("set(list ${CMAKE_CURRENT_SOURCE_DIR}/p.map)").len(), 1);
    let given = "set_property(TARGET p PROPERTY LINK_FLAGS \"-Wl,--version-script=${CMAKE_CURRENT_SOURCE_DIR}/p.map\")";
    assert!(places(given).is_empty());
}

#[test]
fn compilers_of_the_project_have_their_own_options() {
    let places = |first: &str| {
        let list = format!(
            "{first}\n{HEAD}add_executable(app a.c)\nset_target_properties(app PROPERTIES LINK_FLAGS -lzinc)\n"
        );
        found(
            "library-before-objects",
            &[("CMakeLists.txt", &list), ("a.c", "#include <zinc.h>\nint main(void) { return 0; }\n")],
        )
    };
    assert_eq!(places("set(CMAKE_C_COMPILER /usr/bin/gcc-12)").len(), 1);
    assert!(places("set(CMAKE_C_COMPILER icx)").is_empty());
}

#[test]
fn packages_of_a_repository_are_found_one_by_another() {
    let config =
        |before: &str, name: &str| format!("{before}include(\"${{CMAKE_CURRENT_LIST_DIR}}/{name}Targets.cmake\")\n");
    let part = |name: &str, links: &str| {
        format!(
            "add_library({name} STATIC {name}.c)\ntarget_link_libraries({name} PUBLIC {links})\n\
             install(TARGETS {name} EXPORT {name}Targets)\n\
             install(EXPORT {name}Targets DESTINATION lib/cmake/{name} NAMESPACE {name}::)\n\
             install(FILES {name}Config.cmake DESTINATION lib/cmake/{name})\n"
        )
    };
    let list = format!(
        "{HEAD}find_package(Threads REQUIRED)\n{}{}{}",
        part("base", "Threads::Threads"),
        part("middle", "base Threads::Threads"),
        part("top", "middle Threads::Threads")
    );
    let places = |middle: &str| {
        let base = config("include(CMakeFindDependencyMacro)\nfind_dependency(Threads)\n", "base");
        let middle = config(middle, "middle");
        let top = config("find_package(middle REQUIRED)\n", "top");
        let source = "int one(void) { return 1; }\n";
        let files = [
            ("CMakeLists.txt", list.as_str()),
            ("baseConfig.cmake", &base),
            ("middleConfig.cmake", &middle),
            ("topConfig.cmake", &top),
            ("base.c", source),
            ("middle.c", source),
            ("top.c", source),
        ];
        found("missing-find-dependency", &files)
    };
    assert!(places("find_package(base REQUIRED)\n").is_empty());
    let own = "macro(p_find_package)\n  find_package(${ARGN})\nendmacro()\np_find_package(base REQUIRED)\n";
    assert!(places(own).is_empty());
    assert!(!places("").is_empty());
}

#[test]
fn what_links_a_library_of_android_is_built_there() {
    let places = |library: &str| {
        let list = format!(
            "{HEAD}add_library(core STATIC core.c)\ntarget_link_libraries(core PUBLIC {library})\n\
             add_library(meter SHARED meter.c)\ntarget_link_libraries(meter PRIVATE core)\n"
        );
        let core = "int level;\nint core_level(void) { return ++level; }\n";
        let meter = "int core_level(void);\nint meter(void) { return core_level(); }\n";
        found("non-pic-in-shared-library", &[("CMakeLists.txt", &list), ("core.c", core), ("meter.c", meter)])
    };
    assert_eq!(places("m").len(), 1);
    assert!(places("OpenSLES").is_empty());
}

#[test]
fn apple_has_no_cuda() {
    let places = |language: &str| {
        let list = format!(
            "{HEAD}option(P_GPU \"\" OFF)\nif(P_GPU)\n  enable_language({language})\n  add_library(p SHARED p.c)\n  if(APPLE)\n\
             \x20   target_link_options(p PRIVATE \"-Wl,-exported_symbols_list,${{CMAKE_CURRENT_SOURCE_DIR}}/p.exp\")\n  endif()\nendif()\n"
        );
        let source = "int pitch_open(void) { return 440; }\nint pitch_close(void) { return 0; }\n";
        let list = [("CMakeLists.txt", list.as_str()), ("p.c", source), ("p.exp", "pitch_open\npitch_close\n")];
        found("apple-export-without-underscore", &list)
    };
    assert!(!places("CXX").is_empty());
    assert!(places("CUDA").is_empty());
}

#[test]
fn a_flag_takes_the_next_item_as_its_value() {
    let places = |options: &str| {
        let list = format!("{HEAD}add_executable(app a.c)\ntarget_link_options(app PRIVATE {options})\n");
        found("unresolved-symbols-ignored", &[("CMakeLists.txt", &list), ("a.c", "int main(void) { return 0; }\n")])
    };
    assert_eq!(places("-Xlinker --unresolved-symbols=ignore-all").len(), 1);
    assert!(places("-s -u --unresolved-symbols=ignore-all").is_empty());
}

#[test]
fn flags_of_the_compiler_behind_wl() {
    let places = |kind: &str, options: &str| {
        let list = format!("{HEAD}add_library(core {kind} core.c)\ntarget_link_options(core PRIVATE {options})\n");
        let files = [("CMakeLists.txt", list.as_str()), ("core.c", "int core(void) { return 1; }\n")];
        found("driver-flag-behind-wl", &files)
    };
    for option in ["-Wl,-fopenmp", "LINKER:-fsanitize=address", "-Wl,-z,now,-ffast-math"] {
        assert_eq!(places("SHARED", option), ["CMakeLists.txt:4"], "{option}");
    }
    // Options of the linker, a library that is named, what both get, and no link at all.
    for option in [
        "-Wl,-fini,stop",
        "-Wl,-f,libreal.so",
        "-Wl,-soname,-fopenmp",
        "-Wl,-fix-cortex-a8",
        "-fopenmp -Wl,-fopenmp",
        "-Wl,-flto",
    ] {
        assert!(places("SHARED", option).is_empty(), "{option}");
    }
    assert!(places("STATIC", "-Wl,-fopenmp").is_empty());
}

#[test]
fn link_flags_that_a_later_command_replaces() {
    let places = |rest: &str| {
        let first = "LINK_FLAGS \"-Wl,--version-script=${PROJECT_SOURCE_DIR}/core.map\"";
        let list =
            format!("{HEAD}add_library(core SHARED core.c)\nset_target_properties(core PROPERTIES {first})\n{rest}\n");
        let map = ("core.map", "{ global: core; local: *; };\n");
        found("overwritten-link-flags", &[("CMakeLists.txt", &list), ("core.c", "int core(void) { return 1; }\n"), map])
    };
    let set = |value: &str| format!("set_target_properties(core PROPERTIES LINK_FLAGS \"{value}\")");
    assert_eq!(places(&set("-Wl,-z,now")), ["CMakeLists.txt:5"]);
    assert_eq!(places("set_property(TARGET core PROPERTY LINK_FLAGS -s)"), ["CMakeLists.txt:5"]);
    // Apple's linker knows no version script, another list decides anew, nothing is meant to be empty.
    assert!(places(&format!("if(APPLE)\n{}\nendif()", set("-s"))).is_empty());
    assert!(places(&set("-Wl,--version-script=other.map")).is_empty());
    assert!(places(&set("")).is_empty());
    // The file knows what was there, or the flag comes by another way.
    let asks = "get_target_property(old core LINK_FLAGS)\nstring(REPLACE core.map x old \"${old}\")\n";
    assert!(places(&format!("{asks}{}", set("-s"))).is_empty());
    let other = "target_link_options(core PRIVATE LINKER:--version-script=core.map)";
    assert!(places(&format!("{}\n{other}", set("-s"))).is_empty());
}

#[test]
fn operations_of_lists_in_set() {
    let places = |more: &str| {
        let list = format!("{HEAD}set(libs a)\nset(list APPEND libs m)\nadd_executable(app a.c)\n{more}\n");
        found("list-operation-in-set", &[("CMakeLists.txt", &list), ("a.c", "int main(void) { return 0; }\n")])
    };
    assert_eq!(places("target_link_libraries(app ${libs})"), ["CMakeLists.txt:4"]);
    assert!(places("message(STATUS \"${list}\")").is_empty());
}

#[test]
fn what_an_undecided_expression_links_is_not_missed() {
    let told = |linked: &str| {
        let list = format!(
            "{HEAD}option(PROBE \"\" OFF)\nadd_library(gauge STATIC gauge.c)\nadd_library(format STATIC format.c)\nadd_executable(show show.c)\n\
             target_link_libraries(show PRIVATE gauge format)\nif(PROBE)\n add_executable(probe show.c)\n \
             target_link_libraries(probe PRIVATE gauge {linked})\nendif()\n"
        );
        let gauge = ("gauge.c", "int gauge(void) { return 7; }\n");
        let format = ("format.c", "#include \"format.h\"\nint format_level(int level) { return level; }\n");
        let header = ("format.h", "int format_level(int level);\n");
        let show =
            ("show.c", "#include \"format.h\"\nint gauge(void);\nint main(void) { return format_level(gauge()); }\n");
        found("unlinked-library", &[("CMakeLists.txt", &list), gauge, format, header, show])
    };
    assert_eq!(told("").len(), 1);
    assert!(told("$<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:format>").is_empty());
}

#[test]
fn a_project_in_c_sharp_is_for_visual_studio() {
    let list = |languages: &str| {
        format!(
            "cmake_minimum_required(VERSION 3.20)\nproject(p {languages})\nadd_library(core STATIC core.c)\n\
             add_library(foo SHARED foo.c)\ntarget_link_libraries(foo PRIVATE core)\n"
        )
    };
    let core = "int level;\nint core(void) { return ++level; }\n";
    let foo = "int core(void);\nint foo(void) { return core(); }\n";
    let places = |languages: &str| {
        found("non-pic-in-shared-library", &[("CMakeLists.txt", &list(languages)), ("core.c", core), ("foo.c", foo)])
    };
    assert_eq!(places("C").len(), 1);
    assert!(places("C CSharp").is_empty());
}

#[test]
fn implementations_of_one_interface_stand_for_each_other() {
    let list = format!(
        "{HEAD}add_library(one SHARED one.c)\nadd_library(two SHARED two.c)\nadd_library(user SHARED user.c)\n"
    );
    let places = |two: &str| {
        let files = [
            ("CMakeLists.txt", &*list),
            ("one.c", "int draw(void) { return 1; }\n"),
            ("two.c", two),
            ("user.c", "int draw(void);\nint run(void) { return draw(); }\n"),
        ];
        found("underlinked-library", &files)
    };
    assert_eq!(places("int other(void) { return 2; }\n").len(), 1);
    assert!(places("int draw(void) { return 2; }\n").is_empty());
}

#[test]
fn what_is_linked_where_its_package_is_not_found_is_nobodys() {
    let places = |condition: &str| {
        let list = format!(
            "cmake_minimum_required(VERSION 3.16)\nproject(p C)\nfind_package(Cogs)\nadd_library(p SHARED p.c)\nif({condition})\n\
             target_link_libraries(p PUBLIC Cogs::cogs)\nendif()\ninstall(TARGETS p EXPORT pTargets)\n\
             install(EXPORT pTargets DESTINATION lib/cmake/p)\nconfigure_file(pConfig.cmake.in pConfig.cmake @ONLY)\n\
             install(FILES ${{CMAKE_CURRENT_BINARY_DIR}}/pConfig.cmake DESTINATION lib/cmake/p)\n"
        );
        let config = "include(\"${CMAKE_CURRENT_LIST_DIR}/pTargets.cmake\")\n";
        let files = [("CMakeLists.txt", &*list), ("p.c", "int p;\n"), ("pConfig.cmake.in", config)];
        found("missing-find-dependency", &files)
    };
    assert_eq!(places("Cogs_FOUND").len(), 1);
    assert!(places("NOT Cogs_FOUND").is_empty());
}

/// The files of a folder below testdata/, by their paths in it.
fn fixture(folder: &str) -> Vec<(String, String)> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata").join(folder);
    let (mut folders, mut files) = (vec![top.clone()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(&top).unwrap().to_string_lossy().into_owned();
                files.push((name, std::fs::read_to_string(path).unwrap()));
            }
        }
    }
    files
}

#[test]
fn llvm_itself_lists_its_own_components() {
    let places = |more: &str| {
        let mut files = fixture("variants/missing-llvm-target/components-linked-directly/bad");
        let (_, list) = files.iter_mut().find(|(name, _)| name == "third_party/llvm/CMakeLists.txt").unwrap();
        list.push_str(more);
        let files: Vec<_> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        found("missing-llvm-target", &files)
    };
    assert!(!places("").is_empty());
    let more = "add_llvm_library(LLVMAsmParser lib/IR/Module.cpp)\nadd_llvm_library(LLVMTableGen lib/IR/Module.cpp)\n";
    assert!(places(more).is_empty());
}

#[test]
fn a_base_that_lacks_the_function_hides_nothing() {
    // Which function is called through a pointer is known where no class above has one of the name.
    let places = |base: &str| {
        let list = "cmake_minimum_required(VERSION 3.20)\nproject(p CXX)\noption(TOOL \"tool\" OFF)\n\
             add_library(parts STATIC part.cpp)\nadd_library(other STATIC other.cpp)\n\
             add_executable(app app.cpp)\ntarget_link_libraries(app PRIVATE parts)\n\
             if(TOOL)\nadd_executable(tool tool.cpp)\ntarget_link_libraries(tool PRIVATE other)\nendif()\n";
        let header = format!(
            "#pragma once\nclass Base {{ public: int width; {base} }};\nclass Part : public Base {{ public: int turn(); int id; }};\n"
        );
        let files = [
            ("CMakeLists.txt", list),
            ("part.h", &*header),
            ("part.cpp", "#include \"part.h\"\nint Part::turn() { return 1; }\n"),
            ("other.h", "int other();\n"),
            ("other.cpp", "#include \"other.h\"\nint other() { return 2; }\n"),
            ("app.cpp", "#include \"part.h\"\nint main() { Part part; return part.turn(); }\n"),
            (
                "tool.cpp",
                "#include \"part.h\"\n#include \"other.h\"\nint run(Part *part) { return part->turn() + other(); }\nint main() { return run(nullptr); }\n",
            ),
        ];
        found("unlinked-library", &files)
    };
    assert!(!places("").is_empty(), "no function of that name above");
    assert!(places("virtual int turn();").is_empty(), "the object decides");
}
