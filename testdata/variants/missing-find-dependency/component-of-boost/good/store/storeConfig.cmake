include(CMakeFindDependencyMacro)
find_dependency(Threads)
find_dependency(Boost CONFIG COMPONENTS thread)
include("${CMAKE_CURRENT_LIST_DIR}/storeTargets.cmake")
