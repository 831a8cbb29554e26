function(forge_library target)
  install(TARGETS ${target} EXPORT ${target}Targets DESTINATION lib)
  install(EXPORT ${target}Targets NAMESPACE ${target}:: DESTINATION lib/cmake/${target})
endfunction()
