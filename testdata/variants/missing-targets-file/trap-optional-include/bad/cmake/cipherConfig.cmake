include("${CMAKE_CURRENT_LIST_DIR}/cipherTargets.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/cipherExtrasTargets.cmake" OPTIONAL)
