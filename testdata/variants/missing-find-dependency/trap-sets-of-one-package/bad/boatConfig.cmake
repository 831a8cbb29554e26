foreach(part water)
  include("${CMAKE_CURRENT_LIST_DIR}/${part}Targets.cmake")
endforeach()
include("${CMAKE_CURRENT_LIST_DIR}/boatTargets.cmake")
