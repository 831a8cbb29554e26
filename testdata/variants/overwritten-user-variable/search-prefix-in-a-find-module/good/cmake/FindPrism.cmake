list(APPEND CMAKE_PREFIX_PATH /opt/prism)
find_path(PRISM_INCLUDE_DIR prism.h)
