if(NOT WIN32)
  find_path(WIRE_INCLUDE_DIR wire.h)
endif()
set(Wire_FOUND FALSE)
