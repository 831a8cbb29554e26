include("${CMAKE_CURRENT_LIST_DIR}/glass-config.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/view-targets.cmake")
