# Stands for rocm-cmake.
macro(rocm_install_targets targets)
  set_property(TARGET ${ARGN} APPEND PROPERTY INSTALL_RPATH "$ORIGIN/../lib")
  install(TARGETS ${ARGN} RUNTIME DESTINATION bin LIBRARY DESTINATION lib)
endmacro()
