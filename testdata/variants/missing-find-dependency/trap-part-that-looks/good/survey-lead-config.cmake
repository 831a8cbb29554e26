include("${CMAKE_CURRENT_LIST_DIR}/survey-lead-targets.cmake")
