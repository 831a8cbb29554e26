# A library that is linked with the components that LLVM_LINK_COMPONENTS names.
macro(add_llvm_library name)
  cmake_parse_arguments(ARG "SHARED;DISABLE_LLVM_LINK_LLVM_DYLIB" "" "" ${ARGN})
  add_library(${name} SHARED ${ARG_UNPARSED_ARGUMENTS})
  llvm_map_components_to_libnames(libs ${LLVM_LINK_COMPONENTS})
  target_link_libraries(${name} PRIVATE ${libs})
endmacro()
