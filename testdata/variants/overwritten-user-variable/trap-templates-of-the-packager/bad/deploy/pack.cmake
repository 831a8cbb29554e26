# Where the packager looks for its templates.
set(CMAKE_MODULE_PATH ${PROJECT_SOURCE_DIR}/deploy/templates)
set(CPACK_GENERATOR TGZ)
include(CPack)
