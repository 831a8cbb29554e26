include(CMakeFindDependencyMacro)
find_dependency(Threads)
include("${CMAKE_CURRENT_LIST_DIR}/loomConfigVersion.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/loomTargets.cmake")
