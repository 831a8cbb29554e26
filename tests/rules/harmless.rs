//! What looks like a hazard and harms nobody, each beside what does.

use crate::small_projects::{HEAD, found, helps};

#[test]
fn libraries_of_windows_refuse_other_systems() {
    let of = |library: &str| {
        let list = format!(
            "cmake_minimum_required(VERSION 3.20)\nproject(p CXX)\nadd_library(utils STATIC v.cpp)\n\
             add_library(plug SHARED a.cpp)\ntarget_link_libraries(plug {library} utils)\n"
        );
        let about = ("v.cpp", "#include <string>\nstd::string about() { return \"a\"; }\n");
        let plug = ("a.cpp", "#include <string>\nstd::string about(); std::string p() { return about(); }\n");
        found("non-pic-in-shared-library", &[("CMakeLists.txt", list.as_str()), about, plug]).len()
    };
    assert_eq!(of(""), 1);
    assert_eq!(of("opengl32"), 0);
    assert_eq!(of("-lWs2_32"), 0);
}

#[test]
fn a_property_that_all_of_the_language_have() {
    let of = |more: &str| {
        let list = format!(
            "cmake_minimum_required(VERSION 3.20)\nproject(p CXX CUDA)\nset(CUDA_SEPARABLE_COMPILATION ON)\n\
             add_library(k STATIC k.cu)\nadd_library(plain STATIC a.cpp)\n{more}\n"
        );
        let files = [("CMakeLists.txt", list.as_str()), ("k.cu", ""), ("a.cpp", "int a;\n")];
        helps("property-as-variable", &files).concat()
    };
    assert!(of("").starts_with("write `CMAKE_CUDA_SEPARABLE_COMPILATION`"));
    let all = of("set_target_properties(k PROPERTIES CUDA_SEPARABLE_COMPILATION ON)");
    assert!(all.contains("whatever is built has"), "{all}");
}

#[test]
fn packages_that_are_called_like_a_target() {
    let of = |calls: &str| {
        let list = "cmake_minimum_required(VERSION 3.20)\nproject(p CXX)\nfind_package(Qt5Core REQUIRED)\noption(QML \"\" ON)\n\
             add_library(own SHARED a.cpp)\ntarget_link_libraries(own PUBLIC Qt5::Core)\n\
             install(TARGETS own EXPORT ownTargets DESTINATION lib)\ninstall(EXPORT ownTargets DESTINATION lib/cmake/own)\n\
             install(FILES ownConfig.cmake DESTINATION lib/cmake/own)\n\
             if(QML)\nfind_package(Qt5 COMPONENTS Qml)\nendif()\n";
        let config = format!("{calls}\ninclude(\"${{CMAKE_CURRENT_LIST_DIR}}/ownTargets.cmake\")\n");
        let files = [("CMakeLists.txt", list), ("a.cpp", "int a;\n"), ("ownConfig.cmake", &*config)];
        helps("missing-find-dependency", &files).concat()
    };
    let help = of("");
    assert!(help.contains("find_dependency(Qt5Core)") && !help.contains("Qml"), "{help}");
    assert_eq!(of("find_dependency(Qt5Core)"), "");
    assert_eq!(of("find_dependency(Qt5 COMPONENTS Core)"), "");
}

#[test]
fn a_twin_below_what_it_would_link() {
    let of = |below: &str| {
        let list = format!(
            "{HEAD}add_library(codec STATIC codec.c)\nadd_library(twin STATIC a.c)\n\
             target_link_libraries(codec PUBLIC {below})\nadd_library(own SHARED a.c)\n\
             target_link_libraries(own PUBLIC codec)\nadd_library(user STATIC u.c)\n\
             target_link_libraries(user PUBLIC codec twin)\n"
        );
        let files =
            [("CMakeLists.txt", list.as_str()), ("a.c", "int a;\n"), ("u.c", "int u;\n"), ("codec.c", "int c;\n")];
        found("bare-static-twin", &files).len()
    };
    assert_eq!(of(""), 1);
    assert_eq!(of("twin"), 0);
}

