include(CMakeFindDependencyMacro)
find_dependency(Net)
include("${CMAKE_CURRENT_LIST_DIR}/paths.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/storeTargets.cmake")
