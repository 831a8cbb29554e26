//! Single fields of `linklint model`, on projects small enough to be read here. The expected values are what CMake 3.25
//! with the Ninja generator and GCC 12 gives.

#![allow(clippy::unwrap_used, reason = "what a test does not get stops it")]

use std::path::Path;

use proptest::prelude::*;

use super::support::Case;
use linklint::analysis::{self, Failure};
use serde_json::{Value, json};

#[test]
fn link_lines_follow_their_needs() {
    let case = Case::new(
        "cmake_minimum_required(VERSION 3.20)\nproject(p C CXX)\n\
         add_library(low STATIC a.c)\ntarget_link_libraries(low PRIVATE m)\n\
         add_library(mid STATIC b.cpp)\ntarget_link_libraries(mid PUBLIC low)\n\
         add_library(sh SHARED c.c)\nset_target_properties(sh PROPERTIES VERSION 1.2 SOVERSION 1)\n\
         add_executable(app c.c)\ntarget_link_libraries(app low mid sh pthread)\n",
    );
    let link = &case.target("app")["link"];
    assert_eq!(link["libraries"], json!(["liblow.a", "libmid.a", "libsh.so.1.2", "-lpthread", "liblow.a", "-lm"]));
    assert_eq!(link["language"], "CXX");
    assert_eq!(link["rpath"], json!(["-Wl,-rpath,@BUILD@"]));
    assert_eq!(case.target("app")["dependencies"], json!(["low", "mid", "sh"]));
}

#[test]
fn expressions_are_decided_by_language_and_configuration() {
    let case = Case::new(
        "cmake_minimum_required(VERSION 3.20)\nproject(p C CXX)\n\
         add_library(base INTERFACE)\n\
         target_compile_definitions(base INTERFACE $<$<COMPILE_LANGUAGE:CXX>:CPP> $<$<CONFIG:Debug>:DBG>)\n\
         target_compile_options(base INTERFACE \"SHELL:-include x.h\" $<$<CXX_COMPILER_ID:GNU>:-fno-rtti>)\n\
         add_library(one STATIC a.c)\ntarget_link_libraries(one PRIVATE base)\n\
         add_library(two MODULE b.cpp)\ntarget_link_libraries(two PRIVATE base)\n\
         set_target_properties(two PROPERTIES PREFIX \"\" CXX_STANDARD 11 CXX_VISIBILITY_PRESET hidden)\n",
    )
    .define("CMAKE_BUILD_TYPE", "Debug");
    assert_eq!(case.target("one")["definitions"], json!(["DBG"]));
    assert_eq!(case.target("two")["definitions"], json!(["CPP", "DBG", "two_EXPORTS"]));
    assert_eq!(case.target("two")["name_on_disk"], "two.so");
    let flags = json!(["-g", "-fPIC", "-fvisibility=hidden", "-std=gnu++11", "-include", "x.h", "-fno-rtti"]);
    assert_eq!(case.target("two")["compile_flags"], flags);
}

#[test]
fn what_is_not_known_is_declined() {
    let case = Case::new(
        "cmake_minimum_required(VERSION 3.20)\nproject(p C)\nfind_library(FOO foo)\n\
         add_executable(app a.c)\ntarget_link_libraries(app ${FOO})\n",
    );
    let app = case.target("app");
    assert_eq!(app["link"]["libraries"], Value::Null);
    assert!(app["unknown"].as_array().unwrap().contains(&json!("link.libraries")), "{app:#}");
}

#[test]
fn a_configured_tree_answers_searches() {
    let mut case = Case::new(
        "cmake_minimum_required(VERSION 3.20)\nproject(p C)\nfind_library(FOO foo)\nfind_package(Nothing)\n\
         add_executable(app a.c)\ntarget_link_libraries(app ${FOO})\n\
         if(Nothing_FOUND)\n add_executable(extra a.c)\nendif()\n\
         if(CMAKE_C_COMPILER_ID STREQUAL Clang)\n target_compile_definitions(app PRIVATE CL)\nendif()\n",
    );
    case.write("out/CMakeCache.txt", "CMAKE_CACHEFILE_DIR:INTERNAL=/x\nFOO:FILEPATH=/opt/lib/libfoo.so\n");
    case.write("out/CMakeFiles/3.25.1/CMakeCCompiler.cmake", "set(CMAKE_C_COMPILER_ID \"Clang\")\n");
    case.write("out/CMakeFiles/3.25.1/CMakeSystem.cmake", "set(CMAKE_SYSTEM_NAME \"Linux\")\n");
    case.request.configured.build_dir = Some(case.folder.path().join("out"));
    let app = case.target("app");
    assert_eq!(app["link"]["libraries"], json!(["/opt/lib/libfoo.so"]));
    assert_eq!(app["link"]["rpath"], json!(["-Wl,-rpath,/opt/lib"]));
    assert_eq!(app["definitions"], json!(["CL"]));
    assert_eq!(case.model()["targets"].as_array().unwrap().len(), 1);
}

