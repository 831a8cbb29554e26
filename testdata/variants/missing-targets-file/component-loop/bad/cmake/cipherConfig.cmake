include("${CMAKE_CURRENT_LIST_DIR}/cipherTargets.cmake")
foreach(component IN ITEMS Extras)
  include("${CMAKE_CURRENT_LIST_DIR}/cipher${component}Targets.cmake")
endforeach()
