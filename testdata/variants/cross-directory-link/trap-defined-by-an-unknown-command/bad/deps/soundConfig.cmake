macro(sound_executable name)
  add_executable(${name} ${ARGN})
endmacro()
