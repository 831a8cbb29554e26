# Stands for the package: a target for each component that is asked for.
foreach(component IN LISTS Qt5_FIND_COMPONENTS)
  if(NOT TARGET Qt5::${component})
    add_library(Qt5::${component} INTERFACE IMPORTED)
  endif()
endforeach()
