include(CMakeFindDependencyMacro)
find_dependency(Qt5 COMPONENTS Widgets)
include("${CMAKE_CURRENT_LIST_DIR}/storeTargets.cmake")
