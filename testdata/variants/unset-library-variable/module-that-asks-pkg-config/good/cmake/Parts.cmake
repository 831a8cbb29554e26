function(add_part name)
  set(${name}_LIBRARY part_${name} PARENT_SCOPE)
endfunction()
