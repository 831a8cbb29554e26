include(CMakeFindDependencyMacro)
find_dependency(glog)
find_dependency(gflags)
include("${CMAKE_CURRENT_LIST_DIR}/latheTargets.cmake")
