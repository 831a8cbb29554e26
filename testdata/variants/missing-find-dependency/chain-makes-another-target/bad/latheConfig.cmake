include(CMakeFindDependencyMacro)
find_dependency(glog)
include("${CMAKE_CURRENT_LIST_DIR}/latheTargets.cmake")
