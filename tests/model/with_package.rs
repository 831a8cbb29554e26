//! `--with-package`: a provider and a consumer that are evaluated together.

#![allow(clippy::unwrap_used, reason = "what a test does not get stops it")]

use std::path::{Path, PathBuf};

use linklint::analysis::configured::Configured;
use linklint::analysis::{self, ModelRequest};
use linklint::cmake::eval::{Package, Summary, Words};
use serde_json::{Value, json};

const PROVIDER: &str = "cmake_minimum_required(VERSION 3.20)\nproject(Metal VERSION 2.3.4 LANGUAGES C)\n\
    option(METAL_FAST \"\" ON)\n\
    add_library(core STATIC core.c)\n\
    set_target_properties(core PROPERTIES EXPORT_NAME Core)\n\
    target_compile_definitions(core INTERFACE METAL_USED=1 $<$<BOOL:${METAL_FAST}>:METAL_FAST>)\n\
    target_include_directories(core PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)\n\
    add_executable(tool core.c)\n\
    set(leaked secret)\nfunction(helper)\nendfunction()\n\
    include(CMakePackageConfigHelpers)\n\
    set(where share/metal)\n\
    configure_package_config_file(MetalConfig.cmake.in MetalConfig.cmake INSTALL_DESTINATION lib/cmake PATH_VARS where)\n\
    write_basic_package_version_file(MetalConfigVersion.cmake COMPATIBILITY SameMajorVersion)\n\
    install(TARGETS core EXPORT MetalTargets ARCHIVE DESTINATION lib)\n\
    install(EXPORT MetalTargets NAMESPACE Metal:: DESTINATION lib/cmake)\n";

const CONFIG: &str = "@PACKAGE_INIT@\ninclude(\"${CMAKE_CURRENT_LIST_DIR}/MetalTargets.cmake\")\n\
    set(Metal_TOLD \"@PROJECT_VERSION@ ${Metal_FIND_COMPONENTS}\")\nset_and_check(Metal_DATA \"@PACKAGE_where@\")\n\
    check_required_components(Metal)\n";

struct Pair {
    _folder: tempfile::TempDir,
    root: PathBuf,
}

impl Pair {
    fn new(consumer: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let pair = Self { _folder: folder, root };
        pair.write("metal/CMakeLists.txt", PROVIDER);
        pair.write("metal/MetalConfig.cmake.in", CONFIG);
        pair.write("metal/core.c", "int core(void) { return 1; }\n");
        pair.write("app/CMakeLists.txt", consumer);
        pair.write("app/main.c", "int main(void) { return 0; }\n");
        pair
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.root.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn request(&self) -> ModelRequest {
        let app = self.root.join("app");
        ModelRequest {
            root: Some(app.clone()),
            path: app,
            allow_read: Vec::new(),
            all_configurations: false,
            definitions: Vec::new(),
            platform: None,
            cmake_version: Some("3.25.1".to_owned()),
            configured: Configured {
                with_package: vec![Package { name: "Metal".to_owned(), folder: self.root.join("metal") }],
                ..Configured::default()
            },
        }
    }
}

fn target(model: &Value, name: &str) -> Option<Value> {
    model["targets"].as_array().unwrap().iter().find(|t| t["name"] == name).cloned()
}

const HEAD: &str = "cmake_minimum_required(VERSION 3.20)\nproject(app C)\n";

#[test]
fn the_targets_of_the_package_are_there_with_their_needs() {
    let text = "find_package(Metal 2 REQUIRED COMPONENTS fast)\nadd_executable(app main.c)\n\
        target_link_libraries(app PRIVATE Metal::Core)\n\
        set_target_properties(app PROPERTIES OUTPUT_NAME \"${Metal_TOLD}\" SUFFIX \"-${Metal_VERSION_MAJOR}${leaked}\")\n";
    let pair = Pair::new(&format!("{HEAD}{text}"));
    let model = analysis::model(&pair.request()).unwrap();
    let app = target(&model, "app").unwrap();
    assert_eq!(app["definitions"], json!(["METAL_FAST", "METAL_USED=1"]));
    assert_eq!(app["name_on_disk"], "2.3.4 fast-2");
    assert_eq!(app["includes"], json!([pair.root.join("metal/include").to_string_lossy()]));
    // What the package builds is no part of the consumer's build.
    assert_eq!((target(&model, "core"), target(&model, "tool")), (None, None));
}

#[test]
fn both_are_given_the_same_settings() {
    let text = "find_package(Metal CONFIG REQUIRED)\nadd_executable(app main.c)\ntarget_link_libraries(app Metal::Core)\n\
        if(COMMAND helper)\n  add_library(leaked STATIC main.c)\nendif()\n";
    let pair = Pair::new(&format!("{HEAD}{text}"));
    let mut request = pair.request();
    let off = analysis::Definition { name: "METAL_FAST".into(), kind: None, value: "OFF".into() };
    request.definitions.push(off);
    let model = analysis::model(&request).unwrap();
    assert_eq!(target(&model, "app").unwrap()["definitions"], json!(["METAL_USED=1"]));
    assert!(target(&model, "leaked").is_none());
}

#[test]
fn a_package_that_finds_itself_ends() {
    let pair = Pair::new(&format!("{HEAD}find_package(Metal REQUIRED)\nadd_executable(app main.c)\n"));
    pair.write("metal/CMakeLists.txt", &format!("{PROVIDER}find_package(Metal)\n"));
    assert!(target(&analysis::model(&pair.request()).unwrap(), "app").is_some());
}

#[test]
fn a_folder_without_a_project_is_refused() {
    let pair = Pair::new(HEAD);
    let mut request = pair.request();
    request.configured.with_package[0].folder = Path::new("/nowhere/at/all").to_path_buf();
    assert!(matches!(analysis::model(&request), Err(analysis::Failure::Usage(_))));
}

#[test]
fn summaries_define_what_a_command_makes() {
    let text = "vendor_plugin(fx main.c EXTRA ignored USES m)\nadd_executable(app main.c)\n\
        if(NOT fx_DONE STREQUAL \"\")\n  target_link_libraries(app fx)\nendif()\n";
    let pair = Pair::new(&format!("{HEAD}{text}"));
    let mut request = pair.request();
    request.configured.summaries = vec![Summary {
        command: "vendor_plugin".to_owned(),
        target: Some("shared".to_owned()),
        name: Words::First,
        properties: vec![("SOURCES", Words::Rest), ("LINK_LIBRARIES", Words::After("USES".to_owned()))],
        sets: vec!["{1}_DONE".to_owned()],
        keywords: vec!["EXTRA".to_owned()],
    }];
    let model = analysis::model(&request).unwrap();
    let fx = target(&model, "fx").unwrap();
    assert_eq!((&fx["type"], &fx["properties"]["LINK_LIBRARIES"]), (&json!("SHARED_LIBRARY"), &json!(["m"])));
    assert_eq!(fx["sources"].as_array().unwrap().len(), 1);
}
