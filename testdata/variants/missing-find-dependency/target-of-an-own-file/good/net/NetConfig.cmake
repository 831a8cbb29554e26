# Stands for the package.
if(NOT TARGET Net::Net)
  add_library(Net::Net INTERFACE IMPORTED)
endif()