#[test]
fn a_build_folder_without_a_cache_is_wrong_usage() {
    let mut case = Case::new("project(p)\n");
    case.write("out/x", "");
    case.request.configured.build_dir = Some(case.folder.path().join("out"));
    assert!(matches!(analysis::model(&case.request), Err(Failure::Usage(_))));
    case.request.configured.build_dir = None;
    case.request.path = Path::new(&case.request.path).join("none");
    assert!(matches!(analysis::model(&case.request), Err(Failure::Usage(_))));
}

#[test]
fn installs_and_cache_are_written() {
    let case = Case::new(
        "cmake_minimum_required(VERSION 3.20)\nproject(p C)\ninclude(GNUInstallDirs)\n\
         option(FAST \"Be quick\" ON)\nadd_library(l STATIC a.c)\n\
         install(TARGETS l EXPORT e ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/x RUNTIME DESTINATION bin)\n\
         install(FILES a.c DESTINATION share)\n",
    )
    .define("OTHER", "1");
    let model = case.model();
    assert_eq!(model["cache"]["FAST"], json!({"type": "BOOL", "value": "ON", "help": "Be quick"}));
    assert_eq!(model["cache"]["OTHER"]["type"], "UNINITIALIZED");
    assert_eq!(case.target("l")["install"], json!(["lib/x"]));
    let installs = model["installs"].as_array().unwrap();
    assert_eq!(installs.len(), 2, "{installs:#?}");
    assert_eq!(installs[1]["paths"], json!(["a.c"]));
}

#[test]
fn folders_are_listed_and_included_as_cmake_does() {
    let case = Case::new(
        "cmake_minimum_required(VERSION 3.20)\nproject(p C CXX)\nset(V c.c)\naux_source_directory(d V)\n\
         include_directories(one/ SYSTEM two)\ninclude_directories(BEFORE three SYSTEM ./four)\n\
         include_directories(five BEFORE)\nadd_library(l STATIC ${V})\n\
         target_include_directories(l SYSTEM PUBLIC s)\ntarget_include_directories(l PRIVATE n/../n)\n",
    );
    for name in ["b.cpp", "a.c", "x.txt", "y.h", "z.M"] {
        case.write(&format!("src/d/{name}"), "");
    }
    let l = case.target("l");
    let paths: Vec<&str> = l["sources"].as_array().unwrap().iter().filter_map(|s| s["path"].as_str()).collect();
    assert_eq!(paths, ["c.c", "d/a.c", "d/b.cpp", "d/z.M"]);
    let stored = ["./four", "three", "one", "two", "five", "BEFORE", "s", "n/../n"].map(|n| format!("@SRC@/{n}"));
    assert_eq!(l["properties"]["INCLUDE_DIRECTORIES"], json!(stored));
    assert_eq!(l["includes"], json!(["three", "one", "five", "BEFORE", "n", "four", "two", "s"]));
}

