include(${CMAKE_CURRENT_LIST_DIR}/filtersTargets.cmake)
