include("${CMAKE_CURRENT_LIST_DIR}/waterTargets.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/boatTargets.cmake")
