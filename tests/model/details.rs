//! Finer points of `linklint model` that real projects depend on. The expected values are what CMake 3.25 gives.

#![allow(clippy::unwrap_used, reason = "what a test does not get stops it")]

use super::support::Case;
use serde_json::{Value, json};

const HEAD: &str = "cmake_minimum_required(VERSION 3.23)\nproject(p C CXX)\n";

/// The paths of a target's sources.
fn sources(target: &Value) -> Vec<&str> {
    target["sources"].as_array().unwrap().iter().map(|s| s["path"].as_str().unwrap()).collect()
}

/// A project in a configured tree with a cache of these lines.
fn told(text: &str, cache: &str) -> Case {
    let mut case = Case::new(&format!("{HEAD}{text}"));
    case.write("out/CMakeCache.txt", &format!("CMAKE_CACHEFILE_DIR:INTERNAL=/x\n{cache}"));
    case.request.configured.build_dir = Some(case.folder.path().join("out"));
    case
}

#[test]
fn only_words_for_yes_turn_a_property_on() {
    let case = Case::new(&format!(
        "{HEAD}add_executable(app a.c)\nset_target_properties(app PROPERTIES ENABLE_EXPORTS OFF> WIN32_EXECUTABLE no)\n"
    ));
    assert_eq!(case.target("app")["link"]["flags"], json!([]));
}

#[test]
fn each_keyword_of_before_begins_a_list_of_its_own() {
    let case = Case::new(&format!(
        "{HEAD}add_library(l a.c)\ntarget_include_directories(l PRIVATE /z)\n\
         target_include_directories(l BEFORE PUBLIC /a /b PRIVATE /c PRIVATE /d)\n"
    ));
    assert_eq!(case.target("l")["includes"], json!(["/d", "/c", "/a", "/b", "/z"]));
}

#[test]
fn objects_among_link_items_come_first_and_bring_no_usage() {
    let case = Case::new(&format!(
        "{HEAD}add_library(o OBJECT a.c)\ntarget_compile_definitions(o PUBLIC OWN)\nadd_library(i INTERFACE)\n\
         target_link_libraries(i INTERFACE m $<TARGET_OBJECTS:o>)\nadd_executable(app b.cpp)\n\
         target_link_libraries(app PRIVATE i)\n"
    ));
    let app = case.target("app");
    assert_eq!(app["link"]["libraries"], json!(["CMakeFiles/o.dir/./a.c.o", "-lm"]));
    assert_eq!(app["definitions"], json!([]));
    assert_eq!(app["dependencies"], json!(["o"]));
}

#[test]
fn objects_below_another_folder_of_a_like_name_are_not_told() {
    let case = Case::new(&format!(
        "{HEAD}add_subdirectory(obj \"${{CMAKE_BINARY_DIR}}\u{e9}\")\nadd_executable(app b.cpp)\n\
         target_link_libraries(app PRIVATE $<TARGET_OBJECTS:o>)\n"
    ));
    case.write("src/obj/CMakeLists.txt", "add_library(o OBJECT o.c)\n");
    case.write("src/obj/o.c", "");
    assert_eq!(case.target("app")["link"]["libraries"], Value::Null);
}

#[test]
fn what_is_linked_may_ask_for_position_independence() {
    let case = Case::new(&format!(
        "{HEAD}add_library(l STATIC a.c)\nset_target_properties(l PROPERTIES INTERFACE_POSITION_INDEPENDENT_CODE ON)\n\
         add_executable(app c.c)\ntarget_link_libraries(app l)\n"
    ));
    assert_eq!(case.target("app")["compile_flags"], json!(["-fPIE"]));
    assert_eq!(case.target("l")["compile_flags"], json!([]));
}

#[test]
fn the_file_that_a_command_belongs_to_is_a_source() {
    let case = Case::new(&format!(
        "{HEAD}add_custom_command(OUTPUT made.c COMMAND true MAIN_DEPENDENCY made.in DEPENDS other.in)\n\
         add_library(l STATIC made.c)\n"
    ));
    let library = case.target("l");
    assert_eq!(sources(&library), ["@BUILD@/made.c", "made.in"]);
    assert_eq!(library["sources"][1]["language"], Value::Null);
}

