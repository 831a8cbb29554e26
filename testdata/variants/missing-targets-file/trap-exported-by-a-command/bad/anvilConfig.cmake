include("${CMAKE_CURRENT_LIST_DIR}/anvilTargets.cmake")
