include("${CMAKE_CURRENT_LIST_DIR}/loomDyeTargets.cmake")