#[test]
fn compiled_headers_of_object_libraries_come_with_the_objects() {
    let case = Case::new(&format!(
        "{HEAD}add_library(o OBJECT b.cpp)\ntarget_precompile_headers(o PRIVATE <vector>)\n\
         add_executable(app a.c $<TARGET_OBJECTS:o>)\n"
    ));
    assert_eq!(sources(&case.target("app")), ["a.c", "@BUILD@/CMakeFiles/o.dir/cmake_pch.hxx.gch"]);
}

#[test]
fn objects_that_lead_back_to_themselves_are_survived() {
    let case = Case::new(&format!(
        "{HEAD}add_library(o OBJECT a.c $<TARGET_OBJECTS:u>)\nadd_library(u OBJECT c.c $<TARGET_OBJECTS:o>)\n\
         add_library(s OBJECT c.c $<TARGET_OBJECTS:s>)\n"
    ));
    assert_eq!(case.model()["targets"].as_array().unwrap().len(), 3);
}

#[test]
fn a_run_at_configure_time_leaves_outputs_that_are_not_known() {
    let case = Case::new(&format!(
        "{HEAD}try_run(RUN BUILT ${{PROJECT_BINARY_DIR}} a.c COMPILE_OUTPUT_VARIABLE OUT)\n\
         add_library(l STATIC a.c)\nif(OUT MATCHES x86)\n target_compile_options(l PRIVATE -msse2)\nendif()\n"
    ));
    assert_eq!(case.target("l")["compile_flags"], Value::Null);
}

#[test]
fn a_package_in_a_folder_that_the_project_names_is_read() {
    let case = Case::new(&format!(
        "{HEAD}set(Foo_DIR ${{CMAKE_CURRENT_SOURCE_DIR}}/cmake)\nfind_package(Foo CONFIG REQUIRED)\n\
         add_library(l STATIC a.c)\ntarget_compile_definitions(l PRIVATE ${{Foo_DEFINITIONS}})\n"
    ));
    case.write("src/cmake/FooConfig.cmake", "set(Foo_DEFINITIONS FOO)\n");
    assert_eq!(case.target("l")["definitions"], json!(["FOO"]));
}

#[test]
fn a_variable_that_says_not_found_is_looked_for() {
    let case = told(
        "set(HEADER -NOTFOUND)\nfind_path(HEADER x.h)\nadd_library(l STATIC a.c)\n\
         target_include_directories(l PRIVATE ${HEADER})\n",
        "HEADER:PATH=/opt/x\n",
    );
    assert_eq!(case.target("l")["includes"], json!(["/opt/x"]));
}

#[test]
fn a_module_named_by_its_path_is_that_of_cmake() {
    let case = told(
        "set(CMAKE_MODULE_PATH ${CMAKE_CURRENT_SOURCE_DIR}/cmake)\nfind_package(ZLIB)\nif(ZLIB_FOUND)\n\
         add_library(l STATIC a.c)\nendif()\n",
        "CMAKE_ROOT:INTERNAL=/usr/share/cmake-3.25\nZLIB_LIBRARY_RELEASE:FILEPATH=/opt/libz.so\n\
         ZLIB_INCLUDE_DIR:PATH=/opt\n",
    );
    case.write("src/cmake/FindZLIB.cmake", "include(${CMAKE_ROOT}/Modules/FindZLIB.cmake)\n");
    assert_eq!(case.target("l")["type"], "STATIC_LIBRARY");
}

#[test]
fn what_a_configured_tree_shows_is_not_refused() {
    let text = "if(NOT UNTOLD)\n message(FATAL_ERROR no)\nendif()\nadd_library(l STATIC a.c)\n";
    assert_eq!(told(text, "").target("l")["type"], "STATIC_LIBRARY");
    assert_eq!(Case::new(&format!("{HEAD}{text}")).model()["targets"], json!([]));
}

#[test]
fn an_error_directive_tells_what_a_compiler_compiles_for() {
    let case = Case::new(&format!(
        "{HEAD}try_run(RUN BUILT ${{PROJECT_BINARY_DIR}} ${{PROJECT_SOURCE_DIR}}/arch.c COMPILE_OUTPUT_VARIABLE OUT)\n\
         string(REGEX MATCH \"arch_([a-z0-9_]+)\" _ \"${{OUT}}\")\nif(BUILT)\n message(FATAL_ERROR no)\nendif()\n\
         add_library(l STATIC a.c)\ntarget_compile_definitions(l PRIVATE ARCH=${{CMAKE_MATCH_1}})\n"
    ));
    case.write(
        "src/arch.c",
        "#if defined(__x86_64__) || defined(_M_X64)\n#error arch_x86_64\n#else\n#error arch_no\n#endif\n",
    );
    assert_eq!(case.target("l")["definitions"], json!(["ARCH=x86_64"]));
}

