//! What only looks like a hazard, on projects small enough to be read here: each beside one that has it.

use crate::small_projects::{HEAD, conditions, found, helps};

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

#[test]
fn a_value_of_the_environment_alone_hides_nothing_where_there_is_none() {
    let list = |value: &str| {
        format!(
            "{HEAD}set(P_DIR /opt/p CACHE PATH \"Where p is\")\nset(P_DIR {value})\ninclude_directories(${{P_DIR}})\n"
        )
    };
    let of = |value| found("ignored-option", &[("CMakeLists.txt", list(value).as_str())]);
    assert_eq!(of("/usr/local/p").len(), 1);
    assert_eq!(of("$ENV{P_HOME}"), Vec::<String>::new());
}

#[test]
fn a_guard_of_the_search_is_no_condition_of_the_link() {
    let list = "cmake_minimum_required(VERSION 3.20)\nproject(p C)\nif(NOT TARGET Threads::Threads)\n  find_package(Threads REQUIRED)\nendif()\n\
                add_library(base STATIC a.c)\ntarget_link_libraries(base PUBLIC Threads::Threads)\n\
                install(TARGETS base EXPORT baseTargets DESTINATION lib)\ninstall(EXPORT baseTargets NAMESPACE b:: DESTINATION lib/cmake/b)\n\
                install(FILES bConfig.cmake DESTINATION lib/cmake/b)\n";
    let config = ("bConfig.cmake", "include(\"${CMAKE_CURRENT_LIST_DIR}/baseTargets.cmake\")\n");
    let files = [("CMakeLists.txt", list), ("a.c", "int a;\n"), config];
    assert_eq!(conditions("missing-find-dependency", &files), ["true"]);
}

#[test]
fn a_place_that_nobody_sets_is_none_for_libraries_of_windows() {
    let list = |head: &str| {
        format!(
            "{HEAD}{head}if(WIN32)\nadd_definitions(-DWIN)\nendif()\nadd_library(n SHARED n.c)\ninstall(TARGETS n LIBRARY DESTINATION ${{LIB_DIR}} ARCHIVE DESTINATION ${{LIB_DIR}})\n"
        )
    };
    let source = ("n.c", "#ifdef _WIN32\n__declspec(dllexport)\n#endif\nint n(void) { return 1; }\n");
    let of = |head| found("uninstalled-dll", &[("CMakeLists.txt", list(head).as_str()), source]);
    assert_eq!(of("set(LIB_DIR lib)\n").len(), 1);
    assert_eq!(of(""), Vec::<String>::new());
}

#[test]
fn a_library_that_nobody_links_lacks_nothing() {
    let list = |user: &str| {
        format!(
            "{HEAD}option(WITH_ZIP \"zip\" OFF)\nadd_library(un SHARED crc.c)\nadd_library(plugin MODULE crc.c)\nif(WITH_ZIP)\n\
             find_package(ZLIB REQUIRED)\nadd_definitions(-DHAVE_ZLIB)\n\
             target_link_libraries(plugin PRIVATE ${{ZLIB_LIBRARIES}})\nendif()\n{user}"
        )
    };
    let source = (
        "crc.c",
        "#ifdef HAVE_ZLIB\n#include <zlib.h>\n#endif\nunsigned long n(void) {\n#ifdef HAVE_ZLIB\n\
                  return crc32(0, 0, 0);\n#else\nreturn 0;\n#endif\n}\n",
    );
    let main = ("main.c", "int main(void) { return 0; }\n");
    let of = |user| found("unlinked-feature-library", &[("CMakeLists.txt", list(user).as_str()), source, main]);
    assert_eq!(of("add_executable(app main.c)\ntarget_link_libraries(app un)\n").len(), 1);
    assert_eq!(of("add_executable(app main.c)\n"), Vec::<String>::new());
}

