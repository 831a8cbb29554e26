# Stands for the package: for each component that is asked for a target, and one without the version.
foreach(component IN LISTS Qt6_FIND_COMPONENTS)
  if(NOT TARGET Qt6::${component})
    add_library(Qt6::${component} INTERFACE IMPORTED)
    add_library(Qt::${component} INTERFACE IMPORTED)
    set_target_properties(Qt::${component} PROPERTIES INTERFACE_LINK_LIBRARIES Qt6::${component})
  endif()
endforeach()
