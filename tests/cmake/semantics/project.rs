//! Directories, properties, targets and files.
use super::check;

#[test]
fn commands_of_rocm_cmake() {
    check(
        &[(
            "CMakeLists.txt",
            r#"cmake_minimum_required(VERSION 3.25)
project(p CXX)
add_library(lib SHARED lib.cpp)
rocm_add_test_executable(early early.cpp)
rocm_test_link_libraries(lib)
rocm_add_test_executable(late late.cpp)
rocm_set_soversion(lib 2.10)
rocm_install_targets(TARGETS lib INCLUDE include)
get_target_property(A early LINK_LIBRARIES)
get_target_property(B late LINK_LIBRARIES)
get_target_property(C rocm_test_dependencies INTERFACE_LINK_LIBRARIES)
get_target_property(D lib SOVERSION)
get_target_property(E lib INSTALL_RPATH)
message("${A} ${B} ${C} ${D} ${E}")
"#,
        )],
        "rocm_test_dependencies rocm_test_dependencies lib 2 $ORIGIN/../lib;$ORIGIN/../lib/p/lib\n",
    );
}

#[test]
fn versions_and_modules_of_rocm_cmake() {
    check(
        &[(
            "CMakeLists.txt",
            r#"cmake_minimum_required(VERSION 3.25)
project(p CXX)
include(ROCMSetupVersion)
include(ROCMInstallTargets)
rocm_setup_version(VERSION 2.12 NO_GIT_TAG_VERSION)
message("${PROJECT_VERSION} ${p_VERSION_MAJOR} ${p_VERSION_MINOR} ${PROJECT_VERSION_PATCH} ${CMAKE_INSTALL_LIBDIR}")
"#,
        )],
        "2.12.0 2 12 0 lib\n",
    );
}

#[test]
fn names_of_swig_modules() {
    check(
        &[(
            "CMakeLists.txt",
            r#"cmake_minimum_required(VERSION 3.25)
project(p CXX)
swig_add_library(wind LANGUAGE java SOURCES wind.i)
swig_add_library(reed LANGUAGE ruby SOURCES reed.i)
get_target_property(A wind PREFIX)
get_target_property(B reed PREFIX)
message("[${A}] [${B}]")
"#,
        )],
        "[A-NOTFOUND] []\n",
    );
}

#[test]
fn folder_for_libraries_of_rapids_cmake() {
    check(
        &[(
            "CMakeLists.txt",
            r#"cmake_minimum_required(VERSION 3.25)
project(p CXX)
set(CMAKE_INSTALL_LIBDIR lib64)
rapids_cmake_install_lib_dir(A)
message("${A}")
"#,
        )],
        "lib64\n",
    );
}

#[test]
fn global_property() {
    check(
        &[(
            "CMakeLists.txt",
            r#"cmake_minimum_required(VERSION 3.25)
set_property(GLOBAL PROPERTY P a)
set_property(GLOBAL APPEND PROPERTY P b c)
set_property(GLOBAL APPEND_STRING PROPERTY P d)
get_property(v GLOBAL PROPERTY P)
message("${v}")
get_property(v GLOBAL PROPERTY NOPE)
message("[${v}]")
get_property(v GLOBAL PROPERTY P SET)
message("${v}")
get_property(v GLOBAL PROPERTY NOPE SET)
message("${v}")
set_property(GLOBAL PROPERTY P)
get_property(v GLOBAL PROPERTY P SET)
message("${v}")
"#,
        )],
        r"a;b;cd
[]
1
0
0
",
    );
}

#[test]
fn include_and_return() {
    check(
        &[
            (
                "CMakeLists.txt",
                r#"cmake_minimum_required(VERSION 3.25)
project(x NONE)
set(A 1)
include(a.cmake)
message("after ${A} ${FROM_A}")
include(${CMAKE_CURRENT_SOURCE_DIR}/a.cmake)
include(nothere OPTIONAL RESULT_VARIABLE r)
message("${r}")
include(guarded.cmake)
include(guarded.cmake)
"#,
            ),
            (
                "a.cmake",
                r#"message("in a ${A}")
set(FROM_A yes)
set(A 2)
if(A EQUAL 2)
  return()
endif()
message("never")
"#,
            ),
            (
                "guarded.cmake",
                r#"include_guard(GLOBAL)
message("once")
"#,
            ),
        ],
        r"in a 1
after 2 yes
in a 2
NOTFOUND
once
",
    );
}