#[test]
fn functions_of_the_standard_library_are_not_those_of_the_project() {
    let list = "cmake_minimum_required(VERSION 3.20)\nproject(p CXX)\nset(CMAKE_CXX_VISIBILITY_PRESET hidden)\n\
                add_library(core SHARED core.cpp)\nadd_library(ui SHARED ui.cpp)\ntarget_link_libraries(ui core)\n";
    let of = |name: &str| {
        let header = format!(
            "namespace app {{\nclass __attribute__((visibility(\"default\"))) Data {{}};\nvoid {name}(Data& a, Data& b) noexcept;\n}}\n"
        );
        let core = format!("#include \"core.h\"\nnamespace app {{\nvoid {name}(Data& a, Data& b) noexcept {{}}\n}}\n");
        let ui = format!("#include \"core.h\"\nnamespace app {{ void f(Data &a, Data &b) {{ {name}(a, b); }} }}\n");
        let files = [
            ("CMakeLists.txt", list),
            ("core.h", header.as_str()),
            ("core.cpp", core.as_str()),
            ("ui.cpp", ui.as_str()),
        ];
        found("hidden-exported-symbol", &files)
    };
    assert_eq!(of("mingle").len(), 1);
    assert_eq!(of("swap"), Vec::<String>::new());
}

#[test]
fn a_member_that_comes_with_another_of_its_archive_is_there() {
    let list = "cmake_minimum_required(VERSION 3.20)\nproject(p C)\nadd_library(c STATIC c.c)\nadd_library(b STATIC x.c y.c)\n\
                target_link_libraries(b PRIVATE c)\nadd_library(a STATIC driver.c)\ntarget_link_libraries(a PUBLIC b)\n\
                add_executable(app main.c)\ntarget_link_libraries(app a)\n";
    let of = |x: &str| {
        let files = [
            ("CMakeLists.txt", list),
            ("main.c", "int drive(void);\nint main(void) { return drive(); }\n"),
            ("driver.c", "int begin_x(void);\nint drive(void) { return begin_x(); }\n"),
            ("x.c", x),
            ("y.c", "int add_all(void) { return 1; }\nint bind_all(void) { return 2; }\n"),
            ("c.c", "int bind_all(void);\nint from_c(void) { return bind_all(); }\n"),
        ];
        found("undeclared-archive-cycle", &files)
    };
    assert_eq!(of("int from_c(void);\nint begin_x(void) { return from_c(); }\n").len(), 1);
    let both = "int from_c(void);\nextern int add_all(void);\nint (*all)(void) = add_all;\nint begin_x(void) { return from_c(); }\n";
    assert_eq!(of(both), Vec::<String>::new());
}

#[test]
fn what_is_installed_into_the_build_tree_is_taken_from_there() {
    let list = |place: &str| {
        format!(
            "{HEAD}add_library(core SHARED core.c)\nadd_executable(tool a.c)\ntarget_link_libraries(tool PRIVATE core)\n\
             install(TARGETS core LIBRARY DESTINATION {place})\ninstall(TARGETS tool RUNTIME DESTINATION bin)\n"
        )
    };
    let main = ("a.c", "int core(void);\nint main(void) { return core(); }\n");
    let core = ("core.c", "int core(void) { return 0; }\n");
    let of = |place| found("missing-install-rpath", &[("CMakeLists.txt", list(place).as_str()), main, core]);
    assert_eq!(of("lib").len(), 1);
    assert_eq!(of("${CMAKE_CURRENT_BINARY_DIR}/../"), Vec::<String>::new());
}

#[test]
fn an_image_out_of_which_only_files_are_taken_is_started_by_nobody() {
    let list = format!("{HEAD}add_executable(app a.c)\n");
    let main = ("a.c", "int main(void) { return 0; }\n");
    let of = |last: &str| {
        let text = format!(
            "FROM ubuntu:18.04 AS build\nENV LD_LIBRARY_PATH $LD_LIBRARY_PATH:/opt/p/lib\nRUN cmake -B b\n{last}"
        );
        found("empty-search-path-element", &[("CMakeLists.txt", list.as_str()), main, ("Dockerfile", text.as_str())])
    };
    assert_eq!(of(""), ["Dockerfile:2"]);
    assert_eq!(of("FROM build\nCOPY --from=build /b/app /usr/bin\n").len(), 1);
    assert_eq!(of("FROM ubuntu:18.04\nCOPY --from=build /b/app /usr/bin\n"), Vec::<String>::new());
    assert_eq!(of("FROM ubuntu:18.04\nCOPY --from=0 /b/app /usr/bin\n"), Vec::<String>::new());
}

