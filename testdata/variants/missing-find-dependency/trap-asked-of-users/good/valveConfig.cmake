include(CMakeFindDependencyMacro)
find_dependency(gauge)
include("${CMAKE_CURRENT_LIST_DIR}/valveTargets.cmake")
