include(CMakeFindDependencyMacro)
find_dependency(Qt5 COMPONENTS Widgets Svg)
include("${CMAKE_CURRENT_LIST_DIR}/storeTargets.cmake")
