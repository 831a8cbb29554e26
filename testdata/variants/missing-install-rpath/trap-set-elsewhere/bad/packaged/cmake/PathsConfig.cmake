set(CMAKE_INSTALL_RPATH "$ORIGIN/../lib/deep")
