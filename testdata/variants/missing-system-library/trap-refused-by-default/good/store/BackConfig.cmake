add_library(Back::end INTERFACE IMPORTED)
set_target_properties(Back::end PROPERTIES INTERFACE_LINK_LIBRARIES "${CMAKE_DL_LIBS}")
