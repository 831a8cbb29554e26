# Stands for the package: the headers, and a target for each component that is asked for.
foreach(component IN ITEMS headers LISTS Boost_FIND_COMPONENTS)
  if(NOT TARGET Boost::${component})
    add_library(Boost::${component} INTERFACE IMPORTED)
  endif()
endforeach()
