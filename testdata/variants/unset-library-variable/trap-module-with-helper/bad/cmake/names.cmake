macro(name_libraries prefix)
  set(${prefix}_LIBRARY ${ARGN})
endmacro()
