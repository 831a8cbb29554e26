if(NOT TARGET Mast::mast)
  add_library(Mast::mast INTERFACE IMPORTED)
  set_target_properties(Mast::mast PROPERTIES INTERFACE_COMPILE_DEFINITIONS MAST_HEIGHT=12)
endif()
