include("${CMAKE_CURRENT_LIST_DIR}/storeTargets.cmake")
