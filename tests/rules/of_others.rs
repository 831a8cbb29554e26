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
