include("${CMAKE_CURRENT_LIST_DIR}/boatTargets.cmake")
