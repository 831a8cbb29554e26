include(CMakeFindDependencyMacro)
set(Moon_DIR "${CMAKE_CURRENT_LIST_DIR}")
find_dependency(Moon)
include("${CMAKE_CURRENT_LIST_DIR}/tideTargets.cmake")