#[test]
fn flags_that_gcc_refuses_say_that_it_compiles_nothing() {
    let list = |flags: &str| {
        format!(
            "{HEAD}add_executable(app a.c)\ntarget_compile_options(app PRIVATE {flags})\n\
             target_link_options(app PRIVATE -fuse-ld=lld -flto)\n"
        )
    };
    let main = ("a.c", "int main(void) { return 0; }\n");
    let of = |flags| found("slim-lto-with-other-linker", &[("CMakeLists.txt", list(flags).as_str()), main]);
    assert_eq!(of("-flto").len(), 1);
    assert_eq!(of("-flto=full"), Vec::<String>::new());
    assert_eq!(of("-flto -faddrsig"), Vec::<String>::new());
}

#[test]
fn a_library_that_a_loop_looks_for_is_not_forgotten() {
    let list = |lib: &str| {
        format!(
            "{HEAD}foreach(lib z {lib})\n  find_library(lib${{lib}}_path NAMES ${{lib}})\n  if(lib${{lib}}_path)\n    \
             set(LIBS ${{LIBS}} ${{lib${{lib}}_path}})\n  endif()\nendforeach()\nadd_library(core SHARED core.c)\n\
             target_link_libraries(core PRIVATE ${{LIBS}})\ninstall(TARGETS core DESTINATION lib)\n"
        )
    };
    let core = ("core.c", "#include <dlfcn.h>\nconst char *f(void) { return dlerror(); }\n");
    let of = |lib| found("missing-system-library", &[("CMakeLists.txt", list(lib).as_str()), core]);
    assert_eq!(of("bz2").len(), 1);
    assert_eq!(of("dl"), Vec::<String>::new());
}

#[test]
fn what_another_folder_finds_is_not_there() {
    let list = |first: &str| {
        format!(
            "cmake_minimum_required(VERSION 3.20)\nproject(p CXX)\n{first}add_subdirectory(lib)\nadd_subdirectory(tools)\n"
        )
    };
    let lib = ("lib/CMakeLists.txt", "add_library(u SHARED u.cpp)\ninstall(TARGETS u DESTINATION lib)\n");
    let source = ("lib/u.cpp", "#include <thread>\nvoid f() { std::thread t([] {}); t.join(); }\n");
    let tools = (
        "tools/CMakeLists.txt",
        "find_package(Threads REQUIRED)\nadd_executable(t t.cpp)\ntarget_link_libraries(t Threads::Threads)\n",
    );
    let tool = ("tools/t.cpp", "int main() { return 0; }\n");
    let of =
        |first| helps("missing-system-library", &[("CMakeLists.txt", list(first).as_str()), lib, source, tools, tool]);
    let says = |helps: Vec<String>| helps.iter().filter(|help| help.contains("find_package(Threads")).count();
    assert_eq!((of("").len(), says(of(""))), (1, 1));
    assert_eq!(says(of("find_package(Threads REQUIRED)\n")), 0);
}

#[test]
fn libraries_of_others_in_the_wrong_order_stand_there_once() {
    let main = ("a.c", "int main(void) { return 0; }\n");
    let search = "option(LINK_STATIC \"archives\" OFF)\nset(CMAKE_FIND_LIBRARY_SUFFIXES .a)\nfind_library(SSL ssl)\n\
                  find_library(CRYPTO NAMES crypto)\n";
    let of = |lines: &str| {
        let list = format!("{HEAD}{search}add_executable(app a.c)\nif(LINK_STATIC)\n{lines}\nendif()\n");
        found("misordered-archives", &[("CMakeLists.txt", list.as_str()), main])
    };
    assert_eq!(of("target_link_libraries(app ${CRYPTO} ${SSL})"), ["CMakeLists.txt:9 LINK_STATIC=ON"]);
    assert_eq!(of("target_link_libraries(app \"-lcrypto -lssl\")"), ["CMakeLists.txt:9 LINK_STATIC=ON"]);
    for lines in [
        "target_link_libraries(app ${SSL} ${CRYPTO})",
        "target_link_libraries(app ${CRYPTO} ${SSL} crypto)",
        "target_link_libraries(app ${SSL} ${CRYPTO} ssl)",
        "target_link_libraries(app -Wl,--start-group ${CRYPTO} ${SSL} -Wl,--end-group)",
        "target_link_libraries(app -fuse-ld=lld ${CRYPTO} ${SSL})",
        "target_link_libraries(app ${CRYPTO} libssl.so)",
        "find_package(CURL)\ntarget_link_libraries(app ${CRYPTO} ${SSL} ${CURL_LIBRARIES})",
        "find_package(X)\ntarget_link_libraries(app X::tls ${CRYPTO} ${SSL})",
        "set(CMAKE_FIND_LIBRARY_SUFFIXES .so)\ntarget_link_libraries(app ${CRYPTO} ${SSL})",
        "add_library(tls INTERFACE)\ntarget_link_libraries(tls INTERFACE ${SSL} ${CRYPTO})\n\
         target_link_libraries(app tls ${CRYPTO} ${SSL})",
        "if(WIN32)\ntarget_link_libraries(app ${CRYPTO} ${SSL})\nendif()",
    ] {
        assert_eq!(of(lines), Vec::<String>::new(), "{lines}");
    }
}

