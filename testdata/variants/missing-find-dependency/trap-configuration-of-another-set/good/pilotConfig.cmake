include(CMakeFindDependencyMacro)
find_dependency(tide CONFIG)
include("${CMAKE_CURRENT_LIST_DIR}/pilotTargets.cmake")
