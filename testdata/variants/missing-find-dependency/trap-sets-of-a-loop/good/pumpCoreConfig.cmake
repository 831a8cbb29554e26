include("${CMAKE_CURRENT_LIST_DIR}/pumpCoreTargets.cmake")