#[test]
fn an_imported_archive_that_says_what_it_needs_may_stand_behind() {
    let main = ("a.c", "int main(void) { return 0; }\n");
    let of = |kind: &str, more: &str| {
        let list = format!(
            "{HEAD}add_library(libgpr {kind} IMPORTED)\nadd_library(libgrpc {kind} IMPORTED)\n{more}\n\
             add_library(rpc INTERFACE)\nadd_executable(app a.c)\noption(RPC \"calls\" OFF)\nif(RPC)\n\
             target_link_libraries(rpc INTERFACE libgpr libgrpc)\nendif()\ntarget_link_libraries(app rpc)\n"
        );
        found("misordered-archives", &[("CMakeLists.txt", list.as_str()), main])
    };
    assert_eq!(of("STATIC", ""), ["CMakeLists.txt:10 RPC=ON"]);
    assert_eq!(of("SHARED", ""), Vec::<String>::new());
    let linked = "set_property(TARGET libgrpc PROPERTY INTERFACE_LINK_LIBRARIES libgpr)";
    assert_eq!(of("STATIC", linked), Vec::<String>::new());
}

#[test]
fn names_and_files_that_a_folder_states_for_others_are_no_choice() {
    let list = |value: &str, more: &str| {
        format!("{HEAD}set(SRC {value} CACHE STRING \"what is built\" FORCE)\nadd_library(x STATIC ${{SRC}})\n{more}\n")
    };
    let files = [("a.c", "int a;\n"), ("b.c", "int b;\n")];
    let of = |value: &str, more: &str| {
        found("ignored-option", &[("CMakeLists.txt", list(value, more).as_str()), files[0], files[1]])
    };
    assert_eq!(of("/opt/p/a.c /opt/p/b.c", "").len(), 1);
    assert_eq!(of("a.c b.c", ""), Vec::<String>::new());
    assert_eq!(of("a.c", "# SRC is what you may change").len(), 1);
    assert_eq!(of("a.c", "#install(FILES ${SRC} DESTINATION src)"), Vec::<String>::new());
}

#[test]
fn an_export_file_where_no_search_finds_it_is_part_of_another_package() {
    let list = |folder: &str| {
        format!(
            "{HEAD}find_package(ZLIB REQUIRED)\nadd_library(part STATIC a.c)\ntarget_link_libraries(part PUBLIC ZLIB::ZLIB)\n\
             install(TARGETS part EXPORT part-config DESTINATION lib)\n\
             install(EXPORT part-config NAMESPACE big:: DESTINATION lib/cmake/{folder})\n"
        )
    };
    let of =
        |folder| found("missing-find-dependency", &[("CMakeLists.txt", list(folder).as_str()), ("a.c", "int a;\n")]);
    assert_eq!(of("part").len(), 1);
    assert_eq!(of("Big"), Vec::<String>::new());
}