#[test]
fn add_subdirectory_scope() {
    check(
        &[
            (
                "CMakeLists.txt",
                r#"cmake_minimum_required(VERSION 3.25)
project(x NONE)
set(A top)
set(B top)
add_subdirectory(sub)
message("${A} ${B} ${C}")
get_property(n DIRECTORY sub PROPERTY PARENT_DIRECTORY)
if(n STREQUAL CMAKE_SOURCE_DIR)
  message("parent ok")
endif()
get_directory_property(v DIRECTORY sub DEFINITION IN_SUB)
message("${v}")
"#,
            ),
            (
                "sub/CMakeLists.txt",
                r#"message("sub ${A}")
set(A sub)
set(B sub PARENT_SCOPE)
set(C sub PARENT_SCOPE)
set(IN_SUB here)
file(RELATIVE_PATH r ${CMAKE_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
message("${r}")
file(RELATIVE_PATH r ${CMAKE_BINARY_DIR} ${CMAKE_CURRENT_BINARY_DIR})
message("${r}")
return()
message("never")
"#,
            ),
        ],
        r"sub top
sub
sub
top sub sub
parent ok
here
",
    );
}

#[test]
fn subdirectory_in_function() {
    check(
        &[
            (
                "CMakeLists.txt",
                r#"cmake_minimum_required(VERSION 3.25)
project(x NONE)
function(f x)
  set(LOCAL ${x})
  add_subdirectory(sub)
  message("back ${LOCAL} ${UP}")
endfunction()
f(v)
message("[${LOCAL}] [${UP}]")
def_in_sub()
"#,
            ),
            (
                "sub/CMakeLists.txt",
                r#"message("sub sees ${LOCAL} ${x}")
set(UP 1 PARENT_SCOPE)
function(def_in_sub)
  message("functions are global")
endfunction()
"#,
            ),
        ],
        r"sub sees v v
back v 1
[] []
functions are global
",
    );
}

#[test]
fn list_files() {
    check(
        &[
            (
                "CMakeLists.txt",
                r#"cmake_minimum_required(VERSION 3.25)
project(x NONE)
include(d/f.cmake)
show()
macro(rel p)
  file(RELATIVE_PATH r ${CMAKE_SOURCE_DIR} "${p}")
  message("${r}")
endmacro()
rel("${CMAKE_CURRENT_LIST_FILE}")
rel("${F_DIR}")
"#,
            ),
            (
                "d/f.cmake",
                r#"set(F_DIR ${CMAKE_CURRENT_LIST_DIR})
function(show)
  foreach(v CMAKE_CURRENT_LIST_FILE CMAKE_CURRENT_FUNCTION_LIST_FILE CMAKE_CURRENT_FUNCTION_LIST_DIR)
    file(RELATIVE_PATH r ${CMAKE_SOURCE_DIR} ${${v}})
    message("${v} ${r}")
  endforeach()
endfunction()
"#,
            ),
        ],
        r"CMAKE_CURRENT_LIST_FILE CMakeLists.txt
CMAKE_CURRENT_FUNCTION_LIST_FILE d/f.cmake
CMAKE_CURRENT_FUNCTION_LIST_DIR d
CMakeLists.txt
d
",
    );
}

#[test]
fn target_properties() {
    check(
        &[(
            "CMakeLists.txt",
            r#"cmake_minimum_required(VERSION 3.25)
project(x NONE)
add_library(i INTERFACE)
target_compile_definitions(i INTERFACE A -DB "C=1")
target_include_directories(i INTERFACE /x /y)
target_link_libraries(i INTERFACE m debug d optimized o)
target_compile_options(i INTERFACE -Wall)
target_link_options(i INTERFACE "LINKER:-z,now")
foreach(p INTERFACE_COMPILE_DEFINITIONS INTERFACE_INCLUDE_DIRECTORIES INTERFACE_LINK_LIBRARIES INTERFACE_COMPILE_OPTIONS INTERFACE_LINK_OPTIONS TYPE NOPE)
  get_target_property(v i ${p})
  message("${p} ${v}")
endforeach()
set_target_properties(i PROPERTIES FOO "a;b" BAR "")
get_target_property(v i FOO)
message("${v}")
get_target_property(v i BAR)
message("[${v}]")
set_property(TARGET i APPEND PROPERTY FOO c)
set_property(TARGET i APPEND_STRING PROPERTY FOO d)
get_property(v TARGET i PROPERTY FOO)
message("${v}")
add_library(n::i ALIAS i)
get_target_property(v n::i ALIASED_TARGET)
message("${v}")
get_target_property(v n::i FOO)
message("${v}")
get_target_property(v i ALIASED_TARGET)
message("${v}")
if(TARGET i AND TARGET n::i AND NOT TARGET zz)
  message("targets")
endif()
add_custom_target(u)
get_target_property(v u TYPE)
message("${v}")
add_library(imp SHARED IMPORTED)
get_target_property(v imp IMPORTED)
message("${v}")
get_target_property(v imp NAME)
message("${v}")
set_property(TARGET i PROPERTY FOO)
get_property(v TARGET i PROPERTY FOO SET)
message("${v}")
target_include_directories(i BEFORE INTERFACE /first)
get_target_property(v i INTERFACE_INCLUDE_DIRECTORIES)
message("${v}")
"#,
        )],
        r"INTERFACE_COMPILE_DEFINITIONS A;B;C=1
INTERFACE_INCLUDE_DIRECTORIES /x;/y
INTERFACE_LINK_LIBRARIES m;$<$<CONFIG:DEBUG>:d>;$<$<NOT:$<CONFIG:DEBUG>>:o>
INTERFACE_COMPILE_OPTIONS -Wall
INTERFACE_LINK_OPTIONS LINKER:-z,now
TYPE INTERFACE_LIBRARY
NOPE v-NOTFOUND
a;b
[]
a;b;cd
i
a;b;cd
v-NOTFOUND
targets
UTILITY
TRUE
imp
0
/first;/x;/y
",
    );
}

#[test]
fn directory_properties() {
    check(
        &[
            (
                "CMakeLists.txt",
                r#"cmake_minimum_required(VERSION 3.25)
project(x NONE)
add_compile_definitions(A B=1)
add_definitions(-DC -DD=2)
add_compile_options(-Wx)
add_link_options(-Ly)
set_property(DIRECTORY PROPERTY OWN 1)
set_property(DIRECTORY APPEND PROPERTY OWN 2)
foreach(p COMPILE_DEFINITIONS COMPILE_OPTIONS LINK_OPTIONS OWN NOPE)
  get_directory_property(v ${p})
  message("${p} [${v}]")
endforeach()
add_subdirectory(sub)
set_directory_properties(PROPERTIES OWN x COMPILE_DEFINITIONS Z)
get_directory_property(v OWN)
message("${v}")
get_property(v DIRECTORY PROPERTY COMPILE_DEFINITIONS)
message("${v}")
"#,
            ),
            (
                "sub/CMakeLists.txt",
                r#"get_directory_property(v COMPILE_DEFINITIONS)
message("sub ${v}")
get_directory_property(v COMPILE_OPTIONS)
message("sub ${v}")
get_directory_property(v OWN)
message("sub [${v}]")
add_compile_options(-Wsub)
get_directory_property(v COMPILE_OPTIONS)
message("sub ${v}")
"#,
            ),
        ],
        r"COMPILE_DEFINITIONS [A;B=1;C;D=2]
COMPILE_OPTIONS [-Wx]
LINK_OPTIONS [-Ly]
OWN [1;2]
NOPE []
sub A;B=1;C;D=2
sub -Wx
sub []
sub -Wx;-Wsub
x
Z
",
    );
}

#[test]
fn source_properties() {
    check(
        &[(
            "CMakeLists.txt",
            r#"cmake_minimum_required(VERSION 3.25)
project(x NONE)
set_source_files_properties(a.c b.c PROPERTIES COMPILE_FLAGS "-x" LANGUAGE C)
set_property(SOURCE a.c APPEND_STRING PROPERTY COMPILE_FLAGS " -y")
get_source_file_property(v a.c COMPILE_FLAGS)
message("${v}")
get_property(v SOURCE b.c PROPERTY COMPILE_FLAGS)
message("${v}")
get_source_file_property(v a.c NOPE)
message("${v}")
"#,
        )],
        r"-x -y
-x
NOTFOUND
",
    );
}

#[test]
fn project_variables() {
    check(
        &[
            (
                "CMakeLists.txt",
                r#"cmake_minimum_required(VERSION 3.25)
project(x NONE)
project(inner VERSION 1.2.3 DESCRIPTION "d e" LANGUAGES NONE)
message("${PROJECT_NAME} ${PROJECT_VERSION} ${inner_VERSION_MINOR} [${PROJECT_VERSION_TWEAK}] ${CMAKE_PROJECT_NAME} ${PROJECT_DESCRIPTION}")
add_subdirectory(s)
message("${PROJECT_NAME} ${sub_VERSION} ${PROJECT_IS_TOP_LEVEL}")
"#,
            ),
            (
                "s/CMakeLists.txt",
                r#"project(sub VERSION 9 LANGUAGES NONE)
message("${PROJECT_NAME} ${PROJECT_VERSION} [${PROJECT_VERSION_MINOR}] ${CMAKE_PROJECT_NAME} ${PROJECT_IS_TOP_LEVEL} ${sub_IS_TOP_LEVEL}")
"#,
            ),
        ],
        r"inner 1.2.3 2 [] inner d e
sub 9 [] inner OFF OFF
inner  ON
",
    );
}

#[test]
fn versions_of_projects_that_say_none() {
    check(
        &[(
            "CMakeLists.txt",
            r#"cmake_minimum_required(VERSION 3.25)
cmake_policy(SET CMP0048 OLD)
set(PROJECT_VERSION 1.2)
project(x NONE)
message("[${PROJECT_VERSION}] [${x_VERSION}]")
cmake_policy(SET CMP0048 NEW)
project(y NONE)
message("[${PROJECT_VERSION}] [${y_VERSION}]")
"#,
        )],
        r"[1.2] []
[] []
",
    );
}

#[test]
fn files() {
    check(
        &[
            (
                "CMakeLists.txt",
                r#"cmake_minimum_required(VERSION 3.25)
project(x NONE)
file(READ t.txt T)
message("${T}")
file(STRINGS t.txt L)
message("${L}")
file(GLOB G RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *.txt d/*.txt)
message("${G}")
file(GLOB_RECURSE R RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} d/*.txt)
message("${R}")
if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/t.txt AND NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/zz)
  message("exists")
endif()
if(IS_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/d AND NOT IS_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/t.txt)
  message("directory")
endif()
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/w.txt "one")
file(APPEND ${CMAKE_CURRENT_BINARY_DIR}/w.txt "two")
file(READ ${CMAKE_CURRENT_BINARY_DIR}/w.txt W)
message("${W}")
file(TO_CMAKE_PATH "a:b" P)
message("${P}")
"#,
            ),
            (
                "t.txt",
                r"l1
l2;x
",
            ),
            (
                "d/u.txt", r"u
",
            ),
            (
                "d/e/v.txt",
                r"v
",
            ),
        ],
        r"l1
l2;x

l1;l2\;x
CMakeLists.txt;d/u.txt;t.txt
d/e/v.txt;d/u.txt
exists
directory
onetwo
a;b
",
    );
}

#[test]
fn commands_that_make_sources() {
    check(
        &[
            ("sub/a.h", ""),
            (
                "CMakeLists.txt",
                r#"cmake_minimum_required(VERSION 3.25)
project(p CXX)
qt5_wrap_cpp(SOURCES sub/a.h b.h OPTIONS -n TARGET t)
qt6_wrap_ui(SOURCES sub/w.ui)
qt_add_resources(SOURCES r.qrc)
qt_add_resources(app "images" PREFIX "/" FILES x.png)
protobuf_generate_cpp(CC HH EXPORT_MACRO X sub/m.proto n.proto)
bison_target(Parser p.y ${CMAKE_CURRENT_BINARY_DIR}/p.cc)
flex_target(Lexer l.l ${CMAKE_CURRENT_BINARY_DIR}/l.c DEFINES_FILE l.h)
create_test_sourcelist(TESTS driver.c one.c two.c EXTRA_INCLUDE e.h)
foreach(list SOURCES CC HH BISON_Parser_OUTPUTS BISON_Parser_OUTPUT_HEADER FLEX_Lexer_OUTPUTS TESTS)
  string(REPLACE "${CMAKE_CURRENT_BINARY_DIR}" "@" shown "${${list}}")
  message("${list} ${shown}")
endforeach()
"#,
            ),
        ],
        "SOURCES @/sub/moc_a.cpp;@/moc_b.cpp;@/ui_w.h;@/qrc_r.cpp\n\
         CC @/m.pb.cc;@/n.pb.cc\n\
         HH @/m.pb.h;@/n.pb.h\n\
         BISON_Parser_OUTPUTS @/p.cc;@/p.hh\n\
         BISON_Parser_OUTPUT_HEADER @/p.hh\n\
         FLEX_Lexer_OUTPUTS @/l.c;@/l.h\n\
         TESTS @/driver.c;one.c;two.c\n",
    );
}

#[test]
fn a_refusal_shows_what_a_program_returned() {
    check(
        &[(
            "CMakeLists.txt",
            r#"cmake_minimum_required(VERSION 3.25)
project(p C)
execute_process(COMMAND unknown_program RESULT_VARIABLE status)
if(${status} EQUAL 0)
  message(FATAL_ERROR "refused")
  return()
endif()
add_library(there STATIC a.c)
if(TARGET there)
  message("there")
endif()
"#,
        )],
        "there\n",
    );
}

#[test]
fn targets_of_a_package_that_is_taken_as_found() {
    check(
        &[(
            "CMakeLists.txt",
            r#"cmake_minimum_required(VERSION 3.25)
project(p C)
find_package(Zeta CONFIG)
if(Zeta_FOUND AND NOT TARGET Zeta::zeta)
  message(FATAL_ERROR "no target")
endif()
if(NOT TARGET Other::one AND NOT TARGET zeta)
  message("as found")
endif()
"#,
        )],
        "as found\n",
    );
}

#[test]
fn features_that_cmake_knows() {
    check(
        &[(
            "CMakeLists.txt",
            r#"cmake_minimum_required(VERSION 3.25)
get_property(known GLOBAL PROPERTY CMAKE_CXX_KNOWN_FEATURES)
if("cxx_std_17" IN_LIST known AND NOT "cxx_std_99" IN_LIST known)
  message("17")
endif()
"#,
        )],
        "17\n",
    );
}

#[test]
fn commands_of_frameworks() {
    check(
        &[
            (
                "CMakeLists.txt",
                r#"cmake_minimum_required(VERSION 3.25)
project(gz-pitch3 VERSION 3.1.4 LANGUAGES CXX)
gz_configure_project()
gz_configure_build(HIDE_SYMBOLS_BY_DEFAULT COMPONENTS reed pipe)
get_target_property(A gz-pitch3-reed LINK_LIBRARIES)
get_target_property(B gz-pitch3-reed CXX_VISIBILITY_PRESET)
get_target_property(C UNIT_Reed_TEST LINK_LIBRARIES)
message("${A} ${B} ${C} ${PROJECT_LIBRARY_TARGET_NAME}")
message("rpath ${USE_FULL_RPATH}")
qt_add_executable(window window.cpp)
kcoreaddons_add_plugin(bell SOURCES bell.cpp INSTALL_NAMESPACE bells)
get_target_property(D bell TYPE)
rapids_cmake_install_lib_dir(folder)
message("${D} ${folder}")
if(TARGET pipe OR NOT TARGET window)
  message("wrong")
endif()
"#,
            ),
            (
                "src/CMakeLists.txt",
                "gz_get_libsources_and_unittests(sources tests)\ngz_create_core_library(SOURCES ${sources})\n",
            ),
            ("src/Pitch.cc", ""),
            (
                "reed/src/CMakeLists.txt",
                "gz_get_libsources_and_unittests(sources tests)\ngz_add_component(reed SOURCES ${sources} GET_TARGET_NAME lib)\n\
                 gz_build_tests(TYPE UNIT SOURCES ${tests} LIB_DEPS ${lib} TEST_LIST list)\nmessage(\"${sources} ${tests} ${list} ${lib}\")\n",
            ),
            ("reed/src/Reed.cc", ""),
            ("reed/src/Reed_TEST.cc", ""),
        ],
        "Reed.cc Reed_TEST.cc UNIT_Reed_TEST gz-pitch3-reed\ngz-pitch3 hidden gz-pitch3;gz-pitch3-reed gz-pitch3\nrpath OFF\nMODULE_LIBRARY lib\n",
    );
}

#[test]
fn install_folders_that_are_absolute() {
    check(
        &[(
            "CMakeLists.txt",
            r#"cmake_minimum_required(VERSION 3.25)
project(p NONE)
set(CMAKE_INSTALL_PREFIX /opt/p)
set(CMAKE_INSTALL_LIBDIR /srv/lib)
include(GNUInstallDirs)
message("${CMAKE_INSTALL_FULL_LIBDIR} ${CMAKE_INSTALL_FULL_BINDIR}")
"#,
        )],
        "/srv/lib /opt/p/bin\n",
    );
}

#[test]
fn the_first_project_reads_the_toolchain_file() {
    check(
        &[
            (
                "CMakeLists.txt",
                r#"cmake_minimum_required(VERSION 3.25)
set(CMAKE_TOOLCHAIN_FILE ${CMAKE_CURRENT_SOURCE_DIR}/cmake/tool.cmake)
project(p NONE)
say("${TOOL} ${NAME_THERE}")
"#,
            ),
            (
                "cmake/tool.cmake",
                r#"set(TOOL of-the-file)
set(NAME_THERE ${PROJECT_NAME})
function(say what)
  message("said ${what}")
endfunction()
"#,
            ),
        ],
        "said of-the-file p\n",
    );
}

#[test]
fn copies_are_read_as_what_they_are_copies_of() {
    check(
        &[
            (
                "CMakeLists.txt",
                r#"cmake_minimum_required(VERSION 3.25)
project(p NONE)
set(NAME x)
configure_file(list.txt list.txt COPYONLY)
file(STRINGS ${CMAKE_CURRENT_BINARY_DIR}/list.txt A)
file(COPY code.cmake list.txt DESTINATION ${CMAKE_CURRENT_BINARY_DIR}/below)
include(${CMAKE_CURRENT_BINARY_DIR}/below/code.cmake)
file(READ below/list.txt NONE_THERE)
file(READ ${CMAKE_CURRENT_BINARY_DIR}/below/list.txt B)
configure_file(code.cmake ${CMAKE_CURRENT_BINARY_DIR}/again.cmake COPYONLY)
include(${CMAKE_CURRENT_BINARY_DIR}/again.cmake)
if(FALSE)
  file(COPY list.txt DESTINATION ${CMAKE_CURRENT_BINARY_DIR}/never)
endif()
if(EXISTS ${CMAKE_CURRENT_BINARY_DIR}/below/list.txt AND NOT EXISTS ${CMAKE_CURRENT_BINARY_DIR}/never/list.txt)
  set(C there)
endif()
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/list.txt "other")
file(READ ${CMAKE_CURRENT_BINARY_DIR}/list.txt D)
message("${A} ${B} ${C} ${D}")
"#,
            ),
            ("list.txt", "a.c\nb@NAME@.c\n"),
            ("below/list.txt", ""),
            ("code.cmake", "message(\"code ${NAME}\" [[@NAME@]])\n"),
        ],
        "code x@NAME@\ncode x@NAME@\na.c;b@NAME@.c a.c\nb@NAME@.c\n there other\n",
    );
}
