include("${CMAKE_CURRENT_LIST_DIR}/glazeTargets.cmake")