#[test]
fn the_header_that_the_build_writes_comes_before_a_copy_of_it() {
    let list = |made: &str| {
        format!(
            "cmake_minimum_required(VERSION 3.20)\nproject(p CXX)\nset(BUILD_SHARED_LIBS ON)\ninclude(GenerateExportHeader)\n\
             add_library(core core.cpp)\n{made}\nset_target_properties(core PROPERTIES CXX_VISIBILITY_PRESET hidden)\n\
             target_include_directories(core PUBLIC ${{CMAKE_CURRENT_SOURCE_DIR}} ${{CMAKE_CURRENT_BINARY_DIR}} PRIVATE old)\n\
             add_executable(app app.cpp)\ntarget_link_libraries(app core)\n"
        )
    };
    let of = |made| {
        let files = [
            ("CMakeLists.txt", list(made)),
            ("old/inc/core_exports.h", "#define CORE_EXPORT\n".to_owned()),
            (
                "inc/api/core.h",
                "#include \"inc/core_exports.h\"\nnamespace lk { CORE_EXPORT void set_fns(int); }\n".to_owned(),
            ),
            ("core.cpp", "#include \"inc/api/core.h\"\nnamespace lk { CORE_EXPORT void set_fns(int) {} }\n".to_owned()),
            ("app.cpp", "#include \"inc/api/core.h\"\nint main() { lk::set_fns(1); }\n".to_owned()),
        ];
        found("hidden-exported-symbol", &files.each_ref().map(|(name, text)| (*name, text.as_str())))
    };
    assert_eq!(of("").len(), 1);
    let made = "generate_export_header(core BASE_NAME CORE EXPORT_FILE_NAME inc/core_exports.h)";
    assert_eq!(of(made), Vec::<String>::new());
}

#[test]
fn what_a_folder_below_sets_for_itself_is_no_slip() {
    let root = "cmake_minimum_required(VERSION 3.16)\nproject(p C)\nadd_subdirectory(probe)\nadd_executable(app app.c)\n\
                if(APP_NEEDS_MATH)\ntarget_link_libraries(app m)\nendif()\n";
    let of = |probe: &str, root: &str| {
        let files =
            [("CMakeLists.txt", root), ("probe/CMakeLists.txt", probe), ("app.c", "int main(void) { return 0; }\n")];
        found("never-true-test", &files)
    };
    assert_eq!(of("set(APP_NEEDS_MATH ON)\n", root).len(), 1);
    for probe in [
        "set(APP_NEEDS_MATH ON PARENT_SCOPE)\n",
        "set(APP_NEEDS_MATH ON CACHE BOOL \"\")\n",
        "set(APP_NEEDS_MATH OFF)\n",
        "set(APP_NEEDS_MATH ON)\nif(APP_NEEDS_MATH)\nmessage(STATUS math)\nendif()\n",
        "set(APP_NEEDS_MATH ON)\nset(names APP_NEEDS_MATH)\n",
        "find_library(APP_NEEDS_MATH m)\n",
    ] {
        assert_eq!(of(probe, root), Vec::<String>::new(), "{probe}");
    }
    // Whoever sets it in the same scope, or is asked for it, gives it.
    let own = root.replace("add_executable", "set(APP_NEEDS_MATH ON)\nadd_executable");
    assert_eq!(of("set(APP_NEEDS_MATH ON)\n", &own), Vec::<String>::new());
    let option = root.replace("add_executable", "option(APP_NEEDS_MATH \"link it\" OFF)\nadd_executable");
    assert_eq!(of("set(APP_NEEDS_MATH ON)\n", &option), Vec::<String>::new());
}

#[test]
fn what_an_archive_on_the_line_may_have_is_drawn_by_lists_of_apple() {
    let list = |package: &str| {
        format!(
            "{HEAD}find_package({package} REQUIRED CONFIG)\nadd_library(plug SHARED a.c)\ntarget_link_libraries(plug PRIVATE ${{{package}_LIBS}})\n\
             if(APPLE)\n  target_link_options(plug PRIVATE -Wl,-exported_symbols_list,${{CMAKE_CURRENT_SOURCE_DIR}}/a.txt)\nendif()\n"
        )
    };
    let sources = [("a.c", "int plug(void) { return 1; }\n"), ("a.txt", "_plug\n_optics_registerLens\n")];
    let of = |package: &str| {
        let text = list(package);
        found("undefined-symbol-in-export-list", &[&[("CMakeLists.txt", text.as_str())], &sources[..]].concat())
    };
    assert_eq!(of("Tone"), ["a.txt:2"]);
    assert_eq!(of("Optics"), Vec::<String>::new());
}

