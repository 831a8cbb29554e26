include("${CMAKE_CURRENT_LIST_DIR}/edgeTargets.cmake")
