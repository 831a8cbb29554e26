# Asked in the first run; what decides is the project's own memory of it.
if(NOT LAMP_ASKED)
  math(EXPR size "2 + 2")
  set(LAMP_SIZE "${size}" CACHE STRING "Size of the lamp" FORCE)
  set(LAMP_ASKED TRUE CACHE BOOL "The size is known" FORCE)
endif()
