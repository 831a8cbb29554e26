# Finds the mathematics that the tones need.
find_path(TONE_INCLUDE_DIR math.h)
find_library(TONE_DOUBLE m)
if(TONE_DOUBLE)
  set(Tone_DOUBLE_FOUND TRUE)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Tone REQUIRED_VARS TONE_INCLUDE_DIR HANDLE_COMPONENTS)
