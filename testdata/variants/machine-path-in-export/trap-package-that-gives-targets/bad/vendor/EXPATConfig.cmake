include(${CMAKE_CURRENT_LIST_DIR}/expatTargets.cmake)
set(EXPAT_LIBRARIES expat::expat)
