function(take_sources target from)
  get_target_property(folder ${from} SOURCES_DIR)
  target_sources(${target} PRIVATE ${folder}/ping.c)
endfunction()