#[test]
fn precompiled_headers_and_unity_files_are_sources() {
    let case = Case::new(
        "cmake_minimum_required(VERSION 3.20)\nproject(p C CXX)\n\
         add_library(one STATIC a.c b.cpp)\ntarget_precompile_headers(one PRIVATE a.h <stdio.h>)\n\
         add_library(two STATIC c.c)\ntarget_precompile_headers(two REUSE_FROM one)\n\
         add_library(u STATIC a.c c.c b.cpp)\nset_property(TARGET u PROPERTY UNITY_BUILD ON)\n",
    );
    let paths = |name: &str| {
        let target = case.target(name);
        let each =
            target["sources"].as_array().unwrap().iter().map(|s| {
                format!("{} {}", s["path"].as_str().unwrap_or_default(), s["language"].as_str().unwrap_or("-"))
            });
        let mut paths: Vec<String> = each.collect();
        paths.sort();
        paths
    };
    let dir = "@BUILD@/CMakeFiles";
    let one = [
        format!("{dir}/one.dir/cmake_pch.h -"),
        format!("{dir}/one.dir/cmake_pch.h.c C"),
        format!("{dir}/one.dir/cmake_pch.hxx -"),
        format!("{dir}/one.dir/cmake_pch.hxx.cxx CXX"),
        "a.c C".to_owned(),
        "b.cpp CXX".to_owned(),
    ];
    assert_eq!(paths("one"), one);
    assert_eq!(paths("two"), [format!("{dir}/one.dir/cmake_pch.h -"), "c.c C".to_owned()]);
    let u = [format!("{dir}/u.dir/Unity/unity_0_c.c C"), format!("{dir}/u.dir/Unity/unity_0_cxx.cxx CXX")];
    let parts = ["a.c -", "b.cpp -", "c.c -"].map(str::to_owned);
    assert_eq!(paths("u"), [u.as_slice(), parts.as_slice()].concat());
    let flags = json!(["-Winvalid-pch", "-include", "@BUILD@/CMakeFiles/one.dir/cmake_pch.h"]);
    assert_eq!(case.target("two")["compile_flags"], flags);
}

#[test]
fn shared_libraries_behind_shared_ones_are_found_by_the_linker() {
    let mut case = Case::new(
        "cmake_minimum_required(VERSION 2.8.12)\nproject(p C)\nadd_library(st STATIC a.c)\nadd_library(sh3 SHARED a.c)\n\
         add_library(sh2 SHARED a.c)\ntarget_link_libraries(sh2 PRIVATE sh3)\n\
         set_target_properties(sh3 PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/deep)\n\
         add_library(sh SHARED a.c)\ntarget_link_libraries(sh PRIVATE sh2)\n\
         add_executable(e1 a.c)\ntarget_link_libraries(e1 libfoo.a bar /usr/lib/x86_64-linux-gnu/libz.so \
         /usr/lib/x86_64-linux-gnu/librt.a st libq.so -Wl,--as-needed zed)\n\
         add_executable(e2 a.c)\ntarget_link_libraries(e2 sh)\n\
         add_executable(e3 a.c)\ntarget_link_libraries(e3 sh3 sh)\n\
         add_executable(e4 a.c)\ntarget_link_libraries(e4 sh m)\n\
         set_target_properties(e4 PROPERTIES BUILD_WITH_INSTALL_RPATH 1 INSTALL_RPATH \"$ORIGIN/../lib:/x\")\n",
    );
    case = case.define("CMAKE_C_IMPLICIT_LINK_DIRECTORIES", "/usr/lib/x86_64-linux-gnu;/usr/lib;/lib");
    let link = |name: &str| case.target(name)["link"].clone();
    let e1 =
        "-Wl,-Bstatic -lfoo -Wl,-Bdynamic -lbar -lz -Wl,-Bstatic -lrt libst.a -Wl,-Bdynamic -lq -Wl,--as-needed -lzed";
    assert_eq!(link("e1")["libraries"], json!(e1.split(' ').collect::<Vec<_>>()));
    let both = json!(["-Wl,-rpath,@BUILD@:@BUILD@/deep", "-Wl,-rpath-link,@BUILD@:@BUILD@/deep"]);
    assert_eq!(link("e2")["rpath"], both);
    assert_eq!(link("e3")["libraries"], json!(["libsh.so", "deep/libsh3.so"]));
    assert_eq!(link("e3")["rpath"], json!(["-Wl,-rpath,@BUILD@:@BUILD@/deep", "-Wl,-rpath-link,@BUILD@"]));
    let escaped = json!(["-Wl,-rpath,\\$$ORIGIN/../lib:/x", "-Wl,-rpath-link,@BUILD@:@BUILD@/deep"]);
    assert_eq!(link("e4")["rpath"], escaped);
}

