include("${CMAKE_CURRENT_LIST_DIR}/waterTargets.cmake")
