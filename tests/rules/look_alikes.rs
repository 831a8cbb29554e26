//! What only looks like a hazard, on projects small enough to be read here: each beside one that has it.

use crate::small_projects::{HEAD, found};

#[test]
fn a_piece_of_a_container_file_has_the_image_of_the_whole() {
    let list = format!("{HEAD}add_executable(app a.c)\n");
    let main = ("a.c", "int main(void) { return 0; }\n");
    let piece = "ENV LD_LIBRARY_PATH /opt/p/lib:$LD_LIBRARY_PATH\nRUN build/app\n";
    let whole = format!("FROM ubuntu:22.04\n{piece}");
    let of = |name, text| found("empty-search-path-element", &[("CMakeLists.txt", list.as_str()), main, (name, text)]);
    assert_eq!(of("Dockerfile", &whole), ["Dockerfile:2"]);
    assert_eq!(of("tool.partial.Dockerfile", piece), Vec::<String>::new());
}

#[test]
fn an_item_of_several_flags_names_each_library() {
    let main = ("a.c", "#include <z.h>\nint main(void) { return z(); }\n");
    let list = format!("{HEAD}set(CMAKE_C_FLAGS_RELEASE \"-O3 -lz\")\nadd_executable(app a.c)\n");
    let again = format!("{list}target_link_libraries(app \"-lm -lz\")\n");
    let of = |list: &str| found("library-before-objects", &[("CMakeLists.txt", list), main]);
    assert_eq!(of(&list).len(), 1);
    assert_eq!(of(&again), Vec::<String>::new());
}

#[test]
fn a_value_that_the_output_names_is_announced() {
    let list = |words: &str| {
        format!(
            "{HEAD}option(WITH_CXX \"C++\" OFF)\nset(TOOL cc CACHE STRING \"compiler of scripts\")\nif(WITH_CXX)\n  \
             message(STATUS \"{words}\")\n  add_definitions(-DX)\n  set(TOOL \"llvm-g++\")\nendif()\n\
             add_custom_target(b ALL COMMAND ${{TOOL}} -c a.c)\n"
        )
    };
    let of = |words| found("ignored-option", &[("CMakeLists.txt", list(words).as_str()), ("a.c", "int a;\n")]);
    assert_eq!(of("C++ is on").len(), 1);
    assert_eq!(of("C++ is on, taking llvm-g++"), Vec::<String>::new());
}

#[test]
fn a_call_without_its_target_links_nothing() {
    let list = "cmake_minimum_required(VERSION 3.5)\nproject(p C)\nadd_subdirectory(lib)\nadd_subdirectory(plug)\n";
    let lib = ("lib/CMakeLists.txt", "add_library(core STATIC core.c)\n");
    let core = ("lib/core.c", "int core;\n");
    let of =
        |plug| found("cross-directory-link", &[("CMakeLists.txt", list), lib, core, ("plug/CMakeLists.txt", plug)]);
    assert_eq!(of("target_link_libraries(core z)\n").len(), 1);
    assert_eq!(
        of("include(HostPlugin)\nhost_plugin_end()\ntarget_link_libraries(${_lib} core z)\n"),
        Vec::<String>::new()
    );
}

#[test]
fn a_launcher_that_the_installation_writes_names_the_folder() {
    let list = format!(
        "{HEAD}add_library(core SHARED core.c)\nadd_executable(tool a.c)\ntarget_link_libraries(tool PRIVATE core)\n\
         install(TARGETS core LIBRARY DESTINATION lib)\ninstall(TARGETS tool RUNTIME DESTINATION bin)\n"
    );
    let launcher = "install(CODE \"file(WRITE \\${CMAKE_INSTALL_PREFIX}/bin/run.sh\n\\\"#!/bin/sh\nexport LD_LIBRARY_PATH=\
                    /opt/p/lib:\\\\$LD_LIBRARY_PATH\nexec /opt/p/bin/tool\\\")\")\n";
    let main = ("a.c", "int core(void);\nint main(void) { return core(); }\n");
    let core = ("core.c", "int core(void) { return 0; }\n");
    let of = |list: &str| found("missing-install-rpath", &[("CMakeLists.txt", list), main, core]);
    assert_eq!(of(&list).len(), 1);
    assert_eq!(of(&format!("{list}{launcher}")), Vec::<String>::new());
}

#[test]
fn the_other_macro_of_a_pair_may_be_there_by_a_generated_header() {
    let list = format!(
        "{HEAD}set(CMAKE_C_VISIBILITY_PRESET hidden)\nadd_library(core SHARED core.c)\nadd_executable(app app.c)\n\
         target_include_directories(core PUBLIC include ${{CMAKE_BINARY_DIR}}/include)\ntarget_link_libraries(app PRIVATE core)\n"
    );
    let header = "#include \"p/config.h\"\n#if defined(HAVE_VIS)\n# define P_EXPORT __attribute__((visibility(\"default\")))\n\
                  # define P_IMPORT __attribute__((visibility(\"default\")))\n#endif\n#ifndef P_EXPORT\n# define P_EXPORT\n\
                  # define P_IMPORT\n#endif\n#ifdef P_SOURCE\n# define P_API P_EXPORT\n#else\n# define P_API P_IMPORT\n#endif\n\
                  P_API int api(void);\n";
    let core = ("core.c", "#include \"api.h\"\nint api(void) { return 1; }\n");
    let app = ("app.c", "#include \"api.h\"\nint main(void) { return api(); }\n");
    let of = |name: &str| {
        let list = format!("{list}file(WRITE \"${{CMAKE_BINARY_DIR}}/include/p/config.h\" \"#define {name}\\n\")\n");
        found("collapsing-export-macro", &[("CMakeLists.txt", &list), ("include/api.h", header), core, app])
    };
    assert_eq!(of("HAVE_OTHER").len(), 1);
    assert_eq!(of("HAVE_VIS"), Vec::<String>::new());
}

#[test]
fn what_is_given_again_comes_not_too_late() {
    let list = |late| {
        format!("{HEAD}link_directories(/opt/p/lib ${{X_DIRS}})\nadd_library(a SHARED a.c)\nlink_directories({late})\n")
    };
    let of = |late| found("late-default", &[("CMakeLists.txt", list(late).as_str()), ("a.c", "int a;\n")]);
    assert_eq!(of("/opt/q/lib").len(), 1);
    assert_eq!(of("/opt/p/lib"), Vec::<String>::new());
}