#[test]
fn the_usual_system_answers_checks() {
    let case = Case::new(
        "cmake_minimum_required(VERSION 3.20)\nproject(p C)\ninclude(CheckIncludeFile)\ninclude(CheckFunctionExists)\n\
         include(CheckSymbolExists)\ninclude(CheckLibraryExists)\ninclude(CheckCCompilerFlag)\ninclude(TestBigEndian)\n\
         check_include_file(sys/epoll.h EPOLL)\ncheck_include_file(sys/event.h KQUEUE)\ncheck_function_exists(strlcpy COPY)\n\
         check_symbol_exists(pipe2 unistd.h PIPE2)\ncheck_library_exists(m cos \"\" COS)\n\
         check_c_compiler_flag(/W4 W4)\ncheck_c_compiler_flag(-Wextra EXTRA)\ntest_big_endian(BIG)\n\
         check_include_file(zlib.h ZLIB)\nadd_library(l STATIC a.c)\nadd_library(z STATIC a.c)\n\
         foreach(v EPOLL KQUEUE COPY PIPE2 COS W4 EXTRA BIG)\n if(${v})\n  target_compile_definitions(l PUBLIC ${v})\n endif()\n\
         endforeach()\nif(ZLIB)\n target_compile_definitions(z PUBLIC ZLIB)\nendif()\n",
    );
    assert_eq!(case.target("l")["properties"]["COMPILE_DEFINITIONS"], json!(["EPOLL", "COS", "EXTRA"]));
    assert_eq!(case.target("z")["properties"]["COMPILE_DEFINITIONS"], Value::Null);
}

#[test]
fn features_raise_the_standard() {
    let case = Case::new(
        "cmake_minimum_required(VERSION 3.20)\nproject(p C CXX)\n\
         foreach(t n o i h l g)\n add_library(${t} STATIC b.cpp)\nendforeach()\n\
         target_compile_features(n PRIVATE cxx_std_20)\ntarget_compile_features(o PRIVATE cxx_std_11)\n\
         target_compile_features(i INTERFACE cxx_std_23)\nset_property(TARGET h PROPERTY CXX_STANDARD 20)\n\
         target_compile_features(h PUBLIC cxx_std_23)\nset_property(TARGET l PROPERTY CXX_STANDARD 11)\n\
         target_compile_features(l PUBLIC cxx_std_14 c_std_11)\ntarget_compile_features(g PUBLIC $<1:cxx_std_23>)\n",
    );
    for (name, standard) in [("n", "20"), ("o", ""), ("i", ""), ("h", "23"), ("l", "14"), ("g", "")] {
        let target = case.target(name);
        assert_eq!(target["properties"]["CXX_STANDARD"].as_str().unwrap_or_default(), standard, "{name}");
    }
    assert_eq!(case.target("l")["compile_flags"], json!(["-std=gnu++14"]));
}

#[test]
fn a_cache_and_a_preset_are_inputs() {
    let mut case = Case::new(
        "cmake_minimum_required(VERSION 3.20)\nproject(p C)\noption(WITH_X \"\" OFF)\nset(NAME none CACHE STRING \"\")\n\
         add_library(l STATIC a.c)\nif(WITH_X)\n target_compile_definitions(l PRIVATE X_${NAME})\nendif()\n",
    );
    case.write("out/CMakeCache.txt", "WITH_X:BOOL=ON\nNAME:STRING=cached\n");
    case.write(
        "src/CMakePresets.json",
        r#"{"version": 3, "configurePresets": [{"name": "p", "cacheVariables": {"WITH_X": true, "NAME": "${presetName}"}}]}"#,
    );
    case.request.configured.cache = Some(case.folder.path().join("out/CMakeCache.txt"));
    assert_eq!(case.target("l")["definitions"], json!(["X_cached"]));
    case.request.configured.cache = None;
    case.request.configured.preset = Some("p".to_owned());
    assert_eq!(case.target("l")["definitions"], json!(["X_p"]));
    case.request.configured.preset = Some("q".to_owned());
    assert!(matches!(analysis::model(&case.request), Err(Failure::Usage(_))));
}