#[test]
fn a_comment_of_another_command_offers_nothing() {
    let of = |between: &str| {
        let comment = "# change this when the version changes\n";
        let list = format!(
            "cmake_minimum_required(VERSION 3.20)\n\n{comment}{between}set(KIND \"beta\" CACHE STRING \"kind\" FORCE)\n\
             message(STATUS \"${{KIND}}\")\nadd_executable(x x.c)\n"
        );
        found("ignored-option", &[("CMakeLists.txt", list.as_str()), ("x.c", "int main(void) { return 0; }\n")]).len()
    };
    assert_eq!(of(""), 1);
    assert_eq!(of("project(p C)\n"), 0);
}

#[test]
fn the_command_that_writes_in_these_configurations_is_shown() {
    let flags = "set(CMAKE_CXX_FLAGS_DEBUG \"${CMAKE_CXX_FLAGS_DEBUG} -fsanitize=address\")";
    let list = format!(
        "cmake_minimum_required(VERSION 3.20)\nproject(p CXX)\noption(TOP \"\" OFF)\nif(TOP)\n  {flags}\nendif()\n\
         add_subdirectory(sub)\nadd_executable(t t.cpp)\ntarget_link_libraries(t lib)\n"
    );
    let sub = format!("option(SUB \"\" OFF)\nif(SUB)\n  {flags}\nendif()\nadd_library(lib SHARED d.cpp)\n");
    let files = [
        ("CMakeLists.txt", list.as_str()),
        ("t.cpp", "int main() { return 0; }\n"),
        ("sub/CMakeLists.txt", &sub),
        ("sub/d.cpp", "int d;\n"),
    ];
    let places = found("sanitized-library-in-plain-program", &files);
    assert!(matches!(&*places, [one] if one.starts_with("sub/CMakeLists.txt:3 ")), "{places:?}");
}

#[test]
fn the_find_module_of_cmake_by_its_path() {
    let of = |linked: &str| {
        let list = format!(
            "cmake_minimum_required(VERSION 3.20)\nproject(p CXX)\nlist(INSERT CMAKE_MODULE_PATH 0 \"${{CMAKE_CURRENT_SOURCE_DIR}}/cmake\")\n\
             find_package(CUDA REQUIRED)\nadd_library(dev MODULE a.cpp)\ntarget_link_libraries(dev PRIVATE rt {linked})\n"
        );
        let source =
            ("a.cpp", "#include <cuda.h>\nextern \"C\" int f() { CUstream s; return cuStreamCreate(&s, 0); }\n");
        let module = ("cmake/FindCUDA.cmake", "include(${CMAKE_ROOT}/Modules/FindCUDA.cmake)\n");
        found("missing-system-library", &[("CMakeLists.txt", list.as_str()), source, module]).len()
    };
    assert_eq!(of(""), 1);
    assert_eq!(of("${CUDA_CUDA_LIBRARY}"), 0);
}

#[test]
fn an_argument_for_shared_libraries_alone() {
    let of = |library: &str| {
        let script = format!(
            "fn main() {{\n    println!(\"cargo:rustc-link-arg=-lstdc++\");\n    println!(\"cargo:rustc-link-lib={library}\");\n}}\n"
        );
        let files = [
            ("Cargo.toml", "[workspace]\nmembers = [\"gpu\", \"app\"]\n"),
            ("gpu/Cargo.toml", "[package]\nname = \"gpu\"\nversion = \"0.1.0\"\nedition = \"2021\"\n"),
            ("gpu/build.rs", &*script),
            (
                "gpu/src/lib.rs",
                "extern \"C\" { fn gpu_init() -> i32; }\npub fn init() -> i32 { unsafe { gpu_init() } }\n",
            ),
            (
                "app/Cargo.toml",
                "[package]\nname = \"app\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[dependencies]\ngpu = { path = \"../gpu\" }\n",
            ),
            ("app/src/main.rs", "fn main() { gpu::init(); }\n"),
        ];
        found("unpropagated-link-arg", &files).len()
    };
    assert_eq!(of("static=gpu"), 1);
    assert_eq!(of("dylib=amdhip64"), 0);
}
