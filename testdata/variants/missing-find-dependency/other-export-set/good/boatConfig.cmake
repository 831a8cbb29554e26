include(CMakeFindDependencyMacro)
find_dependency(water)
include("${CMAKE_CURRENT_LIST_DIR}/boatTargets.cmake")
