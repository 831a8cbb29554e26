include(CMakeFindDependencyMacro)
find_dependency(EXPAT CONFIG)
include(${CMAKE_CURRENT_LIST_DIR}/lensTargets.cmake)
