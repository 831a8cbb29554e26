function(join variable)
  string(REPLACE ";" " " joined "${${variable}}")
  set(${variable} "${joined}" PARENT_SCOPE)
endfunction()
