include(CMakeFindDependencyMacro)
list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")
find_dependency(Moon)
include("${CMAKE_CURRENT_LIST_DIR}/tideTargets.cmake")
