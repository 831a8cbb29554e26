# Stands for AddMLIR.cmake.
function(add_mlir_library name)
  cmake_parse_arguments(ARG "SHARED;DISABLE_INSTALL" "" "" ${ARGN})
  add_library(${name} SHARED ${ARG_UNPARSED_ARGUMENTS})
  if(NOT ARG_DISABLE_INSTALL)
    install(TARGETS ${name} LIBRARY DESTINATION lib)
  endif()
endfunction()