/// Words that a hostile description may be made of.
const WORDS: &[&str] = &[
    "$<",
    ">",
    ":",
    ";",
    ",",
    "IF",
    "BOOL",
    "TARGET_PROPERTY",
    "x",
    "y",
    "INTERFACE",
    "$<TARGET_OBJECTS:x>",
    "LINK_ONLY",
    "$<TARGET_FILE:x>",
    "-l",
    "::",
    "\\;",
    "PUBLIC",
    "SHELL:'",
    "LINKER:",
    "LINK_LIBRARIES",
    "CONFIG",
    "OUTPUT_NAME",
    "$<TARGET_PROPERTY:x,SOURCES>",
    "$<TARGET_PROPERTY:y,OUTPUT_NAME>",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]
    #[test]
    fn any_expression_is_survived(words in prop::collection::vec(prop::sample::select(WORDS), 1..12)) {
        let text = words.concat();
        let case = Case::new(&format!(
            "cmake_minimum_required(VERSION 3.20)\nproject(p C)\nadd_library(x STATIC a.c)\nadd_executable(y c.c)\n\
             foreach(p SOURCES LINK_LIBRARIES INTERFACE_LINK_LIBRARIES COMPILE_OPTIONS INTERFACE_COMPILE_OPTIONS OUTPUT_NAME LINK_FLAGS)\n\
             set_property(TARGET x y APPEND PROPERTY ${{p}} [==[{text}]==])\nendforeach()\n\
             target_link_libraries(x PUBLIC y x)\ntarget_link_libraries(y PUBLIC x)\ninstall(TARGETS x [==[{text}]==])\n"
        ));
        prop_assert_eq!(case.model()["schema"].clone(), json!(1));
    }
}

#[test]
fn what_is_installed_by_default_and_passed_on_by_the_directory() {
    let case = Case::new(
        "cmake_minimum_required(VERSION 3.20)\nproject(p C)\nlink_libraries(m)\n\
         add_library(st STATIC a.c)\nadd_library(sh SHARED a.c)\n\
         install(TARGETS st sh LIBRARY DESTINATION plugins)\n\
         set(CMAKE_SHARED_MODULE_PREFIX)\nadd_library(mo MODULE a.c)\n\
         link_directories(/opt/x)\nadd_library(alone MODULE a.c)\nset_target_properties(alone PROPERTIES LINK_LIBRARIES \"\")\n",
    );
    let st = case.target("st");
    assert_eq!(st["install"], json!(["lib"]));
    assert_eq!(case.target("sh")["install"], json!(["plugins"]));
    assert_eq!(st["properties"]["INTERFACE_LINK_LIBRARIES"], json!(["m"]));
    assert_eq!(case.target("mo")["name_on_disk"], "mo.so");
    // Without libraries there is nothing to be found at run time.
    assert_eq!(case.target("alone")["link"]["rpath"], json!([]));
}

#[test]
fn programs_of_custom_commands_come_first() {
    let case = Case::new(
        "cmake_minimum_required(VERSION 3.20)\nproject(p C)\nadd_executable(gen a.c)\n\
         add_custom_command(OUTPUT made.h COMMAND gen made.h DEPENDS a.c)\nadd_library(lib STATIC c.c made.h)\n",
    );
    assert_eq!(case.target("lib")["dependencies"], json!(["gen"]));
}

#[test]
fn an_installed_package_is_read_where_that_is_allowed() {
    let mut case = Case::new(
        "cmake_minimum_required(VERSION 3.20)\nproject(p C)\nfind_package(Foo 1.2 REQUIRED COMPONENTS one)\n\
         add_executable(app a.c)\ntarget_link_libraries(app PRIVATE Foo::foo)\n\
         target_compile_definitions(app PRIVATE V=${Foo_VERSION_MAJOR} C=${Foo_TOLD})\n",
    );
    case.write(
        "pkg/FooConfig.cmake",
        "set(Foo_TOLD ${Foo_FIND_COMPONENTS}-${Foo_FIND_VERSION_MINOR})\nadd_library(Foo::foo SHARED IMPORTED)\n\
         set_target_properties(Foo::foo PROPERTIES IMPORTED_CONFIGURATIONS RELEASE \
         IMPORTED_LOCATION_RELEASE /opt/foo/libfoo.so INTERFACE_INCLUDE_DIRECTORIES /opt/foo)\n",
    );
    case.write("pkg/FooConfigVersion.cmake", "set(PACKAGE_VERSION 1.4.0)\nset(PACKAGE_VERSION_COMPATIBLE TRUE)\n");
    let folder = case.folder.path().canonicalize().unwrap().join("pkg");
    case = case.define("Foo_DIR", &folder.to_string_lossy());
    assert_eq!(case.target("app")["link"]["libraries"], Value::Null, "nothing outside of the root is read");
    case.request.allow_read.push(folder);
    let app = case.target("app");
    assert_eq!(app["link"]["libraries"], json!(["/opt/foo/libfoo.so"]));
    assert_eq!(app["includes"], json!(["/opt/foo"]));
    assert_eq!(app["definitions"], json!(["C=one-2", "V=1"]));
}