#[test]
fn an_error_directive_tells_nothing_under_other_flags() {
    let trial = |words: &str| {
        format!(
            "try_compile(BUILT ${{PROJECT_BINARY_DIR}} ${{PROJECT_SOURCE_DIR}}/arch.c {words})\n\
             add_library(l STATIC a.c)\nif(BUILT)\n target_compile_definitions(l PRIVATE BUILT)\nendif()\n"
        )
    };
    let defined = |text: &str, cache: &str| {
        let case = told(text, cache);
        case.write("src/arch.c", "#if !defined(FAST) && __STDC_VERSION__ < 202311L\n#error slow\n#endif\n");
        case.write(
            "out/CMakeFiles/3.25.1/CMakeCCompiler.cmake",
            "set(CMAKE_C_COMPILER_ID \"GNU\")\nset(CMAKE_C_COMPILER_VERSION \"12.2.0\")\nset(CMAKE_C_SIZEOF_DATA_PTR \"8\")\n",
        );
        case.write(
            "out/CMakeFiles/3.25.1/CMakeSystem.cmake",
            "set(CMAKE_SYSTEM_NAME \"Linux\")\nset(CMAKE_SYSTEM_PROCESSOR \"x86_64\")\n",
        );
        case.target("l")["definitions"].clone()
    };
    assert_eq!(defined(&trial(""), ""), json!([]));
    assert_eq!(defined(&trial(""), "BUILT:INTERNAL=TRUE\n"), json!(["BUILT"]));
    for words in ["CMAKE_FLAGS -DCOMPILE_DEFINITIONS=-DFAST", "C_STANDARD 23"] {
        assert_ne!(defined(&trial(words), ""), json!([]), "{words}");
    }
    assert_ne!(defined(&trial(""), "CMAKE_C_FLAGS:STRING=-DFAST\n"), json!([]));
    assert_ne!(defined(&format!("set(CMAKE_C_STANDARD 23)\n{}", trial("")), ""), json!([]));
}

#[test]
fn one_answer_of_the_cache_does_not_serve_two_trial_builds() {
    let text = "foreach(name a c)\n try_compile(WORKS ${PROJECT_BINARY_DIR} SOURCES ${PROJECT_SOURCE_DIR}/${name}.c)\n\
                set(WITH_${name} ${WORKS})\nendforeach()\nadd_library(l STATIC a.c)\nif(WITH_c)\n\
                target_compile_definitions(l PRIVATE C)\nendif()\n";
    assert_eq!(told(text, "WORKS:INTERNAL=TRUE\n").target("l")["definitions"], Value::Null);
    let same = text.replace("${name}.c)", "a.c)");
    assert_eq!(told(&same, "WORKS:INTERNAL=TRUE\n").target("l")["definitions"], json!(["C"]));
}

#[test]
fn git_says_nothing_where_there_is_no_repository() {
    let case = Case::new(&format!(
        "{HEAD}find_package(Git)\nexecute_process(COMMAND ${{GIT_EXECUTABLE}} describe --tags WORKING_DIRECTORY \
         ${{PROJECT_SOURCE_DIR}} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_QUIET)\n\
         add_library(l STATIC a.c)\nif(status)\n set(out none)\nendif()\ntarget_compile_definitions(l PRIVATE V=${{out}})\n"
    ));
    assert_eq!(case.target("l")["definitions"], json!(["V=none"]));
    case.write("src/.git/HEAD", "ref: refs/heads/main\n");
    assert_eq!(case.target("l")["definitions"], Value::Null);
}

#[test]
fn modules_say_true_and_leave_other_names_unset() {
    let case = told(
        "find_package(ZLIB)\nadd_library(l STATIC a.c)\n\
         target_compile_definitions(l PRIVATE F=${ZLIB_FOUND} D=${ZLIB_LIBRARY_DIRS})\n",
        "ZLIB_LIBRARY_RELEASE:FILEPATH=/opt/libz.so\nZLIB_INCLUDE_DIR:PATH=/opt\n",
    );
    assert_eq!(case.target("l")["definitions"], json!(["D=", "F=TRUE"]));
}

