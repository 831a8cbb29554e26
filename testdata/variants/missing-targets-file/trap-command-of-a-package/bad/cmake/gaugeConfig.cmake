include("${CMAKE_CURRENT_LIST_DIR}/gaugeTargets.cmake")