#[test]
fn programs_that_only_describe_the_machine_are_answered() {
    let case = Case::new(
        "cmake_minimum_required(VERSION 3.20)\nproject(p C)\n\
         execute_process(COMMAND ${CMAKE_C_COMPILER} -dM -E - INPUT_FILE /dev/null OUTPUT_VARIABLE M)\n\
         string(FIND \"${M}\" __x86_64__ at)\nif(at GREATER_EQUAL 0)\nadd_compile_definitions(X64)\nendif()\n\
         execute_process(COMMAND uname -m OUTPUT_VARIABLE u OUTPUT_STRIP_TRAILING_WHITESPACE)\n\
         set(L x y)\nif(\";${L};\" MATCHES \";y;\")\nadd_compile_definitions(U=${u})\nendif()\n\
         add_library(a STATIC a.c)\n",
    );
    let case = case.define("CMAKE_HOST_SYSTEM_PROCESSOR", "x86_64").define("CMAKE_SYSTEM_PROCESSOR", "x86_64");
    let case = case.define("CMAKE_SYSTEM_NAME", "Linux");
    assert_eq!(case.target("a")["definitions"], json!(["U=x86_64", "X64"]));
}

#[test]
fn one_of_two_library_configurations_is_selected() {
    let case = Case::new(
        "cmake_minimum_required(VERSION 3.20)\nproject(p C)\nset(F_LIBRARY_RELEASE /l/libf.so)\n\
         include(SelectLibraryConfigurations)\nselect_library_configurations(F)\nset(G_LIBRARY_RELEASE /l/libg.so)\n\
         set(G_LIBRARY_DEBUG /l/libgd.so)\nselect_library_configurations(G)\nselect_library_configurations(H)\n\
         add_library(a SHARED a.c)\ntarget_link_libraries(a ${F_LIBRARIES} ${G_LIBRARIES})\n\
         target_compile_definitions(a PRIVATE H=${H_LIBRARY})\n",
    );
    let a = case.target("a");
    assert_eq!(a["link"]["libraries"], json!(["/l/libf.so", "/l/libg.so"]));
    assert_eq!(a["definitions"], json!(["H=H_LIBRARY-NOTFOUND", "a_EXPORTS"]));
}

#[test]
fn whole_archives_and_expressions_over_several_elements() {
    let case = Case::new(
        "cmake_minimum_required(VERSION 3.24)\nproject(p C)\nadd_library(low STATIC a.c)\nadd_library(b STATIC c.c)\n\
         target_link_libraries(b PUBLIC m)\nadd_executable(x a.c)\n\
         target_link_libraries(x PRIVATE \"$<LINK_LIBRARY:WHOLE_ARCHIVE,low,b>\")\n\
         set(L pthread b)\nadd_executable(y a.c)\ntarget_link_libraries(y PRIVATE \"$<BUILD_INTERFACE:${L}>\" dl)\n",
    );
    let whole = ["-Wl,--push-state,--whole-archive", "liblow.a", "libb.a", "-Wl,--pop-state", "-lm"];
    assert_eq!(case.target("x")["link"]["libraries"], json!(whole));
    assert_eq!(case.target("x")["dependencies"], json!(["b", "low"]));
    assert_eq!(case.target("y")["link"]["libraries"], json!(["-lpthread", "libb.a", "-ldl", "-lm"]));
}

