include(CMakeFindDependencyMacro)
find_dependency(KF6Archive)
find_dependency(KF6I18n)
include("${CMAKE_CURRENT_LIST_DIR}/storeTargets.cmake")
