function(make_voice name)
  add_library(${name} STATIC ${CMAKE_CURRENT_SOURCE_DIR}/voice.c)
endfunction()