#[test]
fn features_and_groups_are_written_as_variables_say() {
    let case = Case::new(
        "cmake_minimum_required(VERSION 3.24)\nproject(p C)\n\
         add_library(a STATIC a.c)\nadd_library(b STATIC a.c)\nadd_library(c STATIC a.c)\n\
         target_link_libraries(c PRIVATE a)\n\
         foreach(n 1 2 3 4 5)\nadd_executable(e${n} c.c)\nendforeach()\n\
         set(CMAKE_C_LINK_LIBRARY_USING_mine_SUPPORTED TRUE)\n\
         set(CMAKE_C_LINK_LIBRARY_USING_mine \"LINKER:--mine\" \"LINKER:-x,<LIB_ITEM> <LINK_ITEM>\" \"LINKER:--end\")\n\
         set(CMAKE_C_LINK_GROUP_USING_cross_SUPPORTED TRUE)\n\
         set(CMAKE_C_LINK_GROUP_USING_cross \"LINKER:--g1\" \"LINKER:--g2\")\n\
         set(CMAKE_LINK_LIBRARY_USING_one_SUPPORTED TRUE)\n\
         set(CMAKE_LINK_LIBRARY_USING_one \"PATH{-p <LIBRARY>}NAME{-n<LIBRARY>}\")\n\
         target_link_libraries(e1 PRIVATE \"$<LINK_GROUP:cross,a,b>\" \"$<LINK_GROUP:RESCAN,z,m>\")\n\
         target_link_libraries(e2 PRIVATE c \"$<LINK_LIBRARY:mine,b,m>\")\n\
         target_link_libraries(e3 PRIVATE \"$<LINK_LIBRARY:one,a,z>\" m)\n\
         target_link_libraries(e4 PRIVATE \"$<LINK_GROUP:RESCAN,c,b>\" m)\n\
         target_link_libraries(e5 PRIVATE \"$<LINK_GROUP:RESCAN,c,b>\" \"$<LINK_GROUP:other,a>\")\n",
    );
    let line = |name: &str| case.target(name)["link"]["libraries"].clone();
    let cross = ["-Wl,--g1", "liba.a", "libb.a", "-Wl,--g2", "-Wl,--start-group", "-lz", "-lm", "-Wl,--end-group"];
    assert_eq!(line("e1"), json!(cross));
    let mine = ["libc.a", "-Wl,--mine", "-Wl,-x,libb.a", "libb.a", "-Wl,-x,m", "-lm", "-Wl,--end", "liba.a"];
    assert_eq!(line("e2"), json!(mine));
    assert_eq!(line("e3"), json!(["-p", "liba.a", "-nz", "-lm"]));
    assert_eq!(line("e4"), json!(["-Wl,--start-group", "libc.a", "libb.a", "-Wl,--end-group", "-lm", "liba.a"]));
    assert_eq!(line("e5"), json!(null), "nobody says how `other` is written");
}

#[test]
fn executables_are_linked_position_independent_where_that_was_asked_about() {
    let text = |asks: &str| {
        format!(
            "cmake_minimum_required(VERSION 3.16)\nproject(p C)\n{asks}\n\
             add_executable(e a.c)\nset_target_properties(e PROPERTIES POSITION_INDEPENDENT_CODE ON LINK_FLAGS -Wl,-a)\n\
             add_executable(f a.c)\nset_target_properties(f PROPERTIES POSITION_INDEPENDENT_CODE OFF)\n\
             add_executable(g a.c)\n"
        )
    };
    let flags = |case: &Case, name: &str| case.target(name)["link"]["flags"].clone();
    let case = Case::new(&text("include(CheckPIESupported)\ncheck_pie_supported(LANGUAGES C)"));
    assert_eq!(flags(&case, "e"), json!(["-Wl,-a", "-fPIE", "-pie"]));
    assert_eq!(flags(&case, "f"), json!(["-no-pie"]));
    assert_eq!(flags(&case, "g"), json!([]));
    assert_eq!(flags(&Case::new(&text("")), "e"), json!(["-Wl,-a"]));
}

#[test]
fn sets_of_runtime_dependencies_are_installed() {
    let case = Case::new(
        "cmake_minimum_required(VERSION 3.21)\nproject(p C)\nadd_executable(e a.c)\n\
         install(TARGETS e RUNTIME_DEPENDENCY_SET deps)\n\
         install(RUNTIME_DEPENDENCY_SET deps LIBRARY DESTINATION lib/x RUNTIME DESTINATION bin)\n",
    );
    let model = case.model();
    let installs: Vec<[&Value; 2]> =
        model["installs"].as_array().unwrap().iter().map(|i| [&i["type"], &i["destination"]]).collect();
    assert_eq!(json!(installs), json!([["target", "bin"], ["runtimeDependencySet", "lib/x"]]));
}

#[test]
fn private_dependencies_of_archives_give_link_options_since_cmp0099() {
    let flags = |version: &str| {
        let case = Case::new(&format!(
            "cmake_minimum_required(VERSION {version})\nproject(p C)\nadd_library(i INTERFACE)\n\
             target_link_options(i INTERFACE -Wl,-i)\nadd_library(s STATIC a.c)\ntarget_link_libraries(s PRIVATE i)\n\
             add_executable(e a.c)\ntarget_link_libraries(e s)\n"
        ));
        case.target("e")["link"]["flags"].clone()
    };
    assert_eq!(flags("3.16"), json!([]));
    assert_eq!(flags("3.17"), json!(["-Wl,-i"]));
}