#[test]
fn what_is_exported_along_with_the_own_targets_needs_no_package() {
    let list = |along: &str| {
        format!(
            "{HEAD}add_library(own STATIC a.c)\ntarget_link_libraries(own PUBLIC paint::paint)\nfind_package(paint)\n\
             install(TARGETS own {along} EXPORT ownTargets DESTINATION lib)\n\
             install(EXPORT ownTargets DESTINATION lib/cmake/own)\n\
             install(FILES ownConfig.cmake DESTINATION lib/cmake/own)\n"
        )
    };
    let config = ("ownConfig.cmake", "include(\"${CMAKE_CURRENT_LIST_DIR}/ownTargets.cmake\")\n");
    let of = |along: &str| {
        let text = list(along);
        found("missing-find-dependency", &[("CMakeLists.txt", text.as_str()), ("a.c", "int a;\n"), config])
    };
    assert_eq!(of(""), ["CMakeLists.txt:4"]);
    assert_eq!(of("paint"), Vec::<String>::new());
}

#[test]
fn flags_that_no_module_sets_make_no_list() {
    let of = |variable: &str| {
        let list = format!(
            "{HEAD}find_package(OpenMP)\nif(OPENMP_FOUND)\nset(CMAKE_EXE_LINKER_FLAGS ${{CMAKE_EXE_LINKER_FLAGS}} ${{{variable}}})\nendif()\nadd_executable(app a.c)\n"
        );
        let main = ("a.c", "int main(void) { return 0; }\n");
        found("semicolon-in-flags", &[("CMakeLists.txt", list.as_str()), main]).len()
    };
    assert_eq!((of("OpenMP_C_FLAGS"), of("OpenMP_EXE_LINKER_FLAGS")), (1, 0));
}

#[test]
fn a_script_that_goes_elsewhere_before_it_starts_anything() {
    let of = |rest: &str| {
        let list = format!("{HEAD}add_executable(app a.c)\n");
        let script = format!("#!/bin/sh\nexport LD_LIBRARY_PATH=$P/lib:$LD_LIBRARY_PATH\n{rest}");
        let main = ("a.c", "int main(void) { return 0; }\n");
        let files = [("CMakeLists.txt", list.as_str()), main, ("run.sh", script.as_str())];
        found("empty-search-path-element", &files).len()
    };
    assert_eq!(of("cp build/app $OUT\napp\n"), 1);
    assert_eq!(of("cp build/app $OUT\ncd $OUT\n./app\n"), 0);
    assert_eq!(of("APP_LEVEL=2 app &\ncd $OUT\n./app\n"), 1);
}

#[test]
fn properties_that_are_strings_get_alternatives() {
    let of = |calls: &str| {
        let list = format!("{HEAD}add_library(a SHARED a.c)\n{calls}");
        found("semicolon-in-flags", &[("CMakeLists.txt", list.as_str()), ("a.c", "int a;\n")]).len()
    };
    assert_eq!(of("set_property(TARGET a PROPERTY LINK_FLAGS -Wl,-z,now -Wl,-z,defs)\n"), 1);
    assert_eq!(of("set_property(TARGET a PROPERTY LINK_FLAGS \"-Wl,-z,now -Wl,-z,defs\")\n"), 0);
    assert_eq!(
        of(
            "set_property(TARGET a APPEND_STRING PROPERTY LINK_FLAGS \" -Wl,-z,now\")\nset_property(TARGET a APPEND_STRING PROPERTY LINK_FLAGS \" -Wl,-z,defs\")\n"
        ),
        0
    );
    assert_eq!(
        of(
            "option(L \"\" ON)\nif(L)\nset(F -Wl,-z,now)\nelse()\nset(F -Wl,-z,defs)\nendif()\nset_target_properties(a PROPERTIES LINK_FLAGS \"${F}\")\n"
        ),
        0
    );
    assert_eq!(of("if(WIN32)\nset_property(TARGET a PROPERTY LINK_FLAGS -a -b)\nendif()\n"), 0);
}

