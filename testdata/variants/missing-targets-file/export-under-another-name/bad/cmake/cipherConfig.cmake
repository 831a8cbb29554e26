include("${CMAKE_CURRENT_LIST_DIR}/cipherTargets.cmake")
