if(NOT APPLE)
  set(TONE_LIBRARIES m)
endif()
set(Tone_FOUND TRUE)
