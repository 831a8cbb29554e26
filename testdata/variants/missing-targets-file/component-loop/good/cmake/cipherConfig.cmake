include("${CMAKE_CURRENT_LIST_DIR}/cipherTargets.cmake")
if(EXISTS "${CMAKE_CURRENT_LIST_DIR}/cipherExtrasTargets.cmake")
  include("${CMAKE_CURRENT_LIST_DIR}/cipherExtrasTargets.cmake")
endif()
