set(CMAKE_INSTALL_RPATH "$ORIGIN/../lib/tuner")
macro(tuner_install)
endmacro()
