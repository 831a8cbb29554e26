include("${CMAKE_CURRENT_LIST_DIR}/polarTargets.cmake")