#[test]
fn what_the_c_library_holds_is_not_linked() {
    let text = "find_package(Iconv)\nadd_executable(app a.c)\ntarget_link_libraries(app Iconv::Iconv)\n";
    let inside = told(text, "FIND_PACKAGE_MESSAGE_DETAILS_Iconv:INTERNAL=[]\nIconv_IS_BUILT_IN:INTERNAL=1\n");
    assert_eq!(inside.target("app")["link"]["libraries"], json!([]));
    let apart = told(
        text,
        "FIND_PACKAGE_MESSAGE_DETAILS_Iconv:INTERNAL=[]\nIconv_IS_BUILT_IN:INTERNAL=\nIconv_LIBRARY:FILEPATH=/o/libiconv.a\n",
    );
    assert_eq!(apart.target("app")["link"]["libraries"], json!(["/o/libiconv.a"]));
}

#[test]
fn sets_of_headers_bring_their_folders() {
    let case = Case::new(&format!(
        "{HEAD}add_library(l STATIC a.c)\ntarget_sources(l PRIVATE c.c PUBLIC FILE_SET HEADERS BASE_DIRS include FILES \
         include/x.h)\ntarget_sources(l PRIVATE FILE_SET own TYPE HEADERS FILES y.h)\n"
    ));
    let library = case.target("l");
    assert_eq!(
        library["properties"]["INCLUDE_DIRECTORIES"],
        json!(["$<BUILD_INTERFACE:@SRC@/include>", "$<BUILD_INTERFACE:@SRC@>"])
    );
    assert_eq!(library["properties"]["INTERFACE_INCLUDE_DIRECTORIES"], json!(["$<BUILD_INTERFACE:@SRC@/include>"]));
    assert_eq!(library["includes"], json!(["include", "."]));
}

#[test]
fn options_of_the_link_step_know_the_language_that_links() {
    let case = Case::new(&format!(
        "{HEAD}add_executable(app a.c)\n\
         target_link_options(app PRIVATE $<$<COMPILE_LANGUAGE:C>:-Wl,-s> $<$<COMPILE_LANGUAGE:CXX>:-Wl,-x>)\n"
    ));
    assert_eq!(case.target("app")["link"]["flags"], json!(["-Wl,-s"]));
}

#[test]
fn scripts_of_the_linker_are_searched_by_name() {
    let mut case =
        Case::new(&format!("{HEAD}add_executable(app a.c)\ntarget_link_libraries(app /x/libm.so ${{SCRIPT}})\n"));
    case.write("lib/libs.so", "INPUT(libs.so.1)\n");
    let folder = case.folder.path().canonicalize().unwrap().join("lib");
    case = case.define("SCRIPT", &folder.join("libs.so").to_string_lossy());
    case.request.allow_read.push(folder);
    assert_eq!(case.target("app")["link"]["libraries"], json!(["/x/libm.so", "-ls"]));
}

#[test]
fn several_flags_in_one_word_are_no_definition() {
    let case = Case::new(&format!("{HEAD}add_definitions(\"-DA -DB=1\" -DC=2 -D1)\nadd_library(l a.c)\n"));
    assert_eq!(case.target("l")["definitions"], json!(["C=2"]));
    assert_eq!(case.target("l")["compile_flags"], json!(["-DA", "-DB=1", "-D1"]));
}

#[test]
fn the_language_that_links_is_a_property_of_every_target() {
    let case = Case::new(&format!(
        "{HEAD}add_library(l b.cpp)\nset_property(TARGET l PROPERTY COMPILE_OPTIONS \
         \"$<$<STREQUAL:$<TARGET_PROPERTY:LINKER_LANGUAGE>,CXX>:-Wold-style-cast>\")\n"
    ));
    assert_eq!(case.target("l")["compile_flags"], json!(["-Wold-style-cast"]));
}

#[test]
fn an_older_cmake_refuses_the_project() {
    let text = "cmake_minimum_required(VERSION 3.28)\nproject(p C)\nadd_library(l a.c)\n";
    assert_eq!(Case::new(text).model()["targets"], json!([]));
}
