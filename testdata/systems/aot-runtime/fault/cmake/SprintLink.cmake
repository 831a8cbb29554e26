# Whoever links ${target}, a static library, gets all of it: compiled models look for its functions at run time.
function(sprint_link_whole_archive target)
  if(APPLE)
    target_link_options(${target} INTERFACE "SHELL:LINKER:-force_load,$<TARGET_FILE:${target}>")
  else()
    target_link_options(${target} INTERFACE
      "SHELL:LINKER:--whole-archive $<TARGET_FILE:${target}> LINKER:--no-whole-archive")
  endif()
endfunction()