#[test]
fn what_a_file_of_an_archive_needs_may_come_otherwise() {
    let project = |more: &str, line: &str| {
        format!(
            "{HEAD}option(PROBE \"probe\" OFF)\nadd_library(find SHARED find.c)\nadd_library(objs STATIC objs.c rest.c)\n\
             add_library(aux STATIC aux.c)\n{more}\nif(PROBE)\nadd_executable(probe probe.c)\ntarget_link_libraries(probe {line})\nendif()\n"
        )
    };
    let of = |list: &str, objs: &str, probe: &str, aux: &str| {
        let files = [
            ("CMakeLists.txt", list),
            ("find.h", "int find_it(void);\n"),
            ("find.c", "#include \"find.h\"\nint find_it(void) { return 1; }\n"),
            ("objs.h", "int objs_it(void);\nint rest_it(void);\n"),
            ("objs.c", objs),
            ("rest.c", "#include \"objs.h\"\nint rest_it(void) { return 2; }\n"),
            ("aux.c", aux),
            ("probe.c", probe),
        ];
        found("unlinked-library", &files).len()
    };
    let list = project("", "objs");
    let objs = "#include \"objs.h\"\n#include \"find.h\"\nint objs_it(void) { return find_it(); }\n";
    let probe = "#include \"objs.h\"\nint main(void) { return objs_it(); }\n";
    let aux = "int aux_it;\n";
    let call = |function: &str| format!("#include \"objs.h\"\nint main(void) {{ return {function}(); }}\n");
    assert_eq!(of(&list, objs, probe, aux), 1);
    assert_eq!(of(&list, objs, &call("rest_it"), aux), 0, "another file of the archive");
    assert_eq!(of(&list, objs, &format!("{probe}int find_it(void) {{ return 3; }}\n"), aux), 0, "a stub");
    assert_eq!(of(&list, objs, &format!("{probe}int objs_it(void) {{ return 3; }}\n"), aux), 0, "it has its own");
    let dropped = "#include \"objs.h\"\n#include \"find.h\"\nint objs_it(void) {\n#ifdef WITH_FIND\nreturn find_it();\n#endif\nreturn 0; }\n";
    assert_eq!(of(&list, dropped, probe, aux), 0, "the preprocessor drops the call");
    let weak = "#include \"objs.h\"\n__attribute__((weak)) int find_it(void);\nint objs_it(void) { return find_it ? find_it() : 0; }\n";
    assert_eq!(of(&list, weak, probe, aux), 0, "it may be missing");
    let through = "#include \"objs.h\"\nint aux_it(void) { return objs_it(); }\n";
    let by_aux = "int aux_it(void);\nint main(void) { return aux_it(); }\n";
    assert_eq!(of(&project("", "aux objs"), objs, by_aux, through), 1, "a file of another archive brings it");
    let stubs = "#define STUB(name) int name(void) { return 4; }\nSTUB(find_it)\n";
    assert_eq!(of(&project("", "objs aux"), objs, probe, aux), 1);
    assert_eq!(of(&project("", "objs aux"), objs, probe, stubs), 0, "a macro makes it");
    assert_eq!(of(&project("target_link_libraries(objs find)", "objs"), objs, probe, aux), 0);
    assert_eq!(of(&project("some_command(EXTRA)", "objs ${EXTRA}"), objs, probe, aux), 0, "anything may be there");
    let made = project("add_custom_command(OUTPUT g.c COMMAND gen)\nadd_library(g STATIC g.c)", "objs g");
    assert_eq!(of(&made, objs, probe, aux), 0, "a source that is made");
    let built = project("add_executable(app probe.c)\ntarget_link_libraries(app objs)", "objs");
    assert_eq!(of(&built, objs, probe, aux), 0, "the defaults build another such program");
}

#[test]
fn a_name_that_nothing_writes_is_no_other_spelling() {
    let of = |writes: &str| {
        let list = format!(
            "{HEAD}{writes}\nlist(APPEND parts ${{CONTRIB_LIBRARY}})\nadd_library(a SHARED a.c)\ntarget_link_libraries(a ${{parts}})\n"
        );
        found("unset-library-variable", &[("CMakeLists.txt", list.as_str()), ("a.c", "int a;\n")]).len()
    };
    assert_eq!(of("find_library(CONTRB_LIBRARY m)"), 1);
    assert_eq!(of("mark_as_advanced(CONTRB_LIBRARY)"), 0);
    assert_eq!(of("find_library(CONTRB_LIBRARY m)\nmessage(STATUS \"${CONTRB_LIBRARY}\")"), 0);
}
