//! Packages and libraries of others, on projects small enough to be read here: what is a hazard, beside what only looks like one.

use crate::small_projects::{HEAD, found};

#[test]
fn components_of_boost_are_asked_for() {
    let list = format!(
        "{HEAD}find_package(Boost REQUIRED COMPONENTS thread)\nadd_library(own STATIC a.c)\n\
         target_link_libraries(own PUBLIC Boost::headers Boost::thread)\n\
         install(TARGETS own EXPORT ownTargets DESTINATION lib)\ninstall(EXPORT ownTargets DESTINATION lib/cmake/own)\n\
         install(FILES ownConfig.cmake DESTINATION lib/cmake/own)\n"
    );
    let of = |calls: &str| {
        let config = format!("{calls}\ninclude(\"${{CMAKE_CURRENT_LIST_DIR}}/ownTargets.cmake\")\n");
        let files = [("CMakeLists.txt", &*list), ("a.c", "int a;\n"), ("ownConfig.cmake", &*config)];
        found("missing-find-dependency", &files).len()
    };
    assert_eq!(of("find_dependency(Threads)\nfind_dependency(Boost)"), 1);
    assert_eq!(of("find_dependency(Boost COMPONENTS system)"), 1);
    assert_eq!(of("find_dependency(Boost COMPONENTS thread)"), 0);
    assert_eq!(of("find_dependency(Boost COMPONENTS log)"), 0);
    assert_eq!(of("find_dependency(Boost ${OWN_PARTS})"), 0);
    assert_eq!(of("find_dependency(folly)\nfind_dependency(Boost)"), 0);
}

#[test]
fn runtimes_of_devices_are_linked() {
    let source =
        ("a.cpp", "#include <cuda_runtime_api.h>\nextern \"C\" int f() { void *p; return cudaMalloc(&p, 1); }\n");
    let of = |made: &str, linked: &str, more: (&str, &str)| {
        let list = format!(
            "cmake_minimum_required(VERSION 3.17)\nproject(p CXX)\nfind_package(CUDAToolkit REQUIRED)\n{made}\n\
             target_link_libraries(dev PRIVATE {linked})\n"
        );
        found("missing-system-library", &[("CMakeLists.txt", list.as_str()), source, more]).len()
    };
    let (plain, no) = ("add_library(dev MODULE a.cpp)", ("b.txt", ""));
    assert_eq!(of(plain, "CUDA::cuda_driver", no), 1);
    assert_eq!(of(plain, "CUDA::cuda_driver CUDA::cudart", no), 0);
    assert_eq!(of(plain, "CUDA::cudart_static", no), 0);
    assert_eq!(of(plain, "${CUDA_LIBRARIES}", no), 0);
    assert_eq!(of(plain, "CUDA::cublas", no), 0, "it may bring it");
    assert_eq!(of(plain, "unknown", no), 0);
    assert_eq!(of("add_library(dev MODULE a.cpp k.cu)", "CUDA::cuda_driver", ("k.cu", "")), 0);
    assert_eq!(of(&format!("set(CMAKE_CXX_COMPILER nvcc)\n{plain}"), "CUDA::cuda_driver", no), 0);
    let stub = ("stub.cpp", "extern \"C\" int cudaMalloc(void **p, long n) { return 0; }\n");
    assert_eq!(of(plain, "CUDA::cuda_driver", stub), 0);
    assert_eq!(of("add_library(dev STATIC a.cpp)", "CUDA::cuda_driver", no), 0, "whoever links it may have it");
    let asked =
        "if(NOT TARGET CUDA::toolkit)\nadd_library(dev MODULE a.cpp)\nelse()\nadd_library(dev MODULE b.cpp)\nendif()";
    assert_eq!(of(asked, "CUDA::cuda_driver", ("b.cpp", "int b;\n")), 0);
}

#[test]
fn entries_that_a_package_makes() {
    let of = |commands: &str| {
        let list = format!("{HEAD}{commands}\nadd_library(own STATIC a.c)\n");
        found("dead-architecture-default", &[("CMakeLists.txt", list.as_str()), ("a.c", "int a;\n")]).len()
    };
    let set = "set(AMDGPU_TARGETS \"gfx906\" CACHE STRING \"GPUs\")";
    assert_eq!(of(&format!("find_package(hip REQUIRED)\n{set}")), 1);
    assert_eq!(of(&format!("find_package(rocblas)\n{set}")), 1);
    assert_eq!(of("find_package(hip)\nif(NOT DEFINED GPU_TARGETS)\nset(GPU_TARGETS gfx906)\nendif()"), 1);
    assert_eq!(of(&format!("{set}\nfind_package(hip REQUIRED)")), 0);
    assert_eq!(of("find_package(hip)\nset(AMDGPU_TARGETS gfx906 CACHE STRING \"GPUs\" FORCE)"), 0);
    assert_eq!(of(&format!("find_package(hip)\nunset(AMDGPU_TARGETS CACHE)\n{set}")), 0);
    assert_eq!(of(&format!("option(HIP \"\")\nif(HIP)\nfind_package(hip)\nendif()\n{set}")), 0);
    assert_eq!(of(&format!("find_package(CUDAToolkit)\n{set}")), 0);
}

#[test]
fn defaults_of_the_project_come_before_they_are_read() {
    let of = |top: &str, below: &str| {
        let list = format!("{HEAD}{top}\n");
        let below = format!("add_library(own STATIC a.c)\n{below}\n");
        let files = [("CMakeLists.txt", &*list), ("src/CMakeLists.txt", &*below), ("src/a.c", "int a;\n")];
        found("late-default", &files).len()
    };
    let late = "if(NOT OWN_PLACE)\nset(OWN_PLACE lib/own)\nendif(NOT OWN_PLACE)";
    let read = "install(TARGETS own DESTINATION ${OWN_PLACE})";
    assert_eq!(of(&format!("add_subdirectory(src)\n{late}"), read), 1);
    assert_eq!(of(&format!("{late}\nadd_subdirectory(src)"), read), 0);
    assert_eq!(of(&format!("add_subdirectory(src)\n{late}"), "message(\"${OWN_PLACE}\")"), 0);
    assert_eq!(of(&format!("add_subdirectory(src)\n{late}"), &format!("if(OWN_PLACE)\n{read}\nendif()")), 0);
    assert_eq!(of(&format!("option(OWN_PLACE \"\")\nadd_subdirectory(src)\n{late}"), read), 0);
    assert_eq!(of(&format!("find_package(Own)\nadd_subdirectory(src)\n{late}"), read), 0);
    assert_eq!(of(&format!("include(${{WHAT}})\nadd_subdirectory(src)\n{late}"), read), 0);
    assert_eq!(of(&format!("add_subdirectory(src)\n{late}"), &format!("set(OWN_PLACE lib)\n{read}")), 0);
}
