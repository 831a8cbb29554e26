include("${CMAKE_CURRENT_LIST_DIR}/inkwellTargets.cmake")
