include(CMakeFindDependencyMacro)
find_dependency(Moon)
include("${CMAKE_CURRENT_LIST_DIR}/tideTargets.cmake")
