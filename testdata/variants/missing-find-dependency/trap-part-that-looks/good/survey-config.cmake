foreach(part ${survey_FIND_COMPONENTS})
  include("${CMAKE_CURRENT_LIST_DIR}/survey-${part}-config.cmake")
endforeach()
